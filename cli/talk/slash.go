package talk

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/chzyer/readline"

	"pp/actuators"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// conversation holds the state of a conversation at a terminal, on which the slash commands work.
type conversation struct {
	*Talk
	lines   lines
	verdict engine.Verdict    // the last final one
	judged  bool              // whether there is one
	typed   string            // the request that the person typed, while it runs
	offered map[string]string // from /model: PROVIDER/MODEL by the model's name
	scopes  []scope           // the places of /push
	next    attached          // the attachments of the next message
	news    news              // from the background jobs
}

// slashCommand is one command of a conversation.
type slashCommand struct {
	name, usage, doc string
	run              slashRun
}

// slashRun carries out a command with the words behind it.
type slashRun func(*conversation, context.Context, []string) error

// errQuit ends the conversation.
var errQuit = errors.New("the person left")

// slashCommands lists the commands, in the order of /help.
func slashCommands() []slashCommand {
	return []slashCommand{
		{"/help", "", "list these commands", showing(help)},
		{"/trace", "[off|on|full]", "what the gates said to the last action, or to each from now on",
			(*conversation).trace},
		{"/gates", "", "list the gates and rules in force", showing(command.ShowGates)},
		{"/tools", "", "list the tools a model may call", showing(command.ShowTools)},
		{"/approvals", "[show TOKEN]", "list the actions that wait for approval; show what one did",
			(*conversation).approvals},
		{"/approve", "TOKEN", "carry out an action that waits, and go on with its conversation", (*conversation).approve},
		{"/deny", "TOKEN [REASON …]", "deny an action that waits", (*conversation).deny},
		{"/rules", "[revoke RULE …]", "list the learned rules and what is granted for this session; take some back",
			(*conversation).rules},
		{"/accept-edits", "[off|on]", "allow edits in the workspace unasked, or ask again", (*conversation).acceptEdits},
		{"/cascade", "[NAME …]", "show or set the order of the providers", (*conversation).cascade},
		{"/model", "[PROVIDER/MODEL]", "list the models that are offered, or set the one that is asked",
			(*conversation).model},
		{"/compact", "", "send less of the conversation so far: a summary, and the results as a line each",
			(*conversation).compact},
		{"/cost", "", "show what was spent today", showing(func(a command.App, m *setup.Agent) error {
			return command.ShowCost(a, m.Settings, "", "model")
		})},
		{"/undo", "[ID]", "take back a change", (*conversation).undo},
		{"/attach", "[FILE|-]", "send a picture, PDF or text file with the next message; list what goes; - drops it",
			(*conversation).attach},
		{"/edit", "[TEXT]", "write a message in $VISUAL or $EDITOR, and send it", (*conversation).edit},
		{"/memory", "[WORDS …]", "show the state of memory, or the notes that match WORDS", (*conversation).memory},
		{"/remember", "TEXT …", "save a note for this workspace", (*conversation).remember},
		{"/focus", "[NOTE|-]", "say at which note you are, for what memory adds to messages; - lets the words decide",
			(*conversation).focus},
		{"/push", "DIR|NOTE", "focus on a directory of notes, or on a note, until /pop", (*conversation).push},
		{"/pop", "", "return to where you were before the last /push", (*conversation).pop},
		{"/stack", "", "list the places of /push", (*conversation).stack},
		{"/context", "[on|off|TEXT …]", "show what memory has for a message; add it to each, or to none",
			(*conversation).recalled},
		{"/skills", "[list|show SKILL|why ACTION …]", "list your skills, or do what else `pp skills` does",
			func(c *conversation, ctx context.Context, words []string) error {
				return command.SkillsHere(c.App, ctx, c.Agent, words)
			}},
		{"/reset", "", "forget the directory that commands went to, and the variables that they exported",
			(*conversation).reset},
		{"/jobs", "[end N]", "list what commands left running; end one of it", (*conversation).jobs},
		{"/new", "", "begin a new conversation", (*conversation).startAnew},
		{"/sessions", "", "list the conversations", showing(sessions)},
		{"/clear", "", "clear the screen", showing(clearScreen)},
		{"/quit", "", "leave", func(*conversation, context.Context, []string) error { return errQuit }},
	}
}

// showing is a command without arguments that shows something of the agent.
func showing(show func(command.App, *setup.Agent) error) slashRun {
	return func(c *conversation, _ context.Context, _ []string) error { return show(c.App, c.Agent) }
}

// isSlash reports whether a line is a command: a path is none, nor is a text of
// several lines.
func isSlash(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	return strings.HasPrefix(first, "/") && !strings.Contains(first[1:], "/") && !strings.Contains(line, "\n")
}

// command carries out a line that begins with a slash. What goes wrong is said;
// only errQuit comes back.
func (c *conversation) command(ctx context.Context, line string) error {
	words := strings.Fields(line)
	var names []string
	for _, s := range slashCommands() {
		names = append(names, s.name)
		if s.name != words[0] {
			continue
		}
		var err error
		if s.usage == "" && len(words) > 1 {
			err = exit.UsageError("/help lists the commands", "%s takes no arguments", s.name)
		} else {
			err = s.run(c, ctx, words[1:])
		}
		if errors.Is(err, errQuit) {
			return err
		}
		if err != nil {
			c.App.Out.Say(exit.Classify(err))
		}
		return nil
	}
	hint := "/help lists the commands"
	if n := engine.Near(words[0], names); n != "" {
		hint = "did you mean " + n + "?"
	}
	c.App.Out.Say(exit.Classify(exit.UsageError(hint, "there is no command %.40q", words[0])))
	return nil
}

func help(a command.App, _ *setup.Agent) error {
	var b strings.Builder
	for _, s := range slashCommands() {
		fmt.Fprintf(&b, "%-25s %s\n", strings.TrimSpace(s.name+" "+s.usage), s.doc)
	}
	b.WriteString("A message of several lines: \\ at the end of each, or Alt-Enter, or between \"\"\" and \"\"\".\n")
	b.WriteString("Ctrl-C cancels what is running, Ctrl-R searches the history, Ctrl-D leaves.\n")
	return a.Out.Print(output.InRows(a.System.Stdout, b.String()))
}

func (c *conversation) undo(ctx context.Context, words []string) error {
	images := c.Agent.Executor.Images
	if images == nil {
		return exit.NoPlace("before-images")
	}
	store, err := images()
	if err != nil {
		return err
	}
	return command.UndoChange(c.App, ctx, store, c.Agent.Settings.Place(), words, false)
}

// jobs lists what commands left running, or ends what is listed under a number.
func (c *conversation) jobs(_ context.Context, words []string) error {
	h := c.Agent.Executor
	if len(words) == 2 && words[0] == "end" {
		if n, err := strconv.Atoi(words[1]); err != nil || !h.End(n) {
			return exit.UsageError("/jobs lists what is running", "nothing is running as %.40q", words[1])
		}
		return nil
	}
	if len(words) > 0 {
		return exit.UsageError("write /jobs, or /jobs end N", "/jobs does not take %.40q", words[0])
	}
	return c.App.Out.Print(c.App.Out.Redact(actuators.Jobs(h.Running(), c.App.System.Now())))
}

func (c *conversation) reset(context.Context, []string) error { return c.Agent.Machine.Reset() }

func sessions(a command.App, m *setup.Agent) error {
	dir, ok := m.Settings.Sessions()
	if !ok {
		return a.Out.Print("no conversation was kept\n")
	}
	return command.ListSessions(a, dir, command.NewestShown)
}

func clearScreen(a command.App, _ *setup.Agent) error {
	if !system.IsTerminal(a.System.Stderr) {
		return nil
	}
	_, err := readline.ClearScreen(a.System.Stderr)
	return err
}

// watch remembers the last verdict for /trace.
func (c *conversation) watch(next func(engine.Event)) func(engine.Event) {
	return func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok && (j.Final || j.Verdict.Decision == engine.Deny) {
			c.verdict, c.judged = j.Verdict, true
		}
		if r, ok := e.(engine.Rejected); ok && c.typed != "" && r.Denial.Action == c.typed {
			r.Last = true // a model continues, but the person who typed it must learn why
			e = r
		}
		next(e)
	}
}

// trace shows the last verdict, or sets how much of each one pp shows from now on.
func (c *conversation) trace(_ context.Context, words []string) error {
	styles := map[string]output.TraceStyle{"off": output.TraceOff, "on": output.TraceLine, "full": output.TraceFull}
	if len(words) > 0 {
		style, ok := styles[words[0]]
		if !ok || len(words) > 1 {
			return exit.UsageError("write /trace off, /trace on or /trace full", "/trace cannot do that")
		}
		c.App.Out.Trace = style
		return nil
	}
	if !c.judged {
		return c.App.Out.Print("nothing was judged yet\n")
	}
	c.App.Out.PrintTrace(c.verdict)
	return nil
}

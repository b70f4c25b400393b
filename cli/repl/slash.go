package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chzyer/readline"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// conversation is one at a terminal: what its slash commands work on.
type conversation struct {
	app     command.App
	agent   *setup.Agent
	loop    *engine.Loop
	id      string // of the conversation
	lines   lines
	verdict engine.Verdict // the last one that was final
	judged  bool           // there is one
}

// slash is one command of a conversation.
type slash struct {
	name, usage, doc string
	run              func(*conversation, context.Context, []string) error
}

// errQuit ends the conversation.
var errQuit = errors.New("the person left")

// slashes lists the commands, in the order of /help.
func slashes() []slash {
	return []slash{
		{"/help", "", "list these commands", (*conversation).help},
		{"/trace", "[off|on|full]", "what the gates said to the last action, or to each from now on",
			(*conversation).trace},
		{"/gates", "", "list the gates and rules in force", func(t *conversation, _ context.Context, _ []string) error {
			return command.ShowGates(t.app, t.agent)
		}},
		{"/tools", "", "list the tools a model may call", func(t *conversation, _ context.Context, _ []string) error {
			return command.ShowTools(t.app, t.agent)
		}},
		{"/approvals", "", "list the actions that wait for approval", (*conversation).approvals},
		{"/approve", "TOKEN", "carry out an action that waits, and go on with its conversation", (*conversation).approve},
		{"/deny", "TOKEN [REASON …]", "deny an action that waits", (*conversation).deny},
		{"/rules", "[revoke ID …]", "list the learned rules and what is granted for this session; take one back",
			(*conversation).rules},
		{"/accept-edits", "[off|on]", "allow edits in the workspace unasked, or ask again", (*conversation).acceptEdits},
		{"/cascade", "[NAME …]", "show or set the providers that are asked, in order", (*conversation).cascade},
		{"/model", "[PROVIDER/MODEL]", "show or set the model", (*conversation).model},
		{"/cost", "", "show what was spent today", func(t *conversation, _ context.Context, _ []string) error {
			return command.ShowCost(t.app, t.agent.Settings, "", "model")
		}},
		{"/undo", "[ID]", "take back a change", (*conversation).undo},
		{"/edit", "[TEXT]", "write a message in $VISUAL or $EDITOR, and send it", (*conversation).edit},
		{"/new", "", "begin a new conversation", (*conversation).renew},
		{"/sessions", "", "list the conversations", (*conversation).sessions},
		{"/clear", "", "clear the screen", (*conversation).clear},
		{"/quit", "", "leave", func(*conversation, context.Context, []string) error { return errQuit }},
	}
}

// isSlash reports whether a line is a command: a path is none, nor is a text of
// several lines.
func isSlash(line string) bool {
	first, _, _ := strings.Cut(line, " ")
	return strings.HasPrefix(first, "/") && !strings.Contains(first[1:], "/") && !strings.Contains(line, "\n")
}

// command carries out a line that begins with a slash. What goes wrong is said;
// only errQuit comes back.
func (t *conversation) command(ctx context.Context, line string) error {
	words := strings.Fields(line)
	var names []string
	for _, s := range slashes() {
		names = append(names, s.name)
		if s.name != words[0] {
			continue
		}
		var err error
		if s.usage == "" && len(words) > 1 {
			err = exit.UsageError("/help lists the commands", "%s takes no arguments", s.name)
		} else {
			err = s.run(t, ctx, words[1:])
		}
		if errors.Is(err, errQuit) {
			return err
		}
		if err != nil {
			t.app.Out.Say(exit.Classify(err))
		}
		return nil
	}
	hint := "/help lists the commands"
	if n := exit.Near(words[0], names); n != "" {
		hint = "did you mean " + n + "?"
	}
	t.app.Out.Say(exit.Classify(exit.UsageError(hint, "there is no command %.40q", words[0])))
	return nil
}

func (t *conversation) help(context.Context, []string) error {
	var b strings.Builder
	for _, s := range slashes() {
		fmt.Fprintf(&b, "%-25s %s\n", strings.TrimSpace(s.name+" "+s.usage), s.doc)
	}
	b.WriteString("A message of several lines: \\ at the end of each, or Alt-Enter, or between \"\"\" and \"\"\".\n")
	b.WriteString("Ctrl-C cancels what is running, Ctrl-R searches the history, Ctrl-D leaves.\n")
	return t.app.Out.Print(b.String())
}

func (t *conversation) approvals(context.Context, []string) error {
	if t.agent.Plans == nil {
		return command.ShowPlans(t.app, nil, nil)
	}
	plans, err := t.agent.Plans.Pending()
	if err != nil {
		return err
	}
	return command.ShowPlans(t.app, t.agent.Plans, plans)
}

func (t *conversation) undo(ctx context.Context, words []string) error {
	images := t.agent.Executor.Images
	if images == nil {
		return exit.UsageError("set HOME or XDG_STATE_HOME", "there is no place where before-images are kept")
	}
	store, err := images()
	if err != nil {
		return err
	}
	return command.UndoChange(t.app, ctx, store, t.agent.Place(), words, false)
}

func (t *conversation) sessions(context.Context, []string) error {
	dir, ok := t.agent.Settings.Sessions()
	if !ok {
		return t.app.Out.Print("no conversation was kept\n")
	}
	return command.ListSessions(t.app, dir, command.NewestShown)
}

func (t *conversation) clear(context.Context, []string) error {
	if !system.IsTerminal(t.app.System.Stderr) {
		return nil
	}
	_, err := readline.ClearScreen(t.app.System.Stderr)
	return err
}

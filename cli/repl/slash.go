package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chzyer/readline"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// talk is a conversation at a terminal: what its slash commands work on.
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
		{"/trace", "", "show what each gate said to the last action", (*conversation).trace},
		{"/gates", "", "list the gates and rules in force", func(t *conversation, _ context.Context, _ []string) error { return command.ShowGates(t.app, t.agent) }},
		{"/tools", "", "list the tools a model may call", func(t *conversation, _ context.Context, _ []string) error { return command.ShowTools(t.app, t.agent) }},
		{"/approvals", "", "list the actions that wait for approval", (*conversation).approvals},
		{"/approve", "TOKEN", "carry out an action that waits, and go on with its conversation", (*conversation).approve},
		{"/deny", "TOKEN [REASON …]", "deny an action that waits", (*conversation).deny},
		{"/rules", "[revoke ID …]", "list the learned rules and what is granted for this session; take one back", (*conversation).rules},
		{"/cascade", "[NAME …]", "show or set the providers that are asked, in order", (*conversation).cascade},
		{"/model", "[NAME]", "show or set the model", (*conversation).model},
		{"/cost", "", "show what was spent today", func(t *conversation, _ context.Context, _ []string) error {
			return command.ShowCost(t.app, t.agent.Settings, "", "model")
		}},
		{"/undo", "[ID]", "take back a change", (*conversation).undo},
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
		fmt.Fprintf(&b, "%-20s %s\n", strings.TrimSpace(s.name+" "+s.usage), s.doc)
	}
	b.WriteString("Ctrl-C cancels what is running, Ctrl-R searches the history, Ctrl-D leaves.\n")
	return t.app.Out.Print(b.String())
}

func (t *conversation) trace(context.Context, []string) error {
	if !t.judged {
		return t.app.Out.Print("nothing was judged yet\n")
	}
	t.app.Out.PrintTrace(t.verdict)
	return nil
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

func (t *conversation) cascade(_ context.Context, names []string) error {
	h := t.agent.Providers
	if len(names) > 0 {
		for _, n := range names {
			if _, ok := t.agent.Settings.Config.Providers[n]; !ok {
				return t.agent.Settings.UnknownProvider(n)
			}
		}
		if err := t.reprovide(func() error { h.Order = slices.Clone(names); return nil }); err != nil {
			return err
		}
	}
	return t.app.Out.Print(strings.Join(h.Order, ", then ") + "\n")
}

func (t *conversation) model(_ context.Context, words []string) error {
	h := t.agent.Providers
	if len(words) > 1 {
		return exit.UsageError("write /model PROVIDER/MODEL", "/model takes one name")
	}
	if len(words) == 1 {
		if err := t.reprovide(func() error { return h.ChooseModel(words[0]) }); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, name := range h.Order {
		model := h.Describe(name).Model
		if model == "" {
			model = "its own choice"
		}
		fmt.Fprintf(&b, "%s: %s\n", name, model)
	}
	return t.app.Out.Print(b.String())
}

// reprovide changes who is asked, and leaves it as it was when that cannot be.
func (t *conversation) reprovide(change func() error) error {
	h := t.agent.Providers
	order, models := slices.Clone(h.Order), map[string]string{}
	for name, model := range h.Models {
		models[name] = model
	}
	err := change()
	if err == nil {
		if err = t.agent.Provide(t.loop); err == nil {
			return nil
		}
	}
	h.Order, h.Models = order, models
	return err
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

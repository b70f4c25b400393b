package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chzyer/readline"

	"pp/engine"
)

// talk is a conversation at a terminal: what its slash commands work on.
type talk struct {
	app     app
	agent   *agent
	loop    *engine.Loop
	id      string // of the conversation
	lines   lines
	verdict engine.Verdict // the last one that was final
	judged  bool           // there is one
}

// slash is one command of a conversation.
type slash struct {
	name, usage, doc string
	run              func(*talk, context.Context, []string) error
}

// errQuit ends the conversation.
var errQuit = errors.New("the person left")

// slashes lists the commands, in the order of /help.
func slashes() []slash {
	return []slash{
		{"/help", "", "list these commands", (*talk).help},
		{"/trace", "", "show what each gate said to the last action", (*talk).trace},
		{"/gates", "", "list the gates and rules in force", func(t *talk, _ context.Context, _ []string) error { return showGates(t.app, t.agent) }},
		{"/tools", "", "list the tools a model may call", func(t *talk, _ context.Context, _ []string) error { return showTools(t.app, t.agent) }},
		{"/approvals", "", "list the actions that wait for approval", (*talk).approvals},
		{"/approve", "TOKEN", "carry out an action that waits, and go on with its conversation", (*talk).approve},
		{"/deny", "TOKEN [REASON …]", "deny an action that waits", (*talk).deny},
		{"/rules", "[revoke ID …]", "list the learned rules and what is granted for this session; take one back", (*talk).rules},
		{"/cascade", "[NAME …]", "show or set the providers that are asked, in order", (*talk).cascade},
		{"/model", "[NAME]", "show or set the model", (*talk).model},
		{"/cost", "", "show what was spent today", func(t *talk, _ context.Context, _ []string) error {
			return showCost(t.app, t.agent.settings, "", "model")
		}},
		{"/undo", "[ID]", "take back a change", (*talk).undo},
		{"/sessions", "", "list the conversations", (*talk).sessions},
		{"/clear", "", "clear the screen", (*talk).clear},
		{"/quit", "", "leave", func(*talk, context.Context, []string) error { return errQuit }},
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
func (t *talk) command(ctx context.Context, line string) error {
	words := strings.Fields(line)
	var names []string
	for _, s := range slashes() {
		names = append(names, s.name)
		if s.name != words[0] {
			continue
		}
		var err error
		if s.usage == "" && len(words) > 1 {
			err = usageError("/help lists the commands", "%s takes no arguments", s.name)
		} else {
			err = s.run(t, ctx, words[1:])
		}
		if errors.Is(err, errQuit) {
			return err
		}
		if err != nil {
			t.app.out.say(classify(err))
		}
		return nil
	}
	hint := "/help lists the commands"
	if n := near(words[0], names); n != "" {
		hint = "did you mean " + n + "?"
	}
	t.app.out.say(classify(usageError(hint, "there is no command %.40q", words[0])))
	return nil
}

func (t *talk) help(context.Context, []string) error {
	var b strings.Builder
	for _, s := range slashes() {
		fmt.Fprintf(&b, "%-20s %s\n", strings.TrimSpace(s.name+" "+s.usage), s.doc)
	}
	b.WriteString("Ctrl-C cancels what is running, Ctrl-R searches the history, Ctrl-D leaves.\n")
	return t.app.out.print(b.String())
}

func (t *talk) trace(context.Context, []string) error {
	if !t.judged {
		return t.app.out.print("nothing was judged yet\n")
	}
	t.app.out.printTrace(t.verdict)
	return nil
}

func (t *talk) approvals(context.Context, []string) error {
	if t.agent.plans == nil {
		return showPlans(t.app, nil, nil)
	}
	plans, err := t.agent.plans.Pending()
	if err != nil {
		return err
	}
	return showPlans(t.app, t.agent.plans, plans)
}

func (t *talk) cascade(_ context.Context, names []string) error {
	h := t.agent.providers
	if len(names) > 0 {
		for _, n := range names {
			if _, ok := t.agent.settings.cfg.Providers[n]; !ok {
				return t.agent.settings.unknownProvider(n)
			}
		}
		if err := t.reprovide(func() error { h.order = slices.Clone(names); return nil }); err != nil {
			return err
		}
	}
	return t.app.out.print(strings.Join(h.order, ", then ") + "\n")
}

func (t *talk) model(_ context.Context, words []string) error {
	h := t.agent.providers
	if len(words) > 1 {
		return usageError("write /model PROVIDER/MODEL", "/model takes one name")
	}
	if len(words) == 1 {
		if err := t.reprovide(func() error { return h.chooseModel(words[0]) }); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, name := range h.order {
		model := h.describe(name).Model
		if model == "" {
			model = "its own choice"
		}
		fmt.Fprintf(&b, "%s: %s\n", name, model)
	}
	return t.app.out.print(b.String())
}

// reprovide changes who is asked, and leaves it as it was when that cannot be.
func (t *talk) reprovide(change func() error) error {
	h := t.agent.providers
	order, models := slices.Clone(h.order), map[string]string{}
	for name, model := range h.models {
		models[name] = model
	}
	err := change()
	if err == nil {
		if err = t.agent.provide(t.loop); err == nil {
			return nil
		}
	}
	h.order, h.models = order, models
	return err
}

func (t *talk) undo(ctx context.Context, words []string) error {
	images := t.agent.executor.images
	if images == nil {
		return usageError("set HOME or XDG_STATE_HOME", "there is no place where before-images are kept")
	}
	store, err := images()
	if err != nil {
		return err
	}
	return undoChange(t.app, ctx, store, t.agent.place(), words, false)
}

func (t *talk) sessions(context.Context, []string) error {
	dir, ok := t.agent.settings.sessions()
	if !ok {
		return t.app.out.print("no conversation was kept\n")
	}
	return listSessions(t.app, dir, newestShown)
}

func (t *talk) clear(context.Context, []string) error {
	if !isTerminal(t.app.sys.Stderr) {
		return nil
	}
	_, err := readline.ClearScreen(t.app.sys.Stderr)
	return err
}

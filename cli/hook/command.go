package hook

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/exit"
)

// Deadline is how long a hook may take before it refuses. Every agent is told to wait longer.
const Deadline = 10 * time.Second

// options are the flags of `pp hook`.
type options struct {
	confine, autoAllow bool
	manage             manageOptions
}

// manageOptions are the flags of installing.
type manageOptions struct {
	project, yes bool
	line         []string // the flags of the installed line
}

// verbs are what is done about hooks, beside judging a call.
var verbs = [...]string{"install", "uninstall", "status"}

// Asked reports whether a command line is that of a hook, before anything is parsed.
func Asked(args []string) bool {
	return len(args) > 1 && args[0] == "hook" && !slices.ContainsFunc(args, func(a string) bool {
		return slices.Contains(verbs[:], a) || a == "--help" || a == "-h"
	})
}

// CLI is `pp hook`.
func CLI(a command.App) *cli.Command {
	var o options
	return &cli.Command{Name: "hook", Usage: "judge the tool calls of another agent, which runs this before each of them",
		UsageText: "AGENT | install AGENT | uninstall AGENT | status [AGENT]",
		Flags: []cli.Flag{
			command.Bool("confine", "run commands in pp's sandbox, and apply what needs no approval", &o.confine),
			command.Bool("auto-allow", "tell the agent what is allowed, so that it does not ask about it", &o.autoAllow),
			command.Bool("project", "for install, uninstall, status: the project's file, not the person's", &o.manage.project),
			command.Bool("yes", "for install and uninstall: do not ask", &o.manage.yes),
			command.Bool("json", "print JSON", &a.Options.JSON)},
		Description: "An agent's call is read from standard input, judged as pp's own would be where nothing confines\n" +
			"it, and answered in the agent's form. AGENT is one of " + strings.Join(agentNames(), ", ") + ".\n" +
			"What asks is put to the agent's person where the agent does that, and else denied with a token: after\n" +
			"pp approve TOKEN the same call is let through once. --accept-edits and --policy FILE count as ever.\n" +
			"exit codes: 0 answered, 2 the call is refused, whatever went wrong",
		Action: func(c *cli.Context) error { return run(a, c.Context, o, c.Args().Slice()) }}
}

func run(a command.App, ctx context.Context, o options, words []string) error {
	if len(words) == 0 {
		return exit.UsageError("one of "+strings.Join(agentNames(), ", "), "say for which agent")
	}
	if slices.Contains(verbs[:], words[0]) {
		name := ""
		if len(words) > 1 {
			name = words[1]
		}
		_, known := Find(name)
		if _, once := named(name, retired()); !known && (!once || words[0] == "install") &&
			(name != "" || words[0] != "status") {
			return unknownAgent(name)
		}
		a.Signals.Handle()
		o.manage.line = o.installed(a)
		return manage(a, ctx, words[0], name, o.manage)
	}
	a.Guard.Arm(Deadline)
	agent, known := Find(words[0])
	if !known || len(words) > 1 {
		return unknownAgent(strings.Join(words, " "))
	}
	h := &hook{App: a, options: o, name: words[0], agent: agent}
	a.Guard.Refusing(h.denial("it could not be judged").Stdout)
	reply := h.answer(ctx)
	return exit.Silent(a.Guard.Answer(reply.Stdout, reply.Stderr, reply.Code))
}

func unknownAgent(name string) error {
	if agent, once := named(name, retired()); once {
		return exit.UsageError("run `pp hook uninstall "+name+"`; pp judges for "+strings.Join(agentNames(), ", "),
			"pp does not judge for %s any more", agent.Title)
	}
	return exit.Unknown("hook for", name, agentNames(), "one of "+strings.Join(agentNames(), ", "))
}

// installed are the flags with which the installed line judges as this one was told to.
func (o options) installed(a command.App) []string {
	var line []string
	if o.confine {
		line = append(line, "--confine")
	}
	if o.autoAllow {
		line = append(line, "--auto-allow")
	}
	if a.Options.AcceptEdits {
		line = append(line, "--accept-edits")
	}
	if a.Options.Policy != "" {
		file, err := filepath.Abs(a.Options.Policy)
		if err != nil {
			file = a.Options.Policy
		}
		line = append(line, "--policy", file)
	}
	return line
}

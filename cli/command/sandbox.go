package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"pp/actuators/sandbox"
	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/cause"
)

// Sandbox runs a command that can only read.
func Sandbox(a App) *cli.Command {
	judged := ""
	return &cli.Command{Name: "sandbox", Usage: "run a command that can only read the workspace",
		UsageText: "-- COMMAND [ARG …] | --judged=ID -- COMMAND",
		Flags: []cli.Flag{Text("judged", "run the command that pp hook --confine has allowed as `ID`, with what it may do",
			&judged)},
		Description: "The command runs under the default confinement: nothing is writable, there is no network,\n" +
			"and secrets are masked. With --judged, what needs approval is not applied.\nexit codes: the command's own; 3 and " +
			"4 something was not applied or waits for approval; 126 it could not be confined, 127 there is no such " +
			"command, 2 usage, 124 --timeout",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.UsageError("try: pp sandbox -- ls -la", "there is no command")
			}
			if judged != "" {
				return runJudged(a, c, judged)
			}
			return a.withSettings(func(c *cli.Context, s *setup.Settings) error {
				return confined(a, c, setup.NewExecutor(s), s)
			})(c)
		}}
}

func confined(a App, c *cli.Context, h *setup.Executor, s *setup.Settings) error {
	argv := c.Args().Slice()
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return exit.New(127, "", err)
	}
	if argv[0], err = filepath.Abs(program); err != nil {
		return err
	}
	if !h.Box().Probe().Confined() {
		return exit.New(126, "", errors.New("this machine does not confine commands: "+strings.Join(h.Box().Report(), "; ")))
	}
	spec, err := h.Box().ReadOnly(s.Where.Dir, s.Where.Workspace)
	if err != nil {
		return exit.New(126, "", err)
	}
	ctx, cancel := system.WithTimeout(c.Context, s.Timeout)
	defer cancel()
	end, err := h.Box().Run(ctx, spec, sandbox.Command{Argv: argv, Output: a.Out.Stdout})
	return asExit(ctx, end, err)
}

// runJudged runs a command that was allowed to another agent, once. It is the whole of the line, so that whoever reads
// the line reads what runs.
func runJudged(a App, c *cli.Context, id string) error {
	in, isFile := a.System.Stdin, a.System.Stdin != nil
	out, toFile := a.System.Stdout.(*os.File)
	errs, errFile := a.System.Stderr.(*os.File)
	if !isFile || !toFile || !errFile {
		return exit.New(126, "", errors.New("standard input, output and error must be open"))
	}
	j, err := setup.TakeJudged(a.System, id)
	if err != nil {
		return exit.New(126, "", err)
	}
	if words := c.Args().Slice(); len(words) != 1 || words[0] != j.Command {
		return exit.New(126, "", errors.New("the command is not the one that was judged; it was not run"))
	}
	at, err := setup.Here(a.System, &setup.Options{})
	if err != nil {
		return err
	}
	if at.Dir != j.Dir {
		return exit.New(126, "", fmt.Errorf("it was judged for %s, and this is %s; it was not run", j.Dir, at.Dir))
	}
	s, err := setup.Load(a.System, j.Options(*a.Options), j.Place(a.System))
	if err != nil {
		return exit.New(126, "", err)
	}
	s.Where.Workspace = j.Workspace
	ctx, cancel := system.WithTimeout(c.Context, a.Options.Timeout)
	defer cancel()
	a.Out.Redactor = s.Redactor
	m := setup.NewAgent(s, a.Out, a.Signals)
	meta := engine.Meta{Source: engine.TargetCLI, Session: j.Session}
	came, err := m.RunJudged(ctx, j, [3]*os.File{in, out, errs}, later{ask.Asker{Agent: m, Meta: meta}})
	if err != nil {
		return asExit(ctx, sandbox.Exit{}, err)
	}
	return endOfJudged(a, came)
}

// later puts every question off: the agent has the terminal.
type later struct{ ask.Asker }

// Ask implements engine.Approver.
func (k later) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if q.Did == nil || k.Agent.Settings.DenyAll {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	lines, _ := output.ChangeLines(q.Did)
	for _, line := range lines {
		k.Agent.Out.Note("not applied", line)
	}
	return k.Later(ctx, q)
}

// endOfJudged says what of a judged command was not applied, and ends as the command did. It fails where something was
// not applied.
func endOfJudged(a App, came engine.Outcome) error {
	code := exit.OK
	for _, p := range came.Pending {
		a.Out.Note("hint", "it waits for a person: pp approve "+p.Token+" applies it, and pp approvals show "+p.Token+
			" shows it; do not approve it yourself")
		code = exit.Suspended
	}
	for _, d := range came.Denials {
		a.Out.Note("not applied", d.Reason)
		code = exit.Denied
	}
	for _, did := range came.Actions {
		for _, text := range cause.Texts(did.Attempts) {
			a.Out.Note("note", "the command "+text+"; the sandbox refused that")
		}
		for _, name := range did.Withheld {
			a.Out.Note("not applied", name+": "+did.Because)
			code = exit.Denied
		}
		for _, conflict := range did.Conflicts {
			a.Out.Note("not applied", conflict)
			code = exit.Failed
		}
		switch end := did.Exit; {
		case end != nil && end.Signal != "":
			code = 128 + int(unix.SignalNum(end.Signal))
		case end != nil && end.Code != 0:
			code = end.Code
		case did.Failed && code == exit.OK:
			code = exit.Failed
		}
	}
	return exit.Silent(code)
}

// asExit is the end of a command, as a shell would have it.
func asExit(ctx context.Context, end sandbox.Exit, err error) error {
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return exit.New(126, "", err)
	case end.Signal != 0:
		return exit.Silent(128 + int(end.Signal))
	}
	return exit.Silent(end.Code)
}

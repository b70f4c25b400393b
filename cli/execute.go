package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/approval"
	"pp/sexp"
)

// executeMandate asks a model for what -e is for. The gate of onlyCommand holds
// it to that.
const executeMandate = `Propose exactly one shell command that does what was asked, as a :TARGET :SHELL request and nothing else. ` +
	`You do not get its result: it must be complete and need no look around before it.`

// commandGate names what denies a proposal of -e that is no command.
const commandGate = "execute"

// onlyCommand denies whatever is no command, before a verdict of the stack
// counts for anything.
type onlyCommand struct{ stack engine.Judge }

// Judge implements engine.Judge.
func (j onlyCommand) Judge(action engine.Action, f engine.Facts) engine.Verdict {
	v := j.stack.Judge(action, f)
	if _, ok := action.Op.(engine.Run); ok {
		return v
	}
	found := engine.Finding{Decision: engine.Deny, Rule: "one-command", Reason: "One shell command was asked for, and this is none; " +
		"propose a command in a :TARGET :SHELL request."}
	v.Decision = engine.Deny
	v.Trace = append([]engine.Step{{Gate: commandGate, Decision: engine.Deny, Rule: found.Rule, Reason: found.Reason,
		Findings: []engine.Finding{found}}}, v.Trace...)
	return v
}

// unfenced takes a reply that is one fenced block of shell for the request that
// it stands for: what small models answer when they are asked for a command.
type unfenced struct{ engine.Provider }

// Complete implements engine.Provider.
func (u unfenced) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	r, err := u.Provider.Complete(ctx, p)
	if cmd, ok := fencedCommand(r.Text); err == nil && ok {
		payload := sexp.NewPlist().With("CMD", sexp.String(cmd)).With("EXPLANATION", sexp.String("Given as a block of shell."))
		r.Text = sexp.Print(sexp.NewPlist().With("TYPE", sexp.Keyword("REQUEST")).With("TARGET", sexp.Keyword("SHELL")).
			With("PAYLOAD", payload.Value()).Value())
	}
	return r, err
}

// fencedCommand is the content of a text that is one fenced block of shell.
func fencedCommand(text string) (string, bool) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	tag, fenced := strings.CutPrefix(strings.TrimSpace(first), "```")
	cmd, closed := strings.CutSuffix(rest, "```")
	cmd = strings.TrimSpace(cmd)
	switch tag {
	case "sh", "bash", "shell":
		return cmd, fenced && closed && cmd != "" && !strings.Contains(cmd, "```")
	}
	return "", false
}

// silentProvider has nothing to add: what a chosen command comes to is the end.
type silentProvider struct{}

// Complete implements engine.Provider.
func (silentProvider) Complete(context.Context, engine.Prompt) (engine.Reply, error) {
	return engine.Reply{}, engine.ErrNothingToAdd
}

// proposal is a run of -e: one command is proposed and judged, and nothing runs. It
// stands alone on standard output and its verdict on standard error; a person at
// the terminal is then asked what to do with it. A command that is denied is not
// printed there, since what is printed may be piped into a shell.
type proposal struct {
	agent  *agent
	loop   *engine.Loop
	signal engine.Signal
}

// run asks for the command.
func (x proposal) run(ctx context.Context) error {
	m, l, out := x.agent, x.loop, x.agent.out
	l.Judge, l.Provider, l.DryRun = onlyCommand{m.stack}, unfenced{l.Provider}, true
	l.Prompter.Mandates = append(l.Prompter.Mandates, executeMandate)
	var found engine.Verdict
	watch := l.Watch
	l.Watch = func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok && j.Final && j.Verdict.Decision != engine.Deny {
			found = j.Verdict
		}
		watch(e)
	}
	came := l.Run(ctx, x.signal)
	command := found.Action.Command()
	if came.Err != nil || command == "" {
		return errors.Join(x.noCommand(came), m.close())
	}
	fmt.Fprintf(out.stderr, "pp: verdict: %s\n", out.redact(found.Sentence()))
	if found.Decision == engine.Ask && m.settings.denyAll {
		return errors.Join(x.deny(came, found), m.close())
	}
	if out.report == nil && out.opts.out == "" && !out.opts.dryRun && isTerminal(m.settings.sys.Stdout) {
		if p, ok := present(m.settings.sys, out.opts.color); ok {
			return x.offer(ctx, p, found)
		}
	}
	turn := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: found.Action.Canonical()}
	if err := m.session.Append(turn); err != nil {
		return errors.Join(err, m.close())
	}
	x.keep(ctx, found, came.Pending)
	m.answers = []string{command}
	if out.report != nil {
		out.report.fill(came, command, true, out.redact)
	}
	if err := errors.Join(out.deliver(command), m.close()); err != nil {
		return err
	}
	return silent(exitOf(came, out.opts.allowDenials))
}

// keep keeps a command that asks as a flight plan, and puts its token into what the
// run came to: who reads that later can approve it.
func (x proposal) keep(ctx context.Context, v engine.Verdict, pending []engine.Pending) {
	if v.Decision != engine.Ask || len(pending) != 1 || x.agent.out.opts.dryRun {
		return
	}
	answer, err := asker{x.agent, x.signal.Meta}.later(ctx, v)
	if err != nil {
		x.agent.out.note("warning", err.Error())
	}
	if answer.Kind == engine.AnswerSuspend {
		pending[0].Token, pending[0].Expires = answer.Token, answer.Expires
		x.agent.out.sayToken(pending[0])
	}
}

// deny ends a run whose command would need a person, of whom none is to be asked.
func (x proposal) deny(came engine.Outcome, v engine.Verdict) error {
	step, f := v.Decisive()
	d := engine.Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Action: v.Action.Canonical(), ByPerson: true}
	x.agent.out.rejected(engine.Rejected{Denial: d, Last: true})
	came.Pending, came.Denials = nil, append(came.Denials, d)
	return x.agent.out.conclude(x.agent.answers, came)
}

// noCommand ends a run in which no command came that a person could run.
func (x proposal) noCommand(came engine.Outcome) error {
	out := x.agent.out
	others := slices.ContainsFunc(came.Denials, func(d engine.Denial) bool { return d.Gate != commandGate })
	if others || came.Err != nil {
		return out.conclude(x.agent.answers, came)
	}
	if out.report != nil {
		out.report.fill(came, "", false, out.redact)
	}
	return &failure{code: exitFailed, kind: "no-command", err: errors.New("no command was proposed"), hint: "leave -e out to get an answer"}
}

// offer asks the person at the terminal what becomes of a proposed command.
func (x proposal) offer(ctx context.Context, p *person, v engine.Verdict) error {
	k := asker{x.agent, x.signal.Meta}
	for {
		k.show(p, v)
		keys := "r run, m modify, e explain, q quit [q] "
		if v.Decision == engine.Deny {
			p.say("  %s\n", v.Sentence())
			keys = strings.TrimPrefix(keys, "r run, ")
		}
		seal, err := k.sealShown(v)
		if err != nil {
			p.close()
			return errors.Join(err, x.agent.close())
		}
		next, done, err := k.choose(ctx, p, v, keys)
		if err != nil || done {
			p.close()
			if err != nil {
				return errors.Join(err, x.agent.close())
			}
			return x.runChosen(ctx, chosen{k, v, seal})
		}
		v = next
	}
}

// sealShown binds the person's choice to what was shown; a command that nothing
// asks about needs no seal.
func (k asker) sealShown(v engine.Verdict) (approval.Seal, error) {
	if v.Decision != engine.Ask {
		return approval.Seal{}, nil
	}
	return approval.NewSeal(v, binding(v), k.agent.settings.sys.Now(), k.agent.settings.cfg.Approvals.InlineExpiry)
}

// choose takes keys until one decides: done to run the command, or the verdict
// over another one that is to be shown. To leave is a denial by the person.
func (k asker) choose(ctx context.Context, p *person, v engine.Verdict, keys string) (next engine.Verdict, done bool, err error) {
	for {
		p.say("%s", keys)
		key, err := p.key(ctx)
		p.say("\n")
		if err != nil {
			return v, false, err
		}
		switch key {
		case 'r', 'R':
			if v.Decision != engine.Deny {
				return v, true, nil
			}
		case 'e', 'E', '?':
			k.explain(p, v)
		case 'm', 'M':
			answer, written, err := k.modify(ctx, p, v)
			if err != nil {
				return v, false, err
			}
			if written {
				return k.agent.judge(*answer.Revised), false, nil
			}
		default:
			return v, false, silent(exitDenied)
		}
	}
}

// chosen approves the command that a person chose to run, as it was shown, and
// asks as usual about anything else.
type chosen struct {
	asker
	shown engine.Verdict
	seal  approval.Seal
}

// Ask implements engine.Approver.
func (k chosen) Ask(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	if v.SameQuestion(k.shown) && k.seal.Check(v, binding(v), k.agent.settings.sys.Now()) == nil {
		return engine.Answer{Kind: engine.AnswerOnce}, nil
	}
	return k.asker.Ask(ctx, v)
}

// runChosen runs a command through the loop, judged again like any other. What
// it prints goes to the terminal as it comes, and no model is asked after it.
func (x proposal) runChosen(ctx context.Context, k chosen) error {
	m, l := x.agent, x.loop
	l.Judge, l.Provider, l.Approver, l.DryRun = m.stack, silentProvider{}, k, false
	watch := l.Watch
	failed := false
	l.Watch = func(e engine.Event) {
		if acted, ok := e.(engine.Acted); ok && !strings.Contains(acted.Result.Text, "(:STATUS :SUCCESS") {
			failed = true
			first, _, _ := strings.Cut(acted.Result.Text, "\n")
			m.out.note("failed", first)
		}
		watch(e)
	}
	came := m.runner(l)(ctx, engine.Signal{Type: engine.TypeRequest, Meta: x.signal.Meta, Payload: engine.Request{Action: k.shown.Action}})
	if err := m.out.conclude(m.answers, came); err != nil || !failed {
		return err
	}
	return silent(exitFailed)
}

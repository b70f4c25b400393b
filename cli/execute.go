package cli

import (
	"context"
	"errors"
	"fmt"
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

// execute carries out -e: one command is proposed and judged, and nothing runs.
// It stands alone on standard output and its verdict on standard error; a
// person at the terminal is then asked what to do with it. A command that is
// denied is not printed there, since what is printed may be piped into a shell.
func (a *app) execute(ctx context.Context, m *machine, l *engine.Loop, s engine.Signal) error {
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
	out := l.Run(ctx, s)
	command := found.Action.Command()
	if out.Err != nil || command == "" {
		return errors.Join(a.noCommand(m, out), m.close())
	}
	fmt.Fprintf(a.stderr, "pp: verdict: %s\n", a.redact(found.Sentence()))
	if found.Decision == engine.Ask && a.opts.denyAll {
		return errors.Join(a.denyProposal(m, out, found), m.close())
	}
	if a.report == nil && a.opts.out == "" && !a.opts.dryRun && isTerminal(a.sys.Stdout) {
		if p, ok := a.present(); ok {
			return a.offer(ctx, m, l, s, p, found)
		}
	}
	if err := m.session.Append(engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: found.Action.Canonical()}); err != nil {
		return errors.Join(err, m.close())
	}
	a.keepProposal(ctx, asker{a, m, s.Meta}, found, out.Pending)
	m.answers = []string{command}
	if a.report != nil {
		a.report.fill(out, command, true, a.redact)
	}
	if err := errors.Join(a.deliver(command), m.close()); err != nil {
		return err
	}
	return silent(exitOf(out, a.opts.allowDenials))
}

// keepProposal keeps a command that asks as a flight plan, and puts its token
// into what the run came to: who reads that later can approve it.
func (a *app) keepProposal(ctx context.Context, k asker, v engine.Verdict, pending []engine.Pending) {
	if v.Decision != engine.Ask || len(pending) != 1 || a.opts.dryRun {
		return
	}
	answer, err := k.later(ctx, v)
	if err != nil {
		a.note("warning", err.Error())
	}
	if answer.Kind == engine.AnswerSuspend {
		pending[0].Token, pending[0].Expires = answer.Token, answer.Expires
		a.sayToken(pending[0])
	}
}

// denyProposal ends a run of -e whose command would need a person, of whom none
// is to be asked.
func (a *app) denyProposal(m *machine, out engine.Outcome, v engine.Verdict) error {
	step, f := v.Decisive()
	d := engine.Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Action: v.Action.Canonical(), ByPerson: true}
	a.rejected(engine.Rejected{Denial: d, Last: true})
	out.Pending, out.Denials = nil, append(out.Denials, d)
	return a.conclude(m, out)
}

// noCommand ends a run of -e in which no command came that a person could run.
func (a *app) noCommand(m *machine, out engine.Outcome) error {
	for _, d := range out.Denials {
		if d.Gate != commandGate {
			return a.conclude(m, out)
		}
	}
	if out.Err != nil {
		return a.conclude(m, out)
	}
	if a.report != nil {
		a.report.fill(out, "", false, a.redact)
	}
	return &failure{code: exitFailed, kind: "no-command", err: errors.New("no command was proposed"), hint: "leave -e out to get an answer"}
}

// offer asks the person at the terminal what becomes of a proposed command.
func (a *app) offer(ctx context.Context, m *machine, l *engine.Loop, s engine.Signal, p *person, v engine.Verdict) error {
	k := asker{a, m, s.Meta}
	for {
		k.show(p, v)
		keys := "r run, m modify, e explain, q quit [q] "
		if v.Decision == engine.Deny {
			p.say("  %s\n", v.Sentence())
			keys = strings.TrimPrefix(keys, "r run, ")
		}
		seal, err := a.sealShown(k, v)
		if err != nil {
			p.close()
			return errors.Join(err, m.close())
		}
		v2, done, err := a.choose(ctx, k, p, v, keys)
		if err != nil || done {
			p.close()
			if err != nil {
				return errors.Join(err, m.close())
			}
			return a.runChosen(ctx, m, l, s, chosen{k, v, seal})
		}
		v = v2
	}
}

// sealShown binds the person's choice to what was shown; a command that nothing
// asks about needs no seal.
func (a *app) sealShown(k asker, v engine.Verdict) (approval.Seal, error) {
	if v.Decision != engine.Ask {
		return approval.Seal{}, nil
	}
	return approval.NewSeal(v, k.binding(), a.sys.Now(), a.cfg.Approvals.InlineExpiry)
}

// choose takes keys until one decides: done to run the command, or the verdict
// over another one that is to be shown. To leave is a denial by the person.
func (a *app) choose(ctx context.Context, k asker, p *person, v engine.Verdict, keys string) (next engine.Verdict, done bool, err error) {
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
				return k.m.stack.Judge(*answer.Revised, a.sessionFacts(k.m, *answer.Revised)), false, nil
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
	if v.SameQuestion(k.shown) && k.seal.Check(v, k.binding(), k.app.sys.Now()) == nil {
		return engine.Answer{Kind: engine.AnswerOnce}, nil
	}
	return k.asker.Ask(ctx, v)
}

// runChosen runs a command through the loop, judged again like any other. What
// it prints goes to the terminal as it comes, and no model is asked after it.
func (a *app) runChosen(ctx context.Context, m *machine, l *engine.Loop, s engine.Signal, k chosen) error {
	l.Judge, l.Provider, l.Approver, l.DryRun = m.stack, silentProvider{}, k, false
	watch := l.Watch
	failed := false
	l.Watch = func(e engine.Event) {
		if acted, ok := e.(engine.Acted); ok && !strings.Contains(acted.Result.Text, "(:STATUS :SUCCESS") {
			failed = true
			first, _, _ := strings.Cut(acted.Result.Text, "\n")
			a.note("failed", first)
		}
		watch(e)
	}
	out := a.runLoop(ctx, m, l, engine.Signal{Type: engine.TypeRequest, Meta: s.Meta, Payload: engine.Request{Action: k.shown.Action}})
	if err := a.conclude(m, out); err != nil || !failed {
		return err
	}
	return silent(exitFailed)
}

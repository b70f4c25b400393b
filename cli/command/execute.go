package command

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/reply"
	"pp/engine/session"
)

// executeMandate asks a model for what -e is for. The gate of onlyCommand holds
// it to that.
const executeMandate = "Propose exactly one shell command that does what was asked, and nothing else: call shell " +
	"with it, or answer with it alone in a ```sh block. You do not get its result: it must be complete and need no look " +
	"around before it."

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
	found := engine.Finding{Decision: engine.Deny, Rule: "one-command",
		Reason: "One shell command was asked for, and this is none; answer with one, alone in a ```sh block."}
	v.Decision = engine.Deny
	v.Trace = append([]engine.Step{{Gate: commandGate, Decision: engine.Deny, Rule: found.Rule, Reason: found.Reason,
		Findings: []engine.Finding{found}}}, v.Trace...)
	return v
}

// written takes a command that a reply gives in writing for the call that it stands for, and a request in its text for
// one: many models answer so when they are asked for a command, and nothing runs of it.
type written struct{ engine.Provider }

// Complete implements engine.Provider.
func (w written) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	r, err := w.Provider.Complete(ctx, p)
	if err != nil || r.Answer || len(r.Calls) > 0 {
		return r, err
	}
	r.Native = false
	if cmd, said, ok := reply.Command(r.Text, isCommand); ok {
		args, err := json.Marshal(map[string]string{"command": cmd, "explanation": "It was asked for, and given in writing."})
		if err != nil {
			return r, err
		}
		r.Calls, r.Text = []engine.ToolCall{{Tool: "shell", Args: string(args)}}, said
	}
	return r, nil
}

// silentProvider has nothing to add: what a chosen command comes to is the end.
type silentProvider struct{}

// Complete implements engine.Provider.
func (silentProvider) Complete(context.Context, engine.Prompt) (engine.Reply, error) {
	return engine.Reply{}, engine.ErrNothingToAdd
}

// aside has a loop carry out what is no part of a conversation: no model is asked after it, or told of it.
func aside(l *engine.Loop) {
	l.Provider, l.Silent, l.Session = silentProvider{}, []engine.Target{engine.TargetTool}, session.NewMemory(0)
}

// proposal is a run of -e: one command is proposed and judged, and nothing runs. It
// stands alone on standard output and its verdict on standard error; a person at
// the terminal is then asked what to do with it. A command that is denied is not
// printed there, since what is printed may be piped into a shell.
type proposal struct {
	agent  *setup.Agent
	loop   *engine.Loop
	signal engine.Signal
	before []engine.ActionReport // what was done for its data
}

// oneCommand has a model be asked for a command only.
func oneCommand(l *engine.Loop) {
	l.Prompter.Tools = slices.DeleteFunc(slices.Clone(l.Prompter.Tools),
		func(t engine.ToolSpec) bool { return t.Name != "shell" })
	l.Prompter.Mandates = append(slices.Clone(l.Prompter.Mandates), executeMandate)
}

// run asks for the command.
func (x proposal) run(ctx context.Context) error {
	m, l, out := x.agent, x.loop, x.agent.Out
	l.Judge, l.Provider, l.DryRun = onlyCommand{m.Judge}, written{l.Provider}, true
	l.Tries = false
	var found engine.Verdict
	watch := l.Watch
	l.Watch = func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok && j.Final && j.Verdict.Decision != engine.Deny {
			found = j.Verdict
		}
		watch(e)
	}
	came := l.Run(ctx, x.signal)
	came.Actions = append(x.before, came.Actions...)
	command := found.Action.Command()
	if came.Err != nil || command == "" {
		return errors.Join(x.noCommand(came), m.Close())
	}
	if out.TraceStyle() != output.TraceFull { // which has said it
		out.Note("verdict", found.Sentence())
	}
	if found.Decision.Asks() && m.Settings.DenyAll {
		return errors.Join(x.deny(came, found), m.Close())
	}
	if out.Report == nil && out.Options.Out == "" && !out.Options.DryRun && system.IsTerminal(m.Settings.System.Stdout) {
		if p, ok := ask.Present(m.Settings.System, out.Options.Color); ok {
			return x.offer(ctx, p, found)
		}
	}
	return x.print(ctx, came, found, command)
}

// print ends a run with its command on standard output.
func (x proposal) print(ctx context.Context, came engine.Outcome, found engine.Verdict, command string) error {
	m, out := x.agent, x.agent.Out
	x.keep(ctx, found, came.Pending)
	m.Answers = []string{command}
	if out.Report != nil {
		out.Report.Fill(came, command, true, out.Redact)
	}
	if err := errors.Join(out.Deliver(command), m.Close()); err != nil {
		return err
	}
	return exit.Silent(exit.Of(came, out.Options.AllowDenials))
}

// keep keeps a command that asks as a flight plan, and puts its token into what the
// run came to: who reads that later can approve it.
func (x proposal) keep(ctx context.Context, v engine.Verdict, pending []engine.Pending) {
	if !v.Decision.Asks() || len(pending) != 1 || x.agent.Out.Options.DryRun {
		return
	}
	answer, err := ask.Asker{Agent: x.agent, Meta: x.signal.Meta}.Later(ctx, engine.Question{Verdict: v})
	if err != nil {
		x.agent.Out.Note("warning", err.Error())
	}
	if answer.Kind == engine.AnswerSuspend {
		pending[0].Token, pending[0].Expires = answer.Token, answer.Expires
		x.agent.Out.SayToken(pending[0])
	}
}

// deny ends a run whose command would need a person, of whom none is to be asked.
func (x proposal) deny(came engine.Outcome, v engine.Verdict) error {
	step, f := v.Decisive()
	d := engine.Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Action: v.Action.Canonical(), ByPerson: true}
	x.agent.Out.Rejected(engine.Rejected{Denial: d, Last: true})
	came.Pending, came.Denials = nil, append(came.Denials, d)
	return x.agent.Out.Conclude(x.agent.Answers, came)
}

// noCommand ends a run in which no command came that a person could run.
func (x proposal) noCommand(came engine.Outcome) error {
	out := x.agent.Out
	others := slices.ContainsFunc(came.Denials, func(d engine.Denial) bool { return d.Gate != commandGate })
	if others || came.Err != nil {
		return out.Conclude(x.agent.Answers, came)
	}
	out.SayUndone(came)
	if out.Report != nil {
		out.Report.Fill(came, "", false, out.Redact)
	}
	return &exit.Error{Code: exit.Failed, Kind: "no-command", Err: errors.New("no command was proposed"),
		Hint: "leave -e out to get an answer"}
}

// offer asks the person at the terminal what becomes of a proposed command.
func (x proposal) offer(ctx context.Context, p *ask.Person, v engine.Verdict) error {
	k := ask.Asker{Agent: x.agent, Meta: x.signal.Meta}
	for {
		k.Show(ctx, p, v)
		if v.Decision == engine.Deny {
			p.Say("  %s\n", v.Sentence())
		}
		seal, err := k.SealShown(v)
		if err != nil {
			p.Close()
			return errors.Join(err, x.agent.Close())
		}
		next, done, err := k.Choose(ctx, p, v)
		if err != nil || done {
			p.Close()
			if err != nil {
				return errors.Join(err, x.agent.Close())
			}
			return x.runChosen(ctx, v.Action, k.Chosen(v, seal))
		}
		v = next
	}
}

// runChosen runs a command through the loop, judged again like any other. What
// it prints goes to the terminal as it comes, and no model is asked after it.
func (x proposal) runChosen(ctx context.Context, action engine.Action, approver engine.Approver) error {
	m, l := x.agent, x.loop
	l.Judge, l.Provider, l.Approver, l.DryRun = m.Judge, silentProvider{}, approver, false
	came := m.Runner(l)(ctx, setup.Request(x.signal.Meta, action))
	for i := range came.Actions {
		came.Actions[i].Error = "" // what it printed went to the terminal as it came
	}
	return m.Out.Conclude(m.Answers, came)
}

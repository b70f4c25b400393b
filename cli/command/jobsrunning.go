package command

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"pp/cli/ask"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/heartbeat/runs"
	"pp/engine/session"
)

// errIdle is a built-in job's word that there was nothing to do: its log says nothing of the run.
var errIdle = errors.New("there was nothing to do")

// Running is one run of a job. What it prints through Out goes to the job's log, and when it was run by name
// to the person too; nobody is asked. It is for one goroutine at a time.
type Running struct {
	App // with streams, flags and a printer of this run's own; System.Stdin is nil
	// Settings are those of the place that the job runs in.
	Settings *setup.Settings
	Record   *runs.Record // Mark is the job's own, and is kept where the run ends well
	ByName   bool         // a person runs it now
	// Data is what --json prints of the run as "data"; nil is null.
	Data any

	signals engine.Outcome // of all that was carried through the loop
	agent   *setup.Agent
	loop    *engine.Loop
	meta    engine.Meta
}

// Agent is what the run's signals are carried through, made with the first call: a conversation of its own, an
// approver that suspends what asks where the job may suspend and denies it else, and the model of its tier.
func (r *Running) Agent() (*setup.Agent, *engine.Loop, error) {
	if r.agent != nil {
		return r.agent, r.loop, nil
	}
	m := setup.NewAgent(r.Settings, r.Out, r.Signals)
	id, err := r.conversation(m)
	if err != nil {
		return nil, nil, err
	}
	r.meta = engine.Meta{Source: engine.TargetCLI, Session: id, Background: true}
	l, err := m.Loop(id, ask.Asker{Agent: m, Meta: r.meta})
	if err != nil {
		return nil, nil, err
	}
	r.agent, r.loop = m, l
	return m, l, nil
}

// conversation is the ID of the run's own; of ticks there is one a day, which is nowhere but in the thought trace.
func (r *Running) conversation(m *setup.Agent) (string, error) {
	if r.Record.Name != tick {
		return m.Records.Converse()
	}
	id, err := session.NewID(strings.NewReader(strings.Repeat(tick, 4)), r.System.Now().UTC().Truncate(24*time.Hour))
	return string(id), err
}

// Do carries one signal through the loop, prints what it answers, and adds what it came to to the run's outcome:
// what failed, was denied or waits is that of the job. The error is of what never began.
func (r *Running) Do(ctx context.Context, p engine.Payload) (engine.Outcome, error) {
	out, err := r.carry(ctx, p)
	if err != nil {
		return out, err
	}
	for _, answer := range r.agent.Answers {
		if err := r.Out.Answer(answer); err != nil {
			return out, err
		}
	}
	r.Out.SayUndone(out)
	return out, nil
}

// carry is Do that prints nothing. The answers are the agent's.
func (r *Running) carry(ctx context.Context, p engine.Payload) (engine.Outcome, error) {
	m, l, err := r.Agent()
	if err != nil {
		return engine.Outcome{}, err
	}
	m.Answers, m.Refused = nil, nil
	out := l.Run(ctx, engine.Signal{Meta: r.meta, Payload: p})
	if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
		out.Err = context.Cause(ctx)
	}
	r.signals.Actions = append(r.signals.Actions, out.Actions...)
	r.signals.Denials = append(r.signals.Denials, out.Denials...)
	r.signals.Pending = append(r.signals.Pending, out.Pending...)
	if r.signals.Err == nil {
		r.signals.Err = out.Err
	}
	return out, nil
}

// end closes what the run opened, and gives what it came to as an error with an exit code; nil is done.
func (r *Running) end(err error) error {
	if r.agent != nil {
		err = errors.Join(err, r.agent.Close())
	}
	if err != nil && !errors.Is(err, errIdle) {
		return err
	}
	switch code := exit.Of(r.signals, false); {
	case r.signals.Err != nil:
		return r.signals.Err
	case code == exit.OK:
		return err
	default:
		return &exit.Error{Code: code, Quiet: true, Err: errors.New(came(r.signals, code))}
	}
}

// came says what became of a run that is not done.
func came(out engine.Outcome, code int) string {
	switch failed, ok := out.Unmended(); {
	case code == exit.Suspended:
		waits := "waits"
		if len(out.Pending) > 1 {
			waits = "wait"
		}
		return counted(len(out.Pending), "action") + " " + waits + " for approval: pp approvals"
	case code == exit.Denied && len(out.Denied()) > 0:
		last := out.Denied()[len(out.Denied())-1]
		return engine.RuleName(last.Gate, last.Rule) + ": " + last.Reason
	case ok:
		return failed.Ending()
	}
	return "it did not do what it was for"
}

// backgroundOptions are the flags of a run that nobody watches. The tier is any where it is not said.
func backgroundOptions(tier string, suspend bool, cost config.Maybe[float64]) *setup.Options {
	o := &setup.Options{Background: true, NoStdin: true, DenyAll: !suspend,
		Tier: map[string]engine.Tier{"reflex": engine.TierReflex, "cognition": engine.TierCognition,
			"reasoning": engine.TierReasoning}[tier]}
	o.Format, o.Color = "text", "never"
	if tier == "reflex" {
		o.Provider = "offline"
	}
	if cost.Set {
		o.MaxCost = strconv.FormatFloat(cost.Value, 'f', -1, 64)
	}
	return o
}

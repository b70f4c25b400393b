package ask

import (
	"context"
	"errors"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
)

// Asker asks the person who is there, suspends when nobody is, and denies under
// --deny-all-approvals. It never waits for somebody who is not there.
type Asker struct {
	Agent *setup.Agent
	Meta  engine.Meta
}

// Begin opens the conversation of an agent, and wires the loop of it that asks at the terminal.
func Begin(m *setup.Agent) (*engine.Loop, engine.Meta, error) {
	id, err := m.Records.Converse()
	if err != nil {
		return nil, engine.Meta{}, err
	}
	meta := engine.Meta{Source: engine.TargetCLI, Session: id}
	l, err := m.Loop(id, Asker{Agent: m, Meta: meta})
	return l, meta, err
}

// Ask implements engine.Approver. What a person has denied in this turn is not
// asked again: nobody is to be worn out.
func (k Asker) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	return k.ask(ctx, q, k.atTerminal)
}

// ask has a way of asking put a question that is to be put; with errAway and exit.ErrHangup it suspends.
func (k Asker) ask(ctx context.Context, q engine.Question,
	put func(context.Context, engine.Question) (engine.Answer, error)) (engine.Answer, error) {
	if k.Agent.Settings.DenyAll {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	same := strings.Join(strings.Fields(q.Verdict.Action.Essence()), " ")
	if k.Agent.Refused[same] {
		return engine.Answer{Kind: engine.AnswerDeny,
			Reason: "it was denied in this turn already and was not asked again; do something else"}, nil
	}
	answer, err := put(ctx, q)
	if errors.Is(err, errAway) || errors.Is(err, exit.ErrHangup) {
		return k.Later(context.WithoutCancel(ctx), q)
	}
	if err == nil && answer.Kind == engine.AnswerDeny && !answer.Absent {
		if k.Agent.Refused == nil {
			k.Agent.Refused = map[string]bool{}
		}
		k.Agent.Refused[same] = true
	}
	return answer, err
}

// atTerminal asks the person at the terminal, if there is one and what runs is for them to watch.
func (k Asker) atTerminal(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if k.Agent.Settings.Options.Background {
		return k.Later(ctx, q)
	}
	p, ok := Present(k.Agent.Settings.System, k.Agent.Out.Options.Color)
	if !ok {
		return k.Later(ctx, q)
	}
	defer p.Close()
	defer system.HoldTimeout(ctx)()
	if q.Did != nil {
		k.showTaking(p, q)
		keys := append([]string{"y yes"}, k.scopeKeys(q)...)
		return k.keys(ctx, p, q, "take it over? "+strings.Join(keys, ", ")+", "+lookKeys(q))
	}
	return k.inline(ctx, p, q)
}

// Later suspends a question, where there is a place for it and the action still asks. What was cleared
// before it was done does not wait for what it did besides.
func (k Asker) Later(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if k.Agent.Settings.Options.Ephemeral || k.Agent.Plans == nil || q.Verdict.Decision != engine.Ask ||
		q.Did != nil && q.Kept == nil {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	return k.suspend(ctx, q)
}

// inline shows the whole question and takes one key. An approval is good for
// what was shown, as it was when it was shown.
func (k Asker) inline(ctx context.Context, p *Person, q engine.Question) (engine.Answer, error) {
	v := q.Verdict
	seal, err := k.seal(v)
	if err != nil {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: err.Error()}, nil
	}
	k.Show(ctx, p, v)
	answer, err := k.keys(ctx, p, q, k.question(q))
	return k.sealed(answer, seal, v), err
}

// keys takes keys until one of them answers what is asked.
func (k Asker) keys(ctx context.Context, p *Person, q engine.Question, asked string) (engine.Answer, error) {
	keys := "ysamde?"
	if q.Did != nil {
		keys = "ysalde?"
	}
	for {
		key, err := p.choice(ctx, keys, asked)
		if err != nil {
			return engine.Answer{}, err
		}
		if answer, done, err := k.answer(ctx, p, q, key); err != nil || done {
			return answer, err
		}
	}
}

// seal binds an approval to what is shown now.
func (k Asker) seal(v engine.Verdict) (approval.Seal, error) {
	s := k.Agent.Settings
	return approval.NewSeal(v, setup.Binding(v), s.System.Now(), s.Config.Approvals.InlineExpiry)
}

// sealed voids an approval when something changed while the question stood.
func (k Asker) sealed(answer engine.Answer, seal approval.Seal, v engine.Verdict) engine.Answer {
	if !answer.Approves() {
		return answer
	}
	if err := seal.Check(v, setup.Binding(k.Agent.Judge.Now(v.Action)), k.Agent.Settings.System.Now()); err != nil {
		return engine.Answer{Kind: engine.AnswerVoid, Reason: err.Error()}
	}
	return answer
}

// answer acts on one key; done is false for a key that only asks for more.
func (k Asker) answer(ctx context.Context, p *Person, q engine.Question, key byte) (engine.Answer, bool, error) {
	switch key {
	case 'y':
		return engine.Answer{Kind: engine.AnswerOnce}, true, nil
	case 's':
		return k.grant(ctx, p, q, approval.ForSession)
	case 'a':
		return k.grant(ctx, p, q, approval.ForGood)
	case 'm':
		return k.modify(ctx, p, q.Verdict)
	case 'n':
		why, err := p.line(ctx, "why not? (told to the model) ")
		return engine.Answer{Kind: engine.AnswerDeny, Reason: why}, true, err
	}
	k.look(p, q, key)
	return engine.Answer{Kind: engine.AnswerDeny}, key == ctrlD, nil
}

// writtenByPerson is the explanation of a command that no model proposed.
const writtenByPerson = "Written by the person in place of the proposal."

// modify lets the person write another command, which is judged from the start.
func (k Asker) modify(ctx context.Context, p *Person, v engine.Verdict) (engine.Answer, bool, error) {
	op, ok := v.Action.Op.(engine.Run)
	if !ok {
		p.Say("only a command can be modified here.\n")
		return engine.Answer{}, false, nil
	}
	text, err := p.editLine(ctx, "the command instead: ", op.Command)
	if err != nil || text == "" || text == op.Command {
		return engine.Answer{}, false, err
	}
	revised := v.Action
	op.Command = text
	revised.Op, revised.Explanation = op, writtenByPerson
	return engine.Answer{Kind: engine.AnswerModify, Revised: &revised}, true, nil
}

// suspend keeps an action as a flight plan and shows it in the Org file. Plans
// that ended long ago make place for it.
func (k Asker) suspend(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if p, waits := k.waiting(q.Verdict); waits {
		return engine.Answer{Kind: engine.AnswerSuspend, Token: p.Token, Expires: p.Expires}, nil
	}
	b := setup.Binding(q.Verdict)
	var err error
	if b.Did, err = didOf(q); err != nil {
		return engine.Answer{}, err
	}
	talk := k.Agent.Providers.Conversation(k.Meta)
	talk.Within = q.Within
	answer, err := k.Agent.Plans.Suspend(ctx, q.Verdict, b, talk)
	if err != nil {
		return answer, err
	}
	if _, err := k.Agent.Plans.Prune(ctx, planKept); err != nil {
		k.Agent.Out.Note("warning", err.Error())
	}
	setup.SyncPlans(ctx, k.Agent.Settings.System, k.Agent.Plans, k.Agent.Out, k.Agent)
	return answer, nil
}

// waiting is the flight plan of an action that a job has asked about before, while it waits: one that runs often
// asks once.
func (k Asker) waiting(v engine.Verdict) (p approval.Plan, waits bool) {
	if !k.Agent.Settings.Options.Background {
		return p, false
	}
	plans, _ := k.Agent.Plans.Pending()
	for _, p := range plans {
		if p.Meta.Background && p.Dir == v.Dir && p.Action.Essence() == v.Action.Essence() {
			return p, true
		}
	}
	return p, false
}

// planKept is how long a flight plan that came to its end is still shown.
const planKept = 30 * 24 * time.Hour

package ask

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
)

// Asker asks the person at the terminal, suspends the action if there is nobody, and denies under --deny-all-approvals.
type Asker struct {
	Agent *setup.Agent
	Meta  engine.Meta
	// Put shows a whole question and returns the person's answer, or ErrNobody; nil asks at the terminal.
	Put func(ctx context.Context, s Shown) (Choice, error)
}

// ErrNobody says that nobody is there to answer any more: the terminal hung up, or another job has it now.
var ErrNobody = errors.New("nobody is at the terminal any more")

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

// Ask implements engine.Approver. It does not repeat a question that the person denied in this turn.
func (k Asker) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if k.Agent.Settings.DenyAll {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	same := strings.Join(strings.Fields(q.Essences()), " ")
	if k.Agent.Refused[same] {
		return engine.Answer{Kind: engine.AnswerDeny,
			Reason: "it was denied in this turn already and was not asked again; do something else"}, nil
	}
	put, p, there := k.put()
	if !there {
		return k.Later(ctx, q)
	}
	defer p.Close()
	answer, err := k.ask(ctx, q, put)
	if errors.Is(err, ErrNobody) || errors.Is(err, exit.ErrHangup) {
		return k.Later(context.WithoutCancel(ctx), q)
	}
	if err == nil && !answer.Absent {
		k.Agent.Judge.Attempts.Answered(q)
	}
	if err == nil && answer.Kind == engine.AnswerDeny && !answer.Absent {
		if k.Agent.Refused == nil {
			k.Agent.Refused = map[string]bool{}
		}
		k.Agent.Refused[same] = true
	}
	return answer, err
}

// put returns how a question is put, the person where that is at the terminal, and whether anybody is there.
func (k Asker) put() (put func(context.Context, Shown) (Choice, error), p *Person, there bool) {
	if k.Put != nil {
		return k.Put, nil, true
	}
	if k.Agent.Settings.Options.Background { // which is for nobody to watch
		return nil, nil, false
	}
	p, there = Present(k.Agent.Settings.System, k.Agent.Out.Options.Color)
	if !there {
		return nil, nil, false
	}
	return terminal{k, p}.put, p, true
}

// ask shows a question and keeps the chosen scope. An approval holds for exactly the shown action.
func (k Asker) ask(ctx context.Context, q engine.Question, put func(context.Context, Shown) (Choice, error)) (
	engine.Answer, error) {
	defer system.HoldTimeout(ctx)()
	shown := k.shown(ctx, q)
	var seal approval.Seal
	if q.Did == nil {
		var err error
		if seal, err = k.seal(q.Verdict); err != nil {
			return engine.Answer{Kind: engine.AnswerDeny, Reason: err.Error()}, nil
		}
		shown.Expires = seal.Expires
	}
	for {
		choice, err := put(ctx, shown)
		if err != nil {
			return engine.Answer{}, err
		}
		answer, err := k.granted(ctx, shown, choice)
		switch {
		case err != nil && k.Put == nil: // the person sees why, and chooses again
			shown.Again = "it was not kept: " + err.Error()
			continue
		case err != nil:
			answer = engine.Answer{Kind: engine.AnswerDeny, Reason: "it was not kept: " + err.Error()}
		}
		if q.Did != nil || !answer.Approves() {
			return answer, nil
		}
		now := setup.Binding(k.Agent.Judge.Now(q.Verdict.Action))
		if err := seal.Check(q.Verdict, now, k.Agent.Settings.System.Now()); err != nil {
			return engine.Answer{Kind: engine.AnswerVoid, Reason: err.Error()}, nil
		}
		return answer, nil
	}
}

// seal binds an approval to what is shown now.
func (k Asker) seal(v engine.Verdict) (approval.Seal, error) {
	s := k.Agent.Settings
	return approval.NewSeal(v, setup.Binding(v), s.System.Now(), s.Config.Approvals.InlineExpiry)
}

// granted keeps the chosen rules. It treats a choice that was not offered as a denial.
func (k Asker) granted(ctx context.Context, s Shown, c Choice) (engine.Answer, error) {
	if !s.Accepts(c) {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: "what was to be granted was not offered"}, nil
	}
	answer := engine.Answer{Kind: c.Kind, Revised: c.Revised}
	switch c.Kind {
	case engine.AnswerSession:
		for _, r := range s.Session[c.Offer].rules {
			k.Agent.Judge.Grants.Give(r, "the prompt", k.Agent.Settings.System.Now())
		}
	case engine.AnswerAlways:
		for _, r := range s.Always[c.Offer].rules {
			if _, err := k.Agent.Rules.Learn(ctx, r, "the prompt", k.Agent.Judge.With); err != nil {
				return engine.Answer{}, err
			}
		}
	case engine.AnswerDeny:
		answer.Reason = c.Reason
	case engine.AnswerOnce, engine.AnswerModify, engine.AnswerSuspend, engine.AnswerVoid:
	}
	return answer, nil
}

// Confirm asks about a flight plan as about anything else, but for once only; with yes it asks nobody.
func (k Asker) Confirm(ctx context.Context, plan approval.Plan, yes bool) setup.Confirm {
	if yes {
		return nil
	}
	return func(q engine.Question, again error) error {
		put, p, there := k.put()
		if !there {
			return exit.UsageError("give --yes to carry it out without being asked; `pp approvals show "+plan.Token+
				"` shows what it is", "nobody is at the terminal to confirm it")
		}
		defer p.Close()
		if again != nil {
			becomes := "it is asked about anew, as it is now"
			switch {
			case plan.Did.Waits():
				becomes = "it is done again in a new layer, and asked about after that"
			case q.Verdict.Decision == engine.Allow:
				becomes = "it does not ask any more, and is carried out"
			}
			if p != nil {
				p.Say("%s: %s\n", becomes, oneLine(again.Error()))
			} else {
				k.Agent.Out.Note("note", becomes+": "+again.Error())
			}
			return nil
		}
		s := k.describe(ctx, q)
		s.Expires, s.Plan = plan.Expires, &plan
		onward := "it goes on with " + cmp.Or(plan.Agent, strings.Join(k.Agent.Providers.Asked(), ", then "))
		if s.Onward = "in " + plan.Dir + "; " + onward; p == nil {
			s.Remarks = append(s.Remarks, "in "+plan.Dir, onward)
		}
		defer system.HoldTimeout(ctx)()
		choice, err := put(ctx, s)
		if errors.Is(err, ErrNobody) && p == nil || err == nil && choice.Kind != engine.AnswerOnce {
			not := "not carried out"
			if q.Did != nil {
				not = "not taken over"
			}
			return exit.New(exit.Denied, "", errors.New(not+"; it still waits"))
		}
		return err
	}
}

// Later suspends an action that still needs approval, if pp has a place to keep it.
func (k Asker) Later(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if k.Agent.Settings.Options.Ephemeral || k.Agent.Plans == nil || !q.Verdict.Decision.Asks() ||
		q.Did != nil && q.Kept == nil {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	return k.suspend(ctx, q)
}

// suspend keeps an action as a flight plan, shows it in the Org file, and removes plans that ended long ago.
func (k Asker) suspend(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if p, waits := k.waiting(q.Verdict); waits && len(q.Also) == 0 {
		return engine.Answer{Kind: engine.AnswerSuspend, Token: p.Token, Expires: p.Expires}, nil
	}
	b := setup.Binding(q.Verdict)
	b.Also = q.Also
	var err error
	if b.Did, err = didOf(q); err != nil {
		return engine.Answer{}, err
	}
	talk := k.Agent.Providers.Conversation(k.Meta)
	talk.Within, talk.Agent = q.Within, k.Agent.Judge.Elsewhere.Name
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

// planKept is how long a flight plan that came to its end is still shown.
const planKept = 30 * 24 * time.Hour

// waiting returns the pending plan of a job that asked the same before, so that a job asks only once.
func (k Asker) waiting(v engine.Verdict) (p approval.Plan, waits bool) {
	if !k.Agent.Settings.Options.Background {
		return p, false
	}
	plans, _ := k.Agent.Plans.Pending()
	for _, p := range plans {
		if p.Meta.Background && len(p.Also) == 0 && p.Dir == v.Dir && p.Action.Essence() == v.Action.Essence() {
			return p, true
		}
	}
	return p, false
}

// didOf is what of a question a flight plan keeps: what the action did, and where that waits.
func didOf(q engine.Question) (approval.Did, error) {
	if q.Kept == nil {
		return approval.Did{}, nil
	}
	kept, err := q.Kept()
	did := approval.Did{Layer: kept.ID, Sum: kept.Sum, Why: q.Why(), Failed: q.Came.Failure()}
	for _, d := range q.Did {
		added, removed := 0, 0
		if !d.HidesContent() {
			added, removed = engine.ChangedLines(q.Diff(d.Change, output.MaxDiff))
		}
		did.Add(d, added, removed)
	}
	return did, err
}

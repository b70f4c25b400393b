package engine

import (
	"context"
	"errors"
	"fmt"
)

// thought is what Reason hands to Act.
type thought struct {
	signal Signal
	action Action
	has    bool // there is an action to judge and carry out
	// disputed says how providers disagreed about the action; "" when they did not.
	disputed string
	first    int // index of the first denial of this turn, for correction
}

// reason thinks and judges, feeding a denial back, for the sensors that want a
// model; any other signal passes through.
func (r *runState) reason(ctx context.Context, s Signal) (thought, error) {
	t := thought{signal: s, first: len(r.out.Denials)}
	if req, ok := s.Payload.(Request); ok {
		t.action, t.has = req.Action, true
		return t, nil
	}
	switch s.Sensor() {
	case SensorUserInput, SensorChatMessage, SensorToolOutput, SensorToolError:
	default:
		return t, nil
	}
	var feedback string
	essences := map[string]bool{}
	for attempt := 1; attempt <= r.limits.Attempts; attempt++ {
		a, denial, err := r.propose(ctx, s, feedback, attempt)
		t.disputed = ""
		if d := dispute(nil); errors.As(err, &d) {
			var reply Reply
			reply, t.disputed = d.Disputed()
			r.heard(reply)
			a, denial, err = r.consider(ctx, s, reply)
		}
		if errors.Is(err, ErrNothingToAdd) {
			return t, nil
		}
		if err != nil {
			return t, err
		}
		if denial == nil {
			t.action, t.has = a, true
			return t, nil
		}
		last := attempt == r.limits.Attempts || denial.Action != "" && essences[a.Essence()]
		essences[a.Essence()] = true
		r.deny(*denial, last)
		if last {
			break
		}
		feedback = rejection(*denial)
	}
	return t, nil
}

// propose asks for one proposal and judges it. A denial is returned with the
// action that was denied; anything but a denial is for Act to decide.
func (r *runState) propose(ctx context.Context, s Signal, feedback string, attempt int) (Action, *Denial, error) {
	reply, err := r.think(ctx, s, feedback, attempt)
	if err != nil {
		return Action{}, nil, err
	}
	return r.consider(ctx, s, reply)
}

// consider decodes and judges a proposal.
func (r *runState) consider(ctx context.Context, s Signal, reply Reply) (Action, *Denial, error) {
	said, err := r.Decoder.Decode(reply.Text, s.Meta.Source)
	a := said.Action
	if err != nil {
		var pe *ProtocolError
		if !errors.As(err, &pe) {
			return Action{}, nil, err
		}
		r.record(ctx, Record{Kind: RecordProposal, Text: reply.Text})
		return Action{}, &Denial{Gate: "decode", Rule: "form", Reason: pe.Message}, nil
	}
	if said.Remark != "" {
		r.watch(Remarked{said.Remark})
	}
	r.record(ctx, proposalRecord(a))
	v := r.judge(a)
	r.watch(Judged{Verdict: v})
	r.record(ctx, verdictRecord(v, "reason"))
	if v.Decision == Ask || v.Decision == Allow {
		return a, nil, nil
	}
	d := denialOf(v)
	return a, &d, nil
}

// dispute is the error of providers that were to agree and did not.
type dispute interface {
	error
	// Disputed is the reply to go on with, if a person allows it, and who
	// disagreed and how.
	Disputed() (candidate Reply, why string)
}

// contested adds to a verdict what absence of consensus asks: never waivable,
// and only of an action with effects.
func contested(v Verdict, why string) Verdict {
	if why == "" || v.Effects.None() {
		return v
	}
	f := Finding{Decision: Ask, Rule: "majority", Reason: "The providers do not agree on this action: " + why + "."}
	v.Trace = append([]Step{{Gate: "consensus", Decision: Ask, Rule: f.Rule, Reason: f.Reason, Findings: []Finding{f}}},
		v.Trace...)
	v.Decision, v.When = min(v.Decision, Ask), AskBefore
	return v
}

// think assembles the prompt and asks the providers.
func (r *runState) think(ctx context.Context, s Signal, feedback string, attempt int) (Reply, error) {
	prompt := r.Prompter.Prompt(r.turns(), feedback, r.Redactor)
	prompt.Nonce, prompt.Preview = r.Nonce, r.Preview
	r.recordPrompt(ctx, prompt)
	r.watch(Thinking{Attempt: attempt})
	if r.Provider == nil {
		return Reply{}, &LLMError{Kind: LLMConfig, Err: errors.New("no provider is configured")}
	}
	reply, err := r.Provider.Complete(ctx, prompt)
	if err != nil {
		if ctx.Err() != nil {
			return Reply{}, context.Cause(ctx)
		}
		return Reply{}, err
	}
	r.heard(reply)
	if len(reply.Text) > r.limits.ReplyBytes {
		return Reply{}, &LLMError{Provider: reply.Provider, Err: fmt.Errorf("the reply has %d bytes, over the limit of %d",
			len(reply.Text), r.limits.ReplyBytes)}
	}
	return reply, nil
}

// heard accounts for a reply and shows it.
func (r *runState) heard(reply Reply) {
	r.out.Provider, r.out.Model = reply.Provider, reply.Model
	r.out.Usage = r.out.Usage.Add(reply.Usage)
	r.out.Cost += reply.Cost
	r.out.Priced = r.out.Priced && reply.Priced
	r.out.Failed = append(r.out.Failed, reply.Failed...)
	r.watch(Answered{Reply: reply})
}

func (r *runState) turns() []Turn {
	if r.Session == nil {
		return nil
	}
	return r.Session.Turns()
}

// judge never returns more than a denial when there is no judge.
func (r *runState) judge(a Action) Verdict {
	if r.Judge == nil {
		return Verdict{Action: a}
	}
	var f Facts
	if r.Facts != nil {
		f = r.Facts(a)
	}
	return r.Judge.Judge(a, f)
}

func (r *runState) deny(d Denial, last bool) {
	r.out.Denials = append(r.out.Denials, d)
	r.watch(Rejected{Denial: d, Last: last})
}

func denialOf(v Verdict) Denial {
	step, f := v.Decisive()
	return Denial{Gate: step.Gate, Rule: f.Rule, Reason: f.Reason, Action: v.Action.Canonical()}
}

// rejection is the whole reason, for the model to correct itself: what was
// proposed, which gate, which rule, what would pass.
func rejection(d Denial) string {
	proposed := d.Action
	if proposed == "" {
		proposed = "your reply"
	}
	return fmt.Sprintf("PREVIOUS PROPOSAL REJECTED by %s/%s: %s Proposed was %s. "+
		"Propose something else, or answer in plain text.",
		d.Gate, d.Rule, d.Reason, Clip(proposed, 2000))
}

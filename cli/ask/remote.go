package ask

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
)

// Shown is a question whole, for a front end that is no terminal. Secrets are masked in its texts, all but those of
// Question, which is what is approved.
type Shown struct {
	Question engine.Question
	Failed   string   // how it failed in its layer, and the last lines that it said; "" where it did not
	Reasons  []string // why it is asked, a gate's rule and sentence each
	Does     []string // what the action would do; empty where Did says what it did
	Did      []string // what it did in a layer: its hazards, commits and changes, a line each
	Diff     string   // what would become of texts, or did; "" where there is none to show
	Remarks  []string // what else there is to know: confinement, credentials, what cannot be undone
	Session  []Offer  // what may be granted for the session, narrow to wide
	Always   []Offer  // what may be granted for good
	Expires  time.Time
}

// Offer is a scope that may be granted in the place of a single yes.
type Offer struct {
	Sentences []string // what it allows
	rules     []approval.Rule
}

// Choice is how a person answered what was shown. Its zero value denies.
type Choice struct {
	Kind   engine.AnswerKind // AnswerOnce, AnswerSession, AnswerAlways or AnswerDeny
	Offer  int               // which of Session or Always, from 0
	Reason string            // of a denial, for the model
}

// ErrNobody is what Put returns when nobody is there to answer: the question is suspended.
var ErrNobody = errAway

// Remote asks somebody who is not at the terminal. Put shows a question whole and waits for the answer to it; what it
// gives back must have come from the person, and belong to this question and no other.
type Remote struct {
	Asker
	Put func(ctx context.Context, s Shown) (Choice, error)
}

// Ask implements engine.Approver, under the rules for asking at the terminal.
func (r Remote) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	return r.ask(ctx, q, r.put)
}

func (r Remote) put(ctx context.Context, q engine.Question) (engine.Answer, error) {
	defer system.HoldTimeout(ctx)()
	shown := r.shown(ctx, q)
	var seal approval.Seal
	if q.Did == nil {
		var err error
		if seal, err = r.seal(q.Verdict); err != nil {
			return engine.Answer{Kind: engine.AnswerDeny, Reason: err.Error()}, nil
		}
		shown.Expires = seal.Expires
	}
	choice, err := r.Put(ctx, shown)
	if err != nil {
		return engine.Answer{}, err
	}
	answer := r.granted(ctx, shown, choice)
	if q.Did != nil {
		return answer, nil
	}
	return r.sealed(answer, seal, q.Verdict), nil
}

// granted keeps what was chosen. A scope that was not offered, or cannot be kept, is a denial.
func (r Remote) granted(ctx context.Context, s Shown, c Choice) engine.Answer {
	var offers []Offer
	scope := approval.ForGood
	switch c.Kind {
	case engine.AnswerOnce:
		return engine.Answer{Kind: engine.AnswerOnce}
	case engine.AnswerSession:
		offers, scope = s.Session, approval.ForSession
	case engine.AnswerAlways:
		offers = s.Always
	case engine.AnswerDeny, engine.AnswerModify, engine.AnswerSuspend, engine.AnswerVoid:
		return engine.Answer{Kind: engine.AnswerDeny, Reason: c.Reason}
	}
	if c.Offer < 0 || c.Offer >= len(offers) {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: "what was to be granted was not offered"}
	}
	if err := r.keep(ctx, offers[c.Offer].rules, scope); err != nil {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: "it was not kept: " + err.Error()}
	}
	return engine.Answer{Kind: kindOf(scope)}
}

// shown is a question with the scopes that may be granted.
func (r Remote) shown(ctx context.Context, q engine.Question) Shown {
	s := r.describe(ctx, q)
	for _, o := range []struct {
		to    *[]Offer
		scope approval.Scope
	}{{&s.Session, approval.ForSession}, {&s.Always, approval.ForGood}} {
		for _, offer := range r.offers(q, o.scope) {
			if offer.Err == nil {
				*o.to = append(*o.to, Offer{approval.Sentences(offer.Rules), offer.Rules})
			}
		}
	}
	return s
}

// describe is a question as it is shown, whole.
func (r Remote) describe(ctx context.Context, q engine.Question) Shown {
	v, redact := q.Verdict, r.Agent.Out.Redact
	s := Shown{Question: q}
	if q.Did != nil {
		if failure := q.Came.Failure(); failure != "" {
			s.Failed = redact("it failed: " + failure)
		}
		for _, line := range didLines(q) {
			s.Did = append(s.Did, redact(line))
		}
		for _, d := range q.Did {
			if d.Asks() {
				s.Reasons = append(s.Reasons, redact(d.Finding.Rule+": "+d.Finding.Reason))
			}
			if d.Finding.Decision != engine.Deny { // a new secret file is known to nothing that masks
				s.Diff += q.Diff(d.Change, output.MaxDiff)
			}
		}
		s.Diff = redact(s.Diff)
		return s
	}
	for _, why := range reasons(v) {
		s.Reasons = append(s.Reasons, redact(why))
	}
	for _, e := range v.Effects.All() {
		s.Does = append(s.Does, redact(fmt.Sprintf("%s %s", e.Kind, e.Subject)))
	}
	s.Remarks = r.remarks(ctx, v)
	if changesText(v.Action) {
		diff, err := r.change(v)
		if err != nil {
			diff = err.Error()
		}
		s.Diff = redact(diff)
	}
	return s
}

// Confirm asks about a flight plan as it asks about anything else, but for once only.
func (r Remote) Confirm(ctx context.Context, plan approval.Plan) setup.Confirm {
	return func(q engine.Question, again error) error {
		if again != nil { // it is done again, and asked about after that
			r.Agent.Out.Note("note", "it is done again in a new layer, and asked about after that: "+again.Error())
			return nil
		}
		defer system.HoldTimeout(ctx)()
		s := r.describe(ctx, q)
		s.Expires = plan.Expires
		s.Remarks = append(s.Remarks, "in "+plan.Dir, "it goes on with "+onwardWith(r.Agent, plan))
		choice, err := r.Put(ctx, s)
		if errors.Is(err, ErrNobody) || err == nil && choice.Kind != engine.AnswerOnce {
			return exit.New(exit.Denied, "", errors.New("not carried out; it still waits"))
		}
		return err
	}
}

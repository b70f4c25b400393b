package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pp/cli/output"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/cause"
	"pp/engine/effect"
)

// Shown holds a whole question for every front end. Off the terminal its texts are masked, except Question.
type Shown struct {
	Question engine.Question
	Failed   string         // how it failed in its layer, and the last lines that it said; "" where it did not
	Reasons  []string       // why it is asked, a gate's rule and sentence each
	Does     []string       // what the action would do; empty where Did says what it did
	Did      []string       // what it did in a layer: its hazards, commits and changes, a line each
	Diff     string         // what would become of texts, or did; "" where there is none to show
	Remarks  []string       // what else there is to know: confinement, credentials, what cannot be undone
	Session  []Offer        // what may be granted for the session, narrow to wide
	Always   []Offer        // what may be granted for good
	Plan     *approval.Plan // that waits and is confirmed, once; nil for a new question
	Onward   string         // of a plan: where it runs, and who goes on with it
	Again    string         // why it is put once more, "" the first time
	Expires  time.Time

	refused map[engine.AnswerKind][]string // why more cannot be granted
}

// Offer is a scope that may be granted in the place of a single yes.
type Offer struct {
	Sentences []string // what it allows
	rules     []approval.Rule
}

// Choice is how a person answered what was shown. Its zero value denies.
type Choice struct {
	Kind    engine.AnswerKind // AnswerOnce, AnswerSession, AnswerAlways, AnswerModify or AnswerDeny
	Offer   int               // which of Session or Always, from 0
	Reason  string            // of a denial, for the model
	Revised *engine.Action    // what a modification puts in the place of the action
}

// Accepts reports whether a choice is one that the question offers.
func (s Shown) Accepts(c Choice) bool {
	switch c.Kind {
	case engine.AnswerOnce, engine.AnswerDeny:
		return true
	case engine.AnswerSession:
		return c.Offer >= 0 && c.Offer < len(s.Session)
	case engine.AnswerAlways:
		return c.Offer >= 0 && c.Offer < len(s.Always)
	case engine.AnswerModify:
		return c.Revised != nil && s.Plan == nil
	case engine.AnswerSuspend, engine.AnswerVoid:
	}
	return false
}

// shown is a question with the scopes that may be granted.
func (k Asker) shown(ctx context.Context, q engine.Question) Shown {
	s := k.describe(ctx, q)
	s.Session = k.offers(&s, engine.AnswerSession, approval.ForSession)
	s.Always = k.offers(&s, engine.AnswerAlways, approval.ForGood)
	return s
}

// offers are the scopes that may be granted, narrow to wide; of those for good there are none where no rule is kept.
func (k Asker) offers(s *Shown, kind engine.AnswerKind, scope approval.Scope) (out []Offer) {
	q := s.Question
	var did []engine.Finding
	for _, d := range q.Did {
		if d.Asks() {
			did = append(did, d.Finding)
		}
	}
	list := []approval.Offer{{Err: approval.LearnError("there is no place where rules are kept")}}
	if scope == approval.ForSession || k.Agent.Rules != nil {
		list = approval.Offers(append([]engine.Verdict{q.Verdict}, q.Also...), did, scope, q.Verdict.Facts.FS)
	}
	for _, o := range list {
		if o.Err == nil {
			out = append(out, Offer{approval.Sentences(o.Rules), o.Rules})
			continue
		}
		if s.refused == nil {
			s.refused = map[engine.AnswerKind][]string{}
		}
		s.refused[kind] = append(s.refused[kind], strings.TrimSuffix(o.Err.Error(), "."))
	}
	return out
}

// describe is a question as it is shown, whole.
func (k Asker) describe(ctx context.Context, q engine.Question) Shown {
	redact, does := k.Agent.Out.Redact, "%s %s"
	if k.Put == nil { // who decides at the terminal sees what it is, and looks at diffs when they want to
		redact, does = func(text string) string { return text }, "%-9s %s"
	}
	masked := func(list []string) (out []string) {
		for _, text := range list {
			out = append(out, redact(text))
		}
		return out
	}
	v, s := q.Verdict, Shown{Question: q}
	if q.Did != nil {
		if failure := q.Came.Failure(); failure != "" {
			s.Failed = redact("it failed: " + failure)
		}
		s.Did, s.Reasons = masked(didLines(q)), masked(output.WhyAsked(q.Did))
	} else {
		s.Reasons, s.Remarks = masked(reasons(v)), k.remarks(ctx, v)
		for _, e := range v.Effects.All() {
			s.Does = append(s.Does, redact(fmt.Sprintf(does, e.Kind, e.Subject)))
		}
	}
	switch {
	case k.Put == nil:
	case q.Did != nil:
		s.Diff = redact(strings.Join(diffsOf(q), ""))
	case changesText(v.Action):
		diff, err := k.change(v)
		if err != nil {
			diff = err.Error()
		}
		s.Diff = redact(diff)
	}
	return s
}

// diffsOf are what became of each text.
func diffsOf(q engine.Question) (out []string) {
	for _, d := range q.Did {
		if !d.HidesContent() {
			out = append(out, q.Diff(d.Change, output.MaxDiff))
		}
	}
	return out
}

// reasons are why an action is asked about, a gate's rule and sentence each.
func reasons(v engine.Verdict) (out []string) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Decision == engine.Ask && f.WaivedBy == "" {
				out = append(out, engine.RuleName(s.Gate, f.Rule)+": "+f.Reason)
			}
		}
	}
	return out
}

// remarks are what else there is to know about an action before it is approved.
func (k Asker) remarks(ctx context.Context, v engine.Verdict) (out []string) {
	if op, ok := v.Action.Op.(engine.Run); ok && op.Limit > 0 {
		out = append(out, fmt.Sprintf("for at most %v", op.Limit))
	}
	if text := held(v); text != "" {
		out = append(out, text)
	}
	for _, terms := range k.Agent.Executor.Lender.Terms(ctx, v) {
		out = append(out, "credential: "+terms)
	}
	return append(out, k.Agent.Executor.NotUndoable(v)...)
}

// held says what an action is held to, "" where that needs no saying.
func held(v engine.Verdict) string {
	command := v.Action.Command() != ""
	switch {
	case v.Confinement.Confined() && command && !v.Confinement.Layers:
		return "confined: it can do this and nothing else; with no layer here, it fails where it links or moves what " +
			"stands there, or replaces what is not named"
	case v.Confinement.Confined():
		return "confined: it can do this and nothing else"
	case command:
		return "unconfined: nothing holds it to this"
	}
	return ""
}

// didLines lists the hazards, commits and changes of the actions that ran, and which others ran with the first.
func didLines(q engine.Question) (lines []string) {
	for _, v := range q.Also {
		lines = append(lines, "and then  "+ActionText(v.Action))
	}
	for _, v := range append([]engine.Verdict{q.Verdict}, q.Also...) {
		for _, h := range v.Effects.Hazards {
			if line := fmt.Sprintf("%-9s %s", effect.KindHazard, h.Cause); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	for _, text := range cause.Texts(q.Came.Attempts) {
		lines = append(lines, fmt.Sprintf("%-9s %s", "attempt", text))
	}
	changes, _ := output.ChangeLines(q.Did)
	return slices.Concat(lines, output.Commits(q.Did, q.Diff), changes)
}

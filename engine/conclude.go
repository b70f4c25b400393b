package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/sexp"
)

// conclude decides what of that which an action did in a layer becomes real: what the
// gates allow of it, and what a person says yes to. The result says what became of it;
// the answer is nil when nobody had to be asked.
func (r *runState) conclude(ctx context.Context, c Cleared, result Result) (Result, *Answer, error) {
	held := result.Held
	result.Held = nil
	did := r.loop.Review(c.Verdict(), c.Valid(), held.Changes())
	if c.Trial() && !result.EndedWell() && !slices.ContainsFunc(did, func(d Reviewed) bool { return !d.Scratch }) {
		return result, nil, dropped(held, nil)
	}
	var answered *Answer
	yes := false
	q := questionOf(c, held, did)
	q.Came = r.masked(result)
	if slices.ContainsFunc(did, Reviewed.Asks) {
		held.Rest()
		answer, err := r.ask(ctx, q)
		if err != nil {
			return result, nil, dropped(held, err)
		}
		r.loop.record(ctx, approvalRecord(c.Verdict(), answer))
		if err := r.stillAsks(c, &answer); err != nil {
			return result, nil, dropped(held, err)
		}
		answered, yes = &answer, answer.Approves()
	}
	if c.Trial() && answered != nil && !yes {
		for _, d := range did {
			result.Withheld = append(result.Withheld, d.Path.Name)
		}
		result.Because = q.Why()
		return result, answered, r.putOff(held, *answered, result)
	}
	if yes && answered.Unseen {
		did, yes = r.loop.Review(c.Verdict(), true, held.Changes()), false
	}
	chosen := map[string]bool{}
	whole := "" // a new directory that is withheld stands for all below it
	for _, d := range did {
		name := d.Path.Name
		chosen[name] = d.Finding.Decision == Allow || d.Finding.Decision == Ask && (!d.Asks() || yes)
		if chosen[name] || whole != "" && effect.Within(name, whole) {
			continue
		}
		result.Withheld = append(result.Withheld, name)
		result.Because = cmp.Or(result.Because, d.Finding.Reason)
		if d.Kind == ChangeNew && d.Path.Dir {
			whole = name
		}
	}
	taken, err := held.Take(ctx, func(ch Change) bool { return chosen[ch.Path.Name] })
	if err != nil {
		return result, answered, fmt.Errorf("taking over what it did: %w", err)
	}
	result.Changed = taken.Changed
	for _, d := range did {
		switch _, done := slices.BinarySearch(taken.Changed, d.Path.Name); {
		case done && d.Kind == ChangeNew:
			result.Made = append(result.Made, d.Path.Name)
		case done && d.Kind == ChangeDeleted:
			result.Deleted = append(result.Deleted, d.Path.Name)
		}
	}
	result.Text = concluded(result.Text, c.Verdict().Dir, result, taken.Conflicts)
	if result.Conflicts = taken.Conflicts; len(taken.Conflicts)+len(result.Withheld) > 0 {
		why := escaped(firstOf(taken.Conflicts))
		if len(result.Withheld) > 0 {
			why = append(why, "withheld: "+strings.Join(escaped(firstOf(result.Withheld)), ", "), result.Because)
		}
		result.Failed = true
		result.Error = strings.TrimSpace(result.Error + "\n" + strings.Join(why, "\n"))
	}
	return result, answered, nil
}

// questionOf asks about what an action did. What was cleared before does not wait for the answer.
func questionOf(c Cleared, held Held, did []Reviewed) Question {
	q := Question{Verdict: c.Verdict(), Did: did, Diff: held.Diff}
	if c.Trial() {
		q.Kept = held.Kept
	}
	return q
}

// putOff ends a layer that was not taken over: it waits where the question does.
func (r *runState) putOff(held Held, answer Answer, came Result) error {
	if answer.Kind == AnswerSuspend && held.Keep(answer.Expires, r.masked(came)) == nil {
		return nil
	}
	return dropped(held, nil) // what it did can be done again
}

// masked is a result with its secrets masked.
func (r *runState) masked(came Result) Result {
	came.Text, came.Error = Redact(r.loop.Redactor, came.Text), Redact(r.loop.Redactor, came.Error)
	return came
}

// dropped ends a layer without taking anything over.
func dropped(held Held, err error) error {
	if derr := held.Drop(); derr != nil && err == nil {
		return fmt.Errorf("dropping what it did: %w", derr)
	}
	return err
}

// Review is what the gates say of each change that an action did in a layer, without those that pp drops and nobody
// misses; without a reviewer nothing is allowed.
func (l *Loop) Review(v Verdict, approved bool, changes []Change) []Reviewed {
	out := make([]Reviewed, len(changes))
	var found []Finding
	if l.Reviewer != nil {
		found = l.Reviewer.Review(v, approved, changes)
	}
	for i, ch := range changes {
		out[i].Change = ch
		if len(found) == len(changes) {
			out[i].Finding = found[i]
		}
	}
	return slices.DeleteFunc(out, func(d Reviewed) bool { return d.Finding.Cause.Kind == cause.NotKept })
}

// errVoid is the error of an action in a layer whose question changed before the person answered.
var errVoid = errors.New("something that the action depends on changed before you answered")

// errOffline is the error of an action that was tried without the network that it asks for, and failed.
var errOffline = errors.New("it failed without a network")

// deniedNow is the error of an action in a layer that the gates denied before the person answered.
type deniedNow struct{ verdict Verdict }

// Error implements error.
func (e *deniedNow) Error() string { return errVoid.Error() + ": " + e.verdict.Sentence() }

// stillAsks judges the action again once a person has answered. If the verdict is now another one, the answer becomes a
// denial; of a trial, errVoid says that it must run again for another question, and deniedNow that the gates deny it.
func (r *runState) stillAsks(c Cleared, answer *Answer) error {
	if !answer.Approves() {
		return nil
	}
	now := r.judge(c.Verdict().Given())
	switch {
	case now.Decision == Allow, now.SameQuestion(c.Verdict()):
		return nil
	case c.Trial() && now.Decision.Asks():
		r.loop.watch(Noted{Text: "a file that the action depends on changed before you answered, so pp runs it again: " +
			now.Sentence()})
		return errVoid
	case c.Trial():
		return &deniedNow{now}
	}
	*answer = Answer{Kind: AnswerDeny, Reason: errVoid.Error() + ": " + now.Sentence()}
	return nil
}

// lastLine is the end of what a command said.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// listed is how many paths are named in a text for a model.
const listed = 20

// concluded adds to the property list with which a result begins what became of the changes.
func concluded(text, dir string, r Result, conflicts []string) string {
	at := max(0, strings.IndexByte(text, '('))
	reader := sexp.NewReader(text[at:], sexp.Limits{})
	v, err := reader.Next()
	p, perr := sexp.AsPlist(v)
	_, end := reader.Span()
	if err != nil || perr != nil {
		p, end = sexp.NewPlist(), 0
	}
	p = withTexts(r.AddChanges(p, dir), "WITHHELD", firstOf(r.Withheld))
	p = withTexts(p, "CONFLICTS", firstOf(conflicts))
	if len(r.Withheld)+len(conflicts) > 0 {
		p = p.With("STATUS", sexp.Keyword("ERROR")) // some changes are missing, even if the command exited with 0
	}
	if r.Because != "" {
		p = p.With("WITHHELD-BECAUSE", sexp.String(r.Because))
	}
	return text[:at] + sexp.Print(p.Value()) + text[at+end:]
}

// firstOf is the beginning of a list that may be long, and how many more there are.
func firstOf(list []string) []string {
	if len(list) <= listed {
		return list
	}
	return append(slices.Clone(list[:listed]), fmt.Sprintf("and %d more", len(list)-listed))
}

// escaped quotes the names that would not stay on one line.
func escaped(list []string) []string {
	out := slices.Clone(list)
	for i, name := range out {
		if strings.ContainsFunc(name, unicode.IsControl) {
			out[i] = strconv.Quote(name)
		}
	}
	return out
}

// preview does in a layer what a run without DryRun would do there, shows what it did, and
// drops it. It reports whether there was a layer to do it in.
func (r *runState) preview(ctx context.Context, v Verdict) bool {
	actuator, ok := r.loop.find(v.Action.Target)
	c, err := newPreview(v)
	if err != nil || !ok {
		return false
	}
	result, err := actuator.Do(ctx, c)
	if err != nil {
		return false
	}
	tried := Tried{Result: result}
	if result.Held != nil {
		tried.Did, tried.Diff = r.loop.Review(v, false, result.Held.Changes()), result.Held.Diff
	}
	r.loop.watch(tried)
	if i := slices.IndexFunc(tried.Did, Reviewed.Asks); i >= 0 {
		p := pendingOf(v, Answer{})
		if f := tried.Did[i].Finding; v.Decision == Allow {
			p.Reason = f.Rule + ": " + f.Reason
		}
		r.out.Pending = append(r.out.Pending, p)
	}
	for _, d := range tried.Did {
		if f := d.Finding; f.Decision == Deny {
			r.out.Denials = append(r.out.Denials, Denial{Gate: "review", Rule: f.Rule, Reason: f.Reason, Cause: f.Cause,
				Action: v.Action.Canonical()})
		}
	}
	if result.Held != nil {
		r.out.Err = result.Held.Drop()
	}
	return true
}

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

// deed is what came of an action that was done in a layer, perhaps with others of its reply.
type deed struct {
	proposal
	c      Cleared
	result Result
	owns   map[string]bool // the paths that it changed first; nil is all
}

// owner is the deed that a change is reported with.
func owner(deeds []deed, name string) *Result {
	for i := range deeds {
		if deeds[i].owns[name] {
			return &deeds[i].result
		}
	}
	return &deeds[len(deeds)-1].result
}

// conclude decides what of that which actions did in one layer becomes real: what the gates allow of it, and what a
// person says yes to. The results say what became of it; the answer is nil when nobody had to be asked.
func (r *runState) conclude(ctx context.Context, held Held, deeds []deed) (*Answer, error) {
	c, trial := deeds[0].c, deeds[0].c.Trial()
	did := r.loop.reviewAll(verdictsOf(deeds), c.Valid(), held.Changes())
	failed := slices.IndexFunc(deeds, func(d deed) bool { return !d.result.EndedWell() })
	if trial && failed >= 0 && !slices.ContainsFunc(did, func(d Reviewed) bool { return !d.Scratch }) {
		return nil, dropped(held, nil)
	}
	var answered *Answer
	yes := false
	q := questionOf(deeds, held, did)
	q.Came = r.masked(deeds[max(failed, 0)].result)
	if slices.ContainsFunc(did, Reviewed.Asks) {
		held.Rest()
		answer, err := r.ask(ctx, q)
		if err != nil {
			return nil, dropped(held, err)
		}
		r.loop.record(ctx, approvalRecord(c.Verdict(), answer))
		if err := r.stillAsks(deeds, &answer); err != nil {
			return nil, dropped(held, err)
		}
		answered, yes = &answer, answer.Approves()
	}
	if trial && answered != nil && !yes {
		for _, d := range did {
			result := owner(deeds, d.Path.Name)
			result.Withheld = append(result.Withheld, d.Path.Name)
			result.Because = q.Why()
		}
		return answered, r.putOff(held, *answered, deeds)
	}
	if yes && answered.Unseen {
		did, yes = r.loop.reviewAll(verdictsOf(deeds), true, held.Changes()), false
	}
	return answered, r.take(ctx, held, deeds, did, yes)
}

// take takes over what is allowed of the changes, and what the person said yes to.
func (r *runState) take(ctx context.Context, held Held, deeds []deed, did []Reviewed, yes bool) error {
	chosen := map[string]bool{}
	whole := "" // a new directory that is withheld stands for all below it
	for _, d := range did {
		name := d.Path.Name
		chosen[name] = d.Finding.Decision == Allow || d.Finding.Decision == Ask && (!d.Asks() || yes)
		if chosen[name] || whole != "" && effect.Within(name, whole) {
			continue
		}
		result := owner(deeds, name)
		result.Withheld = append(result.Withheld, name)
		result.Because = cmp.Or(result.Because, d.Finding.Reason)
		if d.Kind == ChangeNew && d.Path.Dir {
			whole = name
		}
	}
	taken, err := held.Take(ctx, func(ch Change) bool { return chosen[ch.Path.Name] })
	if err != nil {
		return fmt.Errorf("taking over what it did: %w", err)
	}
	for _, name := range taken.Changed {
		result := owner(deeds, name)
		result.Changed = append(result.Changed, name)
	}
	for _, d := range did {
		result := owner(deeds, d.Path.Name)
		switch _, done := slices.BinarySearch(taken.Changed, d.Path.Name); {
		case done && d.Kind == ChangeNew:
			result.Made = append(result.Made, d.Path.Name)
		case done && d.Kind == ChangeDeleted:
			result.Deleted = append(result.Deleted, d.Path.Name)
		}
	}
	deeds[len(deeds)-1].result.Conflicts = taken.Conflicts
	for i := range deeds {
		deeds[i].result.concluded(deeds[i].c.Verdict().Dir)
	}
	return nil
}

// concluded adds to a result what became of the changes.
func (r *Result) concluded(dir string) {
	r.Text = concluded(r.Text, dir, *r, r.Conflicts)
	if len(r.Conflicts)+len(r.Withheld) == 0 {
		return
	}
	why := escaped(firstOf(r.Conflicts))
	if len(r.Withheld) > 0 {
		why = append(why, "withheld: "+strings.Join(escaped(firstOf(r.Withheld)), ", "), r.Because)
	}
	r.Failed = true
	r.Error = strings.TrimSpace(r.Error + "\n" + strings.Join(why, "\n"))
}

// questionOf asks about what actions did. What was cleared before does not wait for the answer.
func questionOf(deeds []deed, held Held, did []Reviewed) Question {
	q := Question{Verdict: deeds[0].c.Verdict(), Did: did, Diff: held.Diff}
	for _, d := range deeds[1:] {
		q.Also = append(q.Also, d.c.Verdict())
	}
	if deeds[0].c.Trial() {
		q.Kept = held.Kept
	}
	return q
}

// putOff ends a layer that was not taken over: it waits where the question does.
func (r *runState) putOff(held Held, answer Answer, deeds []deed) error {
	var came []Result
	for _, d := range deeds {
		came = append(came, r.masked(d.result))
	}
	if answer.Kind == AnswerSuspend && held.Keep(answer.Expires, came...) == nil {
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

// verdictsOf are the verdicts of what was done in a layer.
func verdictsOf(deeds []deed) (out []Verdict) {
	for _, d := range deeds {
		out = append(out, d.c.Verdict())
	}
	return out
}

// ReviewAll is what the gates say of each change that actions did in one layer, and that no person approved yet. Nobody
// knows which of them made it, so the strictest finding counts.
func (l *Loop) ReviewAll(verdicts []Verdict, changes []Change) []Reviewed {
	return l.reviewAll(verdicts, false, changes)
}

// reviewAll is ReviewAll that may be for actions that a person approved, all of them: then it is enough that one is
// cleared for the change.
func (l *Loop) reviewAll(verdicts []Verdict, approved bool, changes []Change) []Reviewed {
	var out []Reviewed
	for i, v := range verdicts {
		next := l.Review(v, approved || v.Decision == Allow, changes)
		if i == 0 {
			out = next
			continue
		}
		found := map[string]Reviewed{}
		for _, n := range next {
			found[n.Path.Name] = n
		}
		out = slices.DeleteFunc(out, func(o Reviewed) bool { // one of them says that nobody misses it
			_, ok := found[o.Path.Name]
			return !ok
		})
		for i, o := range out {
			n := found[o.Path.Name]
			if denied := o.Finding.Decision == Deny; n.stricter(o) && (!approved || n.Finding.Decision == Deny) ||
				approved && !denied && o.stricter(n) {
				out[i] = n
			}
		}
	}
	return out
}

// stricter reports whether the gates say more against a change than against another.
func (d Reviewed) stricter(o Reviewed) bool {
	rank := func(d Reviewed) int {
		switch {
		case d.Asks():
			return 1
		case d.Finding.Decision == Ask:
			return 2
		case d.Finding.Decision == Allow:
			return 3
		}
		return 0
	}
	return rank(d) < rank(o)
}

// errVoid is the error of an action in a layer whose question changed before the person answered.
var errVoid = errors.New("something that the action depends on changed before you answered")

// errOffline is the error of an action that was tried without the network that it asks for, and failed.
var errOffline = errors.New("it failed without a network")

// deniedNow is the error of an action in a layer that the gates denied before the person answered.
type deniedNow struct{ verdict Verdict }

// Error implements error.
func (e *deniedNow) Error() string { return errVoid.Error() + ": " + e.verdict.Sentence() }

// stillAsks judges the actions again once a person has answered. If a verdict is now another one, the answer becomes a
// denial; of a trial alone in its layer, errVoid says that it must run again for another question, and deniedNow that
// the gates deny it.
func (r *runState) stillAsks(deeds []deed, answer *Answer) error {
	for _, d := range deeds {
		if !answer.Approves() {
			return nil
		}
		if err := r.stillAsked(d.c, len(deeds) == 1, answer); err != nil {
			return err
		}
	}
	return nil
}

func (r *runState) stillAsked(c Cleared, alone bool, answer *Answer) error {
	now := r.judge(c.Verdict().Given())
	switch {
	case now.Decision == Allow, now.SameQuestion(c.Verdict()):
		return nil
	case c.Trial() && alone && now.Decision.Asks():
		r.loop.watch(Noted{Text: "a file that the action depends on changed before you answered, so pp runs it again: " +
			now.Sentence()})
		return errVoid
	case c.Trial() && alone:
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

package engine

import (
	"cmp"
	"slices"
	"time"

	"pp/engine/cause"
	"pp/engine/effect"
)

// Outcome is what a run of the loop came to: everything a command line needs
// to print, to choose an exit code, and to write its JSON object.
type Outcome struct {
	Answers     []string // messages that reached the person, in order
	Actions     []ActionReport
	Denials     []Denial
	Pending     []Pending
	Unreal      []Action // what a dry run would have done: it was allowed, and is no answer
	Err         error    // what ended the loop, nil when it came to its end
	Broken      bool     // what came of a reply before no more did is kept, marked with CutOff
	Cut         string   // why the last reply ends before the model was done; "" for a complete one
	Provider    string
	Model       string
	Usage       Usage
	Cost        float64
	Priced      bool // every reply had a price
	Session     string
	Failed      []Attempt   // providers that failed while another answered
	Confinement Confinement // of the command that was judged last; zero when there was none
}

// ActionReport is one action that was carried out, and what came of it. The text
// for the conversation and the flows are left out.
type ActionReport struct {
	Action Action
	Gate   string       // how it was cleared: "allow" or "approved"
	Stake  effect.Stake // by what it might have done
	Answer bool         // it is a message to who asked
	Reply  int          // which reply called it; 0 of what a composed tool called
	Result
}

// Acts reports whether it was more than an answer.
func (a ActionReport) Acts() bool {
	return !a.Answer && !a.Action.Says()
}

// Unmended is a failed action in whose place nothing succeeded: the last one of those with the highest stake. What is
// said after it does not stand for it, what was called beside it does not, and neither does what has less at stake: a
// test that passes is no change, and a look is no test.
func (o Outcome) Unmended() (failed ActionReport, ok bool) {
	for i, a := range o.Actions {
		mends := func(b ActionReport) bool {
			return b.Acts() && b.EndedWell() && a.Stake <= b.Stake && (a.Reply == 0 || a.Reply != b.Reply)
		}
		if !a.Acts() || a.EndedWell() || slices.ContainsFunc(o.Actions[i+1:], mends) {
			continue
		}
		if !ok || failed.Stake <= a.Stake {
			failed, ok = a, true
		}
	}
	return failed, ok
}

// Withheld reports whether something that an action did was not taken over.
func (o Outcome) Withheld() bool {
	return slices.ContainsFunc(o.Actions, func(a ActionReport) bool { return len(a.Result.Withheld) > 0 })
}

// Denial is one denial and what became of it.
type Denial struct {
	Gate, Rule, Reason string
	Cause              cause.Cause
	Action             string // the canonical action, "" when nothing decoded
	// Corrected says that an action was done in its place, later in the same turn, with as much at stake: in that of a
	// change one that changed something.
	Corrected bool
	// Stake is that of what was denied. Of a call that cannot be used, to what is not known to only read,
	// nothing more is known than that it was no look.
	Stake effect.Stake
	// ByPerson marks a denial by a person or because none was there; it is never corrected.
	ByPerson bool
	// Refused says that a person was asked, and said no.
	Refused bool
	reply   int    // the number of its reply
	essence string // what the action would do; the reply itself if it is not an action
}

// gateDecode stands for a gate in the denial of a call or reply that is not an action.
const gateDecode = "decode"

// isFormal reports whether a call was denied for its form, and not for what it would do.
func (d Denial) isFormal() bool {
	return slices.Contains([]string{gateDecode, "effects", "policy", "validator"}, d.Gate)
}

// why is the cause, or the sentence as the argument of one.
func (d Denial) why() cause.Cause { return cmp.Or(d.Cause, cause.Listed.OfText(d.Reason)) }

// Same reports whether the same was denied for the same reason.
func (d Denial) Same(e Denial) bool {
	return d.Gate == e.Gate && d.Rule == e.Rule && d.why() == e.why() && d.Action == e.Action
}

// Denied is what stayed denied, each once: of the same again the last.
func (o Outcome) Denied() (out []Denial) {
	for i, d := range o.Denials {
		if !d.Corrected && !slices.ContainsFunc(o.Denials[i+1:], d.Same) {
			out = append(out, d)
		}
	}
	return out
}

// Pending is one action that waits for a person.
type Pending struct {
	Token   string // "" while suspended actions cannot be kept
	Expires time.Time
	Action  Action
	Also    []Action // the later calls of the reply, of which the same question is
	Reason  string   // the asking gate's sentence
	Failed  string   // the Failure of what was done in a layer
	Did     int      // how many changes it made, where it was done in a layer
}

// Event is something an onlooker may show while the loop runs: one of
// Thinking, Answered, Noted, Remarked, Shortened, Unremembered, Judged, Rejected, Acted, Tried.
type Event interface{ event() }

// Thinking says that the providers are about to be asked.
type Thinking struct{}

// Answered says that a provider answered.
type Answered struct{ Reply Reply }

// Noted is what a person should read once, such as that a part of a skill failed and was
// left out.
type Noted struct{ Text string }

// Remarked is what a model said beside what it proposed. It is no answer.
type Remarked struct{ Text string }

// Unremembered says that what memory gave for this input is left out, since it does not fit
// the model's window.
type Unremembered struct{}

// Shortened says that less is sent of the conversation from now on, so that it fits the
// model's window. Before and After are tokens, guessed high.
type Shortened struct {
	Cut           Cut
	Before, After int
	Asked         bool // a model wrote the summary
}

// Judged carries a verdict. Final is set for the verdict that decides in Act.
type Judged struct {
	Verdict Verdict
	Final   bool
}

// Rejected says that a proposal was denied and fed back, or given up on. Again says that the denial before
// it was the same.
type Rejected struct {
	Denial      Denial
	Last, Again bool
}

// Acted says that a cleared action was carried out, or that it was tried.
type Acted struct {
	Cleared Cleared
	Result  Result
}

// Tried says what a command did in a layer that is dropped now, with --dry-run.
type Tried struct {
	Result Result
	Did    []Reviewed
	Diff   func(c Change, limit int) string // nil when Did is
}

func (Remarked) event()     {}
func (Noted) event()        {}
func (Tried) event()        {}
func (Thinking) event()     {}
func (Answered) event()     {}
func (Judged) event()       {}
func (Rejected) event()     {}
func (Acted) event()        {}
func (Shortened) event()    {}
func (Unremembered) event() {}

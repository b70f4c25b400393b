package approval

import (
	"fmt"
	"time"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/store"
)

// State is what became of a flight plan. The zero value is of no plan.
type State uint8

// The states. Plan and Approved wait; Claimed is being carried out, or was when
// its process ended; the others are ends.
const (
	StateNone State = iota
	StatePlan
	StateApproved // a person marked it; it still has to be carried out
	StateClaimed
	StateDone
	StateDenied
	StateVoid // something it was bound to had changed when it was to be used
)

var stateNames = [...]string{"NONE", "PLAN", "APPROVED", "CLAIMED", "DONE", "DENIED", "VOID", "UNKNOWN"}

// String returns the state's keyword name without its colon.
func (s State) String() string {
	return stateNames[min(int(s), len(stateNames)-1)]
}

// waits reports whether a plan can still be claimed.
func (s State) waits() bool { return s == StatePlan || s == StateApproved }

// Asked is a finding that a person has to answer, as a flight plan keeps it.
type Asked struct {
	Gate, Rule, Reason string
	Cause              cause.Cause // zero in records of older versions
	Kind               effect.Kind
	Subject            string
	WaivedBy           string // what cleared it when the plan was made; "" when it asked

	floor, waivable bool
}

// asks are the findings of a verdict that ask, waived or not, in trace order.
func asks(v engine.Verdict) []Asked {
	var out []Asked
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Decision == engine.Ask {
				out = append(out, Asked{Gate: s.Gate, Rule: f.Rule, Reason: f.Reason, Cause: f.Why(),
					Kind: f.Effect.Kind, Subject: f.Effect.Subject,
					WaivedBy: f.WaivedBy, floor: f.Floor, waivable: f.Waivable})
			}
		}
	}
	return out
}

// Conversation is what a flight plan goes on with once its action was carried
// out: who asked for it, in which session, and which providers answered there.
type Conversation struct {
	engine.Meta
	// Agent is another program that asked, and that does it itself once it is approved: the plan is then never
	// carried out here. "" is of pp's own.
	Agent string
	// Cascade is who was asked, in order, each as PROVIDER or PROVIDER/MODEL;
	// empty is whoever is configured when the plan is carried out.
	Cascade   []string
	Consensus int // how many were asked at once; 0 is one
	// Within are the calls of composed tools that go on once the action was carried out.
	Within []engine.Composition
}

// Plan is a flight plan: a suspended action that waits for a person.
type Plan struct {
	ID    string // names it for good, as in its Org node
	Token string // lets whoever has it approve the plan; unguessable
	Seal
	Conversation
	Dir       string             // where it is to be carried out
	Exported  engine.Environment // by commands before it
	Workspace effect.Workspace
	Action    engine.Action
	Also      []engine.Action // what was done after it in its layer, and is approved with it
	Proposed  engine.Action   // what a gate put Action in the place of, and puts again; none where no gate did
	Asks      []Asked
	Form      int // the form of the digest; 0 in records of older versions
	Bound     []Bound
	Did       Did // of what was done already, in a layer that waits with the plan

	State   State
	Changed time.Time // when it came to this state
	Note    string    // why it was denied or voided, or what came of it
}

// Judged is the action that is to be judged for the plan to be carried out.
func (p Plan) Judged() engine.Action {
	return engine.Verdict{Action: p.Action, Proposed: p.Proposed}.Given()
}

// Essences are the actions of the plan, a line each.
func (p Plan) Essences() string {
	out := p.Action.Essence()
	for _, a := range p.Also {
		out += "\n" + a.Essence()
	}
	return out
}

// Waits reports whether the plan can still be carried out at a time.
func (p Plan) Waits(now time.Time) bool { return p.State.waits() && p.inTime(now) == nil }

// Answer is the approval of a claimed plan, for the ask that comes up when its
// action is judged again: once, or void with the reason.
func (p Plan) Answer(v engine.Verdict, b Binding, now time.Time) engine.Answer {
	if p.State != StateClaimed {
		return engine.Answer{Kind: engine.AnswerDeny, Reason: "the flight plan was not claimed"}
	}
	if err := p.Check(v, b, now); err != nil {
		return engine.Answer{Kind: engine.AnswerVoid, Reason: err.Error()}
	}
	return engine.Answer{Kind: engine.AnswerOnce, Token: p.Token, Expires: p.Expires}
}

// Why is the plan's reason: of what was done what is asked about that, else the first asking finding that nothing
// waived.
func (p Plan) Why() string {
	if p.Did.Why != "" {
		return p.Did.Why
	}
	for _, a := range p.Asks {
		if a.WaivedBy == "" {
			return engine.RuleName(a.Gate, a.Rule) + ": " + a.Reason
		}
	}
	return ""
}

// PlanError says why a flight plan cannot be used. It wraps one of ErrUnknown,
// ErrUsed, ErrExpired, ErrChanged and ErrDenied.
type PlanError struct {
	ID   string // "" when no plan is known
	Note string // more about it, "" when there is none
	Err  error
}

// Error implements error.
func (e *PlanError) Error() string {
	s := e.Err.Error()
	if e.Note != "" {
		s += ": " + e.Note
	}
	if e.ID != "" {
		s = fmt.Sprintf("flight plan %s: %s", e.ID, s)
	}
	return s
}

// Unwrap returns the cause.
func (e *PlanError) Unwrap() error { return e.Err }

// Usable is nil for a plan that can be claimed at a time, else a *PlanError.
func (p Plan) Usable(now time.Time) error {
	switch p.State {
	case StatePlan, StateApproved:
		if err := p.inTime(now); err != nil {
			return &PlanError{ID: p.ID, Err: err}
		}
		return nil
	case StateClaimed:
		return &PlanError{ID: p.ID, Err: ErrUsed, Note: "since " + p.Changed.In(now.Location()).Format(stamp) +
			"; if that pp was stopped, look at what it did (`pp trace`) and ask again"}
	case StateDone:
		return &PlanError{ID: p.ID, Err: ErrUsed, Note: "at " + p.Changed.In(now.Location()).Format(stamp)}
	case StateDenied:
		return &PlanError{ID: p.ID, Err: ErrDenied, Note: p.Note}
	case StateVoid:
		return &PlanError{ID: p.ID, Err: ErrChanged, Note: p.Note}
	case StateNone:
	}
	return &PlanError{ID: p.ID, Err: ErrUnknown}
}

// maxDid bounds the changes that a flight plan names, to bound its record. The plan counts all of them.
const maxDid = 20_000

// maxListed bounds the changes in the Org view.
const maxListed = 200

// Did describes the changes of a suspended action, in a layer that waits with its flight plan. The zero
// value stands for an action that has not run.
type Did struct {
	Layer string // the name of the layer
	Sum   Digest // of all changes, so that an approval covers only them
	Why   string // the reason to ask a person
	// Failed holds the action's error, and its last output on further lines; "" if it succeeded.
	Failed string
	// The numbers of changes of each kind, and of added and removed lines.
	New, Modified, Deleted int
	Added, Removed         int
	Changes                []Change // the first maxDid of them
}

// Change is one change of a suspended action, as a flight plan keeps it.
type Change struct {
	Kind           engine.ChangeKind
	Path           string
	Added, Removed int
	Asks           string // why it needs a person's approval, or why pp never applies it
	Never          bool   // pp never applies it
}

// Waits reports whether the action ran and its changes wait.
func (d Did) Waits() bool { return d.Layer != "" }

// Count returns the number of changes.
func (d Did) Count() int { return d.New + d.Modified + d.Deleted }

// Add adds a change, with the numbers of added and removed lines.
func (d *Did) Add(r engine.Reviewed, added, removed int) {
	switch r.Kind {
	case engine.ChangeNew:
		d.New++
	case engine.ChangeDeleted:
		d.Deleted++
	case engine.ChangeModified, engine.ChangeMetadata:
		d.Modified++
	}
	d.Added, d.Removed = d.Added+added, d.Removed+removed
	if len(d.Changes) == maxDid {
		return
	}
	c := Change{Kind: r.Kind, Path: r.Path.Name, Added: added, Removed: removed, Never: r.Finding.Decision == engine.Deny}
	if c.Never || r.Asks() {
		c.Asks = r.Finding.Reason
	}
	d.Changes = append(d.Changes, c)
}

func (d *Did) fields(f *store.Fields) {
	f.OptionalText("LAYER", &d.Layer)
	if !d.Waits() {
		return
	}
	store.Field(f, "SUM", &d.Sum, digestValue, digestOf)
	f.OptionalText("WHY-ASKED", &d.Why)
	f.OptionalText("FAILED", &d.Failed)
	f.Integer("NEW", &d.New)
	f.Integer("MODIFIED", &d.Modified)
	f.Integer("DELETED", &d.Deleted)
	f.Integer("ADDED-LINES", &d.Added)
	f.Integer("REMOVED-LINES", &d.Removed)
	store.AllRecords(f, "CHANGES", &d.Changes, func(c *Change) func(*store.Fields) { return c.fields })
}

func (c *Change) fields(f *store.Fields) {
	store.Keyword(f, "KIND", &c.Kind, engine.ChangeNew, engine.ChangeModified, engine.ChangeMetadata,
		engine.ChangeDeleted)
	f.Text("PATH", &c.Path)
	f.Integer("ADDED", &c.Added)
	f.Integer("REMOVED", &c.Removed)
	f.OptionalText("ASKS", &c.Asks)
	f.Flag("NEVER", &c.Never)
}

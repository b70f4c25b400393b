package engine

import (
	"errors"

	"pp/engine/effect"
)

// ErrNotCleared is what an actuator returns for an action that no verdict cleared.
var ErrNotCleared = errors.New("the action was not cleared by the gates")

// Cleared is an action that the stack allowed, or asked about and a person
// approved; or one that may be tried in a layer, and asked about after that. It is
// the only thing an actuator accepts, and only the Act stage makes one, from the
// last verdict. Its zero value is refused.
type Cleared struct {
	verdict  Verdict
	approval Answer
	ok       bool
	trial    bool
	layer    Held
}

// newCleared makes a Cleared from a verdict; approval is the person's answer when
// the verdict asked.
func newCleared(v Verdict, approval Answer) (Cleared, error) {
	switch v.Decision {
	case Allow:
		return Cleared{verdict: v, ok: true}, nil
	case Ask, Try:
		if approval.Approves() {
			return Cleared{verdict: v, approval: approval, ok: true}, nil
		}
	case Deny, Revise:
	}
	return Cleared{}, ErrNotCleared
}

// newTrial makes a Cleared that is not Valid, from a verdict by which the action is tried in a layer.
func newTrial(v Verdict) (Cleared, error) {
	if v.Decision == Try {
		return Cleared{verdict: v, trial: true}, nil
	}
	return Cleared{}, ErrNotCleared
}

// newPreview makes a Cleared that is not Valid, from a verdict under which a command could
// be done in a layer.
func newPreview(v Verdict) (Cleared, error) {
	if v.Action.Command() != "" && v.Facts.Confinement.Layers &&
		(v.Decision == Allow || v.Decision == Try) {
		return Cleared{verdict: v, trial: true}, nil
	}
	return Cleared{}, ErrNotCleared
}

// Valid reports whether the action was cleared.
func (c Cleared) Valid() bool { return c.ok }

// Trial reports whether the action was cleared to be done in a layer and nowhere
// else, with all that it does held there. Such a Cleared is not Valid.
func (c Cleared) Trial() bool { return c.trial }

// Layer is what earlier calls of the reply did, in whose layer the action goes on; nil for an action with a layer of
// its own, if any.
func (c Cleared) Layer() Held { return c.layer }

// Action is the action that was judged; the zero Action when not Valid.
func (c Cleared) Action() Action { return c.verdict.Action }

// Effects are the effects that were judged, all that may happen.
func (c Cleared) Effects() effect.Effects { return c.verdict.Effects }

// Verdict is the verdict that cleared it.
func (c Cleared) Verdict() Verdict { return c.verdict }

// Approval is the person's answer; its zero value when the stack allowed.
func (c Cleared) Approval() Answer { return c.approval }

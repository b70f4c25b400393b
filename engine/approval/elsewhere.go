package approval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"pp/engine"
)

// Match is the plan by which another agent asked for this very thing before and that is still good:
// one that a person approved before one that waits. It changes nothing.
func (s *Store) Match(v engine.Verdict, b Binding, agent string) (found Plan, ok bool, err error) {
	plans, err := s.Pending() // what cannot be read is no approval
	if len(plans) == 0 {
		return found, false, nil
	}
	digest, derr := DigestOf(v, b)
	if derr != nil {
		return found, false, derr
	}
	for _, p := range plans {
		if p.Agent == agent && agent != "" && p.Digest == digest && (!ok || p.State == StateApproved) {
			found, ok = p, true
		}
	}
	if ok {
		err = nil
	}
	return found, ok, err
}

// OfSession is how many calls of one session of another agent may wait for a person at once: a later one takes the
// place of the oldest. One call may be many, such as a patch of many files.
const OfSession = 50

// supersede removes what a new plan of another agent takes the place of, the oldest first in the list of those that
// wait: the same call, asked for before something changed, and the oldest of too many. It gives those that are left.
// The lock must be held.
func (s *Store) supersede(waiting []Plan, by Plan) ([]Plan, error) {
	mine := 1
	var failed error
	for i := len(waiting) - 1; i >= 0 && by.Agent != ""; i-- {
		p := waiting[i]
		if p.Agent != by.Agent || p.Meta.Session != by.Meta.Session || p.State != StatePlan {
			continue
		}
		if mine++; mine > OfSession || p.Dir == by.Dir && p.Action.Canonical() == by.Action.Canonical() {
			failed = errors.Join(failed, os.Remove(s.file(p)))
			waiting = slices.Delete(waiting, i, i+1)
			mine--
		}
	}
	return waiting, failed
}

// Approve marks a plan of another agent as approved by a person. Nothing is carried out: the agent's next
// call of the kind is let through, once. The error is a *PlanError; ErrState for a plan of pp's own.
func (s *Store) Approve(ctx context.Context, token string) (Plan, error) {
	return s.change(ctx, byToken(token), usable(func(p Plan, _ time.Time) (State, string, error) {
		if p.Agent == "" {
			return StateNone, "", &PlanError{ID: p.ID, Err: ErrState, Note: "it is carried out when it is approved"}
		}
		return StateApproved, approvedByCommand, nil
	}))
}

// approvedByCommand is the note of what was approved otherwise than in the Org file.
const approvedByCommand = "approved by pp approve"

// Use uses up the approval of a plan of another agent. Of many processes that do so at once one
// succeeds. v is its action judged now, and b what that verdict is bound to. The error is a *PlanError,
// ErrState where no person has approved it yet.
func (s *Store) Use(ctx context.Context, token, agent string, v engine.Verdict, b Binding) (Plan, error) {
	return s.change(ctx, byToken(token), usable(func(p Plan, now time.Time) (State, string, error) {
		if p.Agent != agent || agent == "" || p.State != StateApproved {
			return StateNone, "", &PlanError{ID: p.ID, Err: ErrState, Note: fmt.Sprintf("it is %s, for %q", p.State, p.Agent)}
		}
		if err := p.Check(v, b, now); err != nil {
			return StateNone, "", &PlanError{ID: p.ID, Err: err}
		}
		return StateDone, "let through to " + agent, nil
	}))
}

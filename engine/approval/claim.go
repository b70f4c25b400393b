package approval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/store"
)

// maxNote is how much of a note is kept, in bytes.
const maxNote = 2000

// Claim takes a plan to be carried out now. v is its action judged again, in its
// directory and workspace, and b what that verdict is bound to. Of many processes
// that claim one plan, one gets it: it must carry the action out and Commit, or
// Abort when nothing was done. The error is a *PlanError of ErrUnknown, ErrUsed,
// ErrExpired, ErrChanged or ErrDenied. A plan that is found changed is void for
// good; so is one that the gates now deny.
func (s *Store) Claim(ctx context.Context, token string, v engine.Verdict, b Binding) (Plan, error) {
	return s.change(ctx, byToken(token), usable(func(p Plan, now time.Time) (State, string, error) {
		err := p.Check(v, b, now)
		switch {
		case err == nil:
			return StateClaimed, "", nil
		case errors.Is(err, ErrExpired):
			return StateNone, "", &PlanError{ID: p.ID, Err: err}
		}
		return StateVoid, noteOf(err), &PlanError{ID: p.ID, Err: err}
	}))
}

// Renew ends a plan that waits, of which something is not as it was, so that its action is done and asked about
// anew. Of many processes that do so one succeeds; the error of the others is that of Claim.
func (s *Store) Renew(ctx context.Context, token, why string) (Plan, error) {
	return s.change(ctx, byToken(token), usable(func(Plan, time.Time) (State, string, error) {
		return StateVoid, why, nil
	}))
}

// noteOf is what an ErrChanged says beyond that.
func noteOf(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), ErrChanged.Error()), ": ")
}

// Commit says that a claimed plan was carried out, and what came of it.
func (s *Store) Commit(ctx context.Context, id, note string) (Plan, error) {
	return s.change(ctx, byID(id), func(p Plan, _ time.Time) (State, string, error) {
		return StateDone, note, p.must(StateClaimed)
	})
}

// Abort gives a claimed plan back, since nothing of it was done. After the
// actuator has begun it must not be called: then Commit, whatever came of it.
func (s *Store) Abort(ctx context.Context, id, note string) (Plan, error) {
	return s.change(ctx, byID(id), func(p Plan, _ time.Time) (State, string, error) {
		return StatePlan, note, p.must(StateClaimed)
	})
}

// Deny ends a plan that waits, with a person's reason, which may be empty. An
// expired plan can be denied too.
func (s *Store) Deny(ctx context.Context, token, reason string) (Plan, error) {
	return s.change(ctx, byToken(token), func(p Plan, now time.Time) (State, string, error) {
		if !p.State.waits() {
			return StateNone, "", p.Usable(now)
		}
		return StateDenied, reason, nil
	})
}

// must is ErrState for a plan in another state.
func (p Plan) must(want State) error {
	if p.State == want {
		return nil
	}
	return &PlanError{ID: p.ID, Err: ErrState, Note: fmt.Sprintf("it is %s, not %s", p.State, want)}
}

// decision says to which state a plan moves now, StateNone for none, and with what
// note.
type decision func(p Plan, now time.Time) (to State, note string, err error)

// usable decides about a plan that can be claimed; the error of any other says why it cannot.
func usable(decide decision) decision {
	return func(p Plan, now time.Time) (State, string, error) {
		if err := p.Usable(now); err != nil {
			return StateNone, "", err
		}
		return decide(p, now)
	}
}

// change moves a plan to another state, while no other process can. decide says
// to which, StateNone for none; a state with an error is recorded all the same.
func (s *Store) change(ctx context.Context, which pick, decide decision) (Plan, error) {
	// Without the lock first, so that looking for what is not there makes nothing.
	if _, err := s.find(which); err != nil {
		return Plan{}, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Plan{}, err
	}
	defer unlock()
	p, err := s.find(which)
	if err != nil {
		return Plan{}, err
	}
	now := s.options.Clock()
	state, note, why := decide(p, now)
	if why != nil && state != StateVoid || state == StateNone {
		return p, why
	}
	next := p
	next.State, next.Changed, next.Note = state, now, engine.Clip(note, maxNote)
	if err := s.record(p, store.Encode(next.stateFields)); err != nil {
		return p, errors.Join(why, err)
	}
	return next, why
}

// Prune removes plans that ended, or expired, longer ago than age, and what a
// process that was killed left half made. It gives how many plans it removed.
func (s *Store) Prune(ctx context.Context, age time.Duration) (int, error) {
	names, err := s.names()
	if err != nil || len(names) == 0 {
		return 0, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return 0, err
	}
	defer unlock()
	before := s.options.Clock().Add(-age)
	n := 0
	for _, name := range names {
		p, err := s.load(name)
		if err != nil {
			continue // it is in List's error; a person decides
		}
		ended := p.Changed
		if p.State.waits() {
			ended = p.Expires
		}
		if !ended.Before(before) {
			continue
		}
		if err := os.Remove(s.file(p)); err != nil {
			return n, fmt.Errorf("pruning the flight plans: %w", err)
		}
		n++
	}
	return n, s.sweep()
}

// sweep removes the fresh files that no process is writing: the lock is held.
func (s *Store) sweep() error {
	entries, err := os.ReadDir(s.plans())
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), planSuffix+".new") {
			err = errors.Join(err, os.Remove(filepath.Join(s.plans(), e.Name())))
		}
	}
	return err
}

// Match returns the valid plan of another agent's earlier, identical request. It prefers an approved
// plan to a waiting one, and changes nothing.
func (s *Store) Match(v engine.Verdict, b Binding, agent string) (found Plan, ok bool, err error) {
	plans, err := s.Pending() // an unreadable plan is no approval
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

// OfSession bounds the calls of one session of another agent that wait for a person: a later one replaces the oldest.
// One tool call may count several times, such as a patch of many files.
const OfSession = 50

// supersede removes the waiting plans, sorted by age, that a new plan of another agent replaces: those of the same call
// from before a change, and the oldest of too many. It returns the remaining plans. The caller holds the lock.
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

// Approve marks a plan of another agent as approved by a person. It runs nothing: pp allows the agent's next
// identical call once. The error is a *PlanError; ErrState for a plan of pp's own.
func (s *Store) Approve(ctx context.Context, token string) (Plan, error) {
	return s.change(ctx, byToken(token), usable(func(p Plan, _ time.Time) (State, string, error) {
		if p.Agent == "" {
			return StateNone, "", &PlanError{ID: p.ID, Err: ErrState, Note: "it is carried out when it is approved"}
		}
		return StateApproved, approvedByCommand, nil
	}))
}

// approvedByCommand is the note of a plan that was not approved in the Org file.
const approvedByCommand = "approved by pp approve"

// Use consumes the approval of a plan of another agent. If several processes try, one succeeds. v is the
// current verdict on its action, and b its binding. The error is a *PlanError, with ErrState if no person
// has approved the plan.
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

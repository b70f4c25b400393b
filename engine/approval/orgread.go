package approval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"pp/engine/memory/org"
	"pp/engine/store"
)

// Bounds of an Org file of flight plans.
const (
	maxOrg  = 16 << 20
	maxMark = 10000
)

// ErrOrgSize says that an Org file is too large to be one of flight plans.
var ErrOrgSize = errors.New("the Org file is too large to be read for marks")

// Mark is the state that a person gave a plan in an Org file.
type Mark struct {
	ID    string
	State State // StatePlan, StateApproved, StateDone or StateDenied
}

// orgStates are the states that a person can mark.
var orgStates = [...]State{StatePlan, StateApproved, StateDone, StateDenied}

// ReadOrg reads the states of flight plans from an Org file, by the one ID in each
// node's property drawer, and nothing else; whatever keywords the file itself names.
// A plan whose ID stands twice gives no mark; its ID is in void. What is no node of a
// flight plan is skipped.
func ReadOrg(data []byte) (marks []Mark, void []string, err error) {
	if len(data) > maxOrg {
		return nil, nil, ErrOrgSize
	}
	seen := map[string]int{}
	for _, h := range org.Parse(orgHead + string(data)).Headlines {
		at := slices.IndexFunc(orgStates[:], func(s State) bool { return s.String() == h.TODO })
		ids := slices.DeleteFunc(h.Properties, func(p org.Property) bool { return p.Name != "ID" })
		if at < 0 || len(ids) != 1 || !isID(ids[0].Value) {
			continue
		}
		id := ids[0].Value
		if seen[id]++; seen[id] > 1 {
			void = append(void, id)
			continue
		}
		if len(marks) == maxMark {
			return nil, nil, ErrOrgSize
		}
		marks = append(marks, Mark{ID: id, State: orgStates[at]})
	}
	marks = slices.DeleteFunc(marks, func(m Mark) bool { return seen[m.ID] > 1 })
	slices.Sort(void)
	return marks, slices.Compact(void), nil
}

// Synced is what SyncOrg did.
type Synced struct {
	Applied []Mark   // changes of state that were taken over
	Void    []string // IDs that stand twice: nothing was read of them
	Unknown []string // IDs that name no flight plan
}

// SyncOrg takes over the states that a person gave flight plans in the Org file
// of that name, then writes the file anew as the view of all plans, when it
// differs. Only PLAN to APPROVED, APPROVED back to PLAN, and either to DENIED is
// a change; anything else in the file is ignored and overwritten. The file and
// its directory are made private; nothing is made while there is no plan. The
// file must be where no agent can write: among pp's own.
func (s *Store) SyncOrg(ctx context.Context, name string) (Synced, error) {
	var out Synced
	data, err := store.Read(ctx, name, maxOrg+1)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return out, fmt.Errorf("reading the flight plans: %w", err)
	}
	marks, void, err := ReadOrg(data)
	if err != nil {
		return out, fmt.Errorf("%s: %w", name, err)
	}
	out.Void = void
	for _, m := range marks {
		applied, err := s.apply(ctx, m)
		switch {
		case errors.Is(err, ErrUnknown):
			out.Unknown = append(out.Unknown, m.ID)
		case err != nil:
			return out, err
		case applied:
			out.Applied = append(out.Applied, m)
		}
	}
	plans, listErr := s.List()
	if missing && len(plans) == 0 {
		return out, listErr
	}
	fresh := []byte(RenderOrg(plans, s.options.Clock()))
	if bytes.Equal(fresh, data) {
		return out, listErr
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return out, errors.Join(err, listErr)
	}
	defer unlock()
	if now, err := store.Read(ctx, name, maxOrg+1); err == nil && !bytes.Equal(now, data) {
		return out, listErr // the person has just saved it: it is for the next time
	}
	return out, errors.Join(store.ReplacePrivate(name, fresh, true), listErr)
}

// apply takes one mark over, and says whether it changed anything.
func (s *Store) apply(ctx context.Context, m Mark) (bool, error) {
	p, err := s.find(byID(m.ID))
	if err != nil {
		return false, err
	}
	now := s.options.Clock()
	before := m.State == StatePlan && p.Note == approvedByCommand // the file is of before that
	if !p.Waits(now) || m.State == p.State || m.State == StateDone || before {
		return false, nil
	}
	_, err = s.change(ctx, byID(m.ID), usable(func(Plan, time.Time) (State, string, error) {
		return m.State, "marked in the Org file", nil
	}))
	if _, ok := errors.AsType[*PlanError](err); ok && !errors.Is(err, ErrUnknown) {
		return false, nil // it came to its end meanwhile
	}
	return err == nil, err
}

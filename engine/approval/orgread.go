package approval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/session/journal"
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

// ReadOrg reads the states of flight plans from an Org file, by the ID in each
// node's property drawer, and nothing else. A plan whose ID stands twice gives
// no mark; its ID is in void. What is no node of a flight plan is skipped.
func ReadOrg(data []byte) (marks []Mark, void []string, err error) {
	if len(data) > maxOrg {
		return nil, nil, ErrOrgSize
	}
	lines := bytes.Split(data, []byte("\n"))
	seen := map[string]int{}
	for i := 0; i < len(lines); i++ {
		state, ok := headingState(line(lines, i))
		if !ok {
			continue
		}
		id := drawerID(lines, i+1)
		if id == "" {
			continue
		}
		if seen[id]++; seen[id] > 1 {
			void = append(void, id)
			continue
		}
		if len(marks) == maxMark {
			return nil, nil, ErrOrgSize
		}
		marks = append(marks, Mark{ID: id, State: state})
	}
	marks = slices.DeleteFunc(marks, func(m Mark) bool { return seen[m.ID] > 1 })
	slices.Sort(void)
	return marks, slices.Compact(void), nil
}

func line(lines [][]byte, i int) string {
	if i >= len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[i]), "\r")
}

// headingState reads the keyword of a heading (Org manual, section 2.2: stars
// in column one, a space, the keyword, a space).
func headingState(s string) (State, bool) {
	text := strings.TrimLeft(s, "*")
	if len(text) == len(s) || !strings.HasPrefix(text, " ") {
		return StateNone, false
	}
	keyword, _, _ := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	for _, s := range [...]State{StatePlan, StateApproved, StateDone, StateDenied} {
		if keyword == s.String() {
			return s, true
		}
	}
	return StateNone, false
}

// drawerID reads the ID from the property drawer right below a heading, or below
// the planning line that Org writes there when a state changes (Org manual,
// section 7.1). A drawer that does not end, or has two IDs, has none.
func drawerID(lines [][]byte, i int) string {
	trimmed := strings.TrimSpace(line(lines, i))
	for _, word := range [...]string{"CLOSED:", "SCHEDULED:", "DEADLINE:"} {
		if strings.HasPrefix(trimmed, word) {
			i++
			break
		}
	}
	if !strings.EqualFold(strings.TrimSpace(line(lines, i)), ":PROPERTIES:") {
		return ""
	}
	id, n := "", 0
	for i++; i < len(lines); i++ {
		s := strings.TrimSpace(line(lines, i))
		if strings.EqualFold(s, ":END:") {
			if n != 1 || !isID(id) {
				return ""
			}
			return id
		}
		if !strings.HasPrefix(s, ":") {
			return "" // no property: the drawer is broken
		}
		if rest, ok := cutFold(s, ":ID:"); ok {
			id, n = strings.TrimSpace(rest), n+1
		}
	}
	return ""
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
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
	data, err := readOrgFile(name)
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
	if now, err := readOrgFile(name); err == nil && !bytes.Equal(now, data) {
		return out, listErr // the person has just saved it: it is for the next time
	}
	return out, errors.Join(journal.Replace(name, fresh, true), listErr)
}

func readOrgFile(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, journal.ErrNotFile)
	}
	return io.ReadAll(io.LimitReader(f, maxOrg+1))
}

// apply takes one mark over, and says whether it changed anything.
func (s *Store) apply(ctx context.Context, m Mark) (bool, error) {
	p, err := s.FindID(m.ID)
	if err != nil {
		return false, err
	}
	now := s.options.Clock()
	if !p.Waits(now) || m.State == p.State || m.State == StateDone {
		return false, nil
	}
	_, err = s.change(ctx, byID(m.ID), func(p Plan, now time.Time) (State, string, error) {
		if err := p.usable(now); err != nil {
			return StateNone, "", err
		}
		return m.State, "marked in the Org file", nil
	})
	var pe *PlanError
	if errors.As(err, &pe) && !errors.Is(err, ErrUnknown) {
		return false, nil // it came to its end meanwhile
	}
	return err == nil, err
}

package approval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// Errors of a Store.
var (
	ErrTooMany = errors.New("too many flight plans wait; approve or deny some (`pp approvals`)")
	ErrState   = errors.New("the flight plan is not in a state for that")
)

// Bounds of a store, unless configured, and in any case.
const (
	defaultPending = 100
	maxFiles       = 5000
	planSuffix     = ".plan"
)

// planLimits bound a plan's file: an action of the largest size twice over.
func planLimits() store.Limits { return store.Limits{Record: 16 << 20, File: 64 << 20} }

// Options are the settings of a Store and of Rules.
type Options struct {
	Clock  func() time.Time // required
	Random io.Reader        // required for what makes tokens
	Life   time.Duration    // of a flight plan; 0 is SuspendedLife
	// Pending is how many plans may wait at once; 0 is 100.
	Pending int
}

// Store keeps flight plans in a directory, one file a plan, each readable by its
// owner only. Many processes may use one directory at once. Its methods are safe
// for concurrent use; those that change something wait for each other for about
// ten seconds at most (store.ErrBusy).
type Store struct {
	dir     string
	options Options
}

// NewStore returns the store of a directory. It touches nothing.
func NewStore(dir string, o Options) *Store {
	o.Life = cmp.Or(max(0, o.Life), SuspendedLife)
	o.Pending = cmp.Or(max(0, o.Pending), defaultPending)
	return &Store{dir: dir, options: o}
}

func (s *Store) plans() string { return filepath.Join(s.dir, "plans") }

func (s *Store) file(p Plan) string {
	return filepath.Join(s.plans(), p.ID+"_"+p.Token+planSuffix)
}

// lock keeps other processes from changing the store. It is taken only where
// something is there to change, or is about to be made.
func (s *Store) lock(ctx context.Context) (func(), error) {
	return store.Lock(ctx, filepath.Join(s.dir, "lock"))
}

// Suspend keeps what a verdict asks as a flight plan, on disk before it returns,
// and gives the answer that names its token and when it expires. c is the
// conversation to go on with.
func (s *Store) Suspend(ctx context.Context, v engine.Verdict, b Binding, c Conversation) (engine.Answer, error) {
	p, err := s.suspend(ctx, v, b, c)
	if err != nil {
		return engine.Answer{}, fmt.Errorf("suspending the action: %w", err)
	}
	return engine.Answer{Kind: engine.AnswerSuspend, Token: p.Token, Expires: p.Expires}, nil
}

func (s *Store) suspend(ctx context.Context, v engine.Verdict, b Binding, c Conversation) (Plan, error) {
	p, data, err := s.newPlan(v, b, c)
	if err != nil {
		return p, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return p, err
	}
	defer unlock()
	waiting, _ := s.Pending() // one that cannot be read does not wait
	if waiting, err = s.supersede(waiting, p); err != nil {
		return p, err
	}
	if len(waiting) >= s.options.Pending {
		return p, ErrTooMany
	}
	return p, store.ReplacePrivate(s.file(p), data, true)
}

// newPlan makes a plan and the record of it, and makes sure that what will be
// read back is the same action.
func (s *Store) newPlan(v engine.Verdict, b Binding, c Conversation) (Plan, []byte, error) {
	now := s.options.Clock()
	seal, err := NewSeal(v, b, now, s.options.Life)
	if err != nil {
		return Plan{}, nil, err
	}
	bound, err := boundTo(v, b)
	if err != nil {
		return Plan{}, nil, err
	}
	id, err := store.NewName(s.options.Random, now, idRandom)
	if err != nil {
		return Plan{}, nil, err
	}
	token, err := newToken(s.options.Random)
	if err != nil {
		return Plan{}, nil, err
	}
	p := Plan{ID: id, Token: token, Seal: seal, Conversation: c, Dir: v.Dir, Exported: v.Facts.Exported,
		Workspace: v.Workspace, Action: v.Action, Proposed: v.Proposed, Asks: asks(v), Form: digestForm, Bound: bound,
		Did: b.Did, State: StatePlan, Changed: now}
	for _, also := range b.Also {
		p.Also = append(p.Also, also.Given())
	}
	data, err := store.AppendRecord(nil, store.Encode(p.fields), planLimits())
	if err != nil {
		return Plan{}, nil, err
	}
	var back Plan
	if _, err := store.Scan(strings.NewReader(string(data)), planLimits(), back.take); err != nil {
		return Plan{}, nil, fmt.Errorf("the action cannot be kept: %w", err)
	}
	if back.Essences() != p.Essences() || back.Action.Canonical() != v.Action.Canonical() ||
		back.Judged().Canonical() != p.Judged().Canonical() ||
		withinText(back.Within) != withinText(p.Within) {
		return Plan{}, nil, errors.New("the action cannot be kept: it would not be read back as it is")
	}
	return p, data, nil
}

// names are the names of the plans' files, the oldest plan first.
func (s *Store) names() ([]string, error) {
	all, err := store.FileNames(s.plans(), planSuffix)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range all {
		if id, _, ok := strings.Cut(name, "_"); ok && isID(id) {
			out = append(out, name+planSuffix)
		}
	}
	if len(out) > maxFiles {
		return nil, fmt.Errorf("%s has over %d flight plans; `pp approvals prune` removes old ones", s.plans(), maxFiles)
	}
	return out, nil
}

// load reads a plan's file.
func (s *Store) load(name string) (Plan, error) {
	var p Plan
	full := filepath.Join(s.plans(), name)
	if _, err := store.Load(full, planLimits(), p.take); err != nil {
		return Plan{}, err
	}
	if p.State == StateNone || name != filepath.Base(s.file(p)) {
		return Plan{}, fmt.Errorf("%s: it does not hold the flight plan that it is named for", full)
	}
	return p, nil
}

// List gives all plans, the oldest first. Those that cannot be read are in the
// error, beside the list of the others.
func (s *Store) List() ([]Plan, error) {
	names, err := s.names()
	if err != nil {
		return nil, fmt.Errorf("listing the flight plans: %w", err)
	}
	var out []Plan
	var wrong []error
	for _, name := range names {
		p, err := s.load(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // pruned meanwhile
		case err != nil:
			wrong = append(wrong, err)
		default:
			out = append(out, p)
		}
	}
	return out, errors.Join(wrong...)
}

// Pending are the plans that wait for a person, or to be carried out, the
// oldest first.
func (s *Store) Pending() ([]Plan, error) {
	all, err := s.List()
	now := s.options.Clock()
	return slices.DeleteFunc(all, func(p Plan) bool { return !p.Waits(now) }), err
}

// pick tells a plan from the others.
type pick func(id, token string) bool

// byToken picks the plan with a token, as a person may type it.
func byToken(token string) pick {
	parsed, err := ParseToken(token)
	return func(_, t string) bool { return err == nil && t == parsed }
}

func byID(id string) pick { return func(i, _ string) bool { return i == id } }

// Find gives the plan with a token, in whatever state; ErrUnknown when there is
// none. It changes nothing.
func (s *Store) Find(token string) (Plan, error) { return s.find(byToken(token)) }

func (s *Store) find(is pick) (Plan, error) {
	names, err := s.names()
	if err != nil {
		return Plan{}, fmt.Errorf("looking for the flight plan: %w", err)
	}
	for _, name := range names {
		if id, token, _ := strings.Cut(strings.TrimSuffix(name, planSuffix), "_"); is(id, token) {
			p, err := s.load(name)
			if errors.Is(err, fs.ErrNotExist) {
				break
			}
			return p, err
		}
	}
	return Plan{}, &PlanError{Err: ErrUnknown}
}

// record appends what became of a plan, on disk before it returns. The lock
// must be held.
func (s *Store) record(p Plan, rec sexp.Plist) error {
	w, _, err := store.OpenJournal(s.file(p), planLimits(), nil)
	if err != nil {
		return fmt.Errorf("flight plan %s: %w", p.ID, err)
	}
	if err := errors.Join(w.Append(rec, true), w.Close()); err != nil {
		return fmt.Errorf("flight plan %s: %w", p.ID, err)
	}
	return nil
}

package approval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// Errors of Rules.
var (
	ErrNoRule   = errors.New("there is no such rule")
	ErrManyRule = errors.New("there are too many rules; revoke some (`pp rules`)")
)

// maxActive bounds the rules in force.
const maxActive = 500

func ruleLimits() store.Limits { return store.Limits{Record: 256 << 10, File: 64 << 20} }

// Rules keeps the learned rules in a directory, readable by their owner only.
// Many processes may use one directory at once, and each sees what the others
// learned and revoked. It is safe for concurrent use.
type Rules struct {
	dir   string
	clock func() time.Time

	mu     sync.Mutex
	loaded fs.FileInfo // of the file that book is of; nil for none
	book   book
}

// NewRules returns the rules of a directory. It touches nothing.
func NewRules(dir string, o Options) *Rules { return &Rules{dir: dir, clock: o.Clock} }

func (r *Rules) file() string { return filepath.Join(r.dir, "rules") }

// List gives all rules, the oldest first, those that were revoked among them.
func (r *Rules) List() ([]Rule, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return nil, fmt.Errorf("reading the learned rules: %w", err)
	}
	return slices.Clone(r.book.rules), nil
}

// Active is how many rules are in force somewhere, for the prompt.
func (r *Rules) Active() (int, error) {
	list, err := r.List()
	return len(slices.DeleteFunc(list, func(x Rule) bool { return !x.Active() })), err
}

// Get gives a rule by its ID: ErrNoRule when there is none.
func (r *Rules) Get(id string) (Rule, error) {
	list, err := r.List()
	if err != nil {
		return Rule{}, err
	}
	b := book{rules: list}
	if x, ok := b.find(id); ok {
		return *x, nil
	}
	return Rule{}, fmt.Errorf("%.40q: %w", id, ErrNoRule)
}

// Grants are the waivers in force in a place (see PlaceOf), for engine.Facts: a
// rule that is bound to a file is in force while the file, seen through view, is
// as it was. On an error nothing is waived.
func (r *Rules) Grants(place string, view effect.FS) ([]engine.Grant, error) {
	list, err := r.List()
	if err != nil {
		return nil, err
	}
	return grantsIn(list, place, view), nil
}

func grantsIn(list []Rule, place string, view effect.FS) []engine.Grant {
	var out []engine.Grant
	for _, x := range list {
		if x.inForce(place, view) {
			out = append(out, x.Grant)
		}
	}
	return out
}

// refresh reads the file again when it is another than the one that was read.
func (r *Rules) refresh() error {
	info, err := os.Lstat(r.file())
	if errors.Is(err, fs.ErrNotExist) {
		r.loaded, r.book = nil, book{}
		return nil
	}
	if err != nil {
		return err
	}
	if was := r.loaded; was != nil && os.SameFile(was, info) && was.Size() == info.Size() &&
		was.ModTime().Equal(info.ModTime()) {
		return nil
	}
	var b book
	if _, err := store.Load(r.file(), ruleLimits(), b.take); err != nil {
		return err
	}
	r.loaded, r.book = info, b
	return nil
}

// Learn saves a rule for good, on disk before it returns, after Trial. A rule
// that allows the same as one in force is that one.
func (r *Rules) Learn(ctx context.Context, x Rule, from string, judge Judge) (Rule, error) {
	x.Grant.Learned = true
	if err := x.Trial(judge); err != nil {
		return Rule{}, err
	}
	err := r.write(ctx, func(b *book, now time.Time) (sexp.Plist, error) {
		for _, y := range b.rules {
			if y.Active() && y.same(x) {
				x = y
				return sexp.Plist{}, nil
			}
		}
		if b.active() >= maxActive {
			return sexp.Plist{}, ErrManyRule
		}
		x.Grant.ID, x.Since, x.From = "r"+strconv.Itoa(b.next+1), now, from
		x.Grant.Where = "learned " + now.UTC().Format(time.DateOnly)
		return store.Encode(x.fields), nil
	})
	if err != nil {
		return Rule{}, fmt.Errorf("saving the rule: %w", err)
	}
	return x, nil
}

// Revoke takes a rule back, with a reason, which may be empty. What was asked
// before the rule is asked again from the next verdict on, in every process.
func (r *Rules) Revoke(ctx context.Context, id, note string) (Rule, error) {
	if _, err := r.Get(id); err != nil {
		return Rule{}, err
	}
	var out Rule
	err := r.write(ctx, func(b *book, now time.Time) (sexp.Plist, error) {
		x, ok := b.find(id)
		if !ok {
			return sexp.Plist{}, ErrNoRule
		}
		out = *x
		if !x.Active() {
			return sexp.Plist{}, nil
		}
		out.Revoked, out.Note = now, engine.Clip(note, maxNote)
		return store.Encode(out.revocation), nil
	})
	if err != nil {
		return Rule{}, fmt.Errorf("revoking the rule: %w", err)
	}
	return out, nil
}

// write appends the record that propose returns, if any, under the store's lock, and syncs it to disk.
func (r *Rules) write(ctx context.Context, propose func(*book, time.Time) (sexp.Plist, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	unlock, err := store.Lock(ctx, filepath.Join(r.dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	r.loaded = nil // whatever happens, what is known is read again
	var b book
	w, _, err := store.OpenJournal(r.file(), ruleLimits(), b.take)
	if err != nil {
		return err
	}
	rec, err := propose(&b, r.clock())
	if err == nil && rec.Len() > 0 {
		err = w.Append(rec, true)
	}
	return errors.Join(err, w.Close())
}

// SessionGrants keeps the waivers given for this session. They are gone with the
// process. Its zero value has none; it is safe for concurrent use.
type SessionGrants struct {
	mu   sync.Mutex
	book book
}

// Give adds a waiver for the rest of the session and returns it with its ID.
func (g *SessionGrants) Give(r Rule, from string, now time.Time) Rule {
	g.mu.Lock()
	defer g.mu.Unlock()
	r.Grant.Learned = false
	r.Grant.ID, r.From, r.Since = "s"+strconv.Itoa(len(g.book.rules)+1), from, now
	r.Grant.Where = "for this session"
	g.book.rules = append(g.book.rules, r)
	return r
}

// List gives the waivers in the order they were given, revoked ones among them.
func (g *SessionGrants) List() []Rule {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.book.rules)
}

// Revoke takes one back: ErrNoRule when there is none of that ID.
func (g *SessionGrants) Revoke(id string, now time.Time) (Rule, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r, ok := g.book.find(id); ok {
		if r.Active() {
			r.Revoked = now
		}
		return *r, nil
	}
	return Rule{}, fmt.Errorf("%.40q: %w", strings.TrimSpace(id), ErrNoRule)
}

// Grants are the waivers in force in a place, as Rules.Grants gives them.
func (g *SessionGrants) Grants(place string, view effect.FS) []engine.Grant {
	return grantsIn(g.List(), place, view)
}

package memory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// Errors of a Store.
var (
	ErrNoObject   = errors.New("nothing is remembered by that name")
	ErrNoSnapshot = errors.New("there is no such snapshot")
)

// Options are a Store's settings.
type Options struct {
	Clock    func() time.Time // required for what writes
	Random   io.Reader        // likewise
	Redactor engine.Redactor  // masks what is written; nil masks nothing
	Segment  int64            // bytes of a segment of the journal; 0 is 64 MiB
	// Report is told what a person should know of, such as a torn record that was cut
	// off; nil is nobody.
	Report func(string)
}

// Store is what is remembered, in a directory that only its owner can read. Many
// processes may use one directory at once. It is safe for concurrent use; methods that
// write wait for each other for about ten seconds at most (store.ErrBusy), and acknowledge
// only what is on disk. Damage is a *store.DamageError, and pp never overwrites it.
type Store struct {
	dir     string
	options Options

	mu    sync.Mutex
	name  string      // of the generation; "" while nothing was kept
	gen   *generation // nil until something was read
	taken []bool      // which of its records are taken back
	// now gives the rows of current versions, which are found when that is asked for.
	now func() map[[16]byte]int
}

// NewStore returns the store of a directory. It touches nothing.
func NewStore(dir string, o Options) *Store {
	o.Segment = min(cmp.Or(max(0, o.Segment), 64<<20), 1<<30)
	return &Store{dir: dir, options: o}
}

// Position is where a journal ends. It changes when anything was appended or removed. The
// zero Position is that of an empty one.
type Position struct {
	Generation string
	Segment    int32
	Bytes      int64
}

// Head is where the journal ends. It reads no record.
func (s *Store) Head() (Position, error) {
	name, err := s.current()
	if err != nil || name == "" {
		return Position{}, err
	}
	g := generation{dir: filepath.Join(s.dir, name)}
	last, err := g.segments()
	if err != nil || last == 0 {
		return Position{Generation: name}, err
	}
	info, err := os.Lstat(g.file(last))
	if err != nil {
		return Position{}, err
	}
	return Position{Generation: name, Segment: last, Bytes: info.Size()}, nil
}

// generationRandom is how many random bytes the name of a generation has.
const generationRandom = 4

func (s *Store) pointer() string { return filepath.Join(s.dir, "current") }

// current is the name of the generation that counts; "" while nothing was kept.
func (s *Store) current() (string, error) {
	name := ""
	lim := store.Limits{Record: 1 << 10, File: 1 << 10, Strict: true}
	_, err := store.Load(s.pointer(), lim, func(p sexp.Plist) error {
		return store.Decode(p, pointerFields(&name))
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !store.IsName(name, generationRandom):
		return "", fmt.Errorf("%s: it names no journal", s.pointer())
	}
	return name, nil
}

func pointerFields(name *string) func(*store.Fields) {
	return func(f *store.Fields) {
		f.Format("MEMORY", 1, "a memory")
		f.Text("GENERATION", name)
	}
}

// newGeneration makes the directory of a generation that does not count yet.
func (s *Store) newGeneration() (*generation, string, error) {
	name, err := store.NewName(s.options.Random, s.options.Clock(), generationRandom)
	if err != nil {
		return nil, "", err
	}
	g := &generation{dir: filepath.Join(s.dir, name), most: s.options.Segment}
	return g, name, store.PrivateDir(g.dir)
}

// point makes a generation the one that counts, on disk when it returns.
func (s *Store) point(name string) error {
	data, err := store.AppendRecord(nil, store.Encode(pointerFields(&name)), store.Limits{Strict: true})
	if err != nil {
		return err
	}
	return store.ReplacePrivate(s.pointer(), data, true)
}

// refresh learns what was written since the last look. The caller has s.mu.
func (s *Store) refresh() error {
	for tries := 0; ; tries++ {
		name, err := s.current()
		if err != nil {
			return err
		}
		if s.gen == nil || s.name != name {
			s.name, s.gen, s.taken = name, &generation{dir: filepath.Join(s.dir, name), most: s.options.Segment}, nil
			if name != "" {
				err = s.gen.load()
			}
		} else if name != "" {
			err = s.gen.catchUp(nil)
		}
		if err == nil {
			err = s.mark()
		}
		if err == nil {
			return nil
		}
		s.gen = nil
		if now, cerr := s.current(); cerr != nil || now == name || tries == 3 {
			return err
		}
	}
}

// mark finds which records are taken back.
func (s *Store) mark() (err error) {
	rows := s.gen.rows[len(s.taken):]
	switch {
	case len(rows) == 0 && s.taken != nil:
		return nil
	case slices.ContainsFunc(rows, func(w row) bool { return w.kind == kindRollback }):
		s.taken, err = s.gen.takenBack(s.gen.rows, nil)
	default:
		s.taken = append(s.taken, make([]bool, len(rows))...)
	}
	all, taken := slices.Clip(s.gen.rows), s.taken
	s.now = sync.OnceValue(func() map[[16]byte]int { return newestOf(all, taken) })
	return err
}

// takenBack says which of the first records are taken back: by a rollback that is not taken
// back itself, or by one that takes these and is about to be written.
func (g *generation) takenBack(rows []row, takes []span) ([]bool, error) {
	taken := make([]bool, len(rows))
	take := func(list []span, before int) {
		for _, t := range list {
			for k := g.find(t.from); k < before && rows[k].number <= t.to; k++ {
				taken[k] = true
			}
		}
	}
	take(takes, len(rows))
	var files segments
	defer files.close()
	for i, w := range slices.Backward(rows) {
		if w.kind != kindRollback || taken[i] {
			continue
		}
		r, err := files.record(g, w)
		if err != nil {
			return nil, err
		}
		take(r.takes, i)
	}
	return taken, nil
}

// write appends the records that draft gives, on disk when it returns. Draft is called
// with the journal as it is, which nobody else changes meanwhile.
func (s *Store) write(ctx context.Context, by Author, draft func(v view) ([]record, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	records, err := draft(s.view())
	if err != nil || len(records) == 0 {
		return err
	}
	if s.name == "" {
		if s.gen, s.name, err = s.newGeneration(); err == nil {
			err = s.point(s.name)
		}
	}
	if err == nil {
		err = s.gen.add(by, s.options.Clock(), records)
	}
	if err == nil {
		err = s.mark()
	}
	if err != nil {
		s.gen = nil // what is there is found out again
	}
	return err
}

// lock takes the store for this process and learns what is there.
func (s *Store) lock(ctx context.Context) (func(), error) {
	unlock, err := store.Lock(ctx, filepath.Join(s.dir, "lock"))
	if err != nil {
		return nil, err
	}
	first := s.gen == nil
	if err := s.refresh(); err != nil {
		unlock()
		return nil, err
	}
	if first {
		s.sweep()
	}
	if s.gen.torn > 0 && s.options.Report != nil {
		s.options.Report(fmt.Sprintf("a record that was never acknowledged is cut off %s: %d bytes",
			s.gen.file(s.gen.segment), s.gen.torn))
	}
	return unlock, nil
}

// sweep removes generations that do not count: what a process left that was killed
// between two.
func (s *Store) sweep() {
	names, err := store.FileNames(s.dir, "")
	for _, name := range names {
		if err == nil && name != s.name && store.IsName(name, generationRandom) {
			os.RemoveAll(filepath.Join(s.dir, name))
		}
	}
}

// add appends records after filling in what all have, and writes their long contents.
func (g *generation) add(by Author, now time.Time, records []record) error {
	items := make([]item, 0, len(records))
	for i := range records {
		r := &records[i]
		r.by, r.number = by, g.number+int64(i)+1
		if r.at.IsZero() {
			r.at = now
		}
		kept := *r
		if content := r.object.Content; len(content) > inline {
			kept.blob = sha256.Sum256([]byte(content))
			if err := store.ReplacePrivate(g.blobFile(kept.blob), []byte(content), true); err != nil {
				return fmt.Errorf("keeping a long text: %w", err)
			}
		}
		body := sexp.Append(nil, store.Encode(kept.fields).Value())
		items = append(items, item{body, kept.row(0, 0, 0, Hash{})})
	}
	return g.append(items)
}

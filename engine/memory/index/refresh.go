package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
	"pp/engine/session/journal"
)

// Open gives the index in a directory, as it was made last by whatever process. It looks at
// no file that it is of. One that is damaged, or that was made with other options, is not
// used, and made anew by Refresh.
func Open(o Options) (*Index, error) {
	o.Roots = slices.Clone(o.Roots)
	for i, r := range o.Roots {
		if !filepath.IsAbs(r) {
			return nil, fmt.Errorf("opening an index of %s: it is no absolute path", r)
		}
		if real, err := filepath.EvalSymlinks(r); err == nil {
			o.Roots[i] = real
		}
	}
	x := &Index{o: o}
	x.gen = x.load()
	return x, nil
}

// load gives the generation on disk, or one of nothing.
func (x *Index) load() *generation {
	nothing := newGeneration(meta{options: x.o.fingerprint()}, nil, nil)
	if x.o.Dir == "" {
		return nothing
	}
	g, err := openGeneration(x.o.Dir)
	if err != nil {
		x.damage = nil
		if !errors.Is(err, fs.ErrNotExist) {
			x.damage = err
		}
		return nothing
	}
	if g.options != nothing.options {
		_ = g.close()
		return nothing
	}
	return g
}

// fingerprint is the same for options with which an index is made in the same way.
func (o *Options) fingerprint() [32]byte {
	tags := slices.Clone(o.Private.Tags)
	slices.Sort(tags)
	return sha256.Sum256([]byte("5\x00" + strings.Join(o.Roots, "\x00") + "\x00\x00" + strings.Join(tags, "\x00")))
}

// Close gives back what the index holds open. No other method may be called afterwards.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.gen.close()
}

// Refresh looks at what the index is of, and takes over what changed, for about as long as
// budget says; 0 is for as long as it takes. Each call goes on where the last one, of
// whatever process, stopped. What was not looked at is counted as behind. Faults are those
// that were not said before. That an index cannot be written is one: what changed is then
// known to this process alone. Errors are those of the store, and the end of ctx.
func (x *Index) Refresh(ctx context.Context, budget time.Duration) (memory.Freshness, error) {
	return x.refresh(ctx, budget, refreshAll)
}

// Rebuild makes the index anew.
func (x *Index) Rebuild(ctx context.Context) (memory.Freshness, error) {
	return x.refresh(ctx, 0, func(p *pass) error {
		p.forget()
		return refreshAll(p)
	})
}

// refreshAll looks at all files and objects.
func refreshAll(p *pass) error {
	if err := p.objects(); err != nil {
		return err
	}
	p.walkFiles()
	return nil
}

// pass is one look at what changed.
type pass struct {
	x       *Index
	ctx     context.Context
	until   time.Time
	old     *generation
	meta    meta
	publish bool // the directory is locked for this pass

	known    []fileRecord // as it was, in order
	files    map[fileKey]*fileRecord
	jobs     []job
	segments []*segment
	faults   []memory.Fault
	behind   int
	changed  bool
}

// job is a file to read, or an object.
type job struct {
	key     fileKey
	stamp   stamp
	entries []entry  // of an object
	hash    fileHash // likewise
}

// refresh runs a pass, and has the index be what that finds.
func (x *Index) refresh(ctx context.Context, budget time.Duration, look func(*pass) error) (memory.Freshness, error) {
	x.writing.Lock()
	defer x.writing.Unlock()
	p := &pass{x: x, ctx: ctx}
	if budget > 0 {
		p.until = x.o.now().Add(budget)
	}
	release := p.lock()
	defer release()
	err := guarded(func() error {
		p.begin()
		if x.broken.Swap(false) {
			return ErrDamaged
		}
		return p.run(look)
	})
	if errors.Is(err, ErrDamaged) {
		p.faults = append(p.faults, memory.Fault{File: x.o.Dir, Why: err.Error() + "; it is made anew"})
		p.forget()
		err = guarded(func() error { return p.run(look) })
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	f := x.fresh()
	f.Behind, f.Faults = p.behind, p.faults
	return f, err
}

// lock keeps other processes from writing the index. Where it cannot be had, the pass is
// for this process alone.
func (p *pass) lock() (release func()) {
	nothing := func() {}
	dir := p.x.o.Dir
	if dir == "" {
		return nothing
	}
	f, err := lockFile(dir)
	for err != nil && errors.Is(err, journal.ErrBusy) && p.ctx.Err() == nil &&
		(p.until.IsZero() || p.x.o.now().Before(p.until)) {
		select {
		case <-p.ctx.Done():
		case <-time.After(2 * time.Millisecond):
		}
		f, err = lockFile(dir)
	}
	switch {
	case err == nil:
		p.publish = true
		return func() { _ = journal.Release(f) }
	case !errors.Is(err, journal.ErrBusy):
		p.unwritten(err)
	}
	return nothing
}

func lockFile(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return journal.OpenLock(filepath.Join(dir, "lock"), false)
}

// unwritten says once that the index cannot be written.
func (p *pass) unwritten(err error) {
	p.publish = false
	if !p.x.unwritten {
		p.x.unwritten = true
		p.faults = append(p.faults, memory.Fault{File: p.x.o.Dir, Why: "the index cannot be written: " + plain(err).Error()})
	}
}

// begin takes the newest generation over, and reads its files.
func (p *pass) begin() {
	x := p.x
	var st unix.Stat_t
	name := filepath.Join(x.o.Dir, currentName)
	if err := unix.Lstat(name, &st); x.o.Dir != "" && err == nil && stampOf(&st) != x.gen.stamp {
		x.swap(x.load())
	}
	if x.damage != nil {
		p.faults = append(p.faults, memory.Fault{File: x.o.Dir, Why: x.damage.Error() + "; it is made anew"})
		x.damage = nil
	}
	p.old, p.meta, p.segments = x.gen, x.gen.meta, slices.Clone(x.gen.segments)
	p.known, p.files = nil, map[fileKey]*fileRecord{}
	p.knowTo(sort.Search(p.old.files.len(), func(i int) bool { return p.old.files.root(i) == objectRoot }))
}

// knowTo reads the records of files before one of them. Those of objects come last, and mostly nothing changed.
func (p *pass) knowTo(end int) {
	some := make([]fileRecord, max(0, end-len(p.known)))
	for i := range some {
		some[i] = p.old.files.at(len(p.known) + i)
		p.files[some[i].key()] = &some[i]
	}
	p.known = append(p.known, some...)
}

// forget has the pass begin from nothing.
func (p *pass) forget() {
	p.old = newGeneration(meta{options: p.x.o.fingerprint(), next: p.meta.next}, nil, nil)
	p.meta, p.segments, p.known, p.jobs, p.changed = p.old.meta, nil, nil, nil, true
	p.files = map[fileKey]*fileRecord{}
}

// run looks, reads what changed, and puts the new generation in place.
func (p *pass) run(look func(*pass) error) error {
	if err := look(p); err != nil {
		return err
	}
	if len(p.jobs) > 0 {
		p.read()
	}
	if !p.changed {
		return nil
	}
	p.knowTo(p.old.files.len())
	p.tidy()
	p.meta.built = p.x.o.now().UnixNano()
	p.number()
	publish := p.written()
	g := newGeneration(p.meta, p.segments, p.records())
	if publish {
		if err := g.publish(p.x.o.Dir); err != nil {
			p.unwritten(err)
		} else {
			p.x.unwritten = false
		}
	}
	p.x.swap(g)
	return nil
}

// records gives the files in their order: those that were known have it, and most are.
func (p *pass) records() []*fileRecord {
	list := make([]*fileRecord, 0, len(p.files))
	for i := range p.known {
		if f := p.files[p.known[i].key()]; f != nil {
			list, f.listed = append(list, f), true
		}
	}
	known := len(list)
	for _, f := range p.files {
		if !f.listed {
			list = append(list, f)
		}
	}
	if len(list) > known {
		slices.SortFunc(list, func(a, b *fileRecord) int { return a.key().compare(b.key()) })
	}
	return list
}

// number gives keys to the notes of new segments.
func (p *pass) number() {
	end := uint64(0)
	for _, s := range p.segments {
		if s.base != unnumbered {
			end = max(end, uint64(s.base)+uint64(s.notes()))
		}
	}
	for _, s := range p.segments {
		if s.base == unnumbered {
			s.base = uint32(end)
			end += uint64(s.notes())
		}
	}
	slices.SortFunc(p.segments, func(a, b *segment) int { return cmp.Compare(a.base, b.base) })
}

// swap has a generation be that of the index, and closes what only the last one needed.
func (x *Index) swap(g *generation) {
	x.mu.Lock()
	defer x.mu.Unlock()
	old := x.gen
	x.gen = g
	x.edition++
	x.broken.Store(false)
	_ = old.close(g.segments...)
}

// objects finds the objects that changed, when any did, and reads them for half of the time.
func (p *pass) objects() error {
	from := p.x.o.Objects
	if from == nil {
		return nil
	}
	head, err := from.Head()
	if err != nil || head == p.meta.head && head != "" {
		return err
	}
	p.knowTo(p.old.files.len())
	stamps := map[memory.Stamp]*fileRecord{}
	for k, f := range p.files {
		if k.root == objectRoot {
			var hash memory.Hash
			copy(hash[:], f.hash[:])
			stamps[memory.StampOf(k.path, hash)] = f
		}
	}
	known := func(at memory.Stamp) bool {
		f := stamps[at]
		if f != nil {
			f.seen = true
		}
		return f != nil
	}
	until := p.half()
	left, err := from.Changed(known, func(o memory.Object) bool {
		p.jobs = append(p.jobs, job{key: fileKey{objectRoot, o.ID}, entries: []entry{objectEntry(o)},
			hash: fileHash(o.Hash[:])})
		return p.ctx.Err() == nil && (until.IsZero() || p.x.o.now().Before(until))
	})
	if err != nil || p.ctx.Err() != nil {
		return cmp.Or(err, context.Cause(p.ctx))
	}
	for k, f := range p.files {
		if k.root == objectRoot && !f.seen {
			p.drop(k)
		}
	}
	p.behind, p.changed = p.behind+left, true
	if p.meta.head = head; left > 0 {
		p.meta.head = ""
	}
	return nil
}

// half is when half of the time is up: the rest is for reading what is found. It is zero where there is time enough.
func (p *pass) half() time.Time {
	if p.until.IsZero() {
		return p.until
	}
	now := p.x.o.now()
	return now.Add(p.until.Sub(now) / 2)
}

func (p *pass) drop(k fileKey) {
	delete(p.files, k)
	p.changed = true
}

// walkFiles finds the files that changed or are gone.
func (p *pass) walkFiles() {
	w := walker{ctx: p.ctx, o: &p.x.o, visit: p.visit, from: keyOf(p.meta.looked), until: p.half()}
	begin := w.from
	w.walk()
	covered := func(k fileKey) bool {
		after, before := k.compare(begin) >= 0, k.compare(w.last) < 0
		if w.to == (fileKey{}) { // it stopped before it came round
			return after && before || !w.stopped
		}
		return after || before || !w.stopped
	}
	for k, f := range p.files {
		switch {
		case k.root == objectRoot || f.seen:
		case !covered(k) || slices.ContainsFunc(w.failed, func(d fileKey) bool { return d != k && d.holds(k) }):
			p.behind++
		default:
			p.drop(k)
		}
	}
	looked := ""
	if w.stopped {
		looked = w.last.String()
	} else if p.meta.hidden != w.hidden {
		p.meta.hidden, p.changed = w.hidden, true
	}
	if p.meta.looked != looked {
		p.meta.looked, p.changed = looked, true
	}
}

// String is the key in one text.
func (k fileKey) String() string { return fmt.Sprintf("%d/%s", k.root, k.path) }

func keyOf(s string) (k fileKey) {
	root, path, _ := strings.Cut(s, "/")
	if _, err := fmt.Sscanf(root, "%d", &k.root); err != nil {
		return fileKey{}
	}
	k.path = path
	return k
}

// visit takes note of a file that is there, or that cannot be read.
func (p *pass) visit(k fileKey, at stamp, err error) {
	if err == errVanish && k.path != "" {
		return
	}
	was := p.files[k]
	if was != nil {
		was.seen = true
	}
	switch {
	case err != nil:
		p.fault(k, at, err)
	case was == nil || was.stamp != at:
		p.jobs = append(p.jobs, job{key: k, stamp: at})
	}
}

// fault takes note of what cannot be in the index, and says so when that is new.
func (p *pass) fault(k fileKey, at stamp, err error) {
	if was := p.files[k]; was != nil && was.fault == err.Error() && was.stamp == at {
		return
	}
	p.faults = append(p.faults, memory.Fault{File: p.x.o.path(k), Why: err.Error()})
	p.files[k] = &fileRecord{root: k.root, path: k.path, fault: err.Error(), stamp: at, segment: -1, seen: true}
	p.changed = true
}

func (o *Options) path(k fileKey) string {
	if k.root >= len(o.Roots) {
		return ""
	}
	return filepath.Join(o.Roots[k.root], k.path)
}

// lookAt has a pass look at some files alone.
func lookAt(keys []fileKey) func(*pass) error {
	return func(p *pass) error {
		for _, k := range keys {
			abs := p.x.o.path(k)
			at, err := look(unix.AT_FDCWD, abs)
			if p.x.o.private(abs) || errors.Is(err, errVanish) && p.x.o.rootThere(k) {
				p.drop(k)
			} else {
				p.visit(k, at, err)
			}
		}
		return nil
	}
}

// rootThere reports whether the root of a file is there, so that the file is gone indeed.
func (o *Options) rootThere(k fileKey) bool {
	_, err := os.Lstat(o.path(fileKey{root: k.root}))
	return err == nil
}

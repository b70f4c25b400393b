package index

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
)

// Refresh looks at what the index is made of, and takes over what changed, for about as long as budget says; 0 is for
// as long as it takes. Each call goes on where the last one, of whatever process, stopped. What was not looked at is
// counted as behind. Faults are those that were not returned before. Errors are those of the store, and the end of ctx.
func (x *Index) Refresh(ctx context.Context, budget time.Duration) (f memory.Freshness, err error) {
	err = x.guarded(ctx, func() error {
		f, err = x.refresh(ctx, budget, everything)
		return err
	})
	return f, err
}

// Rebuild makes the index again. What it held is overwritten on disk, and so are the vectors of what is gone.
func (x *Index) Rebuild(ctx context.Context) (f memory.Freshness, err error) {
	err = x.guarded(ctx, func() error {
		if err := x.empty(ctx); err != nil {
			return err
		}
		if f, err = x.refresh(ctx, 0, everything); err != nil {
			return err
		}
		const unused = "DELETE FROM vectors WHERE content NOT IN (SELECT content FROM notes)"
		if _, err := x.db.ExecContext(ctx, unused); err != nil {
			return err
		}
		_, err := x.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		return err
	})
	return f, err
}

// rebuildTime is how long a search waits for an index that turned out to be damaged.
const rebuildTime = 5 * time.Second

// pass is one look at what changed.
type pass struct {
	x      *Index
	ctx    context.Context
	until  time.Time
	known  map[fileKey]fileRow
	batch  []reading
	size   int // notes of the batch
	faults []memory.Fault
	behind int
}

// fileRow is a file or an object as the index knows it.
type fileRow struct {
	id    int64
	stamp stamp
	hash  []byte // of an object
	fault string
}

// reading is a file or an object as it is now.
type reading struct {
	key     fileKey
	gone    bool
	row     fileRow
	private int
	entries []entry
}

// refresh runs a pass. When another process is writing, what changed is behind. The caller has x.mu.
func (x *Index) refresh(ctx context.Context, budget time.Duration, run func(*pass) error) (memory.Freshness, error) {
	p := &pass{x: x, ctx: ctx}
	if budget > 0 {
		p.until = x.o.now().Add(budget)
	}
	err := run(p)
	if codeOf(err) == codeBusy {
		p.behind, err = p.behind+len(p.batch), nil
	}
	if err = cmp.Or(context.Cause(ctx), err); err != nil {
		return memory.Freshness{}, err
	}
	x.behind = p.behind
	f, err := x.fresh()
	f.Faults = append(x.said, p.faults...)
	x.said = nil
	return f, err
}

// everything looks at all objects and files.
func everything(p *pass) error {
	if err := p.know(); err != nil {
		return err
	}
	if err := p.objects(); err != nil {
		return err
	}
	return p.files()
}

// know reads what the index knows of files and objects.
func (p *pass) know() error {
	p.known = map[fileKey]fileRow{}
	rows, err := p.x.db.QueryContext(p.ctx, "SELECT root, path, id, size, inode, mtime, hash, fault FROM files")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var k fileKey
		var f fileRow
		if err := rows.Scan(&k.root, &k.path, &f.id, &f.stamp.size, &f.stamp.inode, &f.stamp.mtime, &f.hash,
			&f.fault); err != nil {
			return err
		}
		p.known[k] = f
	}
	return rows.Err()
}

// isLate reports whether the time is up.
func (p *pass) isLate(until time.Time) bool {
	return p.ctx.Err() != nil || !until.IsZero() && !p.x.o.now().Before(until)
}

// half is when half of the time is up: the rest is for reading what is found. It is zero where there is no limit.
func (p *pass) half() time.Time {
	if p.until.IsZero() {
		return p.until
	}
	now := p.x.o.now()
	return now.Add(p.until.Sub(now) / 2)
}

// objects reads the objects that changed, if any did.
func (p *pass) objects() error {
	from := p.x.o.Objects
	if from == nil {
		return nil
	}
	head, err := from.Head()
	if err != nil {
		return err
	}
	if was, err := p.x.meta("head"); err != nil || head == was && head != "" {
		return err
	}
	stamps := map[memory.Stamp]fileKey{}
	for k, f := range p.known {
		if k.root == objectRoot {
			var hash memory.Hash
			copy(hash[:], f.hash)
			stamps[memory.StampOf(k.path, hash)] = k
		}
	}
	seen := map[fileKey]bool{}
	known := func(at memory.Stamp) bool {
		k, ok := stamps[at]
		seen[k] = seen[k] || ok
		return ok
	}
	until := p.half()
	left, err := from.Changed(known, func(o memory.Object) bool {
		k := fileKey{objectRoot, o.ID}
		seen[k] = true
		p.add(reading{key: k, row: fileRow{hash: o.Hash[:]}, entries: []entry{objectEntry(o)}})
		return !p.isLate(until)
	})
	if err != nil {
		return err
	}
	for k := range p.known {
		if k.root == objectRoot && !seen[k] {
			p.add(reading{key: k, gone: true})
		}
	}
	if p.behind += left; left > 0 {
		head = ""
	}
	return p.flush("head", head)
}

// files finds the files that changed or are gone, and reads them.
func (p *pass) files() error {
	list := p.x.o.list(p.ctx)
	p.x.hidden = list.hidden
	for k, why := range list.failed {
		p.fault(k, stamp{}, why)
	}
	for _, k := range p.missing(&list) {
		p.add(reading{key: k, gone: true})
	}
	begin, err := p.x.meta("looked")
	if err != nil {
		return err
	}
	at, _ := slices.BinarySearchFunc(list.files, keyOf(begin), fileKey.compare)
	rest := slices.Concat(list.files[at:], list.files[:at])
	looked := ""
	for i, k := range rest {
		if i > 0 && p.isLate(p.until) {
			looked, p.behind = k.String(), p.behind+len(rest)-i
			break
		}
		if err := p.file(k); err != nil {
			return err
		}
	}
	if looked == begin && len(p.batch) == 0 {
		return nil
	}
	return p.flush("looked", looked)
}

// missing gives the known files that are no longer listed; not those below a directory that could not be read, which
// are behind.
func (p *pass) missing(list *listing) (out []fileKey) {
	slices.SortFunc(list.files, fileKey.compare)
	for _, k := range slices.SortedFunc(maps.Keys(p.known), fileKey.compare) {
		if k.root == objectRoot || list.failed[k] != nil {
			continue
		}
		if _, there := slices.BinarySearchFunc(list.files, k, fileKey.compare); there {
			continue
		}
		unread := false
		for dir := range list.failed {
			unread = unread || dir.holds(k)
		}
		if unread {
			p.behind++
		} else {
			out = append(out, k)
		}
	}
	return out
}

// String is the key in one text.
func (k fileKey) String() string { return string(rune('0'+k.root)) + "/" + k.path }

func keyOf(s string) fileKey {
	root, path, ok := strings.Cut(s, "/")
	if !ok || root == "" {
		return fileKey{}
	}
	return fileKey{int([]rune(root)[0] - '0'), path}
}

// at has a pass look at some files.
func at(keys []fileKey) func(*pass) error {
	return func(p *pass) error {
		if err := p.know(); err != nil {
			return err
		}
		for _, k := range keys {
			if err := p.file(k); err != nil {
				return err
			}
		}
		return p.flush("", "")
	}
}

// tick is how coarse the times of files may be: one that was changed as it was read may have the same time after it.
const tick = 20 * time.Millisecond

// file reads a file that changed.
func (p *pass) file(k fileKey) error {
	name := p.x.o.path(k)
	was, known := p.known[k]
	at, err := look(name)
	if err == nil && known && was.fault == "" && was.stamp == at { // never of one that is unsettled
		return nil
	}
	text := ""
	if err == nil {
		text, at, err = readText(p.ctx, name)
	}
	switch {
	case p.ctx.Err() != nil:
		return context.Cause(p.ctx)
	case err == errVanish: // the next listing tells whether its directory is there
		return nil
	case err != nil:
		p.fault(k, at, err)
		return nil
	}
	if now := p.x.o.now(); !now.IsZero() && now.UnixNano()-at.mtime < int64(tick) {
		at.inode = unsettled
	}
	r := reading{key: k, row: fileRow{stamp: at}}
	r.entries, r.private = extract(k.path, text, p.x.o.Private)
	p.add(r)
	if p.size < batchNotes && len(p.batch) < batchFiles {
		return nil
	}
	return p.flush("", "")
}

// How much is read before it is written.
const (
	batchNotes = 5000
	batchFiles = 1000
)

func (p *pass) add(r reading) {
	p.batch = append(p.batch, r)
	p.size += len(r.entries)
}

// fault notes that a file cannot be read, and says so once.
func (p *pass) fault(k fileKey, at stamp, why error) {
	if p.known[k].fault == why.Error() {
		return
	}
	p.faults = append(p.faults, memory.Fault{File: p.x.o.path(k), Why: why.Error()})
	p.add(reading{key: k, row: fileRow{stamp: at, fault: why.Error()}})
}

// flush writes the batch in one transaction, with an entry of meta where one is named.
func (p *pass) flush(name, value string) error {
	if len(p.batch) == 0 && name == "" {
		return nil
	}
	err := p.x.change(p.ctx, func(tx *sql.Tx) error {
		w, err := newWriter(tx)
		if err != nil {
			return err
		}
		for _, r := range p.batch {
			if err := w.write(r); err != nil {
				return err
			}
		}
		if name == "" {
			return nil
		}
		return setMeta(tx, name, value)
	})
	if err == nil {
		p.batch, p.size = nil, 0
	}
	return err
}

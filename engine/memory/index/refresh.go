package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
)

// Refresh looks at what the index is made of, and takes over what changed, for about as long as budget says; 0 is for
// as long as it takes. What there was no time for is counted as behind, and is read by the next call, of whatever
// process. Faults are those that were not returned before. Errors are those of the store, and the end of ctx.
func (x *Index) Refresh(ctx context.Context, budget time.Duration) (f memory.Freshness, err error) {
	err = x.guarded(ctx, func() error {
		f, err = x.refresh(ctx, budget, nil)
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
		if f, err = x.refresh(ctx, 0, nil); err != nil {
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
	x       *Index
	ctx     context.Context
	until   time.Time
	known   map[string]fileRow // by path
	failed  []string           // paths of directories that cannot be read
	read    int                // files that were read
	tx      *sql.Tx            // nil while nothing waits to be written
	writer  writer
	written int // notes in tx
	faults  []memory.Fault
	behind  int
}

// fileRow is a file or an object as the index knows it.
type fileRow struct {
	stamp
	hash    []byte // of an object
	fault   string
	private int
}

// refresh looks at some files, or at all files and objects. When another process is writing, what changed is behind.
// The caller has x.mu.
func (x *Index) refresh(ctx context.Context, budget time.Duration, only []string) (memory.Freshness, error) {
	p := &pass{x: x, ctx: ctx, known: map[string]fileRow{}}
	if budget > 0 {
		p.until = x.o.now().Add(budget)
	}
	err := p.run(only)
	if p.tx != nil {
		_ = p.tx.Rollback() // nothing after a commit
	}
	if codeOf(err) == codeBusy {
		p.behind, err = p.behind+1, nil
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

func (p *pass) run(only []string) error {
	if err := p.know(); err != nil {
		return err
	}
	for _, path := range only {
		if err := p.file(path); err != nil {
			return err
		}
	}
	if only == nil {
		if err := p.objects(); err != nil {
			return err
		}
		if err := p.files(); err != nil {
			return err
		}
	}
	return p.commit()
}

// know reads what the index knows of files and objects.
func (p *pass) know() error {
	rows, err := p.x.db.Query("SELECT path, size, inode, mtime, hash, fault FROM files")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var path string
		var f fileRow
		if err := rows.Scan(&path, &f.size, &f.inode, &f.mtime, &f.hash, &f.fault); err != nil {
			return err
		}
		p.known[path] = f
	}
	return rows.Err()
}

// isLate reports whether the time is up.
func (p *pass) isLate() bool {
	return p.ctx.Err() != nil || !p.until.IsZero() && !p.x.o.now().Before(p.until)
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
	stamps, seen := map[memory.Stamp]string{}, map[string]bool{}
	for path, f := range p.known {
		if isObject(path) {
			var hash memory.Hash
			copy(hash[:], f.hash)
			stamps[memory.StampOf(strings.TrimPrefix(path, objectPath), hash)] = path
		}
	}
	known := func(at memory.Stamp) bool {
		path, ok := stamps[at]
		seen[path] = true
		return ok
	}
	var failed error
	left, err := from.Changed(known, func(o memory.Object) bool {
		seen[objectPath+o.ID] = true
		failed = p.write(objectPath+o.ID, fileRow{hash: o.Hash[:]}, []entry{objectEntry(o)})
		return failed == nil && !p.isLate()
	})
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	for path := range p.known {
		if isObject(path) && !seen[path] {
			if err := p.remove(path); err != nil {
				return err
			}
		}
	}
	if p.behind += left; left > 0 {
		head = ""
	}
	if err := p.begin(); err != nil {
		return err
	}
	return setMeta(p.tx, "head", head)
}

// files reads the files below the root that changed, and removes those that are gone. What is below a directory that
// cannot be read is behind.
func (p *pass) files() error {
	if p.x.hidden = 0; p.x.o.Root == "" {
		return nil
	}
	seen := map[string]bool{}
	if err := filepath.WalkDir(p.x.o.Root, func(name string, e fs.DirEntry, err error) error {
		path, _ := filepath.Rel(p.x.o.Root, name)
		if path == "." {
			path = ""
		}
		return p.visit(path, name, e, err, seen)
	}); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(p.known)) {
		switch {
		case isObject(path) || seen[path]:
		case slices.ContainsFunc(p.failed, func(dir string) bool {
			return dir == "" || strings.HasPrefix(path, dir+"/")
		}):
			p.behind++
		default:
			if err := p.remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit looks at what stands below the root.
func (p *pass) visit(path, name string, e fs.DirEntry, err error, seen map[string]bool) error {
	var hidden error
	if e != nil && e.IsDir() {
		hidden = fs.SkipDir
	}
	switch {
	case p.ctx.Err() != nil:
		return context.Cause(p.ctx)
	case err != nil && path != "" && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		p.failed = append(p.failed, path)
		seen[path] = true
		return p.fault(path, stamp{}, plain(err))
	case path == "":
		return nil
	case strings.HasPrefix(e.Name(), ".") || hidden == nil && !isText(name):
		return hidden
	case p.x.o.Private.Whole(name):
		p.x.hidden++
		return hidden
	case e.IsDir():
		return nil
	}
	seen[path] = true
	return p.file(path)
}

// tick is how coarse the times of files may be: one that was changed as it was read may have the same time after it.
const tick = 20 * time.Millisecond

// file reads a file that changed. At least one is read, however late it is.
func (p *pass) file(path string) error {
	name := p.x.o.file(path)
	was, known := p.known[path]
	at, err := look(name)
	if err == nil && known && was.fault == "" && was.stamp == at { // never of one that is unsettled
		return nil
	}
	if p.read > 0 && p.isLate() {
		p.behind++
		return nil
	}
	text := ""
	if err == nil {
		text, at, err = readText(p.ctx, name)
		p.read++
	}
	switch {
	case p.ctx.Err() != nil:
		return context.Cause(p.ctx)
	case err == errVanish: // the next listing tells whether its directory is there
		return nil
	case err != nil:
		return p.fault(path, at, err)
	}
	if now := p.x.o.now(); !now.IsZero() && now.UnixNano()-at.mtime < int64(tick) {
		at.inode = unsettled
	}
	entries, private := extract(path, text, p.x.o.Private)
	return p.write(path, fileRow{stamp: at, private: private}, entries)
}

// fault notes that a file cannot be read, and says so once.
func (p *pass) fault(path string, at stamp, why error) error {
	if p.known[path].fault == why.Error() {
		return nil
	}
	p.faults = append(p.faults, memory.Fault{File: p.x.o.file(path), Why: why.Error()})
	return p.write(path, fileRow{stamp: at, fault: why.Error()}, nil)
}

// manyNotes is how many notes are written in one transaction, so that other processes can write too.
const manyNotes = 5000

func (p *pass) begin() (err error) {
	if p.tx != nil {
		return nil
	}
	if p.tx, err = p.x.db.BeginTx(p.ctx, nil); err == nil {
		p.writer, err = newWriter(p.tx)
	}
	return err
}

func (p *pass) write(path string, f fileRow, entries []entry) error {
	if err := p.begin(); err != nil {
		return err
	}
	if err := p.writer.write(path, f, entries); err != nil {
		return err
	}
	if p.written += 1 + len(entries); p.written < manyNotes {
		return nil
	}
	return p.commit()
}

func (p *pass) remove(path string) error {
	if err := p.begin(); err != nil {
		return err
	}
	return p.writer.remove(path)
}

func (p *pass) commit() error {
	if p.tx == nil {
		return nil
	}
	err := p.tx.Commit()
	p.tx, p.written = nil, 0
	return err
}

package index

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/engine/memory"
	"pp/engine/memory/org"
)

// Options say what an index is made of. The zero Options give an empty index in memory.
type Options struct {
	// Dir is the directory of the database; "" keeps it in memory.
	Dir string
	// Root is a directory of Org and Markdown files, absolute. Links below it are not followed; "" is no directory.
	Root     string
	Objects  Objects // of the store; nil: none
	Private  org.Privacy
	Now      func() time.Time
	Embedder Embedder // nil: notes are found by their words alone
}

// Objects are what the store keeps.
type Objects interface {
	// Head changes whenever something was kept, forgotten or taken back. It is cheap.
	Head() (string, error)
	// Changed gives the last version of each object that is not known by its stamp, until visit returns false. It asks
	// of all before it reads one, and returns how many were not given.
	Changed(known func(memory.Stamp) bool, visit func(memory.Object) bool) (left int, err error)
	// Get gives the last version of an object.
	Get(id string) (memory.Object, error)
}

// Index finds notes. It is safe for concurrent use, and several processes may use the same directory.
type Index struct {
	o Options

	mu     sync.Mutex // guards what follows
	db     *sql.DB
	number int            // of the database's file; 0 in memory
	hidden int            // files and directories that are private
	behind int            // files and objects that the last refresh did not look at
	said   []memory.Fault // faults of the index itself, for the next refresh to return
	paused time.Time      // until then the embedder is not asked for the vector of a question
}

// Errors of looking up.
var (
	ErrNone = errors.New("there is no such note")
	ErrGone = errors.New("the note is no longer there")
)

// SeveralError says that a name stands for more than one note.
type SeveralError struct {
	Name  string
	Notes []memory.Note // at most 20
}

// Error lists them.
func (e *SeveralError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q stands for several notes:", e.Name)
	for _, n := range e.Notes {
		fmt.Fprintf(&b, " {%s} %s;", n.Handle, n.Title)
	}
	return strings.TrimSuffix(b.String(), ";")
}

// Stat is what an index holds.
type Stat struct {
	memory.Freshness // its Faults are all that stand
	Bytes            int64
	Changes          int64 // is higher whenever a note was read again
	Vectors          int   // of the embedder
	Dimension        int   // of these
}

// Open opens the index in a directory, as some process made it last. It reads none of the notes; Refresh does. A
// database that is damaged, or that was made with other options, is emptied.
func Open(o Options) (*Index, error) {
	if o.Root != "" && !filepath.IsAbs(o.Root) {
		return nil, fmt.Errorf("opening an index of %s: not an absolute path", o.Root)
	}
	if real, err := filepath.EvalSymlinks(o.Root); err == nil && o.Root != "" {
		o.Root = real
	}
	x := &Index{o: o}
	return x, x.open()
}

// Close closes the database. No other method may be called afterwards.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.db.Close()
}

// fingerprint is the same for options with which an index is made in the same way.
func (o *Options) fingerprint() string {
	text := fmt.Sprintf("%q\n%q\n%q", o.Root, slices.Sorted(slices.Values(o.Private.Tags)),
		slices.Sorted(slices.Values(o.Private.Paths)))
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:16])
}

func (o *Options) now() time.Time {
	if o.Now == nil {
		return time.Time{}
	}
	return o.Now()
}

// IsEmpty reports whether nothing was ever read into the index.
func (x *Index) IsEmpty() (empty bool, err error) {
	err = x.guarded(context.Background(), func() error {
		return x.db.QueryRow("SELECT NOT EXISTS (SELECT 1 FROM files)").Scan(&empty)
	})
	return empty, err
}

// Stat says what the index holds, and all faults that stand.
func (x *Index) Stat() (st Stat, err error) {
	err = x.guarded(context.Background(), func() error {
		if st.Freshness, err = x.fresh(); err != nil {
			return err
		}
		rows, err := x.db.Query("SELECT path, fault FROM files WHERE fault != '' ORDER BY path")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var path, why string
			if err := rows.Scan(&path, &why); err != nil {
				return err
			}
			st.Faults = append(st.Faults, memory.Fault{File: x.o.file(path), Why: why})
		}
		if err := rows.Err(); err != nil {
			return err
		}
		err = x.db.QueryRow("SELECT page_count * page_size, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence) "+
			"FROM pragma_page_count, pragma_page_size").Scan(&st.Bytes, &st.Changes)
		if err != nil || x.o.Embedder == nil {
			return err
		}
		return x.db.QueryRow("SELECT count(*), coalesce(max(length(body)), 0) FROM vectors WHERE space = ? AND norm > 0",
			x.o.Embedder.Space()).Scan(&st.Vectors, &st.Dimension)
	})
	return st, err
}

// fresh counts what the index holds. The caller has x.mu.
func (x *Index) fresh() (f memory.Freshness, err error) {
	err = x.db.QueryRow("SELECT coalesce(sum(path NOT LIKE '/%' AND fault = ''), 0), coalesce(sum(notes), 0), "+
		"coalesce(sum(private), 0) FROM files").Scan(&f.Files, &f.Notes, &f.Private)
	f.Private += x.hidden
	f.Behind = x.behind
	return f, err
}

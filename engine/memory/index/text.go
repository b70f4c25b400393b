package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine/memory"
	"pp/engine/memory/org"
	"pp/engine/store"
)

// errStale says that a file is not as it was when it was read into the index.
var errStale = errors.New("the file changed")

// Text gives all that a note says as it stands now, also when its file was changed since it was found; the note in it
// is as that stands now too. ErrGone: it is no longer there.
func (x *Index) Text(ctx context.Context, n memory.Note) (t memory.Text, err error) {
	err = x.guarded(ctx, func() error {
		for try := 0; ; try++ {
			row, err := x.current(n)
			if err != nil {
				return fmt.Errorf("reading %s: %w", n.Handle, err)
			}
			if t.Note, err = x.named(row); err != nil {
				return err
			}
			if row.file.root == objectRoot {
				return x.objectText(&t)
			}
			if err = x.headlineText(row, &t); !errors.Is(err, errStale) {
				return err
			}
			if _, err := look(t.File); err == errVanish {
				return fmt.Errorf("reading %s: %w", n.Handle, ErrGone)
			}
			if try > 2 {
				return fmt.Errorf("reading %s: %w again and again", n.Handle, errStale)
			}
			if _, err := x.refresh(ctx, catchUp, at([]fileKey{row.file})); err != nil {
				return err
			}
		}
	})
	return t, err
}

// current finds a note again: by its key, or by its handle where the key is no longer good.
func (x *Index) current(n memory.Note) (noteRow, error) {
	rows, err := x.rowsWhere("n.key = ?", n.Key)
	if err != nil {
		return noteRow{}, err
	}
	first, last, ok := handleRange(n.Handle)
	if len(rows) == 1 && (!ok || rows[0].ident >= first && rows[0].ident <= last) {
		return rows[0], nil
	}
	if !ok {
		return noteRow{}, ErrGone
	}
	rows, err = x.rowsWhere("n.ident BETWEEN ? AND ?", first.signed(), last.signed())
	if err == nil && len(rows) != 1 {
		err = ErrGone
	}
	if err != nil {
		return noteRow{}, err
	}
	return rows[0], nil
}

func (x *Index) objectText(t *memory.Text) error {
	if x.o.Objects == nil {
		return ErrGone
	}
	o, err := x.o.Objects.Get(t.ID)
	if err != nil {
		return fmt.Errorf("reading %s: %w: %w", t.Handle, ErrGone, err)
	}
	t.Hash, t.Body, t.Whole, t.Properties = o.Hash, o.Content, o.Content, o.Attributes
	return nil
}

// headlineText reads a headline's subtree: errStale when its file is not as it was.
func (x *Index) headlineText(r noteRow, t *memory.Text) error {
	files := openFiles{x: x}
	defer files.close()
	whole, err := files.part(r, r.note.Start, r.note.End)
	if err != nil {
		return fmt.Errorf("reading %s: %w", t.Handle, err)
	}
	d := parseFile(r.file.path, whole)
	s := sayingOf(d, r.note.Level)
	if contentOf(r.note.Title, s.body) != r.content {
		return x.forget(r)
	}
	t.Hash, t.Body, t.Properties = sha256.Sum256([]byte(whole)), s.body, s.properties
	t.Whole, t.Private = without(d, x.o.Private.SpansOf(d))
	return nil
}

// forget has a file be read again that does not say what the index knows of it.
func (x *Index) forget(r noteRow) error {
	_, err := x.db.Exec("UPDATE files SET mtime = 0 WHERE root = ? AND path = ?", r.file.root, r.file.path)
	if err != nil {
		return err
	}
	return errStale
}

// saying is what a note says.
type saying struct {
	body       string
	properties []memory.Attribute
	props      string // their names and values
}

// sayingOf is what the note says whose subtree was parsed.
func sayingOf(d *org.Document, level int) saying {
	if level == 0 || len(d.Headlines) == 0 {
		return saying{body: d.Text}
	}
	s := saying{body: d.Text[d.Headlines[0].Body.Start:d.Headlines[0].Body.End]}
	for _, p := range d.Headlines[0].Properties {
		s.properties = append(s.properties, memory.Attribute{Name: p.Name, Value: p.Value})
		s.props += p.Name + " " + p.Value + "\n"
	}
	return s
}

// without leaves spans out of a text, and counts the headlines in them.
func without(d *org.Document, hidden []org.Span) (text string, left int) {
	var b strings.Builder
	at := 0
	for _, s := range hidden {
		b.WriteString(d.Text[at:s.Start])
		at = s.End
	}
	b.WriteString(d.Text[at:])
	for _, h := range d.Headlines {
		if slices.ContainsFunc(hidden, func(s org.Span) bool { return s.Start <= h.Start && h.Start < s.End }) {
			left++
		}
	}
	return b.String(), left
}

// openFiles are files of notes that are read, each opened once.
type openFiles struct {
	x    *Index
	open map[fileKey]*store.File // nil for a file that has changed
}

func (o *openFiles) close() {
	for _, f := range o.open {
		if f != nil {
			f.Close()
		}
	}
}

// file opens the file of a note: nil when it is not as it was.
func (o *openFiles) file(r noteRow) *store.File {
	if f, known := o.open[r.file]; known {
		return f
	}
	name := o.x.o.path(r.file)
	f, err := store.Open(name)
	if err != nil {
		f = nil
	} else if !r.stamp.matches(stampOf(f.Stat())) || o.x.o.Private.Whole(name) {
		f.Close()
		f = nil
	}
	if o.open == nil {
		o.open = map[fileKey]*store.File{}
	}
	o.open[r.file] = f
	return f
}

// part reads a part of a note's file: errStale when that is not as it was.
func (o *openFiles) part(r noteRow, start, end int) (string, error) {
	f := o.file(r)
	if f == nil {
		return "", errStale
	}
	b := make([]byte, min(max(0, end-start), maxText))
	if _, err := f.ReadAt(b, int64(start)); err != nil {
		return "", errors.Join(errStale, err)
	}
	return string(b), nil
}

// read gives the beginning of what a note says: errStale when its file is not as it was, ErrGone when an object is no
// longer there. Of a bare note it only looks at the file.
func (o *openFiles) read(r noteRow, bare bool) (s saying, err error) {
	if r.file.root == objectRoot {
		if o.x.o.Objects == nil {
			return s, ErrGone
		}
		kept, err := o.x.o.Objects.Get(r.file.path)
		if errors.Is(err, memory.ErrNoObject) {
			return s, ErrGone
		}
		for _, a := range kept.Attributes {
			s.props += a.Name + " " + a.Value + "\n"
		}
		s.body = shorten(kept.Content, maxBody)
		return s, err
	}
	if bare {
		if o.file(r) == nil {
			err = errStale
		}
		return s, err
	}
	text, err := o.part(r, r.note.Start, min(r.own, r.note.Start+maxBody))
	if err != nil {
		return s, err
	}
	s = sayingOf(parseFile(r.file.path, text), r.note.Level)
	if r.own-r.note.Start <= maxBody && contentOf(r.note.Title, s.body) != r.content {
		return s, o.x.forget(r)
	}
	return s, nil
}

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
			if err == nil {
				t, err = x.text(row)
			}
			if err == nil {
				hash := t.Hash
				t.Note, err = x.named(row)
				t.Hash = hash
				return err
			}
			if _, looked := look(row.note.File); errors.Is(err, errStale) && looked == errVanish {
				err = ErrGone
			}
			if !errors.Is(err, errStale) || try > 2 {
				return fmt.Errorf("reading %s: %w", n.Handle, err)
			}
			if _, err := x.refresh(ctx, catchUp, []string{row.path}); err != nil {
				return err
			}
		}
	})
	return t, err
}

// text reads a whole note.
func (x *Index) text(r noteRow) (memory.Text, error) {
	if isObject(r.path) {
		return x.objectText(r)
	}
	whole, err := x.part(r, r.note.End)
	if err != nil {
		return memory.Text{}, err
	}
	d := parseFile(r.path, whole)
	t := textOf(d, r.note.Level)
	if contentOf(r.note.Title, t.Body) != r.content {
		return t, x.forget(r)
	}
	t.Hash = sha256.Sum256([]byte(whole))
	t.Whole, t.Private = without(d, x.o.Private.SpansOf(d))
	return t, nil
}

// maxBody is how many bytes of a note are looked at for a question.
const maxBody = 8 << 10

// beginning reads the beginning of what a note itself says.
func (x *Index) beginning(r noteRow) (memory.Text, error) {
	if isObject(r.path) {
		t, err := x.objectText(r)
		t.Body = shorten(t.Body, maxBody)
		return t, err
	}
	text, err := x.part(r, min(r.own, r.note.Start+maxBody))
	if err != nil {
		return memory.Text{}, err
	}
	t := textOf(parseFile(r.path, text), r.note.Level)
	if r.own-r.note.Start <= maxBody && contentOf(r.note.Title, t.Body) != r.content {
		return t, x.forget(r)
	}
	return t, nil
}

func (x *Index) objectText(r noteRow) (t memory.Text, err error) {
	if x.o.Objects == nil {
		return t, ErrGone
	}
	o, err := x.o.Objects.Get(r.note.ID)
	if errors.Is(err, memory.ErrNoObject) {
		err = fmt.Errorf("%w: %w", ErrGone, err)
	}
	t.Hash, t.Body, t.Whole, t.Properties = o.Hash, o.Content, o.Content, o.Attributes
	return t, err
}

// part reads a note's file from its beginning to an offset: errStale when the file is not as it was.
func (x *Index) part(r noteRow, end int) (string, error) {
	f, err := store.Open(r.note.File)
	if err != nil {
		return "", errStale
	}
	defer f.Close()
	if !r.stamp.matches(stampOf(f.Stat())) || x.o.Private.Whole(r.note.File) {
		return "", errStale
	}
	b := make([]byte, min(max(0, end-r.note.Start), maxText))
	if _, err := f.ReadAt(b, int64(r.note.Start)); err != nil {
		return "", errors.Join(errStale, err)
	}
	return string(b), nil
}

// forget has a file be read again that does not say what the index knows of it.
func (x *Index) forget(r noteRow) error {
	if _, err := x.db.Exec("UPDATE files SET mtime = 0 WHERE path = ?", r.path); err != nil {
		return err
	}
	return errStale
}

// textOf is what the note itself says whose subtree was parsed.
func textOf(d *org.Document, level int) (t memory.Text) {
	if level == 0 || len(d.Headlines) == 0 {
		t.Body = d.Text
		return t
	}
	h := d.Headlines[0]
	t.Body = d.Text[h.Body.Start:h.Body.End]
	for _, p := range h.Properties {
		t.Properties = append(t.Properties, memory.Attribute{Name: p.Name, Value: p.Value})
	}
	return t
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

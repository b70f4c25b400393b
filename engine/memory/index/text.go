package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
	"pp/engine/memory/org"
	"pp/engine/regular"
)

// errStale says that a file is not as it was when it was indexed.
var errStale = errors.New("the file changed")

// catchUp is how long is waited for another process, and read, to take over the changes of
// files that were found to have changed.
const catchUp = 200 * time.Millisecond

// Text gives all that a note says as it stands now, also when its file was changed since it
// was found; the note in it is as that stands now too. ErrGone: it is no longer there.
func (x *Index) Text(ctx context.Context, n memory.Note) (memory.Text, error) {
	var id ident
	for try := range 3 {
		var key fileKey
		var at stamp
		err := x.reading(func(g *generation) error {
			p, there := g.place(n.Key)
			if !there || try > 0 || id == 0 && g.handle(g.at(p).ident()) != n.Handle {
				if p, there = g.again(id, n); !there {
					return ErrGone
				}
			}
			id, n = g.at(p).ident(), x.noteAt(g, p)
			f := g.files.at(g.file(p))
			key, at = fileKey{f.root, f.path}, f.stamp
			return nil
		})
		if err != nil {
			return memory.Text{}, fmt.Errorf("reading %s: %w", n.Handle, err)
		}
		if key.root == objectRoot {
			return x.objectText(n)
		}
		t, err := x.headlineText(n, at)
		if !errors.Is(err, errStale) {
			return t, err
		}
		if _, err := x.refresh(ctx, catchUp, lookAt([]fileKey{key})); err != nil {
			return memory.Text{}, err
		}
	}
	return memory.Text{}, fmt.Errorf("reading %s: %w again and again", n.Handle, errStale)
}

// again finds a note whose key is no longer good.
func (g *generation) again(id ident, n memory.Note) (found place, ok bool) {
	first, last := id, id
	if id == 0 {
		if first, last, ok = handleRange(n.Handle); !ok {
			return place{}, false
		}
	}
	count := 0
	g.between(first, last, func(p place) {
		found = p
		count++
	})
	return found, count == 1
}

func (x *Index) objectText(n memory.Note) (memory.Text, error) {
	if x.o.Objects == nil {
		return memory.Text{}, ErrGone
	}
	o, err := x.o.Objects.Get(n.ID)
	if err != nil {
		return memory.Text{}, fmt.Errorf("reading %s: %w: %w", n.Handle, ErrGone, err)
	}
	n.Hash = o.Hash
	return memory.Text{Note: n, Body: o.Content, Whole: o.Content, Properties: o.Attributes}, nil
}

// headlineText reads a headline's subtree: errStale when its file is not as it was.
func (x *Index) headlineText(n memory.Note, at stamp) (memory.Text, error) {
	if x.o.private(n.File) {
		return memory.Text{}, fmt.Errorf("reading %s: %w", n.Handle, ErrGone)
	}
	f, err := openAt(n.File, at)
	if err != nil {
		return memory.Text{}, err
	}
	defer f.Close()
	whole, err := readPart(f, n.Start, n.End)
	if err != nil {
		return memory.Text{}, err
	}
	n.Hash = sha256.Sum256([]byte(whole))
	t := memory.Text{Note: n}
	d := parseFile(n.File, whole)
	t.Body = bodyOf(d, n.Level)
	if n.Level > 0 && len(d.Headlines) > 0 {
		for _, p := range d.Headlines[0].Properties {
			t.Properties = append(t.Properties, memory.Attribute{Name: p.Name, Value: p.Value})
		}
	}
	t.Whole, t.Private = without(d, d.Private(x.o.Private.Tags))
	return t, nil
}

// bodyOf is the own text of the note whose subtree was parsed.
func bodyOf(d *org.Document, level int) string {
	if level == 0 || len(d.Headlines) == 0 {
		return d.Text
	}
	return d.Text[d.Headlines[0].Body.Start:d.Headlines[0].Body.End]
}

// without leaves org.Spans out of a text, and counts the headlines in them.
func without(d *org.Document, hidden []org.Span) (text string, left int) {
	if len(hidden) == 0 {
		return d.Text, 0
	}
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

// openAt opens a file that is as it was when it was indexed: errStale when it is not.
func openAt(name string, at stamp) (*regular.File, error) {
	f, err := regular.Open(name)
	if err != nil {
		return nil, errors.Join(errStale, err)
	}
	if at.unsettled = false; stampOf(f.Stat()) != at {
		return nil, errors.Join(errStale, f.Close())
	}
	return f, nil
}

// readPart reads a part of a file that is as it was.
func readPart(f *regular.File, start, end int) (string, error) {
	b := make([]byte, min(max(0, end-start), maxText))
	if _, err := f.ReadAt(b, int64(start)); err != nil {
		return "", errors.Join(errStale, err)
	}
	return string(b), nil
}

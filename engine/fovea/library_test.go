package fovea

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/memory"
	"pp/engine/memory/org"
)

// library is notes made of files and objects, searched by the share of words they have.
type library struct {
	notes   []memory.Note
	texts   []memory.Text
	private int
	files   int
	gone    map[memory.Key]bool
}

var errNone = errors.New("there is no such note")

func newLibrary(files map[string]string, objects ...memory.Object) *library {
	l := &library{gone: map[memory.Key]bool{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		l.files++
		l.file(name, files[name])
	}
	for _, o := range objects {
		n := memory.Note{ID: o.ID, Type: o.Type, Scope: o.Scope, Origin: o.Origin, Hash: o.Hash}
		title, _, _ := strings.Cut(strings.TrimSpace(o.Content), "\n")
		n.Title = engine.Clip(title, 60)
		for _, a := range o.Attributes {
			if a.Name == "TODO" {
				n.TODO = a.Value
			}
		}
		l.add(n, memory.Text{Body: o.Content, Whole: o.Content, Properties: o.Attributes}, o.ID)
	}
	return l
}

func (l *library) file(name, text string) {
	d := org.Parse(text)
	if filepath.Ext(name) == ".md" {
		d = org.ParseMarkdown(text)
	}
	hidden := d.Private([]string{"secret"})
	keys := make([]memory.Key, len(d.Headlines))
	for i, h := range d.Headlines {
		if slices.ContainsFunc(hidden, func(s org.Span) bool { return h.Start >= s.Start && h.End <= s.End }) {
			l.private++
			continue
		}
		n := memory.Note{
			ID:     h.ID,
			Type:   "HEADLINE",
			File:   "/home/ann/org/" + name,
			Start:  h.Start,
			End:    h.End,
			Level:  h.Level,
			Title:  h.Title,
			TODO:   h.TODO,
			Done:   h.Done,
			Tags:   d.AllTags(i),
			Origin: engine.OriginPerson,
			Hash:   sha256.Sum256([]byte(text[h.Start:h.End])),
		}
		if h.Parent >= 0 {
			n.Parent = keys[h.Parent]
			l.notes[n.Parent-1].Children++
		}
		t := memory.Text{Body: text[h.Body.Start:h.Body.End], Whole: text[h.Start:h.End]}
		for _, s := range slices.Backward(hidden) {
			if s.Start >= h.Start && s.End <= h.End {
				t.Whole = t.Whole[:s.Start-h.Start] + t.Whole[s.End-h.Start:]
				t.Private++
			}
		}
		for _, p := range h.Properties {
			t.Properties = append(t.Properties, memory.Attribute{Name: p.Name, Value: p.Value})
		}
		keys[i] = l.add(n, t, name+"\x00"+strings.Join(d.Outline(i), "\x00"))
	}
}

func (l *library) add(n memory.Note, t memory.Text, identity string) memory.Key {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", len(l.notes), identity))
	coding := base32.StdEncoding.WithPadding(base32.NoPadding)
	n.Key, n.Handle = memory.Key(len(l.notes)+1), "k"+strings.ToLower(coding.EncodeToString(sum[:]))[:6]
	l.notes, l.texts = append(l.notes, n), append(l.texts, t)
	return n.Key
}

// fresh is how the library stands.
func (l *library) fresh() memory.Freshness {
	return memory.Freshness{Files: l.files, Notes: len(l.notes), Private: l.private}
}

func (l *library) Search(_ context.Context, q memory.Query) ([]memory.Hit, error) {
	var hits []memory.Hit
	words := strings.Fields(strings.ToLower(q.Text))
	for i, n := range l.notes {
		if !q.Scope.Holds(n.Scope) || len(q.Tags) > 0 && !slices.Contains(n.Tags, q.Tags[0]) {
			continue
		}
		both := 0
		for _, w := range words {
			if strings.Contains(strings.ToLower(n.Title+"\n"+l.texts[i].Body), w) {
				both++
			}
		}
		if len(words) > 0 && both == 0 {
			continue
		}
		h := memory.Hit{Note: n, Excerpt: engine.Clip(l.texts[i].Body, 300)}
		if len(words) > 0 {
			h.Score = float64(both) / float64(len(words))
			h.Similar = h.Score
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b memory.Hit) int { return int(1000 * (b.Score - a.Score)) })
	return hits[:min(len(hits), q.Limit)], nil
}

func (l *library) Similar(ctx context.Context, n memory.Note, r memory.Reach, limit int) ([]memory.Hit, error) {
	hits, err := l.Search(ctx, memory.Query{Text: n.Title, Scope: r, Limit: limit + 1})
	return slices.DeleteFunc(hits, func(h memory.Hit) bool { return h.Key == n.Key }), err
}

func (l *library) Lookup(name string, r memory.Reach) (memory.Note, error) {
	i := slices.IndexFunc(l.notes, func(n memory.Note) bool {
		return (n.Handle == name || n.ID == name || n.Title == name) && r.Holds(n.Scope)
	})
	if i < 0 {
		return memory.Note{}, fmt.Errorf("%q: %w", name, errNone)
	}
	return l.notes[i], nil
}

func (l *library) Note(key memory.Key) (memory.Note, error) { return l.notes[key-1], nil }

func (l *library) Children(key memory.Key, r memory.Reach) ([]memory.Note, error) {
	var out []memory.Note
	for _, n := range l.notes {
		if n.Parent == key && r.Holds(n.Scope) {
			out = append(out, n)
		}
	}
	return out, nil
}

func (l *library) Text(_ context.Context, n memory.Note) (memory.Text, error) {
	if l.gone[n.Key] {
		return memory.Text{}, errNone
	}
	t := l.texts[n.Key-1]
	t.Note = l.notes[n.Key-1]
	return t, nil
}

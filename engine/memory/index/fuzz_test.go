package index

import (
	"errors"
	"strings"
	"testing"

	"pp/engine/memory"
)

// FuzzSegment reads segments of any bytes, with checksums that are right: what cannot be
// read is damaged, and nothing else happens.
func FuzzSegment(f *testing.F) {
	b := newBuilder(0)
	const id = "8d3c1d0e-0000-4000-8000-000000000001"
	entries, _ := extract("a.org", "* TODO One :tag:\n:PROPERTIES:\n:ID: "+id+"\n:END:\ntext\n** Two\n", nil)
	b.file(entries)
	b.file([]entry{objectEntry(memory.Object{ID: "x", Content: "an object", Children: []string{"y"}, Parent: "z"})})
	f.Add(b.finish())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) >= headerSize {
			copy(raw, segmentMagic)
			le.PutUint32(raw[headerSize-8:], checksum(raw[headerSize:]))
			le.PutUint32(raw[headerSize-4:], checksum(raw[:headerSize-4]))
		}
		s, err := newSegment(raw, false)
		if err == nil {
			err = s.check()
		}
		if err == nil {
			err = guarded(func() error { return readAll(s) })
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	})
}

// readAll reads all of a segment, as searching, looking up and merging do.
func readAll(s *segment) error {
	files := make([]*fileRecord, s.files())
	for i := range files {
		files[i] = &fileRecord{root: objectRoot, local: i}
	}
	g := newGeneration(meta{}, []*segment{s}, files)
	x := &Index{gen: g}
	for n := range s.notes() {
		x.noteAt(g, place{0, n})
		g.lookup(string(s.details(n).title), memory.Reach{All: true})
	}
	q := g.ask("one texts twoo objekt")
	lengths := g.lengths()
	var t tally
	t.begin(s, q)
	s.blocks(func(first, end int) {
		t.count(s, first, end, &lengths)
		t.inherit(s, q)
	})
	for n := range s.notes() {
		s.outline(n)
	}
	merge([]*source{{segment: s, live: func(int) bool { return true }}})
	return nil
}

// FuzzExtract reads notes of files of any bytes: each stands within its file and behind its
// parent, and a segment of them gives them back.
func FuzzExtract(f *testing.F) {
	f.Add("a.org", "* One\n:PROPERTIES:\n:ID: x\n:END:\n*** Three :a:b:\n** Two :secret:\n\xff\x00")
	f.Add("a.md", "One\n===\n# Two\n```\n# no\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		entries, _ := extract(name, text, []string{"secret"})
		for i, e := range entries {
			if e.start < 0 || e.own < e.start || e.end < e.own || e.end > len(text) || e.parent >= i {
				t.Fatalf("%d: %+v", i, e)
			}
		}
		b := newBuilder(0)
		b.file(entries)
		s, err := newSegment(b.finish(), false)
		if err != nil || s.check() != nil {
			t.Fatal(err)
		}
		for i, e := range entries {
			d := s.details(i)
			if s.note(i).ident() != e.ident || string(d.title) != e.title || d.id() != e.id || d.end != e.end {
				t.Errorf("%d: got %+v of %+v", i, d, e)
			}
		}
	})
}

// FuzzQuestion asks anything: how like a note is to it is a share, and what a question asks
// about stands in bounds.
func FuzzQuestion(f *testing.F) {
	b := newBuilder(0)
	entries, _ := extract("a.org", "* One toolbox\ntext of two words\n** Anna Berg\nNumber 7.", nil)
	b.file(entries)
	s, err := newSegment(b.finish(), false)
	if err != nil || s.check() != nil {
		f.Fatal(err)
	}
	g := newGeneration(meta{}, []*segment{s}, []*fileRecord{{root: objectRoot}})
	f.Add("Which tool-box does Anna Berg have, texxt of wordstwo?", "Anna said that the tool is no box of Berg")
	f.Add("東京 tokyo max_size \xff", strings.Repeat("a b-c ", 40))
	f.Fuzz(func(t *testing.T, question, body string) {
		body = shorten(body, maxBody)
		q := g.ask(question)
		if len(q.slots) > maxSlots {
			t.Fatal(len(q.slots))
		}
		for _, slots := range []uint32{0, 1, 1<<maxSlots - 1} {
			c := candidate{slots: slots & (1<<len(q.slots) - 1), body: body}
			q.place(&c, "One toolbox", body)
			if like := like(q.odds(&c, 1)); !(like >= 0 && like <= 1) {
				t.Errorf("%q is like %q: %v", body, question, like)
			}
		}
		r := &ranking{g: g, ask: q}
		if e := r.excerpt(body); len(e) > maxExcerpt {
			t.Errorf("an excerpt of %d bytes", len(e))
		}
		c := candidate{slots: 1, odds: 1, body: body}
		r.files = map[int]*opened{0: {stale: true}} // its text is not looked at again
		if list, _ := r.latest([]candidate{c, {place: place{0, 1}}}); len(list) < 2 {
			t.Error(list)
		}
	})
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"The Fence, 2 m high":         "the fence 2 m high",
		"readFile max_size _x_ a__b":  "read file readfile max size maxsize x ab",
		"McDonald HTTPServer v2.10":   "mcdonald httpserver v2 10",
		"Crème BRÛLÉE Straße Łódź":    "creme brulee strase lodz",
		"Cre\u0300me \ufffd\xff fine": "creme fine",
		"東京都 京 ab東":                   "東京 京都 京 ab 東",
		"Привет":                      "привет",
	} {
		var got []string
		var tokens tokenizer
		tokens.words(text, func(w []byte) { got = append(got, string(w)) })
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: got %q", text, s)
		}
	}
}

package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pp/engine"
)

func export(tb rapid.TB, s *Store) string {
	tb.Helper()
	var b bytes.Buffer
	if _, err := s.Export(context.Background(), Reach{All: true}, &b); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// model is what a store should have: what each author wrote, in order.
type model struct {
	log   []entry
	marks []mark // positions, with the export there
	ids   []string
	times int
	last  int64 // the number of the last record
}

type entry struct {
	author  Author
	number  int64
	id      string
	content string
	takes   func(entry) bool // of a rollback
}

type mark struct {
	number int64
	export string
	gone   int // how often something had been forgotten
}

// now is what is remembered, by ID, as the log says: later rollbacks first.
func (m *model) now() map[string]string {
	taken := make([]bool, len(m.log))
	for i, e := range slices.Backward(m.log) {
		if e.takes == nil || taken[i] {
			continue
		}
		for k := range m.log[:i] {
			if e.takes(m.log[k]) {
				taken[k] = true
			}
		}
	}
	out := map[string]string{}
	for i, e := range m.log {
		if e.takes == nil && !taken[i] {
			out[e.id] = e.content
		}
	}
	return out
}

// Any order of operations by two authors through several stores gives what a map gives; a
// rollback of all restores an equal export; what was exported is imported equal.
func TestRandomOperations(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "memory")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		ctx := context.Background()
		m := model{}
		authors := []Author{me, {Session: "other", Place: "/v"}}
		stores := []*Store{open(filepath.Join(dir, "m")), open(filepath.Join(dir, "m"))}
		for _, s := range stores {
			s.options.Segment = 3000
			s.options.Clock = func() time.Time { m.times++; return when.Add(time.Duration(m.times) * time.Second) }
		}
		pick := func() *Store { return rapid.SampledFrom(stores).Draw(t, "store") }
		number := func(s *Store) int64 { return s.gen.number }
		gone := 0
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				s, by := pick(), rapid.SampledFrom(authors).Draw(t, "author")
				o := Object{Type: "NOTE", Origin: rapid.SampledFrom([]engine.Origin{0, 1, 2}).Draw(t, "origin"),
					Content: string(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "content"))}
				if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
					o.Content += string(bytes.Repeat([]byte("long \n; "), 700))
				}
				if len(m.ids) > 0 && rapid.Bool().Draw(t, "again") {
					o.ID = rapid.SampledFrom(m.ids).Draw(t, "id")
				}
				if len(m.ids) > 0 && rapid.Bool().Draw(t, "child") {
					o.Children = []string{rapid.SampledFrom(m.ids).Draw(t, "child")}
				}
				kept, err := s.Put(ctx, by, o)
				if err != nil {
					t.Fatal(err)
				}
				if o.ID == "" {
					m.ids = append(m.ids, kept.ID)
				}
				if n := number(s); n > m.last { // else it is as its current version, whoever wrote that
					m.log = append(m.log, entry{author: by, number: n, id: kept.ID, content: o.Content})
					m.last = n
				}
			},
			"snapshot": func(t *rapid.T) {
				s := pick()
				x, err := s.Snapshot(ctx, me, "a")
				if err != nil {
					t.Fatal(err)
				}
				m.marks = append(m.marks, mark{x.Number, export(t, s), gone})
				m.last = x.Number
			},
			"rollback": func(t *rapid.T) {
				if len(m.marks) == 0 {
					return
				}
				s, by := pick(), rapid.SampledFrom(authors).Draw(t, "author")
				to := rapid.SampledFrom(m.marks).Draw(t, "mark")
				all := rapid.Bool().Draw(t, "all")
				before := m.now()
				changed, err := s.Rollback(ctx, by, to.number, RollbackOptions{Session: by.Session, All: all})
				if err != nil {
					t.Fatal(err)
				}
				m.last = number(s)
				m.log = append(m.log, entry{author: by, number: m.last, takes: func(e entry) bool {
					return e.number > to.number && (all || e.author == by)
				}})
				for id, content := range m.now() {
					if before[id] != content && !slices.ContainsFunc(changed, func(c Change) bool { return c.ID == id }) {
						t.Fatalf("%s changed and it was not said: %+v", id, changed)
					}
				}
				if all && to.gone == gone && export(t, s) != to.export {
					t.Fatalf("the rollback to %d does not restore what was there", to.number)
				}
			},
			"forget": func(t *rapid.T) {
				if len(m.ids) == 0 {
					return
				}
				id := rapid.SampledFrom(m.ids).Draw(t, "id")
				if _, err := pick().Forget(ctx, me, []string{id}); err != nil {
					t.Fatal(err)
				}
				m.last++ // what was forgotten is a record
				gone++
				m.ids = slices.DeleteFunc(m.ids, func(x string) bool { return x == id })
				m.log = slices.DeleteFunc(m.log, func(e entry) bool { return e.id == id })
			},
			"": func(t *rapid.T) {
				got := map[string]string{}
				s := pick()
				if err := s.All(Reach{All: true}, func(o Object) bool { got[o.ID] = o.Content; return true }); err != nil {
					t.Fatal(err)
				}
				if want := m.now(); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("got %q\nwant %q", got, want)
				}
			},
		})
		if _, err := stores[0].Verify(ctx); err != nil {
			t.Fatal(err)
		}
		first := export(t, stores[0])
		copied, repaired := open(filepath.Join(dir, "copy")), filepath.Join(dir, "repaired")
		n, err := copied.Import(ctx, me, bytes.NewReader([]byte(first)))
		if err != nil || n != len(m.now()) || export(t, copied) != first {
			t.Fatal("what was imported is another thing", n, err)
		}
		if n, err := copied.Import(ctx, me, bytes.NewReader([]byte(first))); err != nil || n != 0 {
			t.Fatal("what is known was imported again", n, err)
		}
		if _, err := stores[0].Repair(ctx, repaired); len(m.log) > 0 && (err != nil || export(t, open(repaired)) != first) {
			t.Fatal("the sound copy of a sound store is another thing", err)
		}
	})
}

func TestAnImportIsTakenBackWhole(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	from, to := open(t.TempDir()), open(t.TempDir())
	for i := range 3 {
		put(t, from, note(fmt.Sprint("note ", i)))
	}
	whole := export(t, from)
	put(t, to, note("mine"))
	before := export(t, to)
	for cut := range len(whole) {
		if _, err := to.Import(ctx, me, bytes.NewReader([]byte(whole[:cut]))); err == nil || export(t, to) != before {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
	in := importer{store: to, ctx: ctx, by: me}
	in.batch = []exported{{object: Object{ID: "x", Type: "NOTE"}}}
	if err := errors.Join(in.flush(), in.takeBack()); err != nil || export(t, to) != before {
		t.Fatal("a batch was not taken back", err)
	}
}

package memory

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
)

var when = time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)

var me = Author{Session: "20260102-030405-00ff10a2b3c4", Place: "/w"}

func open(dir string) *Store {
	return NewStore(dir, Options{Clock: func() time.Time { return when }, Random: rand.Reader})
}

func note(content string) Object {
	return Object{Type: "NOTE", Origin: engine.OriginPerson, Content: content}
}

func put(tb testing.TB, s *Store, o Object) Object {
	tb.Helper()
	kept, err := s.Put(context.Background(), me, o)
	if err != nil {
		tb.Fatal(err)
	}
	return kept
}

// contents are what all objects say, in order.
func contents(tb testing.TB, s *Store) []string {
	tb.Helper()
	out := []string{}
	if err := s.All(Reach{All: true}, func(o Object) bool { out = append(out, o.Content); return true }); err != nil {
		tb.Fatal(err)
	}
	return out
}

func TestPutAndGet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	s := open(dir)
	if _, err := s.Get("x"); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Fatal("reading made the directory")
	}
	empty, err := s.Head()
	if err != nil || empty != (Position{}) {
		t.Fatal(empty, err)
	}
	child := put(t, s, note("a child"))
	o := note("not UTF-8 \xff, \x00 and\nlines")
	o.Attributes = []Attribute{{"TITLE", "b"}, {"CREATED", "a"}}
	o.Children = []string{child.ID, "nobody"}
	o.Scope = Scope{ScopeWorkspace, "/w"}
	first := put(t, s, o)
	head, err := s.Head()
	if err != nil || head == empty || first.Version != 1 || first.ID == "" || !first.Time.Equal(when) {
		t.Fatalf("%+v %v %v", first, head, err)
	}
	if again := put(t, s, first); again.Version != 1 {
		t.Errorf("what did not change was written again: %+v", again)
	}
	long := first
	long.Content = strings.Repeat("long \xff", 5000)
	second := put(t, s, long)
	for _, s := range []*Store{s, open(dir)} {
		got, err := s.Get(first.ID)
		if err != nil || got.Version != 2 || got.Content != long.Content || got.Attributes[0].Name != "CREATED" ||
			got.Children[1] != "nobody" || got.Scope != o.Scope || got.Hash != second.Hash {
			t.Fatalf("%.300v, %v", got, err)
		}
		if h, err := s.History(first.ID); err != nil || len(h) != 2 || h[0].Version != 1 || h[0].By != me ||
			h[0].Content != o.Content || h[0].Hash != first.Hash {
			t.Fatalf("%.300v, %v", h, err)
		}
		if got := contents(t, s); len(got) != 2 || got[0] != "a child" {
			t.Fatalf("%.300q", got)
		}
		seen := 0
		if err := s.All(Reach{Workspace: "/v"}, func(Object) bool { seen++; return true }); err != nil || seen != 1 {
			t.Fatal("another workspace's notes were given", seen, err)
		}
	}
}

// What another store of the same directory writes is seen, in segments of any length.
func TestManyStores(t *testing.T) {
	dir := t.TempDir()
	a, b := open(dir), open(dir)
	a.options.Segment, b.options.Segment = 1500, 1500
	var want []string
	for i, s := range []*Store{a, b, b, a, a, a, b, a, b, b} {
		o := note(strings.Repeat("x", 300*i))
		put(t, s, o)
		want = append(want, o.Content)
	}
	rows, err := os.ReadFile(filepath.Join(a.gen.dir, rowsName))
	if err != nil {
		t.Fatal(err)
	}
	c := open(dir)
	if got := contents(t, c); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Fatalf("%q", got)
	}
	if c.gen.segment < 3 || c.gen.written != len(want) {
		t.Fatal("one segment alone, or the rows were not read", c.gen.segment, c.gen.written)
	}
	if err := os.Remove(filepath.Join(a.gen.dir, rowsName)); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, open(dir)); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Fatalf("without rows: %q", got)
	}
	d := open(dir)
	if put(t, d, note("more")); len(d.gen.rows) != len(want)+1 {
		t.Fatal(len(d.gen.rows))
	}
	again, err := os.ReadFile(filepath.Join(a.gen.dir, rowsName))
	if err != nil || !bytes.HasPrefix(again, rows) || len(again) != len(rows)+rowLen {
		t.Fatal("the rows were not made anew as they were", err)
	}
}

func TestRollbackTakesBackOneConversation(t *testing.T) {
	s := open(t.TempDir())
	ctx := context.Background()
	run := s.Run(me)
	mark, err := run.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Rollback(mark); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(s.dir, "current")); err == nil {
		t.Fatal("a mark wrote something")
	}
	other := Author{Session: "other", Place: "/v"}
	a, err := run.Put(ctx, note("mine"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Put(ctx, other, note("theirs"))
	if err != nil {
		t.Fatal(err)
	}
	named, err := s.Snapshot(ctx, other, "before the change")
	if err != nil {
		t.Fatal(err)
	}
	a.Content = "mine, changed"
	put(t, s, a)
	b.Content = "theirs, changed by me"
	put(t, s, b)
	if err := run.Rollback(mark); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, s); len(got) != 1 || got[0] != "theirs" {
		t.Fatalf("%q", got)
	}
	// A later rollback to a later place gives what was there.
	changed, err := s.Rollback(ctx, me, named.Number, RollbackOptions{})
	if err != nil || len(changed) != 1 || changed[0].Content != "mine" || changed[0].Was != 0 || changed[0].Now != 1 {
		t.Fatalf("%+v, %v", changed, err)
	}
	if got := contents(t, open(s.dir)); len(got) != 2 || got[0] != "mine" {
		t.Fatalf("%q", got)
	}
	if again, err := s.Rollback(ctx, other, 0, RollbackOptions{All: true}); err != nil || len(again) != 2 ||
		again[0].Now != 0 || again[0].Content != "mine" || len(contents(t, s)) != 0 {
		t.Fatalf("%+v, %v", again, err)
	}
	list, err := s.Snapshots()
	if err != nil || len(list) != 2 || list[0].Name != "" || list[1].Name != "before the change" {
		t.Fatalf("%+v, %v", list, err)
	}
	if x, err := s.FindSnapshot("1"); err != nil || x.Number != 1 || x.By != me {
		t.Fatal(x, err)
	}
	if _, err := s.FindSnapshot("none"); !errors.Is(err, ErrNoSnapshot) {
		t.Fatal(err)
	}
	if h, err := s.History(a.ID); err != nil || len(h) != 2 || !h[0].Taken {
		t.Fatal(h, err)
	}
	a.Content = "again"
	if o := put(t, s, a); o.Version != 3 {
		t.Fatal("a version was given twice", o)
	}
}

func TestWhatWasShownIsKeptOnce(t *testing.T) {
	s := open(t.TempDir())
	ctx := context.Background()
	o := put(t, s, note("remembered"))
	shown := Object{ID: "an Org ID", Type: "HEADLINE", Content: "* A headline"}
	if err := s.Keep(ctx, me, []Object{o, shown}); err != nil {
		t.Fatal(err)
	}
	head, _ := s.Head()
	if err := s.Keep(ctx, me, []Object{shown, o}); err != nil {
		t.Fatal(err)
	}
	if now, _ := s.Head(); now != head {
		t.Fatal("it was written twice")
	}
	if got := contents(t, s); len(got) != 1 {
		t.Fatal("what was shown is not what is remembered", got)
	}
	if h, err := s.History(shown.ID); err != nil || len(h) != 1 || !h[0].Shown || h[0].Content != shown.Content ||
		h[0].Hash != HashOf(shown, nil) {
		t.Fatal(h, err)
	}
}

// Readers beside writers, and beside those who write the whole journal anew, always find
// what was kept before they began.
func TestReadersBesideWriters(t *testing.T) {
	t.Parallel()
	s, ctx := open(filepath.Join(t.TempDir(), "memory")), context.Background()
	long := put(t, s, note(strings.Repeat("long ", 2000)))
	var done sync.WaitGroup
	stop := make(chan struct{})
	for i := range 4 {
		read := s
		if i%2 == 1 {
			read = open(s.dir)
		}
		done.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if o, err := read.Get(long.ID); err != nil || o.Hash != long.Hash {
					t.Error(o.Version, err)
					return
				}
				if h, err := read.History(long.ID); err != nil || len(h) != 1 {
					t.Error(len(h), err)
					return
				}
				if _, err := read.Verify(ctx); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	write := open(s.dir)
	for range 8 {
		o := put(t, write, note("short"))
		if _, err := write.Forget(ctx, me, []string{o.ID}); err != nil {
			t.Error(err)
			break
		}
	}
	close(stop)
	done.Wait()
}

// A record that was taken out whole is missed, though each of the others is sound.
func TestAMissingRecordIsMissed(t *testing.T) {
	s, data, _ := broken(t)
	w := s.gen.rows[2]
	data = slices.Delete(data, int(w.offset), int(w.offset+w.length))
	err := errors.Join(os.WriteFile(s.gen.file(1), data, 0o600), os.Remove(filepath.Join(s.gen.dir, rowsName)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := looked(t, s.dir); err == nil {
		t.Fatalf("%q", got)
	}
}

// Numbers are not given again, so that a position stays what it was.
func TestNumbersAreNotGivenAgain(t *testing.T) {
	s, ctx := open(t.TempDir()), context.Background()
	o := put(t, s, note("first"))
	last := put(t, s, note("last"))
	if _, err := s.Forget(ctx, me, []string{last.ID}); err != nil {
		t.Fatal(err)
	}
	if x, err := s.Snapshot(ctx, me, "a"); err != nil || x.Number != 4 {
		t.Fatal(x, err)
	}
	o.Parent = "another"
	if again := put(t, s, o); again.Version != 2 || again.Hash != o.Hash {
		t.Fatalf("under another parent: %+v", again)
	}
}

// The shell has no conversation: what it takes back is its place's own.
func TestRollbackFromTheShell(t *testing.T) {
	s, ctx := open(t.TempDir()), context.Background()
	here, there := Author{Place: "/here"}, Author{Place: "/there"}
	for _, by := range []Author{here, there, here} {
		if _, err := s.Put(ctx, by, note(by.Place)); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := s.Rollback(ctx, Author{Place: "/nowhere"}, 0, RollbackOptions{}); err != nil || len(c) != 0 {
		t.Fatal(c, err)
	}
	if c, err := s.Rollback(ctx, here, 0, RollbackOptions{}); err != nil || len(c) != 2 {
		t.Fatal(c, err)
	}
	if got := contents(t, s); len(got) != 1 || got[0] != "/there" {
		t.Fatal(got)
	}
	if _, err := s.Rollback(ctx, here, 99, RollbackOptions{}); !errors.Is(err, ErrNoSnapshot) {
		t.Fatal(err)
	}
}

func TestRepairLeavesOutWhatLostItsText(t *testing.T) {
	s, ctx := open(filepath.Join(t.TempDir(), "memory")), context.Background()
	put(t, s, note("short"))
	long := put(t, s, note(strings.Repeat("long", 2000)))
	put(t, s, note("short again"))
	if err := os.RemoveAll(filepath.Join(s.gen.dir, blobsName)); err != nil {
		t.Fatal(err)
	}
	to := s.dir + "-copy"
	r, err := s.Repair(ctx, to)
	if err != nil || r.Objects != 2 || r.Dropped != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := open(to).Get(long.ID); !errors.Is(err, ErrNoObject) {
		t.Fatal(err)
	}
	if _, err := s.Repair(ctx, to); !errors.Is(err, os.ErrExist) {
		t.Fatal("it wrote over what was there", err)
	}
}

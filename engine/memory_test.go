package engine_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pp/engine"
	mem "pp/engine/memory"
)

// A critical error takes back what this conversation wrote to memory since its input, and
// nothing of another's; without one it stays. A run that remembers nothing touches nothing.
func TestACriticalErrorRollsMemoryBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	store := mem.NewStore(dir, mem.Options{Clock: time.Now, Random: rand.Reader})
	mine, other := store.Run(mem.Author{Session: "mine"}), store.Run(mem.Author{Session: "other"})
	put := func(r *mem.Run, text string) {
		if _, err := r.Put(t.Context(), mem.Object{Type: "NOTE", Content: text}); err != nil {
			t.Fatal(err)
		}
	}
	run := func(do func()) engine.Outcome {
		h := &hands{each: func(int) engine.Result { do(); return engine.Result{} }}
		l := newLoop(&replies{list: []string{"hi"}}, &judge{}, h)
		l.Memory = mine
		return l.Run(t.Context(), input("x"))
	}
	if out := run(func() {}); out.Err != nil {
		t.Fatal(out.Err)
	}
	if out := run(func() { panic("hands fell off") }); out.Err == nil {
		t.Fatal("no error")
	}
	if _, err := os.Lstat(dir); err == nil {
		t.Fatal("a run that remembered nothing made the store")
	}
	if out := run(func() { put(mine, "from before") }); out.Err != nil {
		t.Fatal(out.Err)
	}
	if out := run(func() { put(mine, "mine"); put(other, "theirs"); panic("hands fell off") }); out.Err == nil {
		t.Fatal("no error")
	}
	var got []string
	err := store.All(mem.Reach{}, func(o mem.Object) bool { got = append(got, o.Content); return true })
	if err != nil || len(got) != 2 || got[0] != "from before" || got[1] != "theirs" {
		t.Fatalf("%q, %v", got, err)
	}
}

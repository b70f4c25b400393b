package undo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// What a person's own command does to files can be undone like an action of an agent.
func TestAround(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(filepath.Join(dir, "undo"), Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	old, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "fresh")
	if err := os.WriteFile(old, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func() error {
		return errors.Join(os.WriteFile(old, []byte("after"), 0o600), os.WriteFile(fresh, []byte("new"), 0o600))
	}
	if err := store.Around("pp skills improve", dir, []string{old, fresh}, write); err != nil {
		t.Fatal(err)
	}
	e, err := store.Newest(dir)
	if err != nil || e.Action != "pp skills improve" {
		t.Fatalf("%+v, %v", e, err)
	}
	if _, err := store.Restore(e.ID); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(old)
	if _, gone := os.Lstat(fresh); err != nil || string(text) != "before" || !errors.Is(gone, os.ErrNotExist) {
		t.Errorf("%q, %v, %v", text, err, gone)
	}
	failed := errors.New("no")
	if err := store.Around("x", dir, []string{old}, func() error { return failed }); !errors.Is(err, failed) {
		t.Errorf("the error of what was done is %v", err)
	}
}

// What cannot be kept is not changed, and leaves no entry.
func TestAroundKeepsOrDoesNothing(t *testing.T) {
	dir := t.TempDir()
	store, err := Open(filepath.Join(dir, "undo"), Options{Clock: time.Now, MaxAction: 4})
	if err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, []byte("too long to keep"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := false
	if err := store.Around("x", dir, []string{old}, func() error { done = true; return nil }); err == nil || done {
		t.Errorf("done %v, %v", done, err)
	}
	if list, err := store.List(""); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// Others that clean up while an action begins and ends take no mark for one of an action that was cut off.
func TestCleaningBesideActions(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "undo")
	store, err := Open(state, Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	file, over := filepath.Join(dir, "file"), make(chan struct{})
	var cleaners sync.WaitGroup
	for range 4 {
		cleaners.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					if _, err := Open(state, Options{Clock: time.Now}); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for n := range 60 {
		again := &Transaction{store: store, id: fmt.Sprint("again", n), trees: []string{dir}}
		if err := again.hold(t.Context()); err != nil {
			t.Error(err)
		}
		again.close()
		if err := store.Around("x", dir, []string{file}, func() error { return nil }); err != nil {
			t.Error(err)
		}
	}
	close(over)
	cleaners.Wait()
}

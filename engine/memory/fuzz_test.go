package memory

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pp/engine/store"
)

// FuzzJournal: any file in the place of a journal is refused with a position, or is a
// journal that can be written to and verified.
func FuzzJournal(f *testing.F) {
	s := open(f.TempDir())
	for _, text := range []string{"one", "two\n; 3", "\xff"} {
		put(f, s, note(text))
	}
	if _, err := s.Rollback(f.Context(), me, 2, RollbackOptions{All: true}); err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(s.gen.file(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)-10])
	f.Add(bytes.Replace(data, []byte(":N 2"), []byte(":N 9"), 1))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := open(t.TempDir())
		g, name, err := s.newGeneration()
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.WriteFile(g.file(1), data, 0o600), s.point(name)); err != nil {
			t.Fatal(err)
		}
		_, err = s.Verify(t.Context())
		var damage *store.DamageError
		if err != nil && !errors.As(err, &damage) {
			t.Fatal(err)
		}
		if _, rerr := s.Repair(t.Context(), filepath.Join(t.TempDir(), "copy")); rerr != nil {
			t.Fatal(rerr)
		}
		_, perr := s.Put(t.Context(), me, note("more"))
		switch {
		case err == nil && perr != nil:
			t.Fatal(perr)
		case err == nil:
			if _, err := open(s.dir).Verify(t.Context()); err != nil {
				t.Fatal(err)
			}
		case perr != nil && !errors.As(perr, &damage):
			t.Fatal(perr)
		}
	})
}

// FuzzImport: any bytes are refused, and leave nothing, or are an export whose own export
// is imported as the same.
func FuzzImport(f *testing.F) {
	s := open(f.TempDir())
	f.Add([]byte(export(f, s)))
	o := note("one")
	o.Attributes = []Attribute{{"TITLE", "\xff"}}
	o.Children = []string{"none"}
	put(f, s, o)
	put(f, s, note("two"))
	f.Add([]byte(export(f, s)))
	f.Add([]byte("; 0 e3b0c44298fc1c14 00000000\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, again := open(t.TempDir()), open(t.TempDir())
		n, err := s.Import(t.Context(), me, bytes.NewReader(data))
		got := contents(t, s)
		if err != nil {
			if len(got) > 0 {
				t.Fatal("something is left of what was refused", got, err)
			}
			return
		}
		first := export(t, s)
		if m, err := again.Import(t.Context(), me, bytes.NewReader([]byte(first))); err != nil || m != len(got) || m > n ||
			export(t, again) != first {
			t.Fatal("another thing came back", n, m, err)
		}
	})
}

package undo

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine/effect"
	"pp/engine/memory/org"
)

// An edit beside what is private is undone exactly, and no copy has what is private.
func TestUndoKeepsNothingPrivate(t *testing.T) {
	const before = "* a\nsaid\n* b :private:\nkept PLUGH\n* c\n** d :crypt:\nkept PLUGH too"
	for name, after := range map[string]string{
		"beside":         strings.Replace(before, "said", "told\nand more", 1),
		"between":        strings.Replace(before, "* c", "* DONE c", 1),
		"before":         strings.Replace(before, "* a\nsaid\n", "", 1),
		"nothing public": "* b :private:\nkept PLUGH\n** d :crypt:\nkept PLUGH too",
	} {
		dir, state := tempDir(t), tempDir(t)
		file := dir + "/plan.org"
		put(t, file, before, 0o640)
		was := snapshot(t, dir)
		s := open(t, state, Options{Private: org.Privacy{Tags: []string{"private"}}})
		edit := does(func() error { return os.WriteFile(file, []byte(after), 0o640) })
		c := cleared(t, effect.Effects{Writes: absolute(t, file)})
		if _, err := s.Guard(edit).Do(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("grep", "-r", "PLUGH", state).CombinedOutput(); err == nil {
			t.Errorf("%s: %s", name, out)
		}
		e, err := s.Newest("")
		if err != nil || len(e.NotUndoable) > 0 {
			t.Fatalf("%s: %+v, %v", name, e, err)
		}
		if diff, err := s.Show(e.ID); err != nil || strings.Contains(diff, "PLUGH") {
			t.Errorf("%s: the diff tells %q, %v", name, diff, err)
		}
		if name == "nothing public" {
			// The holes are of other subtrees then: rather nothing is put back than a part of it.
			if _, err := s.Restore(e.ID); !errors.Is(err, errMissing) && err != nil {
				t.Error(err)
			}
			continue
		}
		if _, err := s.Restore(e.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if is := snapshot(t, dir); is != was {
			t.Errorf("%s: %s\nwas %s", name, is, was)
		}
	}
}

// What somebody changed since stays, and a private file is not copied.
func TestUndoOfPrivateRefuses(t *testing.T) {
	dir, state := tempDir(t), tempDir(t)
	put(t, dir+"/plan.org", "* a\n* b :private:\nkept PLUGH\n", 0o640)
	put(t, dir+"/diary/x", "PLUGH", 0o640)
	put(t, dir+"/deep/plan.org", "* b :private:\nkept PLUGH\n", 0o640)
	rules := org.Privacy{Tags: []string{"private"}, Paths: []string{dir + "/diary"}}
	s := open(t, state, Options{Private: rules})
	edit := does(func() error {
		return os.WriteFile(dir+"/plan.org", []byte("* A\n* b :private:\nkept PLUGH\n"), 0o640)
	})
	all := effect.Effects{Writes: absolute(t, dir+"/plan.org"), Deletes: absolute(t, dir+"/diary", dir+"/deep")}
	if _, err := s.Guard(edit).Do(t.Context(), cleared(t, all)); err != nil {
		t.Fatal(err)
	}
	e, err := s.Newest("")
	if err != nil || len(e.NotUndoable) != 2 || !strings.Contains(e.NotUndoable[0], errPrivate.Error()) {
		t.Fatalf("%+v, %v", e, err)
	}
	if out, err := exec.Command("grep", "-r", "PLUGH", state).CombinedOutput(); err == nil {
		t.Errorf("%s", out)
	}
	if got := s.Check(all); len(got) != 2 || !strings.Contains(got[0], errPrivate.Error()) {
		t.Errorf("asked about before: %q", got)
	}
	put(t, dir+"/plan.org", "* A\n* b :private:\nkept PLUGH, and more\n", 0o640)
	if _, err := s.Restore(e.ID); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	for _, holes := range []string{"x", "1", "1+", "5+99", "3+2,1+1", "-1+2", "1+-2"} {
		if spans, err := (image{Size: 20, Holes: holes}).spans(); err == nil {
			t.Errorf("%q gives %v", holes, spans)
		}
	}
}

package undo

import (
	"os"
	"path"
	"testing"
	"time"
)

// What was dropped with its layer after a kill is no change to undo; what kept an image is one.
func TestDroppedAfterAKillIsNoChange(t *testing.T) {
	dir := t.TempDir()
	for id, images := range map[string][]image{"gone": nil, "kept": {{Path: "/w/x", Kind: kindAbsent}}} {
		for _, d := range []string{unfinished, path.Join(id, LayersName)} {
			if err := os.MkdirAll(path.Join(dir, d), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		record := printed(head(&Entry{ID: id, When: time.Unix(1, 0), Workspace: "/w"}, &images))
		for name, text := range map[string]string{path.Join(id, headName): record, path.Join(unfinished, id): ""} {
			if err := os.WriteFile(path.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := Open(dir, Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.List("")
	if err != nil || len(list) != 1 || list[0].ID != "kept" {
		t.Errorf("%+v, %v", list, err)
	}
	if Interrupted(dir) {
		t.Error("something is still unfinished")
	}
}

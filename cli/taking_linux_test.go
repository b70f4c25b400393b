//go:build linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// overwrites changes a file and makes another, so that there is a diff to be shown.
const overwrites = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sed -i s/two/zwei/ notes.txt; touch made"
 :EXPLANATION "It has to be changed."))) (:REPLY "done")`

// newAfterDesk is a desk where a person is asked once a command was done in its layer.
// It skips the test where the machine has no layers.
func newAfterDesk(t *testing.T, replies string) desk {
	t.Helper()
	p := newDesk(t, replies)
	if err := p.furnish("after", replies); err != nil {
		t.Fatal(err)
	}
	if shown := p.run(t, "doctor"); !strings.Contains(shown, caughtInLayer) {
		enginetest.Skip(t, os.Getenv, overlayThere(), "no layer over the workspace")
	}
	return p
}

// caughtInLayer is the line of doctor on a machine whose layers work.
const caughtInLayer = "changes: kept in an overlay over the workspace"

// layersThere is the condition [layers] of scripts: it reports whether layers work here.
func layersThere(name string) (bool, error) {
	if name != "layers" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	home, err := os.MkdirTemp("", "layers")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(home)
	cmd := exec.Command("pp", "doctor")
	cmd.Dir, cmd.Env = home, []string{"HOME=" + filepath.Join(home, "home"), "PATH=" + os.Getenv("PATH")}
	out, err := cmd.Output()
	there := strings.Contains(string(out), caughtInLayer)
	if !there && overlayThere() && os.Getenv("PP_CI") == "1" {
		return false, fmt.Errorf("no layer, though the machine has overlays: %w\n%s", err, out)
	}
	return there, nil
}

// overlayThere looks for overlayfs in another way than pp does.
func overlayThere() bool {
	known, err := os.ReadFile("/proc/filesystems")
	return err == nil && strings.Contains(string(known), "\toverlay\n")
}

// checkTaken fails the test unless what overwrites does is there, or nothing of it.
func (p desk) checkTaken(t *testing.T, taken bool) {
	t.Helper()
	want := map[bool]string{true: "one\nzwei\nthree\n", false: "one\ntwo\nthree\n"}[taken]
	if got, err := os.ReadFile(filepath.Join(p.dir, "notes.txt")); err != nil || string(got) != want {
		t.Errorf("notes.txt: %q, %v; want %q", got, err, want)
	}
	if p.has("made") != taken {
		t.Errorf("made is there: %v", !taken)
	}
}

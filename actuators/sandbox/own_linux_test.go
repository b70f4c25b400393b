package sandbox

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// A build may write the whole workspace, but not what belongs to pp in it, however it
// came there and whatever is moved around it.
func TestOwnFilesInTheWorkspace(t *testing.T) {
	const rules = "pp's own rules"
	build := effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}
	for _, c := range []struct {
		name   string
		place  func(w *world) (own []string, file string) // makes pp's files, and says which must stay
		attack string
	}{
		{"a linked directory is written", linkedDirectory, "echo evil >dot/config/pp/config.toml"},
		{"its parent is moved", linkedDirectory,
			"mv dot/config dot/old; mkdir -p dot/config/pp; echo evil >dot/config/pp/config.toml"},
		{"a directory above is moved", linkedDirectory,
			"mv dot old; mkdir -p dot/config/pp; echo evil >dot/config/pp/config.toml"},
		{"it is deleted", linkedDirectory, "rm -rf dot; mkdir -p dot/config/pp; echo evil >dot/config/pp/config.toml"},
		{"a hard link is written", func(w *world) ([]string, string) {
			w.put(w.home+"/.config/pp/config.toml", rules)
			if err := os.Link(w.home+"/.config/pp/config.toml", w.ws+"/notes"); err != nil {
				t.Fatal(err)
			}
			return []string{w.home + "/.config/pp"}, w.home + "/.config/pp/config.toml"
		}, "echo evil >notes; cat notes"},
		{"a link on the way is replaced", func(w *world) ([]string, string) {
			w.put(w.home+"/real/config.toml", rules)
			if err := os.Symlink(w.home+"/real", w.ws+"/way"); err != nil {
				t.Fatal(err)
			}
			return []string{w.ws + "/way", w.home + "/real"}, w.ws + "/way/config.toml"
		}, "rm -f way; mv way gone; mkdir way; ln -sfn mine way; mkdir mine; echo evil >mine/config.toml"},
		{"a mount is written", func(w *world) ([]string, string) {
			w.put(w.home+"/.config/pp/config.toml", rules)
			w.put(w.ws+"/mounted/.keep", "")
			if err := unix.Mount(w.home+"/.config/pp", w.ws+"/mounted", "", unix.MS_BIND, ""); err != nil {
				enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a bind mount: %v", err)
			}
			t.Cleanup(func() { _ = unix.Unmount(w.ws+"/mounted", unix.MNT_DETACH) })
			own := []string{w.home + "/.config/pp"}
			return append(own, OtherPaths(own)...), w.home + "/.config/pp/config.toml"
		}, "echo evil >mounted/config.toml; cat mounted/config.toml"},
	} {
		w := newMountedWorld(t)
		own, file := c.place(w)
		o := w.options()
		o.Own = append(o.Own, own...)
		w.Sandbox = New(o)
		out, _ := w.sh(build, c.attack+"; echo built >result")
		if got := w.read(file); got != rules {
			t.Errorf("%s: pp's file holds %q\n%s", c.name, got, out)
		}
		if strings.Contains(out, rules) {
			t.Errorf("%s: pp's file was read\n%s", c.name, out)
		}
		if got := w.read(w.ws + "/result"); got != "built\n" {
			t.Errorf("%s: the build did nothing: %q\n%s", c.name, got, out)
		}
	}
}

func linkedDirectory(w *world) ([]string, string) {
	w.put(w.ws+"/dot/config/pp/config.toml", "pp's own rules")
	return []string{w.ws + "/dot/config/pp"}, w.ws + "/dot/config/pp/config.toml"
}

// Where pp's place is empty and a build could fill it, nothing runs.
func TestOwnPlaceToBeMade(t *testing.T) {
	w := newWorld(t)
	o := w.options()
	o.Own = append(o.Own, w.ws+"/dot/config.toml")
	w.Sandbox = New(o)
	_, err := w.Sandbox.Spec(w.cleared(effect.Effects{Runs: []effect.Program{{Name: "make",
		Class: effect.ProgramBuilds}}}))
	if err == nil || !strings.Contains(err.Error(), "belongs to pp and is not there") {
		t.Errorf("it was allowed: %v", err)
	}
	if _, err := w.Sandbox.Spec(w.cleared(effect.Effects{})); err != nil {
		t.Errorf("a command that writes nothing there: %v", err)
	}
}

package gates

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/gates/paths"
)

// A hard link to a secret, or to a file of pp's, is that file under any name.
func TestHardLinksToWhatIsKept(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws, own := home+"/ws", home+"/.config/pp"
	for name, text := range map[string]string{
		ws + "/deep/er/.env": "KEY=x", ws + "/a.txt": "a", home + "/.netrc": "machine x", home + "/.ssh/id_work": "key",
		home + "/.docker/config.json": "{}", own + "/config.toml": "model = \"x\"", own + "/sub/deep/rules": "r",
		ws + "/near/secrets.yml": "s",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	f := engine.Facts{Dir: ws, Home: home, Workspace: effect.Workspace{Root: ws}, Own: engine.Own{Paths: []string{own}}}
	for target, want := range map[string]string{
		ws + "/deep/er/.env":          "secret",
		home + "/.netrc":              "secret",
		home + "/.ssh/id_work":        "secret",
		home + "/.docker/config.json": "secret",
		ws + "/near/secrets.yml":      "secret",
		own + "/config.toml":          "own",
		own + "/sub/deep/rules":       "own",
		ws + "/a.txt":                 "",
	} {
		link := ws + "/notes.md"
		_ = os.Remove(link)
		if err := os.Link(target, link); err != nil {
			t.Fatal(err)
		}
		f.FS = store.NewView()
		p, err := effect.Resolve(f.FS, ws, "notes.md")
		if err != nil {
			t.Fatal(err)
		}
		for kind, e := range map[string]effect.Effects{
			"read": {Reads: []effect.Path{p}}, "write": {Writes: []effect.Path{p}},
			"mode": {Metadata: []effect.Path{p}}, "delete": {Deletes: []effect.Path{p}},
		} {
			j := judgement{c: engine.Case{Facts: f, Effects: e}}
			j.files()
			got := ""
			for _, found := range j.out {
				if found.Decision == engine.Deny {
					got += found.Reason
				}
			}
			ok := map[string]bool{"secret": strings.Contains(got, "by another of its names"),
				"own": strings.Contains(got, paths.OwnFiles.String()), "": got == ""}[want]
			if !ok {
				t.Errorf("%s of a hard link to %s: %q, want %q", kind, target, got, want)
			}
		}
	}
}

// What goes when a directory above it goes is as much pp's as the directory itself.
func TestOwnFilesBelow(t *testing.T) {
	f := engine.Facts{Dir: "/w", Home: "/home/me", Workspace: effect.Workspace{Root: "/w"},
		Own: engine.Own{Paths: []string{"/w/dot/config/pp"}}}
	for _, c := range []struct {
		p    effect.Path
		deny bool
	}{
		{effect.Path{Name: "/w/dot", Exists: true, Dir: true, Tree: true}, true},
		{effect.Path{Name: "/w/dot/config", Exists: true, Dir: true}, true},
		{effect.Path{Name: "/w/dot/config/pp/x", Exists: true}, true},
		{effect.Path{Name: "/w/other", Exists: true, Dir: true, Tree: true}, false},
	} {
		j := judgement{c: engine.Case{Facts: f, Effects: effect.Effects{Deletes: []effect.Path{c.p}}}}
		j.files()
		if got := j.out[0].Decision == engine.Deny; got != c.deny {
			t.Errorf("deleting %s: %+v", c.p.Name, j.out)
		}
	}
}

package setup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pp/cli/system"
	"pp/engine/effect"
)

// pp's files are known under every name by which a link leads to them, and so are the
// links on the way.
func TestOwnFilesThroughLinks(t *testing.T) {
	type links map[string]string // link to target, below the home
	for _, c := range []struct {
		name  string
		links links
		files []string
		want  []string
	}{
		{"no link", nil, []string{".config/pp/config.toml"}, nil},
		{"the directory", links{".config/pp": "../ws/dot"}, []string{"ws/dot/config.toml"}, []string{"ws/dot"}},
		{"the file", links{".config/pp/config.toml": "../../ws/pp.toml"}, []string{"ws/pp.toml"}, []string{"ws/pp.toml"}},
		{"a file that is not there", links{".config/pp/config.toml": "../../ws/new.toml"}, nil, []string{"ws/new.toml"}},
		{"a chain", links{".config/pp": "../ws/one", "ws/one": "two", "ws/two": "three"}, []string{"ws/three/config.toml"},
			[]string{"ws/one", "ws/two", "ws/three"}},
		{"a directory above", links{".config": "ws/config"}, []string{"ws/config/pp/config.toml"}, []string{"ws/config/pp"}},
		{"keys", links{".config/pp/.env": "../../ws/keys"}, []string{"ws/keys"}, []string{"ws/keys"}},
		{"the state", links{".local/state/pp": "../../ws/state"}, []string{"ws/state/approvals/rules"}, []string{"ws/state"}},
		{"a part of the state", links{".local/state/pp/approvals": "../../../ws/ap"}, []string{"ws/ap/rules"},
			[]string{"ws/ap"}},
		{"the project's rules", links{"ws/.pp/config.toml": "../rules.toml"}, []string{"ws/rules.toml"},
			[]string{"ws/rules.toml"}},
		{"the project's skills", links{"ws/.pp/skills": "../gates"}, []string{"ws/gates/a.lisp"}, []string{"ws/gates"}},
		{"skills elsewhere", nil, []string{"mine/a.lisp"}, []string{"mine"}},
		{"linked skills elsewhere", links{"mine": "ws/dot"}, []string{"ws/dot/a.lisp"}, []string{"mine", "ws/dot"}},
	} {
		home, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		put := func(name string, make func(string) error) {
			full := filepath.Join(home, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), make(full)); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range c.files {
			put(name, func(full string) error { return os.WriteFile(full, []byte("x"), 0o600) })
		}
		for name, target := range c.links {
			put(name, func(full string) error { return os.Symlink(target, full) })
		}
		sys := system.System{Getenv: func(string) (string, bool) { return "", false }}
		at := Location{Dir: home + "/ws", Home: home, Workspace: effect.Workspace{Root: home + "/ws"}}
		own := ownFiles(sys, at, []string{filepath.Join(home, "mine")})
		for _, name := range c.want {
			if !slices.Contains(own.Paths, filepath.Join(home, name)) {
				t.Errorf("%s: %s is not among %q", c.name, name, own.Paths)
			}
		}
		for _, p := range own.Paths {
			if slices.Contains([]string{home, home + "/ws", home + "/.config"}, p) && c.name != "a directory above" {
				t.Errorf("%s: %s is taken for pp's", c.name, p)
			}
		}
	}
}

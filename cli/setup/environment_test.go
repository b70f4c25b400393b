package setup

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/cli/config"
	"pp/cli/system"
)

// TestVariablesOfThePerson checks which variables of the person reach commands: text and places do; credentials, and
// variables that make programs run or load something, do not, and pp names them.
func TestVariablesOfThePerson(t *testing.T) {
	root := t.TempDir()
	socket := filepath.Join(root, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	passes := []string{"MY_VAR=1", "AWS_PROFILE=dev", "AWS_REGION=eu", "PYTHONPATH=src:lib", "CI=1",
		"NODE_ENV=test",
		"PLAIN_URL=postgres://localhost/db", "GOFLAGS=-mod=mod", "JAVA_TOOL_OPTIONS=-Xmx1g",
		"NODE_OPTIONS=--max-old-space-size=4096", "VIRTUAL_ENV=" + root + "/.venv", "DEBUG=app:*", "EMPTY="}
	left := []string{"DATABASE_URL=postgres://u:fakefakefake@h/db", "GITHUB_TOKEN=fake", "MY_API_KEY=fake",
		"DB_PASSWORD=fake", "DB_PASS=x", "BORG_PASSPHRASE=fake", "SNOWSQL_PWD=fake", "AZURE_DEVOPS_EXT_PAT=fake", "CI_JWT=x",
		"rclone_config_pass=x", "SENTRY_DSN=https://fake@x.example/1", "SLACK_WEBHOOK=https://x.example/fake",
		"AWS_SECRET_ACCESS_KEY=fake", "PLAIN=sk-ant-api03-" + strings.Repeat("fakeFAKE09", 9) + "-fakefaAA",
		"LD_PRELOAD=/x.so",
		"BASH_ENV=x", "ENV=x", "GIT_EXTERNAL_DIFF=x", "GIT_EXEC_PATH=/x", "GIT_SSH_COMMAND=x", "PYTHONSTARTUP=x.py",
		"NODE_OPTIONS=--require=x.js", "PERL5OPT=-Mx", "RUBYOPT=-rx", "JAVA_TOOL_OPTIONS=-javaagent:x.jar",
		"GOFLAGS=-toolexec=x", "PYTHONPATH=/elsewhere", "BASH_FUNC_ls%%=() { x; }", "SOME_PLACE=" + socket,
		"GIT_TRACE=/x/y", "GIT_CONFIG_GLOBAL=x", "PROMPT_COMMAND=x", "LESSOPEN=|x %s", "HUGE=" + strings.Repeat("x", 20<<10)}
	silent := []string{"PAGER=less", "EDITOR=vim", "GIT_PAGER=x", "PP_MODEL=x", "OLDPWD=/", "_=x", "SHLVL=2"}
	for _, entry := range slices.Concat(passes, left, silent) {
		name, value, _ := strings.Cut(entry, "=")
		env := map[string]string{"HOME": "/home/x", "PATH": "/usr/bin"}
		sys := system.System{Getenv: func(n string) (string, bool) { v, ok := env[n]; return v, ok },
			Environ: []string{"HOME=/home/x", entry}}
		if name == "VIRTUAL_ENV" {
			env[name] = value
		}
		at := Location{Dir: root, Home: "/home/x"}
		at.Workspace.Root = root
		redact := func(s string) string {
			if strings.Contains(s, "sk-ant-") {
				return "masked"
			}
			return s
		}
		got, names := childEnvironment(sys, at, redact)
		v, there := got[name]
		switch {
		case slices.Contains(passes, entry) && (v != value || !there):
			t.Errorf("%s does not reach commands, want it to", entry)
		case slices.Contains(left, entry) && (there || !slices.Equal(names, []string{name})):
			t.Errorf("%.60s reaches commands as %.60q, or is not named in %q; want it left out and named", entry, v, names)
		case slices.Contains(silent, entry) && (v == value || len(names) > 0):
			t.Errorf("%s reaches commands or is named in %q, want it replaced without a note", entry, names)
		}
	}
}

// TestNewerOnPath checks that a program that is newer than the conversation is found.
func TestNewerOnPath(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "tool"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(root, "tool"))
	if err != nil {
		t.Fatal(err)
	}
	if got := newer(root, info.ModTime().Add(-1), root); !slices.Equal(got, []string{"tool"}) {
		t.Errorf("newer gives %q, want the program that changed since", got)
	}
	if got := newer(root, info.ModTime(), root); len(got) > 0 {
		t.Errorf("newer gives %q, want nothing that is older", got)
	}
}

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
		own := ownFiles(config.FindPaths(nil, home, ""), home+"/ws", []string{filepath.Join(home, "mine")})
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

// TestWorkspaceIsNotWhatIsAboveAHome: a manifest that lies in a directory that can be no
// workspace neither makes it one nor takes theirs from those below it.
func TestWorkspaceIsNotWhatIsAboveAHome(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "home")
	for _, d := range []string{"home/project/sub", "other/deep", "other/repo/a/b", "other/repo/.git"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"Makefile", "home/package.json", "home/project/go.mod", "other/repo/a/go.mod"} {
		if err := os.WriteFile(filepath.Join(top, f), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if w := FindWorkspace("relative", home); w.Root != "" || w.Why == "" {
		t.Errorf("a relative name has the workspace %q (%s)", w.Root, w.Why)
	}
	for dir, want := range map[string]string{
		"home/project/sub": "home/project", "other/deep": "other/deep", "other/repo/a/b": "other/repo", "home": "", "": "",
	} {
		w := FindWorkspace(filepath.Join(top, dir), home)
		if want != "" {
			want = filepath.Join(top, want)
		}
		if w.Root != want || (w.Root == "") != (w.Why != "") {
			t.Errorf("%q has the workspace %q (%s), want %q", dir, w.Root, w.Why, want)
		}
	}
}

package paths

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

func TestSecretPaths(t *testing.T) {
	for _, name := range []string{
		"/home/dev/.ssh/id_ed25519", "/home/dev/.ssh", "/home/dev/.ssh/id_rsa_work", "/home/dev/.aws/credentials",
		"/w/.env", "/w/.env.production",
		"/w/prod.env", "/home/dev/.netrc", "/home/dev/.pgpass", "/home/dev/.bash_history", "/home/dev/.gnupg/pubring.kbx",
		"/etc/shadow",
		"/etc/sudoers", "/etc/sudoers.d/x", "/etc/ssh/ssh_host_rsa_key", "/proc/1/environ", "/proc/self/environ",
		"/proc/4/mem", "/w/server.key",
		"/w/key.pem", "/w/app.p12", "/w/vault.kdbx", "/w/terraform.tfstate", "/w/config/master.key", "/w/secrets.yaml",
		"/w/credentials.json",
		"/home/dev/.docker/config.json", "/home/dev/.kube/config", "/home/dev/.config/gh/hosts.yml",
		"/home/dev/.mozilla/firefox/x/logins.json",
		"/home/dev/.config/google-chrome/Default/Cookies", "/home/dev/Library/Keychains/login.keychain-db",
		"/run/secrets/db", "/HOME/DEV/.SSH/ID_RSA",
		"/home/dev/.ＳＳＨ/id_rsa", "/w/id_rsa", "/w/id_rsa_work", "/home/dev/.npmrc", "/home/dev/.git-credentials",
		"/home/dev/.local/share/keyrings/login.keyring",
		"/home/dev/.m2/settings.xml", "/home/dev/.codex/auth.json", "/home/dev/.kaggle/kaggle.json",
		"/home/dev/.claude/.credentials.json",
		"/home/dev/.cloudflared/1f.json", "/home/dev/.cloudflared/cert.pem", "/w/AuthKey_X1.p8", "/w/.secrets/db",
		"/w/terraform.tfstate.1700.backup",
		"/w/.env~", "/w/.env.swp", "/w/..env.swp", "/w/.id_rsa.swp", "/w/credentials.json.bak", "/home/dev/.netrc.old",
		"/w/secrets.yml.orig",
		"/mnt/c/Users/dev/AppData/Local/Google/Chrome/User Data/Default/Login Data",
		"/home/dev/.var/app/com.google.Chrome/config",
		"/etc/postfix/sasl_passwd", "/var/lib/tailscale/tailscaled.state",
	} {
		if _, ok := Secret(name, false); !ok {
			t.Errorf("%s is not secret", name)
		}
	}
	for _, name := range []string{
		"/w/tokenizer.go", "/w/credits.txt", "/w/.env.example", "/w/.env.sample", "/home/dev/.ssh/id_rsa.pub",
		"/home/dev/.ssh/known_hosts",
		"/w/docs/password-policy.md", "/w/secret_santa.py", "/w/keys.go", "/w/cert.pem", "/w/ca.pem", "/w/fullchain.pem",
		"/w/public.key",
		"/w/environment.go", "/w/monkey.go", "/w/keyboard.c", "/etc/passwd", "/etc/hosts", "/proc/cpuinfo",
		"/proc/self/status", "/w/.environment",
		"/w/internal/secrets/scan.go", "/w/id_rsa.md", "/w/history.md", "/w/donkey.key.go", "/w/identity.go",
		"/home/dev/.m2/repository/a/b.pom", "/home/dev/.codex/config.toml", "/home/dev/.cloudflared/config.yml",
		"/w/main.go.bak", "/w/.main.go.swp",
		"/home/dev/.cargo/config.toml", "/home/dev/.config/nvim/init.lua", "/w/tsconfig.json~",
	} {
		if kind, ok := Secret(name, false); ok {
			t.Errorf("%s is taken for a secret (%s)", name, kind)
		}
	}
}

// A directory is secret by its place: its name may be that of a package.
func TestSecretDirectories(t *testing.T) {
	for name, want := range map[string]bool{"/w/internal/secrets": false, "/w/credentials": false, "/w/.env": false,
		"/home/dev/.ssh": true, "/home/dev/.aws": true} {
		if _, ok := Secret(name, true); ok != want {
			t.Errorf("%s: secret %v, want %v", name, ok, want)
		}
	}
	f := engine.Facts{Dir: "/w", Home: "/home/dev", Workspace: effect.Workspace{Root: "/w"}}
	for _, p := range []effect.Path{{Given: "secrets/", Name: "/w/secrets"},
		{Given: "secrets", Name: "/w/secrets", Exists: true, Dir: true}} {
		if got := Locate(p, f); got.Secret != "" {
			t.Errorf("%+v is taken for a secret (%s)", p, got.Secret)
		}
	}
}

// A pattern that no file matches is a secret when it is made for a secret's name.
func TestSecretPatterns(t *testing.T) {
	f := engine.Facts{Dir: "/w", Home: "/home/dev", Workspace: effect.Workspace{Root: "/w"}}
	for name, want := range map[string]string{
		"/w/.env*": "environment secrets", "/w/cred*": "credentials", "/w/.e[mn]v": "environment secrets",
		"/w/id_rs?": "private key", "/home/dev/.ss?/id": "SSH key directory", "/w/.aw*/x": "cloud credentials",
		"/w/*": "", "/w/.*": "", "/w/*.go": "", "/w/s*": "", "/w/test*": "", "/w/*[": "", "/w/[a-z]*": "", "/w/env*": "",
	} {
		if got := Locate(effect.Path{Given: name, Name: name}, f).Secret; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What a sandbox keeps read-only although it is in the workspace.
func TestSurface(t *testing.T) {
	for name, want := range map[string]bool{
		"/w/.github/workflows/ci.yml": true, "/w/Makefile": false, "/w/.git/config": true, "/w/.git/hooks/pre-push": true,
		"/w/.git/modules/a/hooks/x": true, "/w/sub/.git/info/attributes": true, "/w/.VSCode/tasks.json": true,
		"/w/.git/index": false, "/w/main.go": false, "/w/hooks/x": false,
	} {
		if Surface(name) != want {
			t.Errorf("%s: %v, want %v", name, !want, want)
		}
	}
}

func TestLocate(t *testing.T) {
	f := engine.Facts{Dir: "/home/me/src", Home: "/home/me", Temp: "/tmp",
		Workspace: effect.Workspace{Root: "/home/me/src", Added: []string{"/srv/data"}},
		Own:       engine.Own{Paths: []string{"/home/me/.config/pp"}, Binary: "/usr/local/bin/pp"}}
	for _, tc := range []struct {
		name  string
		area  Area
		check func(Place) string
		want  string
	}{
		{"/home/me/src/a.go", AreaWorkspace, func(p Place) string {
			return p.Root.String() + p.Surface + p.Git.String()
		}, ""},
		{"/srv/data/x", AreaWorkspace, func(p Place) string { return p.Root.String() }, ""},
		{"/home/me/src", AreaWorkspace, func(p Place) string { return p.Root.String() }, "the workspace itself"},
		{"/home/me", AreaHome, func(p Place) string { return p.Root.String() }, "the home directory"},
		{"/home/me/notes", AreaHome, func(p Place) string { return p.Root.String() }, ""},
		{"/home", AreaElsewhere, func(p Place) string { return p.Root.String() }, "a directory above the home directory"},
		{"/home/you/x", AreaOtherHome, func(p Place) string { return p.Root.String() }, ""},
		{"/home/you", AreaOtherHome, func(p Place) string { return p.Root.String() }, "a home directory"},
		{"/", AreaSystem, func(p Place) string { return p.Root.String() }, "the root of the file system"},
		{"/etc", AreaSystem, func(p Place) string { return p.Root.String() }, "a system directory"},
		{"/etc/hosts", AreaSystem, func(p Place) string { return p.System }, "a system file"},
		{"/etc/cron.d/x", AreaSystem, func(p Place) string { return p.Startup + p.System },
			"a file that the system runs or obeys when it starts or somebody logs in"},
		{"/tmp/x", AreaTemp, func(p Place) string { return p.Root.String() }, ""},
		{"/tmp", AreaTemp, func(p Place) string { return p.Root.String() }, "the temporary directory"},
		{"/dev/null", AreaSink, func(p Place) string { return p.Device.String() }, ""},
		{"/dev/sda", AreaSystem, func(p Place) string { return p.Device.String() }, DeviceRaw.String()},
		{"/proc/sysrq-trigger", AreaSystem, func(p Place) string { return p.Device.String() }, "a kernel interface"},
		{"/home/me/src/.git", AreaWorkspace, func(p Place) string { return p.Root.String() }, "the repository's history"},
		{"/home/me/src/.git/config", AreaWorkspace, func(p Place) string { return p.Git.String() },
			"git's configuration or hooks"},
		{"/home/me/src/.git/hooks/pre-commit", AreaWorkspace, func(p Place) string { return p.Git.String() },
			"git's configuration or hooks"},
		{"/home/me/src/.git/index", AreaWorkspace, func(p Place) string { return p.Git.String() }, "git's own data"},
		{"/home/me/src/.github/workflows/ci.yml", AreaWorkspace, func(p Place) string { return p.Surface },
			"a file that CI obeys"},
		{"/home/me/src/package.json", AreaWorkspace, func(p Place) string { return p.Surface }, ""},
		{"/home/me/.bashrc", AreaHome, func(p Place) string { return p.Startup }, "a start-up file"},
		{"/home/me/bin/ls", AreaHome, func(p Place) string { return p.Loaded },
			"a file that one of your tools runs or loads"},
		{"/home/me/.local/lib/python3.12/site-packages/x.pth", AreaHome, func(p Place) string { return p.Loaded },
			"a file that one of your tools runs or loads"},
		{"/home/me/.cargo/config.toml", AreaHome, func(p Place) string { return p.Loaded },
			"a file that one of your tools runs or loads"},
		{"/home/me/src/bin/ls", AreaWorkspace, func(p Place) string { return p.Loaded }, ""},
		{"/dev/input/event0", AreaSystem, func(p Place) string { return p.Device.String() }, DeviceCapture.String()},
		{"/home/me/.config/systemd/user/x.timer", AreaHome, func(p Place) string { return p.Startup }, "a start-up file"},
		{"/home/me/.config/pp/config.toml", AreaHome, func(p Place) string { return p.Own.String() }, "pp's own files"},
		{"/home/me/src/.pp/config.toml", AreaWorkspace, func(p Place) string { return p.Own.String() },
			"the project's rules for pp"},
		{"/usr/local/bin/pp", AreaSystem, func(p Place) string { return p.Own.String() }, "pp's own binary"},
	} {
		p := Locate(effect.Path{Name: tc.name}, f)
		if p.Area != tc.area || tc.check(p) != tc.want {
			t.Errorf("%s: area %d, %q; want %d, %q", tc.name, p.Area, tc.check(p), tc.area, tc.want)
		}
	}
}

// Names of secrets, by the class of what they are, each beside names that are like them and are none.
func TestSecretNames(t *testing.T) {
	for _, row := range enginetest.Table[struct {
		class, is string
		names     []string
	}]("testdata/names.txt") {
		for _, name := range row.names {
			if kind, ok := Secret("/w/"+name, false); ok != (row.is == "secret") {
				t.Errorf("%s: %s is taken for %q, want %s", row.class, name, kind, row.is)
			}
		}
	}
}

// TestSurfaces checks that files that run without the person starting them are surfaces, in a workspace and a temporary
// directory, and no others.
func TestSurfaces(t *testing.T) {
	f := engine.Facts{Dir: "/home/me/src", Home: "/home/me", Workspace: effect.Workspace{Root: "/home/me/src"}}
	surfaces := enginetest.Map[string]("testdata/surfaces.txt")
	codeNames := surfaces["none"]
	delete(surfaces, "none")
	for who, names := range surfaces {
		for name := range strings.FieldsSeq(names) {
			at := Locate(effect.Path{Name: "/home/me/src/" + name}, f)
			if at.Surface == "" || at.Loaded != "" || !Surface("/home/me/src/"+name) {
				t.Errorf("%s, of %s, in a workspace: %+v; want a surface", name, who, at)
			}
			if at := Locate(effect.Path{Name: "/tmp/" + name}, f); at.Surface == "" {
				t.Errorf("%s, of %s, in the temporary directory: %+v; want a surface", name, who, at)
			}
			if got := Installed("/home/me/src/"+name, f); got != (who == "PATH" && !strings.HasSuffix(name, "customize.py")) {
				t.Errorf("%s, of %s: made by a package manager is %v, want %v", name, who, got, !got)
			}
		}
	}
	for name := range strings.FieldsSeq(codeNames) {
		at := Locate(effect.Path{Name: "/home/me/src/" + name}, f)
		if at.Surface != "" || at.Startup != "" || Surface("/home/me/src/"+name) {
			t.Errorf("%s in a workspace: %+v; want no surface", name, at)
		}
	}
	for path, want := range map[string]bool{"/usr/bin:/home/me/src/bin": true, "/home/me/src/bin/:/usr/bin": true,
		"/home/me/src:/usr/bin": false, "/home/me/src/bin/x:/usr/bin": false, "": false} {
		f.Env = engine.Environment{"PATH": path}
		const name = "/home/me/src/bin/x"
		if at := Locate(effect.Path{Name: name}, f); (at.Surface != "") != want || Installed(name, f) != want {
			t.Errorf("bin/x with PATH=%s: %+v; want a surface: %v", path, at, want)
		}
	}
}

// TestHolders checks that the directories on the way to a surface are known, and no others.
func TestHolders(t *testing.T) {
	f := engine.Facts{Dir: "/w", Home: "/home/me", Workspace: effect.Workspace{Root: "/w"}}
	for name, want := range map[string]bool{".github": true, ".github/workflows": true, "sub/.vscode": true, ".ZED": true,
		".venv": true, ".venv/bin": true, "node_modules": true, "node_modules/.bin": true, "x/site-packages": true,
		".config": true, ".husky": true, ".claude": true, "src": false, "workflows": false, "bin": false,
		".gitlab-ci":               false,
		".github/workflows/ci.yml": false, "github": false} {
		if at := Locate(effect.Path{Name: "/w/" + name}, f); (at.Holds != "") != want {
			t.Errorf("%s: %q; want it to hold surfaces: %v", name, at.Holds, want)
		}
	}
}

// TestSurfacesInHome checks that the settings of other agents are also known in a home.
func TestSurfacesInHome(t *testing.T) {
	f := engine.Facts{Dir: "/home/me/src", Home: "/home/me", Workspace: effect.Workspace{Root: "/home/me/src"}}
	for _, name := range []string{".claude/settings.json", ".codex/config.toml", ".gemini/settings.json",
		".cursor/mcp.json", ".qwen/settings.json", ".windsurf/x", ".codeium/windsurf/mcp_config.json", "CLAUDE.md",
		".config/opencode/opencode.json", ".config/crush/crush.json", ".bazelrc", ".lvimrc"} {
		if at := Locate(effect.Path{Name: "/home/me/" + name}, f); at.Loaded == "" || at.Surface != "" {
			t.Errorf("%s in the home: %+v", name, at)
		}
	}
	for _, name := range []string{"notes/.claude.md", "claude/settings.json", "x/AGENTS.md", ".local/share/x/.codexrc"} {
		if at := Locate(effect.Path{Name: "/home/me/" + name}, f); at.Loaded != "" {
			t.Errorf("%s in the home: %+v", name, at)
		}
	}
	f.Home = "/data/me" // which is not where homes usually are
	for _, name := range []string{"/data/me/.claude/settings.json", "/data/me/bin/x"} {
		if at := Locate(effect.Path{Name: name}, f); at.Loaded == "" {
			t.Errorf("%s: %+v", name, at)
		}
	}
}

// A path in a workspace is the project's own, wherever that lies; what runs at log-in is not, wherever it lies.
func TestWorkspaceInSystemDirectory(t *testing.T) {
	f := engine.Facts{Dir: "/usr/src/app", Home: "/root", Workspace: effect.Workspace{Root: "/usr/src/app"}}
	if at := Locate(effect.Path{Name: "/usr/src/app/main.go"}, f); at.Startup+at.System != "" || at.Area != AreaWorkspace {
		t.Errorf("%+v", at)
	}
	for _, name := range []string{"/usr/src/other/main.go", "/usr/src/app/.bashrc"} {
		if at := Locate(effect.Path{Name: name}, f); at.Startup+at.System == "" {
			t.Errorf("%s: %+v", name, at)
		}
	}
}

// Every entry of the data is found by the path that it names.
func TestEveryEntryIsFound(t *testing.T) {
	x := indexed()
	for i := range x.entries {
		e := &x.entries[i]
		name := strings.NewReplacer("[0-9]", "7", "*", "1").Replace(fold(e.given))
		q := question{path: "/some/where/" + name}
		switch e.in {
		case atRoot:
			q.path = "/" + name
		case atHome:
			q.path, q.home = "/home/me/"+name, "/home/me"
		case anywhere:
		}
		for _, below := range []string{"", "/x"} {
			q.path += below
			if known := x.look(q); known[e.class] == nil && (e.tree || below == "") && !(e.tree && e.below() && below == "") {
				t.Errorf("%s is not found as %s", e.given, q.path)
			}
		}
	}
}

// To make the directory of a surface is no harm yet; a secret's directory, and one run from at log-in, is kept itself.
func TestDirectoriesThemselves(t *testing.T) {
	f := engine.Facts{Dir: "/home/me/src", Home: "/home/me", Workspace: effect.Workspace{Root: "/home/me/src"}}
	for _, name := range []string{"/home/me/src/.github/workflows", "/home/me/src/.claude", "/home/me/bin"} {
		if at := Locate(effect.Path{Name: name}, f); at.Surface+at.Loaded != "" {
			t.Errorf("%s: %+v", name, at)
		}
	}
	for _, name := range []string{"/home/me/.ssh", "/home/me/src/.aws", "/home/me/.config/systemd"} {
		if at := Locate(effect.Path{Name: name}, f); at.Secret+at.Startup == "" {
			t.Errorf("%s: %+v", name, at)
		}
	}
}

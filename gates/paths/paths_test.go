package paths

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
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
		"/w/.github/workflows/ci.yml": true, "/w/Makefile": true, "/w/.git/config": true, "/w/.git/hooks/pre-push": true,
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
		{"/etc/hosts", AreaSystem, func(p Place) string { return p.Startup }, "a system file"},
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
			"a file that another program executes later"},
		{"/home/me/src/package.json", AreaWorkspace, func(p Place) string { return p.Surface },
			"a file that another program executes later"},
		{"/home/me/.bashrc", AreaHome, func(p Place) string { return p.Startup }, "a start-up file"},
		{"/home/me/bin/ls", AreaHome, func(p Place) string { return p.Loaded },
			"a file that a tool of the person runs or loads"},
		{"/home/me/.local/lib/python3.12/site-packages/x.pth", AreaHome, func(p Place) string { return p.Loaded },
			"a file that a tool of the person runs or loads"},
		{"/home/me/.cargo/config.toml", AreaHome, func(p Place) string { return p.Loaded },
			"a file that a tool of the person runs or loads"},
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

package gates

import (
	"path"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Area is where a resolved path is.
type Area uint8

// The areas. The zero value is the least trusted.
const (
	AreaElsewhere Area = iota
	AreaSystem         // /usr, /etc, /proc …
	AreaHome           // the person's home, outside the workspace
	AreaOtherHome      // somebody else's home
	AreaTemp
	AreaWorkspace
	AreaSink // /dev/null and the like, which swallow or yield nothing of worth
)

// Place is what the gates know of a resolved path.
type Place struct {
	Area Area
	// Secret, Own, Surface, Git, Startup, Loaded and Device say why the path is special;
	// "" when it is not in that way.
	Secret  string // holds secrets
	Own     string // belongs to pp
	Surface string // something executes it later: CI files, editor tasks, package scripts
	Git     string // git's own configuration and hooks
	Startup string // run at log-in, by a scheduler or a service manager
	Loaded  string // in a home, run or loaded by a tool of the person
	Device  string // a device or a kernel interface
	// Root names a directory whose deletion or clobbering is never right: the
	// file system, a system directory, a home, the workspace root.
	Root string
	Ask  string // an ordinary path that needs a person nevertheless
}

// Locate classifies a resolved path.
func Locate(p effect.Path, f engine.Facts) Place {
	name := fold(p.Name)
	var out Place
	out.Secret, _ = secretFolded(name, p.Dir || !p.Exists && strings.HasSuffix(p.Given, "/"))
	if out.Secret == "" && !p.Exists && strings.ContainsAny(name, "*?[") {
		out.Secret = secretPattern(name)
	}
	out.Own = own(p, f)
	out.Root = rootOf(p.Name, name, f)
	out.Area = areaOf(p.Name, name, f)
	out.Device = device(name)
	out.Startup = startup(name)
	out.Git = gitInternal(name)
	switch out.Area {
	case AreaWorkspace, AreaTemp:
		out.Surface = surface(name)
	case AreaHome, AreaOtherHome:
		out.Loaded = loadedFromHome(name)
	case AreaElsewhere, AreaSystem, AreaSink:
	}
	return out
}

func own(p effect.Path, f engine.Facts) string {
	for _, dir := range f.Own.Paths {
		if effect.Within(p.Name, dir) {
			return "pp's own files"
		}
	}
	if f.Own.Binary != "" && p.Name == f.Own.Binary {
		return "pp's own binary"
	}
	if f.Own.Inode != 0 && p.Exists && f.FS != nil {
		if info, err := f.FS.Lstat(p.Name); err == nil && info.Inode == f.Own.Inode && info.Dev == f.Own.Device {
			return "pp's own binary"
		}
	}
	name := fold(p.Name)
	for _, d := range [...]string{"/.config/pp", "/.local/share/pp", "/.local/state/pp", "/.cache/pp"} {
		if i := strings.Index(name, d); i >= 0 && (len(name) == i+len(d) || name[i+len(d)] == '/') {
			return "pp's own files"
		}
	}
	if base := path.Base(path.Dir(name)); base == ".pp" || path.Base(name) == ".pp" {
		return "the project's rules for pp"
	}
	return ""
}

func areaOf(name, folded string, f engine.Facts) Area {
	switch folded {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/random", "/dev/urandom":
		return AreaSink
	}
	if strings.HasPrefix(folded, "/dev/fd/") || strings.HasPrefix(folded, "/proc/self/fd/") {
		return AreaSink
	}
	if _, ok := f.Workspace.Contains(name); ok {
		return AreaWorkspace
	}
	if effect.Within(name, f.Home) && f.Home != "/" {
		return AreaHome
	}
	if f.Temp != "" && effect.Within(name, f.Temp) || effect.Within(folded, "/tmp") || effect.Within(folded, "/var/tmp") {
		return AreaTemp
	}
	if home, below := homeOf(folded); home != "" && below {
		return AreaOtherHome
	}
	if systemDir(folded) {
		return AreaSystem
	}
	return AreaElsewhere
}

// homeOf gives the home directory a path is in by the usual layout, and
// whether the path is at or below it.
func homeOf(folded string) (string, bool) {
	if effect.Within(folded, "/root") {
		return "/root", true
	}
	for _, base := range [...]string{"/home/", "/users/"} {
		if rest, ok := strings.CutPrefix(folded, base); ok && rest != "" {
			user, _, _ := strings.Cut(rest, "/")
			return base + user, true
		}
	}
	return "", false
}

var systemRoots = [...]string{"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/proc", "/run",
	"/sbin", "/srv", "/sys", "/usr", "/var", "/nix", "/gnu", "/system", "/library", "/applications", "/private", "/mnt", "/media"}

func systemDir(folded string) bool {
	for _, d := range systemRoots {
		if effect.Within(folded, d) {
			return true
		}
	}
	return folded == "/"
}

// rootOf says what kind of root a path is: deleting it takes a tree that is
// nobody's to take.
func rootOf(name, folded string, f engine.Facts) string {
	switch {
	case folded == "/":
		return "the root of the file system"
	case f.Home != "" && name == f.Home:
		return "the home directory"
	case f.Home != "" && effect.Within(f.Home, name):
		return "a directory above the home directory"
	case f.Workspace.Root != "" && name == f.Workspace.Root:
		return "the workspace itself"
	case f.Workspace.Root != "" && effect.Within(f.Workspace.Root, name):
		return "a directory above the workspace"
	case folded == "/home", folded == "/root", folded == "/users":
		return "the home directories"
	}
	if home, _ := homeOf(folded); home == folded && home != "" {
		return "a home directory"
	}
	if _, in := f.Workspace.Contains(name); in {
		if base := path.Base(folded); base == ".git" || base == ".hg" || base == ".svn" || base == ".jj" {
			return "the repository's history"
		}
		return ""
	}
	if path.Base(folded) == ".git" {
		return "a repository's history"
	}
	if effect.Within(folded, "/tmp") || effect.Within(folded, "/var/tmp") || (f.Temp != "" && effect.Within(name, f.Temp)) {
		if folded == "/tmp" || folded == "/var/tmp" || name == f.Temp {
			return "the temporary directory"
		}
		return ""
	}
	for _, d := range systemRoots {
		if folded == d {
			return "a system directory"
		}
	}
	if systemFile(folded) {
		return "a part of the system"
	}
	return ""
}

// device covers devices and kernel interfaces where a write is never a file write.
func device(folded string) string {
	switch {
	case strings.HasPrefix(folded, "/dev/shm/"), strings.HasPrefix(folded, "/dev/fd/"), strings.HasPrefix(folded, "/dev/pts/"):
		return ""
	case strings.HasPrefix(folded, "/dev/"):
		switch folded {
		case "/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/random", "/dev/urandom", "/dev/shm":
			return ""
		}
		for _, disk := range [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "dm-", "md", "loop", "mapper/", "disk/", "disk", "rdisk", "sr", "mem", "kmem", "port", "kmsg"} {
			if strings.HasPrefix(folded[len("/dev/"):], disk) {
				return rawDevice
			}
		}
		for _, d := range [...]string{"input/", "uinput", "uhid", "hidraw", "snd/", "video", "vcs"} {
			if strings.HasPrefix(folded[len("/dev/"):], d) {
				return spyDevice
			}
		}
		return "a device"
	case effect.Within(folded, "/sys"):
		return "a kernel interface"
	case effect.Within(folded, "/boot"), effect.Within(folded, "/efi"):
		return "the boot files"
	case strings.HasPrefix(folded, "/proc/"):
		if strings.HasPrefix(folded, "/proc/self/fd/") {
			return ""
		}
		return "a kernel interface"
	}
	return ""
}

// rawDevice is a device that holds whole file systems, or the machine's memory:
// whoever reads it reads every secret.
const rawDevice = "a disk or the machine's memory"

// spyDevice is a device that says what the person types, shows or speaks.
const spyDevice = "a keyboard, a screen, a microphone or a camera"

// startupDirs hold what is run at log-in, by a service manager or by an editor.
var startupDirs = [...]string{"/.config/autostart", "/.config/systemd", "/.local/share/systemd", "/.config/fish", "/.config/environment.d",
	"/.ssh", "/library/launchagents", "/library/launchdaemons", "/library/startupitems", "/.config/nvim", "/.vim/plugin", "/.emacs.d",
	"/.config/git", "/.local/bin", "/.config/pip", "/.config/plasma-workspace/env", "/.config/xfce4/xinitrc", "/.local/share/applications",
	"/.config/containers/systemd", "/.config/procps", "/.gnupg"}

// homeDirs hold, in a home, what a tool runs or loads whenever it is started there.
var homeDirs = [...]string{"/bin/", "/go/bin/", "/.cargo/bin/", "/.npm-global/bin/", "/.yarn/bin/", "/.bun/bin/", "/.deno/bin/", "/.gradle/init.d/", "/.config/direnv/",
	"/.ipython/profile_default/startup/", "/.oh-my-zsh/", "/.config/zsh/", "/.config/tmux/", "/.config/kitty/", "/.config/alacritty/", "/.config/i3/", "/.config/sway/", "/.config/hypr/",
	"/.docker/cli-plugins/", "/.terraform.d/plugins/", "/.vscode/extensions/", "/.config/code/user/", "/.config/sublime-text/", "/.config/zed/", "/.config/helix/", "/.claude/", "/.codex/",
	"/.cursor/", "/.config/mise/", "/.config/nix/", "/.config/guix/", "/.config/helm/", "/.local/share/gnome-shell/extensions/"}

// loadedFromHome covers files of a home that some program runs or takes its orders
// from. In a workspace the same names are the project's own.
func loadedFromHome(folded string) string {
	home, _ := homeOf(folded)
	rest := strings.TrimPrefix(folded, home)
	for _, d := range homeDirs {
		if strings.HasPrefix(rest, d) {
			return "a file that a tool of the person runs or loads"
		}
	}
	switch base := path.Base(rest); {
	case base == "sitecustomize.py", base == "usercustomize.py", strings.HasSuffix(base, ".pth") && strings.Contains(rest, "/python"),
		rest == "/.envrc", rest == "/.direnvrc", rest == "/.cargo/config", rest == "/.cargo/config.toml", rest == "/.gradle/init.gradle", rest == "/.gradle/init.gradle.kts",
		rest == "/.gradle/gradle.properties", rest == "/.gemrc", rest == "/.condarc", rest == "/.bundle/config", rest == "/.terraformrc", rest == "/.makerc", rest == "/.asdfrc":
		return "a file that a tool of the person runs or loads"
	}
	return ""
}

// systemDirs belong to the operating system.
var systemDirs = [...]string{"/etc", "/var/spool/cron", "/var/spool/at", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
	"/run/systemd", "/var/log", "/var/lib", "/run/udev", "/system", "/private/etc", "/nix", "/gnu", "/boot"}

// startup covers files that run, or let somebody in, later and elsewhere.
func startup(folded string) string {
	base := path.Base(folded)
	switch base {
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile",
		".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".logout", ".xinitrc", ".xprofile", ".xsession", ".xsessionrc",
		".inputrc", ".pam_environment", ".vimrc", ".nvimrc", ".exrc", ".gvimrc", ".emacs", ".screenrc", ".tmux.conf", ".gdbinit",
		".lldbinit", ".pythonrc", ".irbrc", ".pryrc", ".perldb", ".gitconfig", ".hgrc", ".curlrc", ".wgetrc", ".lesskey", ".psqlrc",
		".sqliterc", ".rprofile", ".octaverc", ".forward", ".procmailrc", ".rhosts", ".shosts":
		return "a start-up file"
	case "authorized_keys", "authorized_keys2":
		return "the keys that may log in"
	case "ld.so.preload":
		return "a library loaded into every program"
	}
	hidden := strings.Contains(folded, "/.")
	for _, part := range startupDirs {
		if !hidden && part[1] == '.' {
			continue
		}
		if i := strings.Index(folded, part); i >= 0 && (len(folded) == i+len(part) || folded[i+len(part)] == '/') {
			return "a start-up file"
		}
	}
	if base == ".git-templates" || strings.Contains(folded, "/.git-templates/") {
		return "a start-up file"
	}
	if systemFile(folded) {
		return "a system file"
	}
	return ""
}

// systemFile reports whether a path belongs to the operating system: what is
// written there runs as somebody else, or stops the machine.
func systemFile(folded string) bool {
	for _, d := range systemDirs {
		if effect.Within(folded, d) {
			return true
		}
	}
	return false
}

// ExecutionSurface reports whether a resolved path is one that something
// executes or trusts later, so that a sandbox keeps it read-only: continuous
// integration, package scripts, git's configuration and hooks.
func ExecutionSurface(name string) bool {
	folded := fold(name)
	return surface(folded) != "" || gitInternal(folded) == "git's configuration or hooks"
}

// gitInternal covers what git executes or trusts: its configuration, hooks,
// attributes and the files that redirect it.
func gitInternal(folded string) string {
	i := strings.LastIndex(folded, "/.git/")
	if i < 0 {
		if strings.HasSuffix(folded, "/.git") {
			return "git's own directory"
		}
		return ""
	}
	rest := folded[i+len("/.git/"):]
	for _, p := range [...]string{"config", "config.worktree", "hooks", "info/attributes", "objects/info/alternates", "commondir", "gitdir"} {
		if effect.Within(rest, p) || strings.HasSuffix(rest, "/"+p) || strings.Contains(rest, "/hooks/") {
			return "git's configuration or hooks"
		}
	}
	return "git's own data"
}

// surface covers files that something executes later although they look like
// text: continuous integration, environment loaders, editor tasks, package
// scripts, build files with hooks.
func surface(folded string) string {
	for _, d := range [...]string{"/.github/workflows/", "/.github/actions/", "/.circleci/", "/.gitlab/ci/", "/.buildkite/", "/.husky/", "/.githooks/",
		"/.vscode/", "/.idea/", "/.devcontainer/", "/.woodpecker/", "/.forgejo/workflows/", "/.gitea/workflows/", "/.tekton/", "/.zed/",
		"/.cargo/", "/.mvn/", "/.config/nextest", "/.claude/", "/.cursor/", "/.semaphore/"} {
		if strings.Contains(folded, d) {
			return "a file that another program executes later"
		}
	}
	switch path.Base(folded) {
	case ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "jenkinsfile", "appveyor.yml", ".appveyor.yml", "bitbucket-pipelines.yml",
		".drone.yml", "cloudbuild.yaml", ".envrc", ".autoenv", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml", "package.json",
		".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "setup.py", "conftest.py", "sitecustomize.py", "usercustomize.py",
		"build.rs", ".gitattributes", ".gitmodules", ".vimrc", ".exrc", ".nvimrc", ".dir-locals.el", ".editorconfig-checker.json",
		"tasks.json", "launch.json", "makefile", "gnumakefile", "justfile", "rakefile", "dockerfile", "compose.yml", "compose.yaml",
		"docker-compose.yml", "docker-compose.yaml", "vagrantfile", ".tool-versions", ".mise.toml", "mise.toml", ".direnvrc", "gradlew",
		"mvnw", "build.gradle", "build.gradle.kts", "settings.gradle", "codeowners", "agents.md", "claude.md", ".cursorrules", "renovate.json":
		return "a file that another program executes later"
	}
	return ""
}

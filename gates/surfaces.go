package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// startupDirs hold what is run at log-in, by a service manager or by an editor.
var startupDirs = [...]string{"/.config/autostart", "/.config/systemd", "/.local/share/systemd", "/.config/fish",
	"/.config/environment.d", "/.ssh", "/library/launchagents", "/library/launchdaemons", "/library/startupitems",
	"/.config/nvim", "/.vim/plugin", "/.emacs.d", "/.config/git", "/.local/bin", "/.config/pip",
	"/.config/plasma-workspace/env", "/.config/xfce4/xinitrc", "/.local/share/applications",
	"/.config/containers/systemd", "/.config/procps", "/.gnupg"}

// homeDirs hold, in a home, what a tool runs or loads whenever it is started there.
var homeDirs = [...]string{"/bin/", "/go/bin/", "/.cargo/bin/", "/.npm-global/bin/", "/.yarn/bin/", "/.bun/bin/",
	"/.deno/bin/", "/.gradle/init.d/", "/.config/direnv/", "/.ipython/profile_default/startup/", "/.oh-my-zsh/",
	"/.config/zsh/", "/.config/tmux/", "/.config/kitty/", "/.config/alacritty/", "/.config/i3/", "/.config/sway/",
	"/.config/hypr/", "/.docker/cli-plugins/", "/.terraform.d/plugins/", "/.vscode/extensions/",
	"/.config/code/user/", "/.config/sublime-text/", "/.config/zed/", "/.config/helix/", "/.claude/", "/.codex/",
	"/.cursor/", "/.config/mise/", "/.config/nix/", "/.config/guix/", "/.config/helm/",
	"/.local/share/gnome-shell/extensions/"}

// homeFiles are what a tool runs or takes its orders from, by their path in a home.
var homeFiles = [...]string{"/.envrc", "/.direnvrc",
	"/.cargo/config", "/.cargo/config.toml", "/.gradle/init.gradle", "/.gradle/init.gradle.kts",
	"/.gradle/gradle.properties", "/.gemrc", "/.condarc", "/.bundle/config", "/.terraformrc", "/.makerc",
	"/.asdfrc"}

// loadedFromHome covers files of a home that some program runs or takes its orders
// from. In a workspace the same names are the project's own.
func loadedFromHome(folded, person string) string {
	home, _ := homeOf(folded)
	if home == "" {
		home = person // one that is not where homes usually are
	}
	rest := strings.TrimPrefix(folded, home)
	base := path.Base(rest)
	if base == "sitecustomize.py" || base == "usercustomize.py" || slices.Contains(homeFiles[:], rest) ||
		strings.HasSuffix(base, ".pth") && strings.Contains(rest, "/python") ||
		slices.ContainsFunc(homeDirs[:], func(dir string) bool { return strings.HasPrefix(rest, dir) }) {
		return "a file that a tool of the person runs or loads"
	}
	return ""
}

// systemDirs belong to the operating system.
var systemDirs = [...]string{"/etc", "/var/spool/cron", "/var/spool/at", "/usr", "/bin", "/sbin", "/lib", "/lib32",
	"/lib64", "/libx32", "/run/systemd", "/var/log", "/var/lib", "/run/udev", "/system", "/private/etc", "/nix",
	"/gnu", "/boot"}

// startupNames are start-up files in any directory.
var startupNames = [...]string{".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
	".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login",
	".logout", ".xinitrc", ".xprofile", ".xsession", ".xsessionrc", ".inputrc", ".pam_environment", ".vimrc",
	".nvimrc", ".exrc", ".gvimrc", ".emacs", ".screenrc", ".tmux.conf", ".gdbinit", ".lldbinit", ".pythonrc",
	".irbrc", ".pryrc", ".perldb", ".gitconfig", ".hgrc", ".curlrc", ".wgetrc", ".lesskey", ".psqlrc", ".sqliterc",
	".rprofile", ".octaverc", ".forward", ".procmailrc", ".rhosts", ".shosts"}

// startup covers files that run, or let somebody in, later and elsewhere.
func startup(folded string) string {
	base := path.Base(folded)
	switch {
	case base[0] == '.' && slices.Contains(startupNames[:], base):
		return "a start-up file"
	case base == "authorized_keys", base == "authorized_keys2":
		return "the keys that may log in"
	case base == "ld.so.preload":
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
	return slices.ContainsFunc(systemDirs[:], func(dir string) bool { return effect.Within(folded, dir) })
}

// ExecutionSurface reports whether a resolved path is one that something
// executes or trusts later, so that a sandbox keeps it read-only: continuous
// integration, package scripts, git's configuration and hooks.
func ExecutionSurface(name string) bool {
	folded := fold(name)
	return surface(folded) != "" || gitInternal(folded) == gitTrusted
}

// What gitInternal says of a path in a repository's directory.
const (
	gitTrusted = "git's configuration or hooks"
	gitData    = "git's own data"
)

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
	for _, p := range [...]string{"config", "config.worktree", "hooks", "info/attributes", "objects/info/alternates",
		"commondir", "gitdir"} {
		if effect.Within(rest, p) || strings.HasSuffix(rest, "/"+p) || strings.Contains(rest, "/hooks/") {
			return gitTrusted
		}
	}
	return gitData
}

// surfaceDirs hold, in a workspace, what something executes later.
var surfaceDirs = [...]string{"/.github/workflows/", "/.github/actions/",
	"/.circleci/", "/.gitlab/ci/", "/.buildkite/", "/.husky/", "/.githooks/", "/.vscode/", "/.idea/",
	"/.devcontainer/", "/.woodpecker/", "/.forgejo/workflows/", "/.gitea/workflows/", "/.tekton/", "/.zed/",
	"/.cargo/", "/.mvn/", "/.config/nextest", "/.claude/", "/.cursor/", "/.semaphore/"}

// surface covers files that something executes later although they look like
// text: continuous integration, environment loaders, editor tasks, package
// scripts, build files with hooks.
func surface(folded string) string {
	const says = "a file that another program executes later"
	switch path.Base(folded) {
	case ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "jenkinsfile", "appveyor.yml", ".appveyor.yml",
		"bitbucket-pipelines.yml", ".drone.yml", "cloudbuild.yaml", ".envrc", ".autoenv", ".pre-commit-config.yaml",
		"lefthook.yml", ".lefthook.yml", "package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs",
		"setup.py", "conftest.py", "sitecustomize.py", "usercustomize.py", "build.rs", ".gitattributes",
		".gitmodules", ".vimrc", ".exrc", ".nvimrc", ".dir-locals.el", ".editorconfig-checker.json", "tasks.json",
		"launch.json", "makefile", "gnumakefile", "justfile", "rakefile", "dockerfile", "compose.yml", "compose.yaml",
		"docker-compose.yml", "docker-compose.yaml", "vagrantfile", ".tool-versions", ".mise.toml", "mise.toml",
		".direnvrc", "gradlew", "mvnw", "build.gradle", "build.gradle.kts", "settings.gradle", "codeowners",
		"agents.md", "claude.md", ".cursorrules", "renovate.json":
		return says
	}
	// All of the directories are hidden ones, and most paths have none.
	if strings.Contains(folded, "/.") &&
		slices.ContainsFunc(surfaceDirs[:], func(dir string) bool { return strings.Contains(folded, dir) }) {
		return says
	}
	return ""
}

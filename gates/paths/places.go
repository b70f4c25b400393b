package paths

import "strings"

// What a person is told of the paths below.
const (
	startsUp = "a start-up file"
	isLoaded = "a file that one of your tools runs or loads"
	isAgents = "settings of another agent"
	onPath   = "a file that runs as a command or when Python starts"
)

// agents lists the settings of other agents and of the servers that they start, in a workspace or a home.
const agents = ".claude/, .claude.json, .codex/, .gemini/, .qwen/, .cursor/, .windsurf/, .codeium/, .opencode/, " +
	"opencode.json, opencode.jsonc, .crush/, crush.json, .crush.json, .copilot/, .continue/, .kiro/, .factory/, " +
	".augment/, .roo/, .cline/, .clinerules/hooks/, .junie/, .amp/, .agents/, .agent/, .trae/, .iflow/, .vibe/, .pi/, " +
	".amazonq/, .serena/, .mcp.json, mcp.json, .aider.conf.yml, .aider.model.settings.yml"

// What belongs to the operating system, and the directories at the top of the file system that are nobody's to delete.
const (
	systems = "/etc, /var/spool/cron, /var/spool/at, /usr, /bin, /sbin, /lib, /lib32, /lib64, /libx32, /run/systemd, " +
		"/var/log, /var/lib, /run/udev, /system, /private/etc, /nix, /gnu, /boot"
	tops = "/bin, /boot, /dev, /etc, /lib, /lib32, /lib64, /libx32, /opt, /proc, /run, /sbin, /srv, /sys, /usr, " +
		"/var, /nix, /gnu, /system, /library, /applications, /private, /mnt, /media"
)

// places lists the paths that something executes or obeys, and those of the system and of pp.
var places = [...]row{
	{own, "", ".config/pp/, .local/share/pp/, .local/state/pp/, .cache/pp/", ""},
	{project, "", ".pp/", ""},

	// Run at log-in, by a scheduler, a service manager or an editor, in any directory that is taken for a home.
	{startup, startsUp, ".bashrc, .bash_profile, .bash_login, .bash_logout, .bash_aliases, .profile, .zshrc, " +
		".zshenv, .zprofile, .zlogin, .zlogout, .kshrc, .cshrc, .tcshrc, .login, .logout, .xinitrc, .xprofile, " +
		".xsession, .xsessionrc, .inputrc, .pam_environment, .vimrc, .nvimrc, .exrc, .gvimrc, .emacs, .screenrc, " +
		".tmux.conf, .gdbinit, .lldbinit, .pythonrc, .irbrc, .pryrc, .perldb, .gitconfig, .hgrc, .curlrc, .wgetrc, " +
		".lesskey, .psqlrc, .sqliterc, .rprofile, .octaverc, .forward, .procmailrc, .rhosts, .shosts", ""},
	{startup, startsUp, ".config/autostart/, .config/systemd/, .local/share/systemd/, .config/fish/, " +
		".git-templates/, .config/environment.d/, .ssh/, library/launchagents/, library/launchdaemons/, " +
		"library/startupitems/, .config/nvim/, .vim/plugin/, .emacs.d/, .config/git/, .local/bin/, .config/pip/, " +
		".config/plasma-workspace/env/, .config/xfce4/xinitrc/, .local/share/applications/, " +
		".config/containers/systemd/, .config/procps/, .gnupg/", ""},
	{startup, "the keys that may log in", "authorized_keys, authorized_keys2", ""},
	{startup, "a library loaded into every program", "ld.so.preload", ""},
	{system, "a system file", systems, ""},

	// In a home, run or loaded by a tool of the person.
	{loaded, isLoaded, "~/bin/, ~/go/bin/, ~/.cargo/bin/, ~/.npm-global/bin/, ~/.yarn/bin/, ~/.bun/bin/, " +
		"~/.deno/bin/, ~/.gradle/init.d/, ~/.config/direnv/, ~/.ipython/profile_default/startup/, ~/.oh-my-zsh/, " +
		"~/.config/zsh/, ~/.config/tmux/, ~/.config/kitty/, ~/.config/alacritty/, ~/.config/i3/, ~/.config/sway/, " +
		"~/.config/hypr/, ~/.docker/cli-plugins/, ~/.terraform.d/plugins/, ~/.vscode/, ~/.vscode-server/, " +
		"~/.config/code/user/, ~/.config/sublime-text/, ~/.config/zed/, ~/.config/helix/, ~/.config/mise/, " +
		"~/.config/nix/, ~/.config/guix/, ~/.config/helm/, ~/.local/share/gnome-shell/extensions/, ~/.envrc, " +
		"~/.direnvrc, ~/.cargo/config, ~/.cargo/config.toml, ~/.gradle/init.gradle, ~/.gradle/init.gradle.kts, " +
		"~/.gradle/gradle.properties, ~/.gemrc, ~/.condarc, ~/.bundle/config, ~/.terraformrc, ~/.makerc, ~/.asdfrc, " +
		"~/.bazelrc, ~/.lvimrc, ~/.justfile, ~/.config/just/, ~/.config/lvim/, sitecustomize.py, usercustomize.py", ""},
	{loaded, isAgents, "~/" + strings.ReplaceAll(agents, ", ", ", ~/") + ", ~/.config/opencode/, ~/.config/crush/, " +
		"~/.config/github-copilot/, ~/.config/agents/, ~/.config/amp/, ~/.config/cursor/, ~/.config/goose/, " +
		"~/.aws/amazonq/, ~/agents.md, ~/agent.md, ~/claude.md, ~/gemini.md, ~/qwen.md, ~/.goosehints, ~/.cursorrules, " +
		"~/.windsurfrules", ""},

	// The execution surfaces. One rule decides: a file is a surface if it runs, or decides what runs, when the person
	// only starts their shell, editor, agent or interpreter, or commits or pushes. A file that runs when the person
	// builds, tests or installs (Makefile, package.json, setup.py, conftest.py, Dockerfile) and instructions for
	// agents (CLAUDE.md, AGENTS.md) are code like any other, and not surfaces.
	{surface, "a file that a shell obeys when you enter the directory", ".envrc, .direnvrc, .direnv/, .autoenv*, " +
		".shadowenv.d/, mise.toml, .mise.toml, mise.*.toml, .mise.*.toml, mise/config.toml, .mise/, .config/mise/, " +
		".config/mise.toml, .config/mise.*.toml, .tool-versions, flake.nix, shell.nix, devenv.nix, devenv.local.nix, " +
		"devenv.yaml, devenv.local.yaml, .devenv/, devbox.json, .devbox/", ""},
	{surface, "a file that decides what a commit or push runs", ".husky/, .githooks/, .git-hooks/, .huskyrc*, " +
		"husky.config.*, lefthook.y*ml, .lefthook.y*ml, lefthook.toml, .lefthook.toml, lefthook.json, .lefthook.json, " +
		"lefthook-local.*, .lefthook-local.*, .lefthook/, .lefthook-local/, .config/lefthook.*, " +
		".pre-commit-config.y*ml, .pre-commit-hooks.yaml, prek.toml, .overcommit.yml, .lintstagedrc*, " +
		"lint-staged.config.*, simple-git-hooks.*, .simple-git-hooks.*, .hg/hgrc, .jj/repo/config.toml, .sl/config", ""},
	{surface, "a file that an editor obeys when you open the project", ".vscode/, .idea/, .fleet/, .zed/, .helix/, " +
		".nova/, .theia/, .vs/, .vim/, .devcontainer/, .devcontainer.json, *.code-workspace, *.sublime-project, " +
		".vimrc, .exrc, " +
		".gvimrc, .nvimrc, .nvim.lua, .lvimrc, .lazy.lua, .dir-locals.el, .dir-locals-2.el, .ycm_extra_conf.py, " +
		".gitpod.yml, .replit, .codesandbox/, .idx/", ""},
	{surface, "a file that CI obeys", ".github/workflows/, .github/actions/, .github/dependabot.y*ml, " +
		"*.gitlab-ci.y*ml, .gitlab/ci/, .circleci/, .buildkite/, .woodpecker/, .woodpecker.y*ml, " +
		".drone.*, .cirrus.*, .tekton/, .forgejo/workflows/, .gitea/workflows/, .semaphore/, .teamcity/, .bazelci/, " +
		".harness/, .zuul.yaml, .zuul.d/, .build.yml, .builds/, .travis.yml, azure-pipelines*.y*ml, .azure-pipelines/, " +
		".azuredevops/, jenkinsfile, jenkinsfile.*, *.jenkinsfile, appveyor.yml, .appveyor.yml, " +
		"bitbucket-pipelines.yml, cloudbuild.y*ml, cloudbuild.json, buildspec.y*ml, codemagic.yaml, bitrise.yml, " +
		"wercker.yml, .readthedocs.y*ml, netlify.toml, vercel.json, renovate.json, renovate.json5, .renovaterc*", ""},
	{surface, isAgents, agents + ", .github/hooks/, .github/prompts/, .github/chatmodes/, .github/agents/, " +
		".github/skills/, .github/copilot/", ""},
	{surface, onPath, ".venv/bin/, .venv/scripts/, .venv/pyvenv.cfg, venv/bin/, venv/scripts/, venv/pyvenv.cfg, " +
		"node_modules/.bin/, site-packages/*.pth, dist-packages/*.pth", ""},
	{surface, "a file that Python runs when it starts", "sitecustomize.py, usercustomize.py", ""},
	// These only decide what an install runs, but they may hold secrets, and people write them.
	{surface, "a file that may hold a token", ".npmrc, .yarnrc.yml", ""},

	{top, "a system directory", tops, ""},
}

// sinks swallow or yield nothing of worth.
var sinks = [...]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty",
	"/dev/random", "/dev/urandom"}

// rawDevices and captureDevices are how the names of such devices begin, below /dev.
var (
	rawDevices = [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "dm-", "md", "loop", "mapper/", "disk/",
		"disk", "rdisk", "sr", "mem", "kmem", "port", "kmsg"}
	captureDevices = [...]string{"input/", "uinput", "uhid", "hidraw", "snd/", "video", "vcs"}
)

package paths

// What a person is told of the paths below.
const (
	startsUp  = "a start-up file"
	isLoaded  = "a file that a tool of the person runs or loads"
	isSurface = "a file that another program executes later"
	isAgents  = "a file that another agent executes or obeys"
)

// What belongs to the operating system, and the directories at the top of the file system that are nobody's to delete.
const (
	systems = "/etc, /var/spool/cron, /var/spool/at, /usr, /bin, /sbin, /lib, /lib32, /lib64, /libx32, /run/systemd, " +
		"/var/log, /var/lib, /run/udev, /system, /private/etc, /nix, /gnu, /boot"
	tops = "/bin, /boot, /dev, /etc, /lib, /lib32, /lib64, /libx32, /opt, /proc, /run, /sbin, /srv, /sys, /usr, " +
		"/var, /nix, /gnu, /system, /library, /applications, /private, /mnt, /media"
)

// places are the paths that something executes or obeys later, and those of the system and of pp.
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
	{loaded, isAgents, "~/.claude/, ~/.codex/, ~/.gemini/, ~/.qwen/, ~/.cursor/, ~/.windsurf/, ~/.codeium/, " +
		"~/.opencode/, ~/.config/opencode/, ~/.config/crush/, ~/.crush.json, ~/.copilot/, ~/.config/github-copilot/, " +
		"~/.continue/, ~/.kiro/, ~/.factory/, ~/.augment/, ~/.roo/, ~/.cline/, ~/.junie/, ~/.amp/, ~/.config/amp/, " +
		"~/.agents/, ~/.config/agents/, ~/.config/cursor/, ~/.config/goose/, ~/.trae/, ~/.iflow/, ~/.vibe/, ~/.pi/, " +
		"~/.aws/amazonq/, ~/.aider.conf.yml, ~/.mcp.json, ~/agents.md, ~/agent.md, ~/claude.md, ~/gemini.md, ~/qwen.md, " +
		"~/.goosehints, ~/.cursorrules, ~/.windsurfrules", ""},

	// In a workspace: continuous integration, environment loaders, editor tasks, package scripts, builds with hooks.
	{surface, isSurface, ".github/workflows/, .github/actions/, .github/hooks/, .circleci/, .gitlab/ci/, " +
		".buildkite/, .husky/, .githooks/, .vscode/, .idea/, .fleet/, .devcontainer/, .devcontainer.json, .woodpecker/, " +
		".tekton/, .forgejo/workflows/, .gitea/workflows/, .zed/, .cargo/, .mvn/, .config/nextest/, " +
		".config/nextest.toml, .semaphore/, .teamcity/, .bazelci/, .yarn/releases/, .yarn/plugins/", ""},
	{surface, isSurface, ".gitlab-ci.yml, .travis.yml, azure-pipelines.yml, jenkinsfile, appveyor.yml, " +
		".appveyor.yml, bitbucket-pipelines.yml, .drone.yml, .woodpecker.yml, .cirrus.yml, cloudbuild.yaml, " +
		"cloudbuild.yml, buildspec.yml, .envrc, .autoenv, .autoenv.zsh, .pre-commit-config.yaml, " +
		".pre-commit-config.yml, .pre-commit-hooks.yaml, lefthook.yml, lefthook.yaml, lefthook.toml, .lefthook.yml, " +
		".lefthook.yaml, lefthook-local.yml, .lefthook-local.yml, .overcommit.yml, .lintstagedrc, .lintstagedrc.json, " +
		".huskyrc, package.json, .npmrc, .yarnrc, .yarnrc.yml, .pnpmfile.cjs, setup.py, conftest.py, sitecustomize.py, " +
		"usercustomize.py, build.rs, .gitattributes, .gitmodules, .vimrc, .exrc, .nvimrc, .nvim.lua, .lvimrc, .gvimrc, " +
		".dir-locals.el, .editorconfig-checker.json, tasks.json, launch.json, makefile, gnumakefile, justfile, " +
		".justfile, rakefile, taskfile.yml, taskfile.yaml, taskfile.dist.yml, taskfile.dist.yaml, dockerfile, " +
		"containerfile, compose.yml, compose.yaml, docker-compose.yml, docker-compose.yaml, " +
		"docker-compose.override.yml, compose.override.yaml, vagrantfile, procfile, tiltfile, .bazelrc, .bazelversion, " +
		"user.bazelrc, .tool-versions, .mise.toml, mise.toml, .mise.local.toml, .direnvrc, gradlew, mvnw, build.gradle, " +
		"build.gradle.kts, settings.gradle, settings.gradle.kts, codeowners, renovate.json, .renovaterc, " +
		".renovaterc.json, .hg/hgrc, .jj/repo/config.toml, .sl/config, .pnp.cjs, .pnp.loader.mjs", ""},
	{surface, isAgents, ".claude/, .codex/, .gemini/, .qwen/, .cursor/, .windsurf/, .opencode/, .crush/, .continue/, " +
		".kiro/, .factory/, .augment/, .roo/, .cline/, .clinerules/, .junie/, .amp/, .agents/, .agent/, .trae/, " +
		".iflow/, .amazonq/, .github/instructions/, .github/prompts/, .github/chatmodes/, .github/agents/, " +
		".github/skills/, .github/copilot-instructions.md, .mcp.json, mcp.json, crush.json, .crush.json, opencode.json, " +
		"opencode.jsonc, .aider.conf.yml, agents.md, agents.override.md, agent.md, claude.md, " +
		"claude.local.md, gemini.md, qwen.md, crush.md, warp.md, .goosehints, .cursorrules, .windsurfrules, " +
		".clinerules, .roorules, .rules", ""},

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

package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

// hiding is how a variable makes a program run something else.
type hides uint8

const (
	hidesNothing hides = iota
	hidesCommand       // its value is a command that some program runs
	hidesLibrary       // its value is code that is loaded
	hidesFlags         // its value is flags, some of which run something
	hidesPath          // its value says where programs or modules are found
	hidesConfig        // its value names or is configuration that can run something
	hidesFile          // its value may name a file that is written
	hidesPlace         // by its name, its value may say where code or configuration is found
)

// hiding says how a variable of this name matters.
func hiding(name string) hides {
	switch name {
	case "PAGER", "EDITOR", "VISUAL", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF",
		"GIT_ASKPASS", "GIT_PROXY_COMMAND", "SSH_ASKPASS", "SUDO_ASKPASS", "MANPAGER", "BROWSER", "PROMPT_COMMAND", "LESSOPEN", "LESSCLOSE",
		"SYSTEMD_PAGER", "SYSTEMD_EDITOR", "PSQL_EDITOR", "PSQL_PAGER", "FCEDIT", "KUBE_EDITOR", "SVN_EDITOR", "SVN_SSH", "HGEDITOR", "CVS_RSH", "RSYNC_RSH",
		"RSYNC_CONNECT_PROG", "TAR_OPTIONS", "MORE_EDITOR", "PS0", "PS1", "PS2", "PS4", "BASH_COMMAND", "CARGO_BUILD_RUSTC_WRAPPER", "RUSTC_WRAPPER",
		"CARGO_BUILD_RUSTC", "CARGO_BUILD_RUSTDOC", "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
		"RUSTC_WORKSPACE_WRAPPER", "RUSTC", "RUSTDOC", "GOTOOLEXEC", "DELTA_PAGER", "BAT_PAGER", "AWS_PAGER", "GH_PAGER", "GH_EDITOR",
		"FZF_DEFAULT_COMMAND", "RIPGREP_CONFIG_PATH", "LESSEDIT", "DIFF_PROGRAM", "XDG_UTILS_BROWSER", "PYTHONBREAKPOINT",
		"TEXEDIT", "RIPGREP_PRE", "RSH", "GOAUTH", "GH_BROWSER", "npm_config_editor", "npm_config_viewer", "npm_config_git", "NPM_CONFIG_EDITOR", "NPM_CONFIG_GIT", "GOCACHEPROG", "MANROFFOPT", "NROFF":
		return hidesCommand
	case "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "LD_DEBUG_OUTPUT", "LD_PROFILE",
		"BASH_ENV", "ENV", "PYTHONSTARTUP", "PERL5DB", "PERL5LIB", "PERLLIB", "RUBYLIB", "PYTHONHOME", "PYTHONINSPECT", "NODE_REPL_EXTERNAL_MODULE", "OPENSSL_CONF", "OPENSSL_ENGINES", "GCONV_PATH", "GIO_EXTRA_MODULES",
		"GTK_MODULES", "QT_PLUGIN_PATH", "LUA_INIT", "LUA_INIT_5_3", "LUA_INIT_5_4", "LUA_PATH", "LUA_CPATH", "ZDOTDIR", "SHELLOPTS", "BASHOPTS",
		"GUILE_LOAD_PATH", "EMACSLOADPATH", "JULIA_LOAD_PATH", "JULIA_DEPOT_PATH", "OPENSSL_MODULES", "LIBGL_DRIVERS_PATH", "XONSHRC", "GOTOOLDIR", "MAKEFILES", "SQLITE_HISTORY", "LESSKEYIN", "LESSKEY_SYSTEM", "LESSKEYIN_SYSTEM", "LESSKEY_CONTENT", "PYTHONUSERBASE", "GHC_ENVIRONMENT", "PGSYSCONFDIR",
		"PGSERVICEFILE", "GDBHISTFILE", "MANOPT", "VIMINIT", "EXINIT", "GVIMINIT", "NVIM_APPNAME", "MYVIMRC", "INPUTRC", "SSLKEYLOGFILE", "NSS_WRAPPER_PASSWD", "GCC_EXEC_PREFIX", "COMPILER_PATH",
		"TCLLIBPATH", "R_PROFILE", "R_ENVIRON", "R_PROFILE_USER", "ERL_LIBS", "SBCL_HOME", "PHPRC", "PHP_INI_SCAN_DIR", "COR_PROFILER", "CORECLR_PROFILER", "DOTNET_STARTUP_HOOKS":
		return hidesLibrary
	case "NODE_OPTIONS", "PERL5OPT", "RUBYOPT", "PYTHONWARNINGS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS", "GRADLE_OPTS", "JAVA_OPTS", "SBT_OPTS",
		"GOFLAGS", "CGO_CFLAGS", "CGO_CPPFLAGS", "CGO_CXXFLAGS", "CGO_LDFLAGS", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "RUSTFLAGS", "RUSTDOCFLAGS", "MAVEN_ARGS", "XZ_OPT", "XZ_DEFAULTS",
		"FZF_DEFAULT_OPTS", "GS_OPTIONS", "MAKEFLAGS", "GNUMAKEFLAGS", "MFLAGS", "LESS", "GREP_OPTIONS", "GZIP", "ZIPOPT", "UNZIP", "UNZIPOPT", "TAPE", "LESSKEY",
		"ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS", "PYTEST_ADDOPTS", "PYTEST_PLUGINS", "VIM", "CARGO_ENCODED_RUSTFLAGS", "ANSIBLE_CONFIG", "PROMETHEUS_OPTS", "MORE":
		return hidesFlags
	case "PATH", "PYTHONPATH", "NODE_PATH", "GOPATH", "CLASSPATH", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "MANPATH", "CDPATH", "FPATH", "GOBIN", "GOROOT", "GEM_PATH", "GEM_HOME", "BUNDLE_PATH":
		return hidesPath
	case "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG", "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"CARGO_HOME", "NPM_CONFIG_USERCONFIG", "NPM_CONFIG_SCRIPT_SHELL", "npm_config_script_shell", "npm_config_node_options", "npm_config_userconfig", "PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "NPM_CONFIG_REGISTRY", "npm_config_registry",
		"DOCKER_CONTEXT", "CURL_HOME", "WGETRC", "SYSTEM_WGETRC", "XDG_CONFIG_HOME", "HOME", "GNUPGHOME", "KUBECONFIG", "DOCKER_CONFIG", "DOCKER_HOST", "AWS_CONFIG_FILE", "SCREENRC", "TERMINFO",
		"HISTFILE", "HISTSIZE", "HISTFILESIZE", "SHELL", "IFS", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy", "GOPROXY", "GONOSUMDB", "GONOSUMCHECK", "GOINSECURE", "GOENV", "GOTOOLCHAIN", "GOWORK", "GOVCS", "GOSUMDB",
		"CC", "CXX", "LD", "AR", "CONFIG_SHELL", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_C_COMPILER_LAUNCHER", "AS", "FC", "CPP", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_TLS_REJECT_UNAUTHORIZED":
		return hidesConfig
	}
	switch {
	case strings.HasPrefix(name, "BASH_FUNC_"):
		return hidesCommand
	case strings.HasPrefix(name, "GIT_TRACE"):
		return hidesFile
	case strings.HasPrefix(name, "GIT_CONFIG_KEY_"), strings.HasPrefix(name, "GIT_CONFIG_VALUE_"), strings.HasPrefix(name, "CARGO_TARGET_"), strings.HasPrefix(name, "CARGO_ALIAS_"):
		return hidesConfig
	case strings.HasPrefix(name, "LD_"), strings.HasPrefix(name, "DYLD_"), strings.HasPrefix(name, "PP_"):
		return hidesLibrary
	case strings.HasSuffix(name, "_PAGER"), strings.HasSuffix(name, "_EDITOR"), strings.HasSuffix(name, "_ASKPASS"):
		return hidesCommand
	case loading(name), name == "COVERAGE_PROCESS_START", name == "COVERAGE_RCFILE":
		return hidesPlace
	}
	return hidesNothing
}

// plainCommands are values of variables like PAGER that do no more than show.
const plainCommands = " cat less more most true : head tail vi vim nano emacs ed code less-R less-FRX bat delta never false batcat hx micro nvim "

// checkEnv looks at the value that a variable gets.
func (a *analysis) checkEnv(name string, v value, span effect.Span) {
	how := hiding(name)
	s, known := v.single()
	if recording(name) && known && (s == "" || s == "0" || s == "/dev/null") {
		a.unrecorded(span)
	}
	if known && strings.HasPrefix(s, "() {") {
		a.hazard(RuleHidden, name+"="+s, span) // old shells run what follows such a function
	}
	what := name + "=" + s
	if how == hidesNothing || name == "GOPATH" {
		a.outputPlace(name, s, known, span)
	}
	if how == hidesNothing {
		if known && !ordinary(name) && a.foreignPlace(s) {
			a.concern(RuleHidden, what, span)
		}
		return
	}
	if !known {
		if how == hidesConfig && (name == "IFS" || recording(name)) {
			return
		}
		what = name + " gets a value that is not known"
	}
	if known && s == "" && name == "PATH" {
		a.concern(RuleHidden, "without a PATH, programs are taken from the working directory", span)
	}
	if known && s == "" && name != "IFS" {
		return // switches it off
	}
	switch how {
	case hidesCommand:
		a.commandVariable(name, s, known, span)
	case hidesLibrary:
		if name == "LD_LIBRARY_PATH" && known && systemPaths(s) || strings.HasPrefix(name, "PP_") && a.calmOwn(name, s) || name == "PYTHONINSPECT" || name == "LD_BIND_NOW" || name == "LD_DEBUG" {
			return
		}
		a.hazard(RuleHidden, what, span)
	case hidesFlags:
		a.flagVariable(name, s, known, what, span)
	case hidesPath:
		a.pathVariable(name, v, what, span)
	case hidesConfig:
		a.configVariable(name, s, known, what, span)
	case hidesFile:
		a.fileVariable(s, known, what, span)
	case hidesPlace:
		a.placeVariable(s, known, what, span)
	}
}

// fileVariable looks at a variable like GIT_TRACE: a number, a word, or a file to
// write to.
func (a *analysis) fileVariable(s string, known bool, what string, span effect.Span) {
	switch {
	case !known:
		a.concern(RuleHidden, what, span)
	case strings.ContainsAny(s, "/:"):
		paths, ok := a.resolve(strings.TrimPrefix(s, "af_unix:"), a.dirs(), false)
		if !ok {
			a.concern(RuleHidden, what, span)
		}
		for _, p := range paths {
			p.Span, p.Given = span, s
			a.addPath(&a.eff.Writes, effect.KindWrite, p)
			a.danger(p, span)
		}
	}
}

// recording reports whether a variable says where, and how much of, the history of
// the shell is kept.
func recording(name string) bool {
	return name == "HISTFILE" || name == "HISTSIZE" || name == "HISTFILESIZE"
}

// unrecorded reports that the history of the shell is switched off.
func (a *analysis) unrecorded(span effect.Span) {
	a.addHazard(effect.Hazard{Rule: "protection", Reason: "What the shell does is no longer recorded", Span: span})
}

// outputPlace looks at a variable that says where a build puts its files: those
// are written, where they are neither temporary nor kept by the tool itself.
func (a *analysis) outputPlace(name, s string, known bool, span effect.Span) {
	switch name {
	case "GOCACHE", "GOMODCACHE", "GOTMPDIR", "GOPATH", "TMPDIR", "TMP", "TEMP", "TEMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "PIP_CACHE_DIR", "npm_config_cache",
		"PYTHONPYCACHEPREFIX", "COVERAGE_FILE", "PYTEST_DEBUG_TEMPROOT", "CCACHE_DIR", "SCCACHE_DIR", "MYPY_CACHE_DIR", "RUFF_CACHE_DIR", "UV_CACHE_DIR", "GOCOVERDIR", "LLVM_PROFILE_FILE":
	default:
		return
	}
	if !known || s == "off" || !strings.Contains(s, "/") {
		return
	}
	paths, _ := a.resolve(s, a.dirs(), false)
	for _, p := range paths {
		rest, home := strings.CutPrefix(p.Name, a.facts.Home+"/")
		first, _, _ := strings.Cut(rest, "/")
		if home && (first == ".cache" || first == "go" || first == "tmp" || first == "Library" || p.Name == a.facts.Home+"/.local/share" || p.Name == a.facts.Home+"/.local/state") ||
			effect.Within(p.Name, "/tmp") || effect.Within(p.Name, "/var/tmp") || effect.Within(p.Name, "/dev/shm") || a.inWorkspace(p.Name) {
			continue
		}
		p.Span, p.Given, p.Tree = span, s, true
		a.addPath(&a.eff.Writes, effect.KindWrite, p)
	}
}

// ordinary reports whether a variable names, by its name, a place for output or for
// what is temporary.
func ordinary(name string) bool {
	up := strings.ToUpper(name)
	return containsAny(up, "CACHE", "TMP", "TEMP", "OUT", "LOG", "DEST", "BUILD", "TARGET", "DATA", "WORK", "COVER", "REPORT") || len(name) < 4 || name == "PWD" || name == "OLDPWD"
}

// foreignPlace reports whether a value is a file in a place where anybody may have
// put it: a program that the table knows nothing of for this variable may take
// configuration or code from there.
func (a *analysis) foreignPlace(s string) bool {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" :=,@", r) }) {
		for _, dir := range [...]string{"/tmp", "/var/tmp", "/dev/shm"} {
			if effect.Within(part, dir) && part != dir && !a.inWorkspace(part) {
				return true
			}
		}
	}
	return false
}

// calmOwn reports whether a variable of pp itself is harmless to set.
func (a *analysis) calmOwn(name, s string) bool {
	return name == "PP_UPDATE" || name == "PP_MODEL"
}

// commandVariable looks at PAGER and its kind.
func (a *analysis) commandVariable(name, s string, known bool, span effect.Span) {
	switch {
	case !known:
		a.hazard(RuleHidden, name+" gets a value that is not known", span)
		return
	case strings.HasPrefix(name, "PS") && len(name) == 3 && plainPrompt(s), name == "PYTHONBREAKPOINT" && s == "0":
		return
	case name == "TAR_OPTIONS" && !strings.Contains(s, "-I") && !strings.Contains(s, "--"), name == "MANOPT" && !strings.Contains(s, "-P") && !strings.Contains(s, "pager"):
		return
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	plain := strings.Trim(rest, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789= ") == "" && !strings.Contains(rest, "c ") &&
		!strings.Contains(rest, "-o") && !strings.Contains(rest, "-e") && !strings.Contains(rest, "-k")
	if strings.Contains(plainCommands, " "+strings.TrimPrefix(strings.TrimPrefix(first, "/usr"), "/bin/")+" ") && plain {
		return
	}
	if (name == "BROWSER" || name == "RUSTC_WRAPPER" || name == "CARGO_BUILD_RUSTC_WRAPPER") && (first == "sccache" || first == "echo" || first == "none") ||
		(name == "GIT_SSH_COMMAND" || name == "RSYNC_RSH") && first == "ssh" && !strings.Contains(s, "Command") && !strings.Contains(s, "-F") && !strings.ContainsAny(s, ";|&$`") ||
		name == "GIT_ASKPASS" && first == "true" || name == "SSH_ASKPASS" && first == "true" || name == "FZF_DEFAULT_COMMAND" && strings.HasPrefix(s, "rg ") {
		return
	}
	a.hazard(RuleHidden, name+"="+s, span)
	a.candidate(s, span)
}

// plainPrompt reports whether a prompt runs nothing: it has no more than the usual
// variables of the shell in it.
func plainPrompt(s string) bool {
	s = promptText(s)
	for _, name := range [...]string{"LINENO", "BASH_SOURCE", "BASH_SOURCE[0]", "BASH_SOURCE##*/", "BASH_SOURCE[0]##*/", "FUNCNAME", "FUNCNAME[0]", "FUNCNAME[0]:-", "FUNCNAME:-", "FUNCNAME[0]:-main",
		"SECONDS", "EPOCHREALTIME", "BASH_SUBSHELL", "BASHPID"} {
		s = strings.ReplaceAll(s, "${"+name+"}", "")
	}
	s = strings.ReplaceAll(s, "$LINENO", "")
	s = strings.ReplaceAll(s, "${FUNCNAME[0]:+(): }", "") // what is left of ${FUNCNAME[0]:+${FUNCNAME[0]}(): }
	return !strings.ContainsAny(s, "$`")
}

// systemPaths reports whether all directories of a list belong to the system.
func systemPaths(list string) bool {
	for dir := range strings.SplitSeq(list, ":") {
		if !strings.HasPrefix(dir, "/usr/") && !strings.HasPrefix(dir, "/lib") && !strings.HasPrefix(dir, "/opt/") &&
			!strings.HasPrefix(dir, "/bin") && !strings.HasPrefix(dir, "/sbin") && dir != "/snap/bin" {
			return false
		}
	}
	return true
}

// pathVariable looks at where programs and modules will be found.
func (a *analysis) pathVariable(name string, v value, what string, span effect.Span) {
	s, known := v.single()
	if !known {
		if name == "GOBIN" || name == "GOPATH" || name == "MANPATH" {
			return
		}
		if v.array {
			a.hazard(RuleHidden, what, span)
		}
		a.concern(RuleHidden, what, span)
		return
	}
	before := ":" + a.facts.Env[name] + ":"
	for dir := range strings.SplitSeq(s, ":") {
		switch {
		case strings.Contains(before, ":"+dir+":") && dir != "", systemPaths(dir):
		case name == "GOPATH", name == "GOBIN", name == "MANPATH", name == "CDPATH":
			if name == "CDPATH" {
				a.concern(RuleHidden, what, span)
				a.placeVariable(dir, true, what, span)
			}
		case a.homeTools(dir):
		case name == "PATH" && a.wroteBelow(dir):
			a.hazard(RuleHidden, what, span)
		case name == "PATH" && a.inWorkspace(dir), name != "PATH" && (dir == "" || dir == "." || !strings.HasPrefix(dir, "/") && !strings.HasPrefix(dir, "..")), name != "PATH" && a.inWorkspace(dir):
			if name == "PATH" {
				a.concern(RuleHidden, what, span)
			}
		default:
			a.hazard(RuleHidden, what, span)
			return
		}
	}
}

// wroteBelow reports whether the script put something into a directory.
func (a *analysis) wroteBelow(dir string) bool {
	paths, _ := a.resolve(dir, a.dirs(), false)
	return slices.ContainsFunc(paths, func(p effect.Path) bool { return a.view.below(p.Name) })
}

// homeTools reports whether a directory is where tools are usually installed
// for one person.
func (a *analysis) homeTools(dir string) bool {
	rest, ok := strings.CutPrefix(dir, a.facts.Home+"/")
	if !ok || a.facts.Home == "" {
		return false
	}
	return withinAny(rest, "go/bin", ".local/bin", ".cargo/bin", "bin", ".npm-global/bin", ".yarn/bin", ".bun/bin", ".deno/bin", ".rbenv", ".pyenv", ".nvm", ".asdf",
		".volta", ".sdkman", ".poetry/bin", ".dotnet", ".juliaup", ".ghcup", ".cabal/bin", ".opam", ".rustup", "sdk", ".fzf/bin", ".krew/bin", ".local/share")
}

func (a *analysis) inWorkspace(dir string) bool {
	paths, ok := a.resolve(dir, a.dirs(), false)
	if !ok || !strings.HasPrefix(dir, "/") {
		return false
	}
	for _, p := range paths {
		if _, in := a.facts.Workspace.Contains(p.Name); !in {
			return false
		}
	}
	return len(paths) > 0
}

// loading reports whether the name of a variable says that its value is where
// code or configuration comes from.
func loading(name string) bool {
	up := strings.ToUpper(name)
	if strings.HasPrefix(up, "NPM_CONFIG_") {
		return true
	}
	return hasAnySuffix(up, "PATH", "RC", "_CONFIG", "_CONF", "HOME", "MODULES", "PRELOAD", "PLUGIN", "PLUGINS", "_CMD", "_COMMAND", "_WRAPPER", "_HOOK", "_HOOKS", "_INIT", "_STARTUP",
		"_SCRIPT", "_LOADER", "TOOLDIR", "PROG", "_LIBRARY", "_LIB", "MAKEFILES", "_HISTORY", "_PROFILE", "_OPTS", "_EXEC", "_LAUNCHER", "_HELPER", "_AGENT", "_CONFIG_FILE", "_CONFIG_DIR", "_SHELL", "_MODULE", "DRIVERS")
}

// placeVariable looks at a value that says where code or configuration is:
// nowhere outside the workspace, the system and the person's own tools.
func (a *analysis) placeVariable(s string, known bool, what string, span effect.Span) {
	if !known {
		return
	}
	if strings.ContainsAny(s, "\"'`(") {
		c := codeScan{analysis: a, code: s, span: span}
		c.scan()
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "file://"), ":") {
		if i := strings.LastIndexByte(part, '='); i >= 0 {
			part = part[i+1:]
		}
		if !strings.HasPrefix(part, "/") {
			continue
		}
		if effect.Within(part, "/tmp") || effect.Within(part, "/var/tmp") || effect.Within(part, "/dev/shm") {
			a.hazard(RuleHidden, what, span)
			return
		}
		paths, _ := a.resolve(part, a.dirs(), false)
		for _, p := range paths {
			p.Span, p.Given = span, part
			switch {
			case strings.Contains(what[:strings.IndexByte(what, '=')], "HIST"):
				a.addPath(&a.eff.Writes, effect.KindWrite, p)
			case !systemPaths(part) && !a.homeTools(part) && p.Name != a.facts.Home:
				a.addPath(&a.eff.Reads, effect.KindRead, p)
			}
		}
	}
}

// configVariable looks at variables that name or are configuration.
func (a *analysis) configVariable(name, s string, known bool, what string, span effect.Span) {
	switch name {
	case "SHELL":
		if known && !systemPaths(s) {
			a.concern(RuleHidden, what, span)
		}
		return
	case "IFS":
		return
	case "HISTFILE", "HISTSIZE", "HISTFILESIZE", "HOME", "TERMINFO":
		a.placeVariable(s, known, what, span)
		return
	case "CC", "CXX", "LD", "AR", "AS", "FC", "CPP", "CONFIG_SHELL", "CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER":
		first, _, _ := strings.Cut(s, " ")
		if known && !strings.ContainsAny(s, ";|&$`<>/") && first != "sh" && first != "bash" && first != "rm" {
			return
		}
		a.hazard(RuleHidden, what, span)
		return
	case "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy", "KUBECONFIG", "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL",
		"NPM_CONFIG_REGISTRY", "npm_config_registry", "AWS_CONFIG_FILE", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_TLS_REJECT_UNAUTHORIZED",
		"GOINSECURE", "GONOSUMDB", "GONOSUMCHECK", "GOVCS", "GNUPGHOME", "XDG_CONFIG_HOME", "CARGO_HOME", "GIT_DIR", "GIT_WORK_TREE":
		if strings.HasPrefix(s, "http://") && name != "http_proxy" && name != "HTTP_PROXY" && name != "https_proxy" && name != "HTTPS_PROXY" && name != "DOCKER_HOST" {
			a.hazard(RuleHidden, what+", without protection on the way", span)
			return
		}
		a.placeVariable(s, known, what, span)
		if (name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "CARGO_HOME" || name == "XDG_CONFIG_HOME") && strings.HasPrefix(s, "/tmp") {
			a.hazard(RuleHidden, what, span)
			return
		}
		a.concern(RuleHidden, what, span)
		return
	case "GOPROXY", "GOTOOLCHAIN", "GOENV", "GOWORK", "GOSUMDB":
		if known && (s == "off" || s == "direct" || s == "local" || s == "auto" || strings.HasPrefix(s, "https://proxy.golang.org") || strings.HasPrefix(s, "go1.")) {
			return
		}
		a.placeVariable(s, known, what, span)
		if strings.HasPrefix(s, "http://") {
			a.hazard(RuleHidden, what+", without protection on the way", span)
		}
		a.concern(RuleHidden, what, span)
		return
	case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM":
		if s == "/dev/null" {
			return
		}
	case "GIT_CONFIG_COUNT":
		if s == "0" {
			return
		}
		a.concern(RuleHidden, what, span)
		return
	}
	if strings.HasPrefix(name, "GIT_CONFIG_VALUE_") || strings.HasPrefix(name, "GIT_CONFIG_KEY_") {
		if harmlessGit(s) && known {
			return
		}
		a.candidate(s, span)
	}
	a.hazard(RuleHidden, what, span)
}

// harmlessGit reports whether a key or value of git's configuration is plain:
// the words of a switch, a number, or a key that no program is started from.
func harmlessGit(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "auto", "never", "always", "safe.directory", "core.autocrlf", "core.quotepath", "user.name", "user.email", "color.ui",
		"init.defaultbranch", "commit.gpgsign", "core.filemode", "advice.detachedhead", "gc.auto", "core.longpaths", "protocol.version", "main", "master", "*":
		return true
	}
	return isNumber(s)
}

// candidate walks a text that somebody will run as a shell command, to see what
// it would do; it does nothing when the text does not parse.
func (a *analysis) candidate(script string, span effect.Span) {
	script = strings.TrimLeft(strings.TrimSpace(script), "!|")
	if script == "" || len(script) > maxLength || a.nested >= maxNested {
		return
	}
	file, err := a.gram.parse(script)
	if err != nil {
		return
	}
	a.nested++
	a.within(span, func() {
		a.src = script
		a.push()
		a.discard(func() { a.stmts(file.Stmts) })
		a.drop()
	})
	a.nested--
}

// discard walks something for its effects only.
func (a *analysis) discard(do func()) {
	old, stdin := a.out, a.stdin
	a.out = &sink{discard: true}
	a.stdin = value{none: true}
	do()
	a.out, a.stdin = old, stdin
}

package shell

import (
	"strings"
	"sync"
)

// envKind is how a variable makes a program run something else.
type envKind uint8

const (
	envHarmless envKind = iota
	envCommand          // its value is a command that some program runs
	envLibrary          // its value is code that is loaded
	envFlags            // its value is flags, some of which run something
	envPath             // its value says where programs or modules are found
	envConfig           // its value names or is configuration that can run something
	envFile             // its value may name a file that is written
	envPlace            // by its name, its value may say where code or configuration is found
)

// envKinds are the variables whose names say how they matter, made when the first one is assigned. It is
// never changed.
var envKinds = sync.OnceValue(func() map[string]envKind {
	out := make(map[string]envKind, 512)
	for kind, names := range map[envKind]string{
		envCommand: `PAGER EDITOR VISUAL GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF
			GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS MANPAGER BROWSER PROMPT_COMMAND LESSOPEN LESSCLOSE
			SYSTEMD_PAGER SYSTEMD_EDITOR PSQL_EDITOR PSQL_PAGER FCEDIT KUBE_EDITOR SVN_EDITOR SVN_SSH HGEDITOR CVS_RSH
			RSYNC_RSH RSYNC_CONNECT_PROG TAR_OPTIONS MORE_EDITOR PS0 PS1 PS2 PS4 BASH_COMMAND CARGO_BUILD_RUSTC_WRAPPER
			RUSTC_WRAPPER CARGO_BUILD_RUSTC CARGO_BUILD_RUSTDOC CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER
			RUSTC_WORKSPACE_WRAPPER RUSTC RUSTDOC GOTOOLEXEC DELTA_PAGER BAT_PAGER AWS_PAGER GH_PAGER GH_EDITOR
			FZF_DEFAULT_COMMAND RIPGREP_CONFIG_PATH LESSEDIT DIFF_PROGRAM XDG_UTILS_BROWSER PYTHONBREAKPOINT TEXEDIT
			RIPGREP_PRE RSH GOAUTH GH_BROWSER npm_config_editor npm_config_viewer npm_config_git NPM_CONFIG_EDITOR
			NPM_CONFIG_GIT GOCACHEPROG MANROFFOPT NROFF`,
		envLibrary: `LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH
			LD_DEBUG_OUTPUT LD_PROFILE BASH_ENV ENV PYTHONSTARTUP PERL5DB PERL5LIB PERLLIB RUBYLIB PYTHONHOME
			PYTHONINSPECT NODE_REPL_EXTERNAL_MODULE OPENSSL_CONF OPENSSL_ENGINES GCONV_PATH GIO_EXTRA_MODULES GTK_MODULES
			QT_PLUGIN_PATH LUA_INIT LUA_INIT_5_3 LUA_INIT_5_4 LUA_PATH LUA_CPATH ZDOTDIR SHELLOPTS BASHOPTS
			GUILE_LOAD_PATH EMACSLOADPATH JULIA_LOAD_PATH JULIA_DEPOT_PATH OPENSSL_MODULES LIBGL_DRIVERS_PATH XONSHRC
			GOTOOLDIR MAKEFILES SQLITE_HISTORY LESSKEYIN LESSKEY_SYSTEM LESSKEYIN_SYSTEM LESSKEY_CONTENT PYTHONUSERBASE
			GHC_ENVIRONMENT PGSYSCONFDIR PGSERVICEFILE GDBHISTFILE MANOPT VIMINIT EXINIT GVIMINIT NVIM_APPNAME MYVIMRC
			INPUTRC SSLKEYLOGFILE NSS_WRAPPER_PASSWD GCC_EXEC_PREFIX COMPILER_PATH TCLLIBPATH R_PROFILE R_ENVIRON
			R_PROFILE_USER ERL_LIBS SBCL_HOME PHPRC PHP_INI_SCAN_DIR COR_PROFILER CORECLR_PROFILER DOTNET_STARTUP_HOOKS`,
		envFlags: `NODE_OPTIONS PERL5OPT RUBYOPT PYTHONWARNINGS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS
			GRADLE_OPTS JAVA_OPTS SBT_OPTS GOFLAGS CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_LDFLAGS CFLAGS CXXFLAGS
			CPPFLAGS LDFLAGS RUSTFLAGS RUSTDOCFLAGS MAVEN_ARGS XZ_OPT XZ_DEFAULTS FZF_DEFAULT_OPTS GS_OPTIONS MAKEFLAGS
			GNUMAKEFLAGS MFLAGS LESS GREP_OPTIONS GZIP ZIPOPT UNZIP UNZIPOPT TAPE LESSKEY ERL_AFLAGS ERL_FLAGS ERL_ZFLAGS
			ELIXIR_ERL_OPTIONS PYTEST_ADDOPTS PYTEST_PLUGINS VIM CARGO_ENCODED_RUSTFLAGS ANSIBLE_CONFIG PROMETHEUS_OPTS
			MORE`,
		envPath: `PATH PYTHONPATH NODE_PATH GOPATH CLASSPATH GIT_EXEC_PATH GIT_TEMPLATE_DIR MANPATH CDPATH FPATH GOBIN GOROOT
			GEM_PATH GEM_HOME BUNDLE_PATH`,
		envConfig: `GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG GIT_DIR
			GIT_WORK_TREE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES CARGO_HOME
			NPM_CONFIG_USERCONFIG NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell npm_config_node_options
			npm_config_userconfig PIP_CONFIG_FILE PIP_INDEX_URL PIP_EXTRA_INDEX_URL NPM_CONFIG_REGISTRY npm_config_registry
			DOCKER_CONTEXT CURL_HOME WGETRC SYSTEM_WGETRC XDG_CONFIG_HOME HOME GNUPGHOME KUBECONFIG DOCKER_CONFIG DOCKER_HOST
			AWS_CONFIG_FILE SCREENRC TERMINFO HISTFILE HISTSIZE HISTFILESIZE SHELL IFS http_proxy https_proxy HTTP_PROXY
			HTTPS_PROXY ALL_PROXY all_proxy GOPROXY GONOSUMDB GONOSUMCHECK GOINSECURE GOENV GOTOOLCHAIN GOWORK GOVCS GOSUMDB
			CC CXX LD AR CONFIG_SHELL CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER AS FC CPP NODE_EXTRA_CA_CERTS
			SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_TLS_REJECT_UNAUTHORIZED`,
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = kind
		}
	}
	return out
})

// envKindOf says how a variable of this name matters.
func envKindOf(name string) envKind {
	if kind, ok := envKinds()[name]; ok {
		return kind
	}
	switch {
	case strings.HasPrefix(name, "BASH_FUNC_"):
		return envCommand
	case strings.HasPrefix(name, "GIT_TRACE"):
		return envFile
	case strings.HasPrefix(name, "GIT_CONFIG_KEY_"), strings.HasPrefix(name, "GIT_CONFIG_VALUE_"),
		strings.HasPrefix(name, "CARGO_TARGET_"), strings.HasPrefix(name, "CARGO_ALIAS_"):
		return envConfig
	case strings.HasPrefix(name, "LD_"), strings.HasPrefix(name, "DYLD_"), strings.HasPrefix(name, "PP_"):
		return envLibrary
	case strings.HasSuffix(name, "_PAGER"), strings.HasSuffix(name, "_EDITOR"), strings.HasSuffix(name, "_ASKPASS"):
		return envCommand
	case loading(name), name == "COVERAGE_PROCESS_START", name == "COVERAGE_RCFILE":
		return envPlace
	}
	return envHarmless
}

// loading reports whether the name of a variable says that its value is where code or configuration comes from.
func loading(name string) bool {
	up := strings.ToUpper(name)
	if strings.HasPrefix(up, "NPM_CONFIG_") {
		return true
	}
	return hasAnySuffix(up, "PATH", "RC", "_CONFIG", "_CONF", "HOME", "MODULES", "PRELOAD", "PLUGIN", "PLUGINS", "_CMD",
		"_COMMAND", "_WRAPPER", "_HOOK", "_HOOKS", "_INIT", "_STARTUP", "_SCRIPT", "_LOADER", "TOOLDIR", "PROG", "_LIBRARY",
		"_LIB", "MAKEFILES", "_HISTORY", "_PROFILE", "_OPTS", "_EXEC", "_LAUNCHER", "_HELPER", "_AGENT", "_CONFIG_FILE",
		"_CONFIG_DIR", "_SHELL", "_MODULE", "DRIVERS")
}

// ordinary reports whether a variable names, by its name, a place for output or for what is temporary.
func ordinary(name string) bool {
	up := strings.ToUpper(name)
	return containsAny(up, "CACHE", "TMP", "TEMP", "OUT", "LOG", "DEST", "BUILD", "TARGET", "DATA", "WORK", "COVER",
		"REPORT") || len(name) < 4 || name == "PWD" || name == "OLDPWD"
}

; Lists of variables of the environment, for the analysis.

; Values of variables like PAGER that do no more than show.
(names "plain-commands"
  "cat less more most true : head tail vi vim nano emacs ed code less-R less-FRX bat delta never false batcat hx
   micro nvim")
; Variables that say where a build puts its files.
(names "output-places"
  "GOCACHE GOMODCACHE GOTMPDIR GOPATH TMPDIR TMP TEMP TEMPDIR XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME
   PIP_CACHE_DIR npm_config_cache PYTHONPYCACHEPREFIX COVERAGE_FILE PYTEST_DEBUG_TEMPROOT CCACHE_DIR SCCACHE_DIR
   MYPY_CACHE_DIR RUFF_CACHE_DIR UV_CACHE_DIR GOCOVERDIR LLVM_PROFILE_FILE")
; What a prompt may show, in braces, and still run nothing.
(marks "prompt-variables" "LINENO" "BASH_SOURCE" "BASH_SOURCE[0]" "BASH_SOURCE##*/" "BASH_SOURCE[0]##*/" "FUNCNAME"
  "FUNCNAME[0]" "FUNCNAME[0]:-" "FUNCNAME:-" "FUNCNAME[0]:-main" "SECONDS" "EPOCHREALTIME" "BASH_SUBSHELL" "BASHPID")
; Where tools are usually installed for one person, below the home directory.
(marks "home-tools" "go/bin" ".local/bin" ".cargo/bin" "bin" ".npm-global/bin" ".yarn/bin" ".bun/bin" ".deno/bin"
  ".rbenv" ".pyenv" ".nvm" ".asdf" ".volta" ".sdkman" ".poetry/bin" ".dotnet" ".juliaup" ".ghcup" ".cabal/bin" ".opam"
  ".rustup" "sdk" ".fzf/bin" ".krew/bin" ".local/share")
; Variables that name a compiler or its like, that name configuration or a server, and that say where Go takes
; modules.
(names "compilers" "CC CXX LD AR AS FC CPP CONFIG_SHELL CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER")
(names "configuration"
  "http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy KUBECONFIG DOCKER_HOST DOCKER_CONTEXT
   DOCKER_CONFIG PIP_INDEX_URL PIP_EXTRA_INDEX_URL NPM_CONFIG_REGISTRY npm_config_registry AWS_CONFIG_FILE
   NODE_EXTRA_CA_CERTS SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_TLS_REJECT_UNAUTHORIZED GOINSECURE
   GONOSUMDB GONOSUMCHECK GOVCS GNUPGHOME XDG_CONFIG_HOME CARGO_HOME GIT_DIR GIT_WORK_TREE")
(names "go-modules" "GOPROXY GOTOOLCHAIN GOENV GOWORK GOSUMDB")
; Keys and values of git's configuration that no program is started from.
(names "git-settings"
  "true false auto never always safe.directory core.autocrlf core.quotepath user.name user.email color.ui
   init.defaultbranch commit.gpgsign core.filemode advice.detachedhead gc.auto core.longpaths protocol.version
   main master *")
; Variables by how they make a program run something else: the value is a command that some program runs; it is code
; that is loaded; it is flags, some of which run something; it says where programs or modules are found; it names or
; is configuration that can run something.
(names "kind/command"
  "PAGER EDITOR VISUAL GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF
   GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS MANPAGER BROWSER PROMPT_COMMAND LESSOPEN LESSCLOSE
   SYSTEMD_PAGER SYSTEMD_EDITOR PSQL_EDITOR PSQL_PAGER FCEDIT KUBE_EDITOR SVN_EDITOR SVN_SSH HGEDITOR CVS_RSH
   RSYNC_RSH RSYNC_CONNECT_PROG TAR_OPTIONS MORE_EDITOR PS0 PS1 PS2 PS4 BASH_COMMAND CARGO_BUILD_RUSTC_WRAPPER
   RUSTC_WRAPPER CARGO_BUILD_RUSTC CARGO_BUILD_RUSTDOC CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER RUSTC_WORKSPACE_WRAPPER
   RUSTC RUSTDOC GOTOOLEXEC DELTA_PAGER BAT_PAGER AWS_PAGER GH_PAGER GH_EDITOR FZF_DEFAULT_COMMAND
   RIPGREP_CONFIG_PATH LESSEDIT DIFF_PROGRAM XDG_UTILS_BROWSER PYTHONBREAKPOINT TEXEDIT RIPGREP_PRE RSH GOAUTH
   GH_BROWSER npm_config_editor npm_config_viewer npm_config_git NPM_CONFIG_EDITOR NPM_CONFIG_GIT GOCACHEPROG
   MANROFFOPT NROFF")
(names "kind/library"
  "LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH LD_DEBUG_OUTPUT
   LD_PROFILE BASH_ENV ENV PYTHONSTARTUP PERL5DB PERL5LIB PERLLIB RUBYLIB PYTHONHOME PYTHONINSPECT
   NODE_REPL_EXTERNAL_MODULE OPENSSL_CONF OPENSSL_ENGINES GCONV_PATH GIO_EXTRA_MODULES GTK_MODULES QT_PLUGIN_PATH
   LUA_INIT LUA_INIT_5_3 LUA_INIT_5_4 LUA_PATH LUA_CPATH ZDOTDIR SHELLOPTS BASHOPTS GUILE_LOAD_PATH EMACSLOADPATH
   JULIA_LOAD_PATH JULIA_DEPOT_PATH OPENSSL_MODULES LIBGL_DRIVERS_PATH XONSHRC GOTOOLDIR MAKEFILES SQLITE_HISTORY
   LESSKEYIN LESSKEY_SYSTEM LESSKEYIN_SYSTEM LESSKEY_CONTENT PYTHONUSERBASE GHC_ENVIRONMENT PGSYSCONFDIR
   PGSERVICEFILE GDBHISTFILE MANOPT VIMINIT EXINIT GVIMINIT NVIM_APPNAME MYVIMRC INPUTRC SSLKEYLOGFILE
   NSS_WRAPPER_PASSWD GCC_EXEC_PREFIX COMPILER_PATH TCLLIBPATH R_PROFILE R_ENVIRON R_PROFILE_USER ERL_LIBS
   SBCL_HOME PHPRC PHP_INI_SCAN_DIR COR_PROFILER CORECLR_PROFILER DOTNET_STARTUP_HOOKS")
(names "kind/flags"
  "NODE_OPTIONS PERL5OPT RUBYOPT PYTHONWARNINGS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS
   GRADLE_OPTS JAVA_OPTS SBT_OPTS GOFLAGS CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_LDFLAGS CFLAGS CXXFLAGS
   CPPFLAGS LDFLAGS RUSTFLAGS RUSTDOCFLAGS MAVEN_ARGS XZ_OPT XZ_DEFAULTS FZF_DEFAULT_OPTS GS_OPTIONS MAKEFLAGS
   GNUMAKEFLAGS MFLAGS LESS GREP_OPTIONS GZIP ZIPOPT UNZIP UNZIPOPT TAPE LESSKEY ERL_AFLAGS ERL_FLAGS ERL_ZFLAGS
   ELIXIR_ERL_OPTIONS PYTEST_ADDOPTS PYTEST_PLUGINS VIM CARGO_ENCODED_RUSTFLAGS ANSIBLE_CONFIG PROMETHEUS_OPTS
   MORE")
(names "kind/path"
  "PATH PYTHONPATH NODE_PATH GOPATH CLASSPATH GIT_EXEC_PATH GIT_TEMPLATE_DIR MANPATH CDPATH FPATH GOBIN GOROOT
   GEM_PATH GEM_HOME BUNDLE_PATH")
(names "kind/config"
  "GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG GIT_DIR GIT_WORK_TREE
   GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES CARGO_HOME NPM_CONFIG_USERCONFIG
   NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell npm_config_node_options npm_config_userconfig PIP_CONFIG_FILE
   PIP_INDEX_URL PIP_EXTRA_INDEX_URL NPM_CONFIG_REGISTRY npm_config_registry DOCKER_CONTEXT CURL_HOME WGETRC
   SYSTEM_WGETRC XDG_CONFIG_HOME HOME GNUPGHOME KUBECONFIG DOCKER_CONFIG DOCKER_HOST AWS_CONFIG_FILE SCREENRC
   TERMINFO HISTFILE HISTSIZE HISTFILESIZE SHELL IFS http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
   all_proxy GOPROXY GONOSUMDB GONOSUMCHECK GOINSECURE GOENV GOTOOLCHAIN GOWORK GOVCS GOSUMDB CC CXX LD AR
   CONFIG_SHELL CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER AS FC CPP NODE_EXTRA_CA_CERTS SSL_CERT_FILE
   REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_TLS_REJECT_UNAUTHORIZED")
; The ends of names of variables that say where code or configuration comes from.
(marks "loading-suffixes" "PATH" "RC" "_CONFIG" "_CONF" "HOME" "MODULES" "PRELOAD" "PLUGIN" "PLUGINS" "_CMD"
  "_COMMAND" "_WRAPPER" "_HOOK" "_HOOKS" "_INIT" "_STARTUP" "_SCRIPT" "_LOADER" "TOOLDIR" "PROG" "_LIBRARY" "_LIB"
  "MAKEFILES" "_HISTORY" "_PROFILE" "_OPTS" "_EXEC" "_LAUNCHER" "_HELPER" "_AGENT" "_CONFIG_FILE" "_CONFIG_DIR"
  "_SHELL" "_MODULE" "DRIVERS")
; Parts of names of variables for a place of output, or for what is temporary.
(marks "ordinary" "CACHE" "TMP" "TEMP" "OUT" "LOG" "DEST" "BUILD" "TARGET" "DATA" "WORK" "COVER" "REPORT")
; For variables that hold flags, what in lower case gives away a flag that runs, loads or writes something. A flag
; that begins the value has a space before it.
(marks "flags/NODE_OPTIONS" "-r" "--require" "--import" "--loader" "--experimental-loader" "--inspect" "--eval" "-e "
  "--env-file" "--experimental-config")
(marks "flags/PERL5OPT flags/RUBYOPT" "-m" "-r" "-e" "-d" "-i" "-x")
(marks "flags/JAVA_TOOL_OPTIONS flags/_JAVA_OPTIONS flags/JDK_JAVA_OPTIONS flags/MAVEN_OPTS
          flags/GRADLE_OPTS flags/JAVA_OPTS flags/SBT_OPTS"
  "agent" "bootclasspath" "-xx:onerror" "-xx:onoutofmemory" "-cp" "-classpath" "@" "--patch-module")
(marks "flags/GOFLAGS" "toolexec" "-exec" "-vettool" "-modfile" "-overlay" "-ldflags" "-gccgoflags" "-compiler"
  "-pkgdir")
(marks "flags/CGO_CFLAGS flags/CGO_CPPFLAGS flags/CGO_CXXFLAGS flags/CGO_LDFLAGS flags/CFLAGS flags/CXXFLAGS
          flags/CPPFLAGS flags/LDFLAGS"
  "linker" "-fplugin" "-b/" "-b." "-b " "wrapper" "-specs" "load" "@" "-fuse-ld=/" "-fuse-ld=." "--runtool"
  "--test-runtool" "plugin")
(marks "flags/RUSTFLAGS flags/RUSTDOCFLAGS flags/CARGO_ENCODED_RUSTFLAGS" "linker" "-fplugin" "-b/" "-b." "-b "
  "wrapper" "-specs" "load" "@" "-fuse-ld=/" "-fuse-ld=." "--runtool" "--test-runtool" "plugin" "--extern"
  "codegen-backend" "--out-dir" "--emit" " -o " " -o=" "--sysroot")
(marks "flags/MAVEN_ARGS" " -f" "--file" " -s" "--settings" " -gs" "-t " "--toolchains" "exec:" "-d")
(marks "flags/XZ_OPT flags/XZ_DEFAULTS" "--files")
(marks "flags/FZF_DEFAULT_OPTS" "execute" "become" "reload" "transform" "preview" "--listen" "$(" "`")
(marks "flags/GS_OPTIONS" "nosafer" "outputfile" "-c" "--permit")
(marks "flags/MAKEFLAGS flags/GNUMAKEFLAGS flags/MFLAGS" "--eval" " -f" "--file" "shell=" "-c" "-i" ".shell")
(marks "flags/LESS" "+" "k" "|")
(marks "flags/GZIP" "-s ")
(marks "flags/PYTEST_ADDOPTS" "-p" "-c" "--rootdir" "--pyargs" "--confcutdir" ".")
(marks "flags/PYTEST_PLUGINS" "")
(marks "flags/ERL_AFLAGS flags/ERL_FLAGS flags/ERL_ZFLAGS flags/ELIXIR_ERL_OPTIONS" "-eval" "-run" "-s " "-pa"
  "-config" "-e ")
(marks "flags/ANSIBLE_CONFIG flags/VIM flags/LESSKEY flags/UNZIP flags/UNZIPOPT flags/ZIPOPT flags/TAPE
          flags/MORE"
  "-tt" "!" "/tmp" "command")
(marks "flags/PYTHONWARNINGS" "." "/")
; Variables whose value only the running shell knows.
(names "only-shell"
  "BASHOPTS SHELLOPTS GROUPS DIRSTACK FUNCNAME BASH_COMMAND BASH_SOURCE BASH_VERSION BASH_VERSINFO HOSTNAME
   HOSTTYPE MACHTYPE OSTYPE PS4 _ PIPESTATUS BASH_REMATCH REPLY MAPFILE COPROC BASH_ARGV BASH_LINENO
   BASH_EXECUTION_STRING COMP_WORDS")
(names "only-shell-numbers"
  "RANDOM SECONDS LINENO BASHPID SRANDOM EPOCHSECONDS COLUMNS LINES SHLVL BASH_SUBSHELL OPTIND
   HISTCMD EPOCHREALTIME")

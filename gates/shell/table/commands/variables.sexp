; Commands. A pager or an editor of a usual name is judged by its flags; any other command must only read.
(variable "PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER PSQL_PAGER MYSQL_PAGER DELTA_PAGER BAT_PAGER AWS_PAGER GH_PAGER
  ACK_PAGER ACK_PAGER_COLOR JJ_PAGER HGPAGER ?*PAGER" (kind command)
  (run "cat less more most head tail bat batcat delta diff-so-fancy tee" "f")
  (harmless "true" ":" "false" "never" "less-R" "less-FRX"))
(variable "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR SYSTEMD_EDITOR PSQL_EDITOR FCEDIT KUBE_EDITOR SVN_EDITOR
  HGEDITOR MORE_EDITOR LESSEDIT GH_EDITOR TEXEDIT SUDO_EDITOR npm_config_editor NPM_CONFIG_EDITOR JJ_EDITOR ?*EDITOR"
  (kind command)
  (run "vi vim nvim nano emacs ed micro hx emacsclient cat" "f")
  (harmless "true" ":" "false" "code" "code --wait" "code -w" "subl -w" "subl --wait" "zed --wait"))
(variable "GIT_SSH GIT_SSH_COMMAND RSYNC_RSH SVN_SSH CVS_RSH RSH TAR_RSH *_RSH *_SSH_COMMAND" (kind command)
  (run "ssh" "h"))
(variable "GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS ?*ASKPASS" (kind command) (harmless "true" "/bin/true" "/usr/bin/true"
  "false" "/bin/false" "echo" "/bin/echo"))
(variable "BROWSER GH_BROWSER XDG_UTILS_BROWSER ?*BROWSER" (kind command) (harmless "echo" "none" "true" ":" "cat" "false"))
(variable "RUSTC_WRAPPER CARGO_BUILD_RUSTC_WRAPPER CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER" (kind command)
  (harmless "sccache" "ccache" "none"))
(variable "CARGO_BUILD_RUSTC CARGO_BUILD_RUSTDOC CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC
  RUSTDOC" (kind command) (run "rustc" "x.rs") (harmless "rustdoc"))
(variable "GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND DIFF_PROGRAM KUBECTL_EXTERNAL_DIFF RSYNC_CONNECT_PROG GOTOOLEXEC
  HGMERGE BASH_COMMAND RIPGREP_PRE npm_config_viewer npm_config_git NPM_CONFIG_GIT PROMPT_COMMAND FZF_*_COMMAND
  BASH_FUNC_* NROFF PERL5SHELL RUBYSHELL MAIL_COMMAND MAKE PKG_CONFIG PKG_CONFIG_FOR_* *_EXTERNAL_DIFF" (kind command))
(variable "FZF_DEFAULT_COMMAND" (kind command) (run "fd fdfind rg ag find ls" ""))
(variable "LESSOPEN" (kind code)
  (harmless "|/usr/bin/lesspipe %s" "| /usr/bin/lesspipe %s" "|/usr/bin/lesspipe.sh %s" "||/usr/bin/lesspipe.sh %s"
    "| /usr/bin/lesspipe.sh %s" "|lesspipe %s" "| lesspipe %s" "||/usr/bin/lesspipe %s"))
(variable "PYTHONBREAKPOINT" (kind code) (harmless "0" "pdb.set_trace" "builtins.breakpoint"))
(variable "GOCACHEPROG LESSCLOSE LESSGLOBALTAGS P4DIFF P4MERGE P4PAGER JAVACMD" (kind code))
(variable "DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS" (kind code) (harmless "unix:path=/run/*" "disabled:"))
(variable "DISPLAY PULSE_SERVER CUPS_SERVER" (kind config) (harmless ":*" "localhost:*" "unix:*" "/run/*"))
(variable "GOPACKAGESDRIVER" (kind code) (harmless "off"))
(variable "GOAUTH" (kind code) (harmless "off" "netrc"))
(variable "MANROFFOPT" (kind config) (harmless "-c" "-P-c" "-P -c"))
(variable "PS0 PS1 PS2 PS4" (kind prompt))
; Bash takes the translation of $"text" from there, and runs the commands in it.
(variable "TEXTDOMAINDIR" (kind setting) (harmless "/usr/share/locale" "/usr/local/share/locale"))
; Compilers, whose flags may stand behind them.
(variable "CC CXX CPP FC LD AR AS HOSTCC HOSTCXX" (kind command)
  (run "gcc g++ cc c++ clang clang++ cpp gfortran c99 emcc tcc" "-c x.c")
  (harmless "ld" "ld.lld" "lld" "mold" "ld.gold" "ar" "gcc-ar" "llvm-ar" "as" "llvm-as" "nasm" "gcc-?" "gcc-??" "g++-?"
    "g++-??" "clang-??" "clang++-??" "ccache gcc" "ccache g++" "ccache clang" "ccache clang++" "ccache cc"
    "ccache c++" "sccache gcc" "sccache clang" "zig cc" "zig c++" "*-linux-gnu-gcc" "*-linux-gnu-g++" "*-linux-musl-gcc"
    "*-linux-gnueabihf-gcc" "*-w64-mingw32-gcc" "musl-gcc" "clang-cl" "cl" "nvcc" "icx" "icpx" "lld-link" "gcc-nm"))
(variable "CONFIG_SHELL" (kind command) (harmless "/bin/sh" "/bin/bash"))

; Flags.
(variable "TAR_OPTIONS" (kind flags) (of "tar" "-tf a.tar") (of "tar" "-cf a.tar x"))
(variable "LESS SYSTEMD_LESS" (kind flags) (is bare) (of "less" "f") (never "*|* *!*"))
(variable "MORE" (kind flags) (is bare) (of "more" "f") (never "*!*"))
(variable "MANOPT" (kind flags) (is bare) (of "man" "ls"))
(variable "NODE_OPTIONS npm_config_node_options NPM_CONFIG_NODE_OPTIONS" (kind flags) (of "node" "x.js")
  (never "--inspect* --env-file* --experimental-config*"))
(variable "PERL5OPT" (kind flags) (is bare) (of "perl" "x.pl") (never "-i* -d* -x*"))
(variable "RUBYOPT" (kind flags) (is bare) (of "ruby" "x.rb") (never "-i* -x*")
  (harmless "-W0" "-W:no-deprecated" "--yjit" "--jit" "-w" "--enable=yjit" "--enable-yjit" "-W:no-experimental"
    "-W:no-deprecated -W:no-experimental" "--disable-all"))
(variable "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS MAVEN_DEBUG_OPTS GRADLE_OPTS JAVA_OPTS SBT_OPTS
  ANT_OPTS"
  (kind flags) (of "java" "-version")
  (never "@* *agent* -cp* -classpath* -p --module-path* -jar* --patch-module* -xbootclasspath* -xx:flags* *onerror*
    *onoutofmemory* *classpath=* *vmoptionsfile*"))
(variable "MAVEN_ARGS" (kind flags) (of "mvn" "test")
  (never "-f* --file* -s* --settings* -gs* -t --toolchains* exec:* -d*"))
(variable "GOFLAGS" (kind flags) (of "go build" "./...") (of "go test" "./...") (of "go vet" "./...")
  (of "go list" "./...")
  (never "*-toolexec* *-vettool* *-modfile* *-overlay* -exec* --exec* *-gccgoflags* *-compiler* *-pkgdir* *-extld*
    *-ldflags=*-X*"))
(variable "CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_FFLAGS CFLAGS CXXFLAGS CPPFLAGS FFLAGS" (kind flags)
  (of "gcc" "-c x.c") (never "@* -xclang -load -fplugin* -specs* -wrapper* -b* -fpass-plugin* -fuse-ld=*/*"))
(variable "CGO_LDFLAGS LDFLAGS" (kind flags) (of "gcc" "x.o")
  (never "@* -fplugin* -specs* -wrapper* -b* -fuse-ld=*/* -fuse-ld=.* *-plugin* *dynamic-linker*")
  (harmless "-fuse-ld=lld" "-fuse-ld=mold" "-fuse-ld=gold"))
(variable "RUSTFLAGS RUSTDOCFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS CARGO_BUILD_RUSTDOCFLAGS
  CARGO_TARGET_*_RUSTFLAGS" (kind flags) (of "rustc" "x.rs")
  (never "*linker* *plugin* *wrapper* --extern* *codegen-backend* --out-dir* --emit* -o* --sysroot* @* *runtool*")
  (harmless "-C link-arg=-fuse-ld=lld" "-C link-arg=-fuse-ld=mold" "-C link-args=-s" "-C target-cpu=native"
    "-Ctarget-cpu=native" "-C instrument-coverage" "-Cinstrument-coverage" "--cfg *" "-Z *" "-Awarnings" "-A warnings"))
(variable "MAKEFLAGS GNUMAKEFLAGS MFLAGS" (kind flags) (is bare) (of "make" "")
  (never "--eval* -e* -f* --file* --makefile* shell=* .shell* -c* --directory* -i* --include*"))
(variable "BAT_OPTS" (kind flags) (of "bat" "f") (never "--pager*"))
(variable "GREP_OPTIONS" (kind flags) (of "grep" "x f"))
(variable "BC_ENV_ARGS" (kind flags) (of "bc" "f"))
(variable "GZIP" (kind flags) (of "gzip" "-t a.gz"))
(variable "XZ_OPT XZ_DEFAULTS" (kind flags) (of "xz" "-t a.xz") (never "--files*"))
(variable "BZIP BZIP2" (kind flags) (of "bzip2" "-c f"))
(variable "ZIPOPT ZIP" (kind flags) (of "zip" "a.zip f") (never "-tt* --unzip-command* -m*"))
(variable "UNZIP UNZIPOPT ZIPINFO ZIPINFOOPT" (kind flags) (of "unzip" "-l a.zip"))
(variable "FZF_DEFAULT_OPTS FZF_*_OPTS" (kind flags) (of "fzf" "-f x") (never "*execute* *become* *reload* *transform*
  *preview* --listen* *$(* *`*"))
(variable "GS_OPTIONS" (kind flags) (of "gs" "f.ps") (never "*nosafer* *outputfile* -c* --permit*"))
(variable "PYTEST_ADDOPTS" (kind flags) (of "pytest" "") (never "-c* --rootdir* --confcutdir* --pyargs -p?*/*"))
(variable "PYTEST_PLUGINS" (kind code) (harmless "pytest_*"))
(variable "PYTHONWARNINGS" (kind flags) (chars "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:, ")
  (never "*.* */*"))
(variable "ERL_AFLAGS ERL_FLAGS ERL_ZFLAGS ELIXIR_ERL_OPTIONS" (kind flags) (of "erl" "-version")
  (never "-eval* -run* -s -pa* -pz* -config* -e -args_file* -boot*")
  (harmless "-kernel shell_history enabled" "+fnu" "+pc unicode"))
(variable "TF_CLI_ARGS TF_CLI_ARGS_*" (kind flags) (of "terraform plan" "") (of "terraform validate" ""))
(variable "ACK_OPTIONS" (kind flags) (of "ack" "x") (never "--pager* --ackrc*"))
(variable "GIT_DIFF_OPTS" (kind flags) (harmless "-u*" "--unified=*"))
(variable "LESSKEY VIM TAPE PROMETHEUS_OPTS ANT_ARGS VALGRIND_OPTS ANSIBLE_SSH_ARGS ANSIBLE_SSH_EXTRA_ARGS
  ANSIBLE_SSH_COMMON_ARGS ANSIBLE_SCP_EXTRA_ARGS ANSIBLE_SFTP_EXTRA_ARGS" (kind flags)
  (never "*!* *command* *exec* /tmp/*"))

; Code.
(variable "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH VALGRIND_LIB PERF_EXEC_PATH TEXMFCNF GNUPLOT_DRIVER_DIR
  GS_LIB WIRESHARK_PLUGIN_DIR WIRESHARK_EXTCAP_DIR MAGICK_CODER_MODULE_PATH MAGICK_CODER_FILTER_PATH ALSA_CONFIG_PATH
  ALSA_PLUGIN_DIR GTK_IM_MODULE_FILE QT_QPA_PLATFORM_PLUGIN_PATH OCL_ICD_VENDORS VK_LAYER_PATH SASL_PATH ODBCSYSINI
  ODBCINI KRB5_CONFIG TMUX_TMPDIR" (kind code) (is system))
(variable "LD_BIND_NOW LD_DEBUG LD_WARN LD_VERBOSE LD_TRACE_LOADED_OBJECTS PP_UPDATE PP_MODEL")
(variable "LD_* DYLD_* PP_* *_PRELOAD" (kind code))
(variable "BASH_ENV ENV SHELLOPTS BASHOPTS BASH_LOADABLES_PATH ZDOTDIR INPUTRC VIMINIT EXINIT GVIMINIT NVIM_APPNAME
  MYVIMRC XONSHRC LESSKEYIN LESSKEY_SYSTEM LESSKEYIN_SYSTEM LESSKEY_CONTENT PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE
  PYTHONINSPECT PYTHONPLATLIBDIR PYTHONEXECUTABLE PERL5DB PERL5LIB PERLLIB PERL5DB_THREADED RUBYLIB
  NODE_REPL_EXTERNAL_MODULE OPENSSL_CONF OPENSSL_CONF_INCLUDE OPENSSL_ENGINES OPENSSL_MODULES GCONV_PATH GETCONF_DIR
  GIO_EXTRA_MODULES GIO_MODULE_DIR GTK_MODULES GTK_PATH GTK3_MODULES QT_PLUGIN_PATH GDK_PIXBUF_MODULE_FILE
  GST_PLUGIN_PATH LUA_INIT LUA_INIT_* LUA_PATH LUA_PATH_* LUA_CPATH LUA_CPATH_* GUILE_LOAD_PATH
  GUILE_LOAD_COMPILED_PATH EMACSLOADPATH EMACSDATA EMACSPATH JULIA_LOAD_PATH JULIA_DEPOT_PATH LIBGL_DRIVERS_PATH
  VK_ICD_FILENAMES GOTOOLDIR MAKEFILES GHC_ENVIRONMENT PGSYSCONFDIR PGSERVICEFILE SSLKEYLOGFILE NSS_WRAPPER_*
  GCC_EXEC_PREFIX COMPILER_PATH TCLLIBPATH TCL_LIBRARY R_PROFILE R_ENVIRON R_PROFILE_USER R_ENVIRON_USER R_LIBS
  R_LIBS_USER R_LIBS_SITE ERL_LIBS SBCL_HOME PHPRC PHP_INI_SCAN_DIR COR_* CORECLR_* DOTNET_STARTUP_HOOKS
  DOTNET_ADDITIONAL_DEPS CAML_LD_LIBRARY_PATH OCAMLFIND_CONF SSH_SK_PROVIDER SSH_SK_HELPER SSH_PKCS11_HELPER
  COWPATH BUNDLER_SETUP RUBYGEMS_GEMDEPS RUBY_CRASH_REPORT RUBY_BUGREPORT_PATH MSBUILD_EXE_PATH AZURE_CONFIG_DIR
  AZURE_EXTENSION_DIR DOCKER_CLI_PLUGIN_EXTRA_DIRS CONTAINERS_CONF LIBMYSQL_PLUGINS LIBMYSQL_PLUGIN_DIR
  PKCS11_PROVIDER_MODULE GLIBC_TUNABLES MALLOC_TRACE shell_escape
  shell_escape_commands openout_any openin_any SQLITE_HISTORY GDBHISTFILE" (kind code) (harmless "/dev/null"))

; Where programs and modules are looked for.
(variable "PATH NODE_PATH GOPATH CLASSPATH GIT_TEMPLATE_DIR CDPATH FPATH GOBIN BUNDLE_PATH"
  (kind search))
(variable "PYTHONPATH" (kind search) (obeyed "python python? python3.* ipython* pip pip? pip3.* pipx pydoc*"))
(variable "GOROOT GEM_PATH GEM_HOME GIT_EXEC_PATH MANPATH" (kind search) (is asked))

; Configuration that can run something, or names its file.
; How many settings count: with another number, those that switch off what git starts are lost.
(variable "GIT_CONFIG_COUNT" (kind setting))
(variable "GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM" (kind config) (harmless "/dev/null"))
(variable "GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_*" (kind config) (chars "0123456789")
  (harmless "true" "false" "auto" "never" "always" "safe.directory" "core.autocrlf" "core.quotepath" "core.quotePath"
    "user.name" "user.email" "color.ui" "init.defaultBranch" "init.defaultbranch" "commit.gpgsign" "commit.gpgSign"
    "core.filemode" "core.fileMode" "advice.detachedHead" "advice.detachedhead" "gc.auto" "core.longpaths"
    "core.longPaths" "protocol.version" "main" "master" "*@example.*" "*@localhost" "cat"))
(variable "GIT_CONFIG_PARAMETERS GIT_CONFIG GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
  CARGO_TARGET_*_RUNNER CARGO_TARGET_*_LINKER CARGO_ALIAS_* CARGO_*_CREDENTIAL_PROVIDER CARGO_CREDENTIAL_ALIAS_*
  CARGO_HOST_* NPM_CONFIG_SCRIPT_SHELL npm_config_script_shell PIP_PYTHON
  GIT_SHALLOW_FILE GIT_GRAFT_FILE RESOLV_HOST_CONF MAGIC APT_CONFIG GROFF_COMMAND_PREFIX GROFF_BIN_PATH CCC_OVERRIDE_OPTIONS
  TF_LOG_PATH FFREPORT DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES ANSIBLE_*_EXECUTABLE CGO_*_ALLOW YARN_YARN_PATH YARN_RC_FILENAME YARN_PLUGINS CARGO_TARGET_*"
  (kind config)
  (harmless "/dev/null"))
; Files of settings of one program, which other programs do not read.
(variable "NPM_CONFIG_USERCONFIG npm_config_userconfig npm_config_globalconfig PIP_CONFIG_FILE CURL_HOME WGETRC
  SYSTEM_WGETRC SCREENRC RIPGREP_CONFIG_PATH BAT_CONFIG_PATH BAT_CONFIG_DIR FZF_DEFAULT_OPTS_FILE ACKRC PSQLRC
  REDISCLI_RCFILE ANSIBLE_CONFIG HGRCPATH JJ_CONFIG MAGICK_CONFIGURE_PATH"
  (kind setting) (harmless "/dev/null"))
(variable "GIT_ALLOW_PROTOCOL" (kind config) (chars "htpsfilegit:") )
(variable "RUSTUP_TOOLCHAIN" (kind config) (harmless "stable*" "nightly*" "beta*" "1.*"))

; Servers, and configuration that changes what is trusted.
(variable "http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy ftp_proxy FTP_PROXY RSYNC_PROXY
  sftp_proxy scp_proxy ws_proxy wss_proxy telnet_proxy dict_proxy gopher_proxy HOSTALIASES LOCALDOMAIN RES_OPTIONS NETRC
  DOCKER_HOST" (kind setting))
(variable "KUBECONFIG DOCKER_CONTEXT DOCKER_CONFIG PIP_INDEX_URL PIP_EXTRA_INDEX_URL UV_INDEX_URL UV_EXTRA_INDEX_URL
  UV_DEFAULT_INDEX UV_INDEX NPM_CONFIG_REGISTRY npm_config_registry YARN_REGISTRY YARN_NPM_REGISTRY_SERVER
  AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_ENDPOINT_URL
  NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
  GIT_SSL_CAINFO GIT_SSL_NO_VERIFY NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY GOINSECURE GONOSUMDB GONOSUMCHECK
  GOVCS GNUPGHOME XDG_CONFIG_HOME CARGO_HOME RUSTUP_HOME RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT GIT_DIR GIT_WORK_TREE
  CARGO_REGISTRIES_*_INDEX CARGO_SOURCE_* CARGO_HTTP_*" (kind setting) (never "http://*"))
(variable "GOPROXY GOTOOLCHAIN GOENV GOWORK GOSUMDB" (kind modules)
  (harmless "off" "direct" "local" "auto" "path" "https://proxy.golang.org*") (never "http://*"))

; Files that are written, and places.
(variable "GIT_TRACE* GIT_CURL_VERBOSE GIT_INDEX_FILE LESSHISTFILE NODE_REPL_HISTORY MYSQL_HISTFILE PSQL_HISTORY
  REDISCLI_HISTFILE GHCRTS PYTHON_HISTORY PERLIO_DEBUG PYTHONDUMPREFSFILE PKG_CONFIG_LOG" (kind file))
(variable "HISTFILE HISTSIZE HISTFILESIZE" (kind history))
(variable "SHELL" (kind setting) (is system))
(variable "GOCACHE GOMODCACHE GOTMPDIR TMPDIR TMP TEMP TEMPDIR XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME
  PIP_CACHE_DIR npm_config_cache PYTHONPYCACHEPREFIX COVERAGE_FILE PYTEST_DEBUG_TEMPROOT CCACHE_DIR SCCACHE_DIR
  MYPY_CACHE_DIR RUFF_CACHE_DIR UV_CACHE_DIR GOCOVERDIR LLVM_PROFILE_FILE CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR
  NODE_V8_COVERAGE NODE_COMPILE_CACHE XDG_RUNTIME_DIR" (kind output))
(variable "HOME JAVA_HOME M2_HOME MAVEN_HOME GRADLE_HOME KOTLIN_HOME SCALA_HOME GROOVY_HOME ANT_HOME" (kind place)
  (is asked))
(variable "TERMINFO TERMINFO_DIRS TERMCAP" (kind place) (is asked))
(variable "COVERAGE_PROCESS_START COVERAGE_RCFILE BUNDLE_GEMFILE COMPOSE_FILE
  TF_CLI_CONFIG_FILE HELM_PLUGINS CMAKE_TOOLCHAIN_FILE VIRTUAL_ENV UV_PYTHON TEXINPUTS XDG_CONFIG_DIRS XDG_DATA_DIRS
  PWD OLDPWD" (kind place))
; pip takes any of its flags so: what is not listed may name a file or a server.
(variable "PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT PIP_NO_CACHE_DIR PIP_QUIET PIP_VERBOSE PIP_DEFAULT_TIMEOUT
  PIP_TIMEOUT PIP_RETRIES PIP_PROGRESS_BAR PIP_ROOT_USER_ACTION PIP_BREAK_SYSTEM_PACKAGES PIP_REQUIRE_VIRTUALENV
  PIP_ONLY_BINARY PIP_NO_BINARY PIP_PREFER_BINARY PIP_NO_INDEX PIP_NO_COLOR PIP_NO_PYTHON_VERSION_WARNING PIP_USER
  PIP_NO_DEPS PIP_UPGRADE_STRATEGY PIP_EXISTS_ACTION PIP_FORMAT PIP_NO_WARN_SCRIPT_LOCATION PIP_PRE PIP_USE_PEP517
  PIP_NO_BUILD_ISOLATION PIP_NO_COMPILE PIP_ISOLATED")
(variable "PIP_*" (kind setting))
; By what their names say: code or configuration may come from there.
(variable "NPM_CONFIG_* *PATH *RC *_CONFIG *_CONF *HOME *MODULES *PLUGIN *PLUGINS *_CMD *_COMMAND *_WRAPPER *_HOOK
  *_HOOKS *_INIT *_STARTUP *_SCRIPT *_LOADER *TOOLDIR *PROG *_LIBRARY *_LIB *MAKEFILES *_HISTORY *_PROFILE *_OPTS
  *_EXEC *_LAUNCHER *_HELPER *_AGENT *_CONFIG_FILE *_CONFIG_DIR *_SHELL *_MODULE *DRIVERS" (kind place))
; A place for output, or for what is temporary.
(variable "*CACHE* *TMP* *TEMP* *OUT* *LOG* *DEST* *BUILD* *TARGET* *DATA* *WORK* *COVER* *REPORT*" (kind temporary))

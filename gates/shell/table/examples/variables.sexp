; Examples for the entries of commands/variables.sexp. See NOTATION.md.

(variable "PAGER" harmless "PAGER=cat" "GIT_PAGER=less -FRX" "MANPAGER=/usr/bin/less -R" "BAT_PAGER=less -RF"
  "GIT_PAGER=delta" denies "PAGER=sh" "BATPAGER=./e" "gitPAGER=sh" "PAGER=less --lesskey-content=x" "GIT_PAGER=less -k./e" asks "PAGER=less --frob")
(variable "EDITOR" harmless "EDITOR=vim" "GIT_EDITOR=true" "GIT_SEQUENCE_EDITOR=:" "EDITOR=emacs -nw"
  "VISUAL=code --wait" denies "EDITOR=vim -S /tmp/e" "EDITOR=vim -c :!x")
(variable "GIT_SSH" harmless "GIT_SSH_COMMAND=ssh" "GIT_SSH_COMMAND=ssh -v" "RSYNC_RSH=ssh -p 2222"
  "GIT_SSH_COMMAND=ssh -o StrictHostKeyChecking=no" denies "GIT_SSH_COMMAND=ssh -I ./e.so"
  "GIT_SSH_COMMAND=ssh -oProxyCommand=x" "GIT_SSH_COMMAND=ssh -F x" "GIT_SSH_COMMAND=ssh -o LocalCommand=x"
  asks "GIT_SSH_COMMAND=ssh -oFrob=x")
(variable "CC" harmless "CC=gcc" "CC=clang -O2" "CXX=g++ -std=c++20" denies "CC=gcc -fplugin=./e.so" "CC=gcc -B.")
(variable "TAR_OPTIONS" harmless "TAR_OPTIONS=--exclude-vcs" "TAR_OPTIONS=--no-same-owner -v" "TAR_OPTIONS=-z"
  denies "TAR_OPTIONS=-M -L1 -F/tmp/evil.sh" "TAR_OPTIONS=--to-command=sh" "TAR_OPTIONS=-I./e"
  "TAR_OPTIONS=--checkpoint-action=exec=x" "TAR_OPTIONS=--to-command='sh -c x'" asks "TAR_OPTIONS=--frob")
(variable "LESS" harmless "LESS=-R" "LESS=FRX" "LESS=-FRX" "LESS=-R -M" denies "LESS=+!x" "SYSTEMD_LESS=FR+!x"
  "LESS=--lesskey-content=x" asks "LESS=+v" "LESS=-ofile" "LESS=--frob")
(variable "MORE" harmless "MORE=-d" asks "MORE=+v")
(variable "MANOPT" harmless "MANOPT=-a" "MANOPT=--no-pager" denies "MANOPT=-P./e" "MANOPT=--pager=x" "MANOPT=-Hx"
  "MANOPT=-aP ./e")
(variable "NODE_OPTIONS" harmless "NODE_OPTIONS=--max-old-space-size=4096"
  "NODE_OPTIONS=--no-warnings --experimental-vm-modules" denies "NODE_OPTIONS=-r ./e.js"
  "NODE_OPTIONS=--import=./e.mjs" "NODE_OPTIONS=--require ./e" "NODE_OPTIONS=--experimental-loader=./e"
  "NODE_OPTIONS=--inspect=0.0.0.0" asks "NODE_OPTIONS=--frob")
(variable "PERL5OPT" harmless "PERL5OPT=-w" denies "PERL5OPT=-Mx" "PERL5OPT=-I." "PERL5OPT=-d" "PERL5OPT=Mx")
(variable "RUBYOPT" harmless "RUBYOPT=-W0" "RUBYOPT=--yjit" denies "RUBYOPT=-r./e" "RUBYOPT=r./e" "RUBYOPT=-I.")
(variable "JAVA_TOOL_OPTIONS" harmless "JAVA_OPTS=-Xmx2g" "JAVA_TOOL_OPTIONS=-Dfile.encoding=UTF-8 -Xss4m"
  "MAVEN_OPTS=-XX:+UseG1GC" denies "JAVA_TOOL_OPTIONS=-javaagent:e.jar" "JAVA_OPTS=-XX:OnError=x"
  "JDK_JAVA_OPTIONS=@e" "JAVA_OPTS=-cp e")
(variable "MAVEN_ARGS" harmless "MAVEN_ARGS=-B -ntp" "MAVEN_ARGS=-q" denies "MAVEN_ARGS=-s e.xml"
  "MAVEN_ARGS=exec:java")
(variable "GOFLAGS" harmless "GOFLAGS=-mod=mod" "GOFLAGS=-mod=vendor -trimpath" "GOFLAGS=-count=1"
  "GOFLAGS=-buildvcs=false" "GOFLAGS=-tags=integration" "GOFLAGS=-race" "GOFLAGS=-ldflags=-s"
  denies "GOFLAGS=-toolexec=./e" "GOFLAGS=-exec=./e" "GOFLAGS=-ldflags=-extld=./e" "GOFLAGS=-overlay=x.json"
  asks "GOFLAGS=-frob")
(variable "CGO_CFLAGS" harmless "CFLAGS=-O2 -Wall -Iinclude" "CXXFLAGS=-std=c++20 -g" denies "CFLAGS=-fplugin=./e.so"
  "CFLAGS=@e" "CFLAGS=-B." "CFLAGS=-wrapper ./e")
(variable "CGO_LDFLAGS" harmless "LDFLAGS=-L/usr/lib -lm -Wl,-rpath,/usr/lib" "LDFLAGS=-s -w"
  denies "LDFLAGS=-Wl,-plugin,./e.so" "LDFLAGS=-fuse-ld=./e")
(variable "RUSTFLAGS" harmless "RUSTFLAGS=-D warnings" "RUSTFLAGS=-C target-cpu=native" "RUSTFLAGS=-Dwarnings"
  denies "RUSTFLAGS=-C linker=./e" "RUSTDOCFLAGS=--extern x=/tmp/e.so")
(variable "MAKEFLAGS" harmless "MAKEFLAGS=-j4 -s" "MAKEFLAGS=kB" "MAKEFLAGS=-j8" denies "MAKEFLAGS=--eval=x"
  "MAKEFLAGS=-f e" "MAKEFLAGS=SHELL=/tmp/e" asks "MAKEFLAGS=--frob")
(variable "BAT_OPTS" harmless "BAT_OPTS=--plain" "BAT_OPTS=-p --paging=never" denies "BAT_OPTS=--pager ./e"
  "BAT_OPTS=--pager=./e" asks "BAT_OPTS=--frob")
(variable "GREP_OPTIONS" harmless "GREP_OPTIONS=--color=auto" asks "GREP_OPTIONS=--frob")
(variable "BC_ENV_ARGS" harmless "BC_ENV_ARGS=-q -l" asks "BC_ENV_ARGS=--frob")
(variable "GZIP" harmless "GZIP=-9" asks "GZIP=--frob")
(variable "XZ_OPT" harmless "XZ_OPT=-9e" "XZ_OPT=-T0" denies "XZ_OPT=--files=x")
(variable "BZIP" harmless "BZIP2=-9")
(variable "ZIPOPT" harmless "ZIPOPT=-9" "ZIPOPT=-q" denies "ZIPOPT=-T -TT ./e")
(variable "UNZIP" harmless "UNZIP=-q" denies "UNZIP=-:")
(variable "FZF_DEFAULT_OPTS" harmless "FZF_DEFAULT_OPTS=--height=40% --reverse" denies "FZF_DEFAULT_OPTS=--preview=x"
  "FZF_DEFAULT_OPTS=--bind=a:execute(x)" asks "FZF_DEFAULT_OPTS=--frob")
(variable "GS_OPTIONS" harmless "GS_OPTIONS=-dSAFER" denies "GS_OPTIONS=-dNOSAFER")
(variable "PYTEST_ADDOPTS" harmless "PYTEST_ADDOPTS=-p no:cacheprovider -q" "PYTEST_ADDOPTS=-x --tb=short"
  asks "PYTEST_ADDOPTS=-p evil" denies "PYTEST_ADDOPTS=-c e.ini" "PYTEST_ADDOPTS=-p ./x/evil")
(variable "PYTEST_PLUGINS" harmless "PYTEST_PLUGINS=pytest_asyncio")
(variable "PYTHONWARNINGS" harmless "PYTHONWARNINGS=ignore::DeprecationWarning" "PYTHONWARNINGS=error"
  denies "PYTHONWARNINGS=ignore:0:antigravity.x:0:0")
(variable "ERL_AFLAGS" harmless "ERL_AFLAGS=-kernel shell_history enabled" denies "ERL_FLAGS=-eval x")
(variable "LD_LIBRARY_PATH" harmless "VALGRIND_LIB=/usr/libexec/valgrind" denies "VALGRIND_LIB=."
  "ALSA_CONFIG_PATH=./e")
(variable "GOCACHEPROG" denies "LESSGLOBALTAGS=./e" "JAVACMD=./e")
(variable "DBUS_SESSION_BUS_ADDRESS" harmless "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus"
  denies "DBUS_SYSTEM_BUS_ADDRESS=unixexec:path=./e")
(variable "DISPLAY" harmless "DISPLAY=:0" denies "PULSE_SERVER=h.example" "DISPLAY=h.example:0")
(variable "LD_BIND_NOW" harmless "LD_DEBUG=libs")
(variable "PIP_DISABLE_PIP_VERSION_CHECK" harmless "PIP_NO_INPUT=1")
(variable "PIP_*" asks "PIP_LOG=marker")

; Lists of words for the hooks and the analysis, which other data has no place for.

; Variables with (obeyed …), and those whose value only the running shell knows. They do not stand beside the other
; variables, whose text need not be read where nothing of it is asked.
(names "obeyed-variables" "PYTHONPATH")
; Commands that bash runs itself, whatever is on PATH.
(names "shell-builtins"
  ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable
   eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd
   read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias
   unset wait")
(names "only-shell"
  "BASHOPTS SHELLOPTS GROUPS DIRSTACK FUNCNAME BASH_COMMAND BASH_SOURCE BASH_VERSION BASH_VERSINFO HOSTNAME
   HOSTTYPE MACHTYPE OSTYPE PS4 _ PIPESTATUS BASH_REMATCH REPLY MAPFILE COPROC BASH_ARGV BASH_LINENO
   BASH_EXECUTION_STRING COMP_WORDS")
(names "only-shell-numbers"
  "RANDOM SECONDS LINENO BASHPID SRANDOM EPOCHSECONDS COLUMNS LINES SHLVL BASH_SUBSHELL OPTIND
   HISTCMD EPOCHREALTIME")
; Variables that bash itself obeys when it starts: they do not last from one command to the next. And their beginnings.
(names "bash-obeys"
  "IFS PS0 PS1 PS2 PS3 PS4 OPTARG OPTERR PPID UID EUID POSIXLY_CORRECT TMOUT FUNCNEST EXECIGNORE FIGNORE GLOBIGNORE
   GLOBSORT TIMEFORMAT INPUTRC HOSTFILE MAIL MAILCHECK MAILPATH LANG LANGUAGE CDPATH ENV PROMPT_COMMAND PROMPT_DIRTRIM")
(marks "bash-obeys-prefixes" "BASH" "LC_" "COMP_" "HIST" "GIT_CONFIG")
; The trees that belong to the system.
(marks "system-trees" "/usr/" "/lib" "/opt/" "/bin" "/sbin" "/snap/bin")
; What a prompt may show, in braces, and still run nothing.
(marks "prompt-variables" "LINENO" "BASH_SOURCE" "BASH_SOURCE[0]" "BASH_SOURCE##*/" "BASH_SOURCE[0]##*/" "FUNCNAME"
  "FUNCNAME[0]" "FUNCNAME[0]:-" "FUNCNAME:-" "FUNCNAME[0]:-main" "SECONDS" "EPOCHREALTIME" "BASH_SUBSHELL" "BASHPID")
; Where tools are usually installed for one person, below the home directory.
(marks "home-tools" "go/bin" ".local/bin" ".cargo/bin" "bin" ".npm-global/bin" ".yarn/bin" ".bun/bin" ".deno/bin"
  ".rbenv" ".pyenv" ".nvm" ".asdf" ".volta" ".sdkman" ".poetry/bin" ".dotnet" ".juliaup" ".ghcup" ".cabal/bin" ".opam"
  ".rustup" "sdk" ".fzf/bin" ".krew/bin" ".local/share")
; Programs that are looked for among the words of a command that the table does not know in full: what they do is said
; on the line.
(names "embedded-programs"
  "rm rmdir unlink shred dd wipefs mkfs.ext4 mkfs.xfs mkfs sh bash dash zsh ksh fish busybox sudo doas su chmod
   chown chgrp curl wget nc ncat socat mv cp truncate tee xargs nohup env crontab python python3 perl ruby node
   php kill killall pkill")
; Those that are looked for inside of a word, where many of the others are ordinary words of a sentence.
(names "text-programs" "rm shred dd mkfs.ext4 mkfs sh bash dash zsh sudo chmod chown curl wget nc ncat socat unlink")
; Parts of the names of flags whose value is code, or says which code is run.
(marks "code-flags" "config" "conf" "rc" "plugin" "require" "loader" "script" "shell" "module" "load" "agent" "filter"
  "hook" "exec" "command" "cmd" "program" "prog" "pager" "editor" "init" "setup" "extension" "options" "processor"
  "engine" "provider" "interpreter" "preload" "import" "rules" "resolver" "launcher" "wrapper" "linker" "compiler"
  "methods" "makefile" "source" "eval")
; The ends of the names of files that are code or configuration.
(names "code-suffixes"
  ".so .js .mjs .cjs .ts .py .rb .lua .sh .pl .php .jar .gradle .cfg .conf .ini .toml .rc .el .vim .cow .nse
   .cmake .mk .dll .dylib .yml .yaml .xml .ctags .msl .vsix .awk .jl .r .cr")
; Parts of the names of flags whose value is where a build writes.
(marks "place-flags" "out" "dir" "log" "report" "cache" "dest" "trace" "diag" "xunit" "junit" "artifact" "scratch"
  "build-path" "emit" "binarylog" "write" "save")
; Parts of the names of flags whose value looks like a path, and is a pattern, an address on a site or something to
; leave out.
(marks "no-place-flags" "ignore" "exclude" "pattern" "public" "url" "skip" "filter" "match" "include" "base-" "level"
  "timeout")
; What may stand after a word that asks for the version of a program.
(names "version-words"
  "--json --short --client --verbose -v -vv --quiet -q --full -a --all json -ojson -o --output=json --output=yaml
   --format=json --no-color --remote=false --plain -l -s")
; By program, the flags whose value is text for people, which nothing runs: titles, messages, descriptions. A star
; stands for all words that are no flags.
(names "prose/gh prose/glab prose/hub prose/tea"
  "-t --title -b --body -n --notes -m --message --subject --description -c --comment")
(names "prose/git" "-m --message --grep --author --trailer")
(names "prose/hg prose/svn prose/jj" "-m --message")
(names "prose/notify-send" "*")
; The tests and options of find: those that stand alone, those that take a word, and those that choose some entries.
(names "find/plain"
  "-a -and -o -or -not ! ( ) , -true -false -daystart -depth -d -follow -mount -xdev -x -noleaf
   -ignore_readdir_race -noignore_readdir_race -warn -nowarn -empty -executable -readable -writable -nogroup
   -nouser -print -print0 -ls -prune -quit -help --help -version --version -H -L -P -E -X -s")
(names "find/one"
  "-maxdepth -mindepth -regextype -files0-from -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group
   -ilname -iname -inum -ipath -iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex
   -samefile -size -type -uid -used -user -wholename -xtype -context -printf -newerXY -D -f")
(names "find/picks"
  "-name -iname -path -ipath -regex -iregex -wholename -iwholename -size -mtime -mmin -atime -amin -ctime -cmin
   -newer -empty -user -uid -group -inum -samefile -lname")
; The flags of docker run and exec that take the next word.
(names "container/values"
  "-v --volume --mount -e --env --env-file --name -p --publish -w --workdir -u --user --network --net -h
   --hostname --entrypoint --cap-add --cap-drop --device --security-opt --pid --ipc --uts --userns --cgroupns -l
   --label -m --memory --cpus --gpus --restart --tmpfs --ulimit --shm-size --platform --add-host --dns --expose
   --link --log-driver --log-opt --pull --runtime --stop-signal --volumes-from -a --attach --cidfile --group-add
   --health-cmd --ip --isolation --kernel-memory --mac-address --memory-swap --oom-score-adj --pids-limit
   --detach-keys --index -c --container -n --namespace --context --kubeconfig")
; Processes whose end takes the machine or its safeguards with it.
(names "kill/keep-alive"
  "init systemd launchd kthreadd pp sshd auditd firewalld apparmor fail2ban dbus-daemon systemd-journald
   rsyslogd")
(names "kill/values"
  "-s -n --signal -u --euid -U --uid -t --terminal -g -G -P --parent -F --pidfile -o -y -O --older --ns")
; Programs that print nothing, and words that print a credential.
(names "prints-nothing" "true false : test [ cp mv rm mkdir touch sleep wait")
(marks "prints-credential" "* auth:token *" "* print-access-token *" "* print-identity-token *"
  "* print-refresh-token *" "* get-login-password *" "* --show-token *" "* config-helper *" "* get-session-token *"
  "* auth token *" "* print token *" "* auth access-token *" "* print access-token *" "* get access-token *"
  "* show access-token *" "* whoami -t *" "* auth status -t *")
; What programs do that their words do not show: they read all of their input before they print, keep it, take a part of
; it or its lines, pass it on, print its lines or some of them; their output is code for each line, or is transformed.
(names "does/dumps" "od xxd hexdump hd")
(names "does/takes-part" "head timeout dd pv cmp strings")
(names "does/takes-all" "tail sort tac sponge shuf rev jq column awk python3 mapfile")
(names "does/keeps-all" "tail sort tac")
(names "does/takes-lines" "sed grep cut uniq nl egrep fgrep rg")
(names "does/passes-on" "tr base64 fold gzip bzip2 xz zstd openssl yes")
(names "does/keeps-lines" "sort uniq head tail shuf tac")
(names "does/picks-lines" "grep egrep fgrep")
(names "does/code-of-lines" "awk gawk mawk nawk sed gsed")
(names "does/moves" "mv")
(names "does/links" "ln" "gln")
; Flags of git ls-files with which it prints names, of what its patterns name.
(names "git/lists-only" "-- -c --cached -m --modified -o --others -z --exclude-standard -co")
(names "does/destroys" "rm mkfs dd shred chmod chown")
(names "does/shell" "sh bash dash zsh ksh ash rbash mksh")
(names "does/pastes" "xclip xsel pbpaste wl-paste")
(marks "decodes" "openssl*" "gpg*" "rev" "gunzip" "bunzip2" "unlz4" "uncompress" "unxz" "unlzma" "unzstd" "unzip"
  "funzip")
(marks "needs-no-repository" "git clone" "git init" "git version" "git help" "git ls-remote")
(marks "resets-tree" "git clean" "git checkout" "git reset" "git restore")
; Builtins of bash that run or load something, or change what a name means, because of a flag.
(names "builtins/flags-act" "jobs wait hash enable bind complete compgen trap printf history fc set alias")
; The tests of test and [ that look at a file.
(names "test/files" "-e -f -d -r -w -x -s -L -h -b -c -g -k -p -u -O -G -S -N -a -nt -ot -ef")
; Machines that the name of a tool for their binaries begins with, and such tools.
(names "machines"
  "arm aarch64 avr riscv32 riscv64 riscv mips mipsel mips64 powerpc powerpc64 powerpc64le x86_64 i586 i686 xtensa
   msp430 m68k s390x sparc64 loongarch64 or1k")
(names "machine-tools" "size nm objdump readelf strings addr2line c++filt")
(names "system-directories"
  "/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /usr/local/go/bin /opt/homebrew/bin /snap/bin")
; Build tools that projects keep beside their sources.
(names "wrappers" "gradlew mvnw manage.py bin/rails bin/rake bin/rspec bin/rubocop bin/brakeman bin/phpunit")
; The rules that hazards in the table may name, and what each is about. A hazard with another name does not load.
(marks "hazard-rules"
  "configured" "a program is told which linker, plugin, shell or terminal to use"
  "hidden-execution" "a command or library named in a flag, a variable or a configuration is run"
  "executes-data" "downloaded, decoded or generated data is executed"
  "machine" "devices, file systems, boot, kernel, power"
  "resources" "processes or disk space without bound"
  "persistence" "something that runs later or at every start"
  "destruction" "data deleted that cannot be brought back: databases, volumes, buckets, history"
  "protection" "a safeguard of the machine is switched off"
  "accounts" "users, groups and passwords"
  "escape" "a container is given the machine"
  "secret" "a secret is shown or taken"
  "exfiltration" "files or variables are sent to another machine"
  "network-settings" "addresses, routes, filters and names of the machine"
  "install" "software is installed, upgraded or removed"
  "service" "services and units are changed"
  "process" "processes are signalled or slowed"
  "remote-change" "something outside this machine is changed"
  "unknown-text" "a text that is not known before the command runs is sent to another machine"
  "publish" "something is made available to others"
  "message" "a message goes to people"
  "history" "commits, references or stashes are changed or lost"
  "container" "containers and images are changed"
  "database" "a database is used or changed"
  "interactive" "a program that waits for a person at a terminal"
  "desktop" "something is opened or changed on the desktop"
  "settings" "settings of the machine or a program are changed"
  "acts" "a program changes something that its words do not name")
(marks "secret-words" "SECRET" "TOKEN" "PASSW" "API_KEY" "APIKEY" "ACCESS_KEY" "CREDENTIAL" "PRIVATE_KEY")
; Programs whose every subcommand tells about itself when --help comes last, and does nothing else.
(names "help-programs"
  "gh glab helm kubectl docker podman terraform tofu aws gcloud az doctl flyctl heroku vercel netlify wrangler pulumi
   argocd flux kind minikube k3d eksctl istioctl velero vault consul nomad packer dbt sam cdk cargo rustup poetry
   pip pip3 conda uv opam systemctl journalctl goreleaser buf hugo
   openssl npm pnpm apt apt-get brew")
; Subcommands after which the words belong to another program.
(names "run-subcommands" "run exec x dlx start debug tool")
; Settings of git that name a program which it starts, by key, and values that start nothing of anybody's choice.
(names "git/starts"
  "core.fsmonitor core.sshcommand core.hookspath core.gitproxy core.askpass core.editor core.pager core.attributesfile
   core.alternaterefscommand sequence.editor pager.* diff.external diff.*.command diff.*.textconv filter.*.clean
   filter.*.smudge filter.*.process merge.*.driver gpg.program gpg.*.program credential.helper credential.*.helper
   include.path includeif.*.path difftool.*.cmd mergetool.*.cmd browser.*.cmd man.*.cmd uploadpack.packobjectshook
   remote.*.uploadpack remote.*.receivepack remote.*.vcs submodule.*.update trailer.*.command trailer.*.cmd
   interactive.difffilter init.templatedir protocol.ext.allow tar.*.command sendemail.*cmd")
(marks "git/starts-nothing" "" "true" "false" "0" "1" "never" "cat" "less" "less -?" "less -???" "delta" "more" "vim"
  "nano"
  "git-lfs *-- %f" "git-lfs filter-process" "git lfs *-- %f" "checkout" "rebase" "merge" "none" "ssh" ".githooks"
  ".husky" ".husky/_")
; Subcommands that neither look at the working tree nor show what changed: what the configuration names for these does
; not start then. git log, ls-files and describe belong here without some of their flags.
(marks "git/plain" "git rev-parse" "git rev-list" "git branch" "git tag" "git shortlog" "git ls-tree" "git name-rev"
  "git merge-base" "git show-ref" "git for-each-ref" "git count-objects" "git remote" "git remote get-url"
  "git remote list-remotes" "git worktree list" "git symbolic-ref" "git config" "git config list" "git config get"
  "git check-ref-format" "git var" "git version" "git cat-file")
; What of git/starts counts only where files are compared or changes are shown, or where the repository changes.
(names "git/starts-files" "filter.* diff.* core.hookspath core.attributesfile")
(names "git/starts-changes" "core.editor sequence.editor merge.* interactive.difffilter init.templatedir submodule.*
  difftool.* mergetool.* browser.* man.* sendemail.*")
; Subcommands that print no content of files, or only hunks to choose from, or only when they show patches. pp assumes
; that every other subcommand prints content.
(marks "git/prints-nothing" "git init" "git clone" "git fetch" "git pull" "git push" "git remote" "git remote *"
  "git branch" "git tag" "git switch" "git rm" "git mv" "git merge" "git rebase" "git cherry-pick" "git revert" "git am"
  "git apply" "git worktree" "git worktree *" "git submodule" "git submodule *" "git clean" "git gc" "git prune"
  "git repack" "git maintenance" "git pack-refs" "git prune-packed" "git commit-graph" "git multi-pack-index" "git fsck"
  "git config" "git config *" "git ls-files" "git ls-tree" "git ls-remote" "git rev-parse" "git describe"
  "git name-rev" "git merge-base" "git show-ref" "git show-branch" "git for-each-ref" "git count-objects"
  "git symbolic-ref" "git check-ignore" "git check-attr" "git check-ref-format" "git check-mailmap" "git var"
  "git version" "git help" "git shortlog" "git cherry" "git update-index" "git update-ref" "git write-tree"
  "git commit-tree" "git mktag" "git mktree" "git hash-object" "git read-tree" "git verify-commit" "git verify-tag"
  "git verify-pack" "git interpret-trailers" "git stripspace" "git column" "git credential" "git bundle verify"
  "git bundle list-heads" "git bundle unbundle" "git index-pack" "git unpack-objects" "git sparse-checkout" "git bisect"
  "git bisect *" "git notes" "git notes *" "git lfs ls-files" "git lfs version" "git lfs env" "git lfs track"
  "git lfs status" "git lfs pointer" "git sparse-checkout list" "git rerere status" "git rerere remaining"
  "git update-server-info" "git filter-branch" "git replace" "git flow" "git fast-import")
(marks "git/prints-hunks" "git add" "git stage" "git checkout" "git restore" "git reset" "git stash" "git stash push"
  "git stash save" "git stash pop" "git stash apply" "git stash drop" "git stash clear" "git stash create"
  "git stash store" "git stash branch")
(marks "git/prints-patches" "git diff-tree" "git diff-index" "git diff-files" "git stash show" "git stash list"
  "git reflog" "git reflog *" "git rev-list")
; Subcommands that only print content of files below the paths in their operands.
(marks "git/limited-by-paths" "git log" "git whatchanged" "git diff-tree" "git diff-index" "git diff-files"
  "git format-patch" "git archive" "git blame" "git annotate" "git rev-list")
(names "git/pagers" "core.pager pager.*")
; Programs whose words are text, whatever they look like.
(marks "print-text" "echo" "printf" "grep" "egrep" "fgrep" "rg" "ag" "ack" "test" "[" "expr" "basename" "dirname"
  "true" "false" ":" "sed" "awk" "gawk" "jq" "yq" "find" "fd" "fdfind" "logger" "seq" "date" "sleep" "which" "type"
  "command" "whereis" "help" "export" "alias" "trap" "git commit" "git tag" "git grep" "git check-ignore"
  "git check-attr" "git config" "ssh" "locate" "plocate" "mlocate" "pathchk" "realpath" "readlink" "cut" "tr" "column"
  "lsblk" "findmnt" "blkid" "pvs" "pvdisplay" "lvs" "lvdisplay" "vgs" "vgdisplay" "smartctl" "udevadm" "lsof" "partx"
  "wipefs" "hdparm" "tune2fs" "dumpe2fs" "mdadm" "sgdisk" "gdisk" "sfdisk" "nvme smart-log"
  "nvme id-ctrl" "nvme id-ns" "nvme error-log" "nvme fw-log" "nvme list-ns" "nvme show-regs")
(marks "disks" "/dev/sd" "/dev/hd" "/dev/vd" "/dev/xvd" "/dev/nvme" "/dev/mmcblk" "/dev/disk" "/dev/mapper/"
  "/dev/dm-" "/dev/md")
; Commands of other shells that do something else than those of bash with the same name.
(names "own/fish"
  "set source . alias abbr bind complete function funced functions trap read psub emit string math exec")
(names "own/csh" "set setenv alias source foreach repeat sched onintr complete bindkey @ glob switch goto")
; Commands and reserved words of zsh that bash lacks or has in another form, and commands of bash that zsh lacks.
(names "zsh/commands"
  "- alias autoload bindkey bye compadd comparguments compcall compctl compdescribe compfiles compgroups compquote
   compset comptags comptry compvalues coproc disable echotc echoti emulate enable end fc float foreach functions
   getln hash history integer limit log nocorrect noglob print private pushln r rehash repeat sched select setopt
   strftime ttyctl unfunction unhash unlimit unsetopt vared whence where zcompile zcurses zdelattr zformat zftp
   zgetattr zgdbmpath zle zlistattr zmodload zparseopts zprof zpty zregexparse zselect zsetattr zsocket zstat
   zstyle zsystem ztcp ztie zuntie syserror sysopen sysread sysseek syswrite add-zsh-hook add-zle-hook-widget
   compinit promptinit zargs zmv zcp zln zcalc zed let bind caller compgen complete compopt help mapfile readarray
   shopt always function nameref")
; Arguments, each behind a line break, with which a builtin does the same in bash and zsh; ? stands for an unknown one.
(marks "zsh-same/read" "(\\n[-+][rd]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/cd" "(\\n[-+][LP]+)*(\\n--)?(\\n[-+]?|\\n[^-+\\n][^\\n]*)?")
(marks "zsh-same/pushd" "(\\n--)?(\\n[-+]?|\\n[^-+\\n][^\\n]*)?")
(marks "zsh-same/chdir" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/popd" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/dirs" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/export" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/trap" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/wait" "(\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/declare" "(\\n[-+][xriaAg]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/typeset" "(\\n[-+][xriaAg]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/local" "(\\n[-+][xriaAg]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/readonly" "(\\n[-+][xriaAg]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/unalias" "(\\n[-+][a]+|\\n[-+]?|\\n[^-+\\n][^\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/unset" "(\\n[-+][vf]+|\\n[^-+?[\\n][^[\\n]*)*(\\n--(\\n.*)?)?")
(marks "zsh-same/set" "(\\n[-+]([eux]+|[eux]*o\\n(pipefail|errexit|nounset|xtrace)))*(\\n--(\\n.*)?)?")
(marks "zsh-same/command" "(\\n[-+][vV]+)*(\\n--)?(\\n[^-+].*)?")
(marks "zsh-same/builtin" "(\\n--)?(\\n[^-+].*)?")
(marks "zsh-same/exec" "(\\n--)?(\\n[^-+].*)?")
; Variables that zsh gives a meaning of its own.
(names "zsh/variables"
  "ARGC CDPATH EGID EUID FIGNORE FPATH FUNCNEST GID HISTCHARS KEYBOARD_HACK MAILPATH MODULE_PATH NULLCMD PERIOD
   PROMPT PROMPT2 PROMPT3 PROMPT4 PS1 PS2 PS3 PS4 PSVAR READNULLCMD RPROMPT RPROMPT2 RPS1 RPS2 SAVEHIST SPROMPT
   STTY TIMEFMT TMPPREFIX TMPSUFFIX TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTYIDLE UID USERNAME WATCH WATCHFMT
   ZDOTDIR aliases argv builtins cdpath commands dirstack dis_aliases dis_builtins dis_functions
   dis_functions_source dis_galiases dis_patchars dis_reswords dis_saliases errnos fignore fpath funcfiletrace
   funcsourcetrace funcstack functions functions_source functrace galiases histchars history historywords jobdirs
   jobstates jobtexts keymaps mailpath manpath match mbegin mend MATCH MBEGIN MEND module_path modules nameddirs
   options parameters patchars path pipestatus prompt psvar reswords saliases signals status sysparams termcap
   terminfo userdirs usergroups watch widgets zsh_eval_context zsh_scheduled_events BASHOPTS BASHPID BASH_ALIASES
   BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND BASH_ENV BASH_LINENO BASH_REMATCH BASH_SOURCE
   BASH_SUBSHELL BASH_VERSINFO DIRSTACK EPOCHREALTIME EPOCHSECONDS FUNCNAME GLOBIGNORE GROUPS HISTCMD MAPFILE
   PIPESTATUS SHELLOPTS SRANDOM - _")
; Functions that zsh calls by itself, except those whose names begin with TRAP.
(names "zsh/functions"
  "chpwd precmd preexec periodic zshaddhistory zshexit zsh_directory_name command_not_found_handler
   command_not_found_handle")
; Parts of names of files that may hold a secret.
(marks "sensitive-names" "id_" ".env" "pem" "key" "kdbx" "secret" "cred" "passw" "token" "netrc" "shadow" "p12" "pfx"
  "ssh" "aws" "gnupg" "history" "cookie" "wallet" "npmrc" "vault" "login" "kube" "docker" ".ovpn" "keychain" ".asc"
  ".gpg" "keystore" ".jks" "pgpass")
; Parts of the names of variables, and of keys of configuration, that hold a secret; words that print one.
(marks "secret-variables" "SECRET" "TOKEN" "PASSWORD" "PASSWD" "API_KEY" "APIKEY" "ACCESS_KEY" "PRIVATE_KEY"
  "CREDENTIAL" "AUTH_")
; Last words of names of variables that hold credentials.
(names "credential-endings" "PASS PASSPHRASE PASSCODE PWD PW PAT JWT DSN WEBHOOK BEARER CREDS AUTH AUTHORIZATION COOKIE")
(marks "secret-settings" "token" "passw" "secret" "_auth" ":_password" "extraheader" "apikey" "api_key" "api-key")
; Programs that are dangerous to find behind another.
(names "destructive"
  "rm dd shred srm chmod chown chgrp mv sh bash zsh dash truncate unlink rmdir find busybox mkfs wipefs git curl
   wget env sudo doas eval tee cp ln kill killall pkill reboot shutdown poweroff halt crontab python3 python perl
   node ruby nc ncat socat cat")
; Arrays that bash has or makes itself, whatever they are declared to be.
(names "shell-arrays" "BASH_ARGC BASH_ARGV BASH_LINENO BASH_SOURCE BASH_VERSINFO BASH_REMATCH COMPREPLY COMP_WORDS COPROC
  DIRSTACK FUNCNAME GROUPS MAPFILE PIPESTATUS")
; What stands before a command in the settings of other programs.
(marks "run-verbs" "shell " "exec " "run-shell " "spawn " "system " "sh " "! " "cmd.run " "reload " "command ")
(names "archivers" "tar unzip bsdtar cpio 7z ar unar gtar pax")
; Commands that bring a tree from another place to what their words name; some also fill the directory that they are in,
; and copies do so only from an address.
(names "bringers" "git hg gh glab svn bzr jj sl cvs darcs fossil degit tiged az oras scp rcp rsync rclone aws gsutil
  gcloud mc docker podman nerdctl kubectl wget")
(marks "brings" "git clone" "git submodule add" "git subtree add" "hg clone" "gh repo clone" "glab repo clone"
  "gh gist clone" "svn co" "svn checkout" "svn export" "bzr branch" "bzr checkout" "bzr clone" "jj git clone" "sl clone"
  "cvs co" "cvs checkout" "darcs clone" "darcs get" "fossil clone" "degit" "tiged" "az storage blob download"
  "az storage blob download-batch" "gh release download" "glab release download" "gh run download" "oras pull")
(marks "brings/here" "gh release download" "glab release download" "gh run download" "oras pull")
(marks "brings/updates" "git submodule update")
(marks "brings/copies" "scp" "rcp" "rsync" "rclone copy" "rclone sync" "rclone copyto" "aws s3 cp" "aws s3 sync"
  "gsutil cp" "gsutil rsync" "gcloud storage cp" "gcloud storage rsync" "mc cp" "mc mirror" "docker cp" "podman cp"
  "nerdctl cp" "kubectl cp")
; Programs that keep what they fetch under the last part of its address, beside those that are downloads.
(names "savers" "wget wget2 fetch scp rcp rsync sftp aws gsutil gcloud az oras svn hg bzr cvs")
; The ends of names of files that no build carries out.
(names "output-suffixes" ".log .txt .out .html .xml .prof .md .csv .diff .patch .lcov .svg .tmp .gz .tgz .xz .bz2 .zst
  .zip .deb .rpm .sha256 .sig .asc")
; Directories of caches that their programs make again.
(names "tool-caches" "__pycache__ .pytest_cache .mypy_cache .ruff_cache .pytype .hypothesis .ipynb_checkpoints
  .eslintcache .parcel-cache .turbo .sass-cache .phpunit.cache .rspec_status .dart_tool")
; Directories of installed packages.
(names "package-directories" "node_modules bower_components site-packages dist-packages vendor .venv venv .tox .nox
  virtualenv .bundle .yarn .pnpm-store")
; Programs whose further operands are all files that they read.
(names "uniform" "grep egrep fgrep rg jq sed awk wc cat head tail ls stat file du gofmt md5sum sha256sum sha1sum")
(names "metadata-hosts"
  "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 fd00:ec2::254 metadata.google.internal metadata
   169.254.0.23")
(names "account-files"
  "/etc/passwd /etc/group /etc/shadow /etc/gshadow /etc/sudoers /etc/fstab /etc/crypttab /etc/exports")
(names "sinks" "/dev/null /dev/stdout /dev/stderr /dev/tty /dev/zero /dev/full /dev/random /dev/urandom /dev/stdin")
; Subcommands that remove directories that are empty when they have deleted something there.
(marks "removes-emptied" "git rm")

; Programs that create a directory with nothing in it that another program obeys.
(marks "makes-directories" "mkdir" "install" "touch" "python venv")
; Programs that create a virtual environment, whose commands are on PATH while it is active.
(marks "makes-environments" "python venv")

; Subcommands that make a repository, or a working tree of one, where they are told to.
(marks "makes-repositories" "git init" "git clone" "git worktree add" "git submodule add" "git submodule update"
  "git submodule init" "git submodule sync" "git submodule deinit")
; Words that, alone, make these programs print their help or their version and end.
(names "alone/-h" "rustc add-apt-repository age air ansible ansible-playbook apt-add-repository apt-cache apt-config
  apt-file apt-get apt-mark argocd bandit black blockdev buf buildah bun bunzip2 busctl bzip2 caddy chage chgpasswd
  chpasswd chrt chsh claude cmake code codex colcrt colrm consul cosign coverage cpack crane cscope ctest delta deno
  difft dirmngr dive dlv dmsetup dnsdomainname docker doctl dpkg-reconfigure dprint duf dust ed eksctl envsubst ex
  faillog fakeroot fallocate ffplay flake8 flatpak flock flux flyctl fnm fsfreeze fx gofumpt golangci-lint goose gopls
  goreleaser govulncheck gpasswd gpg gpg-agent gpgsm gron groupadd groupdel groupmems groupmod grpck grpconv grpunconv
  grype hatch hcloud heaptrack helm hg hostname hostnamectl hyperfine i386 ionice isort istioctl isutf8 jar javap
  jdeps jest jinfo jlink jmod jshell jstack just k3d k9s kind kmod kubectl kubectx kustomize lazygit lbzip2 lerna
  linux32 linux64 localectl logger loginctl lz4 mesg meson migrate minikube mise mkdocs more mountpoint mypy
  networkctl newusers ninja nisdomainname nomad nox nsenter oras packer pacman pbzip2 pdm perf pg pip pip3 pipx
  pivot_root pkill pmap pod2man pod2text podman poetry pre-commit prettier prlimit prove pulumi pwck pwconv pwunconv
  pyenv pygmentize pylint pytest rbenv readtags red renice route rsync ruff run-parts runuser rustup rvim rye script
  scriptreplay setarch setfacl setpriv setsid shasum shfmt skill skopeo slabtop snice sops ssh-copy-id staticcheck
  stern su svn swapon switch_root syft sysctl systemd-analyze systemd-cgls systemd-cgtop systemd-delta
  systemd-detect-virt systemd-escape systemd-id128 systemd-path systemd-run taplo taskset timedatectl tload tox trivy
  turbo twine uconv umount uncompress unlz4 unshare update-ca-certificates useradd userdel uuidparse uv vale valgrind
  vault velero vi view vigr vim vipw vite vitest volta wall watch watchexec write x86_64 xsv ypdomainname yq zramctl")
(names "alone/-V" "bridge bunzip2 bzip2 chrt col colcrt colrm cscope curl dnsdomainname ed envsubst fallocate flock
  fsfreeze hostname i386 ionice kmod linux32 linux64 logger lz4 mcookie mesg mii-tool mountpoint mypy nisdomainname
  nsenter pg pivot_root prlimit prove pygmentize red renice rmmod route rsync run-parts runuser script scriptreplay
  setarch setpriv setsid slabtop su switch_root sysctl taskset ul umount uncompress unlz4 unshare uuidparse wall write
  x86_64 ypdomainname")
(names "alone/-v" "addgroup adduser apt-config apt-get apt-mark fakeroot patch pdfimages pdftoppm perf setfacl shasum
  troff xlsfonts")
(names "alone/-help" "cmake cpack ctest ffmpeg ffplay javap jconsole jinfo jstack jstat llc llvm-as llvm-link openssl
  podchecker xprop xwininfo")
(names "alone/-version" "cmake cpack ctest ffplay javadoc jconsole llvm-cov xdpyinfo xkill xlsatoms xlsclients xprop
  xvinfo")
; Files that tell builds and tests what to run, in lower case. An approval of a build is bound to their content.
(names "build-files"
  "gnumakefile makefile bsdmakefile *.mk cmakelists.txt cmakepresets.json cmakeuserpresets.json meson.build build.ninja
   configure sconstruct sconscript wscript premake5.lua xmake.lua build build.bazel workspace workspace.bazel
   module.bazel .bazelrc buck package.json .npmrc .pnpmfile.cjs pnpm-workspace.yaml .yarnrc .yarnrc.yml lerna.json
   turbo.json nx.json gruntfile.* gulpfile.* jakefile* jest.config.* vitest.config.* vite.config.* webpack.config.*
   rollup.config.* babel.config.* .babelrc* .mocharc* karma.conf.* playwright.config.* cypress.config.* wdio.conf.*
   ava.config.* next.config.* nuxt.config.* astro.config.* svelte.config.* eslint.config.* .eslintrc* .prettierrc*
   prettier.config.* tsconfig*.json .c8rc* .nycrc* angular.json deno.json deno.jsonc bunfig.toml go.mod go.work
   magefile.go .golangci.* .goreleaser.* cargo.toml build.rs .cargo/config .cargo/config.toml rust-toolchain
   rust-toolchain.toml pyproject.toml setup.py setup.cfg tox.ini pytest.ini .pytest.ini conftest.py noxfile.py tasks.py
   fabfile.py dodo.py manage.py .coveragerc mypy.ini .mypy.ini .pylintrc pylintrc .flake8 ruff.toml .ruff.toml pipfile
   requirements*.txt uv.toml snakefile pom.xml .mvn/maven.config .mvn/jvm.config .mvn/extensions.xml build.gradle*
   settings.gradle* gradle.properties build.xml build.sbt .sbtopts gemfile rakefile* .rspec .rubocop.yml composer.json
   phpunit.xml* phpstan.neon* mix.exs rebar.config dune dune-project *.cabal cabal.project stack.yaml package.swift
   build.zig pubspec.yaml shard.yml elm.json project.clj deps.edn *.csproj *.fsproj *.vbproj *.sln directory.build.*
   global.json nuget.config *.nimble justfile .justfile taskfile* tiltfile earthfile vagrantfile dockerfile*
   containerfile* docker-compose*.y*ml compose*.y*ml docker-bake.* .pre-commit-config.yaml lefthook.y*ml")
; Programs that read such files whatever their arguments are.
(names "builders"
  "make gmake bmake remake npm npx pnpm yarn yarnpkg bun bunx deno cargo go mage pip pip3 uv uvx poetry pdm hatch pipenv
   tox nox invoke inv fab doit scons waf rake bundle bundler gradle gradlew mvn mvnw mvnd ant sbt lein bazel bazelisk buck
   buck2 ninja meson cmake ctest just task docker docker-compose podman podman-compose dotnet msbuild mix rebar3 swift
   zig dune cabal stack shards crystal nimble composer artisan rails jekyll lerna nx turbo gulp grunt ng vagrant
   pre-commit lefthook snakemake act earthly tilt skaffold")
; Files of a workspace that say what a program runs before it looks at its words, be it only asked for its version, and
; the word in it that says so.
(names "started-by/yarn" ".yarnrc:yarn-path .yarnrc.yml:yarnPath")
(names "started-by/mvn" ".mvn/jvm.config .mvn/maven.config .mvn/extensions.xml")
(names "started-by/mvnw" ".mvn")
(names "started-by/sbt" ".sbtopts .jvmopts .sbt-jvmopts")
(names "started-by/cargo" "rust-toolchain:path rust-toolchain.toml:path")
(names "started-by/rustc" "rust-toolchain:path rust-toolchain.toml:path")
(names "started-by/rustfmt" "rust-toolchain:path rust-toolchain.toml:path")
(names "started-by/rustdoc" "rust-toolchain:path rust-toolchain.toml:path")
(names "started-by/clippy-driver" "rust-toolchain:path rust-toolchain.toml:path")
(names "started-by/dotnet" "global.json:paths")
(names "started-by/bazel" "tools/bazel")
(names "started-by/tox" "toxfile.py")
(names "started-by/rails" "bin/rails")
(names "started-by/wp" "wp-cli.yml:require wp-cli.local.yml:require")
(names "started-by/latexmk" ".latexmkrc latexmkrc")
(names "started-by/hg" ".hg/hgrc")
(names "started-by/sl" ".sl/config .hg/hgrc")
(names "started-by/jj" ".jj/repo/config.toml")

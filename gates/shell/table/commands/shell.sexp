; Shells, their builtins, and programs that run another.

(program "bash sh dash zsh ksh mksh ash rbash yash tcsh csh elvish nu xonsh osh" (is stops) (style exact)
  (flags "-abefhkmnptuvxBCEHPTlirsD"
    "-c -O=text -o=text +O*=text +o*=text +* --login --noprofile --norc --posix --restricted --verbose --debugger
     --noediting --dump-strings --no-config"
    "--rcfile=source --init-file=source") (class acts) (args "script:sh text*") (none (is stdin-code) (language "sh"))
  (on "-s" (is stdin-code) (language "sh") (args "text*"))
  (on "-i" (none (opaque "an interactive shell can run anything"))) (on "-c" (class reads) (args "shell text*"))
  (on "-n" (class reads) (args "read")))
(program "fish" (is stops) (style exact) (class acts)
  (flags "-iNlnPvd -c,--command=shell -C,--init-command=shell -o=write -d=text -f=text -D=text --login --interactive
     --no-config --no-execute --private --profile=write --profile-startup=write --features=text --debug=text
     --debug-output=write --print-rusage-self") (args "script:sh text*") (none (is stdin-code) (language "sh"))
  (on "-c --command" (class reads) (args "text*") (is no-stdin)) (on "-n --no-execute" (class reads) (args "read"))
  (version "-v"))
(program "cd pushd popd dirs" (style none) (args "dir") (any "-* +*" (args "text*")) (is pure))
(program "export declare typeset local readonly" (style none) (args "text*") (is pure))
(program "unset read mapfile readarray getopts let" (style none) (args "text*")
  (any "*[*$(* *[*`*" (deny hidden-execution "A command stands in an array index, which the shell carries out")))
(program "set shopt shift return break continue exit wait jobs times ulimit hash type which whereis caller
          disown bg fg suspend complete compgen compopt logout" (style none) (args "text*") (is pure)
  (any "-C* -F* -x -p" (unknown "may run or replace a command with this word"))
  (any "*[*$(* *[*`*" (deny hidden-execution "A command stands in an array index, which the shell carries out")))
(program "umask" (style none) (args "text*") (is pure))
(program "help" (style none) (args "text*") (is pure))
(program "alias unalias" (style none) (args "text*")
  (any "*=*" (class acts) (deny hidden-execution "The meaning of a command is changed")))
(program "history" (style none) (args "text*")
  (any "-a* -n* -r* -w* -c* -d* -p* -s*" (class acts)
    (deny secret "The history of the shell is read from its file or changed")))
(program "fc" (style none) (args "text*") (deny secret "The history of the shell is shown or run again")
  (version "--help"))
(program "bind enable" (style none) (args "text*")
  (any "-x -f -s -e -w -a -r -c *:*" (class acts)
    (deny hidden-execution "The shell is told to run or load something later")))
(program "command builtin" (is stops) (flags "-pvV") (args "run") (on "-v -V" (args "text*")))
(program "exec" (is stops) (flags "-cl -a=text") (args "run"))
(program "eval" (style none) (args "shell+"))
(program "source ." (style none) (class acts) (args "script:sh text*"))
(program "trap" (style none) (args "shell text*") (word 1 "- -l -p 0 1 2 3 15 INT EXIT TERM" (args "text*"))
  (any "EXIT DEBUG ERR RETURN 0 INT TERM HUP" (class reads)))
(program "time" (is stops) (flags "-pvaV -f,--format=text -o,--output=write --portability --verbose --append --quiet")
  (args "run"))
(program "coproc" (style none) (args "run"))
(program "not" (style none) (args "run"))
(program "sudo" (is stops escalates) (class acts) (style exact)
  (flags "-AbEHiKklnPSsvVNe -u,--user=user -g,--group=text -C=text -c=text -D,--chdir=dir -h,--host=text
     -p,--prompt=text -R,--chroot=dir -r=text -t=text -T=text -U=user --background --preserve-env?text --set-home
     --login --non-interactive --shell --stdin --validate --reset-timestamp --remove-timestamp --list --askpass
       --edit")
  (args "env* run") (on "-e --edit" (args "change*")) (none (class acts)) (on "-V" (class reads)))
(program "doas" (is stops escalates) (class acts) (flags "-Lns -a=text -C=read -u=user") (args "env* run"))
(program "gosu su-exec calife chpst setuidgid" (is stops escalates) (class acts) (style exact)
  (flags "-c=shell -u=user") (args "user run") (on "-u" (args "run")) (on "-c" (args "user")))
(program "pkexec setpriv sudo-rs super please pleaser run0 dzdo pfexec sudo-nopasswd" (is stops escalates) (class
  acts) (style exact)
  (flags "-u,--user=user --disable-internal-agent --keep-cwd --reuid=text --regid=text --clear-groups --init-groups
     --groups=text --no-new-privs --inh-caps=text --bounding-set=text
     -c=shell --background=text --setenv=text --unit=text --property=text -D=dir --chdir=dir -n -p -d") (args "env*
       run"))
(program "gksudo gksu kdesu kdesudo beesu" (is stops escalates) (class acts) (style exact)
  (flags
    "-kgDS -u,--user=user -c=shell -m,--message=text -d -n -t -p=text --preserve-env --login --sudo-mode --su-mode")
    (args "shell+")
  (on "-c" (args "user")))
(program "su runuser" (is escalates) (class acts) (style exact)
  (flags "-flmpPTh -c,--command=shell --session-command=shell -g,--group=text -G,--supp-group=text -s,--shell=text
     -u,--user=user -w=text --login --preserve-environment --pty") (args "text*") (on "-u --user" (args "run"))
  (hook su))
(program "sg newgrp" (is escalates) (class acts) (flags "-c=shell") (args "text shell*") (is stdin-code) (language
  "sh"))
(program "setsid" (is stops) (flags "-cfw --ctty --fork --wait") (args "run"))
(program "ionice" (is stops) (flags "-t -c,--class=text -n,--classdata=text -p,--pid=text -P=text -u=text --ignore")
  (args "run")
  (on "-c --class -n --classdata" (on "-p --pid -P -u" (class acts)
    (ask process "The priority of a process is changed" "elsewhere"))))
(program "chrt" (is stops)
  (flags "-abdfiomrRvG -T=text -P=text -D=text --all-tasks --batch --deadline --fifo --idle --other --rr --max
     --verbose") (args "text run") (flags "-p --pid")
  (on "-p --pid" (class acts) (ask process "The scheduling of a process is changed" "elsewhere") (args "text*")))
(program "taskset" (is stops) (flags "-ac --all-tasks --cpu-list -p --pid") (args "text run")
  (on "-p --pid" (args "text*") (given 2 (class acts) (ask process "The scheduling of a process is changed"
    "elsewhere"))))
(program "renice" (class acts) (style none) (args "text*") (ask process "The priority of a process is changed"
    "elsewhere"))
(program "prlimit" (is stops)
  (flags "-v --as?text --core?text --cpu?text --data?text --fsize?text --nofile?text --nproc?text --rss?text
     --stack?text -n?text -u?text -o=text --output=text --noheadings --raw --verbose -p,--pid=text") (args "run")
  (on "-p --pid" (class acts) (ask process "The limits of a process are changed" "elsewhere")))
(program "cpulimit" (is stops) (class acts) (flags "-l=text -p=text -e=text -zibfv") (args "run")
  (ask process "A process is slowed" "elsewhere"))
(program "numactl" (is stops) (flags "-H")
  (flags "-N=text -m=text -C=text --cpunodebind=text --membind=text --interleave=text --hardware --show") (args "run"))
(program "flock" (is stops)
  (flags "-sxenuoFv -w,--wait,--timeout=text -E=text -c=shell --shared --exclusive --unlock --nonblock --close
     --no-fork --verbose") (args "append run") (hook flock))
(program "watch" (is stops)
  (flags "-bcdegprtwxvC -n,--interval=text -d?text --beep --color --differences?text --errexit --chgexit --precise
     --no-title --exec --no-wrap -q=text -s=text") (args "shell+") (on "-x --exec" (args "run")))
(program "script" (class acts)
  (flags "-aefq -c,--command=shell -o=text -O=write -I=write -B=write -T=write -t?write -m=text -E=text --append
     --return --flush --force --quiet --timing?write --log-out=write --log-in=write --log-io=write --output-limit=text
     --echo=text") (args "write run") (unless "-c --command" (ask interactive "A shell is started and recorded"
       "elsewhere")))
(program "scriptreplay" (flags "-t=read -s=read -d=text --timing=read") (args "read*"))
(program "unbuffer " (is stops) (flags "-p") (args "run"))
(program "expect" (class acts) (flags "-dinN -c=code:tcl -f=script:tcl -b=text") (args "script:tcl text*")
  (none (is stdin-code) (language "tcl"))
  (ask hidden-execution "A script drives other programs"))
(program "strace ltrace dtruss truss" (is stops) (style exact)
  (flags "-CcdfFhiknqrtTvVxyzZwDY -a=text -b=text -e=text -I=text -O=text -o=write -P=text -p=text -s=text -S=text
     -u=user -U=text -X=text -n=text -l=text -E=text --trace=text --status=text --summary-only --summary
     --follow-forks --string-limit=text --quiet?text --output=write --absolute-timestamps?text
     --relative-timestamps?text --decode-fds?text -tt -ttt -yy -ff -DD") (args "env* run")
  (value "-o --output" "|* !*" (deny hidden-execution "strace is told to run a command"))
  (on "-p" (class acts) (ask process "A process is traced" "elsewhere")) (on "-u" (is escalates))
  (unless "-V" (class acts) (here "work"))
  (value "-p" "1" (deny process "The first process is traced"))
  (value "-e --trace" "*inject* *fault*" (deny process "The calls of a process are tampered with")))
(program "perf" (class acts)
  (sub "stat record trace" (class acts) (is stops) (here "work")
    (flags "-agBdDFrvpst -e=text -F=text -o=write -p=text -r=text --call-graph=text") (args "run"))
  (sub "script" (class reads) (flags "-i=read -F=text --no-demangle --header") (args "text")
    (given 1 (class acts) (ask hidden-execution "A script of perf is run" "work")))
  (sub "report annotate list diff buildid-list evlist" (class reads)
    (flags "-ing -i=read --stdio --sort=text --percent-limit=text -F=text --no-children") (args "text*"))
  (sub "top bench kvm mem lock sched probe" (class acts) (style none) (args "text*") (here "work")))
(program "hyperfine" (style exact) (class acts)
  (flags
    "-Ni -w,--warmup=text -r,--runs=text -m,--min-runs=text -M,--max-runs=text -p,--prepare=shell -s,--setup=shell
     -c,--cleanup=shell -C,--conclude=shell -P,--parameter-scan=text -L,--parameter-list=text -S,--shell=text
       -n,--command-name=text -u,--time-unit=text
     -D=text --export-json=write --export-markdown=write --export-csv=write --export-asciidoc=write --show-output
     --ignore-failure --style=text --sort=text --output=text --input=read --reference=shell") (args "shell*")
  (value "-S --shell" "/tmp* */*/*tmp* ./* ../*" (deny hidden-execution "hyperfine is told to run another shell"))
  (unless "-S --shell" (class reads)))
(program "valgrind heaptrack rr" (is stops) (style exact)
  (flags "-vq --tool=text --leak-check=text --show-leak-kinds=text --track-origins=text --error-exitcode=text
     --suppressions=read --log-file=write --xml=text --xml-file=write --num-callers=text -w=text -r=text -N -n=text
     --warmup=text --runs=text --export-json=write --export-markdown=write --show-output --ignore-failure -i -S=text
     --shell=text") (args "run") (unless "-v" (class reads))
  (value "--tool" "*/*" (deny hidden-execution "valgrind is told to run another tool")))
(program "entr" (version "-h") (is stops) (flags "-acdnprsxz") (args "run") (on "-s" (args "shell")) (is fill-input))
(program "nodemon watchexec reflex modd" (is stops) (class acts) (here "work") (style exact)
  (flags "-wrcqve -w=text -e=text -i=text --ext=text --watch=text --ignore=text --exec=shell --clear -x=shell -d=text
     -r --restart --no-meta -n") (args "run") (ask hidden-execution "A command is run whenever a file changes"))
(program "air" (class acts) (style exact) (global "-c=read -d -v -h") (bare "run")
  (sub "run" (ask acts "A program is built and run at each change" "work"))
  (sub "init" (ask acts "A file of settings is written" "change:.air.toml"))
  (sub "format" (flags "--check --no-color --log-level=text") (unless "--check" (args "change*")) (on "--check" (args "tree*"))))
(program "inotifywait inotifywatch fswatch"
  (flags "-mrqdscx1 -e=text -t=text -o=write --outfile=write --format=text --timefmt=text --exclude=text --include=text --event=text
     -l=text") (args "tree*"))
(program "parallel sem" (is stops fill-input) (class acts) (style exact)
  (flags "-k0mXutrq --keep-order --bar --eta --progress --dry-run --null --group --no-notice --will-cite --xargs --tag
     -j=text --jobs=text -P=text --delay=text --timeout=text --retries=text --halt=text -n=text -N=text -L=text -I=text
     -a=read --arg-file=read --id=text --fg --wait") (args "run") (none (is stdin-code) (language "sh"))
  (ask process "Commands run beside each other, with words that pp does not put together" "elsewhere"))
(program "at batch" (class acts) (flags "-mMvblrVcd -q=text -t=text -f=script:sh") (args "text*") (is stdin-code)
  (language "sh") (deny persistence "A command is scheduled to run later")
  (on "-l -c" (class reads) (pardon persistence)))
(program "atq" (args "text*"))
(program "atrm" (class acts) (args "text*") (ask persistence "A scheduled command is removed" "elsewhere"))
(program "crontab" (class acts) (flags "-lrei -u=user ") (args "read") (on "-l" (ask persistence
  "The table of scheduled commands is shown" "elsewhere"))
  (on "-e" (ask persistence "The table of scheduled commands is edited" "elsewhere"))
  (on "-r" (deny persistence "The table of scheduled commands is deleted"))
  (given 1 (deny persistence "Commands are scheduled to run later"))
  (unless "-l -e -r" (deny persistence "Commands are scheduled to run later")))
(program "systemd-run" (is stops) (class acts) (style exact)
  (flags "-PtqGrS -p,--property=text -E,--setenv=text -u,--unit=text -M,--machine=text -H,--host=connect --user
     --system --scope --slice=text --description=text --service-type=text --uid=text --gid=text --nice=text
     --working-directory=dir --pty --pipe --quiet --collect --wait --remain-after-exit --same-dir -d --shell
     --on-active=text --on-boot=text --on-startup=text --on-unit-active=text --on-calendar=text --timer-property=text
     --send-sighup --no-block --no-ask-password") (args "run")
  (ask service "A command runs as a unit, outside of what confines this one" "elsewhere")
  (on "--on-active --on-boot --on-startup --on-unit-active --on-calendar"
    (deny persistence "A command is scheduled to run later")))
(program "unshare nsenter" (is stops) (class acts) (style exact)
  (flags "-mpiunUrCTfFae -t=text -S=text -G=text -w?dir -r?text -m?text -u?text -i?text -n?text -p?text -U?text
     -C?text --target=text --mount?text --uts?text --ipc?text --net?text --pid?text --user?text --cgroup?text --fork
     --map-root-user --map-user=text --map-current-user --mount-proc?text --kill-child?text --root?dir --wd?dir --all
     --preserve-credentials --setuid=text --setgid=text") (args "run") (is escalates)
  (on "-t --target" (deny escape "The namespaces of another process are entered")))
(program "bwrap firejail proot fakeroot fakechroot capsh systemd-nspawn" (is stops) (class acts) (style none)
  (args "text*") (any "--bind=/:* --bind=/etc* --gid=0 --uid=0" (deny escape "The machine is handed to what is run"))
  (ask acts "A command runs in other namespaces" "elsewhere") (opaque "the command that is run is not read"))
(program "ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1" (is stops) (class acts)
  (style exact)
  (flags "--list --verify --argv0=text --library-path=hidden --preload=hidden --audit=hidden --inhibit-cache
     --inhibit-rpath=text") (args "run") (deny hidden-execution "A program is started through the loader"))
(program "busybox toybox" (is stops) (flags "--list --list-full -h") (args "run"))
(program "run-parts" (class acts)
  (flags "-v --test --list --verbose --report --regex=text --arg=text --exit-on-error --reverse") (args "tree")
  (on "--test --list" (class reads))
  (unless "--test --list" (ask hidden-execution "Every program in a directory is run" "work")))
(program "screen tmux zellij byobu dtach abduco" (class acts) (style none) (args "text*")
  (ask interactive "A terminal session can run anything, as far as it needs no local socket, which it does not reach"
    "elsewhere")
  (any "send* paste-buffer set-buffer" (deny configured "Keys are typed into another terminal"))
  (any "default-command default-shell" (deny persistence "Every new terminal runs a command"))
  (word 1 "ls list-sessions list-windows list-panes -ls -list -V list-keys show-options" (class reads)
    (pardon interactive))
  (any "*#(* *;*" (opaque "another command follows, or one that a format holds"))
  (any "new* -dm* send* run* source* -X run-shell* if-shell* split* respawn* pipe-pane* bind* -S -s -L"
    (opaque "the session can run anything")))
(program "dbus-run-session dbus-launch xvfb-run startx" (is stops) (class acts) (style exact)
  (ask service "A bus or a display is started for a command" "elsewhere")
  (flags "-ad -s=text -n=text -a --auto-servernum --server-args=text --exit-with-session") (args "run"))
(program "ssh-agent" (class acts) (is stops) (flags "-csdkDa -a=write -t=text -E=text -P=text") (args "run")
  (ask service "An agent for keys is started or ended" "elsewhere") (is prints))
(program "ssh-add" (class acts)
  (flags "-lLcDdkKqvXxA -t=text -e=hidden -s=hidden -E=text -h=text -H=read -T=read -S=text") (args "read*")
  (on "-l -L" (class reads)) (unless "-l -L" (ask secret "A key is handed to the agent" "elsewhere")))
(program "update-rc.d chkconfig insserv rc-update fcrontab systemd-crontab-generator" (class acts) (style none)
  (args "text*")
  (deny persistence "Something is set to start by itself")
  (any "--list show status -l" (pardon persistence) (ask persistence "What starts by itself is shown" "elsewhere")))
(program "install-info update-alternatives alternatives" (class acts) (style none) (args "text*")
  (any "--install --set --slave" (any "/tmp/* /home/* /var/tmp/* /dev/shm/* ./*"
      (deny persistence "A program of the machine is replaced by another"))) (ask settings
        "A default of the machine is changed" "elsewhere")
  (any "--display --list --query --get-selections" (class reads) (pardon settings)))
(program "logger" (class acts) (style exact) (flags
  "-isTdn -f,--file=read -n,--server=connect -P,--port=text -p,--priority=text
     -t,--tag=text -u,--socket=socket -S=text --id?text --stderr --tcp --udp --rfc3164 --rfc5424?text
       --journald?read --msgid=text
     --sd-id=text --sd-param=text --size=text --skip-empty --prio-prefix --no-act --octet-count --socket-errors=text
       -e")
  (args "text*") (ask message "A message goes to the log or to people" "elsewhere"))
(program "wall write mesg" (class acts) (style none) (args "text*")
  (ask message "A message goes to the log or to people" "elsewhere"))
(program "dialog whiptail zenity kdialog notify-send fzf sk gum peco rofi dmenu" (class acts) (style exact)
  (flags "-m0123xieqf -e,--exact -f,--filter=text -q,--query=text -1 --multi --height=text --reverse --ansi
     --delimiter=text --nth=text -d=text -n=text --no-sort --tac --print0 --read0 --border --layout=text --header=text
     --select-1 --exit-0 --preview=shell --bind=code:command --preview-window=text --prompt=text --color=text -0")
  (args "text*") (ask interactive "It waits for a person at a terminal, and commands have none" "elsewhere")
  (on "--preview --bind" (unknown "runs a command for each line"))
  (value "--bind" "*execute* *become* *reload* *transform*" (deny hidden-execution "A key is bound to a command"))
  (on "-f --filter" (class reads) (pardon interactive)))

(program "true false : " (style none) (args "text*") (is pure))
(program "yes" (style none) (args "text*") (is pure prints))
(program "echo" (style none) (args "text*") (is pure prints))
(program "printf" (style none) (args "text text*") (is pure prints)
  (word 1 "-v" (unknown "-v assigns a variable whose name may run code")))
(program "ls dir vdir" (is pure names)
  (flags "-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1eOTP@W%"
    "-I,--ignore=text -T,--tabsize=text -w,--width=text"
    "--all --almost-all --author --escape --ignore-backups --directory --dired --full-time --group-directories-first"
    "--no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --inode"
    "--kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name"
    "--reverse --recursive --size --context --zero --hide=text --block-size=text --color?text --classify?text"
    "--file-type --format=text --hyperlink?text --indicator-style=text --quoting-style=text --sort=text --time=text"
    "--time-style=text") (args "read*") (on "-R --recursive" (args "tree*"))
  (unless "-l -g -n -o -i -s -Z -D -m -p -F -R -Q -b -T -w -C -x --author --full-time --inode --size --context --dired
      --numeric-uid-gid --hyperlink --format --classify --indicator-style --file-type --recursive --quote-name --escape
      --quoting-style" (is lists)))
(program "cat" (is pure)
  (flags
    "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting")
  (args "read*"))
(program "tac" (is pure) (flags "-b,--before -r,--regex -s,--separator=text") (args "read*"))
(program "rev" (is pure) (flags "-0,--zero -hV") (args "read*"))
(program "nl" (is pure)
  (flags "-p,--no-renumber -b,--body-numbering=text -d,--section-delimiter=text -f,--footer-numbering=text"
    "-h,--header-numbering=text -i,--line-increment=text -l,--join-blank-lines=text -n,--number-format=text"
    "-s,--number-separator=text -v,--starting-line-number=text -w,--number-width=text") (args "read*"))
(program "head" (is pure)
  (flags "-# -c,--bytes=text -n,--lines=text -q,--quiet,--silent -v,--verbose -z,--zero-terminated") (args "read*")
  (value "-c --bytes" "*t *tb *tib *p *pb *e ???g ????g ???gb ???gib ?????????????*"
    (deny resources "More is read than a disk holds")))
(program "tail" (is pure)
  (flags "-# -fFrqvz -c,--bytes=text -n,--lines=text --follow?text --pid=text --retry -s,--sleep-interval=text"
    "--max-unchanged-stats=text --quiet --silent --verbose --zero-terminated") (args "read*"))
(program "wc" (is pure)
  (flags "-cmlLw --bytes --chars --lines --max-line-length --words --total=text --files0-from=list0:read") (args "read*"))
(program "sort gsort"
  (flags "-bdfgiMhnRrVcCmsuz -# -k,--key=text -t,--field-separator=text -S,--buffer-size=text
     -T,--temporary-directory=temporary"
    "-o,--output=write --parallel=text --batch-size=text --files0-from=list0:read --random-source=read --sort=text
     --check?text"
    "--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort"
    "--human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --merge --stable --unique
     --zero-terminated --debug"
    "--compress-program=hidden") (args "read*"))
(program "uniq"
  (flags "-cdDiuz -# -f,--skip-fields=text -s,--skip-chars=text -w,--check-chars=text --count --repeated
     --all-repeated?text --group?text --ignore-case --unique --zero-terminated") (args "read write")
  (given 2 (class acts)))
(program "cut" (is pure)
  (flags "-nsz -b,--bytes=text -c,--characters=text -d,--delimiter=text -f,--fields=text --complement --only-delimited
     --output-delimiter=text --zero-terminated") (args "read*"))
(program "paste" (is pure) (flags "-sz -d,--delimiters=text --serial --zero-terminated") (args "read*"))
(program "join" (is pure)
  (flags "-iz -a=text -e=text -j=text -o=text -t=text -v=text -1=text -2=text --check-order --nocheck-order --header
     --ignore-case --zero-terminated") (args "read*"))
(program "comm" (is pure)
  (flags "-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated") (args "read*"))
(program "tr" (is pure decodes) (flags "-cCdst --complement --delete --squeeze-repeats --truncate-set1")
  (args "text*"))
(program "expand unexpand" (is pure) (flags "-aif -# -t,--tabs=text --all --initial --first-only") (args "read*"))
(program "fold" (is pure) (flags "-bcs -# -w,--width=text --bytes --spaces --characters") (args "read*"))
(program "fmt" (is pure)
  (flags "-cstu -# -p,--prefix=text -w,--width=text -g,--goal=text --crown-margin --split-only --tagged-paragraph
     --uniform-spacing") (args "read*"))
(program "pr" (is pure)
  (flags "-# -0123456789acdfFhJlmnNorStTvwW -h,--header=text -l,--length=text -o,--indent=text -w,--width=text -s?text -n?text
     -e?text -i?text --columns=text --across --double-space --omit-header --merge --number-lines?text
     --show-nonprinting"
    "-D,--date-format=text -N,--first-line-number=text -S?text --show-control-chars --expand-tabs?text --form-feed
      --output-tabs?text --join-lines --no-file-warnings --separator?text --sep-string?text --omit-pagination
      --page-width=text"
    "--indent=text") (args "read*"))
(program "shuf"
  (flags "-erz -i,--input-range=text -n,--head-count=text -o,--output=write --random-source=read --echo --repeat
     --zero-terminated") (args "read*") (on "-e --echo" (args "text*")))
(program "tsort" (is pure) (flags "-w") (args "read*"))
(program "ptx" (flags "-ACGOTRfrt -F,--flag-truncation=text -M,--macro-name=text -S,--sentence-regexp=text
    -W,--word-regexp=text -b,--break-file=read -g,--gap-size=text -i,--ignore-file=read -o,--only-file=read
    -w,--width=text --auto-reference --traditional --right-side-refs --ignore-case --references --typeset-mode
    --format=text") (args "read*") (on "-G --traditional" (args "read write") (given 2 (class acts))))
(program "numfmt" (is pure)
  (flags "-d,--delimiter=text --field=text --format=text --from=text --from-unit=text --grouping --header?text
     --invalid=text --padding=text --round=text --suffix=text --to=text --to-unit=text --unit-separator=text --debug
     -z,--zero-terminated") (args "text*"))
(program "seq" (is pure prints) (style none) (args "text*"))
(program "factor" (is pure) (flags "-h,--exponents") (args "text*"))
(program "expr" (style none) (is pure) (args "text*"))
(program "basename" (is pure) (flags "-az -s,--suffix=text --multiple --zero") (args "text*"))
(program "dirname" (is pure) (flags "-z --zero") (args "text*"))
(program "realpath" (is pure names)
  (flags "-eEmLPqsz --canonicalize-existing --canonicalize-missing --canonicalize --logical --physical --quiet
     --relative-to=read --relative-base=read --strip --no-symlinks --zero") (args "read*"))
(program "readlink" (is pure names)
  (flags "-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent
     --verbose --zero") (args "read*"))
(program "pwd" (is pure) (flags "-LPW --logical --physical"))
(program "pathchk" (is pure) (flags "-pP --portability") (args "text*"))
(program "stat gstat" (is pure names)
  (flags "-LftxrsFlnqH -c,--format=text --printf=text -t,--terse -f,--file-system --dereference --cached=text")
  (args "read*"))
(program "du gdu" (is pure names)
  (flags "-0abcDHhklLmPsSxrgAn -d,--max-depth=text -B,--block-size=text -t,--threshold=text -X,--exclude-from=read
     -I=text --exclude=text --all --apparent-size --bytes --total --dereference-args --human-readable --inodes
     --dereference --count-links --no-dereference --null --separate-dirs --si --summarize --time?text
     --time-style=text --one-file-system --files0-from=list0:tree") (args "tree*"))
(program "df gdf" (is pure)
  (flags "-ahHiklmPTvbgnIY -B,--block-size=text -t,--type=text -x,--exclude-type=text --all --human-readable --si
     --inodes --local --no-sync --output?text --portability --print-type --total") (args "read*")
  (on "--sync" (class reads)) (flags "--sync"))
(program "date gdate"
  (flags "-Ru -d,--date=text -f,--file=read -I?text --iso-8601?text -r,--reference=read --rfc-3339=text --rfc-email --rfc-2822 --rfc-822
     --utc --universal --debug --resolution -j -v=text"
    "-s,--set=text") (args "text") (word 1 "0* 1*" (class acts) (ask settings "The clock of the machine is set"
      "work"))
  (on "-s --set" (class acts) (deny machine "The clock of the machine is set")))
(program "cal ncal" (is pure) (flags "-# -13yYmjbhNCwMsS -A=text -B=text -m?text -d=text -n=text"
    "-eopJ -H=text -W=text --three --year --monday --sunday --julian --months=text --span --one --twelve") (args
      "text*"))
(program "sleep usleep" (is pure) (args "text*"))
(program "uname arch" (is pure)
  (flags "-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
     --hardware-platform --operating-system"))
(program "nproc" (is pure) (flags "--all --ignore=text"))
(program "whoami logname hostid" (is pure))
(program "id" (is pure) (flags "-agGnruzpPFZ --group --groups --name --real --user --zero --context") (args "user*"))
(program "groups" (is pure) (args "user*"))
(program "users" (is pure) (args "read"))
(program "who" (flags "-abdHlmpqrstTuw --all --boot --count --dead --heading --login --lookup --mesg --message
     --process
     --runlevel --short --time --users --writable --ips") (args "read text*")
  (on "--lookup" (class acts) (is network)))
(program "w" (is pure) (flags "-hsfiuoVp --no-header --short --from"
    "-u --no-current --old-style --ip-addr --pids") (args "user"))
(program "pinky finger" (flags "-lbhpsfwiqm") (args "user*") (any "*@*" (class acts) (is network)))
(program "tty" (is pure) (flags "-s --silent --quiet"))
(program "hostname"
  (flags "-AadfiIsyvF --all-fqdns --alias --domain --fqdn --long --all-ip-addresses --ip-address --short --nis")
  (args "text") (given 1 (class acts) (deny network-settings "The name of the machine is changed"))
  (on "-F" (class acts) (deny network-settings "The name of the machine is changed")))
(program "env" (style gnu) (is stops)
  (flags
    "-i0v -u,--unset=text -C,--chdir=dir -S,--split-string=shell -a,--argv0=text --ignore-environment --null --debug
     --block-signal?text --default-signal?text --ignore-signal?text --list-signal-handling") (args "env* run")
  (on "-S --split-string" (unknown "-S makes words out of text"))
  (value "-S --split-string" "*\\_* *${*" (deny hidden-execution
    "env is given a command that does not read as it runs")))
(program "printenv" (is pure) (flags "-0 --null") (args "text*")
  (any "*SECRET* *TOKEN* *PASSW* *API?KEY* *APIKEY* *CREDENTIAL* *PRIVATE* *ACCESS?KEY*"
    (deny secret "A variable that holds a secret is shown")))
(program "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum cksum md5 shasum xxhsum xxh64sum b3sum
          crc32 sha1 sha256 sha512" (is pure)
  (flags "-bctzwrspU0 -a,--algorithm=text -l,--length=text --binary --check --tag --text --zero --ignore-missing
     --quiet --status --strict --warn --untagged --raw --base64 --debug -q -n"
    "--sysv"
    "-H?text") (args "read*"))
(program "base64 base32 basenc base58 basez" (is pure)
  (flags "-dDi -w,--wrap=text --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf
     --base2lsbf --z85 -b=text") (args "read") (on "-d -D --decode" (is decodes)))
(program "uuencode uudecode" (class acts) (here "work") (flags "-mre -o=write") (args "read text") (is decodes))
(program "od hexdump hd xxd_" (is pure)
  (flags "-abcdfhilosxvCXB -A,--address-radix=text -j,--skip-bytes=text -N,--read-bytes=text -t,--format=text
     -w,--width?text -S,--strings?text -n=text -e=text -f=read -s=text -L?text --output-duplicates --endian=text
     --traditional --canonical --length=text --skip=text --no-squeezing --one-byte-char --two-bytes-hex")
  (flags "--one-byte-octal --one-byte-char --two-bytes-decimal --two-bytes-octal --format-file=read --color?text -V")
  (args "read*"))
(program "xxd"
  (flags "-a -A -b -C -e -E -i -p -r -u -v -c*=text -g*=text -l*=text -o*=text -s*=text -n=text -R=text"
    "-ps -revert -plain -len=text -cols=text -seek=text -bits -autoskip -postscript -include"
    "-capitalize -EBCDIC -groupsize=text -h -help -version -offset=text") (style single)
  (args "read write") (given 2 (class acts)) (on "-r -revert" (is decodes)))
(program "touch" (class acts)
  (flags "-acfhm -d,--date=text -r,--reference=read -t=text --no-create --no-dereference --time=text -A=text")
  (args "append*"))
(program "mkdir" (class acts) (flags "-pvZ -m,--mode=text --parents --verbose --context?text") (args "write*"))
(program "rmdir" (class acts) (flags "-pv --parents --verbose --ignore-fail-on-non-empty") (args "delete*"))
(program "rm grm" (class acts)
  (flags "-firRdvIPWx --force --interactive?text --one-file-system --no-preserve-root --preserve-root?text --recursive
     --dir --verbose") (args "delete*") (on "-r -R --recursive" (args "deltree*"))
  (on "--no-preserve-root" (deny destruction "rm is told that the root may go")))
(program "unlink" (class acts) (args "delete*"))
(program "trash trash-put gio-trash" (class acts) (flags "-frdvi") (args "deltree*"))
(program "shred srm wipe" (class acts)
  (flags "-fuvxzrRqid -n,--iterations=text -s,--size=text --remove?text --random-source=read --force --exact --zero
     --verbose --recursive -P -m -l") (args "deltree*") (ask destruction "What is overwritten cannot be restored"))
(program "cp gcp" (class acts)
  (flags "-abdfHilLnPprRsuvxZTcX -S,--suffix=text -t,--target-directory=into --archive --attributes-only --backup?text
     --copy-contents --force --interactive --link --dereference --no-clobber --no-dereference --preserve?text
     --no-preserve=text --parents --recursive --reflink?text --remove-destination --sparse=text
     --strip-trailing-slashes --symbolic-link --no-target-directory --update?text --verbose --one-file-system
     --keep-directory-symlink --debug --context?text") (args "read* into")
  (on "-a -r -R --archive --recursive" (args "tree* into")) (on "-s -l --symbolic-link --link" (args "link* into"))
  (on "-t --target-directory" (args "read*") (on "-a -r -R --archive --recursive" (args "tree*"))))
(program "mv gmv" (class acts)
  (flags "-bfinuvTZ -S,--suffix=text -t,--target-directory=into --backup?text --force --interactive --no-clobber
     --strip-trailing-slashes --no-target-directory --update?text --verbose --exchange --no-copy --debug --context")
  (args "move* into") (on "-t --target-directory" (args "move*")))
(program "ln gln" (class acts)
  (flags "-bdfFiLnPrsTvh -S,--suffix=text -t,--target-directory=into --backup?text --directory --force --interactive
     --logical --no-dereference --physical --relative --symbolic --no-target-directory --verbose") (args "link* into")
  (on "-t --target-directory" (args "link*")))
(program "link" (class acts) (args "link write"))
(program "install ginstall" (class acts)
  (flags "-bcCdDpsTvZ -g,--group=text -m,--mode=text -o,--owner=text -S,--suffix=text -t,--target-directory=into
     --backup?text --compare --directory --preserve-timestamps --strip --no-target-directory --verbose --debug
     --context?text --preserve-context --strip-program=hidden") (args "read* into")
  (on "-d --directory" (args "write*")) (on "-t --target-directory" (args "read*"))
  (unless "-d --directory" (value "-m --mode" "2??? 02???" (deny accounts
    "A program is installed that runs as its group")))
  (value "-m --mode" "4??? 6??? 7??? 04??? 06??? *+s* *=*s*" (deny accounts
    "A program is installed that runs as its owner")))
(program "chmod" (class acts) (style exact)
  (flags "-cfRvhHLP --changes --silent --quiet --verbose --recursive --no-preserve-root --preserve-root
     --reference=read --dereference --no-dereference -r* -w* -x* -X* -s* -t*") (args "text meta*")
  (on "-R --recursive" (args "text metatree*"))
  (on "--reference -r* -w* -x* -X* -s* -t*" (args "meta*") (on "-R --recursive" (args "metatree*")))
  (word 1 "*+*s* *=*s* 4??? 6??? 2??? 7???" (deny accounts "A program is made to run as its owner or group")))
(program "chown chgrp" (class acts)
  (flags "-cfRvhHLPx --changes --silent --quiet --verbose --recursive --no-preserve-root --preserve-root
     --reference=read --dereference --no-dereference --from=text") (args "text meta*")
  (on "-R --recursive" (args "text metatree*"))
  (on "--reference" (args "meta*") (on "-R --recursive" (args "metatree*"))))
(program "chattr" (class acts) (style none) (args "text meta*") (word 1 "-R -*R*" (args "text text metatree*"))
  (ask settings "Attributes of files are changed" "work"))
(program "lsattr getfattr" (is pure) (flags "-RVadvlphLPm -n=text -e=text -m=text --absolute-names --dump"
    "-h --name=text --encoding=text --no-dereference --match=text --only-values --recursive --logical --physical")
  (args "read*"))
(program "setfattr" (class acts) (flags "-h -n=text -v=text -x=text --restore=read") (args "meta*"))
(program "getfacl" (is pure) (flags "-acdeEhsRLPtpnv --access --default --omit-header --all-effective --no-effective
     --skip-base --recursive --logical
     --physical --tabular --absolute-names --numeric") (args "read*"))
(program "setfacl" (class acts)
  (flags "-bkndRLP -m,--modify=text -M,--modify-file=read -x,--remove=text -X=read --set=text --set-file=read
     --restore=read --recursive --remove-all --remove-default --default --mask --no-mask --physical --logical --test")
  (args "meta*") (on "-R --recursive" (args "metatree*")))
(program "chcon restorecon" (class acts) (flags "-RvhFn -t=text -u=text -r=text --reference=read")
  (args "text metatree*"))
(program "mkfifo" (class acts) (flags "-Z -m,--mode=text --context?text") (args "write*"))
(program "mknod" (class acts) (flags "-Z -m,--mode=text --context?text") (args "write text*")
  (any "b c u" (deny machine "A device file is made")))
(program "mktemp" (class acts) (flags "-dqut -p,--tmpdir?temporary --suffix=text --directory --dry-run --quiet")
  (args "text") (flags "-p=dir") (ask acts "A temporary file is made" "work") (on "-u --dry-run" (class reads)
    (pardon acts)))
(program "truncate" (class acts) (flags "-co -r,--reference=read -s,--size=text --no-create --io-blocks")
  (args "write*")
  (value "-s --size" "*T *TB *P *E ????????????????*" (deny resources "A file is made that fills the disk")))
(program "fallocate" (class acts)
  (flags "-cdinpvxz -l,--length=text -o,--offset=text --posix --punch-hole --keep-size") (args "write*")
  (value "-l --length" "*T *TB *TiB *P *E ???G ????G ????????????????*"
    (deny resources "A file is made that fills the disk")))
(program "split" (class acts)
  (flags "-deEux -# -a,--suffix-length=text -b,--bytes=text -C,--line-bytes=text -l,--lines=text -n,--number=text
     -t,--separator=text --additional-suffix=text --numeric-suffixes?text --hex-suffixes?text --elide-empty-files
       --unbuffered --verbose --filter=hidden") (args "read into")
  (ask acts "Files are written whose names the command does not list" "work"))
(program "csplit" (class acts)
  (flags "-kqsz -b=text -f,--prefix=into -n,--digits=text --suffix-format=text --keep-files --quiet --silent
     --elide-empty-files --suppress-matched") (args "read text*")
  (ask acts "Files are written whose names the command does not list" "work"))
(program "tee" (class acts) (flags "-aip --append --ignore-interrupts --output-error?text") (args "write*")
  (on "-a --append" (args "append*")) (none (class reads)) (word 1 "/dev/null" (class reads) (args "write*")))
(program "sync" (flags "-df --data --file-system") (args "read*"))
(program "dd" (hook dd))
(program "test [" (hook test))
(program "stdbuf" (is stops) (flags "-i,--input=text -o,--output=text -e,--error=text") (args "run"))
(program "nice" (is stops) (flags "-# -n,--adjustment=text") (args "run"))
(program "nohup" (is stops) (args "run"))
(program "timeout gtimeout" (is stops)
  (flags "-fpv -k,--kill-after=text -s,--signal=text --foreground --preserve-status --verbose") (args "text run"))
(program "chroot" (is stops escalates) (class acts) (flags "--groups=text --userspec=text --skip-chdir")
  (args "dir run"))
(program "runcon" (is stops) (flags "-c -t=text -u=text -r=text -l=text") (args "text run")
  (ask settings "A security context is chosen" "work") (class acts))
(program "stty" (flags "-ag -F,--file=read --all --save") (args "text*") (given 1 (class acts) (ask interactive
  "The terminal is set" "elsewhere")) (any "size speed" (class reads) (pardon interactive)))
(program "dircolors" (is pure) (flags "-bcp --sh --csh --print-database --print-ls-colors --bourne-shell --c-shell")
  (args "read"))
(program "pidof pgrep" (is pure)
  (flags "-sxlafnovqcwicd -d,--delimiter=text -g,--pgroup=text -G,--group=text -o=text -O,--older=text
     -P,--parent=text -s,--session=text -t,--terminal=text -u,--euid=text -U,--uid=text -F,--pidfile=read -r=text
     --full --count --list-name --list-full --newest --oldest --exact --inverse --ignore-case --ns=text
     --runstates=text --signal=text -A -L -h -V --lightweight --logpidfile --ignore-ancestors --cgroup=text
     --nslist=text -z") (args "text*"))

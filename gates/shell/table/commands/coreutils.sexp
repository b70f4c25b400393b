(program "true false : " (style none) (args "text*") (is pure) (examples reads "true" "false x" ": > x"))
(program "yes" (style none) (args "text*") (is pure prints) (examples reads "yes" "yes n"))
(program "echo" (style none) (args "text*") (is pure prints) (examples reads "echo -n hi" "echo $x"))
(program "printf" (style none) (args "text text*") (is pure prints)
  (word 1 "-v" (unknown "-v assigns a variable whose name may run code"))
  (examples reads "printf %s x" unknown "printf -v a x"))
(program "ls dir vdir" (is pure names)
  (flags "-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1eOTP@W%"
    "-I,--ignore=text -T,--tabsize=text -w,--width=text"
    "--all --almost-all --author --escape --ignore-backups --directory --dired --full-time --group-directories-first"
    "--no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --inode"
    "--kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name"
    "--reverse --recursive --size --context --zero --hide=text --block-size=text --color?text --classify?text"
    "--file-type --format=text --hyperlink?text --indicator-style=text --quoting-style=text --sort=text --time=text"
    "--time-style=text") (args "read*") (on "-R --recursive" (args "tree*"))
  (examples reads "ls -la" "ls --color=never -A" "ls -lhS --sort=size *.go" "ls $x" "ls --recur src" unknown
    "ls --frob"))
(program "cat" (is pure)
  (flags
    "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting")
  (args "read*")
  (examples reads "cat -n go.mod go.sum" "cat" "cat $f" unknown "cat --frob x"))
(program "tac" (is pure) (flags "-b,--before -r,--regex -s,--separator=text") (args "read*") (examples reads "tac f"))
(program "rev" (is pure) (flags "-0,--zero -hV") (args "read*") (examples reads "rev f"))
(program "nl" (is pure)
  (flags "-p,--no-renumber -b,--body-numbering=text -d,--section-delimiter=text -f,--footer-numbering=text"
    "-h,--header-numbering=text -i,--line-increment=text -l,--join-blank-lines=text -n,--number-format=text"
    "-s,--number-separator=text -v,--starting-line-number=text -w,--number-width=text") (args "read*")
  (examples reads "nl -ba f"))
(program "head" (is pure)
  (flags "-# -c,--bytes=text -n,--lines=text -q,--quiet,--silent -v,--verbose -z,--zero-terminated") (args "read*")
  (value "-c --bytes" "*t *tb *tib *p *pb *e ???g ????g ???gb ???gib ?????????????*"
    (deny resources "More is read than a disk holds"))
  (examples reads "head -5 f" "head -n -3 a b" "head -c4 f" "head -20" unknown "head --frob"))
(program "tail" (is pure)
  (flags "-# -fFrqvz -c,--bytes=text -n,--lines=text --follow?text --pid=text --retry -s,--sleep-interval=text"
    "--max-unchanged-stats=text --quiet --silent --verbose --zero-terminated") (args "read*")
  (examples reads "tail -f log" "tail -n +2 x" "tail -100 x"))
(program "wc" (is pure)
  (flags "-cmlLw --bytes --chars --lines --max-line-length --words --total=text --files0-from=read") (args "read*")
  (examples reads "wc -l f" "wc -l $f"))
(program "sort gsort"
  (flags "-bdfgiMhnRrVcCmsuz -# -k,--key=text -t,--field-separator=text -S,--buffer-size=text
     -T,--temporary-directory=temporary"
    "-o,--output=write --parallel=text --batch-size=text --files0-from=read --random-source=read --sort=text
     --check?text"
    "--ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort"
    "--human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --merge --stable --unique
     --zero-terminated --debug"
    "--compress-program=hidden") (args "read*")
  (examples reads "sort -o /dev/null names.txt" "sort -t, -k2,2n data.csv" "sort -rn" "sort --rev f" acts
    "sort -o out f" "sort f -o f" denies "sort -S1 --compress-program=/tmp/evil big.txt" "sort --comp /tmp/evil f"))
(program "uniq"
  (flags "-cdDiuz -# -f,--skip-fields=text -s,--skip-chars=text -w,--check-chars=text --count --repeated
     --all-repeated?text --group?text --ignore-case --unique --zero-terminated") (args "read write")
  (given 2 (class acts))
  (examples reads "uniq -c" "uniq f" acts "uniq f g"))
(program "cut" (is pure)
  (flags "-nsz -b,--bytes=text -c,--characters=text -d,--delimiter=text -f,--fields=text --complement --only-delimited
     --output-delimiter=text --zero-terminated") (args "read*")
  (examples reads "cut -d: -f1 /etc/passwd"))
(program "paste" (is pure) (flags "-sz -d,--delimiters=text --serial --zero-terminated") (args "read*")
  (examples reads "paste -sd, -" "paste a b"))
(program "join" (is pure)
  (flags "-iz -a=text -e=text -j=text -o=text -t=text -v=text -1=text -2=text --check-order --nocheck-order --header
     --ignore-case --zero-terminated") (args "read*")
  (examples reads "join -t, a.txt b.txt"))
(program "comm" (is pure)
  (flags "-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated") (args "read*")
  (examples reads "comm -12 a b"))
(program "tr" (is pure decodes) (flags "-cCdst --complement --delete --squeeze-repeats --truncate-set1")
  (args "text*")
  (examples reads "tr a-z A-Z" "tr -d '\\r'"))
(program "expand unexpand" (is pure) (flags "-aif -# -t,--tabs=text --all --initial --first-only") (args "read*")
  (examples reads "expand -t4 f"))
(program "fold" (is pure) (flags "-bcs -# -w,--width=text --bytes --spaces --characters") (args "read*")
  (examples reads "fold -sw80 f"))
(program "fmt" (is pure)
  (flags "-cstu -# -p,--prefix=text -w,--width=text -g,--goal=text --crown-margin --split-only --tagged-paragraph
     --uniform-spacing") (args "read*")
  (examples reads "fmt -w 72 f"))
(program "pr" (is pure)
  (flags "-# -0123456789acdfFhJlmnNorStTvwW -h,--header=text -l,--length=text -o,--indent=text -w,--width=text -s?text -n?text
     -e?text -i?text --columns=text --across --double-space --omit-header --merge --number-lines?text
     --show-nonprinting"
    "-D,--date-format=text -N,--first-line-number=text -S?text --show-control-chars --expand-tabs?text --form-feed
      --output-tabs?text --join-lines --no-file-warnings --separator?text --sep-string?text --omit-pagination
      --page-width=text"
    "--indent=text") (args "read*")
  (examples reads "pr -2 f" "pr -2ts, f"))
(program "shuf"
  (flags "-erz -i,--input-range=text -n,--head-count=text -o,--output=write --random-source=read --echo --repeat
     --zero-terminated") (args "read*") (on "-e --echo" (args "text*"))
  (examples reads "shuf -n 5 names.txt" "shuf -i 1-10" acts "shuf -o x y"))
(program "tsort" (is pure) (flags "-w") (args "read*") (examples reads "tsort deps"))
(program "ptx" (flags "-AGORfFgiMorSTWwb") (args "read write") (given 2 (class acts)) (examples reads "ptx f"))
(program "numfmt" (is pure)
  (flags "-d,--delimiter=text --field=text --format=text --from=text --from-unit=text --grouping --header?text
     --invalid=text --padding=text --round=text --suffix=text --to=text --to-unit=text --unit-separator=text --debug
     -z,--zero-terminated") (args "text*")
  (examples reads "numfmt --to=iec 1024"))
(program "seq" (is pure prints) (style none) (args "text*") (examples reads "seq -w 1 10" "seq -s, 3"))
(program "factor" (is pure) (flags "-h,--exponents") (args "text*") (examples reads "factor 12"))
(program "expr" (style none) (is pure) (args "text*") (examples reads "expr 3 + 4"))
(program "basename" (is pure) (flags "-az -s,--suffix=text --multiple --zero") (args "text*")
  (examples reads "basename a/b.go .go"))
(program "dirname" (is pure) (flags "-z --zero") (args "text*") (examples reads "dirname $x"))
(program "realpath" (is pure names)
  (flags "-eEmLPqsz --canonicalize-existing --canonicalize-missing --canonicalize --logical --physical --quiet
     --relative-to=read --relative-base=read --strip --no-symlinks --zero") (args "read*")
  (examples reads "realpath ."))
(program "readlink" (is pure names)
  (flags "-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent
     --verbose --zero") (args "read*")
  (examples reads "readlink -f x"))
(program "pwd" (is pure) (flags "-LPW --logical --physical") (examples reads "pwd -P"))
(program "pathchk" (is pure) (flags "-pP --portability") (args "text*") (examples reads "pathchk x"))
(program "stat gstat" (is pure names)
  (flags "-LftxrsFlnqH -c,--format=text --printf=text -t,--terse -f,--file-system --dereference --cached=text")
  (args "read*")
  (examples reads "stat -c '%s %n' a" "stat -f ." "stat f"))
(program "du gdu" (is pure names)
  (flags "-0abcDHhklLmPsSxrgAn -d,--max-depth=text -B,--block-size=text -t,--threshold=text -X,--exclude-from=read
     -I=text --exclude=text --all --apparent-size --bytes --total --dereference-args --human-readable --inodes
     --dereference --count-links --no-dereference --null --separate-dirs --si --summarize --time?text
     --time-style=text --one-file-system --files0-from=read") (args "tree*")
  (examples reads "du -sh a b" "du -d1 -h src" "du -sh $x"))
(program "df gdf" (is pure)
  (flags "-ahHiklmPTvbgnIY -B,--block-size=text -t,--type=text -x,--exclude-type=text --all --human-readable --si
     --inodes --local --no-sync --output?text --portability --print-type --total") (args "read*")
  (on "--sync" (class reads)) (flags "--sync")
  (examples reads "df -h ." "df -hT"))
(program "date gdate"
  (flags "-Ru -d,--date=text -f,--file=read -I?text --iso-8601?text -r,--reference=read --rfc-3339=text --rfc-email --rfc-2822 --rfc-822
     --utc --universal --debug --resolution -j -v=text"
    "-s,--set=text") (args "text") (word 1 "0* 1*" (class acts) (ask settings "The clock of the machine is set"
      "work"))
  (on "-s --set" (class acts) (deny machine "The clock of the machine is set"))
  (examples reads "date" "date -u +%FT%TZ" "date -d 'next friday' +%F" "date -Is" denies "date -s 2020-01-01"))
(program "cal ncal" (is pure) (flags "-# -13ymjbhNCwMsS -A=text -B=text -m=text -d=text -n=text"
    "-eopJ -H=text -W=text --three --year --monday --sunday --julian --months=text --span --one --twelve") (args
      "text*")
  (examples reads "cal -3" "cal 2024"
    "cal --three" unknown "cal --frob"))
(program "sleep usleep" (is pure) (args "text*") (examples reads "sleep 1"))
(program "uname arch" (is pure)
  (flags "-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
     --hardware-platform --operating-system")
  (examples reads "uname -a" "arch"))
(program "nproc" (is pure) (flags "--all --ignore=text") (examples reads "nproc"))
(program "whoami logname hostid" (is pure) (examples reads "whoami"))
(program "id" (is pure) (flags "-agGnruzpPFZ --group --groups --name --real --user --zero --context") (args "user*")
  (examples reads "id" "id -un" "id dev"))
(program "groups" (is pure) (args "user*") (examples reads "groups dev"))
(program "users" (is pure) (args "read") (examples reads "users"))
(program "who" (flags "-abdHlmpqrstTuw --all --boot --count --dead --heading --login --lookup --mesg --message
     --process
     --runlevel --short --time --users --writable --ips") (args "read text*")
  (on "--lookup" (class acts) (is network))
  (examples reads "who -b" "who am i"
    acts "who --lookup" unknown "who --frob"))
(program "w" (is pure) (flags "-hsfiuoVp --no-header --short --from"
    "-u --no-current --old-style --ip-addr --pids") (args "user") (examples reads "w -h"))
(program "pinky finger" (flags "-lbhpsfwiqm") (args "user*") (any "*@*" (class acts) (is network))
  (examples reads "pinky dev"))
(program "tty" (is pure) (flags "-s --silent --quiet") (examples reads "tty"))
(program "hostname"
  (flags "-AadfiIsyvF --all-fqdns --alias --domain --fqdn --long --all-ip-addresses --ip-address --short --nis")
  (args "text") (given 1 (class acts) (deny network-settings "The name of the machine is changed"))
  (on "-F" (class acts) (deny network-settings "The name of the machine is changed"))
  (examples reads "hostname" "hostname -I" denies "hostname evil"))
(program "env" (style gnu) (is stops)
  (flags
    "-i0v -u,--unset=text -C,--chdir=dir -S,--split-string=shell -a,--argv0=text --ignore-environment --null --debug
     --block-signal?text --default-signal?text --ignore-signal?text --list-signal-handling") (args "env* run")
  (on "-S --split-string" (unknown "-S makes words out of text"))
  (value "-S --split-string" "*\\_* *${*" (deny hidden-execution
    "env is given a command that does not read as it runs"))
  (examples reads "env" "env FOO=1 ls" "env -i -u X FOO=1 ls" unknown "env -S 'ls x'" denies
    "env -S 'rm\\_-rf'" reads "env -a x ls"))
(program "printenv" (is pure) (flags "-0 --null") (args "text*")
  (any "*SECRET* *TOKEN* *PASSW* *API?KEY* *APIKEY* *CREDENTIAL* *PRIVATE* *ACCESS?KEY*"
    (deny secret "A variable that holds a secret is shown"))
  (examples reads "printenv" "printenv LANG" "printenv HOME PATH" denies "printenv AWS_SECRET_ACCESS_KEY"))
(program "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum cksum md5 shasum xxhsum xxh64sum b3sum
          crc32 sha1 sha256 sha512" (is pure)
  (flags "-bctzwrspU0 -a,--algorithm=text -l,--length=text --binary --check --tag --text --zero --ignore-missing
     --quiet --status --strict --warn --untagged --raw --base64 --debug -q -n"
    "--sysv"
    "-H?text") (args "read*")
  (examples reads "sha256sum dist/app.tar.gz" "md5sum -c sums" "shasum -a 256 f"))
(program "base64 base32 basenc base58 basez" (is pure)
  (flags "-dDi -w,--wrap=text --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf
     --base2lsbf --z85 -b=text") (args "read") (on "-d -D --decode" (is decodes))
  (examples reads "base64 f" "base64 -d" "base64 -w0 f" "base64 --dec f"))
(program "uuencode uudecode" (class acts) (here "work") (flags "-mre -o=write") (args "read text") (is decodes)
  (examples asks "uudecode f"))
(program "od hexdump hd xxd_" (is pure)
  (flags "-abcdfhilosxvCXB -A,--address-radix=text -j,--skip-bytes=text -N,--read-bytes=text -t,--format=text
     -w,--width?text -S,--strings?text -n=text -e=text -f=read -s=text -L?text --output-duplicates --endian=text
     --traditional --canonical --length=text --skip=text --no-squeezing --one-byte-char --two-bytes-hex")
  (flags "--one-byte-octal --one-byte-char --two-bytes-decimal --two-bytes-octal --format-file=read --color?text -V")
  (args "read*")
  (examples reads "od -An -tx1 f" "hexdump -C -n 64 f"))
(program "xxd"
  (flags "-a -A -b -C -e -E -i -p -r -u -v -c*=text -g*=text -l*=text -o*=text -s*=text -n=text -R=text"
    "-ps -revert -plain -len=text -cols=text -seek=text -bits -autoskip -postscript -include"
    "-capitalize -EBCDIC -groupsize=text -h -help -version -offset=text") (style single)
  (args "read write") (given 2 (class acts)) (on "-r -revert" (is decodes))
  (examples reads "xxd -l 32 bin/app" "xxd -c1 f" "xxd -s -0x30 f" "xxd -p f" "xxd -r -p" acts "xxd f g"))
(program "touch" (class acts)
  (flags "-acfhm -d,--date=text -r,--reference=read -t=text --no-create --no-dereference --time=text -A=text")
  (args "append*")
  (examples acts "touch a b" "touch -d yesterday x"))
(program "mkdir" (class acts) (flags "-pvZ -m,--mode=text --parents --verbose --context?text") (args "write*")
  (examples acts "mkdir -p a/b" "mkdir -m755 x"))
(program "rmdir" (class acts) (flags "-pv --parents --verbose --ignore-fail-on-non-empty") (args "delete*")
  (examples acts "rmdir a"))
(program "rm grm" (class acts)
  (flags "-firRdvIPWx --force --interactive?text --one-file-system --no-preserve-root --preserve-root?text --recursive
     --dir --verbose") (args "delete*") (on "-r -R --recursive" (args "deltree*"))
  (on "--no-preserve-root" (deny destruction "rm is told that the root may go"))
  (examples acts "rm -f a" "rm -rf -- build" "rm --rec x" unknown "rm --frob x" denies "rm -rf --no-preserve-root /"))
(program "unlink" (class acts) (args "delete*") (examples acts "unlink a"))
(program "trash trash-put gio-trash" (class acts) (flags "-frdvi") (args "deltree*") (examples acts "trash-put a"))
(program "shred srm wipe" (class acts)
  (flags "-fuvxzrRqid -n,--iterations=text -s,--size=text --remove?text --random-source=read --force --exact --zero
     --verbose --recursive -P -m -l") (args "deltree*") (ask destruction "What is overwritten cannot be restored")
  (examples acts "shred -u a"))
(program "cp gcp" (class acts)
  (flags "-abdfHilLnPprRsuvxZTcX -S,--suffix=text -t,--target-directory=into --archive --attributes-only --backup?text
     --copy-contents --force --interactive --link --dereference --no-clobber --no-dereference --preserve?text
     --no-preserve=text --parents --recursive --reflink?text --remove-destination --sparse=text
     --strip-trailing-slashes --symbolic-link --no-target-directory --update?text --verbose --one-file-system
     --keep-directory-symlink --debug --context?text") (args "read* into")
  (on "-a -r -R --archive --recursive" (args "tree* into")) (on "-s -l --symbolic-link --link" (args "link* into"))
  (on "-t --target-directory" (args "read*") (on "-a -r -R --archive --recursive" (args "tree*")))
  (examples acts "cp a b" "cp -r src dst" "cp -t d a b" unknown "cp --frob a b"))
(program "mv gmv" (class acts)
  (flags "-bfinuvTZ -S,--suffix=text -t,--target-directory=into --backup?text --force --interactive --no-clobber
     --strip-trailing-slashes --no-target-directory --update?text --verbose --exchange --no-copy --debug --context")
  (args "move* into") (on "-t --target-directory" (args "move*"))
  (examples acts "mv a b" "mv -t d a b" "mv -n *.txt d"))
(program "ln gln" (class acts)
  (flags "-bdfFiLnPrsTvh -S,--suffix=text -t,--target-directory=into --backup?text --directory --force --interactive
     --logical --no-dereference --physical --relative --symbolic --no-target-directory --verbose") (args "link* into")
  (on "-t --target-directory" (args "link*"))
  (examples acts "ln -s a b" "ln -sf /tmp/e x"))
(program "link" (class acts) (args "link write") (examples acts "link a b"))
(program "install ginstall" (class acts)
  (flags "-bcCdDpsTvZ -g,--group=text -m,--mode=text -o,--owner=text -S,--suffix=text -t,--target-directory=into
     --backup?text --compare --directory --preserve-timestamps --strip --no-target-directory --verbose --debug
     --context?text --preserve-context --strip-program=hidden") (args "read* into")
  (on "-d --directory" (args "write*")) (on "-t --target-directory" (args "read*"))
  (value "-m --mode" "4??? 6??? 7??? 2??? 04??? 06??? 02??? *+s* *=*s*" (deny accounts
    "A program is installed that runs as its owner"))
  (examples acts "install -m 755 a b" "install -m 644 a b" "install -d x" denies "install -m 4755 /bin/bash b"
    "install -s --strip-program=/tmp/e a b"))
(program "chmod" (class acts) (style exact)
  (flags "-cfRvhHLP --changes --silent --quiet --verbose --recursive --no-preserve-root --preserve-root
     --reference=read --dereference --no-dereference -r* -w* -x* -X* -s* -t*") (args "text meta*")
  (on "-R --recursive" (args "text metatree*"))
  (on "--reference -r* -w* -x* -X* -s* -t*" (args "meta*") (on "-R --recursive" (args "metatree*")))
  (word 1 "*+*s* *=*s* 4??? 6??? 2??? 7???" (deny accounts "A program is made to run as its owner or group"))
  (examples acts "chmod +x a" "chmod -R u+w vendor" "chmod 644 a" "chmod -w a" denies "chmod u+s /bin/bash"
    "chmod 4755 a"))
(program "chown chgrp" (class acts)
  (flags "-cfRvhHLPx --changes --silent --quiet --verbose --recursive --no-preserve-root --preserve-root
     --reference=read --dereference --no-dereference --from=text") (args "text meta*")
  (on "-R --recursive" (args "text metatree*"))
  (on "--reference" (args "meta*") (on "-R --recursive" (args "metatree*")))
  (examples acts "chown dev a" "chown -R dev:dev src"))
(program "chattr" (class acts) (style none) (args "text meta*") (word 1 "-R -*R*" (args "text text metatree*"))
  (ask settings "Attributes of files are changed" "work")
  (examples acts "chattr +i f"))
(program "lsattr getfattr" (is pure) (flags "-RVadvlphLPm -n=text -e=text -m=text --absolute-names --dump"
    "-h --name=text --encoding=text --no-dereference --match=text --only-values --recursive --logical --physical")
  (args "read*")
  (examples reads "lsattr f"
    "getfattr --dump --recursive src"))
(program "setfattr" (class acts) (flags "-h -n=text -v=text -x=text --restore=read") (args "meta*")
  (examples acts "setfattr -n user.a -v 1 f"))
(program "getfacl" (is pure) (flags "-acdeEhsRLPtpnv --access --default --omit-header --all-effective --no-effective
     --skip-base --recursive --logical
     --physical --tabular --absolute-names --numeric") (args "read*") (examples reads "getfacl f"
       "getfacl --numeric --tabular src" unknown "getfacl --frob f"))
(program "setfacl" (class acts)
  (flags "-bkndRLP -m,--modify=text -M,--modify-file=read -x,--remove=text -X=read --set=text --set-file=read
     --restore=read --recursive --remove-all --remove-default --default --mask --no-mask --physical --logical --test")
  (args "meta*") (on "-R --recursive" (args "metatree*"))
  (examples acts "setfacl -m u:x:r f" "setfacl -R -m u:nobody:rwx d"))
(program "chcon restorecon" (class acts) (flags "-RvhFn -t=text -u=text -r=text --reference=read")
  (args "text metatree*")
  (examples acts "chcon x f"))
(program "mkfifo" (class acts) (flags "-Z -m,--mode=text --context?text") (args "write*")
  (examples acts "mkfifo /tmp/f" "mkfifo a b"))
(program "mknod" (class acts) (flags "-Z -m,--mode=text --context?text") (args "write text*")
  (any "b c u" (deny machine "A device file is made"))
  (examples acts "mknod x p" denies "mknod /tmp/sda b 8 0"))
(program "mktemp" (class acts) (flags "-dqut -p,--tmpdir?temporary --suffix=text --directory --dry-run --quiet")
  (args "text") (flags "-p=dir") (ask acts "A temporary file is made" "work") (on "-u --dry-run" (class reads)
    (pardon acts))
  (examples acts "mktemp -d"))
(program "truncate" (class acts) (flags "-co -r,--reference=read -s,--size=text --no-create --io-blocks")
  (args "write*")
  (value "-s --size" "*T *TB *P *E ????????????????*" (deny resources "A file is made that fills the disk"))
  (examples acts "truncate -s 0 f" denies "truncate -s 10T f"))
(program "fallocate" (class acts)
  (flags "-cdinpvxz -l,--length=text -o,--offset=text --posix --punch-hole --keep-size") (args "write*")
  (value "-l --length" "*T *TB *TiB *P *E ???G ????G ????????????????*"
    (deny resources "A file is made that fills the disk"))
  (examples acts "fallocate -l 1M f" denies "fallocate -l 900G f"))
(program "split" (class acts)
  (flags "-deEux -# -a,--suffix-length=text -b,--bytes=text -C,--line-bytes=text -l,--lines=text -n,--number=text
     -t,--separator=text --additional-suffix=text --numeric-suffixes?text --hex-suffixes?text --elide-empty-files
       --unbuffered --verbose --filter=hidden") (args "read into")
  (ask acts "Files are written whose names the command does not list" "work")
  (examples acts "split -l 100 f part-" "split -5 f" denies
    "split -l1 --filter=sh f"))
(program "csplit" (class acts)
  (flags "-kqsz -b=text -f,--prefix=into -n,--digits=text --suffix-format=text --keep-files --quiet --silent
     --elide-empty-files --suppress-matched") (args "read text*")
  (ask acts "Files are written whose names the command does not list" "work")
  (examples acts "csplit f /x/"))
(program "tee" (class acts) (flags "-aip --append --ignore-interrupts --output-error?text") (args "write*")
  (on "-a --append" (args "append*")) (none (class reads)) (word 1 "/dev/null" (class reads) (args "write*"))
  (examples acts "tee out.log" "tee -a x" reads "tee"))
(program "sync" (flags "-df --data --file-system") (args "read*") (examples reads "sync"))
(program "dd" (hook dd) (examples acts "dd if=a of=b bs=1M" reads "dd if=a bs=1 count=4" unknown "dd frob=1"))
(program "test [" (hook test) (examples reads "test -f x" "[ -n x ]" "[ a = b ]" unknown "[ -v x ]" "test -v x"))
(program "stdbuf" (is stops) (flags "-i,--input=text -o,--output=text -e,--error=text") (args "run")
  (examples reads "stdbuf -oL grep x f"))
(program "nice" (is stops) (flags "-# -n,--adjustment=text") (args "run")
  (examples reads "nice -n 5 ls" "nice -5 ls" "nice"))
(program "nohup" (is stops) (args "run") (examples reads "nohup true"))
(program "timeout gtimeout" (is stops)
  (flags "-fpv -k,--kill-after=text -s,--signal=text --foreground --preserve-status --verbose") (args "text run")
  (examples reads "timeout 10 ls -R docs" "timeout -k 5 10s ls"))
(program "chroot" (is stops escalates) (class acts) (flags "--groups=text --userspec=text --skip-chdir")
  (args "dir run")
  (examples asks "chroot /mnt ls"))
(program "runcon" (is stops) (flags "-c -t=text -u=text -r=text -l=text") (args "text run")
  (ask settings "A security context is chosen" "work") (class acts)
  (examples acts "runcon x ls"))
(program "stty" (flags "-ag -F,--file=read --all --save") (args "text*") (given 1 (class acts) (ask interactive
  "The terminal is set" "elsewhere")) (any "size speed" (class reads) (pardon interactive))
  (examples reads "stty -a" "stty size" acts "stty raw"))
(program "dircolors" (is pure) (flags "-bcp --sh --csh --print-database --print-ls-colors --bourne-shell --c-shell")
  (args "read")
  (examples reads "dircolors -p"))
(program "pidof pgrep" (is pure)
  (flags "-sxlafnovqcwicd -d,--delimiter=text -g,--pgroup=text -G,--group=text -o=text -O,--older=text
     -P,--parent=text -s,--session=text -t,--terminal=text -u,--euid=text -U,--uid=text -F,--pidfile=read -r=text
     --full --count --list-name --list-full --newest --oldest --exact --inverse --ignore-case --ns=text
     --runstates=text --signal=text -A -L -h -V --lightweight --logpidfile --ignore-ancestors --cgroup=text
     --nslist=text -z") (args "text*")
  (examples reads "pgrep -fl node" "pgrep -u dev" "pidof nginx"))

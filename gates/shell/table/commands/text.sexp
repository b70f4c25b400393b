; Searching, viewing, comparing and transforming text, structured data and archives.

(flag-set "grep" "-EFGPivwxcLlqshHnTUzabouVyRrIZS -# -e,--regexp=text -f,--file=read -m,--max-count=text
           -A,--after-context=text -B,--before-context=text -C,--context=text -d,--directories=text -D,--devices=text
           --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case
           --invert-match --word-regexp --line-regexp --count --color?text --colour?text --files-without-match
           --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename
           --no-filename --label=text --line-number --initial-tab --null --text --binary-files=text --exclude=text
           --exclude-from=read --exclude-dir=text --include=text --recursive --dereference-recursive --line-buffered
           --binary --null-data --unix-byte-offsets --no-group-separator --group-separator=text")
(program "grep egrep fgrep rgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep" (is pure) (flags "@grep")
  (args "text read*") (on "-e -f --regexp --file" (args "read*"))
  (on "-r -R --recursive --dereference-recursive" (args "text tree*") (on "-e -f --regexp --file" (args "tree*")))
  (on "-l -L --files-with-matches --files-without-match" (unless "--label" (is lists))))
(program "pcregrep pcre2grep"
  (flags "-acFHhilLMnoqrsuvwxN -e=text -f=read -A=text -B=text -C=text --color?text --include=text --exclude=text
     --exclude-dir=text --recursive") (args "text tree*")
  (any "*(?C*" (unknown "is given a pattern that may call a program"))
  (value "-e" "*(?c*" (unknown "is given a pattern that may call a program")))
(program "ugrep ug"
  (flags "@grep" "-g,--glob=text -t,--file-type=text -j --smart-case -p --no-pager --heading --hidden --stats ")
  (args "text tree*"))
(program "rg"
  (flags "-#"
    "-iSsvwxclLnNopPqFUuz0IHahb. -e,--regexp=text -f,--file=read -A,--after-context=text -B,--before-context=text
     -C,--context=text -d,--max-depth=text -E,--encoding=text -g,--glob=text -j,--threads=text -m,--max-count=text
     -M,--max-columns=text -r,--replace=text -t,--type=text -T,--type-not=text -V"
    "--iglob=text --auto-hybrid-regex --binary --block-buffered --byte-offset --case-sensitive --color=text
     --colors=text --column --count --count-matches --crlf --debug --dfa-size-limit=text --engine=text
     --field-context-separator=text --field-match-separator=text --files --files-with-matches --files-without-match
     --fixed-strings --follow --glob-case-insensitive --heading --hidden --ignore-case --ignore-file=read
     --ignore-file-case-insensitive --include-zero --invert-match --json --line-buffered --line-number --line-regexp
     --max-columns-preview --max-filesize=text --maxdepth=text --mmap --multiline --multiline-dotall --no-*
     --ignore --ignore-dot --ignore-exclude --ignore-files --ignore-global --ignore-messages --ignore-parent
     --ignore-vcs --messages --pcre2-unicode --require-git --sort-files --unicode --null --null-data --one-file-system
     --only-matching --passthru --path-separator=text --pcre2 --pretty --quiet --regex-size-limit=text --search-zip
     --smart-case --sort=text --sortr=text --stats --stop-on-nonmatch --text --threads=text --trace --trim
     --type-add=text --type-clear=text --type-list --unrestricted --vimgrep --with-filename --word-regexp
     --context-separator=text --no-context-separator --hyperlink-format=text --generate=text --pcre2-version"
    "--pre=hidden --pre-glob=text --hostname-bin=hidden") (args "text tree*")
  (on "-e -f --regexp --file --files" (args "tree*")) (on "--type-list" (args "text*")) (on "--files" (is names))
  (on "-l --files --files-with-matches --files-without-match" (unless "--path-separator --hyperlink-format" (is lists))))
(program "ag"
  (flags "-# -aAcfFghHilLnopqQrRsSuUvVwzD0 -A,--after?text -B,--before?text -C,--context?text
     -G,--file-search-regex=text -m,--max-count=text -p,--path-to-ignore=read --ackmate --all-types --break --nobreak
     --color --nocolor --column --count --depth=text --debug --filename --nofilename --files-with-matches
     --files-without-matches --fixed-strings --follow --group --nogroup --heading --noheading --hidden --ignore=text
     --ignore-case --ignore-dir=text --invert-match --line-numbers --nonumbers --literal --multiline --nomultiline
     --null --numbers --only-matching --parallel --print-long-lines --passthrough --silent --search-zip
     --skip-vcs-ignores --smart-case --stats --stats-only --unrestricted --vimgrep --word-regexp --width=text
     --workers=text --list-file-types --case-sensitive --go --python --js --ts --rust --cc --cpp --java --ruby --html
     --css --json --yaml --markdown --shell --php --perl --md"
    "-t --all-text --color-line-number=text --color-match=text --color-path=text --one-device --search-binary
      --filename-pattern=text") (args "text tree*")
  (on "-l -L --files-with-matches --files-without-matches" (is lists)))
(program "ack ack-grep" (style exact)
  (flags "-# -cfghHilLnoqQrRsSvVwx1 -A=text -B=text -C?text -m,--max-count=text --type=text --no* --ignore-dir=text
     --ignore-file=text --color --column --count --group --heading --break --files-from=list:read --files-with-matches
     --files-without-matches --ignore-case --invert-match --literal --match=text --no-filename --with-filename
     --passthru --print0 --smart-case --sort-files --help-types --noenv --ackrc=source --word-regexp --follow
     --underline --python --go --js --ts --perl --rust --java --ruby --cc --cpp --html --css --json
     --yaml --shell --php --markdown --make --xml --sql --lisp --c --proximate?text"
    "-Ik -P --after-context=text --before-context=text --context?text --color-filename=text --color-match=text
      --color-colno=text --color-lineno=text --create-ackrc --dump --flush --help-colors --help-rgb-colors
      --ignore-ack-defaults --known-types --man --range-start=text --range-end=text --recurse --no-recurse --show-types
      -t=text -T=text --type-add=text --type-set=text --type-del=text --thpppt --bar --cathy --nopager -p?text
      --sort-files --env") (args "text tree*")
  (on "-f" (args "tree*")) (on "--files-from" (args "text tree*")) (on "-x" (here "list:read")) (on "-l -L --files-with-matches --files-without-matches" (is lists)))
(program "sift pt hgrep" (flags "-iwnlcvr") (args "text tree*"))
(program "look" (is pure) (flags "-adfhV -t,--terminate=text --alternative --alphanum --ignore-case") (args
  "text read"))
(program "column" (is pure)
  (flags "-txenLSlJd -c,--output-width=text -s,--separator=text -o,--output-separator=text -N,--table-columns=text
     -R,--table-right=text -T,--table-truncate=text -E=text -H,--table-hide=text -O,--table-order=text
     -W,--table-wrap=text -n,--table-name=text -r,--tree=text -i=text -p=text --table --json --fillrows
     --keep-empty-lines --table-noheadings -l,--table-columns-limit=text"
    "-h -V -C=text --output-width=text --table-noextreme=text --table-header-repeat --tree-id=text
     --tree-parent=text") (args "read*"))
(program "colrm" (is pure) (args "text*"))
(program "strings"
  (flags "-# -afow -n,--bytes=text -t,--radix=text -e,--encoding=text -T,--target=text -d -U,--unicode=text
     -s,--output-separator=text -vV --all --print-file-name
     --include-all-whitespace --data") (args "read*") (any "@*" (unknown "takes words from a file"))
  (value "-n -t -e -T -U -s --bytes --radix --encoding --target --unicode --output-separator" "@*" (unknown
    "takes words from a file")))
(program "file"
  (flags "-bcdEhikLlNnprsSvzZ0 -e,--exclude=text -f,--files-from=list:read -F,--separator=text -m,--magic-file=read -P=text
     --apple --brief --extension --mime --mime-type --mime-encoding --keep-going --list --dereference --no-dereference
     --no-buffer --no-pad --print0 --raw --special-files --uncompress --preserve-date"
    "--parameter=text --exclude-quiet=text --uncompress-noreport --checking-printout") (args "read*")
  (on "-p --preserve-date" (class acts) (args "meta*")))
(program "iconv" (flags "-clst -f,--from-code=text -t,--to-code=text -o,--output=write --list --silent --verbose"
    "-V --usage")
  (args "read*")  (is decodes)
  (value "-f --from-code -t --to-code" "/* ./* ../*" (as "-f --from-code -t --to-code" "read")))
(program "dos2unix unix2dos mac2unix unix2mac" (class acts) (style single)
  (flags "-f -force -k -keepdate -q -quiet -s -safe -b -keep-bom -r -remove-bom -m -add-bom -l -newline -c=text
     -convmode=text -ascii -iso -7 -1252 -437 -850 -v -verbose -o -oldfile -n -newfile -i -id -iu -im -ib -it -ic -ih
     -ip -info -O -to-stdout -V -version -h -help") (args "change*") (on "-n -newfile" (args "read write read write"))
  (on "-i -id -iu -im -ib -it -ic -ih -ip -info -O -to-stdout" (class reads) (args "read*"))
  (version "-V --version -h --help"))
(program "recode" (class acts) (style none) (args "text change*") (ask acts "Files are changed in place" "work")
  (version "-l --list --help --version"))
(program "wdiff dwdiff" (flags "-123ins -w=text -x=text -y=text -z=text --statistics --color?text -C?text -P -c")
  (args "read*"))
(program "sdiff" (style gnu)
  (flags "-abBdEHilstvWZ -I,--ignore-matching-lines=text -w,--width=text -o,--output=write --text --ignore-case
     --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines
     --strip-trailing-cr --expand-tabs --tabsize=text --left-column --suppress-common-lines --minimal
     --speed-large-files --diff-program=hidden") (args "read read"))
(program "diff3" (style gnu)
  (flags "-3aAeEimTvxX -L,--label=text --show-all --ed --show-overlap --easy-only --overlap-only --merge --text
     --strip-trailing-cr --initial-tab --diff-program=hidden") (args "read read read"))
(program "diff gdiff colordiff"
  (flags "-# -qscCueEbBwiadlnNprtTvxXyZHABm3 -c,--context?text -C=text -u,--unified?text -U=text -D,--ifdef=text
     -F,--show-function-line=text -I,--ignore-matching-lines=text -L,--label=text -S,--starting-file=text
     -W,--width=text -x,--exclude=text -X,--exclude-from=read --brief --report-identical-files --ed --rcs
     --side-by-side --left-column --suppress-common-lines --show-c-function --expand-tabs --initial-tab --tabsize=text
     --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case
     --no-ignore-file-name-case --from-file=read --to-file=read --ignore-case --ignore-tab-expansion
     --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --text --strip-trailing-cr
     --line-format=text --unchanged-line-format=text --old-line-format=text --new-line-format=text
     --old-group-format=text --new-group-format=text --changed-group-format=text --unchanged-group-format=text
     --minimal --horizon-lines=text --speed-large-files --color?text --palette=text --normal --width=text
     --paginate") (args "read*") (on "-r --recursive" (args
       "tree*")))
(program "cmp" (is pure)
  (flags "-bls -i,--ignore-initial=text -n,--bytes=text --print-bytes --verbose --quiet --silent"
    "-v")
  (args "read read text text"))
(program "difft delta diff-so-fancy icdiff"
  (flags "-nswN --side-by-side --line-numbers --color-only --color=text --display=text --context=text --width=text
     -U=text --recursive -r --line-numbers --no-gitconfig --paging={never}"
    "--hyperlinks --show-config --list-languages --list-syntax-themes --show-syntax-themes --show-themes --dark
      --light --syntax-theme=text --tabs=text --wrap-max-lines=text --skip-unchanged --missing-as-empty --exit-code
      --strip-cr=text --sort-paths --ignore-comments --background=text --tab-width=text --check-only --byte-limit=text
      --graph-limit=text") (args "tree*"))
(program "patch" (class acts)
  (flags "-bcefElnNRstTuvZ -B=text -d,--directory=dir -D=text -F,--fuzz=text -g=text -i,--input=read -o,--output=write
     -p,--strip=text -r,--reject-file=write -V=text -x=text -Y=text -z=text --backup --binary --context --dry-run
     --batch --force --forward --reverse --quiet --silent --verbose --unified --normal --merge?text
     --no-backup-if-mismatch --posix --remove-empty-files --ignore-whitespace --follow-symlinks") (args "change read")
  (unless "--dry-run" (ask acts "Files are changed that the patch names" "work"))
  (on "--dry-run" (here "work"))) ; it looks whether it could write
(program "diffstat" (style exact)
  (flags "-bcCdEhkKlmqrRstTuvVz -D=tree -e=write -f=text -n=text -N=text -o=write -p=text -S=tree -w=text") (args
    "read*"))
(program "interdiff filterdiff lsdiff combinediff"
  (flags "-p=text -n -q -z -i=text -x=text --strip=text -svwlbhiHE --ignore-all-space --ignore-case
     --ignore-blank-lines
     --ignore-space-change --unified?text -U=text --interpolate --no-revert-omitted --quiet --decompress --line-number
     --include=text --exclude=text --status --number-files --verbose --files=text --lines=text --hunks=text") (args
       "read*"))
(program " bat batcat"
  (flags "-# -AnpPdfHu -l,--language=text -H,--highlight-line=text -r,--line-range=text -m,--map-syntax=text
     --file-name=text --diff --diff-context=text --tabs=text --wrap=text --terminal-width=text --number --color=text
     --italic-text=text --decorations=text --paging={never,auto,always} --theme=text --list-themes --list-languages
     --style=text --plain --show-all --force-colorization --no-config --no-paging --no-pager --squeeze-blank --unbuffered
     --strip-ansi=text -S --chop-long-lines --ignored-suffix=text --binary=text --nonprintable-notation=text
     --set-terminal-title -s --squeeze-limit=text --fallback-syntax=text --theme-light=text --theme-dark=text
     --sanitize?text --no-custom-assets --completion=text --no-lessopen --config-file --config-dir --cache-dir
     --quiet-empty --acknowledgements --pager={builtin}"
    "-L -h -V") (args "read*"))
(program "less zless bzless xzless"
  (flags "-# -aAcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~ -b=text -h=text -j=text -p,--pattern=text -P=text -x=text -y=text
     -z=text --quit-if-one-screen --RAW-CONTROL-CHARS --raw-control-chars --chop-long-lines --LINE-NUMBERS
     --line-numbers --no-init --ignore-case --IGNORE-CASE --squeeze-blank-lines --quit-at-eof --QUIT-AT-EOF
     --tabs=text --mouse --silent --quiet --search-skip-screen --SEARCH-SKIP-SCREEN --auto-buffers --clear-screen
     --CLEAR-SCREEN --dumb --force --hilite-search --HILITE-SEARCH --status-column --quit-on-intr --no-lessopen
     --long-prompt --LONG-PROMPT --QUIET --SILENT --underline-special --UNDERLINE-SPECIAL --hilite-unread
     --HILITE-UNREAD --tilde --file-size --follow-name --incsearch --MOUSE --no-keypad --no-histdups --use-color
     --redraw-on-quit --exit-follow-on-close -B -D=text --buffers=text --color=text --max-back-scroll=text
     --jump-target=text --prompt=text --max-forw-scroll=text --window=text --quotes=text --shift=text
     --line-num-width=text --rscroll=text --status-col-width=text --wheel-lines=text --header=text --modelines=text"
    "--lesskey-content=hidden --lesskey-src=source -o,--log-file=write -O,--LOG-FILE=write --tag=text
     -k,--lesskey-file=source
    -T,--tag-file=read -t=text +*=text") (args "read*")
  (on "+" (unknown "is told to carry out keys that may run a command"))
  (only "+" "0* 1* 2* 3* 4* 5* 6* 7* 8* 9*" (unknown ""))
  (value "+" "*a* *b* *c* *d* *e* *h* *i* *j* *k* *l* *m* *n* *o* *q* *r* *s* *t* *u* *v* *w* *x* *y* *z* *:* *-* *_*
    *^*"
    (unknown "is told to carry out keys that may run a command"))
  (only "+" "f g /*" (unknown ""))
  (value "+" "*!* *|* *#*" (unknown "is told to carry out keys that may run a command"))
  (value "+" "!*" (deny hidden-execution "less is told to run a command")))
(program "more most pg zmore bzmore"
  (flags "-# -dlfepcsuV -n,--lines=text --silent --logical --no-pause --print-over --clean-print --squeeze --plain
     --exit-on-eof +*=text") (args "read*") (on "+" (unknown "is told to carry out keys that may run a command"))
  (only "+" "/* 0* 1* 2* 3* 4* 5* 6* 7* 8* 9*" (unknown ""))
  (value "+" "*!*" (unknown "is told to carry out keys that may run a command")))
(program "apropos whatis" (is pure)
  (flags "-adehlrvwV -s,--sections,--section=text -m,--systems=text -M,--manpath=read -L,--locale=text --and --debug
     --exact --long --regex --usage --verbose --wildcard") (args "text*"))
(program "info" (style exact)
  (flags "-abhkORw -d,--directory=tree -f,--file=read -k,--apropos=text -n,--node=text -o,--output=write --all
     --index-search=text --no-raw-escapes --raw-escapes --show-options --speech-friendly --strict-node-location
     --subnodes --usage --vi-keys --where --location -x") (args "text*") (any "*/*" (args "read*")))
(program "tldr" (style exact)
  (flags "-lvhV -p,--platform=text -L,--language=text --list --short-options --long-options --color?text") (args
    "text*")
  (unless "-l --list -v -h -V" (class acts) (is network)))
(program "cheat" (style exact)
  (flags "-acdlrTvh -p,--path=text -s,--search=text -t,--tag=text --all --colorize --directories --list --regex
     --tags")
  (args "text*"))
(program "man"
  (flags "-adDfiIkKlhwWtV -# -M,--manpath={/usr/share/man,/usr/local/share/man,/usr/local/man} -S,--sections=text -s=text -L,--locale=text --all --apropos
     --whatis --where --path --local-file --no-pager --regex --names-only --wildcard --section=text -e,--extension=text
     -m,--systems=text -R,--recode=text -E,--encoding=text -r,--prompt=text -7 --ascii --ditroff --debug --default
     --global-apropos --ignore-case --location --location-cat --match-case --nh --nj --no-hyphenation
     --no-justification --no-subpages --troff --usage --warnings?text --where-cat -T,--troff-device?text -Z"
    "-P,--pager=hidden -H,--html?hidden -C,--config-file=source") (args "text*")
  (on "-l --local-file" (args "read*") (class builds)) (any "*/* *.?" (args "read*") (class builds)) ; .so names files
  (on "-H --html" (unknown "opens a browser")))
(program " multitail lnav" (flags "-i -f") (args "read*") (opaque "it waits for a person at a terminal"))
(program "nano pico joe micro emacsclient ee mcedit kak hx helix ne jed" (class acts)
  (flags
    "-wRvlnct -s=hidden --speller=hidden -rc*=source -e=code:elisp --eval=code:elisp -f=source --rcfile=source -T=text
    -r=text
     --tabsize=text --nowrap --alternate-editor=hidden -a=hidden") (args "change*")
  (ask interactive "An editor waits for a person at a terminal, and commands have none" "elsewhere"))
(program "tree" (flags
  "-adfgiClxpsuhDFqNQrtAcnUvSXJR -H=text -I=text -L=text -o=write -P=text -T=text --du --dirsfirst
     --filelimit=text --filesfirst --charset=text --gitignore --gitfile=read --infofile=read --ignore-case --matchdirs
     --metafirst --noreport --nolinks --inodes --device --sort?text --si --timefmt=text --prune --fromfile --info
     --hintro=read --houtro=read -0"
    "--fflinks") (style exact) (args "tree*")
  (on "-R" (here "writetree")) (unless "--fromfile --info" (is names)))
(program "exa eza lsd" (is pure names)
  (flags "-#"
    "-1laAdDFfgGhHiImMnOorRsStTuUxXZbBCcv@ -L,--level=text -s,--sort=text -t,--time=text -I,--ignore-glob=text
     -w,--width=text --all --almost-all --binary --bytes --blocks --classify?text --color?text --colour?text
     --color-scale?text --extended --git --git-ignore --git-repos --no-git --group --group-directories-first
     --group-dirs=text --header --icons?text --icon=text --inode --links --list-dirs --long --modified --no-filesize
     --no-icons --no-permissions --no-time --no-user --numeric --octal-permissions --oneline --only-dirs --only-files
     --recurse --reverse --time-style=text --total-size --tree --accessed --changed --created --across --grid
     --hyperlink --absolute?text --no-quotes --depth=text --date=text --blocksize=text --human-readable --size=text
     --permission=text --sizesort --timesort --versionsort --extensionsort --dereference --directory-only") (args "tree*"))
(program "fd fdfind"
  (flags "-HIuUsigFaLp0l1q -t,--type=text -e,--extension=text -E,--exclude=text -S,--size=text -d,--max-depth=text
     -c,--color=text -j,--threads=text -o,--owner=text -C,--base-directory=dir -x,--exec=run -X,--exec-batch=run
     --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-global-ignore-file --unrestricted --case-sensitive
     --ignore-case --glob --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0
     --min-depth=text --exact-depth=text --prune --changed-within=text --changed-before=text --newer=text --older=text
     --max-results=text --quiet --show-errors --path-separator=text --search-path=tree --strip-cwd-prefix?text
     --one-file-system --relative-path --and=text --max-buffer-time=text --batch-size=text --ignore-file=read
     --format=text --hyperlink?text --has-results --no-follow --no-hidden"
    "--mount --xdev -h -V") (args "text tree*") (is fill-tree)
  (unless "--format --path-separator --hyperlink --list-details -l -x --exec -X --exec-batch" (is lists)))
(program "locate plocate mlocate mdfind"
  (flags "-abceiprswAELHPSq0 -l,--limit,-n=text -d,--database=read --basename --count --existing --ignore-case --regex
     -r=text --regexp=text -onlyin*=tree --statistics --null --all --wholename") (args "text*")
  (unless "-c -S --count --statistics" (is lists)))
(program "find gfind" (hook find))
(program "xargs gxargs" (is stops fill-input)
  (flags "-0optrx -a,--arg-file=read -d,--delimiter=text -E=text -e?text --eof?text -I=mark -i?mark --replace?mark
     -L=text -l?text --max-lines?text -n,--max-args=text -P,--max-procs=text -s,--max-chars=text --null --interactive
     --open-tty --no-run-if-empty --show-limits --verbose --exit -J=mark -R=text -S=text")
  (args "run"))
(program "sed gsed"
  (flags "-nErszuE -e,--expression=code:sed -f,--file=script:sed -i?text --in-place?text -l,--line-length=text --quiet
     --silent --debug --follow-symlinks --posix --regexp-extended --separate --sandbox --null-data --unbuffered
     --zero-terminated -a") (args "code:sed read*") (on "-e -f --expression --file" (args "read*"))
  (value "-i --in-place" "*/*" (unknown "keeps a copy in another directory"))
  (on "-i --in-place" (class acts) (args "code:sed change*") (on "-e -f --expression --file" (args "change*"))))
(program "awk gawk mawk nawk original-awk goawk" (style exact)
  (flags "-F,--field-separator=text -v,--assign=text -f,--file=script:awk -b,--characters-as-bytes -c,--traditional -C
     -h -n,--non-decimal-data -M,--bignum -N,--use-lc-numeric -O,--optimize -P,--posix -r,--re-interval
     -s,--no-optimize -S,--sandbox -t,--lint-old -L?text --lint?text -e,--source=code:awk -V --csv -k
     -i,--include=source -l,--load=hidden -D?hidden --debug?hidden -p?write --profile?write -o?write
       --pretty-print?write
     -d?write --dump-variables?write"
    "-I --trace --copyright -g --gen-pot") (is stops)
  (args "code:awk read*") (on "-f -e --file --source" (args "read*"))
  (on "-o --pretty-print -p --profile" (here "write:awkprof.out")) (on "-d --dump-variables" (here "write:awkvars.out"))
  (value "-i --include" "inplace" (class acts) (args "code:awk change*") (on "-f -e --file --source" (args "change*"))))
(program " rename prename" (class acts)
  (flags "-nfvosai0dH --no-act --dry-run --verbose --force -e=code:perl -E=code:perl") (args "text change*")
  (ask acts "Files are renamed by an expression" "work"))
(program "mmv vidir qmv" (class acts) (args "text*")
  (any "/etc/* /usr/* /bin/* /home/* /lib/* /root/*" (deny destruction
    "Files of the machine or of a person are renamed")) (ask acts "Files are renamed by a pattern" "work"))
(program "jq gojq jaq" (is pure)
  (flags "-nrRscCSaeMjh0 --tab --seq --stream --stream-errors --null-input --raw-input --slurp --compact-output
     --color-output --monochrome-output --sort-keys --ascii-output --join-output --raw-output --raw-output0
     --exit-status --unbuffered --build-configuration -L=tree --indent=text --arg --argjson
     --slurpfile --rawfile --args --jsonargs --yaml-input --yaml-output") (style exact) (hook jq))
(flag-set "yq" "--xml-attribute-prefix=text --xml-content-name=text --xml-strict-mode?text --xml-keep-namespace?text
  --xml-raw-token?text --xml-proc-inst-prefix=text --xml-directive-name=text --xml-skip-proc-inst?text
  --xml-skip-directives?text --csv-auto-parse?text --csv-separator=text --tsv-auto-parse?text --tsv-separator=text
  --lua-prefix=text --lua-suffix=text --lua-unquoted --lua-globals --ini-preserve-quotes --properties-separator=text
  --properties-array-brackets --shell-key-separator=text --string-interpolation?text --nul-output --verbose
  --debug-node-info --yaml-fix-merge-anchor-to-spec --yaml-compact-seq-indent --security-disable-env-ops
  --security-disable-file-ops")
(program "yq" (style exact)
  (flags "-nPrejCMNsi0vV -o,--output-format=text -p,--input-format=text -I,--indent=text -s,--split-exp=text --inplace
     --null-input --prettyPrint --unwrapScalar?text --exit-status --colors --no-colors --no-doc --front-matter=text
     --header-preprocess?text --tojson --expression=text @yq -y,--yaml-output -Y
     -x -t -S,--sort-keys -c,--compact-output --raw-output -a --all")
  (sub "eval e eval-all ea" (args "text read*") (word 1 "../* /* ~*" (args "read*"))
    (any "*load*(* *env(* *envsubst* *$ENV* env env.* env|* env?|* *|env* *|?env*"
      (unknown "reads files or variables that the expression names"))
    (on "-i --inplace" (class acts) (args "text change*")) (flags "-nPrejCMNv -i,--inplace -o,--output-format=text -p,--input-format=text -I,--indent=text --null-input
      --prettyPrint --exit-status --colors --no-colors --no-doc --unwrapScalar?text --tojson --expression=text
      @yq"))
  (any "*load*(* *env(* *envsubst* *$ENV* env env.* env|* env?|* *|env* *|?env*"
    (unknown "reads files or variables that the expression names")) (args "text read*")
  (word 1 "../* /* ~*" (args "read*"))
  (on "-i --inplace" (class acts) (args "text change*"))
  (on "-s --split-exp" (class acts) (ask acts "Files are written whose names the command does not list" "work")))
(program "tomlq xq jtbl jp pup htmlq"
  (flags "-rncsjvuh -f,--file=read -r=text -w=text --stream --color --colorize --monochrome --ungron --no-sort
     --values --array -p=text -o={-,json,yaml,csv} --sort --json -t --truncate --no-wrap --cols=text")
  (args "text read*")
  (any "*input_filename* *$__loc__* *env.* *$ENV* *load* env env?|* env|* *|env* *|?env*" (unknown "looks at more than its files")))
(program "jo" (flags "-aBDenpv -f=read -d=text -o=write") (args "upload*") (any "*=:* *=%*" (unknown "reads a file")))
(program "xmllint" (style single)
  (flags "--noout --format --xpath=text --valid --schema=read --relaxng=read --dtdvalid=read --nonet --html --recover
     --noblanks --c14n --encode=text --pretty=text --stream --pattern=text --debug --nowarning --huge --xmlout
     --quiet --version --o,--output=write --version"
    "--auto --copy --debugent --dropdtd --htmlout --insert --load-trace --maxmem=text --memory --nocatalogs --nocdata
      --nodefdtd --nowrap --noxincludenode --nsclean --postvalid --push --repeat --sax --timing --walker --exc-c14n
      --c14n11 --oldxml10 --schematron=read") (args "read*")
       (any "*://*" (class acts) (is network))
  (value "--schema --relaxng --dtdvalid" "*://*" (class acts) (is network))
  (on "--valid --postvalid" (unless "--nonet" (class acts) (is network))))
(program "xmlstarlet xml"
  (sub "sel" (style none) (args "text* read") (any "*document(* *document?(* *http:* *ftp:*" (unknown
    "reads what the expression names")))
  (sub "esc escape unesc unescape ls list" (style none) (args "text*"))
  (sub "c14n" (style none) (args "text read*") (any "*http:* *ftp:*" (unknown "reads over the network")))
  (sub "val el elements validate fo format" (style none) (args "read*") (any "*http:* *ftp:*" (unknown "reads over the network"))))
(program "mlr miller" (style none) (args "read*")
  (any "put filter" (any "-f *system* *exec* *ENV* *tee*>* *tee*|* *emit*>* *emit*|* *print*>* *print*|* *dump*>* *dump*|*"
    (unknown "may write or run something that the expression says")))
  (any "tee split -I --prepipe* exec system -s --load* --mload* --ofmt* --tz*"
    (unknown "may write or run something with these words")))
(program "csvcut csvgrep csvlook csvstat csvsort csvjoin csvformat csvjson in2csv csvstack"
  (flags "-tHlSnsvIibaxTEAB -D,--out-delimiter=text -M,--out-lineterminator=text -U,--out-quoting=text
     -Q,--out-quotechar=text -P,--out-escapechar=text --out-tabs --out-asv --out-no-doublequote --skip-header
     -K,--skip-lines=text -z,--maxfieldsize=text -u,--quoting=text -y,--snifflimit=text
     -p,--escapechar=text -k,--key=text -L,--locale=text --tabs --no-doublequote --skipinitialspace --blanks --zero
     --null-value=text --date-format=text --datetime-format=text --no-header-row --linenumbers --verbose -V
     --invert-match --any-match --delete-empty-rows --ignore-case --max-column-width=text --max-precision=text
     --no-number-ellipsis --nulls --non-nulls --min --max --median --stdev --len --freq-count=text --decimal-format=text
     --outer --left --right --indent=text --stream --format=text --sheet=text --groups=text --group-name=text
     --filenames --encoding=text --quotechar=text --not-columns=text
     -d,--delimiter=text -q=text -c,--columns=text -C=text -m,--match=text -r,--regex=text
     -e=text -f=read --file=read -g=text --max-rows=text --max-columns=text --names --no-inference --reverse --csv --json --mean
     --sum --count --type --unique --freq -y=text") (args "read*"))
(program "pandoc"
  (flags "-s -N -f,-r,--from,--read=text -t,-w,--to,--write=text -o,--output=write --toc --standalone --wrap=text
     --columns=text --number-sections --list-input-formats --list-output-formats --metadata=text -M=text
     -V,--variable=text --highlight-style=text --shift-heading-level-by=text --mathjax --katex --self-contained
     --embed-resources --template=read -c,--css=text --sandbox --no-highlight -F,--filter=source
       -L,--lua-filter=source
     -d,--defaults=source --pdf-engine=source --data-dir=source --extract-media=writetree --bibliography=read
       --csl=read
     --include-in-header=read --include-before-body=read -H=read --metadata-file=read") (args "read*")
  (on "-F --filter -L --lua-filter -d --defaults --pdf-engine" (unknown "runs a filter or program"))
   (any "http:* https:*" (class acts) (is network))
  (on "--self-contained --embed-resources" (unless "--sandbox" (unknown "fetches what the document names")))
  (value "-t -w -f -r --to --from --read --write" "*.lua */*" (unknown "runs a script"))
  (value "--csl --bibliography --template" "*://*" (class acts) (is network))
  (unless "--sandbox" ; these include files that the document names
    (value "-f -r --from --read" "rst* org* latex* typst* man* mdoc* ms* t2t* docbook* texinfo*" (class builds))
    (any "*.rst *.rest *.org *.tex *.ltx *.latex *.typ *.t2t *.? *.ms *.man *.mdoc *.dbk" (class builds)))
    (word 1 "lua server" (unknown "runs a script or a server")))
(program "grog" (is pure) (flags "-CTsv --run --help") (args "read*") (on "--run" (unknown "formats what it finds")))
(program "demandoc" (flags "-w") (args "read*"))
(program "groff nroff troff" (style exact) (flags
  "-aceghikpRSstzbC -m*=text -T=text -P=text -K=text -r=text -d=text -w=text -W=text")
  (args "read*") (class builds)) ; .so names files to read
(program "col colcrt ul" (flags "-bfpxhi -l=text -t=text"
    "--indicated --terminal=text --tabs --no-backspaces --fine --half-line-feeds --pass --spaces --lines=text
      --no-underlining --half-lines") (args "read*"))
(program "bc" (flags "-hilqsvw -e,--expression=text -f,--file=read --mathlib --quiet --standard --warn --interactive")
  (args "read*") (is pure))
(program "dc" (flags "-e,--expression=text -f,--file=script:dc -hV -x") (args "script:dc*")
  (value "-e --expression" "*!*" (deny hidden-execution "dc is told to run a command")) (is stdin-code)
  (language "dc") (on "-e --expression" (is pure no-stdin)))
(program "units qalc" (style exact) (flags "-tv1s --terse --verbose --one-line --strict -o=text") (args "text*")
  (any "*save* *export* *exrates*" (unknown "is told to write or to fetch")))
(program "lolcat fortune" (style exact) (flags
    "-aefosilwcvhFpSt -m=text -n=text -p=text -F=text -s=text -S=text -d=text")
  (args "read*"))
(program "figlet toilet sl" (flags "-aoscklnprtvxDELNRSWX -w,--width=text -f,--font=text -d,--directory=text -m=text
  -C=text -I=text -F,--filter=text") (args "text*"))
(program "cloc" (style exact)
  (flags "-hvV -# --3 --autoconf --by-file --by-file-by-lang --by-percent=text --csv --csv-delimiter=text --diff
     --diff-timeout=text --docstring-as-code --exclude-content=text --exclude-dir=text --exclude-ext=text
     --exclude-lang=text --exclude-list-file=read --explain=text --file-encoding=text --follow-links --force-lang=text
     --fmt=text --fullpath --git --git-diff-all --git-diff-rel --count-and-diff --hide-rate --ignore-case
     --ignore-case-ext --ignore-whitespace --include-content=text --include-ext=text --include-lang=text --json
     --lang-no-ext=text
     --match-d=text --match-f=text --max-file-size=text --md --no-autogen?text --no-recurse --no3 --not-match-d=text
     --not-match-f=text --percent --print-filter-stages --processes=text --progress-rate=text --quiet
     --read-binary-files --script-lang=text --show-ext?text --show-lang?text --show-os --skip-leading=text
     --skip-archive=text --skip-uniqueness --sql-append --skip-win-hidden --stat --stdin-name=text --strip-str-comments
     --sql-project=text --sql-style=text --sum-one --sum-reports --summary-cutoff=text --thousands-delimiter=text
     --timeout=text --unicode --unix --vcs=text --verbose?text --windows --xml --xsl?text --yaml"
    "--categorized=write --counted=write --diff-alignment=write --found=write --ignored=write --out=write
     --report-file=write --sql=write --write-lang-def=write --write-lang-def-incl-dup=write") (args "tree*")
  (value "--vcs" "*" (unknown "is told which command to run")) (only "--vcs" "git svn auto" (unknown ""))
  (on "--xsl" (here "write:cloc.xsl")))
(program "tokei scc loc sloccount"
  (flags "-fhcvow -s,--sort=text -t,--type=text -e,--exclude=text --by-file --files --json --quiet --csv --md --yaml
     --exclude-dir=text --include-ext=text --include-lang=text --exclude-lang=text --exclude-ext=text
     --not-match-f=text --hide-rate --no-cocomo -i=read"
    "--format=text --no-ignore --no-gitignore --sort=text --wide --ci --debug --exclude-file=text --no-duplicates
      --no-complexity --no-min-gen --languages --min --gen --hidden --output-format=text --types=text --compact
      --num-format=text --columns=text --input=read --no-ignore-parent --no-ignore-dot --no-ignore-vcs --streaming=text
      --rsort=text --verbose -C -z -V") (args "tree*")
  (on "-o" (unknown "writes a file")))
(program "typos" (style exact)
  (flags "-hqvjV -t=text --color=text --diff --exclude=text --file-types --files --force-exclude --format=text --hidden
     --highlight-identifiers --highlight-words --identifiers --isolated --locale=text --no-check-filenames
     --no-check-files --no-ignore --no-ignore-dot --no-ignore-files --no-ignore-global --no-ignore-parent
     --no-ignore-vcs --no-unicode --quiet --sort --threads=text --type-list --verbose --words -w --write-changes")
  (args "tree*") (on "-w --write-changes" (class acts) (args "change*") (none (here "writetree")))
  (any "@*" (unknown "takes words from a file")))
(program "hunspell codespell proselint misspell write-good alex"
  (flags "-aclhvHDw -d,--lang,--master=text -L,--ignore-words-list=text -I=read -S,--skip=text --mode=text
     --encoding=text --quiet-level=text -q=text -C=text --count --check-filenames --list --json --no-exit --error
     -error -i=text --format=text"
    "-f -A,--after-context=text -B,--before-context=text --context=text --builtin=text --ignore-regex=text
      --uri-ignore-words-list=text --summary --regex=text --hard-encoding-detection --check-hidden
      --ignore-multiline-regex=text") (args "tree*")
  (sub "list" (flags "-l=text --lang=text -d=text --mode=text")) (on "-w -c" (class acts) (args "change*")))
(program "shellcheck"
  (flags "-aVxWC -e,--exclude=text -i,--include=text -f,--format=text -s,--shell=text -S,--severity=text
     -o,--enable=text -P,--source-path=read -C,--color?text --norc --check-sourced --external-sources --rcfile=read
     --list-optional --wiki-link-count=text") (args "read*") (is pure))
(program "shfmt"
  (flags "-ldswbnifkp -i,--indent=text -ln,--language-dialect=text --filename=text --diff --list --write --simplify
     --minify --func-next-line --find --case-indent --space-redirects --keep-padding --apply-ignore") (style single)
  (flags "-l -d -s -w -i=text -ln=text -bn -ci -sr -kp -fn -f -mn -p") (args "tree*")
  (on "-w --write" (class acts) (args "change*")))
(program "clang-tidy" (class builds) (style single)
  (flags "-checks=text -list-checks -explain-config -header-filter=text -exclude-header-filter=text -line-filter=text
     -format-style=text -quiet -system-headers -use-color?text -warnings-as-errors=text -allow-no-checks
     -enable-check-profile -p=read -extra-arg=text -extra-arg-before=text -verify-config -version -help")
  (args "tree*") (value "-extra-arg -extra-arg-before" "*" (unknown "passes words to the compiler"))
  (only "-extra-arg -extra-arg-before" "-std=* -W* -I* -D* -std=*" (unknown ""))
  (any "@*" (unknown "takes words from a file")))
(program "cppcheck" (class builds) (style exact)
  (flags "-hqvEf -I=tree -D=text -U=text -i=text -j=text -l=text -x=text --language=text --check-level=text
     --check-config
     --doc --errorlist --enable=text --disable=text --error-exitcode=text --exitcode-suppressions=read
     --file-filter=text
     --file-list=list:tree --force --fsigned-char --funsigned-char --include=read --includes-file=read --inconclusive
     --inline-suppr --library=text --max-configs=text --max-ctu-depth=text --platform=text --project=read
     --project-configuration=text --quiet --relative-paths?text --report-progress --showtime=text --std=text
     --suppress=text --suppressions-list=read --suppress-xml=read --template=text --template-location=text --verbose
     --xml
     --xml-version=text --cppcheck-build-dir=writetree --output-file=write --plist-output=writetree
     --checkers-report=write --performance-valueflow-max-if-count=text") (args "tree*")
  (value "--library" "*/*" (unknown "is told which library to read")))
(program "tidy" (style single)
  (flags "-q -e -i -c -b -n -h -v -quiet -errors -indent -clean -bare -numeric -upper -omit -xml -asxml -asxhtml -ashtml
     -access=text -raw -ascii -utf8 -latin1 -utf16 -language=text -help -version -show-config -w=text -wrap=text
     -config=source -o=write -output=write -f=write -file=write -m -modify")
  (args "read*") (on "-m -modify" (args "change*")))
(program "hadolint svelte-check yamllint markdownlint markdownlint-cli2 mdl jsonlint actionlint checkmake
          dotenv-linter stylelint htmlhint jshint jslint standard xo csslint editorconfig-checker ec commitlint
          ajv spectral ansible-lint tflint checkov gitlint cfn-lint djlint  cpplint flawfinder
          splint luacheck checkbashisms golint revive errcheck ineffassign gocyclo gosec deadcode"
  (flags "-fdscqejvhi -c,--config=read -f,--format=text -i,--ignore=text -d,--config-data=text --strict --no-warnings
     --quiet --list-files --color --no-color -t=text -s=text --reporter=text --formatter=text --output=text --threshold=text --fail-severity=text --codes --no-codes
     --no-cache --chdir=dir --severity=text --exclude=text --ext=text
     --enable=text --std=text --verbose --json -x,--exclude-rules=text --offline --compact --directory=tree
     --file=read --commits=text --commit=text --staged --target=tree --msg-filename=read --extra-path=source
     --trusted-registry=text --no-fail -V --error=text --warning=text --info=text --style=text
     --require-label=text --strict-labels --disable-ignore-pragma --failure-threshold=text --list-rules --errors=text --warnings=text") (args "tree*") (class builds)
  (value "-i" "nit*" (class acts) (ask acts "A configuration is written" "work"))
  (value "-f --format --reporter" "*/* *.js *.cjs *.mjs" (unknown "is told which code to load")))
(program "tar gtar bsdtar" (style gnu) (is old-style)
  (flags "-tcxruAdvzjJaZOkpPUhlmnosSwWiBEGR -f,--file=text -C,--directory=dir -T,--files-from=text
     -X,--exclude-from=read -b,--blocking-factor=text -g,--listed-incremental=write -H,--format=text
     -K,--starting-file=text -L,--tape-length=text -N,--newer,--after-date=text -V,--label=text"
    "--list --create --extract --get --append --update --catenate --concatenate --diff --compare --delete --verbose
     --gzip --gunzip --ungzip --bzip2 --xz --lzip --lzma --lzop --zstd --uncompress --compress --auto-compress
     --no-auto-compress --to-stdout --keep-old-files --keep-newer-files --skip-old-files --overwrite --overwrite-dir
     --no-overwrite-dir --unlink-first --recursive-unlink --remove-files --preserve-permissions --same-permissions
     --same-owner --no-same-owner --no-same-permissions --numeric-owner --absolute-names --dereference
     --hard-dereference --touch --exclude=text --exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches
     --exclude-ignore=text --anchored --no-anchored --wildcards --no-wildcards --wildcards-match-slash
     --no-wildcards-match-slash --ignore-case --no-recursion --recursion --strip-components=text
     --transform,--xform=text --one-file-system --sort=text --mtime=text --owner=text --group=text --mode=text
     --totals?text --utc --full-time --show-transformed-names --show-stored-names --no-xattrs --xattrs --acls
     --no-acls --selinux --no-selinux --null --no-null --verbatim-files-from --ignore-failed-read --ignore-zeros
     --occurrence?text --sparse --posix --force-local --quoting-style=text --block-number --check-links --warning=text
     --index-file=write --backup?text --suffix=text --seek --no-seek --add-file=read --pax-option=text
     --delay-directory-restore --keep-directory-symlink --atime-preserve?text --one-top-level?writetree --incremental
     --level=text --no-check-device"
    "-I,--use-compress-program=text --to-command=hidden --checkpoint-action={dot,.,echo*,bell,sleep*,ttyout*,totals}
     --checkpoint?text -F,--info-script,--new-volume-script=hidden --rsh-command=hidden --rmt-command=hidden
     -M,--multi-volume --no-quote-chars=text"
    "--test-label --show-defaults --usage --check-device --hole-detection=text --restrict --sparse-version=text
     --verify
     --ignore-command-error --no-ignore-command-error --group-map=read --owner-map=read --no-delay-directory-restore
     --preserve-order --same-order --xattrs-exclude=text --xattrs-include=text --read-full-records --record-size=text
     --old-archive --portability --exclude-caches-all --exclude-caches-under --exclude-ignore-recursive=text
     --exclude-tag=text --exclude-tag-all=text --exclude-tag-under=text --newer-mtime=text --no-unquote --unquote
     --no-ignore-case --clamp-mtime --quote-chars=text --show-omitted-dirs --interactive --confirmation")
  (on "-t -d --list --diff --compare --test-label" (args "text*") (as "-f --file" "read") (as "-T --files-from" "read"))
    (on "-x --extract --get" (args "text*") (as "-f --file" "read") (as "-T --files-from" "read") (unless "-O --to-stdout" (here "writetree"))
    (on "-P --absolute-names" (deny destruction "Files are written wherever the archive says")))
  (on "-c --create" (args "tree*") (as "-f --file" "write") (as "-T --files-from" "list:tree")
    (on "--null" (as "-T --files-from" "list0:tree")) (on "--remove-files" (args "move*")
      (as "-T --files-from" "list:move")))
  (on "-r -u -A --append --update --catenate --concatenate --delete" (args "tree*") (as "-f --file" "change")
    (as "-T --files-from" "list:tree"))
  (on "-c -r -u --create --append --update" (any "@*" (unknown "takes names from an archive")))
  (unless "-t -d -x -c -r -u -A --test-label --show-defaults --usage --list --diff --compare --extract --get --create
     --append --update --catenate
           --concatenate --delete" (unknown "is not told what to do"))
  (value "-f --file" "*:*" (class acts) (is network))
  (value "--checkpoint-action" "exec*" (deny hidden-execution "tar is told to run a command"))
  (value "-I --use-compress-program" "*" (deny hidden-execution "tar is told to run a command by a flag"))
  (only "-I --use-compress-program"
    "gzip pigz zstd pzstd xz pixz lz4 lzop lzip plzip bzip2 pbzip2 lbzip2 lzma brotli gzip?-? pigz?-? zstd?-? zstd?-??
     zstd?-T? zstd?-T?? xz?-? xz?-T? xz?-T??"
    (pardon hidden-execution) (on "--checkpoint-action"
      (value "--checkpoint-action" "exec*" (deny hidden-execution "tar is told to run a command"))))
  (on "-T --files-from"
    (unless "--verbatim-files-from --null" (unknown "-T takes options from a file; add --verbatim-files-from"))))
(program "cpio" (class acts)
  (flags "-iotdmuvV0cpaBLlnsSbfk -F,--file=read -H,--format=text -D,--directory=dir -E=read --extract --create --list
     --make-directories --quiet --no-absolute-filenames?text --absolute-filenames --rsh-command=hidden
       --to-stdout") (args "text*")
  (on "-i --extract" (unless "-t --list --to-stdout" (here "writetree"))) (on "-o --create -p" (here "list:read"))
  (on "-0" (on "-o --create -p" (here "list0:read"))) (on "-p" (args "writetree")) (on "-t --list" (class reads))
  (value "-D --directory" "/ /etc* /usr* /bin* /sbin* /lib* /boot* /var* /home /root*" (on "-i --extract"
      (deny destruction "Files of the machine are overwritten from an archive")))
  (value "-F --file" "*:*" (is network) (class acts) (ask remote-change "Another machine is asked for an archive"
    "elsewhere"))
  (unless "-t --list" (ask acts "Files are taken from or put into an archive" "work")))
(program "ar" (style none) (unknown "is not told what to do")
  (any "--plu* -plu*" (deny hidden-execution "A plugin is loaded"))
  (any "--output" (any "/etc* /usr* /bin* /" (deny destruction "Files of the machine are overwritten")))
  (word 1 "t* p* -t* -p*" (args "text read text*") (unknown ""))
  (any "@*" (unknown "takes words from a file"))
  (word 1 "r* q* d* m* s* -r* -q* -d* -m* -s*" (args "text change read*") (unknown ""))
  (word 1 "x* -x*" (args "text read text*") (unknown "") (here "writetree")))
(program "lsar" (is pure) (style exact)
  (flags "-lLvVhtj --long --verylong --test --json --json-ascii --no-recursion
     -p=text --password=text -e=text --encoding=text -E=text --password-encoding=text --print-encoding
     -i,--index") (args "read text*"))
(program "zipnote" (flags "-hLqv") (args "read"))
(program "zipinfo" (is pure) (flags "-12smlhMtTvzZCx" "-hU") (args "read text*"))
(program "zip" (class acts)
  (flags "-# -rRjmuUfFdgGoqvxyXDeklLATzcSsvw@ -b=temporary -i=text -n=text -t=text -O,--out,--output-file=write -x=text
     --recurse-paths --exclude=text --include=text --junk-paths --test --quiet --update --freshen --delete --symlinks
     --encrypt -P=text --unzip-command=hidden -sf --show-files -tt*=text -Z=text"
    "-TT*=hidden") (args "write tree*") (on "-m" (args "write move*"))
  (on "-@" (here "list:tree") (on "-m" (here "list:move")))
  (value "-i -x --include --exclude" "@*" (unknown "takes names from a file")))
(program "unzip" (class acts) (flags "-abcCDfjKlLMnopqstTuUvVWXZz1h: -d=writetree -x=text -P=text -O=text -I=text")
  (args "read text*") (on "-l -p -t -v -z -Z -c" (class reads)) (unless "-l -p -t -v -z -Z -c -d" (here "writetree"))
  (on "-:" (deny destruction "Files are written wherever the archive says")))
(program "gzip pigz gunzip zopfli" (class acts) (style exact)
  (flags "-# -acfhklLnNqrtvV19iKmMRzO -S,--suffix=text -p,--processes=text -b=text --stdout --to-stdout --decompress
     --uncompress --force --keep --list --no-name --name --quiet --recursive --test --verbose --fast --best
     --rsyncable --synchronous -d") (args "change*") (none (class reads))
  (on "-r --recursive" (args "deltree*") (ask acts "Files are replaced by compressed ones" "work"))
  (on "-l -t -c --list --test --stdout --to-stdout" (class reads) (args "read*"))
  (on "-d --decompress --uncompress" (is decodes)))
(program "bzip2 bunzip2 lbzip2 pbzip2 lz4 unlz4 brotli pixz compress uncompress" (class acts) (style exact)
  (flags "-# -cdfkqrstvzm -T?text -o,--output=write -D=read -p?text -b?text -B?text --stdout --decompress
     --uncompress --compress --force --keep --quiet --recursive --test --verbose --fast?text --best --rm
     --no-sparse --small") (args "change*") (none (class reads))
  (on "-c --stdout" (class reads) (args "read*"))
  (on "--test" (class reads) (args "read*"))
  (on "-d --decompress --uncompress" (is decodes)))
(program "xz unxz lzma unlzma zstd unzstd zstdmt lzip lzop" (class acts) (style exact)
  (flags "-0123456789cdfklqrstvzeTmJ -# -T?text -o,--output=write -D=read --stdout --to-stdout --decompress
     --uncompress --compress --force --keep --list --quiet --recursive --test --verbose --fast?text --best --extreme
     --rm --ultra --long?text --format=text --check=text --no-progress --robot --threads=text --memlimit=text
     --block-size=text --single-stream --no-sparse -M?text"
    "-S=text -F=text -C=text -QhHVn --suffix=text --files?read --files0?read --ignore-check --block-list=text
      --flush-timeout=text --memlimit-compress=text --memlimit-decompress=text --memlimit-mt-decompress=text
      --memory=text --no-adjust --no-warn --info-memory --long-help --lzma1?text --lzma2?text --x86?text --arm?text
      --armthumb?text --arm64?text --powerpc?text --ia64?text --sparc?text --delta?text --no-name") (args "change*")
        (none (class reads))
  (on "--files --files0" (unknown "takes the names from a file"))
  (on "-l -t -c --list --test --stdout --to-stdout" (class reads) (args "read*"))
  (version "-h -H -V --info-memory --long-help")
  (on "-d --decompress --uncompress" (is decodes)))
(program "zstdcat lz4cat" (is decodes)
  (flags "-# -cdfklmqtvhV -D=read -M,--memory,--memlimit?text --decompress --uncompress --stdout --force --keep --list
     --no-check --check --quiet --test --verbose --long?text --sparse --no-sparse --pass-through --no-pass-through
     --no-progress --progress --multiple") (style exact) (args "read*"))
(program "bzcat bz2cat" (is pure decodes) (style exact)
  (flags "-# -cdfhkLqstvVz --decompress --compress --stdout --force --keep --test --quiet --verbose --small --license
     --fast --best --repetitive-fast --repetitive-best") (args "read*"))
(program "xzcat lzcat" (is pure decodes) (style exact)
  (flags "-# -cdefhHklqQtvVz0 -C,--check=text -F,--format=text -M,--memlimit,--memory=text -S,--suffix=text
     -T,--threads=text --compress --decompress --uncompress --stdout --to-stdout --force --keep --list --quiet --test
     --verbose --single-stream --no-sparse --ignore-check --memlimit-compress=text --memlimit-decompress=text
     --memlimit-mt-decompress=text --no-adjust --no-warn --robot --info-memory --long-help --block-size=text --fast
     --best --extreme") (args "read*"))
(program "zcat gzcat" (is pure decodes) (style exact)
  (flags "-# -acdfhklLmMnNqrtvV -S,--suffix=text --ascii --decompress --uncompress --stdout --to-stdout --force --keep
     --list --license --name --no-name --quiet --recursive --test --verbose --rsyncable --synchronous --fast --best")
  (args "read*") (on "-r --recursive" (args "tree*")))
(program "zdiff zcmp bzdiff xzdiff xzcmp bzcmp" (is pure) (flags "-qsuwbiBycr -U=text -C=text"
    "--side-by-side --brief --report-identical-files --paginate --ignore-case --unified?text --context?text
      --recursive --text --ignore-all-space --ignore-space-change --ignore-blank-lines --color?text --minimal --silent
      --quiet --verbose --print-bytes -a -l -E -Z -y -W=text -I=text") (args "read*"))
(program "7z 7za 7zr 7zz" (class acts)
  (flags "-y -r* -o*=writetree -m*=text -t*=text -p*=text -x*=text -i*=text -s* -b* -a* -v*=text -w*=writetree
    -u*=text")
  (style single)
  (sub "l t i h b" (class reads) (args "read text*") (any "@*" (unknown "takes names from a file"))
    (value "-i -x" "*@*" (unknown "takes names from a file")))
  (sub "a u rn" (class acts) (flags "-sdel") (args "write tree*") (on "-sdel" (args "write move*"))
    (any "@*" (unknown "takes names from a file")) (value "-i -x" "*@*" (unknown "takes names from a file")))
  (sub "d" (class acts) (args "write text*"))
  (sub "x e" (class acts) (args "read text*") (ask acts "Files are taken from an archive" "work"))
  (global "-y -r* -o*=writetree -m*=text -t*=text -p*=text -x*=text -i*=text -s* -b* -a* -v*=text -w*=writetree
    -u*=text"))
(program "unrar rar unar" (class acts) (flags "-y -o* -p*=text -x*=text -r") (style single)
  (any "@*" (unknown "takes names from a file"))
  (sub "l lb lt v vt t" (class reads) (args "read text*"))
  (sub "x e a u f m" (class acts) (args "read text*") (ask acts "Files are taken from or put into an archive" "work"))
  (sub "p" (class reads) (args "read text*")))
(program "jar" (style none) (unknown "is not told what to do") (word 1 "t* -t* --list" (args "text*") (unknown ""))
  (word 1 "c* -c* --create u* -u* --update" (args "text write tree*") (unknown ""))
  (word 1 "x* -x* --extract" (args "text read text*") (unknown "") (here "writetree"))
  (any "-C" (any "/ /etc /usr /home/* ~" (deny destruction "Files outside the workspace are overwritten")))
  (any "-J*" (deny hidden-execution "The machine of Java is told to load something"))
  (any "@*" (unknown "takes words from a file")))
(program "ouch atool aunpack als apack" (class acts) (args "text*") (ask acts "An archive is unpacked or made" "work"))
(program "tput" (is pure) (flags "-SxV -T=text") (args "text*"))
(program "pv"
  (flags "-ptebarnqTWfcl0 -s,--size=text -L,--rate-limit=text -N,--name=text -i=text -w=text -H=text -S --line-mode
     --bytes --wait --timer --progress --eta --rate --numeric") (args "read*"))
(program "combine" (style none) (args "read text read"))
(program "isutf8" (style exact) (flags "-hqliv --help --quiet --list --invert --verbose") (args "read*"))
(program "ts errno" (flags "-ilrsmS --list --search --search-all-locales") (args "text*") (is pure))
(program "sponge" (class acts) (flags "-a") (args "write") (none (class reads)))
(program "identify" (style single) (flags
  "-verbose -ping -quiet -regard-warnings -format=text -version -list=text -units=text -depth=text"
    "-alpha=text -antialias -channel=text -clip -colorspace=text -crop=text -density=text -endian=text -extract=text
      -features=text -fuzz=text -gamma=text -interlace=text -interpolate=text -matte -moments -monitor -precision=text
      -seed=text -size=text -strip -unique -virtual-pixel=text -grayscale=text -negate -help")
  (args "read*") (any "|*" (deny hidden-execution "An image tool is told to run a command"))
    (any "*:* @*" (unknown "may read, run or contact something with these words"))
  (value "-format" "@*" (unknown "takes what it prints from a file")))
(program "ffprobe" (style single)
  (flags "-v=text -loglevel=text -hide_banner -show_format -show_streams -show_packets -show_frames -show_entries=text
     -show_chapters -show_programs -show_error -show_data -show_versions -count_frames -count_packets -of=text
     -print_format=text -select_streams=text -i=read -pretty -unit -sexagesimal -prefix -byte_binary_prefix -version
     -read_intervals=text -analyzeduration=text -probesize=text"
    "-L -h -help -buildconf -formats -muxers -demuxers -codecs -decoders -encoders -bsfs -protocols -filters -pix_fmts
      -layouts -sample_fmts -dispositions -colors -show_data_hash=text -show_program_version -show_library_versions
      -show_pixel_formats -show_log=text -show_private_data -private -bitexact -sections -show_optional_fields=text"
    "-output_format=text")
        (args "read*")
  (any "*:*" (unknown "may contact something")) (value "-i" "*:*" (unknown "may contact something")))
(program "mediainfo" (style exact) (flags "-f -h --Full --Output=text --Inform=text --Language=text --Version --Help"
    "--Info-Parameters --Help-Inform --Help-Output")
  (args "read*") (any "*:*" (unknown "may contact something"))
  (value "--Inform --Output" "*file:*" (unknown "takes what is printed from a file")))
(program "soxi" (style exact) (flags "-trcsdDbBpeaTV") (args "read*")
  (any "|*" (deny hidden-execution "A tool of sound is told to run a command"))
    (any "*://*" (unknown "asks another machine")))
(program "pngcheck" (style exact) (flags "-7cfhpqstvw") (args "read*"))
(program "jpeginfo" (style exact) (flags "-cChilqv --check --help --info --lsstyle --md5 --quiet --verbose")
  (args "read*"))
(program "pdfinfo pdffonts" (style single)
  (flags "-f=text -l=text -box -meta -js -struct -struct-text -isodates -rawdates -dests -url -enc=text -listenc
     -opw=text -upw=text -subst -loc -custom -v -h") (args "read"))
(program "otfinfo" (style exact) (flags "-pfzgsauvqhtiO --scripts --features --info --tables --unicode --glyphs")
  (args "read*"))
(program "fc-list fc-match fc-query fc-scan" (style exact) (flags
  "-vbsaqVh -f,--format=text --verbose --brief --sort --all
     --quiet") (args "text*"))
(program "exiftool" (style none) (args "read*")
  (any "-*" (class acts) (ask acts "Tags are chosen or changed, or an expression is carried out" "work"))
  (any "-if* -config* -p* -@* -execute* -filename=* -directory=* -stay_open*"
    (any "*system* */home/* */etc/* *.bashrc *.profile *`*" (deny hidden-execution
      "An image tool is given code, or a place where others look")))
  (word 1 "-ver -h --help -json -j -G -a -s -n" (class reads) (pardon acts)))
(program "pdftotext" (style exact) (flags
  "-f=text -l=text -r=text -x=text -y=text -W=text -H=text -layout -raw -q -v -h") (style single)
  (flags
    "-fixed=text -nodiag -htmlmeta -bbox -bbox-layout -enc=text -eol=text -nopgbrk -tsv -cropbox -colspacing=text
    -opw=text -upw=text") (args "read write")
  (given 1 (unknown "writes a file beside it")) (given 2 (unknown "")))
(program "gnuplot" (class acts) (style single) (flags
  "-e=code:command -p -persist -d -c=script:gnuplot -slow -default-settings")
  (args "script:gnuplot text*") (none (is stdin-code) (language "gnuplot")) (ask acts "A plot is made by a script"
    "work"))
(program "gs" (class acts) (style single) (flags
  "-dNOSAFER=hidden -d* -s* -r* -g* -q -o=write -c=code:command -f -h -v -I=read -P -dBATCH -sOutputFile=write")
  (flags "-dNOSAFER") (args "read*") (on "-dNOSAFER" (deny protection
    "The confinement of the interpreter is switched off"))
  (ask acts "Files are written that only the program's own words name" "work"))
(program "ffmpeg convert magick mogrify composite montage sox lame optipng pngquant jpegoptim cwebp svgo
          inkscape pdftk qpdf pdftoppm pdfimages wkhtmltopdf dot neato plantuml mmdc"
  (class acts) (style none) (args "text*") (ask acts "Files are written that only the program's own words name" "work")
  (any "msl:* ephemeral:* *;*system* *-if?*system* -filename=/* -directory=/* *.bashrc *.profile *.zshrc"
    (deny hidden-execution "An image tool is given a script or a place where others look"))
  (any "*system(* *system?\"* *`*" (deny hidden-execution "An image tool is told to run a command"))
  (word 1 "-version --version -V --help -h -formats -codecs" (class reads) (pardon acts)
    (given 2 (class acts) (ask acts "Files are written that only the program's own words name" "work")))
  (any "x11grab avfoundation gdigrab pulse alsa" (ask secret "The screen or the microphone is recorded")
    (any "http:* https:* rtmp:* tcp:* udp:* srt:*"
      (deny exfiltration "The screen or the microphone is sent to another machine"))))
(program "gron" (style exact)
  (flags "-usvmjk --ungron --stream --no-sort --values --json --colorize --monochrome --insecure") (args "read")
  (any "http:* https:*" (class acts) (is network)))
(program "xsv qsv" (style exact)
  (sub "headers count stats frequency select slice search sample flatten table cat fixlengths fmt input reverse sort"
    (class reads)
    (flags "-jvrIA0 -d,--delimiter=text -s,--select=text -l,--limit=text -n,--no-headers -c=text -w=text -p=text
       -i,--index=text --start=text --end=text --len=text -e=text -o,--output=write --everything --mode --cardinality
       --median --just-names --asc --no-nulls --ignore-case --pad=text --numeric --reverse --seed=text --crlf --ascii --quote=text --quote-always --escape=text --out-delimiter=text
       --no-quoting --separator=text --condense=text --width=text --invert-match --length=text --jobs=text --intersect
       -N -R -u --unique --flatten") (args "read*"))
  (sub "join" (class reads) (flags "-n --no-headers --no-case --left --right --full --cross --nulls -d,--delimiter=text
    -o,--output=write") (args "text read text read")))
(program "envsubst" (flags "-v --variables") (args "text") (unless "-v --variables"
    (none (ask secret "Variables may hold secrets; name those that are to be put in")))
  (any "*SECRET* *TOKEN* *PASSW* *API?KEY* *APIKEY* *CREDENTIAL* *PRIVATE* *ACCESS?KEY*"
    (deny secret "A variable that holds a secret is shown")))
(program "uuidgen" (is pure)
  (flags "-rtmsxC67 -n=text -N=text --random --time --md5 --sha1 --namespace=text --name=text --hex"))
(program "infocmp toe" (is pure)
  (flags "-1aCdcDeEfgGhiIKlLnpqrtTuUVWx0 -A=text -B=text -R=text -s=text -v=text -w=text") (args "text*"))
(program "clear reset" (is pure) (flags "-xVQcIqrsw -T=text") (args "text"))
(program "hexyl mdcat pygmentize jot glow" (style exact)
  (flags "-vprCgPtLN -n=text -c=text -l=text -O=text -f=text -F=text -S=text -o=write -w=text -b=text -s=text
     --length=text --skip=text --block-size=text --color=text --border=text --columns=text --no-color --local
     --width=text --style=text") (args "read*") (any "http:* https:* github:*" (class acts) (is network)))
(program "vale" (style exact) (class builds) (flags
  "-v --config=source --output=text --minAlertLevel=text --glob=text --ext=text --no-exit --no-wrap --ignore-syntax
    --filter=text")
  (sub "sync" (class acts) (is network)) (sub "ls-config ls-metrics" (args "text*")) (args "tree*"))
(program "dasel fx jc calc csvclean ispell" (class acts) (style none) (args "text*")
  (ask acts "It may run, fetch or write something that these words name" "work"))
(program "chronic" (is stops) (flags "-ev") (args "run"))
(program "aspell" (class acts) (style exact) (flags "-a -d,--lang=text -l=text --mode=text --encoding=text")
  (sub "list dicts help dump config" (class reads) (flags "-d,--lang=text -l=text --mode=text --encoding=text") (args "text*"))
  (args "text*") (given 1 (ask interactive "It waits for a person at a terminal, and commands have none" "elsewhere")))
(program "cowsay cowthink neofetch fastfetch screenfetch banner" (flags "-bdgpstyn -W=text -e=text -T=text")
  (args "text*"))
(program "lexgrog" (flags "-mcfwV --man --cat --debug --filters --whatis -E,--encoding=text") (args "read*"))
(program "mandoc" (style exact) (flags "-acfhkl -I=text -K=text -O=text -T=text -W=text") (args "read*") (class builds))

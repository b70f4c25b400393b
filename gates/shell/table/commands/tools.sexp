; Small programs that read, compute or show.

(program "datamash" (is pure) (style exact)
  (flags "-gHiswWzfRtCh -t,--field-separator=text -g,--group=text -R,--round=text --header-in --header-out --headers
     --ignore-case --sort --whitespace --zero-terminated --full --narm --filler=text --format=text
     --output-delimiter=text
     --no-strict --skip-comments --collapse-delimiters --seed=text -F=text") (args "text*"))
(program "duf" (style exact) (flags
  "--all --json --hide=text --hide-fs=text --hide-mp=text --only=text --only-fs=text --only-mp=text --output=text
     --sort=text --style=text --theme=text --width=text --inodes --warnings --avail-threshold=text
     --usage-threshold=text") (args "read*"))
(program "dust" (style exact)
  (flags "-pxsrcbPHDFfzLjiS -d,--depth=text -n,--number-of-lines=text -X,--ignore-directory=text -t,--file_types=text
     -v,--invert-filter=text -e,--filter=text -w,--terminal_width=text --apparent-size --reverse --no-colors
     --no-percent-bars --no-progress --only-dir --only-file --skip-total --full-paths") (args "tree*"))
(program "pkg-config pkgconf" (style exact)
  (flags "--libs --cflags --libs-only-l --libs-only-L --libs-only-other --cflags-only-I --cflags-only-other
     --modversion --exists --list-all --list-package-names --static --shared --print-errors --short-errors
     --errors-to-stdout --silence-errors --variable=text --define-variable=text --print-variables --print-provides
     --print-requires --print-requires-private --atleast-version=text --exact-version=text --max-version=text
     --atleast-pkgconfig-version=text --uninstalled --with-path=read --validate --path --digraph --simulate
     --define-prefix --dont-define-prefix --keep-system-cflags --keep-system-libs
     --env-only --no-cache --no-provides --no-uninstalled --ignore-conflicts --pure --dont-relocate-paths
     --maximum-traverse-depth=text --prefix-variable=text --relocate=text --fragment-filter=text --env=text") (args "text*"))
(program "xml2-config xslt-config libpng-config pg_config python3-config freetype-config curl-config icu-config
          ncursesw6-config ncurses6-config llvm-config llvm-config-14 sdl2-config mariadb_config mysql_config"
  (is pure) (style none) (args "text*"))
(program "grepcidr" (style exact) (flags "-cvihis -e=text -f=read") (args "text read*") (on "-e -f" (args "read*")))
(program "ipcalc sipcalc ipcalc-ng" (style exact)
  (flags "-bhncsmpraAvuwxHiISM46 --class --netmask --network --broadcast --prefix --minaddr --maxaddr --silent
    --all-info
     --check --no-decorate --nobinary --nocolor --json -s=text --split=text") (args "text*")
  (on "-h" (any "*" (is network))))
(program "subnetcalc" (class acts) (is network) (style exact) (flags "-n -nocolor") (args "text*"))
(program "mountpoint" (is pure) (flags "-qdx --quiet --nofollow --fs-devno --devno") (args "read"))
(program "fincore filefrag isosize lsirq lsfd" (is pure) (style exact)
  (flags "-BeEkrnJvVXxhsSPlucy -b?text -i?text --inet?text --filter=text --output-all --summary?text -o=text -d=text --bytes --json --noheadings --output=text --raw --divisor=text --sectors
     --sort=text --pairs --softirq -C=text -p=text -Q=text --threaded --counter=text") (args "read*"))
(program "ausearch aureport" (style single)
  (flags "-a=text -c=text -e?text -f?text -g=text -h -i -k?text -l -m?text -n=text -o=text -p?text -r -s?text -t -u?text
    -x?text -w -v -ga=text -ge=text -gi=text -hn=text -sc=text -se=text -su=text -sv=text -te=text -tm=text -ts=text
    -ua=text -ue=text -ui=text -ul=text -uu=text -vm=text -au -cr -if=read -nc -ma -mods -summary -failed -success
    -interpret -raw -start=text -end=text -message=text -comm=text -file?text -host?text -key?text -pid?text -ppid=text
    -syscall?text -uid=text -user -login -auth -executable -avc -anomaly -config -event -input=read -format=text
    -just-one -line-buffered -tty -terminal -version -help") (args "text*"))
(program "hwclock" (style exact) (flags "-rvVh --show --get --verbose --utc --localtime --rtc=text -u -l -f=text"))
(program "promtool" (class builds) (style exact)
  (sub "check" (sub "config rules web-config metrics service-discovery" (args "read*")
    (flags "--syntax-only --agent --lint=text --lint-fatal --ignore-unknown-fields --extended")))
  (sub "test" (sub "rules" (args "read*") (flags "--run=text --diff --debug"))))
(program "named-checkconf" (style exact) (flags "-chijlnvzkm -t=dir") (args "read"))
(program "named-checkzone" (style exact)
  (flags "-dhjqvD -c=text -f=text -F=text -i=text -k=text -l=text -m=text -M=text -n=text -r=text -S=text -T=text -W=text")
  (args "text read"))
(program "gdalinfo" (style single)
  (flags "-json -mm -nogcp -nomd -norat -noct -nofl -checksum -listmdd -mdd=text -proj4 -wkt_format=text -sd=text
    -if=text -version -formats") (args "read*") (any "*:* /vsi*" (unknown "may contact something")))
(program "ncdump" (style exact) (flags "-hcsikxtw -v=text -b=text -f=text -l=text -n=text -p=text -g=text -L=text")
  (args "read") (any "*:*" (unknown "may contact something")))
(program "h5dump h5ls" (style exact)
  (flags "-nHABrVhiepyxdfglsSv -a=text -c=text -t=text -k=text -w=text -m=text -N=text -d=text -g=text -l=text -s=text
    --header --properties --contents?text --attribute=text --dataset=text --group=text --width=text --version --help")
  (args "read*") (any "*:*" (unknown "may contact something")))
(program "samtools bcftools" (style exact)
  (sub "view query head flagstat idxstats stats depth quickcheck coverage bedcov"
    (flags "-bcChHSuPM1vanAiIG -@=text -q=text -f=text -F=text -G=text -r=text -R=read -l=text -L=read -s=text -T=read
      -t=text -o=write -U=write -e=text -i=text -d=text -D=text -m=text -O=text --no-PG --threads=text --regions=text
      --samples=text --format=text --include=text --exclude=text --output=write --output-type=text --min-MQ=text
      --header-only --no-header --list-samples") (args "read text*") (any "*://*" (class acts) (is network))))
(program "age-inspect" (style exact) (flags "--json") (args "read"))
(program "cloud-init" (style exact) (sub "status" (flags "-lw --long --wait --format=text"))
  (sub "analyze" (sub "show blame dump boot")))
(program "mcookie pwgen" (style exact)
  (flags "-0AaBCcHhnNsvy1 -f,--file=read -m,--max-size=text -v,--verbose -r,--remove-chars=text --sha1=read --symbols
     --secure --ambiguous --capitalize --no-capitalize --numerals --no-numerals --no-vowels") (args "text*"))
(program "getopt" (is pure) (style none) (args "text*"))
(program "html2text" (style exact) (flags
  "-utf8 -nobs -ascii -style=text -width=text -from_encoding=text -to_encoding=text") (style single) (args "read")
  (any "*:*" (unknown "may contact something")) (version "--version -help"))
(program "pdfgrep" (is pure) (style exact)
  (flags "-FPpHhniocqlLrRZ -C,--context=text -A,--after-context=text -B,--before-context=text -e,--regexp=text
     -f,--file=read -m,--max-count=text --color=text --page-range=text --ignore-case --fixed-strings --perl-regexp
     --with-filename --no-filename --page-number?text --page-count --only-matching --count --quiet --files-with-matches
     --files-without-match --recursive --dereference-recursive --include=text --exclude=text --warn-empty --unac --null
     --match-prefix-separator=text") (args "text read*")
  (on "-e -f --regexp --file" (args "read*")) (on "-r -R --recursive --dereference-recursive" (args "text tree*")))
(program "zipgrep lzgrep lzegrep lzfgrep xzegrep xzfgrep bzegrep bzfgrep zstdegrep" (is pure) (flags "@grep")
  (args "text read text*") (on "-e -f --regexp --file" (args "read*")))
(program "xzmore lzmore zstdless lzless" (args "read*"))
(program "fdupes jdupes" (style exact)
  (flags "-rRsHn1fSmq0Aojz -G=text -L=text -t -p -v --recurse --symlinks --hardlinks --noempty --omitfirst --sameline
     --size --summarize --quiet --time --minsize=text --maxsize=text --nohidden --permissions --order=text --reverse
     -O --param-order")
  (args "tree*") (on "-L" (unknown "makes links of files")))
(program "uchardet" (is pure) (style exact) (args "read*") (flags "-vh"))
(program "enca" (style exact) (flags "-gLdefimnrspvV -L,--language=text -l,--list=text --guess --details --iconv-name
     --human-readable --name=text --verbose") (args "read*") (version "--version --help"))
(program "json_pp" (style exact) (flags "-f=text -t=text -v -json_opt=text") (style single)
  (value "-f" "*eval*" (deny hidden-execution "The input is run as Perl")))
(program "choose" (is pure) (style exact)
  (flags "-# -cnx -f,--field-separator=text -i,--input=read -o,--output-field-separator=text --character-wise
     --exclusive
     --non-greedy") (args "text*"))
(program "hwinfo" (style none) (args "text*") (any "-*" "--short --cpu --disk --memory --network --gfxcard --usb --pci
     --sound --bios --keyboard --mouse --partition --netcard --monitor --block --storage-ctrl --help --version"
     (unknown "is given words that the table does not list"))
  (any "--log* --save* --dump*" (unknown "writes a file")))
(program "xwininfo xlsatoms xlsclients xlsfonts xvinfo" (style single)
  (flags "-root -tree -all -children -stats -int -shape -bits -events -size -wm -frame -english -metric -id=text
    -name=text
     -l -a -m -fn=text"))
(program "setxkbmap" (class acts) (style none) (args "text*") (ask desktop "The keyboard is set" "elsewhere")
  (word 1 "-query -print -version -help" (class reads) (pardon desktop)
    (given 2 (class acts) (ask desktop "The keyboard is set" "elsewhere"))))
(program "zdump" (is pure) (flags "-vViV -c=text -t=text") (args "text*"))
(program "uuidparse" (is pure) (flags "-Jnr -o=text --json --noheadings --output=text --raw") (args "text*"))
(program "xdg-user-dir" (style none)
  (args "{DESKTOP,DOWNLOAD,TEMPLATES,PUBLICSHARE,DOCUMENTS,MUSIC,PICTURES,VIDEOS}"))
(program "manpath" (is pure) (flags "-cdgqV -m=text --catpath --global --quiet"))
(program "readtags" (is pure) (flags "-elnpi -t=read -Q=text -S=text") (args "text*"))
(program "dnsdomainname ypdomainname nisdomainname" (is pure))
(program "md5deep sha1deep sha256deep tigerdeep whirlpooldeep hashdeep" (style exact)
  (flags "-resblcznqwtvVhkaj0 -m=read -M=read -x=read -X=read -k=read -p=text -i=text -I=text -o=text -f=list:tree -c=text")
  (args "tree*"))
(program "numaverage numbound numgrep numinterval numnormalize numrange numround numsum average" (is pure) (style none)
  (args "text*") (any "/* ../* ~*" (args "read*")))
(program "dateutils.dadd dateutils.dconv dateutils.ddiff dateutils.dround dateutils.dseq dadd dconv ddiff dround dseq"
  (is pure prints) (style none) (args "text*"))
(program "llvm-strings eu-strings llvm-readobj eu-size eu-addr2line eu-elfclassify lzmainfo pdfsig" (style exact)
  (flags "-afo -n=text -t=text --all --bytes=text --radix=text --print-file-name -h --file-headers --sections --symbols
     --relocations -s -S -r -e=read -i -A -B -x -d -v") (args "read*") (any "@*" (unknown "takes words from a file")))
(program "setarch linux32 linux64 x86_64 i386" (is stops) (class reads) (style exact)
  (flags "-BFILRSTXZ3v --32bit --fdpic-funcptrs --short-inode --addr-compat-layout --addr-no-randomize --whole-seconds
     --sticky-timeouts --read-implies-exec --mmap-page-zero --3gb --4gb --uname-2.6 --verbose --list") (args "run")
  (on "-F" (class acts) (here "work")))
(program "ifne" (is stops) (flags "-n") (args "run"))
(program "btm zoxide sd pastel asciinema qrencode zbarimg cmatrix certbot stripe meld rmlint detox convmv rdfind
    circleci ocaml loadkeys updatedb vd visidata rich highlight broot navi tealdeer starship mcfly atuin silicon viu
    chafa timg vhs freeze" (class acts) (style none) (args "text*")
  (ask acts "What it does is not told by its words alone" "work")
  (version "--version -V --help -h"))
(program "codesign" (class acts) (style none) (args "text*") (ask acts "A program is signed" "work")
  (word 1 "-d* --display* -v* --verify*" (class reads) (pardon acts) (args "text read*")
    (any "-s* --sign* -f --force --remove*" (class acts) (ask acts "A program is signed" "work"))))
(program "xcode-select" (class acts) (style none) (args "text*") (ask settings "The tools of the developer are chosen"
    "work")
  (word 1 "-p --print-path -v --version" (class reads) (pardon settings)))

; Programs that look into documents, media, binaries and data, and linters and test runners of the workspace.

(program "isoinfo" (style exact) (flags "-lfdpJRh -i=read -j=text -x=text -s -N=text -T=text") (args "text")
  (unless "-i" (unknown "reads a device")))
(program "cabextract" (style exact) (flags "-ltfqs -p -F=text --list --test --quiet --pipe --filter=text")
  (args "read*")
  (unless "-l -t -p --list --test --pipe" (unknown "takes files out of an archive")))
(program "dyff" (style exact)
  (sub "between bw bt" (flags
    "-ibs --omit-header --set-exit-code -o=text --output=text -c=text --color=text --exclude=text
       --filter=text --ignore-order-changes --no-table-style --use-go-patch-style -t=text --truecolor=text")
         (args "read read")
    (any "*://*" (unknown "fetches"))) (sub "version"))
(program "json-diff" (style exact) (flags "-ksfjC --keys-only --sort --full --raw-json --color --no-color -n=text")
  (args "read read"))
(program "jd" (style single) (flags
  "-set -mset -yaml -color -f=text -o=write -t=text -opts=text -setkeys=text -precision=text")
  (args "read read"))
(program "abidiff abidw abicompat" (style exact)
  (flags "--stat --no-added-syms --leaf-changes-only -l --harmless --suppressions=read --suppr=read --d1=read --d2=read
     --headers-dir1=read --headers-dir2=read --hd1=read --hd2=read --no-show-locs --deleted-fns --changed-fns
     --added-fns
     --deleted-vars --changed-vars --added-vars --no-linkage-name --impacted-interfaces --out-file=write
     --no-corpus-path")
  (args "read*"))
(program "sqlfmt" (class builds) (style exact) (flags
  "-l=text --line-length=text --check --diff --exclude=text -q -v --no-color
     --no-progressbar --no-jinjafmt -d=text --dialect=text --fast --safe") (args "tree*")
  (unless "--check --diff" (class acts) (args "change*") (none (here "writetree"))))
(program "cspell" (class builds) (style exact)
  (flags "-ue --no-progress --no-summary --words-only --unique --locale=text --language-id=text --exclude=text --dot
    --gitignore
     --show-context --show-suggestions --quiet --fail-fast --no-must-find-files --color --no-color --relative
     --no-cache") (args "tree*")
  (word 1 "link init dictionaries" (unknown "changes settings")) (any "*://*" (unknown "fetches")))
(program "nixfmt nixpkgs-fmt alejandra" (style exact) (flags
  "-cqsv --check --quiet --strict --verify -w=text --width=text
     --exclude=text -e=text -t=text --threads=text") (args "tree*")
  (unless "-c --check" (class acts) (args "change*") (none (here "writetree"))))
(program "nix-instantiate" (style exact) (flags "--parse --strict --json --xml -E=text --expr=text") (args "read*")
  (unless "--parse" (unknown "evaluates and may build")))
(program "statix deadnix" (class builds) (style exact)
  (sub "check" (flags "-su -o=text --format=text -i=text --ignore=text -c=read --config=read --stdin --unrestricted")
    (args "tree*"))
  (sub "explain list dump" (args "text*")) (flags
    "-fhlLq_ --fail --no-lambda-arg --no-lambda-pattern-names --no-underscore
     --quiet --hidden -o=text --output-format=text --exclude=text") (args "tree*")
       (word 1 "fix single" (unknown "changes files")))
(program "dprint" (class builds) (style exact)
  (sub "check" (flags "-c=read --config=read --list-different --excludes=text --allow-no-files --incremental?text")
    (args "tree*"))
  (sub "fmt" (class acts) (flags "--diff") (args "change*") (none (here "writetree")))
  (sub "output-file-paths output-resolved-config output-format-times") (sub "license help" (args "text*")))
(program "jscpd" (class builds) (style exact)
  (flags "-sgv -l=text --min-lines=text -k=text --min-tokens=text -x=text --max-lines=text -t=text --threshold=text
    -f=text
     --format=text -i=text --ignore=text -r=text --reporters=text -o=writetree --output=writetree -p=text
     --pattern=text
     --silent -m=text --mode=text --gitignore --exitCode=text --noSymlinks --list") (args "tree*")
  (value "-r --reporters" "*/* *.js" (unknown "loads a reporter")))
(program "opa" (class builds) (style exact)
  (sub "test" (flags "-vczb -r=text --verbose --run=text --format=text -f=text --coverage -t=text --threshold=text
    --ignore=text
       --timeout=text --exit-zero-on-skipped -m=text --bundle --explain=text") (args "tree*"))
  (sub "fmt" (class reads) (flags "-dl --diff --list --fail -w --write") (args "tree*")
    (on "-w --write" (class acts) (args "change*")))
  (sub "check" (flags "-Sb --strict -f=text --format=text --ignore=text -s=read --schema=read --bundle -m=text")
    (args "tree*"))
  (sub "eval" (flags "-d=tree --data=tree -i=read --input=read -f=text --format=text --fail --fail-defined -b=tree -I
    --stdin-input
       --coverage --explain=text --pretty --package=text") (args "text"))
  (sub "parse" (class reads) (flags "-f=text --format=text") (args "read"))
    (sub "inspect" (class reads) (flags "-a -f=text --format=text")
    (args "tree")) (sub "deps" (flags "-d=tree -f=text") (args "text*"))
      (sub "version" (flags "-c --check") (on "-c --check" (unknown "asks an address")))
  (any "*://*" (unknown "fetches")))
(program "conftest" (class builds) (style exact)
  (sub "test" (flags "-p=tree --policy=tree -o=text --output=text --all-namespaces -n=text --namespace=text
    --parser=text --no-color
       --fail-on-warn --combine -d=tree --data=tree --trace --ignore=text --no-fail --quiet --suppress-exceptions")
         (args "tree*"))
  (sub "verify" (flags "-p=tree --policy=tree -o=text --output=text -d=tree --data=tree --trace --report=text
    --no-color"))
  (sub "parse" (class reads) (flags "--parser=text") (args "read*")) (sub "fmt" (flags "--check") (args "tree*")
    (unless "--check" (class acts) (args "change*"))))
(program "regal" (class builds) (style exact) (sub "lint" (flags
  "-f=text --format=text -c=read --config-file=read -d=text --disable=text
     -e=text --enable=text -l=text --fail-level=text -i=text --ignore-files=text --no-color --timeout=text")
       (args "tree*"))
  (sub "version"))
(program "cue" (class builds) (style exact)
  (sub "vet eval def" (flags
    "-cais -d=text -e=text --out=text -l=text -p=text -t=text --concrete --all --simplify --strict -E
       --all-errors --ignore --trace -v -O -A -H --expression=text --schema=text --path=text") (args "text*"))
  (sub "export" (flags "-i -e=text --out=text -o=write --outfile=write -f --force --escape -t=text -l=text -p=text
    -d=text -E --all-errors
       --expression=text") (args "text*") (value "-o --outfile" "*:*" (unknown "writes in another format")))
  (sub "fmt" (flags "--check -d --diff -s --simplify --files") (args "text*")
    (unless "--check" (unknown "changes files")))
  (sub "version help" (args "text*")))
(program "jsonnet" (class builds) (style exact)
  (flags "-eSyc -J=read --jpath=read -V=text --ext-str=text -A=text --tla-str=text --tla-code=text --ext-code=text
    --string
     --yaml-stream -s=text --max-stack=text -o=write --output-file=write -m=writetree --multi=writetree
     --create-output-dirs
     --exec -n=text") (args "read") (on "-e --exec" (args "text")
       (any "*import*" (unknown "reads what the code names"))))
(program "jsonnetfmt jsonnet-lint" (style exact) (flags
  "-iec -n=text --indent=text --test --in-place --string-style=text
     --comment-style=text --max-blank-lines=text -J=read --pad-arrays --no-pad-arrays") (args "read*")
  (on "-i --in-place" (class acts) (args "change*")))
(program "ko" (class builds) (style exact) (sub "version" (class reads)))
(program "goreleaser" (class builds) (style exact)
  (sub "check" (flags "-q --quiet --soft --deprecated -f=read --config=read") (args "read*"))
  (sub "jsonschema man completion" (class reads) (args "text")))
(program "onefetch" (style exact) (flags
  "-dhnTo --no-art --no-color-palette --no-title --no-bold --number-of-authors=text
     --number-of-languages=text --include-hidden --no-merges -o=text --output=text --exclude=text -e=text -d=text
     --email
     --disabled-fields=text --true-color=text --languages --package-managers -z"
    "--number-of-file-churns=text --no-bots --type=text --nerd-fonts --iso-time --hidden --http-url --hide-token
      --text-colors=text --image-protocol=text --color-resolution=text --number-separator=text
      --churn-pool-size=text") (args "read"))
(program "size-limit bundlesize source-map-explorer" (class builds) (style exact)
  (flags "--json --silent --hide-passed --highlight-less --limit=text --no-border-checks --only-mapped --tsv")
    (args "tree*")
  (unless "--json --silent --hide-passed --highlight-less --tsv" (any "*" (unknown "opens a browser"))))
(program "elm-test elm-test-rs elm-review" (class builds) (style exact)
  (flags "--fuzz=text --seed=text --report=text --workers=text --no-color --no-details --ignore-dirs=text
    --ignore-files=text --elmjson=read")
  (args "tree*") (word 1 "init install make new-rule new-package" (unknown "changes the project")))
(program "elm-format" (style exact) (flags "--validate --stdin --elm-version=text --output=write --yes") (args "tree*")
  (unless "--validate --stdin --output" (class acts) (args "change*")) (on "--yes" (class acts) (args "change*")))
(program "exiv2" (style exact) (flags "-bnuqvV -p=text -P=text -g=text -K=text") (args "read*")
  (any "insert in extract ex rm delete mv rename mo modify ad adjust fi fixiso fc fixcom" (unknown "changes files")))
(program "mp3info" (style exact) (flags "-xhFG -p=text -r=text") (args "read*"))
(program "webpinfo" (style single) (flags "-quiet -diag -summary -bitstream_info -version") (args "read*"))
(program "gifsicle" (style exact) (flags "-Iv --info --cinfo --xinfo --sinfo --size-info --no-warnings") (args "read*")
  (unless "-I --info --cinfo --xinfo --sinfo --size-info" (unknown "makes a picture")))
(program "opusinfo ogginfo heif-info jxlinfo tiffinfo mkvinfo" (style exact)
  (flags "-cfqtv78DwjszhilH --check --info --md5 --help --quiet --verbose") (args "read*"))
(program "metaflac" (style exact) (flags
  "--list --show-md5sum --show-sample-rate --show-tag=text --show-channels --show-bps
     --show-total-samples --block-type=text --block-number=text --show-vendor-tag --with-filename --no-filename
     --export-tags-to=write"
    "--show-all-tags --show-min-blocksize --show-max-blocksize --show-min-framesize --show-max-framesize
      --data-format=text --application-data-format=text --no-utf8-convert")
  (args "read*"))
(program "catdoc catppt xls2csv" (style exact) (flags
  "-alVbtwux -s=text -d=text -f=text -m=text -c=text -q=text -g=text") (args "read*"))
(program "docx2txt" (style exact) (args "read write") (given 1 (unknown "writes a file beside it"))
  (word 2 "-" (unknown "")))
(program "antiword" (style exact) (flags "-ftsrL -w=text -m=text -i=text -x=text -a=text -p=text") (args "read*"))
(program "xlsx2csv" (style exact) (flags
  "-aiemE -s=text -d=text -n=text -c=text -f=text -l=text -q=text -p=text --all --ignoreempty
     --sheet=text --sheetname=text --delimiter=text --dateformat=text --outputencoding=text --hyperlinks")
       (args "read write"))
(program "ebook-meta" (style exact) (flags "--get-cover=write --to-opf=write") (args "read"))
(program "djvutxt djvudump" (style single) (flags "-page=text -detail=text -escape -o=write") (args "read write"))
(program "texcount" (style single) (on "-inc -merge" (class builds)) (flags
  "-inc -merge -sum -total -1 -brief -q -v -v0 -v1 -v2 -v3 -v4 -col -nc -html -utf8 -ch -sub?text
     -freq?text -stat -char -nosub -nobib -incbib -template=text -out=write -dir?text -nocol -letter") (args "read*"))
(program "chktex lacheck" (style exact) (flags
  "-qv -n=text -w=text -e=text -f=text -p=text -o=write --quiet --nowarn=text --warnon=text
     --erroron=text --format=text --output=write --inputfiles?text -I?text") (args "read*"))
(program "detex opendetex delatex" (style exact) (flags "-lnswctr1 -e=text") (args "read*") (unless "-n" (class builds)))
(program "kpsewhich" (style single) (flags
  "-all -format=text -var-value=text -expand-var=text -expand-path=text -show-path=text -path=text
     -progname=text -engine=text -must-exist") (args "text*"))
(program "pint" (class builds) (style exact) (flags
  "-vq --test --bail --dirty --diff=text --preset=text --quiet --ansi --no-ansi")
  (args "tree*") (unless "--test --bail" (class acts) (args "change*") (none (here "writetree"))))
(program "luac luac5.1 luac5.3 luac5.4" (style exact) (flags "-psv -l -o=write") (args "read*")
  (unless "-p -o -v" (unknown "writes luac.out")))
(program "busted" (class builds) (style exact)
  (flags "-vcl -o=text --output=text -p=text --pattern=text -t=text --tags=text --exclude-tags=text --filter=text
    --filter-out=text
     --verbose --coverage --shuffle --no-keep-going --lazy --list -r=text --run=text --repeat=text --seed=text
     --suppress-pending
     --defer-print --no-auto-insulate") (args "tree*") (value "-o --output" "*/*" (unknown "loads a handler"))
  (any "/* ../* ~*" (unknown "runs tests of another place")))
(program "stylua" (style exact) (flags
  "-cvs --check --output-format=text -g=text --glob=text --verify --respect-ignores --color=text
     -f=read --config-path=read --search-parent-directories --num-threads=text --allow-hidden --verbose") (args
       "tree*")
  (unless "-c --check" (class acts) (args "change*")))
(program "scalafmt" (class builds) (style exact) (flags
  "-tlcq --check --test --list --quiet --non-interactive --stdout --diff --debug
     --exclude=text --config=read --git=text") (args "tree*")
       (unless "--check --test -t --list -l --stdout" (class acts) (args "change*")
    (none (here "writetree"))))
(program "ktlint detekt" (class builds) (style exact) (flags
  "--color --reporter=text --relative --log-level=text -l=text --limit=text
     --editorconfig=read --code-style=text --experimental --stdin --verbose -F --format -i=text --input=text -c=read
     --config=read
     --build-upon-default-config --all-rules --parallel") (args "tree*") (value "--reporter" "*output=* *artifact=*"
    (unknown "writes or loads a file")) (on "-F --format" (class acts) (args "change*") (none (here "writetree"))))
(program "swiftlint" (class builds) (style exact) (bare "lint")
  (sub "lint" (flags "--quiet --strict --lenient --config=read --reporter=text --no-cache --force-exclude --progress
    --enable-all-rules
       --only-rule=text --output=write --use-stdin") (args "tree*"))
  (sub "rules" (class reads) (args "text*") (flags "-ed --enabled --disabled")) (sub "version" (class reads)))
(program "swiftformat swift-format" (class builds) (style exact)
  (flags "-is --lint --dryrun --quiet --verbose --strict --swiftversion=text
     --rules=text --disable=text --exclude=text --recursive -r") (args "tree*")
       (sub "lint" (flags "-rsp --strict --recursive --parallel") (args "tree*"))
  (unless "--lint --dryrun" (class acts) (args "change*") (none (here "writetree"))))
(program "clj-kondo" (class builds) (style exact) (flags
  "--lint=tree --parallel --cache?text --dependencies --config=text --fail-level=text
     --report-level=text --filename=text --skip-lint --repro") (args "tree*"))
(program "cljfmt zprint" (class builds) (style exact) (sub "check" (args "tree*"))
  (sub "fix" (class acts) (args "change*") (none (here "writetree"))))
(program "hlint" (class builds) (style exact) (flags
  "-qjgsv -i=text -X=text --color?text --json --quiet --ignore=text --threads=text
     --cross --only=text --with-group=text --no-exit-code --git --show --extension=text --hint=read --report?write")
       (args "tree*"))
(program "ormolu fourmolu" (style exact) (flags
  "-icd -m=text --mode=text --check-idempotence --debug --color=text -q --no-cabal
     --stdin-input-file=text -e -u --unsafe --quiet") (args "read*") (on "-i" (class acts) (args "change*"))
  (value "-m --mode" "inplace" (class acts) (args "change*")))
(program "stylish-haskell hindent brittany" (style exact) (flags
  "-ivr --inplace --verbose --recursive --validate --check-mode") (args "read*")
  (on "-i --inplace" (class acts) (args "change*")))
(program "raco" (class builds) (style exact) (sub "test" (flags
  "-xqQvy -j=text --drdr --quiet --table --heartbeat --no-run-if-absent") (args "tree*")
    (any "/* ../* ~*" (unknown "runs tests of another place")))
  (sub "make" (flags "-v -j=text --disable-inline") (args "tree*")) (sub "expand" (args "read*")))
(program "ast-grep" (class builds) (style exact)
  (sub "run" (flags "-p=text --pattern=text -l=text --lang=text -r=text --rewrite=text --json?text -A=text -B=text
    -C=text --heading=text
       --color=text --globs=text --no-ignore=text --strictness=text --stdin --debug-query?text --selector=text")
         (args "tree*"))
  (sub "scan" (flags "-r=read --rule=read --inline-rules=text --json?text --report-style=text --error?text
    --warning?text --filter=text --globs=text
       --no-ignore=text --color=text --format=text -c=read --config=read") (args "tree*"))
  (sub "test" (flags "-t=tree -c=read --skip-snapshot-tests --include-off -f=text --test-dir=tree"))
  (flags "-p=text --pattern=text -l=text --lang=text -r=text --rewrite=text --json?text -A=text -B=text -C=text
    --heading=text --color=text
     --globs=text --no-ignore=text") (args "tree*") (word 1 "lsp new completions" (unknown "serves or writes")))
(program "agrep" (style exact) (flags "-# -inclvwxhsBykd -e=text -E=text -D=text -I=text -S=text") (args "text read*")
  (on "-e" (args "read*")))
(program "glimpse" (style exact) (version "-V -v") (unknown "does something else"))
(program "csvsql" (class builds) (style exact) (flags
  "-tSIHvly --query=code:sql -d=text -q=text -e=text --blanks --snifflimit=text --no-inference
     --tables=text -i=text --dialect=text --delimiter=text --tabs --no-constraints --date-format=text -u=text -p=text")
       (args "read*"))
(program "hxselect hxnormalize hxcount hxclean hxextract hxname2id hxnum hxprune hxpipe hxunent hxwls hxtoc hxremove"
  (style exact)
  (flags "-cxeLdsbfiu -l=text -s=text -i=text -h=text -t=text -L=text") (args "read*")
  (any "*://*" (unknown "fetches")))
(program "parquet-tools parquet-cli pqrs" (style exact)
  (sub "schema meta rowcount inspect show head cat csv size dump footer"
    (flags "-jdn -n=text --json --head=text --columns=text -c=text --detail -r=text --records=text --csv --no-header
       --detailed --format=text -f=text --limit=text --skip=text") (args "read*")) (any "*://*" (unknown "fetches")))
(program "avro-tools" (style exact) (sub "getschema getmeta count tojson canonical fingerprint"
  (flags "--pretty --head?text --key=text") (args "read*")
    (any "*:*" (unknown "fetches"))))
(program "msgpack2json json2msgpack" (style exact) (flags "-bdjvfB -i=read -o=write"))
(program "cbor2diag cbor2diag.rb cbor2json cbor2json.rb cbor2yaml cbor2yaml.rb cbor2pretty.rb diag2cbor.rb json2cbor.rb"
  (style exact)
  (flags "-tev -a=text") (args "read*"))
(program "rocm-smi" (style exact) (flags "--show* -aitcgfpPuv -d=text --json --csv --alldevices"))
(program "lipo" (style single) (flags "-info -archs -detailed_info") (args "read*")
  (unless "-info -archs -detailed_info" (unknown "writes")))
(program "vainfo vdpauinfo" (style exact) (flags "-a --all --display=text --device=read"))
(program "v4l2-ctl" (style exact) (flags
  "-DlLAk -d=read --device=read --info --all --list-devices --list-formats --list-formats-ext --list-ctrls
     --list-ctrls-menus --list-inputs --list-outputs --list-standards --list-framesizes=text --list-dv-timings
     --get-fmt-video
     --get-input --get-parm -V -P -T"))
(program "uconv" (style exact) (flags
  "-lLscivV -f=text -t=text -x=text -b=text --block-size=text --canon --from-callback=text --to-callback=text
     --silent --verbose --list --list-code --list-transliterators --default-code --from-code=text
     --to-code=text --callback=text --add-signature --remove-signature -o=write --output=write --fallback
     --no-fallback") (args "read*")
  (is decodes))
(program "uni" (style exact) (sub "identify i search s print p list ls emoji e help h version"
  (flags "-qcr -f=text -t=text -g=text --format=text --as=text")
    (args "text*")))
(program "ascii" (is pure) (style exact) (flags "-txdobahsvi") (args "text*"))
(program "datesort dateutils.dsort" (style exact) (flags "-i=text -q -r -u --input-format=text --reverse --unique")
  (args "read*"))
(program "dateadd dateconv datediff dategrep dateround dateseq datetest datezone" (is pure prints) (style
  none)
  (args "text*"))
(program "rot13" (is pure decodes) (args "text*"))
(program "ccat" (style exact) (flags "-C=text --bg=text --color=text -G=text --html --palette") (args "read*"))
(program "protolint" (class builds) (style exact) (sub "lint" (flags "-v --reporter=text --config_path=read")
  (args "tree*")) (sub "list version"))
(program "sccache ccache" (style exact) (flags
  "-spvh --show-stats --show-adv-stats --show-config --show-compression --print-stats --stats-format=text")
  (unless "-s -p -v -h --show-stats --show-adv-stats --show-config --show-compression --print-stats"
    (unknown "runs a compiler")))
(program "syft grype" (class builds) (style exact) (sub "version" (flags "-o=text")))
(program "pldd validlocale" (style exact) (args "text*"))
(program "capinfos" (style exact) (flags "-abcdeEFHiIklmnMNoprRsStTuvxyzABCDKLQ") (args "read*"))
(program "mutool" (style exact) (sub "info pages" (flags "-FIMPSX -p=text") (args "read text*"))
  (sub "show" (flags "-bge -p=text") (args "read text*")))
(program "gm" (style single) (sub "identify" (flags "-format=text -verbose -ping") (args "read*")
  (any "*:*" (unknown "may be read by another program"))) (sub "version"))
(program "ogrinfo" (style single) (flags "-so -al -ro -q -geom=text -fid=text -where=text -json -summary -features -nomd
  -nogeomtype -nocount -noextent") (args "read text*") (any "*:* /vsi*" (unknown "may connect")))
(program "seqkit" (style exact)
  (sub "stats stat head grep seq fx2tab locate sum range" (flags "-aTbemnpvirslg -j=text -n=text --all --tabular -p=text
    --pattern=text -f=read --pattern-file=read -r=text -m=text -M=text --name --seq --reverse --complement")
    (args "read*")) (sub "version"))
(program "wasm-objdump" (style exact) (flags "-hdxsr -j=text --headers --disassemble --details --full-contents --reloc
  --section=text") (args "read*"))
(program "wasm-tools" (style exact) (sub "validate print dump objdump" (flags "-pv --features=text -f=text --skeleton
  --print-offsets") (args "read")))
(program "rhash" (style exact) (flags "-CHMTRSWEGAa --crc32 --md5 --sha1 --sha224 --sha256 --sha384 --sha512 --sha3-224
  --sha3-256 --sha3-384 --sha3-512 --blake2b --blake2s -c --check -r --recursive --simple --bsd --sfv") (args "read*"))
(program "lcov" (style exact) (flags "-q --quiet --summary=read --list=read --rc=hidden --list-full-path")
  (unless "--summary --list" (unknown "writes a trace")))
(program "odt2txt" (style exact) (flags "--width=text --encoding=text --subst=text --raw") (args "read*"))
(program "mp4info mp4dump zipdetails" (style single) (flags "-format=text -verbosity=text -v -json") (args "read*"))
(program "ghc-pkg" (style exact) (global "--global --user --simple-output --names-only -v0 --no-user-package-db")
  (sub "list describe field latest find-module check dump" (args "text*")))
(program "dpkg-parsechangelog" (style exact) (flags "-S=text -l=read -n=text -c=text --show-field=text --file=read
  --count=text --all --since=text --reverse"))
(program "recsel recinf" (style exact) (flags "-idcCnUp -t=text -e=text -q=text -n=text -p=text -P=text -R=text -S=text
  -G=text --type=text --expression=text --print=text --print-values=text --print-row=text --sort=text --group-by=text
  --count --uniq --quick=text --descriptor --number=text") (args "read*"))
(program "ledger hledger" (style exact) (global "-f=read --file=read --depth=text -b=text -e=text -p=text --begin=text
  --end=text --period=text --monthly --weekly --yearly --daily -MWYDQESNBVHTAR --cleared --pending --flat --tree --empty
  --no-total --sort=text -S=text --historical --cost --value=text -X=text --current --real --related --average")
  (sub "balance bal b register reg r print accounts stats payees commodities balancesheet bs incomestatement is cashflow
    cf activity files tags" (args "text*")))
(program "upx" (style exact) (flags "-ltqv --list --test --fileinfo") (args "read*")
  (unless "-l -t --list --test --fileinfo" (unknown "writes over its input")))
(program "redis-check-aof redis-check-rdb" (style exact) (args "read"))
(program "kldstat geom" (style exact) (flags "-vhqd -i=text -m=text -n=text") (args "text*")
  (any "*" "disk part eli mirror stripe list status ? show" (unknown "may load a module")))
(program "tlmgr" (style exact) (sub "info show list" (flags "--list --only-installed --data=text --json") (args "text*")
    (unless "--only-installed" (unknown "may ask a repository")))
  (sub "version"))
(program "mkvmerge" (style exact) (flags "-Ji -F=text --identify --identification-format=text") (args "read*")
  (unless "-J -i --identify" (unknown "writes a file")))
(program "flac" (style exact) (flags "-ts --test --silent --totally-silent") (args "read*")
  (unless "-t --test" (unknown "writes beside its input")))
(program "dtc" (style exact) (flags "-qs -I=text -O=text") (args "read"))
(program "unbound-checkconf" (style exact) (flags "-fq -o=text") (args "read"))
(program "mailq" (style exact) (args ""))

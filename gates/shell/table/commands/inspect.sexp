; Programs that look into documents, media, binaries and data, and linters and test runners of the workspace.

(program "isoinfo" (style exact) (flags "-lfdpJRh -i=read -j=text -x=text -s -N=text -T=text") (args "text")
  (unless "-i" (unknown "reads a device")) (examples reads "isoinfo -l -i image.iso" unknown "isoinfo -l"
    "isoinfo dev=x -l"))
(program "cabextract" (style exact) (flags "-ltfqs -p -F=text --list --test --quiet --pipe --filter=text")
  (args "read*")
  (unless "-l -t -p --list --test --pipe" (unknown "takes files out of an archive"))
  (examples reads "cabextract -l setup.cab" unknown "cabextract a.cab" "cabextract -d x a.cab"))
(program "dyff" (style exact)
  (sub "between bw bt" (flags
    "-ibs --omit-header --set-exit-code -o=text --output=text -c=text --color=text --exclude=text
       --filter=text --ignore-order-changes --no-table-style --use-go-patch-style -t=text --truecolor=text")
         (args "read read")
    (any "*://*" (unknown "fetches"))) (sub "version")
  (examples reads "dyff between a.yaml b.yaml" unknown "dyff between http://h/a b" "dyff json -i a"))
(program "json-diff" (style exact) (flags "-ksfjC --keys-only --sort --full --raw-json --color --no-color -n=text")
  (args "read read")
  (examples reads "json-diff a.json b.json" unknown "json-diff --frob a b"))
(program "jd" (style single) (flags
  "-set -mset -yaml -color -f=text -o=write -t=text -opts=text -setkeys=text -precision=text")
  (args "read read") (examples reads "jd a.json b.json" "jd -set a b" acts "jd -o x a b" unknown "jd -port 80"))
(program "abidiff abidw abicompat" (style exact)
  (flags "--stat --no-added-syms --leaf-changes-only -l --harmless --suppressions=read --suppr=read --d1=read --d2=read
     --headers-dir1=read --headers-dir2=read --hd1=read --hd2=read --no-show-locs --deleted-fns --changed-fns
     --added-fns
     --deleted-vars --changed-vars --added-vars --no-linkage-name --impacted-interfaces --out-file=write
     --no-corpus-path")
  (args "read*") (examples reads "abidiff libold.so libnew.so" acts "abidw --out-file x a.so"
    unknown "abidiff --frob a b"))
(program "sqlfmt" (class builds) (style exact) (flags
  "-l=text --line-length=text --check --diff --exclude=text -q -v --no-color
     --no-progressbar --no-jinjafmt -d=text --dialect=text --fast --safe") (args "tree*")
  (unless "--check --diff" (class acts) (args "change*") (none (here "writetree")))
  (examples builds "sqlfmt --check ." acts "sqlfmt ." unknown "sqlfmt --config x ."))
(program "cspell" (class builds) (style exact)
  (flags "-ue --no-progress --no-summary --words-only --unique --locale=text --language-id=text --exclude=text --dot
    --gitignore
     --show-context --show-suggestions --quiet --fail-fast --no-must-find-files --color --no-color --relative
     --no-cache") (args "tree*")
  (word 1 "link init dictionaries" (unknown "changes settings")) (any "*://*" (unknown "fetches"))
  (examples builds "cspell **/*.md" "cspell lint src" unknown "cspell link add x" "cspell --reporter ./x a"))
(program "nixfmt nixpkgs-fmt alejandra" (style exact) (flags
  "-cqsv --check --quiet --strict --verify -w=text --width=text
     --exclude=text -e=text -t=text --threads=text") (args "tree*")
  (unless "-c --check" (class acts) (args "change*") (none (here "writetree")))
  (examples reads "nixfmt --check flake.nix" "alejandra -c ." acts "nixfmt flake.nix" "alejandra ."
    unknown "alejandra --frob ."))
(program "nix-instantiate" (style exact) (flags "--parse --strict --json --xml -E=text --expr=text") (args "read*")
  (unless "--parse" (unknown "evaluates and may build")) (examples reads "nix-instantiate --parse default.nix" unknown
    "nix-instantiate default.nix" "nix-instantiate --eval x.nix"))
(program "statix deadnix" (class builds) (style exact)
  (sub "check" (flags "-su -o=text --format=text -i=text --ignore=text -c=read --config=read --stdin --unrestricted")
    (args "tree*"))
  (sub "explain list dump" (args "text*")) (flags
    "-fhlLq_ --fail --no-lambda-arg --no-lambda-pattern-names --no-underscore
     --quiet --hidden -o=text --output-format=text --exclude=text") (args "tree*")
       (word 1 "fix single" (unknown "changes files"))
  (examples builds "statix check" "deadnix ." unknown "statix fix" "deadnix -e ."))
(program "dprint" (class builds) (style exact)
  (sub "check" (flags "-c=read --config=read --list-different --excludes=text --allow-no-files --incremental?text")
    (args "tree*"))
  (sub "fmt" (class acts) (flags "--diff") (args "change*") (none (here "writetree")))
  (sub "output-file-paths output-resolved-config output-format-times") (sub "license help" (args "text*"))
  (examples builds "dprint check" acts "dprint fmt" unknown "dprint add x" "dprint check --plugins x"))
(program "jscpd" (class builds) (style exact)
  (flags "-sgv -l=text --min-lines=text -k=text --min-tokens=text -x=text --max-lines=text -t=text --threshold=text
    -f=text
     --format=text -i=text --ignore=text -r=text --reporters=text -o=writetree --output=writetree -p=text
     --pattern=text
     --silent -m=text --mode=text --gitignore --exitCode=text --noSymlinks --list") (args "tree*")
  (value "-r --reporters" "*/* *.js" (unknown "loads a reporter"))
  (examples builds "jscpd src" "jscpd -r console src" unknown "jscpd --store x src" "jscpd -r ./e.js src"))
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
  (any "*://*" (unknown "fetches")) (examples builds "opa test policy" "opa check ." reads "opa fmt -d policy"
    acts "opa fmt -w policy"
    unknown "opa run -s" "opa version -c"))
(program "conftest" (class builds) (style exact)
  (sub "test" (flags "-p=tree --policy=tree -o=text --output=text --all-namespaces -n=text --namespace=text
    --parser=text --no-color
       --fail-on-warn --combine -d=tree --data=tree --trace --ignore=text --no-fail --quiet --suppress-exceptions")
         (args "tree*"))
  (sub "verify" (flags "-p=tree --policy=tree -o=text --output=text -d=tree --data=tree --trace --report=text
    --no-color"))
  (sub "parse" (class reads) (flags "--parser=text") (args "read*")) (sub "fmt" (flags "--check") (args "tree*")
    (unless "--check" (class acts) (args "change*")))
  (examples builds "conftest test a.yaml" "conftest verify" unknown "conftest pull x"
    "conftest test --update http://h a"))
(program "regal" (class builds) (style exact) (sub "lint" (flags
  "-f=text --format=text -c=read --config-file=read -d=text --disable=text
     -e=text --enable=text -l=text --fail-level=text -i=text --ignore-files=text --no-color --timeout=text")
       (args "tree*"))
  (sub "version") (examples builds "regal lint policy" unknown "regal fix policy"))
(program "cue" (class builds) (style exact)
  (sub "vet eval def" (flags
    "-cais -d=text -e=text --out=text -l=text -p=text -t=text --concrete --all --simplify --strict -E
       --all-errors --ignore --trace -v -O -A -H --expression=text --schema=text --path=text") (args "text*"))
  (sub "export" (flags "-i -e=text --out=text -o=write --outfile=write -f --force --escape -t=text -l=text -p=text
    -d=text -E --all-errors
       --expression=text") (args "text*") (value "-o --outfile" "*:*" (unknown "writes in another format")))
  (sub "fmt" (flags "--check -d --diff -s --simplify --files") (args "text*")
    (unless "--check" (unknown "changes files")))
  (sub "version help" (args "text*")) (examples builds "cue vet config.cue" "cue export ." "cue fmt --check ./..."
    unknown "cue fmt ."
    "cue cmd x" "cue mod publish x"))
(program "jsonnet" (class builds) (style exact)
  (flags "-eSyc -J=read --jpath=read -V=text --ext-str=text -A=text --tla-str=text --tla-code=text --ext-code=text
    --string
     --yaml-stream -s=text --max-stack=text -o=write --output-file=write -m=writetree --multi=writetree
     --create-output-dirs
     --exec -n=text") (args "read") (on "-e --exec" (args "text")
       (any "*import*" (unknown "reads what the code names")))
  (examples builds "jsonnet config.jsonnet" "jsonnet -e 1+1" unknown "jsonnet -e 'import \"/x\"'"
    "jsonnet --ext-str-file a=b c"))
(program "jsonnetfmt jsonnet-lint" (style exact) (flags
  "-iec -n=text --indent=text --test --in-place --string-style=text
     --comment-style=text --max-blank-lines=text -J=read --pad-arrays --no-pad-arrays") (args "read*")
  (on "-i --in-place" (class acts) (args "change*"))
  (examples reads "jsonnetfmt --test main.jsonnet" "jsonnetfmt a.jsonnet" acts "jsonnetfmt -i a.jsonnet"
    unknown "jsonnetfmt -o x a"))
(program "ko" (class builds) (style exact) (sub "version" (class reads))
  (examples reads "ko version" unknown "ko build" "ko apply -f x"))
(program "goreleaser" (class builds) (style exact)
  (sub "check" (flags "-q --quiet --soft --deprecated -f=read --config=read") (args "read*"))
  (sub "jsonschema man completion" (class reads) (args "text"))
  (examples builds "goreleaser check" unknown "goreleaser release" "goreleaser build --snapshot"))
(program "onefetch" (style exact) (flags
  "-dhnTo --no-art --no-color-palette --no-title --no-bold --number-of-authors=text
     --number-of-languages=text --include-hidden --no-merges -o=text --output=text --exclude=text -e=text -d=text
     --email
     --disabled-fields=text --true-color=text --languages --package-managers -z"
    "--number-of-file-churns=text --no-bots --type=text --nerd-fonts --iso-time --hidden --http-url --hide-token
      --text-colors=text --image-protocol=text --color-resolution=text --number-separator=text
      --churn-pool-size=text") (args "read")
  (examples reads "onefetch --no-art" "onefetch ." unknown "onefetch -i x"))
(program "size-limit bundlesize source-map-explorer" (class builds) (style exact)
  (flags "--json --silent --hide-passed --highlight-less --limit=text --no-border-checks --only-mapped --tsv")
    (args "tree*")
  (unless "--json --silent --hide-passed --highlight-less --tsv" (any "*" (unknown "opens a browser")))
  (examples builds "size-limit" "size-limit --json" "source-map-explorer --json a.js" unknown
    "source-map-explorer a.js"
    "size-limit --why"))
(program "elm-test elm-test-rs elm-review" (class builds) (style exact)
  (flags "--fuzz=text --seed=text --report=text --workers=text --no-color --no-details --ignore-dirs=text
    --ignore-files=text --elmjson=read")
  (args "tree*") (word 1 "init install make new-rule new-package" (unknown "changes the project"))
  (examples builds "elm-test" "elm-test tests/A.elm" unknown "elm-test install x" "elm-test --compiler /x"
    "elm-review --fix"))
(program "elm-format" (style exact) (flags "--validate --stdin --elm-version=text --output=write --yes") (args "tree*")
  (unless "--validate --stdin --output" (class acts) (args "change*")) (on "--yes" (class acts) (args "change*"))
  (examples reads "elm-format --validate src" acts "elm-format --yes src" unknown "elm-format --frob x"))
(program "exiv2" (style exact) (flags "-bnuqvV -p=text -P=text -g=text -K=text") (args "read*")
  (any "insert in extract ex rm delete mv rename mo modify ad adjust fi fixiso fc fixcom" (unknown "changes files"))
  (examples reads "exiv2 -pa photo.jpg" unknown "exiv2 rm a.jpg" "exiv2 -M x a.jpg" "exiv2 -e X a"))
(program "mp3info" (style exact) (flags "-xhFG -p=text -r=text") (args "read*")
  (examples reads "mp3info song.mp3" unknown
  "mp3info -t x a.mp3" "mp3info -d a.mp3"))
(program "webpinfo" (style single) (flags "-quiet -diag -summary -bitstream_info -version") (args "read*")
  (examples reads "webpinfo banner.webp" unknown "webpinfo -o x a"))
(program "gifsicle" (style exact) (flags "-Iv --info --cinfo --xinfo --sinfo --size-info --no-warnings") (args "read*")
  (unless "-I --info --cinfo --xinfo --sinfo --size-info" (unknown "makes a picture"))
  (examples reads "gifsicle --info anim.gif" unknown "gifsicle -b -I a.gif" "gifsicle a.gif"))
(program "opusinfo ogginfo heif-info jxlinfo tiffinfo mkvinfo" (style exact)
  (flags "-cfqtv78DwjszhilH --check --info --md5 --help --quiet --verbose") (args "read*")
  (examples reads "tiffinfo a.tif" "mkvinfo a.mkv" unknown "tiffinfo --frob a"))
(program "metaflac" (style exact) (flags
  "--list --show-md5sum --show-sample-rate --show-tag=text --show-channels --show-bps
     --show-total-samples --block-type=text --block-number=text --show-vendor-tag --with-filename --no-filename
     --export-tags-to=write"
    "--show-all-tags --show-min-blocksize --show-max-blocksize --show-min-framesize --show-max-framesize
      --data-format=text --application-data-format=text --no-utf8-convert")
  (args "read*") (examples reads "metaflac --list a.flac" unknown "metaflac --remove-all a.flac"))
(program "catdoc catppt xls2csv" (style exact) (flags
  "-alVbtwux -s=text -d=text -f=text -m=text -c=text -q=text -g=text") (args "read*")
  (examples reads "catdoc letter.doc" "xls2csv a.xls" unknown "catdoc --frob a"))
(program "docx2txt" (style exact) (args "read write") (given 1 (unknown "writes a file beside it"))
  (word 2 "-" (unknown ""))
  (examples reads "docx2txt report.docx -" unknown "docx2txt report.docx" "docx2txt a.docx b.txt"))
(program "antiword" (style exact) (flags "-ftsrL -w=text -m=text -i=text -x=text -a=text -p=text") (args "read*")
  (examples reads "antiword old.doc" "antiword -f a.doc" unknown "antiword --frob a"))
(program "xlsx2csv" (style exact) (flags
  "-aiemE -s=text -d=text -n=text -c=text -f=text -l=text -q=text -p=text --all --ignoreempty
     --sheet=text --sheetname=text --delimiter=text --dateformat=text --outputencoding=text --hyperlinks")
       (args "read write")
  (examples reads "xlsx2csv sheet.xlsx" "xlsx2csv -n Data a.xlsx" acts "xlsx2csv a.xlsx b.csv"
    unknown "xlsx2csv --frob a"))
(program "ebook-meta" (style exact) (flags "--get-cover=write --to-opf=write") (args "read")
  (examples reads "ebook-meta book.epub" acts "ebook-meta --get-cover=x a.epub" unknown "ebook-meta -t x a.epub"))
(program "djvutxt djvudump" (style single) (flags "-page=text -detail=text -escape -o=write") (args "read write")
  (examples reads "djvutxt scan.djvu" acts "djvutxt a.djvu b.txt" unknown "djvutxt -frob a"))
(program "texcount" (style single) (flags
  "-inc -merge -sum -total -1 -brief -q -v -v0 -v1 -v2 -v3 -v4 -col -nc -html -utf8 -ch -sub?text
     -freq?text -stat -char -nosub -nobib -incbib -template=text -out=write -dir?text -nocol -letter") (args "read*")
  (examples reads "texcount paper.tex" "texcount -inc -total a.tex" acts "texcount -out=x a.tex"
    unknown "texcount -opt=x a.tex"))
(program "chktex lacheck" (style exact) (flags
  "-qv -n=text -w=text -e=text -f=text -p=text -o=write --quiet --nowarn=text --warnon=text
     --erroron=text --format=text --output=write --inputfiles?text -I?text") (args "read*")
  (examples reads "chktex paper.tex" "chktex -q -n1 a.tex" acts "chktex -o x a.tex" unknown "chktex -l x a.tex"))
(program "detex opendetex delatex" (style exact) (flags "-lnswctr1 -e=text") (args "read*")
  (examples reads "detex paper.tex" unknown "detex -x a"))
(program "kpsewhich" (style single) (flags
  "-all -format=text -var-value=text -expand-var=text -expand-path=text -show-path=text -path=text
     -progname=text -engine=text -must-exist") (args "text*")
       (examples reads "kpsewhich article.cls" unknown "kpsewhich -mktex=pk x"))
(program "pint" (class builds) (style exact) (flags
  "-vq --test --bail --dirty --diff=text --preset=text --quiet --ansi --no-ansi")
  (args "tree*") (unless "--test --bail" (class acts) (args "change*") (none (here "writetree")))
  (examples builds "pint --test" "pint --test app" acts "pint" unknown "pint --config=/x --test"))
(program "luac luac5.1 luac5.3 luac5.4" (style exact) (flags "-psv -l -o=write") (args "read*")
  (unless "-p -o -v" (unknown "writes luac.out"))
  (examples reads "luac -p script.lua" acts "luac -o x a.lua" unknown "luac a.lua"))
(program "busted" (class builds) (style exact)
  (flags "-vcl -o=text --output=text -p=text --pattern=text -t=text --tags=text --exclude-tags=text --filter=text
    --filter-out=text
     --verbose --coverage --shuffle --no-keep-going --lazy --list -r=text --run=text --repeat=text --seed=text
     --suppress-pending
     --defer-print --no-auto-insulate") (args "tree*") (value "-o --output" "*/*" (unknown "loads a handler"))
  (any "/* ../* ~*" (unknown "runs tests of another place"))
  (examples builds "busted" "busted -o TAP spec" unknown "busted --helper=/x" "busted /tmp/x"))
(program "stylua" (style exact) (flags
  "-cvs --check --output-format=text -g=text --glob=text --verify --respect-ignores --color=text
     -f=read --config-path=read --search-parent-directories --num-threads=text --allow-hidden --verbose") (args
       "tree*")
  (unless "-c --check" (class acts) (args "change*")) (examples reads "stylua --check ." acts "stylua ."
    unknown "stylua --frob ."))
(program "scalafmt" (class builds) (style exact) (flags
  "-tlcq --check --test --list --quiet --non-interactive --stdout --diff --debug
     --exclude=text --config=read --git=text") (args "tree*")
       (unless "--check --test -t --list -l --stdout" (class acts) (args "change*")
    (none (here "writetree"))) (examples builds "scalafmt --check" acts "scalafmt" unknown "scalafmt --frob"))
(program "ktlint detekt" (class builds) (style exact) (flags
  "--color --reporter=text --relative --log-level=text -l=text --limit=text
     --editorconfig=read --code-style=text --experimental --stdin --verbose -F --format -i=text --input=text -c=read
     --config=read
     --build-upon-default-config --all-rules --parallel") (args "tree*") (value "--reporter" "*output=* *artifact=*"
    (unknown "writes or loads a file")) (on "-F --format" (class acts) (args "change*") (none (here "writetree")))
  (examples builds "ktlint" "ktlint src/**/*.kt" acts "ktlint -F" unknown "ktlint -R x.jar" "detekt -p x.jar"))
(program "swiftlint" (class builds) (style exact) (bare "lint")
  (sub "lint" (flags "--quiet --strict --lenient --config=read --reporter=text --no-cache --force-exclude --progress
    --enable-all-rules
       --only-rule=text --output=write --use-stdin") (args "tree*"))
  (sub "rules" (class reads) (args "text*") (flags "-ed --enabled --disabled")) (sub "version" (class reads))
  (examples builds "swiftlint" "swiftlint lint --quiet" reads "swiftlint rules" unknown "swiftlint lint --fix"
    "swiftlint analyze"))
(program "swiftformat swift-format" (class builds) (style exact)
  (flags "-is --lint --dryrun --quiet --verbose --strict --swiftversion=text
     --rules=text --disable=text --exclude=text --recursive -r") (args "tree*")
       (sub "lint" (flags "-rsp --strict --recursive --parallel") (args "tree*"))
  (unless "--lint --dryrun" (class acts) (args "change*") (none (here "writetree")))
  (examples builds "swiftformat --lint ." acts "swiftformat ." unknown "swiftformat --config x ."))
(program "clj-kondo" (class builds) (style exact) (flags
  "--lint=tree --parallel --cache?text --dependencies --fail-level=text
     --report-level=text --filename=text --skip-lint --repro") (args "tree*")
  (examples builds "clj-kondo --lint src" "clj-kondo --lint src test" unknown "clj-kondo --copy-configs --lint x"))
(program "cljfmt zprint" (class builds) (style exact) (sub "check" (args "tree*"))
  (sub "fix" (class acts) (args "change*") (none (here "writetree")))
  (examples builds "cljfmt check src" acts "cljfmt fix src" unknown "zprint x"))
(program "hlint" (class builds) (style exact) (flags
  "-qjgsv -i=text -X=text --color?text --json --quiet --ignore=text --threads=text
     --cross --only=text --with-group=text --no-exit-code --git --show --extension=text --hint=read --report?write")
       (args "tree*")
  (examples builds "hlint src" "hlint --json ." unknown "hlint --refactor src"))
(program "ormolu fourmolu" (style exact) (flags
  "-icd -m=text --mode=text --check-idempotence --debug --color=text -q --no-cabal
     --stdin-input-file=text -e -u --unsafe --quiet") (args "read*") (on "-i" (class acts) (args "change*"))
  (value "-m --mode" "inplace" (class acts) (args "change*"))
  (examples reads "ormolu --mode check src/Main.hs" "fourmolu a.hs" acts "ormolu --mode inplace a.hs"
    "fourmolu -i a.hs"
    unknown
    "ormolu --frob a"))
(program "stylish-haskell hindent brittany" (style exact) (flags
  "-ivr --inplace --verbose --recursive --validate --check-mode") (args "read*")
  (on "-i --inplace" (class acts) (args "change*")) (examples reads "stylish-haskell a.hs"
    acts "stylish-haskell -i a.hs" unknown "hindent --frob x"))
(program "raco" (class builds) (style exact) (sub "test" (flags
  "-xqQvy -j=text --drdr --quiet --table --heartbeat --no-run-if-absent") (args "tree*")
    (any "/* ../* ~*" (unknown "runs tests of another place")))
  (sub "make" (flags "-v -j=text --disable-inline") (args "tree*")) (sub "expand" (args "read*"))
  (examples builds "raco test src" "raco make a.rkt" unknown "raco pkg install x" "raco test /tmp/x" "raco exe x"))
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
     --globs=text --no-ignore=text") (args "tree*") (word 1 "lsp new completions" (unknown "serves or writes"))
  (examples builds "ast-grep --pattern 'console.log($A)' --lang ts src" "ast-grep run -p x -l js" "ast-grep scan"
    unknown
    "ast-grep -p a -r b -U" "ast-grep new x" "ast-grep run -p a -i"))
(program "agrep" (style exact) (flags "-# -inclvwxhsBykd -e=text -E=text -D=text -I=text -S=text") (args "text read*")
  (on "-e" (args "read*"))
  (examples reads "agrep -2 recieve docs.txt" unknown "agrep -f x y"))
(program "glimpse" (style exact) (version "-V -v") (unknown "does something else")
  (examples reads "glimpse -V" unknown "glimpse x"))
(program "csvsql" (class builds) (style exact) (flags
  "-tSIHvly --query=code:sql -d=text -q=text -e=text --blanks --snifflimit=text --no-inference
     --tables=text -i=text --dialect=text --delimiter=text --tabs --no-constraints --date-format=text -u=text -p=text")
       (args "read*")
  (examples builds "csvsql --query 'select count(*) from data' data.csv" "csvsql -i postgresql a.csv" unknown
    "csvsql --db sqlite:///x --insert a.csv"))
(program "hxselect hxnormalize hxcount hxclean hxextract hxname2id hxnum hxprune hxpipe hxunent hxwls hxtoc hxremove"
  (style exact)
  (flags "-cxeLdsbfiu -l=text -s=text -i=text -h=text -t=text -L=text") (args "text*")
    (any "*:* */* *.html *.htm *.xml" (args "read*")
    (any "*://*" (unknown "fetches")))
  (examples reads "hxselect -c h1" "hxnormalize -x a.html" unknown "hxnormalize http://h/x" "hxextract --frob a"))
(program "parquet-tools parquet-cli pqrs" (style exact)
  (sub "schema meta rowcount inspect show head cat csv size dump footer"
    (flags "-jdn -n=text --json --head=text --columns=text -c=text --detail -r=text --records=text --csv --no-header
       --detailed --format=text -f=text --limit=text --skip=text") (args "read*")) (any "*://*" (unknown "fetches"))
  (examples reads "parquet-tools schema data.parquet" "parquet-tools meta events.parquet" "pqrs head -n 5 a.parquet"
    unknown
    "parquet-tools merge a b c" "pqrs merge x"))
(program "avro-tools" (style exact) (sub "getschema getmeta count tojson canonical fingerprint"
  (flags "--pretty --head?text --key=text") (args "read*")
    (any "*:*" (unknown "fetches"))) (examples reads "avro-tools getschema data.avro"
      unknown "avro-tools getschema s3://b/x" "avro-tools compile x"))
(program "msgpack2json json2msgpack" (style exact) (flags "-bdjvfB -i=read -o=write")
  (examples reads "msgpack2json -i data.msgpack" acts "msgpack2json -i a -o b" unknown "msgpack2json --frob"))
(program "cbor2diag cbor2diag.rb cbor2json cbor2json.rb cbor2yaml cbor2yaml.rb cbor2pretty.rb diag2cbor.rb json2cbor.rb"
  (style exact)
  (flags "-tev -a=text") (args "read*") (examples reads "cbor2diag data.cbor" unknown "cbor2diag --frob x"))
(program "rocm-smi" (style exact) (flags "--show* -aitcgfpPuv -d=text --json --csv --alldevices")
  (examples reads "rocm-smi --showuse"
    "rocm-smi" unknown "rocm-smi --setperflevel x" "rocm-smi -r"))
(program "lipo" (style single) (flags "-info -archs -detailed_info") (args "read*")
  (unless "-info -archs -detailed_info" (unknown "writes"))
  (examples reads "lipo -info libfoo.a" unknown "lipo -create a b -output c" "lipo -info a -output c"))
(program "vainfo vdpauinfo" (style exact) (flags "-a --all --display=text --device=read")
  (examples reads "vainfo" unknown "vainfo --frob"))
(program "v4l2-ctl" (style exact) (flags
  "-DlLAk -d=read --device=read --info --all --list-devices --list-formats --list-formats-ext --list-ctrls
     --list-ctrls-menus --list-inputs --list-outputs --list-standards --list-framesizes=text --list-dv-timings
     --get-fmt-video
     --get-input --get-parm -V -P -T") (examples reads "v4l2-ctl --list-devices" "v4l2-ctl -d /dev/video0 --all"
       unknown
    "v4l2-ctl --set-ctrl x=1" "v4l2-ctl --stream-to x"))
(program "uconv" (style exact) (flags
  "-lLscivV -f=text -t=text -x=text --list --list-code --list-transliterators --default-code --from-code=text
     --to-code=text --callback=text --add-signature --remove-signature -o=write --output=write --fallback
     --no-fallback") (args "read*")
  (is decodes) (examples reads "uconv --list" "uconv -f latin1 -t utf8 a" acts "uconv -o x a" unknown "uconv -X x a"))
(program "uni" (style exact) (sub "identify i search s print p list ls emoji e help h version"
  (flags "-qcr -f=text -t=text -g=text --format=text --as=text")
    (args "text*")) (examples reads "uni identify é" "uni search euro" unknown "uni frob"))
(program "ascii" (is pure) (style exact) (flags "-txdobahsvi") (args "text*")
  (examples reads "ascii -t" "ascii a" unknown "ascii --frob"))
(program "datesort dateutils.dsort" (style exact) (flags "-i=text -q -r -u --input-format=text --reverse --unique")
  (args "read*") (examples reads "datesort f" unknown "datesort --frob"))
(program "dateadd dateconv datediff dategrep dateround dateseq datetest datezone" (is pure prints) (style
  none)
  (args "text*")
  (examples reads "dateadd 2026-01-01 +30d" "datediff 2026-01-01 2026-12-25"))
(program "rot13" (is pure decodes) (args "text*") (examples reads "rot13" "rot13 x"))
(program "ccat" (style exact) (flags "-C=text --bg=text --color=text -G=text --html --palette") (args "read*")
  (examples reads "ccat main.go"
    unknown "ccat --frob x"))
(program "protolint" (class builds) (style exact) (sub "lint" (flags "-v --reporter=text --config_path=read")
  (args "tree*")) (sub "list version")
  (examples builds "protolint lint ." unknown "protolint lint -fix ." "protolint lint --plugin x ."))
(program "sccache ccache" (style exact) (flags
  "-spvh --show-stats --show-adv-stats --show-config --show-compression --print-stats --stats-format=text")
  (unless "-s -p -v -h --show-stats --show-adv-stats --show-config --show-compression --print-stats"
    (unknown "runs a compiler"))
  (examples reads "sccache --show-stats" "ccache -s" unknown "ccache gcc x.c" "ccache -C" "ccache"))
(program "syft grype" (class builds) (style exact) (sub "version" (flags "-o=text"))
  (examples builds "syft version" unknown "syft x" "grype db update"))
(program "pldd validlocale" (style exact) (args "text*") (examples reads "pldd 1" "validlocale C" unknown "pldd --frob"))

; Examples for the entries of commands/inspect.sexp. See NOTATION.md.

(program "isoinfo" reads "isoinfo -l -i image.iso" unknown "isoinfo -l" "isoinfo dev=x -l")
(program "cabextract" reads "cabextract -l setup.cab" unknown "cabextract a.cab" "cabextract -d x a.cab")
(program "dyff" reads "dyff between a.yaml b.yaml" unknown "dyff between http://h/a b" "dyff json -i a")
(program "json-diff" reads "json-diff a.json b.json" unknown "json-diff --frob a b")
(program "jd" reads "jd a.json b.json" "jd -set a b" acts "jd -o x a b" unknown "jd -port 80")
(program "abidiff" reads "abidiff libold.so libnew.so" acts "abidw --out-file x a.so" unknown "abidiff --frob a b")
(program "sqlfmt" builds "sqlfmt --check ." acts "sqlfmt ." unknown "sqlfmt --config x .")
(program "cspell" builds "cspell **/*.md" "cspell lint src" unknown "cspell link add x" "cspell --reporter ./x a")
(program "nixfmt" reads "nixfmt --check flake.nix" "alejandra -c ." acts "nixfmt flake.nix" "alejandra ."
  unknown "alejandra --frob .")
(program "nix-instantiate" reads "nix-instantiate --parse default.nix" unknown "nix-instantiate default.nix"
  "nix-instantiate --eval x.nix")
(program "statix" builds "statix check" "deadnix ." unknown "statix fix" "deadnix -e .")
(program "dprint" builds "dprint check" acts "dprint fmt" unknown "dprint add x" "dprint check --plugins x")
(program "jscpd" builds "jscpd src" "jscpd -r console src" unknown "jscpd --store x src" "jscpd -r ./e.js src")
(program "opa" builds "opa test policy" "opa check ." reads "opa fmt -d policy" acts "opa fmt -w policy"
  unknown "opa run -s" "opa version -c")
(program "conftest" builds "conftest test a.yaml" "conftest verify" unknown "conftest pull x"
  "conftest test --update http://h a")
(program "regal" builds "regal lint policy" unknown "regal fix policy")
(program "cue" builds "cue vet config.cue" "cue export ." "cue fmt --check ./..." unknown "cue fmt ." "cue cmd x"
  "cue mod publish x")
(program "jsonnet" builds "jsonnet config.jsonnet" "jsonnet -e 1+1" unknown "jsonnet -e 'import \"/x\"'"
  "jsonnet --ext-str-file a=b c")
(program "jsonnetfmt" reads "jsonnetfmt --test main.jsonnet" "jsonnetfmt a.jsonnet" acts "jsonnetfmt -i a.jsonnet"
  unknown "jsonnetfmt -o x a")
(program "ko" reads "ko version" unknown "ko build" "ko apply -f x")
(program "goreleaser" builds "goreleaser check" unknown "goreleaser release" "goreleaser build --snapshot")
(program "onefetch" reads "onefetch --no-art" "onefetch ." unknown "onefetch -i x")
(program "size-limit" builds "size-limit" "size-limit --json" "source-map-explorer --json a.js"
  unknown "source-map-explorer a.js" "size-limit --why")
(program "elm-test" builds "elm-test" "elm-test tests/A.elm" unknown "elm-test install x" "elm-test --compiler /x"
  "elm-review --fix")
(program "elm-format" reads "elm-format --validate src" acts "elm-format --yes src" unknown "elm-format --frob x")
(program "exiv2" reads "exiv2 -pa photo.jpg" unknown "exiv2 rm a.jpg" "exiv2 -M x a.jpg" "exiv2 -e X a")
(program "mp3info" reads "mp3info song.mp3" unknown "mp3info -t x a.mp3" "mp3info -d a.mp3")
(program "webpinfo" reads "webpinfo banner.webp" unknown "webpinfo -o x a")
(program "gifsicle" reads "gifsicle --info anim.gif" unknown "gifsicle -b -I a.gif" "gifsicle a.gif")
(program "opusinfo" reads "tiffinfo a.tif" "mkvinfo a.mkv" unknown "tiffinfo --frob a")
(program "metaflac" reads "metaflac --list a.flac" unknown "metaflac --remove-all a.flac")
(program "catdoc" reads "catdoc letter.doc" "xls2csv a.xls" unknown "catdoc --frob a")
(program "docx2txt" reads "docx2txt report.docx -" unknown "docx2txt report.docx" "docx2txt a.docx b.txt")
(program "antiword" reads "antiword old.doc" "antiword -f a.doc" unknown "antiword --frob a")
(program "xlsx2csv" reads "xlsx2csv sheet.xlsx" "xlsx2csv -n Data a.xlsx" acts "xlsx2csv a.xlsx b.csv"
  unknown "xlsx2csv --frob a")
(program "ebook-meta" reads "ebook-meta book.epub" acts "ebook-meta --get-cover=x a.epub"
  unknown "ebook-meta -t x a.epub")
(program "djvutxt" reads "djvutxt scan.djvu" acts "djvutxt a.djvu b.txt" unknown "djvutxt -frob a")
(program "texcount" reads "texcount paper.tex" builds "texcount -inc -total a.tex" acts "texcount -out=x a.tex"
  unknown "texcount -opt=x a.tex")
(program "chktex" reads "chktex paper.tex" "chktex -q -n1 a.tex" acts "chktex -o x a.tex" unknown "chktex -l x a.tex")
(program "detex" builds "detex paper.tex" reads "detex -n paper.tex" unknown "detex -x a")
(program "kpsewhich" reads "kpsewhich article.cls" unknown "kpsewhich -mktex=pk x")
(program "pint" builds "pint --test" "pint --test app" acts "pint" unknown "pint --config=/x --test")
(program "luac" reads "luac -p script.lua" acts "luac -o x a.lua" unknown "luac a.lua")
(program "busted" builds "busted" "busted -o TAP spec" unknown "busted --helper=/x" "busted /tmp/x")
(program "stylua" reads "stylua --check ." acts "stylua ." unknown "stylua --frob .")
(program "scalafmt" builds "scalafmt --check" acts "scalafmt" unknown "scalafmt --frob")
(program "ktlint" builds "ktlint" "ktlint src/**/*.kt" acts "ktlint -F" unknown "ktlint -R x.jar" "detekt -p x.jar")
(program "swiftlint" builds "swiftlint" "swiftlint lint --quiet" reads "swiftlint rules"
  unknown "swiftlint lint --fix" "swiftlint analyze")
(program "swiftformat" builds "swiftformat --lint ." acts "swiftformat ." unknown "swiftformat --config x .")
(program "clj-kondo" builds "clj-kondo --lint src" "clj-kondo --lint src test"
  unknown "clj-kondo --copy-configs --lint x")
(program "cljfmt" builds "cljfmt check src" acts "cljfmt fix src" unknown "zprint x")
(program "hlint" builds "hlint src" "hlint --json ." unknown "hlint --refactor src")
(program "ormolu" reads "ormolu --mode check src/Main.hs" "fourmolu a.hs" acts "ormolu --mode inplace a.hs"
  "fourmolu -i a.hs" unknown "ormolu --frob a")
(program "stylish-haskell" reads "stylish-haskell a.hs" acts "stylish-haskell -i a.hs" unknown "hindent --frob x")
(program "raco" builds "raco test src" "raco make a.rkt" unknown "raco pkg install x" "raco test /tmp/x" "raco exe x")
(program "ast-grep" builds "ast-grep --pattern 'console.log($A)' --lang ts src" "ast-grep run -p x -l js"
  "ast-grep scan" unknown "ast-grep -p a -r b -U" "ast-grep new x" "ast-grep run -p a -i")
(program "agrep" reads "agrep -2 recieve docs.txt" unknown "agrep -f x y")
(program "glimpse" reads "glimpse -V" unknown "glimpse x")
(program "csvsql" builds "csvsql --query 'select count(*) from data' data.csv" "csvsql -i postgresql a.csv"
  unknown "csvsql --db sqlite:///x --insert a.csv")
(program "hxselect" reads "hxselect -c h1" "hxnormalize -x a.html" "hxpipe notes" unknown "hxnormalize http://h/x"
  "hxextract --frob a")
(program "parquet-tools" reads "parquet-tools schema data.parquet" "parquet-tools meta events.parquet"
  "pqrs head -n 5 a.parquet" unknown "parquet-tools merge a b c" "pqrs merge x")
(program "avro-tools" reads "avro-tools getschema data.avro" unknown "avro-tools getschema s3://b/x"
  "avro-tools compile x")
(program "msgpack2json" reads "msgpack2json -i data.msgpack" acts "msgpack2json -i a -o b"
  unknown "msgpack2json --frob")
(program "cbor2diag" reads "cbor2diag data.cbor" unknown "cbor2diag --frob x")
(program "rocm-smi" reads "rocm-smi --showuse" "rocm-smi" unknown "rocm-smi --setperflevel x" "rocm-smi -r")
(program "lipo" reads "lipo -info libfoo.a" unknown "lipo -create a b -output c" "lipo -info a -output c")
(program "vainfo" reads "vainfo" unknown "vainfo --frob")
(program "v4l2-ctl" reads "v4l2-ctl --list-devices" "v4l2-ctl -d /dev/video0 --all" unknown "v4l2-ctl --set-ctrl x=1"
  "v4l2-ctl --stream-to x")
(program "uconv" reads "uconv --list" "uconv -f latin1 -t utf8 a" acts "uconv -o x a" unknown "uconv -X x a")
(program "uni" reads "uni identify é" "uni search euro" unknown "uni frob")
(program "ascii" reads "ascii -t" "ascii a" unknown "ascii --frob")
(program "datesort" reads "datesort f" unknown "datesort --frob")
(program "dateadd" reads "dateadd 2026-01-01 +30d" "datediff 2026-01-01 2026-12-25")
(program "rot13" reads "rot13" "rot13 x")
(program "ccat" reads "ccat main.go" unknown "ccat --frob x")
(program "protolint" builds "protolint lint ." unknown "protolint lint -fix ." "protolint lint --plugin x .")
(program "sccache" reads "sccache --show-stats" "ccache -s" unknown "ccache gcc x.c" "ccache -C" "ccache")
(program "syft" builds "syft version" unknown "syft x" "grype db update")
(program "pldd" reads "pldd 1" "validlocale C" unknown "pldd --frob")
(program "capinfos" reads "capinfos -Tm capture.pcap" unknown "capinfos --frob")
(program "mutool" reads "mutool info book.pdf" "mutool show book.pdf trailer" unknown "mutool run x.js" "mutool draw -o x a.pdf")
(program "gm" reads "gm identify -format '%Q' photo.jpg" unknown "gm convert a b" "gm identify msl:x")
(program "ogrinfo" reads "ogrinfo -so -al roads.shp" unknown "ogrinfo -sql 'delete from x' a" "ogrinfo PG:dbname=x"
  "ogrinfo /vsicurl/http://h/x")
(program "seqkit" reads "seqkit stats -T reads.fq.gz" unknown "seqkit split -s 10 x.fa" "seqkit stats -o x a.fa")
(program "wasm-objdump" reads "wasm-objdump -x mod.wasm" unknown "wasm-objdump --frob x")
(program "wasm-tools" reads "wasm-tools validate mod.wasm" unknown "wasm-tools strip -o x m.wasm" "wasm-tools print -o x m")
(program "rhash" reads "rhash --sha3-256 release.tar" "rhash -c sums" unknown "rhash -o x f" "rhash --update=x f")
(program "lcov" reads "lcov --summary coverage.info" unknown "lcov -c -d . -o x" "lcov")
(program "odt2txt" reads "odt2txt notes.odt" unknown "odt2txt --output=x a.odt")
(program "mp4info" reads "mp4info movie.mp4" "zipdetails small.zip" unknown "mp4info --frob x")
(program "ghc-pkg" reads "ghc-pkg list --simple-output --global" unknown "ghc-pkg unregister x" "ghc-pkg recache")
(program "dpkg-parsechangelog" reads "dpkg-parsechangelog -S Version" unknown "dpkg-parsechangelog -L/x -F y")
(program "recsel" reads "recsel -t Book -p Title library.rec" unknown "recsel --frob")
(program "ledger" reads "ledger -f books.ledger bal Expenses --depth 2" "hledger -f 2024.journal register -M food"
  unknown "ledger -o x bal" "hledger add" "hledger web" "ledger script x")
(program "upx" reads "upx -l packed.exe" unknown "upx app" "upx -d app")
(program "redis-check-aof" reads "redis-check-aof ./appendonly.aof" unknown "redis-check-aof --fix x")
(program "kldstat" reads "kldstat -v" "geom disk list" unknown "geom disk load" "geom part destroy x")
(program "tlmgr" reads "tlmgr info --only-installed --list" unknown "tlmgr info babel" "tlmgr install x" "tlmgr update --all")
(program "mkvmerge" reads "mkvmerge -J movie.mkv" unknown "mkvmerge -o x.mkv a.mkv" "mkvmerge a.mkv")
(program "flac" reads "flac -t -s a.flac" unknown "flac a.wav" "flac -d a.flac")
(program "dtc" reads "dtc -I dtb -O dts board.dtb" unknown "dtc -o x a.dts")
(program "unbound-checkconf" reads "unbound-checkconf ./unbound.conf" unknown "unbound-checkconf --frob")
(program "mailq" reads "mailq" unknown "mailq -qf")

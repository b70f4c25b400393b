; Examples for the entries of commands/text.sexp. See NOTATION.md.

(program "grep" reads "grep -rn token lexer/" "grep -n ':(){ :|:& };:' notes.md" "grep -c x" "grep --incl=*.go -r x ."
  "grep -e a -e b f" "grep -5 x f" unknown "grep --frob x f")
(program "pcregrep" reads "pcregrep -M a f" unknown "pcre2grep '(?C1)' f" "pcre2grep -e '(?C1)' f"
  asks "pcregrep $x f")
(program "ugrep" reads "ugrep -rn x src")
(program "rg" reads "rg --no-encoding --no-pre --ignore-vcs x" "rg --files" "rg -n TODO" "rg -tgo -i 'func main' src" "rg -A3 -B 2 x ."
  denies "rg --pre rm . src" "rg --pre=rm x" "rg --hostname-bin /tmp/e x")
(program "ag" reads "ag -i foo src" "ag --python def" "ag --one-device foo src" unknown "ag --pager=sh x")
(program "ack" reads "ack --python 'def test_' tests" "ack -f --go" "ack -t python -A 3 foo" "ack --show-types -f"
  unknown "ack --pager=sh x" "ack --output=y x")
(program "sift" reads "pt -i x")
(program "look" reads "look foo" "look --alternative foo" unknown "look --frob foo")
(program "column" reads "column -t -s, data.csv")
(program "colrm" reads "colrm 3 5")
(program "strings" reads "strings -n 8 bin/app" "strings -d --unicode=hex bin/app" unknown "strings --radix @f x"
  "strings --frob x")
(program "file" reads "file -b --mime-type x" "file *" "file --exclude-quiet=tar x" unknown "file -C -m x"
  "file --compile")
(program "iconv" reads "iconv -f latin1 -t utf-8 f")
(program "dos2unix" acts "dos2unix f" "dos2unix -iso f" "dos2unix -n a b" reads "dos2unix -i f" "dos2unix --info f")
(program "recode" acts "recode latin1..utf8 f")
(program "wdiff" reads "wdiff a b")
(program "sdiff" reads "sdiff -W a b" "sdiff -w 80 a b" acts "sdiff -o x a b" denies "sdiff --diff-program=/tmp/e a b")
(program "diff3" reads "diff3 -m a b c" "diff3 --easy-only a b c" denies "diff3 --diff-program=/tmp/e a b c")
(program "diff" reads "diff -u a b" "diff -rq a b" "diff --color=auto -U 5 a b" "diff -y --suppress-common a b"
  "diff a b/$x" "diff -Z a b" unknown "diff --frob a b")
(program "cmp" reads "cmp -s a b")
(program "difft" reads "difft a b" "delta a b" "delta --list-languages" "difft --list-languages"
  unknown "delta --pager sh a b" "delta --diff-args=x a b")
(program "patch" acts "patch -p1 -i x.patch" "patch --dry-run -p1 -i x")
(program "diffstat" reads "diffstat x" "diffstat -C -p1 -w 72 x" acts "diffstat -o out x" "diffstat -e err x"
  unknown "diffstat --frob")
(program "interdiff" reads "lsdiff x" "interdiff -w a b")
(program "bat" reads "bat -n f" "bat -p --paging=never f" "bat -r 1:10 f" "bat -L" "bat --pager=builtin --no-lessopen f" unknown "bat --pager=sh f")
(program "less" reads "less -N f" "less -FRX f" "less +F log" "less +100 f" "less +/x-y f"
  "less --use-color --max-back-scroll=5 f" denies "less +'!rm -rf ~' README.md" unknown "less +'#touch x' f"
  "less +10v f" "less +-ox f" acts "less --LOG-FILE=x f" asks "less --use-backslash f")
(program "more" reads "more f" "more -p f" "more +10 f" unknown "more +v f")
(program "apropos" reads "apropos a --and b" "whatis ls" "apropos -r '^ls'" unknown "apropos -C x y")
(program "info" reads "info ls" "info -f x.info" asks "info --output=x ls" "info --restore=x" "info --dribble=x"
  "info -v a=b")
(program "tldr" reads "tldr --list" acts "tldr tar" "tldr -p linux ip" "tldr --language de tar" asks "tldr --update"
  "tldr --render x" "tldr --edit-config")
(program "cheat" reads "cheat tar" "cheat --list" "cheat -s ssh" asks "cheat -e tar" "cheat --rm tar" "cheat --init")
(program "man" reads "man ls" "man 5 passwd" "man -k foo" "man --location ls" "man --warnings ls" "man -M /usr/share/man ls" builds "man ./x.1"
  asks "man -u" "man -X ls" "man -M . ls"
  "man --manpath=. ls" denies "man -P sh ls" "man --pager='rm x' ls")
(program "multitail" asks "lnav log")
(program "nano" asks "nano f")
(program "tree" reads "tree -L 2" "tree -a --dirsfirst src" acts "tree -o x" "tree -R -H . -L 1")
(program "exa" reads "eza -la --git" "lsd --directory-only" "exa -T -L 2 src")
(program "fd" reads "fd -e go" "fd -H pattern src" "fd -t f -x wc -l" unknown "fd -xwc" "fd --exec=wc x" "fd --frob")
(program "locate" reads "locate foo.h")
(program "find" reads "find . -name '*.go'" "find . -size +1M -printf '%s %p'" "find . ( -name a -o -name b ) -print0"
  "find -L src -maxdepth 2 -type f -newer x" "find . -type f -exec grep -l foo {} +"
  acts "find . -name '*.orig' -delete" "find . -fprint out" unknown "find . -frob")
(program "xargs" reads "xargs -0 grep foo" "xargs -I% echo %" "xargs" "xargs -a targets.txt -d '\\n' rm -f --"
  unknown "xargs --process-slot-var=PATH ls")
(program "sed" unknown "sed -i'/home/dev/.*' s/a/b/ bashrc" reads "sed -n '$=' README.md" "sed 's/a/b/g' f" "sed -ne '/x/p' -e 10q f" "sed '/^#/d;s|a|b|' f"
  "sed -n 1,5p f" "sed '1i\\ hello' f" "sed 's/ \\+$//' f" "sed 'y/abc/xyz/' f" "sed 's/ /\n/g' f"
  acts "sed -i 's/a/b/' f" "sed -n 'w out' f" "sed 's/x/y/w out' f" denies "sed '1e rm -rf ~' README.md"
  "sed 's/x/rm/e' f" "sed 's/x/rm/ge' f")
(program "awk" reads "gawk 'NR%2' names.txt" "awk '{print $1}' f" "awk -F: '$3>1000{print $1}' /etc/passwd"
  "awk -v n=3 'NR==n' f" "awk '{s+=$1} END{print s/NR}' f" "awk '/a|b/{print > \"/dev/stderr\"}' f"
  "awk '{ if ($1 > 5 || $2 < 3) print }' f"
  acts "gawk -o '{print}' f" "gawk -d 1 f" asks "awk '{print > $1}' f" "awk '{print > \"out\"}' f"
  "awk 'BEGIN{system(\"ls\")}'" "awk '{print | \"sort\"}' f"
  "gawk -i inplace '{print}' f" denies "gawk -l /tmp/e.so x f")
(program "rename" acts "rename s/a/b/ x y")
(program "mmv" acts "mmv a b")
(program "jq" reads "jq . x.json" "jq -r '.a[] | .b' f" "jq --arg n 1 '.x==$n' f" "jq -n '{a:1}'" "jq '.import' f"
  "jq '# a\n.b' f" unknown "jq --frob . f" "jq -f x.jq f" "jq -rf x.jq f" "jq --from-file=x f"
  "jq -n '#x\nimport \"./a\" as $d; $d'")
(program "yq" unknown "yq env f" "yq 'env|.X' f" "yq '$ENV.X' f" reads "yq .services.env f"
  "yq -p=csv --csv-auto-parse=f f" "yq -o=json . config.yaml" "yq .a f" "yq e .a f" "yq eval '.x' f"
  acts "yq -i '.a=1' f" "yq '.a=1' f -i" unknown "yq --from-file x f" "yq '.a = env(TOKEN)' f" "yq e 'strenv(X)' f")
(program "tomlq" unknown "tomlq env f" "xq '.a|env' f" reads "tomlq .a f" "jp a.b")
(program "jo" reads "jo a=1" "jo a=@f" unknown "jo a=:f")
(program "xmllint" acts "xmllint --valid x.xml" "xmllint http://h/x" "xmllint --schema http://h/x y"
  "xmllint --output o f" reads "xmllint --valid --nonet x.xml" "xmllint --noout x.xml" "xmllint --xpath //a f"
  "xmllint --nocdata --timing x.xml" unknown "xmllint --shell x.xml" "xmllint --noent x.xml"
  "xmllint
    --xinclude x.xml")
(program "xmlstarlet" reads "xmlstarlet unesc" "xmlstarlet c14n f" "xmlstarlet sel -t -v //a f" "xmlstarlet sel -t -v //document f"
  unknown "xmlstarlet sel -t -v \"document ('s.xml')\" f" "xmlstarlet ed -L f")
(program "mlr" reads "mlr --icsv --ojson cat f" "mlr put '$z = $x + $y' f" "mlr filter '$x > 1 && $y != 2' f"
  "mlr -n put 'end { print 1 }'" unknown "mlr tee x" "mlr put 'tee > \"x\", $*' f" "mlr put -q 'print | \"sh\", $a' f"
  "mlr put '$a = system(\"id\")' f" "mlr put -f x.mlr f" "mlr put '$a = ENV[\"TOKEN\"]' f"
  "mlr put -q 'emit >> \"x\", @s' f")
(program "csvcut" reads "csvcut -c 1 f" "csvlook f" "csvgrep --invert-match -m x f"
  unknown "in2csv --write-sheets x f")
(program "pandoc" unknown "pandoc -t x.lua f" "pandoc lua x" "pandoc --embed-resources f"
  "pandoc --lua-filter=e.lua f" reads "pandoc -t plain f.md" "pandoc --sandbox a.rst"
  builds "pandoc a.rst" "pandoc -f org f" acts "pandoc f.md -o f.html")
(program "groff" builds "groff -man -Tutf8 x.1" "nroff" unknown "groff -U x.1")
(program "col" reads "col -b")
(program "bc" reads "bc -l" "bc")
(program "dc" reads "dc -e '2 3 + p'" asks "dc" "dc -e 1 x.dc" denies "dc -e '!ls'")
(program "units" reads "units '10 km' miles" "qalc 1+1" unknown "units --log=f x" "qalc -e 1" "qalc 'export x f'")
(program "lolcat" reads "fortune" "lolcat f" unknown "lolcat --frob")
(program "figlet" reads "figlet hi" "figlet hi -w 40 -c -f slant")
(program "cloc" acts "cloc --xsl=1 ." "cloc --out=x ." reads "cloc ." "cloc --vcs=git ." "cloc --diff a b"
  "cloc --show-lang" unknown "cloc --vcs=id ." "cloc --extract-with=x a" "cloc --config f ."
  "cloc --read-lang-def=f ." "cloc --strip-comments=x ." "cloc --list-file=f")
(program "tokei" unknown "scc -o x ." reads "tokei ." "scc --by-file ." "scc --format wide" "tokei --languages"
  "tokei . --input stats.json")
(program "typos" reads "typos" "typos --hidden src" "typos --type-list" acts "typos -w f" "typos -w"
  unknown "typos --config x" "typos --dump-config x")
(program "hunspell" reads "codespell src" "codespell --context 3" "codespell --check-hidden -f" acts "codespell -w f"
  "codespell src -w")
(program "shellcheck" reads "shellcheck -x a.sh")
(program "shfmt" reads "shfmt -d ." "shfmt -i 2 f" acts "shfmt -w f")
(program "clang-tidy" builds "clang-tidy -checks=* -list-checks" "clang-tidy -p build src/a.cpp"
  "clang-tidy -extra-arg=-std=c++17 a.cpp" unknown "clang-tidy -fix a.cpp" "clang-tidy -load=./e.so a.cpp"
  "clang-tidy -export-fixes=x a.cpp" "clang-tidy -config-file=x a.cpp" "clang-tidy -extra-arg=-fplugin=./e.so a.cpp")
(program "cppcheck" builds "cppcheck src" "cppcheck --errorlist" "cppcheck --enable=all --suppress=x -I include ."
  unknown "cppcheck --addon=x.py ." "cppcheck --dump a.c" "cppcheck --rule-file=x ." "cppcheck --clang=/tmp/e a.c")
(program "tidy" reads "tidy a.html" "tidy -q -e a.html" acts "tidy -m a.html" "tidy -f errors a.html"
  unknown "tidy --output-file x a.html")
(program "hadolint" unknown "markdownlint -r ./e.js x" "ansible-lint -r . x" "jshint --reporter ./e.js x"
  builds "yamllint ." "hadolint Dockerfile" "jshint app.js" "actionlint")
(program "tar" reads "tar tzf a.tgz" "tar -tvf a.tar" "tar --list --file=a.tar" "tar -xOf a.tar x" "tar df a.tar"
  "tar cf - src" "tar --show-defaults" "tar -tf a.tar --exclude-caches-all" "tar --test-label -f a.tar"
  acts "tar xzf a.tgz" "tar -C d -xf a.tar" "tar czf a.tgz src" "tar -I zstd -xf a.tzst" "tar -czvf a.tgz --exclude=x src"
  denies "tar -xPf a.tar" "tar xf a.tar --to-command=sh" "tar -I 'sh -c x' -xf a.tar"
  "tar cf a.tar x --checkpoint=1 --checkpoint-action=exec=sh" "tar --use-compress x -xf a.tar"
  "tar -I 'gzip;x' -xf a" "tar -I ./gzip -xf a" "tar -I $x -xf a" "tar -Izstd -I x -xf a"
  "tar -I zstd -xf a --checkpoint-action=exec=sh" "tar -I zstd -xf a --to-command=sh" "tar -I zstd -xf a -F sh"
  unknown "tar
    --volno-file=x -tf a.tar")
(program "cpio" reads "cpio -t" acts "cpio -idm")
(program "ar" denies "ar t lib.a --plugin ./e.so" reads "ar t lib.a" acts "ar rcs lib.a x.o" "ar x lib.a")
(program "lsar" reads "lsar a.zip" "lsar -L a.zip" "lsar --test a.zip" "lsar -j a.zip")
(program "zipnote" reads "zipnote a.zip" unknown "zipnote -w a.zip" asks "zipnote $x")
(program "zipinfo" reads "zipinfo a.zip" "zipinfo -1 a.zip")
(program "zip" acts "zip -r a.zip src" "zip -9 a.zip f" denies "zip -q /tmp/z.zip README.md -T -TT 'rm -rf ~ #'"
  "zip z f -T --unzip-command='sh -c x'")
(program "unzip" reads "unzip -l a.zip" "unzip -p app.jar META-INF/MANIFEST.MF" "unzip -t a.zip" acts "unzip a.zip"
  "unzip -o a.zip -d out" denies "unzip -: a.zip")
(program "gzip" reads "gzip -l a.gz" "gzip -dc a.gz" "gzip -c f" "gzip -t a.gz" "gzip -d" acts "gzip f" "gunzip a.gz")
(program "bzip2" reads "bzip2 --test a" "bzip2 -dc a.bz2" acts "bzip2 f" "lz4 f" unknown "pbzip2 -l f")
(program "xz" reads "xz -l a.xz" "zstd -dc a.zst" "xz -lv a.xz" "xz --info-memory" acts "xz f" "zstd -d a.zst -o b"
  "zstd -T f" "xz -T0 f" "xz --suffix=.z f" unknown "xz --files=f" "zstd --train a")
(program "zstdcat" reads "zstdcat a.zst" "zstdcat -q --long=31 a.zst" "lz4cat a.lz4" unknown "zstdcat -o out a.zst"
  "zstdcat --rm a.zst" "zstdcat --output-dir-flat=d a" asks "zstdcat $x")
(program "bzcat" reads "bzcat a.bz2" "bzcat -s a.bz2" unknown "bzcat --frob x")
(program "xzcat" reads "xzcat a.xz" "xzcat --memlimit=1GiB a.xz" "xzcat --list a.xz" unknown "xzcat --files=x"
  "xzcat --frob x")
(program "zcat" reads "zcat data.gz" "zcat -l a.gz" unknown "zcat --frob x")
(program "zdiff" reads "zdiff a.gz b.gz")
(program "7z" reads "7z l a.7z" "7z t a.7z" unknown "7z h @f" acts "7z a x.7z src" "7z x a.7z -oout")
(program "unrar" reads "unrar l a.rar" acts "unrar x a.rar")
(program "jar" denies "jar tf a.jar -J-javaagent:e.jar" reads "jar tf a.jar" "jar --list --file a.jar"
  acts "jar cf a.jar x" "jar xf a.jar")
(program "ouch" acts "aunpack a.zip")
(program "tput" reads "tput cols")
(program "pv" reads "pv f" unknown "pv -P pid f" "pv -R 1" "pv --output=x f")
(program "combine" reads "combine a not b")
(program "isutf8" reads "isutf8 f")
(program "ts" reads "ts" "errno 2" "errno -l" "errno --search text")
(program "sponge" acts "sponge f")
(program "identify" unknown "identify -format @f a.png" "identify msl:x" "identify -debug all x"
  "identify -define x=y a.png" "identify -set a b c.png" reads "identify a.png" "identify -format %w a.png"
  "identify -moments -unique a.png")
(program "ffprobe" reads "ffprobe -v error a.mp4" "ffprobe -v quiet -show_format -of json a.mp4" "ffprobe -codecs"
  "ffprobe -show_private_data a.mp4" unknown "ffprobe -report a" "ffprobe http://h/x")
(program "mediainfo" reads "mediainfo a.mp4" "mediainfo --Output=JSON a.mp4" "mediainfo --Info-Parameters"
  unknown "mediainfo --LogFile=x a")
(program "soxi" denies "soxi '|rm x'" reads "soxi a.wav" "soxi -D a.wav")
(program "pngcheck" reads "pngcheck -v a.png" unknown "pngcheck -x a.png")
(program "jpeginfo" reads "jpeginfo -c a.jpg" unknown "jpeginfo -d a.jpg")
(program "pdfinfo" reads "pdfinfo a.pdf" "pdffonts -f 1 a.pdf")
(program "otfinfo" reads "otfinfo -i a.otf")
(program "fc-list" reads "fc-list" "fc-list :lang=de family" "fc-match monospace")
(program "exiftool" reads "exiftool a.jpg" acts "exiftool -all= a.jpg")
(program "pdftotext" unknown "pdftotext a.pdf" reads "pdftotext -layout a.pdf -" acts "pdftotext a.pdf b.txt")
(program "gnuplot" asks "gnuplot x.gp" "gnuplot -e 'plot sin(x)'" reads "gnuplot --version")
(program "gs" acts "gs -dSAFER -o x.pdf y.ps" denies "gs -dNOSAFER x.ps")
(program "ffmpeg" acts "convert a.png b.jpg" "ffmpeg -i a.mp4 b.mp3")
(program "gron" reads "gron a.json" asks "gron https://e/x")
(program "xsv" reads "xsv join --no-case a a.csv b b.csv" "xsv slice -i 5 a.csv" "xsv headers a.csv" "xsv stats a.csv" acts "xsv sort -o b a.csv" unknown "xsv frob a")
(program "envsubst" reads "envsubst '$HOME'" "envsubst -v '$A'" asks "envsubst"
  denies "envsubst '$AWS_SECRET_ACCESS_KEY'")
(program "uuidgen" reads "uuidgen" "uuidgen -r")
(program "infocmp" reads "infocmp" "infocmp xterm" unknown "infocmp -F f")
(program "clear" reads "clear" "reset")
(program "hexyl" reads "hexyl a.bin" "mdcat README.md" "pygmentize main.py" "jot 5" unknown "hexyl --frob x")
(program "vale" builds "vale README.md" acts "vale sync")
(program "dasel" acts "dasel put x" "fx ls")
(program "chronic" reads "chronic ls")
(program "aspell" reads "aspell list" "aspell dump dicts" acts "aspell check f")
(program "cowsay" reads "cowsay hi" "neofetch" unknown "cowsay -f ./x.cow hi" "neofetch --config /tmp/e")
(program "lexgrog" reads "lexgrog -fw man.1" unknown "lexgrog --frob")
(program "mandoc" builds "mandoc -l a.1" "mandoc -T html a.1" unknown "mandoc --frob")
(program "grog" reads "grog a.me" unknown "grog --run a")
(program "demandoc" reads "demandoc -w a.1")

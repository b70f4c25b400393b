; Harmless words of programs whose entries ask: what looks, or builds and tests the workspace. All else is for those entries.

(permit "zip" (style single) (flags "-sf -show-files") (args "read*")
  (unless "-sf -show-files" (unknown "may write")))
(permit "bzip2 lbzip2 pbzip2 lz4 brotli" (style exact) (flags "-tvqk --test --verbose --quiet --keep") (args "read*")
  (unless "-t --test" (unknown "may write")))
(permit "unsquashfs" (style single) (flags "-l -ll -lln -lc -llc -s -stat -no-progress -n -q") (args "read text*")
  (unless "-l -ll -lln -lc -llc -s -stat" (unknown "may write")))
(permit "ansible-playbook" (class builds) (style exact)
  (flags "-v -vv -i=source --inventory=source --syntax-check --list-tasks --list-tags --list-hosts -t=text --tags=text
     --skip-tags=text -l=text --limit=text") (args "read*")
  (unless "--syntax-check --list-tasks --list-tags --list-hosts" (unknown "may change other machines"))
  (any "/* ../* ~*" (unknown "is given a playbook from elsewhere"))
  (value "-i --inventory" "./* *.sh *.py *.rb *.pl" (unknown "may run what lists the machines")))
(permit "sqlfluff" (class builds) (style exact)
  (sub "lint parse"
    (flags "-vqnf -f=text -r=text --dialect=text -d=text --format=text --rules=text --exclude-rules=text -p=text
    --processes=text
       --nofail --disable-progress-bar --disable-noqa --nocolor --write-output=write") (args "tree*"))
  (sub "version rules dialects" (class reads)))
(permit "gitleaks" (class builds) (style exact)
  (sub "detect protect git dir" (flags
    "-v --verbose -s=tree --source=tree --no-git --redact?text --no-banner --no-color --staged
     -r=write --report-path=write -f=text --report-format=text --exit-code=text --max-target-megabytes=text")
       (args "tree*")
    (unless "--redact" (unknown "shows the secrets that it finds")))
  (sub "version" (class reads)))
(permit "helm" (class builds) (style exact)
  (sub "show inspect"
    (sub "chart values readme all crds" (args "read") (flags "--jsonpath=text")
      (any "*" ". .. ./* ../* /* charts/* chart/* chart deploy/* helm/*" (unknown "may ask a repository"))
      (any "*:*" (unknown "may ask a repository"))))
  (sub "template lint"
    (flags "-n=text --namespace=text -f=read --values=read --set=text --set-string=text --set-json=text
    --set-literal=text
       --set-file=read -s=text --show-only=text --debug --name-template=text --include-crds --skip-crds --skip-tests
       --strict
       --quiet --with-subcharts --kube-version=text -a=text --api-versions=text --is-upgrade --no-hooks --release-name
       --skip-schema-validation") (args "text text")
    (any "*:* oci* http*" (unknown "may ask a repository"))
    (any "*/*" "./* charts/* chart/* deploy/* helm/* k8s/* kubernetes/* infra/* deployment/* deployments/*"
      (unknown "may ask a repository"))
    (value "-f --values" "*://*" (unknown "may ask a repository"))
      (value "--set-file" "*=/* *=~* *=../*" (unknown "reads a file of another place")))
  (sub "plugin repo" (class reads) (sub "list ls" (flags "-o=text --output=text")))
  (sub "env" (class reads)) (sub "completion" (class reads) (args "text") (flags "--no-descriptions"))
  (sub "dependency dep" (sub "list ls" (args "read")
      (any "*" ". .. ./* ../* /* charts/* chart/* chart deploy/* helm/*" (unknown "may ask a repository")))))
(permit "kubectl oc" (style exact)
  (sub "kustomize" (class builds) (flags "-o=write --output=write") (args "read")
    (any "*:* *.com/*" (unknown "may fetch"))
    (any "/* ../../* ~*" (unknown "is of another place")))
  (sub "completion" (args "text")) (sub "options") (sub "help" (args "text*")))
(permit "kustomize" (class builds) (style exact)
  (sub "build" (flags "-o=write --output=write --load-restrictor=text --reorder=text") (args "read")
    (any "*:* *.com/*" (unknown "may fetch")) (value "--load-restrictor" "*none*" (unknown "may read anything")))
  (sub "version" (class reads) (flags "--short")))
(permit "kubeconform kubeval kube-linter" (class builds) (style single)
  (flags "-v -h -n=text -strict -summary -output=text -ignore-missing-schemas -offline -verbose -exit-on-error")
    (sub "lint" (flags "-format=text") (args "tree*")) (args "tree*") (any "*:*" (unknown "may fetch")))
(permit "doctl flyctl fly pulumi linode-cli hcloud scw infracost railway render firebase supabase cdk sam civo"
  (class builds)
  (style exact) (sub "version" ))
(permit "caddy" (class builds) (style exact)
  (sub "validate adapt"
    (flags "-cap -c=read --config=read -a=text --adapter=text --envfile=read --validate --pretty"))
  (sub "fmt" (class reads) (flags "-d --diff") (args "read"))
  (sub "list-modules build-info" (class reads) (flags "--packages --versions --skip-standard -s")))
(permit "haproxy" (class builds) (style single) (flags "-v -vv -c -f=read -q -V -dr")
  (unless "-v -vv -c" (unknown "serves")))
(permit "lighttpd php-fpm dnsmasq named squid screen flyway redis-server nats-server code-server cpan traefik svn
        nvim" (style exact) (version "-v")
  (flags "-q --quiet --version") (unless "--version" (unknown "is not asked for its version")))
(permit "memcached mysqld postgres sshd p4 locate plocate mlocate" (style exact) (version "-V")
  (unknown "is not asked for its version"))
(permit "pwsh powershell" (style single) (version "-v -version -Version") (unknown "is not asked for its version"))
(permit "pg_restore" (style exact)
  (flags "-lv --list -F=text --format=text --verbose -n=text -t=text --schema=text --table=text") (args "read")
  (unless "-l --list" (unknown "may change a database")))
(permit "curl" (style exact) (flags "--help -h") (args "text") (unless "--help -h" (unknown "connects"))
  (any "*.* *:* */*" (unknown "connects")))
(permit "emacs" (style single) (flags "-Q -q -batch -version -no-init-file -no-site-file -nw")
  (unless "-version" (unknown "waits for a person")))
(permit "lefthook" (class builds) (style exact) (sub "version" (class reads) (flags "-f --full")) (sub "validate dump"))
(permit "pre-commit" (style exact) (sub "validate-config validate-manifest" (args "read*")))
(permit "ffmpeg" (style single)
  (flags "-hide_banner -nostdin -nostats -stats -v=text -loglevel=text -i=read -f=text -map=text -codecs -formats
    -encoders
     -decoders -filters -pix_fmts -protocols -muxers -demuxers -bsfs -layouts -sample_fmts -colors -devices -hwaccels
     -buildconf -L") (args "text")
  (value "-f" "*" (unknown "reads or writes another format")) (only "-f" "null" (unknown ""))
  (any "*" "-" (unknown "writes a file")) (value "-i" "*:* |*" (unknown "may connect"))
  (unless "-i -codecs -formats -encoders -decoders -filters -pix_fmts -protocols -muxers -demuxers -bsfs -layouts
     -sample_fmts -colors -devices -hwaccels -buildconf -L" (unknown "may write"))
  (given 1 (unless "-f" (unknown "writes to its output"))))
(permit "podman" (style exact) (sub "top" (is stops) (args "text*"))
  (sub "pod" (sub "ps ls list inspect logs top stats exists"
      (flags "-aqf -f=text --all --filter=text --format=text --no-trunc --quiet --ctr-names --ctr-ids --ctr-status
      --ns --sort=text
         --no-stream --latest -l --tail=text") (args "text*"))))
(permit "git" (style exact) (global "--no-pager -P --no-optional-locks")
  (sub "hash-object" (flags "-t=text --stdin --no-filters --path=text --stdin-paths --literally") (args "read*")
    (on "--stdin-paths" (here "list:read")))
  (sub "lfs"
    (sub "ls-files" (flags
      "-lsdant -I=text -X=text --long --size --debug --all --name-only --include=text --exclude=text --json")
      (args "text*"))
    (sub "version") (sub "env") (sub "track" (flags "-l --json")) (sub "status" (flags "-pj --porcelain --json"))
    (sub "pointer" (flags "--file=read --check --pointer=read --strict --no-strict")))
  (sub "sparse-checkout" (sub "list"))
  (sub "ls-remote" (flags "--get-url") (args "text") (unless "--get-url" (unknown "connects")))
  (sub "rerere" (args "text") (unknown "changes what is recorded of conflicts")
    (word 1 "status remaining diff" (unknown "")))
  (sub "bundle" (sub "verify list-heads" (flags "-q --quiet") (args "read text*")))
  (sub "merge-file" (flags "-pq --stdout --quiet --diff3 --zdiff3 --ours --theirs --union -L=text --object-id")
    (args "read*")
    (unless "-p --stdout" (unknown "writes to its first file"))))
(permit "gosec" (class builds) (style single)
  (flags "-quiet -fmt=text -severity=text -confidence=text -exclude=text -include=text -exclude-dir=text -no-fail -tests
     -verbose=text -sort -exclude-generated -stdout -out=write -tags=text -concurrency=text") (args "text*"))
(permit "gocyclo" (class builds) (style single) (flags
  "-over=text -top=text -avg -avg-short -total -total-short -ignore=text")
  (args "tree*"))
(permit "bun" (class builds) (style exact)
  (sub "run" (class reads)
    (sub "build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check
    test:unit
          test:ci test:coverage test:integration test:e2e build:prod ci" (class builds) (style none) (args "text*")
      (any "--fix --write -w" (unknown "may change files")))))
(permit "deno" (class builds) (style exact)
  (sub "fmt" (flags "--check --ext=text --ignore=text --line-width=text --indent-width=text --single-quote -q --quiet")
    (args "tree*")
    (unless "--check" (unknown "changes files")))
  (sub "task" (flags "-q --quiet")
    (sub "build test lint check typecheck compile unit coverage fmt:check format:check ci" (style none) (args "text*")
      (any "--fix --write -w" (unknown "may change files")))))
(permit "ava" (class builds) (style exact) (flags
  "-tvs --tap --verbose --serial --fail-fast -m=text --match=text -T=text
     --timeout=text -c=text --concurrency=text --no-color --color --update-snapshots -u") (args "tree*"))
(permit "turbo" (class builds) (style exact)
  (sub "run"
    (flags "-F=text --filter=text --dry-run?text --dry?text --concurrency=text --no-cache --force?text
    --output-logs=text --only
       --continue?text --parallel --summarize --log-order=text --log-prefix=text --no-daemon --affected --env-mode=text
       --framework-inference?text --ui=text") (args "text*") (none (unknown "is given no task"))
    (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check
    lint:check test:unit
       test:ci test:coverage ci docs //#lint" (unknown "runs a task of another name")))
  (sub "ls" (class reads) (flags "--affected -F=text --filter=text --output=text") (args "text*")))
(permit "lerna" (class builds) (style exact)
  (sub "ls list la ll changed updated diff" (flags
    "-lap --json --ndjson --long --all --parseable --toposort --graph --since?text
     --scope=text --ignore=text --no-private") (args "text*"))
  (sub "run" (flags "--scope=text --ignore=text --since?text --stream --parallel --no-bail --concurrency=text
    --include-dependencies
       --include-dependents --no-private --no-sort --no-prefix --skip-nx-cache") (args "text*")
         (none (unknown "is given no script"))
    (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check
    lint:check test:unit
       test:ci test:coverage ci docs" (unknown "runs a script of another name"))))
(permit "nx" (class builds) (style exact)
  (sub "show" (sub "projects project" (flags
    "--json --affected -t=text --with-target=text --type=text --base=text --head=text")
      (args "text*")))
  (sub "report" ) (sub "list" (args "text*")))
(permit "ng" (class builds) (style exact) (sub "version v"))
(permit "gulp grunt" (class builds) (style exact)
  (flags "-T --tasks --tasks-simple --tasks-json?text -v --depth=text --sort-tasks --no-color -h")
  (unless "-T --tasks --tasks-simple --tasks-json -v -h" (unknown "runs a task")))
(permit "npm-run-all run-s run-p" (class builds) (style exact)
  (flags "-lnspc --continue-on-error --print-label --print-name --silent
     --parallel --serial --sequential") (args "text*") (none (unknown "is given no script"))
  (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check
    test:unit
     test:ci test:coverage ci lint:* test:*" (unknown "runs a script of another name")))
(permit "cross-env" (class builds) (is stops) (style exact) (args "env* run"))
(permit "magick" (style exact)
  (sub "identify" (style single) (flags
    "-format=text -verbose -ping -quiet -regard-warnings -list=text -units=text -moments -unique -features=text")
    (args "read*") (any "*:* |* @*" (unknown "may run or fetch")) (value "-format" "*@*" (unknown "reads a file"))))
(permit "convert" (style single) (flags "-list=text -version") (unless "-list -version" (unknown "writes")))
(permit "qpdf" (style exact)
  (flags "--check --show-npages --show-pages --show-encryption --show-linearization --show-xref --check-linearization
     --show-object=text --with-images --is-encrypted --requires-password --password=text --json?text
     --filtered-stream-data
     --raw-stream-data --list-attachments --verbose --show-attachment=text --warning-exit-0 --no-warn --json-key=text
     --json-object=text")
  (args "read") (any "@*" (unknown "takes words from a file"))
  (unless "--check --show-npages --show-pages --show-encryption --show-linearization --show-xref --check-linearization
    --show-object --is-encrypted --requires-password --json --list-attachments --show-attachment" (unknown "writes")))
(permit "dot neato" (style exact) (flags "-T=text -Vvqnxy -K=text -G=text -N=text -E=text -n -s?text") (args "read*")
  (value "-T" "x11* xlib* gtk*" (unknown "opens a window")) (value "-G" "*path*"
    (unknown "reads files of other places"))
  (value "-K" "*/* *.so*" (unknown "loads code")))
(permit "pdfimages" (style single) (flags "-list -f=text -l=text -p -upw=text -opw=text") (args "read")
  (unless "-list" (unknown "writes")))
(permit "pdftk" (style none) (args "read text") (unknown "may write")
  (word 2 "dump_data dump_data_utf8 dump_data_fields dump_data_annots" (unknown "")))
(permit "sox" (style exact) (flags "--i --info -rcstdbeaDBTV") (args "read*")
  (unless "--i --info" (unknown "may write"))
  (any "|* *:*" (unknown "may run a command")))
(permit "jpegoptim" (style exact) (flags "-nvtqb --noaction --verbose --totals --quiet -m=text --max=text")
  (args "read*")
  (unless "-n --noaction" (unknown "changes files")))
(permit "inkscape" (class builds) (style exact) (flags
  "-WHXYSV --query-all --query-width --query-height --query-x --query-y -I=text
     --query-id=text") (args "read") (unless
       "-W -H -X -Y -S -V --query-all --query-width --query-height --query-x --query-y"
    (unknown "opens a window")))
(permit "tldr" (style exact) (flags "-l --list") (unless "-l --list" (unknown "shows a page")))
(permit "python*" (class builds) (is stops) (style exact) (flags "-m=text -BEIsu -W=text -X=text") (args "text*")
  (unknown "runs other code")
  (unless "-m"
    (word 1 "manage.py ./manage.py"
      (word 2 "check showmigrations sqlmigrate --version version help" (unknown ""))
      (word 2 "makemigrations" (any "--check" (unknown "")))
      (word 2 "migrate" (any "--plan --check" (unknown ""))))
    (word 1 "*"
      (any "-*" "-v -v1 -v2 -v3 --verbosity=* -k --keepdb --failfast --parallel --parallel=* --tag=* --exclude-tag=*
      --noinput
        --no-input --timing --debug-mode -b --buffer --shuffle -r --reverse --traceback --deploy --list -l --plan -p
        --check
        --dry-run --version --no-color --force-color --settings=config.* --settings=*.settings* --fail-level"
        (unknown "is given words that the table does not list"))))
  (only "-m" "pydoc" (unknown "") (any "-* *.py /* ../*" (unknown "writes or serves"))))
(permit "manage.py" (class builds) (is stops) (style none) (args "text*") (unknown "does something else")
  (word 1 "check showmigrations sqlmigrate version help" (unknown ""))
  (word 1 "makemigrations" (any "--check" (unknown ""))) (word 1 "migrate" (any "--plan --check" (unknown "")))
  (any "-*" "-v -v1 -v2 -v3 --verbosity=* -k --keepdb --failfast --parallel --parallel=* --tag=* --exclude-tag=*
    --noinput
     --no-input --timing --debug-mode -b --buffer --shuffle -r --reverse --traceback --deploy --list -l --plan -p
     --check
     --dry-run --no-color --force-color --settings=config.* --settings=*.settings* --fail-level"
    (unknown "is given words that the table does not list")))
(permit "pylint" (class builds) (style exact) (flags "--list-msgs --list-msgs-enabled --list-groups --list-conf-levels
     --list-extensions --generate-rcfile --generate-toml-config --help-msg=text")
  (unless "--list-msgs --list-msgs-enabled --list-groups --list-conf-levels --list-extensions --generate-rcfile
    --generate-toml-config --help-msg" (unknown "looks at files")))
(permit "pycodestyle" (class builds) (style exact)
  (flags "-vq --first --show-source --show-pep8 --benchmark --hang-closing --max-doc-length=text --indent-size=text
     --max-line-length=text --ignore=text --select=text --exclude=text --filename=text --statistics --count
     --config=read
     --format=text --repeat") (args "tree*"))
(permit "radon" (class builds) (style exact)
  (sub "cc mi raw hal"
    (flags "-sajmf -e=text -i=text -o=text -n=text -x=text --show-complexity --average --total-average --no-assert
    --json --xml
       --md --min=text --max=text --exclude=text --ignore=text --order=text -O=write --output-file=write --multi --show
       --summary --functions --codeclimate --show-closures") (args "tree*")))
(permit "xenon" (class builds) (style exact)
  (flags "-a=text -m=text -b=text --max-absolute=text --max-modules=text --max-average=text -e=text --exclude=text
    -i=text
     --ignore=text --no-assert") (args "tree*"))
(permit "uv" (class builds) (style exact)
  (sub "tree" (flags "--offline --frozen --locked --depth=text --package=text --no-dev --all-groups --invert
    --prune=text
       --no-dedupe --universal --python-version=text -q") (unless "--offline --frozen --locked"
         (unknown "may connect"))))
(permit "jupyter" (class builds) (style exact)
  (flags "--paths --data-dir --config-dir --runtime-dir --json")
  (sub "nbconvert" (flags "--to=text --stdout --no-input --no-prompt --log-level=text") (args "read")
    (value "--to" "*" (unknown "uses another exporter")) (only "--to" "script markdown python html asciidoc rst"
      (unknown ""))
    (unless "--stdout" (unknown "writes files")))
  (sub "notebook lab console trust server" (unknown "serves or runs"))
  (sub "kernelspec" (sub "list" (flags "--json"))))
(permit "djlint" (class builds) (style exact)
  (flags "--check --lint --quiet --profile=text --extension=text -e=text --ignore=text --indent=text --warn
    --statistics")
  (args "tree*"))
(permit "rubocop" (class builds) (style exact)
  (flags "-LVDESP --list-target-files --verbose-version --show-cops?text --show-docs-url?text -f=text --format=text
    --only=text
     --except=text --parallel --display-only-fail-level-offenses --fail-level=text --force-exclusion --no-color
     --display-time --no-server --extra-details --display-style-guide --cache=text") (args "tree*")
  (value "-f --format" "*/* *::*" (unknown "loads a formatter")))
(permit "php*" (class builds) (is stops) (style exact) (args "text*") (unknown "runs other code")
  (word 1 "artisan ./artisan"
    (word 2 "test list about route:list migrate:status event:list schedule:list help --version -V env" (unknown "")))
  (any "-*" "--version -V --filter=* --testsuite=* --parallel --coverage --min=* --stop-on-failure --without-tty
    --compact
     --profile --group=* --json --path=* --except-vendor --no-ansi --ansi -v -vv"
       (unknown "is given words that the table does not list")))
(permit "psalm" (class builds) (style exact)
  (flags "-m --no-cache --show-info?text --stats --threads=text --no-progress --long-progress --monochrome --no-diff
    --diff
     --output-format=text --taint-analysis --memory-limit=text --report=write --no-suggestions") (args "tree*"))
(permit "luarocks" (class builds) (style exact)
  (sub "list show which path lint test" (flags
    "--porcelain --local --lua-version=text --tree=read --mversion --home --modules --deps
     --lr-path --lr-cpath --no-bin --prepare") (args "text*")))
(permit "perl*" (style exact) (flags "-V?text") (unless "-V" (unknown "runs code")))
(permit "perldoc" (style exact) (flags "-TltuirmU -f=text -q=text -v=text -a=text") (args "text*")
  (any "*://*" (unknown "may fetch")))
(permit "prove" (class builds) (style exact)
  (flags "-lbvrsqQmfopcwtD -j=text --jobs=text --lib --blib --verbose --recurse --shuffle --timer --quiet --color
    --nocolor
     --failures --comments --merge --ignore-exit --trap --count --nocount --directives --dry --ext=text --state=text
     -I=source") (args "tree*") (any "/* ../* ~*" (unknown "runs tests of another place"))
  (value "--state" "*save*" (unknown "writes a file")))
(permit "perlcritic" (class builds) (style exact)
  (flags "-# -Cqs -s=text --severity=text --verbose=text --theme=text --include=text --exclude=text --single-policy=text
     --top?text --statistics --count --quiet --noprofile --list --gentle --stern --harsh --cruel --brutal --color
     --nocolor")
  (args "tree*"))
(permit "podchecker" (style single) (flags "-warnings -nowarnings") (args "read*"))
(permit "pod2text pod2man" (style exact) (flags
  "-aclmotsu -i=text -q=text -w=text --errors=text --section=text --release=text
     --center=text --date=text --name=text --utf8") (args "read write"))
(permit "perltidy" (style single) (flags "-st -se -q -l=text -i=text") (args "read*")
  (unless "-st" (unknown "writes files")))
(permit "meson" (class builds) (style exact)
  (sub "setup" (flags "--buildtype=text --wipe --reconfigure --werror --strip --debug --optimization=text
    --warnlevel=text --default-library=text")
    (args "text text") (any "/* ../* ~*" (unknown "writes to another place")))
  (sub "introspect" (class reads) (flags "-aif --targets --tests --installed --buildoptions --projectinfo --dependencies
     --scan-dependencies --ast --benchmarks --buildsystem-files --machines --compilers --install-plan --all --indent
     --force-object-output") (args "tree"))
  (sub "test" (flags "-C=dir -vq --list --verbose --quiet --suite=text --no-suite=text --no-rebuild --print-errorlogs
       --num-processes=text -t=text --timeout-multiplier=text --repeat=text --benchmark --maxfail=text") (args "text*")))
(permit "jdeps" (style single)
  (flags "-missing-deps -inverse -I -no-recursive -profile -P -compile-time -include=text -require=text -add-modules=text
    -m=text -module=text -list-deps -list-reduced-deps -print-module-deps -ignore-missing-deps -multi-release=text -module-path=read
    -cp=read
     -classpath=read -class-path=read -summary -s -v -verbose -R -recursive -jdkinternals -jdk-internals -api-only
     -apionly
     -q -quiet -e=text -regex=text -package=text -p=text") (args "read*")
  (any "@*" (unknown "takes words from a file")))
(permit "jcmd" (style exact) (flags "-l -h"))
(permit "jmod" (style exact) (sub "list describe" (args "read")))
(permit "clj clojure" (class builds) (style single)
  (flags "-Sdescribe -Spath -Stree -Sverbose -X:test -M:test -M:lint -M:check -M:kondo -T:build")
  (unless "-Sdescribe -Spath -Stree -X:test -M:test -M:lint -M:check -M:kondo" (unknown "runs code")))
(permit "dotnet" (class builds) (style exact)
  (sub "sln solution" (style none) (args "text text") (unknown "changes the solution") (word 1 "list" (unknown ""))
    (word 2 "list" (unknown "")))
  (sub "tool" (sub "list" (flags "-g --global --local"))) (sub "nuget"
    (sub "list" (sub "source" (flags "--format=text"))))
  (sub "list" (flags "--include-transitive --framework=text --format=text") (args "text text")
    (unknown "lists something else")
    (word 1 "reference package" (unknown "")) (word 2 "reference package" (unknown ""))))
(permit "dune" (class builds) (style exact)
  (sub "build test runtest" (flags
    "-fj -j=text -p=text --profile=text --display=text --force --release --no-buffer --verbose
       --cache=text --error-reporting=text --only-packages=text") (args "text*")
    (any "*install* *deploy* *publish*" (unknown "makes a target of another name")))
  (sub "describe show" (args "text*") (flags "--format=text --lang=text")) (sub "fmt format" (flags "--preview")
    (unless "--preview" (unknown "changes files"))))
(permit "zig" (class builds) (style single)
  (sub "version env targets zen libc" (class reads)) (sub "fmt" (class reads)
    (flags "-check -stdin -ast-check -exclude=text -color=text") (args "tree*")
    (unless "-check -stdin" (unknown "changes files")))
  (sub "ast-check" (class reads) (flags "-color=text -t") (args "read"))
  (sub "test" (flags "-O=text -lc -test-filter=text -color=text -target=text") (args "read"))
  (sub "build" (flags "-summary=text -verbose -Doptimize=text -Dtarget=text -freference-trace") (args "text*")
    (any "*" "test check fmt docs lint unit" (unknown "runs a step of another name"))))
(permit "nimble" (class builds) (style exact)
  (sub "tasks dump check test build" (flags "-y --silent --verbose --json") (args "text"))
    (sub "list" (flags "-i --installed")))
(permit "crystal" (class builds) (style exact)
  (sub "spec" (flags "-vp -e=text --example=text -l=text --line=text --tag=text --verbose --fail-fast --profile
    --order=text
       --error-trace -D=text --release --no-color --stats --time") (args "text*")
    (any "/* ../* ~*" (unknown "runs specs of another place")))
  (sub "tool" (sub "format" (flags "--check --show-backtrace -i=text -e=text") (args "tree*")
      (unless "--check" (unknown "changes files"))) (sub "hierarchy unreachable" (args "read*")
        (flags "-e=text -f=text")))
  (sub "version env" (class reads) (args "text*")))
(permit "mix" (class builds) (style exact)
  (sub "test" (flags "--trace --cover --stale --failed --max-failures=text --seed=text --only=text --exclude=text
    --include=text
       --slowest=text --partitions=text --warnings-as-errors --color --no-color --no-start --no-compile
       --exit-status=text --raise --formatter=text --timeout=text") (args "text*")
    (any "/* ../* ~*" (unknown "runs tests of another place")))
  (sub "credo dialyzer sobelow" (flags
    "--strict -a --all --format=text --ignore=text --only=text --checks=text -i=text --min-priority=text
       --skip --exit --quiet --config-name=text --mute-exit-status --no-check")
         (sub "list explain suggest diff info version" (args "text*") (flags "--strict"))
    (args "tree*") (word 1 "gen*" (unknown "writes files")))
  (sub "deps" ) (sub "deps.tree app.tree" (flags "--only=text --exclude=text --format=text --target=text")
    (args "text*")
    (value "--format" "dot" (unknown "writes a file")))
  (sub "compile" (flags "--warnings-as-errors --force --all-warnings --verbose --return-errors --no-deps-check"))
  (sub "format" (flags "--check-formatted --dry-run --check-equivalent --dot-formatter=source") (args "tree*")
    (unless "--check-formatted --dry-run" (unknown "changes files")))
  (sub "xref" (args "text*") (flags
    "--format=text --label=text --source=text --sink=text --only-nodes --fail-above=text --include-siblings
    --min-cycle-size=text")
    (value "--format" "dot" (unknown "writes a file")))
  (sub "help" (args "text*")) (sub "phx.routes" (args "text*")) (sub "ecto.migrations" (flags "-r=text")))
(permit "rebar3" (class builds) (style exact)
  (sub "eunit ct compile dialyzer xref tree cover proper lint"
    (flags "-vc --module=text --suite=text --dir=text --app=text
       --verbose --cover --case=text --group=text --generator=text -m=text"))
  (sub "fmt" (flags "--check") (unless "--check" (unknown "changes files"))) (sub "version report help" (args "text*")))
(permit "fpc" (style exact) (version "-i -iV -iTP -iTO -iSP -iSO -iD -h -?") (unknown "is not asked for its version"))
(permit "ros" (style exact) (sub "version"))
(permit "verilator" (style single)
  (flags "-lint-only -Wall -Wno-fatal -Wno-* -Wwarn-* -top-module=text -top=text -sv -language=text -timing -no-timing
    -f=read
     -y=read -I*=read -D*=text -bbox-unsup -bbox-sys") (args "read*") (unless "-lint-only" (unknown "writes files")))
(permit "sg" (class builds) (style exact)
  (flags "-p=text --pattern=text -l=text --lang=text --json?text -A=text -B=text -C=text --heading=text --color=text
    --globs=text
     --no-ignore=text --strictness=text") (args "tree*")
  (unless "-p --pattern" (unknown "may run a command as another group")))
(permit "cscope" (style exact) (flags
  "-dLvCRkq -0=text -1=text -2=text -3=text -4=text -6=text -7=text -8=text -9=text -f=read -P=text")
  (unless "-d" (unknown "writes its index")) (unless "-L" (unknown "waits for a person")))
(permit "ctags universal-ctags" (class builds) (style single)
  (flags "-list-languages -list-kinds?text -list-kinds-full?text -list-maps?text -list-fields?text -list-features
    -list-extras?text
     -list-excludes -list-aliases?text -list-params?text -list-roles?text -list-map-extensions?text
     -f=text -R -n -u -N -languages=text -fields=text -output-format=text
     -sort?text -exclude=text -recurse?text") (args "tree*")
  (unless "-f -list-languages -list-kinds -list-kinds-full -list-maps -list-fields -list-features -list-extras
    -list-excludes -list-aliases -list-params -list-roles -list-map-extensions" (unknown "writes its index"))
  (value "-f" "*" (unknown "writes its index")) (only "-f" "- /dev/stdout" (unknown "")))
(permit "xq" (style exact)
  (flags "-x=text --xpath=text -e=text -q=text --query=text -n --node -a=text --attr=text -c --color --no-color -j
    --json -m --html
     --indent=text") (args "read") (unless "-x --xpath -e -q --query -a -j -m" (unknown "is used in another way"))
  (any "env env.* env|* *|env* *|?env* *$ENV*" (unknown "looks at more than its files")))
(permit "htmlq" (style exact)
  (flags "-twBp -a=text --attribute=text --text --ignore-whitespace --detect-base -b=text --base=text --pretty -r=text
     --remove-nodes=text -f=read --filename=read -o=write --output=write") (args "text*"))
(permit "dasel" (style exact)
  (flags "-f=read --file=read -r=text --read=text -w=text --write=text -p=text --parser=text --plain --colour
    --pretty?text -n --null -m
     --multiple -i=text --in=text --root") (args "text*")
  (any "put* delete* update completion man validate" (unknown "may write"))
  (unless "-f -r -p -i --file --read --parser --in" (unknown "is used in another way")))
(permit "sd" (class acts) (style exact)
  (flags "-pFsA --preview --fixed-strings --string-mode --across --line-by-line -n=text --max-replacements=text -f=text
     --flags=text") (args "text text change*") (none (unknown "is given no pattern"))
  (on "-p --preview" (class reads) (args "text text read*")))
(permit "semanage" (style exact)
  (sub "login user port ibport ibendport interface module node fcontext boolean permissive dontaudit"
    (flags "-l --list -C --locallist -n --noheading") (unless "-l --list" (unknown "may change it"))))
(permit "jc" (is stops) (style exact) (flags "-abdhMpqrsuymCS --*") (args "run"))
(permit "protoc" (style exact) (flags "--decode_raw --decode=text -I=read --proto_path=read") (args "read*")
  (unless "--decode_raw --decode" (unknown "writes code")) (any "@*" (unknown "takes words from a file")))
(permit "timedatectl" (style exact) (sub "list-timezones status show timesync-status show-timesync"
  (flags "-a --all --no-pager -p=text
     --property=text --value")))
(permit "localectl" (style exact) (sub "status list-locales list-keymaps list-x11-keymap-models list-x11-keymap-layouts
     list-x11-keymap-variants list-x11-keymap-options" (flags "--no-pager") (args "text")))
(permit "chrt" (style exact) (flags "-pamv --pid --all-tasks --max --verbose") (args "text")
  (unless "-p --pid -m --max" (unknown "runs a command")))
(permit "neofetch" (style exact) (flags "--stdout --off --no_config"))
(permit "fastfetch" (style exact) (flags
  "--pipe?text --list-modules --list-logos --list-presets --json -s=text --structure=text -c=text
     --config=text") (value "-c --config" "*" (unknown "is given a configuration"))
       (only "-c --config" "none" (unknown ""))
  (value "-s --structure" "*command* *Command*" (unknown "runs a command")))
(permit "screenfetch" (style exact) (flags "-NnvVEpw"))
(permit "xbps-query" (style exact) (flags
  "-lmHOvd -o=text -s=text -f=text -x=text -X=text -p=text -S=text --list-manual-pkgs
     --list-pkgs") (args "text*"))
(permit "nix-store" (style exact) (flags
  "-qR --query --requisites --references --referrers --tree --graph --hash --size --deriver
     --outputs --roots --valid-derivers") (args "read*") (unless "-q --query" (unknown "changes the store")))
(permit "mdls" (style single) (flags "-name=text -raw -nullMarker=text") (args "read*"))
(permit "capsh" (style exact) (flags "--print --decode=text --supports=text --explain=text --suggest=text --current")
  (unless "--print --decode --supports --explain --suggest --current" (unknown "runs a shell")))
(permit "aplay arecord" (style exact) (flags "-lL --list-devices --list-pcms")
  (unless "-l -L --list-devices --list-pcms" (unknown "plays or records")))
(permit "highlight" (style exact) (flags
  "-O=text --out-format=text -S=text --syntax=text -l --line-numbers -s=text --style=text
     --list-scripts=text --force -o=write --output=write -i=read --input=read") (args "read")
  (unless "-O --out-format --list-scripts" (unknown "may write a style sheet"))
    (value "-O --out-format" "*" (unknown "may write a style sheet"))
  (only "-O --out-format" "ansi xterm256 truecolor" (unknown "")))
(permit "mage" (class builds) (style exact) (flags "-l -h") (unless "-l -h" (unknown "makes a target")))
(permit "lychee" (class builds) (style exact)
  (flags "-nvq --offline --no-progress --verbose --quiet -f=text --format=text --exclude=text --exclude-path=text
     --include-fragments --base=text -o=write --output=write -c=read --config=read --dump --glob-ignore-case")
       (args "tree*")
  (unless "--offline --dump" (unknown "asks addresses")) (any "*://*" (unknown "asks addresses")))
(permit "prlimit" (style exact) (flags "--nofile --nproc --as --core --cpu --data --fsize --memlock --rss --stack -cdefilmnqrstuvxy -p=text --pid=text --noheadings --raw --output=text -o=text"))
(permit "gleam" (class builds) (style exact) (sub "format" (flags "--check --stdin") (args "tree*")
  (unless "--check --stdin" (unknown "changes files")))
  (sub "test check build" (flags "--target=text --warnings-as-errors")))
(permit "cosign" (class builds) (style exact) (sub "version"))
(permit "zola" (class builds) (style exact) (sub "check" (flags "--drafts --skip-external-links")
  (unless "--skip-external-links" (unknown "asks addresses"))))
(permit "jekyll" (class builds) (style exact)
  (sub "build b doctor" (flags "-qVtDIl -d,--destination=writetree -s,--source=tree -b,--baseurl=text --drafts --future
       --incremental --strict_front_matter --limit_posts=text --lsi --unpublished --quiet --verbose --trace --profile
       --safe --disable-disk-cache")))
(permit "doxygen" (style exact) (version "-v -V") (unknown "writes documents"))
(permit "aws" (style exact) (sub "configure" (bare "asks") (sub "asks" (unknown "asks for keys"))
  (sub "list list-profiles")))
(permit "gcloud" (style exact) (sub "help" (args "text*")))
(permit "az" (style exact) (sub "account" (sub "list show" (flags "--all -o=text --output=text --query=text"))))
(permit "gsutil" (style exact) (sub "version" (flags "-l")))
(permit "gh glab" (style exact)
  (sub "config" (sub "list get" (args "text") (any "*token*" (unknown "may show a secret"))
    (flags "-h=text --host=text")))
  (sub "alias" (sub "list ls")) (sub "extension extensions ext" (sub "list ls")))
(permit "docker" (style exact) (sub "top" (is stops) (args "text*"))
  (sub "plugin stack service node" (sub "ls list" (flags "-qf -f=text --filter=text --format=text --quiet --no-trunc")))
  (sub "compose" (global "-f=read --file=read --profile=text --ansi=text --progress=text -p=text --project-name=text")
    (value "-f --file" "*:* /* ../* ~* -" (unknown "is given a file of another place"))
    (sub "config" (flags "-q --quiet --services --images --volumes --profiles --no-interpolate") (args "text*")
      (unless "-q --quiet --services --images --volumes --profiles" (here "tree")))
    (sub "ps ls images logs top port version"
      (flags "-aqft -n=text --all --format=text --quiet --services --tail=text --follow --timestamps --no-color
      --no-log-prefix
         --since=text --filter=text --status=text --images --volumes --profiles --no-interpolate --index=text
         --orphans")
      (args "text*"))))
(permit "poetry" (class builds) (style exact) (sub "config" (flags "--list")
  (unless "--list" (unknown "changes settings"))))
(permit "cmake" (class builds) (style exact) (flags "-E") (args "text*") (unless "-E" (unknown "builds"))
  (word 1 "*" (unknown "runs another command")) (word 1
    "echo echo_append capabilities environment true false sha256sum md5sum" (unknown ""))
  (word 1 "sha256sum md5sum" (args "text read*")) (word 1 "environment" (unknown "shows every variable")))
(permit "packer" (class builds) (style single) (sub "fmt" (class reads) (flags "-check -diff -recursive") (args "tree")
    (unless "-check" (unknown "changes files"))))
(permit "ansible-galaxy" (class builds) (style exact) (sub "list") (sub "collection role" (sub "list" (args "text"))))
(permit "hg" (style exact) (sub "branch") (sub "bookmarks bookmark" (flags "-l --list"))
  (sub "identify id" (flags "-inbtB -r=text --num --id --branch --tags --bookmarks --rev=text"))
  (sub "annotate blame" (flags "-ufdnclw -r=text --rev=text --user --file --date --number --changeset --line-number")
    (args "read*")))
(permit "rails" (class builds) (style exact) (sub "routes" (flags "-E --expanded -g=text --grep=text -c=text
  --controller=text --unused")))
(permit "jj" (style exact) (global "--no-pager --ignore-working-copy")
  (sub "op operation" (sub "log" (flags "-n=text --limit=text --no-graph")))
    (sub "bookmark b" (sub "list l" (flags "-a --all-remotes -t --tracked") (args "text*")))
  (sub "config" (sub "list l get path" (flags "--user --repo") (args "text"))))
(permit "losetup" (style exact) (flags "-al --all --list -n --noheadings -O=text --output=text -J --json --raw --output-all
    -j=read --associated=read")
  (unless "-a -l --all --list -j --associated" (unknown "may change a device")))
(permit "firewall-cmd" (style exact)
  (flags "-q --quiet --permanent --zone=text --policy=text --state --version --get-* --list-* --info-*=text --query-*=text")
  (unless "--state --version --get-* --list-* --info-* --query-*" (unknown "needs something to show")))
(permit "code" (style exact) (flags "--list-extensions --show-versions")
  (unless "--list-extensions" (unknown "opens a window")))
(permit "bundle" (class builds) (style exact) (sub "config" (sub "list")))
(permit "composer" (class builds) (style exact) (sub "run-script run" (flags "-l --list --timeout=text") (args "text*")
  (none (unless "-l --list" (unknown "runs no script")))
  (any "*" "build test lint cs phpstan psalm stan analyse check cs-check phpcs unit coverage test:unit test:ci lint:check
     format:check ci" (unknown "runs a script of another name"))))
(permit "yarn yarnpkg" (class builds) (style exact)
  (sub "workspaces"
    (sub "run" (args "text*") (none (unknown "is given no script")) (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check test:unit
       test:ci test:coverage ci docs" (unknown "runs a script of another name")))
    (sub "foreach" (flags "-AvpitRW --all --verbose --parallel --interlaced --topological --topological-dev --recursive
       --worktree --since?text -j=text --jobs=text --include=text --exclude=text --no-private -n --dry-run --from=text
       -pt -pv -ptv -Apt -Ap -At") (is stops) (args "text*") (none (unknown "is given no command"))
      (given 1 (unknown "is given no script")) (given 2 (unknown "")) (any "*" "run build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check test:unit
       test:ci test:coverage ci docs" (unknown "runs a script of another name")))))
(permit "pnpm" (class builds) (style exact) (is stops)
  (flags "-rs --recursive --silent -F=text --filter=text -w --workspace-root") (args "run")
  (word 1 "*" (unknown "runs another command"))
  (word 1 "ava biome c8 eslint jest mocha nyc playwright prettier stylelint tsc vitest" (unknown "")))
(permit "go" (class builds) (style single) (sub "mod" (sub "tidy" (flags "-diff -e -v -x -go=text -compat=text")
  (unless "-diff" (unknown "changes go.mod")))))
(permit "man" (flags "-P={cat,less,more,head} --pager={cat,less,more,head} -s=text -k -f") (args "text*")
  (any "*/*" (unknown "is given a file")))
(permit "tokei" (style exact) (flags "-o={json,yaml,cbor} --output={json,yaml,cbor} -f --files -s=text --sort=text -t=text
  --type=text -e=text --exclude=text --hidden --no-ignore -C --compact -V --version") (args "tree*"))
(permit "cabal" (class builds) (style exact) (sub "list-bin path" (flags "-v0 --offline --output-format=text --compiler-info
  --cache-dir --store-dir --config-file") (args "text*"))
  (sub "list" (flags "--installed --simple-output") (args "text*")
  (unless "--installed" (unknown "asks an index"))))
(permit "stack" (class builds) (style exact) (sub "path" (flags
  "--project-root --stack-root --local-bin --bin-path --dist-dir"))
  (sub "ls" (sub "dependencies" (flags "--depth=text --separator=text --license --external")
    (sub "text tree json" (flags "--depth=text")))))
(permit "swift" (class builds) (style exact)
  (sub "package" (sub "describe dump-package show-dependencies" (flags "--type=text --format=text"))))
(permit "sbt" (class builds) (style none) (args "text") (word 1 "*" (unknown "runs a task of another name"))
  (word 1 "testOnly?*" (unknown "")) (any "*;* *!* *{* *(* *--* *-D*" (unknown "runs more than a test")))
(permit "just" (class builds) (style exact) (flags "-n --dry-run -l --list --summary -q") (args "text*")
  (unless "-n --dry-run -l --list --summary" (unknown "runs a task"))
    (any "*=* */*" (unknown "is given a variable or another file")))
(permit "prisma" (class builds) (style exact) (sub "validate" (flags "--schema=read"))
  (sub "format" (flags "--check --schema=read") (unless "--check" (unknown "changes files"))))
(permit "webpack" (class builds) (style exact) (flags
  "--mode=text --progress --stats=text --no-color --fail-on-warnings --bail")
  (value "--mode" "*" (unknown "is given another mode")) (only "--mode" "production development none" (unknown "")))
(permit "rollup" (class builds) (style exact) (flags "-c --silent --failAfterWarnings --bundleConfigAsCjs")
  (unless "-c" (unknown "is given a bundle")))
(permit "codesign" (style exact) (flags "-vd --verify --verbose?text --display --deep --strict") (args "read*")
  (unless "-v -d --verify --display" (unknown "signs")))
(permit "ethtool" (style exact) (flags "-a=text -c=text -g=text -i=text -k=text -l=text -m=text -n=text -P=text -S=text
  -T=text -u=text -x=text --statistics=text --driver=text --show-features=text --show-ring=text --show-pause=text
  --show-coalesce=text --show-channels=text --show-permaddr=text --show-time-stamping=text --module-info=text")
  (args "text"))
(permit "tc" (style single) (flags "-s -statistics -d -details -r -raw -p -pretty -j -json -g -graph -i -iec -o -oneline
  -nm -names -color?text")
  (sub "qdisc class filter action actions" (args "text*") (unknown "may change it") (word 1 "show list ls" (unknown ""))))
(permit "ip" (style single) (flags "-4 -6 -s -d -j -p -br -o -details -json")
  (sub "monitor" (style none) (args "text*") (any "file" (unknown "reads a record")))
  (sub "maddress maddr tunnel tuntap netconf ntable vrf" (style none) (args "text*") (given 1 (unknown "may change it"))
    (word 1 "show list ls" (unknown ""))))
(permit "hdparm" (style exact) (flags "-IigCtT") (args "text*") (none (unknown "needs a disk"))
  (unless "-I -i -g -C -t -T" (unknown "is not asked what a disk is")))
(permit "tune2fs" (style exact) (flags "-l") (args "text") (none (unknown "needs a disk"))
  (unless "-l" (unknown "changes a file system")))
(permit "dumpe2fs" (style exact) (flags "-hbfxV") (args "text") (none (unknown "needs a disk")))
(permit "mdadm" (style exact) (flags "-DEQ --detail --examine --query --brief --scan --test") (args "text*")
  (unless "-D -E -Q --detail --examine --query" (unknown "changes an array")))
(permit "sgdisk" (style exact) (flags "-p -i=text -v --print --info=text --verify --print-mbr") (args "text")
  (unless "-p -i -v --print --info --verify --print-mbr" (unknown "changes a disk")))
(permit "gdisk" (style exact) (flags "-l") (args "text") (unless "-l" (unknown "changes a disk")))
(permit "sfdisk" (style exact) (flags "-dlJFVs --dump --list --json --list-free --verify --show-size") (args "text*")
  (unless "-d -l -J -F -V -s --dump --list --json --list-free --verify --show-size" (unknown "changes a disk")))
(permit "nvme" (style exact) (sub "list list-subsys" (flags "-o=text -v --output-format=text --verbose"))
  (sub "smart-log id-ctrl id-ns error-log fw-log list-ns show-regs" (args "text") (flags "-o=text -n=text -e=text -H
    --output-format=text --namespace-id=text --human-readable")))
(permit "efibootmgr" (style exact) (flags "-vu --verbose --unicode -V --version"))
(permit "faillock" (style exact) (flags "--user=text --dir=dir"))
(permit "fail2ban-client" (style exact) (sub "ping banned version get" (args "text*")))
(permit "bpftool" (style exact) (global "-pj --pretty --json -f --bpffs -m")
  (sub "prog map link net btf perf cgroup struct_ops iter" (bare "list") (sub "list show tree" (args "text*")))
  (sub "version")
  (sub "feature" (sub "probe" (args "text*"))))
(permit "dracut" (style exact) (flags "--list-modules --version -h --help --kver=text -k=text --no-kernel")
  (unless "--list-modules --version" (unknown "writes an image")))
(permit "debsums" (style exact) (flags "-acelsxi --all --changed --config --list-missing --silent --ignore-permissions
  --ignore-obsolete") (args "text*"))
(permit "bluetoothctl" (style exact) (sub "devices list show info version" (args "text*")))
(permit "upower" (style exact) (flags "-de -i=text --dump --enumerate --show-info=text"))
(permit "wg" (style exact) (sub "show" (args "text")))
(permit "apt-get apt" (style none)
  (args "{-s,--simulate,--dry-run,install,remove,purge,upgrade,dist-upgrade,full-upgrade,autoremove} text*")
  (unknown "changes packages") (any "-s -sy -qs --simulate --dry-run --just-print --no-act" (unknown ""))
  (any "/* ./* ../* ~* *://*" (unknown "is given a package from elsewhere"))
  (any "-*" "-s -q -y -V -sy -qs -qq --simulate --dry-run --just-print --no-act --purge --no-install-recommends"
    (unknown "is given another flag")))
(permit "partx" (style exact) (flags "-sblgrP --list -o=text -n=text --output=text --nr=text --show --pairs --raw --bytes
  --noheadings --output-all") (args "text*") (none (unknown "needs a disk")))
(permit "wipefs" (style exact) (flags "-ipJ --noheadings --json --parsable -O=text --output=text -t=text --types=text")
  (args "text*") (none (unknown "needs a disk")))
(permit "btrfs" (style exact)
  (sub "device" (sub "stats" (flags "-T --tabular --format=text -c --check") (args "text*"))
    (sub "usage" (flags "-bhHkmgtT --raw --human-readable --iec --si --kbytes --mbytes --gbytes --tbytes") (args "text*")))
  (sub "scrub balance" (sub "status" (flags "-dRv --raw --human-readable --iec --si --format=text") (args "text")))
  (sub "property" (sub "get list" (flags "-t=text") (args "text*"))) (sub "qgroup" (sub "show" (flags "-pcreF") (args
    "text")))
  (sub "filesystem fi" (sub "df usage show du" (flags "-bhHkmgtsTd --raw --human-readable --iec --si --kbytes --mbytes
    --gbytes --tbytes --all-devices --mounted --summarize") (args "text*")))
  (sub "subvolume su" (sub "list show get-default" (flags "-apcguoqtsrdRN") (args "text*"))) (sub "version"))
(permit "keytool" (style single) (flags "-v -rfc -printcert -printcrl -printcertreq -file=read -jarfile=read")
  (unless "-printcert -printcrl -printcertreq" (unknown "does not print a certificate")))
(permit "pacman" (style exact) (flags "-SDlgiskq --sync --database --list --groups --info --search --check --quiet")
  (args "text*") (unless "-l -g -i -s -k --list --groups --info --search --check" (unknown "changes packages"))
  (on "-D --database" (unless "-k --check" (unknown "changes what is known of packages"))))
(permit "brew" (style exact) (flags "--cellar --prefix --cache --repository") (args "text*")
  (unless "--cellar --prefix --cache --repository" (unknown "is not asked for a place"))
  (any "*://* /* ./* ../* ~* *.rb" (unknown "A formula from elsewhere is code that is run")))
(permit "cargo" (style exact) (sub "install" (flags "--list") (unless "--list" (unknown "installs"))))
(permit "flatpak" (style exact) (sub "ps" (flags "--columns=text")))
(permit "tshark" (style exact) (flags "-r=read -R=text -Y=text -T=text -e=text -E=text -d=text -t=text -c=text -z=text
  -O=text -S=text -u=text -j=text -qQnVxPl2") (unless "-r" (unknown "watches the network")))
(permit "dpkg-architecture" (style exact) (flags "-a=text -t=text -A=text -T=text -i=text -e=text -q=text -lLsu -f
  --host-arch=text --target-arch=text --query=text --is=text --equal=text --list --list-known --print-set --print-unset"))
(permit "kill" (style exact) (flags "-lL --list --table") (args "text*")
  (unless "-l -L --list --table" (unknown "signals")))
(permit "systemd-delta" (style exact) (flags "-t=text --type=text --diff?text --no-pager") (args "text*"))
(permit "systemd-escape" (style exact) (flags "-pum --path --unescape --mangle --instance --suffix=text --template=text")
  (args "text*"))
(permit "systemd-cgls" (style exact) (flags "-alk --all --full --no-pager -u=text --unit=text --user-unit=text
  --xattr=text --cgroup-id=text") (args "text*"))
(permit "systemd-cgtop" (style exact) (flags "-ptcmibrPk1 --raw --batch --recursive=text -n=text --iterations=text
  -d=text --delay=text --depth=text --order=text --cpu?text") (args "text"))
(permit "systemd-path" (style exact) (flags "--suffix=text") (args "text*"))
(permit "busctl networkctl systemd-analyze" (style exact)
  (flags "-laqsj --no-pager --no-legend --full --all --stats --quiet --json=text --user --system --global --verbose
    --xml-interface --acquired --unique --activatable --show-machine -n=text --lines=text --fuzz=text --order --require
    --iterations=text --base-time=text --threshold=text") (args "text*") (unknown "may change something")
  (word 1 "list status tree introspect get-property blame time critical-chain security calendar lldp" (unknown "")))
(permit "hostnamectl" (style exact) (flags "--static --transient --pretty --json=text"))
(permit "zramctl" (style exact) (flags "-n --noheadings --raw --bytes --output-all -o=text --output=text")
  (args "text*"))
(permit "mesg" (style exact) (flags "-v --verbose"))
(permit "chsh" (style exact) (flags "-l --list-shells") (unless "-l --list-shells" (unknown "changes a shell")))
(permit "faillog" (style exact) (flags "-a -u=text -t=text --user=text --time=text --all"))
(permit "tmux" (style exact) (sub "display-message display" (flags "-pN -t=text") (args "text*")
    (unless "-p" (unknown "shows it to a person")) (any "*#(* *;*" (unknown "runs a command"))))
(permit "gettext" (style exact) (flags "-seEn -d=text --domain=text -c=text --context=text") (args "text*"))
(permit "msgfmt" (style exact) (flags "-cvfC --check --check-format --check-header --check-domain --statistics --verbose
  --use-fuzzy -o=text --output-file=text") (args "read*")
  (unless "-o --output-file" (unknown "writes its catalogue")) (value "-o --output-file" "*" (unknown "writes"))
  (only "-o --output-file" "- /dev/null" (unknown "")))
(permit "zfs" (style exact) (sub "list" (flags "-rHp -d=text -o=text -s=text -S=text -t=text") (args "text*"))
  (sub "get" (flags "-rHp -d=text -o=text -s=text -t=text") (args "text text*")) (sub "version"))
(permit "gpart" (style exact) (sub "show list status" (flags "-lpra") (args "text*")))
(permit "nft" (style exact) (flags "-jansyt --json --handle --numeric --stateless --terse") (sub "list" (args "text*") (any "*;*" (unknown "is given more than a list"))))
(permit "conntrack" (style exact) (flags "-LCSn --dump --count --stats -p=text -f=text -o=text -s=text -d=text") (args "text*")
  (unless "-L -C -S --dump --count --stats" (unknown "changes what is tracked")))
(permit "tcpdump" (style exact) (flags "-D --list-interfaces") (unless "-D --list-interfaces" (unknown "watches")))
(permit "opam" (style exact)
  (sub "list ls" (flags "-aisS --all --installed --available --short --columns=text --installed-roots") (args "text*"))
  (sub "show info" (flags "-f=text --field=text --list-files --all-versions") (args "text*"))
  (sub "switch" (sub "list show" (flags "-s --short"))) (sub "var" (args "text")))
(permit "ocamlfind" (style exact) (sub "list query printconf" (args "text*")))
(permit "xcodebuild" (class builds) (style single) (flags "-list -json -version -showsdks -project=read -workspace=read")
  (unless "-list -version -showsdks" (unknown "builds")))
(permit "gprof" (style exact) (flags "-bpqC --brief --flat-profile --graph") (args "read*"))
(permit "gcov" (style exact) (flags "-nbcfm --no-output --branch-probabilities --branch-counts --function-summaries")
  (args "read*") (unless "-n --no-output" (unknown "writes beside its input")))
(permit "mvn mvnw" (class builds) (style single) (flags "-o -q -B -N -f=read -Dexpression=text -DforceStdout")
  (args "text*") (any "*" "help:evaluate help:effective-pom help:active-profiles" (unknown "builds"))
  (none (unknown "has nothing to show")))
(permit "qemu-img" (style exact) (sub "info check map" (flags "-f=text --output=text -U --force-share -q") (args "read")))
(permit "bzr" (style exact)
  (sub "log" (flags "-vp -l=text --limit=text --line --short --long -r=text --forward") (args "read*")))
(permit "nix" (style exact) (sub "profile" (sub "list history" (flags "--json"))))
(permit "optipng" (style single) (flags "-simulate -v -q -o1 -o2 -o7") (args "read*")
  (unless "-simulate" (unknown "writes over its input")))
(permit "cpp" (class builds) (style single) (flags "-P -C -D*=text -U*=text -I*=read -dM -dD -undef -nostdinc -x*=text
  -std*=text -include=read -isystem=read -w") (args "read"))

; Harmless words of programs whose entries ask: what looks, or builds and tests the workspace. All else is for those entries.

(permit "zip" (style single) (flags "-sf -show-files") (args "read*")
  (unless "-sf -show-files" (unknown "may write"))
  (examples reads "zip -sf bundle.zip" acts "zip bundle.zip src" "zip -sf -m bundle.zip x"))
(permit "bzip2 lbzip2 pbzip2 lz4 brotli" (style exact) (flags "-tvqk --test --verbose --quiet --keep") (args "read*")
  (unless "-t --test" (unknown "may write"))
  (examples reads "bzip2 -tv f.bz2" "lz4 -t a.lz4" acts "bzip2 -v f" "bzip2 -d f.bz2"))
(permit "unsquashfs" (style single) (flags "-l -ll -lln -lc -llc -s -stat -no-progress -n -q") (args "read text*")
  (unless "-l -ll -lln -lc -llc -s -stat" (unknown "may write"))
  (examples reads "unsquashfs -l root.squashfs" "unsquashfs -s r.img" asks "unsquashfs root.squashfs"
    "unsquashfs -l -f r.img" "unsquashfs -d /tmp/x -l r.img"))
(permit "ansible-playbook" (class builds) (style exact)
  (flags "-v -vv -i=source --inventory=source --syntax-check --list-tasks --list-tags --list-hosts -t=text --tags=text
     --skip-tags=text -l=text --limit=text") (args "read*")
  (unless "--syntax-check --list-tasks --list-tags --list-hosts" (unknown "may change other machines"))
  (any "/* ../* ~*" (unknown "is given a playbook from elsewhere"))
  (value "-i --inventory" "./* *.sh *.py *.rb *.pl" (unknown "may run what lists the machines"))
  (examples builds "ansible-playbook --syntax-check site.yml" "ansible-playbook -i hosts site.yml --list-tasks" asks
    "ansible-playbook site.yml" denies "ansible-playbook --syntax-check /dev/fd/63"))
(permit "sqlfluff" (class builds) (style exact)
  (sub "lint parse"
    (flags "-vqnf -f=text -r=text --dialect=text -d=text --format=text --rules=text --exclude-rules=text -p=text
    --processes=text
       --nofail --disable-progress-bar --disable-noqa --nocolor --write-output=write") (args "tree*"))
  (sub "version rules dialects" (class reads))
  (examples builds "sqlfluff lint models" "sqlfluff lint --dialect postgres a.sql" reads "sqlfluff dialects" asks
    "sqlfluff format models"))
(permit "gitleaks" (class builds) (style exact)
  (sub "detect protect git dir" (flags
    "-v --verbose -s=tree --source=tree --no-git --redact?text --no-banner --no-color --staged
     -r=write --report-path=write -f=text --report-format=text --exit-code=text --max-target-megabytes=text")
       (args "tree*")
    (unless "--redact" (unknown "shows the secrets that it finds")))
  (sub "version" (class reads))
  (examples builds "gitleaks detect --redact --no-git" reads "gitleaks version" asks "gitleaks detect -v"))
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
      (any "*" ". .. ./* ../* /* charts/* chart/* chart deploy/* helm/*" (unknown "may ask a repository"))))
  (examples builds "helm show values ./charts/app" "helm dependency list charts/app"
    "helm template x ./chart -f values.yaml --set a=b" "helm lint ." reads "helm plugin list" "helm repo list" asks
    "helm template x . --post-renderer ./e" "helm template x oci://h/c" "helm template bitnami/nginx"
      "helm template . --output-dir /etc"
    "helm template x --repo https://h c" "helm lint . --kubeconfig e" "helm template . --set-file a=/e"
      "helm repo add x h"
    "helm show values bitnami/nginx"
    "helm show values oci://h/x" "helm show values ./a --repo http://h" "helm install x ./charts/app"))
(permit "kubectl oc" (style exact)
  (sub "kustomize" (class builds) (flags "-o=write --output=write") (args "read")
    (any "*:* *.com/*" (unknown "may fetch"))
    (any "/* ../../* ~*" (unknown "is of another place")))
  (sub "completion" (args "text")) (sub "options") (sub "help" (args "text*"))
  (examples builds "kubectl kustomize base" reads "kubectl completion bash" "kubectl options" "kubectl help get"
    denies "kubectl config view --raw" asks "kubectl config use-context x"
    "kubectl config view --kubeconfig x" "kubectl config set-context x"
    "kubectl kustomize https://h/x" "kubectl kustomize --enable-helm base" "kubectl options get pods"
      "kubectl get pods"))
(permit "kustomize" (class builds) (style exact)
  (sub "build" (flags "-o=write --output=write --load-restrictor=text --reorder=text") (args "read")
    (any "*:* *.com/*" (unknown "may fetch")) (value "--load-restrictor" "*none*" (unknown "may read anything")))
  (sub "version" (class reads) (flags "--short"))
  (examples builds "kustomize build overlays/dev" reads "kustomize version" asks "kustomize edit set image x"))
(permit "kubeconform kubeval kube-linter" (class builds) (style single)
  (flags "-v -h -n=text -strict -summary -output=text -ignore-missing-schemas -offline -verbose -exit-on-error")
    (sub "lint" (flags "-format=text") (args "tree*")) (args "tree*") (any "*:*" (unknown "may fetch"))
  (examples builds "kubeconform --summary manifests" "kube-linter lint charts"
    asks "kubeval --schema-location http://h x"))
(permit "doctl flyctl fly pulumi linode-cli hcloud scw infracost railway render firebase supabase cdk sam civo"
  (class builds)
  (style exact) (sub "version" )
  (examples builds "doctl version" "pulumi version" asks "flyctl version upgrade" "pulumi up" "doctl" "doctl compute"))
(permit "caddy" (class builds) (style exact)
  (sub "validate adapt"
    (flags "-cap -c=read --config=read -a=text --adapter=text --envfile=read --validate --pretty"))
  (sub "fmt" (class reads) (flags "-d --diff") (args "read"))
  (sub "list-modules build-info" (class reads) (flags "--packages --versions --skip-standard -s"))
  (examples builds "caddy validate --config Caddyfile" "caddy adapt -c Caddyfile" reads "caddy fmt --diff Caddyfile"
    asks
    "caddy fmt --overwrite" "caddy run" "caddy"))
(permit "haproxy" (class builds) (style single) (flags "-v -vv -c -f=read -q -V -dr")
  (unless "-v -vv -c" (unknown "serves"))
  (examples builds "haproxy -v" "haproxy -c -f haproxy.cfg" asks "haproxy -f haproxy.cfg" "haproxy -c -D" "haproxy"))
(permit "lighttpd php-fpm dnsmasq named squid screen flyway redis-server nats-server code-server cpan traefik svn
        nvim" (style exact) (version "-v")
  (flags "-q --quiet --version") (unless "--version" (unknown "is not asked for its version"))
  (examples reads "screen -v" "svn --version --quiet" "flyway -v" "cpan -v" "dnsmasq -v" asks "screen" "nvim" "squid"
    "cpan x"
    "nvim -q x" "lighttpd -v -f x"))
(permit "memcached mysqld postgres sshd p4 locate plocate mlocate" (style exact) (version "-V")
  (unknown "is not asked for its version")
  (examples reads "p4 -V" "plocate -V" "sshd -V" asks "memcached" "sshd" "sshd -V -D"))
(permit "pwsh powershell" (style single) (version "-v -version -Version") (unknown "is not asked for its version")
  (examples reads "pwsh -Version" asks "pwsh -Command x" "pwsh"))
(permit "pg_restore" (style exact)
  (flags "-lv --list -F=text --format=text --verbose -n=text -t=text --schema=text --table=text") (args "read")
  (unless "-l --list" (unknown "may change a database"))
  (examples reads "pg_restore -l backup.dump" "pg_restore --list -Fc x" asks "pg_restore -d db backup.dump"
    "pg_restore -l -f out x" "pg_restore x"))
(permit "curl" (style exact) (flags "--help -h") (args "text") (unless "--help -h" (unknown "connects"))
  (any "*.* *:* */*" (unknown "connects"))
  (examples reads "curl --help all" asks "curl all" "curl -h http://x.org" "curl --help all x"))
(permit "emacs" (style single) (flags "-Q -q -batch -version -no-init-file -no-site-file -nw")
  (unless "-version" (unknown "waits for a person"))
  (examples reads "emacs -Q --version" "emacs --batch --version" asks "emacs -Q" "emacs --version x.el"))
(permit "lefthook" (class builds) (style exact) (sub "version" (class reads) (flags "-f --full")) (sub "validate dump")
  (examples reads "lefthook version" builds "lefthook validate" asks "lefthook run pre-commit" "lefthook install"))
(permit "pre-commit" (style exact) (sub "validate-config validate-manifest" (args "read*"))
  (examples reads "pre-commit validate-config" asks "pre-commit run" "pre-commit"))
(permit "ffmpeg" (style single)
  (flags "-hide_banner -nostdin -nostats -stats -v=text -loglevel=text -i=read -f=text -map=text -codecs -formats
    -encoders
     -decoders -filters -pix_fmts -protocols -muxers -demuxers -bsfs -layouts -sample_fmts -colors -devices -hwaccels
     -buildconf -L") (args "text")
  (value "-f" "*" (unknown "reads or writes another format")) (only "-f" "null" (unknown ""))
  (any "*" "-" (unknown "writes a file")) (value "-i" "*:* |*" (unknown "may connect"))
  (unless "-i -codecs -formats -encoders -decoders -filters -pix_fmts -protocols -muxers -demuxers -bsfs -layouts
     -sample_fmts -colors -devices -hwaccels -buildconf -L" (unknown "may write"))
  (given 1 (unless "-f" (unknown "writes to its output")))
  (examples reads "ffmpeg -hide_banner -codecs" "ffmpeg -i a.mp4" "ffmpeg -i a.mp4 -f null -"
    asks "ffmpeg -i a.mp4 b.mp3"
    "ffmpeg -f lavfi -i movie=x" "ffmpeg -i http://h/x -f null -" "ffmpeg -i a.mp4 -f mp4 -" "ffmpeg"))
(permit "podman" (style exact)
  (sub "pod" (sub "ps ls list inspect logs top stats exists"
      (flags "-aqf -f=text --all --filter=text --format=text --no-trunc --quiet --ctr-names --ctr-ids --ctr-status
      --ns --sort=text
         --no-stream --latest -l --tail=text") (args "text*")))
  (examples reads "podman pod ps" "podman pod inspect x" asks "podman pod rm x" "podman pod ps --url=tcp://h"))
(permit "git" (style exact) (global "--no-pager -P --no-optional-locks")
  (sub "hash-object" (flags "-t=text --stdin --no-filters --path=text --stdin-paths --literally") (args "read*"))
  (sub "lfs"
    (sub "ls-files" (flags
      "-lsdant -I=text -X=text --long --size --debug --all --name-only --include=text --exclude=text --json")
      (args "text*"))
    (sub "version") (sub "env") (sub "track" (flags "-l --json")) (sub "status" (flags "-pj --porcelain --json"))
    (sub "pointer" (flags "--file=read --check --pointer=read --strict --no-strict")))
  (sub "sparse-checkout" (sub "list"))
  (sub "rerere" (args "text") (unknown "changes what is recorded of conflicts")
    (word 1 "status remaining diff" (unknown "")))
  (sub "bundle" (sub "verify list-heads" (flags "-q --quiet") (args "read text*")))
  (sub "merge-file" (flags "-pq --stdout --quiet --diff3 --zdiff3 --ours --theirs --union -L=text --object-id")
    (args "read*")
    (unless "-p --stdout" (unknown "writes to its first file")))
  (examples reads "git hash-object README.md" "git lfs ls-files -s" "git lfs version" "git lfs env"
    "git sparse-checkout list"
    "git rerere status" "git bundle verify repo.bundle" "git bundle list-heads x" "git lfs track"
      "git merge-file -p a b c"
    asks "git hash-object -w x" "git lfs pull" "git lfs track *.bin" "git sparse-checkout set x" "git rerere"
      "git rerere forget x"
    "git bundle create x HEAD" "git bundle unbundle x" "git merge-file a b c"))
(permit "gosec" (class builds) (style single)
  (flags "-quiet -fmt=text -severity=text -confidence=text -exclude=text -include=text -exclude-dir=text -no-fail -tests
     -verbose=text -sort -exclude-generated -stdout -out=write -tags=text -concurrency=text") (args "text*")
  (examples builds "gosec -quiet ./..." builds "gosec ./..."))
(permit "gocyclo" (class builds) (style single) (flags
  "-over=text -top=text -avg -avg-short -total -total-short -ignore=text")
  (args "tree*") (examples builds "gocyclo -over 15 ." "gocyclo -top 10 src"))
(permit "bun" (class builds) (style exact)
  (sub "run" (class reads)
    (sub "build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check
    test:unit
          test:ci test:coverage test:integration test:e2e build:prod ci" (class builds) (style none) (args "text*")
      (any "--fix --write -w" (unknown "may change files"))))
  (examples builds "bun run build" "bun run test src" reads "bun run" asks "bun run deploy" "bun run x.ts"
    "bun run lint --fix"))
(permit "deno" (class builds) (style exact)
  (sub "fmt" (flags "--check --ext=text --ignore=text --line-width=text --indent-width=text --single-quote -q --quiet")
    (args "tree*")
    (unless "--check" (unknown "changes files")))
  (sub "task" (flags "-q --quiet")
    (sub "build test lint check typecheck compile unit coverage fmt:check format:check ci" (style none) (args "text*")
      (any "--fix --write -w" (unknown "may change files"))))
  (examples builds "deno fmt --check" "deno task test" acts "deno fmt x.ts" asks "deno task deploy"
    "deno task --cwd /x test"))
(permit "ava" (class builds) (style exact) (flags
  "-tvs --tap --verbose --serial --fail-fast -m=text --match=text -T=text
     --timeout=text -c=text --concurrency=text --no-color --color --update-snapshots -u") (args "tree*")
  (examples builds "ava --tap" "ava -v test/a.js" unknown "ava --node-arguments=x"))
(permit "turbo" (class builds) (style exact)
  (sub "run"
    (flags "-F=text --filter=text --dry-run?text --dry?text --concurrency=text --no-cache --force?text
    --output-logs=text --only
       --continue?text --parallel --summarize --log-order=text --log-prefix=text --no-daemon --affected --env-mode=text
       --framework-inference?text --ui=text") (args "text*") (none (unknown "is given no task"))
    (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check
    lint:check test:unit
       test:ci test:coverage ci docs //#lint" (unknown "runs a task of another name")))
  (sub "ls" (class reads) (flags "--affected -F=text --filter=text --output=text") (args "text*"))
  (examples builds "turbo run test" "turbo run build --dry-run" "turbo run lint test --filter=web"
    asks "turbo run deploy"
    "turbo run dev" "turbo run build --token=x" "turbo login"))
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
       test:ci test:coverage ci docs" (unknown "runs a script of another name")))
  (examples builds "lerna ls" "lerna run test" "lerna run build --scope=a" asks "lerna publish" "lerna run deploy"
    "lerna exec x"))
(permit "nx" (class builds) (style exact)
  (sub "show" (sub "projects project" (flags
    "--json --affected -t=text --with-target=text --type=text --base=text --head=text")
      (args "text*")))
  (sub "report" ) (sub "list" (args "text*"))
  (examples builds "nx show projects" asks "nx run-many -t test" "nx affected" "nx show project x --web"
    "nx migrate latest"))
(permit "ng" (class builds) (style exact) (sub "version v")
  (examples builds "ng version" asks "ng update" "ng"))
(permit "gulp grunt" (class builds) (style exact)
  (flags "-T --tasks --tasks-simple --tasks-json?text -v --depth=text --sort-tasks --no-color -h")
  (unless "-T --tasks --tasks-simple --tasks-json -v -h" (unknown "runs a task"))
  (examples builds "gulp --tasks" "gulp -T" asks "gulp" "gulp x --tasks" "gulp --gulpfile /x --tasks"))
(permit "npm-run-all run-s run-p" (class builds) (style exact)
  (flags "-lnspc --continue-on-error --print-label --print-name --silent
     --parallel --serial --sequential") (args "text*") (none (unknown "is given no script"))
  (any "*" "build test lint typecheck type-check check check-types compile types unit coverage format:check lint:check
    test:unit
     test:ci test:coverage ci lint:* test:*" (unknown "runs a script of another name"))
  (examples builds "run-s lint test" "run-p lint:*" asks "run-s deploy" "npm-run-all clean build"))
(permit "cross-env" (class builds) (is stops) (style exact) (args "env* run")
  (examples builds "cross-env NODE_ENV=test jest" asks "cross-env --frob x"))
(permit "magick" (style exact)
  (sub "identify" (style single) (flags
    "-format=text -verbose -ping -quiet -regard-warnings -list=text -units=text -moments -unique -features=text")
    (args "read*") (any "*:* |* @*" (unknown "may run or fetch")) (value "-format" "*@*" (unknown "reads a file")))
  (examples reads "magick identify photo.jpg" "magick identify -format %wx%h a.png" asks "magick a.png b.jpg"
    "magick identify x:y" "magick identify -write x a.png"))
(permit "convert" (style single) (flags "-list=text -version") (unless "-list -version" (unknown "writes"))
  (examples reads "convert -list format" asks "convert a.png -list x" "convert a b"))
(permit "qpdf" (style exact)
  (flags "--check --show-npages --show-pages --show-encryption --show-linearization --show-xref --check-linearization
     --show-object=text --with-images --is-encrypted --requires-password --password=text --json?text
     --filtered-stream-data
     --raw-stream-data --list-attachments --verbose --show-attachment=text --warning-exit-0 --no-warn --json-key=text
     --json-object=text")
  (args "read") (any "@*" (unknown "takes words from a file"))
  (unless "--check --show-npages --show-pages --show-encryption --show-linearization --show-xref --check-linearization
    --show-object --is-encrypted --requires-password --json --list-attachments --show-attachment" (unknown "writes"))
  (examples reads "qpdf --show-npages manual.pdf" "qpdf --check doc.pdf" "qpdf --json a.pdf" asks "qpdf a.pdf b.pdf"
    "qpdf --check a.pdf b.pdf" "qpdf --replace-input --check a.pdf" "qpdf --check @args"))
(permit "dot neato" (style exact) (flags "-T=text -Vvqnxy -K=text -G=text -N=text -E=text -n -s?text") (args "read*")
  (value "-T" "x11* xlib* gtk*" (unknown "opens a window")) (value "-G" "*path*"
    (unknown "reads files of other places"))
  (value "-K" "*/* *.so*" (unknown "loads code"))
  (examples reads "dot -Tplain graph.dot" "dot -V" "dot -Tsvg -Kneato g.dot" "neato -Gstart=1 x.dot"
    asks "dot -Tpng -o x g.dot"
    "dot -Tpng -O g.dot" "dot -Tx11 g.dot" "dot -l x g"))
(permit "pdfimages" (style single) (flags "-list -f=text -l=text -p -upw=text -opw=text") (args "read")
  (unless "-list" (unknown "writes")) (examples reads "pdfimages -list a.pdf" asks "pdfimages a.pdf x"
    "pdfimages -list a.pdf x"))
(permit "pdftk" (style none) (args "read text") (unknown "may write")
  (word 2 "dump_data dump_data_utf8 dump_data_fields dump_data_annots" (unknown ""))
  (examples reads "pdftk a.pdf dump_data" asks "pdftk a.pdf cat output b.pdf" "pdftk a.pdf dump_data output x"))
(permit "sox" (style exact) (flags "--i --info -rcstdbeaDBTV") (args "read*")
  (unless "--i --info" (unknown "may write"))
  (any "|* *:*" (unknown "may run a command"))
  (examples reads "sox --i a.wav" "sox --info -r a.wav" asks "sox a.wav b.mp3" "sox --i '|sh x'"))
(permit "jpegoptim" (style exact) (flags "-nvtqb --noaction --verbose --totals --quiet -m=text --max=text")
  (args "read*")
  (unless "-n --noaction" (unknown "changes files")) (examples reads "jpegoptim -n a.jpg" asks "jpegoptim a.jpg"))
(permit "inkscape" (class builds) (style exact) (flags
  "-WHXYSV --query-all --query-width --query-height --query-x --query-y -I=text
     --query-id=text") (args "read") (unless
       "-W -H -X -Y -S -V --query-all --query-width --query-height --query-x --query-y"
    (unknown "opens a window")) (examples builds "inkscape --query-all a.svg" asks "inkscape a.svg"
      "inkscape -W --actions=x a.svg"))
(permit "tldr" (style exact) (flags "-l --list") (unless "-l --list" (unknown "shows a page"))
  (examples reads "tldr --list" asks "tldr tar" "tldr --list --frob"))
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
  (only "-m" "pydoc" (unknown "") (any "-* *.py /* ../*" (unknown "writes or serves")))
  (examples builds "python3 manage.py showmigrations app -v2" "python manage.py check --deploy"
    "python -m pydoc json.dumps" "python manage.py makemigrations --check --dry-run" "python manage.py migrate --plan"
      asks "python manage.py migrate"
    "python manage.py flush" "python manage.py shell -c x" "python -m pydoc -p 80" "python x.py test"
    "python manage.py test" "python manage.py check --testrunner=x" "python manage.py diffsettings"))
(permit "manage.py" (class builds) (is stops) (style none) (args "text*") (unknown "does something else")
  (word 1 "check showmigrations sqlmigrate version help" (unknown ""))
  (word 1 "makemigrations" (any "--check" (unknown ""))) (word 1 "migrate" (any "--plan --check" (unknown "")))
  (any "-*" "-v -v1 -v2 -v3 --verbosity=* -k --keepdb --failfast --parallel --parallel=* --tag=* --exclude-tag=*
    --noinput
     --no-input --timing --debug-mode -b --buffer --shuffle -r --reverse --traceback --deploy --list -l --plan -p
     --check
     --dry-run --no-color --force-color --settings=config.* --settings=*.settings* --fail-level"
    (unknown "is given words that the table does not list"))
  (examples builds "manage.py check" "manage.py makemigrations --check" asks "manage.py migrate"
    "manage.py flush" "manage.py test"))
(permit "pylint" (class builds) (style exact) (flags "--list-msgs --list-msgs-enabled --list-groups --list-conf-levels
     --list-extensions --generate-rcfile --generate-toml-config --help-msg=text")
  (unless "--list-msgs --list-msgs-enabled --list-groups --list-conf-levels --list-extensions --generate-rcfile
    --generate-toml-config --help-msg" (unknown "looks at files"))
  (examples builds "pylint --list-msgs" "pylint --help-msg=C0114" "pylint src"
    denies "pylint --list-msgs --init-hook=x"))
(permit "pycodestyle" (class builds) (style exact)
  (flags "-vq --first --show-source --show-pep8 --benchmark --hang-closing --max-doc-length=text --indent-size=text
     --max-line-length=text --ignore=text --select=text --exclude=text --filename=text --statistics --count
     --config=read
     --format=text --repeat") (args "tree*") (examples builds "pycodestyle --first src"
       unknown "pycodestyle --frob src"))
(permit "radon" (class builds) (style exact)
  (sub "cc mi raw hal"
    (flags "-sajmf -e=text -i=text -o=text -n=text -x=text --show-complexity --average --total-average --no-assert
    --json --xml
       --md --min=text --max=text --exclude=text --ignore=text --order=text -O=write --output-file=write --multi --show
       --summary --functions --codeclimate --show-closures") (args "tree*"))
  (examples builds "radon cc -s src" "radon mi -nb ." "radon raw -s src" unknown "radon cc --frob src"))
(permit "xenon" (class builds) (style exact)
  (flags "-a=text -m=text -b=text --max-absolute=text --max-modules=text --max-average=text -e=text --exclude=text
    -i=text
     --ignore=text --no-assert") (args "tree*")
  (examples builds "xenon --max-absolute B src" unknown "xenon -u http://h src"))
(permit "uv" (class builds) (style exact)
  (sub "tree" (flags "--offline --frozen --locked --depth=text --package=text --no-dev --all-groups --invert
    --prune=text
       --no-dedupe --universal --python-version=text -q") (unless "--offline --frozen --locked"
         (unknown "may connect")))
  (examples builds "uv tree --offline" "uv run --offline pytest" "uv run --no-sync ruff check ." asks
    "uv run --offline --with x pytest" "uv run --offline --env-file x pytest"))
(permit "jupyter" (class builds) (style exact)
  (flags "--paths --data-dir --config-dir --runtime-dir --json")
  (sub "nbconvert" (flags "--to=text --stdout --no-input --no-prompt --log-level=text") (args "read")
    (value "--to" "*" (unknown "uses another exporter")) (only "--to" "script markdown python html asciidoc rst"
      (unknown ""))
    (unless "--stdout" (unknown "writes files")))
  (sub "notebook lab console trust server" (unknown "serves or runs"))
  (sub "kernelspec" (sub "list" (flags "--json")))
  (examples reads "jupyter nbconvert --version" "jupyter lab --version" builds "jupyter kernelspec list"
    "jupyter nbconvert --to markdown --stdout a.ipynb" asks "jupyter lab" "jupyter nbconvert --to html a.ipynb"
    "jupyter nbconvert --execute --to markdown --stdout a.ipynb"))
(permit "djlint" (class builds) (style exact)
  (flags "--check --lint --quiet --profile=text --extension=text -e=text --ignore=text --indent=text --warn
    --statistics")
  (args "tree*") (examples builds "djlint templates --check" "djlint --lint ." unknown "djlint --reformat ."))
(permit "rubocop" (class builds) (style exact)
  (flags "-LVDESP --list-target-files --verbose-version --show-cops?text --show-docs-url?text -f=text --format=text
    --only=text
     --except=text --parallel --display-only-fail-level-offenses --fail-level=text --force-exclusion --no-color
     --display-time --no-server --extra-details --display-style-guide --cache=text") (args "tree*")
  (value "-f --format" "*/* *::*" (unknown "loads a formatter"))
  (examples builds "rubocop -L" "rubocop -V" "rubocop --show-cops=Layout" unknown "rubocop -r ./x"))
(permit "php*" (class builds) (is stops) (style exact) (args "text*") (unknown "runs other code")
  (word 1 "artisan ./artisan"
    (word 2 "test list about route:list migrate:status event:list schedule:list help --version -V env" (unknown "")))
  (any "-*" "--version -V --filter=* --testsuite=* --parallel --coverage --min=* --stop-on-failure --without-tty
    --compact
     --profile --group=* --json --path=* --except-vendor --no-ansi --ansi -v -vv"
       (unknown "is given words that the table does not list"))
  (examples builds "php artisan test" "php artisan --version" "php artisan route:list --json" asks "php artisan migrate"
    "php artisan tinker" "php artisan test --configuration=/x" "php x.php test"))
(permit "psalm" (class builds) (style exact)
  (flags "-m --no-cache --show-info?text --stats --threads=text --no-progress --long-progress --monochrome --no-diff
    --diff
     --output-format=text --taint-analysis --memory-limit=text --report=write --no-suggestions") (args "tree*")
  (examples builds "psalm --no-cache" "psalm --show-info=true src" unknown "psalm --plugin=x"))
(permit "luarocks" (class builds) (style exact)
  (sub "list show which path lint test" (flags
    "--porcelain --local --lua-version=text --tree=read --mversion --home --modules --deps
     --lr-path --lr-cpath --no-bin --prepare") (args "text*"))
  (examples builds "luarocks list" "luarocks test" asks "luarocks install x" "luarocks make"))
(permit "perl*" (style exact) (flags "-V?text") (unless "-V" (unknown "runs code"))
  (examples reads "perl -V:version" "perl -V" asks "perl" "perl -Mx -V:y"))
(permit "perldoc" (style exact) (flags "-TltuirmU -f=text -q=text -v=text -a=text") (args "text*")
  (any "*://*" (unknown "may fetch")) (examples reads "perldoc -T -f sprintf" "perldoc -l File::Spec"
    asks "perldoc -M X y"
    "perldoc http://h/x"))
(permit "prove" (class builds) (style exact)
  (flags "-lbvrsqQmfopcwtD -j=text --jobs=text --lib --blib --verbose --recurse --shuffle --timer --quiet --color
    --nocolor
     --failures --comments --merge --ignore-exit --trap --count --nocount --directives --dry --ext=text --state=text
     -I=source") (args "tree*") (any "/* ../* ~*" (unknown "runs tests of another place"))
  (value "--state" "*save*" (unknown "writes a file"))
  (examples builds "prove -l t" "prove -lvr t/basic.t" "prove" asks "prove -e sh t" "prove -Px t" "prove /tmp/x.t"))
(permit "perlcritic" (class builds) (style exact)
  (flags "-# -Cqs -s=text --severity=text --verbose=text --theme=text --include=text --exclude=text --single-policy=text
     --top?text --statistics --count --quiet --noprofile --list --gentle --stern --harsh --cruel --brutal --color
     --nocolor")
  (args "tree*") (examples builds "perlcritic lib" "perlcritic -4 lib" "perlcritic --stern lib"
    asks "perlcritic --pager=x lib"))
(permit "podchecker" (style single) (flags "-warnings -nowarnings") (args "read*") (examples reads "podchecker a.pod"))
(permit "pod2text pod2man" (style exact) (flags
  "-aclmotsu -i=text -q=text -w=text --errors=text --section=text --release=text
     --center=text --date=text --name=text --utf8") (args "read write")
  (examples reads "pod2text a.pod" acts "pod2text a.pod b.txt" asks "pod2text --frob a"))
(permit "perltidy" (style single) (flags "-st -se -q -l=text -i=text") (args "read*")
  (unless "-st" (unknown "writes files"))
  (examples reads "perltidy -st a.pl" asks "perltidy a.pl" "perltidy -b -st a.pl"))
(permit "meson" (class builds) (style exact)
  (sub "setup" (flags "--buildtype=text --wipe --reconfigure --werror --strip --debug --optimization=text
    --warnlevel=text --default-library=text")
    (args "text text") (any "/* ../* ~*" (unknown "writes to another place")))
  (sub "introspect" (class reads) (flags "-aif --targets --tests --installed --buildoptions --projectinfo --dependencies
     --scan-dependencies --ast --benchmarks --buildsystem-files --machines --compilers --install-plan --all --indent
     --force-object-output") (args "tree"))
  (sub "test" (flags "-C=dir -vq --list --verbose --quiet --suite=text --no-suite=text --no-rebuild --print-errorlogs
       --num-processes=text -t=text --timeout-multiplier=text --repeat=text --benchmark --maxfail=text") (args "text*"))
  (examples reads "meson introspect build --targets" builds "meson test -C build --print-errorlogs"
    "meson setup build --buildtype=release" asks "meson setup /etc --wipe" unknown
    "meson test --wrapper x"))
(permit "jdeps" (style single)
  (flags "-list-deps -list-reduced-deps -print-module-deps -ignore-missing-deps -multi-release=text -module-path=read
    -cp=read
     -classpath=read -class-path=read -summary -s -v -verbose -R -recursive -jdkinternals -jdk-internals -api-only
     -apionly
     -q -quiet -e=text -regex=text -package=text -p=text") (args "read*")
  (examples reads "jdeps --list-deps app.jar" "jdeps -s --multi-release 17 a.jar" unknown "jdeps -dotoutput x a.jar"))
(permit "jcmd" (style exact) (flags "-l -h") (examples reads "jcmd -h" "jcmd -l" asks "jcmd 1 GC.run"))
(permit "jmod" (style exact) (sub "list describe" (args "read"))
  (examples reads "jmod list a.jmod" asks "jmod create x"))
(permit "clj clojure" (class builds) (style single)
  (flags "-Sdescribe -Spath -Stree -Sverbose -X:test -M:test -M:lint -M:check -M:kondo -T:build")
  (unless "-Sdescribe -Spath -Stree -X:test -M:test -M:lint -M:check -M:kondo" (unknown "runs code"))
  (examples builds "clj -Sdescribe" "clojure -M:test" asks "clj" "clj -e x" "clj -M:test x" "clj -Sdeps x -Spath"
    "clj -T:build"))
(permit "dotnet" (class builds) (style exact)
  (sub "sln solution" (style none) (args "text text") (unknown "changes the solution") (word 1 "list" (unknown ""))
    (word 2 "list" (unknown "")))
  (sub "tool" (sub "list" (flags "-g --global --local"))) (sub "nuget"
    (sub "list" (sub "source" (flags "--format=text"))))
  (sub "list" (flags "--include-transitive --framework=text --format=text") (args "text text")
    (unknown "lists something else")
    (word 1 "reference package" (unknown "")) (word 2 "reference package" (unknown "")))
  (examples builds "dotnet sln list" "dotnet sln a.sln list" "dotnet list reference" "dotnet list a.csproj package"
    asks "dotnet tool install x" "dotnet nuget add source x"
    "dotnet sln add x" "dotnet list package --outdated" "dotnet sln list add x"))
(permit "dune" (class builds) (style exact)
  (sub "build test runtest" (flags
    "-fj -j=text -p=text --profile=text --display=text --force --release --no-buffer --verbose
       --cache=text --error-reporting=text --only-packages=text") (args "text*")
    (any "*install* *deploy* *publish*" (unknown "makes a target of another name")))
  (sub "describe show" (args "text*") (flags "--format=text --lang=text")) (sub "fmt format" (flags "--preview")
    (unless "--preview" (unknown "changes files")))
  (examples builds "dune runtest" "dune build @all" "dune test --force" asks "dune exec x"
    "dune install" "dune fmt"))
(permit "zig" (class builds) (style single)
  (sub "version env targets zen libc" (class reads)) (sub "fmt" (class reads)
    (flags "-check -stdin -ast-check -exclude=text -color=text") (args "tree*")
    (unless "-check -stdin" (unknown "changes files")))
  (sub "ast-check" (class reads) (flags "-color=text -t") (args "read"))
  (sub "test" (flags "-O=text -lc -test-filter=text -color=text -target=text") (args "read"))
  (sub "build" (flags "-summary=text -verbose -Doptimize=text -Dtarget=text -freference-trace") (args "text*")
    (any "*" "test check fmt docs lint unit" (unknown "runs a step of another name")))
  (examples reads "zig fmt --check src" "zig version" builds "zig build test" "zig test a.zig" asks "zig fmt src"
    "zig run x.zig"))
(permit "nimble" (class builds) (style exact)
  (sub "tasks dump check test build" (flags "-y --silent --verbose --json") (args "text"))
    (sub "list" (flags "-i --installed"))
  (examples builds "nimble tasks" "nimble test" asks "nimble install x" "nimble publish"))
(permit "crystal" (class builds) (style exact)
  (sub "spec" (flags "-vp -e=text --example=text -l=text --line=text --tag=text --verbose --fail-fast --profile
    --order=text
       --error-trace -D=text --release --no-color --stats --time") (args "text*")
    (any "/* ../* ~*" (unknown "runs specs of another place")))
  (sub "tool" (sub "format" (flags "--check --show-backtrace -i=text -e=text") (args "tree*")
      (unless "--check" (unknown "changes files"))) (sub "hierarchy unreachable" (args "read*")
        (flags "-e=text -f=text")))
  (sub "version env" (class reads) (args "text*"))
  (examples builds "crystal spec" "crystal tool format --check" "crystal spec -v spec/a_spec.cr:3" reads "crystal env"
    asks
    "crystal run x.cr" "crystal tool format" "crystal spec --link-flags=x"))
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
  (sub "help" (args "text*")) (sub "phx.routes" (args "text*")) (sub "ecto.migrations" (flags "-r=text"))
  (examples builds "mix credo" "mix deps.tree" "mix test test/a_test.exs:3" "mix format --check-formatted" "mix compile"
    asks
    "mix run x.exs" "mix deps.get" "mix format" "mix ecto.drop" "mix" "mix credo gen.config"))
(permit "rebar3" (class builds) (style exact)
  (sub "eunit ct compile dialyzer xref tree cover proper lint"
    (flags "-vc --module=text --suite=text --dir=text --app=text
       --verbose --cover --case=text --group=text --generator=text -m=text"))
  (sub "fmt" (flags "--check") (unless "--check" (unknown "changes files"))) (sub "version report help" (args "text*"))
  (examples builds "rebar3 eunit" "rebar3 ct --suite=x" asks "rebar3 hex publish" "rebar3 shell" "rebar3 fmt"))
(permit "fpc" (style exact) (version "-i -iV -iTP -iTO -iSP -iSO -iD -h -?") (unknown "is not asked for its version")
  (examples reads "fpc -iV" asks "fpc x.pas"))
(permit "ros" (style exact) (sub "version") (examples reads "ros version" asks "ros run" "ros"))
(permit "verilator" (style single)
  (flags "-lint-only -Wall -Wno-fatal -Wno-* -Wwarn-* -top-module=text -top=text -sv -language=text -timing -no-timing
    -f=read
     -y=read -I*=read -D*=text -bbox-unsup -bbox-sys") (args "read*") (unless "-lint-only" (unknown "writes files"))
  (examples reads "verilator --lint-only top.v" "verilator --lint-only -Wall -Irtl top.sv" asks "verilator --cc top.v"
    "verilator --lint-only --Mdir x top.v"))
(permit "sg" (class builds) (style exact)
  (flags "-p=text --pattern=text -l=text --lang=text --json?text -A=text -B=text -C=text --heading=text --color=text
    --globs=text
     --no-ignore=text --strictness=text") (args "tree*")
  (unless "-p --pattern" (unknown "may run a command as another group"))
  (examples builds "sg -p '$A && $A()' -l ts" "sg --pattern x -l js src" asks "sg docker -c ls" "sg -p x -U"
    "sg -p x -c ls"))
(permit "cscope" (style exact) (flags
  "-dLvCRkq -0=text -1=text -2=text -3=text -4=text -6=text -7=text -8=text -9=text -f=read -P=text")
  (unless "-d" (unknown "writes its index")) (unless "-L" (unknown "waits for a person"))
  (examples reads "cscope -d -L0 main" "cscope -dL -1 main" asks "cscope -L0 main" "cscope -d" "cscope -Rb"))
(permit "ctags universal-ctags" (class builds) (style single)
  (flags "-list-languages -list-kinds?text -list-kinds-full?text -list-maps?text -list-fields?text -list-features
    -list-extras?text
     -list-excludes -list-aliases?text -f=text -R -n -u -N -languages=text -fields=text -output-format=text
     -sort?text -exclude=text -recurse?text") (args "tree*")
  (unless "-f -list-languages -list-kinds -list-kinds-full -list-maps -list-fields -list-features -list-extras
    -list-excludes -list-aliases" (unknown "writes its index"))
  (value "-f" "*" (unknown "writes its index")) (only "-f" "- /dev/stdout" (unknown ""))
  (examples builds "ctags --list-languages" "ctags -f - x.c" asks "ctags -R" "ctags -f tags x.c"
    "ctags --options=x -f - y"))
(permit "xq" (style exact)
  (flags "-x=text --xpath=text -e=text -q=text --query=text -n --node -a=text --attr=text -c --color --no-color -j
    --json -m --html
     --indent=text") (args "read") (unless "-x --xpath -e -q --query -a -n -j -m" (unknown "is used in another way"))
  (examples reads "xq -x //title index.html" "xq -q p" unknown "xq -i -x //a f"))
(permit "htmlq" (style exact)
  (flags "-twBp -a=text --attribute=text --text --ignore-whitespace --detect-base -b=text --base=text --pretty -r=text
     --remove-nodes=text -f=read --filename=read -o=write --output=write") (args "text*")
  (examples reads "htmlq --attribute href a" "htmlq -t p" acts "htmlq -o x p" unknown "htmlq --frob p"))
(permit "dasel" (style exact)
  (flags "-f=read --file=read -r=text --read=text -w=text --write=text -p=text --parser=text --plain --colour
    --pretty?text -n --null -m
     --multiple") (args "text*") (any "put* delete* update completion man validate" (unknown "may write"))
  (unless "-f -r -p --file --read --parser" (unknown "is used in another way"))
  (examples reads "dasel -f config.toml '.server.port'" "dasel -r json .a" asks "dasel put -f x y"
    "dasel -f x -o y .a"))
(permit "jc" (is stops) (style exact) (flags "-abdhMpqrsuymCS --*") (args "run")
  (examples reads "jc ps aux" "jc --ls" "jc -p --df"))
(permit "protoc" (style exact) (flags "--decode_raw --decode=text -I=read --proto_path=read") (args "read*")
  (unless "--decode_raw --decode" (unknown "writes code")) (any "@*" (unknown "takes words from a file"))
  (examples reads "protoc --decode_raw" "protoc --decode pkg.Msg a.proto" asks "protoc --go_out=. a.proto"
    "protoc --decode_raw --plugin=x" "protoc --decode x @f"))
(permit "timedatectl" (style exact) (sub "list-timezones status show timesync-status show-timesync"
  (flags "-a --all --no-pager -p=text
     --property=text --value")) (examples reads "timedatectl list-timezones" "timedatectl"
       denies "timedatectl set-time x"))
(permit "localectl" (style exact) (sub "status list-locales list-keymaps list-x11-keymap-models list-x11-keymap-layouts
     list-x11-keymap-variants list-x11-keymap-options" (flags "--no-pager") (args "text"))
       (examples reads "localectl list-locales"
    asks "localectl set-locale x"))
(permit "chrt" (style exact) (flags "-pamv --pid --all-tasks --max --verbose") (args "text")
  (unless "-p --pid -m --max" (unknown "runs a command"))
  (examples reads "chrt -p 12" "chrt -m" asks "chrt -p 10 12"))
(permit "neofetch" (style exact) (flags "--stdout --off --no_config")
  (examples reads "neofetch --stdout" unknown "neofetch --config x"))
(permit "fastfetch" (style exact) (flags
  "--pipe?text --list-modules --list-logos --list-presets --json -s=text --structure=text -c=text
     --config=text") (value "-c --config" "*" (unknown "is given a configuration"))
       (only "-c --config" "none" (unknown ""))
  (value "-s --structure" "*command* *Command*" (unknown "runs a command"))
  (examples reads "fastfetch --pipe" "fastfetch -c none" unknown "fastfetch -c x"))
(permit "screenfetch" (style exact) (flags "-NnvVEpw") (examples reads "screenfetch -N" unknown "screenfetch --frob"))
(permit "xbps-query" (style exact) (flags
  "-lmHOvd -o=text -s=text -f=text -x=text -X=text -p=text -S=text --list-manual-pkgs
     --list-pkgs") (args "text*") (examples reads "xbps-query -l" "xbps-query -f bash" asks "xbps-query -R -s x"
       "xbps-query --repository=x y"))
(permit "nix-store" (style exact) (flags
  "-qR --query --requisites --references --referrers --tree --graph --hash --size --deriver
     --outputs --roots --valid-derivers") (args "read*") (unless "-q --query" (unknown "changes the store"))
  (examples reads "nix-store -qR x" "nix-store -q --references x" asks "nix-store --gc" "nix-store --delete x"))
(permit "mdls" (style single) (flags "-name=text -raw -nullMarker=text") (args "read*")
  (examples reads "mdls README.md"))
(permit "capsh" (style exact) (flags "--print --decode=text --supports=text --explain=text --suggest=text --current")
  (unless "--print --decode --supports --explain --suggest --current" (unknown "runs a shell"))
  (examples reads "capsh --print" "capsh --decode=00" asks "capsh" "capsh --print -- -c ls"))
(permit "aplay arecord" (style exact) (flags "-lL --list-devices --list-pcms")
  (unless "-l -L --list-devices --list-pcms" (unknown "plays or records"))
  (examples reads "aplay -l" "arecord -L" asks "aplay x.wav" "arecord" "arecord -l x"))
(permit "highlight" (style exact) (flags
  "-O=text --out-format=text -S=text --syntax=text -l --line-numbers -s=text --style=text
     --list-scripts=text --force -o=write --output=write -i=read --input=read") (args "read")
  (unless "-O --out-format --list-scripts" (unknown "may write a style sheet"))
    (value "-O --out-format" "*" (unknown "may write a style sheet"))
  (only "-O --out-format" "ansi xterm256 truecolor" (unknown ""))
  (examples reads "highlight -O ansi src/main.c" asks "highlight -O html x.c" "highlight x.c"
    "highlight -O ansi --plug-in=x y"))
(permit "mage" (class builds) (style exact) (flags "-l -h") (unless "-l -h" (unknown "makes a target"))
  (examples builds "mage -l" unknown "mage -compile x"))
(permit "lychee" (class builds) (style exact)
  (flags "-nvq --offline --no-progress --verbose --quiet -f=text --format=text --exclude=text --exclude-path=text
     --include-fragments --base=text -o=write --output=write -c=read --config=read --dump --glob-ignore-case")
       (args "tree*")
  (unless "--offline --dump" (unknown "asks addresses")) (any "*://*" (unknown "asks addresses"))
  (examples builds "lychee --offline README.md" asks "lychee README.md" "lychee --offline http://h"))
(permit "prlimit" (style exact) (flags "-p=text --pid=text --noheadings --raw --output=text -o=text")
  (examples reads "prlimit --pid 1" asks "prlimit --pid 1 --nofile=1"))
(permit "gleam" (class builds) (style exact) (sub "format" (flags "--check --stdin") (args "tree*")
  (unless "--check --stdin" (unknown "changes files")))
  (sub "test check build" (flags "--target=text --warnings-as-errors"))
  (examples builds "gleam format --check" "gleam test" asks "gleam format" "gleam add x" "gleam publish"))
(permit "cosign" (class builds) (style exact) (sub "version") (examples builds "cosign version" asks "cosign sign x"))
(permit "zola" (class builds) (style exact) (sub "check" (flags "--drafts --skip-external-links")
  (unless "--skip-external-links" (unknown "asks addresses")))
  (examples builds "zola check --skip-external-links" asks "zola check" "zola serve"))
(permit "jekyll" (class builds) (style exact)
  (sub "build b doctor" (flags "-qVtDIl -d,--destination=writetree -s,--source=tree -b,--baseurl=text --drafts --future
       --incremental --strict_front_matter --limit_posts=text --lsi --unpublished --quiet --verbose --trace --profile
       --safe --disable-disk-cache"))
  (examples builds "jekyll build" "jekyll build -d out" asks "jekyll build --config x" "jekyll build --plugins x"))
(permit "doxygen" (style exact) (version "-v -V") (unknown "writes documents")
  (examples reads "doxygen -v" asks "doxygen" "doxygen Doxyfile"))
(permit "aws" (style exact) (sub "configure" (bare "asks") (sub "asks" (unknown "asks for keys"))
  (sub "list list-profiles"))
  (examples reads "aws configure list" "aws configure list-profiles" asks "aws configure"
    "aws configure list --endpoint-url=x"
    "aws s3 ls"))
(permit "gcloud" (style exact) (sub "help" (args "text*"))
  (examples reads "gcloud help compute" asks "gcloud config list" "gcloud help x --flags-file=x" denies
    "gcloud auth print-access-token"))
(permit "az" (style exact) (sub "account" (sub "list show" (flags "--all -o=text --output=text --query=text")))
  (examples reads "az account show" "az account list -o table" asks "az account set -s x" "az account list --refresh"
    denies
    "az account get-access-token"))
(permit "gsutil" (style exact) (sub "version" (flags "-l")) (examples reads "gsutil version -l" asks "gsutil ls"
  "gsutil version -o x"))
(permit "gh glab" (style exact)
  (sub "config" (sub "list get" (args "text") (any "*token*" (unknown "may show a secret"))
    (flags "-h=text --host=text")))
  (sub "alias" (sub "list ls")) (sub "extension extensions ext" (sub "list ls"))
  (examples reads "gh config list" "gh config get editor" "gh alias list" "gh extension list"
    asks "gh config set editor x"
    "gh extension remove x" "glab config get token" denies "gh alias set x y" "gh extension install x"))
(permit "docker" (style exact)
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
      (args "text*")))
  (examples reads "docker plugin ls" "docker service ls" "docker stack ls" "docker node ls" "docker compose -f a.yml ps"
    "docker compose -f docker-compose.dev.yml config --services" asks "docker service rm x" "docker plugin install x"
    "docker compose -f a.yml up" "docker compose -f git@h:x config" "docker compose -f /tmp/e.yml ps"
    "docker compose -f ../x.yml config" "docker compose -f a.yml config -o x" "docker --host=x plugin ls"))
(permit "poetry" (class builds) (style exact) (sub "config" (flags "--list")
  (unless "--list" (unknown "changes settings")))
  (examples builds "poetry config --list" asks "poetry config a b"))
(permit "cmake" (class builds) (style exact) (flags "-E") (args "text*") (unless "-E" (unknown "builds"))
  (word 1 "*" (unknown "runs another command")) (word 1
    "echo echo_append capabilities environment true false sha256sum md5sum" (unknown ""))
  (word 1 "sha256sum md5sum" (args "text read*")) (word 1 "environment" (unknown "shows every variable"))
  (examples builds "cmake -E echo hi" "cmake -E capabilities" asks "cmake -E rm x" "cmake -E env ls"))
(permit "packer" (class builds) (style single) (sub "fmt" (class reads) (flags "-check -diff -recursive") (args "tree")
    (unless "-check" (unknown "changes files")))
  (examples reads "packer fmt -check ." asks "packer fmt ." "packer build x" "packer fmt -check -write=true ."))
(permit "ansible-galaxy" (class builds) (style exact) (sub "list") (sub "collection role" (sub "list" (args "text")))
  (examples builds "ansible-galaxy list" "ansible-galaxy collection list" asks "ansible-galaxy install x"
    "ansible-galaxy collection list -p /x"))
(permit "hg" (style exact)
  (sub "branch") (sub "bookmarks bookmark" (flags "-l --list"))
  (examples reads "hg branch" "hg bookmarks" asks "hg branch x" "hg bookmark x" "hg bookmarks -d x" "hg branch -f"))
(permit "jj" (style exact) (global "--no-pager --ignore-working-copy")
  (sub "op operation" (sub "log" (flags "-n=text --limit=text --no-graph")))
    (sub "bookmark b" (sub "list l" (flags "-a --all-remotes -t --tracked") (args "text*")))
  (sub "config" (sub "list l get path" (flags "--user --repo") (args "text")))
  (examples reads "jj op log" "jj bookmark list" "jj config list" asks "jj op restore x" "jj bookmark delete x"
    "jj config set --user a b"
    "jj op log --config=ui.pager=x"))
(permit "losetup" (style exact) (flags "-al --all --list -n --noheadings -O=text --output=text -J --json")
  (unless "-a -l --all --list" (unknown "may change a device"))
  (examples reads "losetup -a" "losetup -l" denies "losetup -d /dev/loop0" "losetup -a -D" "losetup /dev/loop0 x"))
(permit "code" (style exact) (flags "--list-extensions --show-versions")
  (unless "--list-extensions" (unknown "opens a window"))
  (examples reads "code --list-extensions" "code --list-extensions --show-versions"
    asks "code --list-extensions --extensions-dir /x"
    "code --install-extension x"))
(permit "bundle" (class builds) (style exact) (sub "config" (sub "list"))
  (examples builds "bundle config list" asks "bundle config set path x"))
(permit "composer" (class builds) (style exact) (sub "run-script" (flags "-l --list")
  (unless "-l --list" (unknown "runs a script")))
  (examples builds "composer run-script --list" asks "composer run-script" "composer run-script x --list"))
(permit "cabal" (class builds) (style exact) (sub "list" (flags "--installed --simple-output") (args "text*")
  (unless "--installed" (unknown "asks an index")))
  (examples builds "cabal list --installed" asks "cabal list x"))
(permit "stack" (class builds) (style exact) (sub "path" (flags
  "--project-root --stack-root --local-bin --bin-path --dist-dir"))
  (sub "ls" (sub "dependencies" (flags "--depth=text --separator=text --license --external")
    (sub "text tree json" (flags "--depth=text"))))
  (examples builds "stack path" reads "stack ls dependencies" asks "stack path --stack-yaml /x" "stack exec x"))
(permit "swift" (class builds) (style exact)
  (sub "package" (sub "describe dump-package show-dependencies" (flags "--type=text --format=text")))
  (examples builds "swift package describe" "swift package dump-package" asks "swift package update"
    "swift package describe --package-path /x"))
(permit "sbt" (class builds) (style none) (args "text") (word 1 "*" (unknown "runs a task of another name"))
  (word 1 "testOnly?*" (unknown "")) (any "*;* *!* *{* *(* *--* *-D*" (unknown "runs more than a test"))
  (examples builds "sbt 'testOnly *Foo'" denies "sbt 'testOnly x; run'" asks "sbt run" "sbt 'testOnly x' run"))
(permit "just" (class builds) (style exact) (flags "-n --dry-run -l --list --summary -q") (args "text*")
  (unless "-n --dry-run -l --list --summary" (unknown "runs a task"))
    (any "*=* */*" (unknown "is given a variable or another file"))
  (examples builds "just -n deploy" "just --dry-run deploy prod" asks "just deploy" "just -n x=y deploy"))
(permit "prisma" (class builds) (style exact) (sub "validate" (flags "--schema=read"))
  (sub "format" (flags "--check --schema=read") (unless "--check" (unknown "changes files")))
  (examples builds "prisma validate" "prisma format --check" asks "prisma format" "prisma db push"))
(permit "webpack" (class builds) (style exact) (flags
  "--mode=text --progress --stats=text --no-color --fail-on-warnings --bail")
  (value "--mode" "*" (unknown "is given another mode")) (only "--mode" "production development none" (unknown ""))
  (examples builds "webpack --mode production" "webpack" asks "webpack serve" "webpack --config=/tmp/e" "webpack -c x"))
(permit "rollup" (class builds) (style exact) (flags "-c --silent --failAfterWarnings --bundleConfigAsCjs")
  (unless "-c" (unknown "is given a bundle"))
  (examples builds "rollup -c" asks "rollup -c /tmp/e" "rollup -p x -c" "rollup x -o y"))
(permit "codesign" (style exact) (flags "-vd --verify --verbose?text --display --deep --strict") (args "read*")
  (unless "-v -d --verify --display" (unknown "signs"))
  (examples reads "codesign -v x" "codesign -dv x" asks "codesign -s k x"))
(permit "ethtool" (style exact) (flags "-a=text -c=text -g=text -i=text -k=text -l=text -m=text -n=text -P=text -S=text
  -T=text -u=text -x=text --statistics=text --driver=text --show-features=text --show-ring=text --show-pause=text
  --show-coalesce=text --show-channels=text --show-permaddr=text --show-time-stamping=text --module-info=text")
  (args "text") (examples reads "ethtool -S eth0" "ethtool -m eth0" asks "ethtool -t eth0" "ethtool -p eth0"))
(permit "tc" (style single) (flags "-s -statistics -d -details -r -raw -p -pretty -j -json -g -graph -i -iec -o -oneline
  -nm -names -color?text")
  (sub "qdisc class filter action actions" (args "text*") (unknown "may change it") (word 1 "show list ls" (unknown "")))
  (examples reads "tc -g -s class show dev eth0" "tc -s qdisc show" denies "tc qdisc del dev eth0 root" asks "tc -b f"))
(permit "ip" (style single) (flags "-4 -6 -s -d -j -p -br -o -details -json")
  (sub "maddress maddr tunnel tuntap netconf ntable vrf" (style none) (args "text*") (given 1 (unknown "may change it"))
    (word 1 "show list ls" (unknown "")))
  (examples reads "ip maddr" "ip -j maddr show dev eth0" asks "ip vrf exec red ls"))
(permit "hdparm" (style exact) (flags "-IigC") (args "text*") (none (unknown "needs a disk"))
  (unless "-I -i -g -C" (unknown "is not asked what a disk is"))
  (examples reads "hdparm -I /dev/sda" denies "hdparm -y /dev/sda" "hdparm -iy /dev/sda"))
(permit "partx" (style exact) (flags "-sbgrP -o=text -n=text --output=text --nr=text --show --pairs --raw --bytes
  --noheadings --output-all") (args "text*") (none (unknown "needs a disk"))
  (examples reads "partx --show - /dev/sdb3" "partx -o START -g --nr 5 /dev/sdb" denies "partx -d /dev/sda"
    "partx --add /dev/sda"))
(permit "wipefs" (style exact) (flags "-ipJ --noheadings --json --parsable -O=text --output=text -t=text --types=text")
  (args "text*") (none (unknown "needs a disk"))
  (examples reads "wipefs /dev/sda" denies "wipefs -a /dev/sda" "wipefs -o 0x1fe /dev/sda" "wipefs -fo 0 /dev/sda"))
(permit "btrfs" (style exact)
  (sub "filesystem fi" (sub "df usage show du" (flags "-bhHkmgtsTd --raw --human-readable --iec --si --kbytes --mbytes
    --gbytes --tbytes --all-devices --mounted --summarize") (args "text*")))
  (sub "subvolume su" (sub "list show get-default" (flags "-apcguoqtsrdRN") (args "text*"))) (sub "version")
  (examples reads "btrfs filesystem df /mnt" "btrfs subvolume list /mnt" denies "btrfs subvolume delete x"
    "btrfs filesystem resize max /mnt" "btrfs su snapshot a b"))
(permit "keytool" (style single) (flags "-v -rfc -printcert -printcrl -printcertreq -file=read -jarfile=read")
  (unless "-printcert -printcrl -printcertreq" (unknown "does not print a certificate"))
  (examples reads "keytool -v -printcert -file a.crt" asks "keytool -delete -alias a" denies "keytool -printcert -J-x"))
(permit "pacman" (style exact) (flags "-SDlgiskq --sync --database --list --groups --info --search --check --quiet")
  (args "text*") (unless "-l -g -i -s -k --list --groups --info --search --check" (unknown "changes packages"))
  (on "-D --database" (unless "-k --check" (unknown "changes what is known of packages")))
  (examples reads "pacman -Sl" "pacman -Dk" "pacman -Sg base" asks "pacman -Sy" "pacman -S x" "pacman -Syi x"
    "pacman -D --asdeps x"))
(permit "brew" (style exact) (flags "--cellar --prefix --cache --repository") (args "text*")
  (unless "--cellar --prefix --cache --repository" (unknown "is not asked for a place"))
  (any "*://* /* ./* ../* ~* *.rb" (unknown "A formula from elsewhere is code that is run"))
  (examples reads "brew --cellar node" "brew --prefix openssl" asks "brew install x" "brew --prefix ./x.rb"))
(permit "cargo" (style exact) (sub "install" (flags "--list") (unless "--list" (unknown "installs")))
  (examples reads "cargo install --list" asks "cargo install x" "cargo install --list x"))
(permit "flatpak" (style exact) (sub "ps" (flags "--columns=text"))
  (examples reads "flatpak ps" asks "flatpak run x"))
(permit "tshark" (style exact) (flags "-r=read -R=text -Y=text -T=text -e=text -E=text -d=text -t=text -c=text -z=text
  -O=text -S=text -u=text -j=text -qQnVxPl2") (unless "-r" (unknown "watches the network"))
  (examples reads "tshark -q -z io,stat,1 -r x.pcap" "tshark -r x.pcap -T fields -e ip.src" asks "tshark -i eth0" unknown
    "tshark -r a -X lua_script:x"))
(permit "dpkg-architecture" (style exact) (flags "-a=text -t=text -A=text -T=text -i=text -e=text -q=text -lLsu -f
  --host-arch=text --target-arch=text --query=text --is=text --equal=text --list --list-known --print-set --print-unset")
  (examples reads "dpkg-architecture -ai386 -ilinux-any" "dpkg-architecture -q DEB_HOST_ARCH" unknown
    "dpkg-architecture -c ls"))
(permit "kill" (style exact) (flags "-lL --list --table") (args "text*")
  (unless "-l -L --list --table" (unknown "signals")) (examples reads "kill -l 11" "kill -L" asks "kill 11"))
(permit "systemd-delta" (style exact) (flags "-t=text --type=text --diff?text --no-pager") (args "text*")
  (examples reads "systemd-delta /run" "systemd-delta --type=extended" asks "systemd-delta --frob"))
(permit "systemd-escape" (style exact) (flags "-pum --path --unescape --mangle --instance --suffix=text --template=text")
  (args "text*") (examples reads "systemd-escape -p --suffix=mount /tmp/x" asks "systemd-escape --frob"))

; Languages, compilers, build and test tools, and their package managers.

(flag-set "go-build" "-C=dir -a -n -p=text -race -msan -asan -cover -covermode=text -coverpkg=text -v -work -x
           -asmflags=text -buildmode=text -buildvcs?text -compiler=text -gccgoflags=text -gcflags=text
           -installsuffix=text -json -ldflags=text -linkshared -mod=text -modcacherw -modfile=source -overlay=source
             -pgo=text -pkgdir=writetree -tags=text -trimpath -buildvcs -toolexec=hidden")
(program "go" (style single)
  (sub "build" (class builds) (flags "@go-build -o=write -i") (args "text*")
    (value "-ldflags -gcflags -asmflags -gccgoflags"
      "*-extld* *-linkmode* *-embedcfg* *-plugin* *-wrapper* *-fplugin* *-b*/*
            *-specs*" (deny configured "go is told to run another linker or plugin"))
    (value "-gcflags -asmflags -ldflags"
      "*-o?* *-asmhdr* *profile* *-linkobj* *-json* *-bench* *dump* *-genssa* *-symabis* *-gensymabis* *-importcfg*
      *-coveragecfg* *-tmpdir* *-capturehostobjs* *'-* *\"-* @* *=@* *?@*"
      (unknown "lets the compiler or the linker use files of other names"))
    (on "-gccgoflags" (unknown "is given flags of another compiler")))
  (sub "test" (class builds)
    (flags "@go-build -c -i -o=write -args=text -bench=text -benchmem -benchtime=text -blockprofile=write
       -blockprofilerate=text -count=text -coverprofile=write -cpu=text -cpuprofile=write -failfast -fullpath
       -fuzz=text -fuzztime=text -fuzzminimizetime=text -fuzzcachedir=writetree -list=text -memprofile=write
       -memprofilerate=text -mutexprofile=write -mutexprofilefraction=text -outputdir=writetree -parallel=text
       -run=text -short -skip=text -shuffle=text -timeout=text -trace=write -vet=text -artifacts -test.*=text
       -exec=hidden -test.coverprofile=write -test.cpuprofile=write -test.memprofile=write -test.blockprofile=write
       -test.mutexprofile=write -test.trace=write -test.outputdir=writetree -test.testlogfile=write
       -test.gocoverdir=writetree
       -test.fuzzcachedir=writetree") (args "text*")
    (value "-ldflags -gcflags -asmflags -gccgoflags"
      "*-extld* *-linkmode* *-embedcfg* *-plugin* *-wrapper* *-fplugin* *-b*/*
            *-specs*" (deny configured "go is told to run another linker or plugin"))
    (value "-gcflags -asmflags -ldflags"
      "*-o?* *-asmhdr* *profile* *-linkobj* *-json* *-bench* *dump* *-genssa* *-symabis* *-gensymabis* *-importcfg*
      *-coveragecfg* *-tmpdir* *-capturehostobjs* *'-* *\"-* @* *=@* *?@*"
      (unknown "lets the compiler or the linker use files of other names"))
    (on "-gccgoflags" (unknown "is given flags of another compiler"))
    (value "-args" "-test.*profile* -test.outputdir* -test.testlogfile* -test.trace* -test.gocoverdir*"
      (unknown "writes what its tests are told to")))
  (sub "vet" (class builds)
    (flags "@go-build -c=text -vettool=hidden -printf -copylocks -shadow -unusedresult -composites -all -diff
       -lostcancel -nilness -structtag -tests -unreachable -unsafeptr -assign -atomic -bools -buildtag -stdmethods
       -loopclosure -printf.funcs=text") (args "text*")
    (value "-ldflags -gcflags -asmflags -gccgoflags"
      "*-extld* *-linkmode* *-embedcfg* *-plugin* *-wrapper* *-fplugin* *-b*/*
            *-specs*" (deny configured "go is told to run another linker or plugin"))
    (value "-gcflags -asmflags -ldflags"
      "*-o?* *-asmhdr* *profile* *-linkobj* *-json* *-bench* *dump* *-genssa* *-symabis* *-gensymabis* *-importcfg*
      *-coveragecfg* *-tmpdir* *-capturehostobjs* *'-* *\"-* @* *=@* *?@*"
      (unknown "lets the compiler or the linker use files of other names"))
    (on "-gccgoflags" (unknown "is given flags of another compiler")))
  (sub "run" (class acts) (flags "@go-build -exec=hidden") (args "script:go text*")
    (ask acts "A Go program is built and run" "work") (word 1 "*@* *://*" (is network) (here
      "writetree:~/go/pkg/mod writetree:~/go/pkg/sumdb")))
  (sub "install" (class acts) (is network) (flags "@go-build") (args "text*")
    (ask install "A program is built and installed" "work writetree:~/go/pkg/mod writetree:~/go/pkg/sumdb"))
  (sub "get" (class acts) (is network) (flags "@go-build -d -t -u?text -tool ") (args "text*")
    (ask install "A module is downloaded and go.mod changes" "work writetree:~/go/pkg/mod writetree:~/go/pkg/sumdb"))
  (sub "list"
    (flags
      "@go-build -f=text -m -e -deps -test -export -find -compiled -u -versions -retracted -reuse=read -json?text")
    (args "text*") (on "-export -compiled" (class builds)) (on "-u -versions -retracted" (class acts) (is network))
    (any "*@*" (class acts) (is network)) (value "-mod" "mod" (class acts) (is network))
    (value "-ldflags -gcflags -asmflags -gccgoflags"
      "*-extld* *-linkmode* *-embedcfg* *-plugin* *-wrapper* *-fplugin* *-b*/*
            *-specs*" (deny configured "go is told to run another linker or plugin"))
    (value "-gcflags -asmflags -ldflags"
      "*-o?* *-asmhdr* *profile* *-linkobj* *-json* *-bench* *dump* *-genssa* *-symabis* *-gensymabis* *-importcfg*
      *-coveragecfg* *-tmpdir* *-capturehostobjs* *'-* *\"-* @* *=@* *?@*"
      (unknown "lets the compiler or the linker use files of other names"))
    (on "-gccgoflags" (unknown "is given flags of another compiler")))
  (sub "doc" (flags "-all -c -cmd -short -src -u -C=dir -ex -http") (args "text*")
    (on "-http" (class acts) (ask acts "A server is started" "work")))
  (sub "env" (flags "-json -u -w -changed") (args "text*")
    (on "-u -w" (class acts) (ask settings "The settings of go are changed" "work")
      (any
        "GOFLAGS=* CC=* CXX=* GOPROXY=* GONOSUMDB=* GOSUMDB=* GOROOT=* GOTOOLDIR=* PKG_CONFIG=* GOINSECURE=*
        GONOSUMCHECK=* GOAUTH=* GOTOOLCHAIN=*"
        (deny hidden-execution "go is configured to run or trust something else"))))
  (sub "version" (flags "-m -v -json") (args "read*"))
  (sub "help" (args "text*"))
  (sub "fmt" (class acts) (flags "-n -x -mod=text") (args "text*") (here "writetree") (on "-n" (class reads)))
  (sub "fix" (class acts) (flags "@go-build -fix=text -diff -go=text") (args "text*") (here "writetree"))
  (sub "clean" (class acts) (flags "@go-build -i -r -n -x -cache -testcache -modcache -fuzzcache") (args "text*")
    (ask acts "Files that go built are deleted" "work") (on "-n" (class reads) (pardon acts)))
  (sub "generate" (class acts) (flags "@go-build -run=text -skip=text") (args "text*")
    (ask hidden-execution "The commands in the source files are run" "work"))
  (sub "mod"
    (sub "graph why verify" (flags "-m -vendor -go=text -x") (args "text*"))
    (sub "edit"
      (flags "-json -print -fmt -require=text -droprequire=text -replace=text -dropreplace=text -go=text
         -toolchain=text -exclude=text -dropexclude=text -retract=text -module=text -tool=text -godebug=text")
      (args "change") (unless "-json -print" (class acts) (ask settings "go.mod is changed" "work")))
    (sub "tidy vendor" (class acts) (is network) (here "work writetree:~/go/pkg/mod writetree:~/go/pkg/sumdb")
      (flags
      "-e -v -x -go=text -compat=text -diff -o=writetree")
      (args "text*"))
    (sub "init" (class acts) (args "text") (here "write"))
    (sub "download" (class acts) (is network) (here "writetree:~/go/pkg/mod writetree:~/go/pkg/sumdb") (flags "-json
     -x -reuse=read")
      (args "text*")))
  (sub "work"
    (sub "edit" (flags "-json -print -fmt -use=text -dropuse=text -go=text -replace=text") (args "text*")
      (unless "-json -print" (class acts) (ask settings "go.work is changed" "work")))
    (sub "init use sync vendor" (class acts) (flags "-r") (args "text*") (ask settings "go.work is changed" "work")))
  (sub "tool" (flags "-n -modfile=read -C=dir") (args "text*") (bare "list-tools")
    (sub "list-tools")
    (sub "nm objdump addr2line buildid cover doc test2json covdata"
      (flags "-size -sort=text -type -n -s=text -S -gnu -html=read -func=read -mode=text -o=write -var=text -i=text -t
         -p=text") (args "text*")
      (on "-html" (unless "-o" (class acts) (ask acts "A browser is opened" "elsewhere"))))
    (sub "dist" (sub "list" (flags "-json -broken"))) (given 1 (class acts) (ask acts "A tool of go is run" "work"))
    (sub "pprof" (class acts) (style single)
      (flags "-top -text -list=text -tree -peek=text -sample_index=text -unit=text -nodecount=text -cum -flat
         -base=read -diff_base=read -lines -functions -files -inuse_space -alloc_space -alloc_objects -show=text
         -focus=text -ignore=text -svg -png -dot -raw -traces -output=write -proto -http=listen") (args "text*")
      (on "-top -text -list -tree -peek -traces -raw -dot" (class reads))
      (any "http:* https:*" (class acts) (is network))
      (unless "-top -text -list -tree -peek -traces -raw -dot -http -svg -png -proto"
        (ask interactive "pprof waits for a person at a terminal, and commands have none" "elsewhere"))
      (on "-svg -png -proto" (unless "-output" (ask acts "A file is written" "work")))))
  (sub "telemetry" (args "text") (given 1 (class acts) (ask settings "The settings of go are changed" "work")))
  (sub "bug" (class acts) (ask desktop "A browser is opened" "elsewhere")))
(program "gofmt goimports gofumpt golines" (style single)
  (flags "-d -e -l -r=text -s -w -cpuprofile=write -v -local=text -format-only -extra -srcdir=text -m=text -lang=text
     -modpath=text") (args "tree*") (on "-w" (class acts) (args "change*")))
(program "govulncheck" (version "-version") (class acts) (is network) (style single)
  (flags "-tests -test -json -mode=text -tags=text -C=dir -format=text -show=text -scan=text -db=connect -version")
    (args "text*"))
(program "staticcheck nilaway unparam" (class builds) (style single)
  (flags "-tests -checks=text -f=text -go=text -tags=text -explain=text -fail=text -show=text -json -mode=text -test
     -C=dir -version -debug.version -format=text") (args "text*"))
(program "gotestsum" (class builds) (is stops)
  (flags "-f,--format=text --junitfile=write --jsonfile=write --no-color --hide-summary=text --packages=text
     --rerun-fails?text --max-fails=text --format-icons=text") (args "text*"))
(program "golangci-lint" (class builds) (global "-v,--verbose --color=text -c,--config=read --no-config")
  (sub "run"
    (flags "-E,--enable=text -D,--disable=text -p,--presets=text -n,--new -j,--concurrency=text --new-from-rev=text
       --new-from-merge-base=text --timeout=text --tests?text --build-tags=text --out-format=text --fast --fast-only
       --enable-all --disable-all --enable-only=text --issues-exit-code=text --max-issues-per-linter=text
       --max-same-issues=text --exclude=text --skip-dirs=text --allow-parallel-runners --allow-serial-runners
       --show-stats --path-prefix=text --modules-download-mode=text --sort-results --print-issued-lines --whole-files
       --default=text --output.*=text --fix") (args "text*")
    (value "--out-format" "*:*" (unknown "writes a file")) (value "--output.*" "*=*/* *path?* /*"
      (unknown "writes a file")) (on "--fix" (class acts) (here "writetree")))
  (sub "linters help version cache config formatters completion" (class reads) (flags "--fast --json --short")
    (args "text*") (any "clean" (class acts) (ask acts "The cache is deleted" "work")))
  (sub "fmt" (class acts) (flags "-E=text -d,--diff --stdin") (args "change*") (here "writetree")))
(program "gopls dlv" (class acts) (style none) (args "text*") (ask acts "A server or a debugger is started" "work")
  (word 1 "version check symbols definition references implementation" (class reads) (pardon acts)))
(program "node nodejs" (class acts) (is stops) (style exact)
  (flags "-v -h -p=code:node -e=code:node -i -c --check -r=source --require=source --import=source --eval=code:node
     --print=code:node --interactive --test --test-reporter=text --test-name-pattern=text --test-only
     --test-concurrency=text --test-timeout=text --test-force-exit --experimental-test-coverage --watch
     --watch-path=text --no-warnings --trace-warnings --trace-deprecation --trace-uncaught --enable-source-maps
     --max-old-space-size=text --stack-size=text --experimental-strip-types --experimental-vm-modules
     --experimental-modules --input-type=text --conditions=text -C=text --no-deprecation --unhandled-rejections=text
     --expose-gc --preserve-symlinks --v8-options --prof --cpu-prof --heap-prof --env-file=read
     --env-file-if-exists=read --loader=source --experimental-loader=source --inspect?listen --inspect-brk?listen
       --title=text --use-strict --run=text
     --pending-deprecation --throw-deprecation --icu-data-dir=read --tls-min-v1.2 --dns-result-order=text
     --experimental-default-type=text --disable-warning=text") (args "script:node text*")
  (none (is stdin-code) (language "node")) (on "-e -p --eval --print" (args "text*") (is no-stdin))
  (on "--test --run" (value "-r --require --import --loader --experimental-loader"
    "./* ../* /* .. . file:* data:* http*" (unknown "is told to load the code of a file first")))
  (on "-v -h --v8-options" (class reads) (is no-stdin)) (on "-c --check" (class reads) (args "read"))
  (value "--run" "*deploy* *publish* *release* *push* *clean* *install* *drop* *migrate* *seed* *reset* *destroy*
    *prod* *upload* *delete* *start* *serve* *dev*"
    (unknown "runs a script whose name says that it does more than build"))
  (on "--test --run" (class builds) (is no-stdin) (args "text*")))
(flag-set "npm" "-g,--global -s,--silent -d -q -w,--workspace=text -ws,--workspaces -C,--prefix=dir --json --parseable
           --long --depth=text --all -a --omit=text --include=text --include-workspace-root --loglevel=text --no-color
           --color?text --registry=connect --offline --prefer-offline --no-audit --no-fund --no-progress --if-present
           --ignore-scripts --script-shell=hidden --node-options=text --init-module=source --legacy-peer-deps
             --production --dev --only=text --prod --verbose --quiet --fund --audit
           --progress --yes -y --no-update-notifier --unicode --link --workspaces --cache=writetree -p
             -l")
(program "npm pnpm" (style exact) (global "@npm" "--filter=text -F=text -r --recursive --no-install --dir=dir")
  (value "--node-options" "*-r* *--import* *loader* *--eval* *--inspect* *--env-file* *config*"
    (deny hidden-execution "Node is told to load other code"))
  (sub "ls list ll la why explain help bin root prefix fund query completion help-search licenses sbom"
    (flags "-v --sbom-format=text --sbom-type=text --package-lock-only")
    (args "text*") (any "*:outdated* *:vuln*" (class acts) (is network)))
  (sub "view show info v outdated ping search s find doctor audit whoami profile token team org docs home stars"
    (class acts) (is network) (flags "--audit-level=text --fix -h") (args "text*")
    (on "--fix" (ask install "Packages are changed" "work manifest:package.json"))
    (any "fix create revoke add rm grant set"
      (ask remote-change "Something at the registry or in the project is changed" "elsewhere")))
  (sub "test t tst" (class builds) (flags "-- --watch --coverage --watchAll?text --ci --run") (args "text*")
    (value "--node-options" "*-r* *--import* *loader* *--eval* *--inspect* *--env-file* *config*"
      (deny hidden-execution "Node is told to load other code")))
  (sub "lint build typecheck type-check check compile format:check test:unit test:e2e test:ci test:integration
        test:coverage test:all build:all docs:build lint:check lint:ci"
    (class builds)
    (style none) (args "text*")
    (any "--node-options=*-r* --node-options=*--import* --node-options=*loader* --node-options=*--eval*
    --node-options=*config*"
      (deny hidden-execution "Node is told to load other code"))
    (any "--scr* -scr*" (deny hidden-execution "npm is told to run scripts with another program"))
    (any "--userc* -userc* --globalc* -globalc* --prefi* -prefi* -C* --init-m* --reg* -reg*"
      (unknown "is given other settings or another directory behind the script's name"))
    (any "--write --fix -w" (class acts) (here "writetree")))
  (sub "run run-script rum urn" (class builds) (is stops) (word 1 "env" (unknown "runs what stands behind it"))
    (flags "--stream --parallel --sequential --aggregate-output --no-bail --bail") (args "text*") (none (class reads))
    (value "--node-options" "*-r* *--import* *loader* *--eval* *--inspect* *--env-file* *config*"
      (deny hidden-execution "Node is told to load other code"))
    (any "--node-options=*-r* --node-options=*--import* --node-options=*loader* --node-options=*--eval*
    --node-options=*config*"
      (deny hidden-execution "Node is told to load other code"))
    (any "--scr* -scr*" (deny hidden-execution "npm is told to run scripts with another program"))
    (any "--userc* -userc* --globalc* -globalc* --prefi* -prefi* -C* --init-m* --reg* -reg*"
      (unknown "is given other settings or another directory behind the script's name"))
    (word 1 "*deploy* *publish* *release* *push* *clean* *install* *drop* *migrate* *seed* *reset* *destroy* *prod*
           *upload* *delete* *start* *serve* *dev*" (class acts)
      (ask acts "A script of the package is run, whose name says that it does more than build" "work")))
  (sub "start stop restart" (class acts) (args "text*") (ask acts "A script of the package is run" "work"))
  (sub "install i add in ins inst insta instal isnt isnta isntal isntall install-test it update up upgrade udpate dedupe ddp uninstall un unlink remove rm r link ln rebuild rb
        prune import fetch create init innit patch env setup approve-builds store self-update shrinkwrap"
    (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed, removed or run"
      "work manifest:package.json manifest:./package.json")
    (any "/ --prefix=/ --prefix=/usr* --prefix=/etc*" (deny machine "Packages are put over the files of the machine")))
  (sub "ci clean-install install-clean ic install-ci-test cit clean-install-test sit" (class acts) (is network) (style none)
    (args "text*") (ask install "Packages are installed as the lock file says" "work")
    (any "/ --prefix=/ --prefix=/usr* --prefix=/etc*" (deny machine "Packages are put over the files of the machine")))
  (sub "dlx" (is stops) (flags "--package=text") (class acts) (is network) (args "run")
    (ask install "A package is downloaded and run" "work"))
  (sub "exec x" (is stops) (flags "--package=text -c=shell --call=shell") (class acts) (args "run")
    (unless "--no-install --offline" (is network) (ask install "A package may be downloaded and run" "work"))
    (on "--no-install --offline" (class builds)))
  (sub "unpublish" (class acts) (is network) (style none) (args "text*")
    (deny destruction "A published package is taken away from everybody"))
  (sub "owner access" (class acts) (is network) (style none) (args "text*")
    (ask publish "Who may publish the package is changed" "elsewhere")
    (word 1 "add" (deny accounts "Somebody else is given the right to publish")))
  (sub "publish deprecate dist-tag dist-tags adduser login logout hook star unstar trust stage"
    (class acts) (is network) (style none) (args "text*")
    (ask publish "Something is published or changed at the registry" "elsewhere"))
  (sub "set" (class acts) (args "text*") (ask settings "npm is configured" "work manifest:.npmrc")
    (any "script-shell* shell* node-options* onload-script* init-module* prefix* globalconfig* registry* git* editor*
    viewer* //*"
      (deny hidden-execution "npm is configured to run or trust something else")))
  (sub "config c get" (flags "--location=text -L=text") (args "text*")
    (any "set delete edit fix rm" (class acts) (ask settings "npm is configured" "work manifest:.npmrc")
      (any
        "script-shell* shell* node-options* onload-script* init-module* prefix* globalconfig* registry* git* editor*
        viewer* //*"
        (deny hidden-execution "npm is configured to run or trust something else"))))
  (sub "version" (args "text") (flags "-m=text --no-git-tag-version --preid=text --allow-same-version")
    (given 1 (class acts) (ask history "The version of the package is changed"
      "work manifest:package.json git:index git:objects git:refs")))
  (sub "pkg" (flags "--ws") (args "text*") (word 1 "set delete fix" (class acts) (ask settings
    "package.json is changed"
    "work manifest:package.json")))
  (sub "pack" (class acts) (flags "--dry-run --pack-destination=writetree") (args "text*")
    (unless "--dry-run" (here "writetree"))
    (on "--dry-run" (class builds)))
  (sub "cache" (args "text*") (word 1 "clean add rm" (class acts) (ask settings "The cache is changed" "work"))) (flags "-v -h") (bare "help"))
(program "npx pnpx bunx" (style exact) (is stops) (class acts)
  (flags "--no-install --no --offline -q --quiet -y --yes -p,--package=text -c=shell --call=shell -w=text
     --workspace=text --prefer-offline --bun --ignore-existing -n=text --node-options=text --prefix=dir") (args "run")
  (unless "--no-install --no --offline" (is network) (ask install "A package may be downloaded and run" "work"))
  (on "--no-install --no --offline" (class builds)))
(program "yarn yarnpkg" (style exact)
  (global "-s --silent --json --verbose --cwd=dir --frozen-lockfile --immutable --offline --no-progress
     --non-interactive --ignore-engines --mutex=text -W --no-lockfile") (bare "install")
  (sub "why list bin licenses help config" (class builds)
    (flags "--depth=text --pattern=text -R -A --recursive --all --name-only --why") (args "text*")
    (any "set delete unset" (class acts) (ask settings "yarn is configured" "work")))
  (sub "info outdated audit npm versions" (class acts) (is network) (style none) (args "text*"))
  (sub "test lint build typecheck tsc eslint prettier jest vitest format:check check type-check lint:fix_ test:unit
        test:e2e test:ci test:integration test:coverage build:all docs:build mocha stylelint compile" (class builds)
        (style none) (args "text*") (any "--write --fix -w" (class acts) (here "writetree")))
  (sub "run" (class builds) (is stops) (args "text*") (none (class reads))
    (word 1 "*deploy* *publish* *release* *push* *clean* *install* *drop* *migrate* *seed* *reset* *destroy* *prod*
           *upload* *delete* *start* *serve* *dev*" (class acts)
      (ask acts "A script of the package is run, whose name says that it does more than build" "work")))
  (sub "dlx" (is stops) (class acts) (is network) (flags "-q -p=text --package=text") (args "run")
    (ask install "A package is downloaded and run" "work"))
  (sub "install add remove upgrade up create global link unlink import init set plugin autoclean dedupe
        upgrade-interactive rebuild unplug patch cache generate-lock-entry" (class acts) (is network) (style none)
    (args "text*") (ask install "Packages are installed, removed or run" "work manifest:package.json"))
  (sub "publish login logout tag owner team" (class acts) (is network) (style none) (args "text*")
    (ask publish "Something is published or changed at the registry" "elsewhere"))
  (sub "exec" (class acts) (is stops) (style none) (args "shell+")
    (ask acts "A script or program of the package is run" "work"))
  (sub "workspaces" (class builds) (args "text*") (flags "--since?text -v -R") (word 1 "list info" (class builds))
    (word 1 "foreach run focus" (class acts) (ask acts "A script or program of the package is run" "work"))) (sub
      "workspace" (class acts) (style none) (args "text*") (ask acts "A script or program of the package is run"
        "work")
    (word 2 "test build lint typecheck check" (class builds) (pardon acts)))
  (sub "start dev serve deploy release node version" (class acts) (style none)
    (args "text*") (ask acts "A script or program of the package is run" "work")) (version "-v -h"))
(program "bun" (class acts) (style exact)
  (sub "test" (class builds)
    (flags "-t=text --watch --coverage --timeout=text --bail?text --only --todo --rerun-each=text") (args "text*"))
  (sub "pm" (class acts) (flags "-ag --all --global") (args "text*")
    (word 1 "ls hash bin cache untrusted default-trusted" (class reads)) (word 1 "whoami" (is network))
    (any "rm" (class acts) (ask settings "The cache is deleted" "work")))
  (sub "why" (class reads) (flags "--top --depth=text") (args "text"))
  (sub "info" (is network) (flags "--json") (args "text*"))
  (sub "outdated" (is network) (flags "-r -F=text --filter=text --recursive") (args "text*"))
  (sub "build" (class builds)
    (flags "--outdir=writetree --outfile=write --target=text --minify --sourcemap?text --format=text --splitting
       --external=text") (args "read*"))
  (sub "run x install i add remove update create init link unlink upgrade publish repl exec" (class acts)
    (is network)
    (word 1 "http:* https:*" (deny executes-data "Code is downloaded and run")) (style none) (args "text*") (ask
      install "Packages are installed or a script is run" "work manifest:package.json"))
  (args "script:node text*") (flags "-v -e=code:node -p=code:node") (on "-v" (class reads)))
(program "deno" (class acts) (style exact)
  (sub "test bench check lint" (class builds)
    (flags "-qc -c=read --config=read --filter=text --watch --parallel --no-check --cached-only --json --fail-fast
       --coverage?text --doc --rules --ignore=text --no-lock --no-remote
       --allow-read?text --allow-write?text --allow-env?text --allow-net?text --allow-sys?text
       --no-prompt --no-run --permit-no-files --shuffle?text --reporter=text --junit-path=write --coverage?text --clean
       --trace-leaks --hide-stacktraces") (args "tree*")
    (any "*:*" (class acts) (is network)) (value "-c --config" "*://*" (class acts) (is network)))
  (sub "fmt" (class acts) (flags "--check --ext=text --line-width=text --ignore=text") (args "change*")
    (none (here "writetree")) (on "--check" (class builds) (args "tree*")))
  (sub "info types doc completions help" (class reads) (flags "--json --filter=text") (args "text*")
    (any "*:*" (class acts) (is network)))
  (sub "eval" (flags "-p --ext=text -T --allow-*=text") (args "code:node text*"))
  (sub "run" (is stops)
    (flags "-AqRWNES -r --allow-*=text --deny-*=text --no-check --watch --no-prompt --cached-only -c=read
       --config=read --import-map=read --env?read") (args "script:node text*")
    (any "http:* https:*" (deny executes-data "Code is downloaded and run")))
  (sub "task install add remove cache compile bundle upgrade repl publish init serve uninstall jupyter deploy outdated
        update" (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed or a script is run" "work"))
  (args "script:node text*"))
(program "tsc vue-tsc" (class builds) (style single)
  (flags "-p,--p,-project=read -noEmit -w -watch -b -build -v -target=text -module=text -strict -outDir=writetree
     -outFile=write -declaration -incremental -pretty?text -skipLibCheck -jsx=text -lib=text -listFiles -listFilesOnly -showConfig
     -init -allowJs -checkJs -esModuleInterop -sourceMap -emitDeclarationOnly -extendedDiagnostics -diagnostics
     -traceResolution -moduleResolution=text -t=text -m=text -h -all -preserveWatchOutput -noEmitOnError
     -resolveJsonModule -rootDir=text -force -dry -verbose -clean -generateTrace=writetree -noUnusedLocals
     -noImplicitAny") (args "read*") (any "@*" (unknown "takes words from a file"))
       (on "-clean" (class acts) (here "writetree")) (on "-v -showConfig" (class reads))
       (on "-init" (class acts) (here "write")))
(program "eslint biome oxlint tslint rome" (class builds) (style exact)
  (flags "-chov -c,--config=source --ext=text --fix --no-fix --stats --fix-dry-run --fix-type=text -f,--format=text
     -o,--output-file=write --rulesdir=source --resolve-plugins-relative-to=source --plugin=text --quiet
       --max-warnings=text --cache --cache-location=write --cache-strategy=text
     --no-cache --no-eslintrc --env=text --rule=text --ignore-path=read --ignore-pattern=text --no-ignore
     --no-inline-config --report-unused-disable-directives --color --no-color --print-config=read --debug --stdin
     --stdin-filename=text --no-error-on-unmatched-pattern --env-info -p,--project=read --exclude=text
     --no-warn-ignored --concurrency=text --apply --write --unsafe --diagnostic-level=text --reporter=text --changed
     --staged --since=text -D=text -A=text -W=text --deny-warnings")
  (sub "check ci lint format" (class builds)
    (flags "--apply --write --unsafe --fix --config-path=read --diagnostic-level=text --reporter=text --changed
       --staged --since=text") (args "tree*") (on "--apply --write --fix" (class acts) (args "change*")))
  (args "tree*") (on "--fix --apply --write" (class acts) (args "change*"))
  (word 1 "init start stop lsp-proxy migrate upgrade" (unknown "is not told to look at files"))
  (on "--rulesdir --resolve-plugins-relative-to" (unknown "is told which code to load"))
  (value "-f --format" "*/*" (unknown "is told which code to load")))
(program "prettier" (style exact) (class builds)
  (flags
    "-clwu -c,--check -l,--list-different -w,--write -u,--ignore-unknown --plugin=source --config=source --no-config
     --ignore-path=read --stdin-filepath=text --print-width=text --tab-width=text --use-tabs --no-semi --semi
     --single-quote --jsx-single-quote --trailing-comma=text --parser=text --prose-wrap=text --log-level=text
     --loglevel=text --no-error-on-unmatched-pattern --end-of-line=text --cache --find-config-path=text
     --file-info=text --support-info --no-color --color --no-editorconfig --bracket-same-line --arrow-parens=text
     --quote-props=text --no-plugin-search --with-node-modules --insert-pragma --require-pragma --experimental-cli")
  (args "tree*") (on "-w --write" (class acts) (args "change*"))
  (value "--plugin" "*" (unknown "is told which code to load")) (only "--plugin"
    "prettier-plugin-* @*/prettier-plugin-* @prettier/plugin-*" (unknown "")))
(program "c8 nyc" (class builds) (is stops) (style exact)
  (flags "-asn -r,--reporter=text -x,--exclude=text --include=text --all --check-coverage --lines=text --branches=text
    --functions=text --statements=text --100 --per-file --skip-full --silent --no-clean --clean --src=text
    --exclude-after-remap --extension=text -o,--report-dir,--reports-dir=writetree --temp-directory=writetree -v -h")
  (args "run") (value "-r --reporter" "*/* *.*" (unknown "is told which code to load")))
(program "jest vitest mocha ava tap jasmine karma playwright cypress wdio web-test-runner" (class builds)
  (style exact)
  (flags
    "-cwutio --setupFiles=source --setupFilesAfterEnv=source --globalSetup=source --globalTeardown=source --rootDir=dir
     --root=dir --testEnvironment=source --transform=source --preset=source --runner=source --require=source
       --loader=source
     --import=source -r=source --resolver=source -t,--testNamePattern=text -c,--config=source -w,--maxWorkers=text
       -u --updateSnapshot --coverage?text
     --ci --watch --watchAll?text --run --bail?text --verbose --silent --runInBand -i --findRelatedTests --listTests
     --passWithNoTests --showConfig --testPathPattern=text --testPathPatterns=text --reporter=text --reporters=text
     --json
     --outputFile=write --no-cache --forceExit --detectOpenHandles --onlyChanged -o --changedSince=text
     --selectProjects=text --project=text --env=text --color --colors --no-color --grep=text -g=text --timeout=text
     --exit --recursive --parallel --retries=text --workers=text --headed --debug --shard=text --projects=text -R=text
     --browser=text --headless --spec=text --no-coverage --no-watch --update --dir=text --environment=text --globals
     --logHeapUsage --check-leaks --full-trace --maxConcurrency=text --testTimeout=text --threads?text --pool=text"
    "--runTestsByPath --maxWorkers=text --testPathIgnorePatterns=text --collectCoverageFrom=text
      --coverageReporters=text --errorOnDeprecated --expand --lastCommit --notify --onlyFailures
      --openHandlesTimeout=text --randomize --seed=text --showSeed --testLocationInResults --useStderr --noStackTrace")
  (sub "open" (class acts) (style none) (args "text*") (ask interactive "It waits for a person at a terminal, and commands have none" "elsewhere"))
  (sub "install install-deps uninstall codegen screenshot pdf run-server launch-server cr ff wk merge-reports
    show-report show-trace init cache clear-cache" (class acts)
    (is network) (style none) (args "text*") (ask acts "Browsers are installed, started or served" "work"))
  (on "-u --updateSnapshot --update" (class acts) (here "writetree"))
  (value "-c --config --projects" "*{*" (unknown "holds settings that name code"))
  (value "--setupFiles --setupFilesAfterEnv --globalSetup --globalTeardown --testEnvironment --transform --preset
    --runner --resolver --require -r --import --loader --reporter --reporters" "*" (unknown "is told which code to
    load"))
  (only "--setupFiles --setupFilesAfterEnv --globalSetup --globalTeardown --testEnvironment --transform --preset
    --runner --resolver --require -r --import --loader --reporter --reporters"
    "ts-node/register* @babel/register @swc-node/register* @swc/register esbuild-register* sucrase/register* tsx tsx/cjs
    tsx/esm esm source-map-support/register dotenv/config node jsdom happy-dom ts-jest* @swc/jest babel-jest
    jest-runner* jest-environment-* default dot spec nyan tap json json-stream list line min progress landing html
    verbose basic junit xunit jest-junit github github-actions blob summary markdown text text-summary lcov lcovonly
    cobertura clover teamcity tap-flat hanging-process" (unknown ""))
  (sub "run related bench list"
    (flags "-t=text --coverage?text --reporter=text -u --project=text --bail?text --no-coverage --config=read -c=read
       --changed?text --shard=text --json --spec=text --browser=text --headless") (args "text*")
    (value "--reporter" "*/* *.js *.ts *.cjs *.mjs" (unknown "is told which code to load"))
    (on "-u" (class acts) (here "writetree")))
  (sub "test"
    (flags "-g=text --project=text --reporter=text --workers=text --headed --debug --grep=text --retries=text --list
       --shard=text -c=read --config=read --timeout=text -x --last-failed --trace=text --update-snapshots")
    (args "text*") (value "--reporter" "*/* *.js *.ts *.cjs *.mjs" (unknown "is told which code to load"))
    (on "--update-snapshots" (class acts) (here "writetree"))) (args "text*"))
(program "esbuild" (class builds) (style single)
  (flags "-bundle --minify* -sourcemap?text -outfile=write -outdir=writetree -outbase=text -format=text -platform=text
     -target=text -splitting -tree-shaking?text --external:* --loader:* --define:* --alias:* --jsx* -keep-names
     -watch?text
     -log-level=text -log-limit=text -color?text -entry-names=text -chunk-names=text -asset-names=text
     -public-path=text
     -metafile=write -analyze?text -global-name=text -main-fields=text -conditions=text -charset=text -tsconfig=read
     --banner:* --footer:* --inject:* --pure:* --drop:* -packages=text -legal-comments=text -allow-overwrite
     --out-extension:*
     -resolve-extensions=text -source-root=text -sources-content?text --supported:* -version") (args "read*"))
(program "tsup" (class builds) (style exact)
  (flags "-d,--out-dir=writetree --format=text --dts?text --minify?text --sourcemap?text --target=text
     --splitting --no-splitting --treeshake?text --external=text --platform=text --tsconfig=read --silent
     --watch?text --entry=text --shims --metafile --no-config") (args "read*"))
(program "webpack vite rollup parcel next nuxt astro turbo nx lerna gulp grunt ng svelte-kit remix gatsby expo
          ember swc babel microbundle snowpack metro react-scripts vue-cli-service storybook wrangler vercel
          netlify serve http-server live-server json-server ts-node tsx concurrently cross-env npm-run-all
          run-s run-p pm2 forever zx" (class acts) (style none) (args "text*")
  (ask acts "A program of the JavaScript world builds, serves or runs something" "work")
  (word 1 "build lint check typecheck test --version -v --help" (class builds) (pardon acts))
  (word 1 "deploy publish push dev --prod" (is network))
  (word 1 "startup" (deny persistence "Something is set to start by itself"))
  (any "delete" (any "-y --yes --force" (deny destruction "Something in a cloud is deleted without a question"))))
(program "rimraf del-cli" (class acts) (style exact)
  (flags "-gIdf --glob --no-glob --preserve-root --no-preserve-root --force --dry-run --verbose") (args "deltree*")
  (on "--no-preserve-root" (deny destruction "rimraf is told that the root may go")))
(program "nvm fnm volta n asdf mise rtx pyenv rbenv nodenv goenv jenv sdk direnv" (class acts) (style none)
  (args "text*") (ask install "Versions of programs are installed or chosen" "work")
  (word 1 "ls list current version which where whence versions ls-remote --version root prefix status help doctor"
    (class reads) (pardon install)) (word 1 "ls-remote" (is network))
  (word 1 "exec x run" (args "text run") (word 2 "." (args "text text run")) (word 3 "--" (args
    "text text text run"))))
(program "python* pypy* ipython* micropython" (class acts) (is stops) (style exact)
  (flags "-bBdEhiIOPqsSuvVx -W=text -X=text -VV --help-env --help-all --check-hash-based-pycs=text -c=code:python
     -m=text") (args "script:python text*") (none (is stdin-code) (language "python"))
  (on "-c" (args "text*") (is no-stdin)) (version "-V -VV -h -?") (hook python)
  (word 1 "manage.py ./manage.py"
    (word 2 "flush reset_db" (any "--no-input --noinput" (deny destruction "All rows of a database are deleted")))))
(program "pip* pipx*" (style exact) (class acts)
  (global "-qvV --disable-pip-version-check --no-color --quiet --verbose --no-input --isolated --require-virtualenv
     --no-cache-dir --no-python-version-warning --log=write --timeout=text --retries=text
     --python={.venv,.venv/*,./.venv*,venv,venv/*}")
  (sub "show check help debug config cache environment completion hash" (class reads)
    (flags "-f,--files --short --all --format=text --user --global --site -a=text --json
      --platform=text --python-version=text --implementation=text --abi=text") (args "text*")
    (any "set unset edit purge remove" (class acts) (ask settings "pip is configured" "work")
      (any "*index-url* *trusted-host* *find-links* *cert* *proxy* *target* *prefix* *python*"
        (deny executes-data "pip is configured to take packages from elsewhere"))))
  (sub "list freeze inspect" (class reads)
    (flags "-oulf --outdated --uptodate --editable --local --user --format=text --not-required --include-editable
       --exclude-editable --exclude=text --all -f,--files --path=read -r=read --pre --json --short --include-injected
       -a=text") (args "text*") (on "-o --outdated -u --uptodate" (class acts) (is network))
    (value "--python" "*/*" (unknown "is told which Python to run")))
  (sub "install uninstall download wheel inject upgrade upgrade-all reinstall uninstall-all run ensurepath uninject
        reinstall-all lock upgrade-shared pin unpin install-all" (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed, removed or run" "work")
    (any "--user" (here "writetree:~/.local"))
    (any "--target=/ --target=/usr* --root=/ --prefix=/" (deny machine
      "Packages are put over the files of the machine"))
    (any "--target --root --prefix -t" (any "/ /usr /usr/* /etc" (deny machine
      "Packages are put over the files of the machine")))
    (any "--trusted-host* http://*" (deny executes-data "Code is downloaded without a check of where it comes from")))
  (sub "search index" (class acts) (is network) (style none) (args "text*")))
(program "pytest py.test" (class builds) (style gnu)
  (flags
    "-vqsxlhVra -vv -k=text -m=text -n=text -r=text -c=source -p=text -o,--override-ini=text -W=text --collect-only
    --co --lf
     --last-failed --ff --failed-first --nf --sw --stepwise --maxfail=text --tb=text --durations=text
     --durations-min=text --cov?text --cov-report=text --cov-config=read --cov-fail-under=text --cov-branch --no-cov
     --junitxml=write --junit-xml=write --disable-warnings --no-header --no-summary --showlocals --setup-show
     --markers --fixtures --exitfirst --capture=text --color=text --strict-markers --strict-config --strict
     --ignore=text --ignore-glob=text --deselect=text --import-mode=text --rootdir=dir --confcutdir=text
     --cache-show?text --cache-clear --asyncio-mode=text --timeout=text --numprocesses=text --dist=text
     --benchmark-only --benchmark-skip --doctest-modules --doctest-glob=text --log-cli-level=text --log-level=text
     --randomly-seed=text --reruns=text --basetemp=text --verbose --quiet --config-file=source --snapshot-update
     --pyargs --trace --pdb --no-cov-on-fail --runxfail --keep-duplicates") (args "text*")
  (any "@*" (unknown "takes words from a file")) (on "--snapshot-update" (class acts)
    (ask acts "Files of the tests are written" "work"))
  (value "--cov-report" "*:/* *:~* *:../*" (unknown "writes outside of the workspace"))
  (value "-o --override-ini" "cache_dir=/* cache_dir=~* cache_dir=../* log_file* *junit*=/*"
    (unknown "writes outside of the workspace"))
  (on "--basetemp" (ask destruction "A directory is emptied")) (on "--pyargs" (unknown "runs the tests of a package"))
  (on "--pdb --trace" (ask interactive "A debugger waits for a person at a terminal, and commands have none" "elsewhere"))
  (value "-p" "*" (unknown "is told to load a plugin that the table does not list"))
  (only "-p" "no:* cov pytest_* xdist* cacheprovider randomly asyncio anyio benchmark timeout rerunfailures"
    (unknown ""))
  (value "-p" "*/*" (deny configured "pytest is told to load a plugin from a file"))
  (value "-o --override-ini" "addopts* python_files* *plugins* pythonpath* testpaths* norecursedirs* usefixtures*"
    (deny hidden-execution "pytest is given settings that say which code is run"))
  (value "-c --config-file" "/dev/* -" (deny hidden-execution "pytest is given its settings on standard input")))
(program "ruff" (class builds) (style exact)
  (global "-nqsve --config=text --isolated --no-cache -q,--quiet -v,--verbose -s,--silent --color=text")
  (sub "check"
    (flags "-we --fix --no-fix --unsafe-fixes --no-unsafe-fixes --diff --watch --select=text --ignore=text
       --extend-select=text --extend-ignore=text --output-format=text -o,--output-file=write --target-version=text
       --preview --statistics --show-files --show-settings --show-fixes --add-noqa --exclude=text
       --extend-exclude=text --exit-zero --exit-non-zero-on-fix --line-length=text --stdin-filename=text
       --force-exclude --per-file-ignores=text --cache-dir=writetree --fix-only") (args "tree*")
    (on "--fix --add-noqa --fix-only" (class acts) (args "change*") (none (here "writetree")))
    (any "@*" (unknown "takes words from a file")))
  (sub "format" (class acts)
    (flags "--check --diff --line-length=text --target-version=text --preview --exclude=text --stdin-filename=text
       --range=text --force-exclude") (args "change*") (unless "--check --diff" (none (here "writetree")))
    (on "--check --diff" (class builds) (args "tree*")) (any "@*" (unknown "takes words from a file")))
  (sub "rule config linter version analyze" (class reads) (flags "--all --output-format=text")
    (args "text*")) (flags "-V") (sub "clean" (class acts) (args "text*") (ask settings "The cache is deleted" "work"))
  (sub "server" (class acts) (ask acts "A server is started" "work")))
(program "black isort autopep8 yapf autoflake pyupgrade docformatter pyink blue" (class acts) (style exact)
  (flags "-lScCqvridpae -l,--line-length=text -t,--target-version=text --check --check-only --diff --color --no-color
     --quiet --verbose --fast --safe --include=text --exclude=text --extend-exclude=text --force-exclude=text
     --skip-string-normalization --skip-magic-trailing-comma --preview --config=read --profile=text
     --settings-path=read --stdin-filename=text -W=text --workers=text --in-place --recursive --aggressive
     --max-line-length=text --style=text --remove-all-unused-imports --show-files --filter-files --py3*=text
     --float-to-top --dont-skip=text -df -rc --code=text --required-version=text --ipynb --pyi --src=text --sp=text
     --sl --tc --up --ca") (args "change*")
  (on "--check --check-only --diff -d -c --show-files" (class builds) (args "tree*")))
(program "mypy pyright basedpyright pyre pytype ty dmypy" (class builds) (style exact)
  (flags "-pcvhVw -p=text -m=text -c=text --strict --ignore-missing-imports --no-incremental --show-error-codes
     --pretty --python-version=text --config-file=source --python-executable=hidden --follow-imports=text
       --no-error-summary --exclude=text
     --cache-dir=writetree --warn-unused-ignores --warn-unreachable --disallow-untyped-defs --check-untyped-defs
     --namespace-packages --explicit-package-bases --show-column-numbers --show-absolute-path --no-color-output
     --outputjson --project=read --level=text --verifytypes=text --stats --threads --warnings --version
     --platform=text --show-traceback --junit-xml=write --html-report=writetree --txt-report=writetree
     --any-exprs-report=writetree --output=text --enable-error-code=text --disable-error-code=text
     --no-strict-optional --implicit-optional --sqlite-cache"
    "--module=text --package=text --command=text --verbose --warn-unused-configs --no-site-packages
      --no-silence-site-packages --fast-module-lookup --no-namespace-packages --always-true=text --always-false=text
      --disallow-any-unimported --disallow-any-expr --disallow-any-decorated --disallow-any-explicit
      --disallow-any-generics --disallow-subclassing-any --disallow-untyped-calls --disallow-incomplete-defs
      --disallow-untyped-decorators --warn-redundant-casts --no-warn-no-return --warn-return-any
      --allow-untyped-globals --allow-redefinition --local-partial-types --no-implicit-reexport --strict-equality
      --show-error-context --show-error-end --hide-error-codes --soft-error-limit=text --cache-fine-grained
      --skip-version-check --skip-cache-mtime-checks --tb --raise-exceptions --warn-incomplete-stub
      --no-implicit-optional --strict-optional --incremental --extra-checks --scripts-are-modules
      --linecount-report=writetree --linecoverage-report=writetree --lineprecision-report=writetree
      --xml-report=writetree --cobertura-xml-report=writetree --find-occurrences=text")
  (sub "check" (flags "--python=text --python-version=text") (args "tree*")) (args "tree*")
    (any "@*" (unknown "takes words from a file")))
(program "flake8 pylint pycodestyle pydocstyle pyflakes bandit vulture radon xenon pylama prospector interrogate
          lizard semgrep sqlfluff trivy taplo gitleaks" (class builds) (style exact)
  (flags "-jvqrfEn -j=text -r=text -f=text -n -ll -ii -lll --max-line-length=text --max-complexity=text --ignore=text
     --extend-ignore=text --select=text --extend-select=text --exclude=text --extend-exclude=text --config=source
       --append-config=source --rcfile=source --load-plugins=text --init-hook=hidden --disable=text --enable=text
       --errors-only -E --reports=text --score=text --output-format=text
     --format=text --statistics --count --show-source --per-file-ignores=text --jobs=text --filename=text --doctests
     --convention=text --min-confidence=text --fail-under=text --msg-template=text --recursive=text
     --severity-level=text --confidence-level=text --skip=text --tests=text --exit-zero --max-args=text --dialect=text
     --no-color --severity=text --error -d -e --explain --debug --verbose --quiet
     --stdin-display-name=text --hang-closing --disable-noqa --enable-extensions=text --output-file=write --tee
     --isolated
     --benchmark --bug-report --builtins=text --include-in-doctest=text --exclude-from-doctest=text --color=text
     --indent-size=text --max-doc-length=text --add-ignore=text --add-select=text --match=text --match-dir=text
     --ignore-decorators=text --source")
  (value "--config" "auto p/* r/* *://*" (class acts) (is network))
  (any "image i repo repository plugin login logout fix install-semgrep-pro publish server kubernetes k8s vm registry
    auto p/* r/* https:* http:* client clean" (class acts) (is network))
  (sub "lint fmt format breaking scan detect" (flags "--check --diff --dialect=text --against=text --config=text")
    (args "text*") (unless "--check --diff" (class acts) (ask acts "Files may be changed or an address asked" "work")))
  (args "tree*") (value "--load-plugins" "*" (unknown "is told to load plugins"))
  (only "--load-plugins" "pylint.* pylint_* pylint-*" (unknown "")))
(program "buf" (class builds) (style exact)
  (sub "lint format build breaking ls-files" (flags
    "-dw --diff --write --exit-code --config=source --against=text --path=text --exclude-path=text -o=write
    --output=write --error-format=text")
    (args "text*") (any "*://*" (is network)) (on "-w --write" (class acts) (here "writetree")))
  (sub "generate push mod dep registry beta export" (class acts) (is network) (style none) (args "text*")
    (ask acts "Code is generated, or a registry is used" "work")))
(program "uv" (class acts) (style exact)
  (sub "run" (class builds) (is stops)
    (flags "-qv --quiet --verbose --no-sync --frozen --locked --offline --no-project --isolated --extra=text
     --group=text
       --no-extra=text --no-group=text --only-group=text --all-extras --all-groups --dev --no-dev --only-dev --active
       --no-default-groups --directory=dir --project=dir
       --exact --no-progress --no-env-file --no-python-downloads --package=text --all-packages --no-editable
       --no-config -p=text -m=text --module=text --with=text --with-editable=text --with-requirements=text
       --python=text
       --env-file=read -s --script") (args "run") (none (unknown "is given no command"))
    (on "-p -m -s --module --with --with-editable --with-requirements --python --env-file --script" (class acts)
      (is network) (ask install "Packages may be installed and a command run" "work")))
  (sub "pip" (class acts)
    (sub "list freeze show check tree" (class reads) (flags "--outdated --format=text -p=text --python=text")
      (args "text*") (value "-p --python" "*/*" (unknown "is told which Python to run"))
        (on "--outdated" (class acts) (is network)))
    (sub "install uninstall sync compile" (class acts) (is network) (style none) (args "text*")
      (ask install "Packages are installed" "work")))
  (sub "tree version help" (class reads) (flags "-d=text --no-pager --depth=text --outdated --frozen --short
     --package=text
     --output-format=text --no-dev --invert
    --no-dedupe --universal --all-groups --prune=text --locked --offline")
    (args "text*") (on "--outdated" (class acts) (is network)))
  (sub "python" (class acts)
    (sub "list find dir" (class reads) (flags "--only-installed") (args "text*"))
    (sub "install uninstall pin upgrade" (class acts) (is network) (style none) (args "text*")
      (ask install "A version of Python is installed" "work")))
  (sub "cache" (class acts)
    (sub "dir" (class reads))
    (sub "clean prune" (class acts) (args "text*") (ask settings "The cache is changed" "work")))
  (sub "sync lock add remove init venv tool build publish self export auth format" (class acts) (is network)
    (style none) (args "text*") (ask install "Packages are installed, built or published" "work")) (flags "-V"))
(program "uvx" (class acts) (is stops network) (style exact)
  (flags "--from=text --with=text -p=text --python=text -q") (args "text*")
  (ask install "A package is downloaded and run" "work"))
(program "twine flit" (class acts) (is network) (style none) (args "text*") (ask publish
  "A package is looked over or published" "elsewhere"))
(program "tox nox" (class builds) (style exact)
  (flags "-vqralpR -e=text -s=text -c,--conf=source -f,--noxfile=source -k=text -t=text --skip-env=text
     --workdir=writetree --root=dir --list --sessions=text --session=text --notest --recreate --parallel?text
     --python=text --reuse-existing-virtualenvs --no-install --override=hidden -x=hidden --devenv=writetree --develop
     --skip-pkg-install --verbose --quiet --stop-on-first-error --listenvs --listenvs-all --list-sessions
     --error-on-missing-interpreters") (args "text*")
  (word 1 "exec e devenv d quickstart q" (unknown "runs a command or makes an environment"))
  (value "-s --session" "*deploy* *publish* *release*" (unknown
    "runs a session whose name says that it does more than test")))
(program "bats" (class builds) (style exact)
  (flags "-crtTpxhv -f,--filter=text -j,--jobs=text -F,--formatter=text -o,--output=writetree --recursive --tap
     --timing --pretty --print-output-on-failure --count --no-tempdir-cleanup --show-output-of-passing-tests
     --filter-status=text --filter-tags=text") (args "tree*")
  (value "-F --formatter" "*/*" (unknown "is told which program formats")))
(program "invoke fab" (class acts) (style none) (args "text*") (ask acts "A task of the project is run" "work")
  (word 1 "--list -l --version -V --help -h" (class builds) (pardon acts) (given 2 (class acts) (ask acts
    "A task of the project is run" "work"))))
(program "poetry pdm pipenv hatch rye conda mamba micromamba" (class acts) (style none)
  (args "text*") (is network) (ask install "Packages are installed, published or run" "work")
  (word 1 "show check --version version env list about graph info help" (class reads) (is local) (pardon install)
    (any "--latest -l --outdated -o remove create update" (class acts) (is network) (ask install
      "Packages are changed or asked for" "work")))
  (word 1 "version" (given 2 (class acts) (ask install "The version of the project is changed" "work")))
  (word 1 "env" (class builds) (given 2 (class acts) (is network)
    (ask install "An environment is made, changed or removed" "work"))
    (word 2 "list info show --path find" (class builds) (is local) (pardon install)))
  (word 1 "run" (class reads) (is local) (pardon install)) (word 1 "run exec" (args "text run"))
  (word 1 "run" (word 2 "-n -p --name --prefix" (args "text text text run")))
  (any "-c -f --noxfile --conf --workdir"
    (any "/tmp/* /var/tmp/* ../* /home/*" (deny hidden-execution
      "What runs is decided by files outside the workspace"))))
(program "jupyter ipykernel papermill streamlit gunicorn uvicorn celery dagster airflow mkdocs
          sphinx-build sphinx-quickstart scrapy dbt locust" (class acts) (style none)
  (args "text*") (ask acts "A program of the Python world serves, migrates or runs something" "work")
  (word 1 "--version" (class reads) (pardon acts)))
(program "flask django-admin alembic manage.py" (class acts) (style none) (args "text*")
  (ask acts "A program of the Python world serves, migrates or runs something" "work")
  (word 1 "history current heads branches show routes check showmigrations" (class builds) (pardon acts))
  (word 1 "--version" (class reads) (pardon acts)))
(program "coverage" (class acts) (style none) (args "text*")
  (ask acts "A program of the Python world serves, migrates or runs something" "work")
  (word 1 "report debug" (class builds) (pardon acts))
  (word 1 "erase" (ask acts "Measurements are deleted" "work"))
  (any "--rcfile* --r* -d* --d* -o*" "-d debug"
    (any "*=/* /* *../*" (class acts) (ask acts "Settings or results are elsewhere" "work")))
  (word 1 "--version help" (class reads) (pardon acts)))
(program "ruby* irb* jruby" (class acts) (is stops) (style exact)
  (flags "-acdhlnpsSUvVwW -e=code:ruby -C=dir -F=text -I=read -r=source -i?text -0?text:01234567 -E=text -K=text -W?text
     -x?text --enable=text --disable=text --jit --yjit --verbose --copyright") (args "script:ruby text*")
  (none (is stdin-code) (language "ruby")) (on "-e" (is no-stdin) (args "read*") (on "-i" (args "change*")))
  (on "-c" (class reads) (args "read*")) (on "-v" (none (class reads) (is no-stdin))))
(program "gem" (class acts)
  (sub "yank owner" (class acts) (is network) (style none) (args "text*")
    (deny destruction "A published package or its owners are changed"))
  (sub "list info environment env which contents dependency specification help query stale check" (class reads)
    (flags "-alirdv --local --all --installed --versions --no-versions -d --details -p --pipe --remote")
    (args "text*") (on "-r --remote" (class acts) (is network)))
  (sub "install uninstall update cleanup fetch build push pristine sources search outdated signin signout
        unpack mirror exec lock cert server generate_index rdoc open" (class acts) (is network) (style none)
    (args "text*") (ask install "Packages are installed, removed or published" "work")) (flags "-v"))
(program "bundle bundler" (class acts) (style exact) (bare "install")
  (sub "list show info check platform help version env doctor" (class builds)
    (flags "--name-only --paths --path --dry-run") (args "text*"))
  (sub "outdated" (class acts) (is network) (args "text*"))
  (sub "exec" (is stops) (args "run") (class builds))
  (sub "install update add remove init lock package cache clean binstubs gem open viz pristine config audit console
        plugin inject" (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed or changed" "work")) (flags "-v"))
(program "rake rails thor cap hanami" (class acts) (style exact)
  (flags "-TPtnDAv --tasks?text --trace --dry-run --prereqs -f=source --rakefile=source") (args "text*")
  (ask acts "A task of the project is run" "work") (on "-T --tasks -P -D" (class builds) (pardon acts)) (version "-v")
  (word 1 "test spec lint rubocop build default" (class builds) (pardon acts))
  (word 1 "routes about stats notes" (class builds) (pardon acts))
  (any "db:drop* db:reset* db:schema:load*" (deny destruction "A database is dropped")))
(program "rspec rubocop minitest cucumber standardrb reek brakeman srb haml-lint erblint" (class builds) (style exact)
  (flags "-fbepdtlaAxcDPSqw --no-pager --quiet --no-summary -f,--format=text -e,--example=text -t,--tag=text --only=text --except=text --fail-fast?text
     --color --no-color --order=text --seed=text --profile?text --parallel --backtrace --dry-run --display-cop-names
     --auto-gen-config --autocorrect --autocorrect-all --auto-correct --lint --next-failure --only-failures
     -o,--out=write --config=read -c=read --cache=text")
  (sub "tc" (args "text*")) (args "text*")
  (value "-f --format" "*" (unknown "may be told which code to load"))
  (only "-f --format" "p progress d documentation doc j json h html f failures s simple c clang e emacs o offenses w
    worst fi files
     q quiet t tap ju junit github pac markdown fuubar n tabs text tabular" (unknown ""))
  (on "-x -a -A --autocorrect --autocorrect-all --auto-correct --auto-gen-config" (class acts) (args "change*")
    (none (here "writetree"))))
(program "perl*" (class acts) (is stops) (style exact)
  (flags "-acfnpsStTuUvwWX -0?text:01234567xX -l?text:01234567 -C?text:0123456789IOEioADSLa -D?text -e=code:perl -E=code:perl -F=code:perl -i?text -I=read -m*=source
     -M*=source -x?text -V?text -V -d?hidden") (args "script:perl text*") (none (is stdin-code) (language "perl"))
  (on "-e -E" (is no-stdin) (args "read*") (on "-i" (args "change*")))
  (on "-v -V" (class reads) (is no-stdin) (args "text*")))
(program "perldoc cpan cpanm prove perltidy perlcritic podchecker pod2text pod2man" (class acts) (style none)
  (args "text*") (ask install "Perl modules are installed or run" "work") (any "-f -q -v -l --help" (class reads)))
(program "php*" (class acts) (is stops) (style exact)
  (flags "-ahilmnqsvwz -r=code:php -B=code:php -R=code:php -E=code:php -F=script:php -f=script:php -c=source -d=text
     -z=source -S=listen -t=read --ri=text --rf=text --rc=text --re=text --ini"
    "--syntax-check --modules --info --strip --syntax-highlight --rfunction=text --rclass=text --rextension=text
      --rextinfo=text --no-php-ini --usage --version") (args "script:php text*")
  (value "-d" "*" (unknown "-d sets a setting that may load code"))
  (word 1 "artisan ./artisan" (word 2 "migrate:fresh migrate:reset migrate:refresh db:wipe"
    (any "--force" (deny destruction "All tables of a database are dropped"))))
  (on "-S"
    (value "-t" "/home/* /root* / /etc* ~* ../*" (deny exfiltration "Files outside the workspace are served")))
  (value "-d" "*extension=* *auto_prepend* *auto_append* *open_basedir* *disable_functions* *include_path*"
    (deny hidden-execution "php is told to load code by a setting")) (none (is stdin-code) (language "php"))
  (on "-r -B -R -E -F -f -S" (is no-stdin) (args "text*"))
  (on "-v -i -m --ini --ri --rf --rc --re --modules --info --rfunction --rclass --rextension --rextinfo" (class reads)
    (is no-stdin)) (on "-l -s -w --syntax-check --strip --syntax-highlight" (class reads) (args "read*")))
(program "composer" (class acts) (style exact)
  (global "-nqv --no-interaction --no-plugins --no-scripts --no-ansi --ansi -d=dir --working-dir=dir")
  (sub "test lint cs phpstan stan analyse check cs-check" (class builds) (style none) (args "text*"))
  (sub "show info validate licenses check-platform-reqs depends why prohibits why-not about status help suggests fund"
    (class builds)
    (flags "-aitDloP --all --installed --tree --direct --latest --outdated --no-check-all --no-check-publish
     --no-check-lock --strict --format=text")
    (args "text*") (on "-a -l -o --all --latest --outdated" (class acts) (is network)))
  (sub "install update upgrade require remove create-project global self-update dump-autoload outdated audit search
        config init run-script exec clear-cache archive reinstall bump browse i u r" (class acts) (is network)
    (style none) (args "text*") (ask install "Packages are installed or changed" "work")) (flags "-V"))
(program "phpunit phpstan psalm phpcs php-cs-fixer pest phpcbf artisan drush wp" (class builds) (style exact)
  (flags "-cvndl -c=read --configuration=read --filter=text --testsuite=text --coverage-text --coverage-html=writetree
     --colors?text --stop-on-failure --testdox --group=text --level=text --no-progress --error-format=text
     --standard=text --memory-limit=text --dry-run --diff --verbose --report=text -ispwq --extensions=text
     --ignore=text --sniffs=text --exclude=text --tab-width=text --basepath=text --severity=text --list-tests --list-groups
     --list-suites --list-test-files")
  (sub "analyse analyze check"
    (flags "-cl -l=text --level=text --no-progress --error-format=text -c=read --memory-limit=text") (args "tree*"))
  (sub "fix" (class acts) (flags "--dry-run --diff -v --verbose --format=text --config=read --rules=text") (args "change*")
    (unless "--dry-run" (none (here "writetree"))) (on "--dry-run" (class builds) (args "tree*"))) (args "text*")
  (word 1 "*:*" (class acts) (ask acts "A command of the application is run" "work"))
    (any "*auto_prepend* *auto_append* extension=* zend_extension*" (unknown "is told to load other code")))
(program "wasmtime wasmer wasmedge wamr" (class acts) (style none) (args "script:wasm text*")
  (word 1 "run compile --version -V help" (args "text script:wasm text*")) (word 1 "--version -V help" (class reads)
    (args "text*")))
(program "cargo" (style exact) (class builds)
  (value "-Z" "script* unstable-options-script" (deny hidden-execution "cargo is told to run a file as a script"))
  (global "-qv -vv --quiet --verbose --color=text --frozen --locked --offline -C=dir -Z=text") (flags
    "-V --list --explain=text --config=hidden"
    "-h")
  (flags "+stable*?text +nightly*?text +beta*?text +1.*?text")
    (value "+stable* +nightly* +beta* +1.*" "*/* *..*" (unknown "is told to use another toolchain"))
  (sub "build b check c test t bench clippy doc d nextest llvm-cov tarpaulin miri expand udeps hack"
    (flags "-pjFr -p,--package=text -j,--jobs=text -F,--features=text --workspace --all --exclude=text --lib --bins
       --bin=text --examples --example=text --tests --test=text --benches --bench=text --all-targets --all-features
       --no-default-features --release --profile=text --cargo-profile=text --target=text --target-dir=writetree
       --manifest-path=read
       --message-format=text --no-run --no-fail-fast --keep-going --doc --no-deps --document-private-items
       --timings?text --ignore-rust-version --future-incompat-report --fix --allow-dirty --allow-staged --nocapture
       --lcov --html --open --config=hidden") (args "text*") (on "--fix" (class acts) (here "writetree"))
    (on "--open" (class acts) (ask desktop "A browser is opened" "elsewhere"))
      (word 1 "self setup archive clean show-env init repl" (unknown "does more than test")))
  (sub "run r" (class acts) (is stops)
    (flags "-pjFr -p=text -F=text --bin=text --example=text --release --features=text --all-features
       --no-default-features --profile=text --target=text --manifest-path=read --package=text --config=hidden")
    (args "text*") (ask acts "The program is built and run" "work"))
  (sub "version help" (class reads) (args "text*"))
  (sub "tree metadata pkgid locate-project read-manifest verify-project config report"
    (flags "-dieFp -d --depth=text -i=text --invert?text -e=text --edges=text --prefix=text --no-dedupe --duplicates
       --charset=text -f=text --format=text --features=text --all-features --no-default-features --target=text
       --no-deps --format-version=text --manifest-path=read --filter-platform=text --workspace --message-format=text
       --package=text --charset=text") (args "text*"))
  (sub "fmt" (class acts) (flags "--check --all -p=text --package=text --manifest-path=read --message-format=text")
    (args "text*") (unless "--check" (none (here "writetree")) (any "*" "--check" (here "writetree")))
    (on "--check" (class builds)) (any "--check" (class builds)))
  (sub "clean" (class acts) (flags "-pnr -p=text --release --doc --dry-run --target-dir=deltree --package=text")
    (ask acts "Files that cargo built are deleted" "work"))
  (sub "install uninstall add remove rm update upgrade fetch vendor init new generate generate-lockfile search info
        fix audit outdated package watch deny about geiger bloat binstall make script flamegraph sweep edit"
    (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed or changed"
      "work writetree:~/.cargo/registry writetree:~/.cargo/git append:~/.cargo/.package-cache"))
  (sub "owner yank" (class acts) (is network) (style none) (args "text*")
    (ask publish "Something is published or changed at the registry" "elsewhere")
    (any "--add --remove -a -r --add=*" (deny accounts "Who may publish the package is changed")))
  (sub "publish login logout release" (class acts) (is network) (style none) (args "text*")
    (ask publish "Something is published or changed at the registry" "elsewhere")))
(program "rustc" (class builds) (style exact)
  (flags "-gOvV --version --verbose -o=write -L=read -l=text --crate-type=text --crate-name=text --edition=text
    --emit=text --print=text
     --test --out-dir=writetree --explain=text --cap-lints=text --cfg=text --error-format=text --target=text -A=text
     -W=text -D=text -F=text --extern=text --color=text
     -C={linker=*,link-arg*,opt-level=*,debuginfo=*,debug-assertions*,target-cpu=*,lto*,overflow-checks*,panic=*,codegen-units=*,incremental=*,strip=*}")
  (args "read") (any "@*" (unknown "takes words from a file")) (value "--print --emit" "*=*" (unknown "writes a file"))
  (on "-V --version --explain --print" (class reads))
  (value "-C" "linker=* link-arg*" (deny hidden-execution "rustc is told to run another linker")))
(program "rustup" (class acts)
  (sub "help" (class reads) (args "text*"))
  (sub "which" (class reads) (flags "--toolchain=text") (args "text"))
  (sub "show toolchain target component" (class acts) (is network) (args "text*")
    (flags "-v --path --installed -q --toolchain=text") (word 1 "list active-toolchain home" (class reads) (is local))
    (none (class reads) (is local)))
  (sub "run" (is stops) (args "text run") (here "work"))
  (sub "update install default self override set uninstall completions man check upgrade" (class acts) (is network)
    (style none) (args "text*") (ask install "Toolchains are installed or chosen" "work")))
(program "rustfmt" (class acts)
  (flags "-lqv --check --edition=text --config=text --config-path=read --emit={stdout} --print-config=text
     --color=text --files-with-diff") (args "change*")
  (on "--check --emit --print-config" (class reads) (args "read*")))
(program "java" (class acts) (is stops) (style single)
  (flags "-version -fullversion -showversion -show-version -validate-modules -d=text -help -h -X -cp=read -classpath=read -p=read -module-path=read -Xm* -Xss*
     -Xlog -D*=text -XX:*=text -javaagent:*=hidden -agentpath:*=hidden -agentlib:*=hidden -Xbootclasspath*=hidden
       -ea* -da* -verbose* -enable-preview -add-modules=text -add-opens=text
     -add-exports=text -add-reads=text -list-modules -describe-module=text -server -client -jar=script:java -m=text
     -dry-run -source=text -splash*=text -esa -XshowSettings* -enable-native-access=text") (args "text*")
  (value "-XX:" "onoutofmemoryerror* onerror* *vmoptionsfile* flags*"
    (deny hidden-execution "java is told to run a command"))
  (value "-XX:" "*file=* *path=* archiveclasses* *recording* dump* *dump* *logvmoutput*" (unknown "writes a file"))
  (ask acts "A Java program is run" "work")
  (value "-cp -classpath -p -module-path -jar" "http:* https:* ftp:*" (deny executes-data
    "Code is downloaded and run"))
  (on "-version -fullversion -help -h -X -list-modules -describe-module -d -validate-modules" (class reads) (pardon acts)))
(program "javac" (class builds) (style single)
  (flags "-d=writetree -cp=read -classpath=read -sourcepath=read -source=text -target=text -release=text -g* -Xlint*
     -nowarn -verbose -encoding=text -version -deprecation -parameters -implicit:none -implicit:class -Werror
     -processorpath=hidden --processor-path=hidden -processor=text -h=writetree -s=writetree -proc:none -proc:only
       -enable-preview -module-path=read -p=read -X") (args "read*")
  (on "-version" (class reads)) (any "@*" (unknown "takes words from a file"))
    (on "-processor" (unknown "is told which code to load")))
(program "corelist" (style single) (flags "-v?text -a -d -r -u -diff -upstream -release -feature -f -help")
  (args "text*"))
(program "msgcmp msgcat msgattrib msguniq msggrep msgunfmt" (style exact) (flags
  "-hlwesFn -o=write --output-file=write --no-fuzzy --only-fuzzy --untranslated --translated --obsolete --no-obsolete
     --use-first --unique --no-wrap --no-location --sort-output --sort-by-file --width=text") (args "read*"))
(program "jps" (style single) (flags "-q -m -l -v -V -help -lmv -lvm -lm -lv -mlv -ml -vl -vm -mv") (args "text*")
  (given 1 (class acts) (is network)))
(program "javap jdeps" (style single)
  (flags "-c -p -v -s -l -m -q -public -private -protected -verbose -constants -cp=read -classpath=read
     -summary -recursive -version -sysinfo -package -jdkinternals -R -e=text -f=text -filter=text") (args "read*")
  (any "@*" (unknown "takes words from a file")))
(program "sbt lein leiningen mill-build" (class acts) (style none) (args "text*") (ask acts
  "A task of the build is run" "work")
  (word 1 "test compile check testOnly test:compile Test/compile testQuick" (class builds) (pardon acts))
  (word 1 "-version --version version" (class reads) (pardon acts))
  (given 2 (class acts) (ask acts "Several tasks of the build are run" "work"))
  (any "eval* *eval?* *run-main* *Process(* *set?* *;*" (deny hidden-execution
    "The build is given code on the command line")))
(program "jshell groovy kotlin scala clojure clj amm kotlinc scalac groovyc scala-cli jbang"
  (class acts) (style single) (flags "-v -s -q -e=code:java -version") (args "script:java text*")
  (none (is stdin-code) (language "java")) (on "-s" (is stdin-code) (language "java"))
  (on "-version -v" (class reads) (is no-stdin)) (any "http:* https:* ftp:*" (deny executes-data
    "Code is downloaded and run")))
(program "mvn mvnw mvnd" (class builds) (style single)
  (flags "-B -q -e -X -o -U -N -V -v -h --help --version -version -f=read -pl=text -am -amd -ntp -Dtest=text
     -D*={test=*,skip*,maven.test.*,it.test=*,surefire.*,checkstyle.*,spotless.*,verbose*,includes=*,excludes=*,scope=*,*skip*,groups=*,style*,failIfNoTests*}
     -P=text -T=text -rf=text -fae -ff -fn -s=source -gs=source --projects=text --also-make --batch-mode --quiet
       --errors --offline
     --no-transfer-progress --show-version --file=read --threads=text --fail-at-end --non-recursive
       --update-snapshots")
  (args "text*")
  (any "deploy* release:* site-deploy* *:deploy scm:*" (class acts) (is network)
    (ask publish "An artefact is published" "elsewhere"))
  (any "dependency:resolve* dependency:get* dependency:go-offline dependency:copy* dependency:unpack*
    versions:display* *:update-*"
    (class acts) (is network) (ask install "Packages are downloaded" "work"))
  (value "-D" "exec.executable=* exec.args=* maven.ext.class.path=* *extension* *agent* argline=* jvm=* *toolchain*"
    (deny hidden-execution "mvn is given a property that says what is run"))
  (any "exec:* spring-boot:run antrun:* wrapper:* archetype:* versions:set* versions:use* *:start *:run groovy:*"
    (class acts) (ask acts "A goal runs or changes something" "work"))
  (any "install" (class acts) (ask acts "The artefact is put into the local repository" "work")) (on "-v" (class
    reads)) (on "-U --update-snapshots" (class acts) (is network)))
(program "gradle gradlew" (class builds) (style exact)
  (flags
    "-qdisSwaxmvh -x=text -p=dir -b,--build-file=source -c,--settings-file=source -P=text -t
    --offline --info --debug --stacktrace --no-daemon --daemon
     --parallel --no-parallel --continue --dry-run --rerun-tasks --build-cache --no-build-cache --console=text
     --warning-mode=text --tests=text --configuration=text --dependency=text --quiet --status --stop --project-dir=dir
     --exclude-task=text --all --rerun --group=text --types --watch-fs --no-watch-fs --refresh-dependencies --configuration-cache --no-configuration-cache --profile
     --max-workers=text -D=text") (args "text*")
  (value "-D" "*" (unknown "-D sets a property that may change what is run"))
  (value "-P" "*agent* *jvm* *executable* *exec* *init* *command* */*"
    (unknown "is given a property that may say what is run"))
  (value "-D" "*agent* *init* *java.home=* *wrapper*" (deny hidden-execution
    "gradle is given a property that says what is run"))
  (any "publish* *deploy* *upload* release *Publish" (class acts) (is network)
    (ask publish "An artefact is published" "elsewhere"))
  (any "run bootRun *:run *run install* uninstall* wrapper init clean*Dirs flyway* liquibase* jib* docker*" (class
    acts)
    (ask acts "A task runs or changes something" "work")) (on "-v" (class reads))
  (word 1 "tasks dependencies projects properties help dependencyInsight" (class builds))
  (on "--refresh-dependencies" (class acts) (is network)))
(program "ant bloop mill bazel bazelisk buck buck2 pants plz blaze" (class builds) (style none) (args "text*")
  (any "--*_cache=*:* --*_executor* --bes_* --registry* --output_base* --*_file* --profile* --symlink_prefix*
    --execution_log* --crosstool*
        --output_file* --remote_* --script_path* -l -logfile* --build_event* --credential* --override_*" (class acts)
    (ask acts "The build is told to write somewhere or to ask another machine" "work"))
  (word 1 "run clean shutdown mobile-install deploy* publish* install* exec* goal fetch sync vendor dump" (class acts)
    (ask acts "A target is run or build data is removed" "work"))
  (any "--run_under* --shell_executable* --*_toolchain* --client_env* --host_jvm* --output_user_root* --bazelrc* -lib
        -logger* -listener* -inputhandler* --spawn_strategy* --strategy* --workspace_status_command*"
    (deny hidden-execution "The build is told to run something else")))
(program "make gmake bmake remake" (class builds)
  (flags "-bBdeikmnpqrRsStwv -C,--directory=dir -f,--file,--makefile=source -I,--include-dir=read -j?text --jobs?text
     -l?text -o,--old-file=text -O?text -W,--what-if=text --always-make --dry-run --just-print --recon --keep-going
     --silent --quiet --question --print-data-base --no-print-directory --print-directory --no-builtin-rules
     --no-builtin-variables --output-sync?text --debug?text --trace --touch --warn-undefined-variables --stop
     --no-keep-going --environment-overrides --ignore-errors --load-average?text --shuffle?text --eval=hidden
     -E=hidden"
    "-L --check-symlink-times --assume-old=text --new-file=text --assume-new=text") (args "text*") (on "-t --touch"
      (class acts) (here "writetree"))
    (value "-f --file --makefile" "- /dev/stdin /dev/fd/* /proc/*"
    (deny hidden-execution "make is given its rules on standard input"))
  (any "*=*rm?-* *=*;* *=*|* *=*/tmp/*" (deny hidden-execution "make is given a command in a variable"))
  (any "*install* *uninstall* *deploy* *publish* *release* *push* *clean* *upload* *flash* *prod* *destroy* *reset*
    *migrate* *drop* *purge* *start* *run* *up *down* *serve*" "BUILD=* CONFIG=* TEST=* TESTS=* RUN=*" (class acts)
    (ask acts "A target is made whose name says that it does more than build" "work"))
  (on "-n --dry-run --just-print --recon" (class builds) (pardon acts))
  (any "SHELL=* .SHELLFLAGS=* CC=*/* CXX=*/* LD=*/* MAKEFLAGS=* MAKE=* PATH=* *=*$(* *=*`* LD_*=* AR=*/* RM=*"
    "SHELL=bash SHELL=sh SHELL=/bin/bash SHELL=/bin/sh SHELL=/usr/bin/bash" (class acts) (deny hidden-execution "make is given a command in a variable"))
  (any "*=*" "V=? VERBOSE=? DEBUG=? *=0 *=1 *=2 *=y *=n *=yes *=no *=true *=false *=on *=off
        BUILD=debug BUILD=release Q= JOBS=* ARCH=* GOOS=* GOARCH=* VERSION=v*
        CC=gcc CC=clang CC=cc CXX=g++ CXX=clang++ CXX=c++ CC=gcc-?? CC=clang-??
        SHELL=bash SHELL=sh SHELL=/bin/bash SHELL=/bin/sh SHELL=/usr/bin/bash CONFIG=* TEST=* TESTS=* PKG=* RUN=*" (class acts)
    (ask acts "make is given a variable, which it may carry out" "work")))
(program "just task" (class builds) (style exact)
  (flags
    "-jvknlgsyf -f,--justfile,--taskfile=source -t=source -d,--working-directory,--dir=dir -C=text -p --list
    --list-all -a --summary --dry-run
     --verbose --quiet --show=text --evaluate --unsorted --dump --fmt --check --groups --silent --status --parallel
       --force
     --concurrency=text --output=text --json --sort=text --init --choose --edit --set=text") (args "text*")
  (on "-l --list --list-all -a --summary --dry-run -n --dump --groups" (class builds))
  (any "*install* *uninstall* *deploy* *publish* *release* *push* *clean* *upload* *destroy* *reset* *migrate* *run*
    *prod* *drop*
        *seed* *start* *serve* *docker*" (class acts) (ask acts "A task is run whose name says that it does more
          than build" "work"))
  (any "*=*" (class acts) (ask acts "The task is given a variable" "work")) (any "*:*/* https:*" (class acts)
    (is network))
  (word 1 "execute exec" (unknown "may run a command, as taskwarrior has it"))
  (on "--edit --choose --init -g --set" (unknown "does more than make a task"))
    (value "-t --taskfile -f" "*://*" (unknown "takes its tasks from elsewhere")))
(program "mage doit ninja samu meson scons waf xmake premake tup redo b2 qmake qbs conan vcpkg autoreconf
          automake autoconf aclocal libtool libtoolize configure" (class builds) (style exact)
  (flags "-jvkntlfC -j?text -j=text -C=dir -f=source -t=text -n --list --summary --dry-run --verbose --quiet
     --show=text --jobs=text -l=text -d=text --help-all --evaluate --unsorted --list-all") (args "text*")
  (any "*install* *uninstall* *deploy* *publish* *release* *push* *clean* *upload* *destroy* *reset* *migrate* *run*
    *start* *serve* *prod* *drop* *seed* remote* wipe devenv dist init
        subprojects rewrite wrap" (class acts)
    (ask acts "A target is made whose name says that it does more than build" "work"))
  (any "*=*" (class acts) (ask acts "The build is given a variable" "work"))
    (word 1 "setup" (any "/* ../* ~*" (unknown "writes to another place")))
  (value "-t" "clean cleandead restat recompact browse" (unknown "runs a tool that changes or serves")))
(program "cmake" (class builds) (style exact)
  (flags "-S=read -B=writetree -G=text -A=text -T=text -D*=text -U*=text -L -LA -LH -LAH -N -W*=text -E -j?text -v
     --build=text --target=text -t=text --config=text --parallel?text --clean-first --verbose --preset=text
     --list-presets?text --fresh --trace --debug-output --log-level=text --install=text --prefix=text --workflow
     --graphviz=write --warn-uninitialized --no-warn-unused-cli --help-*=text --component=text --help-full
     --help-commands --help-modules --help-policies --help-properties --help-variables --help-manuals
     --strip -P=script:cmake --toolchain=source -C=script:cmake") (args "text*")
  (on "--install" (class acts) (ask install "What was built is installed" "work"))
  (value "--target -t" "*install* *deploy* *publish* *upload* *clean* *run* *uninstall*" (class acts)
    (ask acts "A target is made whose name says that it does more than build" "work"))
  (on "--workflow" (unknown "does what a file says, step by step"))
  (on "--help-full --help-commands --help-modules --help-policies --help-properties --help-variables --help-manuals"
    (unknown "may write a file"))
    (on "--build" (any "*=* -f -f* -C* -E* *install* *deploy* *publish* *clean*"
    (unknown "is told more for the build")))
  (on "-E" (class acts) (ask acts "cmake runs a command of its own" "work")
    (word 1 "env time" (args "text run")) (word 1 "chdir" (args "text dir run"))
    (word 1 "rm remove remove_directory" (args "text deltree*")) (word 1
      "copy copy_directory copy_if_different rename" (args "text tree into"))
    (word 1 "touch make_directory" (args "text write*")) (word 1 "rename" (args "text move into")) (word 1 "tar"
      (here "writetree"))
    (word 1 "create_symlink create_hardlink" (args "text link into")))
  (on "-P -C" (class acts) (ask hidden-execution "A cmake script is run" "work"))
  (on "--list-presets -N" (class reads))
  (value "-D" "*compiler* *launcher* *make_program* *toolchain* *_command* *linker* *project_include* *_include*
          *executable* *prefix_path* *module_path* *rule_launch*" (class acts)
    (ask hidden-execution "cmake is told which program or file to run" "work"))
  (value "-D" "*launcher=*;* *launcher=/tmp* *compiler=/tmp* *compiler=/home* *=/tmp/* *=rm*" (deny hidden-execution
    "cmake is told which program to run"))
  (value "-P -C" "/tmp/* ../* /* ~* - /dev/*" (deny hidden-execution
    "cmake runs a script from outside the workspace")))
(program "ctest cpack gtest" (class builds) (style single)
  (flags "-V -v -N -Q -F -R=text -E=text -L=text -LE=text -j*=text -C=text -I=text -T=text -VV -O=write
     --output-on-failure --rerun-failed --test-dir=text --parallel?text --timeout=text --verbose --show-only?text
     --stop-on-failure --repeat=text --preset=text --no-tests=text --output-junit=write --schedule-random
     --print-labels -G=text -S*=hidden -SP*=hidden --build-and-test=hidden --test-command=hidden
       --test-launcher=hidden"
    "-list-presets -build-config=text -progress -extra-verbose -debug -resource-spec-file=read -test-load=text -quiet
      -output-log=write -label-regex=text -tests-regex=text -exclude-regex=text -label-exclude=text -FA=text -FS=text
      -FC=text -fixture-exclude-any=text -fixture-exclude-setup=text -fixture-exclude-cleanup=text
      -tests-information=text -U -union -repeat-until-fail=text -max-width=text -no-label-summary
      -no-subproject-summary -test-output-size-passed=text -test-output-size-failed=text -test-output-truncation=text
      -stop-time=text -force-new-ctest-process -interactive-debug-mode=text") (args "text*") (value "-T"
        "*submit* *upload*" (class acts) (is network)))
(program "gcc* g++* cc c++ clang* clang++* cpp* gfortran* tcc icc nvcc c99 c89 emcc zig-cc" (class builds)
  (style single)
  (flags "-c -S -E -M -MM -MD -MMD -MP -MF=write -MT=text -MQ=text -o*=write -v -### -g* -O* -W*=text -w -f*=text
     -m*=text -std*=text -I*=read -L*=read -l*=text -D*=text -U*=text -isystem=read -iquote=read -idirafter=read
     -include=read -imacros=read -x*=text -pthread -pedantic* -ansi -pipe -shared -static* -rdynamic -nostdlib*
     -nostdinc* -nodefaultlibs -nostartfiles -s -r -P -C -dM -dD -H -ansi -arch=text -target=text -Xlinker=text
     -Xclang=text -Xpreprocessor=text -Xassembler=text -T=read -u=text -z=text -n -p -pg -Q -save-temps* -time
     -dumpversion -dumpmachine -dumpspecs -print-* --print-* -coverage -pie -no-pie -symbolic -analyze -fsyntax-only -emit-llvm
     -traditional* -trigraphs -undef -sysroot=read -isysroot=read -framework=text -F*=read -stdlib*=text -march*=text
     -version -help -param=text -cc1") (flags "-run=hidden -B*=hidden -specs=hidden -wrapper=hidden -fplugin*=hidden
       -load=hidden -fuse-ld*=hidden -ld-path*=hidden
     -fpass-plugin*=hidden") (args "read*") (value "-x" "*" (class builds))
  (any "@*" (unknown "takes its flags from a file"))
  (value "-Xclang" "-load -fplugin* -plugin*" (deny hidden-execution "The compiler is told to load a plugin"))
  (value "-Xclang" "-fixit* -o*" (unknown "changes files"))
  (value "-f" "dump-* callgraph-info* stack-usage* save-optimization-record* profile-*=* opt-info*=*"
    (unknown "writes files of its own"))
  (value "-W" "l,-plugin* l,*-plugin* l,--dynamic-linker*"
    (deny hidden-execution "The linker is told to load a plugin"))
  (on "-dumpversion -dumpmachine -version -help -print-* --print-*" (none (class reads))) (on "-E -fsyntax-only -M -MM" (class builds))
  (given 1 (unless "-o* -E -fsyntax-only -M -MM -### -version -help" (on "-c -S" (here "work"))
      (unless "-c -S" (here "write:a.out")))
    (on "-MD -MMD" (unless "-MF" (here "work"))) (on "-save-temps*" (here "work"))))
(program "m4" (class acts) (style exact) (flags
  "-PQsEgi -D,--define=text -U,--undefine=text -I,--include=read -R,--reload-state=read -F=write
     --prefix-builtins --synclines -d?text") (args "script:m4 text*") (none (is stdin-code) (language "m4")))
(program "ld gold lld ld.lld as nasm yasm strip objcopy ranlib dlltool windres llc llvm-as llvm-link mold bison yacc
          flex lex re2c gperf swig protoc flatc thrift rpcgen antlr4 gettext xgettext msgfmt bindgen cbindgen
          ocamlfind ocamlopt ocamlc dune opam cabal stack elm purs spago idris agda coqc lean lake erlc rebar3 mix
          gleam nim nimble zig v odin crystal shards dart flutter pub swift swiftc xcodebuild xcrun pod carthage
          fastlane dotnet msbuild csc mono nuget fsharpc fpc gnat gprbuild dmd ldc2 dub luarocks scheme gawk-ext
          arduino-cli platformio pio esptool west idf.py openocd avrdude quartus vivado verilator iverilog ghdl yosys
          hardhat truffle forge cast anvil solc move aptos sui near anchor solana" (class acts) (style none)
  (args "text*") (ask acts "A tool of a programming language builds, changes or runs something" "work")
  (word 1 "--version -version -V -v version --help -h help --info --list-sdks --list-runtimes" (class reads) (pardon
    acts))
  (word 1 "-v -V -h" (given 2 (class acts) (ask acts "A tool of a programming language makes or changes files"
    "work")))
  (word 1 "format" (any "--check-formatted --verify-no-changes --set-exit-if-changed" (class builds) (pardon acts)))
  (word 1 "test build check analyze compile format:check vet lint" (class builds) (pardon acts))
  (any "--swift-sdk* --toolchain* --disable-sandbox --toolset* --destination* --test-cmd* -ftest-runner*
    --test-runner* --zig-lib-dir* --build-runner*
        --fetch --fetch=* --ghc-option* --with-* -pgm* --copy-bins --file-watch --source --source=* -s:* --formatter
        -t:* /t:* -target:* /target:* -getItem:* -getProperty:*
        -getTargetResult:* --settings -s --test-adapter-path* --use-package* --override-*"
    (unknown "is told to use another compiler, source, target or settings"))
  (any "-p:* /p:* -property:* /property:* --property:* /P:*"
    "-p:*Configuration=* /p:*Configuration=* -p:Version=* /p:Version=* -p:TreatWarningsAsErrors=*
    /p:TreatWarningsAsErrors=*
      -p:CollectCoverage=* /p:CollectCoverage=* -p:CoverletOutputFormat=* /p:CoverletOutputFormat=* -p:Platform=*
      /p:Platform=* -p:WarningLevel=* /p:WarningLevel=*
      -p:NoWarn=* /p:NoWarn=* -p:DebugType=* /p:DebugType=* -p:UseAppHost=* /p:UseAppHost=*"
    (unknown "is given a property that may be a command"))
  (any "@*" "@all @default @runtest @check @doc @lint @fmt @install @test*" (unknown "takes words from a file"))
  (any "run --run install publish upload flash deploy promote --promote --auto-promote" (class acts)
    (ask acts "What was built is run, installed or sent, or files are changed" "work"))
  (any "--eval -e --load -l -E -x --exec --script -eval" (opaque "code is given on the command line"))
  (any "-plugin --plugin -fplugin* -plugin=* --plugin=*/*" (deny hidden-execution "A plugin is loaded"))
  (any "shell_* *=/tmp/* --*=/dev/*" (ask acts
    "A tool of a programming language is told to use a file from elsewhere" "work")))
(program "objdump llvm-objdump" (style exact)
  (flags "-aCdDfgGhHiLlprRsStTvVwWxzF -j=text -M=text -m=text -b=text -I=read -E=text -EB -EL --all-headers
    --disassemble?text
     --disassemble-all --demangle?text --source --line-numbers --no-show-raw-insn --section=text --section-headers
     --headers --syms --dynamic-syms --wide --dwarf?text --start-address=text --stop-address=text --reloc
     --dynamic-reloc --full-contents --architecture=text --disassembler-options=text --private-headers
     --disassemble-zeroes --no-addresses --prefix-addresses --file-headers --archive-headers --info --target=text
     --show-raw-insn --file-offsets --special-syms --inlines --disassembler-color=text --x86-asm-syntax=text -e
     -U=text -P=text --archive-header --adjust-vma=text
     --recurse-limit --no-recurse-limit --recursion-limit --no-recursion-limit --debugging --debugging-tags
     --endian=text
     --file-start-context --private=text --show-all-symbols --source-comment?text --prefix=text --prefix-strip=text
     --insn-width=text --visualize-jumps?text --dwarf-depth=text --dwarf-start=text --dwarf-check --ctf?text
     --ctf-parent=text --sframe?text --stabs --unicode=text")
  (args "read*") (value "-j -M -m -b -E -U -P --section --start-address --stop-address --architecture
     --disassembler-options
    --target --disassembler-color --adjust-vma --endian --private --prefix --prefix-strip --insn-width --dwarf-depth
    --dwarf-start --ctf-parent --unicode" "@*" (unknown "takes words from a file"))
    (any "@*" (unknown "takes words from a file")))
(program "readelf llvm-readelf eu-readelf" (style exact)
  (flags "-aChHlStegsudDrnVAIcTvWL -x=text -p=text -R=text -w* -z -P=read --all --file-header --program-headers
    --segments
     --section-headers --sections --section-groups --section-details --headers --syms --symbols --dyn-syms --notes
     --relocs --unwind --dynamic --version-info --arch-specific --archive-index --use-dynamic --hex-dump=text
     --string-dump=text --relocated-dump=text --decompress --debug-dump?text --histogram --wide --demangle?text
     --lint --needed-libs --elf-output-style=text -U=text -q --quiet --lto-syms --sym-base=text
     --no-demangle --recurse-limit --no-recurse-limit --recursion-limit --no-recursion-limit --unicode=text
     --enable-checks --dwarf-depth=text --dwarf-start=text --ctf?text --ctf-parent=text --ctf-symbols=text
     --ctf-strings=text --silent-truncation") (args "read*")
       (value "-x -p -R -U --hex-dump --string-dump --relocated-dump --elf-output-style --sym-base --unicode
       --dwarf-depth
    --dwarf-start --ctf-parent --ctf-symbols --ctf-strings" "@*" (unknown "takes words from a file")) (any "@*"
      (unknown "takes words from a file")))
(program "nm llvm-nm eu-nm" (style exact)
  (flags "-aABCDfgklnopPrsSuUvVW -t=text -f=text -X=text --debug-syms --print-file-name --demangle?text --no-demangle
     --dynamic --extern-only --defined-only --undefined-only --line-numbers --numeric-sort --portability --reverse-sort
     --print-size --print-armap --size-sort --special-syms --synthetic --radix=text --format=text --no-sort --no-weak
     --with-symbol-versions --just-symbol-name -h --recurse-limit --no-recurse-limit
     --recursion-limit --no-recursion-limit --ifunc-chars=text --inlines --unicode=text --without-symbol-versions
     --target=text") (args "read*")
       (value "-t -f -X --radix --format --ifunc-chars --unicode --target" "@*" (unknown "takes words from a file"))
        (any "@*" (unknown "takes words from a file")))
(program "dwarfdump llvm-dwarfdump" (style exact)
  (flags "-abcdefFgGiIklmnprsStuvwyhV --all --debug-info?text --debug-line?text --debug-abbrev --debug-str --name=text
     --show-children --show-parents --verify --verbose --statistics --diff") (args "read*")
  (any "@*" (unknown "takes words from a file")))
(program "size llvm-size addr2line llvm-addr2line c++filt llvm-cxxfilt pahole
          otool" (style exact)
  (flags "-aABCdDfhIilLnoprRsStTvVxXFGEp_ -e,--exe=read --format=text --radix=text --common --totals --functions
    --inlines
     --pretty-print --basenames --addresses --demangle?text --no-params --types --no-strip-underscore
     --target=text --sizes --reorganize -H -j,--section=read -b=read --recurse-limit --no-recurse-limit
     --recursion-limit --no-recursion-limit --strip-underscore --no-verbose") (args "read*") (value "--format --radix
     --section --target -b -j -e --exe" "@*"
       (unknown "takes words from a file")) (any "@*" (unknown "takes words from a file")))
(program "gprof gcov llvm-cov scanelf rabin2 checksec" (class acts) (style none) (args "text*")
  (ask acts "A report on a program is made, which may be written to files" "work")
  (word 1 "--version --help -v -h" (class reads) (pardon acts)
    (given 2 (class acts) (ask acts "A report on a program is made, which may be written to files" "work")))
  (any "--file=*" (class reads) (pardon acts) (given 2 (class acts) (ask acts "A report on a program is made" "work"))))
(program "ldd lddtree" (class builds) (flags "-druv --data-relocs --function-relocs --unused --verbose")
  (args "read*"))
(program "gdb lldb rust-gdb cgdb r2 radare2 edb" (class acts) (style single)
  (flags "-q -n -h -v -p=text -c=read -x=source -ex=code:gdb -iex=code:gdb -batch -quiet -nx -eval-command=code:gdb
     -o=code:gdb -b -s=source -args -tui -command=source -pid=text -core=read") (args "text*")
  (on "-p -pid" (ask process "A process is stopped and looked into" "elsewhere"))
  (unless "-batch" (ask interactive "A debugger waits for a person at a terminal, and commands have none" "elsewhere")) (opaque
    "a debugger runs what it is told to")
  (hook gdb))
(program "clang-format" (class acts) (style single)
  (flags "-i -n -dry-run -dump-config -style=text -fallback-style=text -assume-filename=text -lines=text -offset=text
     -length=text -cursor=text -Werror -verbose -sort-includes -ferror-limit=text -output-replacements-xml
     -qualifier-alignment=text -files=list:read") (args "read*") (class reads) (on "-i" (class acts) (args "change*"))
  (value "-style" "file:*" (unknown "takes its style from a file"))
  (any "@*" (unknown "takes words from a file")))
(program "ctags etags cscope universal-ctags gtags global cflow doxygen indexer ccls clangd bear compiledb
          clang-check include-what-you-use" (class acts) (style single)
  (flags
    "-options=source -optlib-dir=source -a -e -i -k -V -f=write -o=write -x -L=list:read -i -languages=text -exclude=text
     -list-* -fields=text -kinds-*=text -output-format=text -R -verbose -recurse?text") (args "tree*")
  (ask acts "An index or formatted files are written" "work")
  (on "-x" (class reads) (pardon acts)))
(program "ollama" (class acts) (style none) (args "text*") (ask acts "Another agent or model is run" "work")
  (word 1 "--version -v list ps show help ls" (pardon acts) (class reads)))
(program "pp" (class acts) (style none) (args "text*") (ask acts "Another agent or model is run" "work")
  (word 1 "--version version help check" (pardon acts) (class reads)))
(program "llm aider claude codex gemini copilot goose cursor-agent opencode" (class acts) (style none)
  (args "text*") (ask acts "Another agent or model is run" "work")
  (word 1 "--version" (pardon acts) (class reads)))
(program "sbcl clisp ecl ccl abcl ros" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:lisp -eval=code:lisp -E=code:lisp
     -x=code:lisp -c=code:lisp -print=code:lisp -exec=code:lisp -load=script:lisp -l=source -f=script:lisp
     -script=script:lisp -file*=script:lisp") (args "script:lisp text*") (none (is stdin-code) (language "lisp"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "guile racket chicken csi gosh mit-scheme" (class acts) (is stops) (style single)
  (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:scheme -eval=code:scheme
     -E=code:scheme -x=code:scheme -c=code:scheme -print=code:scheme -exec=code:scheme -load=script:scheme -l=source
     -f=script:scheme -script=script:scheme -file*=script:scheme") (args "script:scheme text*")
  (none (is stdin-code) (language "scheme"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "lua luajit" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:lua -eval=code:lua -E=code:lua
     -x=code:lua -c=code:lua -print=code:lua -exec=code:lua -load=script:lua -l=source -f=script:lua
     -script=script:lua -file*=script:lua") (args "script:lua text*") (none (is stdin-code) (language "lua"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "R Rscript" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:r -eval=code:r -E=code:r -x=code:r
     -c=code:r -print=code:r -exec=code:r -load=script:r -l=source -f=script:r -script=script:r -file*=script:r")
  (args "script:r text*") (none (is stdin-code) (language "r"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "julia" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:julia -eval=code:julia
     -E=code:julia -x=code:julia -c=code:julia -print=code:julia -exec=code:julia -load=script:julia -l=source
     -f=script:julia -script=script:julia -file*=script:julia") (args "script:julia text*")
  (none (is stdin-code) (language "julia"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "octave maxima gap sage" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:octave -eval=code:octave
     -E=code:octave -x=code:octave -c=code:octave -print=code:octave -exec=code:octave -load=script:octave -l=source
     -f=script:octave -script=script:octave -file*=script:octave") (args "script:octave text*")
  (none (is stdin-code) (language "octave"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "tclsh wish" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:tcl -eval=code:tcl -E=code:tcl
     -x=code:tcl -c=code:tcl -print=code:tcl -exec=code:tcl -load=script:tcl -l=source -f=script:tcl
     -script=script:tcl -file*=script:tcl") (args "script:tcl text*") (none (is stdin-code) (language "tcl"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "iex elixir" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:elixir -eval=code:elixir
     -E=code:elixir -x=code:elixir -c=code:elixir -print=code:elixir -exec=code:elixir -load=script:elixir -l=source
     -f=script:elixir -script=script:elixir -file*=script:elixir") (args "script:elixir text*")
  (none (is stdin-code) (language "elixir"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "erl" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:erlang -eval=code:erlang
     -E=code:erlang -x=code:erlang -c=code:erlang -print=code:erlang -exec=code:erlang -load=script:erlang -l=source
     -f=script:erlang -script=script:erlang -file*=script:erlang") (args "script:erlang text*")
  (none (is stdin-code) (language "erlang"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "ghc runghc runhaskell" (class acts) (is stops) (style single) (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:haskell -eval=code:haskell
     -E=code:haskell -x=code:haskell -c=code:haskell -print=code:haskell -exec=code:haskell -load=script:haskell
     -l=source -f=script:haskell -script=script:haskell -file*=script:haskell") (args "script:haskell text*")
  (none (is stdin-code) (language "haskell"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "nickle regina rexx io pike gforth" (class acts) (is stops) (style single)
  (version "-v -V -version --version -h")
  (flags "-q -i -s -b -n -quiet -noinform -quit -batch -no-sysinit -no-userinit -disable-debugger -non-interactive
     -slave -no-save -no-restore -vanilla -no-init-file -norc -interactive -e=code:forth -eval=code:forth
     -E=code:forth -x=code:forth -c=code:forth -print=code:forth -exec=code:forth -load=script:forth -l=source
     -f=script:forth -script=script:forth -file*=script:forth") (args "script:forth text*")
  (none (is stdin-code) (language "forth"))
  (on "-e -eval -E -x -c -print -exec -load -f -script -file" (is no-stdin) (args "text*")))
(program "knip depcheck madge npm-check ts-prune dependency-cruiser depcruise syncpack publint attw" (class builds)
  (style exact)
  (flags
    "-csxf -c,--config=source --circular --json --no-progress --no-config-hints --no-gitignore --files --dependencies --exports --ignores=text --extensions=text --exclude=text --include-npm
    --image=write --dot
     --summary --orphans --leaves --strict --production --no-exit-code --reporter=text --ts-config=read
       --webpack-config=source --skip-missing --directory=dir")
  (args "tree*"))
(program "pipdeptree" (class builds) (style exact) (flags
  "-rfalj -p=text -e=text -w=text -d=text --reverse --freeze --all --local-only --user-only --json
     --json-tree --packages=text --exclude=text --warn=text --depth=text --graph-output=text") (args "text*"))
(program "jekyll" (class acts) (style none) (args "text*") (ask acts "A site is built or served" "work")
  (word 1 "--version -v --help -h help" (class reads) (pardon acts) (given 2 (class acts) (ask acts
    "A site is built or served" "work"))))
(program "asciidoctor hugo lychee act eleventy zola mdbook" (class acts) (style none) (args "text*")
  (ask acts "A site is built, served or looked over, or containers are run" "work")
  (word 1 "version --version --help -h help" (class reads) (pardon acts)))
(program "jstat jinfo jcmd jstack jmap jconsole jlink jmod javadoc gci gomodifytags" (class acts) (style none)
  (args "text*") (ask acts "A tool of the language looks into a process or writes files" "work") (none (class reads)
    (pardon acts)))
(program "pip-audit safety" (class acts) (is network) (style none) (args "text*") (version "--version -V --help -h"))
(program "llvm-symbolizer" (style exact)
  (flags "-aCefips -e=read --obj=read --exe=read --basenames --relativenames --functions?text --demangle --no-demangle
    --inlining?text --no-inlines --pretty-print --print-address --verbose --output-style=text --adjust-vma=text")
  (args "text*"))
(program "jdeprscan" (style exact) (flags "-lv --for-removal --full-version --list --verbose --class-path=read
  --release=text") (args "read*"))

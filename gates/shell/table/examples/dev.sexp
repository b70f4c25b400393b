; Examples for the entries of commands/dev.sexp. See NOTATION.md.

(program "go" unknown "go build -gcflags=-o=marker ./..." "go build '-gcflags=all=-o x' ."
  "go build -ldflags=-cpuprofile=x ." "go build -gcflags=-asmhdr=x ." "go build -gccgoflags=-O2 ."
  "go test -args -test.cpuprofile=/etc/x" "go test -gcflags=-o=x ." "go test -ldflags=-cpuprofile=x ."
  "go test -frob ./..." "go vet -gcflags=-o=x ." "go list -export -gcflags=-o=x ." "go frob"
  builds "go build -gcflags=-m ." "go build '-gcflags=all=-N -l' ./..." "go build '-ldflags=-s -w -X main.v=1' ."
  "go build '-ldflags=-X main.v=-o' ." "go build -gcflags=-d=ssa/check_bce ." "go build ./..."
  "go build -v -race ./cmd/x" "go build -ldflags=-s ." "go build" "go test -test.coverprofile=x ." "go test ./..."
  "go test -run TestX -count=1 -v ./pkg" "go test -race -cover ./..." "go test --run=X" "go test ./... -v"
  "go vet ./..." denies "go build -toolexec '/tmp/evil' ./..." "go test -exec 'sh -c x' ./..."
  "go vet -ldflags=-extld=x ." "go vet -vettool=/tmp/evil ./..." "go run -exec sh ." "go env -w CC=/tmp/e"
  acts "go run ." "go run main.go" "go run x@latest" "go install golang.org/x/tools/gopls@latest" "go install ./..."
  "go get x@v1" "go list -m example.org/x@latest" "go list -mod=mod -m all" "go env -w GOBIN=x" "go fmt ./..."
  "go fix ./..." "go clean -cache" "go generate ./..." "go mod tidy" "go mod init x" "go work sync"
  "go tool cover -html=c -o x" "go tool frob" "go tool cover -html=c.out -o x" reads "go list -m all" "go list ./..."
  "go list -f '{{.Dir}}' ./x" "go list -json=Name ." "go doc fmt.Println" "go env GOPATH" "go env" "go version"
  "go version -m bin/app" "go mod graph" "go mod why x" "go mod verify" "go mod edit -json" "go work edit -json"
  "go tool" "go tool dist list" "go tool nm x" "go tool pprof -top cpu.prof" "go" "go help build" "go --help"
  asks "go tool cover -html=c.out")
(program "gofmt" reads "gofmt -l ." "gofmt -d x.go" "goimports -l src" acts "gofmt -w x.go")
(program "govulncheck" asks "govulncheck ./...")
(program "staticcheck" builds "staticcheck ./...")
(program "gotestsum" builds "gotestsum --format dots -- ./...")
(program "golangci-lint" builds "golangci-lint run" "golangci-lint run --timeout 5m ./..."
  reads "golangci-lint linters" acts "golangci-lint run --fix")
(program "gopls" reads "gopls version" acts "dlv debug")
(program "node" asks "node" "node x.js" "node -e 'x()'" reads "node --version" "node -v" "node --check x.js"
  builds "node --test" "node --import tsx --test" unknown "node --test --require ./e.js"
  "node --import=./e.mjs --test")
(program "npm" acts "npm query :outdated" "npm view react" "npm outdated" "npm run deploy" "npm install left-pad"
  "npm ci" "pnpm add x" "npm i -g x" "npm publish" "npm set x=y" "npm config set x y" "npm version patch" "npm pack"
  reads "npm query .workspace" "npm run" "npm config list" "npm config get x" "npm version" "npm pkg get name"
  "npm cache ls" "npm ls --depth=0" "npm -v" "npm --version" "npm why react" "npm sbom --sbom-format=spdx"
  "npm pkg get name --ws" builds "npm test" "npm test -- --watch" "npm t"
  "npm test --node-options=--max-old-space-size=4096" "pnpm lint" "pnpm build" "pnpm test:ci" "npm run build"
  "npm run lint -- x" "npm run test:unit" "pnpm exec --offline tsc" "npm pack --dry-run"
  denies "npm test --node-options=-r/tmp/e" "npm run x '--node-options=--require /tmp/e'" "npm run --node-options=-r/tmp/e test"
  "pnpm build --node-options=-r/e" "npm run test --script-shell=./e" "npm run-script test --script-shell ./e"
  "npm run test --prefix sub --script-shell=./e" "npm run test --scr=./e" "npm unpublish x"
  "npm set script-shell=/tmp/e" "npm config set script-shell /tmp/e" asks "pnpm deploy:x" "npm exec foo"
  unknown "npm run test --userconfig=n.txt" "npm --userconfig n.txt test" "npm test --userconfig=n.txt"
  "npm run test --prefix /tmp/e" "npm frob" "npm ls --frob")
(program "npx" builds "npx --no-install tsc --noEmit" "npx --no eslint ." asks "npx create-foo app" "npx tsc")
(program "yarn" builds "yarn why react" "yarn list --depth=0" "yarn test" "yarn build" "yarn lint" "yarn test:e2e"
  "yarn docs:build" "yarn run build" acts "yarn run deploy" "yarn" "yarn add x" "yarn install --frozen-lockfile"
  reads "yarn --version" "yarn -v")
(program "bun" builds "bun test" acts "bun install" asks "bun x.ts" reads "bun --version")
(program "deno" acts "deno check https://h/x.ts" "deno doc npm:x" builds "deno test" "deno test --allow-read=x"
  "deno lint" "deno fmt --check" reads "deno info" asks "deno" "deno run x.ts" "deno eval 'x'")
(program "tsc" builds "tsc --noEmit" "tsc -p tsconfig.json --noEmit" "tsc" unknown "tsc @x" acts "tsc -b --clean"
  reads "tsc -v")
(program "eslint" unknown "biome init" "eslint --rulesdir x src" "eslint -f ./e.js src"
  "eslint --resolve-plugins-relative-to x ." "eslint --frob x" builds "eslint src" "eslint --ext .ts ."
  "biome check ." "eslint -f json src" "eslint -c eslint.config.js ." acts "eslint --fix src")
(program "prettier" builds "prettier --check ." "prettier -l src" "prettier --plugin=prettier-plugin-x ."
  acts "prettier --write src" unknown "prettier --plugin=./e.js x" "prettier --frob x")
(program "c8" builds "c8 mocha" "nyc --reporter=text mocha test" unknown "nyc --require ./e.js mocha"
  "nyc -r ./e.js mocha")
(program "jest" acts "jest -u" "vitest run -u" "playwright install" "playwright test --update-snapshots"
  builds "mocha -r ts-node/register" "mocha --reporter dot" "jest -c jest.config.js" "mocha --check-leaks"
  "jest --testEnvironment=jsdom" "jest" "jest --coverage src" "vitest run" "mocha" "playwright test"
  "jest --runTestsByPath a.test.js" unknown "jest -c {}" "mocha -r ./e.js" "mocha -r e" "jest --globalSetup ./e.js"
  "mocha --reporter ./e.js" "mocha --ui ./e.js" "vitest --ui" "playwright test --reporter=./e.js"
  "vitest run --reporter=./e.js" "cypress run --reporter ./e.js" "mocha --frob" "jest --globalFrob=x"
  asks "vitest init browser" "cypress install")
(program "esbuild" builds "esbuild src/a.ts --bundle --minify" "esbuild a.ts --bundle --outfile=dist/out.js"
  asks "esbuild a.ts --serve" "esbuild --servedir=www")
(program "tsup" builds "tsup" "tsup src/a.ts --format esm" "tsup -d out" asks "tsup --onSuccess x" "tsup --config x")
(program "webpack" builds "vite build" "next lint" "turbo build" acts "vite" "wrangler deploy" "ts-node x.ts")
(program "rimraf" acts "rimraf dist" denies "rimraf --no-preserve-root x")
(program "nvm" reads "nvm ls" "pyenv versions" acts "nvm use 18" "direnv allow")
(program "python*" asks "python3" "python3 x.py" "python -" "python3 -c 'f()'" "python3.12 x.py"
  "python3 -m http.server" "python3 -m frob" reads "python3 --version" "python3 -V"
  builds "python3 -m json.tool x.json" "python3 -m pytest -q" "python -m pip list" "python -m unittest"
  acts "python3 -m venv .venv")
(program "pip*" unknown "pip show x --python ./e" "pip show --local x" "pip list --python /tmp/e"
  "pip --python=/tmp/e list" "pip frob" reads "pip show x --python .venv" "pip show requests" "pip3 show -f x"
  "pip config list" "pip list" "pip freeze" "pipx list" "pip --version" acts "pip config set a b"
  "pip list --outdated" "pip install requests" "pip install -e git+https://git.example/x#egg=x" "pip uninstall x"
  denies "pip install --target / x" "pip install --index-url http://e/s x")
(program "pytest" builds "pytest" "pytest -q -x tests/test_a.py" "pytest -k 'a and b' --cov=src"
  "pytest -p no:cacheprovider" "pytest -W error::DeprecationWarning" unknown "pytest @args" "pytest --pyargs x"
  "pytest --cov-report=html:/etc/x" "pytest -p evil" "pytest --frob" asks "pytest --basetemp=x"
  denies "pytest -o addopts=x")
(program "ruff" builds "ruff check ." "ruff check --select E src" "ruff format --check ." acts "ruff check --fix ."
  "ruff format x.py" reads "ruff rule E501")
(program "black" builds "black --check ." "isort --check-only src" "black --diff x.py" acts "black ." "isort x.py")
(program "mypy" builds "mypy src" "pyright" "mypy --strict x.py" "mypy --strict-equality --warn-return-any src"
  "mypy --tb src" denies "mypy --python-executable /tmp/e x" unknown "mypy --install-types" "mypy --pdb x"
  "mypy
    --custom-typeshed-dir d x" "mypy --shadow-file a b x")
(program "flake8" builds "flake8 src" "pylint src" "bandit -r src" "pydocstyle -e x.py"
  "flake8 --isolated --benchmark src" unknown "flake8 --install-hook git" "pylint --load-plugins=x src"
  denies "pylint --init-hook=x src")
(program "buf" builds "buf lint" acts "buf generate")
(program "uv" builds "uv run pytest -q" "uv run --no-default-groups --group dev ruff check ." "uv run pytest"
  asks "uv run --with x pytest" "uv run -m pytest" "uv run" "uv run --index=x pytest" "uv run --env-file x pytest"
  "uv sync" "uv add x" unknown "uv pip list --python /tmp/e" acts "uv pip list --outdated" reads "uv pip list"
  "uv tree" "uv --version")
(program "uvx" acts "uvx ruff")
(program "twine" acts "twine upload x" "twine check dist/a.whl")
(program "tox" unknown "tox exec -- ls" "nox -s publish" "tox --frob" builds "tox" "tox -e py312" "nox -s tests" "nox")
(program "bats" unknown "bats -F ./e tests" "bats --frob" builds "bats tests")
(program "invoke" builds "invoke --list" asks "fab check")
(program "poetry" acts "poetry install" "poetry add x" "poetry version patch" "hatch env prune" reads "poetry show"
  "poetry run pytest" builds "poetry env info")
(program "jupyter" reads "mkdocs --version" acts "uvicorn report")
(program "flask" builds "alembic history" "flask routes" acts "alembic downgrade -1" "flask run")
(program "coverage" builds "coverage report" acts "coverage run -m pytest" "coverage erase")
(program "ruby*" asks "ruby x.rb" "ruby -e 'File.delete(\"a.txt\")'" "ruby" reads "ruby --version" "ruby -c x.rb")
(program "gem" reads "gem list" "gem env" acts "gem install x")
(program "bundle" builds "bundle list" "bundle exec rspec" acts "bundle install" "bundle")
(program "rake" builds "rake test" "rake -T" "rails routes" acts "rails db:migrate" denies "rails db:drop")
(program "rspec" builds "rspec" "rspec spec/a_spec.rb:3" "rubocop" acts "rubocop -a"
  unknown "rspec --require /tmp/e.rb" "rubocop --plugin x")
(program "perl*" asks "perl x.pl" "perl -ne 'print if /x/' f" "perl -pi -e 's/a/b/' f" "perl" reads "perl -v"
  "perl --version")
(program "perldoc" acts "cpan x")
(program "php*" asks "php x.php" "php -r 'system(1);'" reads "php -v" "php -l x.php" "php -m"
  "php --syntax-check x.php" "php --rfunction strlen" "php --modules" denies "php -d auto_prepend_file=/tmp/e -v"
  unknown "php -d x=1 -v")
(program "composer" builds "composer test" "composer show" acts "composer install")
(program "phpunit" builds "php-cs-fixer fix --dry-run --diff" "phpunit" "phpstan analyse src" acts "php-cs-fixer fix"
  unknown "phpunit --bootstrap /tmp/e.php")
(program "wasmtime" reads "wasmtime --version" asks "wasmtime x.wasm" "wasmtime run x.wasm")
(program "cargo" unknown "cargo +/tmp/e build" "cargo +nightly/../x build" "cargo nextest self update" "cargo frob"
  builds "cargo +nightly build" "cargo +1.75.0 test" "cargo build --release" "cargo test -p x -- --nocapture"
  "cargo clippy --all-targets -- -D warnings" "cargo check" "cargo tree -d"
  "cargo metadata --no-deps --format-version 1" "cargo fmt --check" "cargo fmt -- --check"
  "cargo fmt --all -- --check" denies "cargo build --config 'build.rustc=\"/tmp/e\"'" acts "cargo clippy --fix"
  "cargo run -- x" "cargo fmt" "cargo clean" "cargo install ripgrep" "cargo add serde" "cargo update" "cargo publish"
  reads "cargo --version" "cargo")
(program "rustc" builds "rustc -O x.rs" reads "rustc --explain E0308" "rustc -V" denies "rustc -C linker=/tmp/e x.rs"
  unknown "rustc -C frob x.rs")
(program "rustup" reads "rustup show" "rustup toolchain list" acts "rustup update")
(program "rustfmt" reads "rustfmt --check x.rs" acts "rustfmt x.rs")
(program "java" reads "java -version" "java --version" asks "java -jar x.jar" "java X.java"
  denies "java -XX:OnOutOfMemoryError='rm x' X" "java -javaagent:/tmp/e.jar -version" unknown "java -frob -version"
  "java -Xlog:all:file=x -version" "java -Xloggc:x -version" "java -XX:ArchiveClassesAtExit=x -version"
  "java -XX:StartFlightRecording=filename=x -version" "java -XX:PerfDataSaveFile=x -version")
(program "javac" unknown "javac @args" builds "javac X.java" reads "javac -version"
  denies "javac -processorpath x -processor y Z.java")
(program "jps" reads "jps -l" "jps -lmv" asks "jps h")
(program "javap" reads "javap -c X" "jdeps -s a.jar")
(program "sbt" builds "sbt test" "lein test" asks "sbt run" "sbt test run" denies "sbt 'eval 1'" reads "sbt --version")
(program "jshell" asks "jshell -s -" "groovy -e 'x'" "scala test" denies "groovy http://e/x" reads "scala -version")
(program "mvn" asks "mvn dependency:tree -U" "mvn --update-snapshots test" reads "mvn -v" builds "mvn test"
  "mvn -q -DskipTests package" "mvn -Dtest=X test" acts "mvn deploy" "mvn install" "mvn exec:java")
(program "gradle" asks "gradle dependencies --refresh-dependencies" unknown "gradle -I e.gradle test"
  "gradle --init-script e tasks" builds "gradle test" "gradle build -x test" "gradle tasks --all"
  acts "gradle publish" "gradle run" reads "gradle --version")
(program "ant" builds "bazel build //..." "bazel test //x" "bazel query //..." acts "bazel run //x"
  "bazel build --remote_cache=grpc://h //x" "bazel build --profile=/x //y" "bazel sync"
  denies "bazel test --run_under=/tmp/e //x")
(program "make" builds "make SHELL=/bin/bash test" "make" "make -j4 test" "make -j 4" "make -C src all" "make -n" "make V=1" "make CC=clang test"
  "make WITH_TLS=yes" acts "make CC=x" "make install" "make CFLAGS=-O2" "make clean" denies "make SHELL=/tmp/e"
  "make --eval='x:;rm'" "make -f -" "make -f/dev/stdin" "make CC='rm -rf x;' all")
(program "just" unknown "just --choose" "just --edit" "task execute id" "task --init" "task -t https://h/x"
  builds "just test" "just -l" "task --list" "task build" acts "just deploy" "task build:prod")
(program "mage" unknown "ninja -t browse x" "ninja -t clean" "meson setup /etc" acts "meson devenv"
  "meson subprojects update" "ninja install" builds "ninja" "ninja -C build" "meson setup build")
(program "cmake" unknown "cmake --workflow --preset x" "cmake --build build -- SHELL=/tmp/e"
  acts "cmake --build build --target install" builds "cmake -S . -B build" "cmake --build build -j 4"
  "cmake -DCMAKE_BUILD_TYPE=Release .." asks "cmake -P x.cmake" "cmake --install build"
  denies "cmake -P /tmp/evil.cmake")
(program "ctest" acts "ctest -T Submit" builds "ctest --output-on-failure -j4" "ctest --list-presets"
  "ctest --tests-regex x --progress" denies "ctest -S x.cmake" "ctest --build-and-test x"
  unknown "ctest -D Experimental" "ctest
    --help-full x")
(program "gcc*" builds "gcc -Wall -O2 -o x x.c" "clang -std=c17 -Iinclude -c x.c" "gcc-12 -c x.c"
  "g++ -std=c++20 a.cc -lm -o a" "gcc -fsyntax-only x.c" denies "gcc -fplugin=/tmp/e.so x.c" "gcc -wrapper /tmp/e x.c"
  "gcc -B/tmp x.c" "gcc -specs=/tmp/s x.c" reads "gcc --version" "gcc -dumpmachine" "clang --print-targets")
(program "m4" asks "m4" "m4 x.m4" unknown "m4 --frob")
(program "ld" unknown "dotnet build -p:PreBuildEvent=id" "dotnet build @x.rsp" "zig test --test-cmd id x.zig"
  "swift build --toolchain /x" "cabal build --ghc-options=-F" "dotnet build --source https://h"
  builds "dotnet build -p:Configuration=Release" "zig build" "swift test" "mix test" "dotnet build"
  reads "dotnet --version" acts "protoc x.proto" "as -v a.s" "objcopy -v a b" "zig build run"
  "dune build --auto-promote")
(program "objdump" reads "objdump -d bin/app" "objdump -M intel -d x" "objdump -d --visualize-jumps=color bin/app"
  "objdump --adjust-vma 0x10 -S x" unknown "objdump --frob x" "objdump --target @f
    x" "objdump --plugin ./e.so x")
(program "readelf" reads "readelf -h bin/app" "readelf -p .comment x" "readelf --sym-base=10 -s x"
  unknown "readelf --frob x" "readelf --hex-dump @f x")
(program "nm" reads "nm -C x.o" "nm -D --defined-only x.so" "nm --inlines -l x.o" unknown "nm --plugin ./e.so x.o"
  "nm --format @f x.o")
(program "dwarfdump" reads "llvm-dwarfdump --debug-info f" unknown "llvm-dwarfdump -o x f")
(program "size" reads "size bin/app" "addr2line -fe bin/app 0x10" "c++filt _Z1f" "size -A bin/app"
  "addr2line -j .text -e bin/app 10" unknown "pahole --frob x" "size --radix @f x")
(program "gprof" asks "gcov a.c" reads "gcov --version" "checksec --file=a")
(program "ldd" builds "ldd bin/app")
(program "gdb" asks "gdb bin/app" "gdb -p 1" denies "gdb -batch -ex '!rm -rf ~'" "gdb -ex 'shell rm x'"
  "lldb -o 'platform shell rm x'")
(program "clang-format" reads "clang-format -n x.c" "clang-format x.c" acts "clang-format -i x.c")
(program "ctags" reads "ctags -x x.c" acts "ctags -R ." asks "ctags --options=/tmp/e ." unknown "ctags -n x.c")
(program "ollama" acts "ollama run x" reads "ollama list")
(program "pp" reads "pp check" acts "pp run")
(program "llm" acts "claude list" reads "claude --version")
(program "sbcl" asks "sbcl" "sbcl x" "sbcl -e x" reads "sbcl --version" unknown "sbcl --frob x")
(program "guile" asks "guile" "guile x" "guile -e x" reads "guile --version" unknown "guile --frob x")
(program "lua" asks "lua" "lua x" "lua -e x" reads "lua --version" unknown "lua --frob x")
(program "R" asks "R" "R x" "R -e x" reads "R --version" unknown "R --frob x")
(program "julia" asks "julia" "julia x" "julia -e x" reads "julia --version" unknown "julia --frob x")
(program "octave" asks "octave" "octave x" "octave -e x" reads "octave --version" unknown "octave --frob x")
(program "tclsh" asks "tclsh" "tclsh x" "tclsh -e x" reads "tclsh --version" unknown "tclsh --frob x")
(program "iex" asks "iex" "iex x" "iex -e x" reads "iex --version" unknown "iex --frob x")
(program "erl" asks "erl" "erl x" "erl -e x" reads "erl --version" unknown "erl --frob x")
(program "ghc" asks "ghc" "ghc x" "ghc -e x" reads "ghc --version" unknown "ghc --frob x")
(program "nickle" asks "nickle" "nickle x" "nickle -e x" reads "nickle --version" unknown "nickle --frob x")
(program "knip" builds "knip" "depcheck" "madge --circular src" unknown "knip --fix")
(program "pipdeptree" builds "pipdeptree")
(program "jekyll" reads "jekyll -v" acts "jekyll serve" "jekyll new x")
(program "asciidoctor" reads "hugo version" "act --version" acts "hugo serve" "asciidoctor -v x")
(program "jstat" acts "jcmd 1 GC.run" "javadoc X.java")
(program "pip-audit" acts "pip-audit" "safety check")
(program "llvm-symbolizer" reads "llvm-symbolizer --obj=a.elf 0x4004a0" unknown "llvm-symbolizer --frob")
(program "jdeprscan" reads "jdeprscan a.jar" unknown "jdeprscan -J-javaagent:x a.jar")
(program "corelist" reads "corelist strict" "corelist -v 5.8.8 B" unknown "corelist --frob")
(program "msgcmp" reads "msgcmp a.po b.po" "msgattrib --untranslated a.po" acts "msgcat -o c.po a.po"
  unknown "msgcat --frob a")

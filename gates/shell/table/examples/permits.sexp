; Examples for the entries of commands/permits.sexp. See NOTATION.md.

(permit "zip" reads "zip -sf bundle.zip" acts "zip bundle.zip src" "zip -sf -m bundle.zip x")
(permit "bzip2" reads "bzip2 -tv f.bz2" "lz4 -t a.lz4" acts "bzip2 -v f" "bzip2 -d f.bz2")
(permit "unsquashfs" reads "unsquashfs -l root.squashfs" "unsquashfs -s r.img" asks "unsquashfs root.squashfs"
  "unsquashfs -l -f r.img" "unsquashfs -d /tmp/x -l r.img")
(permit "ansible-playbook" builds "ansible-playbook --syntax-check site.yml"
  "ansible-playbook -i hosts site.yml --list-tasks" asks "ansible-playbook site.yml"
  denies "ansible-playbook --syntax-check /dev/fd/63")
(permit "sqlfluff" builds "sqlfluff lint models" "sqlfluff lint --dialect postgres a.sql" reads "sqlfluff dialects"
  asks "sqlfluff format models")
(permit "gitleaks" builds "gitleaks detect --redact --no-git" reads "gitleaks version" asks "gitleaks detect -v")
(permit "helm" builds "helm show values ./charts/app" "helm dependency list charts/app"
  "helm template x ./chart -f values.yaml --set a=b" "helm lint ." reads "helm plugin list" "helm repo list"
  asks "helm template x . --post-renderer ./e" "helm template x oci://h/c" "helm template bitnami/nginx"
  "helm template . --output-dir /etc" "helm template x --repo https://h c" "helm lint . --kubeconfig e"
  "helm template . --set-file a=/e" "helm repo add x h" "helm show values bitnami/nginx" "helm show values oci://h/x"
  "helm show values ./a --repo http://h" "helm install x ./charts/app")
(permit "kubectl" builds "kubectl kustomize base" reads "kubectl completion bash" "kubectl options" "kubectl help get"
  denies "kubectl config view --raw" asks "kubectl config use-context x" "kubectl config view --kubeconfig x"
  "kubectl config set-context x" "kubectl kustomize https://h/x" "kubectl kustomize --enable-helm base"
  "kubectl options get pods" "kubectl get pods")
(permit "kustomize" builds "kustomize build overlays/dev" reads "kustomize version" asks "kustomize edit set image x")
(permit "kubeconform" builds "kubeconform --summary manifests" "kube-linter lint charts"
  asks "kubeval --schema-location http://h x")
(permit "doctl" builds "doctl version" "pulumi version" asks "flyctl version upgrade" "pulumi up" "doctl"
  "doctl compute")
(permit "caddy" builds "caddy validate --config Caddyfile" "caddy adapt -c Caddyfile"
  reads "caddy fmt --diff Caddyfile" asks "caddy fmt --overwrite" "caddy run" "caddy")
(permit "haproxy" builds "haproxy -v" "haproxy -c -f haproxy.cfg" asks "haproxy -f haproxy.cfg" "haproxy -c -D"
  "haproxy")
(permit "lighttpd" reads "screen -v" "svn --version --quiet" "flyway -v" "cpan -v" "dnsmasq -v" asks "screen" "nvim"
  "squid" "cpan x" "nvim -q x" "lighttpd -v -f x")
(permit "memcached" reads "p4 -V" "plocate -V" "sshd -V" asks "memcached" "sshd" "sshd -V -D")
(permit "pwsh" reads "pwsh -Version" asks "pwsh -Command x" "pwsh")
(permit "pg_restore" reads "pg_restore -l backup.dump" "pg_restore --list -Fc x" asks "pg_restore -d db backup.dump"
  "pg_restore -l -f out x" "pg_restore x")
(permit "curl" reads "curl --help all" asks "curl all" "curl -h http://x.org" "curl --help all x")
(permit "emacs" reads "emacs -Q --version" "emacs --batch --version" asks "emacs -Q" "emacs --version x.el")
(permit "lefthook" reads "lefthook version" builds "lefthook validate" asks "lefthook run pre-commit"
  "lefthook install")
(permit "pre-commit" reads "pre-commit validate-config" asks "pre-commit run" "pre-commit")
(permit "ffmpeg" reads "ffmpeg -hide_banner -codecs" "ffmpeg -i a.mp4" "ffmpeg -i a.mp4 -f null -"
  asks "ffmpeg -i a.mp4 b.mp3" "ffmpeg -f lavfi -i movie=x" "ffmpeg -i http://h/x -f null -"
  "ffmpeg -i a.mp4 -f mp4 -" "ffmpeg")
(permit "podman" reads "podman pod ps" "podman pod inspect x" asks "podman pod rm x" "podman pod ps --url=tcp://h")
(permit "git" reads "git ls-remote --get-url origin" asks "git ls-remote origin" reads "git hash-object README.md" "git lfs ls-files -s" "git lfs version" "git lfs env"
  "git sparse-checkout list" "git rerere status" "git bundle verify repo.bundle" "git bundle list-heads x"
  "git lfs track" "git merge-file -p a b c" asks "git hash-object -w x" "git lfs pull" "git lfs track *.bin"
  "git sparse-checkout set x" "git rerere" "git rerere forget x" "git bundle create x HEAD" "git bundle unbundle x"
  "git merge-file a b c")
(permit "gosec" builds "gosec -quiet ./..." "gosec ./...")
(permit "gocyclo" builds "gocyclo -over 15 ." "gocyclo -top 10 src")
(permit "bun" builds "bun run build" "bun run test src" reads "bun run" asks "bun run deploy" "bun run x.ts"
  "bun run lint --fix")
(permit "deno" builds "deno fmt --check" "deno task test" acts "deno fmt x.ts" asks "deno task deploy"
  "deno task --cwd /x test")
(permit "ava" builds "ava --tap" "ava -v test/a.js" unknown "ava --node-arguments=x")
(permit "turbo" builds "turbo run test" "turbo run build --dry-run" "turbo run lint test --filter=web"
  asks "turbo run deploy" "turbo run dev" "turbo run build --token=x" "turbo login")
(permit "lerna" builds "lerna ls" "lerna run test" "lerna run build --scope=a" asks "lerna publish" "lerna run deploy"
  "lerna exec x")
(permit "nx" builds "nx show projects" asks "nx run-many -t test" "nx affected" "nx show project x --web"
  "nx migrate latest")
(permit "ng" builds "ng version" asks "ng update" "ng")
(permit "gulp" builds "gulp --tasks" "gulp -T" asks "gulp" "gulp x --tasks" "gulp --gulpfile /x --tasks")
(permit "npm-run-all" builds "run-s lint test" "run-p lint:*" asks "run-s deploy" "npm-run-all clean build")
(permit "cross-env" builds "cross-env NODE_ENV=test jest" asks "cross-env --frob x")
(permit "magick" reads "magick identify photo.jpg" "magick identify -format %wx%h a.png" asks "magick a.png b.jpg"
  "magick identify x:y" "magick identify -write x a.png")
(permit "convert" reads "convert -list format" asks "convert a.png -list x" "convert a b")
(permit "qpdf" reads "qpdf --show-npages manual.pdf" "qpdf --check doc.pdf" "qpdf --json a.pdf"
  asks "qpdf a.pdf b.pdf" "qpdf --check a.pdf b.pdf" "qpdf --replace-input --check a.pdf" "qpdf --check @args")
(permit "dot" reads "dot -Tplain graph.dot" "dot -V" "dot -Tsvg -Kneato g.dot" "neato -Gstart=1 x.dot"
  asks "dot -Tpng -o x g.dot" "dot -Tpng -O g.dot" "dot -Tx11 g.dot" "dot -l x g")
(permit "pdfimages" reads "pdfimages -list a.pdf" asks "pdfimages a.pdf x" "pdfimages -list a.pdf x")
(permit "pdftk" reads "pdftk a.pdf dump_data" asks "pdftk a.pdf cat output b.pdf" "pdftk a.pdf dump_data output x")
(permit "sox" reads "sox --i a.wav" "sox --info -r a.wav" asks "sox a.wav b.mp3" "sox --i '|sh x'")
(permit "jpegoptim" reads "jpegoptim -n a.jpg" asks "jpegoptim a.jpg")
(permit "inkscape" builds "inkscape --query-all a.svg" asks "inkscape a.svg" "inkscape -W --actions=x a.svg")
(permit "tldr" reads "tldr --list" asks "tldr tar" "tldr --list --frob")
(permit "python*" builds "python3 manage.py showmigrations app -v2" "python manage.py check --deploy"
  "python -m pydoc json.dumps" "python manage.py makemigrations --check --dry-run" "python manage.py migrate --plan"
  asks "python manage.py migrate" "python manage.py flush" "python manage.py shell -c x" "python -m pydoc -p 80"
  "python x.py test" "python manage.py test" "python manage.py check --testrunner=x" "python manage.py diffsettings")
(permit "manage.py" builds "manage.py check" "manage.py makemigrations --check" asks "manage.py migrate"
  "manage.py flush" "manage.py test")
(permit "pylint" builds "pylint --list-msgs" "pylint --help-msg=C0114" "pylint src"
  denies "pylint --list-msgs --init-hook=x")
(permit "pycodestyle" builds "pycodestyle --first src" unknown "pycodestyle --frob src")
(permit "radon" builds "radon cc -s src" "radon mi -nb ." "radon raw -s src" unknown "radon cc --frob src")
(permit "xenon" builds "xenon --max-absolute B src" unknown "xenon -u http://h src")
(permit "uv" builds "uv tree --offline" "uv run --offline pytest" "uv run --no-sync ruff check ."
  asks "uv run --offline --with x pytest" "uv run --offline --env-file x pytest")
(permit "jupyter" reads "jupyter nbconvert --version" "jupyter lab --version" builds "jupyter kernelspec list"
  "jupyter nbconvert --to markdown --stdout a.ipynb" asks "jupyter lab" "jupyter nbconvert --to html a.ipynb"
  "jupyter nbconvert --execute --to markdown --stdout a.ipynb")
(permit "djlint" builds "djlint templates --check" "djlint --lint ." unknown "djlint --reformat .")
(permit "rubocop" builds "rubocop -L" "rubocop -V" "rubocop --show-cops=Layout" unknown "rubocop -r ./x")
(permit "php*" builds "php artisan test" "php artisan --version" "php artisan route:list --json"
  asks "php artisan migrate" "php artisan tinker" "php artisan test --configuration=/x" "php x.php test")
(permit "psalm" builds "psalm --no-cache" "psalm --show-info=true src" unknown "psalm --plugin=x")
(permit "luarocks" builds "luarocks list" "luarocks test" asks "luarocks install x" "luarocks make")
(permit "perl*" reads "perl -V:version" "perl -V" asks "perl" "perl -Mx -V:y")
(permit "perldoc" reads "perldoc -T -f sprintf" "perldoc -l File::Spec" asks "perldoc -M X y" "perldoc http://h/x")
(permit "prove" builds "prove -l t" "prove -lvr t/basic.t" "prove" asks "prove -e sh t" "prove -Px t" "prove /tmp/x.t")
(permit "perlcritic" builds "perlcritic lib" "perlcritic -4 lib" "perlcritic --stern lib"
  asks "perlcritic --pager=x lib")
(permit "podchecker" reads "podchecker a.pod")
(permit "pod2text" reads "pod2text a.pod" acts "pod2text a.pod b.txt" asks "pod2text --frob a")
(permit "perltidy" reads "perltidy -st a.pl" asks "perltidy a.pl" "perltidy -b -st a.pl")
(permit "meson" reads "meson introspect build --targets" builds "meson test -C build --print-errorlogs"
  "meson setup build --buildtype=release" asks "meson setup /etc --wipe" unknown "meson test --wrapper x")
(permit "jdeps" reads "jdeps --list-deps app.jar" "jdeps -s --multi-release 17 a.jar"
  unknown "jdeps -dotoutput x a.jar")
(permit "jcmd" reads "jcmd -h" "jcmd -l" asks "jcmd 1 GC.run")
(permit "jmod" reads "jmod list a.jmod" asks "jmod create x")
(permit "clj" builds "clj -Sdescribe" "clojure -M:test" asks "clj" "clj -e x" "clj -M:test x" "clj -Sdeps x -Spath"
  "clj -T:build")
(permit "dotnet" builds "dotnet sln list" "dotnet sln a.sln list" "dotnet list reference"
  "dotnet list a.csproj package" asks "dotnet tool install x" "dotnet nuget add source x" "dotnet sln add x"
  "dotnet list package --outdated" "dotnet sln list add x")
(permit "dune" builds "dune runtest" "dune build @all" "dune test --force" asks "dune exec x" "dune install"
  "dune fmt")
(permit "zig" reads "zig fmt --check src" "zig version" builds "zig build test" "zig test a.zig" asks "zig fmt src"
  "zig run x.zig")
(permit "nimble" builds "nimble tasks" "nimble test" asks "nimble install x" "nimble publish")
(permit "crystal" builds "crystal spec" "crystal tool format --check" "crystal spec -v spec/a_spec.cr:3"
  reads "crystal env" asks "crystal run x.cr" "crystal tool format" "crystal spec --link-flags=x")
(permit "mix" builds "mix credo" "mix deps.tree" "mix test test/a_test.exs:3" "mix format --check-formatted"
  "mix compile" asks "mix run x.exs" "mix deps.get" "mix format" "mix ecto.drop" "mix" "mix credo gen.config")
(permit "rebar3" builds "rebar3 eunit" "rebar3 ct --suite=x" asks "rebar3 hex publish" "rebar3 shell" "rebar3 fmt")
(permit "fpc" reads "fpc -iV" asks "fpc x.pas")
(permit "ros" reads "ros version" asks "ros run" "ros")
(permit "verilator" reads "verilator --lint-only top.v" "verilator --lint-only -Wall -Irtl top.sv"
  asks "verilator --cc top.v" "verilator --lint-only --Mdir x top.v")
(permit "sg" builds "sg -p '$A && $A()' -l ts" "sg --pattern x -l js src" asks "sg docker -c ls" "sg -p x -U"
  "sg -p x -c ls")
(permit "cscope" reads "cscope -d -L0 main" "cscope -dL -1 main" asks "cscope -L0 main" "cscope -d" "cscope -Rb")
(permit "ctags" builds "ctags --list-languages" "ctags -f - x.c" asks "ctags -R" "ctags -f tags x.c"
  "ctags --options=x -f - y")
(permit "xq" reads "xq -x //title index.html" "xq -q p" unknown "xq -i -x //a f" "xq -n env" "xq -j env")
(permit "htmlq" reads "htmlq --attribute href a" "htmlq -t p" acts "htmlq -o x p" unknown "htmlq --frob p")
(permit "dasel" reads "dasel -i json foo.bar" "dasel -f config.toml '.server.port'" "dasel -r json .a" asks "dasel put -f x y"
  "dasel -f x -o y .a")
(permit "jc" reads "jc ps aux" "jc --ls" "jc -p --df")
(permit "protoc" reads "protoc --decode_raw" "protoc --decode pkg.Msg a.proto" asks "protoc --go_out=. a.proto"
  "protoc --decode_raw --plugin=x" "protoc --decode x @f")
(permit "timedatectl" reads "timedatectl list-timezones" "timedatectl" denies "timedatectl set-time x")
(permit "localectl" reads "localectl list-locales" asks "localectl set-locale x")
(permit "chrt" reads "chrt -p 12" "chrt -m" asks "chrt -p 10 12")
(permit "neofetch" reads "neofetch --stdout" unknown "neofetch --config x")
(permit "fastfetch" reads "fastfetch --pipe" "fastfetch -c none" unknown "fastfetch -c x")
(permit "screenfetch" reads "screenfetch -N" unknown "screenfetch --frob")
(permit "xbps-query" reads "xbps-query -l" "xbps-query -f bash" asks "xbps-query -R -s x"
  "xbps-query --repository=x y")
(permit "nix-store" reads "nix-store -qR x" "nix-store -q --references x" asks "nix-store --gc" "nix-store --delete x")
(permit "mdls" reads "mdls README.md")
(permit "capsh" reads "capsh --print" "capsh --decode=00" asks "capsh" "capsh --print -- -c ls")
(permit "aplay" reads "aplay -l" "arecord -L" asks "aplay x.wav" "arecord" "arecord -l x")
(permit "highlight" reads "highlight -O ansi src/main.c" asks "highlight -O html x.c" "highlight x.c"
  "highlight -O ansi --plug-in=x y")
(permit "mage" builds "mage -l" unknown "mage -compile x")
(permit "lychee" builds "lychee --offline README.md" asks "lychee README.md" "lychee --offline http://h")
(permit "prlimit" reads "prlimit --pid 1" asks "prlimit --pid 1 --nofile=1")
(permit "gleam" builds "gleam format --check" "gleam test" asks "gleam format" "gleam add x" "gleam publish")
(permit "cosign" builds "cosign version" asks "cosign sign x")
(permit "zola" builds "zola check --skip-external-links" asks "zola check" "zola serve")
(permit "jekyll" builds "jekyll build" "jekyll build -d out" asks "jekyll build --config x" "jekyll build --plugins x")
(permit "doxygen" reads "doxygen -v" asks "doxygen" "doxygen Doxyfile")
(permit "aws" reads "aws configure list" "aws configure list-profiles" asks "aws configure"
  "aws configure list --endpoint-url=x" "aws s3 ls")
(permit "gcloud" reads "gcloud help compute" asks "gcloud config list" "gcloud help x --flags-file=x"
  denies "gcloud auth print-access-token")
(permit "az" reads "az account show" "az account list -o table" asks "az account set -s x" "az account list --refresh"
  denies "az account get-access-token")
(permit "gsutil" reads "gsutil version -l" asks "gsutil ls" "gsutil version -o x")
(permit "gh" reads "gh config list" "gh config get editor" "gh alias list" "gh extension list"
  asks "gh config set editor x" "gh extension remove x" "glab config get token" denies "gh alias set x y"
  "gh extension install x")
(permit "docker" reads "docker top api -o pid,cmd" "docker plugin ls" "docker service ls" "docker stack ls" "docker node ls"
  "docker compose -f a.yml ps" "docker compose -f docker-compose.dev.yml config --services" asks "docker service rm x"
  "docker plugin install x" "docker compose -f a.yml up" "docker compose -f git@h:x config"
  "docker compose -f /tmp/e.yml ps" "docker compose -f ../x.yml config" "docker compose -f a.yml config -o x"
  "docker --host=x plugin ls")
(permit "poetry" builds "poetry config --list" asks "poetry config a b")
(permit "cmake" builds "cmake -E echo hi" "cmake -E capabilities" asks "cmake -E rm x" "cmake -E env ls")
(permit "packer" reads "packer fmt -check ." asks "packer fmt ." "packer build x" "packer fmt -check -write=true .")
(permit "ansible-galaxy" builds "ansible-galaxy list" "ansible-galaxy collection list" asks "ansible-galaxy install x"
  "ansible-galaxy collection list -p /x")
(permit "hg" asks "hg identify https://h/x" reads "hg identify -inbt" "hg annotate -u -n lib/core.c" reads "hg branch" "hg bookmarks" asks "hg branch x" "hg bookmark x" "hg bookmarks -d x" "hg branch -f")
(permit "jj" reads "jj op log" "jj bookmark list" "jj config list" asks "jj op restore x" "jj bookmark delete x"
  "jj config set --user a b" "jj op log --config=ui.pager=x")
(permit "firewall-cmd" reads "firewall-cmd --get-zones" "firewall-cmd --zone=public --list-interfaces"
  "firewall-cmd --permanent --query-service=ssh" denies "firewall-cmd --permanent" "firewall-cmd --reload"
  "firewall-cmd --list-all --add-port=1/tcp" "firewall-cmd --zone=public --remove-service=ssh")
(permit "losetup" reads "losetup -a" "losetup -l" denies "losetup -d /dev/loop0" "losetup -a -D"
  "losetup /dev/loop0 x")
(permit "code" reads "code --list-extensions" "code --list-extensions --show-versions"
  asks "code --list-extensions --extensions-dir /x" "code --install-extension x")
(permit "bundle" builds "bundle config list" asks "bundle config set path x")
(permit "composer" builds "composer run-script --list" "composer run-script lint" asks "composer run deploy" "composer run-script" "composer run-script x --list")
(permit "go" builds "go mod tidy -diff" asks "go mod tidy")
(permit "man" reads "man -P cat ls" denies "man -P sh ls")
(permit "tokei" reads "tokei -o json src" unknown "tokei -o x")
(permit "cabal" builds "cabal list-bin app" "cabal list --installed" asks "cabal list x")
(permit "stack" builds "stack path" reads "stack ls dependencies" asks "stack path --stack-yaml /x" "stack exec x")
(permit "swift" builds "swift package describe" "swift package dump-package" asks "swift package update"
  "swift package describe --package-path /x")
(permit "sbt" builds "sbt 'testOnly *Foo'" denies "sbt 'testOnly x; run'" asks "sbt run" "sbt 'testOnly x' run")
(permit "just" builds "just -n deploy" "just --dry-run deploy prod" asks "just deploy" "just -n x=y deploy")
(permit "prisma" builds "prisma validate" "prisma format --check" asks "prisma format" "prisma db push")
(permit "webpack" builds "webpack --mode production" "webpack" asks "webpack serve" "webpack --config=/tmp/e"
  "webpack -c x")
(permit "rollup" builds "rollup -c" asks "rollup -c /tmp/e" "rollup -p x -c" "rollup x -o y")
(permit "codesign" reads "codesign -v x" "codesign -dv x" asks "codesign -s k x")
(permit "ethtool" reads "ethtool -S eth0" "ethtool -m eth0" asks "ethtool -t eth0" "ethtool -p eth0")
(permit "tc" reads "tc -g -s class show dev eth0" "tc -s qdisc show" denies "tc qdisc del dev eth0 root"
  asks "tc -b f")
(permit "ip" reads "ip monitor link" "ip maddr" "ip -j maddr show dev eth0" asks "ip vrf exec red ls")
(permit "hdparm" reads "hdparm -I /dev/sda" denies "hdparm -y /dev/sda" "hdparm -iy /dev/sda")
(permit "partx" reads "partx --show - /dev/sdb3" "partx -o START -g --nr 5 /dev/sdb" denies "partx -d /dev/sda"
  "partx --add /dev/sda")
(permit "wipefs" reads "wipefs /dev/sda" denies "wipefs -a /dev/sda" "wipefs -o 0x1fe /dev/sda"
  "wipefs -fo 0 /dev/sda")
(permit "btrfs" reads "btrfs filesystem df /mnt" "btrfs subvolume list /mnt" denies "btrfs subvolume delete x"
  "btrfs filesystem resize max /mnt" "btrfs su snapshot a b")
(permit "keytool" reads "keytool -v -printcert -file a.crt" asks "keytool -delete -alias a"
  denies "keytool -printcert -J-x")
(permit "pacman" reads "pacman -Sl" "pacman -Dk" "pacman -Sg base" asks "pacman -Sy" "pacman -S x" "pacman -Syi x"
  "pacman -D --asdeps x")
(permit "brew" reads "brew --cellar node" "brew --prefix openssl" asks "brew install x" "brew --prefix ./x.rb")
(permit "cargo" reads "cargo install --list" asks "cargo install x" "cargo install --list x")
(permit "flatpak" reads "flatpak ps" asks "flatpak run x")
(permit "tshark" reads "tshark -q -z io,stat,1 -r x.pcap" "tshark -r x.pcap -T fields -e ip.src" asks "tshark -i eth0"
  unknown "tshark -r a -X lua_script:x")
(permit "dpkg-architecture" reads "dpkg-architecture -ai386 -ilinux-any" "dpkg-architecture -q DEB_HOST_ARCH"
  unknown "dpkg-architecture -c ls")
(permit "kill" reads "kill -l 11" "kill -L" asks "kill 11")
(permit "systemd-delta" reads "systemd-delta /run" "systemd-delta --type=extended" asks "systemd-delta --frob")
(permit "systemd-escape" reads "systemd-escape -p --suffix=mount /tmp/x" asks "systemd-escape --frob")
(permit "systemd-cgls" reads "systemd-cgls -a" "systemd-cgls --no-pager -u x" unknown "systemd-cgls -H h")
(permit "systemd-cgtop" reads "systemd-cgtop -b -n 1" "systemd-cgtop --depth=2 -1" asks "systemd-cgtop -M x")
(permit "systemd-path" reads "systemd-path --suffix=x search-binaries")
(permit "busctl" reads "busctl --user list" "networkctl -s status eth0" "systemd-analyze --user blame"
  asks "busctl --user call a b c d" "systemd-analyze --user set-log-level debug" "busctl list --match=x")
(permit "hostnamectl" reads "hostnamectl --json=short" "hostnamectl --static" asks "hostnamectl --static set-hostname x")
(permit "zramctl" reads "zramctl -n" "zramctl -o NAME" denies "zramctl -r /dev/zram0" "zramctl -f -s 1G")
(permit "mesg" reads "mesg" asks "mesg y")
(permit "chsh" reads "chsh -l" denies "chsh -s /bin/sh" "chsh")
(permit "faillog" reads "faillog -u root" denies "faillog -r" "faillog -m 3")
(permit "tmux" reads "tmux display-message -p '#S'" asks "tmux display-message x" "tmux display -p '#(touch x)'"
  "tmux display -p x ';' kill-server")
(permit "gettext" reads "gettext -d a hello")
(permit "msgfmt" reads "msgfmt -c -v -o /dev/null a.po" asks "msgfmt a.po" "msgfmt -o x a.po" "msgfmt --java a.po")
(permit "sd" reads "sd -p a b x.txt" acts "sd a b" "sd -F . , x.txt" asks "sd" "sd -i a b x")
(permit "semanage" reads "semanage port -l" "semanage fcontext -l -C" denies "semanage port -a -t x" "semanage fcontext")
(permit "yarn" builds "yarn workspaces foreach -A run build" "yarn workspaces run test" asks "yarn workspaces run deploy"
  "yarn workspaces foreach -A run" "yarn workspaces foreach exec ls" "yarn workspaces foreach run build deploy")
(permit "pnpm" builds "pnpm vitest run" "pnpm tsc --noEmit" "pnpm -r eslint src" asks "pnpm rimraf /" "pnpm vite dev")
(permit "tune2fs" reads "tune2fs -l /dev/sda1" denies "tune2fs -L x /dev/sda1")
(permit "dumpe2fs" reads "dumpe2fs -h /dev/sda1")
(permit "mdadm" reads "mdadm --detail /dev/md0" "mdadm -D --scan" denies "mdadm --stop /dev/md0")
(permit "sgdisk" reads "sgdisk -p /dev/sda" denies "sgdisk --zap-all /dev/sda" "sgdisk -p --zap-all /dev/sda")
(permit "gdisk" reads "gdisk -l /dev/sda" denies "gdisk /dev/sda")
(permit "sfdisk" reads "sfdisk -d /dev/sda" "sfdisk --list" denies "sfdisk --delete /dev/sda 1")
(permit "nvme" reads "nvme list" "nvme smart-log /dev/nvme0" denies "nvme format /dev/nvme0")
(permit "efibootmgr" reads "efibootmgr" "efibootmgr -v" denies "efibootmgr -B -b 8" "efibootmgr -v -o 1,2")
(permit "faillock" reads "faillock" "faillock --user dev" denies "faillock --user dev --reset")
(permit "fail2ban-client" reads "fail2ban-client ping" denies "fail2ban-client stop")
(permit "bpftool" reads "bpftool prog list" "bpftool net" "bpftool -p map show" "bpftool feature probe"
  denies "bpftool prog load x y" "bpftool map dump id 1" "bpftool net attach xdp id 1 dev eth0")
(permit "dracut" reads "dracut --list-modules" denies "dracut --force")
(permit "debsums" reads "debsums -c" "debsums -s bash" denies "debsums -g bash")
(permit "bluetoothctl" reads "bluetoothctl devices" asks "bluetoothctl pair x" "bluetoothctl")
(permit "wg" reads "wg show" "wg show wg0" asks "wg show wg0 private-key" "wg showconf wg0")
(permit "apt-get" reads "apt-get -s upgrade" "apt-get install --simulate x" "apt -s full-upgrade"
  asks "apt-get upgrade" "apt-get -s install ./x.deb" "apt-get -s -o x=y upgrade")
(permit "rails" builds "rails routes -g posts" asks "rails db:migrate")
(permit "upower" reads "upower -d" "upower -i /org/x")
(permit "zfs" reads "zfs list -t snapshot -o name,used -s creation" "zfs get -H -o value compressratio tank/data"
  denies "zfs destroy tank/data" "zfs list -x")
(permit "gpart" reads "gpart show" "gpart show -l ada0" denies "gpart add -t freebsd-ufs ada0")
(permit "nft" reads "nft -j list ruleset" "nft list table inet filter" denies "nft flush ruleset" "nft -f rules")
(permit "conntrack" reads "conntrack -C" "conntrack -L -p tcp" denies "conntrack -F" "conntrack -D -s 10.0.0.1")
(permit "tcpdump" reads "tcpdump -D" asks "tcpdump -i eth0")
(permit "opam" reads "opam list --installed --short" "opam switch list" "opam show dune" "opam var prefix"
  asks "opam install dune" "opam switch create x" "opam switch 4.14")
(permit "ocamlfind" reads "ocamlfind list" "ocamlfind query str" asks "ocamlfind remove str" "ocamlfind ocamlopt x.ml")
(permit "xcodebuild" builds "xcodebuild -list -json" asks "xcodebuild -list clean")
(permit "gprof" reads "gprof -b ./app gmon.out" asks "gprof -s ./app gmon.out")
(permit "gcov" reads "gcov -n src/foo.gcda" asks "gcov src/foo.gcda")
(permit "mvn" builds "mvn -o -q help:evaluate -Dexpression=project.version -DforceStdout" "mvn -q help:effective-pom"
  asks "mvn -Doutput=/etc/x help:effective-pom" "mvn deploy -q")
(permit "qemu-img" reads "qemu-img info d.qcow2" "qemu-img check d.qcow2" asks "qemu-img check -r all d.qcow2"
  "qemu-img create d.qcow2 1G" "qemu-img convert a b")
(permit "bzr" reads "bzr log -l 3 --line" asks "bzr commit -m x")
(permit "nix" reads "nix profile list" asks "nix profile install nixpkgs#hello" "nix build")
(permit "optipng" reads "optipng -simulate icon.png" asks "optipng icon.png" "optipng -simulate -out x.png icon.png")
(permit "cpp" builds "cpp -P -DDEBUG config.h" asks "cpp -P x.h out.h" "cpp -o out.h x.h")

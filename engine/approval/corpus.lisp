;; Actions that a learned rule is tried against before it is saved. A string is
;; a command; a list is a request. A rule may waive what these ask only for its
;; own program and subcommand. Each line stands for what people do: the common
;; subcommands of the programs that have dangerous ones, and every kind of effect.

;; version control
"git status" "git fetch origin" "git pull" "git push" "git push origin main" "git push --force origin main"
"git commit -m message" "git commit --amend" "git add -A" "git checkout main" "git checkout -- ." "git switch main" "git restore ."
"git reset --hard HEAD~1" "git clean -fdx" "git rebase main" "git merge topic" "git stash" "git stash drop" "git branch -D topic"
"git tag v1" "git remote add other https://example.org/r.git" "git config user.name x" "git config core.pager x" "git submodule update --init"
"git clone https://example.org/r.git" "git filter-branch --all" "git gc --prune=now" "git worktree add ../other" "git bisect start" "git apply p.patch"
"hg commit -m x" "hg push" "svn commit -m x" "gh pr create" "gh pr merge 1" "gh repo delete x" "gh release create v1" "glab mr create"

;; files
"mkdir -p build/out" "touch a.txt" "cp a.txt b.txt" "cp -r src copy" "mv a.txt b.txt" "ln -s a b" "rm a.txt" "rm -rf build" "rmdir build"
"chmod +x run" "chmod -R 777 ." "chown nobody a.txt" "truncate -s 0 a.txt" "tee out.txt" "dd if=a of=b" "install -m 755 a b" "sed -i s/a/b/ a.txt"
"echo x > a.txt" "echo x >> notes/a.txt" "cat /etc/hosts" "cat ../other/a.txt" "tar xf a.tar" "tar cf a.tar src" "unzip a.zip" "gzip a.txt" "rsync -a src/ dst/"
"patch -p1 -i p.patch" "shred a.txt" "split a.txt" "sort -o a.txt a.txt" "find . -delete" "find . -exec rm {} +"

;; building, testing, packages
"go build ./..." "go test ./..." "go run ." "go generate ./..." "go install ./..." "go get example.org/m" "go mod tidy" "go clean -cache" "go env -w GOFLAGS=-x"
"npm install" "npm ci" "npm test" "npm run build" "npm run deploy" "npm publish" "npm exec x" "yarn install" "yarn publish" "pnpm install" "npx create-x"
"cargo build" "cargo test" "cargo run" "cargo install x" "cargo publish" "make" "make install" "make clean" "cmake --build build" "ninja" "bazel build //..."
"pip install x" "pip uninstall -y x" "python3 setup.py install" "python3 -c 1" "python3 tool.py" "pytest" "poetry publish" "uv pip install x" "tox"
"mvn package" "mvn deploy" "gradle build" "gradle publish" "gem install x" "bundle exec rake" "composer install" "dotnet build" "dotnet nuget push x"
"apt-get install x" "apt-get remove x" "brew install x" "brew uninstall x" "dnf install x" "pacman -S x" "apk add x" "snap install x"

;; machines, services, the network
"curl https://example.org" "curl -X POST -d @a.txt https://example.org" "wget https://example.org/a" "ssh host uptime" "scp a.txt host:" "sftp host" "nc -l 8080" "nc example.org 80"
"python3 -m http.server" "dig example.org" "ping -c 1 example.org" "telnet example.org 80" "ftp example.org"
"docker ps" "docker build ." "docker run x" "docker compose up" "docker compose down -v" "docker rm -f x" "docker system prune -af" "docker push x" "podman run x"
"kubectl get pods" "kubectl apply -f a.yaml" "kubectl delete pod x" "kubectl exec x -- sh" "helm install x y" "helm uninstall x"
"terraform plan" "terraform apply" "terraform destroy" "aws s3 ls" "aws s3 rm s3://b/k" "aws ec2 terminate-instances --instance-ids i" "gcloud compute instances delete x" "az vm delete -n x"
"systemctl status x" "systemctl restart x" "systemctl disable x" "service x restart" "kill 4242" "kill -9 4242" "pkill worker" "killall worker" "crontab -e" "at now"
"sudo ls" "sudo apt-get install x" "su - x" "doas ls" "mount /dev/sdb1 /mnt" "umount /mnt" "iptables -F" "useradd x" "passwd x" "reboot"
"psql -c 'drop table x'" "mysql -e 'drop table x'" "sqlite3 a.db 'drop table x'" "redis-cli flushall" "mongosh --eval x"

;; what runs something else
"sh a.sh" "bash -c 'echo x'" "./run" "./scripts/deploy.sh prod" "env X=1 make" "nice make" "nohup ./run" "timeout 5 ./run" "xargs rm" "time make" "watch ls"
"node a.js" "node -e 1" "perl -e 1" "ruby a.rb" "php a.php" "awk 1 a.txt" "eval x" "source a.sh" "frobnicate" "frobnicate all" "frobnicate --now" "unheard of"

;; tools
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:CONTENT "x" :FILEPATH "README.md") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:CONTENT "x" :FILEPATH "src/a.txt") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:CONTENT "x" :FILEPATH "../a.txt") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:CONTENT "x" :FILEPATH "/etc/motd") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "../a.txt") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "/etc/shadow") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "list-directory" :ARGS (:PATH "..") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "search-files" :ARGS (:PATH ".." :PATTERN "x") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "fetch-url" :ARGS (:URL "https://example.org/") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "fetch-url" :ARGS (:URL "http://example.net:8080/") :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "no-such-tool" :ARGS NIL :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :SYSTEM :PAYLOAD (:ACTION :EVAL :CODE "(+ 1 2)" :EXPLANATION "an action of the corpus"))
(:TYPE :REQUEST :TARGET :SIGNAL :PAYLOAD (:ACTION :MESSAGE :TEXT "x" :TO "+12025550100" :EXPLANATION "an action of the corpus"))

package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pp/engine"
)

// project fills the workspace with what ordinary commands look at: a repository
// with a history, sources, data.
func (w *world) project() {
	w.t.Helper()
	w.put(w.ws+"/go.mod", "module example.test/m\n\ngo 1.21\n")
	w.put(w.ws+"/main.go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(Add(1, 2)) }\n\n// Add adds.\nfunc Add(a, b int) int { return a + b }\n")
	w.put(w.ws+"/main_test.go", "package main\n\nimport \"testing\"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal()\n\t}\n}\n")
	w.put(w.ws+"/data.csv", "name,age\nann,30\nbob,25\ncid,41\n")
	w.put(w.ws+"/data.json", "{\"a\": [1, 2, {\"b\": null}]}\n")
	w.put(w.ws+"/words.txt", strings.Repeat("the quick brown fox\njumps over\nthe lazy dog\n", 20))
	w.put(w.ws+"/app.py", "import sys\ndef add(a, b):\n    return a + b\nprint(add(1, 2), sys.version_info[0])\n")
	w.put(w.ws+"/test_app.py", "import unittest\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(1 + 2, 3)\n")
	w.put(w.ws+"/index.js", "console.log([1,2,3].map(x => x * 2).join())\n")
	w.put(w.ws+"/package.json", "{\"name\":\"m\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"node index.js\"}}\n")
	w.put(w.ws+"/Makefile", "all:\n\t@echo made\nfail:\n\t@exit 3\n")
	w.put(w.ws+"/prog.c", "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n")
	// A secret that is tracked shows as emptied by git, rightly.
	w.put(w.ws+"/.gitignore", ".env\n")
	script := "git init -q -b main . && git config user.email a@example.test && git config user.name A && git add -A && git commit -qm first && " +
		"echo more >> words.txt && git commit -qam second && git tag v1 && git branch other && git stash list && echo dirty >> data.csv"
	cmd := exec.Command("/bin/bash", "-c", script)
	cmd.Dir = w.ws
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + w.home, "GIT_AUTHOR_DATE=2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2024-01-01T00:00:00Z"}
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("%v: %s", err, out)
	}
}

// ordinary are commands of daily use that only read. Left out, because they
// rightly differ: what lists processes, mounts, devices, interfaces, limits or
// the home (ps, mount, df, lsblk, ip, ulimit, ls ~), and times.
const ordinary = `ls
ls -l words.txt
ls -la | awk '{print $1, $9}' | grep -v env | sort
ls -R . | grep -v '^\.' | head -20
ls nosuch
pwd
cat a.txt
cat a.txt b.txt
cat nosuch
head -3 words.txt
head -c 5 words.txt
tail -n 2 words.txt
tail -c 4 words.txt
wc words.txt
wc -l *.go
sort words.txt
sort -u words.txt
sort -t, -k2n data.csv
uniq -c words.txt
cut -d, -f1 data.csv
tr a-z A-Z < a.txt
rev a.txt
tac data.csv
nl data.csv
paste a.txt b.txt
join a.txt a.txt
comm a.txt b.txt
diff a.txt b.txt
diff -u a.txt b.txt | tail -n +3
cmp a.txt b.txt
cmp a.txt a.txt
fold -w 5 words.txt | head
fmt -w 20 words.txt | head
expand main.go | head -5
od -c a.txt
xxd a.txt
hexdump -C a.txt
base64 a.txt
base32 a.txt
md5sum a.txt
sha1sum a.txt
sha256sum *.txt
sha512sum a.txt
cksum a.txt
sum a.txt
file words.txt
file main.go
stat -c '%s %a %F %u %g' a.txt
stat -c %n *
du -b a.txt
grep fox words.txt | head -3
grep -c the words.txt
grep -n Add main.go
grep -rn Add --include=*.go .
grep -i FOX words.txt | head -1
grep -v the words.txt | sort | uniq -c
grep -E 'qu|la' words.txt | head -2
grep -o 'b[a-z]*n' words.txt | sort | uniq -c
grep nothing-like-this a.txt
grep -l func *.go
fgrep '(a, b' main.go
egrep 'a|b' a.txt
find . -name '*.go' | sort
find . -type f -not -path './.git/*' | sort
find . -maxdepth 1 -type d | sort
find . -size +1k -not -path './.git/*' | sort
find . -name '*.txt' -exec wc -c {} + | sort
find . -name '*.py' -print0 | xargs -0 grep -c def
sed -n 2p data.csv
sed 's/fox/cat/' words.txt | head -2
sed -n '/func/p' main.go
sed '1,2d' data.csv
awk -F, '{print $2}' data.csv
awk -F, 'NR>1{s+=$2}END{print s}' data.csv
awk '{print NF}' words.txt | sort | uniq -c
awk 'BEGIN{printf "%05.2f\n", 3.14159}'
awk 'length > 15' words.txt | uniq
echo hello
echo -n hello
echo -e 'a\tb'
printf '%s-%d\n' x 3
printf '%q\n' "a b"
true
false
exit 7
(exit 3)
test -f a.txt
test -d nosuch
[ -s a.txt ] && echo yes
[[ a < b ]] && echo less
expr 1 + 2
expr 1 / 0
echo $((2**10))
echo {1..5}
echo *.txt
echo ~ | wc -l
seq 1 5
seq -s, 1 3
seq 10 | paste -sd+ | bc
factor 360
date -u -d @0
date -u -d 2024-01-01 +%j
cal 1 2024
basename /a/b.c .c
dirname /a/b/c
realpath --relative-to=. main.go
realpath a.txt | xargs basename
readlink -f a.txt | xargs basename
readlink nosuch
env | cut -d= -f1 | sort
env | grep -c PATH
printenv LC_ALL
id -u
id -un
whoami
groups
uname -s
uname -m
hostname
nproc
getconf PAGESIZE
locale | sort
tty
umask
type ls
command -v bash
which sh
bash --version | head -1
sh -c 'echo $0'
bash -c 'exit 5'
for i in a b c; do echo $i; done
while read l; do echo "[$l]"; done < data.csv
case x in x) echo is;; esac
if grep -q alpha a.txt; then echo found; fi
f() { echo "f $1"; }; f 1
x=5; echo ${x:-6} ${y:-6}
s=hello; echo ${#s} ${s^^} ${s:1:2} ${s/l/L}
a=(1 2 3); echo ${a[@]} ${#a[@]}
declare -A m; m[k]=v; echo ${m[k]}
echo a | cat | cat
yes | head -2
yes | head -c 100000 | wc -c
cat a.txt | tee /dev/null
cat < a.txt > /dev/null
ls nosuch 2>/dev/null
ls nosuch 2>&1 | wc -l
cat <<< here
cat <(echo sub)
diff <(sort a.txt) <(sort b.txt)
echo $(cat a.txt)
set -e; false; echo no
set -o pipefail; false | true
trap 'echo bye' EXIT; echo hi
trap 'echo got' USR1; kill -USR1 $$; echo after
kill -TERM $$; sleep 1
kill -KILL $$
kill -SEGV $$
sleep 0.01; echo slept
sleep 0.05 & wait; echo waited
(sleep 0.01; echo bg) & wait $!
timeout 0.1 sleep 5
timeout 5 echo in time
time -p true 2>/dev/null
nice -n 5 echo nice
nohup echo hup 2>/dev/null
setsid -w echo session
xargs echo < a.txt
xargs -n1 echo < data.csv
echo a b c | xargs -n 2
split -n l/1/2 words.txt | head -2
shuf -n 1 a.txt
tsort <<< 'a b b c'
column -t -s, data.csv
pr -t -2 data.csv | head -3
iconv -f utf8 -t latin1 a.txt
iconv -f utf8 -t utf16 a.txt | od -c | head -2
gzip -c a.txt | gunzip
gzip -c a.txt | wc -c
bzip2 -c a.txt | bunzip2
xz -c a.txt | xz -dc
tar cf - a.txt b.txt | tar tf -
tar cf - --sort=name sub 2>&1 | wc -l
zcat <(gzip -c a.txt)
strings prog.c | head -3
cpp -P prog.c 2>/dev/null | tail -1
nm nosuch
git status --short
git status
git log --oneline
git log -1 --format='%an %s'
git log --stat
git log -p -1
git show --stat HEAD
git show HEAD:a.txt
git diff
git diff --stat
git diff HEAD~1
git branch
git branch -a
git tag
git tag -l 'v*'
git rev-parse HEAD
git rev-parse --show-toplevel | xargs basename
git ls-files
git ls-files -m
git ls-tree HEAD
git cat-file -p HEAD
git cat-file -t HEAD
git blame -s a.txt
git grep func
git shortlog -sn HEAD
git describe --tags
git remote -v
git stash list
git reflog
git config user.name
git config --get nosuch.key
git show-ref
git for-each-ref
git merge-base HEAD other
git diff --name-only
git count-objects
git fsck
git check-ignore a.txt
git rev-list --count HEAD
git symbolic-ref HEAD
git var GIT_PAGER
git archive HEAD | tar t | sort
git hash-object a.txt
git name-rev HEAD
git whatchanged -1 --oneline 2>&1 | tail -1
git nosuchcommand 2>&1 | head -1
python3 -c 'print(1+1)'
python3 -c 'import sys; sys.exit(4)'
python3 -c 'import json; print(json.load(open("data.json"))["a"])'
python3 -c 'import os; print(sorted(os.listdir("."))[:3])'
python3 -c 'import multiprocessing as m; print(m.Pool(2).map(abs, [-1,-2]))'
python3 -c 'import subprocess; print(subprocess.check_output(["echo","x"]))'
python3 -c 'import tempfile; f=tempfile.TemporaryFile(); f.write(b"x"); print(f.tell())'
python3 -c 'import socket; a,b=socket.socketpair(); a.send(b"x"); print(b.recv(1))'
python3 -c 'import threading; t=threading.Thread(target=print,args=(1,)); t.start(); t.join()'
python3 -c 'import asyncio; print(asyncio.run(asyncio.sleep(0, 7)))'
python3 app.py
python3 -B -m unittest test_app 2>&1 | tail -1
python3 -m json.tool data.json
python3 -c 'import csv; print(list(csv.DictReader(open("data.csv")))[0]["name"])'
perl -e 'print 1+1, "\n"'
perl -ne 'print if /fox/' words.txt | head -1
perl -pe 's/a/b/' a.txt
perl -MPOSIX -e 'print floor(3.7), "\n"'
perl -e 'die "oops\n"'
node -e 'console.log(1+1)'
node index.js
node -e 'process.exit(6)'
node -e 'console.log(require("fs").readFileSync("a.txt","utf8"))'
node -e 'require("child_process").exec("echo x", (e,o) => console.log(o))'
node -p 'Object.keys(require("./package.json"))'
make
make -n all
make fail
make nosuch
gcc --version | head -1
gcc -fsyntax-only prog.c
gcc -E -P prog.c | tail -1
jq -c .a data.json
jq .nosuch data.json
cd sub 2>/dev/null || echo none
cd / && pwd
cd /usr && ls -d bin
ls /etc/hostname
cat /etc/os-release | head -1
cat /etc/passwd | wc -l
cat /proc/version
cat /proc/cpuinfo | grep -c processor
cat /proc/meminfo | head -1 | cut -d: -f1
cat /proc/self/comm
readlink /proc/self/cwd | xargs basename
ls /usr/bin | wc -l
ls -ld /tmp | cut -d' ' -f1
find /usr/include -maxdepth 1 -name 'std*.h' | sort
sqlite3 :memory: 'select 1+1'
openssl dgst -sha256 a.txt
curl --version | head -1 | cut -d' ' -f1
ssh -V 2>&1 | cut -c1-7
less a.txt
more a.txt
man -w ls 2>/dev/null | wc -l
vim --version 2>/dev/null | head -1
nosuchcommand
./nosuch
./a.txt
. ./nosuch
)
"unclosed
`

// TestOrdinaryCommands runs commands inside and outside of the sandbox and
// compares what they print and how they end.
func TestOrdinaryCommands(t *testing.T) {
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	w.project()
	spec := w.spec(engine.Effects{})
	env := w.environment(spec)
	count, failed := 0, 0
	for command := range strings.Lines(ordinary) {
		command = strings.TrimSuffix(command, "\n")
		if testing.Short() && count > 40 {
			break
		}
		count++
		var inside bytes.Buffer
		exit, err := w.Run(context.Background(), spec, Command{Argv: bash(command), Output: &inside, Limit: 30 * time.Second})
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		out, code := w.outside(command, env)
		got := exit.Code
		if exit.Signal != 0 {
			got = -1
		}
		if got != code || normal(inside.String()) != normal(out) {
			failed++
			t.Errorf("%s\n inside %d: %q\noutside %d: %q", command, got, inside.String(), code, out)
		}
	}
	t.Logf("%d commands, %d differ", count, failed)
	if count < 200 && !testing.Short() {
		t.Errorf("only %d commands", count)
	}
}

// normal leaves out what differs between any two runs: process numbers.
func normal(out string) string {
	lines := strings.Split(out, "\n")
	for i, l := range lines {
		if strings.Contains(l, "line 1:") && strings.Contains(l, "Killed") {
			lines[i] = "Killed"
		}
	}
	return strings.Join(lines, "\n")
}

func (w *world) outside(command string, env []string) (string, int) {
	w.t.Helper()
	argv := bash(command)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = w.ws, env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		w.t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// Real work: a build and its tests, offline, with private caches.
func TestRealBuilds(t *testing.T) {
	for _, c := range []struct{ tool, command, want string }{
		{"go", "rm prog.c && go test ./... && go vet . && go build -o bin/m . && ./bin/m", "3\n"},
		{"npm", "npm test --silent", "2,4,6\n"},
		{"python3", "python3 -m unittest -q test_app 2>&1 | tail -1; python3 -m compileall -q app.py && python3 app.py", "OK\n3 3\n"},
		{"gcc", "gcc -o prog prog.c && ./prog", "hello\n"},
		{"make", "make", "made\n"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			where, err := exec.LookPath(c.tool)
			if err != nil {
				t.Skipf("%s is not installed", c.tool)
			}
			w := newWorld(t)
			w.needs(engine.FilesMounts)
			w.project()
			o := w.options()
			if c.tool == "go" {
				root, err := exec.Command(where, "env", "GOROOT").Output()
				if err != nil {
					t.Skip("go does not say where it is")
				}
				o.Env["PATH"] = strings.TrimSpace(string(root)) + "/bin:" + o.Env["PATH"]
				o.Env["GOFLAGS"], o.Env["GOTOOLCHAIN"], o.Env["GOPROXY"] = "-mod=mod -buildvcs=false", "local", "off"
			}
			w.Sandbox = New(o)
			spec := w.spec(builds(w))
			var out bytes.Buffer
			exit, err := w.Run(context.Background(), spec, Command{Argv: bash(c.command), Output: &out, Limit: 5 * time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if exit.Code != 0 || !strings.HasSuffix(out.String(), c.want) {
				t.Errorf("%+v %s", exit, out.String())
			}
			if c.tool == "go" {
				if names, _ := os.ReadDir(w.cache); len(names) != 1 {
					t.Errorf("the private cache holds %v", names)
				}
			}
			if exists(w.home + "/.cache/go-build") {
				t.Error("the person's cache was used")
			}
		})
	}
}

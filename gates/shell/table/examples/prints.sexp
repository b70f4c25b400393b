; Examples for the entries of commands/prints.sexp. See NOTATION.md.

(numbers "nproc" reads "nproc" "nproc --all" unknown "nproc --help")
(numbers "wc" reads "wc -l" "wc -lw" unknown "wc -l f")
(numbers "expr" reads "expr 1 + 2" "expr $x / 2" unknown "expr x" "expr a : b")
(numbers "date" reads "date +%s" "date -u -d yesterday +%F" unknown "date" "date +%A")
(numbers "id" reads "id -u" unknown "id" "id -un")
(numbers "tput" reads "tput cols" unknown "tput smcup")
(numbers "stat" reads "stat -c %s f" unknown "stat f" "stat -c %n f")
(numbers "jq" reads "jq length f" "jq '.a | length' f" unknown "jq .a f" "jq -r length,.a f"
  "jq -n '\"a\" # |length'" "jq '.a|.length' f" "jq 'def length: .a; .|length' f")
(numbers "awk" reads "awk '{s+=$1} END {print s}' f" "awk -F, '{n+=$12} END {print n}'"
  unknown "awk '{print $1}' f" "awk -v s=x '{n+=$1} END {print s}'" "awk '{s=s $1} END {print s}'"
  "awk '{s+=$1} END {print s}' ORS=x f" "awk '{s+=$1} END {print s}' $x")
(numbers "grep" reads "grep -c x" "grep -c x f" "grep -ce x f" unknown "grep x f" "grep -c x f g" "grep -c $x f"
  "grep -cr x .")
(numbers "pgrep" reads "pgrep -f x" "pgrep -u root x" unknown "pgrep -l x" "pgrep -d, x" "pgrep $x")
(numbers "pidof" reads "pidof -s x" unknown "pidof -S, x")
(numbers "ps" reads "ps -eo pid=" "ps -o ppid= -p 5" unknown "ps -e" "ps -o pid= -o comm=")
(numbers "git" reads "git log -n1 --format=%at" "git rev-list --count HEAD" "git rev-list --count --since=x HEAD" unknown "git rev-list HEAD")
(idents "git" reads "git rev-list HEAD" "git merge-base main HEAD" "git rev-parse --short HEAD" "git rev-parse HEAD~1"
  "git log -1 --format=%H" "git rev-parse --verify x" unknown "git rev-parse x" "git log" "git log --format=%s"
  "git -c a=b rev-list HEAD" "git rev-parse --show-toplevel")
(idents "docker" reads "docker ps -aq" "podman images --quiet" "docker container ls -q" "docker compose ps -q"
  unknown "docker ps" "docker ps -q --format x" "docker ps --no-trunc -q")
(one-word "whoami" reads "whoami" unknown "hostname -I")
(one-word "uname" reads "uname" "uname -s" unknown "uname -a" "uname -sr")
(one-word "id" reads "id -un" unknown "id")
(one-word "git" reads "git branch --show-current" "git describe --tags --always" "git rev-parse --abbrev-ref HEAD"
  unknown "git branch" "git describe --match x")
(one-word "date" reads "date +%Y%m%d-%H%M%S" unknown "date" "date +%A")

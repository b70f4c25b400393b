; What programs print that can be an operand of another command without a doubt: (numbers "names" clause ...) where it
; is nothing but numbers, (idents ...) words of letters and digits, (one-word ...) one word. The clauses are those of
; programs; it holds where every word is among what they list and none could be anything else. An example that "reads"
; is printed so, one that is "unknown" is not.

(numbers "nproc" (flags "--all"))
(numbers "wc" (flags "-clmwL --lines --words --bytes --chars"))
(numbers "expr" (style none) (is pure) (args "text {?} text")
  (unknown "prints an operand") (given 3 (unknown "") (word 2 ": | &" (unknown "prints an operand"))))
(numbers "date" (flags "-u,--utc -d,--date=text -r,--reference=text")
  (args "{+%s,+%j,+%H,+%d,+%m,+%M,+%S,+%Y,+%y,+%u,+%F,+%Y-%m-%d,+%Y%m%d,+%s%N,+%Y%m%d%H%M%S,+%H%M%S}")
  (none (unknown "prints a date")))
(numbers "id" (style none) (args "{-u,-g}") (none (unknown "prints names")))
(numbers "tput" (style none) (args "{cols,lines,colors}") (none (unknown "prints nothing")))
(numbers "stat" (flags "-c={%s,%Y,%a}") (args "text*") (unless "-c" (unknown "prints names")))
(numbers "jq" (style exact) (flags "-rMn") (args "{length,*|length,*|?length} read*")
  (word 1 "*def* *#* *.length *$length" (unknown "prints what it is told")))
(numbers "awk gawk mawk" (style exact) (flags "-F=text")
  (args "text read*") (unknown "prints what it is told")
  (word 1 "{?+=$?}END{print??} {?+=$?}?END{print??} {?+=$?}?END?{print??} {?+=$??}?END?{print??} {?+=$?;}?END?{print??;}"
    (unknown ""))
  (any "*=*" "{*" (unknown "takes a variable, such as ORS, among its files")))
(numbers "grep egrep fgrep"
  (flags "-ciEFvwxPsh -e=text --count --ignore-case --invert-match --fixed-strings --extended-regexp --word-regexp")
  (args "text read") (on "-e" (args "read")) (unless "-c --count" (unknown "prints lines")))
(numbers "pgrep" (flags "-fxnoicv -u=text -U=text -P=text -g=text -t=text") (args "text*"))
(numbers "pidof" (flags "-sxq") (args "text"))
(numbers "ps" (flags "-eA -o={pid=,ppid=,pgid=} -p=text -C=text -u=text -U=text --ppid=text")
  (unless "-o" (unknown "prints names")))
(numbers "git" (sub "rev-list" (flags "@git-selects -# --count") (args "text*")
    (unless "--count" (unknown "prints names")))
  (sub "log" (flags "@git-selects -# -s --no-patch --format={%ct,%at,format:%ct,format:%at}
      --pretty={%ct,%at,format:%ct,format:%at}") (args "text*")
    (unless "--format --pretty" (unknown "prints messages"))))

(flag-set "git-selects" "-n=text -i --all --no-merges --merges --first-parent --since=text --until=text --after=text
  --before=text --author=text --committer=text --grep=text --reverse --abbrev-commit --max-count=text --skip=text
  --max-parents=text --min-parents=text --branches?text --tags?text --remotes?text --date-order --topo-order
  --author-date-order --full-history --no-walk?text")
(idents "git" (style exact)
  (sub "rev-list" (flags "@git-selects -#") (args "text*") (none (unknown "prints nothing")))
  (sub "merge-base" (flags "--all --octopus --fork-point --independent") (args "text*")
    (none (unknown "prints nothing")))
  (sub "hash-object" (flags "-w --stdin") (args "read*"))
  (sub "rev-parse" (flags "--short?text --verify -q,--quiet") (args "text") (none (unknown "prints nothing"))
    (unless "--verify" (any "*" "HEAD HEAD^ HEAD~ HEAD~? HEAD~?? HEAD^? @ @~? @{u} @{upstream} FETCH_HEAD ORIG_HEAD
        MERGE_HEAD main master origin/main origin/master origin/HEAD" (unknown "may print it as it stands"))))
  (sub "log" (flags "@git-selects -# -s --no-patch --follow --no-color --diff-filter=text
    --format={%H,%h,%T,%t,%P,%p,%ct,%at,format:%H,format:%h,format:%ct,tformat:%H}
    --pretty={%H,%h,format:%H,format:%h,tformat:%H,format:%ct}") (args "text*")
    (unless "--format --pretty" (unknown "prints messages"))))
(idents "docker podman" (style exact)
  (sub "ps images" (flags "-aql -f=text --filter=text -n=text --last=text --all --latest --quiet") (args "text*")
    (unless "-q --quiet" (unknown "prints names")))
  (sub "container image" (sub "ls list" (flags "-aql -f=text --filter=text -n=text --all --latest --quiet") 
    (args "text*") (unless "-q --quiet" (unknown "prints names"))))
  (sub "compose" (sub "ps" (flags "-aq --all --quiet --filter=text --status=text") 
    (args "text*") (unless "-q --quiet" (unknown "prints names")))))

(one-word "whoami hostname arch uuidgen" (style none))
(one-word "uname" (style none) (args "{-s,-m,-r,-n}"))
(one-word "id" (style none) (args "{-un,-gn}") (none (unknown "prints more")))
(one-word "git" (style exact)
  (sub "branch" (style none) (args "{--show-current}") (none (unknown "prints more")))
  (sub "symbolic-ref" (style none) (args "{--short,-q,--quiet,HEAD,refs/remotes/origin/HEAD}*"))
  (sub "describe" (style none)
    (args "{--tags,--always,--dirty,--long,--all,--abbrev=0,--abbrev=7,--abbrev=8,HEAD,HEAD^,HEAD~1}*"))
  (sub "rev-parse" (style none) (args "{--abbrev-ref,--short} {HEAD,@}")))
(one-word "date" (flags "-u,--utc -d,--date=text -r,--reference=text") (args "text") (none (unknown "prints a date"))
  (any "*" "+%Y-%m-%d_%H-%M-%S +%Y-%m-%d-%H%M%S +%Y%m%d-%H%M%S +%Y%m%d_%H%M%S +%Y%m%d%H%M +%FT%T +%FT%TZ +%F_%T
      +%F_%H%M +%F-%H%M%S +%F_%H-%M-%S +%F_%H%M%S +%Y-%m-%dT%H:%M:%SZ +%Y-%m-%dT%H:%M:%S +%T +%H:%M +%H:%M:%S +%H-%M-%S
      +%Y.%m.%d +%Y/%m/%d +%d-%m-%Y +%m-%d +%Y-%m +%Y%m +%V +%Y-%m-%d_%H%M%S +%Y%m%dT%H%M%S +%Y%m%dT%H%M%SZ"
    (unknown "prints another format")))

package shell_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"pp/engine"
)

// agentShell is the machine of a developer as another agent's shell has it, which confines nothing and overrides
// nothing of git's configuration, with more files.
func agentShell(files map[string]string) engine.Facts {
	f := home()
	f.Confinement, f.Env["GIT_CONFIG_COUNT"] = engine.Confinement{}, "0"
	put(f.FS.(*tree), map[string]string{f.Dir + "/.git/config": "[core]\n\tbare = false\n"})
	put(f.FS.(*tree), files)
	return f
}

// decides checks what commands that a bar separates are judged to be.
func decides(t *testing.T, f engine.Facts, want engine.Decision, commands string) {
	t.Helper()
	for cmd := range strings.SplitSeq(commands, " | ") {
		cmd = strings.ReplaceAll(cmd, " PIPE ", " | ")
		if v := judge(t, analyst(), cmd, f); v.Decision != want {
			t.Errorf("%s: %s, want %s: %s", cmd, v.Decision, want, v.Sentence())
		}
	}
}

// TestNamesAreNoReading checks that a search that only names what it finds is allowed beside a secret where nothing
// confines it, and that what reads the files found is not.
func TestNamesAreNoReading(t *testing.T) {
	f := agentShell(map[string]string{home().Dir + "/.env": "TOKEN=x\n"})
	decides(t, f, engine.Allow, `find . -name '*.go' | find . -type f PIPE head | find src -type f | find | `+
		`find . -ls | find . -newer main.go -print0 | find . -type f PIPE wc -l | rg --files | rg --files . | ls -R | `+
		`find . -type f -exec ls -l {} \; | find . -name Makefile -execdir pwd \; | `+
		`find . -exec dirname {} + | rg -e x . | `+
		`rg -g '!*.md' x . | rg -g '*.go' x | rg --glob=Makefile x | rg -tgo x | rg -U x | tree`)
	decides(t, f, engine.Allow, `ls -l /dev/sda | stat /dev/sda1`)
	decides(t, f, engine.Deny, `cat /dev/sda | file -s /dev/sda | head -c1 /dev/sda1`)
	// Naming a terminal reveals nothing; reading from one waits for what somebody types there.
	decides(t, f, engine.Allow, `ls -la /dev/pts | ls /dev/ttyUSB0`)
	decides(t, f, engine.Ask, `head -n1 /dev/ttyUSB0`)
	// Code of another language and the value of a flag are no command and no tree, whatever they look like as one.
	decides(t, f, engine.Ask, `ruby -e 'x = [3, 2, 1] * 2; print x' | seq 5 PIPE split -nr/2 | `+
		`ruby -e 'puts readlines.uniq {|s| s.split[1..2]}' f`)
	decides(t, f, engine.Ask, `find . -type f -exec cat {} + | find . -type f PIPE xargs cat | cat $(find . -type f) | `+
		`find . -type f -exec grep x {} \; | find . -type f PIPE while read -r f; do cat "$f"; done | `+
		`rg --files PIPE xargs cat | find . PIPE xargs grep x | rg --hidden x . | find / -name x | find / -maxdepth 2 | `+
		`find . -exec ls {} \; -exec cat {} \; | find . -exec "$X" {} \; | rg -g '.e*' x | rg -ng '*' x | `+
		`rg --iglob=*ENV x . | git diff --name-only HEAD~1 PIPE xargs cat | `+
		`rg -g 'src/?env' x | rg --glob '{a,.env}' x | rg -g'[.]env' x | rg -g "$X" x | rg -g '!*.go' -g 'src/**' x`)
}

// TestPrintedNamesAreThoseOfFiles checks that what a program prints is taken for names of files only where it prints
// them as they are: not lines, words of the command, or parts of names.
func TestPrintedNamesAreThoseOfFiles(t *testing.T) {
	f := agentShell(nil)
	decides(t, f, engine.Allow, `grep -rl x src PIPE xargs cat | grep -rlZ x src PIPE xargs -0 cat | rg -l x src PIPE `+
		`xargs cat | rg --files src PIPE xargs wc -l | git ls-files src PIPE xargs cat | fd x src PIPE xargs cat | `+
		`find src PIPE sort -u PIPE head -n 5 PIPE grep -v x PIPE xargs cat`)
	decides(t, f, engine.Ask, `rg -L x src PIPE xargs cat | rg -rl x src PIPE xargs cat | rg -e -l src PIPE xargs cat | `+
		`rg -g -l x src PIPE xargs sort | grep -r -e -l src PIPE xargs cat | rg -L x src PIPE xargs sort | `+
		`git ls-files --format=/etc/shadow src PIPE xargs cat | fd --format=/etc/shadow . src PIPE xargs cat | `+
		`rg --files --path-separator=' ' src PIPE xargs sort | fd -l . src PIPE xargs cat | ls -lt src PIPE xargs cat | `+
		`grep -l --label=/etc/shadow x src/a.go - <README.md PIPE xargs cat | `+
		`find src PIPE grep -l --label=/etc/shadow x PIPE xargs cat | find src PIPE grep -Eo '/.*' PIPE xargs cat | `+
		`find src PIPE grep --only-matching '/.*' PIPE xargs cat | find src PIPE tail -c 9 PIPE xargs cat | `+
		`find src PIPE uniq -c PIPE xargs cat`)
}

// TestIgnoreFilesUnhide checks that a file which may have rg look into what is hidden is not passed over.
func TestIgnoreFilesUnhide(t *testing.T) {
	w := home().Dir
	for _, name := range []string{".ignore", ".rgignore"} {
		decides(t, agentShell(map[string]string{w + "/.env": "TOKEN=x\n", w + "/" + name: "!.env\n"}), engine.Ask,
			`rg x | rg x .`)
	}
}

// TestFilesOfOneKind checks that what reads files by the end of their names alone is allowed beside a secret that is
// called otherwise, and nothing that may read others.
func TestFilesOfOneKind(t *testing.T) {
	w := home().Dir
	secret := map[string]string{w + "/.env": "TOKEN=x\n", w + "/src/a.py": "", w + "/src/a.js": ""}
	decides(t, agentShell(secret), engine.Allow, `find . -name '*.py' PIPE xargs wc -l | gofmt -l . | `+
		`find . -name '*.js' -not -path './x/*' PIPE sort PIPE head -20 PIPE xargs grep -n x | `+
		`find . -name '*.py' -print0 PIPE xargs -0 cat | `+
		`grep -rn --include='*.go' x . | `+
		`grep -rn --include '*.go' x . | `+
		`grep -rl --include='*.py' x . PIPE xargs cat | `+
		`git ls-files '*.py' PIPE xargs cat | `+
		`wc -l $(git ls-files '*.py') | for f in $(git ls-files '*.py'); do head -1 "$f"; done | `+
		`find . -name '*.py' PIPE while IFS= read -r -d '' f; do wc -l "$f"; done | `+
		`f=$(find . -name '*.py' PIPE head -1); cat $f | `+
		`git ls-files '*.py' PIPE while read -r f; do g="$f"; echo "$f $(wc -l <"$g")"; done`)
	decides(t, agentShell(secret), engine.Ask, `git ls-files '*env' PIPE xargs cat | git ls-files '.e*' PIPE xargs cat | `+
		`git ls-files -o -x '*.o' PIPE xargs cat | git ls-files '*.py' '*.*' PIPE xargs cat | `+
		`find . -name '*.py' -o -name '.e*' PIPE xargs cat | find . ! -name '*.py' PIPE xargs cat | `+
		`find . -print -name '*.py' PIPE xargs cat | find . -exec cat {} + -name '*.py' | `+
		`find . -prune -o -name '*.py' PIPE xargs cat | find . -not \( -name '*.py' \) PIPE xargs cat | `+
		`find . -name '*.py' , -print PIPE xargs cat | find . -follow -name '*.py' PIPE xargs cat | `+
		`find . -name '*.py' PIPE head -c5 PIPE xargs cat | find . -name '*.py' PIPE xargs -d p cat | `+
		`find . -name '*.py' PIPE tac -s .py PIPE xargs cat | find . -name '*.py' PIPE parallel cat {.} | `+
		`cat $(find . -name '*.e')nv | for f in $(find . -name '*.py'); do cat ${f%.py}; done | `+
		`{ find . -name '*.py'; ls -a; } PIPE xargs cat | find . -name '*.py' PIPE while read f; do cat "${f%.py}"; done | `+
		`grep -r --include='*.go' --inc='.env' x . | grep -r --exclude='*.md' --include='*.go' x . | `+
		`grep -r x . -- --include=*.go | grep -r -e --include='*.go' . | grep -r --include='*.go' --include='.e*' x . | `+
		`fd -e py -eenv PIPE xargs cat | fd -H -x cat -e py | stylua --check -g '.e*' . | `+
		`git diff --no-index "$(git rev-parse a)" /dev/null | for f in $(git ls-files '*.py'); do cat ${f/a/b}; done | `+
		`for f in $(git ls-files '*.py'); do cat ${f:0:4}; done | IFS=n; cat $(find . -name '*.py') | `+
		`IFS=n; for f in $(find . -name '*.py'); do cat "$f"; done | `+
		`for f in $(find . -name '*.py'); do IFS=n; cat $f; done | `+
		`find . -name '*.py' PIPE while IFS=v read -r f; do cat "$f"; done | `+
		`find . -name '*.py' PIPE while read -rd v f; do cat "$f"; done | `+
		`find . -name '*.py' PIPE while read -rn4 f; do cat "$f"; done | `+
		`for f in $(find . -name '*.py'; ls -a); do cat "$f"; done | `+
		`for f in $(git ls-files '*.py') $(ls -a); do cat "$f"; done | `+
		`f=$(git ls-files '*.py'); f=${f%y}; cat "$f" | `+
		`for f in $(git ls-files '*.py'); do printf %.4s $f PIPE xargs cat; done`)
	for _, name := range []string{".ssh/a.py", ".aws/b.py", "a .env b.py", "a'b.py", "x.py/.env"} {
		decides(t, agentShell(map[string]string{w + "/" + name: "x"}), engine.Ask,
			`find . -name '*.py' PIPE xargs grep -r x | cat $(find . -name '*.py') | `+
				`for f in $(find . -name '*.py'); do cat $f; done`)
	}
	f := agentShell(secret)
	put(f.FS.(*tree), map[string]string{w + "/b.py": ""})
	delete(f.FS.(*tree).files, w+"/b.py")
	f.FS.(*tree).links[w+"/b.py"] = w + "/.env"
	decides(t, f, engine.Ask, `find . -name '*.py' PIPE xargs cat | grep -rn --include='*.py' x .`)
}

// TestNumbersInNames checks that a name with a number that is not known is opaque.
func TestNumbersInNames(t *testing.T) {
	w := home().Dir
	f := agentShell(map[string]string{w + "/a": "", w + "/log.7": "", w + "/.env": "TOKEN=x\n", w + "/k/7.pem": "x"})
	decides(t, f, engine.Deny, `cat k/$$.pem | cat ~/.ssh/$$ | cat x$$/../.env`)
	decides(t, f, engine.Ask, `cat log.$$ | i=$(wc -l <a); head log.$i | cat "x.$$.txt" | grep x /tmp/x.$$ | `+
		`cat .env.$$ | cat .e$(wc -l <a)nv | i=$(wc -l <a); cat $i/etc/shadow | `+
		`IFS=1; i=$(wc -l <a); cat x$i/etc/passwd | sh x.$$ | . ./x.$$ | `+
		`n=$(wc -l <b); cat .e$n* | n=$(wc -l <b); cat .e"$n"* | n=$(wc -l <b); cat .e$n?v | y='*'; cat .e$$$y | `+
		`shopt -s extglob; n=$(wc -l <b); cat .e$n@(nv) | read -r n <a; cat log.$n | cat x$$$(cat a) | `+
		`ln -s .env x.$$; cat x.$$`)
}

// TestGitRunsTheRepositorysPrograms checks that git in the workspace's own repository is asked about where nothing
// confines it and the repository's configuration names a program that the subcommand starts.
func TestGitRunsTheRepositorysPrograms(t *testing.T) {
	const reads = "git status | git diff | git show | git log -p | git blame main.go | git log --oneline | git ls-files"
	w := home().Dir
	for _, c := range []struct{ config, asks, allows string }{
		{"[diff]\n\texternal = ./evil\n", "git diff | git log -p | git diff --stat | git status",
			"git log --oneline | git branch"},
		{"[diff \"x\"]\n\ttextconv = ./evil\n",
			"git show | git log -p | git blame main.go | git cat-file --textconv HEAD:a.txt",
			"git cat-file -p HEAD:a.txt"},
		{"[diff \"x\"]\n\tcommand = ./evil\n", "git diff", "git rev-parse HEAD"},
		{"[filter \"x\"]\n\tclean = ./evil\n", "git status | git diff", "git log -3"},
		{"[filter \"x\"]\n\tprocess = ./evil\n", "git status | git blame main.go", "git log -3"},
		{"[core]\n\tfsmonitor = ./evil\n", "git status | git ls-files", "git log --oneline"},
		{"[core]\n\tpager = ./evil\n", "git log | git diff", ""},
		{"[gpg]\n\tprogram = ./evil\n", "git log --show-signature | git log --format=%G? | git commit -m x",
			"git config user.name"},
		{"[core]\n\tsshCommand = ./evil\n", "git fetch", reads},
		{"[merge \"x\"]\n\tdriver = ./evil %A\n", "git merge x", reads},
		{"[include]\n\tpath = ../more\n", "git diff | git log -p", "git log --oneline"},
		{"[includeIf \"gitdir:x\"]\n\tpath = ../more\n", "git diff", "git branch"},
		{"[include]\n\tpath = ../none\n", "", reads},
		{"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n[core]\n\thooksPath = .husky\n\teditor = x\n", "", reads},
	} {
		more := map[string]string{w + "/.git/config": c.config, w + "/more": "[diff]\n\texternal = ./evil\n"}
		f := agentShell(more)
		for want, list := range map[engine.Decision]string{engine.Ask: c.asks, engine.Allow: c.allows} {
			if list != "" {
				decides(t, f, want, list)
			}
		}
		f = home()
		put(f.FS.(*tree), more)
		decides(t, f, engine.Allow, reads) // something confines it
	}
	worktree := map[string]string{w + "/.git/config.worktree": "[diff]\n\texternal = ./evil\n"}
	decides(t, agentShell(worktree), engine.Ask, "git diff")
	decides(t, agentShell(map[string]string{w + "/.git/hooks/post-index-change": "./evil"}), engine.Ask, "git status")
}

// gitIndex is an index of git, of version 2, that has files.
func gitIndex(names ...string) string {
	out := binary.BigEndian.AppendUint32([]byte("DIRC\x00\x00\x00\x02"), uint32(len(names)))
	for _, name := range names {
		entry := make([]byte, 62)
		binary.BigEndian.PutUint32(entry[24:], 0o100644)
		entry[61] = byte(len(name))
		entry = append(entry, name...)
		out = append(out, append(entry, make([]byte, 8-len(entry)%8)...)...)
	}
	return string(out) + strings.Repeat("\x00", 20)
}

// TestReadsOfWhatIsNotNamed checks that a search without an operand, and what git prints of what it has, is asked about
// where that holds a secret and nothing masks it, and nowhere else.
func TestReadsOfWhatIsNotNamed(t *testing.T) {
	w := home().Dir
	const searches = "rg x | rg -n TODO | rg -e x | ag x | grep -c x main.go | rg x src | rg x main.go"
	const prints = "git show | git show \"HEAD:$X\" | git show HEAD~1 | git log -p | git diff --cached | " +
		"git diff HEAD | git archive HEAD | git stash show -p | git grep x | git grep -n main.go | git log -p -S main.go | " +
		"git format-patch --stdout HEAD~1 | git show -- '*' | git diff-tree -p HEAD"
	const harmless = "git log | git log --oneline -3 | git status | git diff --stat HEAD | git show --stat | " +
		"git show HEAD:main.go | git stash show | git ls-files | git diff src | git show HEAD -- main.go | " +
		"git log -p -- src | git diff --cached main.go | git grep x -- '*.go' | git grep x src | " +
		"git diff HEAD~1 -- '*.go' docs"
	env := map[string]string{w + "/.env": "TOKEN=x\n", w + "/.git/index": gitIndex("a.txt", "src/main.go")}
	f := agentShell(env)
	decides(t, f, engine.Allow, searches+" | rg -tgo x | cat a.txt PIPE rg x | cat a.txt PIPE rg -uu x | "+
		"rg --files --hidden | rg --version | ack -f --js")
	decides(t, f, engine.Ask, "rg -uu x | rg --hidden x | rg -. x | grep -r x | grep -rn x | grep --recursive x | ack x")
	decides(t, f, engine.Allow, prints+" | "+harmless)
	f = agentShell(map[string]string{w + "/id_rsa": "x", w + "/.git/index": gitIndex("a.txt", "id_rsa", "src/main.go")})
	decides(t, f, engine.Ask, "rg x | rg -n TODO | ag x | rg -uu x | grep -r x | "+prints)
	decides(t, f, engine.Ask, "git diff | git diff -p -- .") // it is not as the index has it
	info, err := f.FS.Lstat(w + "/id_rsa")
	if err != nil {
		t.Fatal(err)
	}
	index := []byte(gitIndex("id_rsa"))
	binary.BigEndian.PutUint32(index[12+8:], uint32(info.Modified/1e9))
	binary.BigEndian.PutUint32(index[12+12:], uint32(info.Modified%1e9))
	binary.BigEndian.PutUint32(index[12+36:], uint32(info.Size))
	fresh := agentShell(map[string]string{w + "/id_rsa": "x", w + "/.git/index": string(index)})
	decides(t, fresh, engine.Allow, "git diff | git diff -p -- .")
	decides(t, f, engine.Allow, harmless+" | cd src && rg x | cd src && git diff HEAD -- .")
	f.Confinement, fresh.Confinement = home().Confinement, home().Confinement
	decides(t, f, engine.Allow, searches+" | "+harmless)
	decides(t, f, engine.Ask, prints) // no mask covers contents in git
	decides(t, fresh, engine.Allow, "git grep x | git grep -n main.go | git diff")
	none := agentShell(map[string]string{w + "/.git/index": gitIndex("a.txt", "src/main.go")})
	none.Confinement = home().Confinement
	decides(t, none, engine.Allow, prints+" | git cat-file -p 0123abcd | git log -p --full-diff -- src")
}

// holding is an engine.Commits with a repository that has secret files.
type holding map[string][]string

// Removed implements engine.Commits.
func (holding) Removed(string) ([]string, bool) { return nil, true }

// Secrets implements engine.Commits.
func (h holding) Secrets(_ string, shown ...string) ([]string, bool) {
	files, known := h[strings.Join(shown, " ")]
	return files, known
}

// TestGitPrintsSecrets checks that pp asks before git prints a secret file from the repository, unless its arguments
// leave the file out, and that arguments that only seem to leave it out do not avoid the question.
func TestGitPrintsSecrets(t *testing.T) {
	const id = "33fd86d0000000000000000000000000000000aa"
	f := home()
	put(f.FS.(*tree), map[string]string{f.Dir + "/.git/config": "[core]\n\tbare = false\n",
		f.Dir + "/.git/index": gitIndex("a.txt", "main.go", "src/main.go"), f.Dir + "/.git/HEAD": "ref: refs/heads/main\n",
		f.Dir + "/.git/objects/info/packs": "", f.Dir + "/.git/refs/heads/main": "1"})
	f.Commits = holding{"": {id + " .env", id + " src/tls/server.key"}, "show": {}, "show HEAD~1": {id + " .env"},
		"show main": {}, "show -1": {}, "log main": {}, "log -1": {},
		"log -2": {}, "diff HEAD~1 HEAD": {}, "diff --cached": {}}
	decides(t, f, engine.Ask, "git log -p | git log -p PIPE rev | git log -p -- main.go --full-diff | "+
		"git log -p --full-diff -- main.go | git show :/message | git show HEAD^{/message} | git log -p -- '?env' | "+
		"git log -p -- '*' | git log -p -- ':(glob)**' | git log -p -- src | cd src && git log -p | "+
		"cd src && git log -p -- .. | git cat-file -p 33fd86d | git show 33FD | git show 33fd86d -- main.go | "+
		"git show --stat 33fd86d | git cat-file blob 33fd86d0 | git cat-file --batch --batch-all-objects | "+
		"git merge-file -p --object-id 33fd86d a b | git diff 33fd86d main.go | git diff HEAD:src HEAD~1:src | "+
		"git grep -h . HEAD | git grep --cached x | git grep x 33fd86d | git archive HEAD | git archive HEAD src | "+
		"git format-patch --stdout HEAD~3 | git bundle create - HEAD | git stash show -p | git fast-export --all | "+
		"git rev-list --objects --all PIPE git cat-file --batch | git diff-tree -p HEAD | git log -L1,9:main.go | "+
		"git log -p --follow main.go | git log -p --grep main.go | git log -p -S main.go | git show HEAD~1 | "+
		"git status -v | git add -p | git commit -v --dry-run | git lg | git log -p --author=x -2 | "+
		"git show \"$(cat a.txt)\" | for b in main HEAD~1; do git show $b; done | git show; git show HEAD~1 | "+
		"git --git-dir=.git log -p | git checkout HEAD~1 && git diff | git reset HEAD~1; git show | git log --patc | "+
		"git rebase --show-current-patch | git difftool -y | git range-diff a b c | git blame --contents x HEAD~1 | "+
		"git -C src show HEAD~1 | GIT_ICASE_PATHSPECS=1 git log -p -- docs | git log -2 -p -- src | "+
		"git log -p -n 2 -- src | git show -1 -- src | git log --max-count=2 -p -- ':!docs' | "+
		"git whatchanged -p -2 -- src | "+
		"git diff-index -p main | git diff-index -p --cached main | git diff-tree -p main | git format-patch main | "+
		"git archive main | git grep --cache x | git grep --cac x src")
	decides(t, f, engine.Deny, "git show HEAD:.env | git cat-file -p :src/tls/server.key")
	decides(t, f, engine.Allow, "git status | git log | git log --stat | git log -p -- main.go | git log -p main.go | "+
		"git log -p -- '*.go' | git log -p -- docs 'src/*.go' | git diff | git diff HEAD~1 -- main.go | git show | "+
		"git show --stat | git show --stat abcdef12 | git show HEAD:main.go | git cat-file -p HEAD:src/main.go | "+
		"git cat-file -p HEAD | git cat-file -t 33fd86d | git show HEAD~1 -- main.go | git log -p -2 | "+
		"git log -p -n 2 --oneline | git diff HEAD~1 HEAD | git diff --cached | git grep x | git grep x src | "+
		"git grep --cached x -- '*.go' | git blame main.go | git ls-files -s | git rev-parse HEAD | cd src && git show")
}

// TestGitPutsSecretsInPlace checks that pp asks before a command runs in which git may create a secret file and another
// program may read it: no mask covers a file that did not exist.
func TestGitPutsSecretsInPlace(t *testing.T) {
	f := layers()
	put(f.FS.(*tree), map[string]string{f.Dir + "/.git/index": gitIndex("a.txt"), f.Dir + "/.git/objects/info/packs": "",
		f.Dir + "/.git/refs/heads/main": "1"})
	decides := func(want engine.Decision, commands string) {
		t.Helper()
		for cmd := range strings.SplitSeq(commands, " | ") {
			cmd = strings.ReplaceAll(cmd, " PIPE ", " | ")
			if v := judge(t, analyst(), cmd, f); v.Decision != want {
				t.Errorf("%s: %s, want %s: %s", cmd, v.Decision, want, v.Sentence())
			}
		}
	}
	reads := "git checkout topic && rev * | git checkout topic && cat a.txt | git switch topic; cp * docs | " +
		"git stash && make | git checkout topic; for f in *; do rev \"$f\"; done | git reset --hard topic; rev < a.txt | " +
		"git checkout topic && ./deploy.sh | git checkout topic && git ls-files PIPE xargs rev | " +
		"git worktree add -q wt topic && rev wt/*"
	others := "git checkout topic | git checkout topic && touch x | git checkout topic PIPE tail -n 1 | " +
		"git checkout topic && ls | printf x > made.txt && git checkout topic && git add -A && git commit -qm x"
	f.Commits = holding{"": {"33fd86d0000000000000000000000000000000aa prod.key"}}
	decides(engine.Ask, reads)
	decides(engine.Try, others)
	f.Commits = holding{"": nil}
	decides(engine.Try, "git checkout topic && rev * | git stash && make | "+others)
	f.Commits = holding{} // commits that pp could not search may hold one
	decides(engine.Ask, reads)
}

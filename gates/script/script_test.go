package script

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pp/engine/enginetest"
)

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{
		"Makefile": KindMake, "a/b/GNUmakefile": KindMake, "x.mk": KindMake, "Makefile.am": KindMake,
		"Dockerfile":     KindDocker,
		"dev.Dockerfile": KindDocker, "Dockerfile.prod": KindDocker, "Containerfile": KindDocker,
		"Dockerfile.j2": KindNone,
		"package.json":  KindPackage, "x/package.json": KindPackage, "package-lock.json": KindNone,
		"/w/.github/workflows/ci.yml": KindWorkflow, ".github/workflows/ci.yaml": KindWorkflow,
		"a/action.yml":           KindWorkflow,
		".github/dependabot.yml": KindNone, "workflows/x.yml": KindNone, ".gitlab-ci.yml": KindGitLab,
		"x.sh": KindShell, "x.bash": KindShell, "bin/run": KindShell,
		"ci/x.sh": KindShellRunner, ".github/scripts/x.sh": KindShellRunner, "docker-entrypoint.sh": KindShellImage,
		"a/rootfs/x.sh":        KindShellImage,
		".circleci/config.yml": KindNone, "Jenkinsfile": KindNone, ".pre-commit-config.yaml": KindNone,
		"main.go": KindNone, "README": KindNone, "x.py": KindNone,
	} {
		text := ""
		if name == "bin/run" {
			text = "#!/usr/bin/env bash\n"
		}
		if name == "README" {
			text = "#!/usr/bin/python3\n"
		}
		if got := KindOf(name, text); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// shown lists the scripts of a file with the lines that they and their last bytes stand on, and its problems.
func shown(f File) []string {
	var out []string
	for _, s := range f.Scripts {
		line, col := s.Text.Position(0)
		end, _ := s.Text.Position(max(0, len(strings.TrimRight(s.Text.S, "\n"))-1))
		text := fmt.Sprintf("%d:%d-%d %q", line, col, end, s.Text.S)
		if s.Dir != "" && s.Dir != "/" {
			text += " in " + s.Dir
		}
		for _, k := range []string{"A", "B"} {
			if v, ok := s.Env[k]; ok {
				text += " " + k + "=" + v
			}
		}
		if s.Other != "" {
			text += " by " + s.Other
		}
		out = append(out, text)
	}
	for _, p := range f.Problems {
		out = append(out, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.Rule))
	}
	return out
}

// TestRead reads the files of testdata/read.txtar, whose names say what they show and of which kind they are, and
// compares the scripts and problems with the section behind each.
func TestRead(t *testing.T) {
	check := func(name string, kind Kind, text string, want ...string) {
		t.Helper()
		if got := shown(Read(kind, text, nil)); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	archive, err := txtar.ParseFile("testdata/read.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		file := archive.Files[i]
		_, name, _ := strings.Cut(file.Name, ": ")
		want := strings.Split(strings.TrimSuffix(string(archive.Files[i+1].Data), "\n"), "\n")
		check(file.Name, KindOf(name, string(file.Data)), string(file.Data), want...)
	}
	check("line ends", KindMake, "x:\r\n\tls \\\r\n\t  -l\r\n", `2:2-3 "ls \\\n  -l"`)
	check("mark", KindPackage, "\ufeff{\"scripts\": {\"a\": \"b\"}}", `1:20-1 "b"`)
	check("NUL", KindShell, "a\x00", `1:1 unreadable`)
	check("nothing", KindNone, "a", `1:1 kind`)
}

// Text whose value anybody outside can choose is told from what only those choose who may write to the repository.
func TestOutsiders(t *testing.T) {
	for expression, want := range map[string]bool{
		"github.event.issue.title": true, "github.event.pull_request.head.ref": true, "github.head_ref": true,
		"toJSON(github.event.comment.body)": true, "github.event.commits[0].message": true,
		"github['event'].x":                    false,
		"github.event.head_commit.author.name": true, "github.event['issue']['title']": true,
		"github.event.pull_request.head.repo.default_branch": true, "github.event.review.body || 'x'": true,
		"github.event[ 'comment' ] . body": true, "github.*.issue.title": true, "github.event.forkee.description": true,
		"github.event.pull_request.head.repo.description": true, "github.event.repository.description": false,
		"github.sha": false, "matrix.title": false, "inputs.body": false, "github.event.number": false,
		"secrets.X":                          false,
		"github.event.pull_request.base.ref": false, "github.event.repository.name": false, "github.ref_name": false,
		"github.event.pull_request.head.sha": false, "github.event.inputs.name": false,
	} {
		if got := outsiders(expression) != ""; got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
}

// What anybody can choose is followed through matrices, variables, outputs and defaults into scripts.
func TestWhatOutsidersChooseIsFollowed(t *testing.T) {
	const step, set = "    steps:\n    - ", "env: {T: '${{ github.event.issue.title }}'}, "
	const uses = "    - run: echo ${{ steps.s-1.outputs.t }}\n"
	for text, want := range map[string]bool{
		"    strategy: {matrix: {t: ['${{ github.head_ref }}']}}\n" + step + "run: echo ${{ matrix.t }}\n":    true,
		"    strategy: {matrix: {t: ['${{ github.sha }}']}}\n" + step + "run: echo ${{ matrix.t }}\n":         false,
		step + "{" + set + "run: 'echo ${{ env.T }}'}\n":                                                      true,
		step + "{" + set + "run: 'echo $T'}\n":                                                                false,
		step + "{id: s-1, " + set + "run: echo t=$T >> $GITHUB_OUTPUT}\n" + uses:                              true,
		step + "{id: s-1, " + set + "run: \"echo 't<<E'\\necho $T\\necho E >> $GITHUB_OUTPUT\"}\n" + uses:     true,
		step + "{id: s-1, " + set + "run: \"echo $T\\necho t=1 >> $GITHUB_OUTPUT\"}\n" + uses:                 false,
		step + "{uses: actions/github-script@v7, with: {script: 'x(${{ github.head_ref }})'}}\n":              true,
		"    outputs: {o: '${{ github.head_ref }}'}\n  b:\n" + step + "run: echo ${{ needs.a.outputs.o }}\n":  true,
		"    outputs: {o: '${{ github.ref_name }}'}\n  b:\n" + step + "run: echo ${{ needs.a.outputs.o }}\n":  false,
		"    env: {T: '${{ github.head_ref }}'}\n  b:\n    env: {T: x}\n" + step + "run: echo ${{ env.T }}\n": false,
	} {
		f := Read(KindWorkflow, "jobs:\n  a:\n"+text, nil)
		if got := len(f.Problems) > 0; got != want {
			t.Errorf("%s has problems: %v, %q", text, got, shown(f))
		}
	}
}

// verbatim fails unless each part of a text that is said to stand so in the file stands there.
func verbatim(t *testing.T, file string, text Text) {
	t.Helper()
	all := strings.Split(file, "\n")
	for i, p := range text.pieces {
		end := len(text.S)
		if i+1 < len(text.pieces) {
			end = text.pieces[i+1].at
		}
		part := strings.TrimSuffix(text.S[p.at:end], "\n")
		if p.line < 1 || p.col < 1 || p.line > len(all)+1 {
			t.Fatalf("%q is said to stand at %d:%d of %q", part, p.line, p.col, file)
		}
		if p.fixed || part == "" {
			continue
		}
		line := all[p.line-1]
		if p.line == 1 && !strings.HasPrefix(part, "\ufeff") {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if p.col-1 > len(line) || !strings.HasPrefix(line[p.col-1:], part) {
			t.Fatalf("%q does not stand at %d:%d of %q", part, p.line, p.col, file)
		}
	}
}

// Any text is read without an end that is missed, and what is said to stand in it stands there.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"a: |-\n  x\n\n\nb: >\n  x\n  y\n\n  z\n   w\n",
		"a: 'it''s'\nb: \"\\x41\\u00e9\\n\\\"\n\"",
		"c: \"x\n  y\n\n  z\\\n  w\"", "a: &x\n  b: c\nd: *x\ne:\n  <<: *x\n  f: g\n", "a: b\n  c\n\n  d # e\n",
	} {
		f.Add(byte(KindWorkflow), "jobs: {j: {steps: [{run: x}]}}\nenv:\n- "+text)
		f.Add(byte(KindGitLab), "j:\n  script:\n  - "+strings.ReplaceAll(text, "\n", "\n    "))
	}
	f.Add(byte(KindMake), "A = $(shell x)\ndefine d\n\tls\nendef\nx: y ; z\n\t@echo $(A) \\\n\t  $(call d,1)\n")
	f.Add(byte(KindMake), "define T\n$(1): ; a\n\tb \\\n\t c\nendef\n$(foreach v,a b,$(eval $(call T,$(v))))\n"+
		"export LD_PRELOAD = x\n.SECONDEXPANSION:\nd: $$(shell e)\n")
	f.Add(byte(KindShell), "#!/usr/bin/env -S sh -c x\na=([1.2]=b)\nc='\x1b[1m'\n")
	f.Add(byte(KindWorkflow), "jobs: {a: {runs-on: '${{ x }}', steps: [{run: a, env: {K: '${{ secrets.K }}'}}]}}\n")
	f.Add(byte(KindDocker), "ADD https://a/b /usr/bin/\nSHELL [\"a\", \"sh\", \"-c\"]\nRUN b\n")
	f.Add(byte(KindMake), "$")
	f.Add(byte(KindMake), "$:$\n\t$\n")
	f.Add(byte(KindDocker), "FROM a\nRUN x \\\n# c\n  y <<E\nz\nE\nCMD [\"a\", \"b\"]\n")
	f.Add(byte(KindPackage), `{"scripts": {"a": "b \"c\" \ud83d\ude00"}}`)
	f.Add(byte(KindGitLab), "a:\n  script:\n  - b\n  - [c]\n")
	f.Fuzz(func(t *testing.T, kind byte, text string) {
		file := Read(Kind(kind)%(KindGitLab+1), text, nil)
		for _, s := range file.Scripts {
			if Kind(kind)%(KindGitLab+1) != KindPackage { // JSON may be no UTF-8 in places
				verbatim(t, text, s.Text)
			}
			Locate(s.Text, s.Text.S)
		}
	})
}

// What would take the square of a file, or more, of work or memory is a problem of the file.
func TestWorkIsBounded(t *testing.T) {
	var doubles, sets, steps strings.Builder
	steps.WriteString("jobs:\n  x:\n    env:\n")
	for i := range 2000 {
		fmt.Fprintf(&doubles, "V%d = $(V%d)$(V%d)\n", i, i+1, i+1)
		fmt.Fprintf(&sets, "ENV A%d=b\nRUN ls\n", i)
		fmt.Fprintf(&steps, "      A%d: b\n", i)
	}
	doubles.WriteString("all:\n" + strings.Repeat("\techo $(V1)\n", 2000))
	steps.WriteString("    steps:\n" + strings.Repeat("    - {run: ls, env: {B: c}}\n", 2000))
	for kind, text := range map[Kind]string{
		KindMake: doubles.String(), KindDocker: sets.String(), KindWorkflow: steps.String(),
	} {
		f := Read(kind, text, nil)
		if len(f.Problems) > maxProblems {
			t.Errorf("kind %d has %d problems", kind, len(f.Problems))
		}
		if !slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.Rule == "over-cap" }) {
			t.Errorf("kind %d has no end that is told", kind)
		}
	}
}

// The recipes of a Makefile are what make says that it runs.
func TestRecipesAsMake(t *testing.T) {
	make, err := exec.LookPath("make")
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "make is not here")
	}
	for name, text := range map[string]string{
		"plain":     "all: a b\n\techo all\na:\n\t@echo a\n\t-echo 'b c' # d\nb: ; echo semi\n",
		"variables": "X = $(Y) z\nY := y\nX += w\nZ ?= v\nall:\n\techo $(X) ${Z} $Y $$HOME $$$$ $(strip  a )\n",
		"long":      "all:\n\techo a \\\n\t  b \\\n  c\n\tfor i in 1 2; do \\\n\t  echo $$i; \\\n\tdone\n",
		"override":  "override A := 1\nexport B = 2\nC ::= 3\nall:\n\techo $(A)$(B)$(C)\n",
		"comment":   "A = x # y\nB = x\\#y\nall: # c\n\techo $(A) '#' $(B)\n",
		"define":    "define two\n@echo $(1)\n-echo $(2)\nendef\nall:\n\t$(call two,a,b)\n",
		"targets":   "all: one\none: two\n\techo $@ from $<\ntwo:\n\techo $@\n",
		"tabs":      "all:\n\t \techo a\n\t\techo b\n\n\techo c\n",
		"append":    "A := a\nA += b\nall: A += c\nall:\n\techo $(A)\n",
		"crlf":      "A = x\r\nall:\r\n\techo $(A) \\\r\n\t  b\r\n",
		"nested":    "A = $(B)\nB = $(C)\nC = c\nall:\n\techo $(A)\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(make, "-n", "all")
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		found := ""
		for _, s := range Read(KindMake, text, nil).Scripts {
			found += s.Text.S + "\n"
		}
		if got, want := words(found), words(string(out)); !slices.Equal(got, want) {
			t.Errorf("%s: make runs %q, and %q is found", name, out, found)
		}
	}
}

// words are those of a text, sorted: make orders recipes by what depends on what.
func words(s string) []string {
	list := strings.Fields(s)
	slices.Sort(list)
	return list
}

//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pp/engine/enginetest"
	"pp/sexp"
)

// step is one action of a recorded task: a command, or a call of a file tool.
type step struct {
	tool            string // "run", "read", "write" or "edit"
	name, old, text string // the command, or the file and what is written or replaced
}

func runs(command string) step         { return step{tool: "run", name: command} }
func reads(name string) step           { return step{tool: "read", name: name} }
func puts(name, text string) step      { return step{tool: "write", name: name, text: text} }
func alters(name, old, to string) step { return step{"edit", name, old, to} }

// task is a recorded coding task: the project it is done in, and what a model did.
type task struct {
	name, project string
	steps         []step
	made          string // a file that is there afterwards, with the text
	text          string
}

// The projects that tasks are done in, each with a fault and a test that fails for it.
var projects = map[string]map[string]string{
	"go": {"go.mod": "module example\n\ngo 1.21\n", ".gitignore": "bin/\n",
		"sum.go":  "package main\n\nfunc sum(a, b int) int { return a - b }\n",
		"main.go": "package main\n\nfunc main() { println(sum(1, 2)) }\n", "dead.go": "package main\n\nvar unused = 1\n",
		"sum_test.go": "package main\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif sum(1, 2) != 3 {\n" +
			"\t\tt.Error(sum(1, 2))\n\t}\n}\n"},
	"npm": {"package.json": `{"name": "example", "version": "1.0.0", "scripts": {"test": "node test.js", ` +
		`"build": "node build.js"}}` + "\n", ".gitignore": "dist/\nnode_modules/\n",
		"sum.js": "exports.sum = (a, b) => a - b;\n", "test.js": "if (require('./sum').sum(1, 2) !== 3) process.exit(1);\n",
		"build.js": "const fs = require('fs'); fs.mkdirSync('dist', {recursive: true}); " +
			"fs.copyFileSync('sum.js', 'dist/sum.js');\n",
		"gen.js": "require('fs').writeFileSync('generated.js', 'exports.n = 3;\\n');\n"},
	"python": {"shop/__init__.py": "", "shop/total.py": "def total(prices):\n    return sum(prices) + 1\n",
		".gitignore": "__pycache__/\n", "report.py": "from shop.total import total\nopen('report.txt', 'w').write(" +
			"str(total([1, 2])) + '\\n')\n", "tests/__init__.py": "",
		"tests/test_total.py": "import unittest\nfrom shop.total import total\n\n\nclass T(unittest.TestCase):\n" +
			"    def test(self):\n        self.assertEqual(total([1, 2]), 3)\n"},
	"make": {
		"Makefile": "app: main.c sum.c\n\tcc -o app main.c sum.c\n\ntest: app\n\ttest \"$$(./app)\" = 3\n\nclean:\n" +
			"\trm -f app\n.PHONY: test clean\n",
		".gitignore": "app\n",
		"sum.c":      "int sum(int a, int b) { return a - b; }\n",
		"main.c":     "#include <stdio.h>\nint sum(int, int);\nint main(void) { printf(\"%d\\n\", sum(1, 2)); return 0; }\n",
		"fix.patch": "--- a/sum.c\n+++ b/sum.c\n@@ -1 +1 @@\n-int sum(int a, int b) { return a - b; }\n" +
			"+int sum(int a, int b) { return a + b; }\n",
	},
	"docs": {"README.md": "# Example\n\nSee [the guide](guide.md).\n", "guide.md": "# Guide\n\nIt si simple.\n",
		"template.md": "# TITLE\n", "index.sh": "for f in *.md; do echo \"- $f\"; done > index.txt\n"},
}

// needs is what a project's commands are.
var needs = map[string][]string{"go": {"go"}, "npm": {"npm", "node"}, "python": {"python3"}, "make": {"make", "cc"},
	"docs": nil}

// tasks are read, edit, build, test and commit, each in its own way.
var tasks = []task{
	{"go: mend a sum", "go", []step{
		runs("git status --short"), reads("sum.go"), alters("sum.go", "a - b", "a + b"), runs("go build ./..."),
		runs("go test ./..."), runs("git diff"), runs("git add -A"), runs("git commit -qm 'Mend the sum'"),
	}, "sum.go", "a + b"},
	{"go: a new function", "go", []step{
		runs("ls"), runs("cat sum.go | head -20"), alters("sum.go", "a - b", "a + b"),
		puts("product.go", "package main\nfunc product(a,b int) int { return a*b }\n"), runs("gofmt -l ."),
		runs("gofmt -w ."), runs("go vet ./..."), runs("go test ./... 2>&1 | tail -20"),
		runs("git add -A && git commit -qm 'Add product'"),
	}, "product.go", "func product(a, b int) int { return a * b }"},
	{"go: move a file", "go", []step{
		runs("git log --oneline | head"), alters("sum.go", "a - b", "a + b"), runs("git mv sum.go add.go"),
		runs("go test ./..."), runs("git commit -qam 'Name it add'"),
	}, "add.go", "a + b"},
	{"go: delete dead code", "go", []step{
		runs("grep -rn unused ."), runs("rm dead.go"), alters("sum.go", "a - b", "a + b"),
		runs("go build ./... && go test ./..."), runs("git commit -qam 'Delete dead code'"),
	}, "sum.go", "a + b"},
	{"go: try the program", "go", []step{
		alters("sum.go", "a - b", "a + b"), runs("go build -o bin/app ."), runs("./bin/app"), runs("go run ."),
		runs("rm -r bin"), runs("go test -count=1 ./..."), runs("git add sum.go"),
		runs("git commit -qm 'Mend the sum'"),
	}, "sum.go", "a + b"},
	{"npm: mend a sum", "npm", []step{
		reads("package.json"), reads("sum.js"), alters("sum.js", "a - b", "a + b"), runs("npm test"),
		runs("git diff --stat"), runs("git commit -qam 'Mend the sum'"),
	}, "sum.js", "a + b"},
	{"npm: a new script", "npm", []step{
		alters("sum.js", "a - b", "a + b"),
		alters("package.json", `"scripts": {`, `"scripts": {"check": "node --check sum.js", `),
		runs("npm run check"), runs("npm test"), runs("git commit -qam 'Check the syntax'"),
	}, "package.json", "node --check"},
	{"npm: build", "npm", []step{
		alters("sum.js", "a - b", "a + b"), runs("npm run build"), runs("npm run build --silent"), runs("ls dist"),
		runs("npm test"), runs("rm -rf dist"), runs("git add . && git commit -qm 'Mend the sum'"),
	}, "sum.js", "a + b"},
	{"npm: generate", "npm", []step{
		reads("gen.js"), runs("node gen.js"), runs("cat generated.js"), runs("npm test || true"),
		alters("sum.js", "a - b", "a + b"), runs("npm test"), runs("git add -A"),
		runs("git commit -qm 'Generate n'"),
	}, "generated.js", "exports.n = 3"},
	{"python: a branch", "python", []step{
		runs("git switch -qc fix"), runs("sed -n 1,20p shop/total.py"), alters("shop/total.py", " + 1", ""),
		runs("python3 -m unittest -q"), runs("git commit -qam 'Mend the total'"),
	}, "shop/total.py", "return sum(prices)\n"},
	{"python: a report", "python", []step{
		alters("shop/total.py", " + 1", ""), runs("python3 report.py"), runs("cat report.txt"),
		runs("python3 -m unittest discover"), runs("git add report.txt shop"), runs("git commit -qm 'Report'"),
	}, "report.txt", "3\n"},
	{"python: a module", "python", []step{
		runs("find . -name '*.py' | head"), runs("mkdir -p shop/tax"), runs("touch shop/tax/__init__.py"),
		puts("shop/tax/rate.py", "RATE = 0.19\n"), alters("shop/total.py", " + 1", ""),
		runs("python3 -c 'from shop.tax.rate import RATE; print(RATE)'"), runs("python3 -m unittest"),
		runs("git add -A && git commit -qm 'Add the rate'"),
	}, "shop/tax/rate.py", "0.19"},
	{"python: rename", "python", []step{
		runs("grep -rln total shop tests"), alters("shop/total.py", " + 1", ""),
		runs("sed -i s/prices/amounts/g shop/total.py"), runs("python3 -m unittest"), runs("git diff"),
		runs("git commit -qam 'Say amounts'"),
	}, "shop/total.py", "sum(amounts)"},
	{"make: mend a sum", "make", []step{
		reads("Makefile"), alters("sum.c", "a - b", "a + b"), runs("make"), runs("./app"), runs("make test"),
		runs("make clean"), runs("git commit -qam 'Mend the sum'"),
	}, "sum.c", "a + b"},
	{"make: a target", "make", []step{
		alters("sum.c", "a - b", "a + b"), alters("Makefile", ".PHONY:", "check: test\n.PHONY: check"),
		runs("make -s check"), runs("git commit -qam 'Add check'"),
	}, "Makefile", "check: test"},
	{"make: a patch", "make", []step{
		reads("fix.patch"), runs("git apply fix.patch"), runs("make test"), runs("git diff"),
		runs("git commit -qam 'Apply the fix'"),
	}, "sum.c", "a + b"},
	{"make: a header", "make", []step{
		puts("sum.h", "int sum(int, int);\n"), alters("main.c", "int sum(int, int);", `#include "sum.h"`),
		alters("sum.c", "a - b", "a + b"), runs("make -j2 && ./app"), runs("make test"),
		runs("git add -A && git commit -qm 'Declare it once'"),
	}, "sum.h", "int sum"},
	{"docs: a word", "docs", []step{
		runs("grep -n ' si ' *.md"), alters("guide.md", " si ", " is "), runs("git diff"),
		runs("git commit -qam 'Spell it right'"),
	}, "guide.md", "It is simple"},
	{"docs: a directory", "docs", []step{
		runs("mkdir docs"), runs("git mv guide.md docs/guide.md"),
		runs("sed -i s,guide.md,docs/guide.md, README.md"), runs("cat README.md"),
		runs("git commit -qam 'Move the guide'"),
	}, "README.md", "docs/guide.md"},
	{"docs: a page", "docs", []step{
		runs("cp template.md page.md"), runs("sed -i s/TITLE/Page/ page.md"), runs("sh index.sh"),
		runs("mv page.md first.md"), runs("sh index.sh; cat index.txt"),
		runs("git add -A && git commit -qm 'Add a page'"),
	}, "index.txt", "- first.md"},
}

// taskOver is the answer at the end of every task.
const taskOver = "the task is over now"

// replies is the task as a script of the provider.
func (k task) replies() string {
	const request = "(:FORM (:TYPE :REQUEST :TARGET "
	const why = ` :EXPLANATION "It is a part of the task.")`
	var b strings.Builder
	for _, s := range k.steps {
		text := func(t string) string { return sexp.Print(sexp.String(t)) }
		call := request + ":TOOL :PAYLOAD (:ACTION :CALL :TOOL "
		switch s.tool {
		case "run":
			b.WriteString(request + ":SHELL :PAYLOAD (:CMD " + text(s.name) + why + "))\n")
		case "read":
			b.WriteString(call + `"read-file" :ARGS (:FILEPATH ` + text(s.name) + ")" + why + "))\n")
		case "write":
			b.WriteString(call + `"write-file" :ARGS (:FILEPATH ` + text(s.name) + " :CONTENT " + text(s.text) + ")" +
				why + "))\n")
		case "edit":
			b.WriteString(call + `"edit-file" :ARGS (:FILEPATH ` + text(s.name) + " :OLD " + text(s.old) + " :NEW " +
				text(s.text) + ")" + why + "))\n")
		}
	}
	return b.String() + "(:REPLY " + sexp.Print(sexp.String(taskOver)) + ")\n"
}

// A coding task asks at most two questions with --accept-edits: recorded tasks over real
// small projects, with a person who says yes. With PP_LONG=1 those in Go too, and each without
// --accept-edits for the record. PP_QUESTIONS_OF names another pp whose questions are counted.
func TestQuestionsPerTask(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	long := os.Getenv("PP_LONG") == "1"
	counted, asked, edits := 0, 0, 0
	t.Cleanup(func() {
		t.Logf("%d tasks: %d questions by default, %d with --accept-edits", counted, asked, edits)
	})
	for _, k := range tasks {
		if k.project == "go" && !long { // builds the library anew each time
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, program := range append([]string{"git"}, needs[k.project]...) {
				if _, err := exec.LookPath(program); err != nil {
					enginetest.Skip(t, os.Getenv, false, "%s", program)
				}
			}
			home := newAfterDesk(t, "(:REPLY \"none\")")
			without, with := 0, home.questions(t, k, "--accept-edits")
			if long {
				without = home.questions(t, k)
			}
			mu.Lock()
			defer mu.Unlock()
			t.Logf("%d questions, %d with --accept-edits", without, with)
			counted, asked, edits = counted+1, asked+without, edits+with
			if with > 2 && os.Getenv("PP_QUESTIONS_OF") == "" {
				t.Errorf("%d questions with --accept-edits, want 2 at most", with)
			}
		})
	}
}

// questions does a task in a new project, says yes to everything, and counts.
func (p desk) questions(t *testing.T, k task, flags ...string) int {
	t.Helper()
	p.dir = t.TempDir()
	for name, text := range projects[k.project] {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(p.dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = p.dir, []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	git("init", "-q")
	git("config", "user.name", "T")
	git("config", "user.email", "t@example.org")
	git("add", "-A")
	git("commit", "-qm", "first")
	if err := os.WriteFile(filepath.Join(p.home, "replies"), []byte(k.replies()), 0o600); err != nil {
		t.Fatal(err)
	}
	path := "PATH=/usr/bin:/bin" // a shim before those looks for its versions in a home that is another one here
	if goes, err := exec.LookPath("go"); err == nil {
		path += ":" + filepath.Dir(goes)
	}
	cmd := p.command(t, []string{path}, append(flags, "-q", "--max-turns", "40", k.name)...)
	if other := os.Getenv("PP_QUESTIONS_OF"); other != "" {
		cmd.Path = other
	}
	tty := open(t, cmd, 200, 200)
	asked := 0
	for {
		which, shown := tty.either(theEnd, taskOver, "pp: error:")
		if which != 0 {
			break
		}
		asked++
		if testing.Verbose() {
			t.Logf("    %v %s", flags, questionLine(shown))
		}
		tty.send("y")
	}
	code := tty.code()
	text, err := os.ReadFile(filepath.Join(p.dir, k.made))
	done := err == nil && strings.Contains(string(text), k.text) &&
		strings.Count(git("log", "--format=%h"), "\n") == 2
	if trace := p.run(t, "trace"); os.Getenv("PP_QUESTIONS_OF") == "" && strings.Contains(trace, "result    error") {
		t.Errorf("%s %v: a command failed: %s", k.name, flags, trace)
	}
	if os.Getenv("PP_QUESTIONS_OF") == "" && (code != 0 || !done) {
		t.Errorf("%s %v: exit %d; %s is %q, %v; %s\n%s", k.name, flags, code, k.made, text, err,
			git("status", "--short"), tty.text())
	}
	return asked
}

// questionLine is what a question is about.
func questionLine(shown string) string {
	var out []string
	for line := range strings.Lines(shown) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "asks ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "; ")
}

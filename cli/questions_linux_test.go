//go:build linux

package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pp/engine/enginetest"
	"pp/sexp"
)

// task is a recorded coding task of testdata/tasks.jsonl: its project in projects.txtar, the steps of the model, and a
// file that exists afterwards, with its text. A step has a tool (run, read, write or edit), the command or file, and
// the written text, or the replaced text and its replacement.
type task struct {
	Name, Project, Made, Text string
	Steps                     [][]string
}

// needs is what a project's commands are.
var needs = map[string][]string{"go": {"go"}, "npm": {"npm", "node"}, "python": {"python3"}, "make": {"make", "cc"},
	"docs": nil}

// recordedTasks reads the tasks, which read, edit, build, test and commit in different ways.
func recordedTasks(t *testing.T) (out []task) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var k task
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			t.Fatal(err)
		}
		out = append(out, k)
	}
	return out
}

// taskOver is the answer at the end of every task.
const taskOver = "the task is over now"

// replies is the task as a script of the provider.
func (k task) replies() string {
	const request = "(:FORM (:TYPE :REQUEST :TARGET "
	const why = ` :EXPLANATION "It is a part of the task.")`
	var b strings.Builder
	for _, s := range k.Steps {
		var text []string
		for _, word := range s[1:] {
			text = append(text, sexp.Print(sexp.String(word)))
		}
		call := request + ":TOOL :PAYLOAD (:ACTION :CALL :TOOL "
		switch s[0] {
		case "run":
			b.WriteString(request + ":SHELL :PAYLOAD (:CMD " + text[0] + why + "))\n")
		case "read":
			b.WriteString(call + `"read-file" :ARGS (:FILEPATH ` + text[0] + ")" + why + "))\n")
		case "write":
			b.WriteString(call + `"write-file" :ARGS (:FILEPATH ` + text[0] + " :CONTENT " + text[1] + ")" + why + "))\n")
		case "edit":
			b.WriteString(call + `"edit-file" :ARGS (:FILEPATH ` + text[0] + " :OLD " + text[1] + " :NEW " + text[2] + ")" +
				why + "))\n")
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
	for _, k := range recordedTasks(t) {
		if k.Project == "go" && !long { // builds the library each time
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for _, program := range append([]string{"git"}, needs[k.Project]...) {
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
	archive, err := txtar.ParseFile(filepath.Join("testdata", "projects.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, k.Project+"/"); ok {
			put(t, filepath.Join(p.dir, name), string(f.Data))
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
	cmd := p.command(t, []string{path}, append(flags, "-q", "--max-turns", "40", k.Name)...)
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
	text, err := os.ReadFile(filepath.Join(p.dir, k.Made))
	done := err == nil && strings.Contains(string(text), k.Text) &&
		strings.Count(git("log", "--format=%h"), "\n") == 2
	if trace := p.run(t, "trace"); os.Getenv("PP_QUESTIONS_OF") == "" && strings.Contains(trace, "result    error") {
		t.Errorf("%s %v: a command failed: %s", k.Name, flags, trace)
	}
	if os.Getenv("PP_QUESTIONS_OF") == "" && (code != 0 || !done) {
		t.Errorf("%s %v: exit %d; %s is %q, %v; %s\n%s", k.Name, flags, code, k.Made, text, err,
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

package tools

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
)

var tree = map[string]string{
	"README.md": "# Title\nhello world\n", "main.go": "package main\n\nfunc main() {}\n", "src/a.go": "package src\n",
	"src/b_test.go": "package src\n\nfunc TestB() { main() }\n", "src/deep/er/c.go": "// main\n",
	"docs/x.md": "Main text\n",
	".env":      "KEY=main\n", ".git/config": "main\n", ".git/HEAD": "main\n",
	"bin/tool": "\x7fELF\x00main", "out": "->/etc",
	"docs/self": "->..", "empty/": "", "odd\nname.go": "main\n",
}

// skipEnv is a rule for secret paths.
func skipEnv(name string) bool { return path.Base(name) == ".env" }

func TestListDirectory(t *testing.T) {
	dir := scratch(t, tree)
	opts := Options{Skip: skipEnv}
	res, err := call(t, opts, dir, "list-directory")
	wantText(t, res, err, ".git/\nREADME.md\nbin/\ndocs/\nempty/\nmain.go\n\"odd\\nname.go\"\nout -> /etc\nsrc/\n[1 "+
		"secret file left out]\n")
	res, err = call(t, opts, dir, "list-directory", "PATH", "src")
	wantText(t, res, err, "src/a.go\nsrc/b_test.go\nsrc/deep/\n")
	res, err = call(t, opts, dir, "list-directory", "PATH", "docs/self/empty")
	wantText(t, res, err, "empty is empty.\n")
	_, err = call(t, opts, dir, "list-directory", "PATH", "main.go")
	wantError(t, err, "main.go is a file", "Read it with read-file")
	_, err = call(t, opts, dir, "list-directory", "PATH", "none")
	wantError(t, err, "none does not exist")
	outside := scratch(t, map[string]string{"x": ""})
	res, err = call(t, opts, dir, "list-directory", "PATH", outside)
	wantText(t, res, err, outside+"/x\n")
	if err := unix.Mkfifo(filepath.Join(outside, "p"), 0o600); err != nil {
		t.Fatal(err)
	}
	res, err = call(t, opts, outside, "list-directory")
	wantText(t, res, err, "p (FIFO)\nx\n")
}

func TestFindFiles(t *testing.T) {
	dir := scratch(t, tree)
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{"PATTERN", "*.go"}, "main.go\n\"odd\\nname.go\"\nsrc/a.go\nsrc/b_test.go\nsrc/deep/er/c.go\n"},
		{[]any{"PATTERN", "*.go", "PATH", "src"}, "src/a.go\nsrc/b_test.go\nsrc/deep/er/c.go\n"},
		{[]any{"PATTERN", "src/*.go"}, "src/a.go\nsrc/b_test.go\n"},
		{[]any{"PATTERN", "src/**/*.go"}, "src/a.go\nsrc/b_test.go\nsrc/deep/er/c.go\n"},
		{[]any{"PATTERN", "**/er/**"}, "src/deep/er/c.go\n"},
		{[]any{"PATTERN", "*.{md,txt}"}, "README.md\ndocs/x.md\n"},
		{[]any{"PATTERN", "e?"}, "src/deep/er/\n"},
		{[]any{"PATTERN", "er"}, "src/deep/er/\n"},
		{[]any{"PATTERN", "self"}, "docs/self\n"},
		{[]any{"PATTERN", "HEAD", "PATH", ".git"}, ".git/HEAD\n"},
		{[]any{"PATTERN", "HEAD"}, "Nothing below . matches HEAD.\n[1 secret file left out]\n"},
		{[]any{"PATTERN", "passwd"}, "Nothing below . matches passwd.\n[1 secret file left out]\n"},
		{[]any{"PATTERN", "[!a-z]*", "PATH", "docs"}, "Nothing below docs matches [!a-z]*.\n"},
	} {
		want := c.want
		if len(c.args) == 2 && !strings.Contains(want, "left out") {
			want += "[1 secret file left out]\n"
		}
		res, err := call(t, Options{Skip: skipEnv}, dir, "find-files", c.args...)
		t.Run(fmt.Sprint(c.args...), func(t *testing.T) { wantText(t, res, err, want) })
	}
	_, err := call(t, Options{}, dir, "find-files", "PATTERN", "*", "PATH", "main.go")
	wantError(t, err, "main.go is a file, not a directory", "read-file")
	_, err = call(t, Options{}, dir, "find-files", "PATTERN", "*", "PATH", "none")
	wantError(t, err, "none does not exist")
}

func TestSearchFiles(t *testing.T) {
	dir := scratch(t, tree)
	const left = "[1 secret file left out; 2 symbolic links not followed; 1 file that is not text left out]\n"
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{"PATTERN", "main"}, "main.go\n1: package main\n3: func main() {}\n\"odd\\nname.go\"\n1: main\n" +
			"src/b_test.go\n3: func TestB() { main() }\nsrc/deep/er/c.go\n1: // main\n" + left},
		{[]any{"PATTERN", "(?i)^MAIN"}, "docs/x.md\n1: Main text\n\"odd\\nname.go\"\n1: main\n" + left},
		{[]any{"PATTERN", `func \w+\(\)`, "GLOB", "*.go", "PATH", "src"}, "src/b_test.go\n3: func TestB() { main() }\n"},
		{[]any{"PATTERN", "main", "GLOB", "**/er/*", "PATH", "src"}, "src/deep/er/c.go\n1: // main\n"},
		{[]any{"PATTERN", "hello", "PATH", "README.md"}, "README.md\n2: hello world\n"},
		{[]any{"PATTERN", "nothing", "PATH", "src"}, "No line in 3 files matches nothing.\n"},
		{[]any{"PATTERN", "main", "PATH", ".git"}, ".git/HEAD\n1: main\n.git/config\n1: main\n"},
		{[]any{"PATTERN", "main", "PATH", "empty"}, "No line in 0 files matches main.\n"},
		{[]any{"PATTERN", "main", "PATH", "bin/tool"}, "No line in 0 files matches main.\n[1 file that is not text left " +
			"out]\n"},
	} {
		res, err := call(t, Options{Skip: skipEnv}, dir, "search-files", c.args...)
		t.Run(fmt.Sprint(c.args...), func(t *testing.T) { wantText(t, res, err, c.want) })
	}
	_, err := call(t, Options{}, dir, "search-files", "PATTERN", "x", "PATH", "none")
	wantError(t, err, "none does not exist")
}

func TestSearchLongLines(t *testing.T) {
	long := strings.Repeat("a", 100_000)
	dir := scratch(t, map[string]string{
		"l": "x" + long + "needle" + long + "\nneedle\r\n", "u": strings.Repeat("ä", 400) + "needle" +
			strings.Repeat("€", 400),
		"bad": "needle \xff\xfe here\n",
	})
	res, err := call(t, Options{}, dir, "search-files", "PATTERN", "needle")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(res.Text, "\n"), "\n")
	if len(lines) != 7 || lines[1] != "1: needle \uFFFD here" || lines[2] != "l" || lines[4] != "2: needle" {
		t.Fatalf("%d lines, %q", len(lines), lines[1])
	}
	for i, prefix := range map[int]string{3: "1: …aaa", 6: "1: …ä"} {
		if !strings.HasPrefix(lines[i], prefix) || !strings.Contains(lines[i], "needle") ||
			!strings.HasSuffix(lines[i], "…") ||
			len(lines[i]) > maxShown+30 || strings.Contains(lines[i], "\uFFFD") {
			t.Errorf("%d bytes: %q", len(lines[i]), lines[i])
		}
	}
}

// Results stay within their limits and say that there is more.
func TestResultsAreBounded(t *testing.T) {
	for _, c := range []struct {
		tool        string
		args        []any
		names       int
		name        string // of each, before its number
		lines, want int    // in the one file; lines of the result
		note        string
	}{
		{"list-directory", nil, 999, "n", 0, 1000, ""},
		{"list-directory", nil, 1000, "n", 0, 1000, "[1 more entry left out; find some with find-files]"},
		{"list-directory", nil, 1001, strings.Repeat("n", 195), 0, 245,
			"[757 more entries left out; find some with find-files]"},
		{"find-files", []any{"PATTERN", "*"}, 999, "n", 0, 1000, ""},
		{"find-files", []any{"PATTERN", "*"}, 1000, "n", 0, 1000,
			"[these are the first 1,000 names, there are more; narrow the pattern or the path]"},
		{"search-files", []any{"PATTERN", "match"}, 0, "", 200, 201, ""},
		{"search-files", []any{"PATTERN", "match"}, 0, "", 201, 201,
			"[these are the first 200 matches, there are more; narrow the pattern or the path, or give a glob]"},
		{"search-files", []any{"PATTERN", "match"}, 0, "", 1, 2, ""},
		{"search-files", []any{"PATTERN", "match"}, 0, "", 0, 1, ""},
	} {
		files := map[string]string{"a": strings.Repeat("match this line\n", c.lines)}
		for i := range c.names {
			files[fmt.Sprintf("%s%05d", c.name, i)] = ""
		}
		res, err := call(t, Options{}, scratch(t, files), c.tool, c.args...)
		lines := strings.Split(strings.TrimSuffix(res.Text, "\n"), "\n")
		note := ""
		if last := lines[len(lines)-1]; strings.HasPrefix(last, "[") {
			note, lines = last, lines[:len(lines)-1]
		}
		if err != nil || len(lines) != c.want || note != c.note || len(res.Text) > maxText+100 {
			t.Errorf("%s of %d names and %d lines: %d lines, %v, %q", c.tool, c.names, c.lines, len(lines), err, note)
		}
	}
}

func TestWalkDepthIsBounded(t *testing.T) {
	dir := scratch(t, map[string]string{strings.Repeat("d/", maxDepth+5) + "f": "x", "d/near": "x"})
	res, err := call(t, Options{}, dir, "search-files", "PATTERN", "x")
	wantText(t, res, err, "d/near\n1: x\n[1 directory too deep to enter; give one as the path]\n")
}

// A directory that is swapped for a link during the walk is not entered.
func TestWalkDoesNotFollowSwappedDirectory(t *testing.T) {
	secret := scratch(t, map[string]string{"key": "TOP-SECRET"})
	dir := scratch(t, map[string]string{"d/f": "x"})
	swapped := false
	// Skip is asked just before the directory is opened.
	tool := named(t, Options{Skip: func(name string) bool {
		if path.Base(name) == "d" && !swapped {
			swapped = true
			if os.RemoveAll(name) != nil || os.Symlink(secret, name) != nil {
				t.Error("the directory was not swapped")
			}
		}
		return false
	}}, "search-files")
	res, err := runCleared(t, tool, enginetest.Call(t, tool.Spec, plist("PATTERN", "SECRET|x"), factsIn(dir)))
	wantText(t, res, err, "No line in 0 files matches SECRET|x.\n[1 entry could not be opened]\n")
	if !swapped {
		t.Error("the directory was not swapped")
	}
}

// The order of a result does not depend on the order in which files were made.
func TestWalkIsSorted(t *testing.T) {
	names := strings.Fields("b a c/z c/a c.d c0 B ä _ d/e/f d/e.f")
	var first string
	for range 5 {
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		dir := scratch(t, nil)
		for _, n := range names {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(n)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, n), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		res, err := call(t, Options{}, dir, "find-files", "PATTERN", "*")
		if err != nil || first != "" && res.Text != first {
			t.Fatalf("%q, %v; before it was %q", res.Text, err, first)
		}
		first = res.Text
	}
	if want := "B\n_\na\nb\nc/\nc/a\nc/z\nc.d\nc0\nd/\nd/e/\nd/e/f\nd/e.f\nä\n"; first != want {
		t.Errorf("%q, want %q", first, want)
	}
}

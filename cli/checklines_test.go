//go:build linux

package cli

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pp/cli/system"
)

// Any line of `pp check --jsonl` gets one answer, in order; what cannot be read
// or is too much is denied, and none of it takes long.
func TestInvariant13EveryLineIsAnswered(t *testing.T) {
	work := t.TempDir()
	t.Chdir(work)
	for _, link := range []string{"a", "b"} {
		if err := os.Symlink(map[string]string{"a": "b", "b": "a"}[link], link); err != nil {
			t.Fatal(err)
		}
	}
	long := "."
	for i := range 45 {
		next := "l" + strconv.Itoa(i)
		if err := os.Symlink(long, next); err != nil {
			t.Fatal(err)
		}
		long = next
	}
	line := func(key, value string) string {
		text, err := json.Marshal(map[string]string{"id": "x", key: value})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	nested := func(open, middle, end string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	never := map[string]bool{"deny": true, "ask": true}
	denied := map[string]bool{"deny": true}
	any := map[string]bool{"deny": true, "ask": true, "allow": true}
	var lines []string
	var want []map[string]bool
	add := func(w map[string]bool, text ...string) {
		for _, l := range text {
			lines, want = append(lines, l), append(want, w)
		}
	}
	add(denied, line("cmd", "echo "+strings.Repeat("a ", 1<<19)), line("cmd", strings.Repeat("a", 1<<20)),
		line("cmd", "ls "+strings.Repeat("'", 1<<20)),
		line("cmd", strings.Repeat("ls;", 1<<18)), line("cmd", "cat <<E\n"+strings.Repeat("$(ls)\n", 1<<17)+"E\n"))
	add(denied, line("cmd", nested("$(", "ls", ")", 10_000)), line("cmd", "echo "+nested("$(echo ", "x", ")", 10_000)),
		line("cmd", nested("(", "ls", ")", 10_000)),
		line("cmd", nested("{ ", "ls; ", "} ", 10_000)), line("cmd", "echo "+nested("${x:-", "y", "}", 10_000)),
		line("cmd", "echo $(("+nested("(", "1", ")", 10_000)+"))"))
	add(never, line("cmd", nested("`", "ls", "`", 10_001)), line("cmd", nested("eval ", "ls", "", 10_000)),
		line("cmd", nested("if ", "ls", "", 10_000)), line("cmd", "sh -c '"+nested("sh -c \"", "ls", "\"", 1000)+"'"))
	add(any, line("cmd", strings.Repeat("! ", 10_000)+"ls"), line("cmd", "ls"+strings.Repeat(" | cat", 5000)),
		line("cmd", "echo "+strings.Repeat("{a,b}", 30)))
	add(denied, `{"id":"x","cmd":"ls","cwd":"/no/such/directory"}`, `{"id":"x","cmd":"ls","cwd":"a"}`,
		`{"id":"x","cmd":"ls","cwd":"`+filepath.Join(work, "a")+`"}`,
		`{"id":"x","cmd":"ls","cwd":""}`, `{"id":"x","cmd":"ls","cwd":"/etc/passwd"}`)
	add(never, line("cmd", "rm -r a/x"), line("cmd", "echo x > a"), line("cmd", "rm -rf "+long+"/x"),
		`{"id":"x","op":"read","path":"a"}`, `{"id":"x","op":"write","path":"b/c"}`, `{"id":"x","op":"delete","path":"a/"}`)
	add(denied, "not json", "{", "[]", `"ls"`, "null", "3", `{"cmd":3}`, `{"id":"x"}`,
		`{"id":"x","cmd":"ls","url":"https://a.example"}`, `{"id":"x","op":"chmod","path":"a"}`, `{"id":"x","op":"read"}`,
		"\x00\xff\xfe", `{"cmd":"ls"`, `{"cmd":"ls"} {"cmd":"rm"}`,
		`{"id":"x","action":"(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD"}`, strings.Repeat("[", 100_000),
		strings.Repeat(`{"a":`, 20_000))
	add(denied, line("cmd", "ls\x00"), line("cmd", "ls \u202e"), line("cmd", "ls\r"), line("url", "https://"),
		line("url", strings.Repeat("a", 1<<20)), line("path", "x"))
	add(map[string]bool{"allow": true}, line("cmd", "echo still here"))

	home := t.TempDir()
	write(t, filepath.Join(home, "lines"), strings.Join(lines, "\n")+"\n")
	stdin, err := os.Open(filepath.Join(home, "lines"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stdout, stderr strings.Builder
	start := time.Now()
	code := Main(system.System{Args: []string{"check", "--assume-confined", "--jsonl"}, Stdin: stdin, Stdout: &stdout,
		Stderr: &stderr, Now: time.Now, Random: zeros{},
		Getenv: func(name string) (string, bool) { return home, name == "HOME" }})
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	// Far above what it takes, and far below what any of it would take if the
	// work were not bounded.
	if took := time.Since(start); took > time.Minute {
		t.Errorf("%d lines took %v", len(lines), took)
	}
	answers := bufio.NewScanner(strings.NewReader(stdout.String()))
	answers.Buffer(nil, 64<<20)
	n := 0
	for ; answers.Scan(); n++ {
		var a struct{ Decision, Gate, Rule, Reason string }
		if err := json.Unmarshal(answers.Bytes(), &a); err != nil {
			t.Fatalf("answer %d is not JSON: %v", n, err)
		}
		if n < len(want) && (!want[n][a.Decision] || a.Reason == "" || a.Gate == "") {
			t.Errorf("%.80s… (%d bytes): %s %s/%s %.200s", lines[n], len(lines[n]), a.Decision, a.Gate, a.Rule, a.Reason)
		}
	}
	if n != len(lines) {
		t.Errorf("%d lines got %d answers", len(lines), n)
	}
}

//go:build linux

package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/system"
)

// Any bytes from a provider give an answer or an error, never a panic, a hang
// or unbounded memory.
func TestInvariant13AnyReplyEnds(t *testing.T) {
	home, work := t.TempDir(), t.TempDir()
	t.Chdir(work)
	for name, reply := range map[string]string{
		"empty":        `(:REPLY "")`,
		"prose":        `(:REPLY "Hello there.")`,
		"half a plist": `(:REPLY "(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD")`,
		"three plists": `(:REPLY "(:TYPE :REQUEST) (:TYPE :REQUEST) (:TYPE :REQUEST)")`,
		"json answer":  `(:REPLY "{\"a\": 1}")`,
		"json action":  `(:REPLY "{\"tool\": \"read-file\", \"args\": {}}")`,
		"approved": `(:REPLY "(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD \"touch x\" :APPROVED T ` +
			`:EXPLANATION \"long enough for a policy\"))")`,
		"duplicate key": `(:REPLY "(:TYPE :REQUEST :TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD \"touch x\"))")`,
		"nested":        `(:REPLY "` + strings.Repeat("(", 100_000) + `")`,
		"not UTF-8":     `(:BYTES (255 254 0 40 58))`,
		"50 MB":         `(:REPLY "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" :REPEAT 1000000)`,
		"unknown tool": `(:REPLY "(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL \"launch\" :ARGS ()` +
			` :EXPLANATION \"long enough for a policy\"))")`,
	} {
		dir := filepath.Join(home, ".config", "pp")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		// The same reply for each of the three attempts.
		write(t, filepath.Join(home, "replies.sexp"), strings.Repeat(reply+"\n", 3))
		write(t, filepath.Join(dir, "config.toml"), "[providers.bad]\nprotocol = \"script\"\nfile = \"~/replies.sexp\"\n")
		var stdout, stderr strings.Builder
		done := make(chan int, 1)
		go func() {
			done <- Main(system.System{Args: []string{"-p", "bad", "hello there"}, Stdout: &stdout, Stderr: &stderr,
				Now: time.Now, Random: zeros{},
				Getenv: func(name string) (string, bool) { return home, name == "HOME" }})
		}()
		select {
		case code := <-done:
			if strings.Contains(stderr.String(), "unexpected failure") || strings.Contains(stderr.String(), "goroutine") {
				t.Errorf("%s: exit %d, %s", name, code, stderr.String())
			}
			if code != 0 && stderr.Len() == 0 {
				t.Errorf("%s: exit %d without a word", name, code)
			}
			if _, err := os.Lstat("x"); err == nil {
				t.Errorf("%s: the file was made", name)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: no end after 30 s", name)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

var _ io.Reader = zeros{}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

package cli

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// findStrace is where strace is. Where it is not, or may not trace, the test is skipped.
func findStrace(t *testing.T) string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "strace is not installed")
	}
	if out, err := exec.Command(strace, "-qq", "-o", "/dev/null", "/bin/true").CombinedOutput(); err != nil {
		enginetest.Skip(t, os.Getenv, false, "strace may not trace here: %s", out)
	}
	return strace
}

// straced are the calls in a log that strace -f wrote. One that another thread's interrupted stands on two lines there.
func straced(t testing.TB, log string) (calls []string) {
	t.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	begun := map[string]string{} // by thread
	for line := range strings.Lines(string(data)) {
		thread, call, _ := strings.Cut(line, " ")
		if start, cut := strings.CutSuffix(line, " <unfinished ...>\n"); cut {
			begun[thread] = start
			continue
		}
		name, rest, resumed := strings.Cut(call, " resumed>")
		if resumed && strings.HasPrefix(strings.TrimSpace(name), "<... ") {
			line = begun[thread] + rest
			delete(begun, thread)
		}
		calls = append(calls, line)
	}
	for _, start := range begun { // of what was killed
		calls = append(calls, start)
	}
	return calls
}

package actuators

import (
	"strings"
	"testing"
	"time"

	"pp/actuators/sandbox"
)

// TestJobs lists each command in a line of its own, whatever its text is, and no more output than a command has.
func TestJobs(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := &Shell{opts: ShellOptions{MaxOutput: 100, Now: func() time.Time { return began.Add(time.Minute) },
		Mask: func(text string) string { return strings.ReplaceAll(text, "fake-secret", "***") }}}
	got := s.jobs([]sandbox.Running{
		{ID: 1, Command: "serve &", Began: began, Output: "fake-secret\n[9] running\n"},
		{ID: 2, Command: "a &\n[3] running for 1s: b", Began: began, Output: strings.Repeat("x\n", 1000), Ended: true},
	})
	lines := strings.Split(got, "\n")
	if len(got) > 400 || lines[0] != "[1] running for 1m0s: serve &" || lines[1] != "    ***" ||
		lines[2] != "    [9] running" || lines[3] != `[2] ended: "a &\n[3] running for 1s: b"` ||
		!strings.Contains(got, "left out") {
		t.Errorf("%d %s", len(got), got)
	}
	if got := s.jobs(nil); got != "nothing is running\n" {
		t.Error(got)
	}
}

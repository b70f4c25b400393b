package command

import (
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/session"
)

// In the middle of a conversation the newest twenty are listed, and how many more
// there are; outside of one, all.
func TestSessionsOfAConversationAreTheNewest(t *testing.T) {
	home := t.TempDir()
	dir := session.NewDir(filepath.Join(home, "sessions"))
	for i := range 23 {
		now := time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC)
		id, err := session.NewID(rand.Reader, now)
		if err != nil {
			t.Fatal(err)
		}
		f := dir.New(id, session.Options{Workspace: home, Clock: func() time.Time { return now }})
		if err := f.Append(engine.Turn{Role: engine.RoleUser, Text: fmt.Sprintf("question %d.", i)}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for most, want := range map[int]int{NewestShown: 20, 0: 23, 23: 23} {
		var out, notes strings.Builder
		opts := &setup.Options{}
		a := App{Options: opts, Out: output.New(system.System{Stdout: &out, Stderr: &notes}, &opts.Options)}
		if err := ListSessions(a, dir, most); err != nil || notes.Len() > 0 {
			t.Fatal(err, notes.String())
		}
		more := strings.HasSuffix(out.String(), "and 3 more: pp sessions\n")
		if n := strings.Count(out.String(), "question "); n != want || more != (most == NewestShown) ||
			!strings.Contains(out.String(), "question 22.") {
			t.Errorf("at most %d: %d, and more %v:\n%s", most, n, more, out.String())
		}
	}
}

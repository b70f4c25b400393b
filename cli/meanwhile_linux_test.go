//go:build linux

package cli

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pp/actuators/undo"
	"pp/engine/store"
)

// TestLockWaitIsReported checks that a pp that waits for the lock of a workspace says so once, and names the process
// that has the lock.
func TestLockWaitIsReported(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, overwrites)
	unlock, err := undo.LockTrees(t.Context(), []string{p.dir})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(store.WaitTold + store.WaitTold/2)
		unlock()
	}()
	got := p.run(t, "-p", "offline", "run", "touch made")
	want := "waiting for another pp (process " + strconv.Itoa(os.Getpid()) + "), which is using " + p.dir
	if flat := strings.Join(strings.Fields(got), " "); strings.Count(flat, want) != 1 {
		t.Errorf("pp wrote %[2]s, want one line with %[1]q", want, got)
	}
}

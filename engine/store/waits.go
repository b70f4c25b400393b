package store

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// waitKey is the key of the function that TellWaits stores in a context.
type waitKey struct{}

// WaitTold is how long a process waits for a lock before it reports the wait.
const WaitTold = time.Second

// TellWaits returns a context in which a wait for a lock that lasts longer than WaitTold calls tell once. It passes the
// name of the locked directory and the process that has the lock, 0 if unknown.
func TellWaits(ctx context.Context, tell func(name string, pid int)) context.Context {
	return context.WithValue(ctx, waitKey{}, tell)
}

// TellWait reports the wait for an open file that another process has locked.
func TellWait(ctx context.Context, fd int, name string) {
	if tell, ok := ctx.Value(waitKey{}).(func(string, int)); ok {
		tell(name, holder(fd))
	}
}

// holder finds the process that has locked an open file; 0 where the system does not say.
func holder(fd int) (pid int) {
	var st unix.Stat_t
	table, err := os.ReadFile("/proc/locks")
	if err != nil || unix.Fstat(fd, &st) != nil {
		return 0
	}
	dev := uint64(st.Dev) //nolint:unconvert // its type depends on the system
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(dev), unix.Minor(dev), st.Ino)
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line) // 1: FLOCK ADVISORY WRITE 1234 08:02:5678 0 EOF; one that waits has "->" after the number
		if len(f) < 6 || f[1] != "FLOCK" || f[5] != file {
			continue
		}
		if _, err := fmt.Sscan(f[4], &pid); err == nil && pid > 0 {
			return pid
		}
	}
	return 0
}

package cli

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// A full disk is said with what to do about it, whatever was being written.
func TestFullDiskHasAHint(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT} {
		err := fmt.Errorf("keeping the conversation: %w", &fs.PathError{Op: "write", Path: "x.session", Err: cause})
		if f := classify(err); f.code != exitFailed || !strings.Contains(f.hint, "XDG_STATE_HOME") {
			t.Errorf("%v: exit %d, hint %q", cause, f.code, f.hint)
		}
	}
	if f := classify(syscall.EACCES); f.hint != "" {
		t.Errorf("another error got the hint %q", f.hint)
	}
}

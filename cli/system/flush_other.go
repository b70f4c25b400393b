//go:build !linux

package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// DropTyped forgets what was typed at a terminal and not read yet.
func DropTyped(tty *os.File) {
	_ = unix.IoctlSetPointerInt(int(tty.Fd()), unix.TIOCFLUSH, unix.TCIFLUSH)
}

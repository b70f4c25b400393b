package undo

import "golang.org/x/sys/unix"

// oldRename is the oldest call that renames.
const oldRename = unix.SYS_RENAME

//go:build linux && !amd64

package undo

// oldRename is a call that this machine has not.
const oldRename = 1<<32 - 1

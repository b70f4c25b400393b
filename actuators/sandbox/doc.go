// Package sandbox runs one command so that it can do what its cleared effects
// include and nothing else. pp executes itself again; the
// child enters new user, mount, PID, IPC, UTS and network namespaces, makes the
// file system read-only but for what was approved, hides what is nobody's
// business, takes every privilege from itself and starts the command. Landlock
// and a system call filter are the second layer, and the first where
// namespaces are refused.
//
// It must never decide whether an action is safe, widen what was cleared, or
// run anything in the namespaces of pp itself while it can do better. It reads
// no environment and no clock of its own.
//
// All of that is Linux's (*_linux.go). On other systems nothing confines a command:
// the probe says so, what relies on it is asked about, and nothing is run read-only.
//
// Start reading at [New], [Sandbox.Spec] and [Sandbox.Run]; the child's side is
// [Child]. What is enforced, and how finely, is said by [Sandbox.Report].
package sandbox

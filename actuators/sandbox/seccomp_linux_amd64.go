package sandbox

import "golang.org/x/sys/unix"

// oldMetadata are older forms of the calls in metadata.
var oldMetadata = [...]uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
	unix.SYS_FUTIMESAT}

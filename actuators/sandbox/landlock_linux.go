package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// rule lets a command do something at and below a path.
type rule struct {
	Path string
	Can  access
}

// access is what a rule allows.
type access uint8

const (
	canList access = iota // names in directories
	canRead               // and content, and execution
	canWrite
)

const (
	fsList = unix.LANDLOCK_ACCESS_FS_READ_DIR
	fsRead = fsList | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	fsFile = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	fsWrite = fsRead | fsFile | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
	fsNever = unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_CHAR
)

// landlockABI is the version the kernel has, 0 when it has none.
func landlockABI() int {
	v, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// handled are the accesses that a version knows.
func handled(abi int) uint64 {
	out := uint64(fsWrite | fsNever)
	if abi < 2 {
		out &^= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi < 3 {
		out &^= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi < 5 {
		out &^= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return out
}

// landlock restricts this thread and what it starts to the rules. It does
// nothing where the kernel has no Landlock, and reports the version it used.
func landlock(rules []rule, sockets bool) (int, error) {
	abi := landlockABI()
	if abi == 0 || len(rules) == 0 {
		return 0, nil
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: handled(abi)}
	size := uintptr(8)
	if abi >= 4 {
		size = 16
	}
	if abi >= 6 {
		size, attr.Scoped = 24, unix.LANDLOCK_SCOPE_SIGNAL
		if !sockets {
			attr.Scoped |= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		}
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	defer unix.Close(int(fd))
	for _, r := range rules {
		if err := addRule(int(fd), r, attr.Handled_access_fs); err != nil {
			return 0, fmt.Errorf("landlock %s: %w", r.Path, err)
		}
	}
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	return abi, nil
}

func addRule(ruleset int, r rule, handled uint64) error {
	fd, err := unix.Open(r.Path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.EACCES) {
		return nil // not there, so nothing to allow
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	can := [...]uint64{canList: fsList, canRead: fsRead, canWrite: fsWrite}[r.Can] & handled
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		can &= fsFile
	}
	if can == 0 {
		return nil
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: can, Parent_fd: int32(fd)}
	_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// mountedRules are the rules on top of mounts: the mounts hide and protect, so
// everything that can be seen may be read.
func (s *Spec) mountedRules() []rule {
	out := []rule{{"/", canRead}, {"/dev", canWrite}, {"/proc", canWrite}}
	return append(out, s.writableRules(slices.Concat(s.Scratch, s.caches.dirs)...)...)
}

func (s *Spec) writableRules(more ...string) []rule {
	var out []rule
	for _, g := range s.Writable {
		out = append(out, rule{g.Path, canWrite})
	}
	for _, c := range slices.Concat(s.Caches, more) {
		out = append(out, rule{c, canWrite})
	}
	return out
}

// alone are the rules where there are no mounts. Landlock can only allow, so
// what holds something hidden is taken apart into what it holds besides.
func (s *Spec) alone() []rule {
	masked := make([]string, 0, len(s.Masked))
	for _, m := range s.Masked {
		masked = append(masked, m.Path)
	}
	out := []rule{{"/", canList}}
	for _, p := range apart("/", slices.Concat(s.Hidden, masked)) {
		out = append(out, rule{p, canRead})
	}
	for _, v := range s.Visible {
		for _, p := range apart(v, masked) {
			out = append(out, rule{p, canRead})
		}
	}
	for _, d := range devices {
		out = append(out, rule{"/dev/" + d, canWrite})
	}
	// A new file can only be allowed together with everything beside it.
	return append(out, s.writableRules()...)
}

// apart gives paths that together hold what root holds, but for what is at or
// below the exceptions.
func apart(root string, except []string) []string {
	inside := slices.ContainsFunc(except, func(e string) bool { return effect.Within(e, root) })
	if !inside {
		return []string{root}
	}
	if slices.Contains(except, root) {
		return nil
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		name := path.Join(root, e.Name())
		if e.Type()&os.ModeSymlink != 0 {
			continue // a rule on a link would be one on what it points to
		}
		out = append(out, apart(name, except)...)
	}
	return out
}

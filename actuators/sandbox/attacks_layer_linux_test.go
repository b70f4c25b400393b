package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// layerAttacks are attempts special to a layer: on what it is made of, on what it takes for its own
// marks, and on who takes over or renames for the command. Most of them change something in
// the workspace as the command sees it; what comes of that is looked at afterwards.
func layerAttacks() map[string]attack {
	all := map[string]attack{}
	for _, group := range []map[string]attack{partsAttacks(), markAttacks(), maskAttacks(), renameAttacks(),
		leftAttacks()} {
		for name, a := range group {
			all[name] = a
		}
	}
	return all
}

// anyOf tries several things, and gets through when one of them does.
func anyOf(tries ...func() error) error {
	var errs []error
	for _, try := range tries {
		err := try()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errs[len(errs)-1]
}

// partsAttacks reach for the directories that a layer consists of.
func partsAttacks() map[string]attack {
	record := func(b string) string { return b + "/home/.cache/pp/layers/L1" }
	return map[string]attack{
		"upper-list":  func(b string) error { _, err := os.ReadDir(record(b) + "/0.upper"); return err },
		"upper-write": func(b string) error { return writes(record(b)+"/0.upper/planted", unix.O_WRONLY|unix.O_CREAT) },
		"work-write":  func(b string) error { return writes(record(b)+"/0.work/planted", unix.O_WRONLY|unix.O_CREAT) },
		"journal":     func(b string) error { return writes(record(b)+"/journal", unix.O_WRONLY|unix.O_APPEND) },
		"upper-replace": func(b string) error {
			return anyOf(func() error { return unix.Rename("sub", record(b)+"/0.upper/sub") },
				func() error { return unix.Symlink(b+"/out", record(b)+"/0.aside") })
		},
		"upper-by-mounts": func(string) error {
			data, err := os.ReadFile("/proc/self/mountinfo")
			if err != nil {
				return err
			}
			err = errStopped
			between := func(r rune) bool { return strings.ContainsRune(" ,:=\n", r) }
			for word := range strings.FieldsFuncSeq(string(data), between) {
				if strings.Contains(word, ".upper") || strings.Contains(word, ".work") {
					if err = writes(word+"/planted", unix.O_WRONLY|unix.O_CREAT); err == nil {
						return nil
					}
				}
			}
			return err
		},
		"upper-by-init": func(string) error {
			err := errStopped
			for _, p := range []string{"/proc/1/root", "/proc/1/cwd", "/proc/1/fd/5", "/proc/1/fd/6", "/proc/1/fd/7"} {
				var st unix.Stat_t
				if err = unix.Stat(p+"/.", &st); err == nil {
					return nil
				}
			}
			return err
		},
		"immutable": func(string) error {
			fd, err := unix.Open("a.txt", unix.O_RDWR, 0)
			if err != nil {
				return err
			}
			const immutable, appendOnly = 0x10, 0x20
			return anyOf(func() error { return unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, immutable) },
				func() error { return unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, appendOnly) })
		},
	}
}

// mark gives a path an attribute.
func mark(name, key, value string) error { return unix.Lsetxattr(name, key, []byte(value), 0) }

// marked makes a file, or with a slash at the end a directory, with attributes in turn.
func marked(name string, attributes ...string) error {
	if dir, is := strings.CutSuffix(name, "/"); is {
		_ = os.Mkdir(dir, 0o755)
		name = dir
	} else if err := writes(name, unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC); err != nil {
		return err
	}
	for i := 0; i < len(attributes); i += 2 {
		if err := mark(name, attributes[i], attributes[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// markAttacks make by hand what an overlay takes for its own marks, and what gives privileges.
func markAttacks() map[string]attack {
	whiteout := func(name string) error { return unix.Mknod(name, unix.S_IFCHR, 0) }
	acl := []byte{2, 0, 0, 0, // version, then tag, permissions and user of each entry
		1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 7, 0, 0x39, 0x30, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255,
		16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 4, 0, 255, 255, 255, 255}
	capability := "\x01\x00\x00\x02\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00"
	return map[string]attack{
		"whiteout":          func(string) error { return whiteout("hole") },
		"whiteout-over":     func(string) error { _ = unix.Unlink("b.txt"); return whiteout("b.txt") },
		"whiteout-in-new":   func(string) error { _ = os.Mkdir("n", 0o755); return whiteout("n/hole") },
		"whiteout-rename":   func(string) error { return renames("a.txt", "moved.txt", unix.RENAME_WHITEOUT) },
		"trusted":           func(string) error { return mark("sub", "trusted.overlay.opaque", "y") },
		"opaque":            func(string) error { return mark("sub", "user.overlay.opaque", "y") },
		"opaque-new":        func(string) error { return marked("n/", "user.overlay.opaque", "y") },
		"redirect":          func(b string) error { return marked("n/", "user.overlay.redirect", b+"/out") },
		"redirect-existing": func(string) error { return mark("sub", "user.overlay.redirect", "/.git") },
		"metacopy": func(string) error {
			return marked("meta", "user.overlay.metacopy", "", "user.overlay.redirect", "/.env")
		},
		"whiteout-mark": func(string) error {
			return marked("n/", "user.overlay.opaque", "x", "user.overlay.whiteouts", "y")
		},
		"origin":  func(string) error { return marked("n.txt", "user.overlay.origin", "\x00\xfb\x00\x00") },
		"escaped": func(string) error { return marked("n/", "user.overlay.overlay.opaque", "y") },
		"capability": func(string) error {
			return anyOf(func() error { return marked("cap", "security.capability", capability) },
				func() error { return mark("a.txt", "security.capability", capability) })
		},
		"acl":                 func(string) error { return marked("n.txt", "system.posix_acl_access", string(acl)) },
		"acl-existing":        func(string) error { return mark("a.txt", "system.posix_acl_access", string(acl)) },
		"acl-directory":       func(string) error { return mark("sub", "system.posix_acl_default", string(acl)) },
		"attribute-directory": func(string) error { return mark("sub", "user.planted", "1") },
		"attribute-gone":      func(string) error { return unix.Removexattr("b.txt", "user.kept") },
		"device": func(string) error {
			return anyOf(func() error { return unix.Mknod("null", unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))) },
				func() error { return unix.Mknod("disk", unix.S_IFBLK|0o666, int(unix.Mkdev(254, 0))) })
		},
		"set-id": func(string) error {
			_ = os.MkdirAll("n/m", 0o755)
			return errors.Join(marked("n/m/suid"), unix.Chmod("n/m/suid", 0o4755), unix.Chmod("a.txt", 0o6755))
		},
		"pipes": func(string) error { return errors.Join(unix.Mkfifo("pipe", 0o666), unix.Mkfifo("sub/pipe", 0o666)) },
	}
}

// maskAttacks try to find a secret under another name once it was taken over.
func maskAttacks() map[string]attack {
	copyMark := func(to string) error {
		value := make([]byte, 256)
		n, err := unix.Getxattr(".env", "user.pp.mask", value)
		if err != nil {
			return err
		}
		f, err := os.Create(to)
		if err != nil {
			return err
		}
		f.Close()
		return mark(to, "user.pp.mask", string(value[:n]))
	}
	return map[string]attack{
		"mask-rename": func(string) error { return unix.Rename(".env", "plain.txt") },
		"mask-mark":   func(string) error { return copyMark("plain.txt") },
		"mask-mark-and-unlink": func(string) error {
			if err := copyMark("plain.txt"); err != nil {
				return err
			}
			return unix.Unlink(".env")
		},
		"mask-link":     func(string) error { return unix.Link(".env", "plain.txt") },
		"mask-exchange": func(string) error { return renames(".env", "a.txt", unix.RENAME_EXCHANGE) },
		"mask-over":     func(string) error { return unix.Rename(".env", "a.txt") },
		"mask-out-of-a-directory": func(string) error {
			if err := unix.Rename("hidden/.env", "plain.txt"); err != nil {
				return err
			}
			return os.RemoveAll("hidden")
		},
		"mask-below-a-new-name": func(string) error {
			_ = os.MkdirAll("n/m", 0o755)
			return unix.Rename("hidden/.env", "n/m/plain.txt")
		},
		"mask-symlink": func(string) error { return unix.Symlink(".env", "plain.txt") },
		"mask-removed": func(string) error { return unix.Lremovexattr(".env", "user.pp.mask") },
	}
}

func renames(a, b string, flags uint) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, flags)
}

// rawRename is renameat2 with all 64 bits of its flags.
func rawRename(from int, a *byte, to int, b *byte, flags uintptr) error {
	return call(unix.SYS_RENAMEAT2, uintptr(from), uintptr(unsafe.Pointer(a)), uintptr(to), uintptr(unsafe.Pointer(b)),
		flags)
}

// renameAttacks have the helper for renames do what the command may not.
func renameAttacks() map[string]attack {
	return map[string]attack{
		"helper-outside": func(b string) error {
			return anyOf(func() error { return unix.Rename(b+"/out/empty", b+"/out/renamed") },
				func() error { return unix.Rename("sub", b+"/out/sub") },
				func() error { return unix.Rename(b+"/out/empty", "stolen") },
				func() error { return unix.Rename("../ws", "../ws2") })
		},
		"helper-descriptor": func(b string) error {
			fd, err := unix.Open(b+"/out", unix.O_PATH|unix.O_DIRECTORY, 0)
			if err != nil {
				return err
			}
			return anyOf(func() error { return unix.Renameat(fd, "empty", fd, "renamed") },
				func() error { return unix.Renameat(unix.AT_FDCWD, "sub", fd, "sub") },
				func() error { return unix.Renameat(fd, "empty", unix.AT_FDCWD, "stolen") })
		},
		// What these names lead to is the helper's own, were it to look at them.
		"helper-self": func(string) error {
			err := error(nil)
			for fd := range 64 {
				for _, name := range []string{"empty", "d1", "d2", "d3"} {
					at := fmt.Sprint("/proc/self/fd/", fd, "/")
					if own, _ := os.Readlink(strings.TrimSuffix(at, "/")); own != "" {
						continue // of this process
					}
					if err = unix.Rename(at+name, at+"renamed"); err == nil {
						return nil
					}
				}
			}
			return err
		},
		"helper-marked": func(b string) error {
			old, _ := unix.BytePtrFromString(b + "/out/empty")
			newer, _ := unix.BytePtrFromString(b + "/out/renamed")
			return rawRename(unix.AT_FDCWD, old, unix.AT_FDCWD, newer, 0x7070<<32)
		},
		"helper-race": raceRenames,
		"helper-deep": func(b string) error {
			// The helper opens two directories a level; the command may not make it lose any.
			if err := deep("deep", 300); err != nil {
				return err
			}
			err := unix.Rename("deep", "deeper")
			if _, lost := os.Lstat("deeper"); err == nil && lost == nil {
				return nil
			}
			return err
		},
		"helper-into-itself": func(string) error { return unix.Rename("sub", "sub/sub") },
	}
}

// raceRenames renames while another thread changes what is to be renamed.
func raceRenames(b string) error {
	paths := []string{"sub\x00", b + "/out/empty\x00", b + "/out\x00", "/proc/self/cwd\x00"}
	old, newer := make([]byte, 512), make([]byte, 512)
	copy(old, paths[0])
	copy(newer, "sub2\x00")
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		for i := 0; !stop.Load(); i++ {
			copy(old, paths[i%len(paths)])
			copy(newer, []string{"sub2\x00", b + "/out/new\x00"}[i/len(paths)%2])
		}
	}()
	err := errStopped
	for range 500 {
		_ = rawRename(unix.AT_FDCWD, &old[0], unix.AT_FDCWD, &newer[0], 0)
		_ = unix.Rename("sub2", "sub")
		if _, moved := os.Lstat(b + "/out/new"); moved == nil {
			err = nil
		}
		if _, kept := os.Lstat(b + "/out/empty"); kept != nil {
			err = nil
		}
	}
	stop.Store(true)
	<-done
	return err
}

// deep makes directories one in the other, deeper than a path may be long.
func deep(name string, levels int) error {
	back, err := unix.Open(".", unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer unix.Fchdir(back)
	for range levels {
		if err := unix.Mkdir(name, 0o755); err != nil {
			return err
		}
		if err := unix.Chdir(name); err != nil {
			return err
		}
		name = "twenty-letters-long-"
	}
	return nil
}

// leftAttacks leave something behind for who compares, takes over, drops or undoes.
func leftAttacks() map[string]attack {
	return map[string]attack{
		"late-writer": func(b string) error {
			cmd := exec.Command(b+"/bin/helper", attackArg, "late-writer-child", b)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := cmd.Start(); err != nil {
				return err
			}
			for { // until it writes
				if st, err := os.Stat("late"); err == nil && st.Size() > 0 {
					return nil
				}
				runtime.Gosched()
			}
		},
		"late-writer-child": lateWriter,
		"link-both": func(string) error {
			return errors.Join(unix.Link("a.txt", "too.txt"), writes("too.txt", unix.O_WRONLY|unix.O_APPEND))
		},
		"link-swap": func(b string) error {
			return errors.Join(os.RemoveAll("sub"), unix.Symlink(b+"/out", "sub"))
		},
		"link-parent": func(b string) error {
			if err := errors.Join(os.RemoveAll("sub"), unix.Symlink(b+"/out", "sub")); err != nil {
				return err
			}
			return writes("sub/outside.txt", unix.O_WRONLY|unix.O_TRUNC)
		},
		"names": func(string) error {
			_ = os.Mkdir("n\nn", 0o755)
			for _, n := range oddNames() {
				if err := errors.Join(marked(n), marked("n\nn/"+n)); err != nil {
					return err
				}
			}
			return nil
		},
		"too-deep": func(string) error { return deep("deep", 3000) },
		"closed":   func(string) error { return errors.Join(deep("n", 3), marked("n/x"), unix.Chmod("n", 0)) },
		"sparse":   func(string) error { return sparse("holes", 1<<50) },
		"sparse-again": func(string) error {
			return errors.Join(unix.Truncate("large", 0), unix.Truncate("large", largeSize))
		},
		"future": func(string) error {
			far := []unix.Timespec{{Sec: 1 << 33}, {Sec: 1 << 33}}
			return errors.Join(unix.UtimesNanoAt(unix.AT_FDCWD, "a.txt", far, 0), unix.UtimesNanoAt(unix.AT_FDCWD, ".", far, 0))
		},
		"index": func(string) error {
			index := "DIRC\x00\x00\x00\x04\xff\xff\xff\xff" + strings.Repeat("\xff", 4000)
			return os.WriteFile(".git/index", []byte(index), 0o644)
		},
		"index-pipe": func(string) error { _ = unix.Unlink(".git/index"); return unix.Mkfifo(".git/index", 0o644) },
	}
}

// largeSize is of a file in the workspace that is one hole, in bytes.
const largeSize = 7 << 30

func sparse(name string, size int64) error {
	fd, err := unix.Open(name, unix.O_CREAT|unix.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Ftruncate(fd, size)
}

// oddNames are names of files that lists, journals and terminals may take for something else.
func oddNames() []string {
	return []string{"a\nb", "\x1b[2J", "\xff\xfe", "..x", "...", ".. ", "-rf", "new a.txt", "a\\", `"`, "\u202e", "%d",
		"a:b,c",
		strings.Repeat("x", 255), "\x01", "é", "e\u0301", "user.overlay.opaque", "#1", ".pp-rename-1-0"}
}

// lateWriter goes on writing, by a descriptor and a mapping from before, until it is ended.
func lateWriter(string) error {
	fd, err := unix.Open("a.txt", unix.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := unix.Ftruncate(fd, 4096); err != nil {
		return err
	}
	data, err := unix.Mmap(fd, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		copy(data, "late "+strconv.Itoa(i))
		_, _ = unix.Pwrite(fd, []byte(strconv.Itoa(i)), 100)
		_ = os.WriteFile("late", []byte(strconv.Itoa(i)), 0o644)
		_ = os.WriteFile(filepath.Join("sub", "late"+strconv.Itoa(i%10)), nil, 0o644)
	}
}

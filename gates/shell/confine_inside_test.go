//go:build linux

package shell_test

import (
	"encoding/gob"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// inside is the first process of the namespaces.
type inside struct {
	spec    confinedSpec
	devices map[string]int    // the devices of this machine that are safe, open
	fresh   map[string]string // how the places look before a run
	sockets atomic.Int64
}

// serveConfined runs what the test asks for, until it asks no more.
func serveConfined() {
	runtime.LockOSThread() // what is given up below is given up by this thread, which starts the programs
	in, out := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	c := &inside{}
	err := in.Decode(&c.spec)
	if err == nil {
		err = c.setUp()
	}
	ready := confinedResult{}
	if err != nil {
		ready.Failed = err.Error()
	}
	_ = out.Encode(ready)
	for err == nil {
		var r confinedRun
		if in.Decode(&r) != nil {
			return
		}
		result, failed := c.run(r)
		if failed != nil {
			result.Failed = failed.Error()
		}
		err = out.Encode(result)
	}
}

// setUp makes all of this machine's files read-only and gives up every power that
// a program could inherit.
func (c *inside) setUp() error {
	c.devices = map[string]int{}
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		fd, err := unix.Open("/dev/"+name, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return fmt.Errorf("/dev/%s: %w", name, err)
		}
		c.devices[name] = fd
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE,
		&unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}); err != nil {
		return fmt.Errorf("read-only files: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC,
		""); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	if c.spec.Files == nil {
		if err := unix.Mount(c.spec.Base, c.spec.Base, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("the tree: %w", err)
		}
		if err := unix.MountSetattr(unix.AT_FDCWD, c.spec.Base, 0,
			&unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return fmt.Errorf("the tree: %w", err)
		}
	}
	for _, p := range c.places() {
		if err := c.furnish(p); err != nil {
			return err
		}
	}
	var err error
	if c.fresh, err = c.look(); err != nil {
		return err
	}
	return c.giveUp()
}

func (c *inside) giveUp() error {
	for resource, most := range map[int]uint64{unix.RLIMIT_NPROC: c.spec.Processes, unix.RLIMIT_FSIZE: confinedFile,
		unix.RLIMIT_CORE: 0} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limits: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	for capability := uintptr(0); unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0) == nil; capability++ {
	}
	if c.spec.Sockets {
		return watchSockets(&c.sockets)
	}
	return nil
}

// places are what can be written and is made for a run.
func (c *inside) places() []string {
	if c.spec.Files == nil {
		return []string{"/dev", "/run"}
	}
	return []string{"/dev", "/run", c.spec.Base}
}

// renew puts the places in which something changed back as they were.
func (c *inside) renew(changed []string) error {
	for _, p := range c.places() {
		if !slices.ContainsFunc(changed, func(name string) bool { return effect.Within(name, p) }) {
			continue
		}
		if err := unix.Unmount(p, unix.MNT_DETACH); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if err := c.furnish(p); err != nil {
			return err
		}
	}
	return nil
}

// furnish makes a place.
func (c *inside) furnish(place string) error {
	// Anyone may write there, for that is to be seen; it is little, for it is memory.
	if err := unix.Mount("tmpfs", place, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
		"mode=777,size=32m,nr_inodes=8k"); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	switch place {
	case c.spec.Base:
		return populate(place, c.spec.Files)
	case "/dev":
		return c.furnishDevices()
	}
	return nil
}

func (c *inside) furnishDevices() error {
	for name, fd := range c.devices {
		p := "/dev/" + name
		if err := os.WriteFile(p, nil, 0o666); err != nil {
			return err
		}
		if err := unix.Mount("/proc/self/fd/"+strconv.Itoa(fd), p, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	for name, to := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+to, "/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// look says how the places look: of every name in them what it is and holds.
func (c *inside) look() (map[string]string, error) {
	seen := map[string]string{}
	for _, place := range c.places() {
		err := filepath.WalkDir(place, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			about := info.Mode().String()
			if to, err := os.Readlink(p); err == nil {
				about += " " + to
			}
			if info.Mode().IsRegular() {
				held, err := beginning(p)
				if err != nil {
					return err
				}
				about += fmt.Sprintf(" %d %q", info.Size(), held)
			}
			seen[p] = about
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// beginning is what is compared of a file.
func beginning(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 1<<12))
}

// run runs a program in fresh places. Nothing that it started outlives it.
func (c *inside) run(r confinedRun) (result confinedResult, err error) {
	var streams [3]*os.File
	for i := range streams {
		fd, err := unix.MemfdCreate("stream", unix.MFD_CLOEXEC)
		if err != nil {
			return result, err
		}
		streams[i] = os.NewFile(uintptr(fd), "stream")
		defer streams[i].Close()
	}
	if _, err := streams[0].WriteAt(r.Stdin, 0); err != nil {
		return result, err
	}
	before := c.sockets.Load()
	cmd := exec.Command(r.Argv[0], r.Argv[1:]...)
	cmd.Env, cmd.Dir = r.Env, r.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = streams[0], streams[1], streams[2]
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: confinedID, Gid: confinedID}, Setsid: true}
	if result.Overdue, err = c.waitFor(cmd, r.Time); err != nil {
		return result, err
	}
	result.Sockets = int(c.sockets.Load() - before)
	for i, to := range []*[]byte{&result.Stdout, &result.Stderr} {
		if *to, err = io.ReadAll(io.NewSectionReader(streams[i+1], 0, confinedFile)); err != nil {
			return result, err
		}
	}
	after, err := c.look()
	if err != nil {
		return result, err
	}
	for name, about := range after {
		if c.fresh[name] != about {
			result.Changed = append(result.Changed, name)
		}
	}
	for name := range c.fresh {
		if after[name] == "" {
			result.Changed = append(result.Changed, name)
		}
	}
	slices.Sort(result.Changed)
	return result, c.renew(result.Changed)
}

// waitFor starts a program and waits until it has ended, and whatever it started.
// When the time is over it kills all that runs in the namespace but this process.
func (c *inside) waitFor(cmd *exec.Cmd, most time.Duration) (overdue bool, err error) {
	if err := cmd.Start(); err != nil {
		return false, err
	}
	// These limits would bind this process as well, were they inherited from it.
	limits := map[int]uint64{unix.RLIMIT_CPU: uint64(most/time.Second) + 1}
	if c.spec.Memory > 0 {
		limits[unix.RLIMIT_AS] = c.spec.Memory
	}
	for resource, most := range limits {
		if err := unix.Prlimit(cmd.Process.Pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
			return false, fmt.Errorf("limits: %w", err)
		}
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how the program ends does not matter
		for err := error(nil); err == nil || err == unix.EINTR; {
			_, err = unix.Wait4(-1, nil, 0, nil) // what it left running is this process's child now
		}
		close(ended)
	}()
	timer := time.NewTimer(most)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return overdue, nil
		case <-timer.C:
			overdue = true
			_ = unix.Kill(-1, unix.SIGKILL)
			timer.Reset(time.Millisecond) // another one may have been starting
		}
	}
}

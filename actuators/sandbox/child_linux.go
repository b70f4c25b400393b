package sandbox

import (
	"encoding/gob"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
)

// Child takes over when pp was executed by itself as the first process of a
// sandbox, and then does not return. Call it first thing in main with the whole
// argument list; in any other process it returns false and does nothing.
func Child(args []string) (handled bool) {
	switch {
	case len(args) == 2 && args[1] == holderArg:
		hold()
	case len(args) != 2 || args[1] != childArg:
		return false
	}
	runtime.LockOSThread()
	// Whatever else pp inherited does not reach the command.
	_ = unix.CloseRange(orderFD, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC)
	orders := os.NewFile(orderFD, "order")
	c := child{reports: gob.NewEncoder(os.NewFile(statusFD, "status")), attempts: &attempts{},
		goOn: make(chan struct{}, 1)}
	if gob.NewDecoder(orders).Decode(&c.order) != nil {
		os.Exit(2) // nobody is there who gave an order
	}
	go c.lifeline(orders)
	c.run()
	return true
}

// child is the first process of a sandbox.
type child struct {
	order    order
	status   status
	reports  *gob.Encoder
	attempts *attempts
	empty    opened
	goOn     chan struct{} // what the command left running may go on
}

// lifeline ends everything when pp is gone. Whatever pp says meanwhile lets what stands still go on.
func (c *child) lifeline(orders *os.File) {
	for {
		if _, err := orders.Read(make([]byte, 1)); err != nil {
			break
		}
		c.goOn <- struct{}{}
	}
	c.killRest()
	os.Exit(137)
}

func (c *child) run() {
	ignoreSignals()
	// When the machine runs out of memory, the command goes first.
	_ = set("/proc/self/oom_score_adj", "900")
	if !c.order.Namespaces {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	stage, err := c.setUp()
	if err == nil && !c.order.Probe {
		stage, err = "starting", c.command()
	}
	if err != nil {
		c.status.Stage, c.status.Err = stage, err.Error()
	} else if c.order.Leaves {
		c.status.LeftDir, c.status.LeftEnv = readLeft("dir"), readLeft("env")
	}
	c.end()
}

// ignoreSignals keeps the command's signals from ending the process that watches it. Signals of a terminal do not
// reach it, as it leads its session. The command ignores the signals that pp was started to ignore, as under nohup.
func ignoreSignals() {
	to := make(chan os.Signal, 1)
	for _, s := range [...]unix.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGUSR1, unix.SIGUSR2,
		unix.SIGALRM, unix.SIGPIPE} {
		if !signal.Ignored(s) {
			signal.Notify(to, s)
		}
	}
}

// end reports and leaves. The first process of a PID namespace takes all others
// with it.
func (c *child) end() {
	c.killRest()
	_ = c.reports.Encode(c.status)
	os.Exit(0)
}

// setUp takes this process into confinement; what it starts inherits that.
func (c *child) setUp() (stage string, err error) {
	o := c.order
	if o.Namespaces {
		if o.Loopback && !o.Probe {
			_ = loopback() // without it, 127.0.0.1 is as far as any other address; a probe needs no socket
		}
		// What was given capabilities may not look at its own descriptors by name, as an
		// overlay is told of its directories.
		if err := unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0); err != nil {
			return "dumpable", err
		}
		if o.TryLayer != "" {
			c.status.Layer = layerWorks
			if err := undo.TryOverlay(o.TryLayer); err != nil {
				c.status.Layer = err.Error()
			}
		}
		var m mounter
		if err := m.build(o, &c.status); err != nil {
			return "mounts", err
		}
		if o.Loopback && len(o.Layers) > 0 {
			c.attempts = answerNames() // now, since it sees what the command sees, and may still do it
		}
	}
	if err := limit(o.Limits); err != nil {
		return "limits", err
	}
	// Nothing may look into this process: its memory, its descriptors.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return "dumpable", err
	}
	if err := dropPrivileges(o.Namespaces); err != nil {
		return "privileges", err
	}
	abi, err := landlock(o.Rules, o.Sockets)
	if err == nil && abi == 0 && len(o.Rules) > 0 && !o.Probe {
		err = errors.New("the kernel has none")
	}
	if err != nil && !o.Namespaces {
		return "landlock", err
	}
	c.status.ABI = abi
	o.Traces = o.Namespaces && abi > 0 && len(o.Rules) > 0
	o.SysV = c.status.SysV || c.status.Proc == "fresh"
	filtered, err := filterCalls(o)
	if err == nil && o.Filter && !filtered {
		err = errors.New("the kernel has none")
	}
	if err != nil {
		return "filter", err
	}
	c.status.Filter = filtered
	return "", nil
}

// command starts the command and waits for its end.
func (c *child) command() error {
	o := c.order
	calls := -1
	if len(o.Layers) > 0 { // without them some renames fail, as in any overlay, and nobody is told of attempts
		if fd, err := undo.Listen(); err == nil {
			calls = fd
		}
	}
	c.empty = watchOpened(o.Empty)
	defer func() { c.status.Opened, c.status.Attempts = c.empty.read(), c.attempts.seen() }()
	// Said before: who is killed in between must not be taken for one that ran nothing.
	_ = c.reports.Encode(status{Started: true})
	pid, err := syscall.ForkExec(o.Argv[0], o.Argv, &syscall.ProcAttr{Dir: o.Dir, Env: o.Env, Files: []uintptr{0, 1, 2},
		Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return err
	}
	// Its output ends with the command, not with this process.
	for fd := range 3 {
		_ = unix.Close(fd)
	}
	if o.Namespaces && !c.status.SysV {
		go c.watchSegments()
	}
	if calls >= 0 {
		return c.serve(calls, pid)
	}
	return c.wait(pid)
}

// serve does the renames of directories that an overlay refuses, on this thread, which may do no
// more than the command, notes attempts to reach a network, and waits for the command's end.
func (c *child) serve(calls, pid int) error {
	contacts := c.attempts.contact
	if c.order.Network {
		contacts = nil
	}
	work, ended := make(chan func()), make(chan error, 1)
	go func() { ended <- c.wait(pid) }()
	go undo.Serve(calls, func(do func()) {
		done := make(chan struct{})
		work <- func() { defer close(done); do() }
		<-done
	}, contacts)
	for {
		select {
		case do := <-work:
			do()
		case err := <-ended:
			return err
		}
	}
}

// wait waits for the command's end, and takes in what its descendants leave behind.
func (c *child) wait(pid int) error {
	for {
		var ws unix.WaitStatus
		got, err := unix.Wait4(-1, &ws, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case got != pid:
			continue // one that its parent left behind
		case ws.Stopped(): // it asked to be traced by this process, which does not
			_ = unix.Kill(pid, unix.SIGKILL)
			continue
		}
		if ws.Signaled() {
			c.status.Signal = int(ws.Signal())
		}
		c.status.Exit = ws.ExitStatus()
		if c.order.Keeps && !rests(keptAfter) {
			return c.keep()
		}
		c.status.Rest = !rests(restWaits)
		return nil
	}
}

// restWaits is how long what a command has started may go on without it: a shell waits for no process substitution
// and for nothing behind &, and half a file is worse than none. A server costs all of it.
const restWaits = 2 * time.Second

// rests reports whether all that is left ends by itself within a time. What its parent leaves behind is a child of this
// process.
func rests(within time.Duration) bool {
	over := time.After(within)
	for {
		pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
		if errors.Is(err, unix.ECHILD) {
			return true
		}
		select {
		case <-over:
			return false
		default:
			if pid == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
	}
}

// watchSegments ends everything when the System V segments together are too large. They
// belong to no process, and only who is in their namespace sees them.
func (c *child) watchSegments() {
	for {
		time.Sleep(usageEvery)
		data, _ := os.ReadFile("/proc/sysvipc/shm")
		var sum int64
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			for _, column := range [...]int{14, 15} { // in memory, and in swap space
				if column < len(f) {
					n, _ := strconv.ParseInt(f[column], 10, 64)
					sum += n
				}
			}
		}
		if sum > maxSegments(c.order.Limits) {
			c.status = status{Memory: true, Signal: int(unix.SIGKILL), Exit: -1}
			c.end()
		}
	}
}

// maxSegments is how large the System V segments may be together, in bytes.
func maxSegments(l Limits) int64 { return l.Memory / 8 }

// killRest ends what the command left behind. In a PID namespace the kernel does
// it; else every descendant comes to this process when its parent ends, and is
// found again until there is none.
func (c *child) killRest() {
	if c.order.Namespaces {
		return
	}
	for range 200 {
		left := descendants(os.Getpid())
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
		for {
			if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); pid <= 0 || err != nil {
				break
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// descendants finds every process below one.
func descendants(root int) []int {
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	children := map[int][]int{}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			continue
		}
		// The name in brackets may hold anything; the parent is the second after it.
		text := string(data)
		f := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(n)))
		if len(f) > 1 && pid != root {
			parent, _ := strconv.Atoi(f[1])
			children[parent] = append(children[parent], pid)
		}
	}
	// Each is the child of one other, and root of none: there is an end.
	out := slices.Clone(children[root])
	for i := 0; i < len(out); i++ {
		out = append(out, children[out[i]]...)
	}
	return out
}

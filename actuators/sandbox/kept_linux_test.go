package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// keeping is a world in which what commands start may go on, with layers where pp keeps them.
func keeping(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.needsLayers()
	w.arm()
	o := w.options()
	o.ProbeDir = w.home + "/.cache/pp"
	w.Sandbox, w.keeps = New(o), true
	t.Cleanup(w.Close)
	return w
}

// leaves runs a script over a layer, which leaves something running, and drops the layer.
func (w *world) leaves(script string) Exit {
	w.t.Helper()
	l, _, exit := w.overLayer(w.spec(effect.Effects{}), script)
	if err := l.Drop(); err != nil {
		w.t.Fatal(err)
	}
	if exit.Kept == 0 {
		w.t.Fatalf("nothing goes on: %+v", exit)
	}
	return exit
}

// says waits until what was left running has written a text.
func (w *world) says(text string) string {
	w.t.Helper()
	for range 600 {
		for _, r := range w.Running() {
			if strings.Contains(r.Output, text) {
				return r.Output
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.t.Fatalf("it never said %q: %+v", text, w.Running())
	return ""
}

// TestKept has a process go on after its command: the record of the command has what was done until then, what the
// process writes later is its own, and it ends when it is told to.
func TestKept(t *testing.T) {
	w := keeping(t)
	l, out, exit := w.overLayer(w.spec(effect.Effects{}), `echo first; echo 1 >made; ln made linked; rm b.txt
exec 5>log; (while [ ! -e go ]; do sleep 0.05; done; echo 2 >>made; echo line >&5; echo 3 >later
mkdir -p new/dir; echo 4 >new/dir/f; echo went on
sleep 1000) &`)
	if out != "first\n" || exit.Code != 0 || exit.Kept != 1 || exit.Rest {
		t.Fatalf("%+v %q", exit, out)
	}
	changes, err := l.Changes()
	var names []string
	for _, c := range changes.List {
		names = append(names, c.Path)
	}
	if slices.Sort(names); err != nil || strings.Join(names, " ") != "b.txt linked log made" {
		t.Errorf("%v %v", err, names)
	}
	if _, err := l.Take(changes, func(*undo.Change) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if got := w.read(w.ws + "/made"); got != "1\n" {
		t.Errorf("%q", got)
	}
	w.put(w.ws+"/go", "")
	w.Mirror([]string{w.ws + "/made", w.ws + "/log", w.ws + "/go"})
	w.says("went on")
	if got := w.read(w.ws + "/made"); got != "1\n" || exists(w.ws+"/later") {
		t.Errorf("the workspace changed: %q", got)
	}
	l, out, _ = w.overLayer(w.spec(effect.Effects{}), "cat made log; ls later new; ls go; echo x >own")
	if !strings.HasPrefix(out, "1\nls: ") || !strings.HasSuffix(out, "go\n") {
		t.Errorf("the next command finds %q", out)
	}
	changes, err = l.Changes()
	if err != nil || len(changes.List) != 1 || changes.List[0].Path != "own" {
		t.Errorf("%v %v", err, changes.List)
	}
	if !w.End(1) || w.End(1) || len(w.Running()) != 0 || len(readNames(w.home+"/.cache/pp/running", 10)) != 0 {
		t.Errorf("%+v %v", w.Running(), readNames(w.home+"/.cache/pp/running", 10))
	}
}

// TestEndedIsLeftAlone ends what has ended by itself once more: its descriptor's number is another process's by then.
func TestEndedIsLeftAlone(t *testing.T) {
	w := keeping(t)
	w.leaves("(sleep 2; echo over) &")
	k := w.live()[0]
	<-k.gone
	if r := w.Running(); len(r) != 1 || !r[0].Ended || r[0].Output != "over\n" || len(w.Running()) != 0 {
		t.Errorf("%+v", r)
	}
	other := exec.Command("sleep", "1000")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	var fds []int
	for range 100 {
		fd, err := unix.PidfdOpen(other.Process.Pid, 0)
		if err != nil {
			t.Fatal(err)
		}
		fds = append(fds, fd)
	}
	k.running.end()
	waited := make(chan error, 1)
	go func() { waited <- k.running.wait() }()
	select {
	case <-waited:
	case <-time.After(patience):
		t.Error("it waits for another process")
	}
	for _, fd := range fds {
		if err := unix.PidfdSendSignal(fd, 0, nil, 0); err != nil {
			t.Error("another file was closed:", err)
		}
		_ = unix.Close(fd)
	}
	_ = other.Process.Signal(unix.SIGTERM)
	if state, err := other.Process.Wait(); err != nil || state.Sys().(syscall.WaitStatus).Signal() != unix.SIGTERM {
		t.Error("another process was killed:", state, err)
	}
}

// TestKeptOpened tells which masked files a command opened that left something running.
func TestKeptOpened(t *testing.T) {
	w := keeping(t)
	exit := w.leaves("cat .env; sleep 1000 &")
	if !slices.Equal(exit.Opened, []string{w.ws + "/.env"}) {
		t.Errorf("%+v", exit)
	}
}

// TestMirrorShowsNewer shows what was left running a file that somebody changed after it did, but no secret.
func TestMirrorShowsNewer(t *testing.T) {
	w := keeping(t)
	w.leaves(`(sleep 1; echo theirs >a.txt; echo done; while [ "$(cat a.txt)" != mine ]; do sleep 0.05; done
cat .env; echo saw; sleep 1000) &`)
	w.says("done")
	time.Sleep(20 * time.Millisecond)
	w.put(w.ws+"/a.txt", "mine\n")
	w.Mirror([]string{w.ws + "/.env", w.ws + "/a.txt"})
	if out := w.says("saw"); out != "done\nsaw\n" {
		t.Errorf("%q", out)
	}
}

// TestInvariant10KeptEscapes tries the ways out from what was left running, after its command ended and the record of
// what that did is gone.
func TestInvariant10KeptEscapes(t *testing.T) {
	for _, name := range [...]string{"read-env", "read-home", "read-symlink", "read-hard-link", "read-hard-home",
		"read-environ", "read-pps-own", "read-root", "read-inherited", "tcp", "udp", "unix", "abstract", "pair-datagram",
		"netlink-audit", "packet", "ptrace", "ptrace-init", "signal-parent", "pidfd", "mount", "setns", "unshare-user",
		"parents-descriptors", "io-uring", "caps", "setuid"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := keeping(t)
			before := w.state()
			w.leaves("{ sleep 1; " + w.attacks(name) + "; echo ' over'; sleep 1000; } &")
			out := w.says(" over")
			if !strings.HasPrefix(out, "STOPPED by ") {
				t.Error(out)
			}
			w.harmless(out, before)
		})
	}
}

// TestKeptApart has neither what was left running nor the next command reach the other by processes, and what was
// approved for one command is not for what another one left.
func TestKeptApart(t *testing.T) {
	w := keeping(t)
	w.leaves(`(while sleep 0.2; do for p in /proc/[0-9]*; do tr '\0' ' ' <$p/cmdline; done; done) &`)
	out, _ := w.sh(effect.Effects{}, `: NEXT; for p in /proc/[0-9]*; do tr '\0' ' ' <$p/cmdline; done; sleep 1`)
	if strings.Contains(out, "while") {
		t.Errorf("the next command sees %s", out)
	}
	if r := w.Running(); len(r) != 1 || strings.Contains(r[0].Output, "NEXT") {
		t.Errorf("it sees the next command: %+v", r)
	}
	s := w.spec(effect.Effects{Connects: []effect.Endpoint{{Host: "example.org"}}})
	exit, err := w.Run(context.Background(), s, Command{Argv: bash("sleep 1000 &"), Lasts: true})
	if err != nil || exit.Kept != 0 || !exit.Rest {
		t.Errorf("with a network it goes on: %v %+v", err, exit)
	}
	s = w.spec(effect.Effects{Writes: []effect.Path{w.at(w.out + "/outside.txt")}})
	exit, err = w.Run(context.Background(), s, Command{Argv: bash("sleep 1000 &"), Lasts: true})
	if err != nil || exit.Kept != 0 || !exit.Rest {
		t.Errorf("with a place outside it goes on: %v %+v", err, exit)
	}
}

// TestCrowdEnds ends what is left running when it becomes too many processes.
func TestCrowdEnds(t *testing.T) {
	w := keeping(t)
	_, exit := w.sh(effect.Effects{}, "for i in {1..300}; do sleep 1000 & done")
	if exit.Kept != 0 || !exit.Rest {
		t.Errorf("it goes on: %+v", exit)
	}
	w.leaves("(sleep 1; for i in {1..300}; do sleep 1000 & done; sleep 1000) &")
	for range 600 {
		if len(w.Running()) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("it goes on")
}

// TestMirrorFollowsNoLink changes a file while what was left running has a link to elsewhere in the place of its
// directory, of the file, and of all above the workspace that it may write.
func TestMirrorFollowsNoLink(t *testing.T) {
	w := keeping(t)
	w.put(w.ws+"/dir/outside.txt", "old\n")
	w.put(w.ws+"/fifo", "old\n")
	w.leaves("(rm -r dir; ln -s " + w.out + " dir; rm a.txt fifo; ln -s " + w.out +
		"/outside.txt a.txt; mkfifo fifo; sleep 1000) &")
	before := w.state()
	w.put(w.ws+"/dir/outside.txt", "new\n")
	w.put(w.ws+"/a.txt", "new\n")
	w.put(w.ws+"/fifo", "new\n")
	w.Mirror([]string{w.ws + "/dir/outside.txt", w.ws + "/a.txt", w.ws + "/fifo"})
	w.harmless("", before)
	if got := w.read(w.ws + "/dir/outside.txt"); got != "new\n" {
		t.Errorf("%q", got)
	}
}

// TestKilledWithRunning kills pp while something is left running: that is gone too, and its files with the next one.
func TestKilledWithRunning(t *testing.T) {
	if dir := os.Getenv("SANDBOX_TEST_VICTIM"); dir != "" {
		s := New(Options{Home: dir, ProbeDir: dir, ProbeCache: dir, Shared: true, Clock: time.Now})
		spec, err := s.ReadOnly(dir, effect.Workspace{Root: dir})
		if err != nil {
			t.Fatal(err)
		}
		exit, err := s.Run(context.Background(), spec, Command{Argv: bash("sleep 987654 &"), Lasts: true})
		_, _ = os.Stdout.WriteString("kept " + strconv.Itoa(exit.Kept) + "\n")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
	}
	w := keeping(t)
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestKilledWithRunning$", "-test.v")
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_VICTIM="+w.ws)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for buf := make([]byte, 4096); !bytes.Contains(text, []byte("kept 1\n")); {
		n, err := pipe.Read(buf)
		if text = append(text, buf[:n]...); err != nil {
			t.Fatalf("%v %s", err, text)
		}
	}
	alive := func() bool {
		for _, pid := range descendants(1) {
			line, _ := os.ReadFile(path.Join("/proc", strconv.Itoa(pid), "cmdline"))
			if strings.HasPrefix(string(line), "sleep\x00987654") {
				return true
			}
		}
		return false
	}
	if !alive() {
		t.Fatal("it does not run")
	}
	if err := cmd.Process.Signal(unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	for range 100 {
		if !alive() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("it goes on without pp")
}

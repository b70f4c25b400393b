package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// nobody is a user without privileges, as most people are.
const nobody = 65534

// TestUnprivileged runs the tests of what is enforced again as a user who is
// not root, in namespaces that such a user can make.
func TestUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		enginetest.Skip(t, os.Getenv, false, "root; whoever is not runs the tests in this way already")
	}
	t.Parallel()
	w := newWorld(t)
	w.helper()
	if err := errors.Join(os.Chmod(w.base, 0o755), os.Mkdir(w.base+"/user", 0o755),
		os.Chown(w.base+"/user", nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	tests, least := "TestInvariant10|TestApprovedWorks|TestForkBomb|TestLeftBehind|TestProbe|"+
		"TestRealBuilds/(gcc|make|python3)", 100
	if !long() {
		some := "write|chmod|rename|home-startup|read-(home|env|shadow)|tcp|unix|git-hook|neighbour-write|" +
			"ptrace|mount|caps|setuid|new-user"
		tests, least = "TestInvariant10Escapes/-("+some+")$|TestForkBomb|TestProbe", 20
	}
	cmd := exec.Command(w.base+"/bin/helper", "-test.v", "-test.run", tests)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + w.base + "/user", testBase + "=" + w.base + "/user",
		"PP_CI=" + os.Getenv("PP_CI"),
		"PP_LONG=" + os.Getenv("PP_LONG")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, failures(out))
	}
	if n := bytes.Count(out, []byte("--- PASS")); n < least {
		t.Errorf("only %d tests passed: %s", n, failures(out))
	}
}

// failures leaves out what passed.
func failures(out []byte) string {
	var b strings.Builder
	for l := range strings.Lines(string(out)) {
		if !strings.Contains(l, "--- PASS") && !strings.Contains(l, "STOPPED by") && !strings.Contains(l, "=== RUN") {
			b.WriteString(l)
		}
	}
	return b.String()
}

// only makes a sandbox use nothing but what p says.
func (w *world) only(p probe) {
	st, err := w.try(Spec{Dir: "/", Hidden: w.hidden(), Scratch: w.scratch()}, p)
	if err != nil {
		enginetest.Skip(w.t, os.Getenv, !p.namespaces || os.Geteuid() == 0 && gives(engine.FilesMounts), "%v", err)
	}
	p.status, p.failed = st, []string{"namespaces: refused by the test"}
	p.conclude()
	w.probed = func() probe { return p }
}

// Where namespaces are refused, Landlock and the filter keep what they can.
func TestLandlockAlone(t *testing.T) {
	if landlockABI() < 3 {
		enginetest.Skip(t, os.Getenv, false, "the kernel has Landlock ABI %d", landlockABI())
	}
	alone := newWorld(t)
	alone.only(probe{})
	for _, name := range []string{"write", "append", "create", "truncate", "rename", "unlink", "mkdir", "symlink", "link",
		"chmod", "fchmod", "chown", "utimes", "setxattr",
		"workspace-write", "through-a-link", "read-home", "read-env", "read-symlink", "read-hard-link", "read-pps-own", "tcp",
		"udp", "unix", "unix-in-tree", "abstract",
		"pair-datagram", "ptrace", "process-vm", "signal-parent", "mount", "unshare-user", "new-user", "io-uring", "keyring",
		"setuid", "caps", "tiocsti",
		"descriptor-bomb", "memory-bomb", "file-bomb"} {
		t.Run(name, func(t *testing.T) {
			if !strings.HasSuffix(name, "-bomb") {
				t.Parallel()
			}
			w := newWorld(t)
			w.arm()
			w.probed = alone.probed
			before := w.state()
			out, exit := w.sh(effect.Effects{}, w.helper()+" "+attackArg+" "+name+" "+w.base)
			if !strings.HasPrefix(out, "STOPPED by ") || w.state() != before {
				t.Errorf("%+v %s", exit, out)
			}
			t.Log(strings.TrimSpace(out))
		})
	}
	w := newWorld(t)
	w.arm()
	w.only(probe{})
	if c := w.Probe(); c.Files != engine.FilesLandlock || c.Tree || c.Confined() {
		t.Errorf("%+v", c)
	}
	if err := w.Holds(engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true,
		Tree: true}); !errors.Is(err, ErrWeaker) {
		t.Errorf("it holds mounts: %v", err)
	}
	if out, exit := w.sh(builds(w), "echo x > built; mkdir d; cat built; ls / > /dev/null; grep -c root "+
		"/etc/passwd"); exit.Code != 0 || out != "x\n1\n" {
		t.Errorf("a build: %+v %q", exit, out)
	}
	if out, _ := w.sh(effect.Effects{}, `echo "$TEST_TELEMETRY_DIR"`); out != "/dev/null/go\n" {
		t.Errorf("go would count in the home: %q", out)
	}
	// Temporary files stand in a directory that goes with the command, and not elsewhere in /tmp.
	for _, e := range []effect.Effects{{}, builds(w)} {
		out, exit := w.sh(e, `f=$(mktemp) && echo x > "$f" && sort -S 1b "$f" && ln -s "$PWD" "$TMPDIR/to" && `+
			`dirname "$f" && ! touch /tmp/pp-elsewhere 2> /dev/null`)
		said, dir, _ := strings.Cut(strings.TrimSpace(out), "\n")
		if _, err := os.Lstat(dir); exit.Code != 0 || said != "x" || !strings.Contains(dir, "/pp-command-") || err == nil ||
			!exists(w.ws) {
			t.Errorf("temporary files: %+v %q, %v", exit, out, err)
		}
	}
	// What a pp that was killed left behind goes, and what another one uses stays.
	left, used := w.cache+"/tmp/pp-command-left/d", w.cache+"/tmp/pp-command-used"
	if err := errors.Join(os.MkdirAll(left, 0o700), os.Mkdir(used, 0o700)); err != nil {
		t.Fatal(err)
	}
	held, err := lock(used, unix.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	if _, exit := w.sh(effect.Effects{}, "true"); exit.Code != 0 || exists(path.Dir(left)) || !exists(used) {
		t.Errorf("what was left behind: %+v", exit)
	}
	held.Close()
	out, exit := w.sh(builds(w), "(trap '' TERM; setsid sh -c 'while :; do echo x >> ticks; sleep 0.05; done' &) ; "+
		"until [ -s ticks ]; do sleep 0.05; done; echo done")
	// The shell that waits for the one that is killed may have time to say so.
	if exit.Code != 0 || !strings.HasPrefix(out, "done\n") {
		t.Errorf("%+v %q", exit, out)
	}
	ticks := w.read(w.ws + "/ticks")
	time.Sleep(200 * time.Millisecond)
	if !strings.HasPrefix(ticks, "x\n") || w.read(w.ws+"/ticks") != ticks {
		t.Errorf("what was left behind runs on: %d", len(ticks))
	}
}

// Root without user namespaces still has all the others.
func TestNamespacesOfRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		enginetest.Skip(t, os.Getenv, false, "root")
	}
	root := newWorld(t)
	root.only(probe{namespaces: true})
	for _, name := range []string{"write", "chmod", "read-home", "read-env", "tcp", "unix", "ptrace", "signal-parent",
		"mount", "umount", "remount", "mknod", "disk", "setuid",
		"caps", "core-pattern", "sysfs", "new-user", "io-uring", "parents-descriptors", "read-memory"} {
		w := newWorld(t)
		w.arm()
		w.probed = root.probed
		before := w.state()
		out, exit := w.sh(effect.Effects{}, w.helper()+" "+attackArg+" "+name+" "+w.base)
		if !strings.HasPrefix(out, "STOPPED by ") || w.state() != before {
			t.Errorf("%s: %+v %s", name, exit, out)
		}
	}
}

func TestHolds(t *testing.T) {
	w := newWorld(t)
	have := w.Probe()
	if err := w.Holds(have); err != nil {
		t.Error(err)
	}
	if err := w.Holds(engine.Confinement{}); err != nil {
		t.Error(err)
	}
	have.Assumed = true
	if err := w.Holds(have); !errors.Is(err, ErrWeaker) || !strings.Contains(err.Error(), "assumed") {
		t.Errorf("an assumption holds: %v", err)
	}
}

// What cannot be set up runs nothing.
func TestNothingRunsUnconfined(t *testing.T) {
	w := newMountedWorld(t)
	mark := w.ws + "/mark"
	s := w.spec(builds(w))
	s.Dir = "/nonexistent/place"
	if _, err := w.Run(context.Background(), s, Command{Argv: bash("touch " + mark)}); err == nil {
		t.Error("a directory that does not exist is no error")
	}
	if _, err := w.Run(context.Background(), w.spec(builds(w)),
		Command{Argv: []string{"/no/such/program"}}); !errors.Is(err, ErrSetUp) {
		t.Errorf("a program that does not exist: %v", err)
	}
	if _, err := w.Run(context.Background(), w.spec(builds(w)), Command{Argv: []string{"bash", "-c", "touch " +
		mark}}); !errors.Is(err, ErrSetUp) {
		t.Errorf("a relative program: %v", err)
	}
	if exists(mark) {
		t.Error("something ran")
	}
}

// What a build makes that something else would execute is told.
func TestPlanted(t *testing.T) {
	w := newMountedWorld(t)
	w.arm()
	w.put(w.ws+"/sub/Makefile", "all:\n")
	script := "mkdir -p deep/er && echo x > deep/er/.envrc; git init -q deep/repo || mkdir deep/repo/.git; echo x > " +
		"fine.txt; touch .envrc; mv sub moved; mkdir sub; echo y > sub/Makefile"
	var out bytes.Buffer
	exit, err := w.Run(context.Background(), w.spec(builds(w)), Command{Argv: bash(script), Output: &out})
	if err != nil || !slices.Equal(exit.Planted, []string{w.ws + "/deep/er/.envrc", w.ws + "/deep/repo/.git",
		w.ws + "/moved/Makefile", w.ws + "/sub/Makefile"}) {
		t.Errorf("%+v, %v, %s", exit, err, out.String())
	}
}

// Exactly the environment that was given, and no descriptor but three.
func TestExactlyWhatIsGiven(t *testing.T) {
	w := newWorld(t)
	t.Setenv("LEAKED", "yes")
	leak := leakSecret(t, w)
	defer leak.Close()
	out, _ := w.sh(effect.Effects{}, "/usr/bin/env; ls /proc/self/fd")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	slices.Sort(lines)
	want := []string{"0", "1", "2", "3", "HOME=" + w.home, "LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "PWD=" +
		w.ws, "SHLVL=1", "_=/usr/bin/env"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
	if out, _ := w.sh(effect.Effects{}, "cat; echo $?; [ -t 0 ] || echo no terminal; ps -o tty= -p $$"); out != "0\nno "+
		"terminal\n?\n" && out != "0\nno terminal\n?       \n" {
		t.Errorf("standard input: %q", out)
	}
}

// A command that may change something finds terminals of its own, and nobody else's: the machine's are not there, and
// few can be opened. One that only reads finds none.
func TestOwnTerminals(t *testing.T) {
	w := newMountedWorld(t)
	if out, _ := w.sh(effect.Effects{}, "ls /dev/pts /dev/ptmx 2>&1 | wc -l"); out != "2\n" {
		t.Errorf("a command that reads finds %q", out)
	}
	out, _ := w.sh(builds(w), `ls /dev/pts; script -qc 'tty; ls /dev/pts' /dev/null | tr '\r\n' '  '
		python3 -c 'import os
n = 0
try:
    while n < 1000: os.openpty(); n += 1
except OSError: print(n)'`)
	if want := "ptmx\n/dev/pts/0  0  ptmx  64\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
}

// TestInvariant10KillOfParent kills pp while a command runs; the command and
// all it started are gone at once.
func TestInvariant10KillOfParent(t *testing.T) {
	if ws := os.Getenv("SANDBOX_TEST_VICTIM"); ws != "" {
		victim(t, ws)
		return
	}
	t.Parallel()
	for _, mode := range []string{"namespaces", "landlock"} {
		w := newWorld(t)
		cmd := exec.Command("/proc/self/exe", "-test.run", "TestInvariant10KillOfParent")
		cmd.Env = append(os.Environ(), "SANDBOX_TEST_VICTIM="+w.ws, "SANDBOX_TEST_MODE="+mode)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ticks := w.ws + "/ticks"
		for begun := time.Now(); len(w.read(ticks)) < 4 || !exists(ticks); time.Sleep(10 * time.Millisecond) {
			if time.Since(begun) > patience {
				t.Fatalf("%s: the command never ran", mode)
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		// On a loaded machine the end takes its time; that it comes is what counts.
		stopped := false
		for begun := time.Now(); !stopped && time.Since(begun) < patience; {
			before := w.read(ticks)
			time.Sleep(700 * time.Millisecond)
			stopped = w.read(ticks) == before
		}
		if !stopped {
			t.Errorf("%s: the command runs on after pp was killed", mode)
		}
	}
}

func victim(t *testing.T, ws string) {
	s := New(Options{Env: engine.Environment{"PATH": "/usr/bin:/bin"}})
	if os.Getenv("SANDBOX_TEST_MODE") == "landlock" {
		w := &world{Sandbox: s, t: t}
		w.only(probe{})
	}
	spec := Spec{Dir: ws, Writable: []Grant{{Path: ws, Kind: GrantTree}}}
	_, err := s.Run(context.Background(), spec, Command{Argv: bash("trap '' TERM HUP INT; (setsid sh -c 'while :; do " +
		"echo x >> ticks; sleep 0.02; done' &); sleep 60")})
	t.Fatal(err)
}

func TestFaults(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		name, script string
		limit        time.Duration
		timedOut     bool
	}{
		{"ignores every signal and sleeps", "trap '' TERM INT HUP QUIT; sleep 900 & sleep 900", 300 * time.Millisecond, true},
		{"closes its streams and sleeps", "exec <&- >&- 2>&-; sleep 900", 300 * time.Millisecond, true},
		{"closes its streams and ends", "exec <&- >&- 2>&-; exit 0", patience, false},
		{"leaves a holder of its output", "sleep 900 & echo x", patience, false},
		{"stops itself", "kill -STOP $$", 300 * time.Millisecond, true},
		{"writes without end", "cat /dev/zero", 300 * time.Millisecond, true},
		{"signals everything", "trap '' TERM; kill -TERM -1; exit 0", patience, false},
		{"signals the first process", "kill -TERM 1; kill -KILL 1; kill -STOP 1; exit 0", patience, false},
	} {
		var n counter
		exit, err := w.Run(context.Background(), w.spec(effect.Effects{}), Command{Argv: bash(c.script), Output: &n,
			Limit: c.limit})
		if err != nil || exit.TimedOut != c.timedOut || !c.timedOut && exit.Code != 0 {
			t.Errorf("%s: %+v, %v", c.name, exit, err)
		}
	}
}

// The first process of a sandbox outlives the signals of the command, which itself ignores and blocks none.
func TestSignals(t *testing.T) {
	ignored := 0 // by who runs the test, as under nohup: that stays
	for _, s := range [...]syscall.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			ignored |= 1 << (s - 1)
		}
	}
	want := fmt.Sprintf("SigBlk:\t%016x\nSigIgn:\t%016x\nthere\n", 0, ignored)
	for _, mode := range []string{"as this machine allows", "no namespaces"} {
		w := newWorld(t)
		if mode == "no namespaces" {
			w.only(probe{})
		}
		out, exit := w.sh(effect.Effects{}, "for s in HUP INT QUIT TERM USR1 USR2 ALRM PIPE TSTP TTIN TTOU; do "+
			"kill -$s $PPID 2>/dev/null; done; grep -E '^Sig(Ign|Blk)' /proc/self/status; [ -d /proc/$PPID ] && "+
			"echo there")
		if out != want || exit.Code != 0 {
			t.Errorf("%s: %+v: %q", mode, exit, out)
		}
	}
}

// Whoever kills the first process of a sandbox ends the command, and is not
// mistaken for a sandbox in which nothing ran.
func TestKillOfTheChild(t *testing.T) {
	w := newMountedWorld(t)
	spec := w.spec(builds(w))
	type ended struct {
		exit Exit
		err  error
	}
	over := make(chan ended, 1)
	go func() {
		exit, err := w.Run(context.Background(), spec, Command{Argv: bash("echo begun > begun; sleep 900; echo ended > " +
			"ended"), Limit: patience})
		over <- ended{exit, err}
	}()
	for begun := time.Now(); !exists(w.ws + "/begun"); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatal("the command never ran")
		}
	}
	for _, pid := range descendants(os.Getpid()) {
		if cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); string(cmdline) == "pp\x00"+childArg+"\x00" {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
	}
	e := <-over
	if e.err != nil || !e.exit.Lost || e.exit.TimedOut || e.exit.Code != -1 {
		t.Errorf("%+v, %v", e.exit, e.err)
	}
	if exists(w.ws + "/ended") {
		t.Error("the command ran on")
	}
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

func TestCleanPath(t *testing.T) {
	dir := t.TempDir()
	for in, want := range map[string]string{
		"":                              "/usr/local/bin:/usr/bin:/bin",
		"/usr/bin:/bin":                 "/usr/bin:/bin",
		":/usr/bin::bin:./x:/usr/bin":   "/usr/bin",
		"/tmp:/usr/bin:/dev/shm":        "/usr/bin",
		dir + ":/usr/bin":               "/usr/bin",
		"/nonexistent:/usr/bin":         "/usr/bin",
		"/var/lib/ws/bin:/usr/bin:/bin": "/usr/bin:/bin",
	} {
		if got := CleanPath(in, "/var/lib/ws", dir); got != want {
			t.Errorf("CleanPath(%q) = %q, want %q", in, got, want)
		}
	}
}

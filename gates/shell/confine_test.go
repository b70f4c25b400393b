//go:build linux

package shell_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pp/engine/enginetest"
)

// confinedSpec says how programs run that may do anything: in namespaces of their
// own, where no file but those of one directory and of a private /dev and /run can
// be changed, and nothing can be reached; as a user who is nobody on this machine,
// with no capability and no way to gain one.
type confinedSpec struct {
	Base string // the directory, by its path on this machine; there as here
	// What it holds instead of this machine's files, afresh for every run; a name that ends in / is a directory.
	Files     map[string]string
	Processes uint64 // how many there may be at once, threads included
	Memory    uint64 // bytes of address space for each process; 0 is no limit
	Sockets   bool   // refuse every socket, and count those that could leave the machine
}

// confinedRun is one program to run. It has ended when nothing runs any more that
// it started.
type confinedRun struct {
	Argv, Env []string
	Dir       string
	Stdin     []byte
	Time      time.Duration // after it the program is killed, and whatever it started
}

// confinedResult is what it did.
type confinedResult struct {
	Stdout, Stderr []byte   // of each the beginning, as far as a file may grow
	Overdue        bool     // the time was over
	Sockets        int      // how many it asked for that could leave the machine
	Changed        []string // of Files, and of /dev and /run: what is new, gone or different, sorted
	Failed         string   // why it could not be run
}

const (
	confinedArg  = "run-confined" // makes the test binary the first process of the namespaces
	confinedID   = 65534          // the user and the group of what runs
	confinedFile = 16 << 20       // the largest file that can be written
)

// TestMain also serves as the first process of confined's namespaces.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == confinedArg {
		serveConfined()
		return
	}
	enginetest.Quicken(os.Getenv, 4)
	os.Exit(m.Run())
}

// confined is a set of namespaces in which programs run, one after the other.
type confined struct {
	cmd *exec.Cmd
	in  *gob.Encoder
	out *gob.Decoder
}

// newConfined makes the namespaces. They end with the test, or with its process.
func newConfined(t testing.TB, spec confinedSpec) *confined {
	t.Helper()
	if os.Geteuid() != 0 {
		skipUnconfined(t, "only root can run a program as another user")
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &confined{cmd: exec.CommandContext(ctx, "/proc/self/exe", confinedArg)}
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: 1},
		{ContainerID: confinedID, HostID: confinedID, Size: 1}}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{
		// With a user namespace the limit on processes counts those in it, and the
		// first process is root over nothing else.
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET |
			syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		UidMappings: ids, GidMappings: ids, GidMappingsEnableSetgroups: true, Setsid: true,
	}
	stdin, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c.cmd.Stderr, c.cmd.Dir, c.cmd.WaitDelay = &stderr, "/", time.Second
	if err := c.cmd.Start(); err != nil {
		skipUnconfined(t, "no namespaces: "+err.Error())
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		time.AfterFunc(10*time.Second, cancel)
		_ = c.cmd.Wait()
		cancel()
		if t.Failed() && stderr.Len() > 0 {
			t.Logf("the first process said: %s", stderr.String())
		}
	})
	c.in, c.out = gob.NewEncoder(stdin), gob.NewDecoder(stdout)
	var ready confinedResult
	if err := c.in.Encode(spec); err != nil {
		t.Fatalf("confine: %v", err)
	}
	if err := c.out.Decode(&ready); err != nil {
		t.Fatalf("confine: %v", err)
	}
	if ready.Failed != "" {
		skipUnconfined(t, "no confinement: "+ready.Failed)
	}
	return c
}

// run runs a program and gives what it did.
func (c *confined) run(t testing.TB, r confinedRun) confinedResult {
	t.Helper()
	stuck := time.AfterFunc(r.Time+30*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer stuck.Stop()
	var out confinedResult
	if err := c.in.Encode(r); err != nil {
		t.Fatalf("confined: %v", err)
	}
	if err := c.out.Decode(&out); err != nil {
		t.Fatalf("confined: %v", err)
	}
	if out.Failed != "" {
		t.Fatalf("confined: %s", out.Failed)
	}
	return out
}

// confinedDir gives a directory that the user of confined programs can reach.
func confinedDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pp-confined-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// populate makes the files of a directory and gives it to the user of confined
// programs.
func populate(base string, files map[string]string) error {
	for name, text := range files {
		p := filepath.Join(base, name)
		dir := filepath.Dir(p)
		if strings.HasSuffix(name, "/") {
			dir = p
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if strings.HasSuffix(name, "/") {
			continue
		}
		if err := os.WriteFile(p, []byte(text), 0o755); err != nil {
			return err
		}
	}
	return giveAway(base)
}

// giveAway makes a tree the property of the user of confined programs.
func giveAway(base string) error {
	return filepath.WalkDir(base, func(p string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(p, confinedID, confinedID)
	})
}

// TestConfined shows that what runs confined does this machine no harm, and that
// what it does is seen.
func TestConfined(t *testing.T) {
	t.Parallel()
	sh := bash(t)
	base := confinedDir(t)
	c := newConfined(t, confinedSpec{Base: base, Files: map[string]string{"w/a": "a\n", "out": "o\n"}, Processes: 20,
		Memory: 1 << 30, Sockets: true})
	for _, tt := range []struct {
		script, stdout, stderr string // what the streams hold
		changed                []string
		sockets                int
		overdue                bool
	}{
		{script: "grep -E '^(Cap|NoNew|Uid|Groups)' /proc/self/status | tr -d '\\n\\t '",
			stdout: "Uid:65534655346553465534Groups:CapInh:0000000000000000CapPrm:0000000000000000CapEff:0000000000000000" +
				"CapBnd:0000000000000000CapAmb:0000000000000000NoNewPrivs:1"},
		{script: "tail -n +3 /proc/net/dev | grep -v lo:; cat /proc/net/route /proc/net/fib_trie; echo; echo /dev/* /run/*",
			stdout: "\n/dev/fd /dev/full /dev/null /dev/random /dev/stderr /dev/stdin /dev/stdout " +
				"/dev/urandom /dev/zero /run/*\n"},
		{script: ": > /dev/nul; : > /run/x; : > /dev/null", changed: []string{"/dev/nul", "/run/x"}},
		{script: "echo /dev/n* /run/*; rm /dev/null; rm -f /dev/fd", stdout: "/dev/null /run/*\n", stderr: "resource busy",
			changed: []string{"/dev/fd"}},
		{script: ": > /tmp/pp-junk", stderr: "/tmp/pp-junk: Read-only file system"},
		{script: ": > /usr/pp-junk", stderr: "/usr/pp-junk: Read-only file system"},
		{script: ": > /pp-junk", stderr: "/pp-junk: Read-only file system"},
		{script: ": > /etc/passwd", stderr: "/etc/passwd: Read-only file system"},
		{script: "mount -n --bind . /mnt; unshare -m true; kill -9 1; kill -9 -1; echo alive", stdout: "alive\n",
			stderr: "unshare failed: Operation not permitted"},
		{script: "echo x > b; chmod 700 a; rm ../out; ln -s b c; mkfifo p",
			changed: []string{"out", "w/a", "w/b", "w/c", "w/p"}},
		{script: "ls; cat ../out", stdout: "a\no\n"},
		{script: ": > /dev/tcp/127.0.0.1/9; : > /dev/udp/203.0.113.1/53", stderr: "Permission denied", sockets: 2},
		{script: ":(){ :|:& };:; while echo; do sleep 1; done", stdout: "\n", stderr: "Resource temporarily unavailable",
			overdue: true},
		{script: "while :; do :; done", overdue: true},
		{script: "tail -f /dev/null &", overdue: true},
		{script: "head -c 20M /dev/zero > big; stat -c %s big; rm big", stdout: "16777216\n",
			stderr: "File size limit exceeded"},
		{script: "x=$(head -c 3M /dev/zero | tr '\\0' x); while :; do x+=$x; done", stderr: "cannot allocate"},
		{script: "x=$(ps -e -o comm=); sort -u <<< \"$x\"", stdout: "bash\nexe\nps\n"},
	} {
		limit := 2 * time.Minute
		if tt.overdue {
			limit = 250 * time.Millisecond
		}
		var got confinedResult
		for again := true; again; limit *= 2 { // on a busy machine it gets as far only later
			got = c.run(t, confinedRun{Argv: []string{sh, "-c", tt.script}, Env: []string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin"},
				Dir: filepath.Join(base, "w"), Time: limit})
			far := strings.HasPrefix(string(got.Stdout), tt.stdout) && strings.Contains(string(got.Stderr), tt.stderr)
			again = tt.overdue && !far && limit < time.Minute
		}
		var want []string
		for _, name := range tt.changed {
			if !filepath.IsAbs(name) {
				name = filepath.Join(base, name)
			}
			want = append(want, name)
		}
		slices.Sort(want)
		if !strings.HasPrefix(string(got.Stdout), tt.stdout) || !strings.Contains(string(got.Stderr), tt.stderr) ||
			!slices.Equal(got.Changed, want) || got.Sockets != tt.sockets || got.Overdue != tt.overdue {
			t.Errorf("%s\ngot stdout %q, stderr %q, changed %q, %d sockets, overdue %v", tt.script, got.Stdout, got.Stderr,
				got.Changed, got.Sockets, got.Overdue)
		}
	}
	for _, name := range []string{"/dev/nul", "/run/x", "/tmp/pp-junk", "/usr/pp-junk", "/pp-junk",
		filepath.Join(base, "w")} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s was made on this machine", name)
		}
	}
}

// skipUnconfined skips a test on a machine that refuses what another program asks
// for as well.
func skipUnconfined(t testing.TB, why string) {
	t.Helper()
	there := exec.Command("unshare", "-U", "-r", "-m", "-p", "-n", "-i", "-u", "-f", "true").Run() == nil
	enginetest.Skip(t, os.Getenv, there, "%s", why)
}

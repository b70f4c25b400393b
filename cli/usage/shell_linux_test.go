package usage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
)

// patience is how long a test waits for what must come; it is no measure of speed.
const patience = time.Minute

// stubVariable makes the test binary the pp that a shell under test runs.
const stubVariable = "PP_TEST_STUB"

func TestMain(m *testing.M) {
	if os.Getenv(stubVariable) == "" {
		os.Exit(m.Run())
	}
	os.Exit(stub(os.Args[1:]))
}

// stub answers the hidden command, proposes for -e, and else tells its arguments.
func stub(args []string) int {
	switch {
	case len(args) > 1 && args[0] == Hidden && args[1] == "--":
		found, files := Find(program(), values, args[2:])
		if Print(os.Stdout, found, files) != nil {
			return 1
		}
		return 0
	case len(args) == 3 && args[0] == "-e" && args[1] == "--":
		proposals := map[string]string{"allowed words": "pp did 'it now'", "asked words": "pp did 'it later'"}
		proposal, code := proposals[args[2]], 0
		if strings.HasPrefix(args[2], "asked") {
			code = 4
		}
		if proposal == "" {
			fmt.Fprintln(os.Stderr, "pp: error: no provider for", args[2])
			return 69
		}
		fmt.Println(proposal)
		return code
	}
	line, err := json.Marshal(args)
	if err != nil {
		return 1
	}
	fmt.Printf("ran:%s\n", line)
	return 0
}

// interactive starts each shell with its script read, and a prompt that is known.
var interactive = map[string]func(read string) []string{
	"bash": func(read string) []string { return []string{"bash", "--noprofile", "--rcfile", read, "-i"} },
	"zsh":  func(read string) []string { return []string{"zsh", "-d", "-i"} }, // reads ZDOTDIR/.zshrc
	"fish": func(read string) []string {
		return []string{"fish", "--no-config", "-i", "-C", "source " + read}
	},
}

var prompts = map[string]string{
	"bash": "PS1='READY> '\nbind 'set bell-style none'\n",
	"zsh":  "PS1='READY> '\nunsetopt beep\nautoload -U compinit && compinit -D -u\n",
	"fish": "function fish_prompt; echo -n 'READY> '; end\nfunction fish_greeting; end\n" +
		"set -g fish_autosuggestion_enabled 0\n",
}

// shell is an interactive shell on a terminal of its own.
type shell struct {
	t      *testing.T
	master *os.File
	dir    string

	mu   sync.Mutex
	came *sync.Cond
	out  bytes.Buffer
	at   int // what was expected already
	over bool
}

func start(t *testing.T, name string) *shell {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		enginetest.Skip(t, os.Getenv, true, "%s is not there: %v", name, err)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	completion, err := Script(name)
	binding, wrong := KeyBinding(name)
	self, failed := os.Executable()
	rc := filepath.Join(dir, ".zshrc")
	err = errors.Join(err, wrong, failed, os.Mkdir(bin, 0o755), os.Mkdir(filepath.Join(dir, "notes"), 0o755),
		os.WriteFile(filepath.Join(dir, "note.txt"), nil, 0o644), os.Symlink(self, filepath.Join(bin, "pp")),
		os.WriteFile(rc, []byte(prompts[name]+completion+binding), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{t: t, dir: dir}
	s.came = sync.NewCond(&s.mu)
	master, slave := pty(t)
	s.master = master
	args := interactive[name](rc)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "ZDOTDIR=" + dir, "TERM=xterm",
		"LC_ALL=C.UTF-8", stubVariable + "=1"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	done := make(chan struct{})
	go func() { defer close(done); s.read() }()
	late := time.AfterFunc(patience, func() { s.end() })
	t.Cleanup(func() {
		late.Stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		master.Close()
		<-done
	})
	s.expect("READY> ")
	return s
}

func pty(t *testing.T) (master, slave *os.File) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	err = errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0),
		unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 160}))
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "ptmx"), slave
}

func (s *shell) read() {
	defer s.end()
	buf := make([]byte, 4096)
	for {
		n, err := s.master.Read(buf)
		s.mu.Lock()
		s.out.Write(buf[:n])
		s.came.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *shell) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.came.Broadcast()
}

func (s *shell) keys(text string) {
	s.t.Helper()
	if _, err := s.master.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// expect waits for text after what was expected before.
func (s *shell) expect(text string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if i := bytes.Index(s.out.Bytes()[s.at:], []byte(text)); i >= 0 {
			s.at += i + len(text)
			return
		}
		if s.over {
			s.t.Fatalf("%q did not come: %q", text, s.out.Bytes()[s.at:])
		}
		s.came.Wait()
	}
}

// ran waits for the stub to tell its arguments, and for the next prompt.
func (s *shell) ran(args ...string) {
	s.t.Helper()
	line, err := json.Marshal(args)
	if err != nil {
		s.t.Fatal(err)
	}
	s.expect("ran:" + string(line))
	s.expect("READY> ")
}

func TestCompletionInRealShells(t *testing.T) {
	for _, name := range Shells() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, name)
			for _, c := range []struct {
				typed string
				args  []string
			}{
				{"pp che\t", []string{"check"}},
				{"pp --qu\t", []string{"--quiet"}},
				{"pp check --js\t", []string{"check", "--jsonl"}},
				{"pp approve 7\t", []string{"approve", "7gjs-zyxz-nvkg"}},
				{"pp config set limits.t\t1", []string{"config", "set", "limits.timeout", "1"}},
				{"pp -m ollama/l\t", []string{"-m", "ollama/llama3.2:3b"}},
				{"pp -m ollama/llama3.2:\t", []string{"-m", "ollama/llama3.2:3b"}},
				{"pp --model=ollama/q\t", []string{"--model=ollama/qwen:7b"}},
				{"pp --model ollama/q\t", []string{"--model", "ollama/qwen:7b"}},
				{"pp -f note.\t", []string{"-f", "note.txt"}},
				{"pp --file=note.\t", []string{"--file=note.txt"}},
				{"pp -C no\t", []string{"-C", "notes/"}},
				{"pp -r pl\t", []string{"-r", "plain"}},
				{"pp -r dan\t", []string{"-r", "danger$(touch pwned) 'x"}},
			} {
				s.keys(c.typed + "\r")
				if last := len(c.args) - 1; name == "zsh" && c.args[last] == "notes/" {
					c.args[last] = "notes" // zsh takes the slash back when the line ends
				}
				s.ran(c.args...)
			}
			if _, err := os.Stat(filepath.Join(s.dir, "pwned")); err == nil {
				t.Error("a candidate was run")
			}
		})
	}
}

func TestKeyBindingInRealShells(t *testing.T) {
	for _, name := range Shells() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, name)
			s.keys("allowed words\x1bi\r")
			s.ran("did", "it now")
			s.keys("asked words\x1bi\r")
			s.ran("did", "it later")
			// What fails says so, and the words stay to be changed.
			s.keys("it's \"no\" words\x1bi")
			s.expect(`pp: error: no provider for it's "no" words`)
			s.expect("READY> ")     // until then the terminal may take Ctrl-U for itself
			s.keys("\x15pp over\r") // Ctrl-U takes the line away
			s.ran("over")
			s.keys("nothing here\x1bi")
			s.expect("pp: error: no provider for nothing here")
			s.expect("READY> ")
			s.keys("\x01pp \r") // Ctrl-A goes to its begin
			s.ran("nothing", "here")
			s.keys("  \x1bi\x15pp empty\r")
			s.ran("empty")
			if n := bytes.Count(s.out.Bytes(), []byte("ran:")); n != 5 {
				t.Errorf("%d commands ran: %q", n, s.out.Bytes())
			}
		})
	}
}

// A script that does not parse would be told of only where it is read.
func TestScriptsParse(t *testing.T) {
	for _, name := range Shells() {
		for _, give := range []func(string) (string, error){Script, KeyBinding} {
			text, err := give(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := exec.LookPath(name); err != nil {
				enginetest.Skip(t, os.Getenv, true, "%s is not there: %v", name, err)
			}
			file := filepath.Join(t.TempDir(), "script")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(name, "-n", file).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v %s", name, err, out)
			}
		}
	}
}

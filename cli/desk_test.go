//go:build linux

package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"pp/cli/setup"
)

// desk is a home and a workspace of their own, with a model that replays.
type desk struct{ home, dir string }

// newDesk makes one; replies are the entries of the script provider.
func newDesk(t *testing.T, replies string) desk {
	t.Helper()
	root := t.TempDir()
	p := desk{filepath.Join(root, "home"), filepath.Join(root, "ws")}
	if err := p.furnish("before", replies+" "); err != nil {
		t.Fatal(err)
	}
	return p
}

// furnish writes the files of a desk; when says whether pp asks before or after a command.
func (p desk) furnish(when, replies string) error {
	config := "sandbox.ask = \"" + when + "\"\n"
	if replies != "" {
		config += "cascade = [\"replay\"]\n[providers.replay]\nprotocol = \"script\"\nfile = \"~/replies\"\n"
	}
	for name, text := range map[string]string{
		filepath.Join(p.dir, "go.mod"):                        "module example\n",
		filepath.Join(p.dir, "notes.txt"):                     "one\ntwo\nthree\n",
		filepath.Join(p.home, "replies"):                      replies,
		filepath.Join(p.home, ".config", "pp", "config.toml"): config,
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	return nil
}

func (p desk) has(name string) bool { return setup.Exists(filepath.Join(p.dir, name)) }

// command is pp in the place; the environment's TERM is dumb unless given.
func (p desk) command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	pp, err := exec.LookPath("pp")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(pp, args...)
	cmd.Dir = p.dir
	cmd.Env = append([]string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "LANG=C.UTF-8"}, env...)
	return cmd
}

// run is pp without a terminal, and what it printed.
func (p desk) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := p.command(t, nil, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return string(out)
}

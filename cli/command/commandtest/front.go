// Package commandtest runs the front ends of pp in the process of a test.
package commandtest

import (
	"context"
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/command"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
)

// Place is an empty workspace of a person whose model gives recorded replies.
type Place struct{ Home, Dir string }

// NewPlace makes one, whose configuration has more lines.
func NewPlace(t testing.TB, replies string, more ...string) Place {
	t.Helper()
	root := t.TempDir()
	p := Place{filepath.Join(root, "home"), filepath.Join(root, "work")}
	config := filepath.Join(p.Home, ".config", "pp", "config.toml")
	for name, text := range map[string]string{filepath.Join(p.Dir, "go.mod"): "module example\n",
		filepath.Join(p.Home, "replies.sexp"): replies, config: "cascade = [\"recorded\"]\n" + strings.Join(more, "\n") +
			"\n[providers.recorded]\nprotocol = \"script\"\nfile = \"~/replies.sexp\"\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// Front is what a client holds of a front end that runs.
type Front struct {
	In    *os.File // what the client sends
	Out   io.Reader
	Ended chan error // gets what the run came to
}

// Start runs a front end until its input or the test ends, and for a minute at most.
func (p Place) Start(t testing.TB, opts *setup.Options, run func(context.Context, command.App) error) Front {
	t.Helper()
	in, send, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	receive, out := io.Pipe()
	sys := system.OS("1.0")
	sys.Stdin, sys.Stdout, sys.Stderr = in, out, io.Discard
	env := map[string]string{"HOME": p.Home, "PATH": os.Getenv("PATH")}
	sys.Getenv = func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	sys.Environ = []string{"HOME=" + p.Home, "PATH=" + env["PATH"]}
	opts.Format, opts.Color = "text", "auto"
	ctx, signals := system.NewSignals()
	a := command.App{System: sys, Options: opts, Out: output.New(sys, &opts.Options), Signals: signals}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	f := Front{In: send, Out: receive, Ended: make(chan error, 1)}
	go func() {
		f.Ended <- run(ctx, a)
		out.Close()
		in.Close()
	}()
	t.Cleanup(func() {
		send.Close()
		cancel()
		_, _ = io.Copy(io.Discard, receive)
	})
	return f
}

// Agent is what judges and acts at the place, with the real gates, table and sandbox probe. It changes the
// working directory.
func (p Place) Agent(t *testing.T) *setup.Agent {
	t.Helper()
	t.Chdir(p.Dir)
	env := map[string]string{"HOME": p.Home, "PATH": os.Getenv("PATH")}
	opts := &setup.Options{}
	_, signals := system.NewSignals()
	a := command.App{Options: opts, Out: output.New(system.System{}, &opts.Options), Signals: signals,
		System: system.System{Stderr: io.Discard, Now: time.Now, Random: rand.Reader,
			Getenv: func(name string) (string, bool) { v, ok := env[name]; return v, ok }}}
	m, err := a.Agent()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Corpus are the files of the commands that the gates are tried with, by absolute names. The repository is
// named from the working directory.
func Corpus(t *testing.T, repository string) []string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(repository, "testdata", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	return names
}

package front

import (
	"context"
	"errors"
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

// newPlace makes an empty workspace of a person whose model gives recorded replies. more has further lines for the
// configuration.
func newPlace(t testing.TB, replies string, more ...string) (home, dir string) {
	t.Helper()
	root := t.TempDir()
	home, dir = filepath.Join(root, "home"), filepath.Join(root, "work")
	for name, text := range map[string]string{filepath.Join(dir, "go.mod"): "module example\n",
		filepath.Join(home, "replies.sexp"): replies, filepath.Join(home, ".config", "pp", "config.toml"): "cascade = " +
			"[\"recorded\"]\n" + strings.Join(more, "\n") + "\n[providers.recorded]\nprotocol = \"script\"\n" +
			"file = \"~/replies.sexp\"\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return home, dir
}

// serve runs a front end until its input or the test ends, but at most a minute. It returns the client's ends of its
// streams, and a channel for the result.
func serve(t testing.TB, home string, opts *setup.Options, run func(context.Context, command.App) error) (
	send *os.File, receive *io.PipeReader, ended chan error) {
	t.Helper()
	in, send, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	receive, out := io.Pipe()
	sys := system.OS("1.0")
	sys.Stdin, sys.Stdout, sys.Stderr = in, out, io.Discard
	env := map[string]string{"HOME": home, "PATH": os.Getenv("PATH")}
	sys.Getenv = func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	sys.Environ = []string{"HOME=" + home, "PATH=" + env["PATH"]}
	opts.Format, opts.Color = "text", "auto"
	ctx, signals := system.NewSignals()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	ended = make(chan error, 1)
	go func() {
		ended <- run(ctx, command.App{System: sys, Options: opts, Out: output.New(sys, &opts.Options), Signals: signals})
		out.Close()
		in.Close()
	}()
	t.Cleanup(func() {
		send.Close()
		cancel()
		_, _ = io.Copy(io.Discard, receive)
	})
	return send, receive, ended
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Stage is the world that one run of an agent sees: an empty home, a workspace, a model.
type Stage struct {
	Root, Home, Work, Log, Self, Packages string
	Node                                  string // the folder of the node that runs agents, "" for the one of the PATH
	Questions                             bool   // agents ask their person
	Model                                 *Model
}

func newStage(packages, node string) (*Stage, error) {
	root, err := os.MkdirTemp("", "pp-hooks-")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &Stage{Root: root, Self: self, Packages: packages, Node: node,
		Home: filepath.Join(root, "home"), Work: filepath.Join(root, "work"),
		Log: filepath.Join(root, "log")}
	for _, dir := range []string{s.Home, s.Work, s.Log, filepath.Join(root, "model")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return nil, err
		}
	}
	s.Model, err = startModel(nil, filepath.Join(root, "model"))
	return s, err
}

// Close ends the model and removes the stage.
func (s *Stage) Close() {
	s.Model.Close()
	_ = os.RemoveAll(s.Root)
}

// put writes a file of the home or the workspace, folders included.
func put(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

// link lays an agent's installed packages into a folder, as if they had been installed there.
func (s *Stage) link(agent, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var failed error
	for _, name := range []string{"node_modules", "package.json", "package-lock.json"} {
		failed = errors.Join(failed, os.Symlink(filepath.Join(s.Packages, agent, name), filepath.Join(dir, name)))
	}
	return failed
}

// Outcome is how an agent's run ended.
type Outcome struct {
	Code     int
	TimedOut bool
	Output   string
	Took     time.Duration
}

// run starts an agent with an empty environment but what is given, and waits for its end.
func (s *Stage) run(a Agent, limit time.Duration) Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	unasked := func(arg string) bool { return s.Questions && arg == noQuestions }
	cmd := exec.CommandContext(ctx, a.path(s.Packages), slices.DeleteFunc(slices.Clone(a.Args), unasked)...)
	cmd.Dir = s.Work
	cmd.Env = s.env(a)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	began := time.Now()
	err := cmd.Run()
	outcome := Outcome{TimedOut: ctx.Err() != nil, Output: out.String(), Took: time.Since(began)}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		outcome.Code = exit.ExitCode()
	case err != nil:
		outcome.Code, outcome.Output = -1, fmt.Sprintf("%s\n%v", outcome.Output, err)
	}
	return outcome
}

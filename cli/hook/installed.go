package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"pp/cli/command"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine/store"
)

// maxHookFile bounds a file of hooks, in bytes.
const maxHookFile = 4 << 20

// installed is what a file of an agent has of pp.
type installed struct {
	Agent Agent
	File  string // "" where there is no place for one
	Text  []byte // of the file, nil when there is none
	Line  Line
	Said  string // the line as it stands there
	State state
	Says  string // what is wrong with it, in words
}

// state is how well pp stands in a file.
type state string

// The states. Of stateOther, the line runs another program than this one.
const (
	stateAbsent    state = "absent"
	stateInstalled state = "installed"
	statePartly    state = "partly"
	stateChanged   state = "changed"
	stateOther     state = "other"
	stateUnread    state = "unreadable"
	stateRetired   state = "retired"
)

// placeIn is where agents look for their hooks: the person's files, or those of a project, "" for none.
func placeIn(sys system.System, project string) Place {
	return Place{Home: setup.Home(sys), Env: sys.Env, Project: project}
}

// lookAt reads what an agent's file has of pp. It runs nothing.
func lookAt(ctx context.Context, a Agent, p Place) installed {
	s := installed{Agent: a, File: a.File(p), State: stateAbsent}
	if s.File == "" {
		return s
	}
	text, err := readFile(ctx, s.File)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	s.Text = text
	found := found{}
	if err == nil {
		found, err = a.Find(text)
	}
	switch {
	case err != nil:
		s.State, s.Says = stateUnread, err.Error()
		return s
	case len(found.lines) == 0:
		return s
	}
	s.Line, s.Said = found.lines[0], found.texts[0]
	switch {
	case a.answer == nil:
		s.State, s.Says = stateRetired, "pp does not judge for "+a.Title+" any more, so every call is refused"
	case len(found.missing) > 0:
		s.State, s.Says = statePartly, "it does not run for "+strings.Join(found.missing, ", ")
	case !isSelf(s.Line.Program):
		s.State, s.Says = stateOther, fmt.Sprintf("it runs %s, which is not this pp", s.Line.Program)
	case !found.current:
		s.State, s.Says = stateChanged, "it is not as this pp writes it"
	default:
		s.State = stateInstalled
		for _, flag := range s.Line.Flags {
			if a.Ignores(flag) {
				s.Says = flag + " changes nothing there"
			}
		}
	}
	return s
}

// readFile reads a file of hooks, which people keep behind a link, too.
func readFile(ctx context.Context, name string) ([]byte, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return store.Read(ctx, name, maxHookFile)
}

// isSelf reports whether a path is that of this binary.
func isSelf(name string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	if name == self {
		return true
	}
	one, err := os.Stat(name)
	two, wrong := os.Stat(self)
	return err == nil && wrong == nil && os.SameFile(one, two)
}

// The canary: a command that is always denied. Nothing runs it: hooks only judge.
const canary = "rm -rf /"

// maxSaid bounds what is read of a hook's answer, in bytes.
const maxSaid = 64 << 10

// Check tells each hook that is installed of a command that is denied, as its agent would, and looks
// whether the agent would be kept from it.
func Check(a command.App, ctx context.Context, s *setup.Settings) (list []command.Checkup) {
	for _, agent := range append(Agents(), retired()...) {
		for i, root := range [...]string{"", s.Where.Workspace.Root} {
			if i > 0 && root == "" {
				continue
			}
			at := lookAt(ctx, agent, placeIn(a.System, root))
			c := command.Checkup{What: "hook " + agent.Name, State: command.Degraded, Remedy: "pp hook install " + agent.Name}
			switch at.State {
			case stateAbsent:
				continue
			case stateUnread:
				if !bytes.Contains(at.Text, []byte(" hook "+agent.Name)) {
					continue
				}
				c.Says, c.Remedy = at.Says, ""
			case stateRetired:
				c.Says, c.Remedy = at.Says, "pp hook uninstall "+agent.Name
			case stateOther, stateInstalled, statePartly, stateChanged:
				if root != "" && at.State == stateOther { // what a repository names is not run
					c.Says = at.Says + ": not tried"
					break
				}
				var open bool
				if open, c.Says = tried(ctx, at, a.System.Environ, s.Where.Dir); open {
					c.State = command.Unhealthy
				} else if at.State == stateInstalled {
					c.State = command.Healthy
				}
			}
			if root != "" && c.Remedy != "" {
				c.Remedy += " --project"
			}
			c.Says = at.File + ": " + c.Says
			list = append(list, c)
		}
	}
	return list
}

// tried says what a hook did when it was told of the canary; open says that it did not block it.
func tried(ctx context.Context, at installed, env []string, dir string) (open bool, says string) {
	why := fire(ctx, at, env, dir)
	switch {
	case why != "":
		return true, "a denied command is not blocked: " + why
	case at.State != stateInstalled:
		return false, "a denied command is blocked, but " + at.Says
	case at.Agent.Note != "":
		return false, "a denied command is blocked; " + at.Agent.Note
	}
	return false, "a denied command is blocked"
}

// fire runs the line of a hook with the canary, and says why it did not block it, "" when it did.
func fire(ctx context.Context, at installed, env []string, dir string) string {
	ctx, stop := context.WithTimeout(ctx, Timeout*time.Second)
	defer stop()
	words := []string{"/bin/sh", "-c", at.Said}
	if at.Agent.isModule() { // its plugin runs the program itself
		words = append([]string{at.Line.Program, "hook", at.Agent.Name}, at.Line.Flags...)
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, env
	cmd.Stdin = strings.NewReader(at.Agent.Canary(canary, dir))
	stdout, stderr := &beginning{}, &beginning{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "it did not answer in time"
	case cmd.ProcessState == nil && at.Agent.isModule(): // the plugin throws
		return ""
	case cmd.ProcessState == nil:
		return err.Error()
	case at.Agent.Blocks(cmd.ProcessState.ExitCode(), stdout.text, stderr.text):
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(stderr.text)), "\n")
	return strings.TrimSuffix(fmt.Sprintf("it ended with %d: %s", cmd.ProcessState.ExitCode(), first), ": ")
}

// beginning keeps the first bytes of what is written, at most maxSaid.
type beginning struct{ text []byte }

// Write implements io.Writer.
func (b *beginning) Write(p []byte) (int, error) {
	b.text = append(b.text, p[:min(len(p), maxSaid-len(b.text))]...)
	return len(p), nil
}

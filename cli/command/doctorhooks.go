package command

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"pp/cli/hookfile"
	"pp/cli/setup"
)

// The canary: a command that is always denied. Nothing runs it: hooks only judge.
const canary = "rm -rf /"

// maxSaid bounds what is read of a hook's answer, in bytes.
const maxSaid = 64 << 10

// checkHooks tells each hook that is installed of a command that is denied, as its agent would, and looks
// whether the agent would be kept from it.
func checkHooks(a App, ctx context.Context, s *setup.Settings) (list []checkup) {
	for _, agent := range hookfile.Agents() {
		for i, root := range [...]string{"", s.Where.Workspace.Root} {
			if i > 0 && root == "" {
				continue
			}
			at := LookAtHook(ctx, agent, HookPlace(a.System, root))
			c := checkup{What: "hook " + agent.Name, State: healthy, Remedy: "pp hook install " + agent.Name}
			if root != "" {
				c.Remedy += " --project"
			}
			switch at.State {
			case HookAbsent:
			case HookUnread:
				if bytes.Contains(at.Text, []byte(" hook "+agent.Name)) {
					list = append(list, c.found(degraded, at.File+": "+at.Says, ""))
				}
			case HookOther:
				if root != "" { // what a repository names is not run
					list = append(list, c.found(degraded, at.File+": "+at.Says+": not tried", c.Remedy))
					continue
				}
				list = append(list, triedHook(a, ctx, s, c, at))
			case HookInstalled, HookPartly, HookChanged:
				list = append(list, triedHook(a, ctx, s, c, at))
			}
		}
	}
	return list
}

// triedHook is the checkup of a hook after it was told of the canary.
func triedHook(a App, ctx context.Context, s *setup.Settings, c checkup, at HookState) checkup {
	why := fire(ctx, at, a.System.Environ, s.Where.Dir)
	switch {
	case why != "":
		return c.found(unhealthy, at.File+": a denied command is not blocked: "+why, c.Remedy)
	case at.State != HookInstalled:
		return c.found(degraded, at.File+": a denied command is blocked, but "+at.Says, c.Remedy)
	}
	c.Says = at.File + ": a denied command is blocked"
	if at.Agent.Note != "" {
		c.Says += "; " + at.Agent.Note
	}
	return c
}

// fire runs the line of a hook with the canary, and says why it did not block it, "" when it did.
func fire(ctx context.Context, at HookState, env []string, dir string) string {
	ctx, stop := context.WithTimeout(ctx, hookfile.Timeout*time.Second)
	defer stop()
	words := []string{"/bin/sh", "-c", at.Said}
	if at.Agent.Name == "opencode" { // its plugin runs the program itself
		words = append([]string{at.Line.Program, "hook", at.Agent.Name}, at.Line.Flags...)
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, env
	cmd.Stdin = strings.NewReader(at.Agent.Canary(canary, dir))
	stdout, stderr := &boundedText{most: maxSaid}, &boundedText{most: maxSaid}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "it did not answer in time"
	case cmd.ProcessState == nil && at.Agent.Name == "opencode": // the plugin throws
		return ""
	case cmd.ProcessState == nil:
		return err.Error()
	case at.Agent.Blocks(cmd.ProcessState.ExitCode(), stdout.b, stderr.b):
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(stderr.b)), "\n")
	return strings.TrimSuffix(fmt.Sprintf("it ended with %d: %s", cmd.ProcessState.ExitCode(), first), ": ")
}

package actuators

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
)

// Keeper is a Runner under which what commands start may go on after them.
type Keeper interface {
	Running() []sandbox.Running
	// End ends what a command left running. It reports whether there was something by that number.
	End(id int) bool
}

// isLasting reports whether a command may leave something running on purpose: it starts something in the background,
// or listens. It errs towards yes.
func isLasting(command string, e effect.Effects) bool {
	both := strings.NewReplacer("&&", "", ">&", "", "&>", "", "<&", "").Replace(command)
	return len(e.Listens)+len(e.Loopback) > 0 || strings.Contains(both, "&") || strings.Contains(command, "setsid") ||
		strings.Contains(command, "daemon")
}

// own answers the commands that are about what pp itself keeps: what the commands before left, and left running.
func (s *Shell) own(op engine.Run) (r engine.Result, ok bool) {
	if s.resets(op) {
		return reset(), true
	}
	k, keeps := s.runner.(Keeper)
	if !keeps || s.opts.Lasts == nil {
		return r, false
	}
	if op.Command == "jobs" {
		return said(s.jobs(k.Running())), true
	}
	id, isJob := strings.CutPrefix(op.Command, "kill %")
	if n, err := strconv.Atoi(id); isJob && err == nil && k.End(n) {
		return said(fmt.Sprintf("[%d] ended\n", n)), true
	}
	return r, false
}

// said is the result of a command that pp itself carried out.
func said(text string) engine.Result {
	return engine.Result{Origin: engine.OriginUntrusted, Exit: &engine.Exit{},
		Text: strings.TrimSuffix("TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\n"+text, "\n")}
}

// jobs is Jobs for the model: with no more output than a command has, and without secrets.
func (s *Shell) jobs(all []sandbox.Running) string {
	for i := range all {
		part := engine.NewExcerpt(s.opts.MaxOutput / len(all))
		_, _ = part.WriteString(all[i].Output)
		all[i].Output = part.String()
	}
	text := Jobs(all, s.opts.Now())
	if s.opts.Mask != nil {
		text = s.opts.Mask(text)
	}
	return text
}

// Jobs lists what commands left running, with what each wrote since.
func Jobs(all []sandbox.Running, now time.Time) string {
	var b strings.Builder
	for _, r := range all {
		state := "running for " + now.Sub(r.Began).Round(time.Second).String()
		if r.Ended {
			state = "ended"
		}
		fmt.Fprintf(&b, "[%d] %s: %s\n", r.ID, state, shown(r.Command))
		for line := range strings.Lines(strings.ToValidUTF8(r.Output, "\uFFFD")) {
			b.WriteString("    " + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	if len(all) == 0 {
		return "nothing is running\n"
	}
	return b.String()
}

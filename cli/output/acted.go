package output

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"pp/cli/system"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// Bounds of what is said of an action.
const (
	actedNames   = 5                      // paths that are named
	actedWorth   = 100 * time.Millisecond // what took less has no time on its line
	failureBytes = 4 << 10                // of a failed action's own words
	failureLines = 30
)

// Acted returns one line about an action: its name, its result, its changes, and its time.
func (p *Printer) Acted(ev engine.Acted) {
	a, r := ev.Cleared.Action(), ev.Result
	said := a.Says()
	if !said && p.Report != nil && p.Report.lines {
		gate := "allow"
		if ev.Cleared.Approval().Approves() {
			gate = "approved"
		}
		p.Event("result", map[string]any{"result": actionOf(engine.ActionReport{Action: a, Gate: gate, Result: r}, p.Redact)})
	}
	if said || p.Options.Quiet || !p.Options.Verbose && !system.IsTerminal(p.system.Stderr) {
		return
	}
	end := ""
	for _, part := range ending(r, ev.Cleared.Verdict().Dir) {
		end += "  " + part
	}
	columns, _ := system.Size(p.system.Stderr)
	fmt.Fprintln(p.Stderr, fitted(p.shown(actionName(a, r)), p.shown(end), columns))
	for _, step := range planned(a, r) {
		fmt.Fprintln(p.Stderr, fitted(p.shown("  "+step), "", columns))
	}
}

// planned are the steps of a plan that a model has set, as a person sees them.
func planned(a engine.Action, r engine.Result) []string {
	call, ok := a.Op.(engine.Call)
	if !ok || call.Tool != engine.TodoTool || !r.EndedWell() {
		return nil
	}
	v, _ := call.Args.Get("ITEMS")
	steps, _ := engine.Texts(v)
	for i, step := range steps {
		if !strings.HasPrefix(step, engine.TodoDone) {
			steps[i] = "[ ] " + step
		}
	}
	return steps
}

// Remark shows what a model said beside what it does, where a person follows.
func (p *Printer) Remark(text string) {
	if p.Options.Quiet || !p.Options.Verbose && !system.IsTerminal(p.system.Stderr) {
		return
	}
	p.wrapped(p.Redact(strings.TrimSpace(text)))
}

// shown is text as a line of a terminal may have it.
func (p *Printer) shown(text string) string {
	return Escape(strings.ReplaceAll(p.Redact(text), "\n", "⏎"), Text)
}

// fitted shortens a line to a number of columns, from its beginning; 0 stands for the width of a note.
func fitted(begin, end string, columns int) string {
	if columns <= 0 {
		return OneLine(begin, 400) + end
	}
	const least = 20 // columns of what was done
	if rows := Wrap(end, 0, max(columns-least, columns/2), ""); len(rows) > 1 {
		end = rows[0] + "…"
	}
	room := columns - 1 - Cells(end)
	if rows := Wrap(begin, 0, max(room, 2), ""); len(rows) > 1 {
		begin = rows[0] + "…"
	}
	return begin + end
}

// actionName returns a command, or a tool and its subject, with the number of changed lines.
func actionName(a engine.Action, r engine.Result) string {
	name := a.Tool()
	switch op := a.Op.(type) {
	case engine.Run:
		return op.Command
	case engine.Call:
		for _, key := range []string{"FILEPATH", "PATH", "URL", "PATTERN"} {
			if text, ok := op.Args.Text(key); ok {
				name += " " + effect.Named(text)
				break
			}
		}
	case engine.Eval:
		name += " " + op.Code
	case engine.Message:
		name += " " + op.To
	}
	if r.Added+r.Removed > 0 {
		name += fmt.Sprintf(" +%d -%d", r.Added, r.Removed)
	}
	return name
}

// ending says how an action ended that was done in a directory.
func ending(r engine.Result, dir string) []string {
	var out []string
	if !r.EndedWell() {
		out = append(out, r.Ending())
	}
	if r.Exit != nil { // a tool names its file already
		out = append(out, became(r, dir)...)
	}
	if r.Rest {
		out = append(out, "ended what it left running")
	}
	out = append(out, cause.Texts(r.Attempts)...)
	if len(r.Withheld) > 0 {
		out = append(out, "withheld "+listed(r.Withheld, dir))
	}
	if r.Duration >= actedWorth {
		out = append(out, fmt.Sprintf("%.1fs", r.Duration.Seconds()))
	}
	return out
}

// became says which files an action made, changed and deleted.
func became(r engine.Result, dir string) (out []string) {
	changed, made, deleted := r.Changes(dir)
	for i, names := range [...][]string{made, changed, deleted} {
		if len(names) > 0 {
			out = append(out, [...]string{"made ", "changed ", "deleted "}[i]+listed(names, dir))
		}
	}
	return out
}

// listed names the first files of a list, by their paths from a directory if that is not "".
func listed(names []string, dir string) string {
	var out []string
	for _, name := range names[:min(len(names), actedNames)] {
		if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
		out = append(out, effect.Named(name))
	}
	text := strings.Join(out, ", ")
	if more := len(names) - len(out); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// sayWithheld says what of each action was not taken over, or did not go on.
func sayWithheld(p *Printer, out engine.Outcome) {
	for _, a := range out.Actions {
		if a.Rest {
			p.Note("ended", "what this command had left running: "+OneLine(a.Action.Command(), 200))
		}
		if len(a.Result.Withheld) > 0 {
			p.Note("withheld", listed(a.Result.Withheld, "")+": it was not cleared and was not taken over")
			if a.Result.Because != "" {
				p.Note("withheld", a.Result.Because)
			}
		}
	}
}

// refusedHint is what a person can do about a command that says that the machine refused it something; "" of others.
func refusedHint(r engine.Result) string {
	if r.Exit == nil || !strings.Contains(r.Error, "EPERM") && !strings.Contains(r.Error, "Operation not permitted") {
		return ""
	}
	return "a command reaches local sockets, other processes and devices only where its question says so; " +
		"run what needs more without pp"
}

// Failure describes the failure of the last action, with its error unless the answer contains that. It masks the text
// before it cuts it.
func Failure(a engine.ActionReport, answer string, redact func(string) string) string {
	text := OneLine(redact(actionName(a.Action, engine.Result{})), 200) + ": " + a.Ending()
	own := strings.TrimSpace(redact(a.Error))
	if cut := len(own) - failureBytes; cut > 0 {
		own = "…" + strings.ToValidUTF8(own[cut:], "")
	}
	lines := strings.Split(own, "\n")
	if cut := len(lines) - failureLines; cut > 0 {
		lines = append([]string{"…"}, lines[cut:]...)
	}
	if own == "" || strings.Contains(answer, strings.TrimPrefix(own, "…")) {
		return text
	}
	return text + "\n" + strings.Join(lines, "\n")
}

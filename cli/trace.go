package cli

import (
	"fmt"
	"strings"
	"time"

	"pp/engine"
)

// watch shows what happens in the loop on standard error: everything with -v,
// else what a person must know.
func (a *app) watch(m *machine, e engine.Event) {
	a.countUses(m, e)
	switch ev := e.(type) {
	case engine.Thinking:
	case engine.Answered:
		a.answeredBy(ev.Reply)
	case engine.Judged:
		if a.opts.verbose && ev.Final {
			a.printTrace(ev.Verdict)
		}
		if ev.Final {
			a.event("verdict", map[string]any{"decision": ev.Verdict.Decision.String(), "action": ev.Verdict.Action.Canonical(),
				"trace": stepsOf(ev.Verdict)})
		}
	case engine.Rejected:
		a.rejected(ev)
	case engine.Acted:
		a.noteFlows(m, m.flows.observe(ev.Cleared, ev.Result, len(m.answers)))
		if a.opts.verbose {
			fmt.Fprintf(a.stderr, "pp: did: %s\n", a.redact(oneLine(ev.Cleared.Action().Essence(), 200)))
		}
		a.sayChanged(ev.Result)
	}
}

// noteFlows keeps what was read with the conversation, so that it still counts
// when the conversation goes on.
func (a *app) noteFlows(m *machine, fresh []engine.Flow) {
	if m.file == nil {
		return
	}
	for _, f := range fresh {
		if err := m.file.Note(f); err != nil {
			a.note("warning", "what was read could not be noted: "+err.Error())
			return
		}
	}
}

func (a *app) answeredBy(r engine.Reply) {
	for _, f := range r.Failed {
		if !a.opts.quiet {
			a.note("note", fmt.Sprintf("%s failed (%s); %s answered", f.Provider, strings.TrimPrefix(f.Err.Error(), f.Provider+": "), r.Provider))
		}
	}
	a.noteOnce(r.Note)
	if a.opts.verbose {
		a.note("answered", fmt.Sprintf("%s/%s, %s", r.Provider, r.Model, usageOf(r)))
	}
}

// usageOf is what a reply used and cost.
func usageOf(r engine.Reply) string {
	u := r.Usage
	text := fmt.Sprintf("%d+%d tokens", u.Input, u.Output)
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{u.Cached, "cached"}, {u.Written, "written to the cache"}, {u.Reasoning, "reasoning"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	switch {
	case u == (engine.Usage{}) && !r.Priced: // a script, the offline planner
	case !r.Priced:
		text += ", unknown price"
	case r.Cost == 0:
		text += ", $0"
	default:
		text += fmt.Sprintf(", $%.6f", r.Cost)
	}
	return text
}

// noteOnce says something that a person should know, the first time.
func (a *app) noteOnce(text string) {
	if text != "" && !a.opts.quiet && !a.noted[text] {
		a.noted[text] = true
		a.note("note", text)
	}
}

func (a *app) rejected(ev engine.Rejected) {
	if a.opts.verbose || ev.Last || ev.Denial.ByPerson {
		d := ev.Denial
		a.note("denied", d.Gate+"/"+d.Rule+": "+d.Reason)
		if d.Action != "" && !a.opts.quiet {
			fmt.Fprintf(a.stderr, "    %s\n", a.redact(oneLine(d.Action, 400)))
		}
	}
}

// printTrace prints one line a gate, the whole stack.
func (a *app) printTrace(v engine.Verdict) {
	fmt.Fprintf(a.stderr, "pp: verdict: %s\n", a.redact(v.Sentence()))
	for _, s := range v.Trace {
		fmt.Fprintf(a.stderr, "    %3d %-12s %-6s %s\n", s.Priority, s.Gate, s.Decision, a.redact(stepText(s)))
	}
}

func stepText(s engine.Step) string {
	text := s.Reason
	if s.Rule != "" {
		text = s.Rule + ": " + text
	}
	if s.Duration > 0 {
		text += fmt.Sprintf(" (%s)", s.Duration.Round(100*time.Nanosecond))
	}
	return text
}

// stepJSON is one gate's step in JSON output.
type stepJSON struct {
	Gate       string  `json:"gate"`
	Priority   int     `json:"priority"`
	Decision   string  `json:"decision"`
	Rule       string  `json:"rule"`
	Reason     string  `json:"reason"`
	DurationUS float64 `json:"duration_us"`
}

func stepsOf(v engine.Verdict) []stepJSON {
	out := make([]stepJSON, 0, len(v.Trace))
	for _, s := range v.Trace {
		out = append(out, stepJSON{s.Gate, s.Priority, s.Decision.String(), s.Rule, s.Reason,
			float64(s.Duration.Nanoseconds()) / 1000})
	}
	return out
}

// oneLine clips a text for a note.
func oneLine(s string, max int) string {
	s = strings.ReplaceAll(s, "\n", "⏎")
	if len(s) > max {
		return strings.ToValidUTF8(s[:max], "") + "…"
	}
	return s
}

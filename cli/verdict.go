package cli

import (
	"fmt"
	"strings"
	"time"

	"pp/engine"
)

// printTrace prints one line a gate, the whole stack.
func (p *printer) printTrace(v engine.Verdict) {
	fmt.Fprintf(p.stderr, "pp: verdict: %s\n", p.redact(v.Sentence()))
	for _, s := range v.Trace {
		fmt.Fprintf(p.stderr, "    %3d %-12s %-6s %s\n", s.Priority, s.Gate, s.Decision, p.redact(stepText(s)))
	}
}

func (p *printer) rejected(ev engine.Rejected) {
	if p.opts.verbose || ev.Last || ev.Denial.ByPerson {
		d := ev.Denial
		p.note("denied", d.Gate+"/"+d.Rule+": "+d.Reason)
		if d.Action != "" && !p.opts.quiet {
			fmt.Fprintf(p.stderr, "    %s\n", p.redact(oneLine(d.Action, 400)))
		}
	}
}

func (p *printer) answeredBy(r engine.Reply) {
	for _, f := range r.Failed {
		if !p.opts.quiet {
			p.note("note", fmt.Sprintf("%s failed (%s); %s answered", f.Provider, strings.TrimPrefix(f.Err.Error(), f.Provider+": "), r.Provider))
		}
	}
	p.noteOnce(r.Note)
	if p.opts.verbose {
		p.note("answered", fmt.Sprintf("%s/%s, %s", r.Provider, r.Model, usageOf(r)))
	}
}

// sayChanged names the files that an action changed, where a person follows.
func (p *printer) sayChanged(r engine.Result) {
	if len(r.Changed) == 0 || p.opts.quiet {
		return
	}
	const most = 20
	names := r.Changed
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	p.note("changed", strings.Join(names, ", ")+more)
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

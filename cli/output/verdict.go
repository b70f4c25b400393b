package output

import (
	"fmt"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/cause"
)

// Rejected prints why a proposal was denied: each time if traces are shown, else only for the last try.
func (p *Printer) Rejected(ev engine.Rejected) {
	d := ev.Denial
	shown := p.TraceStyle() != TraceOff // each denial, as it comes
	if !shown && !ev.Last && !d.ByPerson {
		return
	}
	p.denied = append(p.denied, d)
	switch {
	case d.Refused:
		p.Note("denied", "a person said no")
		return
	case shown && ev.Again:
		p.Note("denied", "the same again")
		return
	}
	why := engine.RuleName(d.Gate, d.Rule)
	if p.TraceStyle() != TraceFull || d.Action == "" { // else the trace has just said it
		why += ": " + d.Reason
	}
	p.Note("denied", why)
	if d.Action != "" && !p.Options.Quiet {
		p.wrapped("    " + p.Redact(OneLine(d.Action, 400)))
	}
}

// AnsweredBy tells the person once which providers failed before one answered, and warns that an answer is incomplete.
func (p *Printer) AnsweredBy(r engine.Reply) {
	for _, f := range r.Failed {
		if !p.Options.Quiet {
			p.Note("note", fmt.Sprintf("%s failed (%s); %s answered", f.Provider, strings.TrimPrefix(f.Err.Error(),
				f.Provider+": "), r.Provider))
		}
	}
	if r.Cut != "" && r.Note != "" { // -q does not hide that an answer is incomplete
		p.Note("warning", r.Note)
	} else {
		p.NoteOnce(r.Note)
	}
	if p.Options.Verbose {
		p.Note("answered", fmt.Sprintf("%s/%s, %s", r.Provider, r.Model, usageOf(r)))
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

// StepText is a gate's rule, reason, version and time on one line.
func StepText(s engine.Step) string {
	text := s.Reason
	if s.Rule != "" {
		text = s.Rule + ": " + text
	}
	if s.Version != "" {
		text += " [" + ShortHash(s.Version) + "]"
	}
	if s.Duration > 0 {
		text += fmt.Sprintf(" (%s)", s.Duration.Round(100*time.Nanosecond))
	}
	return text
}

// ShortHash is as much of a hash as a person compares.
func ShortHash(hash string) string { return hash[:min(len(hash), 12)] }

// StepJSON is one gate's step in JSON output.
type StepJSON struct {
	Gate       string      `json:"gate"`
	Priority   int         `json:"priority"`
	Decision   string      `json:"decision"`
	Rule       string      `json:"rule"`
	Reason     string      `json:"reason"`
	Cause      cause.Cause `json:"cause,omitzero"`
	Version    string      `json:"version,omitempty"` // of a skill's gate
	DurationUS float64     `json:"duration_us"`
}

// StepsOf is a verdict's trace for JSON.
func StepsOf(v engine.Verdict) []StepJSON {
	out := make([]StepJSON, 0, len(v.Trace))
	for _, s := range v.Trace {
		out = append(out, StepJSON{s.Gate, s.Priority, s.Decision.String(), s.Rule, s.Reason, s.Cause, s.Version,
			float64(s.Duration.Nanoseconds()) / 1000})
	}
	return out
}

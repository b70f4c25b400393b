package output

import (
	"cmp"
	"math"
	"time"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/cause"
	"pp/providers"
)

// Report is the JSON object of --output-format, which pp writes for every exit. Its schema is frozen.
type Report struct {
	Schema      int             `json:"schema"`
	Event       string          `json:"event,omitempty"` // "end", after other events
	Answer      *string         `json:"answer"`
	ExitCode    int             `json:"exit_code"`
	Status      string          `json:"status"`
	Error       *reportError    `json:"error"`
	Actions     []reportAction  `json:"actions"`
	Denials     []reportDenial  `json:"denials"`
	Pending     []reportPending `json:"pending"`
	Provider    string          `json:"provider"`
	Model       string          `json:"model"`
	Usage       Usage           `json:"usage"`
	CostUSD     *float64        `json:"cost_usd"`
	Confinement string          `json:"confinement"`
	Session     string          `json:"session"`

	lines bool                      // jsonl: events before the object
	Spent func() providers.Spending `json:"-"` // what the run has spent; nil where nobody was asked
}

type reportError struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what a person can do about it
}

type reportAction struct {
	Action   string   `json:"action"`
	Cleared  string   `json:"cleared"`
	Failed   bool     `json:"failed"` // a command that ended with another status than 0 too
	Exit     *int     `json:"exit,omitempty"`
	Signal   string   `json:"signal,omitempty"`
	TimedOut bool     `json:"timed_out,omitempty"`
	Seconds  float64  `json:"seconds"`
	Changed  []string `json:"changed,omitempty"`
	Made     []string `json:"made,omitempty"`    // of those changed
	Deleted  []string `json:"deleted,omitempty"` // likewise
	Added    int      `json:"added,omitempty"`
	Removed  int      `json:"removed,omitempty"`
	Withheld []string `json:"withheld,omitempty"`
	Attempts []string `json:"attempts,omitempty"` // to connect, or to read what is hidden: a sentence each
	Ended    bool     `json:"ended,omitempty"`    // what it had started and left running was ended with it
	// Conflicts are sentences: what was not taken over, since somebody else changed it, and where ours is kept.
	Conflicts []string `json:"conflicts,omitempty"`
}

// actionOf is an action for the object.
func actionOf(a engine.ActionReport, redact func(string) string) reportAction {
	masked := func(names []string) (out []string) {
		for _, name := range names {
			out = append(out, redact(name))
		}
		return out
	}
	r := reportAction{Action: redact(a.Action.Canonical()), Cleared: a.Gate, Failed: !a.EndedWell(),
		Seconds: a.Duration.Round(time.Millisecond).Seconds(), Changed: masked(a.Changed),
		Made: masked(a.Made), Deleted: masked(a.Deleted), Added: a.Added, Removed: a.Removed,
		Withheld: masked(a.Result.Withheld), Attempts: masked(cause.Texts(a.Attempts)), Ended: a.Rest,
		Conflicts: masked(a.Result.Conflicts)}
	if e := a.Exit; e != nil {
		r.Signal, r.TimedOut = e.Signal, e.TimedOut
		if e.Signal == "" {
			r.Exit = &e.Code
		}
	}
	return r
}

type reportDenial struct {
	Gate      string `json:"gate"`
	Rule      string `json:"rule"`
	Reason    string `json:"reason"`
	Action    string `json:"action"`
	Corrected bool   `json:"corrected"`
}

type reportPending struct {
	Token   *string    `json:"token"`
	Expires *time.Time `json:"expires"`
	Action  string     `json:"action"`
	Also    []string   `json:"also,omitempty"`   // what was done after it in its layer, and is approved with it
	Failed  string     `json:"failed,omitempty"` // how it failed in its layer, and the last lines that it said
}

// Usage are tokens, for the object and the events.
type Usage struct {
	Input     int `json:"input"`
	Output    int `json:"output"`
	Cached    int `json:"cached"`
	Reasoning int `json:"reasoning"`
}

// UsageOf are the tokens of a usage.
func UsageOf(u engine.Usage) Usage { return Usage{u.Input, u.Output, u.Cached, u.Reasoning} }

// Fill copies the masked outcome of a run. The tokens of pending approvals stay.
func (r *Report) Fill(out engine.Outcome, answer string, answered bool, redact func(string) string) {
	answer = redact(answer)
	if answered && r.Answer != nil {
		answer = *r.Answer + "\n" + answer // of another flight plan before it
	}
	if answered {
		r.Answer = &answer
	}
	for _, act := range out.Actions {
		r.Actions = append(r.Actions, actionOf(act, redact))
	}
	for _, d := range out.Denials {
		r.Denials = append(r.Denials, reportDenial{d.Gate, d.Rule, redact(d.Reason), redact(d.Action), d.Corrected})
	}
	for _, p := range out.Pending {
		entry := reportPending{Action: redact(p.Action.Canonical()), Failed: redact(p.Failed)}
		for _, a := range p.Also {
			entry.Also = append(entry.Also, redact(a.Canonical()))
		}
		if p.Token != "" {
			entry.Token, entry.Expires = &p.Token, &p.Expires
		}
		r.Pending = append(r.Pending, entry)
	}
	r.Provider, r.Model, r.Session = out.Provider, out.Model, out.Session
	r.Usage = UsageOf(out.Usage)
	if out.Priced {
		cost := Dollars(out.Cost)
		r.CostUSD = &cost
	}
	r.Confinement = out.Confinement.Files.String()
	if out.Cut != "" {
		r.Error = &reportError{Kind: "cut", Message: redact(out.Cut)}
	}
}

// Dollars rounds a sum to a billionth of a dollar, the unit of prices.
func Dollars(sum float64) float64 { return math.Round(sum*1e9) / 1e9 }

// StatusOf is the word for an exit code: done, denied, suspended, limit or error.
func StatusOf(code int) string {
	known := map[int]string{exit.OK: "done", exit.Denied: "denied", exit.Suspended: "suspended", exit.Limit: "limit"}
	return cmp.Or(known[code], "error")
}

// WantReport prepares the object before anything can fail.
func (p *Printer) WantReport(format string) {
	if format == "json" || format == "jsonl" {
		p.Report = &Report{Schema: 1, Actions: []reportAction{}, Denials: []reportDenial{}, Pending: []reportPending{},
			Confinement: engine.FilesNone.String(), lines: format == "jsonl"}
		if p.Report.lines {
			p.Report.Event = "end"
		}
	}
}

// finish writes the object, once, at the very end.
func (p *Printer) finish(code int, f *exit.Error) error {
	r := p.Report
	if r == nil {
		return nil
	}
	r.ExitCode = code
	r.Status = StatusOf(code)
	if r.Spent != nil { // a reply that was no answer was paid for as well
		if s := r.Spent(); s.Tokens > 0 {
			r.Usage, r.CostUSD = UsageOf(s.Usage), nil
			if s.Unpriced == 0 {
				r.CostUSD = &s.Cost
			}
		}
	}
	if f != nil && !f.Quiet {
		r.Error = &reportError{Kind: f.Kind, Message: p.Redact(f.Message()), Hint: p.Redact(f.Hint)}
	}
	return p.PrintMasked(r)
}

// Event writes one line of --output-format jsonl.
func (p *Printer) Event(kind string, fields map[string]any) {
	if p.Report == nil || !p.Report.lines {
		return
	}
	fields["schema"], fields["event"] = 1, kind
	if text, err := p.MaskedJSON(fields); err == nil {
		// A failed write is found again, and reported, when the object is written.
		_ = p.Print(text + "\n")
	}
}

// End prints the result of a run, writes the requested object, and returns the exit code.
func (p *Printer) End(err error) int {
	if err == nil {
		if err = p.finish(exit.OK, nil); err == nil {
			return exit.OK
		}
	}
	f := exit.Classify(err)
	p.Say(f)
	if err := p.finish(f.Code, f); err != nil {
		p.Say(exit.Classify(err))
	}
	return f.Code
}

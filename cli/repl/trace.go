package repl

import (
	"fmt"

	"pp/cli/output"
	"pp/engine"
)

// watch remembers the last verdict for /trace, and shows each gate that did not
// allow, one a line. What asks is shown by the question itself, or as waiting.
func (t *conversation) watch(next func(engine.Event)) func(engine.Event) {
	return func(e engine.Event) {
		if j, ok := e.(engine.Judged); ok {
			if j.Final || j.Verdict.Decision == engine.Deny {
				t.verdict, t.judged = j.Verdict, true
			}
			if j.Verdict.Decision == engine.Deny && !t.app.Options.Verbose {
				t.gateLines(j.Verdict)
			}
		}
		next(e)
	}
}

// gateLines prints one line for each gate that did not allow.
func (t *conversation) gateLines(v engine.Verdict) {
	for _, s := range v.Trace {
		if s.Decision != engine.Allow {
			step := s
			step.Duration = 0
			fmt.Fprintf(t.app.Out.Stderr, "pp: gate %s: %s %s\n", s.Gate, s.Decision, t.app.Out.Redact(output.StepText(step)))
		}
	}
}

package cli

import (
	"context"

	"pp/engine"
)

// countUses counts what learned rules were good for: an action that they waived
// something of was carried out, or was denied all the same, by a gate or by the
// person. `pp rules` points out what a rule is not good for.
func (a *app) countUses(m *machine, e engine.Event) {
	if m.rules == nil {
		return
	}
	var err error
	switch ev := e.(type) {
	case engine.Judged:
		m.judged = ev.Verdict
	case engine.Rejected:
		if ev.Denial.Action == m.judged.Action.Canonical() {
			err = m.rules.Used(context.Background(), m.judged, true)
		}
	case engine.Acted:
		err = m.rules.Used(context.Background(), ev.Cleared.Verdict(), false)
	case engine.Thinking, engine.Answered:
	}
	if err != nil && !a.opts.quiet {
		a.note("warning", err.Error())
	}
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"pp/engine"
	"pp/engine/audit"
)

// watch shows what happens in the loop on standard error: everything with -v,
// else what a person must know.
func (a *agent) watch(e engine.Event) {
	a.countUses(e)
	switch ev := e.(type) {
	case engine.Thinking:
	case engine.Answered:
		a.out.answeredBy(ev.Reply)
	case engine.Judged:
		if a.out.opts.verbose && ev.Final {
			a.out.printTrace(ev.Verdict)
		}
		if ev.Final {
			a.out.event("verdict", map[string]any{"decision": ev.Verdict.Decision.String(), "action": ev.Verdict.Action.Canonical(),
				"trace": stepsOf(ev.Verdict)})
		}
	case engine.Rejected:
		a.out.rejected(ev)
	case engine.Acted:
		a.noteFlows(a.flows.observe(ev.Cleared, ev.Result, len(a.answers)))
		if a.out.opts.verbose {
			fmt.Fprintf(a.out.stderr, "pp: did: %s\n", a.out.redact(oneLine(ev.Cleared.Action().Essence(), 200)))
		}
		if a.live != nil && !a.settings.opts.execute || a.out.opts.verbose {
			a.out.sayChanged(ev.Result)
		}
	}
}

// noteFlows keeps what was read with the conversation, so that it still counts
// when the conversation goes on.
func (a *agent) noteFlows(fresh []engine.Flow) {
	if a.file == nil {
		return
	}
	for _, f := range fresh {
		if err := a.file.Note(f); err != nil {
			a.out.note("warning", "what was read could not be noted: "+err.Error())
			return
		}
	}
}

// countUses counts what learned rules were good for: an action that they waived
// something of was carried out, or was denied all the same, by a gate or by the
// person. `pp rules` points out what a rule is not good for.
func (a *agent) countUses(e engine.Event) {
	if a.rules == nil {
		return
	}
	var err error
	switch ev := e.(type) {
	case engine.Judged:
		a.judged = ev.Verdict
	case engine.Rejected:
		if ev.Denial.Action == a.judged.Action.Canonical() {
			err = a.rules.Used(context.Background(), a.judged, true)
		}
	case engine.Acted:
		err = a.rules.Used(context.Background(), ev.Cleared.Verdict(), false)
	case engine.Thinking, engine.Answered:
	}
	if err != nil && !a.out.opts.quiet {
		a.out.note("warning", err.Error())
	}
}

// pruneEvery is how often the limits on thought traces are applied unasked.
const pruneEvery = 24 * time.Hour

// pruneTraceFiles applies the configured limits, once a day: the age of a file
// beside the traces says when. What goes wrong is for `pp trace prune` to say.
func (a *agent) pruneTraceFiles(dir string) {
	stamp := filepath.Join(dir, "pruned")
	now := a.settings.sys.Now()
	if info, err := os.Lstat(stamp); err == nil && now.Sub(info.ModTime()).Abs() < pruneEvery {
		return
	}
	f, err := os.OpenFile(stamp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return // there is no directory yet, or it is not ours
	}
	if errors.Join(f.Close(), os.Chtimes(stamp, now, now)) != nil {
		return
	}
	kept := a.settings.cfg.Trace
	l := audit.Limits{Before: now.Add(-kept.MaxAge), MaxBytes: int64(kept.MaxSize)}
	if gone, _ := audit.Prune(dir, l); len(gone) > 0 && !a.out.opts.quiet {
		a.out.note("note", fmt.Sprintf("%d thought traces were over the configured limits and are gone (trace.max_age, trace.max_size)", len(gone)))
	}
}

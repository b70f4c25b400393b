package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pp/cli/output"
	"pp/engine"
	"pp/engine/audit"
)

// watch shows what happens in the loop on standard error: what the flags ask
// for, and what a person must know.
func (a *Agent) watch(e engine.Event) {
	a.countUses(e)
	switch ev := e.(type) {
	case engine.Thinking:
		a.Out.Broken() // what came before was no answer
	case engine.Answered:
		a.Out.AnsweredBy(ev.Reply)
		a.Out.Event("usage", map[string]any{"provider": ev.Reply.Provider, "model": ev.Reply.Model,
			"usage": output.UsageOf(ev.Reply.Usage)})
	case engine.Remarked:
		if !a.stream.Remarked() {
			a.Out.Remark(ev.Text)
		}
	case engine.Judged:
		if !ev.Final && !ev.Verdict.Action.Says() {
			a.Out.Event("call", map[string]any{"tool": ev.Verdict.Action.Tool(), "action": ev.Verdict.Action.Canonical()})
		}
		if ev.Final || ev.Verdict.Decision == engine.Deny { // else it is judged once more
			a.Out.Judged(ev.Verdict)
			a.warnOf(ev.Verdict)
		}
		if ev.Final {
			a.Out.Event("verdict", map[string]any{"decision": ev.Verdict.Decision.String(),
				"action": ev.Verdict.Action.Canonical(),
				"trace":  output.StepsOf(ev.Verdict)})
		}
	case engine.Noted:
		a.Out.NoteOnce(ev.Text)
	case engine.Shortened:
		a.noteShortened(ev)
	case engine.Unremembered:
		a.Out.NoteOnce("what memory has for this is left out: with it the prompt does not fit the model's window; " +
			"set context.budget lower")
	case engine.Tried:
		a.Out.Note("would do", strings.TrimSuffix(a.Out.TriedText(ev), "\n"))
	case engine.Rejected:
		a.Out.Rejected(ev)
	case engine.Acted:
		a.made.note(ev.Result)
		a.evaluated.note(ev)
		a.NoteFlows(a.Flows.observe(ev.Cleared, ev.Result, len(a.Answers)))
		a.Out.Acted(ev)
	}
}

// noteShortened says what is left out of the prompts from now on.
func (a *Agent) noteShortened(ev engine.Shortened) {
	a.Out.Event("shortened", map[string]any{"summed": ev.Cut.Summed, "lined": ev.Cut.Lined, "tokens_before": ev.Before,
		"tokens_after": ev.After, "summary": ev.Asked})
	if !a.Out.Options.Verbose {
		return
	}
	what := "the oldest results are a line each now"
	if ev.Cut.Summed > 0 {
		by := "an extract"
		if ev.Asked {
			by = "the model's summary"
		}
		what = fmt.Sprintf("%s stands for the oldest %d turns", by, ev.Cut.Summed)
	}
	a.Out.Note("note", fmt.Sprintf("the conversation does not fit the window whole: %s (about %d tokens of it are sent, "+
		"it was %d); all of it is kept", what, ev.After, ev.Before))
}

// warnOf says what the gates warn of, and allow.
func (a *Agent) warnOf(v engine.Verdict) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Rule == "repl-verified" && f.Decision == engine.Allow {
				a.Out.Warn([]string{f.Rule + ": " + f.Reason})
			}
		}
	}
}

// NoteFlows keeps what was read with the conversation, so that it still counts
// when the conversation goes on.
func (a *Agent) NoteFlows(fresh []engine.Flow) {
	if a.file == nil {
		return
	}
	for _, f := range fresh {
		if err := a.file.Note(f); err != nil {
			a.Out.Note("warning", "what was read could not be noted: "+err.Error())
			return
		}
	}
}

// countUses counts what learned rules were good for: an action that they waived
// something of was carried out, or was denied all the same, by a gate or by the
// person. `pp rules` points out what a rule is not good for.
func (a *Agent) countUses(e engine.Event) {
	if a.Rules == nil {
		return
	}
	var err error
	switch ev := e.(type) {
	case engine.Judged:
		a.judged = ev.Verdict
	case engine.Rejected:
		if ev.Denial.Action == a.judged.Action.Canonical() {
			err = a.Rules.Used(context.Background(), a.judged, true)
		}
	case engine.Acted:
		err = a.Rules.Used(context.Background(), ev.Cleared.Verdict(), false)
	case engine.Thinking, engine.Answered, engine.Noted, engine.Remarked, engine.Shortened, engine.Unremembered,
		engine.Tried:
	}
	if err != nil && !a.Out.Options.Quiet {
		a.Out.Note("warning", err.Error())
	}
}

// pruneEvery is how often the limits on thought traces are applied unasked.
const pruneEvery = 24 * time.Hour

// pruneTraceFiles applies the configured limits, once a day: the age of a file
// beside the traces says when. What goes wrong is for `pp trace prune` to say.
func (a *Agent) pruneTraceFiles(dir string) {
	stamp := filepath.Join(dir, "pruned")
	now := a.Settings.System.Now()
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
	kept := a.Settings.Config.Trace
	l := audit.Limits{Before: now.Add(-kept.MaxAge), MaxBytes: int64(kept.MaxSize)}
	if gone, _ := audit.Prune(dir, l); len(gone) > 0 && !a.Out.Options.Quiet {
		a.Out.Note("note", fmt.Sprintf("%d thought traces were over the configured limits and are gone (trace.max_age, "+
			"trace.max_size)", len(gone)))
	}
}

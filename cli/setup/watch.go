package setup

import (
	"context"
	"fmt"
	"strings"

	"pp/cli/output"
	"pp/engine"
)

// watcher shows what happens in a loop on standard error: what the flags ask for, and what a
// person must know. It has the conversation take note of what was done.
type watcher struct {
	out     *output.Printer
	stream  *output.Stream // of answers while they come; nil shows none
	judge   *Judge
	records *Records
	answers *[]string      // of this turn
	judged  engine.Verdict // the last one
}

// watch is told of everything.
func (w *watcher) watch(e engine.Event) {
	w.countUses(e)
	switch ev := e.(type) {
	case engine.Thinking:
		w.out.Broken() // what came before was no answer
	case engine.Answered:
		w.out.AnsweredBy(ev.Reply)
		w.out.Event("usage", map[string]any{"provider": ev.Reply.Provider, "model": ev.Reply.Model,
			"usage": output.UsageOf(ev.Reply.Usage)})
	case engine.Remarked:
		if !w.stream.Remarked() {
			w.out.Remark(ev.Text)
		}
	case engine.Judged:
		if !ev.Final && !ev.Verdict.Action.Says() {
			w.out.Event("call", map[string]any{"tool": ev.Verdict.Action.Tool(), "action": ev.Verdict.Action.Canonical()})
		}
		if ev.Final || ev.Verdict.Decision == engine.Deny { // else it is judged once more
			w.out.Judged(ev.Verdict)
			w.warnOf(ev.Verdict)
			w.out.Event("verdict", map[string]any{"decision": ev.Verdict.Decision.String(),
				"action": ev.Verdict.Action.Canonical(),
				"trace":  output.StepsOf(ev.Verdict)})
		}
	case engine.Noted:
		w.out.NoteOnce(ev.Text)
	case engine.Shortened:
		w.noteShortened(ev)
	case engine.Unremembered:
		w.out.NoteOnce("what memory has for this is left out: with it the prompt does not fit the model's window; " +
			"set context.budget lower")
	case engine.Tried:
		w.out.Note("would do", "this, in a layer that is dropped:\n"+strings.TrimSuffix(w.out.TriedText(ev), "\n"))
	case engine.Rejected:
		w.out.Rejected(ev)
	case engine.Acted:
		w.judge.made.note(ev.Result)
		w.judge.evaluated.note(ev)
		w.records.Read(readBy(ev.Cleared, ev.Result, len(*w.answers))...)
		w.out.Acted(ev)
	}
}

// noteShortened says what is left out of the prompts from now on.
func (w *watcher) noteShortened(ev engine.Shortened) {
	w.out.Event("shortened", map[string]any{"summed": ev.Cut.Summed, "lined": ev.Cut.Lined, "tokens_before": ev.Before,
		"tokens_after": ev.After, "summary": ev.Asked})
	if !w.out.Options.Verbose {
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
	w.out.Note("note", fmt.Sprintf("the conversation does not fit the window whole: %s (about %d tokens of it are sent, "+
		"it was %d); all of it is kept", what, ev.After, ev.Before))
}

// warnOf says what the gates warn of, and allow.
func (w *watcher) warnOf(v engine.Verdict) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Rule == "repl-verified" && f.Decision == engine.Allow {
				w.out.Warn([]string{f.Rule + ": " + f.Reason})
			}
		}
	}
}

// countUses counts what learned rules were good for: an action that they waived
// something of was carried out, or was denied all the same, by a gate or by the
// person. `pp rules` points out what a rule is not good for.
func (w *watcher) countUses(e engine.Event) {
	if w.judge.rules == nil {
		return
	}
	var err error
	switch ev := e.(type) {
	case engine.Judged:
		w.judged = ev.Verdict
	case engine.Rejected:
		if ev.Denial.Action == w.judged.Action.Canonical() {
			err = w.judge.rules.Used(context.Background(), w.judged, true)
		}
	case engine.Acted:
		err = w.judge.rules.Used(context.Background(), ev.Cleared.Verdict(), false)
	case engine.Thinking, engine.Answered, engine.Noted, engine.Remarked, engine.Shortened, engine.Unremembered,
		engine.Tried:
	}
	if err != nil && !w.out.Options.Quiet {
		w.out.Note("warning", err.Error())
	}
}

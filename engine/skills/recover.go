package skills

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// restarts are what a handler may choose.
var restarts = [...]string{"SKIP-SIGNAL", "USE-FALLBACK", "ABORT-PIPELINE"}

// Recover lets the skills choose a restart after an error, the highest priority first. A handler
// that fails is noted and chooses nothing.
func (s *Set) Recover(ctx context.Context, sig engine.Signal, err error) engine.Restart {
	var out engine.Restart
	var notes []string
	for _, k := range s.active() {
		if !k.Recovers {
			continue
		}
		chosen, failed := k.program.Signal(ctx, k.limits, s.condition(sig, err), k.recovery, restarts[:])
		if failed == nil && chosen != nil {
			out, failed = restart(chosen)
		}
		if failed != nil {
			notes = append(notes, s.once(k, "recovery", k.at(failed))...)
			continue
		}
		if chosen != nil {
			break
		}
	}
	out.Note = strings.Join(notes, "\n")
	return out
}

// restart is the restart of the loop that a handler chose.
func restart(r *lisp.Restart) (engine.Restart, error) {
	switch r.Name {
	case "SKIP-SIGNAL":
		return engine.Restart{Kind: engine.SkipSignal}, nil
	case "ABORT-PIPELINE":
		return engine.Restart{Kind: engine.AbortPipeline}, nil
	case "USE-FALLBACK":
		if len(r.Args) == 1 {
			if text, ok := textOf(r.Args[0]); ok {
				return engine.Restart{Kind: engine.UseFallback, Text: text}, nil
			}
		}
		return engine.Restart{}, errors.New(`it chose USE-FALLBACK without a text: (invoke-restart 'use-fallback "…")`)
	}
	return engine.Restart{}, fmt.Errorf("it chose %s, and there are %s", r.Name, strings.Join(restarts[:], " "))
}

// condition is an error of the loop as a skill sees it, with what is secret masked.
func (s *Set) condition(sig engine.Signal, err error) lisp.ConditionOf {
	c := lisp.ConditionOf{Type: "PIPELINE-ERROR", Message: engine.Redact(s.redactor, err.Error())}
	c.Slots = map[string]lisp.Value{"SIGNAL": s.signalContext(sig)}
	slot := func(name string, v sexp.Value) { c.Slots[name] = lisp.Import(v) }
	var le *engine.LLMError
	var ge *engine.GateError
	var be *engine.BudgetError
	var pe *engine.ProtocolError
	switch {
	case errors.As(err, &le):
		c.Type = "LLM-ERROR"
		slot("PROVIDER", providerOf(le))
		cascade := make([]sexp.Value, len(le.Cascade))
		for i, name := range le.Cascade {
			cascade[i] = sexp.Keyword(strings.ToUpper(name))
		}
		slot("CASCADE", sexp.NewList(cascade...))
		slot("ATTEMPT-COUNT", sexp.Int(max(le.Tries, len(le.Attempts))))
	case errors.As(err, &ge):
		c.Type = "GATE-ERROR"
		slot("GATE-NAME", sexp.Keyword(strings.ToUpper(ge.Gate)))
		slot("REJECTED-ACTION", ge.Action.Value())
	case errors.As(err, &be):
		c.Type = "BUDGET-ERROR"
		slot("REMAINING", sexp.Double(be.Remaining))
		slot("REQUESTED", sexp.Double(be.Requested))
	case errors.As(err, &pe):
		c.Type = "PROTOCOL-ERROR"
		delete(c.Slots, "SIGNAL")
		slot("RAW-MESSAGE", sexp.String(engine.Redact(s.redactor, pe.Raw)))
	}
	return c
}

// providerOf is the provider that failed, of a cascade the last one that was tried.
func providerOf(le *engine.LLMError) sexp.Value {
	name := le.Provider
	if n := len(le.Attempts); name == "" && n > 0 {
		name = le.Attempts[n-1].Provider
	}
	if name == "" {
		return sexp.NIL
	}
	return sexp.Keyword(strings.ToUpper(name))
}

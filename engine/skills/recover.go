package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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
	c.Slots = map[string]lisp.Value{"SIGNAL": lisp.Import(s.signalContext(sig))}
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

// conditions are those that a handler may be for, each with what stands below it.
var conditions = [...]string{"PASSEPARTOUT-ERROR", "PIPELINE-ERROR", "LLM-ERROR", "GATE-ERROR", "BUDGET-ERROR",
	"PROTOCOL-ERROR", "ERROR", "SERIOUS-CONDITION", "CONDITION"}

// acts reports whether a form of a body does something: it is no constant, nor an empty PROGN.
func acts(f *lisp.Form) bool {
	for i := 2; i < f.Len(); i++ {
		switch v := f.Item(i).(type) {
		case sexp.List:
			if operator, _ := v.At(0).(sexp.Symbol); operator.Name != "QUOTE" && (operator.Name != "PROGN" || v.Len() > 1) {
				return true
			}
		case sexp.Symbol:
			if v != sexp.NIL && v != sexp.T && !v.IsKeyword() {
				return true
			}
		}
	}
	return false
}

// recovery is (handler-bind ((llm-error (lambda (c) …)) …)), with a body that does nothing.
func (d *definer) recovery(f *lisp.Form) error {
	d.k.line = cmp.Or(d.k.line, f.Line)
	if f.Len() < 2 || acts(f) {
		return errors.New("at the top of a file HANDLER-BIND has no body that does something: it says how to recover from " +
			"errors of pp")
	}
	bindings, ok := f.Item(1).(sexp.List)
	if !ok {
		return errors.New("it takes a list: (handler-bind ((llm-error (lambda (c) …))))")
	}
	for at, item := range bindings.All() {
		pair, ok := item.(sexp.List)
		if !ok || pair.Len() != 2 {
			return fmt.Errorf("%s is no handler; write (llm-error (lambda (c) …))", sexp.Print(item))
		}
		kind, _ := pair.At(0).(sexp.Symbol)
		if !slices.Contains(conditions[:], kind.Name) {
			return fmt.Errorf("pp signals no %s; there are %s", sexp.Print(pair.At(0)),
				strings.ToLower(strings.Join(conditions[:], ", ")))
		}
		v, err := f.Eval(1, at, 1)
		if err != nil {
			return err
		}
		i := len(d.k.recovery)
		d.k.recovery, d.k.Recovers = append(d.k.recovery, lisp.HandlerFor{Type: kind.Name}), true
		if err := d.function(f, "(c)", func(fn *lisp.Function) { d.k.recovery[i].Do = fn })(v); err != nil {
			return fmt.Errorf("the handler of %s %w", kind.Name, err)
		}
	}
	return nil
}

package lisp

import (
	"context"
	"fmt"

	"pp/sexp"
)

// Session evaluates forms one after the other, as a person types them: definitions last, and
// *, ** and *** are the last values. It is not safe for concurrent use.
type Session struct{ program *Program }

// NewSession gives a session; what the options' programs export may be used in it.
func NewSession(o Options) *Session {
	s := &Session{newProgram(o)}
	for _, name := range []string{"*", "**", "***"} {
		s.program.cell(sym(name)).bound = true
	}
	return s
}

// Eval evaluates every form of a text and gives the printed values of each; on an error those
// of the forms before it. The error is an *Error, or the context's cause.
func (s *Session) Eval(ctx context.Context, src Source) (all [][]string, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	l := newLoader(ctx, s.program)
	defer func() { s.program.refs = nil }()
	l.source(src, func(v Value) {
		all = append(all, printedValues(l.c.m, v))
		s.remember(v)
	})
	l.resolved()
	return all, nil
}

// printedValues are the values of the form evaluated last, as PRIN1 prints them.
func printedValues(m *machine, v Value) (texts []string) {
	for _, v := range m.allValues(nil, v) {
		texts = append(texts, printValue(m, v, true))
	}
	return texts
}

func (s *Session) remember(v Value) {
	for _, name := range []string{"*", "**", "***"} {
		c := s.program.cell(sym(name))
		c.value, v = v, c.value
	}
}

// Evaluator evaluates forms within limits. The zero Evaluator has the default limits. It is
// safe for concurrent use.
type Evaluator struct{ Limits Limits }

// Eval gives the printed value of the one form in code.
func (e Evaluator) Eval(ctx context.Context, code string) (string, error) {
	lim := e.Limits.orDefault()
	if _, err := sexp.Read(code, readLimits(lim)); err != nil {
		return "", fmt.Errorf("the code cannot be read: %w", err)
	}
	all, err := NewSession(Options{Limits: e.Limits}).Eval(ctx, Source{Name: "form", Text: code})
	if err != nil {
		return "", err
	}
	if len(all) == 0 || len(all[0]) == 0 {
		return "NIL", nil
	}
	return all[0][0], nil
}

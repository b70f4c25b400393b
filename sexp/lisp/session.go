package lisp

import (
	"context"
	"fmt"

	"pp/sexp"
)

// Session evaluates forms one after the other, as a person types them: definitions last, and *, ** and *** are the last
// values. It is not safe for concurrent use.
type Session struct{ program *Program }

// NewSession returns a session; what the options' programs export may be used in it.
func NewSession(o Options) *Session {
	s := &Session{newProgram(o)}
	s.program.language = standard()
	for _, name := range []string{"*", "**", "***"} {
		s.program.cell(sym(name)).bound = true
	}
	return s
}

// Eval evaluates every form of a text and returns the printed values of each; on an error those of the forms before it.
// The error is an *Error, or the context's cause.
func (s *Session) Eval(ctx context.Context, src Source) (all [][]string, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	l := newLoader(ctx, s.program)
	defer func() { s.program.refs = nil }()
	l.source(src, func(v Value) {
		var texts []string
		for _, v := range l.c.m.allValues(v) {
			texts = append(texts, printValue(l.c.m, v, true))
		}
		all = append(all, texts)
		for _, name := range []string{"*", "**", "***"} {
			c := s.program.cell(sym(name))
			c.value, v = v, c.value
		}
	})
	l.resolved()
	return all, nil
}

// Evaluator evaluates forms within limits. The zero Evaluator has the default limits. It is safe for concurrent use.
type Evaluator struct{ Limits Limits }

// Eval returns the printed value of the one form in code.
func (e Evaluator) Eval(ctx context.Context, code string) (string, error) {
	if _, err := sexp.Read(code, readLimits(e.Limits.orDefault())); err != nil {
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

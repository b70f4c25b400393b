package gates

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/sexp"
)

// definition is a form of a Lisp text that defines something.
type definition struct {
	name     string // upper case, without a package
	verified bool   // a stamp right above says that it was tried
}

// stamp is a line that says when a definition was tried.
var stamp = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*;+ *REPL-VERIFIED:`) })

// definitions are those at the top of a text, as far as it can be read.
func definitions(text string) []definition {
	var out []definition
	r := sexp.NewReader(text, sexp.Limits{})
	for {
		form, err := r.Next()
		if err != nil {
			return out
		}
		l, ok := form.(sexp.List)
		if !ok || l.Len() < 2 {
			continue
		}
		head, _ := l.At(0).(sexp.Symbol)
		name, ok := l.At(1).(sexp.Symbol)
		if inner, list := l.At(1).(sexp.List); list && inner.Len() > 0 { // (defstruct (name …) …)
			name, ok = inner.At(0).(sexp.Symbol)
		}
		if !ok || !slices.Contains(definers[:], head.Name) {
			continue
		}
		start, _ := r.Span()
		above := strings.TrimSuffix(text[:start], "\n")
		line := above[1+strings.LastIndexByte(above, '\n'):]
		out = append(out, definition{name.Name, stamp().MatchString(line)})
	}
}

// definers are the operators that define what is called by its name.
var definers = [...]string{"DEFUN", "DEFMACRO", "DEFGENERIC", "DEFMETHOD", "DEFSTRUCT", "DEFCLASS", "DEFINE-CONDITION",
	"DEFPARAMETER", "DEFVAR", "DEFCONSTANT", "DEFTYPE"}

// Definitions names what Lisp code defines, in upper case, as far as it can be read.
func Definitions(code string) []string {
	var names []string
	for _, d := range definitions(code) {
		names = append(names, d.name)
	}
	return names
}

// untried warns of the definitions that a text puts in a Lisp file, and that were neither
// evaluated in the conversation nor stamped as tried.
func (j *judgement) untried(p effect.Path, arg, text string) {
	if j.c.Facts.Evaluated == nil {
		return
	}
	var names []string
	for _, d := range definitions(text) {
		if !d.verified && !slices.Contains(j.c.Facts.Evaluated, d.name) && !slices.Contains(names, d.name) {
			names = append(names, d.name)
		}
	}
	if len(names) == 0 {
		return
	}
	j.add("verified", effect.Effect{Kind: effect.KindText, Subject: p.Name, Span: effect.Span{Arg: arg}},
		cause.NotEvaluated.OfText(engine.Clip(strings.ToLower(strings.Join(names, ", ")), 250)))
}

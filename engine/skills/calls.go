package skills

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// called is a tool that a form calls by a name that is written out.
type called struct {
	name string
	at   Problem // without a reason
}

// callsOf finds what a file with tools calls: (list :call "read-file" …), or the same quoted. What a macro makes is
// not seen, nor a name that is worked out.
func callsOf(parts []lisp.Source) []called {
	var c caller
	for _, c.Source = range parts {
		all, _ := sexp.ReadAll(c.Text, sexp.Limits{Depth: 1_000, Atoms: mostBytes}) // what cannot be read failed before
		for _, form := range all {
			c.code(form)
		}
	}
	return c.found
}

// caller goes along the forms of a text.
type caller struct {
	lisp.Source
	found []called
}

// code looks at a form, and into it.
func (c *caller) code(v sexp.Value) {
	switch v := v.(type) {
	case sexp.Backquote:
		c.plist(v.Form, 0)
		c.commas(v.Form)
	case sexp.List:
		switch head, _ := v.At(0).(sexp.Symbol); head {
		case sexp.Sym("QUOTE"):
			c.plist(v.At(v.Len()-1), 0)
			return
		case sexp.Sym("LIST"), sexp.Sym("LIST*"):
			c.plist(v, 1)
		}
		for _, item := range v.All() {
			c.code(item)
		}
	}
}

// commas looks at what stands after a backquote, where commas alone are code.
func (c *caller) commas(v sexp.Value) {
	switch v := v.(type) {
	case sexp.Comma:
		c.code(v.Form)
	case sexp.List:
		for _, item := range v.All() {
			c.commas(item)
		}
	}
}

// plist looks for :CALL among the keys of a property list, of which the first is at an index.
func (c *caller) plist(v sexp.Value, from int) {
	l, ok := v.(sexp.List)
	for i := from; ok && i+1 < l.Len(); i += 2 {
		if l.At(i) != sexp.Value(sexp.Keyword("CALL")) {
			continue
		}
		s, symbol := l.At(i + 1).(sexp.Symbol)
		if name, err := nameOf(l.At(i + 1)); err == nil && (!symbol || s.IsKeyword()) {
			offset, _ := l.Offset()
			before := c.Text[:max(offset, 0)]
			c.found = append(c.found, called{name, Problem{File: c.Name, Line: c.Line + strings.Count(before, "\n"),
				Column: 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]),
				Form:   engine.Clip(sexp.Print(l), mostShown)}})
		}
	}
}

// strangers fails skills whose tools call one that does not exist. Those of servers outside of pp may be there another
// time.
func (l *loader) strangers() {
	if l.o.Tools == nil {
		return
	}
	var known []string
	for name := range l.o.Tools {
		known = append(known, name)
	}
	for _, k := range l.skills {
		if k.State == Ready && !k.Inert {
			known = append(known, k.Tools...)
		}
	}
	slices.Sort(known)
	for _, k := range l.skills {
		for _, c := range k.calls {
			if k.State != Ready || k.Inert || strings.HasPrefix(c.name, engine.ServerPrefix) ||
				slices.Contains(known, c.name) || slices.Contains(known, strings.ReplaceAll(c.name, "_", "-")) {
				continue
			}
			p := c.at
			p.Reason = fmt.Sprintf("there is no tool %q to call; `pp tools` lists them", c.name)
			if near := engine.Near(c.name, known); near != "" {
				p.Reason = fmt.Sprintf("there is no tool %q to call; did you mean %q?", c.name, near)
			}
			k.failed(&p)
		}
	}
}

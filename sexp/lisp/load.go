package lisp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"pp/sexp"
)

// Load reads, expands, compiles and runs sources in order. An error is an *Error, or the context's cause.
func Load(ctx context.Context, sources []Source, o Options) (_ *Program, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	p := newProgram(o)
	p.language = standard()
	l := newLoader(ctx, p)
	for _, src := range sources {
		l.source(src, func(Value) {})
	}
	l.finish()
	p.refs = nil
	return p, nil
}

// loader reads sources and runs their forms, one after the other.
type loader struct {
	c *compiler
}

func newLoader(ctx context.Context, p *Program) *loader {
	m := newMachine(ctx, p.options.Limits, p)
	m.defining = p
	return &loader{&compiler{m: m, p: p}}
}

// readLimits are what may be read within limits.
func readLimits(lim Limits) sexp.Limits {
	return sexp.Limits{Bytes: lim.Bytes, Depth: min(lim.Depth, 1_000), Atoms: max(lim.Bytes/8, 1)}
}

// source runs the forms of a source, and gives the value of each to done; its other values are in m.more then.
func (l *loader) source(src Source, done func(v Value)) {
	m := l.c.m
	r := sexp.NewReader(src.Text, readLimits(m.lim))
	for {
		datum, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			panic(unread(src, err))
		}
		start, _ := r.Span()
		top := &Cons{at: &position{&src, start}}
		im := &importer{rename: l.c.p.rename, source: &src}
		form := im.value(datum)
		if top.Car = form; isCons(form) {
			top = form.(*Cons)
		}
		if err := try(func() {
			m.many, m.at, m.builtin, m.depth = false, top, "", 0
			v := l.c.toplevel(form)
			if im.alien != "" {
				panic(m.errProgram("there is no package %s here", im.alien))
			}
			done(v)
		}); err != nil {
			panic(l.failed(err, top))
		}
	}
}

// unread is the error of what cannot be read.
func unread(src Source, err error) error {
	var at *sexp.Error
	if !errors.As(err, &at) {
		return err
	}
	text, _, _ := strings.Cut(strings.TrimSpace(src.Text[min(at.Offset, len(src.Text)):]), "\n")
	return &Error{File: src.Name, Line: max(src.Line, 1) + at.Line - 1, Column: at.Column, Form: brief(text, 60),
		Err: unreadable{at}}
}

// unreadable is an error of the reader, without its position, which stands before it.
type unreadable struct{ of *sexp.Error }

// Error implements error.
func (u unreadable) Error() string { return u.of.Message }

// Unwrap returns the reader's error.
func (u unreadable) Unwrap() error { return u.of }

// failed says where something went wrong: in the form that is known best.
func (l *loader) failed(err error, top *Cons) error {
	if known := (*Error)(nil); errors.As(err, &known) {
		return known
	}
	if f, ok := err.(*failure); ok {
		l.c.p.suggest(f)
	}
	if over := try(func() { l.c.m.room(0); l.c.m.work(0) }); over != nil && !errors.Is(err, ErrLimit) {
		err = over // of which it is the effect
	}
	return l.c.m.located(err, top)
}

// suggest adds to the error of a function that is not there what its name may be a misspelling of.
func (p *Program) suggest(f *failure) {
	if f.class != "UNDEFINED-FUNCTION" || len(f.slots) < 2 || p.options.Near == nil {
		return
	}
	name, _ := symName(f.slots[1])
	if p.options.Toplevel[name] != nil {
		f.text += ": it stands at the top of a file, not within another form"
		return
	}
	if said := instead(f.slots[1]); said != "" {
		f.text += ": " + said
		return
	}
	if len(name) < 2 { // which is like any other
		return
	}
	if near := p.options.Near(name, p.operators()); near != "" {
		f.text += " (did you mean " + strings.ToUpper(near) + "?)"
	}
}

// replacements say what to write in place of operators of Common Lisp that pp does not have.
var replacements = [...][2]string{
	{"DEFCLASS DEFGENERIC DEFMETHOD MAKE-INSTANCE WITH-SLOTS SLOT-VALUE DEFSTRUCT", "use property lists and functions"},
	{"DEFPACKAGE USE-PACKAGE REQUIRE PROVIDE IMPORT EXPORT LOAD",
		"leave it out; what else is needed stands in a line ;;; #+DEPENDS_ON: NAME"},
	{"OPEN WITH-OPEN-FILE PROBE-FILE DIRECTORY DELETE-FILE RENAME-FILE READ-LINE READ",
		"nothing here reads or writes a file; only data that is given is there"},
	{"GET-UNIVERSAL-TIME GET-INTERNAL-REAL-TIME GET-DECODED-TIME SLEEP RANDOM", "nothing here depends on time or chance"},
	{"EVAL COMPILE SYMBOL-FUNCTION FDEFINITION", "write the call itself, or FUNCALL of #'NAME"},
	{"TAGBODY GO PROG PROG* CATCH THROW", "use LOOP, DO or RETURN-FROM"},
	{"DEFINE-CONDITION", "signal ERROR with a text, and handle the type ERROR"},
	{"MACROLET", "use DEFMACRO"},
	{"MULTIPLE-VALUE-CALL", "use APPLY of MULTIPLE-VALUE-LIST"},
	{"UNWIND-PROTECT", "nothing here needs to be closed; write the forms one after the other"},
	{"RESTART-CASE RESTART-BIND FIND-RESTART WITH-SIMPLE-RESTART MUFFLE-WARNING",
		"use HANDLER-CASE; the restarts of pp are SKIP-SIGNAL, USE-FALLBACK and ABORT-PIPELINE"},
}

// instead says what takes the place of a function of Common Lisp that is absent by intention, or of a library's.
func instead(function Value) string {
	s, ok := function.(Symbol)
	if !ok {
		return ""
	}
	if home := s.Name().Package; home != "" && home+":" != regexpPackage {
		return "there are the names of Common Lisp and CL-PPCRE, and those of the skills that are depended on"
	}
	for _, r := range replacements {
		if slices.Contains(strings.Fields(r[0]), s.Name().Name) {
			return r[1]
		}
	}
	return ""
}

// operators are the names of what can be called, lower case and sorted.
func (p *Program) operators() []string {
	var names []string
	add := func(name Value) {
		text, _ := symName(name)
		names = append(names, strings.ToLower(text))
	}
	for name := range p.language.operators {
		if s, ok := name.(Symbol); ok && s.Name().Package != internalPackage {
			add(name)
		}
	}
	for name := range p.options.Toplevel {
		add(sym(name))
	}
	for _, from := range append(p.options.Uses, p) {
		for name, c := range from.cells {
			if (c.function != nil || c.macro != nil) && (from == p || from.exported(name) != nil) {
				add(name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// resolved is an error where something is used that was never defined.
func (l *loader) resolved() {
	m := l.c.m
	for _, r := range l.c.p.refs {
		var f *failure
		switch c := r.cell; {
		case r.variable && !c.bound:
			f = newFailure("UNBOUND-VARIABLE", "there is no variable %s here", show(c.name))
		case !r.variable && c.function == nil && c.macro != nil:
			f = newFailure("PROGRAM-ERROR", "the macro %s is defined only after it is used", show(c.name))
		case !r.variable && c.function == nil:
			f = noFunction(c.name)
		default:
			continue
		}
		m.builtin, m.at = "", r.at
		panic(l.failed(m.raise(f), r.at))
	}
}

// finish freezes the program, of which every name must be defined.
func (l *loader) finish() {
	l.resolved()
	m := l.c.m
	m.depth = 0
	for _, c := range l.c.p.cells {
		if err := try(func() {
			freeze(m, c.value)
			freeze(m, c.function)
			freeze(m, c.macro)
		}); err != nil {
			panic(l.failed(err, list(sym("DEFPARAMETER"), c.name).(*Cons)))
		}
	}
}

// toplevel runs a form that stands at the top, or in a form there that only holds others.
func (c *compiler) toplevel(form Value) (v Value) {
	done := false
	c.m.down(1)
	defer c.m.up()
	cell, ok := form.(*Cons)
	if !ok {
		return c.evaluate(form)
	}
	c.stand(cell)
	if s, ok := cell.Car.(Symbol); ok {
		if do := c.p.options.Toplevel[s.Name().Name]; do != nil {
			return c.host(do, cell)
		}
		if do := topForm(s.Name()); do != nil {
			return do(c, cell)
		}
		if known := c.p.known(s); known != nil && known.macro != nil && !c.p.language.isLanguage(s) {
			expansion := c.expand(known.macro, cell)
			defer c.m.blameUnless(&done, known.macro, false)
			v, done = c.toplevel(expansion), true
			return v
		}
	}
	return c.evaluate(form)
}

// host gives a form to the host that takes it.
func (c *compiler) host(do Toplevel, form *Cons) Value {
	f := &Form{c: c, items: listOf(c.m, form, 0, -1, "%s is a dotted list and no form")}
	f.File, f.Line, f.Column = c.m.at.at.place()
	err := do(f)
	check(cmp.Or(f.err, err))
	return nil
}

// Form is a form at the top of a source, as its Toplevel gets it. It is of no use afterwards.
type Form struct {
	File         string
	Line, Column int

	c     *compiler
	items []Value // the operator first
	err   error   // of one that cannot be had
}

// Len returns how many items the form has, the operator included.
func (f *Form) Len() int { return len(f.items) }

// Item returns one of them as it is read; NIL where that is over a limit, which is the form's error then.
func (f *Form) Item(i int) sexp.Value {
	v := sexp.Value(sexp.NIL)
	if err := try(func() { v = export(f.c.m, f.items[i]) }); err != nil {
		f.err = cmp.Or(f.err, err)
	}
	return v
}

// Eval returns the value of an item, in the program as it stands: of that at a position in the form or, with several,
// at one in that at the position before it.
func (f *Form) Eval(at ...int) (v Value, err error) {
	item := f.items[at[0]]
	for _, n := range at[1:] {
		for ; n > 0; n-- {
			item = item.(*Cons).Cdr
		}
		item = item.(*Cons).Car
	}
	here := f.c.m.at
	err = try(func() { v = f.c.evaluate(item) })
	f.c.m.at = here
	return v, err
}

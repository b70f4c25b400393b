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

// Load reads, expands, compiles and runs sources in order. An error is an *Error, or the
// context's cause.
func Load(ctx context.Context, sources []Source, o Options) (_ *Program, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	p := newProgram(o)
	l := newLoader(ctx, p)
	for _, src := range sources {
		l.source(src, func(Value) {})
	}
	l.finish()
	p.refs, p.options.Room = nil, nil
	return p, nil
}

// loader reads sources and runs their forms, one after the other.
type loader struct {
	c *compiler
}

func newLoader(ctx context.Context, p *Program) *loader {
	m, room := newMachine(ctx, p.options.Limits, p), p.options.Room
	m.defining, m.forms = p, &room.items
	return &loader{&compiler{m: m, p: p, room: room}}
}

// source runs the forms of a source, and gives the value of each to what looks at it; its other
// values are in m.more then.
func (l *loader) source(src Source, done func(v Value)) {
	r := l.c.reader(src)
	for {
		l.c.room.mark()
		l.c.keeps = false
		datum, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			panic(l.unread(src, err))
		}
		at := r.position()
		l.c.at = at
		if err := try(func() { l.form(r, datum, done) }); err != nil {
			panic(l.failed(l.c.locate(err), at))
		}
		if !l.c.keeps {
			l.c.room.forget()
		}
	}
}

// form runs a form that stands at the top.
func (l *loader) form(r *source, datum sexp.Value, done func(v Value)) {
	l.c.m.more = nil
	v := l.c.toplevel(r.value(datum))
	if r.alien != "" {
		panic(errProgram("there is no package %s here", r.alien))
	}
	done(v)
}

// unread is the error of what cannot be read.
func (l *loader) unread(src Source, err error) error {
	var at *sexp.Error
	if !errors.As(err, &at) {
		return err
	}
	line := max(src.Line, 1) + at.Line - 1
	text := strings.TrimSpace(src.Text[min(at.Offset, len(src.Text)):])
	return &Error{File: src.Name, Line: line, Column: at.Column, Form: beginning(text),
		Err: unreadable{at}}
}

// unreadable is an error of the reader, without its position, which stands before it.
type unreadable struct{ of *sexp.Error }

// Error implements error.
func (u unreadable) Error() string { return u.of.Message }

// Unwrap gives the reader's error.
func (u unreadable) Unwrap() error { return u.of }

// beginning is the first line of a text, short.
func beginning(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return brief(text, 60)
}

// failed says where something went wrong: in the form that is known best.
func (l *loader) failed(err error, top position) error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	err = l.c.m.settle(err)
	if l.c.m.ctx.Err() != nil && !errors.Is(err, ErrForm) && !errors.Is(err, ErrLimit) {
		return err
	}
	at := top
	if f, ok := asFailure(err); ok {
		if f.at.text != nil {
			at = f.at
		}
		l.c.p.suggest(f)
	}
	if over := try(func() { l.c.m.room(0); l.c.m.work(0) }); over != nil && !errors.Is(err, ErrLimit) {
		err = over // of which it is the effect
	}
	return at.error(err)
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

// instead says what takes the place of a function of Common Lisp that is absent by intention, or of a library's.
func instead(function Value) string {
	s, ok := function.(Symbol)
	if !ok {
		return ""
	}
	if home := s.Name().Package; home != "" && home+"::" != regexpPackage && home+":" != regexpPackage {
		return "there are the names of Common Lisp and CL-PPCRE, and those of the skills that are depended on"
	}
	switch s.Name().Name {
	case "DEFCLASS", "DEFGENERIC", "DEFMETHOD", "MAKE-INSTANCE", "WITH-SLOTS", "SLOT-VALUE":
		return "write a DEFSTRUCT and functions"
	case "DEFPACKAGE", "USE-PACKAGE", "REQUIRE", "PROVIDE", "IMPORT", "EXPORT", "LOAD":
		return "leave it out; what else is needed stands in a line ;;; #+DEPENDS_ON: NAME"
	case "OPEN", "WITH-OPEN-FILE", "PROBE-FILE", "DIRECTORY", "DELETE-FILE", "RENAME-FILE", "READ-LINE", "READ":
		return "nothing here reads or writes a file; only data that is given is there"
	case "GET-UNIVERSAL-TIME", "GET-INTERNAL-REAL-TIME", "GET-DECODED-TIME", "SLEEP", "RANDOM":
		return "nothing here depends on time or chance"
	case "EVAL", "COMPILE", "SYMBOL-FUNCTION", "FDEFINITION":
		return "write the call itself, or FUNCALL of #'NAME"
	}
	return ""
}

// reserved reports whether a name is one that no program defines, of the language or of the host.
func (p *Program) reserved(name Value) bool {
	text, _ := symName(name)
	return p.options.Toplevel[text] != nil || p.language.has(name)
}

// operators are the names of what can be called, lower case and sorted.
func (p *Program) operators() []string {
	var names []string
	for name := range p.language.operators {
		names = append(names, strings.ToLower(name))
	}
	for name := range p.options.Toplevel {
		names = append(names, strings.ToLower(name))
	}
	for _, from := range append(p.options.Uses, p) {
		for name, c := range from.cells {
			if text, _ := symName(name); (c.function != nil || c.macro != nil) && (from == p || from.exported(name) != nil) {
				names = append(names, strings.ToLower(text))
			}
		}
	}
	slices.Sort(names)
	return names
}

// resolved is an error where something is used that was never defined.
func (l *loader) resolved() {
	for _, r := range l.c.p.refs {
		var err error
		switch c := r.cell; {
		case r.variable && !c.bound:
			err = wrongAs("UNBOUND-VARIABLE", "there is no variable %s here", show(c.name))
		case !r.variable && c.function == nil && c.macro != nil:
			err = errProgram("the macro %s is defined only after it is used", show(c.name))
		case !r.variable && c.function == nil:
			err = noFunction(c.name)
		default:
			continue
		}
		panic(l.failed(err, r.at))
	}
}

// finish freezes the program, of which every name must be defined.
func (l *loader) finish() {
	l.resolved()
	for _, c := range l.c.p.cells {
		if err := try(func() { c.freeze(l.c.m) }); err != nil {
			panic(l.failed(err, position{}))
		}
	}
}

func (c *cell) freeze(m *machine) {
	freeze(m, c.value)
	for _, f := range []*Function{c.function, c.macro} {
		if f != nil {
			freeze(m, f)
		}
	}
}

// toplevel runs a form that stands at the top, or in a form there that only holds others.
func (c *compiler) toplevel(form Value) (v Value) {
	defer c.m.down().up()
	c.keeps = c.keeps || !isForm(form, "DEFUN") // of which only the code stays
	cell, ok := form.(*Cons)
	if !ok {
		return c.evaluate(form)
	}
	c.stand(cell)
	if s, ok := cell.Car.(Symbol); ok {
		if do := c.p.options.Toplevel[s.Name().Name]; do != nil {
			return c.host(do, cell)
		}
		if do := topForms(s.Name()); do != nil {
			return do(c, cell)
		}
		if expander := topMacro(c, s); expander != nil {
			expansion := c.expand(expander, form)
			if err := try(func() { v = c.toplevel(expansion) }); err != nil {
				panic(overLimit(expander, err))
			}
			return v
		}
	}
	return c.evaluate(form)
}

func topMacro(c *compiler, name Value) *Function {
	if c.p.language.has(name) {
		return nil
	}
	if cell := c.p.known(name); cell != nil {
		return cell.macro
	}
	return nil
}

// topForms finds the forms that mean something at the top alone.
func topForms(name sexp.Symbol) func(*compiler, *Cons) Value {
	switch name {
	case sexp.Sym("PROGN"):
		return func(c *compiler, form *Cons) Value { return c.each(c.split(form, 0, -1)) }
	case sexp.Sym("IN-PACKAGE"):
		return func(*compiler, *Cons) Value { return nil }
	case sexp.Sym("DEFUN"):
		return defunAtTop
	case sexp.Sym("DEFMACRO"):
		return defmacro
	case sexp.Sym("DEFSTRUCT"):
		return defstruct
	case sexp.Sym("DEFINE-CONDITION"):
		return defineCondition
	}
	return nil
}

// each runs forms as if they stood at the top themselves.
func (c *compiler) each(forms []Value) (v Value) {
	for _, f := range forms {
		if isForm(f, "DECLARE") {
			continue
		}
		c.m.more = nil
		v = c.toplevel(f)
	}
	return v
}

// host gives a form to the host that takes it.
func (c *compiler) host(do Toplevel, form *Cons) Value {
	items := listOf(c.m, form, 0, -1, "%s is a dotted list and no form")
	f := &Form{c: c, items: items}
	f.File, f.Line, f.Column = c.at.place()
	err := do(f)
	check(cmp.Or(f.err, err))
	return nil
}

// Len is how many items the form has, the operator included.
func (f *Form) Len() int { return len(f.items) }

// Item is one of them as it is read; NIL where that is over a limit, which is the form's error then.
func (f *Form) Item(i int) sexp.Value {
	v := sexp.Value(sexp.NIL)
	if err := try(func() { v = export(f.c.m, f.items[i]) }); err != nil {
		f.err = cmp.Or(f.err, err)
	}
	return v
}

// Eval gives the value of an item, in the program as it stands: of that at a position in the form or, with several,
// at one in that at the position before it.
func (f *Form) Eval(at ...int) (_ Value, err error) {
	here := f.c.at
	defer func() {
		err = f.c.locate(thrown(recover()))
		f.c.at = here
	}()
	v := f.items[at[0]]
	for _, n := range at[1:] {
		for ; n > 0; n-- {
			v = v.(*Cons).Cdr
		}
		v = v.(*Cons).Car
	}
	return f.c.evaluate(v), nil
}

// evaluate compiles a form and runs it.
func (c *compiler) evaluate(form Value) Value { return must(c.m.invoke(c.thunk(form), nil)) }

// thunk compiles a form as a function of no arguments.
func (c *compiler) thunk(form Value) *Function {
	c.m.room(8 * formBytes)
	u, outer := &c.room.units.take(1)[0], c.begin()
	c.fn.outer = nil
	defer func() { c.fn = outer }()
	u.node = c.form(form, nil)
	c.closure(u)
	return &u.Function
}

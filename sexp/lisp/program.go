package lisp

import (
	"context"
	"slices"
	"strings"

	"pp/sexp"
)

// Program is what sources define. It is frozen: nothing that is called changes it, and it
// is safe for concurrent use.
type Program struct {
	language *language
	options  Options
	cells    map[Value]*cell
	read     int         // bytes of text
	refs     []reference // to what need not be defined yet; while it is loaded
}

// cell is what a name means in a program.
type cell struct {
	name     Value
	function *Function
	macro    *Function
	value    Value
	bound    bool // it has a value
	constant bool
	class    *class
	reader   *slotReader // of the structure's slot that the function reads
}

// reference is a use of a function or a variable by its name.
type reference struct {
	cell     *cell
	variable bool
	at       position
}

func newProgram(o Options) *Program {
	if o.Room == nil {
		o.Room = &Room{}
	}
	return &Program{language: standard(), options: o, cells: map[Value]*cell{}}
}

// cell gives what a name means in a program, made when there is none.
func (p *Program) cell(name Value) *cell {
	if c := p.known(name); c != nil {
		return c
	}
	return p.newCell(name)
}

func (p *Program) newCell(name Value) *cell {
	c := &p.options.Room.meanings.take(1)[0]
	c.name = name
	p.cells[name] = c
	return c
}

// known gives what a name means in a program or in one that it uses; nil for nothing.
func (p *Program) known(name Value) *cell {
	if p == nil {
		return nil
	}
	if c := p.cells[name]; c != nil {
		return c
	}
	for _, used := range p.options.Uses {
		if c := used.exported(name); c != nil {
			return c
		}
	}
	return p.language.base[name]
}

func (p *Program) exported(name Value) *cell {
	prefix := p.options.Exports
	s, ok := symName(name)
	if prefix == "" || !ok || !strings.HasPrefix(s, prefix) {
		return nil
	}
	if c := p.cells[name]; c != nil && (c.function != nil || c.macro != nil) {
		return c
	}
	return nil
}

// own gives the cell of a name that is about to be defined.
func (p *Program) own(name Value) *cell {
	s, ok := name.(Symbol)
	switch {
	case !ok || s == symT || isKeyword(name):
		panic(errProgram("%s cannot be defined", show(name)))
	case p.language.has(name) || p.language.variable(s) || s.Name().Package != "":
		panic(errProgram("%s belongs to the language and cannot be defined again: choose another name", show(name)))
	}
	if c := p.cells[name]; c != nil {
		return c
	}
	if known := p.known(name); known != nil && (known.constant || p.language.base[name] != known) {
		panic(errProgram("%s is defined already: choose another name", show(name)))
	}
	return p.newCell(name)
}

// function finds a function by its name: the language's, or the program's.
func (p *Program) function(name Value) *Function {
	if p == nil {
		return nil
	}
	if f := p.language.operator(name).function; f != nil {
		return f
	}
	if c := p.known(name); c != nil {
		return c.function
	}
	return nil
}

// class finds a class by its name; nil for none.
func (p *Program) class(name Value) *class {
	if p == nil {
		return nil
	}
	if c := p.language.classes[name]; c != nil {
		return c
	}
	if c := p.known(name); c != nil {
		return c.class
	}
	return nil
}

// Function gives the global function of a name, upper case.
func (p *Program) Function(name string) (*Function, bool) {
	f := p.function(Intern(sexp.Sym(name)))
	return f, f != nil
}

// Uses reports whether a function may look at its argument of that position, from 0.
func (f *Function) Uses(argument int) bool {
	return f.lambda == nil || argument >= len(f.lambda.params) || f.lambda.params[argument].used
}

// Takes reports whether a function can be called with so many arguments.
func (f *Function) Takes(n int) bool {
	least, most := 0, 0
	if f.builtin != nil {
		least, most = f.builtin.least, f.builtin.most
	} else {
		least, most = f.lambda.required, f.lambda.most
	}
	return n >= least && (most < 0 || n <= most)
}

// Exports are the names of the functions and macros that others may use, sorted.
func (p *Program) Exports() []string {
	var names []string
	for name := range p.cells {
		if p.exported(name) != nil {
			text, _ := symName(name)
			names = append(names, text)
		}
	}
	slices.Sort(names)
	return names
}

// Call calls a function with values from outside or from this program, within limits. What
// it is given and what the program holds cannot be changed by it. The value may be
// something that Export refuses.
func (p *Program) Call(ctx context.Context, lim Limits, f *Function, args ...Value) (_ Value, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m := newMachine(ctx, lim, p)
	for _, v := range args {
		freeze(m, v)
	}
	v, err := m.invoke(f, args)
	return v, m.located(err)
}

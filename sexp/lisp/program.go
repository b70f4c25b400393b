package lisp

import (
	"context"
	"slices"
	"strings"

	"pp/sexp"
)

// Program is what sources define. It is frozen: nothing that is called changes it, and it is safe for concurrent use.
type Program struct {
	language  *language
	options   Options
	cells     map[Value]*cell
	refs      []reference // to what need not be defined yet; while it is loaded
	isPrelude bool        // what it defines belongs to the language
}

// cell is what a name means in a program.
type cell struct {
	name     Value
	function *Function
	macro    *Function
	value    Value
	bound    bool // it has a value
	constant bool
}

// reference is a use of a function or a variable by its name.
type reference struct {
	cell     *cell
	variable bool
	at       *Cons
}

func newProgram(o Options) *Program { return &Program{options: o, cells: map[Value]*cell{}} }

// cell returns what a name means in a program, made when there is none.
func (p *Program) cell(name Value) *cell {
	if c := p.known(name); c != nil {
		return c
	}
	c := &cell{name: name}
	p.cells[name] = c
	return c
}

// known returns what a name means in a program or in one that it uses; nil for nothing.
func (p *Program) known(name Value) *cell {
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
	s, _ := symName(name)
	c := p.cells[name]
	if p.options.Exports == "" || !strings.HasPrefix(s, p.options.Exports) || c == nil ||
		c.function == nil && c.macro == nil {
		return nil
	}
	return c
}

// own returns the cell of a name that is about to be defined.
func (c *compiler) own(name Value) *cell {
	p := c.p
	s, ok := name.(Symbol)
	switch {
	case !ok || s == symT || isKeyword(name):
		panic(c.m.errProgram("%s cannot be defined", show(name)))
	case p.language.isLanguage(name) || p.language.variables[name] || s.Name().Package != "":
		panic(c.m.errProgram("%s belongs to the language and cannot be defined again: choose another name", show(name)))
	}
	if known := p.known(name); p.cells[name] == nil && known != nil && (known.constant || p.language.base[name] != known) {
		panic(c.m.errProgram("%s is defined already: choose another name", show(name)))
	}
	if p.cells[name] == nil {
		p.cells[name] = &cell{name: name}
	}
	return p.cells[name]
}

// function finds a function by its name: the language's, or the program's.
func (p *Program) function(name Value) *Function {
	if p == nil {
		return nil
	}
	if f := p.language.operators[name].function; f != nil {
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
	return p.language.classes[name]
}

// rename returns the name that a symbol has in the program: those of its own package and of the agent's have no other,
// and the two packages of regular expressions are one.
func (p *Program) rename(s sexp.Symbol) sexp.Symbol {
	switch s.Package {
	case "", "KEYWORD", "CL-PPCRE":
	case "PPCRE":
		s.Package = "CL-PPCRE"
	case "PASSEPARTOUT", "OPENCORTEX", "PP", p.options.Package:
		s.Package = ""
	}
	return s
}

// Function returns the global function of a name, upper case.
func (p *Program) Function(name string) (*Function, bool) {
	f := p.function(sym(name))
	return f, f != nil
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

// Call calls a function with values from outside or from this program, within limits. It cannot change what it is
// given and what the program holds. The value may be something that Export refuses.
func (p *Program) Call(ctx context.Context, lim Limits, f *Function, args ...Value) (v Value, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m := newMachine(ctx, lim, p)
	err = try(func() {
		for _, v := range args {
			freeze(m, v)
		}
		v = m.invoke(f, args)
	})
	return v, m.located(err, nil)
}

package lisp

import (
	"context"
	"fmt"

	"pp/sexp"
)

// Print returns a value as PRIN1 prints it, functions and tables included (#<FUNCTION F>); counted.
func Print(v Value, lim Limits) (_ string, err error) {
	defer rescue(&err)
	return printValue(newMachine(context.Background(), lim, nil), v, true), nil
}

// printValue returns a value as PRIN1 prints it, or as PRINC does.
func printValue(m *machine, v Value, escape bool) string {
	p := printer{m: m, escape: escape}
	p.value(v)
	return string(p.out)
}

// printer prints values as PRIN1 does, or as PRINC does. Each byte is counted, so a list that goes round ends at a
// limit.
type printer struct {
	m      *machine
	out    []byte
	escape bool
}

// add appends text, counted.
func (p *printer) add(text string) {
	p.out = append(p.out, text...)
	p.m.room(len(text))
}

func (p *printer) value(v Value) {
	p.m.work(1)
	before := len(p.out)
	switch v := v.(type) {
	case nil:
		p.out = append(p.out, "NIL"...)
	case Symbol:
		p.symbol(v.Name())
	case *Gensym:
		p.symbol(sexp.Symbol{Name: v.name, Uninterned: true})
	case *Str:
		p.m.room(4 * len(v.text))
		if p.escape {
			p.out = sexp.Append(p.out, sexp.String(v.text))
		} else {
			p.out = append(p.out, v.text...)
		}
	case sexp.Char:
		if p.escape {
			p.out = sexp.Append(p.out, v)
		} else {
			p.out = fmt.Appendf(p.out, "%c", rune(v))
		}
	case *Cons: // which is one of a text, too
		p.compound(v)
		return
	case sexp.Value:
		bits := bitsOf(v)
		p.m.work(bits / 256 * max(1, bits/4096))
		p.m.room(slotBytes + bits)
		p.out = sexp.Append(p.out, v)
	default:
		p.compound(v)
		return
	}
	p.m.room(len(p.out) - before)
}

func (p *printer) symbol(s sexp.Symbol) {
	switch {
	case !p.escape:
		p.out = append(p.out, s.Name...)
	case s.Package+":" == regexpPackage: // what is known of it is external
		p.out = sexp.Append(append(p.out, regexpPackage...), sexp.Sym(s.Name))
	default:
		p.out = sexp.Append(p.out, s)
	}
}

func (p *printer) compound(v Value) {
	defer p.m.down(1).up()
	switch v := v.(type) {
	case *Cons:
		p.out = append(p.out, '(')
		p.list(v)
	case *Vector:
		p.out = append(p.out, "#("...)
		p.items(v.items)
	case *Condition:
		if p.escape {
			p.opaque(show(v.class.name))
		} else {
			p.out = append(p.out, p.m.report(v)...)
		}
	case *quasi:
		p.out = append(p.out, '`')
		p.value(v.form)
	case *comma:
		p.out = append(p.out, [...]string{",", ",@", ",."}[v.kind]...)
		p.value(v.form)
	case fmt.Stringer: // what prints as #<…>
		p.opaque(v.String())
	default:
		p.opaque("OBJECT")
	}
}

func (p *printer) opaque(what string) { p.add("#<" + what + ">") }

// items prints elements and the closing parenthesis.
func (p *printer) items(items []Value) {
	for i, v := range items {
		if i > 0 {
			p.out = append(p.out, ' ')
		}
		p.value(v)
	}
	p.out = append(p.out, ')')
	p.m.room(len(items) + 2)
}

// list prints the elements, the tail if there is one, and the closing parenthesis.
func (p *printer) list(c *Cons) {
	for {
		p.value(c.Car)
		p.m.room(1)
		switch rest := c.Cdr.(type) {
		case nil:
			p.add(")")
			return
		case *Cons:
			p.out = append(p.out, ' ')
			c = rest
		default:
			p.out = append(p.out, " . "...)
			p.value(rest)
			p.out = append(p.out, ')')
			p.m.room(4)
			return
		}
	}
}

package lisp

import (
	"context"
	"fmt"

	"pp/sexp"
)

// Print gives a value as PRIN1 prints it, functions and tables included (#<FUNCTION F>); counted.
func Print(v Value, lim Limits) (string, error) {
	return printValue(newMachine(context.Background(), lim, nil), v, true)
}

// printValue gives a value as PRIN1 prints it, or as PRINC does.
func printValue(m *machine, v Value, escape bool) (string, error) {
	b, err := appendPrinted(m, nil, v, escape)
	return string(b), err
}

// appendPrinted appends a value as PRIN1 prints it, or as PRINC does. Each byte is counted, so a
// list that goes round ends at a limit.
func appendPrinted(m *machine, dst []byte, v Value, escape bool) ([]byte, error) {
	if err := m.work(1); err != nil {
		return dst, err
	}
	before := len(dst)
	switch v := v.(type) {
	case nil:
		dst = append(dst, "NIL"...)
	case *Cons:
		return appendCompound(m, dst, v, escape)
	case Symbol:
		dst = appendSymbol(dst, v.Name(), escape)
	case *Gensym:
		dst = appendSymbol(dst, sexp.Symbol{Name: v.name, Uninterned: true}, escape)
	case *Str:
		if err := m.room(4 * len(v.text)); err != nil {
			return dst, err
		}
		if escape {
			dst = sexp.Append(dst, sexp.String(v.text))
		} else {
			dst = append(dst, v.text...)
		}
	case sexp.Char:
		if escape {
			dst = sexp.Append(dst, v)
		} else {
			dst = fmt.Appendf(dst, "%c", rune(v))
		}
	case sexp.Value:
		bits := bitsOf(v)
		if err := m.work(bits / 256 * max(1, bits/4096)); err != nil {
			return dst, err
		}
		if err := m.room(numberBytes(v)); err != nil {
			return dst, err
		}
		dst = sexp.Append(dst, v)
	default:
		return appendCompound(m, dst, v, escape)
	}
	return dst, m.room(len(dst) - before)
}

func appendSymbol(dst []byte, s sexp.Symbol, escape bool) []byte {
	switch {
	case !escape:
		return append(dst, s.Name...)
	case s.Package+":" == regexpPackage: // what is known of it is external
		return sexp.Append(append(dst, regexpPackage...), sexp.Sym(s.Name))
	}
	return sexp.Append(dst, s)
}

func appendCompound(m *machine, dst []byte, v Value, escape bool) ([]byte, error) {
	if err := m.down(); err != nil {
		return dst, err
	}
	defer func() { m.depth-- }()
	switch v := v.(type) {
	case *Cons:
		return appendList(m, append(dst, '('), v, escape)
	case *Vector:
		return appendItems(m, append(dst, "#("...), v.active(), escape)
	case *Struct:
		return appendStruct(m, dst, v, escape)
	case *Condition:
		if !escape {
			text, err := m.report(v)
			return append(dst, text...), err
		}
		return appendOpaque(m, dst, show(v.class.name))
	case *quasi:
		return appendPrinted(m, append(dst, '`'), v.form, escape)
	case *comma:
		return appendPrinted(m, append(dst, [...]string{",", ",@", ",."}[v.kind]...), v.form, escape)
	case fmt.Stringer: // what prints as #<…>
		return appendOpaque(m, dst, v.String())
	}
	return appendOpaque(m, dst, "OBJECT")
}

func appendStruct(m *machine, dst []byte, v *Struct, escape bool) ([]byte, error) {
	dst, err := appendPrinted(m, append(dst, "#S("...), v.class.name, escape)
	for i, s := range v.class.slots {
		if err == nil {
			dst, err = appendPrinted(m, append(dst, ' '), kw(s.name), true)
		}
		if err == nil {
			dst, err = appendPrinted(m, append(dst, ' '), v.slots[i], escape)
		}
	}
	return append(dst, ')'), err
}

func appendOpaque(m *machine, dst []byte, what string) ([]byte, error) {
	return fmt.Appendf(dst, "#<%s>", what), m.room(len(what) + len("#<>"))
}

// appendItems appends elements and the closing parenthesis.
func appendItems(m *machine, dst []byte, items []Value, escape bool) ([]byte, error) {
	var err error
	for i, v := range items {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if dst, err = appendPrinted(m, dst, v, escape); err != nil {
			return dst, err
		}
	}
	return append(dst, ')'), m.room(len(items) + 2)
}

// appendList appends the elements, the tail if there is one, and the closing parenthesis.
func appendList(m *machine, dst []byte, c *Cons, escape bool) ([]byte, error) {
	for {
		var err error
		if dst, err = appendPrinted(m, dst, c.Car, escape); err != nil {
			return dst, err
		}
		if err := m.room(1); err != nil {
			return dst, err
		}
		switch rest := c.Cdr.(type) {
		case nil:
			return append(dst, ')'), m.room(1)
		case *Cons:
			dst = append(dst, ' ')
			c = rest
		default:
			if dst, err = appendPrinted(m, append(dst, " . "...), rest, escape); err != nil {
				return dst, err
			}
			return append(dst, ')'), m.room(4)
		}
	}
}

// String is the function as it is printed.
func (f *Function) String() string {
	if f.name == "" {
		return "FUNCTION (LAMBDA)"
	}
	return "FUNCTION " + f.name
}

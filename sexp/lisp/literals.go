package lisp

import "strings"

// prepare looks at the arguments of a call that stand in the code as they are, which can be
// judged, or made ready, once and before anything runs. What it gives stands for the form.
func (c *compiler) prepare(b *builtin, form *Cons) *Cons {
	first, ok := form.Cdr.(*Cons)
	if !ok {
		return form
	}
	switch name, regexps := strings.CutPrefix(b.name, regexpPackage); {
	case regexps:
		return prepareRegexp(c, form, first)
	case name == "FORMAT" && first.Car == sym("T"):
		panic(notWritable(first.Car))
	case name == "FORMAT":
		return prepareControl(c, form, first)
	case name == "INTERN":
		if rest, ok := first.Cdr.(*Cons); ok {
			preparePackage(c, rest.Car)
			return form
		}
	}
	return form
}

// prepareRegexp compiles a regular expression that stands in the code.
func prepareRegexp(c *compiler, form, first *Cons) *Cons {
	source, ok := first.Car.(*Str)
	if !ok {
		return form
	}
	s := compileScanner(c.m, source.text)
	return listTail(first.Cdr, form.Car, list(sym("QUOTE"), s)).(*Cons)
}

func isSymbolNamed(v Value, name string) bool {
	s, ok := symName(v)
	return ok && s == name
}

// preparePackage refuses a package that stands in the code and that nothing is interned in.
func preparePackage(c *compiler, v Value) {
	if cell, ok := v.(*Cons); ok && isSym(cell.Car, "QUOTE") {
		if rest, ok := cell.Cdr.(*Cons); ok {
			v = rest.Car
		}
	}
	switch v.(type) {
	case *Str, Symbol:
		if isKeyword(v) || !isA[Symbol](v) {
			interns(c.m, v)
			return
		}
	}
}

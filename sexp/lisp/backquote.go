package lisp

import "pp/sexp"

// internal is the symbol of a function that only expansions call.
func internal(name string) Value { return Intern(sexp.Symbol{Package: "PP.LISP", Name: name}) }

func backquoteBuiltins() []builtin {
	return []builtin{
		{"PP.LISP:QUASI", 1, 1, func(_ *machine, args []Value) Value { return &quasi{args[0]} }},
		{"PP.LISP:COMMA", 2, 2, func(_ *machine, args []Value) Value {
			kind, _ := args[0].(sexp.Int)
			return &comma{sexp.CommaKind(kind), args[1]}
		}},
		{"PP.LISP:LIST-VECTOR", 1, 1, func(m *machine, args []Value) Value {
			items := itemsOf(m, args[0])
			return &Vector{items: items}
		}},
		{"PP.LISP:APPEND", 0, -1, appendForBackquote},
	}
}

// appendForBackquote is APPEND.
func appendForBackquote(m *machine, args []Value) Value {
	if len(args) == 0 {
		return nil
	}
	tail := args[len(args)-1]
	for i := len(args) - 2; i >= 0; i-- {
		items := itemsOf(m, args[i])
		m.room(consBytes * len(items))
		tail = listTail(tail, items...)
	}
	return tail
}

// backquote gives the form that a backquoted one means; depth is how many backquotes are around
// it, less the commas.
func backquote(c *compiler, v Value, depth int) Value {
	c.m.work(1)
	defer c.m.down().up()
	switch v := v.(type) {
	case *comma:
		if depth == 1 {
			return v.form
		}
		form := backquote(c, v.form, depth-1)
		return list(internal("COMMA"), sexp.Int(v.kind), form)
	case *quasi:
		form := backquote(c, v.form, depth+1)
		return list(internal("QUASI"), form)
	case *Cons:
		return backquoteList(c, v, depth)
	case *Vector:
		l := backquote(c, list(v.items...), depth)
		return list(internal("LIST-VECTOR"), l)
	}
	return list(sym("QUOTE"), v)
}

// backquoteList makes (APPEND (LIST a b) c (LIST d) tail) of (a b ,@c d . tail).
func backquoteList(c *compiler, l *Cons, depth int) Value {
	var parts, plain []Value
	flush := func() {
		if plain != nil {
			parts, plain = append(parts, listTail(list(plain...), sym("LIST"))), nil
		}
	}
	var rest Value = l
	for cell, ok := rest.(*Cons); ok; cell, ok = rest.(*Cons) {
		c.m.work(1)
		rest = cell.Cdr
		if splice, ok := cell.Car.(*comma); ok && splice.kind != sexp.Insert && depth == 1 {
			flush()
			parts = append(parts, splice.form)
			continue
		}
		plain = append(plain, backquote(c, cell.Car, depth))
	}
	flush()
	if rest == nil {
		if len(parts) == 1 && isForm(parts[0], "LIST") {
			return parts[0]
		}
		return listTail(list(parts...), internal("APPEND"))
	}
	return listTail(list(append(parts, backquote(c, rest, depth))...), internal("APPEND"))
}

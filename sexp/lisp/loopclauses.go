package lisp

import (
	"slices"

	"pp/sexp"
)

// clauses reads all of a LOOP form.
func (l *loopMacro) clauses() error {
	if l.take("NAMED") {
		name, err := l.next("NAMED")
		if err != nil || !isSymbol(name) {
			return orWrong(err, "LOOP is NAMED by a symbol")
		}
		l.name = name
	}
	for l.rest != nil {
		if err := l.clause(); err != nil {
			return err
		}
	}
	return nil
}

// orWrong is an error, or when there is none what is wrong with the form.
func orWrong(err error, problem string) error {
	if err != nil {
		return err
	}
	return wrong("%s", problem)
}

// clause reads one clause.
func (l *loopMacro) clause() error {
	c, ok := l.rest.(*Cons)
	if !ok {
		return wrong("LOOP is not a proper list")
	}
	word := l.keyword()
	if word == "" {
		return wrong("%s stands where a keyword of LOOP was expected", show(c.Car))
	}
	l.rest = c.Cdr
	if err := l.m.work(1); err != nil {
		return err
	}
	switch word {
	case "FOR", "AS", "WITH", "REPEAT", "INITIALLY", "FINALLY", "ALWAYS", "NEVER", "THEREIS", "WHILE", "UNTIL":
		if l.inside {
			return wrong("%s cannot stand within a conditional clause of LOOP", word)
		}
		return l.outer(word)
	case "DO", "DOING", "RETURN":
		return l.do(word)
	case "WHEN", "IF", "UNLESS":
		return l.conditional(word)
	case "COLLECT", "COLLECTING", "APPEND", "APPENDING", "NCONC", "NCONCING", "SUM", "SUMMING", "COUNT", "COUNTING",
		"MAXIMIZE", "MAXIMIZING", "MINIMIZE", "MINIMIZING":
		return l.accumulate(word)
	}
	return wrong("LOOP has no clause %s here", word)
}

// outer reads a clause that cannot stand within a conditional one.
func (l *loopMacro) outer(word string) error {
	switch word {
	case "FOR", "AS":
		return l.iteration()
	case "WITH":
		return l.with()
	case "INITIALLY", "FINALLY":
		forms, err := l.compound(word)
		if word == "FINALLY" {
			l.epilogue = append(l.epilogue, forms...)
		} else {
			l.prologue = append(l.prologue, forms...)
		}
		return err
	case "ALWAYS", "NEVER", "THEREIS":
		return l.test(word)
	}
	f, err := l.next(word)
	if err != nil {
		return err
	}
	switch word {
	case "WHILE":
		f = form("NOT", f)
	case "REPEAT":
		n := l.hidden("REPEAT", countOf(f))
		l.bindAll()
		f = form("IF", form("<=", n, sexp.Int(0)), form("GO", l.end), form("SETQ", n, form("1-", n)))
		l.before, l.after = append(l.before, f), append(l.after, f)
		return nil
	}
	l.pseudo(l.leave(f))
	return nil
}

// countOf is the form of a number of rounds, which need not be an integer.
func countOf(f Value) Value {
	if n, ok := f.(sexp.Int); ok {
		return n
	}
	return form("VALUES", form("CEILING", f))
}

func (l *loopMacro) do(word string) error {
	if word == "RETURN" {
		f, err := l.next(word)
		l.emit(form("RETURN-FROM", l.name, f))
		return err
	}
	forms, err := l.compound(word)
	for _, f := range forms {
		l.emit(f)
	}
	return err
}

// test reads ALWAYS, NEVER or THEREIS.
func (l *loopMacro) test(word string) error {
	f, err := l.next(word)
	if err != nil {
		return err
	}
	for _, c := range l.collectors {
		if c.name == nil {
			return wrong("LOOP cannot have both %s and a clause that accumulates its value", word)
		}
	}
	l.aggregate = word
	leave := form("RETURN-FROM", l.name, nil)
	switch word {
	case "ALWAYS":
		l.emit(form("IF", f, nil, leave))
	case "NEVER":
		l.emit(form("IF", f, leave))
	default:
		it := newGensym("IT")
		l.emit(form("LET", list(list(it, f)), form("IF", it, form("RETURN-FROM", l.name, it))))
		return nil
	}
	l.final = append(l.final, sym("T"))
	return nil
}

// conditional reads WHEN, IF or UNLESS.
func (l *loopMacro) conditional(word string) error {
	f, err := l.next(word)
	if err != nil {
		return err
	}
	outer := l.inside
	l.inside = true
	defer func() { l.inside = outer }()
	used := false
	then, err := l.branch(word, &used)
	if err != nil {
		return err
	}
	var other []Value
	if l.take("ELSE") {
		f, err := l.branch("ELSE", nil)
		if err != nil {
			return err
		}
		other = []Value{f}
	}
	l.take("END")
	if used {
		f = form("SETQ", l.it, f)
	}
	if word == "UNLESS" {
		f = form("NOT", f)
	}
	l.inside = outer
	l.pseudo(form("IF", append([]Value{f, then}, other...)...))
	return nil
}

// branch reads the clauses of one side of a conditional. used is told when the first says IT.
func (l *loopMacro) branch(after string, used *bool) (Value, error) {
	body := l.body
	defer func() { l.body = body }()
	l.body = nil
	for first := true; ; first = false {
		c, ok := l.rest.(*Cons)
		if !ok || l.keyword() == "" {
			return nil, wrong("LOOP needs a clause after %s", after)
		}
		if rest, ok := c.Cdr.(*Cons); ok && first && used != nil && isSym(rest.Car, "IT") {
			if l.it == nil {
				l.it = newGensym("IT")
				l.scopes = slices.Insert(l.scopes, 0, []Value{list(l.it, nil)})
			}
			*used = true
			l.rest = &Cons{Car: c.Car, Cdr: &Cons{Car: l.it, Cdr: rest.Cdr}}
		}
		before := len(l.body)
		if err := l.clause(); err != nil {
			return nil, err
		}
		if len(l.body) == before {
			return nil, wrong("LOOP needs a clause that does something after %s", after)
		}
		if !l.take("AND") {
			return form("PROGN", l.body...), nil
		}
	}
}

// with reads WITH and what is bound beside it.
func (l *loopMacro) with() error {
	for {
		pattern, err := l.next("WITH")
		if err != nil {
			return err
		}
		_, initial, err := l.typed(pattern)
		if err != nil {
			return err
		}
		switch {
		case !l.take("="):
			err = l.bind(pattern, initial)
		case isCons(pattern):
			err = l.withParts(pattern)
		default:
			if initial, err = l.next("="); err == nil && pattern == nil {
				l.hidden("IGNORED", initial)
			} else if err == nil {
				err = l.bind(pattern, initial)
			}
		}
		if err != nil {
			return err
		}
		if !l.take("AND") {
			l.bindAll()
			return nil
		}
	}
}

// withParts binds the variables of a pattern to the parts of a value, once those beside it are bound.
func (l *loopMacro) withParts(pattern Value) error {
	f, err := l.next("=")
	if err != nil {
		return err
	}
	whole := l.hidden("WHOLE", f)
	beside := l.scope
	l.scope = nil
	err = l.parts(pattern, whole)
	l.scope, l.later = beside, append(l.later, l.scope...)
	return err
}

// parts binds the variables of a pattern to forms that take a value apart.
func (l *loopMacro) parts(pattern, value Value) error {
	for {
		p, ok := pattern.(*Cons)
		if !ok {
			return l.bind(pattern, value)
		}
		if p.Car != nil {
			if err := l.parts(p.Car, form("CAR", value)); err != nil {
				return err
			}
		}
		pattern, value = p.Cdr, form("CDR", value)
	}
}

package lisp

import (
	"slices"

	"pp/sexp"
)

// clauses reads all of a LOOP form.
func (l *loopMacro) clauses() {
	if l.take("NAMED") {
		name := l.next("NAMED")
		if !isSymbol(name) {
			panic(wrong("LOOP is NAMED by a symbol"))
		}
		l.name = name
	}
	for l.rest != nil {
		l.clause()
	}
}

// clause reads one clause.
func (l *loopMacro) clause() {
	c, ok := l.rest.(*Cons)
	if !ok {
		panic(wrong("LOOP is not a proper list"))
	}
	word := l.keyword()
	if word == "" {
		panic(wrong("%s stands where a keyword of LOOP was expected", show(c.Car)))
	}
	l.rest = c.Cdr
	l.m.work(1)
	switch word {
	case "FOR", "AS", "WITH", "REPEAT", "INITIALLY", "FINALLY", "ALWAYS", "NEVER", "THEREIS", "WHILE", "UNTIL":
		if l.inside {
			panic(wrong("%s cannot stand within a conditional clause of LOOP", word))
		}
		l.outer(word)
	case "DO", "DOING", "RETURN":
		l.do(word)
	case "WHEN", "IF", "UNLESS":
		l.conditional(word)
	case "COLLECT", "COLLECTING", "APPEND", "APPENDING", "NCONC", "NCONCING", "SUM", "SUMMING", "COUNT", "COUNTING",
		"MAXIMIZE", "MAXIMIZING", "MINIMIZE", "MINIMIZING":
		l.accumulate(word)
	default:
		panic(wrong("LOOP has no clause %s here", word))
	}
}

// outer reads a clause that cannot stand within a conditional one.
func (l *loopMacro) outer(word string) {
	switch word {
	case "FOR", "AS":
		l.iteration()
	case "WITH":
		l.with()
	case "INITIALLY":
		l.prologue = append(l.prologue, l.compound(word)...)
	case "FINALLY":
		l.epilogue = append(l.epilogue, l.compound(word)...)
	case "ALWAYS", "NEVER", "THEREIS":
		l.test(word)
	case "WHILE":
		l.pseudo(l.leave(form("NOT", l.next(word))))
	case "UNTIL":
		l.pseudo(l.leave(l.next(word)))
	case "REPEAT":
		n := l.hidden("REPEAT", countOf(l.next(word)))
		l.bindAll()
		f := form("IF", form("<=", n, sexp.Int(0)), form("GO", l.end), form("SETQ", n, form("1-", n)))
		l.before, l.after = append(l.before, f), append(l.after, f)
	}
}

// countOf is the form of a number of rounds, which need not be an integer.
func countOf(f Value) Value {
	if n, ok := f.(sexp.Int); ok {
		return n
	}
	return form("VALUES", form("CEILING", f))
}

func (l *loopMacro) do(word string) {
	if word == "RETURN" {
		l.emit(form("RETURN-FROM", l.name, l.next(word)))
		return
	}
	for _, f := range l.compound(word) {
		l.emit(f)
	}
}

// test reads ALWAYS, NEVER or THEREIS.
func (l *loopMacro) test(word string) {
	f := l.next(word)
	for _, c := range l.collectors {
		if c.name == nil {
			panic(wrong("LOOP cannot have both %s and a clause that accumulates its value", word))
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
		return
	}
	l.final = append(l.final, sym("T"))
}

// conditional reads WHEN, IF or UNLESS.
func (l *loopMacro) conditional(word string) {
	f := l.next(word)
	outer := l.inside
	l.inside = true
	defer func() { l.inside = outer }()
	used := false
	then := l.branch(word, &used)
	var other []Value
	if l.take("ELSE") {
		other = []Value{l.branch("ELSE", nil)}
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
}

// branch reads the clauses of one side of a conditional. used is told when the first says IT.
func (l *loopMacro) branch(after string, used *bool) Value {
	body := l.body
	defer func() { l.body = body }()
	l.body = nil
	for first := true; ; first = false {
		c, ok := l.rest.(*Cons)
		if !ok || l.keyword() == "" {
			panic(wrong("LOOP needs a clause after %s", after))
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
		l.clause()
		if len(l.body) == before {
			panic(wrong("LOOP needs a clause that does something after %s", after))
		}
		if !l.take("AND") {
			return form("PROGN", l.body...)
		}
	}
}

// with reads WITH and what is bound beside it.
func (l *loopMacro) with() {
	for {
		pattern := l.next("WITH")
		switch {
		case !l.take("="):
			l.bind(pattern, nil)
		case isCons(pattern):
			l.withParts(pattern)
		default:
			if initial := l.next("="); pattern == nil {
				l.hidden("IGNORED", initial)
			} else {
				l.bind(pattern, initial)
			}
		}
		if !l.take("AND") {
			l.bindAll()
			return
		}
	}
}

// withParts binds the variables of a pattern to the parts of a value, once those beside it are bound.
func (l *loopMacro) withParts(pattern Value) {
	whole := l.hidden("WHOLE", l.next("="))
	beside := l.scope
	l.scope = nil
	l.parts(pattern, whole)
	l.scope, l.later = beside, append(l.later, l.scope...)
}

// parts binds the variables of a pattern to forms that take a value apart.
func (l *loopMacro) parts(pattern, value Value) {
	for {
		p, ok := pattern.(*Cons)
		if !ok {
			l.bind(pattern, value)
			return
		}
		if p.Car != nil {
			l.parts(p.Car, form("CAR", value))
		}
		pattern, value = p.Cdr, form("CDR", value)
	}
}

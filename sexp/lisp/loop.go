package lisp

import (
	"slices"

	"pp/sexp"
)

// The LOOP macro. A loop has five lists of forms: the prologue, what happens before the first round, the body, what
// happens after a round before the next, and the epilogue. A clause of iteration adds to the second and the
// fourth; what both end in is moved to the start of the body, so that it stands there once.

// loopMacro is a LOOP form being expanded.
type loopMacro struct {
	m    *machine
	rest Value // what is left of the form
	name Value // of its block

	scopes     [][]Value // bindings made one group after the other
	scope      []Value   // those of the clause being read
	later      []Value   // bindings that need those of the scope
	prologue   []Value
	before     []Value
	body       []Value
	after      []Value
	epilogue   []Value
	collectors []*collector
	variables  []Value // of iteration and INTO
	it         *Gensym
	final      Value  // the value when the loop ends by itself, for ALWAYS and NEVER
	aggregate  string // the clause that gave it: ALWAYS, NEVER or THEREIS
	emitted    bool   // there is a body
	inside     bool   // of a conditional clause
}

// expandLoop returns the forms that a (LOOP …) stands for.
func expandLoop(m *machine, form *Cons) Value {
	l := &loopMacro{m: m, rest: form.Cdr}
	if first, ok := form.Cdr.(*Cons); !ok || !isSymbol(first.Car) {
		return formOf("BLOCK", nil, list(internal("LOOP"), nil, form.Cdr))
	}
	if l.take("NAMED") {
		if l.name = l.next("NAMED"); !isSymbol(l.name) {
			panic(m.wrong("LOOP is NAMED by a symbol"))
		}
	}
	for l.rest != nil {
		l.clause()
	}
	return l.whole()
}

// whole puts the parts together.
func (l *loopMacro) whole() Value {
	l.m.room(64 * (len(l.before) + len(l.after) + len(l.body) + 8))
	n, k := len(l.before), len(l.after)
	for n > 0 && k > 0 && l.before[n-1] == l.after[k-1] {
		n, k = n-1, k-1
	}
	first := list(slices.Concat(l.prologue, l.before[:n])...)
	again := list(slices.Concat(l.before[n:], l.body, l.after[:k])...)
	parts := append([]Value{list(internal("LOOP"), first, again)}, l.epilogue...)
	parts = append(parts, l.value())
	for _, c := range slices.Backward(l.collectors) {
		parts = []Value{formOf("LET*", append([]Value{list(c.bindings()...)}, parts...)...)}
	}
	for _, s := range slices.Backward(l.scopes) {
		parts = []Value{formOf("LET", append([]Value{list(s...)}, parts...)...)}
	}
	return formOf("BLOCK", append([]Value{l.name}, parts...)...)
}

// value is the form whose value a loop has that ends by itself.
func (l *loopMacro) value() Value {
	for _, c := range l.collectors {
		if c.name == nil {
			return c.answer()
		}
	}
	return l.final
}

// bindAll ends a group of bindings.
func (l *loopMacro) bindAll() {
	for _, s := range [][]Value{l.scope, l.later} {
		if len(s) > 0 {
			l.scopes = append(l.scopes, s)
		}
	}
	l.scope, l.later = nil, nil
}

// leave is a form that ends the iteration when a test is true.
func leave(test Value) Value { return list(internal("UNTIL"), test) }

// pseudo adds a form to the body, or between the iterations while there is no body yet.
func (l *loopMacro) pseudo(f Value) {
	if l.emitted || l.inside {
		l.body = append(l.body, f)
		return
	}
	l.before, l.after = append(l.before, f), append(l.after, f)
}

func (l *loopMacro) emit(f Value) {
	l.emitted = true
	l.pseudo(f)
}

// keyword returns the name of the symbol that comes next, without taking it; "" for anything else.
func (l *loopMacro) keyword() string {
	if c, ok := l.rest.(*Cons); ok {
		if s, ok := c.Car.(Symbol); ok {
			return s.Name().Name
		}
	}
	return ""
}

// take takes the next word if it is one of these.
func (l *loopMacro) take(words ...string) bool {
	if k := l.keyword(); k == "" || !slices.Contains(words, k) {
		return false
	}
	l.rest = l.rest.(*Cons).Cdr
	return true
}

// next takes the form that comes next.
func (l *loopMacro) next(after string) Value {
	c, ok := l.rest.(*Cons)
	if !ok {
		panic(l.m.wrong("LOOP ends where a form was expected after %s", after))
	}
	l.rest = c.Cdr
	l.m.work(1)
	return c.Car
}

// compound takes the compound forms that come next, one at least.
func (l *loopMacro) compound(after string) []Value {
	var forms []Value
	for {
		c, ok := l.rest.(*Cons)
		if ok = ok && isCons(c.Car); !ok && len(forms) == 0 {
			panic(l.m.wrong("LOOP needs a form in parentheses after %s", after))
		}
		if !ok {
			return forms
		}
		forms = append(forms, l.next(after))
	}
}

// bind binds the variables of a pattern to an initial value each.
func (l *loopMacro) bind(pattern, initial Value) {
	l.m.work(1)
	if p, ok := pattern.(*Cons); ok {
		l.bind(p.Car, initial)
		l.bind(p.Cdr, initial)
		return
	}
	if pattern == nil {
		return
	}
	if s, ok := pattern.(Symbol); !ok && !isA[*Gensym](pattern) || ok && (s == symT || isKeyword(s)) {
		panic(l.m.wrong("LOOP cannot bind %s", show(pattern)))
	}
	if slices.Contains(l.variables, pattern) {
		panic(l.m.wrong("LOOP binds the variable %s twice", show(pattern)))
	}
	l.variables = append(l.variables, pattern)
	l.scope = append(l.scope, list(pattern, initial))
}

// hidden binds a variable that no code can name.
func (l *loopMacro) hidden(name string, value Value) Value {
	g := &Gensym{name}
	l.scope = append(l.scope, list(g, value))
	return g
}

// assign returns the form that assigns to the variables of a pattern.
func assign(pattern, value Value) Value {
	switch p := pattern.(type) {
	case nil:
		return value
	case *Cons:
		g := &Gensym{"PART"}
		forms := []Value{list(list(g, value))}
		if p.Car != nil {
			forms = append(forms, assign(p.Car, formOf("CAR", g)))
		}
		if p.Cdr != nil {
			forms = append(forms, assign(p.Cdr, formOf("CDR", g)))
		}
		return formOf("LET", forms...)
	}
	return formOf("SETQ", pattern, value)
}

// clause reads one clause.
func (l *loopMacro) clause() {
	word := l.keyword()
	if word == "" {
		panic(l.m.wrong("%s stands where a keyword of LOOP was expected", show(carOf(asType[*Cons](l.m, l.rest, "LIST")))))
	}
	switch l.next(word); word {
	case "FOR", "AS", "WITH", "REPEAT", "INITIALLY", "FINALLY", "ALWAYS", "NEVER", "THEREIS", "WHILE", "UNTIL":
		if l.inside {
			panic(l.m.wrong("%s cannot stand within a conditional clause of LOOP", word))
		}
		l.outer(word)
	case "RETURN":
		l.emit(formOf("RETURN-FROM", l.name, l.next(word)))
	case "DO", "DOING":
		for _, f := range l.compound(word) {
			l.emit(f)
		}
	case "WHEN", "IF", "UNLESS":
		l.conditional(word)
	default:
		kind, ok := accumulations[word]
		if !ok {
			panic(l.m.wrong("LOOP has no clause %s here", word))
		}
		l.accumulate(word, kind)
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
	case "WHILE":
		l.pseudo(leave(formOf("NOT", l.next(word))))
	case "UNTIL":
		l.pseudo(leave(l.next(word)))
	case "REPEAT":
		times := l.next(word)
		if !isA[sexp.Int](times) { // which need not be an integer
			times = formOf("VALUES", formOf("CEILING", times))
		}
		n := l.hidden("REPEAT", times)
		l.bindAll()
		l.pair(leave(formOf("<=", n, sexp.Int(0))), formOf("SETQ", n, formOf("1-", n)))
	default:
		l.test(word)
	}
}

// pair adds forms between the iterations.
func (l *loopMacro) pair(forms ...Value) {
	l.before, l.after = append(l.before, forms...), append(l.after, forms...)
}

// test reads ALWAYS, NEVER or THEREIS.
func (l *loopMacro) test(word string) {
	f := l.next(word)
	if slices.ContainsFunc(l.collectors, func(c *collector) bool { return c.name == nil }) {
		panic(l.m.wrong("LOOP cannot have both %s and a clause that accumulates its value", word))
	}
	l.aggregate = word
	leave := formOf("RETURN-FROM", l.name, nil)
	switch word {
	case "ALWAYS":
		l.emit(formOf("IF", f, nil, leave))
	case "NEVER":
		l.emit(formOf("IF", f, leave))
	default:
		it := &Gensym{"IT"}
		l.emit(formOf("LET", list(list(it, f)), formOf("IF", it, formOf("RETURN-FROM", l.name, it))))
		return
	}
	l.final = symT
}

// conditional reads WHEN, IF or UNLESS.
func (l *loopMacro) conditional(word string) {
	f := l.next(word)
	outer := l.inside
	l.inside = true
	used := false
	parts := []Value{nil, l.branch(word, &used)}
	if l.take("ELSE") {
		parts = append(parts, l.branch("ELSE", nil))
	}
	l.take("END")
	if used {
		f = formOf("SETQ", l.it, f)
	}
	if word == "UNLESS" {
		f = formOf("NOT", f)
	}
	parts[0], l.inside = f, outer
	l.pseudo(formOf("IF", parts...))
}

// branch reads the clauses of one side of a conditional. used is told when the first says IT.
func (l *loopMacro) branch(after string, used *bool) Value {
	body := l.body
	defer func() { l.body = body }()
	l.body = nil
	for first := true; ; first = false {
		c, ok := l.rest.(*Cons)
		if !ok || l.keyword() == "" {
			panic(l.m.wrong("LOOP needs a clause after %s", after))
		}
		if rest, ok := c.Cdr.(*Cons); ok && first && used != nil && isSym(rest.Car, "IT") {
			if l.it == nil {
				l.it = &Gensym{"IT"}
				l.scopes = slices.Insert(l.scopes, 0, []Value{list(l.it, nil)})
			}
			*used = true
			l.rest = listTail(rest.Cdr, c.Car, l.it)
		}
		before := len(l.body)
		if l.clause(); len(l.body) == before {
			panic(l.m.wrong("LOOP needs a clause that does something after %s", after))
		}
		if !l.take("AND") {
			return formOf("PROGN", l.body...)
		}
	}
}

// with reads WITH and what is bound with it.
func (l *loopMacro) with() {
	for {
		pattern := l.next("WITH")
		switch {
		case !l.take("="):
			l.bind(pattern, nil)
		case isCons(pattern):
			whole := l.hidden("WHOLE", l.next("="))
			others := l.scope
			l.scope = nil
			l.parts(pattern, whole)
			l.scope, l.later = others, append(l.later, l.scope...)
		case pattern == nil:
			l.hidden("IGNORED", l.next("="))
		default:
			l.bind(pattern, l.next("="))
		}
		if !l.take("AND") {
			l.bindAll()
			return
		}
	}
}

// parts binds the variables of a pattern to forms that take a value apart.
func (l *loopMacro) parts(pattern, value Value) {
	for p, ok := pattern.(*Cons); ok; p, ok = pattern.(*Cons) {
		if p.Car != nil {
			l.parts(p.Car, formOf("CAR", value))
		}
		pattern, value = p.Cdr, formOf("CDR", value)
	}
	l.bind(pattern, value)
}

// collector is where clauses such as COLLECT put their values.
type collector struct {
	name       Value // after INTO; nil for the value of the loop
	class      string
	head, tail *Gensym // of a list; tail is also whether an extreme was found
	sum        Value   // the variable of a sum or an extreme
}

// accumulations are the clauses that make a value: the class of those that may share a variable, and how.
var accumulations = map[string][2]string{
	"COLLECT": {"LIST", "COLLECT"}, "COLLECTING": {"LIST", "COLLECT"}, "APPEND": {"LIST", "COPY-LIST"},
	"APPENDING": {"LIST", "COPY-LIST"}, "NCONC": {"LIST", "IDENTITY"}, "NCONCING": {"LIST", "IDENTITY"},
	"SUM": {"SUM", "SUM"}, "SUMMING": {"SUM", "SUM"}, "COUNT": {"SUM", "COUNT"}, "COUNTING": {"SUM", "COUNT"},
	"MAXIMIZE": {"EXTREME", ">"}, "MAXIMIZING": {"EXTREME", ">"}, "MINIMIZE": {"EXTREME", "<"},
	"MINIMIZING": {"EXTREME", "<"},
}

// bindings are the variables of a collector, for LET*.
func (c *collector) bindings() []Value {
	switch c.class {
	case "SUM":
		return []Value{list(c.sum, sexp.Int(0))}
	case "EXTREME":
		return []Value{list(c.sum, sexp.Int(0)), list(c.tail, nil)}
	}
	bound := []Value{list(c.head, formOf("LIST", nil)), list(c.tail, c.head)}
	if c.name != nil {
		bound = append(bound, list(c.name, nil))
	}
	return bound
}

// answer is the form of the value that a collector has.
func (c *collector) answer() Value {
	if c.class == "LIST" {
		return formOf("CDR", c.head)
	}
	return c.sum
}

// accumulate reads a clause that collects, sums, counts or compares.
func (l *loopMacro) accumulate(word string, kind [2]string) {
	f := l.next(word)
	var name Value
	if l.take("INTO") {
		if name = l.next("INTO"); !isSymbol(name) {
			panic(l.m.wrong("LOOP collects INTO a symbol"))
		}
	}
	for _, f := range l.collector(name, kind[0]).forms(kind[1], f) {
		l.emit(f)
	}
}

// collector finds or makes the collector of a name.
func (l *loopMacro) collector(name Value, class string) *collector {
	if name == nil && l.aggregate != "" {
		panic(l.m.wrong("LOOP cannot have both %s and a clause that accumulates its value", l.aggregate))
	}
	for _, c := range l.collectors {
		if c.name == name {
			if c.class != class {
				panic(l.m.wrong("two clauses of LOOP accumulate different kinds of values in one place"))
			}
			return c
		}
	}
	c := &collector{name: name, class: class, sum: name, head: &Gensym{"HEAD"}, tail: &Gensym{"TAIL"}}
	if name == nil {
		c.sum = &Gensym{"SUM"}
	} else if slices.Contains(l.variables, name) {
		panic(l.m.wrong("LOOP collects INTO %s, which it binds already", show(name)))
	}
	l.collectors = append(l.collectors, c)
	return c
}

// forms are what a clause does with the value of a form.
func (c *collector) forms(kind string, f Value) []Value {
	var done []Value
	switch kind {
	case "SUM":
		return []Value{formOf("SETQ", c.sum, formOf("+", c.sum, f))}
	case "COUNT":
		return []Value{formOf("IF", f, formOf("SETQ", c.sum, formOf("1+", c.sum)))}
	case ">", "<":
		item := &Gensym{"ITEM"}
		better := formOf("IF", c.tail, formOf(kind, item, c.sum), symT)
		return []Value{formOf("LET", list(list(item, formOf("MAX", f))),
			formOf("IF", better, formOf("SETQ", c.tail, symT, c.sum, item)))}
	case "COLLECT":
		done = []Value{formOf("SETQ", c.tail, list(internal("COLLECT"), c.tail, f))}
	default:
		done = []Value{formOf("RPLACD", c.tail, formOf(kind, f)), formOf("SETQ", c.tail, formOf("LAST", c.tail))}
	}
	if c.name != nil {
		done = append(done, formOf("SETQ", c.name, formOf("CDR", c.head)))
	}
	return done
}

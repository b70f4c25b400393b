package lisp

import (
	"slices"

	"pp/sexp"
)

// collector is where clauses such as COLLECT put their values.
type collector struct {
	name  Value // after INTO; nil for the value of the loop
	class string

	head, tail *Gensym // of a list; tail is also whether an extreme was found
	sum        Value   // the variable of a sum or an extreme
}

// accumulation is what a clause makes: those of one class may share a variable.
func accumulation(word string) (class, kind string) {
	switch word {
	case "COLLECT", "COLLECTING":
		return "LIST", "COLLECT"
	case "APPEND", "APPENDING":
		return "LIST", "APPEND"
	case "NCONC", "NCONCING":
		return "LIST", "NCONC"
	case "SUM", "SUMMING":
		return "SUM", "SUM"
	case "COUNT", "COUNTING":
		return "SUM", "COUNT"
	case "MAXIMIZE", "MAXIMIZING":
		return "EXTREME", ">"
	}
	return "EXTREME", "<"
}

// bindings are the variables of a collector, for LET*.
func (c *collector) bindings() []Value {
	switch c.class {
	case "SUM":
		return []Value{list(c.sum, sexp.Int(0))}
	case "EXTREME":
		return []Value{list(c.sum, sexp.Int(0)), list(c.tail, nil)}
	}
	bound := []Value{list(c.head, form("LIST", nil)), list(c.tail, c.head)}
	if c.name != nil {
		bound = append(bound, list(c.name, nil))
	}
	return bound
}

// answer is the form of the value that a collector has.
func (c *collector) answer() Value {
	if c.class == "LIST" {
		return form("CDR", c.head)
	}
	return c.sum
}

// accumulate reads a clause that collects, sums, counts or compares.
func (l *loopMacro) accumulate(word string) {
	f := l.next(word)
	var name Value
	if l.take("INTO") {
		if name = l.next("INTO"); !isSymbol(name) {
			panic(wrong("LOOP collects INTO a symbol"))
		}
	}
	class, kind := accumulation(word)
	for _, f := range l.collector(name, class).forms(kind, f) {
		l.emit(f)
	}
}

// collector finds or makes the collector of a name.
func (l *loopMacro) collector(name Value, class string) *collector {
	if name == nil && l.aggregate != "" {
		panic(wrong("LOOP cannot have both %s and a clause that accumulates its value", l.aggregate))
	}
	for _, c := range l.collectors {
		if c.name != name {
			continue
		}
		if c.class != class {
			panic(wrong("two clauses of LOOP accumulate different kinds of values in one place"))
		}
		return c
	}
	c := &collector{name: name, class: class, sum: name, head: newGensym("HEAD"), tail: newGensym("TAIL")}
	if name == nil {
		c.sum = newGensym("SUM")
	} else if l.isVariable(name) {
		panic(wrong("LOOP collects INTO %s, which it binds already", show(name)))
	}
	l.collectors = append(l.collectors, c)
	return c
}

// forms are what a clause does with the value of a form.
func (c *collector) forms(kind string, f Value) []Value {
	var done []Value
	switch kind {
	case "SUM":
		return []Value{form("SETQ", c.sum, form("+", c.sum, f))}
	case "COUNT":
		return []Value{form("IF", f, form("SETQ", c.sum, form("1+", c.sum)))}
	case ">", "<":
		item := newGensym("ITEM")
		better := form("IF", c.tail, form(kind, item, c.sum), sym("T"))
		return []Value{form("LET", list(list(item, form("MAX", f))),
			form("IF", better, form("SETQ", c.tail, sym("T"), c.sum, item)))}
	case "COLLECT":
		done = []Value{list(collectOnto, c.tail, f)}
	case "APPEND":
		done = []Value{form("RPLACD", c.tail, form("COPY-LIST", f)), form("SETQ", c.tail, form("LAST", c.tail))}
	default:
		done = []Value{form("RPLACD", c.tail, f), form("SETQ", c.tail, form("LAST", c.tail))}
	}
	if c.name != nil {
		done = append(done, form("SETQ", c.name, form("CDR", c.head)))
	}
	return done
}

// collectOnto is the name of a form that no text can say: (… tail form) puts a pair with the value behind the one
// that is the value of the variable tail, which is that pair then.
var collectOnto = newGensym("COLLECT-ONTO")

func collectForm(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 2, 2)
	value := c.form(args[1], s)
	v := c.resolve(c.find(s, variables, args[0]).(*variable))
	return later(func(multi bool) code {
		do, i := value.code(false), v.slot
		return single(multi, func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			m.work(1)
			end := cons(m, v, nil)
			s[i].(*Cons).Cdr, s[i] = end, end
			return end, nil
		})
	})
}

func (l *loopMacro) isVariable(name Value) bool { return slices.Contains(l.variables, name) }

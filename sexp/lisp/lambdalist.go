package lisp

import "slices"

// parameters reads a lambda list.
func (c *compiler) parameters(l Value, destructure bool) parameters {
	r := lambdaList{destructure: destructure, whole: l}
	rest := l
	for rest != nil {
		cell, ok := rest.(*Cons)
		if !ok {
			if !destructure || r.p.rest != nil || r.stage > stageOptional {
				panic(errProgram("%s is not a list of parameters", show(l)))
			}
			r.p.rest = rest
			break
		}
		c.m.work(1)
		r.take(c.m, cell.Car)
		rest = cell.Cdr
	}
	if r.awaits {
		panic(errProgram("a parameter is missing in %s", show(l)))
	}
	r.distinct(c)
	return r.p
}

// stage is the part of a lambda list that is being read.
type stage uint8

const (
	stageRequired stage = iota
	stageOptional
	stageRest
	stageKey
	stageAux
)

type lambdaList struct {
	p           parameters
	whole       Value
	destructure bool
	stage       stage
	awaits      bool // &REST or &WHOLE has come, and not yet its name
	awaitsWhole bool
}

// take reads the next element.
func (r *lambdaList) take(m *machine, item Value) {
	if s, ok := item.(Symbol); ok {
		if name := s.Name().Name; len(name) > 1 && name[0] == '&' {
			r.keyword(name)
			return
		}
	}
	if r.awaits {
		r.awaits = false
		if r.awaitsWhole {
			r.p.whole, r.awaitsWhole = item, false
		} else {
			r.p.rest = item
		}
		return
	}
	switch r.stage {
	case stageRequired:
		if r.p.required == nil {
			r.p.required = m.items(4)
		}
		r.p.required = append(r.p.required, item)
	case stageOptional:
		r.p.optional = append(r.p.optional, r.parameter(item, false))
	case stageKey:
		r.p.keys = append(r.p.keys, r.parameter(item, true))
	case stageAux:
		r.p.aux = append(r.p.aux, r.parameter(item, false))
	case stageRest:
		panic(r.bad())
	}
}

func stageOf(keyword string) (s stage, ok bool) {
	switch keyword {
	case "&OPTIONAL":
		return stageOptional, true
	case "&REST", "&BODY":
		return stageRest, true
	case "&KEY":
		return stageKey, true
	case "&AUX":
		return stageAux, true
	}
	return 0, false
}

func (r *lambdaList) keyword(name string) {
	next, ok := stageOf(name)
	switch {
	case r.awaits:
		panic(r.bad())
	case ok && (next > r.stage):
		r.stage, r.awaits = next, next == stageRest
		r.p.keyed = r.p.keyed || next == stageKey
	case name == "&ALLOW-OTHER-KEYS" && r.stage == stageKey:
		r.p.allow = true
	case name == "&WHOLE" && r.destructure && r.stage == stageRequired && len(r.p.required) == 0:
		r.awaits, r.awaitsWhole = true, true
	default:
		panic(r.bad())
	}
}

func (r *lambdaList) bad() error { return errProgram("%s is not a list of parameters", show(r.whole)) }

// parameter reads NAME, (NAME INIT SUPPLIED) or, with keys, ((KEY NAME) INIT SUPPLIED).
func (r *lambdaList) parameter(item Value, keyed bool) parameter {
	p := parameter{name: item}
	if c, ok := item.(*Cons); ok {
		parts := [3]Value{}
		var rest Value = c
		for i := 0; rest != nil; i++ {
			cell, ok := rest.(*Cons)
			if !ok || i == len(parts) {
				panic(r.bad())
			}
			parts[i], rest = cell.Car, cell.Cdr
		}
		p.name, p.init, p.supplied = parts[0], parts[1], parts[2]
	}
	if !keyed {
		return p
	}
	if c, ok := p.name.(*Cons); ok {
		second, ok := c.Cdr.(*Cons)
		if !ok || second.Cdr != nil {
			panic(r.bad())
		}
		p.key, p.name = c.Car, second.Car
		return p
	}
	name, ok := symName(p.name)
	if !ok {
		panic(r.bad())
	}
	p.key = kw(name)
	return p
}

// distinct is an error where a name stands twice.
func (r *lambdaList) distinct(c *compiler) {
	if n := len(r.p.required); n < 8 && r.stage == stageRequired && r.p.whole == nil {
		for i, name := range r.p.required {
			if name != nil && isHashable(name) && slices.Contains(r.p.required[:i], name) {
				panic(errProgram("the parameter %s stands twice", show(name)))
			}
		}
		c.m.work(n)
		return
	}
	names := append([]Value{r.p.whole, r.p.rest}, r.p.required...)
	for _, list := range [][]parameter{r.p.optional, r.p.keys} {
		for _, p := range list {
			names = append(names, p.name, p.supplied)
		}
	}
	seen := map[Value]bool{}
	for _, n := range names {
		if n == nil || !isHashable(n) {
			continue
		}
		if seen[n] {
			panic(errProgram("the parameter %s stands twice", show(n)))
		}
		seen[n] = true
	}
	c.m.work(len(names))
}

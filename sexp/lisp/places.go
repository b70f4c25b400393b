package lisp

import "pp/sexp"

// placeMacros are the forms that change places: variables, and parts of values.
func placeMacros() []macro {
	return []macro{
		{"SETF", expandSetf},
		{"INCF", addTo("+")}, {"DECF", addTo("-")},
		{"PUSH", expandPush}, {"PUSHNEW", expandPushnew}, {"POP", expandPop}, {"REMF", expandRemf},
	}
}

// place is what SETF and its kin know of one: the variables that hold its parts, evaluated once,
// those that take the new values, and the forms that read and write it.
type place struct {
	temps  []Value // bindings
	stores []Value
	read   Value
	write  Value
}

// placeOf understands a place.
func placeOf(m *machine, v Value) *place {
	m.work(1)
	form, ok := v.(*Cons)
	if !ok {
		if !isSymbol(v) || v == nil || v == symT || isKeyword(v) {
			panic(errProgram("%s is no place", show(v)))
		}
		store := newGensym("NEW")
		return &place{stores: []Value{store}, read: v, write: list(sym("SETQ"), v, store)}
	}
	args, ok := properItems(m, form.Cdr)
	if !ok {
		panic(errProgram("%s is no place", show(v)))
	}
	name, _ := symName(form.Car)
	switch name {
	case "THE":
		if len(args) == 2 {
			return thePlace(m, args)
		}
	case "VALUES":
		return valuesPlace(m, args)
	case "GETF":
		if len(args) == 2 || len(args) == 3 {
			return getfPlace(m, args)
		}
	case "IF", "PROGN", "LET":
		panic(errProgram("%s is no place", show(v)))
	}
	return partPlace(form, args)
}

// partPlace is a part of a value, such as (CAR x). Which function writes it is found when the
// form is compiled.
func partPlace(form *Cons, args []Value) *place {
	p := &place{stores: []Value{newGensym("NEW")}}
	names := make([]Value, len(args))
	for i, a := range args {
		names[i] = newGensym("PART")
		p.temps = append(p.temps, list(names[i], a))
	}
	p.read = listTail(list(names...), form.Car)
	p.write = listTail(list(append(names, p.stores[0])...), internal("SET"), form.Car)
	return p
}

func thePlace(m *machine, args []Value) *place {
	p := placeOf(m, args[1])
	p.read = list(sym("THE"), args[0], p.read)
	return p
}

// valuesPlace is (VALUES place …).
func valuesPlace(m *machine, args []Value) *place {
	all := &place{}
	var reads, writes []Value
	for _, a := range args {
		p := placeOf(m, a)
		all.temps = append(all.temps, p.temps...)
		all.stores = append(all.stores, p.stores[0])
		reads, writes = append(reads, p.read), append(writes, p.write)
	}
	all.read = listTail(list(reads...), sym("VALUES"))
	all.write = listTail(list(writes...), sym("VALUES"))
	return all
}

// getfPlace is (GETF place key [default]), which writes the place that holds the list.
func getfPlace(m *machine, args []Value) *place {
	p := placeOf(m, args[0])
	key, store := newGensym("KEY"), newGensym("NEW")
	out := &place{temps: append(p.temps, list(key, args[1])), stores: []Value{store}}
	reading := []Value{sym("GETF"), p.read, key}
	if len(args) == 3 {
		otherwise := newGensym("DEFAULT")
		out.temps = append(out.temps, list(otherwise, args[2]))
		reading = append(reading, otherwise)
	}
	out.read = list(reading...)
	out.write = list(sym("LET"), list(list(p.stores[0], list(internal("PUTF"), p.read, key, store))), p.write, store)
	return out
}

// with makes a form that evaluates the parts of places and then a body.
func (p *place) with(bindings []Value, body ...Value) Value {
	return listTail(list(body...), sym("LET*"), list(append(append([]Value{}, p.temps...), bindings...)...))
}

// expandSetf is (SETF place form …).
func expandSetf(m *machine, form *Cons) Value {
	args := parts(m, form, 0, -1)
	if len(args)%2 != 0 {
		panic(errProgram("SETF takes places and forms by twos"))
	}
	var out []Value
	for i := 0; i < len(args); i += 2 {
		out = append(out, setfOne(m, args[i], args[i+1]))
	}
	if len(out) == 1 {
		return out[0]
	}
	return listTail(list(out...), sym("PROGN"))
}

func setfOne(m *machine, v, value Value) Value {
	p := placeOf(m, v)
	switch form, ok := v.(*Cons); {
	case !ok:
		return list(sym("SETQ"), v, value)
	case isForm(p.write, "VALUES"):
		return p.with(nil, list(sym("MULTIPLE-VALUE-BIND"), list(p.stores...), value, p.write))
	case !isForm(v, "GETF") && !isForm(v, "THE"):
		args := itemsOf(m, form.Cdr) // as they were evaluated, from left to right
		return listTail(list(append(args, value)...), internal("SET"), form.Car)
	}
	return p.with([]Value{list(p.stores[0], value)}, p.write)
}

// expandPsetq assigns variables at once: all forms are evaluated first.
func expandPsetq(m *machine, form *Cons) Value {
	args := parts(m, form, 0, -1)
	if len(args)%2 != 0 {
		panic(errProgram("%s takes variables and forms by twos", show(form.Car)))
	}
	var bindings, writes []Value
	for i := 0; i < len(args); i += 2 {
		if !isSymbol(args[i]) {
			panic(errProgram("%s is no variable", show(args[i])))
		}
		p := placeOf(m, args[i])
		bindings = append(bindings, list(p.stores[0], args[i+1]))
		writes = append(writes, p.write)
	}
	return listTail(list(append(writes, nil)...), sym("LET"), list(bindings...))
}

// addTo is INCF or DECF.
func addTo(operator string) func(*machine, *Cons) Value {
	return func(m *machine, form *Cons) Value {
		args := parts(m, form, 1, 2)
		by := Value(sexp.Int(1))
		if len(args) == 2 {
			by = args[1]
		}
		return change(m, args[0], func(p *place) ([]Value, Value) {
			if len(args) == 1 {
				return nil, list(sym(operator), p.read, by)
			}
			step := newGensym("STEP")
			return []Value{list(step, by)}, list(sym(operator), p.read, step)
		})
	}
}

// change writes to a place what a form makes of it, and gives that.
func change(m *machine, v Value, with func(p *place) (bindings []Value, value Value)) Value {
	p := placeOf(m, v)
	if len(p.stores) != 1 {
		panic(errProgram("%s is not one place", show(v)))
	}
	bindings, value := with(p)
	if len(p.temps) == 0 && bindings == nil {
		return list(sym("SETQ"), v, value)
	}
	return p.with(append(bindings, list(p.stores[0], value)), p.write)
}

func expandPush(m *machine, form *Cons) Value {
	args := parts(m, form, 2, 2)
	return around(m, args, func(p *place, item Value) Value { return list(sym("CONS"), item, p.read) })
}

func expandPushnew(m *machine, form *Cons) Value {
	args := parts(m, form, 2, -1)
	return around(m, args, func(p *place, item Value) Value {
		return listTail(list(args[2:]...), sym("ADJOIN"), item, p.read)
	})
}

// around changes a place by an item that is evaluated before it.
func around(m *machine, args []Value, value func(p *place, item Value) Value) Value {
	p := placeOf(m, args[1])
	if len(p.stores) != 1 {
		panic(errProgram("%s is not one place", show(args[1])))
	}
	if len(p.temps) == 0 {
		return list(sym("SETQ"), args[1], value(p, args[0]))
	}
	item := newGensym("ITEM")
	return list(sym("LET"), list(list(item, args[0])),
		p.with([]Value{list(p.stores[0], value(p, item))}, p.write))
}

func expandPop(m *machine, form *Cons) Value {
	args := parts(m, form, 1, 1)
	p := placeOf(m, args[0])
	if len(p.stores) != 1 {
		panic(errProgram("%s is not one place", show(args[0])))
	}
	l := newGensym("LIST")
	return p.with([]Value{list(l, p.read), list(p.stores[0], list(sym("CDR"), l))}, p.write, list(sym("CAR"), l))
}

// expandRemf is (REMF place key).
func expandRemf(m *machine, form *Cons) Value {
	args := parts(m, form, 2, 2)
	p := placeOf(m, args[0])
	key, found := newGensym("KEY"), newGensym("FOUND")
	return p.with([]Value{list(key, args[1])},
		list(sym("MULTIPLE-VALUE-BIND"), list(p.stores[0], found), list(internal("REMF"), p.read, key), p.write, found))
}

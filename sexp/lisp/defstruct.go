package lisp

import "strings"

// defstruct is (DEFSTRUCT name slot …): it defines a class, and the functions that make, test, copy
// and read its objects.
func defstruct(c *compiler, form *Cons) Value {
	args := c.split(form, 1, -1)
	d := structOptions(c, args[0])
	for _, s := range withoutLeadingDoc(args[1:]) {
		sl := structSlot(c, s)
		if d.class.slot(sl.name) >= 0 {
			panic(errProgram("the slot %s stands twice", sl.name))
		}
		d.class.slots = append(d.class.slots, sl)
	}
	cell := c.p.own(d.class.name)
	if c.p.language.classes[d.class.name] != nil || c.p.language.types[cell.text()] != nil {
		panic(errProgram("there is a type %s already", show(d.class.name)))
	}
	cell.class = d.class
	structFunctions(c, d)
	return d.class.name
}

func (c *cell) text() string {
	s, _ := symName(c.name)
	return s
}

func withoutLeadingDoc(forms []Value) []Value {
	if len(forms) > 0 && isA[*Str](forms[0]) {
		return forms[1:]
	}
	return forms
}

// structure is a DEFSTRUCT: the names of the functions, "" for none.
type structure struct {
	class                    *class
	access, make, copy, test string
	made                     bool // the constructor was named
	positional               []constructor
}

// constructor takes its arguments by a lambda list of slots.
type constructor struct{ name, params Value }

// structOptions reads NAME or (NAME option …).
func structOptions(c *compiler, v Value) *structure {
	var options []Value
	if cell, ok := v.(*Cons); ok {
		options, v = listOf(c.m, cell.Cdr, 0, -1, "%s are not the options of a structure"), cell.Car
	}
	name, ok := symName(v)
	if !ok || v == nil {
		panic(errProgram("%s cannot be the name of a structure", show(v)))
	}
	d := &structure{
		class:  &class{name: v},
		access: name + "-",
		make:   "MAKE-" + name,
		copy:   "COPY-" + name,
		test:   name + "-P",
	}
	for _, o := range options {
		structOption(c, d, o)
	}
	return d
}

func structOption(c *compiler, d *structure, o Value) {
	parts := partsOf(c.m, o, "%s is no option of DEFSTRUCT")
	switch {
	case parts[0] == kw("INCLUDE") && len(parts) == 2:
		parent := c.p.class(parts[1])
		if parent == nil || parent.condition {
			panic(errProgram("%s is no structure", show(parts[1])))
		}
		d.class.inherit(parent)
	case parts[0] == kw("CONSTRUCTOR") && len(parts) == 3:
		if !d.made {
			d.make = ""
		}
		d.positional = append(d.positional, constructor{parts[1], parts[2]})
	default:
		d.named(o, parts)
	}
}

// named reads an option that names a function.
func (d *structure) named(o Value, parts []Value) {
	key, _ := symName(parts[0])
	to := map[string]*string{"CONC-NAME": &d.access, "CONSTRUCTOR": &d.make, "COPIER": &d.copy, "PREDICATE": &d.test}[key]
	switch {
	case to == nil || !isKeyword(parts[0]) || len(parts) > 2:
		panic(errProgram("the option %s of DEFSTRUCT is not known here", show(o)))
	case len(parts) == 1:
		if key == "CONC-NAME" {
			*to = ""
		}
		return
	case parts[1] == nil:
		*to = ""
		return
	}
	d.made = d.made || key == "CONSTRUCTOR"
	name, ok := designatedName(parts[1])
	if !ok {
		panic(errProgram("%s is no name", show(parts[1])))
	}
	*to = name
}

func designatedName(v Value) (string, bool) {
	if s, ok := v.(*Str); ok {
		return s.text, true
	}
	return symName(v)
}

// structSlot reads NAME or (NAME init option …).
func structSlot(c *compiler, v Value) slot {
	parts := partsOf(c.m, v, "%s is no slot")
	name, ok := symName(parts[0])
	if !ok || parts[0] == nil || len(parts) > 2 && len(parts)%2 != 0 {
		panic(errProgram("%s is no slot", show(v)))
	}
	s := slot{name: name, arg: kw(name), init: c.thunk(append(parts, nil)[1])}
	for i := 2; i+1 < len(parts); i += 2 {
		switch parts[i] {
		case kw("READ-ONLY"):
			s.locked = parts[i+1] != nil
		case kw("TYPE"):
			s.is, s.spec = newTypeTest(c.m, parts[i+1]), parts[i+1]
		default:
			panic(errProgram("%s is no option of a slot", show(parts[i])))
		}
	}
	return s
}

// structFunctions defines the functions of a structure.
func structFunctions(c *compiler, d *structure) {
	class := d.class
	maker := class.maker()
	all := map[string]*builtin{
		d.make: maker,
		d.test: {least: 1, most: 1, do: func(_ *machine, args []Value) Value {
			o := classOf(args[0])
			return truth(o != nil && o.is(class))
		}},
		d.copy: {least: 1, most: 1, do: func(m *machine, args []Value) Value {
			o, ok := args[0].(*Struct)
			if !ok || !o.class.is(class) {
				panic(wrongValue(args[0], class.name))
			}
			m.room(64 + slotBytes*len(o.slots))
			return &Struct{class: o.class, slots: append([]Value{}, o.slots...)}
		}},
	}
	delete(all, "")
	for name, b := range all {
		defineBuiltin(c, name, b, nil)
	}
	for i, s := range class.slots {
		r := &slotReader{class, i}
		defineBuiltin(c, d.access+s.name, r.builtin(), r)
	}
	for _, p := range d.positional {
		definePositional(c, p, class, &Function{builtin: maker, frozen: true})
	}
}

// maker is the function that makes an object, given keys and values.
func (class *class) maker() *builtin {
	return &builtin{most: -1, do: func(m *machine, args []Value) Value {
		slots := fillSlots(m, class, args)
		return &Struct{class: class, slots: slots}
	}}
}

// definePositional defines a constructor that takes its arguments by a lambda list and calls the
// one that takes keys.
func definePositional(c *compiler, p constructor, class *class, maker *Function) {
	cell := c.p.own(p.name)
	params := listOf(c.m, p.params, 0, -1, "%s is not a list of parameters")
	form := class.arguments(maker, params)
	cell.function = c.evaluate(list(sym("LAMBDA"), list(params...), list(form...))).(*Function)
	cell.function.name = cell.text()
}

// arguments is the call of a constructor with keys for the variables of a lambda list. Parameters that may
// be left out get the slots' own defaults.
func (class *class) arguments(maker *Function, params []Value) []Value {
	form := []Value{maker}
	given := false // by &OPTIONAL or what follows it, so that it may be left out
	for i, param := range params {
		name, _ := symName(param)
		if strings.HasPrefix(name, "&") {
			given = true
			continue
		}
		if cell, ok := param.(*Cons); ok {
			name, _ = symName(cell.Car)
		} else if at := class.slot(name); given && at >= 0 {
			params[i] = list(param, list(class.slots[at].init))
		}
		form = append(form, kw(name), sym(name))
	}
	for i, param := range params { // what gathers the rest has no value of its own
		if isSym(param, "&REST") && i+1 < len(params) {
			if rest, ok := params[i+1].(*Cons); ok {
				params[i+1] = rest.Car
			}
		}
	}
	return form
}

// defineBuiltin defines a function that the language makes for a program.
func defineBuiltin(c *compiler, name string, b *builtin, r *slotReader) {
	cell := c.p.own(sym(strings.Clone(name)))
	if cell.macro != nil {
		panic(errProgram("%s is a macro already", name))
	}
	b.name = name
	cell.function, cell.reader = &Function{name: name, builtin: b, frozen: true}, r
}

// builtin is the function that reads the slot.
func (r *slotReader) builtin() *builtin {
	return &builtin{least: 1, most: 1, do: func(_ *machine, args []Value) Value {
		switch o := args[0].(type) {
		case *Struct:
			if o.class.is(r.class) {
				return o.slots[r.index]
			}
		case *Condition:
			if o.class.is(r.class) {
				return o.get(r.class.slots[r.index].name)
			}
		}
		panic(wrongValue(args[0], r.class.name))
	}}
}

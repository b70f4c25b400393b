package lisp

import "strings"

// defstruct is (DEFSTRUCT name slot …): it defines a class, and the functions that make, test, copy
// and read its objects.
func defstruct(c *compiler, form *Cons) Value {
	args := c.split(form, 1, -1)
	parts := partsOf(c.m, args[0], "%s cannot be the name of a structure")
	name, ok := symName(parts[0])
	switch {
	case !ok || parts[0] == nil:
		panic(errProgram("%s cannot be the name of a structure", show(parts[0])))
	case len(parts) > 1:
		panic(errProgram("the option %s of DEFSTRUCT is not known here", show(parts[1])))
	}
	class := &class{name: parts[0]}
	for _, s := range withoutLeadingDoc(args[1:]) {
		sl := structSlot(c, s)
		if class.slot(sl.name) >= 0 {
			panic(errProgram("the slot %s stands twice", sl.name))
		}
		class.slots = append(class.slots, sl)
	}
	cell := c.p.own(class.name)
	if c.p.language.classes[class.name] != nil || c.p.language.types[cell.text()] != nil {
		panic(errProgram("there is a type %s already", show(class.name)))
	}
	cell.class = class
	structFunctions(c, class, name)
	return class.name
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
func structFunctions(c *compiler, class *class, name string) {
	defineBuiltin(c, "MAKE-"+name, &builtin{most: -1, do: func(m *machine, args []Value) Value {
		return &Struct{class: class, slots: fillSlots(m, class, args)}
	}}, nil)
	defineBuiltin(c, name+"-P", &builtin{least: 1, most: 1, do: func(_ *machine, args []Value) Value {
		return truth(classOf(args[0]) == class)
	}}, nil)
	defineBuiltin(c, "COPY-"+name, &builtin{least: 1, most: 1, do: func(m *machine, args []Value) Value {
		o, ok := args[0].(*Struct)
		if !ok || o.class != class {
			panic(wrongValue(args[0], class.name))
		}
		m.room(64 + slotBytes*len(o.slots))
		return &Struct{class: class, slots: append([]Value{}, o.slots...)}
	}}, nil)
	for i, s := range class.slots {
		r := &slotReader{class, i}
		defineBuiltin(c, name+"-"+s.name, r.builtin(), r)
	}
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

package lisp

import "pp/sexp"

// topForm finds what a form means at the top alone.
func topForm(name sexp.Symbol) func(*compiler, *Cons) Value {
	switch name {
	case sexp.Sym("PROGN"):
		return func(c *compiler, form *Cons) (v Value) {
			for _, f := range c.split(form, 0, -1) {
				if !isForm(f, "DECLARE") {
					c.m.many = false
					v = c.toplevel(f)
				}
			}
			return v
		}
	case sexp.Sym("IN-PACKAGE"):
		return func(*compiler, *Cons) Value { return nil }
	case sexp.Sym("DEFMACRO"):
		return defmacro
	case sexp.Sym("DEFINE-CONDITION"):
		return defineCondition
	}
	return nil
}

func onlyAtTop(c *compiler, form *Cons, _ *scope) code {
	panic(c.m.errProgram("%s must stand at the top, not inside of a form", show(form.Car)))
}

// evaluate compiles a form and runs it.
func (c *compiler) evaluate(form Value) Value { return c.m.invoke(c.thunk(form), nil) }

// thunk compiles a form as a function of no arguments.
func (c *compiler) thunk(form Value) *Function {
	c.m.room(8 * formBytes)
	c.m.builtin = ""
	l, outer := &lambda{program: c.p}, c.fn
	c.fn = &function{}
	defer func() { c.fn = outer }()
	l.body = c.form(form, nil)
	return c.close(l, nil)(c.m, nil).(*Function)
}

// mayDefine is an error where a call would define something.
func (c *compiler) mayDefine(m *machine) {
	if m.defining == nil || m.defining != c.p {
		panic(m.wrong("a call cannot define anything"))
	}
}

func defun(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 2, -1)
	cell := c.own(args[0])
	if cell.macro != nil {
		panic(c.m.errProgram("%s is a macro already", show(args[0])))
	}
	do := c.lambda(args[0], form.Cdr.(*Cons).Cdr, s)
	return func(m *machine, s []Value) Value {
		c.mayDefine(m)
		cell.function = do(m, s).(*Function)
		return cell.name
	}
}

// defineValue is (DEFPARAMETER name form documentation) and its kin. DEFVAR leaves a variable that has a value as
// it is.
func defineValue(c *compiler, form *Cons, s *scope) code {
	keeps, constant := isForm(form, "DEFVAR"), isForm(form, "DEFCONSTANT")
	least := 2
	if keeps {
		least = 1
	}
	args := c.split(form, least, 3)
	cell := c.own(args[0])
	if cell.constant {
		panic(c.m.errProgram("%s is a constant and cannot be defined again", show(args[0])))
	}
	if len(args) == 1 {
		panic(c.m.errProgram("%s needs a value, as globals are frozen: (DEFVAR %s NIL)", show(args[0]), show(args[0])))
	}
	value := c.form(args[1], s)
	return func(m *machine, s []Value) Value {
		c.mayDefine(m)
		if !keeps || !cell.bound {
			cell.value = value(m, s)
			cell.bound, cell.constant = true, constant
		}
		m.many = false
		return cell.name
	}
}

// defmacro defines a macro, for the forms after it.
func defmacro(c *compiler, form *Cons) Value {
	args := c.split(form, 2, -1)
	cell := c.own(args[0])
	if cell.function != nil {
		panic(c.m.errProgram("%s is a function already", show(args[0])))
	}
	cell.macro = c.expander(args[0], form.Cdr.(*Cons).Cdr.(*Cons))
	return args[0]
}

// expander makes the function of a macro: of a form, what it means.
func (c *compiler) expander(name Value, parts *Cons) *Function {
	forms := listOf(c.m, parts.Cdr, 0, -1, "%s is not the body of a macro")
	whole := &Gensym{"FORM"}
	pattern, arg := parts.Car, formOf("CDR", whole)
	if p, ok := pattern.(*Cons); ok && isSym(p.Car, "&WHOLE") {
		if rest, ok := p.Cdr.(*Cons); ok {
			pattern, arg = listTail(rest.Cdr, &Gensym{"OPERATOR"}), whole
			forms = []Value{listTail(list(forms...), sym("LET"), list(list(rest.Car, whole)))}
		}
	}
	bind := listTail(list(withoutDoc(forms)...), sym("DESTRUCTURING-BIND"), pattern, arg)
	made := c.evaluate(formOf("LAMBDA", list(whole), formOf("BLOCK", name, bind))).(*Function)
	made.name, _ = symName(name)
	if made.lambda.program = c.p; c.p.isPrelude {
		made.lambda.program = nil
	}
	return made
}

// defineCondition is (DEFINE-CONDITION name (parent …) (slot …) option …).
func defineCondition(c *compiler, form *Cons) Value {
	args := c.split(form, 3, -1)
	parents := listOf(c.m, args[1], 0, -1, "%s is not a list of types of conditions")
	if len(parents) == 0 {
		parents = []Value{sym("CONDITION")}
	}
	made := &class{name: args[0]}
	for _, p := range parents {
		parent := c.p.class(p)
		if parent == nil {
			panic(c.m.errProgram("%s is not a type of conditions", show(p)))
		}
		made.inherit(parent)
	}
	cell := c.own(args[0])
	if c.p.language.classes[args[0]] != nil && c.p.language.base[args[0]] == nil {
		panic(c.m.errProgram("there is a type %s already", show(args[0])))
	}
	for _, s := range listOf(c.m, args[2], 0, -1, "%s is not a list of slots") {
		c.conditionSlot(made, s)
	}
	cell.class = made
	for _, o := range args[3:] {
		parts := listOf(c.m, o, 2, 2, "%s is not an option of DEFINE-CONDITION here")
		switch parts[0] {
		case kw("DOCUMENTATION"):
		case kw("REPORT"):
			made.report = c.report(parts[1])
		default:
			panic(c.m.errProgram("the option %s of DEFINE-CONDITION is not known here", show(parts[0])))
		}
	}
	return args[0]
}

// conditionSlot reads NAME or (NAME option …), and defines the functions that read the slot.
func (c *compiler) conditionSlot(made *class, v Value) {
	parts := []Value{v}
	if isCons(v) {
		parts = listOf(c.m, v, 1, -1, "%s is not a slot")
	}
	name, ok := symName(parts[0])
	if !ok || len(parts)%2 == 0 {
		panic(c.m.errProgram("%s is not a slot", show(v)))
	}
	s := slot{name: name}
	for i := 1; i < len(parts); i += 2 {
		switch parts[i] {
		case kw("INITARG"):
			s.arg = parts[i+1]
		case kw("INITFORM"):
			s.init = c.thunk(parts[i+1])
		case kw("READER"), kw("ACCESSOR"):
			cell := c.own(parts[i+1])
			if cell.macro != nil {
				panic(c.m.errProgram("%s is a macro already", show(parts[i+1])))
			}
			cell.function = newBuiltin(slotReader(show(parts[i+1]), name, made))
		case kw("TYPE"), kw("DOCUMENTATION"):
		default:
			panic(c.m.errProgram("%s is not an option of a slot here", show(parts[i])))
		}
	}
	made.add(s)
}

// report makes a reporter of a string, a function's name or a lambda of a condition and a stream.
func (c *compiler) report(v Value) func(*machine, *Condition) string {
	if s, ok := v.(*Str); ok {
		return func(*machine, *Condition) string { return s.text }
	}
	do := c.evaluate(formOf("FUNCTION", v))
	return func(m *machine, cond *Condition) string {
		s := &Stream{}
		m.call(do, cond, s)
		return s.out.String()
	}
}

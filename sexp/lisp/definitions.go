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
	bind := listTail(list(withoutDoc(forms)...), sym("DESTRUCTURING-BIND"), parts.Car, formOf("CDR", whole))
	made := c.evaluate(formOf("LAMBDA", list(whole), formOf("BLOCK", name, bind))).(*Function)
	made.name, _ = symName(name)
	if made.lambda.program = c.p; c.p.isPrelude {
		made.lambda.program = nil
	}
	return made
}

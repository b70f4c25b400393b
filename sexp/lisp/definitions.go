package lisp

func definitionSpecials() []special {
	return []special{
		{"DEFUN", defun},
		{"DEFMACRO", onlyAtTop}, {"DEFSTRUCT", onlyAtTop},
		{"DEFINE-CONDITION", onlyAtTop},
		{"DEFPARAMETER", defparameter}, {"DEFVAR", defvar},
		{"DEFCONSTANT", defconstant},
	}
}

func onlyAtTop(c *compiler, form *Cons, _ *scope) node {
	panic(errProgram("%s must stand at the top, not inside of a form", show(form.Car)))
}

// defining wraps what defines something, which calls cannot do.
func defining(multi bool, do code) code {
	return single(multi, func(m *machine, s []Value) (Value, error) {
		if m.defining == nil || m.defining != m.program {
			return nil, m.raise(wrong("a call cannot define anything"), position{})
		}
		return do(m, s)
	})
}

// definedFunction understands a DEFUN.
func definedFunction(c *compiler, form *Cons, s *scope) (*cell, node) {
	args := c.split(form, 2, -1)
	cell := c.p.own(args[0])
	if cell.macro != nil {
		panic(errProgram("%s is a macro already", show(args[0])))
	}
	return cell, c.function(args[0], args[1], args[2:], s)
}

// defunAtTop is a DEFUN that defines as soon as it is understood.
func defunAtTop(c *compiler, form *Cons) Value {
	c.m.room(8 * formBytes)
	c.fn = nil
	cell, f := definedFunction(c, form, nil)
	cell.function, cell.reader = must(f.code(false)(c.m, nil)).(*Function), nil
	return cell.name
}

func defun(c *compiler, form *Cons, s *scope) node {
	cell, f := definedFunction(c, form, s)
	return later(func(multi bool) code {
		do := f.code(false)
		return defining(multi, func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			cell.function, cell.reader = v.(*Function), nil
			return cell.name, nil
		})
	})
}

func defparameter(c *compiler, form *Cons, s *scope) node { return defineValue(c, form, s, 2, false) }

func defvar(c *compiler, form *Cons, s *scope) node { return defineValue(c, form, s, 1, false) }

func defconstant(c *compiler, form *Cons, s *scope) node { return defineValue(c, form, s, 2, true) }

// defineValue is (DEFPARAMETER name form documentation) and its kin. DEFVAR, which takes but a name
// too, leaves a variable that has a value as it is.
func defineValue(c *compiler, form *Cons, s *scope, least int, constant bool) node {
	args := c.split(form, least, 3)
	cell := c.p.own(args[0])
	if cell.constant {
		panic(errProgram("%s is a constant and cannot be defined again", show(args[0])))
	}
	if len(args) == 1 {
		panic(errProgram("%s needs a value, as globals are frozen: (DEFVAR %s NIL)", show(args[0]), show(args[0])))
	}
	value := c.form(args[1], s)
	return later(func(multi bool) code {
		do := value.code(false)
		return defining(multi, func(m *machine, s []Value) (Value, error) {
			if least == 1 && cell.bound {
				return cell.name, nil
			}
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			cell.value, cell.bound, cell.constant = v, true, constant
			return cell.name, nil
		})
	})
}

// defmacro defines a macro, for the forms after it.
func defmacro(c *compiler, form *Cons) Value {
	args := c.split(form, 2, -1)
	cell := c.p.own(args[0])
	if cell.function != nil {
		panic(errProgram("%s is a function already", show(args[0])))
	}
	cell.macro = expander(c, args[0], form.Cdr.(*Cons).Cdr.(*Cons))
	return args[0]
}

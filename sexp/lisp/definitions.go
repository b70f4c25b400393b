package lisp

func definitionSpecials() []special {
	return []special{
		{"DEFUN", defun},
		{"DEFMACRO", onlyAtTop}, {"DEFSTRUCT", onlyAtTop},
		{"DEFINE-CONDITION", onlyAtTop}, {"DEFTYPE", onlyAtTop},
		{"DEFPARAMETER", defparameter}, {"DEFVAR", defvar},
		{"DEFCONSTANT", defconstant},
	}
}

func onlyAtTop(c *compiler, form *Cons, _ *scope) (node, error) {
	return nil, errProgram("%s must stand at the top, not inside of a form", show(form.Car))
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
func definedFunction(c *compiler, form *Cons, s *scope) (*cell, node, error) {
	args, err := c.split(form, 2, -1)
	if err != nil {
		return nil, nil, err
	}
	cell, err := c.p.own(args[0])
	if err != nil {
		return nil, nil, err
	}
	if cell.macro != nil {
		return nil, nil, errProgram("%s is a macro already", show(args[0]))
	}
	f, err := c.function(args[0], args[1], args[2:], s)
	return cell, f, err
}

// defunAtTop is a DEFUN that defines as soon as it is understood.
func defunAtTop(c *compiler, form *Cons) (Value, error) {
	if err := c.m.room(8 * formBytes); err != nil {
		return nil, err
	}
	c.fn = nil
	cell, f, err := definedFunction(c, form, nil)
	if err != nil {
		return nil, err
	}
	v, err := f.code(false)(c.m, nil)
	if err != nil {
		return nil, err
	}
	cell.function, cell.reader = v.(*Function), nil
	return cell.name, nil
}

func defun(c *compiler, form *Cons, s *scope) (node, error) {
	cell, f, err := definedFunction(c, form, s)
	if err != nil {
		return nil, err
	}
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
	}), nil
}

func defparameter(c *compiler, form *Cons, s *scope) (node, error) {
	return defineValue(c, form, s, 2, false)
}

func defvar(c *compiler, form *Cons, s *scope) (node, error) {
	return defineValue(c, form, s, 1, false)
}

func defconstant(c *compiler, form *Cons, s *scope) (node, error) {
	return defineValue(c, form, s, 2, true)
}

// defineValue is (DEFPARAMETER name form documentation) and its kin. DEFVAR, which takes but a name
// too, leaves a variable that has a value as it is.
func defineValue(c *compiler, form *Cons, s *scope, least int, constant bool) (node, error) {
	args, err := c.split(form, least, 3)
	if err != nil {
		return nil, err
	}
	cell, err := c.p.own(args[0])
	if err != nil {
		return nil, err
	}
	if cell.constant {
		return nil, errProgram("%s is a constant and cannot be defined again", show(args[0]))
	}
	if len(args) == 1 {
		return nil, errProgram("%s needs a value, as globals are frozen: (DEFVAR %s NIL)", show(args[0]), show(args[0]))
	}
	value, err := c.form(args[1], s)
	if err != nil {
		return nil, err
	}
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
	}), nil
}

// defmacro defines a macro, for the forms after it.
func defmacro(c *compiler, form *Cons) (Value, error) {
	args, err := c.split(form, 2, -1)
	if err != nil {
		return nil, err
	}
	cell, err := c.p.own(args[0])
	if err != nil {
		return nil, err
	}
	if cell.function != nil {
		return nil, errProgram("%s is a function already", show(args[0]))
	}
	f, err := expander(c, args[0], form.Cdr.(*Cons).Cdr.(*Cons))
	if err != nil {
		return nil, err
	}
	cell.macro = f
	return args[0], nil
}

// deftype is (DEFTYPE name () body …): another name of a type.
func deftype(c *compiler, form *Cons) (Value, error) {
	args, err := c.split(form, 3, -1)
	if err != nil {
		return nil, err
	}
	if args[1] != nil {
		return nil, errProgram("DEFTYPE takes no parameters here")
	}
	cell, err := c.p.own(args[0])
	if err != nil {
		return nil, err
	}
	if c.p.class(args[0]) != nil || atomicTypes(cell.text()) != nil {
		return nil, errProgram("there is a type %s already", show(args[0]))
	}
	spec, err := c.evaluate(listTail(list(args[2:]...), sym("PROGN")))
	if err != nil {
		return nil, err
	}
	if _, err := newTypeTest(c.m, spec); err != nil {
		return nil, err
	}
	cell.alias = list(spec)
	return args[0], freeze(c.m, spec)
}

package lisp

import "pp/sexp"

// libraryMacros are macros over functions of the library.
func libraryMacros() []macro {
	return []macro{
		{"WITH-OUTPUT-TO-STRING", withOutputToString},
		{regexpPackage + "REGISTER-GROUPS-BIND", registerGroupsBind},
	}
}

// withOutputToString binds a variable to a stream and gives what was written to it.
func withOutputToString(m *machine, form *Cons) Value {
	binding, body := bindingForm(m, form)
	if len(binding) != 1 {
		panic(errProgram("WITH-OUTPUT-TO-STRING takes (variable) and forms here"))
	}
	stream := list(binding[0], list(sym("MAKE-STRING-OUTPUT-STREAM")))
	give := list(sym("GET-OUTPUT-STREAM-STRING"), binding[0])
	return list(sym("LET"), list(stream), listTail(nil, sym("PROGN"), listTail(body, sym("PROGN")), give))
}

// bindingForm takes a form (name (part…) form…) apart.
func bindingForm(m *machine, form *Cons) (binding []Value, body Value) {
	rest, ok := form.Cdr.(*Cons)
	if !ok {
		panic(errProgram("%s has no list of what it binds", show(form.Car)))
	}
	binding = itemsOf(m, rest.Car)
	return binding, rest.Cdr
}

// registerGroupsBind binds variables to the registers of a match, or to what functions make
// of them, and gives NIL where there is no match:
//
//	(register-groups-bind (name (#'parse-integer n m)) (regex text :start 1) form…)
func registerGroupsBind(m *machine, form *Cons) Value {
	vars, rest := bindingForm(m, form)
	scan, ok := rest.(*Cons)
	if !ok {
		panic(errProgram("REGISTER-GROUPS-BIND takes variables, (regex text) and forms"))
	}
	if len(vars) == 0 {
		return listTail(scan.Cdr, sym("WHEN"), regexpCall("SCAN", scan.Car))
	}
	found, registers := newGensym("FOUND"), newGensym("REGISTERS")
	var bindings []Value
	n := 0
	for _, v := range vars {
		parts := []Value{nil, v}
		if c, ok := v.(*Cons); ok {
			parts = itemsOf(m, c)
		}
		for _, name := range parts[1:] {
			value := list(sym("AREF"), registers, sexp.Int(n))
			if n++; name == nil {
				continue
			}
			if parts[0] != nil {
				text := newGensym("TEXT")
				value = list(sym("LET"), list(list(text, value)),
					list(sym("WHEN"), text, list(sym("FUNCALL"), parts[0], text)))
			}
			bindings = append(bindings, list(name, value))
		}
	}
	body := listTail(scan.Cdr, sym("LET"), list(bindings...))
	return list(sym("MULTIPLE-VALUE-BIND"), list(found, registers), regexpCall("SCAN-TO-STRINGS", scan.Car),
		list(sym("WHEN"), found, body))
}

// regexpCall is a call of a function of CL-PPCRE.
func regexpCall(name string, args Value) Value {
	return listTail(args, Intern(sexp.Symbol{Package: "CL-PPCRE", Name: name}))
}

package lisp

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

const mostText = 400 // bytes of a message that the language makes: names in it may be long

// What an error counts for, besides what it is about. The next step, or value, looks at the limits.
const (
	errorSteps = 8
	errorBytes = 1024
)

// failure is an error that Lisp code can handle: a condition, or what becomes one when something looks at it.
type failure struct {
	class     string // of the condition to be made
	text      string
	slots     []Value // name, value, …
	condition *Condition
	function  string // the builtin that it happened in
	at        *Cons  // the form that it happened in
}

// Error implements error.
func (f *failure) Error() string {
	s := ErrForm.Error() + ": " + f.text
	name := strings.TrimPrefix(f.function, regexpPackage)
	if strings.HasPrefix(name, internalPackage) {
		return s
	}
	if name == "" || f.at != nil && isSymbol(f.at.Car) {
		if operator, _ := symName(carOf(f.at)); name == "" || operator == name {
			return s
		}
	}
	return s + ", in (" + f.function + " …)"
}

func carOf(c *Cons) Value {
	if c == nil {
		return nil
	}
	return c.Car
}

// Unwrap makes each failure an ErrForm.
func (f *failure) Unwrap() error { return ErrForm }

func newFailure(class, format string, args ...any) *failure {
	return &failure{class: class, text: brief(fmt.Sprintf(format, args...), mostText)}
}

// The functions of the language and compiled code panic with an error that they raised: raise gives it to the
// handlers first, which may choose to go on elsewhere. Where evaluation begins, rescue returns the error.

// raise gives an error to the handlers, where it happened, and returns what to panic with if none takes it.
func (m *machine) raise(f *failure) error {
	m.steps, m.bytes = m.steps+errorSteps, m.bytes+errorBytes
	f.at, m.failing = m.at, f
	if f.condition == nil {
		f.function = m.builtin
	}
	if len(m.handlers) > 0 {
		m.signal(m.conditionOf(f))
	}
	return f
}

// wrong raises a SIMPLE-ERROR.
func (m *machine) wrong(format string, args ...any) error {
	return m.wrongAs("SIMPLE-ERROR", format, args...)
}

// wrongAs raises an error of a class of conditions, named in upper case.
func (m *machine) wrongAs(class, format string, args ...any) error {
	return m.raise(newFailure(class, format, args...))
}

// errProgram raises an error about a call that does not fit a function, or a form that is not one.
func (m *machine) errProgram(format string, args ...any) error {
	return m.wrongAs("PROGRAM-ERROR", format, args...)
}

// wrongType raises a TYPE-ERROR: v is not of the type, which is upper case as Lisp names it.
func (m *machine) wrongType(v Value, typ string) error {
	article := "a "
	switch typ[0] {
	case 'A', 'E', 'I', 'O', 'U':
		article = "an "
	case '(':
		article = "of the type "
	}
	return m.typeError(v, sym(typ), show(v)+" is not "+article+typ)
}

func (m *machine) typeError(v, spec Value, text string) error {
	return m.raise(&failure{class: "TYPE-ERROR", text: text,
		slots: []Value{sym("DATUM"), v, sym("EXPECTED-TYPE"), spec}})
}

func noFunction(name Value) *failure {
	return &failure{class: "UNDEFINED-FUNCTION", text: "there is no function " + show(name) + " here",
		slots: []Value{sym("NAME"), name}}
}

// checkFrozen is for what is about to be changed in v.
func (m *machine) checkFrozen(frozen bool, v Value) {
	if frozen {
		panic(m.wrong("%s was there before the call or stands in the code, and cannot be changed: copy it first", show(v)))
	}
}

// asType returns a value that must be of a type, which Lisp calls by a name.
func asType[T any](m *machine, v Value, name string) T {
	t, ok := v.(T)
	if !ok {
		panic(m.wrongType(v, name))
	}
	return t
}

// blameUnless adds the name of a macro to an error that was raised, unless what was begun is done: to that of a limit,
// and to another if it is one of the macro's own code. It leaves the panic alone.
func (m *machine) blameUnless(done *bool, macro *Function, own bool) {
	if *done {
		return
	}
	suffix := ", when the macro " + macro.name + " was expanded"
	switch e := m.failing.(type) {
	case *limitError:
		e.text += suffix
	case *failure:
		if own && (e.condition == nil || e.text != "") {
			e.text += suffix
		}
	}
	m.failing = nil
}

// exit is a jump on its way to a target.
type exit struct {
	to     *target
	index  int // of the clause
	values []Value
}

// target is where an exit goes: one activation of a form.
type target struct{ gone bool }

// leave jumps to a target with values.
func (m *machine) leave(to *target, index int, values []Value) {
	m.leaving = &exit{to, index, values}
	panic(m.leaving)
}

// catch runs something that may jump to a target, and returns the exit that arrived, if one did.
func (m *machine) catch(to *target, do func() Value) (v Value, arrived *exit) {
	saved := m.state
	defer func() {
		to.gone = true
		if e := m.leaving; e != nil && e.to == to {
			_ = recover()
			m.state, m.leaving, arrived = saved, nil, e
		}
	}()
	return do(), nil
}

// thrown returns the error that a panic is about; nil for none. A defect of this package goes on.
func thrown(r any) error {
	if r == nil {
		return nil
	}
	err, ok := r.(error)
	if _, defect := r.(runtime.Error); !ok || defect {
		panic(r)
	}
	return err
}

// try returns the error that something ends with.
func try(do func()) (err error) {
	defer func() { err = thrown(recover()) }()
	do()
	return nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// rescue returns an error to the caller of this package. A defect of this package is one of what runs: the caller
// denies then, and goes on.
func rescue(err *error) {
	r := recover()
	defer func() {
		if r := recover(); r != nil {
			*err = &Error{Form: "the program",
				Err: newFailure("SIMPLE-ERROR", "the evaluation broke off by a defect of pp: %v", r)}
		}
	}()
	if e := thrown(r); e != nil {
		*err = e
	}
}

// located completes an error for the host: its text is what its condition reports, and it says where the form stands,
// or another form where that is not known. The cause of a context that ended stays as it is.
func (m *machine) located(err error, otherwise *Cons) error {
	at := otherwise
	if f, ok := err.(*failure); ok {
		if m.settle(f); f.at != nil && f.at.at != nil {
			at = f.at
		}
	} else if m.ctx.Err() != nil && !errors.Is(err, ErrLimit) {
		return err
	}
	if known := (*Error)(nil); at == nil || err == nil || errors.As(err, &known) {
		return err
	}
	e := &Error{Form: show(at), Err: err}
	e.File, e.Line, e.Column = at.at.place()
	return e
}

// settle makes the text of a failure that is a condition.
func (m *machine) settle(f *failure) {
	if f.condition == nil || f.text != "" {
		return
	}
	m.handlers = nil
	if try(func() { f.text = brief(m.report(f.condition), mostText) }) != nil {
		f.text = "a condition that cannot be reported: " + show(f.condition.class.name)
	}
}

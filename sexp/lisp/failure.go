package lisp

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
)

var background = context.Background()

const mostText = 400 // bytes of a message that the language makes: names in it may be long

// failure is an error that Lisp code can handle: a condition, or what becomes one when
// something looks at it.
type failure struct {
	class     string // of the condition to be made
	text      string
	slots     []Value    // by the names of the class's slots: name, value, …
	condition *Condition // nil until it is made
	function  string     // that it happened in
	at        position
	signalled bool // the handlers have declined it
}

// Error implements error.
func (f *failure) Error() string {
	s := ErrForm.Error() + ": " + f.text
	name := strings.TrimPrefix(f.function, regexpPackage)
	if form, ok := f.at.form().(*Cons); f.function != "" && !(ok && isSymbolNamed(form.Car, name)) {
		s += ", in (" + f.function + " …)"
	}
	return s
}

// Unwrap makes each failure an ErrForm.
func (f *failure) Unwrap() error { return ErrForm }

// wrong is an error that HANDLER-CASE takes for a SIMPLE-ERROR.
//
//go:noinline
func wrong(format string, args ...any) error { return wrongAs("SIMPLE-ERROR", format, args...) }

// wrongAs is an error of a class of conditions, named in upper case. Whoever gets an error of
// a function that it called passes it on as it is.
func wrongAs(class, format string, args ...any) error {
	return &failure{class: class, text: brief(fmt.Sprintf(format, args...), mostText)}
}

// wrongType is a TYPE-ERROR: v is not of the type, which is upper case as Lisp names it.
func wrongType(v Value, typ string) error {
	return &failure{class: "TYPE-ERROR", text: fmt.Sprintf("%s is not %s", show(v), article(typ)),
		slots: []Value{sym("DATUM"), v, sym("EXPECTED-TYPE"), sym(typ)}}
}

func article(typ string) string {
	switch typ[0] {
	case 'A', 'E', 'I', 'O', 'U':
		return "an " + typ
	case '(':
		return "of the type " + typ
	}
	return "a " + typ
}

// errFrozen says that v, which is to be changed, was there before the call.
func errFrozen(v Value) error {
	return wrong("%s was there before the call or stands in the code, and cannot be changed: copy it first", show(v))
}

// checkFrozen is for what is about to be changed in v.
func checkFrozen(frozen bool, v Value) {
	if frozen {
		panic(errFrozen(v))
	}
}

// errProgram is a call that does not fit a function, or a form that is none.
//
//go:noinline
func errProgram(format string, args ...any) error { return wrongAs("PROGRAM-ERROR", format, args...) }

// asFailure finds the failure that err is.
func asFailure(err error) (*failure, bool) {
	if f, ok := err.(*failure); ok {
		return f, true
	}
	var f *failure
	return f, errors.As(err, &f)
}

// The functions of the language, and the compiler, panic with an error that they have; each of them may so use what
// others give as it is. Compiled code gives errors back, since an exit that stays within a function is one. Where
// the two meet, an error is caught or thrown: by try, must and invokeBuiltin, and by rescue for whoever is outside.
// Compiled code lets only errors pass that end the whole evaluation, such as those of the limits.

// thrown is the error that a panic is about; nil of none. A defect of this package goes on.
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

// try gives the error that something ends with.
func try(do func()) (err error) {
	defer func() { err = thrown(recover()) }()
	do()
	return nil
}

// must is a value, unless there is an error.
func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// rescue gives an error back to whoever asked. A defect of this package is one of what runs: the caller denies then,
// and goes on.
func rescue(err *error) {
	r := recover()
	defer func() {
		if r := recover(); r != nil {
			*err = &Error{Form: "the program", Err: wrong("the evaluation broke off by a defect of pp: %v", r)}
		}
	}()
	if e := thrown(r); e != nil {
		*err = e
	}
}

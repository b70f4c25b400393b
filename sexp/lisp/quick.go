package lisp

import (
	"sync"

	"pp/sexp"
)

// quick is a call of one of the functions that loops are made of, with operands that it mostly has: small integers
// that stay unboxed from one call to the next, and lists. Whatever else there is, errors too, is left to the
// function itself.
type quick struct {
	op     quickOp
	second int8  // what the second argument is where there is but one
	at     int32 // the first slot of the function's arguments
	b      *builtin
	where  position
	args   []node
}

// quickCall is the code of one.
type quickCall struct {
	quick
	args [2]operand
}

type quickOp uint8

const (
	noQuick quickOp = iota
	quickAdd
	quickSubtract
	quickMultiply
	quickLess
	quickMore
	quickAtMost
	quickAtLeast
	quickSame
	quickMod
	quickRem
	quickEven
	quickOdd
	quickEq
	quickCar
	quickCdr
	quickNot
	quickEndp
	quickList
	quickCons
	quickRplacd
)

// quickOf is how a function of so many arguments is called, and the number that stands for a second one.
func quickOf(name string, n int) (op quickOp, second int64) {
	switch n {
	case 1:
		return quickOfOne(name)
	case 2:
		return quickOfTwo(name), 0
	}
	return noQuick, 0
}

func quickOfOne(name string) (op quickOp, second int64) {
	switch name {
	case "1+":
		return quickAdd, 1
	case "1-":
		return quickSubtract, 1
	case "ZEROP":
		return quickSame, 0
	case "PLUSP":
		return quickMore, 0
	case "MINUSP":
		return quickLess, 0
	case "EVENP":
		return quickEven, 0
	case "ODDP":
		return quickOdd, 0
	case "CAR", "FIRST":
		return quickCar, 0
	case "CDR", "REST":
		return quickCdr, 0
	case "NOT", "NULL":
		return quickNot, 0
	case "ENDP":
		return quickEndp, 0
	case "LIST":
		return quickList, 0
	}
	return noQuick, 0
}

func quickOfTwo(name string) quickOp {
	switch name {
	case "+":
		return quickAdd
	case "-":
		return quickSubtract
	case "*":
		return quickMultiply
	case "<":
		return quickLess
	case ">":
		return quickMore
	case "<=":
		return quickAtMost
	case ">=":
		return quickAtLeast
	case "=":
		return quickSame
	case "MOD":
		return quickMod
	case "REM":
		return quickRem
	case "EQ", "EQL":
		return quickEq
	case "CONS":
		return quickCons
	case "RPLACD":
		return quickRplacd
	}
	return noQuick
}

// operand is a variable, a number or another quick call, or the code of any other form, once it is known which
// variables stand in boxes.
type operand struct {
	do     code
	call   *quickCall
	number Value
	n      int64
	slot   int
}

func (q *quick) code(multi bool) code {
	call := q.build()
	return func(m *machine, s []Value) (Value, error) {
		n, v, small, err := call.eval(m, s)
		if err != nil {
			return nil, err
		}
		if multi {
			m.more = nil
		}
		if small {
			v = m.integer(n)
		}
		return v, nil
	}
}

func (q *quick) build() *quickCall {
	call := &quickCall{quick: *q}
	call.args[1] = operand{number: sexp.Int(q.second), n: int64(q.second)}
	for i, n := range q.args {
		call.args[i] = operandOf(n)
	}
	return call
}

func operandOf(n node) operand {
	switch n := n.(type) {
	case *quick:
		return operand{call: n.build()}
	case smallInt:
		return operand{number: sexp.Int(n), n: int64(n)}
	case *variable:
		if !n.boxed() {
			return operand{slot: int(n.slot)}
		}
	}
	return operand{do: n.code(false)}
}

// eval gives the value: unboxed where it is small, and there v is nil or the same.
func (o *operand) eval(m *machine, s []Value) (n int64, v Value, small bool, err error) {
	switch {
	case o.number != nil:
		return o.n, o.number, true, nil
	case o.call != nil:
		return o.call.eval(m, s)
	case o.do != nil:
		v, err = o.do(m, s)
	default:
		v = s[o.slot]
	}
	i, small := v.(sexp.Int)
	return int64(i), v, small, err
}

// eval makes the call. It counts a step, as each call does.
func (q *quickCall) eval(m *machine, s []Value) (n int64, v Value, small bool, err error) {
	x, a, xSmall, err := q.args[0].eval(m, s)
	if err != nil {
		return 0, nil, false, err
	}
	y, b, ySmall, err := q.args[1].eval(m, s)
	if err != nil {
		return 0, nil, false, err
	}
	if m.steps++; m.steps >= m.pause {
		if m.look(); err != nil {
			return 0, nil, false, m.raise(err, q.where)
		}
	}
	done := false
	if xSmall && ySmall {
		if n, v, small, done = q.op.ofNumbers(x, y); done {
			return n, v, small, nil
		}
	}
	if xSmall && a == nil {
		a = m.integer(x)
	}
	if ySmall && b == nil {
		b = m.integer(y)
	}
	v, err = q.ofValues(m, s, a, b)
	return 0, v, false, err
}

// ofValues makes the call with values, by the function itself where something is out of the ordinary.
func (q *quickCall) ofValues(m *machine, s []Value, a, b Value) (v Value, err error) {
	if q.op >= quickEq {
		var done bool
		if v, done, err = q.op.ofValues(m, a, b); done {
			return v, nil
		}
	}
	if err == nil {
		m.steps-- // which the function counts
		at, end := int(q.at), int(q.at)+len(q.quick.args)
		s[at] = a
		if end-at == 2 {
			s[at+1] = b
		}
		v, err = m.invokeBuiltin(q.b, s[at:end:end])
	}
	if err != nil {
		return nil, m.raise(err, q.where)
	}
	return v, nil
}

// ofNumbers gives what a function makes of small integers, unless it is none.
func (op quickOp) ofNumbers(x, y int64) (n int64, v Value, small, done bool) {
	switch op {
	case quickAdd:
		n = x + y
		return n, nil, true, (x^n)&(y^n) >= 0
	case quickSubtract:
		n = x - y
		return n, nil, true, (x^y)&(x^n) >= 0
	case quickMultiply:
		n, done = smallProduct(x, y)
		return n, nil, true, done
	case quickMod, quickRem:
		if y == 0 || y == -1 {
			return 0, nil, false, false
		}
		if n = x % y; op == quickMod && n != 0 && (n < 0) != (y < 0) {
			n += y
		}
		return n, nil, true, true
	case quickLess:
		return 0, truth(x < y), false, true
	case quickMore:
		return 0, truth(x > y), false, true
	case quickAtMost:
		return 0, truth(x <= y), false, true
	case quickAtLeast:
		return 0, truth(x >= y), false, true
	case quickSame:
		return 0, truth(x == y), false, true
	case quickEven:
		return 0, truth(x&1 == 0), false, true
	case quickOdd:
		return 0, truth(x&1 != 0), false, true
	}
	return 0, nil, false, false
}

// ofValues gives what a function of lists and symbols makes of values, unless something is out of the ordinary.
func (op quickOp) ofValues(m *machine, a, b Value) (v Value, done bool, err error) {
	c, isCons := a.(*Cons)
	switch op {
	case quickCar:
		if isCons {
			return c.Car, true, nil
		}
	case quickCdr:
		if isCons {
			return c.Cdr, true, nil
		}
	case quickNot:
		return truth(a == nil), true, nil
	case quickEndp:
		return truth(a == nil), isCons || a == nil, nil
	case quickEq:
		_, isSymbol := a.(Symbol)
		return truth(a == b), isSymbol || isCons || a == nil, nil
	case quickCons, quickList:
		if op == quickList {
			b = nil
		}
		v = cons(m, a, b)
		return v, err == nil, err
	case quickRplacd:
		if isCons && !c.frozen {
			c.Cdr = b
			return a, true, nil
		}
	}
	return nil, false, nil
}

// integers are boxed once, for code that runs long enough.
var smallIntegers = sync.OnceValue(func() []Value {
	all := make([]Value, 1024)
	for i := range all {
		all[i] = sexp.Int(i)
	}
	return all
})

// integer is a small integer as a value.
func (m *machine) integer(n int64) Value {
	if uint64(n) < uint64(len(m.integers)) {
		return m.integers[n]
	}
	return sexp.Int(n)
}

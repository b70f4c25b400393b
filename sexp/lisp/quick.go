package lisp

import (
	"sync"

	"pp/sexp"
)

// quick is one of the functions that loops are made of, for operands that it mostly has: small integers, and lists. It
// gives false for all else, errors too, which is left to the function itself.
type quick struct {
	args   int
	second Value // what stands for the second argument where there is but one
	do     func(m *machine, a, b Value) (Value, bool)
}

// quickFunctions are those functions by their names.
func quickFunctions() map[string]quick {
	sum := ofIntegers(addition.small)
	difference := ofIntegers(subtraction.small)
	same := ifIntegers(func(x, y int64) bool { return x == y })
	less := ifIntegers(func(x, y int64) bool { return x < y })
	more := ifIntegers(func(x, y int64) bool { return x > y })
	first := ofPair(func(c *Cons) Value { return c.Car })
	rest := ofPair(func(c *Cons) Value { return c.Cdr })
	not := func(_ *machine, a, _ Value) (Value, bool) { return truth(a == nil), true }
	pair := func(m *machine, a, b Value) (Value, bool) { return cons(m, a, b), true }
	zero, one := sexp.Int(0), sexp.Int(1)
	return map[string]quick{
		"1+": {1, one, sum}, "1-": {1, one, difference}, "+": {2, nil, sum}, "-": {2, nil, difference},
		"*": {2, nil, ofIntegers(smallProduct)}, "MOD": {2, nil, ofIntegers(smallModulus)},
		"REM":   {2, nil, ofIntegers(func(x, y int64) (int64, bool) { return remainderOf(x, y), y != 0 })},
		"ZEROP": {1, zero, same}, "PLUSP": {1, zero, more}, "MINUSP": {1, zero, less},
		"EVENP": {1, zero, ifIntegers(func(x, _ int64) bool { return x&1 == 0 })},
		"ODDP":  {1, zero, ifIntegers(func(x, _ int64) bool { return x&1 != 0 })},
		"=":     {2, nil, same}, "<": {2, nil, less}, ">": {2, nil, more},
		"<=": {2, nil, ifIntegers(func(x, y int64) bool { return x <= y })},
		">=": {2, nil, ifIntegers(func(x, y int64) bool { return x >= y })},
		"EQ": {2, nil, quickEq}, "EQL": {2, nil, quickEq}, "NOT": {1, nil, not}, "NULL": {1, nil, not},
		"CAR": {1, nil, first}, "FIRST": {1, nil, first}, "CDR": {1, nil, rest}, "REST": {1, nil, rest},
		"ENDP": {1, nil, func(_ *machine, a, _ Value) (Value, bool) { return truth(a == nil), kindOf(a) == listKind }},
		"CONS": {2, nil, pair}, "LIST": {1, nil, pair},
		"RPLACD": {2, nil, func(_ *machine, a, b Value) (Value, bool) {
			c, ok := a.(*Cons)
			if ok = ok && !c.frozen; ok {
				c.Cdr = b
			}
			return a, ok
		}},
	}
}

func ofIntegers(do func(x, y int64) (int64, bool)) func(m *machine, a, b Value) (Value, bool) {
	return func(m *machine, a, b Value) (Value, bool) {
		x, ok := a.(sexp.Int)
		y, too := b.(sexp.Int)
		if !ok || !too {
			return nil, false
		}
		n, ok := do(int64(x), int64(y))
		return m.integer(n), ok
	}
}

func ifIntegers(holds func(x, y int64) bool) func(m *machine, a, b Value) (Value, bool) {
	return func(_ *machine, a, b Value) (Value, bool) {
		x, ok := a.(sexp.Int)
		y, too := b.(sexp.Int)
		return truth(holds(int64(x), int64(y))), ok && too
	}
}

func ofPair(part func(c *Cons) Value) func(m *machine, a, b Value) (Value, bool) {
	return func(_ *machine, a, _ Value) (Value, bool) {
		if c, ok := a.(*Cons); ok {
			return part(c), true
		}
		return nil, a == nil
	}
}

func quickEq(_ *machine, a, b Value) (Value, bool) {
	switch a.(type) {
	case nil, Symbol, *Cons:
		return truth(a == b), true
	}
	return nil, false
}

// remainderOf is the remainder of x by y; of any number by -1, for which Go's integers overflow, it is 0.
func remainderOf(x, y int64) int64 {
	if y == 0 || y == -1 {
		return 0
	}
	return x % y
}

func smallModulus(x, y int64) (int64, bool) {
	n := remainderOf(x, y)
	if n != 0 && (n < 0) != (y < 0) {
		n += y
	}
	return n, y != 0
}

// callQuick is the code of a call, which counts a step, as each call does.
func callQuick(q quick, b *builtin, args []node, at int, where position, multi bool) code {
	first, second, end := args[0].code(false), constantCode(q.second, false), at+len(args)
	if q.args == 2 {
		second = args[1].code(false)
	}
	return func(m *machine, s []Value) (Value, error) {
		x, err := first(m, s)
		if err != nil {
			return nil, err
		}
		y, err := second(m, s)
		if err != nil {
			return nil, err
		}
		if v, ok := q.do(m, x, y); ok {
			m.work(1)
			if multi {
				m.more = nil
			}
			return v, nil
		}
		s[at] = x
		if q.args == 2 {
			s[at+1] = y
		}
		v, err := m.invokeBuiltin(b, s[at:end:end])
		return m.raised(v, err, where)
	}
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

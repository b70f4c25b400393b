package lisp

import (
	"math/big"
	"math/bits"

	"pp/sexp"
)

func ofInteger(do func(n *big.Int) *big.Int) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value { return fromBig(m, do(integer(m, args[0]))) }
}

// ones gives a number with the same bits apart from the sign's.
func ones(n *big.Int) *big.Int {
	if n.Sign() < 0 {
		return n.Not(n)
	}
	return n
}

func logcount(n *big.Int) *big.Int {
	count := 0
	for _, word := range ones(n).Bits() {
		count += bits.OnesCount(uint(word))
	}
	return big.NewInt(int64(count))
}

func integerLength(n *big.Int) *big.Int { return big.NewInt(int64(ones(n).BitLen())) }

func logtest(m *machine, args []Value) Value {
	x := integer(m, args[0])
	y := integer(m, args[1])
	return truth(new(big.Int).And(x, y).Sign() != 0)
}

func logbitp(m *machine, args []Value) Value {
	i := integer(m, args[0])
	n := integer(m, args[1])
	switch {
	case i.Sign() < 0:
		panic(wrongType(args[0], "UNSIGNED-BYTE"))
	case !i.IsInt64() || i.Int64() > int64(n.BitLen()):
		return truth(n.Sign() < 0)
	}
	return truth(n.Bit(int(i.Int64())) == 1)
}

func ash(m *machine, args []Value) Value {
	n := integer(m, args[0])
	by := integer(m, args[1])
	switch {
	case n.Sign() == 0:
		return sexp.Int(0)
	case by.Sign() > 0 && (!by.IsInt64() || by.Int64() > int64(mostBits-n.BitLen())):
		panic(tooBig())
	case by.Sign() >= 0:
		return fromBig(m, new(big.Int).Lsh(n, uint(by.Int64())))
	case !by.IsInt64() || by.Int64() < -mostBits:
		return fromBig(m, new(big.Int).Rsh(n, mostBits))
	}
	return fromBig(m, new(big.Int).Rsh(n, uint(-by.Int64())))
}

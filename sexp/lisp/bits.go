package lisp

import (
	"math/big"
	"math/bits"

	"pp/sexp"
)

func ofInteger(do func(n *big.Int) *big.Int) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		n, err := integer(m, args[0])
		if err != nil {
			return nil, err
		}
		return fromBig(m, do(n))
	}
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

func logtest(m *machine, args []Value) (Value, error) {
	x, err := integer(m, args[0])
	if err != nil {
		return nil, err
	}
	y, err := integer(m, args[1])
	if err != nil {
		return nil, err
	}
	return truth(new(big.Int).And(x, y).Sign() != 0), nil
}

func logbitp(m *machine, args []Value) (Value, error) {
	i, err := integer(m, args[0])
	if err != nil {
		return nil, err
	}
	n, err := integer(m, args[1])
	switch {
	case err != nil:
		return nil, err
	case i.Sign() < 0:
		return nil, wrongType(args[0], "UNSIGNED-BYTE")
	case !i.IsInt64() || i.Int64() > int64(n.BitLen()):
		return truth(n.Sign() < 0), nil
	}
	return truth(n.Bit(int(i.Int64())) == 1), nil
}

func ash(m *machine, args []Value) (Value, error) {
	n, err := integer(m, args[0])
	if err != nil {
		return nil, err
	}
	by, err := integer(m, args[1])
	if err != nil {
		return nil, err
	}
	switch {
	case n.Sign() == 0:
		return sexp.Int(0), nil
	case by.Sign() > 0 && (!by.IsInt64() || by.Int64() > int64(mostBits-n.BitLen())):
		return nil, tooBig()
	case by.Sign() >= 0:
		return fromBig(m, new(big.Int).Lsh(n, uint(by.Int64())))
	case !by.IsInt64() || by.Int64() < -mostBits:
		return fromBig(m, new(big.Int).Rsh(n, mostBits))
	}
	return fromBig(m, new(big.Int).Rsh(n, uint(-by.Int64())))
}

package lisp

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"pp/sexp"
)

// hash is something comparable that keys which a test takes for the same have in common.
func hash(m *machine, k Value, test tableTest) any {
	switch k := k.(type) {
	case sexp.Big, sexp.Ratio, sexp.Single, sexp.Double, sexp.Int, sexp.Char:
		if test == testEqualp {
			return hashFolded(m, k)
		}
		return hashNumber(m, k)
	case *Str:
		if test == testEqual {
			m.work(len(k.text) / 64)
			return k.text
		}
	case *Cons:
		if test == testEqual {
			return hashParts(m, k, test)
		}
	}
	if test != testEqualp {
		return k
	}
	switch k := k.(type) {
	case *Cons, *Str, *Vector:
		return hashParts(m, k, test)
	case *Struct:
		return k.class
	}
	return k
}

type (
	hashOfText string
	hashOfSum  uint64
)

func hashNumber(m *machine, k Value) any {
	switch k := k.(type) {
	case sexp.Single:
		return hashOfSum(math.Float32bits(float32(k)))
	case sexp.Double:
		return hashOfSum(math.Float64bits(float64(k)))
	case sexp.Big, sexp.Ratio:
		n := numOf(m, k)
		m.room(n.bits() / 2)
		return hashOfText(string(n.exact.Num().Bytes()) + "/" + string(n.exact.Denom().Bytes()))
	}
	return k
}

// hashFolded is the hash of numbers that are =, and of characters without regard to case.
func hashFolded(m *machine, k Value) any {
	if c, ok := k.(sexp.Char); ok {
		return sexp.Char(foldCase(rune(c)))
	}
	r := numOf(m, k).rat()
	if r.IsInt() && r.Num().IsInt64() {
		return sexp.Int(r.Num().Int64())
	}
	return hashNumber(m, sexp.Rational(r))
}

var tableSeed = maphash.MakeSeed()

// hashParts is the hash of the first few things in a list, or in vectors alike.
func hashParts(m *machine, k Value, test tableTest) any {
	var h maphash.Hash
	h.SetSeed(tableSeed)
	left := 32
	addHash(m, &h, k, test, &left)
	return hashOfSum(h.Sum64())
}

func addHash(m *machine, h *maphash.Hash, v Value, test tableTest, left *int) {
	if *left--; *left < 0 {
		return
	}
	m.work(1)
	_, text := v.(*Str)
	_, vector := v.(*Vector)
	if c, ok := v.(*Cons); ok {
		h.WriteByte('(')
		addHash(m, h, c.Car, test, left)
		addHash(m, h, c.Cdr, test, left)
		return
	}
	if test == testEqualp && (text || vector) {
		w := newWalk(m, v, whole)
		for *left > 0 && w.more() {
			addHash(m, h, w.v, test, left)
		}
		return
	}
	addHashOf(h, hash(m, v, test))
}

func addHashOf(h *maphash.Hash, hash any) {
	switch hash := hash.(type) {
	case string:
		h.WriteString(hash)
	case hashOfText:
		h.WriteString(string(hash))
	case hashOfSum:
		writeSum(h, uint64(hash))
	case sexp.Int:
		writeSum(h, uint64(hash))
	case sexp.Char:
		writeSum(h, uint64(hash))
	case Symbol:
		h.WriteString(hash.Name().Name)
	default: // compared by what it is alone
		h.WriteByte('@')
	}
}

func writeSum(h *maphash.Hash, n uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, n)) }

package lisp

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"pp/sexp"
)

// hash is something comparable that keys which a test takes for the same have in common.
func hash(m *machine, k Value, test tableTest) any {
	switch v := k.(type) {
	case sexp.Single:
		return hashOfSum(math.Float32bits(float32(v)))
	case sexp.Double:
		return hashOfSum(math.Float64bits(float64(v)))
	case sexp.Big, sexp.Ratio:
		n := numOf(m, v)
		m.room(n.bits() / 2)
		return hashOfText(string(n.exact.Num().Bytes()) + "/" + string(n.exact.Denom().Bytes()))
	case *Str:
		if test == testEqual {
			m.work(len(v.text) / 64)
			return v.text
		}
	case *Cons:
		if test == testEqual {
			return hashParts(m, v)
		}
	}
	return k
}

type (
	hashOfText string
	hashOfSum  uint64
)

var tableSeed = maphash.MakeSeed()

// hashParts is the hash of the first few things in a list.
func hashParts(m *machine, k Value) any {
	var h maphash.Hash
	h.SetSeed(tableSeed)
	left := 32
	addHash(m, &h, k, &left)
	return hashOfSum(h.Sum64())
}

func addHash(m *machine, h *maphash.Hash, v Value, left *int) {
	if *left--; *left < 0 {
		return
	}
	m.work(1)
	if c, ok := v.(*Cons); ok {
		h.WriteByte('(')
		addHash(m, h, c.Car, left)
		addHash(m, h, c.Cdr, left)
		return
	}
	addHashOf(h, hash(m, v, testEqual))
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

package vectors

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// leastRanked is how many of those whose signs differ least are ranked at least.
const leastRanked = 400

// Nearest gives the n nearest to a vector, the nearest first; those that are as near in the
// order of their hashes. A store without vectors gives none; another dimension than theirs is
// ErrDimension.
func (s *Store) Nearest(query []float32, n int) ([]Near, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(); err != nil || s.file == nil {
		return nil, err
	}
	return s.file.nearest(query, n)
}

func (f *file) nearest(query []float32, n int) ([]Near, error) {
	if len(query) != f.dimension() {
		return nil, fmt.Errorf("%w: %d and %d", ErrDimension, f.dimension(), len(query))
	}
	values, norm := quantize(query, math.MaxInt16)
	if norm == 0 || n <= 0 {
		return nil, nil
	}
	body := make([]byte, 32+f.body())
	var out []Near
	for _, slot := range f.candidates(signsOf(query, f.words()), max(leastRanked, 4*n)) {
		if f.values(slot, body) {
			cosine := float64(dot(values, body[32:])) / (norm * float64(f.norm(slot)))
			out = append(out, Near{f.hash(slot), min(cosine, 1)})
		}
	}
	slices.SortFunc(out, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	out = slices.CompactFunc(out, func(a, b Near) bool { return a.Hash == b.Hash })
	return out[:min(n, len(out))], nil
}

// candidates are the slots of at least n vectors whose signs differ least from the query's,
// or of all there are; no more than twice as many where some differ as much as others.
func (f *file) candidates(query []uint64, n int) []int {
	differ := make([]uint16, f.count())
	counts := make([]int, 64*len(query)+1)
	f.distances(query, differ)
	for _, d := range differ {
		if d != none {
			counts[d]++
		}
	}
	most, sum := 0, 0
	for most < len(counts)-1 && sum+counts[most] < n {
		sum += counts[most]
		most++
	}
	out, ties := make([]int, 0, 2*n), 2*n-sum
	for slot, d := range differ {
		if int(d) > most {
			continue
		}
		if int(d) == most {
			if ties--; ties < 0 {
				continue
			}
		}
		out = append(out, slot)
	}
	return out
}

// none is the distance of what cannot be compared.
const none = math.MaxUint16

// distances counts in how many signs each record differs from the query.
func (f *file) distances(query []uint64, out []uint16) {
	size, records := f.record(), f.records
	for slot := range out {
		record := records[:size:size]
		records = records[size:]
		if order.Uint32(record[size-8:]) == 0 {
			out[slot] = none
			continue
		}
		n, words, signs := 0, query, record[32:]
		for len(words) >= 4 && len(signs) >= 32 { // unrolled, which saves a third
			n += bits.OnesCount64(words[0]^order.Uint64(signs)) + bits.OnesCount64(words[1]^order.Uint64(signs[8:])) +
				bits.OnesCount64(words[2]^order.Uint64(signs[16:])) + bits.OnesCount64(words[3]^order.Uint64(signs[24:]))
			words, signs = words[4:], signs[32:]
		}
		for i, word := range words {
			n += bits.OnesCount64(word ^ order.Uint64(signs[8*i:]))
		}
		out[slot] = uint16(n)
	}
}

// dot multiplies the query's values with a body's.
func dot(query []int, body []byte) (sum int) {
	body = body[:len(query)]
	for i, v := range query {
		sum += v * int(int8(body[i]))
	}
	return sum
}

// signsOf has a bit for each value that is not negative.
func signsOf(values []float32, words int) []uint64 {
	out := make([]uint64, words)
	for i, v := range values {
		if v >= 0 {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// quantize gives the values as whole numbers, the largest of which is most, and their norm.
// That is 0 of a vector without a direction, such as one of zeros or with a value that is no
// number.
func quantize(values []float32, most float64) ([]int, float64) {
	largest := 0.0
	for _, v := range values {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, 0
		}
		largest = max(largest, math.Abs(float64(v)))
	}
	if largest == 0 {
		return nil, 0
	}
	out, squares := make([]int, len(values)), 0
	for i, v := range values {
		out[i] = int(math.Round(float64(v) / largest * most))
		squares += out[i] * out[i]
	}
	return out, math.Sqrt(float64(squares))
}

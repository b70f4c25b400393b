package index

import (
	"fmt"
	"testing"
)

// The notes of a segment are looked at in blocks that part no file and leave none out.
func TestBlocks(t *testing.T) {
	b := newBuilder(0)
	for i, n := range []int{3, manyTallied - 3, 5, 2 * manyTallied, 1} {
		entries := make([]entry, n)
		for j := range entries {
			entries[j] = entry{parent: -1, title: fmt.Sprint("note ", i, " ", j)}
		}
		b.file(entries)
	}
	s, err := newSegment(b.finish(), false)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	s.blocks(func(first, end int) { got = append(got, first, end) })
	const n = manyTallied
	if want := fmt.Sprint([]int{0, n, n, 3*n + 5, 3*n + 5, 3*n + 6}); fmt.Sprint(got) != want {
		t.Error(got, "want", want)
	}
}

package cause

import (
	"hash/fnv"
	"strconv"
	"testing"
)

// Garble replaces every sentence by one that says nothing, until the test ends.
func Garble(t *testing.T) {
	real := sentences
	garbled := map[Kind]string{}
	for k := range real() {
		h := fnv.New32()
		h.Write([]byte(k))
		garbled[k] = "zz" + strconv.Itoa(int(h.Sum32())) + " {word} qq"
	}
	sentences = func() map[Kind]string { return garbled }
	t.Cleanup(func() { sentences = real })
}

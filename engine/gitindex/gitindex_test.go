package gitindex

import "testing"

// Whatever the bytes are, reading them ends, and no entry lies outside of them.
func FuzzParse(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00aaaaaaaaaaaaaaaaaaaa"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\xff\xff\xff\xffaaaaaaaaaaaaaaaaaaaa"))
	f.Add([]byte("no index"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, ok := Parse(data)
		for _, e := range x.Entries {
			if !ok || e.At+Name+x.Hash > len(data) {
				t.Fatalf("the entry %q at %d of %d bytes", e.Name, e.At, len(data))
			}
			x.Holds(e, nil, true)
		}
	})
}

package secrets

import "strings"

// minGroups is how many bytes in hexadecimal must follow one another.
const minGroups = 6

// hexGroups decodes bytes written as groups of two hexadecimal digits with something between them, as in "41 4b",
// "41:4b" and "0x41, 0x4b".
func hexGroups(s *scanner, v *view, next *builder) {
	for at := 0; at < len(v.text); at++ {
		if isGroup(v.text, at) && groupAfter(v.text, at) >= 0 {
			at = decodeGroups(s, v, next, at) - 1
		}
	}
}

// isGroup reports whether exactly two hexadecimal digits stand at i.
func isGroup(t string, i int) bool {
	return is(t, i, cHex) && is(t, i+1, cHex) && !is(t, i+2, cWord) &&
		(!is(t, i-1, cWord) || i >= 2 && t[i-2:i] == "0x" && !is(t, i-3, cWord))
}

// groupAfter returns the start of the group after the one at i, -1 when there
// is none close by.
func groupAfter(t string, i int) int {
	gap := span(t, i+2, 4, cGroupGap)
	if gap > i+2 && strings.HasPrefix(t[gap:], "0x") {
		gap += 2
	}
	if gap == i+2 || !isGroup(t, gap) {
		return -1
	}
	return gap
}

// decodeGroups decodes the groups from at on, and returns where they end.
func decodeGroups(s *scanner, v *view, next *builder, at int) int {
	var raw []byte
	var from []int32
	end := at
	for p := at; p >= 0; p = groupAfter(v.text, p) {
		raw = append(raw, alphabet16.digits[v.text[p]]<<4|alphabet16.digits[v.text[p+1]])
		from = append(from, int32(p))
		end = p + 2
	}
	if len(raw) < minGroups {
		return end
	}
	texts(raw, s.minText, func(a, z int) {
		next.begin(v, int(from[a]), "hex")
		for k := a; k < z; k++ {
			next.put(v, raw[k], int(from[k]), int(from[k])+2)
		}
	})
	return end
}

package secrets

// minGroups is how many bytes in hexadecimal must follow one another.
const minGroups = 6

// hexGroups decodes bytes written as groups of two hexadecimal digits with
// something between them, as in "41 4b", "41:4b" and "0x41, 0x4b".
func hexGroups(s *scanner, v *view, next *builder) {
	t := v.text
	const stride = minGroups * 2
	for i := 0; i < len(t); i += stride {
		at := groupNear(t, i)
		if at < 0 {
			continue
		}
		for p := groupBefore(t, at); p >= 0; p = groupBefore(t, p) {
			at = p
		}
		i = max(i, decodeGroups(s, v, next, at))
	}
}

// isGroup reports whether exactly two hexadecimal digits stand at i.
func isGroup(t string, i int) bool {
	return is(t, i, cHex) && is(t, i+1, cHex) && !is(t, i+2, cWord) &&
		(!is(t, i-1, cWord) || i >= 2 && t[i-2:i] == "0x" && !is(t, i-3, cWord))
}

// groupNear finds a group that starts at i or soon after and has another behind it.
func groupNear(t string, i int) int {
	for k := i; k < i+6 && is(t, k, cHex|cGroupGap|cLow); k++ {
		if isGroup(t, k) && groupAfter(t, k) >= 0 {
			return k
		}
		if is(t, k, cLow) && t[k] != 'x' {
			return -1
		}
	}
	return -1
}

// groupBefore returns the start of the group before the one at i, -1 when
// there is none close by.
func groupBefore(t string, i int) int {
	if i >= 2 && t[i-2:i] == "0x" {
		i -= 2
	}
	gap := spanBack(t, i, 4, cGroupGap)
	if gap == i || gap < 2 || !isGroup(t, gap-2) {
		return -1
	}
	return gap - 2
}

// groupAfter returns the start of the group after the one at i, -1 when there
// is none close by.
func groupAfter(t string, i int) int {
	gap := span(t, i+2, 4, cGroupGap)
	if gap == i+2 {
		return -1
	}
	if len(t)-gap > 2 && t[gap:gap+2] == "0x" {
		gap += 2
	}
	if !isGroup(t, gap) {
		return -1
	}
	return gap
}

// decodeGroups decodes the groups from at on, and returns where they end.
func decodeGroups(s *scanner, v *view, next *builder, at int) int {
	raw, from := s.scratch[:0], []int32(nil)
	end := at
	for p := at; p >= 0; p = groupAfter(v.text, p) {
		raw = append(raw, alphabet16.digits[v.text[p]]<<4|alphabet16.digits[v.text[p+1]])
		from = append(from, int32(p))
		end = p + 2
	}
	s.scratch = raw
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

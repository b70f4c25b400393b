package secrets

import "strings"

// dumps decodes what xxd, hexdump and od print: lines with an offset, the bytes, and after some of them the characters
// once more. What is found covers those characters, too.
func dumps(s *scanner, v *view, next *builder) {
	var d dump
	for at := 0; at < len(v.text); {
		end := len(v.text)
		if n := strings.IndexByte(v.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		if n := span(v.text, at, 10, cHex); n-at < 7 || n-at > 9 || !d.row(v.text, n, end) {
			d.flush(s, v, next)
		}
		at = end + 1
	}
	d.flush(s, v, next)
}

// dump is what the lines so far hold, and where each byte stands.
type dump struct {
	raw      []byte
	from, to []int32
}

func (d *dump) put(c byte, from, to int) {
	d.raw, d.from, d.to = append(d.raw, c), append(d.from, int32(from)), append(d.to, int32(to))
}

// flush adds the texts of the lines so far.
func (d *dump) flush(s *scanner, v *view, next *builder) {
	if len(d.raw) >= minGroups {
		texts(d.raw, s.minText, func(a, z int) {
			next.begin(v, int(d.from[a]), "dump")
			for k := a; k < z; k++ {
				next.put(v, d.raw[k], int(d.from[k]), int(d.to[k]))
			}
		})
	}
	*d = dump{raw: d.raw[:0], from: d.from[:0], to: d.to[:0]}
}

// row adds the bytes after an offset, and reports whether there are any.
func (d *dump) row(t string, at, end int) bool {
	before, ordered := len(d.raw), t[at:min(at+1, end)] == ":" // else words of four digits have their bytes swapped
	if ordered {
		at++
	}
	if strings.HasPrefix(t[at:end], "   ") || strings.HasPrefix(t[at:end], "  \\") {
		return d.characters(t, at, end)
	}
	for at < end && t[at] == ' ' {
		gap := at + 1
		if gap < end && t[gap] == ' ' && !ordered {
			gap++
		}
		stop := span(t, gap, 5, cHex)
		switch n := stop - gap; {
		case n == 4 && !ordered:
			d.put(hexByte(t, gap+2), gap, end)
			d.put(hexByte(t, gap), gap, end)
		case n == 2 || n == 4:
			for ; gap < stop; gap += 2 {
				d.put(hexByte(t, gap), gap, end)
			}
		default:
			return len(d.raw) > before
		}
		at = stop
	}
	return len(d.raw) > before
}

// characters adds those of a line of od -c: a cell of four columns for each.
func (d *dump) characters(t string, at, end int) bool {
	before := len(d.raw)
	for ; at+4 <= end; at += 4 {
		switch cell := t[at : at+4]; {
		case cell[:3] == "   ":
			d.put(cell[3], at+3, at+4)
		case cell[:3] == "  \\":
			d.put('\n', at+2, at+4)
		case strings.Trim(cell[1:], "01234567") == "":
			d.put((cell[1]-'0')<<6|(cell[2]-'0')<<3|cell[3]-'0', at+1, at+4)
		default:
			return false
		}
	}
	return len(d.raw) > before
}

func hexByte(t string, at int) byte {
	return alphabet16.digits[t[at]]<<4 | alphabet16.digits[t[at+1]]
}

package secrets

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"sort"
	"strings"
)

const (
	// minEncoded is the shortest run worth decoding: a dozen bytes, the shortest
	// assignment, take sixteen characters of base64.
	minEncoded = 16
	// minEncodedVault is the same where stored values are looked for: six bytes,
	// encoded twice, take eleven characters.
	minEncodedVault = 11
	minPart         = 8  // the shortest part of a run that is split
	maxHop          = 24 // the most that stands between two parts
	minText         = 8  // the shortest decoded text worth looking at
	minTextVault    = 6  // the same where stored values are looked for
	maxUnzips       = 8  // archives opened in one scan
	maxUnzipped     = 64 << 10
)

// alphabet is an encoding of bytes in characters of equal weight.
type alphabet struct {
	name   string
	bits   int // that a character stands for
	digits [256]byte
}

var (
	alphabet64 = newAlphabet("base64", 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "-_")
	alphabet32 = newAlphabet("base32", 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "")
	alphabet16 = newAlphabet("hex", 4, "0123456789ABCDEF", "")
)

// newAlphabet makes an alphabet; also are other characters for the last digits.
func newAlphabet(name string, bits int, digits, also string) *alphabet {
	a := &alphabet{name: name, bits: bits}
	for i := range len(digits) {
		a.digits[digits[i]] = byte(i)
		if bits < 6 {
			a.digits[digits[i]|0x20] = byte(i)
		}
	}
	for i := range len(also) {
		a.digits[also[i]] = byte(len(digits) - len(also) + i)
	}
	return a
}

// encodedRuns finds what may be encoded in v and adds what it decodes to when that
// is text. A run of encoded characters may go on in the next line, argument
// or string. With next nil only the formats that are runs are matched.
func encodedRuns(s *scanner, v *view, next *builder) {
	t := v.text
	c := &chain{s: s, v: v, next: next}
	for at, end := nextRun(t, 0, minPart, cRun); at < end; at, end = nextRun(t, end, minPart, cRun) {
		c.chars, c.parts = c.chars[:0], c.parts[:0]
		c.extend(at, end)
		for end-at >= minPart && !plainWord(t, at, end) {
			g := span(t, end, maxHop, cGap)
			if g == end || !is(t, g, cRun) {
				break
			}
			stop := span(t, g, len(t), cRun)
			if plainWord(t, g, stop) {
				break
			}
			at, end = g, stop
			c.extend(at, end)
		}
		if next != nil && len(c.chars) >= s.minRun {
			c.decode()
		}
	}
	if next != nil {
		hexGroups(s, v, next)
		dumps(s, v, next)
	}
}

// plainWord reports whether what stands at [at,end) is a word in one case or
// capitalised, hence hardly the rest of encoded text.
func plainWord(t string, at, end int) bool {
	if end-at >= 2*minPart || is(t, end, cEqual) {
		return false
	}
	stop := span(t, at, end-at, cUpper)
	if stop-at <= 1 {
		stop = span(t, stop, end-stop, cLower)
	}
	return stop == end
}

// nextRun finds the next run of at least least bytes of a class, or an empty run at the end.
func nextRun[T string | []byte](t T, from, least int, kind class) (at, end int) {
	for at = from; at < len(t); at = end + 1 {
		for end = at; end < len(t) && classes[t[end]]&kind != 0; end++ {
		}
		if end-at >= least {
			return at, end
		}
	}
	return len(t), len(t)
}

// chain is a run of encoded characters, in one part or several.
type chain struct {
	s     *scanner
	v     *view
	next  *builder
	chars []byte
	parts []part
}

// part says where the characters from an index on stand in the view.
type part struct{ index, at int }

func (c *chain) extend(at, end int) {
	bareTokens(c.s, c.v, at, end)
	if c.next != nil {
		c.parts = append(c.parts, part{len(c.chars), at})
		c.chars = append(c.chars, c.v.text[at:end]...)
	}
}

// position is where the character at i stands in the view.
func (c *chain) position(i int) int {
	if len(c.parts) == 1 {
		return c.parts[0].at + i
	}
	n := sort.Search(len(c.parts), func(k int) bool { return c.parts[k].index > i }) - 1
	return c.parts[n].at + i - c.parts[n].index
}

// decode tries the alphabets that the characters allow.
func (c *chain) decode() {
	for p := range 4 {
		c.letters(alphabet64, 0, len(c.chars), p, false)
		c.letters(alphabet64, 0, len(c.chars), p, true)
	}
	if bytes.HasPrefix(c.chars, []byte("H4sI")) {
		c.unzip()
	}
	c.runs(cHex, func(at, end int) {
		for p := range 2 {
			for _, backwards := range []bool{false, true} {
				c.letters(alphabet16, at, end, p, backwards)
			}
		}
	})
	for _, kind := range []class{cBase32, cLower | cDigit27} {
		c.runs(kind, func(at, end int) {
			for p := range 8 {
				c.letters(alphabet32, at, end, p, false)
			}
		})
	}
}

// runs calls found for the runs of one class within the chain.
func (c *chain) runs(kind class, found func(at, end int)) {
	least := c.s.minRun * 3 / 2 // these alphabets take more characters a byte
	for at, end := nextRun(c.chars, 0, least, kind); at < end; at, end = nextRun(c.chars, end, least, kind) {
		found(at, end)
	}
}

// letters decodes [from,to) of the chain from one position on, forwards or
// backwards, and adds the text that comes out.
func (c *chain) letters(a *alphabet, from, to, phase int, backwards bool) {
	raw := a.decode(c.chars[from:to], phase, backwards)
	at := func(i int) int {
		if backwards {
			return c.position(to - 1 - phase - i)
		}
		return c.position(from + phase + i)
	}
	texts(raw, c.s.minText, func(first, end int) {
		enc := a.name
		if backwards {
			enc = "reversed>" + enc
		}
		c.next.begin(c.v, at(8*first/a.bits), enc)
		// The byte starts bit bits into character i.
		i, bit := 8*first/a.bits, 8*first%a.bits
		for k := first; k < end; k++ {
			last := i + (bit+7)/a.bits
			x, y := at(i), at(last)
			c.next.put(c.v, raw[k], min(x, y), max(x, y)+1)
			for bit += 8; bit >= a.bits; bit -= a.bits {
				i++
			}
		}
	})
}

// unzip adds the text of a gzip archive in base64 (its first bytes encode to
// "H4sI"), as far as the bounds go; what is beyond them is unchecked. All of it stands for the whole chain.
func (c *chain) unzip() {
	first, last := c.position(0), c.position(len(c.chars)-1)+1
	if c.s.unzips >= maxUnzips {
		c.s.unchecked(c.v, first, last)
		return
	}
	c.s.unzips++
	text := strings.NewReplacer("-", "+", "_", "/").Replace(string(c.chars))
	z, err := gzip.NewReader(base64.NewDecoder(base64.RawStdEncoding, strings.NewReader(text)))
	if err != nil {
		return
	}
	// A broken archive is read as far as it goes.
	most := min(maxUnzipped, c.s.limit)
	raw, _ := io.ReadAll(io.LimitReader(z, int64(most)+1))
	if len(raw) > most {
		raw = raw[:most]
		c.s.unchecked(c.v, first, last)
	}
	texts(raw, c.s.minText, func(at, end int) {
		c.next.begin(c.v, first, "base64>gzip")
		for k := at; k < end; k++ {
			c.next.put(c.v, raw[k], first, last)
		}
	})
}

// decode decodes characters from a position, forwards or backwards.
func (a *alphabet) decode(chars []byte, phase int, backwards bool) (raw []byte) {
	acc, have := uint32(0), 0
	at, step := phase, 1
	if backwards {
		at, step = len(chars)-1-phase, -1
	}
	for ; at >= 0 && at < len(chars); at += step {
		acc = acc<<a.bits | uint32(a.digits[chars[at]])
		if have += a.bits; have >= 8 {
			have -= 8
			raw = append(raw, byte(acc>>have))
		}
	}
	return raw
}

// texts calls found for each part of b that may be text: at least least bytes of
// ASCII in a row, possibly with the zeros of UTF-16, and possible UTF-8 around them.
func texts(b []byte, least int, found func(at, end int)) {
	done := 0
	for at, end := nextRun(b, 0, least, cPlain); at < end; at, end = nextRun(b, end, least, cPlain) {
		zeros := bytes.Count(b[at:end], []byte{0})
		for at > done && classes[b[at-1]]&(cPlain|cHigh) != 0 {
			at--
		}
		for end < len(b) && classes[b[end]]&(cPlain|cHigh) != 0 {
			end++
		}
		if zeros*2 <= end-at {
			found(at, end)
		}
		done = end
	}
}

package output

import (
	"strconv"
	"unicode/utf8"
)

// Mode says how much is shown escaped.
type Mode uint8

const (
	// Text is for answers, output and messages: what Arabic, Persian, Indic
	// scripts and emoji need of invisible characters stays, where they need it.
	Text Mode = iota
	// Strict is for commands, paths and hosts that a person decides about:
	// every invisible character, every space but ASCII's, and every look-alike
	// of an ASCII character is escaped.
	Strict
)

// Escape returns s as a terminal may show it. Newlines and tabs stay; in Text
// mode CR LF becomes a newline. Any other is shown as \u{202e}, or \xff for a byte that
// is not UTF-8. The result holds no control or bidirectional character and is its own
// escape. Work is linear in s.
func Escape(s string, mode Mode) string {
	if allSafe(s) {
		return s
	}
	e := escaper{mode: mode}
	out := e.feed(make([]byte, 0, len(s)+16), []byte(s))
	return string(e.finish(out))
}

// safe tells the bytes that are shown as they are in every mode, whatever
// stands beside them: printable ASCII, tab and newline.
func safe(b byte) bool { return b-0x20 < 0x7f-0x20 || b == '\n' || b == '\t' }

// allSafe is the fast path for plain ASCII.
func allSafe[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if !safe(s[i]) {
			return false
		}
	}
	return true
}

// escaper is the state between two pieces of one text. What a character means
// may depend on the one before and the one after, so at most one character is
// held back, and at most three bytes of an unfinished one.
type escaper struct {
	mode Mode

	prev    rune // the character before the held one; noRune at the start
	prev2   rune // the character before prev
	held    rune // waits for the next character; noRune when none
	partial [utf8.UTFMax]byte
	n       int // bytes in partial
	started bool
}

const noRune rune = -1

func (e *escaper) start() {
	if !e.started {
		e.prev, e.prev2, e.held, e.started = noRune, noRune, noRune, true
	}
}

// clean reports whether nothing is held back.
func (e *escaper) clean() bool { return !e.started || e.held == noRune && e.n == 0 }

// feed appends to out what p shows as.
func (e *escaper) feed(out, p []byte) []byte {
	e.start()
	for e.n > 0 && len(p) > 0 {
		e.partial[e.n] = p[0]
		e.n++
		p = p[1:]
		out = e.drain(out, false)
	}
	for len(p) > 0 {
		if n := safeRun(p); n > 0 {
			out = e.ascii(out, p[:n])
			p = p[n:]
			continue
		}
		if !utf8.FullRune(p) {
			e.n = copy(e.partial[:], p)
			return out
		}
		r, size := utf8.DecodeRune(p)
		if r == utf8.RuneError && size == 1 {
			out = e.invalid(out, p[0])
		} else {
			out = e.next(out, r)
		}
		p = p[size:]
	}
	return out
}

func safeRun(p []byte) int {
	for i, b := range p {
		if !safe(b) {
			return i
		}
	}
	return len(p)
}

// drain decodes the bytes held in partial as far as they go; at the end of the
// text, all of them.
func (e *escaper) drain(out []byte, end bool) []byte {
	for e.n > 0 && (end || utf8.FullRune(e.partial[:e.n])) {
		r, size := utf8.DecodeRune(e.partial[:e.n])
		first := e.partial[0]
		e.n = copy(e.partial[:], e.partial[size:e.n])
		if r == utf8.RuneError && size == 1 {
			out = e.invalid(out, first)
		} else {
			out = e.next(out, r)
		}
	}
	return out
}

// finish ends the text: what was held back is shown without a successor. The
// escaper can then be used for another text.
func (e *escaper) finish(out []byte) []byte {
	e.start()
	out = e.drain(out, true)
	out = e.release(out, noRune)
	e.started = false
	return out
}

// ascii appends a run of safe bytes.
func (e *escaper) ascii(out, run []byte) []byte {
	out = e.release(out, rune(run[0]))
	e.after(run)
	return append(out, run...)
}

// after remembers the end of a run of safe bytes, which must not be empty.
func (e *escaper) after(run []byte) {
	if len(run) > 1 {
		e.prev = rune(run[len(run)-2])
	}
	e.push(rune(run[len(run)-1]))
}

// invalid appends a byte that is not UTF-8.
func (e *escaper) invalid(out []byte, b byte) []byte {
	out = e.release(out, noRune)
	e.push(noRune)
	return strconv.AppendInt(append(out, `\x`...), int64(b), 16) // at least 0x80
}

// next appends one character.
func (e *escaper) next(out []byte, r rune) []byte {
	out = e.release(out, r)
	switch {
	case e.mode == Text && waits(r):
		e.held = r
		return out
	case e.shown(r):
		e.push(r)
		return utf8.AppendRune(out, r)
	}
	e.push(noRune)
	return escape(out, r)
}

// release decides about the held character now that its successor is known.
func (e *escaper) release(out []byte, successor rune) []byte {
	r := e.held
	if r == noRune {
		return out
	}
	e.held = noRune
	switch {
	case r == '\r' && successor == '\n':
		return out // CR LF ends a line like LF; nobody is deceived
	case r != '\r' && belongs(e.prev2, e.prev, r, successor):
		e.push(r)
		return utf8.AppendRune(out, r)
	}
	e.push(noRune)
	return escape(out, r)
}

func (e *escaper) push(r rune) { e.prev2, e.prev = e.prev, r }

// shown reports whether a character that waits for nothing is shown as it is.
func (e *escaper) shown(r rune) bool {
	if r < utf8.RuneSelf {
		return safe(byte(r))
	}
	if e.mode == Strict {
		return !hidden(r) && !misleads(r) && !(combines(r) && e.prev < utf8.RuneSelf)
	}
	return !hidden(r)
}

// escape appends \u{...} for a character, of two digits at least.
func escape(out []byte, r rune) []byte {
	out = append(out, `\u{`...)
	if r < 0x10 {
		out = append(out, '0')
	}
	return append(strconv.AppendInt(out, int64(r), 16), '}')
}

package table

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

// sedReader walks a sed script by GNU sed's grammar; one that it does not understand stays unread code.
type sedReader struct {
	call *call
	word int
	s    string
	i    int
	// plain takes a delimiter in a bracket expression for the end of the text, as
	// some versions of sed do; odd says that this made a difference.
	plain, odd bool
}

// readSed says what a sed script does: which files it reads and writes, what it runs.
func readSed(c *call, word int, text string) bool {
	r := sedReader{call: c, word: word, s: text}
	if !r.read() {
		return false
	}
	if r.odd {
		again := sedReader{call: c, word: word, s: text, plain: true}
		again.read() // for its effects; where it fails, so would sed
	}
	return true
}

func (r *sedReader) read() bool {
	for {
		r.skip(" \t\n;}")
		if r.i >= len(r.s) {
			return true
		}
		if !r.address() || !r.command() {
			return false
		}
	}
}

// skip moves over any of the bytes in set.
func (r *sedReader) skip(set string) {
	for r.i < len(r.s) && strings.IndexByte(set, r.s[r.i]) >= 0 {
		r.i++
	}
}

// address moves over the addresses of a command, if any.
func (r *sedReader) address() bool {
	for r.i < len(r.s) {
		switch ch := r.s[r.i]; {
		case ch >= '0' && ch <= '9', strings.IndexByte("$,+~! \t", ch) >= 0:
			r.i++
		case ch == '/':
			r.i++
			if !r.delimited('/', true) {
				return false
			}
			r.skip("IM")
		case ch == '\\' && r.i+1 < len(r.s) && r.s[r.i+1] != '\n':
			r.i += 2
			if !r.delimited(r.s[r.i-1], true) {
				return false
			}
			r.skip("IM")
		default:
			return true
		}
	}
	return false
}

// delimited moves behind the next delimiter, which in brackets ends the text for some versions of sed only.
func (r *sedReader) delimited(end byte, regexp bool) bool {
	bracket := false
	for ; r.i < len(r.s); r.i++ {
		switch ch := r.s[r.i]; {
		case ch == '\\' && !bracket:
			r.i++
		case ch == end && !bracket:
			r.i++
			return true
		case ch == '\n' && regexp:
			return false
		case ch == end:
			r.odd = true
		case regexp && ch == '[' && !bracket && !r.plain:
			bracket = true
			if r.i+1 < len(r.s) && r.s[r.i+1] == '^' {
				r.i++
			}
			if r.i+1 < len(r.s) && r.s[r.i+1] == ']' {
				r.i++
			}
		case ch == ']' && bracket:
			bracket = false
		case bracket && ch == '[' && r.i+1 < len(r.s) && strings.IndexByte(":.=", r.s[r.i+1]) >= 0:
			class := strings.Index(r.s[r.i+2:], r.s[r.i+1:r.i+2]+"]")
			if class < 0 {
				return false
			}
			r.i += 2 + class + 1
		}
	}
	return false
}

// line takes the text up to the end of the line.
func (r *sedReader) line() string {
	rest := r.s[r.i:]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	r.i += len(rest)
	return rest
}

// command reads one command after its addresses.
func (r *sedReader) command() bool {
	ch := r.s[r.i]
	r.i++
	switch ch {
	case '{', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
		return true
	case '#':
		r.line()
		return true
	case 'l', 'L', 'q', 'Q':
		r.skip(" \t0123456789")
		return true
	case ':', 'b', 't', 'T':
		for r.i < len(r.s) && strings.IndexByte(";\n}", r.s[r.i]) < 0 {
			r.i++
		}
		return true
	case 'a', 'i', 'c':
		r.text()
		return true
	case 'r', 'R':
		r.file(Read)
		return true
	case 'w', 'W':
		r.file(Write)
		return true
	case 'e':
		r.runs(r.line())
		return true
	case 'y':
		return r.pair(false)
	case 's':
		return r.pair(true) && r.flags()
	}
	return false
}

// text moves over the text of a, i and c: to the end of the first line without a backslash before it.
func (r *sedReader) text() {
	for r.i < len(r.s) && r.s[r.i] != '\n' {
		if r.s[r.i] == '\\' {
			r.i++
		}
		r.i = min(r.i+1, len(r.s))
	}
}

// file reads the file name of r, w and the w flag.
func (r *sedReader) file(k Kind) {
	r.skip(" \t")
	name := r.line()
	if name == "/dev/stdout" || name == "/dev/stderr" || name == "/dev/stdin" {
		return
	}
	r.call.emit(spec{kind: k}, r.word, name, true, false)
}

func (r *sedReader) runs(script string) {
	script = strings.TrimSpace(script)
	r.call.hazard("hidden-execution", engine.Deny, cause.SedRunsCommand.Bare(), r.word)
	if script != "" {
		r.call.shellText(r.word, script)
	}
}

// pair moves over the two parts of s and y.
func (r *sedReader) pair(regexp bool) bool {
	if r.i >= len(r.s) || r.s[r.i] == '\n' || r.s[r.i] == '\\' {
		return false
	}
	end := r.s[r.i]
	r.i++
	return r.delimited(end, regexp) && r.delimited(end, false)
}

// flags reads the flags of s.
func (r *sedReader) flags() bool {
	for r.i < len(r.s) {
		switch ch := r.s[r.i]; {
		case ch >= '0' && ch <= '9', strings.IndexByte("gpiImM", ch) >= 0:
			r.i++
		case ch == 'e':
			r.i++
			r.call.hazard("executes-data", engine.Deny, cause.SedRunsInput.Bare(), r.word)
		case ch == 'w':
			r.i++
			r.file(Write)
			return true
		case strings.IndexByte(" \t;\n}#", ch) >= 0:
			return true
		default:
			return false
		}
	}
	return true
}

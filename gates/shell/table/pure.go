package table

import "strings"

// Pure is what a short program of another language reads, when it can do nothing but compute and print.
type Pure struct {
	// Reads are the files it names, as written.
	Reads []string
	// Imports are the modules it loads that a file in the working directory would take the place of.
	Imports []string
}

// maxPure is how long code may be, in bytes, that is read this closely.
const maxPure = 4096

// PureCode reads the code of a one-liner in python, node or perl. It is sure of what it says: every name is one of a
// closed list of those that only compute, print or read a literal file name, and there is no way in the code to reach
// another one by a name that is put together while it runs. Of all other code it says nothing.
func PureCode(language, text string) (Pure, bool) {
	if len(text) > maxPure || strings.ContainsAny(text, "\x00\r\f\v") {
		return Pure{}, false
	}
	switch language {
	case "python":
		return purePython(text)
	case "node":
		return pureNode(text)
	case "perl":
		return Pure{}, purePerl(text)
	}
	return Pure{}, false
}

// codeToken is a piece of code in a language that looks like C or Python.
type codeToken struct {
	kind codeKind
	text string // of a string what stands between the quotes
	raw  bool   // a string whose text is its value: no escapes, nothing put in
}

type codeKind uint8

const (
	codeEnd codeKind = iota
	codeName
	codeNumber
	codeString
	codePattern
	codeSign
)

// codeReader goes through tokens. Outside of the code there is nothing but codeEnd.
type codeReader struct {
	tokens []codeToken
	at     int
	out    Pure
}

func (r *codeReader) token(i int) codeToken {
	if i < 0 || i >= len(r.tokens) {
		return codeToken{}
	}
	return r.tokens[i]
}

func (r *codeReader) sign(i int, text string) bool {
	t := r.token(i)
	return t.kind == codeSign && t.text == text
}

// codeTokens takes code apart. own reads what the language has of its own at i, behind the tokens before it, and gives
// the end of that: i when there is nothing, and -1 when the code is refused.
func codeTokens(s string, own func(i int, before []codeToken) ([]codeToken, int)) ([]codeToken, bool) {
	var out []codeToken
	for i := 0; i < len(s); {
		tokens, end := own(i, out)
		switch {
		case end < 0:
			return nil, false
		case end > i:
			out = append(out, tokens...)
		case s[i] == ' ' || s[i] == '\t':
			end++
		case isNameStart(s[i]):
			end = nameEnd(s, i)
			out = append(out, codeToken{kind: codeName, text: s[i:end]})
		case isDigit(s[i]):
			end = numberEnd(s, i)
			out = append(out, codeToken{kind: codeNumber, text: s[i:end]})
		default:
			end++
			out = append(out, codeToken{kind: codeSign, text: s[i:end]})
		}
		i = end
	}
	return out, true
}

func isNameStart(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameEnd is the end of the name or number that starts at i.
func nameEnd(s string, i int) int {
	for i < len(s) && (isNameStart(s[i]) || isDigit(s[i])) {
		i++
	}
	return i
}

// numberEnd is the end of the number that starts at i: 1, 1.5, 0x1f, 1_000, 1e-3.
func numberEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		exponent := (c == '+' || c == '-') && i > 0 && (s[i-1] == 'e' || s[i-1] == 'E') && !strings.HasPrefix(s, "0x")
		if !isNameStart(c) && !isDigit(c) && c != '.' && !exponent {
			break
		}
		if c == '.' && i+1 < len(s) && isNameStart(s[i+1]) {
			break
		}
		i++
	}
	return i
}

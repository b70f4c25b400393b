package table

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// awkToken is one token of an awk program.
type awkToken struct {
	kind byte   // 's' string, 'r' regular expression, 'w' word, 'n' number, else the character; 'A' for >>
	text string // the value of a string
}

// readAwk says what an awk program does beyond printing: which files it reads and writes, what it runs. A program
// that it does not understand in full stays code that nobody has read.
func readAwk(c *call, word int, text string) bool {
	if !containsAny(text, "|", ">", "@", "system", "getline", "ARG", "ENVIRON", "inet") {
		return true
	}
	if strings.Contains(text, "ENVIRON") && namesSecret(text) {
		c.hazard("secret", engine.Deny, cause.AwkTakesSecret.Bare(), word)
	}
	if strings.Contains(text, "in ENVIRON") {
		c.hazard("secret", engine.Ask, cause.AwkShowsEnvironment.Bare(), word)
	}
	tokens, ok := lexAwk(text)
	if !ok {
		return false
	}
	r := awkReader{call: c, word: word, tokens: tokens}
	return r.read()
}

// namesSecret reports whether text holds the usual name of a variable with a secret.
func namesSecret(text string) bool {
	return Marked("secret-words", text)
}

// awkReader walks the tokens.
type awkReader struct {
	call   *call
	word   int
	tokens []awkToken
	print  bool // in a print statement, outside its parentheses
	depth  int
	base   int // the depth at the print
}

func (r *awkReader) read() bool {
	for i, t := range r.tokens {
		switch t.kind {
		case '(', '[':
			r.depth++
		case ')', ']':
			r.depth--
		case ';', '\n', '{', '}':
			r.print = false
		case '@':
			return false
		case 's':
			if strings.Contains(t.text, "/inet") {
				return false
			}
		case 'w':
			if !r.name(i, t.text) {
				return false
			}
		case '|':
			r.pipe(i)
		case '>', 'A':
			if r.print && r.depth == r.base {
				r.file(i+1, Write)
			}
		}
	}
	return true
}

// name looks at a word that matters.
func (r *awkReader) name(i int, name string) bool {
	switch name {
	case "ARGV", "ARGC":
		return false
	case "print", "printf":
		r.print, r.base = true, r.depth
	case "system":
		r.script(i+2, ')')
	case "getline":
		for j := i + 1; j <= i+2 && j < len(r.tokens); j++ {
			if r.tokens[j].kind == '<' {
				r.file(j+1, Read)
			}
		}
	}
	return true
}

// ends reports whether the token i ends an expression.
func (r *awkReader) ends(i int, also byte) bool {
	if i >= len(r.tokens) {
		return true
	}
	k := r.tokens[i].kind
	return k == ';' || k == '\n' || k == '}' || k == also && also != 0
}

// script adds the command that the string i is, or an unknown one.
func (r *awkReader) script(i int, end byte) {
	op := Operand{Kind: Shell, Word: r.word, Language: "sh"}
	if i < len(r.tokens) && r.tokens[i].kind == 's' {
		op.Text = r.tokens[i].text
		op.Known = r.ends(i+1, end)
	}
	r.call.out.Operands = append(r.call.out.Operands, op)
	if !op.Known {
		r.call.opaque(r.word, effect.OpaqueCommand, cause.AwkMakesCommand.Bare())
		r.candidates()
	}
}

// candidates adds the commands in the program's strings and variables: one of them is what it runs.
func (r *awkReader) candidates() {
	for _, t := range r.tokens {
		if t.kind == 's' && holdsCommand(t.text) >= 0 {
			r.call.shellText(r.word, t.text)
		}
	}
	for i := 1; i < r.word; i++ {
		_, value, ok := strings.Cut(r.call.argv[i].Text, "=")
		if ok && r.call.argv[i].Known && holdsCommand(value) >= 0 {
			r.call.shellText(i, value)
		}
	}
}

// pipe looks at what a pipe in the program runs.
func (r *awkReader) pipe(i int) {
	next := i + 1
	if next < len(r.tokens) && r.tokens[next].kind == '&' {
		next++
	}
	if next < len(r.tokens) && r.tokens[next].kind == 'w' && r.tokens[next].text == "getline" {
		if i >= 2 && r.tokens[i-1].kind == 's' && strings.IndexByte("(;{}\n=!&", r.tokens[i-2].kind) >= 0 {
			r.call.shellText(r.word, r.tokens[i-1].text)
			return
		}
		r.script(len(r.tokens), 0)
		return
	}
	r.script(next, 0)
}

// file adds the file that the string i names, or an unknown one.
func (r *awkReader) file(i int, k Kind) {
	known := i < len(r.tokens) && r.tokens[i].kind == 's' && (r.ends(i+1, ')') || r.tokens[i+1].kind == 'w' && k == Read)
	text := ""
	if i < len(r.tokens) && r.tokens[i].kind == 's' {
		text = r.tokens[i].text
	}
	if known && in(" /dev/stdout /dev/stderr /dev/stdin - ", text) {
		return
	}
	r.call.emit(spec{kind: k}, r.word, text, known, false)
	if !known {
		r.call.opaque(r.word, spec{kind: k}.place(), cause.AwkMakesFileName.Bare())
	}
}

// awkName is what names and numbers are made of.
const awkName = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// lexAwk takes a program apart. It gives up where a slash could be a division or begin a regular expression.
func lexAwk(s string) ([]awkToken, bool) {
	var out []awkToken
	for i := 0; i < len(s); {
		ch := s[i]
		switch {
		case ch == ' ' || ch == '\t':
			i++
		case ch == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i += 2
		case ch == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case ch == '"':
			text, n, ok := awkString(s[i:])
			if !ok {
				return nil, false
			}
			out = append(out, awkToken{'s', text})
			i += n
		case ch == '/':
			divides, known := awkDivides(out)
			if !known {
				return nil, false
			}
			if divides {
				out = append(out, awkToken{kind: '/'})
				i++
				continue
			}
			n := awkRegexp(s[i:])
			if n == 0 {
				return nil, false
			}
			out = append(out, awkToken{kind: 'r'})
			i += n
		case ch == '|' && strings.HasPrefix(s[i:], "||"):
			out = append(out, awkToken{kind: '&'})
			i += 2
		case ch == '>' && strings.HasPrefix(s[i:], ">>"):
			out = append(out, awkToken{kind: 'A'})
			i += 2
		case ch == '\'' || ch == '`' || ch == '\\' || ch >= 0x80:
			return nil, false
		default:
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], awkName))
			if n == 0 {
				out = append(out, awkToken{kind: ch})
				i++
				continue
			}
			kind := byte('w')
			if ch >= '0' && ch <= '9' {
				kind = 'n'
			}
			out = append(out, awkToken{kind, s[i : i+n]})
			i += n
		}
	}
	return out, true
}

// awkString reads a string; one with escapes other than the simple ones is not understood.
func awkString(s string) (string, int, bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), i + 1, true
		case '\n':
			return "", 0, false
		case '\\':
			i++
			if i >= len(s) {
				return "", 0, false
			}
			plain := strings.IndexByte(`"\/nt`, s[i])
			if plain < 0 {
				b.WriteByte('\\') // kept, so that no other command comes of it
				b.WriteByte(s[i])
				if s[i] >= '0' && s[i] <= '9' || s[i] == 'x' || s[i] == 'u' {
					return "", 0, false
				}
				continue
			}
			b.WriteByte("\"\\/\n\t"[plain])
		default:
			b.WriteByte(s[i])
		}
	}
	return "", 0, false
}

// awkRegexp gives the length of the regular expression at the beginning of s, 0 when it does not end.
func awkRegexp(s string) int {
	bracket := false
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '\n':
			return 0
		case s[i] == '[' && !bracket:
			bracket = true
			if strings.HasPrefix(s[i+1:], "^]") {
				i += 2
			} else if strings.HasPrefix(s[i+1:], "]") {
				i++
			}
		case s[i] == ']':
			bracket = false
		case s[i] == '/' && bracket:
			return 0 // the versions of awk differ here
		case s[i] == '/':
			return i + 1
		}
	}
	return 0
}

// awkDivides says whether a slash after these tokens divides, and whether that is certain.
func awkDivides(before []awkToken) (divides, known bool) {
	if len(before) == 0 {
		return false, true
	}
	switch t := before[len(before)-1]; t.kind {
	case 'n', ']':
		return true, true
	case 'w':
		switch t.text {
		case "print", "printf", "return", "in", "else", "do", "case", "getline", "exit":
			return false, t.text != "in"
		case "length":
			return false, false
		}
		return true, true
	case '{', '}', ';', '\n', '(', ',', '~', '!', '&', '=', '?', ':', '|':
		return false, true
	}
	return false, false
}

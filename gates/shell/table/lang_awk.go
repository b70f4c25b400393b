package table

import (
	"regexp"
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
			switch t.text {
			case "ARGV", "ARGC":
				return false
			case "print", "printf":
				r.print, r.base = true, r.depth
			case "system":
				r.script(i+2, ')')
			case "getline":
				for j := i + 1; j <= i+2; j++ {
					if r.kind(j) == '<' {
						r.file(j+1, Read)
					}
				}
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

// kind is that of token i, a line break behind the last one.
func (r *awkReader) kind(i int) byte {
	if i >= len(r.tokens) {
		return '\n'
	}
	return r.tokens[i].kind
}

// ends reports whether the token i ends an expression.
func (r *awkReader) ends(i int, also byte) bool {
	k := r.kind(i)
	return k == ';' || k == '\n' || k == '}' || k == also
}

// script adds the command that the string i is, or an unknown one.
func (r *awkReader) script(i int, end byte) {
	op := Operand{Kind: Shell, Word: r.word, Language: "sh"}
	if r.kind(i) == 's' {
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
	if r.kind(next) == '&' {
		next++
	}
	if r.kind(next) == 'w' && r.tokens[next].text == "getline" {
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
	text, known := "", false
	if r.kind(i) == 's' {
		text, known = r.tokens[i].text, r.ends(i+1, ')') || r.kind(i+1) == 'w' && k == Read
	}
	if known && in(" /dev/stdout /dev/stderr /dev/stdin - ", text) {
		return
	}
	r.call.emit(spec{kind: k}, r.word, text, known, false)
	if !known {
		r.call.opaque(r.word, spec{kind: k}.place(), cause.AwkMakesFileName.Bare())
	}
}

var (
	awkLexeme = regexp.MustCompile(`^(?s:[ \t]+|\\\n|#[^\n]*|"(?:[^"\\\n]|\\[^0-9xu])*"|\|\||>>|[0-9A-Za-z_]+|` +
		`[^\\'"\x60\x{80}-\x{10ffff}])`)
	awkEscape = regexp.MustCompile(`\\["\\/nt]`) // others are kept, so that no other command comes of them
	// awkRegexp matches a regular expression; the versions of awk differ where brackets hold a slash.
	awkRegexp = regexp.MustCompile(`^(?s)/(?:[^/\\\[\n]|\\.|\[(?:\^?\]|\^?(?:[^\]\\/\n^]|\\.)|\^\^)` +
		`(?:[^\]\\/\n]|\\.)*\])*/`)
)

// lexAwk takes a program apart. It gives up where a slash could be a division or begin a regular expression.
func lexAwk(s string) (out []awkToken, ok bool) {
	for s != "" {
		lexeme, t := awkLexeme.FindString(s), awkToken{}
		if s[0] == '/' {
			divides, known := awkDivides(out)
			if t.kind = '/'; !divides {
				t.kind, lexeme = 'r', awkRegexp.FindString(s)
			}
			if !known {
				return nil, false
			}
		}
		if lexeme == "" {
			return nil, false
		}
		s = s[len(lexeme):]
		switch ch := lexeme[0]; {
		case t.kind != 0:
		case ch == ' ' || ch == '\t' || ch == '\\' || ch == '#':
			continue
		case ch == '"':
			t = awkToken{'s', awkEscape.ReplaceAllStringFunc(lexeme[1:len(lexeme)-1], func(e string) string {
				return map[string]string{`\n`: "\n", `\t`: "\t"}[e] + strings.Trim(e[1:], "nt")
			})}
		case lexeme == "||":
			t.kind = '&'
		case lexeme == ">>":
			t.kind = 'A'
		case ch >= '0' && ch <= '9':
			t = awkToken{'n', lexeme}
		case ch == '_' || ch|0x20 >= 'a' && ch|0x20 <= 'z':
			t = awkToken{'w', lexeme}
		default:
			t.kind = ch
		}
		out = append(out, t)
	}
	return out, true
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

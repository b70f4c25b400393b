package table

import "strings"

// pythonReader reads the tokens of a program in Python.
type pythonReader struct {
	codeReader
}

// purePython reads code in Python. Names in other scripts are refused: Python folds them to ASCII.
func purePython(text string) (Pure, bool) {
	tokens, ok := pythonTokens(text)
	if !ok {
		return Pure{}, false
	}
	r := pythonReader{codeReader{tokens: tokens}}
	for r.at < len(r.tokens) {
		if !r.next() {
			return Pure{}, false
		}
	}
	return r.out, true
}

// next looks at one token, or at one import or call of open.
func (r *pythonReader) next() bool {
	t := r.tokens[r.at]
	if t.kind != codeName {
		r.at++
		return true
	}
	if r.sign(r.at-1, ".") {
		r.at++
		return Listed("python/attributes", t.text)
	}
	switch t.text {
	case "import":
		r.at++
		return r.modules()
	case "from":
		if r.statementStart() {
			r.at++
			return r.from()
		}
	case "open":
		return r.open()
	case "__name__", "__file__":
	default:
		if strings.HasPrefix(t.text, "__") || Listed("python/denied", t.text) {
			return false
		}
	}
	r.at++
	return true
}

// statementStart tells the from of an import from that of yield and raise.
func (r *pythonReader) statementStart() bool {
	before := r.token(r.at - 1)
	return before.kind == codeEnd || before.kind == codeSign &&
		(before.text == "\n" || before.text == ";" || before.text == ":")
}

// module reads a dotted name and notes it.
func (r *pythonReader) module() bool {
	var parts []string
	for r.token(r.at).kind == codeName {
		parts = append(parts, r.tokens[r.at].text)
		r.at++
		if !r.sign(r.at, ".") {
			break
		}
		r.at++
	}
	name := strings.Join(parts, ".")
	if !Listed("python/modules", name) {
		return false
	}
	if name != "sys" && name != "time" { // no file can take the place of these
		r.out.Imports = append(r.out.Imports, parts[0])
	}
	return true
}

// modules reads what follows import: names with as, by commas.
func (r *pythonReader) modules() bool {
	for {
		if !r.module() || !r.as() {
			return false
		}
		if !r.sign(r.at, ",") {
			return true
		}
		r.at++
	}
}

// as reads the name that something imported is given, if any.
func (r *pythonReader) as() bool {
	if t := r.token(r.at); t.kind != codeName || t.text != "as" {
		return true
	}
	r.at += 2
	return r.token(r.at-1).kind == codeName
}

// from reads MODULE import NAME [as NAME], …; a star would bring any name.
func (r *pythonReader) from() bool {
	if !r.module() || r.token(r.at).text != "import" {
		return false
	}
	r.at++
	if r.sign(r.at, "(") {
		r.at++
	}
	for {
		t := r.token(r.at)
		if t.kind != codeName || !Listed("python/attributes", t.text) {
			return false
		}
		r.at++
		if !r.as() {
			return false
		}
		if !r.sign(r.at, ",") {
			return true
		}
		r.at++
	}
}

// open reads open("FILE") with a mode that reads.
func (r *pythonReader) open() bool {
	name := r.token(r.at + 2)
	if !r.sign(r.at+1, "(") || name.kind != codeString || !name.raw {
		return false
	}
	r.at += 3
	for !r.sign(r.at, ")") {
		if !r.sign(r.at, ",") {
			return false
		}
		r.at++
		if t := r.token(r.at); t.kind == codeName && (t.text == "encoding" || t.text == "errors" || t.text == "newline") &&
			r.sign(r.at+1, "=") && r.token(r.at+2).kind == codeString {
			r.at += 3
			continue
		}
		if t := r.token(r.at); t.kind == codeName && t.text == "mode" && r.sign(r.at+1, "=") {
			r.at += 2
		}
		if t := r.token(r.at); t.kind != codeString || !t.raw || !in(" r rb rt ", t.text) {
			return false
		}
		r.at++
	}
	r.at++
	r.out.Reads = append(r.out.Reads, name.text)
	return true
}

func pythonTokens(s string) ([]codeToken, bool) {
	return codeTokens(s, func(i int, _ []codeToken) ([]codeToken, int) {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			return nil, i + 2
		case c == '#':
			line, _, _ := strings.Cut(s[i:], "\n")
			return nil, i + len(line)
		case c == '\'' || c == '"':
			return pythonString(s, i, "")
		case c >= 0x80 || c == '$' || c == '`' || c == '\\':
			return nil, -1
		case isNameStart(c):
			end := nameEnd(s, i)
			if end < len(s) && (s[end] == '\'' || s[end] == '"') && len(strings.Trim(s[i:end], "rRbBuUfF")) == 0 {
				return pythonString(s, end, strings.ToLower(s[i:end]))
			}
		}
		return nil, i
	})
}

// pythonString reads a string whose quote stands at i, and in parentheses what a formatted one puts in.
func pythonString(s string, i int, prefix string) ([]codeToken, int) {
	quote := s[i : i+1]
	if strings.HasPrefix(s[i:], quote+quote+quote) {
		quote = s[i : i+3]
	}
	start := i + len(quote)
	end := start
	for !strings.HasPrefix(s[min(end, len(s)):], quote) {
		if end >= len(s) || s[end] == '\n' && len(quote) == 1 {
			return nil, -1
		}
		if s[end] == '\\' {
			end++
		}
		end++
	}
	text := s[start:end]
	formatted := strings.Contains(prefix, "f")
	out := []codeToken{{kind: codeString, text: text, raw: !formatted && !strings.Contains(text, `\`)}}
	if formatted {
		inside, ok := pythonFormat(text)
		if !ok {
			return nil, -1
		}
		out = append(out, inside...)
	}
	return out, end + len(quote)
}

// pythonFormat reads the expressions of a formatted string. Since 3.12 an expression may hold the quotes of the
// string itself; the string is then read as ending there, and what follows as code, so nothing goes unseen.
func pythonFormat(text string) ([]codeToken, bool) {
	var out []codeToken
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && strings.HasPrefix(text[i:], `\N{`) {
			return nil, false
		}
		if text[i] != '{' {
			continue
		}
		if strings.HasPrefix(text[i:], "{{") {
			i++
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if end < 0 {
			return nil, false
		}
		expr := text[i+1 : i+end]
		if strings.ContainsAny(expr, "{\\") {
			return nil, false
		}
		if colon := strings.LastIndexByte(expr, ':'); colon >= 0 &&
			strings.Trim(expr[colon+1:], "0123456789<>=^+-,._%# bcdeEfFgGnosxX") == "" {
			expr = expr[:colon]
		}
		inside, ok := pythonTokens(expr)
		if !ok {
			return nil, false
		}
		out = append(append(append(out, codeToken{kind: codeSign, text: "("}), inside...),
			codeToken{kind: codeSign, text: ")"})
		i += end
	}
	return out, true
}

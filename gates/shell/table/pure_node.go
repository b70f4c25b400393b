package table

import "strings"

// nodeReader reads the tokens of a program for node.
type nodeReader struct {
	codeReader
	local map[string]bool // declared in the code
}

// pureNode reads code for node (ECMAScript 2024).
func pureNode(text string) (Pure, bool) {
	tokens, ok := nodeTokens(text)
	if !ok {
		return Pure{}, false
	}
	r := nodeReader{codeReader: codeReader{tokens: tokens}, local: map[string]bool{}}
	r.declare()
	for r.at < len(r.tokens) {
		if !r.next() {
			return Pure{}, false
		}
	}
	return r.out, true
}

// declare notes the names after const, let, var and function, those of parameters before an arrow, and those that are
// taken apart in braces: what they stand for was made by the code.
func (r *nodeReader) declare() {
	for i, t := range r.tokens {
		if t.kind == codeName && (t.text == "const" || t.text == "let" || t.text == "var" || t.text == "function") {
			if n := r.token(i + 1); n.kind == codeName {
				r.local[n.text] = true
			}
		}
		if !r.sign(i, "=>") {
			continue
		}
		if n := r.token(i - 1); n.kind == codeName {
			r.local[n.text] = true
			continue
		}
		for j := i - 2; j >= 0 && !r.sign(j, "("); j-- {
			switch n := r.tokens[j]; {
			case n.kind == codeName:
				r.local[n.text] = true
			case n.kind != codeSign || strings.Trim(n.text, ",[]") != "":
				j = 0
			}
		}
	}
}

func (r *nodeReader) next() bool {
	t := r.tokens[r.at]
	if t.kind == codeSign && t.text == "[" && r.member() {
		return r.subscript()
	}
	if t.kind != codeName {
		r.at++
		return true
	}
	switch {
	case r.sign(r.at-1, ".") || r.sign(r.at-1, "?."):
		return r.attribute(t.text)
	case t.text == "require":
		return r.require()
	case r.key():
	case Listed("node/words", t.text), Listed("node/free", t.text):
	case r.local[t.text]:
	default:
		return false
	}
	r.at++
	return true
}

// key reports whether a name is the key of an object that is written out.
func (r *nodeReader) key() bool {
	return r.sign(r.at+1, ":") && (r.sign(r.at-1, "{") || r.sign(r.at-1, ","))
}

// attribute is a name after a dot. The ones that read a file take a literal name.
func (r *nodeReader) attribute(name string) bool {
	switch name {
	case "readFileSync", "existsSync", "statSync", "readdirSync":
		arg := r.token(r.at + 2)
		if !r.sign(r.at+1, "(") || arg.kind != codeString || !arg.raw || !r.sign(r.at+3, ")") && !r.sign(r.at+3, ",") {
			return false
		}
		r.out.Reads = append(r.out.Reads, arg.text)
		r.at += 3
		return true
	}
	r.at++
	return Listed("node/attributes", name)
}

// require reads require("MODULE") and require("./FILE.json").
func (r *nodeReader) require() bool {
	arg := r.token(r.at + 2)
	if !r.sign(r.at+1, "(") || arg.kind != codeString || !arg.raw || !r.sign(r.at+3, ")") || r.local["require"] {
		return false
	}
	r.at += 4
	if Listed("node/modules", arg.text) {
		return true
	}
	if !strings.HasSuffix(arg.text, ".json") || !strings.HasPrefix(arg.text, "./") && !strings.HasPrefix(arg.text, "../") {
		return false
	}
	r.out.Reads = append(r.out.Reads, arg.text)
	return true
}

// member reports whether the bracket at hand takes a member of what stands before it.
func (r *nodeReader) member() bool {
	before := r.token(r.at - 1)
	switch before.kind {
	case codeName:
		return !Listed("node/words", before.text) || in(" null true false undefined ", before.text)
	case codeString, codePattern, codeNumber:
		return true
	case codeSign:
		return before.text == ")" || before.text == "]" || before.text == "}" || before.text == "?."
	}
	return false
}

// subscript reads [0] and ["a-key"]: any other index could name what leads anywhere, such as "constructor".
func (r *nodeReader) subscript() bool {
	index := r.token(r.at + 1)
	if !r.sign(r.at+2, "]") {
		return false
	}
	r.at += 3
	switch index.kind {
	case codeNumber:
		return true
	case codeString:
		return index.raw && (Listed("node/attributes", index.text) || strings.ContainsAny(index.text, "-/@. "))
	}
	return false
}

func nodeTokens(s string) ([]codeToken, bool) {
	return codeTokens(s, func(i int, before []codeToken) ([]codeToken, int) {
		switch c := s[i]; {
		case c == '\n':
			return nil, i + 1
		case hasAnyPrefix(s[i:], "//", "/*", "<!--", "-->"): // comments: there is no need of one here
			return nil, -1
		case c == '\'' || c == '"' || c == '`':
			return nodeString(s, i)
		case c >= 0x80 || c == '\\' || c == '#' || c == '@':
			return nil, -1
		case c == '/':
			return nodeSlash(s, i, before)
		case hasAnyPrefix(s[i:], "=>", "?.", "++", "--"):
			return []codeToken{{kind: codeSign, text: s[i : i+2]}}, i + 2
		}
		return nil, i
	})
}

// nodeString reads a string whose quote stands at i. A template that puts something in is refused.
func nodeString(s string, i int) ([]codeToken, int) {
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == s[i]:
			text := s[i+1 : j]
			return []codeToken{{kind: codeString, text: text, raw: !strings.Contains(text, `\`)}}, j + 1
		case s[j] == '\\':
			j++
		case s[j] == '\n' && s[i] != '`', s[i] == '`' && strings.HasPrefix(s[j:], "${"):
			return nil, -1
		}
	}
	return nil, -1
}

// nodeSlash tells a division from a pattern by what stands before it; what could be both is refused.
func nodeSlash(s string, i int, before []codeToken) ([]codeToken, int) {
	last := codeToken{}
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	switch last.kind {
	case codeEnd:
		return nil, -1
	case codeName, codeNumber, codeString, codePattern:
		return nil, i
	}
	switch last.text {
	case ")", "]":
		return nil, i
	case "}", "++", "--", "?.":
		return nil, -1
	}
	class := false
	for j := i + 1; j < len(s) && s[j] != '\n'; j++ {
		switch c := s[j]; {
		case c == '\\':
			j++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			end := nameEnd(s, j+1)
			return []codeToken{{kind: codePattern, text: s[i:end]}}, end
		}
	}
	return nil, -1
}

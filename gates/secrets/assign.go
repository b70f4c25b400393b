package secrets

import (
	"slices"
	"strings"
)

// registerAssignments adds values assigned to names.
func registerAssignments(t triggers) {
	for _, w := range secretWords {
		t.add(w, true, nameOf(false).match)
	}
	for _, w := range passwordWords {
		t.add(w, true, nameOf(true).match)
	}
	for _, w := range []string{"Key:", "Key=", `Key"`, "Key =", "key:", `key"`, "key=", "auth:", `auth"`,
		"auth=", "key is ", "key for ", "key =", "key'"} {
		t.add(w, false, keyOf)
	}
	for i := range vendors {
		for _, w := range vendors[i].words {
			t.add(w, true, vendors[i].match)
		}
	}
}

// keyOf matches the key that a name ends with, where its value is longer and more varied than any other kind of key:
// one of an object is a word, one of a cache a digest.
func keyOf(s *scanner, v *view, at, end int) {
	a, ok := assigned(v.text, at, span(v.text, at, end-at, cLetter), false)
	s.effort -= max(0, a.end-at)
	ini := v.text[a.keyEnd:max(a.keyEnd, a.at)] == " = "
	near := strings.ToLower(v.text[max(0, a.key-8):a.keyEnd])
	if !ok || a.code && !ini || containsAny(near, []string{"pub", "verif"}) {
		return
	}
	value := v.text[a.at:a.end]
	if h := shapeOf(value); a.quoted && len(value) >= 16 && mixed(value) && h.symbol < 4 && !filler(value) &&
		!strings.Contains(value, "%") {
		s.addGeneric(v, a.at, a.end)
	} else if h.upper > 0 && h.lower > 0 &&
		(varied(value) || !a.quoted && len(value) >= 24 && alternating(value) && ini) &&
		nameOf(false).judge(v.text, a) && span(value, 0, len(value), cRun|cEqual) == len(value) &&
		!strings.Contains(value, "BgkqhkiG9w0BAQEFAA") &&
		!strings.HasPrefix(value, "MFkwEwYHKoZI") && !strings.HasPrefix(value, "MCowBQYDK2Vw") {
		s.addGeneric(v, a.at, a.end)
	}
}

// nameOf matches the value assigned to a name that says that it is secret; true for
// what people choose, which is less random than a key.
type nameOf bool

func (chosen nameOf) match(s *scanner, v *view, at, end int) {
	a, ok := assigned(v.text, at, end, bool(chosen))
	s.effort -= max(0, a.end-at)
	if !ok {
		return
	}
	if whole := a; chosen {
		whole.end = a.wide(v.text)
		if s.effort -= whole.end - a.at; chosen.judge(v.text, whole) {
			a = whole
		}
	}
	if chosen.judge(v.text, a) {
		s.addGeneric(v, a.at, span(v.text, a.end, 3, cDot))
	}
}

// wide is where a value ends that nothing quotes and that is all the rest of its word: one that a person chose may hold
// any character. An ampersand before a name and an equals sign ends it.
func (a assignment) wide(t string) int {
	gap := t[a.keyEnd:max(a.keyEnd, a.at)]
	if a.quoted || a.code || a.at == a.end || !slices.Contains([]string{"=", ": ", " = ", ":"}, gap) {
		return a.end
	}
	end := a.end
	for end < min(len(t), a.at+4*maxName) && !is(t, end, cSpace|cQuote) {
		if t[end] == '&' && is(t, span(t, end+1, maxName, cWord), cEqual) {
			break
		}
		end++
	}
	for end > a.end && is(t, end-1, cLine|cJoin) {
		end--
	}
	return end
}

// judge reports whether the value of an assignment is a secret.
func (chosen nameOf) judge(t string, a assignment) bool {
	value, key := t[a.at:a.end], t[a.key:a.keyEnd]
	h := shapeOf(value)
	switch {
	case bool(chosen) && a.quoted && t[a.at-1] != '`' && phrase(value) && (key == strings.ToUpper(key) ||
		containsAny(strings.ToLower(key), []string{"phrase", "psk"})):
		return true
	case uuid(value) && key != strings.ToUpper(key) && !containsAny(strings.ToLower(key), uuidNames):
		return false
	case bool(chosen) && a.quoted && marked(value, true) && !filler(value):
		return secretValue(value, true, true)
	case bool(chosen) && a.isPassword(t):
		return true
	case a.said && !varied(value) && !(bool(chosen) && jumbled(value)) &&
		(h.digit == 0 || !(bool(chosen) && h.upper > 0 && h.lower > 0) && !(len(value) >= 20 && alternating(value))),
		a.said && !a.quoted && !mixed(value) && wordShare(value) >= 0.5 && a.end < len(t) && !is(t, a.end, cLine):
		return false
	case a.code && !alternating(value) && !varied(value) && !(bool(chosen) && (mixed(value) || jumbled(value))):
		return false
	}
	return secretValue(value, a.quoted || a.said, bool(chosen))
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// assignment is a name and the value that it is given.
type assignment struct {
	key, keyEnd int
	at, end     int // the value, without quotes
	quoted      bool
	code        bool // the value may be an expression, or one of a list
	said        bool // only blanks stand between the two
}

// The bounds of an assignment, in bytes.
const (
	maxName  = 48
	maxBlank = 16
	maxValue = 8 << 10
)

// assigned reads the assignment in whose name [at,end) stands: in code, in
// configuration, as a header, as an argument of a call, as an element of XML,
// as a command's flag, or, of what is chosen, in a sentence.
func assigned(t string, at, end int, chosen bool) (a assignment, ok bool) {
	a.key = spanBack(t, at, maxName, cWord|cDash)
	a.keyEnd = span(t, end, maxName, cWord|cDash)
	if c := t[end-1]; c == '=' || c == ':' || c == ' ' {
		a.keyEnd = end - 1 // the word ends with its operator
		end = a.keyEnd
	}
	if !nameOK(t, a, end, chosen) {
		return a, false
	}
	pos, loose, ok := a.operator(t, end, chosen)
	if !ok || a.said && (is(t, a.key-1, cSlash) || strings.ContainsAny(t[a.keyEnd:pos], "&|!")) {
		return a, false
	}
	blank := span(t, pos, maxBlank, cSpace)
	if strings.Contains(t[pos:blank], "\n") && !loose {
		return a, false
	}
	for _, opener := range openers {
		if strings.HasPrefix(t[blank:], opener) {
			blank += len(opener)
			if opener[len(opener)-1] == '\n' {
				blank = span(t, blank, maxBlank, cSpace)
			}
		}
	}
	return a.value(t, blank, loose && !a.said)
}

// openers are what may stand before a value and is no part of it.
var openers = []string{"ENC(", "'echo ", "\"echo ", "static:", "base64:", "ascii-text ", "BY ", "ENC ",
	"0 ", "7 ", "9 ", "<Value>", "<<",
	`""`, "''", "|\n", "|-\n", ">\n", ">-\n"} // a string of several lines, in TOML and YAML

// nameOK reports whether the name is that of a secret: the word in it, which
// ends at end, is not part of a longer one, and none says otherwise.
func nameOK(t string, a assignment, end int, chosen bool) bool {
	if is(t, end, cLower) && is(t, end-1, cLower) {
		if t[end] != 's' || is(t, end+1, cLower) {
			return false
		}
	}
	if is(t, end, cUpper) && is(t, end-1, cUpper) && t[end] != 'S' {
		return false
	}
	name := t[a.key:a.keyEnd]
	if strings.HasSuffix(name, "SecretsId") {
		return false
	}
	if chosen && !containsAny(strings.ToLower(name), []string{"hash", "digest"}) {
		name = t[end:a.keyEnd] // of what, says the rest
	}
	return !strings.HasSuffix(t[:a.key], "::") && !plainName(name) && !(is(t, a.key-2, cDigit) && t[a.key-1] == ':' &&
		a.keyEnd < len(t) && t[a.keyEnd] == ':') // the name of a resource
}

// operator returns where the value starts; the word that says that the name is secret ends at end. It is loose when the
// value may only be a quoted one.
func (a *assignment) operator(t string, end int, chosen bool) (pos int, loose, ok bool) {
	pos = span(t, a.keyEnd, 3, cQuote|cJoin)
	if n := span(t, a.keyEnd+1, 4, cDigit); pos > a.keyEnd && t[a.keyEnd] == '[' && strings.HasPrefix(t[n:], "] ") {
		pos = n + 1 // of C
	} else if i := strings.IndexAny(t[a.keyEnd:pos], "(+.&[{,"); i >= 0 && t[a.keyEnd+i] == '(' {
		return a.keyEnd + i + 1, true, true // set_password("…")
	} else if i >= 0 {
		pos = a.keyEnd + i
	}
	if p := paired(t, pos); p > 0 {
		return p, false, true
	}
	if i := strings.IndexByte(t[a.keyEnd:min(len(t), a.keyEnd+maxName)], '>'); i > 0 && is(t, a.key-1, cAngle) {
		return a.keyEnd + i + 1, false, true // an element with attributes
	}
	closed := pos > a.keyEnd || a.key > 0 && t[a.key-1] == ':'
	blank := span(t, pos, maxBlank, cSpace)
	rest := t[blank:]
	switch {
	case len(rest) > 1 && slices.Contains([]string{":=", "=>", "<-", "->", "!="}, rest[:2]):
		return blank + 2, true, true
	case strings.HasPrefix(rest, "=="):
		return blank + span(rest, 0, 3, cEqual), true, true
	case strings.HasPrefix(rest, "="):
		return blank + 1, blank > pos && !chosen, true
	case strings.HasPrefix(rest, "::"):
		return blank + 2, false, strings.HasPrefix(rest, ":: ") // LDIF, in base64
	case strings.HasPrefix(rest, ":"):
		if p, typed := typeAnnotation(t, blank+1); typed {
			return p, true, true
		}
		return blank + 1, false, true
	case strings.HasPrefix(rest, ",") && closed:
		return blank + 1, true, true
	case strings.HasPrefix(rest, ">") && (blank == a.keyEnd || closed):
		return blank + 1, false, is(t, a.key-1, cAngle) || closed
	case strings.HasPrefix(rest, "|") && (blank == a.keyEnd || strings.HasSuffix(t[:a.key], "| ")) && end == a.keyEnd:
		return blank + 1, false, true // the next cell of a table
	case blank > pos && is(t, a.key, cDash):
		return blank, false, true // --password value
	case blank > pos && !strings.Contains(t[pos:blank], "\n"):
		if p, typed := typeAnnotation(t, pos); typed {
			return p, true, true
		}
		a.said = true
		return verb(t, blank, chosen), false, true
	}
	return 0, false, false
}

// paired returns where the value of a name starts that is given as a member beside
// it, as in name: …, value: …, with at most two members between them; 0 when none is.
func paired(t string, at int) int {
	gap := t[at:min(len(t), at+2*maxName)]
	rest := gap
	for range 3 {
		if rest = strings.TrimLeft(rest, " \t\r\n\"':{,<>"); strings.HasPrefix(rest, "/") { // the end of an element
			_, rest, _ = strings.Cut(rest, ">")
			rest = strings.TrimLeft(rest, " \t\r\n<")
		}
		n := span(rest, 0, maxName, cWord|cDash)
		if n == 0 || n == len(rest) || len(rest) == len(gap) {
			return 0
		}
		after := strings.TrimLeft(rest[n:], " \"'>")
		value := strings.TrimLeft(after, ":=")
		name := strings.ToLower(rest[:n])
		if slices.Contains([]string{"value", "default", "string", "parametervalue", "param-value"}, name) &&
			(len(value) < len(after) && name != "string" || rest[n] == '>') {
			return at + len(gap) - len(value)
		} else if len(value) == len(after) {
			return 0
		}
		rest = strings.TrimLeft(value, " \"'")
		rest = rest[span(rest, 0, maxName, cWord):]
	}
	return 0
}

// verb returns where a value starts that stands on the line of its name, from pos on, behind "is" or a colon: that of
// "The password for the router is …".
func verb(t string, pos int, chosen bool) int {
	line := t[pos:lineEnd(t, pos, min(len(t), pos+2*maxName))]
	if stop := strings.IndexAny(line, ".;?!\"'={}()"); stop >= 0 {
		line = line[:stop]
	}
	for _, v := range []string{"is: ", " is ", ": "} {
		if before, _, ok := strings.Cut(" "+line, v); ok && chosen {
			return pos + len(before) + len(v) - 1
		}
	}
	return pos
}

// typeAnnotation skips a type and the equals sign behind it.
func typeAnnotation(t string, pos int) (int, bool) {
	p := span(t, pos, 4, cSpace)
	gap, _, ok := strings.Cut(t[p:min(len(t), p+maxName)], "=")
	eq := p + len(gap)
	if !ok || gap == "" || is(t, eq+1, cEqual) || strings.ContainsAny(gap, "\n;,(){}\"!-+/") ||
		len(strings.Fields(strings.TrimPrefix(gap, "&'static"))) != 1 || gap[0] == '\'' || looksRandom(gap) {
		return pos, false
	}
	return eq + 1, true
}

// value reads the value that starts at pos.
func (a assignment) value(t string, pos int, loose bool) (assignment, bool) {
	if pos > 0 && t[pos-1] == '>' && !strings.HasSuffix(t[:pos], "=>") { // an element's
		n := strings.IndexByte(t[pos:min(len(t), pos+maxValue)], '<')
		a.at, a.end, a.quoted = pos, pos+n, true
		return a, n > 0 && !strings.Contains(t[pos:a.end], "\n")
	}
	if a.key > 0 && t[a.key-1] == ';' && !is(t, pos, cQuote) { // of a connection
		pos += len(t[pos:]) - len(strings.TrimPrefix(t[pos:], "{"))
		a.at, a.end, a.quoted = pos, pos, true
		for a.end < len(t) && a.end < pos+maxName && !is(t, a.end, cLine|cQuote) && t[a.end] != '}' {
			a.end++
		}
		return a, a.end > pos
	}
	if p := openQuote(t, pos); p > 0 {
		quote := t[p-1]
		end := p
		for end < len(t) && end < p+maxValue && t[end] != quote && t[end] != '\n' && t[end] != '\\' {
			end++
		}
		a.at, a.end, a.quoted = p, end, true
		a.code = strings.Contains(t[a.keyEnd:pos], ",")
		return a, end < len(t) && t[end] != '\n' && end > p
	}
	end := span(t, pos, maxValue, cUnquoted&^cEqual)
	end = span(t, end, 2, cEqual)
	a.at, a.end, a.code = pos, end, loose
	if end == pos || loose && is(t, end, cJoin|cQuote) || is(t, end, cQuote) && is(t, end+1, cWord) ||
		end < len(t) && strings.IndexByte("([{", t[end]) >= 0 {
		return a, false
	}
	for a.end > a.at && is(t, a.end-1, cDot) {
		a.end--
	}
	return a, true
}

// openQuote returns the position after the quote that opens a string at pos,
// which a prefix, a bracket or a conversion may precede; 0 when there is none.
func openQuote(t string, pos int) int {
	pos = span(t, pos, 1, cTilde) // of @"…" in C#
	p := span(t, pos, 32, cWord|cDot|cJoin)
	if strings.HasPrefix(t[pos:p], "string(") && strings.HasPrefix(t[p:], ` "`) { // as PHP prints it
		return p + 2
	}
	if p == pos+32 || !is(t, p, cQuote) {
		return 0
	}
	if p > pos && t[p-1] != '(' && t[p-1] != '[' && t[p-1] != '{' && t[p-1] != '\\' && p-pos > 2 {
		return 0 // an expression
	}
	return p + 1
}

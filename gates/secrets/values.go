package secrets

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of what is taken from a file of secrets.
const (
	minStored  = 8        // bytes of a value; shorter ones are in every text
	maxStored  = 4 << 10  // bytes of a value
	maxStoredN = 500      // values of one file
	maxParsed  = 64 << 10 // bytes of the file
	minBlob    = 32       // bytes of a line that is nothing but base64
	minPlain   = 20       // bytes of a value whose name in a document tells nothing
)

// Values are what a file that holds secrets keeps secret: the values of NAME=VALUE, of
// "name": "value", of name: value and of <name>value</name>, the password in an
// address, lines that are a token, and the lines of a key. What every text may hold is
// left out: short values, words, numbers, addresses and paths, unless their name says
// that they are secret. name is the file's; a history of commands has no values.
func Values(name string, data []byte) []string {
	base := strings.ToLower(path.Base(name))
	if len(data) > maxParsed {
		data = data[:maxParsed]
		data = data[:bytes.LastIndexByte(data, '\n')+1]
	}
	if strings.Contains(base, "history") || strings.HasSuffix(base, "hst") || !utf8.Valid(data) ||
		bytes.IndexByte(data, 0) >= 0 {
		return nil
	}
	v := values{known: map[string]bool{}}
	switch path.Ext(base) {
	case ".json", ".yml", ".yaml", ".xml", ".toml", ".tfstate", ".backup", ".php", ".rb", ".ini":
		v.document = true
	}
	text := string(data)
	v.alone = len(strings.Fields(text)) == 1
	for line := range strings.Lines(text) {
		v.line(strings.TrimSpace(line))
	}
	return v.out
}

type values struct {
	document bool // most of its values are no secrets
	alone    bool // the file is one word
	known    map[string]bool
	out      []string
}

// namedValue matches the forms in which a line gives a name and a value.
var namedValue = lazy(`^<([^>]*)>(.*?)</` + // of XML
	`|"([^"]*)":\s*"((?:[^"\\]|\\.)*)` + // of JSON
	`|^([^="]+?: |[^"'<>(=]+=)(.*)` +
	`|(?i:(?:^|\s)(passw(?:or)?d|pass|token|secret|account)\s+)(\S+)`)

func (v *values) line(line string) {
	line = strings.TrimSpace(strings.TrimLeft(line, "#;-, \t"))
	line = strings.TrimPrefix(line, "export ")
	if line == "" || strings.HasPrefix(line, "//") && !strings.Contains(line, "=") {
		return
	}
	named := namedValue().FindAllStringSubmatch(line, -1)
	for _, m := range named {
		v.assigned(m[1]+m[3]+m[5]+m[7], m[2]+m[4]+m[6]+m[8])
	}
	if len(named) > 0 || strings.ContainsAny(line, " \t") || strings.Contains(line, `":`) {
		return
	}
	if v.alone || len(line) >= minBlob && span(line, 0, len(line), cBase64|cEqual) == len(line) {
		v.add(line)
	}
	v.assigned("", line)
	for _, part := range strings.Split(line, ":") {
		v.assigned("", part)
	}
}

// assigned takes a value with its name, unless it is an ordinary one.
func (v *values) assigned(key, value string) {
	value = unquoted(strings.TrimSpace(value))
	for _, part := range strings.Split(value, `\n`) {
		if len(part) >= minBlob && span(part, 0, len(part), cBase64|cEqual) == len(part) {
			v.add(part) // a line of a key that was written as one
		}
	}
	if strings.Contains(value, "://") {
		v.address(value)
		return
	}
	if len(value) < minStored || reference(value) || commonWord(value) {
		return
	}
	key = strings.ToLower(key)
	switch {
	case containsAny(key, valueWords) && !plainName(key):
	case ordinary(value):
		return
	case v.document && (len(value) < minPlain || strings.ContainsAny(value, " \t/") || uuid(value)):
		return
	}
	v.add(value)
}

// unquoted takes quotes off a value, or what stands behind it.
func unquoted(value string) string {
	value = strings.TrimRight(value, ",;")
	if value != "" && strings.IndexByte("\"'`", value[0]) >= 0 {
		if end := strings.LastIndexByte(value[1:], value[0]); end >= 0 {
			return value[1 : end+1]
		}
	}
	value, _, _ = strings.Cut(value, " #")
	return strings.TrimSpace(value)
}

// address takes the password of an address, and the parts of its path and query that
// are no words.
func (v *values) address(value string) {
	u, err := url.Parse(value)
	if err != nil {
		return
	}
	if password, ok := u.User.Password(); ok && len(password) >= minStored && !commonWord(password) {
		v.add(password)
	}
	if user := u.User.Username(); len(user) >= minPlain && !ordinary(user) {
		v.add(user)
	}
	for _, part := range strings.FieldsFunc(u.EscapedPath()+"&"+u.RawQuery, func(r rune) bool {
		return strings.ContainsRune("/&=;", r)
	}) {
		if len(part) >= minPlain && looksRandom(part) {
			v.add(part)
		}
	}
}

func (v *values) add(value string) {
	if len(value) < minStored || len(value) > maxStored || v.known[value] || len(v.out) >= maxStoredN {
		return
	}
	v.known[value] = true
	v.out = append(v.out, value)
}

func commonWord(value string) bool {
	return slices.Contains(commonWords, strings.ToLower(value))
}

// reference reports whether a value is the name of another one, or a gap to be filled.
func reference(value string) bool {
	return strings.HasPrefix(value, "$") && !strings.HasPrefix(value, "$2") || strings.Contains(value, "${") ||
		strings.HasPrefix(value, "<") || strings.HasPrefix(value, "{{") || strings.Trim(value, "*xX.") == ""
}

// ordinary reports whether a value is what settings are: words, a number, a date, a
// version, the name of a host, a path.
func ordinary(value string) bool {
	if strings.IndexByte("/~", value[0]) >= 0 || strings.HasPrefix(value, "./") || strings.HasPrefix(value, "../") {
		return true
	}
	if strings.Trim(value, "0123456789.,:-+/TZ ") == "" {
		return true
	}
	gap := func(r rune) bool { return strings.ContainsRune(" .,:;/-_@+&?!()[]", r) }
	for _, word := range strings.FieldsFunc(value, gap) {
		letters := strings.TrimRight(word, "0123456789")
		if len(word)-len(letters) > 2 || !plainLetters(letters) {
			return false
		}
	}
	return true
}

// plainLetters reports whether a word has letters only, in the cases of a word or of a
// name in a program.
func plainLetters(word string) bool {
	changes := 0
	for i := range len(word) {
		c := word[i]
		upper, lower := c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z'
		if !upper && !lower {
			return c >= utf8.RuneSelf
		}
		if i > 0 && upper && word[i-1] >= 'a' {
			changes++
		}
	}
	return changes <= 1+len(word)/6
}

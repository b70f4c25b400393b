package reply

import (
	"strings"
	"unicode/utf8"
)

var (
	comment  = lazy(`(?m)^[ \t]*(?:;|//|#|--|<!--).*$|(?s:#\|.*?\|#)`)
	invented = lazy(`(?i)\A\W*(user|human|person)\s*:`)
	blank    = lazy(`\A(?:\.{3}|…|<[A-Za-z][\w .-]{0,40}>)\z`)
)

// doubt says why a form may not be meant, "" when nothing says so. The reason ends a sentence that begins with "it".
func (f found) doubt(text string) string {
	if strings.TrimSpace(text[:f.from]) == "" && strings.TrimSpace(text[f.to:]) == "" {
		return ""
	}
	if why := f.placed(text); why != "" {
		return why
	}
	if f.meant(text) {
		return ""
	}
	return "stands among words that seem to quote, offer, report or forbid it"
}

// placed says of a form that its place keeps from acting what that place is, "" for any other form.
func (f found) placed(text string) string {
	before, line := text[:f.from], lineBefore(text, f.start)
	switch {
	case strings.HasPrefix(strings.TrimSpace(line), ">"), strings.HasPrefix(strings.TrimSpace(line), "|"):
		return "stands in a quotation or a table"
	case f.fence == nil && strings.ContainsRune("\"'“”„‟‘’‚«»‹›「『《〈", lastRune(line)):
		return "stands in quotation marks"
	case f.fence == nil && strings.HasSuffix(line, "]"):
		return "stands in a link"
	case f.inline && strings.HasPrefix(text[f.start:], "(("):
		return "stands in brackets"
	case strings.HasSuffix(line, "~~"):
		return "is struck out"
	case commented(line), strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->"),
		strings.LastIndex(before, "#|") > strings.LastIndex(before, "|#"):
		return "is commented out"
	case strings.LastIndex(before, "<<data ") > strings.LastIndex(before, "<<end "):
		return "stands in data"
	case invented.MatchString(line):
		return "is put into another's mouth"
	}
	if f.fence != nil {
		return f.code(text[f.fence.body:f.start] + "\n" + text[f.end:f.fence.rest])
	}
	return ""
}

// commented reports whether a line before a form begins a comment of Lisp.
func commented(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ";") }

// code says whether a block is code of which the form is a part. Blocks of no language may have words in them.
func (f found) code(others string) string {
	switch f.fence.tag {
	case "", "text", "txt", "plaintext", "plain", "markdown", "md":
		return ""
	}
	if strings.TrimSpace(comment.ReplaceAllString(others, "")) == "" {
		return ""
	}
	return "is part of a block of other code"
}

// lastRune is the last character of a text, a space where there is none.
func lastRune(text string) rune {
	if text == "" {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

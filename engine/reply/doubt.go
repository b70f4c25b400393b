package reply

import (
	"strings"
	"unicode/utf8"
)

var (
	comment  = lazy(`(?m)^[ \t]*(?:;|//|#|--|<!--).*$|(?s:#\|.*?\|#)`)
	invented = lazy(`(?i)\A\W*(user|human|person)\s*:`)
	cited    = lazy(`\A(?:\S+:\d+[:-]|\+)\s*\z`) // a tool's result, or a change
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
	case f.fence == nil && f.within(text):
		return "stands within a quotation"
	case f.fence == nil && cited.MatchString(line):
		return "stands in a line of another text"
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

// within reports whether a quotation that was opened before a form in its paragraph is closed behind it.
func (f found) within(text string) bool {
	before, after := text[max(0, f.from-around):f.from], text[f.to:min(len(text), f.to+around)]
	before = before[max(0, strings.LastIndex(before, "\n\n")):]
	after, _, _ = strings.Cut(after, "\n\n")
	for _, q := range [...][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"『", "』"}} {
		if open := strings.LastIndex(before, q[0]); open > strings.LastIndex(before, q[1]) && strings.Contains(after, q[1]) {
			return true
		}
	}
	return strings.Count(before, `"`)%2 == 1 && strings.Contains(after, `"`)
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

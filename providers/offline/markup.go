package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The signs block markup is made of. Each reads one line.

func hasFoldPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// indentOf counts the columns before the first character; a tab goes to the
// next multiple of four.
func indentOf(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// atxLevel is the level of a Markdown heading "## title", 0 if it is none.
func atxLevel(t string) int {
	n := 0
	for n < len(t) && t[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(t) || t[n] != ' ' && t[n] != '\t' {
		return 0
	}
	return n
}

// fenceLength is the length of the code fence a line begins with, 0 if none.
func fenceLength(t string) int {
	if t == "" || t[0] != '`' && t[0] != '~' {
		return 0
	}
	n := 0
	for n < len(t) && t[n] == t[0] {
		n++
	}
	if n < 3 || t[0] == '`' && strings.Contains(t[n:], "`") {
		return 0
	}
	return n
}

func isUnderline(t string) bool {
	return len(t) >= 2 && (strings.Trim(t, "=") == "" || strings.Trim(t, "-") == "" || strings.Trim(t, "~") == "")
}

func isTableRule(line string) bool {
	t := strings.TrimSpace(line)
	return strings.Contains(t, "-") && strings.Contains(t, "|") && strings.Trim(t, "|-: \t") == ""
}

// listItem takes the marker off a list item, and a check box after it.
func listItem(t string) (string, bool) {
	body := ""
	switch r, size := utf8.DecodeRuneInString(t); {
	case strings.ContainsRune("-*+•◦‣–", r):
		body = t[size:]
	case r >= '0' && r <= '9':
		n := 1
		for n < len(t) && n < 9 && t[n] >= '0' && t[n] <= '9' {
			n++
		}
		if n == len(t) || t[n] != '.' && t[n] != ')' {
			return "", false
		}
		body = t[n+1:]
	default:
		return "", false
	}
	if body == "" || body[0] != ' ' && body[0] != '\t' {
		return "", false
	}
	body = strings.TrimSpace(body)
	if len(body) >= 4 && body[0] == '[' && strings.ContainsRune(" xX-", rune(body[1])) && strings.HasPrefix(body[2:], "] ") {
		body = body[4:]
	}
	if term, rest, ok := strings.Cut(body, " :: "); ok {
		body = term + ": " + rest
	}
	return body, body != ""
}

// looksLikeHeading judges a line that stands alone: a title is short and does
// not end as a sentence does. Markdown marks its headings, so there only a line
// that is bold from end to end counts.
func looksLikeHeading(line string, d dialect) bool {
	t := strings.TrimSpace(line)
	switch d {
	case markdown:
		return len(t) > 4 && strings.HasPrefix(t, "**") && strings.HasSuffix(t, "**") && strings.Count(t, "**") == 2
	case org:
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(t)
	if utf8.RuneCountInString(t) > 90 || strings.ContainsRune(",;:…)\"”", last) || unicode.Is(unicode.Sentence_Terminal, last) {
		return false
	}
	if isWide(last) && utf8.RuneCountInString(t) > 30 {
		return false
	}
	return len(strings.Fields(t)) <= 14 && strings.IndexFunc(t, unicode.IsLetter) >= 0
}

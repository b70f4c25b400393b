package summary

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inliner takes the inline markup out of text: links and images are reduced to
// their words, emphasis and HTML tags go, code keeps one pair of backquotes
// whatever marked it. Runs of spaces become one; newlines stay.
type inliner struct {
	dialect dialect
	code    *regexp.Regexp
	rules   []*rule
	marks   string // what emphasis is written with
	kept    []string
}

// rule replaces what pattern matches, in texts that hold sign.
type rule struct {
	sign, source, by string
	pattern          *regexp.Regexp // of source, once it is needed
}

const (
	markReach = 1000 // bytes between two marks of code or emphasis
	// From keptFirst on, private characters stand for what is kept as it is.
	keptFirst, keptLimit = 0xf0000, 60_000
)

func newInliner(d dialect) *inliner {
	n := &inliner{dialect: d, marks: map[dialect]string{plainText: "*_", markdown: "*_~", org: "*_/+=~"}[d],
		code: regexp.MustCompile("`[^`]+`|``(?:[^`]|`[^`])+``|```+")}
	add := func(sign, pattern, by string) {
		n.rules = append(n.rules, &rule{sign: sign, source: pattern, by: by})
	}
	const words, target = `\[((?:[^\[\]]|\[[^\[\]]*\])*)\]`, `\((?:[^()]|\([^()]*\))*\)`
	if d == markdown {
		n.code = regexp.MustCompile(n.code.String() + `|\\[[:punct:]]`)
		add("![", `!`+words+target, "")
		add("](", words+target, "$1")
		add("][", words+`\[[^\[\]]*\]`, "$1")
		add("<", `(?i)<br\b[^<>]*>`, " ")
		add("<", `(?i)</?(?:a|abbr|b|big|blockquote|center|cite|code|d[dlt]|del|details|div|em|font|h[1-6r]|i|img|ins|`+
			`kbd|li|mark|nav|[opqsu]|[ou]l|picture|pre|samp|section|small|source|span|strike|strong|su[bp]|summary|t[dhrt]|`+
			`table|tbody|thead|var|video)(?:[ \n/][^<>]*)?>`, "")
	} else {
		add("[[", `\[\[(?:[^\[\]]*\]\[)?([^\[\]]*)\]\]`, "$1")
	}
	if d == org {
		add("<", `<(\d{4}-\d\d-\d\d[^<>]*)>`, "$1")
	} else {
		add("<", `<([a-zA-Z]+://[^<> ]*)>`, "$1")
	}
	add("[", `\[(?:fn:|\^)[^\[\]\n]*\]`, "")
	return n
}

// text is what a block says.
func (n *inliner) text(block string) string {
	if strings.ContainsAny(block, "`*_[<\\&~=/+") {
		n.kept = n.kept[:0]
		block = n.code.ReplaceAllStringFunc(block, n.keepCode)
		for _, r := range n.rules {
			for range 2 { // links stand in links, as images do
				if !strings.Contains(block, r.sign) {
					break
				}
				if r.pattern == nil {
					r.pattern = regexp.MustCompile(r.source)
				}
				block = r.pattern.ReplaceAllString(block, r.by)
			}
		}
		block = n.emphasis(block)
		if n.dialect == markdown {
			block = html.UnescapeString(block)
		}
		block = n.restore(block)
	}
	lines := strings.Split(block, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// keep is the character that stands for text until restore.
func (n *inliner) keep(text string) string {
	if len(n.kept) == keptLimit {
		return text
	}
	n.kept = append(n.kept, text)
	return string(rune(keptFirst + len(n.kept) - 1))
}

func (n *inliner) restore(text string) string {
	var out strings.Builder
	for _, r := range text {
		if at := int(r) - keptFirst; at >= 0 && at < len(n.kept) {
			out.WriteString(n.kept[at])
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// keepCode keeps code between backquotes, and what a backslash makes a letter.
func (n *inliner) keepCode(found string) string {
	if found[0] == '\\' {
		return n.keep(found[1:])
	}
	if code := strings.TrimSpace(strings.ReplaceAll(found, "`", "")); code != "" {
		return n.keep("`" + code + "`")
	}
	return n.keep(found)
}

// runLength is how often the first byte of text is repeated.
func runLength(text string) int { return len(text) - len(strings.TrimLeft(text, text[:1])) }

// emphasis takes the marks off that stand in pairs around words, as CommonMark
// and Org pair them: each closing one with the nearest opening one of its kind.
func (n *inliner) emphasis(text string) string {
	type mark struct{ at, size int }
	const deepest = 8
	var open []mark
	drop := map[int]int{} // the sizes of the marks to take off, by place
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(n.marks, text[i]) < 0 {
			continue
		}
		size := runLength(text[i:])
		opens, closes := n.flanks(text, i, size)
		closed := false
		for at := len(open) - 1; closes && !closed && at >= max(0, len(open)-deepest); at-- {
			if o := open[at]; text[o.at] == text[i] && o.size == size && i-o.at < markReach {
				drop[o.at], drop[i] = size, size
				open, closed = open[:at], true
			}
		}
		if opens && !closed {
			open = append(open, mark{i, size})
		}
		i += size - 1
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if size := drop[i]; size == 0 {
			out.WriteByte(text[i])
		} else if i += size - 1; n.dialect == org && (text[i] == '=' || text[i] == '~') {
			out.WriteByte('`')
		}
	}
	return out.String()
}

// flanks reports whether the marks at i may open and may close emphasis.
func (n *inliner) flanks(text string, i, size int) (opens, closes bool) {
	c := text[i]
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+size:])
	atStart, atEnd := i == 0, i+size == len(text)
	if n.dialect == org {
		if size != 1 {
			return false, false
		}
		opens = !atEnd && !unicode.IsSpace(after) && (atStart || strings.ContainsRune(" \t\n-({'\"", before))
		closes = !atStart && !unicode.IsSpace(before) && (atEnd || strings.ContainsRune(" \t\n-.,:;!?')}[\"", after) ||
			after >= 0x80)
		return opens, closes
	}
	if size > 3 || c == '~' && size != 2 {
		return false, false
	}
	inWord := c == '*' && n.dialect == markdown
	opens = !atEnd && !unicode.IsSpace(after) && (atStart || !isWordRune(before) || inWord && !unicode.IsDigit(before))
	closes = !atStart && !unicode.IsSpace(before) && (atEnd || !isWordRune(after) || inWord)
	return opens, closes
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

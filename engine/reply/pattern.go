package reply

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is a regular expression, compiled when it is first needed: most replies are plain answers, and
// most runs of pp read none. No pattern matches an empty text, for which none is compiled.
type pattern struct {
	text string
	once sync.Once
	made *regexp.Regexp
}

func lazy(expression string) *pattern { return &pattern{text: expression} }

func (p *pattern) re() *regexp.Regexp {
	p.once.Do(func() { p.made = regexp.MustCompile(p.text) })
	return p.made
}

// MatchString, FindString and the others are those of the expression.
func (p *pattern) MatchString(s string) bool { return s != "" && p.re().MatchString(s) }

func (p *pattern) FindString(s string) string { return p.re().FindString(s) }

func (p *pattern) FindStringIndex(s string) []int { return p.re().FindStringIndex(s) }

func (p *pattern) FindStringSubmatch(s string) []string { return p.re().FindStringSubmatch(s) }

func (p *pattern) ReplaceAllString(s, by string) string { return p.re().ReplaceAllString(s, by) }

// begins reports whether a text begins with one of some marks, which are in lower case.
func begins(text string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(m string) bool {
		return len(text) >= len(m) && strings.EqualFold(text[:len(m)], m)
	})
}

// mayMark reports whether a text may begin with one of the marks that stand before a call.
func mayMark(text string) bool {
	head := strings.ToLower(text[:min(len(text), 48)])
	switch head[0] {
	case '<':
		return begins(head, "<|", "<｜", "<start_function") || strings.Contains(head, "tool") ||
			strings.Contains(head, "function") || strings.Contains(head, "invoke") || strings.Contains(head, "execute")
	case '[', '{':
		return begins(head, "[tool") || strings.HasPrefix(strings.TrimLeft(head[1:], " \t\r\n\f"), ":type")
	}
	return false
}

// elementNamed is the name of the element that a text begins with, "" for none.
func elementNamed(text string) string {
	end := strings.IndexByte(text[:min(len(text), 63)], '>')
	if end < 2 || text[0] != '<' {
		return ""
	}
	name := text[1:end]
	for i := range len(name) {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !wordByte(c) && c != '-') {
			return ""
		}
	}
	return name
}

// wordByte reports whether a byte belongs to a word of a program.
func wordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// mayCallInLine reports whether a line of a text may be a call such as "Action: read-file".
func mayCallInLine(text string) bool {
	if strings.HasPrefix(text, "/") || strings.Contains(text, "\n/") || strings.Contains(text, ">>>") {
		return true
	}
	for i := strings.IndexByte(text, ':'); i >= 0; {
		word := strings.ToLower(text[max(0, i-9):i])
		for _, name := range [...]string{"tool", "action", "function", "call"} {
			if strings.HasSuffix(word, name) {
				return true
			}
		}
		next := strings.IndexByte(text[i+1:], ':')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

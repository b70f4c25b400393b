package org

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

const blank = " \t"

// readHeadline reads a headline's line, and the planning line and drawer below it.
func (d *Document) readHeadline(h *Headline) {
	p := h.Line.Start + h.Level
	p += blanks(d.Text[p:h.Line.End])
	word, _, more := strings.Cut(d.Text[p:h.Line.End], " ")
	if !more {
		word = strings.TrimRight(word, blank)
	}
	if done, known := d.states[word]; known {
		h.TODO, h.Done = word, done
		p += len(word)
		p += blanks(d.Text[p:h.Line.End])
	}
	if r, n := priority(d.Text[p:h.Line.End]); n > 0 {
		h.Priority = r
		p += n
		p += blanks(d.Text[p:h.Line.End])
	}
	if rest, ok := strings.CutPrefix(d.Text[p:h.Line.End], "COMMENT"); ok && (rest == "" || isBlank(rest[0])) {
		h.Comment = true
		p += len("COMMENT")
	}
	d.readTitle(h, p)
	d.readBelow(h)
}

// readTitle reads what is left of the line from p on: the title and the tags.
func (d *Document) readTitle(h *Headline, p int) {
	end := p + len(strings.TrimRight(d.Text[p:h.Line.End], blank))
	at := 1 + strings.LastIndexAny(d.Text[:end], blank+"\n")
	if group := d.Text[max(at, p):end]; at >= p && isBlank(d.Text[at-1]) && isTagGroup(group) {
		h.Tags = splitTags(group)
		end = at
	}
	h.TitleSpan = trim(d.Text, Span{p, end})
	h.Title = d.Text[h.TitleSpan.Start:h.TitleSpan.End]
}

// readBelow reads the planning line and the property drawer, right below the headline.
func (d *Document) readBelow(h *Headline) {
	p := h.Body.Start
	if p >= h.Body.End {
		return
	}
	if end, next := lineEnd(d.Text, p); isPlanning(d.Text[p:end]) {
		h.PlanningLine = Span{p, next}
		stamps := planning(d.Text[p:end])
		h.Closed, h.Deadline, h.Scheduled = stamps["CLOSED:"], stamps["DEADLINE:"], stamps["SCHEDULED:"]
		p = next
	}
	if properties, end := drawer(d.Text[:h.Body.End], p); end > p {
		h.Drawer, h.Properties = Span{p, end}, properties
		p = end
		h.ID, _ = local(properties, "ID")
	}
	h.Body.Start = p
}

// priority reads a [#A] that a line begins with, and gives its length.
func priority(line string) (r rune, n int) {
	rest, ok := strings.CutPrefix(line, "[#")
	if !ok {
		return 0, 0
	}
	r, size := utf8.DecodeRuneInString(rest)
	if !strings.HasPrefix(rest[size:], "]") {
		return 0, 0
	}
	return r, size + len("[#]")
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// blanks is how many blanks and tabs a line begins with.
func blanks(line string) int { return len(line) - len(strings.TrimLeft(line, blank)) }

// trim is the span without white space around it.
func trim(text string, s Span) Span {
	part := text[s.Start:s.End]
	s.End = s.Start + len(strings.TrimRight(part, " \t\r\n"))
	s.Start += len(part) - len(strings.TrimLeft(part, " \t\r\n"))
	s.Start = min(s.Start, s.End)
	return s
}

// isTagGroup reports whether a word is tags between colons.
func isTagGroup(word string) bool {
	if len(word) < 3 || word[0] != ':' || word[len(word)-1] != ':' {
		return false
	}
	for _, part := range strings.Split(word, ":") {
		if part != "" && !IsTag(part) {
			return false
		}
	}
	return true
}

// IsTag reports whether a word can be a tag.
func IsTag(word string) bool {
	for i, r := range word {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(word[i:]); n == 1 {
				return false
			}
		}
		if !strings.ContainsRune("_@#%", r) && !unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl) {
			return false
		}
	}
	return word != ""
}

func splitTags(group string) []string {
	return strings.FieldsFunc(group, func(r rune) bool { return r == ':' })
}

var planningKeywords = [...]string{"CLOSED:", "DEADLINE:", "SCHEDULED:"}

// isPlanning reports whether a line begins with a keyword of planning, in any case, as
// Emacs has it. Only those in upper case set a time.
func isPlanning(line string) bool {
	line = strings.TrimLeft(line, blank)
	return slices.ContainsFunc(planningKeywords[:], func(k string) bool {
		return len(line) >= len(k) && strings.EqualFold(line[:len(k)], k)
	})
}

// planningEntry is a keyword with a time stamp, such as <2026-01-02 Fri 10:00 +1w>, or a
// range of two.
var planningEntry = sync.OnceValue(func() *regexp.Regexp {
	const stamp = `[<\[][0-9]{4}-[0-9]{2}-[0-9]{2}[^\]>\r\n]*[\]>]`
	return regexp.MustCompile(`\b(CLOSED:|DEADLINE:|SCHEDULED:) *(` + stamp + `(?:--` + stamp + `)?)`)
})

// planning gives the time stamps of a planning line by keyword; the last of each counts.
func planning(line string) map[string]string {
	stamps := map[string]string{}
	for _, m := range planningEntry().FindAllStringSubmatch(line, -1) {
		stamps[m[1]] = m[2]
	}
	return stamps
}

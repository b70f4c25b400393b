package offline

import (
	"strings"
	"unicode"
)

// Org's own block markup (Org Syntax, orgmode.org/worg/org-syntax.html):
// headlines, keywords, blocks, drawers, planning, comments, fixed width.

// orgLine takes a line that only Org gives a meaning.
func (p *blockParser) orgLine(raw, t string) bool {
	if level := headlineLevel(raw); level > 0 {
		p.headline(raw, level)
		return true
	}
	if p.dropLevel > 0 {
		return true
	}
	switch {
	case hasFoldPrefix(t, "#+begin_"):
		p.orgBlock(t)
	case hasFoldPrefix(t, "#+end_"):
		p.flush()
		p.quote = false
	case orgKeyword(t):
		p.flush()
		if hasFoldPrefix(t, "#+title:") {
			p.emit(blockHeading, strings.TrimSpace(t[len("#+title:"):]))
		}
	case t == "#", strings.HasPrefix(t, "# "):
		p.flush()
	case t == ":", strings.HasPrefix(t, ": "):
		p.flush()
		p.emit(blockCode, "")
	case isDrawer(t):
		p.flush()
		p.skipTo(":END:", 1000)
	case isPlanning(t):
		p.flush()
	default:
		return false
	}
	return true
}

// headline emits an Org headline without its keyword, priority, cookies and
// tags. One that begins with COMMENT is left out with its subtree.
func (p *blockParser) headline(raw string, level int) {
	p.flush()
	p.inList, p.quote = false, false
	if p.dropLevel > 0 && level > p.dropLevel {
		return
	}
	p.dropLevel = 0
	t := strings.TrimSpace(raw[level:])
	if word, rest, _ := strings.Cut(t, " "); isTodoKeyword(word) {
		t = strings.TrimSpace(rest)
	}
	if len(t) >= 4 && strings.HasPrefix(t, "[#") && t[3] == ']' {
		t = strings.TrimSpace(t[4:])
	}
	if t == "COMMENT" || strings.HasPrefix(t, "COMMENT ") {
		p.dropLevel = level
		return
	}
	if cut := strings.LastIndex(t, " :"); cut >= 0 && strings.HasSuffix(t, ":") && !strings.Contains(t[cut+1:], " ") {
		t = strings.TrimSpace(t[:cut])
	}
	if cut := strings.LastIndexByte(t, '['); cut >= 0 && strings.HasSuffix(t, "]") && strings.Trim(t[cut:], "[]0123456789/%") == "" {
		t = strings.TrimSpace(t[:cut])
	}
	if t != "" {
		p.emit(blockHeading, t)
	}
}

// orgBlock opens #+begin_NAME. What is not prose is skipped to its end; without
// an end Org sees no block, and the line alone is dropped.
func (p *blockParser) orgBlock(t string) {
	p.flush()
	name, _, _ := strings.Cut(strings.ToLower(t[len("#+begin_"):]), " ")
	switch name {
	case "quote", "verse":
		p.quote = true
	case "src", "example", "export", "comment", "html", "latex", "ascii":
		if p.skipTo("#+end_"+name, 1<<20) && name != "comment" {
			p.emit(blockCode, "")
		}
	}
}

// search is how far one closing line was looked for in vain.
type search struct {
	to       int
	headline bool // a headline stands at to, which ends every block
}

// skipTo moves past the line that says end (in any case), if it comes within
// limit bytes and before the next headline.
func (p *blockParser) skipTo(end string, limit int) bool {
	known := p.searched[end]
	if known.headline && p.pos <= known.to {
		return false
	}
	stop := min(len(p.text), p.pos+limit)
	pos := max(p.pos, known.to)
	for pos < stop {
		line, after := lineAt(p.text, pos)
		if strings.EqualFold(strings.TrimSpace(line), end) {
			p.pos = after
			return true
		}
		if headlineLevel(line) > 0 {
			p.searched[end] = search{to: pos, headline: true}
			return false
		}
		pos = after
	}
	p.searched[end] = search{to: pos}
	return false
}

// headlineLevel counts the stars of an Org headline, 0 if the line is none.
func headlineLevel(line string) int {
	n := 0
	for n < len(line) && line[n] == '*' {
		n++
	}
	if n == 0 || n == len(line) || line[n] != ' ' || strings.TrimSpace(line[n:]) == "" {
		return 0
	}
	return n
}

// orgKeyword reports "#+NAME: value".
func orgKeyword(t string) bool {
	if !strings.HasPrefix(t, "#+") {
		return false
	}
	name, _, ok := strings.Cut(t[2:], ":")
	return ok && name != "" && !strings.ContainsAny(name, " \t")
}

func isDrawer(t string) bool {
	if len(t) < 3 || t[0] != ':' || t[len(t)-1] != ':' {
		return false
	}
	return strings.IndexFunc(t[1:len(t)-1], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	}) < 0
}

func isPlanning(t string) bool {
	return strings.HasPrefix(t, "SCHEDULED: <") || strings.HasPrefix(t, "DEADLINE: <") ||
		strings.HasPrefix(t, "CLOSED: [") || strings.HasPrefix(t, "CLOCK: [")
}

func isTodoKeyword(word string) bool {
	switch word {
	case "TODO", "DONE", "NEXT", "WAITING", "WAIT", "HOLD", "CANCELLED", "CANCELED", "STARTED", "PLAN", "PROJ", "KILL":
		return true
	}
	return false
}

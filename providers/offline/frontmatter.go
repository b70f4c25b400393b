package offline

import "strings"

// frontMatterLimit is how many bytes front matter may take.
const frontMatterLimit = 16 << 10

// frontMatter skips what stands before a document: a YAML or TOML header, or
// the header of a mail. Its title or subject becomes a heading.
func (p *blockParser) frontMatter() {
	if p.dialect == org {
		return
	}
	first, after := lineAt(p.text, 0)
	switch mark := strings.TrimSpace(first); mark {
	case "---", "+++":
		p.fencedHeader(mark, after)
	default:
		p.mailHeader()
	}
}

func (p *blockParser) fencedHeader(mark string, pos int) {
	title, pairs := "", 0
	for pos < len(p.text) && pos < frontMatterLimit {
		line, after := lineAt(p.text, pos)
		pos = after
		t := strings.TrimSpace(line)
		if t == mark || mark == "---" && t == "..." {
			if pairs == 0 {
				return
			}
			p.pos = pos
			p.title(title)
			return
		}
		key, value, ok := cutPair(t)
		switch {
		case ok:
			pairs++
			if strings.EqualFold(key, "title") {
				title = value
			}
		case pairs == 0 && t != "" && t[0] != '#':
			return // a rule, then prose
		}
	}
}

func cutPair(t string) (key, value string, ok bool) {
	at := strings.IndexAny(t, ":=")
	if at <= 0 || strings.ContainsAny(strings.TrimSpace(t[:at]), " .") {
		return "", "", false
	}
	return strings.TrimSpace(t[:at]), strings.Trim(strings.TrimSpace(t[at+1:]), `"'`), true
}

// mailHeader needs three "Name: value" lines (RFC 5322), From or Subject among
// them, and an empty line after.
func (p *blockParser) mailHeader() {
	subject, known, count := "", false, 0
	for pos := 0; pos < len(p.text) && pos < frontMatterLimit; {
		line, after := lineAt(p.text, pos)
		pos = after
		if strings.TrimSpace(line) == "" {
			if known && count >= 3 {
				p.pos = pos
				p.title(subject)
			}
			return
		}
		if count > 0 && (line[0] == ' ' || line[0] == '\t') {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || name == "" || strings.ContainsAny(name, " \t*#") {
			return
		}
		count++
		switch strings.ToLower(name) {
		case "subject":
			subject, known = strings.TrimSpace(value), true
		case "from":
			known = true
		}
	}
}

func (p *blockParser) title(text string) {
	if text != "" {
		p.emit(blockHeading, text)
	}
}

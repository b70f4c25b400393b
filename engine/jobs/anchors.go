package jobs

import (
	"strconv"
	"strings"
	"unicode"

	"pp/engine/memory/org"
)

// anchors are the places of a file that a link can name.
type anchors struct {
	titles, custom []string
	known          map[string]bool // each of them behind a letter for its kind
}

// anchorsOf gives what can be linked to in a note, what is private in it too.
func (n *note) anchors() *anchors {
	if n.named != nil {
		return n.named
	}
	a := &anchors{known: map[string]bool{}}
	n.named = a
	seen := map[string]int{}
	for i := range n.Headlines {
		h := &n.Headlines[i]
		title := h.Title
		if n.markdown {
			a.slug(title, seen)
			continue
		}
		a.add('*', words(title))
		if !n.private(h.Start) {
			a.titles = append(a.titles, title)
		}
		if id, ok := n.Property(i, "CUSTOM_ID", false); ok {
			a.add('#', strings.ToLower(id))
			if !n.private(h.Start) {
				a.custom = append(a.custom, id)
			}
		}
	}
	if id, ok := n.Property(-1, "CUSTOM_ID", false); ok {
		a.add('#', strings.ToLower(id))
	}
	if n.markdown {
		a.html(n.Text)
	} else {
		a.inText(n.Text)
	}
	return a
}

func (a *anchors) add(kind byte, name string) { a.known[string(kind)+name] = true }

func (a *anchors) has(kind byte, name string) bool { return a.known[string(kind)+name] }

// words is a text as links to headlines are compared: without counts such as [1/2], and whatever the
// white space is.
func words(text string) string {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '[')
		if i < 0 {
			return strings.Join(strings.Fields(text), " ")
		}
		i += from
		j := i + 1
		for j < len(text) && (text[j] >= '0' && text[j] <= '9' || text[j] == '/' || text[j] == '%') {
			j++
		}
		if j < len(text) && text[j] == ']' && strings.ContainsAny(text[i:j], "/%") {
			text = text[:i] + " " + text[j+1:]
		}
		from = i + 1
	}
}

// inText finds <<targets>>, #+NAME lines and the labels of lines of code.
func (a *anchors) inText(text string) {
	for rest, at := text, 0; ; rest = rest[at+2:] {
		if at = strings.Index(rest, "<<"); at < 0 {
			break
		}
		line, _, _ := strings.Cut(rest[at:], "\n")
		if end := strings.Index(line, ">>"); end > 2 {
			a.add('<', strings.ToLower(words(strings.Trim(line[:end], "<"))))
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) > 7 && strings.EqualFold(line[:7], "#+name:") {
			a.add('<', strings.ToLower(words(line[7:])))
		}
		if i := strings.LastIndex(line, "(ref:"); i >= 0 && strings.HasSuffix(line, ")") {
			a.add('(', line[i+len("(ref:"):len(line)-1])
		}
	}
}

// finds reports whether the part of an Org file is there that a link names, as after "::".
func (n *note) finds(what string) bool {
	a := n.anchors()
	switch {
	case n.markdown, what == "", strings.Trim(what, "0123456789") == "":
		return true
	case what[0] == '*':
		return a.has('*', words(what[1:]))
	case what[0] == '#':
		return a.has('#', strings.ToLower(what[1:]))
	case len(what) > 2 && what[0] == '/' && what[len(what)-1] == '/':
		return true // what is searched for each time
	case what[0] == '(' && what[len(what)-1] == ')':
		return a.has('(', what[1:len(what)-1]) || strings.Contains(n.Text, " -l \"")
	}
	name := words(what)
	return a.has('<', strings.ToLower(name)) || a.has('*', name)
}

// slug adds what programs that show Markdown call a headline.
func (a *anchors) slug(title string, seen map[string]int) {
	if i := strings.LastIndex(title, "{#"); i >= 0 && strings.HasSuffix(title, "}") {
		a.add('#', strings.ToLower(title[i+2:len(title)-1]))
		title = strings.TrimSpace(title[:i])
	}
	var b strings.Builder
	for _, r := range strings.ToLower(plain(title)) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '-' || r == '_':
			b.WriteRune(r)
		}
	}
	name := b.String()
	for _, form := range [...]string{name, collapsed(name)} {
		a.add('#', form)
	}
	if n := seen[name]; n > 0 {
		a.add('#', name+"-"+strconv.Itoa(n))
	}
	seen[name]++
	a.titles = append(a.titles, name)
}

// collapsed is a name with one dash where there are several.
func collapsed(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' }), "-")
}

// plain is a title without the marks of links, code and emphasis.
func plain(title string) string {
	d := org.ParseMarkdown(title)
	for _, l := range d.Links(org.Span{End: len(title)}) {
		title = strings.Replace(title, d.Text[l.Start:l.End], "", 1)
	}
	return strings.NewReplacer("[", "", "]", "", "`", "", "*", "").Replace(title)
}

// html finds what id and name give names to in a Markdown file.
func (a *anchors) html(text string) {
	for _, attribute := range [...]string{` id="`, ` name="`} {
		for rest, at := text, 0; ; rest = rest[at+1:] {
			if at = strings.Index(rest, attribute); at < 0 {
				break
			}
			value := rest[at+len(attribute):]
			if end := strings.IndexByte(value, '"'); end > 0 {
				a.add('#', strings.ToLower(value[:end]))
			}
		}
	}
}

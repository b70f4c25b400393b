package fovea

import (
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"pp/engine"
	"pp/engine/memory"
	"pp/engine/memory/org"
)

// entry is a headline as it is shown.
type entry struct {
	head string // its line, its times and its properties
	body string
}

// How many bytes are shown of what should be short.
const (
	mostTitle    = 200
	mostProperty = 200
	mostDrawer   = 800
)

// line is a note's keyword, title and handle.
func (a *assembly) line(n memory.Note) string {
	title := engine.Clip(oneLine(n.Title), mostTitle)
	if title == "" {
		title = "(untitled)"
	}
	return a.page.keyword(n) + title + " {" + n.Handle + "}"
}

// heading is a note as a headline: its line with all its tags, and what stands below that.
func (a *assembly) heading(n memory.Note, below string) string {
	text := "** " + a.line(n)
	tags := slices.DeleteFunc(slices.Clone(n.Tags), func(t string) bool {
		return t == "" || strings.ContainsFunc(t, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@#%", r)
		})
	})
	if len(tags) > 0 {
		text += " :" + strings.Join(tags, ":") + ":"
	}
	return text + "\n" + below
}

// own is what a note says itself.
func (a *assembly) own(t memory.Text) entry {
	times := ""
	if d := documentOf(t); d != nil {
		if p := d.Headlines[0].PlanningLine; !p.Empty() {
			times = plain(d.Text[p.Start:p.End])
		}
	}
	body := plain(t.Body)
	if first, rest, _ := strings.Cut(body, "\n"); t.File == "" && oneLine(first) == oneLine(t.Title) {
		body = rest // an object without a title is called by its first line
	}
	return entry{a.heading(t.Note, times+drawer(t)), body}
}

// documentOf is the subtree of a headline; nil of what is none.
func documentOf(t memory.Text) *org.Document {
	if t.File == "" || t.Level == 0 {
		return nil
	}
	d := org.Parse(t.Whole)
	if !strings.EqualFold(filepath.Ext(t.File), ".org") {
		d = org.ParseMarkdown(t.Whole)
	}
	if len(d.Headlines) == 0 {
		return nil
	}
	return d
}

// subtree is a note and what is below it, whose notes these are where all are known.
func (a *assembly) subtree(t memory.Text, below []memory.Note) []entry {
	d := documentOf(t)
	out := []entry{a.own(t)}
	if d == nil {
		return out
	}
	base := d.Headlines[0].Level
	for i := 1; i < len(d.Headlines); i++ {
		h := d.Headlines[i]
		title, rest := d.Text[h.Line.Start:h.Line.End], ""
		switch {
		case !strings.HasPrefix(title, "*"): // Markdown
			title = " " + h.Title
		case h.TitleSpan.End >= h.Line.Start+h.Level:
			title, rest = d.Text[h.Line.Start+h.Level:h.TitleSpan.End], d.Text[h.TitleSpan.End:h.Line.End]
		default:
			title = title[h.Level:]
		}
		head := strings.Repeat("*", max(3, 2+h.Level-base)) + " " + oneLine(title)
		if len(below) == len(d.Headlines)-1 {
			a.page.keyword(below[i-1])
			head += " {" + below[i-1].Handle + "}"
		}
		if rest = oneLine(rest); rest != "" {
			head += " " + rest
		}
		head += "\n"
		if !h.PlanningLine.Empty() {
			head += plain(d.Text[h.PlanningLine.Start:h.PlanningLine.End])
		}
		var properties []memory.Attribute
		for _, p := range h.Properties {
			properties = append(properties, memory.Attribute{Name: p.Name, Value: p.Value})
		}
		out = append(out, entry{head + drawerOf(properties), plain(d.Text[h.Body.Start:h.Body.End])})
	}
	return out
}

// drawer is where a note stands, the version it is in, and its properties.
func drawer(t memory.Text) string {
	var list []memory.Attribute
	if t.File != "" {
		list = append(list, memory.Attribute{Name: "FILE", Value: t.File},
			memory.Attribute{Name: "HASH", Value: hex.EncodeToString(t.Hash[:6])})
	}
	created := func(p memory.Attribute) bool { return p.Name == "CREATED" }
	if !t.When.IsZero() && !slices.ContainsFunc(t.Properties, created) {
		list = append(list, memory.Attribute{Name: "DATE", Value: t.When.UTC().Format("2006-01-02")})
	}
	for _, p := range t.Properties {
		if !slices.Contains([]string{"FILE", "HASH", "TITLE", "TAGS", "TODO"}, p.Name) {
			list = append(list, p)
		}
	}
	return drawerOf(list)
}

// drawerOf is a drawer of properties, without the ID, for which the handle stands.
func drawerOf(list []memory.Attribute) string {
	var b strings.Builder
	for _, p := range list {
		name := strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || unicode.IsControl(r) || r == ':' || r == unicode.ReplacementChar {
				return -1
			}
			return r
		}, p.Name)
		if name == "" || strings.EqualFold(name, "ID") || b.Len() > mostDrawer {
			continue
		}
		value := engine.Clip(oneLine(p.Value), mostProperty)
		b.WriteString(strings.TrimRight(fmt.Sprintf(":%s: %s", engine.Clip(name, mostTitle), value), " ") + "\n")
	}
	if b.Len() == 0 {
		return ""
	}
	return ":PROPERTIES:\n" + b.String() + ":END:\n"
}

// oneLine is a text on one line, without what is no text.
func oneLine(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// clean is a text without what is none: other control characters than the ends of lines,
// and bytes that are no character.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// plain is a text as the body of a headline: whole lines, none of which begins another
// headline, or says how the whole is to be read.
func plain(text string) string {
	var b strings.Builder
	for line := range strings.Lines(clean(text)) {
		line = strings.TrimRight(line, " \t\n")
		if strings.HasPrefix(line, "*") && strings.HasPrefix(strings.TrimLeft(line, "*")+" ", " ") {
			b.WriteByte(' ')
		}
		if trimmed := strings.TrimLeft(line, " \t"); strings.HasPrefix(trimmed, "#+") && isSetting(trimmed[2:]) {
			line = "# " + trimmed[1:]
		}
		b.WriteString(line + "\n")
	}
	body := strings.Trim(b.String(), "\n")
	if body == "" {
		return ""
	}
	return body + "\n"
}

// isSetting reports whether a keyword line, without "#+", says how a whole file is read.
func isSetting(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	return ok && slices.Contains([]string{"TODO", "SEQ_TODO", "TYP_TODO", "FILETAGS", "PROPERTY", "PRIORITIES", "ARCHIVE",
		"CATEGORY", "SETUPFILE", "STARTUP", "TAGS", "TITLE"}, strings.ToUpper(strings.TrimSpace(name)))
}

// objectOf is the version of a headline that was shown.
func objectOf(t memory.Text) memory.Object {
	o := memory.Object{ID: t.ID, Type: t.Type, Scope: t.Scope, Origin: t.Origin, Content: t.Whole}
	if o.ID == "" {
		o.ID = t.Handle
	}
	add := func(name, value string) {
		has := func(a memory.Attribute) bool { return a.Name == name }
		if value != "" && !slices.ContainsFunc(o.Attributes, has) {
			o.Attributes = append(o.Attributes, memory.Attribute{Name: name, Value: value})
		}
	}
	add("FILE", t.File)
	add("TITLE", t.Title)
	add("TODO", t.TODO)
	add("TAGS", strings.Join(t.Tags, ":"))
	add("SUBTREE", t.Hash.String())
	for _, p := range t.Properties {
		add(strings.ToUpper(p.Name), p.Value)
	}
	slices.SortFunc(o.Attributes, func(a, b memory.Attribute) int { return strings.Compare(a.Name, b.Name) })
	return o
}

// version is the hash by which the store finds what was shown.
func version(t memory.Text) memory.Hash {
	if t.File == "" {
		return t.Hash
	}
	return memory.HashOf(objectOf(t), nil)
}

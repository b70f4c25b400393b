package org

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Archive is where subtrees are archived.
type Archive struct {
	File    string // relative to the file's own directory; "" for the file itself
	Heading string // with its stars; "" for the end of the file
}

// Source is what an archived subtree says of where it came from.
type Source struct {
	File string // as it is shown
	Time time.Time
}

// base is the last part of the file's name.
func (s Source) base() string { return s.File[1+strings.LastIndexByte(s.File, '/'):] }

// ArchiveOf gives where a headline is archived: by its property ARCHIVE, inherited, or
// the file's #+ARCHIVE, else in the file of the same name with "_archive" behind it.
func (d *Document) ArchiveOf(i int, s Source) (Archive, error) {
	if _, err := d.headline(i); err != nil {
		return Archive{}, err
	}
	location, ok := d.Property(i, "ARCHIVE", true)
	if !ok {
		location = d.archive
	}
	if location == "" {
		location = "%s_archive::"
	}
	file, heading, ok := strings.Cut(location, "::")
	if !ok || strings.HasPrefix(heading, "datetree/") {
		return Archive{}, fmt.Errorf("%w: archives such as %q are not written here", ErrEdit, location)
	}
	a := Archive{strings.ReplaceAll(file, "%s", s.base()), strings.ReplaceAll(heading, "%s", s.base())}
	if !strings.HasPrefix(a.Heading, "*") {
		a.Heading = ""
	}
	return a, nil
}

// Archived gives a subtree as it stands in an archive: at its level there, and with the
// properties ARCHIVE_TIME, _FILE, _OLPATH, _CATEGORY, _TODO and _ITAGS.
func (d *Document) Archived(i int, a Archive, s Source) (string, error) {
	h, err := d.headline(i)
	if err != nil {
		return "", err
	}
	level := 1 + len(a.Heading) - len(strings.TrimLeft(a.Heading, "*"))
	tree := d.ended(shift(d.Text[h.Start:h.End], level-h.Level))
	category, ok := d.Property(i, "CATEGORY", true)
	if !ok {
		category, _, _ = strings.Cut(s.base(), ".")
		if at := strings.LastIndexByte(s.base(), '.'); at > 0 {
			category = s.base()[:at]
		}
	}
	all := d.AllTags(i)
	inherited := slices.DeleteFunc(all, func(t string) bool { return slices.Contains(h.Tags, t) })
	for _, p := range [...]Property{
		{Name: "TIME", Value: s.Time.Format("2006-01-02 Mon 15:04")}, {Name: "FILE", Value: s.File},
		{Name: "OLPATH", Value: d.shownPath(h.Parent)}, {Name: "CATEGORY", Value: category},
		{Name: "TODO", Value: h.TODO}, {Name: "ITAGS", Value: strings.Join(inherited, " ")},
	} {
		if strings.TrimSpace(p.Value) == "" {
			continue
		}
		t := Parse(tree)
		edits, err := t.SetProperty(0, "ARCHIVE_"+p.Name, p.Value)
		if err != nil {
			return "", err
		}
		if tree, err = Apply(tree, edits); err != nil {
			return "", err
		}
	}
	return tree, nil
}

var cookie = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[0-9]+%\]|\[[0-9]+/[0-9]+\]`) })

// shownPath is an outline path as it is shown: links as their descriptions, and without
// counts such as [1/2].
func (d *Document) shownPath(i int) string {
	if i < 0 {
		return ""
	}
	titles := d.Outline(i)
	for n, title := range titles {
		title = cookie().ReplaceAllString(title, "")
		var edits []Edit
		for _, l := range linksIn(title, Span{0, len(title)}) {
			if strings.HasPrefix(title[l.Start:], "[[") {
				shown := l.Description
				if shown == "" {
					shown = l.Target
				}
				edits = append(edits, Edit{l.Span, shown})
			}
		}
		title, _ = Apply(title, edits) // links do not overlap
		titles[n] = strings.TrimSpace(title)
	}
	return strings.Join(titles, "/")
}

// AppendArchived puts an archived subtree into a document, which may be the one it came
// from: under the archive's heading, which is made when missing, or at the end.
func (d *Document) AppendArchived(a Archive, tree string) Edit {
	end := Span{len(d.Text), len(d.Text)}
	if a.Heading == "" {
		return Edit{end, d.eol + tree}
	}
	i := slices.IndexFunc(d.Headlines, func(h Headline) bool {
		rest, ok := strings.CutPrefix(d.Text[h.Line.Start:h.Line.End], a.Heading)
		rest = strings.Trim(rest, blank)
		return ok && (rest == "" || isTagGroup(rest))
	})
	if i < 0 {
		return d.insertAt(end.Start, d.eol+a.Heading+d.eol+d.eol+tree)
	}
	h := &d.Headlines[i]
	end = Span{h.Start + len(strings.TrimRight(d.Text[h.Start:h.End], " \t\r\n")), h.End}
	return Edit{end, d.eol + d.eol + tree}
}

// NewArchive is what a new file of archived subtrees begins with.
func NewArchive(s Source) string {
	return "#    -*- mode: org -*-\n\n\nArchived entries from file " + s.File + "\n\n"
}

package fovea

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/memory"
)

// head says what the passages are, and which note the focus is and why.
func (a *assembly) head() bool {
	var b strings.Builder
	b.WriteString("# MEMORY: notes of the person, found for what they say next. Use what bears on it. ")
	b.WriteString("They ask for nothing.\n")
	if a.focus.Handle == "" {
		b.WriteString("# Focus: none, since " + a.why + ". If it asks for something noted, say that none was found.\n")
	} else {
		b.WriteString("# Focus: {" + a.focus.Handle + "}, since " + a.why + ".\n")
	}
	b.WriteString("# A word in braces names a note")
	if a.Tools {
		b.WriteString(", for tools too; memory-search finds more")
	}
	b.WriteString(".\n")
	return a.page.add(engine.Passage{Origin: engine.OriginPerson, Text: b.String()}, a.page.free)
}

// showFocus shows the focus with all that is below it, as far as it fits.
func (a *assembly) showFocus() {
	if a.focus.Handle == "" {
		return
	}
	t, err := a.notes.Text(a.ctx, a.focus)
	if err != nil {
		return
	}
	a.page.section = "* Focus\n"
	below := a.below(a.focus, manyBelow)
	entries := a.subtree(t, below)
	most := a.page.room(focusShare)
	var whole strings.Builder
	for _, e := range entries {
		whole.WriteString(e.head + e.body)
	}
	if a.page.add(passage(a.focus, version(t), whole.String()), most) {
		a.show(t)
		for _, n := range below {
			a.name(n)
		}
		a.whole, a.under = true, len(entries)-1-len(below)
		return
	}
	a.showPart(t, entries, below, most)
}

// showPart shows as much of the focus as fits: its own text, then the titles below it, and
// how much is missing.
func (a *assembly) showPart(t memory.Text, entries []entry, below []memory.Note, most int) {
	note := func(lines, titles int) string {
		return fmt.Sprintf("# {%s} goes on: %d lines and %d headlines below it are left out here.\n", a.focus.Handle, lines,
			titles)
	}
	bare := passage(a.focus, t.Hash, "")
	room := most - a.page.cost(bare) - a.page.tokens(entries[0].head) - a.page.tokens(note(1<<20, 1<<20)) -
		a.page.tokens(a.page.section) - 2*perPassage
	if room < 0 {
		return
	}
	text, lines := a.page.cut(entries[0].body, room*2/3), 0
	room -= a.page.tokens(text)
	lines += strings.Count(entries[0].body[len(text):], "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	shown := 1
	for full := false; shown < len(entries) && !full; {
		line, _, _ := strings.Cut(entries[shown].head, "\n")
		cost := a.page.tokens(line + "\n")
		if full = cost > room; !full {
			text += line + "\n"
			room -= cost
			if len(below) == len(entries)-1 {
				a.name(below[shown-1])
			}
			shown++
		}
	}
	for _, e := range entries[1:] {
		lines += strings.Count(e.body, "\n")
	}
	bare.Text = entries[0].head + text + note(lines, len(entries)-shown)
	if a.page.add(bare, most) {
		a.name(a.focus)
	}
}

// show notes that a note is shown in full, and keeps the version of a headline.
func (a *assembly) show(t memory.Text) {
	a.name(t.Note)
	if t.File != "" {
		a.showed = append(a.showed, objectOf(t))
	}
}

// inFocus reports whether a note is shown with the focus.
func (a *assembly) inFocus(n memory.Note) bool {
	return a.whole && n.File != "" && n.File == a.focus.File && n.Start >= a.focus.Start && n.End <= a.focus.End
}

// related shows what reaches the threshold in full, and then in part what reaches half of it. Without a focus it shows
// nothing.
func (a *assembly) related(hits []memory.Hit) {
	if a.focus.Handle == "" {
		return
	}
	hits = slices.DeleteFunc(slices.Clone(hits), func(h memory.Hit) bool {
		return a.named[h.Handle] || a.inFocus(h.Note) || h.Similar < a.Threshold/2
	})
	a.page.section = "* Related notes\n"
	var rest []memory.Hit
	for _, h := range hits {
		if h.Similar < a.Threshold || !a.showFull(h) {
			rest = append(rest, h)
		}
	}
	a.page.section = "* Related notes, in part\n"
	for i, h := range rest {
		if i == manyExcerpts {
			break
		}
		if h.Excerpt == "" { // its title fits
			a.showFull(h)
			continue
		}
		day := ""
		if h.When.After(a.focus.When) {
			day = "Newer: " + h.When.Format("[2006-01-02 Mon]") + "\n"
		}
		text := a.heading(h.Note, day) + plain(h.Excerpt)
		if a.page.add(passage(h.Note, memory.Hash{}, text), a.page.room(relatedShare)) {
			a.name(h.Note)
		}
	}
}

// showFull shows all that a note itself says, where there is room for it.
func (a *assembly) showFull(h memory.Hit) bool {
	t, err := a.notes.Text(a.ctx, h.Note)
	if err != nil {
		return false
	}
	e := a.own(t)
	if !a.page.add(passage(h.Note, version(t), e.head+e.body), a.page.room(relatedShare)) {
		return false
	}
	a.show(t)
	return true
}

// outline shows where the focus stands, and the projects that are not finished, with their
// properties.
func (a *assembly) outline() {
	a.page.section = "* Outline\n"
	for _, n := range slices.Concat(a.projects(), a.above()) {
		if a.named[n.Handle] || a.inFocus(n) || a.Within != nil && !a.Within(n) {
			continue
		}
		t, err := a.notes.Text(a.ctx, n)
		if err != nil {
			continue
		}
		if a.page.add(passage(n, t.Hash, a.heading(n, drawerOf(t.Properties))), a.page.room(outlineShare)) {
			a.name(n)
		}
	}
}

// projects are the headlines down to the depth that have that tag themselves and are not
// finished, those of the focus's file first.
func (a *assembly) projects() []memory.Note {
	hits, err := a.search(memory.Query{Tags: []string{projectTag}, Scope: a.Reach, Limit: manyTitles, Bare: true})
	if err != nil {
		return nil
	}
	var near, far []memory.Note
	for _, h := range hits {
		switch {
		case h.Done || h.Level > a.Depth || a.inherits(h.Note, projectTag):
		case h.File == a.focus.File:
			near = append(near, h.Note)
		default:
			far = append(far, h.Note)
		}
	}
	all := append(near, far...)
	return all[:min(len(all), manyProjects)]
}

const projectTag = "project"

// inherits reports whether a note has a tag from the one above it.
func (a *assembly) inherits(n memory.Note, tag string) bool {
	if n.Parent == 0 {
		return false
	}
	up, err := a.notes.Note(n.Parent)
	return err == nil && slices.Contains(up.Tags, tag)
}

// above are the headlines that the focus stands below, outermost first.
func (a *assembly) above() []memory.Note {
	var out []memory.Note
	for n := a.focus; n.Parent != 0 && len(out) < manySteps; {
		up, err := a.notes.Note(n.Parent)
		if err != nil {
			break
		}
		out, n = append(out, up), up
	}
	slices.Reverse(out)
	return out
}

// below are the notes below one, in their order; nil where there are too many.
func (a *assembly) below(n memory.Note, most int) []memory.Note {
	if n.Children == 0 || n.File == "" {
		return nil
	}
	var out []memory.Note
	var walk func(n memory.Note, depth int) bool
	walk = func(n memory.Note, depth int) bool {
		if n.Children == 0 {
			return true
		}
		list, err := a.notes.Children(n.Key, a.Reach)
		for _, c := range list {
			if out = append(out, c); len(out) > most || depth == most || !walk(c, depth+1) {
				return false
			}
		}
		return err == nil
	}
	if !walk(n, 0) {
		return nil
	}
	return out
}

// titles names other notes: what matched, what stands beside the focus, and the newest.
func (a *assembly) titles(hits []memory.Hit) {
	share := titlesShare
	if a.focus.Handle == "" {
		share = aimlessShare
	}
	var list []memory.Note
	for _, h := range hits {
		list = append(list, h.Note)
	}
	for _, n := range slices.Backward(a.above()) {
		beside, _ := a.notes.Children(n.Key, a.Reach)
		list = append(list, beside...)
	}
	if newest, err := a.search(memory.Query{Scope: a.Reach, Limit: 2 * manyTitles, Bare: true}); err == nil {
		for _, h := range newest {
			if h.Level <= a.Depth && h.Origin != engine.OriginUntrusted { // who reads that has read it
				list = append(list, h.Note)
			}
		}
	}
	list = slices.DeleteFunc(list, func(n memory.Note) bool {
		return a.named[n.Handle] || a.inFocus(n) || a.Within != nil && !a.Within(n)
	})
	a.page.section = "* Other titles, without what they say\n"
	a.titlesOf(list, share, engine.OriginPerson)
	a.titlesOf(list, share, engine.OriginAgent)
}

// titlesOf names those of some notes that are of the person, or are not. Of several that are
// not, the least trusted says what the passage is.
func (a *assembly) titlesOf(list []memory.Note, share int, origin engine.Origin) {
	p := engine.Passage{Origin: origin, Label: "memory"}
	room := a.page.room(share) - a.page.cost(p) - a.page.tokens(a.page.section) - perPassage
	n := 0
	for _, note := range list {
		if (note.Origin == engine.OriginPerson) != (origin == engine.OriginPerson) || a.named[note.Handle] {
			continue
		}
		line := "- " + a.line(note) + "\n"
		cost := a.page.tokens(line)
		if cost > room || n == manyTitles {
			break
		}
		if note.Origin == engine.OriginUntrusted {
			p.Origin = note.Origin
		}
		p.Text += line
		room -= cost
		a.name(note)
		n++
	}
	if p.Text != "" {
		a.page.add(p, a.page.room(share))
	}
}

// tailOf says how much is not shown.
func tailOf(left Left, behind int) engine.Passage {
	var b strings.Builder
	b.WriteString("* Not shown\n" + count(left.Headlines, "more headline"))
	if left.Files > 0 {
		b.WriteString(", and nothing at all of " + count(left.Files, "file"))
	}
	b.WriteString(".\n")
	if left.Private > 0 {
		b.WriteString("Private: " + count(left.Private, "headline") + ".\n")
	}
	if behind > 0 {
		b.WriteString("Perhaps changed since they were read: " + count(behind, "file") + ".\n")
	}
	return engine.Passage{Origin: engine.OriginPerson, Text: b.String()}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pp/engine/memory/org"
)

// Kind is what a finding is about.
type Kind uint8

// The kinds of finding, in the order in which they are told.
const (
	BrokenLink  Kind = iota // it leads nowhere
	DuplicateID             // two headlines have one ID
	Orphan                  // no note links to it, and it links to none
)

var kindNames = [...]string{"broken-link", "duplicate-id", "orphan"}

// String names the kind in lower case.
func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// Finding is something that is wrong in one place. None is about what is private.
type Finding struct {
	Kind  Kind
	File  string // absolute
	Line  int    // from 1; 0 of a whole file
	Title string // of the headline; "" of none
	What  string // the literal link, or the ID
	Why   string
	// Repair mends it; nil where nothing certain does.
	Repair *Edit
}

// Edit is one change of a file: a text that stands in it exactly once, what is private aside, is replaced.
type Edit struct {
	File, Old, New string
	Why            string
}

// Report is what an inspection found.
type Report struct {
	Files, Links int // that were looked at
	Private      int // files and subtrees that were left alone
	Findings     []Finding
}

// Inspect looks for what is broken in the notes. It takes time linear in their size, and ends early with the
// cause when ctx does.
func Inspect(ctx context.Context, m Memex) (Report, error) {
	g := &gardener{Memex: m, byName: map[string]*note{}, ids: map[string][]holder{}, there: map[string]bool{},
		bases: map[string][]string{}}
	if err := g.gather(ctx); err != nil {
		return Report{}, err
	}
	for _, n := range g.notes {
		if ctx.Err() != nil {
			return Report{}, context.Cause(ctx)
		}
		g.links(n)
	}
	g.duplicates()
	g.orphans()
	slices.SortStableFunc(g.report.Findings, func(a, b Finding) int { return int(a.Kind) - int(b.Kind) })
	return g.report, nil
}

// gardener is one inspection.
type gardener struct {
	Memex
	notes  []*note
	byName map[string]*note
	ids    map[string][]holder
	order  []string            // the IDs, as they were found
	there  map[string]bool     // what is below the root
	bases  map[string][]string // names by their last part
	report Report
}

// holder is a headline, or with an index of -1 a file, that has an ID.
type holder struct {
	*note
	headline int
	at       int // of the line of its ID
}

func (h holder) title() string {
	if h.headline < 0 {
		return h.Title
	}
	return h.Headlines[h.headline].Title
}

// gather reads the files.
func (g *gardener) gather(ctx context.Context) error {
	g.there[g.Root] = true
	for _, name := range g.Names {
		g.there[name] = true
		base := name[strings.LastIndexByte(name, '/')+1:]
		g.bases[base] = append(g.bases[base], name)
	}
	for i := range g.Files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := g.read(&g.Files[i])
		g.notes = append(g.notes, n)
		g.byName[n.Name], g.there[n.Name] = n, true
		g.report.Files++
		g.report.Private += len(n.hidden)
		if id, at := idOf(n.Properties); id != "" {
			g.hold(id, holder{n, -1, at})
		}
		for h := range n.Headlines {
			if id, at := idOf(n.Headlines[h].Properties); id != "" {
				g.hold(id, holder{n, h, at})
			}
		}
	}
	return nil
}

func (g *gardener) hold(id string, h holder) {
	if g.ids[id] == nil {
		g.order = append(g.order, id)
	}
	g.ids[id] = append(g.ids[id], h)
}

// idOf is the ID of a drawer, and where its line stands.
func idOf(properties []org.Property) (id string, at int) {
	for _, p := range properties {
		if p.Name == "ID" && p.Value != "" {
			return p.Value, p.Line.Start
		}
	}
	return "", 0
}

// add notes a finding at a place of a file that is not private.
func (g *gardener) add(n *note, at int, f Finding) {
	f.File, f.Line = n.Name, n.line(at)
	if i := n.headline(at); i >= 0 && f.Title == "" {
		f.Title = n.Headlines[i].Title
	}
	g.report.Findings = append(g.report.Findings, f)
}

// duplicates finds the IDs that several have. The first keeps it.
func (g *gardener) duplicates() {
	for _, id := range g.order {
		var shown []holder
		for _, h := range g.ids[id] {
			if !h.private(h.at) {
				shown = append(shown, h)
			}
		}
		slices.SortStableFunc(shown, func(a, b holder) int { return archived(a.Name) - archived(b.Name) })
		for i := 1; i < len(shown); i++ {
			h, first := shown[i], shown[0]
			where := fmt.Sprintf("%s:%d", g.shown(first.Name), first.line(first.at))
			f := Finding{Kind: DuplicateID, Title: h.title(), What: id, Why: "it is that of " + where + " too"}
			fresh := newID(id, h.Name, i)
			why := fmt.Sprintf("Another headline, at %s, has the same ID and keeps it, with the links to it.", where)
			f.Repair = h.replace(h.idValue(), fresh, why)
			g.add(h.note, h.at, f)
		}
	}
}

// archived puts files of what was archived last.
func archived(name string) int {
	if strings.HasSuffix(name, "_archive") {
		return 1
	}
	return 0
}

// idValue is where the ID stands in its line.
func (h holder) idValue() org.Span {
	properties := h.Properties
	if h.headline >= 0 {
		properties = h.Headlines[h.headline].Properties
	}
	id, at := idOf(properties)
	line := h.Text[at:]
	name := strings.Index(strings.ToUpper(line), ":ID:") + len(":ID:")
	from := at + name + strings.Index(line[name:], id)
	return org.Span{Start: from, End: from + len(id)}
}

// shown is a name as a person reads it: below the root.
func (g *gardener) shown(name string) string {
	if rest, ok := strings.CutPrefix(name, g.Root+"/"); ok {
		return rest
	}
	return name
}

// orphans finds the files that stand alone. Where nobody links at all, none does.
func (g *gardener) orphans() {
	linked := false
	for _, n := range g.notes {
		linked = linked || n.in
	}
	if !linked {
		return
	}
	for _, n := range g.notes {
		alone := !n.in && !n.out && len(n.hidden) == 0 && archived(n.Name) == 0
		if alone && (g.Loose == "" || !strings.HasPrefix(n.Name, g.Loose+"/")) {
			g.report.Findings = append(g.report.Findings, Finding{Kind: Orphan, File: n.Name, Title: n.Title,
				Why: "no note links to it, and it links to none"})
		}
	}
}

package fovea

import (
	"context"
	"fmt"
	"slices"

	"pp/engine"
	"pp/engine/memory"
)

// Notes are what contexts are made of, such as an index. What is private is not among them.
type Notes interface {
	// Search gives the notes that fit best, the best first, and of those about one thing the newest; without a text the
	// newest first.
	Search(ctx context.Context, q memory.Query) ([]memory.Hit, error)
	// Similar gives the notes of a reach nearest to one, without that one.
	Similar(ctx context.Context, n memory.Note, r memory.Reach, limit int) ([]memory.Hit, error)
	// Lookup gives the note of a handle, an ID or an outline path.
	Lookup(name string, r memory.Reach) (memory.Note, error)
	Note(key memory.Key) (memory.Note, error)
	Children(key memory.Key, r memory.Reach) ([]memory.Note, error)
	// Text gives what a note says now; an error where it is no longer there.
	Text(ctx context.Context, n memory.Note) (memory.Text, error)
}

// Request says what a context is for, and how much it may hold.
type Request struct {
	// Focus is the note that the person is at, as Lookup takes it; "" takes the best match.
	Focus string
	Query string // what the person said
	Reach memory.Reach
	// Within leaves notes out: all that it does not hold for; nil leaves none out.
	Within func(memory.Note) bool
	// Budget is how many tokens the passages have, at most, with what marks them as data.
	Budget int
	// Depth is down to which level headlines that did not match are named; 0 names none.
	Depth int
	// Threshold is how similar a note is, from 0 to 1, that is shown in full or is the focus
	// unasked. Where there is a focus, those that are half as similar are shown in part.
	Threshold float64
	// Fresh is how the notes stand to what they are made of.
	Fresh memory.Freshness
	// Tools says that the model can call the tools of memory, so that they are named.
	Tools bool
	// Tokens is how many tokens a text has, guessed high; nil counts a byte as one. Of lines
	// together it must not give more than the sum.
	Tokens func(text string) int
}

// Context is what memory has for a request.
type Context struct {
	Passages []engine.Passage // none where memory is empty, or the budget too small
	Focus    memory.Note      // zero where there is none
	Why      string           // it is the focus, or there is none, in a few words
	Left     Left
	// Showed are the headlines that are shown in full, as objects to be kept.
	Showed []memory.Object
}

// Left is what is not shown.
type Left struct {
	Headlines int // that are not even named
	Files     int // of which nothing is named
	Private   int // that never are
}

// How much of the budget is spent when a stage ends, in percent. The focus alone has at most
// half; what the better stages leave, the later ones have.
const (
	focusShare   = 50
	relatedShare = 80
	outlineShare = 90
	titlesShare  = 100
	aimlessShare = 25 // of titles, where nothing matched
)

// How many notes are looked at.
const (
	manyHits     = 60
	manyTitles   = 100
	manyBelow    = 1000
	manyExcerpts = 12
	manyProjects = 8
	manySteps    = 5 // up an outline
)

// Assemble gives the context for a request: who it is for, the focus whole, what reaches the
// threshold in full, the best below it in part, the outline about the focus, other titles,
// and what is left out. The same notes and request always give the same bytes. It is an error
// when the focus that was asked for is not there, or ctx is cancelled; a note that cannot be
// read is passed over.
func Assemble(ctx context.Context, notes Notes, r Request) (Context, error) {
	a := assembly{ctx: ctx, notes: notes, Request: r, named: map[string]bool{}, files: map[string]bool{}}
	hits, err := a.search(memory.Query{Text: r.Query, Scope: r.Reach, Limit: manyHits})
	if err != nil {
		return Context{}, err
	}
	if err := a.choose(&hits); err != nil {
		return Context{}, err
	}
	a.page = newPage(r)
	reserved := a.page.cost(tailOf(Left{mostLeft, mostLeft, mostLeft}, mostLeft)) + a.page.tokens(keywordsLike)
	a.page.free -= reserved
	if !a.head() {
		return Context{Focus: a.focus, Why: a.why}, nil
	}
	a.showFocus()
	a.related(hits)
	a.outline()
	a.titles(hits)
	if ctx.Err() != nil {
		return Context{}, context.Cause(ctx)
	}
	if len(a.named) == 0 {
		return Context{Why: a.why}, nil
	}
	a.page.free, a.page.section = a.page.free+reserved, ""
	left := a.left(a.Fresh)
	a.page.add(tailOf(left, a.Fresh.Behind), a.page.free)
	return Context{Passages: a.page.finish(), Focus: a.focus, Why: a.why, Left: left, Showed: a.showed}, nil
}

// What is kept for what is written last.
const (
	mostLeft     = 99_999_999
	keywordsLike = "#+TODO: TODO WAITING NEXT STARTED SOMEDAY | DONE CANCELLED\n"
)

// assembly is a context that is being made.
type assembly struct {
	Request
	ctx    context.Context
	notes  Notes
	page   *page
	focus  memory.Note
	why    string
	whole  bool            // the focus is shown with all below it
	under  int             // headlines shown below it that have no name here
	named  map[string]bool // the handles of what is named at least
	files  map[string]bool // of which something is named
	showed []memory.Object
}

// search gives hits that the request takes.
func (a *assembly) search(q memory.Query) ([]memory.Hit, error) {
	hits, err := a.notes.Search(a.ctx, q)
	if err != nil {
		return nil, fmt.Errorf("searching the notes: %w", err)
	}
	return a.within(hits), nil
}

func (a *assembly) within(hits []memory.Hit) []memory.Hit {
	if a.Within == nil {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h memory.Hit) bool { return !a.Within(h.Note) })
}

// choose finds the focus: the note that was asked for, else the best match where that is good
// enough: of a wrong one a model would make an answer.
func (a *assembly) choose(hits *[]memory.Hit) error {
	if a.Request.Focus == "" {
		if len(*hits) == 0 || (*hits)[0].Similar < a.Threshold {
			a.why = "no note fits what was said"
			return nil
		}
		a.focus, a.why = (*hits)[0].Note, "it fits what was said best"
		return nil
	}
	n, err := a.notes.Lookup(a.Request.Focus, a.Reach)
	if err != nil {
		return fmt.Errorf("finding the focus: %w", err)
	}
	a.focus, a.why = n, "the person chose it"
	near, err := a.notes.Similar(a.ctx, n, a.Reach, manyHits)
	if err != nil {
		return nil // what was said has matches of its own
	}
	for _, h := range a.within(near) {
		if !slices.ContainsFunc(*hits, func(o memory.Hit) bool { return o.Handle == h.Handle }) {
			*hits = append(*hits, h)
		}
	}
	return nil
}

// left is what is not shown.
func (a *assembly) left(of memory.Freshness) Left {
	return Left{Headlines: max(0, of.Notes-len(a.named)-a.under), Files: max(0, of.Files-len(a.files)),
		Private: of.Private}
}

// name notes that a note is named.
func (a *assembly) name(n memory.Note) {
	a.named[n.Handle] = true
	if n.File != "" {
		a.files[n.File] = true
	}
}

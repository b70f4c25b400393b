package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// Memory is what the tools remember and memory-search act on. It need not be open before
// the first call. It must be safe for concurrent use.
type Memory interface {
	// Remember keeps a note and gives the handle that it is found by. It is on disk then.
	Remember(ctx context.Context, n Note) (handle string, err error)
	// Search finds notes, the best first. behind is how many files have not been looked at again.
	Search(ctx context.Context, q MemoryQuery) (hits []MemoryHit, behind int, err error)
}

// Note is what remember keeps.
type Note struct {
	Title, Text string
	Tags        []string
	Scope       effect.MemoryScope // MemoryMemex, MemoryWorkspace or MemoryConversation
	Origin      engine.Origin
}

// MemoryQuery is what memory-search looks for. Zero fields do not narrow.
type MemoryQuery struct {
	Text  string
	Tags  []string // all of them
	TODO  string   // the keyword
	All   bool     // in every workspace and conversation, not only in the memex and in those of this run
	Limit int
}

// MemoryHit is a note that was found.
type MemoryHit struct {
	Handle      string // without braces
	TODO, Title string
	Tags        []string
	When        time.Time // zero where it is not known
	Origin      engine.Origin
	Excerpt     string // the lines that fit best
}

// Limits of what is remembered and found.
const (
	maxRemembered = 16 << 10 // bytes of a note
	maxTitle      = 200      // bytes
	maxTags       = 20
	maxTag        = 60 // bytes
	maxHits       = 50
	someHits      = 10 // where the call does not say
)

// remember keeps a note.
func (o Options) remember() Tool {
	return newTool(engine.ToolSpec{
		Name: "remember",
		Doc:  "Keeps a note for later conversations.",
		Params: []engine.Param{
			{Name: "TEXT", Kind: engine.ParamText, Required: true, MaxBytes: maxRemembered},
			{Name: "TITLE", Kind: engine.ParamText, MaxBytes: maxTitle},
			{Name: "TAGS", Kind: engine.ParamTexts, Max: maxTags, MaxBytes: maxTag},
			{Name: "SCOPE", Kind: engine.ParamText, MaxBytes: maxTag, Doc: "workspace, conversation or memex (everywhere)"},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			if _, err := noteOf(args); err != nil {
				return effect.Effects{}, err
			}
			m, err := scopeOf(args, effect.MemoryWorkspace, effect.MemoryWorkspace, effect.MemoryConversation,
				effect.MemoryMemex)
			m.Untrusted = len(facts.Flows) > 0
			return effect.Effects{Remembers: []effect.Memory{m}}, err
		},
	}, o.runRemember)
}

// scopeOf reads :SCOPE, which must be one of those that a tool takes.
func scopeOf(args sexp.Plist, def effect.MemoryScope, takes ...effect.MemoryScope) (effect.Memory, error) {
	given, ok := args.Text("SCOPE")
	m := effect.Memory{Scope: def, Span: effect.Span{Arg: "scope", End: len(given)}}
	if !ok {
		return m, nil
	}
	scope, known := effect.ParseMemoryScope(strings.TrimPrefix(given, ":"))
	if !known || !slices.Contains(takes, scope) {
		var names []string
		for _, t := range takes {
			names = append(names, t.String())
		}
		return m, fmt.Errorf(":SCOPE is one of %s", strings.Join(names, ", "))
	}
	m.Scope = scope
	return m, nil
}

// noteOf makes a note of the arguments. Its title and tags are on one line each, as in an Org file.
func noteOf(args sexp.Plist) (Note, error) {
	text, _ := args.Text("TEXT")
	title, _ := args.Text("TITLE")
	if strings.TrimSpace(text) == "" {
		return Note{}, errors.New(":TEXT is empty. Give what is to be remembered, so that it can be understood alone")
	}
	if title = strings.TrimSpace(title); strings.ContainsFunc(title, unicode.IsControl) {
		return Note{}, errors.New(":TITLE is more than one line of text. Give a few words")
	}
	tags, err := tagsOf(args)
	return Note{Title: title, Text: text, Tags: tags}, err
}

// tagsOf reads :TAGS as Org has them: of letters, digits and _ @ # %.
func tagsOf(args sexp.Plist) ([]string, error) {
	v, _ := args.Get("TAGS")
	given, _ := engine.Texts(v)
	var tags []string
	for _, tag := range given {
		tag = strings.Trim(tag, ":")
		if tag == "" || strings.ContainsFunc(tag, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@#%", r)
		}) {
			return nil, fmt.Errorf(":TAGS has %s. A tag has letters, digits and _ @ # %% only", display(tag))
		}
		tags = append(tags, tag)
	}
	return tags, nil
}

func (o Options) runRemember(ctx context.Context, j job) (engine.Result, error) {
	if len(j.effects.Remembers) != 1 {
		return engine.Result{}, fmt.Errorf("%w: the verdict does not say where it is remembered", engine.ErrNotCleared)
	}
	cleared := j.effects.Remembers[0]
	note, err := noteOf(j.args)
	if err != nil {
		return engine.Result{}, err
	}
	// What an agent says after it read what nobody vouches for may be what it read.
	note.Scope, note.Origin = cleared.Scope, engine.OriginAgent
	where := "in the " + cleared.Scope.String()
	if cleared.Untrusted {
		note.Origin = engine.OriginUntrusted
		where += ", as untrusted, because this conversation has read untrusted text"
	}
	handle, err := o.Memory.Remember(ctx, note)
	if err != nil {
		return engine.Result{}, fmt.Errorf("nothing was remembered: %w", err)
	}
	return engine.Result{Text: fmt.Sprintf("Remembered as {%s} %s.\n", handle, where)}, nil
}

// memorySearch finds notes.
func (o Options) memorySearch() Tool {
	return newTool(engine.ToolSpec{
		Name:     "memory-search",
		Doc:      "Finds notes of earlier conversations and of the person's files.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "QUERY", Kind: engine.ParamText, Required: true, MaxBytes: maxPattern, Doc: "words"},
			{Name: "TAGS", Kind: engine.ParamTexts, Max: maxTags, MaxBytes: maxTag},
			{Name: "TODO", Kind: engine.ParamText, MaxBytes: maxTag},
			{Name: "SCOPE", Kind: engine.ParamText, MaxBytes: maxTag, Doc: "here or all"},
			{Name: "LIMIT", Kind: engine.ParamInteger, Min: 1, Max: maxHits},
		},
		Effects: func(args sexp.Plist, _ engine.Facts) (effect.Effects, error) {
			if _, err := queryOf(args); err != nil {
				return effect.Effects{}, err
			}
			m, err := scopeOf(args, effect.MemoryHere, effect.MemoryHere, effect.MemoryAll)
			return effect.Effects{Recalls: []effect.Memory{m}}, err
		},
	}, o.runMemorySearch)
}

func queryOf(args sexp.Plist) (MemoryQuery, error) {
	text, _ := args.Text("QUERY")
	todo, _ := args.Text("TODO")
	limit, _ := args.Integer("LIMIT")
	tags, err := tagsOf(args)
	if strings.TrimSpace(text) == "" && len(tags) == 0 && todo == "" {
		return MemoryQuery{}, errors.New("the query is empty. Give some words of what is looked for, or tags")
	}
	return MemoryQuery{Text: text, Tags: tags, TODO: todo, Limit: int(cmp.Or(limit, someHits))}, err
}

func (o Options) runMemorySearch(ctx context.Context, j job) (engine.Result, error) {
	if len(j.effects.Recalls) != 1 {
		return engine.Result{}, fmt.Errorf("%w: the verdict does not say whose memory is searched", engine.ErrNotCleared)
	}
	q, err := queryOf(j.args)
	if err != nil {
		return engine.Result{}, err
	}
	q.All = j.effects.Recalls[0].Scope == effect.MemoryAll
	hits, behind, err := o.Memory.Search(ctx, q)
	if err != nil {
		return engine.Result{}, fmt.Errorf("the memory could not be searched: %w", err)
	}
	out := lines{most: 4 * maxHits}
	var result engine.Result
	for _, h := range hits {
		if h.Origin == engine.OriginUntrusted {
			result.Flows = append(result.Flows, engine.Flow{Subject: "the note {" + h.Handle + "}"})
		}
		if !out.add(found(h)) {
			break
		}
	}
	var notes []string
	if out.more > 0 {
		notes = append(notes, "there are more; narrow the query")
	}
	if behind > 0 {
		notes = append(notes, plural(behind, "file has", "files have")+" not been read again since it may have changed")
	}
	result.Text = out.text("No note matches.", notes)
	return result, nil
}

// found is a hit as it is listed: its handle, what it is, and the lines that fit best.
func found(h MemoryHit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{%s}", h.Handle)
	for _, part := range [...]string{h.TODO, display(h.Title)} {
		if part != "" {
			b.WriteString(" " + part)
		}
	}
	if len(h.Tags) > 0 {
		b.WriteString(" :" + strings.Join(h.Tags, ":") + ":")
	}
	var about []string
	if !h.When.IsZero() {
		about = append(about, h.When.Format("2006-01-02"))
	}
	if h.Origin == engine.OriginUntrusted {
		about = append(about, "untrusted")
	}
	if len(about) > 0 {
		b.WriteString(" (" + strings.Join(about, "; ") + ")")
	}
	for line := range strings.Lines(h.Excerpt) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("\n  " + strings.ToValidUTF8(line, "\uFFFD"))
		}
	}
	return b.String()
}

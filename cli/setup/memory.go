package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"pp/actuators/tools"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/fovea"
	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/engine/store"
	"pp/providers"
	"pp/providers/wire"
)

// Memory holds the notes visible from one place: the store of pp's own notes, and the index over them and the person's
// files. It opens both on first use. It is safe for concurrent use.
type Memory struct {
	Settings *Settings
	Store    *memory.Store
	Place    string               // the workspace whose notes are its own
	Warn     func(warning string) // of what a person should know of
	// Embedder gives what finds notes by what they mean; nil, or a nil one, where words do.
	Embedder func() (index.Embedder, error)
	Patience time.Duration // of looking for changed files; 0 is a moment

	mu    sync.Mutex
	found *index.Index // nil until it is needed
}

// freshen bounds the search for changed files. The search may miss some, since pp reads every found file again anyway.
const freshen = 50 * time.Millisecond

// Patience is that of a person who asks for nothing else, or whose files were never read.
const Patience = 5 * time.Second

// OpenMemory gives what is remembered in the place of the settings, and opens nothing yet.
func OpenMemory(s *Settings, warn func(string)) (*Memory, error) {
	dir := s.Kept("memory")
	if dir == "" || s.IndexDir() == "" {
		return nil, exit.NoPlace("notes")
	}
	store := memory.NewStore(dir, memory.Options{Clock: s.System.Now, Random: s.System.Random, Redactor: s.Redactor,
		Report: warn})
	return &Memory{Settings: s, Store: store, Warn: warn, Place: s.Place()}, nil
}

// ByMeaning has notes found by what they mean, where that is configured.
func (m *Memory) ByMeaning(out *output.Printer) {
	m.Embedder = func() (index.Embedder, error) {
		h, err := NewProviderSet(m.Settings, out, nil, "memory")
		if err != nil {
			return nil, err
		}
		return h.Embedder()
	}
}

// IndexDir is where the index of memory is kept, "" when there is no place for it.
func (s *Settings) IndexDir() string {
	if s.Config.Paths.CacheDir == "" {
		return ""
	}
	return filepath.Join(s.Config.Paths.CacheDir, "memory")
}

// Close gives up what was opened.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil {
		return nil
	}
	return m.found.Close()
}

// Index is the index, brought up to date as far as there is time for it, and how it stands.
func (m *Memory) Index(ctx context.Context) (*index.Index, memory.Freshness, error) {
	x, fresh, err := m.refreshed(ctx)
	if err != nil {
		return nil, fresh, explained(err)
	}
	m.warn(fresh)
	return x, fresh, nil
}

func (m *Memory) refreshed(ctx context.Context) (*index.Index, memory.Freshness, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(); err != nil {
		return nil, memory.Freshness{}, err
	}
	budget := cmp.Or(m.Patience, freshen)
	if empty, err := m.found.IsEmpty(); err != nil {
		return nil, memory.Freshness{}, err
	} else if empty {
		budget = Patience
	}
	fresh, err := m.found.Refresh(ctx, budget)
	return m.found, fresh, err
}

func (m *Memory) warn(of memory.Freshness) {
	for _, f := range of.Faults {
		m.Warn(f.File + ": " + f.Why)
	}
}

// open opens the index as it stands. The caller has m.mu.
func (m *Memory) open() (err error) {
	if m.found != nil {
		return nil
	}
	var e index.Embedder
	if m.Embedder != nil {
		if e, err = m.Embedder(); err != nil {
			m.Warn(err.Error() + "; notes are found by their words alone")
		}
	}
	o := m.Settings.IndexOptions(e)
	o.Objects = objects{m.Store}
	removeOldCaches(m.Settings.Config.Paths.CacheDir)
	m.found, err = index.Open(o)
	return err
}

// IndexOptions are those of the index over the person's own files, without the store.
func (s *Settings) IndexOptions(e index.Embedder) index.Options {
	return index.Options{Dir: s.IndexDir(), Root: s.Config.MemexDir, Now: s.System.Now, Private: s.Private, Embedder: e}
}

// objects are those of the store, for the index.
type objects struct{ *memory.Store }

// Head implements index.Objects.
func (o objects) Head() (string, error) {
	p, err := o.Store.Head()
	return fmt.Sprintf("%s %d %d", p.Generation, p.Segment, p.Bytes), err
}

// explained is an error with what to do about it.
func explained(err error) error {
	var damage *store.DamageError
	switch {
	case errors.As(err, &damage):
		return exit.New(exit.Failed, "`pp memory repair` writes a sound copy beside it", err)
	case errors.Is(err, memory.ErrObject):
		return exit.New(exit.Data, "", err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOSPC):
		return exit.New(exit.Failed, "memory is kept below the state directory, which needs room and leave to write; "+
			"XDG_STATE_HOME names another", err)
	}
	return err
}

// Explained is an error of the store with what to do about it.
func (m *Memory) Explained(err error) error { return explained(err) }

// Note is the one note of that name: a handle, an ID or titles from the top.
func (m *Memory) Note(ctx context.Context, name string, reach memory.Reach) (memory.Note, error) {
	x, _, err := m.Index(ctx)
	if err != nil {
		return memory.Note{}, err
	}
	n, err := x.Lookup(name, reach)
	return n, noteError(name, err)
}

// noteError is the error of looking for a note by a name.
func noteError(name string, err error) error {
	if errors.Is(err, index.ErrNone) {
		return exit.Unknown("note", name, nil, "`pp memory list` lists notes; `pp memory search WORDS` finds one")
	}
	if several, ok := errors.AsType[*index.SeveralError](err); ok {
		return exit.UsageError("name it by its handle, or by its titles from the top; headlines that share an ID need "+
			"another one", "%w", several) // and have one handle
	}
	return explained(err)
}

// NoteOf returns the note of a new object, titled with its ID if the index fails.
func (m *Memory) NoteOf(ctx context.Context, o memory.Object) memory.Note {
	n, err := m.Note(ctx, o.ID, memory.Reach{All: true})
	if err != nil {
		m.Warn("it is kept, and cannot be found yet: " + err.Error())
		n = memory.Note{Handle: o.ID, ID: o.ID, Type: o.Type, Scope: o.Scope, Origin: o.Origin, When: o.Time}
	}
	n.Hash = o.Hash
	return n
}

// Find returns the notes of a query, the best or newest first, and the number of files that it could not read.
func (m *Memory) Find(ctx context.Context, q memory.Query) (hits []memory.Hit, behind int, err error) {
	x, fresh, err := m.Index(ctx)
	if err != nil {
		return nil, 0, err
	}
	hits, err = x.Search(ctx, q)
	return hits, fresh.Behind, explained(err)
}

// Text is all that a note says.
func (m *Memory) Text(ctx context.Context, n memory.Note) (memory.Text, error) {
	x, _, err := m.Index(ctx)
	if err != nil {
		return memory.Text{}, err
	}
	t, err := x.Text(ctx, n)
	return t, explained(err)
}

// Author is who writes: a conversation, or "" for the command line.
func (m *Memory) Author(session string) memory.Author {
	return memory.Author{Session: session, Place: m.Place}
}

// Rebuild makes the index again: what the store has forgotten is in it no more.
func (m *Memory) Rebuild(ctx context.Context) (memory.Freshness, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.open(); err != nil {
		return memory.Freshness{}, explained(err)
	}
	fresh, err := m.found.Rebuild(ctx)
	return fresh, explained(err)
}

// embedStep is how many notes are embedded before it is said how far it got.
const embedStep = 256

// Embed computes missing vectors of notes, and reports its progress after each step.
func (m *Memory) Embed(ctx context.Context, tell func(index.Progress)) error {
	for {
		p, err := m.found.Embed(ctx, embedStep)
		if p == (index.Progress{}) && err == nil {
			return nil
		}
		if tell(p); err != nil || p.Left == 0 || p.Done+p.Refused == 0 {
			return err
		}
	}
}

// removeOldCaches removes what earlier versions of pp kept where there is a database now: it had words of notes.
func removeOldCaches(dir string) {
	for _, pattern := range []string{"memory/current", "memory/lock", "memory/*.segment", "memory/index-*.db*",
		"vectors/lock", "vectors/*.vectors"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range names {
			_ = os.Remove(name)
		}
	}
}

// Notes are what one conversation keeps in memory, and whose notes it is given.
type Notes struct {
	memory *Memory
	run    *memory.Run // memory as this conversation writes to it; nil where nothing is kept
	id     string      // of the conversation
}

// begin has them be those of a conversation; nothing of memory is opened before it is used.
func (n *Notes) begin(id string, kept bool) {
	n.id, n.run = id, nil
	if kept {
		n.run = n.memory.Store.Run(n.memory.Author(id))
	}
}

// Reach is whose notes a conversation is given.
func (n *Notes) Reach(all bool) memory.Reach {
	return memory.Reach{Workspace: n.memory.Place, Conversation: n.id, All: all}
}

// ScopeOf is a scope of this conversation's.
func (n *Notes) ScopeOf(kind memory.ScopeKind) memory.Scope {
	switch kind {
	case memory.ScopeWorkspace:
		return memory.Scope{Kind: kind, Name: n.memory.Place}
	case memory.ScopeConversation:
		return memory.Scope{Kind: kind, Name: n.id}
	case memory.ScopeMemex:
	}
	return memory.Scope{}
}

// errEphemeral says that the person asked that nothing be kept.
var errEphemeral = errors.New("nothing is kept of this conversation, as --ephemeral says")

// Remember keeps an object for this conversation, and gives the note that it is now.
func (n *Notes) Remember(ctx context.Context, o memory.Object) (memory.Note, error) {
	if n.run == nil {
		return memory.Note{}, errEphemeral
	}
	kept, err := n.run.Put(ctx, o)
	if err != nil {
		return memory.Note{}, explained(err)
	}
	return n.memory.NoteOf(ctx, kept), nil
}

// memoryTools are what the tools remember and memory-search act on.
type memoryTools struct{ notes *Notes }

// Remember implements tools.Memory.
func (t memoryTools) Remember(ctx context.Context, n tools.Note) (handle string, err error) {
	kinds := map[effect.MemoryScope]memory.ScopeKind{effect.MemoryMemex: memory.ScopeMemex,
		effect.MemoryWorkspace: memory.ScopeWorkspace, effect.MemoryConversation: memory.ScopeConversation}
	kind, ok := kinds[n.Scope]
	if !ok {
		return "", errors.New("it is not said for whom it is kept")
	}
	o := memory.Object{Type: "NOTE", Scope: t.notes.ScopeOf(kind), Origin: n.Origin, Content: n.Text}
	if n.Title != "" {
		o.Attributes = append(o.Attributes, memory.Attribute{Name: "TITLE", Value: n.Title})
	}
	if len(n.Tags) > 0 {
		o.Attributes = append(o.Attributes, memory.Attribute{Name: "TAGS", Value: ":" + strings.Join(n.Tags, ":") + ":"})
	}
	note, err := t.notes.Remember(ctx, o)
	return note.Handle, err
}

// Search implements tools.Memory.
func (t memoryTools) Search(ctx context.Context, q tools.MemoryQuery) (hits []tools.MemoryHit, behind int, err error) {
	found, behind, err := t.notes.memory.Find(ctx, memory.Query{Text: q.Text, Tags: q.Tags, TODO: q.TODO,
		Scope: t.notes.Reach(q.All), Limit: q.Limit})
	for _, h := range found {
		hits = append(hits, tools.MemoryHit{Handle: h.Handle, TODO: h.TODO, Title: h.Title, Tags: h.Tags, When: h.When,
			Origin: h.Origin, Excerpt: h.Excerpt})
	}
	return hits, behind, err
}

// Lookup implements tools.Headlines.
func (t memoryTools) Lookup(handle string) (tools.Headline, error) {
	ctx := context.Background()
	n, err := t.notes.memory.Note(ctx, handle, t.notes.Reach(false))
	if err != nil {
		return tools.Headline{}, err
	}
	text, err := t.notes.memory.Text(ctx, n) // of a headline only this has the hash
	return tools.Headline{File: text.File, ID: text.ID, Hash: text.Hash}, err
}

// Recall says what of memory a conversation's prompts are given.
type Recall struct {
	On     bool                   // something, where it fits what is said
	Focus  string                 // the note that the person is at; "" is what fits best
	Within func(memory.Note) bool // leaves notes out; nil leaves none out
}

// largestPart is the part of a model's window that memory has, at most.
const largestPart = 4

// contexter adds notes from memory to the prompts of a conversation. It implements engine.Contexter.
type contexter struct {
	agent   *Agent
	session string
}

// Context implements engine.Contexter. It warns once about an unreadable memory and then returns nothing. A focus that
// the person set and that does not exist is an error.
func (c contexter) Context(ctx context.Context, said string) ([]engine.Passage, error) {
	recall := c.agent.Recall
	if !recall.On && recall.Focus == "" {
		return nil, nil
	}
	order, known := c.agent.Providers.Order, c.agent.Settings.Config.Providers
	if !slices.ContainsFunc(order, func(name string) bool { return known[name].Remembers() }) {
		c.agent.Out.NoteOnce(providers.NoMemory(order[0]))
		return nil, nil
	}
	config := c.agent.Settings.Config.Context
	store := c.agent.Memory
	notes, fresh, err := store.Index(ctx)
	if err != nil {
		return nil, c.without(ctx, err)
	}
	made, err := fovea.Assemble(ctx, notes, fovea.Request{Focus: recall.Focus, Within: recall.Within, Query: said,
		Reach: c.agent.Notes.Reach(false), Budget: c.budget(), Depth: config.Depth, Threshold: config.SemanticThreshold,
		Fresh: fresh, Tools: !c.agent.Settings.Options.NoTools, Tokens: wire.EstimateText})
	if err != nil {
		return nil, c.without(ctx, err)
	}
	c.noteRead(made.Passages)
	if len(made.Showed) > 0 && !c.agent.Settings.Options.ShowPrompt && !c.agent.Settings.Options.Ephemeral {
		if err := store.Store.Keep(ctx, store.Author(c.session), made.Showed); err != nil {
			c.agent.Out.NoteOnce("what is shown of memory could not be kept: " + err.Error())
		}
	}
	return made.Passages, nil
}

// without is what becomes of an error of memory.
func (c contexter) without(ctx context.Context, err error) error {
	switch focus := c.agent.Recall.Focus; {
	case ctx.Err() != nil:
		return err
	case focus != "":
		return noteError(focus, err)
	}
	c.agent.Out.NoteOnce("the prompt goes without memory: " + err.Error())
	return nil
}

// budget returns the number of tokens for memory, at most a part of the model's window.
func (c contexter) budget() int {
	most := c.agent.Settings.Config.Context.Budget
	if window := c.agent.Providers.Describe(c.agent.Providers.Order[0]).Window; window > 0 {
		most = min(most, window/largestPart)
	}
	return most
}

// noteRead notes that the conversation has read notes that nobody vouches for.
func (c contexter) noteRead(passages []engine.Passage) {
	for _, p := range passages {
		subject := "the note {" + p.Handle + "}"
		if p.Handle == "" {
			subject = "titles of notes"
		}
		if p.Origin == engine.OriginUntrusted {
			c.agent.Records.Read(engine.Flow{Subject: subject})
		}
	}
}

// remembers wires memory to the loop of a conversation.
func (a *Agent) remembers(l *engine.Loop, id string) {
	if a.Memory == nil {
		return
	}
	a.Notes.begin(id, !a.Settings.Options.Ephemeral && !a.Records.unkept)
	if a.Notes.run != nil {
		l.Memory = a.Notes.run
	}
	l.Contexter = contexter{a, id}
	l.LogLimit = a.Settings.Config.Context.LogLimit
}

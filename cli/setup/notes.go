package setup

import (
	"context"
	"errors"
	"strings"

	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory"
	"pp/engine/memory/vectors"
	"pp/engine/sentinel"
)

// remembers wires memory to the loop of a conversation; nothing of it is opened before it
// is used.
func (a *Agent) remembers(l *engine.Loop, id string) {
	a.id, a.run = id, nil
	if a.Memory == nil {
		return
	}
	if !a.Settings.Options.Ephemeral && !a.unkept {
		a.run = a.Memory.Store.Run(a.Memory.Author(id))
		l.Memory = a.run
	}
	a.recollect(l, id, recollection{a.Memory, id})
}

// offers reports whether a model is told of a tool. The words for those of memory would stand
// in every prompt, so that they do where there is something to find: once something was
// kept, or where there is a memex. Those of literate programming do where a skill for it is
// on. A call of one is carried out anyway.
func (a *Agent) offers(tool string) bool {
	s := a.Settings
	switch tool {
	case "remember", "memory-search":
		return s.Config.MemexDir != "" || Exists(s.Kept("memory"))
	case tools.Blocks, tools.Tangle:
		return a.Skills.ready("programming-org") || a.Skills.ready("programming-literate")
	}
	return true
}

// semantic is what finds notes by what they mean, once there are providers.
func (a *Agent) semantic() (*vectors.Semantic, error) {
	if a.Providers == nil {
		return nil, nil
	}
	return a.Providers.Semantic()
}

// Reach is whose notes a conversation is given.
func (a *Agent) Reach(all bool) memory.Reach {
	return memory.Reach{Workspace: a.Place(), Conversation: a.id, All: all}
}

// ScopeOf is a scope of this conversation's.
func (a *Agent) ScopeOf(kind memory.ScopeKind) memory.Scope {
	switch kind {
	case memory.ScopeWorkspace:
		return memory.Scope{Kind: kind, Name: a.Place()}
	case memory.ScopeConversation:
		return memory.Scope{Kind: kind, Name: a.id}
	case memory.ScopeMemex:
	}
	return memory.Scope{}
}

// errEphemeral says that the person asked that nothing be kept.
var errEphemeral error = sentinel.Error("nothing is kept of this conversation, as --ephemeral says")

// Remember keeps an object for this conversation, and gives the note that it is now.
func (a *Agent) Remember(ctx context.Context, o memory.Object) (memory.Note, error) {
	if a.run == nil {
		return memory.Note{}, errEphemeral
	}
	kept, err := a.run.Put(ctx, o)
	if err != nil {
		return memory.Note{}, explained(err)
	}
	return a.Memory.NoteOf(ctx, kept), nil
}

// memoryTools are what the tools remember and memory-search act on.
type memoryTools struct{ *Agent }

// Remember implements tools.Memory.
func (t memoryTools) Remember(ctx context.Context, n tools.Note) (handle string, err error) {
	kinds := map[effect.MemoryScope]memory.ScopeKind{effect.MemoryMemex: memory.ScopeMemex,
		effect.MemoryWorkspace: memory.ScopeWorkspace, effect.MemoryConversation: memory.ScopeConversation}
	kind, ok := kinds[n.Scope]
	if !ok {
		return "", errors.New("it is not said for whom it is kept")
	}
	o := memory.Object{Type: "NOTE", Scope: t.ScopeOf(kind), Origin: n.Origin, Content: n.Text}
	if n.Title != "" {
		o.Attributes = append(o.Attributes, memory.Attribute{Name: "TITLE", Value: n.Title})
	}
	if len(n.Tags) > 0 {
		o.Attributes = append(o.Attributes, memory.Attribute{Name: "TAGS", Value: ":" + strings.Join(n.Tags, ":") + ":"})
	}
	note, err := t.Agent.Remember(ctx, o)
	return note.Handle, err
}

// Search implements tools.Memory.
func (t memoryTools) Search(ctx context.Context, q tools.MemoryQuery) (hits []tools.MemoryHit, behind int, err error) {
	found, behind, err := t.Memory.Find(ctx, memory.Query{Text: q.Text, Tags: q.Tags, TODO: q.TODO, Scope: t.Reach(q.All),
		Limit: q.Limit})
	for _, h := range found {
		hits = append(hits, tools.MemoryHit{Handle: h.Handle, TODO: h.TODO, Title: h.Title, Tags: h.Tags, When: h.When,
			Origin: h.Origin, Newer: h.Newer, Excerpt: h.Excerpt})
	}
	return hits, behind, err
}

// Lookup implements tools.Headlines.
func (t memoryTools) Lookup(handle string) (tools.Headline, error) {
	ctx := context.Background()
	n, err := t.Memory.Note(ctx, handle, t.Reach(false))
	if err != nil {
		return tools.Headline{}, err
	}
	text, err := t.Memory.Text(ctx, n) // of a headline only this has the hash
	return tools.Headline{File: text.File, ID: text.ID, Hash: text.Hash}, err
}

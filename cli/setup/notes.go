package setup

import (
	"context"
	"errors"
	"strings"

	"pp/actuators/tools"
	"pp/engine/effect"
	"pp/engine/memory"
)

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
		Scope: t.notes.Reach(q.All), Limit: q.Limit, Kindred: true})
	for _, h := range found {
		hits = append(hits, tools.MemoryHit{Handle: h.Handle, TODO: h.TODO, Title: h.Title, Tags: h.Tags, When: h.When,
			Origin: h.Origin, Newer: h.Newer, Excerpt: h.Excerpt})
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

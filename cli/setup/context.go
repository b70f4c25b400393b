package setup

import (
	"context"
	"slices"

	"pp/engine"
	"pp/engine/fovea"
	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/providers"
	"pp/providers/wire"
)

// Recall says what of memory a conversation's prompts are given.
type Recall struct {
	On     bool                   // something, where it fits what is said
	Focus  string                 // the note that the person is at; "" is what fits best
	Within func(memory.Note) bool // leaves notes out; nil leaves none out
}

// largestPart is the part of a model's window that memory has, at most.
const largestPart = 4

// contexter gives the prompts of a conversation what its memory has. It implements
// engine.Contexter.
type contexter struct {
	agent   *Agent
	session string
}

// Context implements engine.Contexter. A memory that cannot be read is said once and gives
// nothing, but for a focus that was asked for and is not there.
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
	var made fovea.Context
	store := c.agent.Memory
	err := store.Reading(ctx, func(notes *index.Index, standing func() memory.Freshness) (err error) {
		made, err = fovea.Assemble(ctx, notes, fovea.Request{Focus: recall.Focus, Within: recall.Within, Query: said,
			Reach: c.agent.Notes.Reach(false), Budget: c.budget(), Depth: config.Depth, Threshold: config.SemanticThreshold,
			Fresh: standing, Tools: !c.agent.Settings.Options.NoTools, Tokens: wire.EstimateText})
		return err
	})
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

// budget is how many tokens there are for memory: what is configured, and no more than a part
// of the window of the model that is asked first.
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

package wire

import (
	"context"
	"errors"
	"slices"

	"pp/engine"
)

// learned is what a server has shown of a model.
type learned struct {
	About            // as it said
	asked   bool     // it was asked
	window  int      // the window that it named in a refusal
	refused bool     // it refused all tools
	left    []string // the single tools that it refused
	fields  fields
	chosen  string
}

// of is what is known of a model by now.
func (c *Client) of(model string) learned {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.learned[model]
}

func (c *Client) learn(model string, more func(*learned)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.learned[model]
	more(&l)
	c.learned[model] = l
}

// ask is what the server says of a model, which is asked until it answers.
func (c *Client) ask(ctx context.Context, key, model string) (About, error) {
	if l := c.of(model); l.asked || c.p.About == nil {
		return l.About, nil
	}
	about, err := c.p.About(ctx, c.asker(key), model)
	if err != nil {
		return About{}, err
	}
	c.learn(model, func(l *learned) { l.About, l.asked = about, true })
	return about, nil
}

// sees reports whether a model takes pictures, and whether documents: by the person's
// word, by the table, or by the server's.
// A server that cannot be asked at all is a fault.
func (c *Client) sees(ctx context.Context, key, model string) (pictures, documents bool, f *fault) {
	if c.o.Images || c.o.Sees != nil && c.o.Sees(model) {
		return true, c.p.Documents, nil
	}
	about, err := c.ask(ctx, key, model)
	var fe faultError
	if errors.As(err, &fe) && fe.kind != engine.LLMConfig { // that is one that knows no such question
		return false, false, fe.fault
	}
	return about.Sees, about.Documents && c.p.Documents, nil
}

// showing is a prompt with the pictures that a model takes. Those from before what the
// person said last are left out for another model, with a word in their place; one that
// belongs to it is a fault.
func (c *Client) showing(ctx context.Context, key, model string, p engine.Prompt) (engine.Prompt, *fault) {
	if !slices.ContainsFunc(p.Turns, func(t engine.Turn) bool { return t.Picture.Is() }) {
		return p, nil
	}
	pictures, documents, f := c.sees(ctx, key, model)
	if f != nil {
		return p, f
	}
	takes := func(p engine.Picture) bool {
		return p.Type == engine.PDF && documents || p.Type != engine.PDF && pictures
	}
	for _, shown := range p.Shown() {
		if takes(shown) {
			continue
		}
		hint := hintUnseeing + "; if this one does, set providers." + c.o.Name + ".images = true"
		if shown.Type == engine.PDF {
			if !pictures || documents || !c.p.Documents {
				hint = "make text of it (pdftotext FILE), or choose a model that takes PDF (-m)"
			}
			return p, faultf(engine.LLMUnseeing, hint, "%s is not known to take PDF documents", clip(model, maxName))
		}
		return p, faultf(engine.LLMUnseeing, hint, "%s is not known to see pictures", clip(model, maxName))
	}
	return p.Unseen(takes), nil
}

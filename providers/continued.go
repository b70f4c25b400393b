package providers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/reply"
)

// mostParts limits how often pp asks a model to continue a cut reply.
const mostParts = 3

// The instructions for a model after its reply was cut.
const (
	goOnText = "Your reply was cut at its token limit. Go on exactly where it ends, with the very next character: " +
		"repeat nothing and add no remark. A call that was cut did not arrive: make it again, in smaller parts."
	againText = "Your reply was cut at its token limit before any part of it was complete. Reply again and shorter: " +
		"think less, and write a long file in several calls."
)

// Continue returns a provider that completes cut replies. It asks a model whose reply was cut at its token limit to
// continue, at most three times, and joins the parts byte for byte. It asks for a cut call again. decode finds actions
// in a text; nil finds none. If an answer stays cut, the reply has a note; a call that stays cut is an error.
func Continue(name string, p engine.Provider, decode Decode) engine.Provider {
	return continued{p, name, decode}
}

type continued struct {
	engine.Provider
	name   string
	decode Decode
}

// Complete implements engine.Provider.
func (c continued) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	got, err := c.Provider.Complete(ctx, p)
	for parts := 0; err == nil && got.Cut != "" && len(got.Calls) == 0; parts++ {
		joins := c.joins(got)
		if parts == mostParts {
			return c.stays(got, joins)
		}
		var more engine.Reply
		if more, err = c.Provider.Complete(ctx, next(p, got, joins)); err != nil {
			if le, ok := errors.AsType[*engine.LLMError](err); ok && le.Kind == engine.LLMTooLarge && joins {
				return c.stays(got, joins)
			}
			break
		}
		if joins {
			text, _ := reply.Answer(more.Text)
			more.Text = got.Text + text
		}
		more.Usage, more.Cost = more.Usage.Add(got.Usage), more.Cost+got.Cost
		more.Priced = more.Priced && got.Priced
		more.Failed = append(got.Failed, more.Failed...)
		got = more
	}
	return got, err
}

// joins reports whether more text can follow a cut reply: it has text, and no part of the text is an action or the
// first half of one.
func (c continued) joins(got engine.Reply) bool {
	if _, says := reply.Answer(got.Text); !says {
		return false
	}
	if c.decode == nil || got.Answer {
		return true
	}
	acts, err := c.decode(got)
	return err == nil && len(acts) == 0
}

// next returns the prompt for the missing part of a reply.
func next(p engine.Prompt, got engine.Reply, joins bool) engine.Prompt {
	told := againText
	if joins {
		told = goOnText
		sofar := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: got.Text, Kept: got.Kept}
		p.Turns = append(p.Turns[:len(p.Turns):len(p.Turns)], sofar)
		p.Schema = nil // the rest alone does not fit the schema
		p.Preview, p.Stream = after(p.Preview, got.Text), after(p.Stream, got.Text)
	} else {
		p.Anew()
	}
	p.Last = strings.TrimPrefix(p.Last+"\n\n"+told, "\n\n")
	return p
}

// after returns a function that shows the rest of a reply, without the reasoning that it may begin with. If the rest
// starts over, the function shows the earlier parts again first.
func after(show func(delta string), sofar string) func(delta string) {
	if show == nil {
		return nil
	}
	var begun string
	says := false
	return func(delta string) {
		switch begun += delta; {
		case delta == "":
			begun, says = "", false
			show("")
			show(sofar)
		case says:
			show(delta)
		default:
			var text string
			if text, says = reply.Answer(begun); says {
				show(text)
			}
		}
		if says {
			begun = ""
		}
	}
}

// stays returns the result for a reply that is still cut after pp asked the model to continue.
func (c continued) stays(got engine.Reply, joins bool) (engine.Reply, error) {
	if joins && !got.CutCall {
		got.Note = fmt.Sprintf("the reply of %s is incomplete: it reached its token limit; ask for the rest with -c", c.name)
		return got, nil
	}
	return engine.Reply{}, &engine.LLMError{Provider: c.name, Hint: "ask for less, or for a long file in parts",
		Err: fmt.Errorf("the reply reached its token limit before it was complete, %d times", mostParts+1)}
}

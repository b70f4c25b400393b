package providers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/reply"
)

// mostParts is how often a model is asked to go on with a reply that was cut.
const mostParts = 3

// What a model is told after its reply was cut.
const (
	goOnText = "Your reply was cut at its limit of tokens. Go on exactly where it ends, with the very next character: " +
		"repeat nothing and add no remark. A call that was cut did not arrive: make it again, in smaller parts."
	againText = "Your reply was cut at its limit of tokens before anything in it was whole. Reply again and shorter: " +
		"think less, and write a long file in several calls."
)

// Continue returns a provider whose replies are whole where they can be: a model whose reply was cut at its limit of
// tokens is asked to go on, at most three times, and what came is joined byte for byte. A call that was cut is asked
// for again. decode tells what of a text acts; nil: nothing does. A note says that an answer stays cut, and a call that
// stays cut is an error.
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

// joins reports whether more text can follow a cut reply: it says something, and nothing of it acts, as the first half
// of a call in text would.
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

// next is the prompt for what is missing of a reply.
func next(p engine.Prompt, got engine.Reply, joins bool) engine.Prompt {
	told := againText
	if joins {
		told = goOnText
		sofar := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: got.Text, Kept: got.Kept}
		p.Turns = append(p.Turns[:len(p.Turns):len(p.Turns)], sofar)
		p.Schema = nil // the rest of what fits it does not fit it
		p.Preview, p.Stream = after(p.Preview, got.Text), after(p.Stream, got.Text)
	} else {
		p.Anew()
	}
	p.Last = strings.TrimPrefix(p.Last+"\n\n"+told, "\n\n")
	return p
}

// after is who gets the rest of a reply, without the reasoning that it may begin with. What came before it comes again
// where the rest begins anew.
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

// stays is a reply that is cut, though its model was asked to go on.
func (c continued) stays(got engine.Reply, joins bool) (engine.Reply, error) {
	if joins && !got.CutCall {
		got.Note = fmt.Sprintf("the reply of %s is cut: it reached its limit of tokens; ask for the rest with -c", c.name)
		return got, nil
	}
	return engine.Reply{}, &engine.LLMError{Provider: c.name, Hint: "ask for less at once, or for a long file in parts",
		Err: fmt.Errorf("the reply was cut at its limit of tokens before it was whole, %d times", mostParts+1)}
}

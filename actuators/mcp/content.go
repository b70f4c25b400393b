package mcp

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// Resource is what a server says it has.
type Resource struct{ URI, Name, Doc string }

// Part is a piece of what a resource or a prompt gave: text, or a picture. It is data of untrusted origin.
type Part struct {
	Text    string
	Picture engine.Picture
}

// Prompt is a prompt that a server offers.
type Prompt struct {
	Name, Doc string
	Args      []PromptArg
}

// PromptArg is an argument of a prompt.
type PromptArg struct {
	Name     string
	Required bool
}

// Bounds of resources and prompts.
const (
	maxListed  = 1000     // of one server
	maxContent = 10 << 20 // bytes of one resource, or of one prompt's messages
)

// errInput says that a server asks something in the place of a resource or a prompt.
var errInput = errors.New("it asks for more before it gives this, which only a tool may do")

// Resources lists a server's resources, the first 1,000. It starts the server.
func (s *Set) Resources(ctx context.Context, name string) ([]Resource, error) {
	return with(ctx, s, name, func(ctx context.Context, c *mcp.ClientSession) ([]Resource, error) {
		return listed(c.Resources(ctx, nil), func(r *mcp.Resource) Resource {
			return Resource{r.URI, r.Name, r.Description}
		})
	})
}

// listed is the beginning of what a server lists. That it has no end is seen by what is counted of all that it says.
func listed[Their, Our any](all iter.Seq2[*Their, error], our func(*Their) Our) (out []Our, err error) {
	for x, err := range all {
		if err != nil || len(out) == maxListed {
			return out, err
		}
		if x != nil {
			out = append(out, our(x))
		}
	}
	return out, nil
}

// Resource reads a resource. It starts the server.
func (s *Set) Resource(ctx context.Context, name, uri string) ([]Part, error) {
	return with(ctx, s, name, func(ctx context.Context, c *mcp.ClientSession) (out []Part, err error) {
		got, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			return nil, err
		}
		if got.NeedsInput() {
			return nil, errInput
		}
		total := 0
		for _, c := range got.Contents {
			if c == nil {
				continue
			}
			if total += len(c.Text) + len(c.Blob); total > maxContent {
				return nil, fmt.Errorf("the resource has more than %d bytes", maxContent)
			}
			out = append(out, partOf(c))
		}
		if len(out) == 0 {
			return nil, errors.New("the resource holds nothing")
		}
		return out, nil
	})
}

// partOf is a resource's content.
func partOf(c *mcp.ResourceContents) Part {
	p := Part{Text: c.Text}
	if c.Text == "" && len(c.Blob) > 0 {
		if p.Picture = pictureOf(c.MIMEType, c.Blob); !p.Picture.Is() {
			p.Text = resourceText(c)
		}
	}
	return p
}

// Prompts lists a server's prompts, the first 1,000. It starts the server.
func (s *Set) Prompts(ctx context.Context, name string) ([]Prompt, error) {
	return with(ctx, s, name, func(ctx context.Context, c *mcp.ClientSession) ([]Prompt, error) {
		return listed(c.Prompts(ctx, nil), func(p *mcp.Prompt) Prompt {
			out := Prompt{Name: p.Name, Doc: p.Description}
			for _, a := range p.Arguments {
				if a != nil {
					out.Args = append(out.Args, PromptArg{a.Name, a.Required})
				}
			}
			return out
		})
	})
}

// Prompt gives the messages of a prompt. It starts the server.
func (s *Set) Prompt(ctx context.Context, name, prompt string, args map[string]string) ([]Part, error) {
	return with(ctx, s, name, func(ctx context.Context, c *mcp.ClientSession) (out []Part, err error) {
		got, err := c.GetPrompt(ctx, &mcp.GetPromptParams{Name: prompt, Arguments: args})
		if err != nil {
			return nil, err
		}
		if got.NeedsInput() {
			return nil, errInput
		}
		total := 0
		for _, m := range got.Messages {
			if m == nil || m.Content == nil {
				continue
			}
			var p Part
			switch x := m.Content.(type) {
			case *mcp.ImageContent:
				if p.Picture = pictureOf(x.MIMEType, x.Data); !p.Picture.Is() {
					p.Text = contentText(x)
				}
			case *mcp.EmbeddedResource:
				if x.Resource != nil {
					p = partOf(x.Resource)
				}
			default:
				p.Text = contentText(m.Content)
			}
			if total += len(p.Text) + len(p.Picture.Data); total > maxContent {
				return nil, fmt.Errorf("the prompt has more than %d bytes", maxContent)
			}
			out = append(out, p)
		}
		return out, nil
	})
}

// with is what a server, which has this name, gives in time: what comes later is nobody's.
func with[T any](ctx context.Context, s *Set, name string,
	ask func(context.Context, *mcp.ClientSession) (T, error)) (T, error) {
	var got, none T
	one, err := s.server(name)
	if err != nil {
		return none, err
	}
	err = one.use(ctx, callTime, false, func(ctx context.Context, live *session) (err error) {
		got, err = ask(ctx, live.client)
		return err
	})
	if err != nil {
		return none, err
	}
	return got, nil
}

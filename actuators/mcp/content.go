package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
	"pp/engine/sentinel"
)

// Resource is what a server says it has.
type Resource struct{ URI, Name, Doc string }

// Part is a piece of what a resource or a prompt gave: text, or a picture. It is data of untrusted origin.
type Part struct {
	Role    string // of a prompt's message: "user" or "assistant"
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
var errInput error = sentinel.Error("it asks for more before it gives this, which only a tool may do")

// Resources lists a server's resources, the first 1,000. It starts the server.
func (s *Set) Resources(ctx context.Context, name string) ([]Resource, error) {
	var out []Resource
	err := s.with(ctx, name, func(ctx context.Context, live *session) error {
		return pages(func(cursor string) (string, error) {
			got, err := live.client.ListResources(ctx, &mcp.ListResourcesParams{Cursor: cursor})
			if err != nil {
				return "", err
			}
			for _, r := range got.Resources {
				if r != nil && len(out) < maxListed {
					out = append(out, Resource{r.URI, r.Name, r.Description})
				}
			}
			return got.NextCursor, nil
		})
	})
	if err != nil {
		return nil, err // what comes later is nobody's
	}
	return out, nil
}

// pages takes the pages of a list, one after the other.
func pages(take func(cursor string) (next string, err error)) error {
	cursor := ""
	for range maxPages {
		next, err := take(cursor)
		if err != nil || next == "" {
			return err
		}
		cursor = next
	}
	return fmt.Errorf("its list has more than %d pages", maxPages)
}

// Resource reads a resource. It starts the server.
func (s *Set) Resource(ctx context.Context, name, uri string) ([]Part, error) {
	var out []Part
	err := s.with(ctx, name, func(ctx context.Context, live *session) error {
		got, err := live.client.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			return err
		}
		if got.NeedsInput() {
			return errInput
		}
		total := 0
		for _, c := range got.Contents {
			if c == nil {
				continue
			}
			if total += len(c.Text) + len(c.Blob); total > maxContent {
				return fmt.Errorf("the resource has more than %d bytes", maxContent)
			}
			out = append(out, partOf(c))
		}
		if len(out) == 0 {
			return errors.New("the resource holds nothing")
		}
		return nil
	})
	if err != nil {
		return nil, err // what comes later is nobody's
	}
	return out, nil
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
	var out []Prompt
	err := s.with(ctx, name, func(ctx context.Context, live *session) error {
		return pages(func(cursor string) (string, error) {
			got, err := live.client.ListPrompts(ctx, &mcp.ListPromptsParams{Cursor: cursor})
			if err != nil {
				return "", err
			}
			for _, p := range got.Prompts {
				if p == nil || len(out) == maxListed {
					continue
				}
				made := Prompt{Name: p.Name, Doc: p.Description}
				for _, a := range p.Arguments {
					if a != nil {
						made.Args = append(made.Args, PromptArg{a.Name, a.Required})
					}
				}
				out = append(out, made)
			}
			return got.NextCursor, nil
		})
	})
	if err != nil {
		return nil, err // what comes later is nobody's
	}
	return out, nil
}

// Prompt gives the messages of a prompt. It starts the server.
func (s *Set) Prompt(ctx context.Context, name, prompt string, args map[string]string) ([]Part, error) {
	var out []Part
	err := s.with(ctx, name, func(ctx context.Context, live *session) error {
		got, err := live.client.GetPrompt(ctx, &mcp.GetPromptParams{Name: prompt, Arguments: args})
		if err != nil {
			return err
		}
		if got.NeedsInput() {
			return errInput
		}
		total := 0
		for _, m := range got.Messages {
			if m == nil || m.Content == nil {
				continue
			}
			p := Part{Role: string(m.Role)}
			switch x := m.Content.(type) {
			case *mcp.ImageContent:
				if p.Picture = pictureOf(x.MIMEType, x.Data); !p.Picture.Is() {
					p.Text = contentText(x)
				}
			case *mcp.EmbeddedResource:
				if x.Resource != nil {
					role := p.Role
					p = partOf(x.Resource)
					p.Role = role
				}
			default:
				p.Text = contentText(m.Content)
			}
			if total += len(p.Text) + len(p.Picture.Data); total > maxContent {
				return fmt.Errorf("the prompt has more than %d bytes", maxContent)
			}
			out = append(out, p)
		}
		return nil
	})
	if err != nil {
		return nil, err // what comes later is nobody's
	}
	return out, nil
}

// with uses a server by name.
func (s *Set) with(ctx context.Context, name string, do func(context.Context, *session) error) error {
	one, err := s.server(name)
	if err != nil {
		return err
	}
	return one.use(ctx, callTime, false, do)
}

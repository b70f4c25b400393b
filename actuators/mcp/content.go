package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// maxResult bounds the bytes of a result that a model gets; a longer result loses its middle.
const maxResult = 48 << 10

// Bounds on the pictures of one result that a model gets; the text names all others.
const (
	maxShown   = 3
	maxPicture = 2 << 20 // bytes of one
)

// resultOf converts the result of a tool to text and pictures: data of untrusted origin.
func resultOf(r *mcp.CallToolResult) engine.Result {
	out := engine.NewExcerpt(maxResult)
	said := false
	var shown []engine.Picture
	for i, c := range r.Content {
		if i > 0 {
			out.WriteString("\n")
		}
		text := contentText(c)
		if x, ok := c.(*mcp.ImageContent); ok && len(shown) < maxShown && len(x.Data) <= maxPicture {
			if p := pictureOf(x.MIMEType, x.Data); p.Is() {
				shown, text = append(shown, p), "("+p.String()+"; it follows)"
			}
		}
		said = said || text != ""
		out.WriteString(text)
	}
	if r.StructuredContent != nil && !said {
		data, err := json.Marshal(r.StructuredContent)
		if err == nil {
			out.WriteString(string(data))
			said = true
		}
	}
	if !said {
		out.WriteString("(it gave nothing)")
	}
	return engine.Result{Text: strings.ToValidUTF8(out.String(), "\uFFFD"), Failed: r.IsError,
		Origin: engine.OriginUntrusted, Pictures: shown}
}

// pictureOf returns a picture or document if its first bytes agree with the server's media type, else the zero value:
// a model's service refuses a whole conversation over one picture that it cannot read.
func pictureOf(kind string, data []byte) engine.Picture {
	switch kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp", engine.PDF:
		if http.DetectContentType(data) == kind {
			return engine.Picture{Type: kind, Data: data}
		}
	}
	return engine.Picture{}
}

// contentText returns one part of a result as text. It names any other part, with its size.
func contentText(c mcp.Content) string {
	switch x := c.(type) {
	case *mcp.TextContent:
		return x.Text
	case *mcp.ImageContent:
		return "(not shown: " + engine.Picture{Type: engine.Clip(x.MIMEType, 60), Data: x.Data}.String() + ")"
	case *mcp.AudioContent:
		return fmt.Sprintf("(not played: audio, %s, %d bytes)", engine.Clip(x.MIMEType, 60), len(x.Data))
	case *mcp.ResourceLink:
		return strings.TrimSpace(fmt.Sprintf("(a resource: %s %s %s)", engine.Clip(x.Name, 200), engine.Clip(x.URI, 2000),
			engine.Clip(x.Description, 500)))
	case *mcp.EmbeddedResource:
		if x.Resource == nil {
			return ""
		}
		return resourceText(x.Resource)
	}
	return "(a part of a kind that is not known)"
}

// resourceText returns the text of a resource, or its description if it is not text.
func resourceText(r *mcp.ResourceContents) string {
	if r.Text != "" || len(r.Blob) == 0 {
		return r.Text
	}
	return fmt.Sprintf("(not shown: %s, %s, %d bytes)", engine.Clip(r.URI, 2000), engine.Clip(r.MIMEType, 60), len(r.Blob))
}

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

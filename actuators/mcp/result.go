package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// maxResult is how much of a result a model gets, in bytes; of a longer one the middle is left out.
const maxResult = 48 << 10

// Bounds of the pictures of one result that a model is shown; any other is named.
const (
	maxShown   = 3
	maxPicture = 2 << 20 // bytes of one
)

// resultOf is what a tool gave, as text and pictures: data of untrusted origin.
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

// pictureOf is what a server says is a picture, or a document, if its first bytes say so too: a service refuses a whole
// conversation for one that it cannot read. The zero value is none.
func pictureOf(kind string, data []byte) engine.Picture {
	switch kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp", engine.PDF:
		if http.DetectContentType(data) == kind {
			return engine.Picture{Type: kind, Data: data}
		}
	}
	return engine.Picture{}
}

// contentText is one part of a result as text. What is no text is named, with its size.
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

// resourceText is what a resource holds as text, or what it is.
func resourceText(r *mcp.ResourceContents) string {
	if r.Text != "" || len(r.Blob) == 0 {
		return r.Text
	}
	return fmt.Sprintf("(not shown: %s, %s, %d bytes)", engine.Clip(r.URI, 2000), engine.Clip(r.MIMEType, 60), len(r.Blob))
}

package mcp

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPictures: a few pictures of a result are shown; what is too much, too large or none is named.
func TestPictures(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00"
	picture := func(kind, data string) mcp.Content { return &mcp.ImageContent{MIMEType: kind, Data: []byte(data)} }
	for name, c := range map[string]struct {
		content []mcp.Content
		shown   int
	}{
		"one": {[]mcp.Content{picture("image/png", png)}, 1},
		"many": {[]mcp.Content{picture("image/png", png), picture("image/gif", "GIF89a"), picture("image/png", png),
			picture("image/png", png)}, maxShown},
		"no PNG":   {[]mcp.Content{picture("image/png", "<svg/>")}, 0},
		"another":  {[]mcp.Content{picture("image/jpeg", png)}, 0},
		"no type":  {[]mcp.Content{picture("", png), picture("image/svg+xml", "<svg/>")}, 0},
		"too much": {[]mcp.Content{picture("image/png", png+strings.Repeat("x", maxPicture))}, 0},
	} {
		got := resultOf(&mcp.CallToolResult{Content: c.content})
		if len(got.Pictures) != c.shown || strings.Count(got.Text, "it follows") != c.shown ||
			strings.Count(got.Text, "not shown") != len(c.content)-c.shown {
			t.Errorf("%s: %d shown, %q", name, len(got.Pictures), got.Text)
		}
	}
}

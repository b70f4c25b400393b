package cli

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server's question comes to the person in a call that waited for approval as in any other.
func TestApprovedCallPutsItsServersQuestion(t *testing.T) {
	t.Parallel()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "far", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "greet", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				got, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Whom?", RequestedSchema: json.RawMessage(
					`{"type":"object","properties":{"who":{"type":"string","default":"Ann"}}}`)})
				if err != nil {
					return nil, err
				}
				said, err := json.Marshal(got.Content)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: got.Action + string(said)}}}, err
			})
		return s
	}, nil)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	p := newDesk(t, "")
	configure(t, p.home, "[mcp.far]\nurl = \""+server.URL+"\"\n")
	p.run(t, "mcp", "review", "far", "--yes")
	said := p.run(t, "mcp", "call", "far", "greet")
	token := regexp.MustCompile(`pp approve (\S+) carries`).FindStringSubmatch(said)
	if token == nil {
		t.Fatal(said)
	}
	tty := open(t, p.command(t, nil, "approve", token[1], "--yes"), 80, 24)
	tty.expect("far asks: who")
	tty.send("\r")
	tty.expect("send that to far?")
	tty.send("y")
	tty.expect(`accept{"who":"Ann"}`)
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

package providertest

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/providers"
	"pp/providers/wire"
)

// remembering is a prompt with passages of memory, and a result of it among the turns.
func remembering() engine.Prompt {
	p := Calling()
	p.Context = []engine.Passage{{Origin: engine.OriginPerson, Text: "# Notes\n* Planted {k3f}\n"},
		{ID: "x", Origin: engine.OriginUntrusted, Label: "memory {k4}", Text: "* Fetched once\n"}}
	p.Turns[2].Memory, p.Turns[2].Text = true, "planted result"
	return p
}

// TestMemoryInRequests: what memory gives stands in the request of every protocol, with and
// without tools, before what the person said last; what is not the person's between marks,
// and nothing of it in that of a provider that is to have none, which says so once.
func TestMemoryInRequests(t *testing.T) {
	const mine, theirs = `# Notes\n* Planted {k3f}\n`, `data n0nce from memory {k4}`
	for _, p := range All() {
		for _, mode := range []wire.ToolMode{wire.ToolsNative, wire.ToolsText} {
			sent := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").
				Replace(Sent(t, p, wire.Options{Tools: mode}, remembering()))
			at := func(text string) int { return strings.Index(sent, text) }
			if at(mine) < 0 || at(theirs) < at(mine) || at("* Fetched once") < at(theirs) ||
				at("again") < at("* Fetched once") ||
				at("planted result") < 0 {
				t.Errorf("%s: %s", p.Name, sent)
			}
			s := Serve(t, p.gives(p.Whole), p.gives(p.Whole))
			o := Options(s.URL())
			o.Tools = mode
			client := p.New(o)
			wrapped := providers.WithoutMemory("probe", client)
			for i, want := range []string{"providers.probe.memory = true", ""} {
				reply, err := wrapped.Complete(t.Context(), remembering())
				if err != nil || !strings.Contains(reply.Note, want) || want == "" && reply.Note != "" {
					t.Errorf("%s, reply %d: %q, %v", p.Name, i, reply.Note, err)
				}
			}
			_ = client.Close()
			for _, r := range s.Requests() {
				for _, gone := range []string{"lanted", "Fetched once", "k3f", "k4"} {
					if body := string(r.Body); strings.Contains(body, gone) || !strings.Contains(body, "again") {
						t.Errorf("%s: %s", p.Name, body)
					}
				}
			}
		}
	}
}

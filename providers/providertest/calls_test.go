package providertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

// fourCalls are those of the tests: with an identifier each, in the order of a reply.
func fourCalls(p Protocol) []engine.ToolCall {
	calls := []engine.ToolCall{
		{ID: "c1", Tool: "read-file", Args: `{"filepath":"Grüße 世界 🌍.go","start":1}`},
		{ID: "c2", Tool: "read-file", Args: `{"filepath":"a\"b\\c\n"}`},
		{ID: "c3", Tool: "run-tests", Args: `{}`},
		{ID: "c4", Tool: "write-file", Args: `{"content":"` + strings.Repeat("x", 5000) + `"}`},
	}
	if p.Name == "gemini" {
		calls[0].Mark = "c2ln"
	}
	return calls
}

// TestCalls: one call and four, with a text and without, at once and byte by byte, come
// as they were meant; what the service wants back goes back, and reasoning is no text.
func TestCalls(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			all := fourCalls(p)
			for _, text := range []string{"", "I look."} {
				for _, calls := range [][]engine.ToolCall{all[:1], all} {
					for _, size := range []int{1, 7, 1 << 20} {
						stream := p.Calls(p.Called, text, size, calls...)
						for _, chunk := range []int{1 << 20, 1} {
							if chunk == 1 && size != 7 {
								continue
							}
							reply := calling(t, p, InChunks(chunk, p.Type, stream))
							if reply.Text != text || !slices.Equal(reply.Calls, calls) {
								t.Fatalf("text %q, pieces of %d: %+v", text, size, reply)
							}
							kept(t, p, reply)
						}
					}
				}
			}
		})
	}
}

// calling is the reply of a server to a prompt with tools.
func calling(t *testing.T, p Protocol, steps ...Step) engine.Reply {
	t.Helper()
	s := Serve(t, steps...)
	o := Options(s.URL())
	o.Limits.FirstByte, o.Limits.Idle, o.Limits.Total = 20*time.Second, 20*time.Second, 20*time.Second
	prompt := Calling()
	var preview strings.Builder
	prompt.Preview = func(delta string) { preview.WriteString(delta) }
	reply, err := ask(t, p.New(o), prompt)
	if err != nil {
		t.Fatal(err)
	}
	if preview.String() != reply.Text {
		t.Errorf("previewed %q of %q", preview.String(), reply.Text)
	}
	return reply
}

// kept checks that reasoning goes back with its calls, to this provider only.
func kept(t *testing.T, p Protocol, reply engine.Reply) {
	t.Helper()
	prompt := Calling()
	prompt.Turns = append(prompt.Turns, engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent,
		Text: reply.Text, Calls: reply.Calls, Kept: reply.Kept})
	want := map[string][]string{
		"anthropic": {`{"type":"thinking","thinking":"hm","signature":"S1G"},` +
			`{"type":"redacted_thinking","data":"REDACTED"},{`},
		"gemini": {`"thoughtSignature":"c2ln"`},
		"ollama": {`"thinking":"hm"`},
	}[p.Name]
	sent := Sent(t, p, wire.Options{}, prompt)
	for _, piece := range want {
		if !strings.Contains(sent, piece) {
			t.Errorf("%s is not in %s", piece, sent)
		}
	}
	if len(want) > 0 && p.Name != "gemini" && (reply.Kept.Provider != "probe" || reply.Kept.Data == "") {
		t.Errorf("kept %+v", reply.Kept)
	}
	prompt.Turns[len(prompt.Turns)-1].Kept.Provider = "another"
	sent = Sent(t, p, wire.Options{}, prompt)
	for _, piece := range []string{`hm"`, "S1G", "REDACTED", "c2ln"} {
		if strings.Contains(sent, piece) {
			t.Errorf("%s went to another provider: %s", piece, sent)
		}
	}
}

// TestFaultsOfCalls: what comes of replies with calls that are not as they should be.
// What the loop can send back is an answer; of the rest nothing reaches it.
func TestFaultsOfCalls(t *testing.T) {
	one := engine.ToolCall{ID: "c1", Tool: "read-file", Args: `{"filepath":"a"}`}
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			whole := p.Calls(p.Called, "", 3, one)
			broken := p.Calls("", "", 3, one)
			long := one
			long.Args = `{"content":"` + strings.Repeat("y", 10<<20) + `"}`
			many := slices.Repeat([]engine.ToolCall{one}, 129)
			for i := range many {
				many[i].ID = fmt.Sprint("c", i)
			}
			const un, config = engine.LLMUnavailable, engine.LLMConfig
			for _, f := range []struct {
				name   string
				step   Step
				kind   engine.LLMKind
				is     error
				says   string
				change func(*wire.Options)
			}{
				{name: "cut before the end", step: Partly(p.Type, broken, func(*Conn) {}), kind: un, is: wire.ErrTruncated},
				{name: "cut inside the call", step: Partly(p.Type, broken[:len(broken)-30], func(*Conn) {}), kind: un,
					is: wire.ErrTruncated},
				{name: "reset inside the call", step: Partly(p.Type, broken[:len(broken)-30], (*Conn).Reset), kind: un,
					is: wire.ErrTruncated},
				{name: "silent inside the call", step: Partly(p.Type, broken, (*Conn).Hang), kind: un, says: "timeouts.idle"},
				{name: "10 MB of arguments", step: Respond(200, p.Calls(p.Called, "", 64<<10, long), "Content-Type: "+p.Type),
					kind: un, is: wire.ErrTooLong},
				{name: "129 calls", step: Respond(200, p.Calls(p.Called, "", 99, many...), "Content-Type: "+p.Type), kind: un,
					is: wire.ErrTooLong},
				{name: "an error after the call", step: Respond(200, append(slices.Clone(broken), p.InStream("out of order")...),
					"Content-Type: "+p.Type), kind: un, says: "out of order"},
				{name: "tools refused, and nothing else is wanted", kind: config, says: "does not support tools",
					step:   Respond(400, p.Error("invalid_request_error", "m-1 does not support tools")),
					change: func(o *wire.Options) { o.Tools = wire.ToolsNative }},
			} {
				s := Serve(t, f.step)
				o := Options(s.URL())
				if f.change != nil {
					f.change(&o)
				}
				reply, err := ask(t, p.New(o), Calling())
				var le *engine.LLMError
				if !errors.As(err, &le) || le.Kind != f.kind || f.is != nil && !errors.Is(err, f.is) ||
					!strings.Contains(err.Error(), f.says) || len(reply.Calls) > 0 {
					t.Errorf("%s: %d calls, %v", f.name, len(reply.Calls), err)
				}
				if n := len(s.Requests()); n != 1 {
					t.Errorf("%s: asked %d times", f.name, n)
				}
			}
			if reply := calling(t, p, Respond(200, whole, "Content-Type: "+p.Type)); len(reply.Calls) != 1 {
				t.Errorf("%+v", reply)
			}
		})
	}
}

// TestCallsForTheLoop: what the loop judges or sends back reaches it as the model wrote it.
func TestCallsForTheLoop(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			calls := []engine.ToolCall{{ID: "a", Tool: "read-file", Args: "no JSON"}, {ID: "b", Tool: "no such tool",
				Args: "{}"},
				{ID: "c", Tool: "read-file", Args: `{"approved":true}`}}
			for i := range 37 {
				calls = append(calls, engine.ToolCall{ID: fmt.Sprint("d", i), Tool: "run-tests", Args: `{"n":1}`})
			}
			reply := calling(t, p, Respond(200, p.Calls(p.Called, "x", 2, calls...), "Content-Type: "+p.Type))
			if !slices.Equal(reply.Calls, calls) {
				t.Errorf("%+v", reply.Calls)
			}
			cut := engine.ToolCall{ID: "a", Tool: "read-file", Args: `{"filepath":"a`} // whole, says the server
			reply = calling(t, p, Respond(200, p.Calls(p.Whole, "", 2, cut), "Content-Type: "+p.Type))
			if !slices.Equal(reply.Calls, []engine.ToolCall{cut}) {
				t.Errorf("%+v", reply.Calls)
			}
		})
	}
}

// refusals remembers what it is told.
type refusals map[string]int

func (r refusals) NoTools(model string) bool { return r[model] > 0 }
func (r refusals) Remember(model string)     { r[model]++ }

// TestToolsRefused: a server that takes no tools is asked again in text, once, with a note,
// and from then on in text at once; another client remembers too.
func TestToolsRefused(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			memory := refusals{}
			for round := range 2 {
				s := Serve(t, func(c *Conn) {
					if strings.Contains(string(c.Request.Body), `"tools"`) {
						Respond(400, p.Error("invalid_request_error", "m-1 does not support tools"))(c)
						return
					}
					p.gives(p.Whole)(c)
				})
				o := Options(s.URL())
				o.Memory = memory
				c := p.New(o)
				for i := range 2 {
					reply, err := c.Complete(t.Context(), Calling())
					if err != nil || reply.Text != Answer || strings.Contains(reply.Note, "takes no tools") != (round+i == 0) {
						t.Errorf("round %d: %+v, %v", round, reply, err)
					}
				}
				_ = c.Close()
				if n := len(s.Requests()); n != 3-round {
					t.Errorf("round %d: %d requests", round, n)
				}
				asked := s.Requests()
				body := string(asked[len(asked)-1].Body)
				if !strings.Contains(body, "FORMS") || !strings.Contains(body, "TOOLS:\\nread-file") ||
					!strings.Contains(body, "PLAN: go on") || strings.Contains(body, `"tools"`) {
					t.Errorf("in text it sends %s", body)
				}
			}
			if memory[Model] != 1 {
				t.Errorf("remembered %v", memory)
			}
		})
	}
}

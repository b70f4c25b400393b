package providertest

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/wire"
)

// TestOddEnds checks that pp keeps a reply whatever word the server uses for its end, and marks a cut reply.
func TestOddEnds(t *testing.T) {
	one := engine.ToolCall{ID: "c1", Tool: "read-file", Args: `{"filepath":"a"}`}
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			for _, tc := range []struct {
				finish, note string
				cut          bool
			}{
				{"STOP", "", false}, {"eos", "", false}, {"eos_token", "", false}, {"end_turn", "", false},
				{"Tool_Calls", "", false}, {"something_new", "something_new", false},
				{p.Length, "token limit", true}, {"MAX_TOKENS", "token limit", true},
				{"content_filter", "refused", false}, {"SAFETY", "refused", false},
			} {
				reply := calling(t, p, Respond(200, p.Stream(tc.finish, "half an answer"), "Content-Type: "+p.Type))
				if reply.Text != "half an answer" || !strings.Contains(reply.Note, tc.note) || tc.note == "" && reply.Note != "" ||
					(reply.Cut != "") != tc.cut {
					t.Errorf("%s: %+v; want its text, and cut %v", tc.finish, reply, tc.cut)
				}
				reply = calling(t, p, Respond(200, p.Calls(tc.finish, "I look.", 3, one), "Content-Type: "+p.Type))
				if reply.Text != "I look." || !slices.Equal(reply.Calls, []engine.ToolCall{one}) || (reply.Cut != "") != tc.cut {
					t.Errorf("%s with a call: %+v; want its call, and cut %v", tc.finish, reply, tc.cut)
				}
			}
		})
	}
}

// TestNoEnd checks that a reply that the server ends without a reason is complete.
func TestNoEnd(t *testing.T) {
	for _, p := range All() {
		word, none := []byte(`"`+p.Whole+`"`), [][]byte{[]byte("null"), []byte(`""`), []byte(`"null"`)}
		if p.Name == "gemini" {
			none = nil // its stream marks the end of a reply in no other way
		}
		for _, as := range none {
			stream := bytes.Replace(p.Stream(p.Whole, pieces...), word, as, 1)
			if reply := calling(t, p, Respond(200, stream, "Content-Type: "+p.Type)); reply.Text != Answer || reply.Cut != "" {
				t.Errorf("%s, %s: %+v; want a complete answer", p.Name, as, reply)
			}
		}
		single := bytes.Replace(p.Single(p.Whole, Answer), word, []byte("null"), 1)
		if reply := calling(t, p, Respond(200, single, "Content-Type: application/json")); reply.Text != Answer {
			t.Errorf("%s, not streamed: %+v; want an answer", p.Name, reply)
		}
	}
}

// TestCutInsideACall checks that pp drops a call with incomplete arguments from a cut reply.
func TestCutInsideACall(t *testing.T) {
	one := engine.ToolCall{ID: "c1", Tool: "read-file", Args: `{"filepath":"a"}`}
	half := engine.ToolCall{ID: "c2", Tool: "write-file", Args: `{"filepath":"a","content":"xx`}
	for _, p := range []Protocol{OpenAI(), Anthropic()} { // the others send a call in one piece
		for _, finish := range []string{p.Length, "something_new"} {
			for _, text := range []string{"", "I write."} {
				reply := calling(t, p, Respond(200, p.Calls(finish, text, 3, one, half), "Content-Type: "+p.Type))
				if !slices.Equal(reply.Calls, []engine.ToolCall{one}) || reply.Text != text ||
					!strings.Contains(reply.Cut, "write-file") {
					t.Errorf("%s, %s, %q: %+v; want only the complete call", p.Name, finish, text, reply)
				}
				reply = calling(t, p, Respond(200, p.Calls(finish, text, 3, half), "Content-Type: "+p.Type))
				if len(reply.Calls) != 0 || reply.Text != text || !strings.Contains(reply.Cut, "write-file") {
					t.Errorf("%s, %s, %q: %+v; want no call", p.Name, finish, text, reply)
				}
			}
		}
	}
}

// TestKeepAlives checks that data that only keeps a connection open neither becomes a part of a reply nor ends it.
func TestKeepAlives(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			whole, calls := p.Stream(p.Whole, pieces...), fourCalls(p)
			for _, alive := range []string{": keepalive", "ping", "", " ", "[PING]", `"ping"`, "null", "1764357600",
				`{"type":"ping"}`, `{"type":"heartbeat","message":"still here"}`, `{"status":"processing"}`,
				`{"object":"chat.completion.chunk","choices":[]}`, `{}`, ":", ": OPENROUTER PROCESSING",
				"event: keepalive", "event: ping\ndata: {\"type\":\"ping\"}"} {
				if p.Name == "ollama" && strings.HasPrefix(alive, "event:") {
					continue // not a line of this protocol's framing
				}
				reply := calling(t, p, InChunks(7, p.Type, aliveBetween(p, whole, alive)))
				if reply.Text != Answer {
					t.Errorf("%q: %+v; want the answer alone", alive, reply)
				}
				reply = calling(t, p, Respond(200, aliveBetween(p, p.Calls(p.Called, "I look.", 7, calls...), alive),
					"Content-Type: "+p.Type))
				if reply.Text != "I look." || !slices.Equal(reply.Calls, calls) {
					t.Errorf("%q: %+v; want the text and all calls", alive, reply)
				}
			}
		})
	}
}

// TestDamagedEvent checks that an unreadable event of the protocol is an error, since a piece of the reply is lost.
func TestDamagedEvent(t *testing.T) {
	for _, p := range All() {
		damaged := []byte(`data: {"id":"1","choices":[{"index":0,"delta":{"roledata: {"id":"2"}` + "\n\n")
		if p.Name == "ollama" {
			damaged = []byte(`{"message":{"content":"a{"message":{}}` + "\n")
		}
		s := Serve(t, Respond(200, append(damaged, p.Stream(p.Whole, "b")...), "Content-Type: "+p.Type))
		if _, err := ask(t, p.New(Options(s.URL())), Prompt()); !errors.Is(err, wire.ErrGarbage) {
			t.Errorf("%s: %v, want ErrGarbage", p.Name, err)
		}
	}
}

// TestErrorLine checks that a line in which llama.cpp reports an error in a stream becomes an error with its words.
func TestErrorLine(t *testing.T) {
	for line, kind := range map[string]engine.LLMKind{
		`error: {"code":400,"message":"the request exceeds the available context size. try increasing the context size or ` +
			`enable context shift","type":"invalid_request_error"}`: engine.LLMTooLarge,
		`error: {"code":500,"message":"it fell over","type":"server_error"}`: engine.LLMUnavailable,
		"error: it fell over": engine.LLMUnavailable,
	} {
		s := Serve(t, Respond(200, []byte(line+"\n\ndata: [DONE]\n\n"), "Content-Type: text/event-stream"))
		o := Options(s.URL())
		o.Limits.Tries = 1
		_, err := ask(t, OpenAI().New(o), Prompt())
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != kind || !strings.Contains(err.Error(), "it fell over") &&
			!strings.Contains(err.Error(), "available context size") {
			t.Errorf("%s: %v, want the words of the error", line, err)
		}
	}
}

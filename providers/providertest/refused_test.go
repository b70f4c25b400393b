package providertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/wire"
)

// serverTools returns the prompt of Calling with two more tools, from an MCP server.
func serverTools() engine.Prompt {
	prompt := Calling()
	for _, name := range []string{"mcp__one__good", "mcp__one__bad"} {
		prompt.Tools = append(prompt.Tools, engine.ToolSpec{Name: name, Doc: "Does it.",
			Schema: json.RawMessage(`{"type":"object","properties":{"a":{"oneOf":[]}}}`)})
	}
	return prompt
}

// told returns the names of the tools in a request.
func told(body []byte) (out []string) {
	for _, name := range []string{"read-file", "run-tests", "mcp__one__good", "mcp__one__bad"} {
		if strings.Contains(string(body), `"name":"`+name+`","description"`) {
			out = append(out, name)
		}
	}
	return out
}

// TestOneToolRefused checks that pp leaves out a tool that a server refuses, with a note, and keeps all others; it does
// not conclude that the model takes no tools. An error about a schema only blames tools of MCP servers.
func TestOneToolRefused(t *testing.T) {
	own := []string{"read-file", "run-tests"}
	named := []string{
		"Invalid schema for function 'mcp__one__bad': In context=('properties','a'), array schema missing items.",
		"Invalid schema for function mcp__one__bad, additional properties are not supported",
		"tools.3.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
		"invalid JSON schema for tool mcp__one__bad, `tools[3].function.parameters`: unsupported keyword",
		"tools[3].function.name: not permitted",
		"* GenerateContentRequest.tools[0].function_declarations[3].parameters.properties[a].items: missing field.",
		`Invalid JSON payload received. Unknown name "oneOf" at 'tools[0].function_declarations[3].parameters': Cannot find.`,
		"Unable to submit request because `mcp__one__bad` functionDeclaration `parameters.a` schema is unsupported",
		`Provider returned error: {"error":{"message":"Invalid schema for function 'mcp__one__bad'","code":400}}`,
	}
	unnamed := []string{
		"Invalid request: tools.function.parameters is not a valid moonshot flavored json schema",
		"JSON schema conversion failed: Unrecognized schema: {}",
		"json: cannot unmarshal array into Go struct field .tools.function.parameters.properties.type of type",
		"Unsupported schema in one of the tools",
	}
	for i, message := range append(named, unnamed...) {
		want := own
		if i < len(named) {
			want = append(slices.Clone(own), "mcp__one__good")
		}
		for _, p := range All() {
			memory := refusals{}
			s := Serve(t, func(c *Conn) {
				if slices.Contains(told(c.Request.Body), "mcp__one__bad") {
					Respond(400, p.Error("invalid_request_error", message))(c)
					return
				}
				p.gives(p.Whole)(c)
			})
			o := Options(s.URL())
			o.Memory = memory
			c := p.New(o)
			for i := range 2 {
				reply, err := c.Complete(t.Context(), serverTools())
				noted := strings.Contains(reply.Note, "mcp__one__bad")
				if err != nil || reply.Text != Answer || noted != (i == 0) || strings.Contains(reply.Note, "takes no tools") {
					t.Errorf("%s, %q: %+v, %v; want an answer, and a note the first time", p.Name, message, reply, err)
				}
			}
			_ = c.Close()
			asked := s.Requests()
			if got := told(asked[len(asked)-1].Body); !slices.Equal(got, want) || len(asked) != 3 || len(memory) != 0 {
				t.Errorf("%s, %q: %d requests, the last with %q, want %q; remembered %v", p.Name, message, len(asked), got,
					want, memory)
			}
		}
	}
}

// TestEveryToolRefused checks that a server that refuses one tool after the other gets no tools, that pp does not
// remember this for the model, and that other errors remove no tool.
func TestEveryToolRefused(t *testing.T) {
	for _, p := range All() {
		memory := refusals{}
		prompt := Calling()
		for i := range 9 {
			prompt.Tools = append(prompt.Tools, engine.ToolSpec{Name: fmt.Sprint("own-", i), Doc: "Does it."})
		}
		s := Serve(t, func(c *Conn) {
			if strings.Contains(string(c.Request.Body), `"tools"`) {
				Respond(400, p.Error("invalid_request_error", "tools.0.function: unknown field schema"))(c)
				return
			}
			p.gives(p.Whole)(c)
		})
		o := Options(s.URL())
		o.Memory = memory
		if reply, err := ask(t, p.New(o), prompt); err != nil || reply.Text != Answer || len(memory) != 0 {
			t.Errorf("%s: %+v, %v, remembered %v; want an answer, and nothing remembered", p.Name, reply, err, memory)
		}
		for _, message := range []string{"no such model", "the key 'run-tests' is wrong",
			"tool call validation failed: parameters for tool mcp__one__bad did not match schema"} {
			s := Serve(t, Respond(400, p.Error("e", message)))
			_, err := ask(t, p.New(Options(s.URL())), serverTools())
			var le *engine.LLMError
			if !errors.As(err, &le) || len(s.Requests()) != 1 {
				t.Errorf("%s, %q: %v after %d requests, want an error after one", p.Name, message, err, len(s.Requests()))
			}
		}
	}
}

var _ wire.Memory = refusals{}

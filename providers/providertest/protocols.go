package providertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"pp/engine"
	"pp/providers/remote"
	"pp/providers/wire"
)

// Protocol is what the suite knows of a wire protocol.
type Protocol struct {
	Name string
	New  func(wire.Options) *wire.Client
	Type string // content type of a stream
	// Stream is a recorded stream with these pieces of text, which ends with
	// finish: the protocol's word, or "" for one that breaks off before it.
	Stream func(finish string, pieces ...string) []byte
	// Calls is a stream with a text and calls, whose arguments come in pieces of so many
	// characters where the protocol has pieces; it ends with finish or breaks off before it.
	Calls func(finish, text string, size int, calls ...engine.ToolCall) []byte
	// Single is the reply of a server that does not stream.
	Single func(finish, text string) []byte
	// InStream is an error object as it comes inside a stream.
	InStream func(message string) []byte
	// Error is the body of an error.
	Error func(kind, message string) []byte

	Whole, Length, Refused string // words for the finish
	Called                 string // the word for one with calls
	Overloaded             string // the code of an error that passes
	Usage                  engine.Usage
	Path                   string // of a prompt to Model
	KeyHeader, KeyPrefix   string
}

// gives is a step that answers with the suite's whole stream, which ends with finish.
func (p Protocol) gives(finish string) Step {
	return Respond(200, p.Stream(finish, pieces...), "Content-Type: "+p.Type)
}

// Model is the model that the suite asks.
const Model = "m-1"

// All are the wire protocols.
func All() []Protocol { return []Protocol{OpenAI(), Anthropic(), Gemini(), Ollama()} }

func quote(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(data)
}

func sse(events ...string) []byte {
	var b bytes.Buffer
	for _, e := range events {
		fmt.Fprintf(&b, "data: %s\n\n", e)
	}
	return b.Bytes()
}

// OpenAI is the protocol of chat completions.
func OpenAI() Protocol {
	chunk := func(delta, finish string) string {
		return `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m-1","choices":[{"index":0,` +
			`"delta":` + delta + `,"logprobs":null,"finish_reason":` + finish + `}],"usage":null}`
	}
	usage := `"usage":{"prompt_tokens":120,"completion_tokens":34,"total_tokens":154,` +
		`"prompt_tokens_details":{"cached_tokens":100,"cache_write_tokens":5},` +
		`"completion_tokens_details":{"reasoning_tokens":8}}`
	return Protocol{
		Name: "openai", New: remote.OpenAI, Type: "text/event-stream", Called: "tool_calls", Calls: openAICalls,
		Stream: func(finish string, pieces ...string) []byte {
			events := []string{chunk(`{"role":"assistant","content":"","refusal":null}`, "null")}
			for _, p := range pieces {
				events = append(events, chunk(`{"content":`+quote(p)+`}`, "null"))
			}
			if finish == "" {
				return sse(events...)
			}
			events = append(events, chunk(`{}`, quote(finish)),
				`{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"m-1","choices":[],`+usage+`}`)
			return append(append([]byte(": keep-alive\r\n\r\n"), sse(events...)...), "data: [DONE]\n\n"...)
		},
		Single: func(finish, text string) []byte {
			return []byte(`{"id":"chatcmpl-1","object":"chat.completion","model":"m-1","choices":[{"index":0,` +
				`"message":{"role":"assistant","content":` +
				quote(text) + `,"refusal":null},"finish_reason":` + quote(finish) + `}],` + usage + `}`)
		},
		InStream: func(message string) []byte {
			return sse(`{"error":{"message":` + quote(message) + `,"type":"server_error","param":null,"code":null}}`)
		},
		Error: func(kind, message string) []byte {
			return []byte(`{"error":{"message":` + quote(message) + `,"type":` + quote(kind) + `,"param":null,"code":null}}`)
		},
		Whole: "stop", Length: "length", Refused: "content_filter", Overloaded: "overloaded",
		Usage: engine.Usage{Input: 120, Output: 34, Cached: 100, Written: 5, Reasoning: 8},
		Path:  "/chat/completions", KeyHeader: "Authorization", KeyPrefix: "Bearer ",
	}
}

// Anthropic is the protocol of messages.
func Anthropic() Protocol {
	event := func(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }
	return Protocol{
		Name: "anthropic", New: remote.Anthropic, Type: "text/event-stream; charset=utf-8", Called: "tool_use",
		Calls: anthropicCalls,
		Stream: func(finish string, pieces ...string) []byte {
			var b strings.Builder
			b.WriteString(event("message_start",
				`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m-1",`+
					`"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":15,"cache_creation_input_tokens":5,`+
					`"cache_read_input_tokens":100,"output_tokens":1}}}`))
			b.WriteString(event("content_block_start",
				`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`))
			b.WriteString(event("content_block_delta",
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`))
			b.WriteString(event("content_block_start",
				`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`))
			b.WriteString(event("ping", `{"type":"ping"}`))
			for _, p := range pieces {
				b.WriteString(event("content_block_delta",
					`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":`+quote(p)+`}}`))
			}
			if finish != "" {
				b.WriteString(event("content_block_stop", `{"type":"content_block_stop","index":1}`))
				b.WriteString(event("message_delta", `{"type":"message_delta","delta":{"stop_reason":`+quote(finish)+
					`,"stop_sequence":null},"usage":{"output_tokens":34}}`))
				b.WriteString(event("message_stop", `{"type":"message_stop"}`))
			}
			return []byte(b.String())
		},
		Single: func(finish, text string) []byte {
			return []byte(`{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":` +
				quote(text) +
				`}],"stop_reason":` + quote(finish) +
				`,"usage":{"input_tokens":15,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,` +
				`"output_tokens":34}}`)
		},
		InStream: func(message string) []byte {
			return []byte(event("error", `{"type":"error","error":{"type":"api_error","message":`+quote(message)+`}}`))
		},
		Error: func(kind, message string) []byte {
			return []byte(`{"type":"error","error":{"type":` + quote(kind) + `,"message":` + quote(message) +
				`},"request_id":"req_1"}`)
		},
		Whole: "end_turn", Length: "max_tokens", Refused: "refusal", Overloaded: "overloaded_error",
		Usage: engine.Usage{Input: 120, Output: 34, Cached: 100, Written: 5},
		Path:  "/v1/messages", KeyHeader: "X-Api-Key",
	}
}

// Gemini is the protocol of generateContent.
func Gemini() Protocol {
	chunk := func(text, finish string) string {
		if finish != "" {
			finish = `,"finishReason":` + quote(finish)
		}
		return `{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":` + quote(text) +
			`}],"role":"model"}` + finish + `,"index":0}],` +
			`"usageMetadata":{"promptTokenCount":120,"cachedContentTokenCount":100,"candidatesTokenCount":26,` +
			`"thoughtsTokenCount":8,"totalTokenCount":154},"modelVersion":"m-1","responseId":"r-1"}`
	}
	return Protocol{
		Name: "gemini", New: remote.Gemini, Type: "text/event-stream", Called: "STOP", Calls: geminiCalls,
		Stream: func(finish string, pieces ...string) []byte {
			var events []string
			for _, p := range pieces {
				events = append(events, chunk(p, ""))
			}
			if finish != "" {
				events = append(events, chunk("", finish))
			}
			return bytes.ReplaceAll(sse(events...), []byte("\n"), []byte("\r\n"))
		},
		Single: func(finish, text string) []byte { return []byte(chunk(text, finish)) },
		InStream: func(message string) []byte {
			return sse(`{"error":{"code":500,"message":` + quote(message) + `,"status":"INTERNAL"}}`)
		},
		Error: func(kind, message string) []byte {
			code := "400"
			if kind == "server_error" {
				code = "500"
			}
			return []byte(`{"error":{"code":` + code + `,"message":` + quote(message) + `,"status":` + quote(kind) + `}}`)
		},
		Whole: "STOP", Length: "MAX_TOKENS", Refused: "SAFETY", Overloaded: "RESOURCE_EXHAUSTED",
		Usage: engine.Usage{Input: 120, Output: 34, Cached: 100, Reasoning: 8},
		Path:  "/v1beta/models/m-1:streamGenerateContent?alt=sse", KeyHeader: "X-Goog-Api-Key",
	}
}

// Ollama is the protocol of Ollama's chat. It counts neither cached nor
// reasoning tokens, and its models do not refuse by a word of the protocol.
func Ollama() Protocol {
	line := func(text, rest string) string {
		return `{"model":"m-1","created_at":"2026-11-21T00:00:00Z","message":{"role":"assistant","content":` + quote(text) +
			`},` + rest + "}\n"
	}
	done := func(finish string) string {
		return `"done":true,"done_reason":` + quote(finish) +
			`,"total_duration":5,"load_duration":1,"prompt_eval_count":120,` +
			`"prompt_eval_duration":1,"eval_count":34,"eval_duration":1`
	}
	return Protocol{
		Name: "ollama", New: remote.Ollama, Type: "application/x-ndjson", Called: "stop", Calls: ollamaCalls,
		Stream: func(finish string, pieces ...string) []byte {
			var b strings.Builder
			for _, p := range pieces {
				b.WriteString(line(p, `"done":false`))
			}
			if finish != "" {
				b.WriteString(line("", done(finish)))
			}
			return []byte(b.String())
		},
		Single:   func(finish, text string) []byte { return []byte(line(text, done(finish))) },
		InStream: func(message string) []byte { return []byte(`{"error":` + quote(message) + "}\n") },
		Error:    func(_, message string) []byte { return []byte(`{"error":` + quote(message) + `}`) },
		Whole:    "stop", Length: "length", Overloaded: "server overloaded",
		Usage: engine.Usage{Input: 120, Output: 34},
		Path:  "/api/chat", KeyHeader: "Authorization", KeyPrefix: "Bearer ",
	}
}

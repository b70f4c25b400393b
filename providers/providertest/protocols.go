package providertest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"pp/engine"
	"pp/providers/remote"
	"pp/providers/wire"
)

// Protocol is what the suite knows of a wire protocol.
type Protocol struct {
	Name string
	New  func(wire.Options) *wire.Client
	Type string // content type of a stream
	// Record is a recorded stream with these pieces of text and these calls, whose arguments come in pieces of so many
	// characters where the protocol has pieces. It ends with finish: the protocol's word, or "" for one that breaks off.
	Record func(finish string, pieces []string, size int, calls []engine.ToolCall) []byte
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

// Stream returns a recorded stream with a text in pieces.
func (p Protocol) Stream(finish string, pieces ...string) []byte {
	return p.Record(finish, pieces, 1, nil)
}

// Calls returns a recorded stream with a text and calls, whose arguments come in pieces of size characters.
func (p Protocol) Calls(finish, text string, size int, calls ...engine.ToolCall) []byte {
	if text == "" {
		return p.Record(finish, nil, size, calls)
	}
	return p.Record(finish, []string{text}, size, calls)
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
	return Protocol{
		Name: "openai", New: remote.OpenAI, Type: "text/event-stream", Called: "tool_calls", Record: openAIRecord,
		Single: func(finish, text string) []byte {
			return []byte(`{"id":"chatcmpl-1","object":"chat.completion","model":"m-1","choices":[{"index":0,` +
				`"message":{"role":"assistant","content":` +
				quote(text) + `,"refusal":null},"finish_reason":` + quote(finish) + `}],` + openAIUsage + `}`)
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
	return Protocol{
		Name: "anthropic", New: remote.Anthropic, Type: "text/event-stream; charset=utf-8", Called: "tool_use",
		Record: anthropicRecord,
		Single: func(finish, text string) []byte {
			return []byte(`{"id":"msg_1","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":` +
				quote(text) +
				`}],"stop_reason":` + quote(finish) +
				`,"usage":{"input_tokens":15,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,` +
				`"output_tokens":34}}`)
		},
		InStream: func(message string) []byte {
			return named(`{"type":"error","error":{"type":"api_error","message":` + quote(message) + `}}`)
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
	return Protocol{
		Name: "gemini", New: remote.Gemini, Type: "text/event-stream", Called: "STOP", Record: geminiRecord,
		Single: func(finish, text string) []byte {
			return []byte(geminiChunk(`{"text":"hm","thought":true},{"text":`+quote(text)+`}`, finish))
		},
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
	return Protocol{
		Name: "ollama", New: remote.Ollama, Type: "application/x-ndjson", Called: "stop", Record: ollamaRecord,
		Single: func(finish, text string) []byte {
			return []byte(ollamaLine(`"content":`+quote(text), ollamaDone(finish)))
		},
		InStream: func(message string) []byte { return []byte(`{"error":` + quote(message) + "}\n") },
		Error:    func(_, message string) []byte { return []byte(`{"error":` + quote(message) + `}`) },
		Whole:    "stop", Length: "length", Overloaded: "server overloaded",
		Usage: engine.Usage{Input: 120, Output: 34},
		Path:  "/api/chat", KeyHeader: "Authorization", KeyPrefix: "Bearer ",
	}
}

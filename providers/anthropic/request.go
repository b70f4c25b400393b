package anthropic

import (
	"encoding/json"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

type request struct {
	Model     string        `json:"model"`
	MaxTokens int           `json:"max_tokens"`
	Stream    bool          `json:"stream"`
	Tools     []tool        `json:"tools,omitempty"`
	System    []block       `json:"system,omitempty"`
	Messages  []message     `json:"messages"`
	Output    *outputConfig `json:"output_config,omitempty"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

type tool struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Schema       json.RawMessage `json:"input_schema"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

// block is a piece of a message: which fields it has depends on its type.
type block struct {
	Type  string `json:"type"`
	Text  string `json:"text,omitempty"`
	ID    string `json:"id,omitempty"` // of a call
	Name  string `json:"name,omitempty"`
	Input any    `json:"input,omitempty"`
	// CallID, Content and Failed are of a result.
	CallID  string `json:"tool_use_id,omitempty"`
	Content string `json:"content,omitempty"`
	Failed  bool   `json:"is_error,omitempty"`
	// Source is of a picture or a document.
	Source *source `json:"source,omitempty"`
	// Thinking, Signature and Data are reasoning.
	Thinking     *string       `json:"thinking,omitempty"`
	Signature    string        `json:"signature,omitempty"`
	Data         string        `json:"data,omitempty"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type source struct {
	Type  string `json:"type"`
	Media string `json:"media_type"`
	Data  []byte `json:"data"` // in base64, as JSON has bytes
}

type cacheControl struct {
	Type string `json:"type"`
}

type outputConfig struct {
	Format format `json:"format"`
}

type format struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// outputField is what servers and models that bind no answer to a schema refuse.
const outputField = "output_config"

// The types of blocks.
const (
	textBlock     = "text"
	useBlock      = "tool_use"
	resultBlock   = "tool_result"
	thinkingBlock = "thinking"
	redactedBlock = "redacted_thinking"
	pictureBlock  = "image"
	documentBlock = "document"
)

// body marks what a cache should keep: the tools, the system prompt, and the last two of
// the user's messages, of which the first was the last one in the request before. What
// changes every time stands behind the marks.
func body(r wire.Request) any {
	out := request{Model: r.Model, MaxTokens: r.MaxTokens, Stream: true}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, tool{Name: t.Name, Description: t.Doc, Schema: t.Schema})
	}
	if n := len(out.Tools); n > 0 {
		out.Tools[n-1].CacheControl = ephemeral()
	}
	if strings.TrimSpace(r.System) != "" {
		out.System = []block{{Type: textBlock, Text: r.System, CacheControl: ephemeral()}}
	}
	if len(r.Schema) > 0 && !r.Refused(outputField) {
		out.Output = &outputConfig{format{"json_schema", r.Schema}}
	}
	// One question that can do nothing is not gone on with, and writing to a cache costs.
	goesOn := len(r.Tools) > 0 || len(r.Messages) > 1
	for i, m := range r.Messages {
		blocks := blocksOf(m)
		if goesOn && !m.Assistant && len(r.Messages)-i <= 3 && len(blocks) > 0 {
			blocks[len(blocks)-1].CacheControl = ephemeral()
		}
		if m.Last != "" {
			blocks = append(blocks, block{Type: textBlock, Text: m.Last})
		}
		out.Messages = append(out.Messages, message{m.Role("assistant"), blocks})
	}
	return out
}

func ephemeral() *cacheControl { return &cacheControl{"ephemeral"} }

// blocksOf are the pieces of a message without its Last: results first, reasoning where
// it stood.
func blocksOf(m wire.Message) []block {
	var out []block
	for _, r := range m.Results {
		out = append(out, block{Type: resultBlock, CallID: r.ID, Content: r.Text, Failed: r.Failed || r.Undone})
	}
	think := func(at int) {
		for _, t := range m.Thoughts {
			switch {
			case t.At != at:
			case t.Kind == redactedBlock:
				out = append(out, block{Type: redactedBlock, Data: t.Text})
			case t.Kind == thinkingBlock:
				out = append(out, block{Type: thinkingBlock, Thinking: &t.Text, Signature: t.Sign})
			}
		}
	}
	think(0)
	for text, p := range m.Pieces {
		b := block{Type: textBlock, Text: text}
		if p.Is() {
			b = block{Type: pictureBlock, Source: &source{"base64", p.Type, p.Data}}
		}
		if p.Type == engine.PDF {
			b.Type = documentBlock
		}
		out = append(out, b)
	}
	for i, c := range m.Calls {
		think(i + 1)
		out = append(out, block{Type: useBlock, ID: c.ID, Name: c.Tool, Input: c.Args})
	}
	return out
}

func adapt(r *wire.Request, message string) bool {
	return strings.Contains(message, outputField) && r.Refuse(outputField)
}

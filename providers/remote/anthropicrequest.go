package remote

import (
	"encoding/json"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	Stream    bool               `json:"stream"`
	Tools     []anthropicTool    `json:"tools,omitempty"`
	System    []anthropicBlock   `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Output    any                `json:"output_config,omitempty"`
}

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content []anthropicBlock `json:"content"`
}

type anthropicTool struct {
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Schema       json.RawMessage   `json:"input_schema"`
	CacheControl map[string]string `json:"cache_control,omitempty"`
}

// anthropicBlock is a piece of a message: which fields it has depends on its type.
type anthropicBlock struct {
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
	Source *anthropicSource `json:"source,omitempty"`
	// Thinking, Signature and Data are reasoning.
	Thinking     *string           `json:"thinking,omitempty"`
	Signature    string            `json:"signature,omitempty"`
	Data         string            `json:"data,omitempty"`
	CacheControl map[string]string `json:"cache_control,omitempty"`
}

type anthropicSource struct {
	Type  string `json:"type"`
	Media string `json:"media_type"`
	Data  []byte `json:"data"` // in base64, as JSON has bytes
}

// anthropicOutputField is what servers and models that bind no answer to a schema refuse.
const anthropicOutputField = "output_config"

// The types of blocks.
const (
	anthropicTextBlock     = "text"
	anthropicUseBlock      = "tool_use"
	anthropicResultBlock   = "tool_result"
	anthropicThinkingBlock = "thinking"
	anthropicRedactedBlock = "redacted_thinking"
	anthropicPictureBlock  = "image"
	anthropicDocumentBlock = "document"
)

// anthropicBody marks what a cache should keep: the tools, the system prompt, and the last two of
// the user's messages, of which the first was the last one in the request before. What
// changes every time stands behind the marks.
func anthropicBody(r wire.Request) any {
	out := anthropicRequest{Model: r.Model, MaxTokens: r.MaxTokens, Stream: true}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, anthropicTool{Name: t.Name, Description: t.Doc, Schema: t.Schema})
	}
	if n := len(out.Tools); n > 0 {
		out.Tools[n-1].CacheControl = anthropicEphemeral()
	}
	if strings.TrimSpace(r.System) != "" {
		out.System = []anthropicBlock{{Type: anthropicTextBlock, Text: r.System, CacheControl: anthropicEphemeral()}}
	}
	if len(r.Schema) > 0 && !r.Refused(anthropicOutputField) {
		out.Output = map[string]any{"format": map[string]any{"type": "json_schema", "schema": r.Schema}}
	}
	// One question that can do nothing is not gone on with, and writing to a cache costs.
	goesOn := len(r.Tools) > 0 || len(r.Messages) > 1
	for i, m := range r.Messages {
		blocks := anthropicBlocksOf(m)
		if goesOn && !m.Assistant && len(r.Messages)-i <= 3 && len(blocks) > 0 {
			blocks[len(blocks)-1].CacheControl = anthropicEphemeral()
		}
		if m.Last != "" {
			blocks = append(blocks, anthropicBlock{Type: anthropicTextBlock, Text: m.Last})
		}
		out.Messages = append(out.Messages, anthropicMessage{m.Role("assistant"), blocks})
	}
	return out
}

func anthropicEphemeral() map[string]string { return map[string]string{"type": "ephemeral"} }

// anthropicBlocksOf are the pieces of a message without its Last: results first, reasoning where
// it stood.
func anthropicBlocksOf(m wire.Message) []anthropicBlock {
	var out []anthropicBlock
	for _, r := range m.Results {
		out = append(out, anthropicBlock{Type: anthropicResultBlock, CallID: r.ID, Content: r.Text,
			Failed: r.Failed || r.Undone})
	}
	think := func(at int) {
		for _, t := range m.Thoughts {
			switch {
			case t.At != at:
			case t.Kind == anthropicRedactedBlock:
				out = append(out, anthropicBlock{Type: anthropicRedactedBlock, Data: t.Text})
			case t.Kind == anthropicThinkingBlock:
				out = append(out, anthropicBlock{Type: anthropicThinkingBlock, Thinking: &t.Text, Signature: t.Sign})
			}
		}
	}
	think(0)
	for text, p := range m.Pieces {
		b := anthropicBlock{Type: anthropicTextBlock, Text: text}
		if p.Is() {
			b = anthropicBlock{Type: anthropicPictureBlock, Source: &anthropicSource{"base64", p.Type, p.Data}}
		}
		if p.Type == engine.PDF {
			b.Type = anthropicDocumentBlock
		}
		out = append(out, b)
	}
	for i, c := range m.Calls {
		think(i + 1)
		out = append(out, anthropicBlock{Type: anthropicUseBlock, ID: c.ID, Name: c.Tool, Input: c.Args})
	}
	return out
}

func anthropicAdapt(r *wire.Request, message string) bool {
	return strings.Contains(message, anthropicOutputField) && r.Refuse(anthropicOutputField)
}

package remote

import (
	"encoding/json"
	"slices"
	"strings"

	"pp/providers/wire"
)

type geminiRequest struct {
	System   *geminiContent   `json:"systemInstruction,omitempty"`
	Contents []geminiContent  `json:"contents"`
	Tools    []map[string]any `json:"tools,omitempty"`
	Config   *geminiConfig    `json:"generationConfig,omitempty"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

// geminiPart is a text, a picture or document, a call or a result.
type geminiPart struct {
	Text      *string         `json:"text,omitempty"`
	Inline    *geminiInline   `json:"inlineData,omitempty"`
	Call      *geminiCall     `json:"functionCall,omitempty"`
	Response  *geminiResponse `json:"functionResponse,omitempty"`
	Signature string          `json:"thoughtSignature,omitempty"`
}

type geminiInline struct {
	Type string `json:"mimeType"`
	Data []byte `json:"data"` // in base64, as JSON has bytes
}

type geminiCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type geminiResponse struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"` // the output or the error
}

type geminiDeclaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parametersJsonSchema"`
}

type geminiConfig struct {
	MaxOutputTokens int             `json:"maxOutputTokens,omitempty"`
	Type            string          `json:"responseMimeType,omitempty"`
	Schema          json.RawMessage `json:"responseJsonSchema,omitempty"`
}

// geminiTextSignature is the kind of a signature that belongs to the text.
const geminiTextSignature = "text"

// geminiUnsigned is the signature of a call that another model made. Without one, models
// from Gemini 3 on refuse a call; this is what Google says to send instead.
const geminiUnsigned = "skip_thought_signature_validator"

// What some models and servers do not take.
const (
	geminiSchemaField    = "an answer by a schema"
	geminiSignatureField = "signatures"
)

func geminiBody(r wire.Request) any {
	out := geminiRequest{Contents: make([]geminiContent, 0, len(r.Messages))}
	if strings.TrimSpace(r.System) != "" {
		out.System = &geminiContent{Parts: []geminiPart{{Text: &r.System}}}
	}
	for _, m := range r.Messages {
		out.Contents = append(out.Contents, geminiContent{Role: m.Role("model"), Parts: geminiParts(r, m)})
	}
	if len(r.Tools) > 0 {
		var list []geminiDeclaration
		for _, t := range r.Tools {
			list = append(list, geminiDeclaration{t.Name, t.Doc, t.Schema})
		}
		out.Tools = []map[string]any{{"functionDeclarations": list}}
	}
	c := geminiConfig{MaxOutputTokens: r.MaxTokens}
	if len(r.Schema) > 0 && !r.Refused(geminiSchemaField) {
		c.Type, c.Schema = "application/json", r.Schema
	}
	if c.MaxOutputTokens > 0 || c.Type != "" {
		out.Config = &c
	}
	return out
}

// geminiParts are the pieces of a message: results first, and a text of its own for each turn,
// so that what was there before is at the same place the next time.
func geminiParts(r wire.Request, m wire.Message) []geminiPart {
	var out []geminiPart
	for _, res := range m.Results {
		kind := "output"
		if res.Failed || res.Undone {
			kind = "error"
		}
		out = append(out, geminiPart{Response: &geminiResponse{res.ID, res.Tool, map[string]string{kind: res.Text}}})
	}
	for text, p := range m.Pieces {
		if p.Is() {
			out = append(out, geminiPart{Inline: &geminiInline{p.Type, p.Data}})
		} else {
			out = append(out, geminiPart{Text: &text})
		}
	}
	for _, t := range m.Thoughts {
		if t.Kind == geminiTextSignature && len(m.Texts) > 0 {
			out[len(out)-1].Signature = t.Sign
		}
	}
	signed := slices.ContainsFunc(m.Calls, func(c wire.Call) bool { return c.Mark != "" })
	for i, c := range m.Calls {
		p := geminiPart{Call: &geminiCall{c.ID, c.Tool, c.Args}, Signature: c.Mark}
		if i == 0 && !signed && geminiWantsSignature(r) {
			p.Signature = geminiUnsigned
		}
		out = append(out, p)
	}
	if m.Last != "" {
		out = append(out, geminiPart{Text: &m.Last})
	}
	return out
}

// geminiWantsSignature reports whether a model refuses a call of another one as it is.
func geminiWantsSignature(r wire.Request) bool {
	name := strings.TrimPrefix(r.Model, "models/")
	return r.Demanded(geminiSignatureField) || !r.Refused(geminiSignatureField) && strings.HasPrefix(name, "gemini-") &&
		!strings.HasPrefix(name, "gemini-1") && !strings.HasPrefix(name, "gemini-2")
}

func geminiAdapt(r *wire.Request, message string) bool {
	has := wire.HasAny(strings.ToLower(message))
	switch {
	case has("response mime type", "response_mime_type", "responsejsonschema", "response_json_schema",
		"response_schema", "json mode"):
		return r.Refuse(geminiSchemaField)
	case has("thought_signature", "thoughtsignature") && wire.Demands(message):
		return r.Demand(geminiSignatureField)
	case has("thought_signature", "thoughtsignature"):
		return r.Refuse(geminiSignatureField)
	}
	return false
}

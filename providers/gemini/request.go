package gemini

import (
	"encoding/json"
	"slices"
	"strings"

	"pp/providers/wire"
)

type request struct {
	System   *content  `json:"systemInstruction,omitempty"`
	Contents []content `json:"contents"`
	Tools    []tools   `json:"tools,omitempty"`
	Config   *config   `json:"generationConfig,omitempty"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

// part is a text, a picture or document, a call or a result.
type part struct {
	Text      *string   `json:"text,omitempty"`
	Inline    *inline   `json:"inlineData,omitempty"`
	Call      *call     `json:"functionCall,omitempty"`
	Response  *response `json:"functionResponse,omitempty"`
	Signature string    `json:"thoughtSignature,omitempty"`
}

type inline struct {
	Type string `json:"mimeType"`
	Data []byte `json:"data"` // in base64, as JSON has bytes
}

type call struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type response struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Response outcome `json:"response"`
}

// outcome is a result by the names that the models know.
type outcome struct {
	Output *string `json:"output,omitempty"`
	Error  *string `json:"error,omitempty"`
}

type tools struct {
	Declarations []declaration `json:"functionDeclarations"`
}

type declaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parametersJsonSchema"`
}

type config struct {
	MaxOutputTokens int             `json:"maxOutputTokens,omitempty"`
	Type            string          `json:"responseMimeType,omitempty"`
	Schema          json.RawMessage `json:"responseJsonSchema,omitempty"`
}

// textSignature is the kind of a signature that belongs to the text.
const textSignature = "text"

// unsigned is the signature of a call that another model made. Without one, models
// from Gemini 3 on refuse a call; this is what Google says to send instead.
const unsigned = "skip_thought_signature_validator"

// What some models and servers do not take.
const (
	schemaField    = "an answer by a schema"
	signatureField = "signatures"
)

func body(r wire.Request) any {
	out := request{Contents: make([]content, 0, len(r.Messages))}
	if strings.TrimSpace(r.System) != "" {
		out.System = &content{Parts: []part{{Text: &r.System}}}
	}
	for _, m := range r.Messages {
		out.Contents = append(out.Contents, content{Role: m.Role("model"), Parts: parts(r, m)})
	}
	if len(r.Tools) > 0 {
		var list []declaration
		for _, t := range r.Tools {
			list = append(list, declaration{t.Name, t.Doc, t.Schema})
		}
		out.Tools = []tools{{list}}
	}
	c := config{MaxOutputTokens: r.MaxTokens}
	if len(r.Schema) > 0 && !r.Refused(schemaField) {
		c.Type, c.Schema = "application/json", r.Schema
	}
	if c.MaxOutputTokens > 0 || c.Type != "" {
		out.Config = &c
	}
	return out
}

// parts are the pieces of a message: results first, and a text of its own for each turn,
// so that what was there before is at the same place the next time.
func parts(r wire.Request, m wire.Message) []part {
	var out []part
	for _, res := range m.Results {
		o := outcome{Output: &res.Text}
		if res.Failed || res.Undone {
			o = outcome{Error: &res.Text}
		}
		out = append(out, part{Response: &response{res.ID, res.Tool, o}})
	}
	for text, p := range m.Pieces {
		if p.Is() {
			out = append(out, part{Inline: &inline{p.Type, p.Data}})
		} else {
			out = append(out, part{Text: &text})
		}
	}
	for _, t := range m.Thoughts {
		if t.Kind == textSignature && len(m.Texts) > 0 {
			out[len(out)-1].Signature = t.Sign
		}
	}
	signed := slices.ContainsFunc(m.Calls, func(c wire.Call) bool { return c.Mark != "" })
	for i, c := range m.Calls {
		p := part{Call: &call{c.ID, c.Tool, c.Args}, Signature: c.Mark}
		if i == 0 && !signed && wantsSignature(r) {
			p.Signature = unsigned
		}
		out = append(out, p)
	}
	if m.Last != "" {
		out = append(out, part{Text: &m.Last})
	}
	return out
}

// wantsSignature reports whether a model refuses a call of another one as it is.
func wantsSignature(r wire.Request) bool {
	name := strings.TrimPrefix(r.Model, "models/")
	return r.Demanded(signatureField) || !r.Refused(signatureField) && strings.HasPrefix(name, "gemini-") &&
		!strings.HasPrefix(name, "gemini-1") && !strings.HasPrefix(name, "gemini-2")
}

func adapt(r *wire.Request, message string) bool {
	words := strings.ToLower(message)
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(words, w) })
	}
	switch {
	case has("response mime type", "response_mime_type", "responsejsonschema", "response_json_schema",
		"response_schema", "json mode"):
		return r.Refuse(schemaField)
	case has("thought_signature", "thoughtsignature") && wire.Demands(message):
		return r.Demand(signatureField)
	case has("thought_signature", "thoughtsignature"):
		return r.Refuse(signatureField)
	}
	return false
}

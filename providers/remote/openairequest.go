package remote

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

type openAIRequest struct {
	Model               string          `json:"model"`
	Messages            []openAIMessage `json:"messages"`
	Tools               []functionTool  `json:"tools,omitempty"`
	ResponseFormat      any             `json:"response_format,omitempty"`
	Stream              bool            `json:"stream"`
	StreamOptions       map[string]bool `json:"stream_options,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	// Transforms empty tells OpenRouter not to leave out the middle of a prompt
	// that does not fit.
	Transforms *[]string `json:"transforms,omitempty"`
}

type openAIMessage struct {
	Role string `json:"role"`
	// Content is a text, a list of pieces where there is a picture, which not every server
	// takes, or null beside calls without a text.
	Content any          `json:"content"`
	Calls   []openAICall `json:"tool_calls,omitempty"`
	CallID  string       `json:"tool_call_id,omitempty"`
	// Thinking and Details go back to the servers that sent them.
	Thinking string         `json:"reasoning_content,omitempty"`
	Details  []openAIDetail `json:"reasoning_details,omitempty"`
}

// openAIPiece is a text, a picture or a document.
type openAIPiece struct {
	Type  string            `json:"type"`
	Text  string            `json:"text,omitempty"`
	Image map[string]string `json:"image_url,omitempty"`
	File  *openAIFile       `json:"file,omitempty"`
}

type openAIFile struct {
	Name string `json:"filename"`
	Data string `json:"file_data"`
}

type openAICall struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
	// Extra goes back to the server that sent it, such as Google's signature of a thought.
	Extra json.RawMessage `json:"extra_content,omitempty"`
}

// functionTool is a tool in the protocols of OpenAI and Ollama.
type functionTool struct {
	Type     string    `json:"type"`
	Function wire.Tool `json:"function"`
}

// Fields that some servers do not know and refuse, and what some models do not take.
const (
	openAIStreamOptionsField = "stream_options"
	openAIMaxTokensField     = "max_tokens"
	openAINewTokensField     = "max_completion_tokens"
	openAIThinkingField      = "reasoning_content"
	openAIDetailsField       = "reasoning_details"
	openAIExtraField         = "extra_content"
	openAISignatureField     = "thought_signature"
	openAIFormatField        = "response_format"
	openAILongIDs            = "identifiers of calls that have not 9 characters"
	openAIUserAfterTool      = "the user after a tool"
)

func openAIBody(r wire.Request) any {
	host := ""
	if u, err := url.Parse(r.Base); err == nil {
		host = u.Hostname()
	}
	if host == "api.mistral.ai" {
		r.Refuse(openAILongIDs)
		r.Refuse(openAIUserAfterTool)
	}
	out := openAIRequest{Model: r.Model, Stream: true, Messages: openAIConversation(r)}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, functionTool{"function", t})
	}
	if len(r.Schema) > 0 && !r.Refused(openAIFormatField) {
		out.ResponseFormat = map[string]any{"type": "json_schema",
			"json_schema": map[string]any{"name": "answer", "schema": r.Schema}}
	}
	if !r.Refused(openAIStreamOptionsField) {
		out.StreamOptions = map[string]bool{"include_usage": true}
	}
	// OpenAI's reasoning models know only the new name, most servers the old one.
	if r.Refused(openAIMaxTokensField) || host == "api.openai.com" && !r.Refused(openAINewTokensField) {
		out.MaxCompletionTokens = r.MaxTokens
	} else {
		out.MaxTokens = r.MaxTokens
	}
	if host == "openrouter.ai" {
		out.Transforms = &[]string{}
	}
	return out
}

// openAIBetweenRoles is what the assistant says where a model takes no word of the user's
// right after a tool's.
const openAIBetweenRoles = "I have read the results."

// openAIConversation is the system prompt and the messages. The results of calls are messages
// of their own.
func openAIConversation(r wire.Request) []openAIMessage {
	id := func(id string) string { return id }
	if r.Refused(openAILongIDs) {
		id = wire.ShortID
	}
	var out []openAIMessage
	say := func(role, text string) { out = append(out, openAIMessage{Role: role, Content: text}) }
	if r.System != "" {
		say("system", r.System)
	}
	for _, m := range r.Messages {
		for _, res := range m.Results {
			text := res.Words()
			out = append(out, openAIMessage{Role: "tool", Content: text, CallID: id(res.ID)})
		}
		text := m.Text()
		if len(m.Results) > 0 && text != "" && r.Refused(openAIUserAfterTool) {
			say("assistant", openAIBetweenRoles)
		}
		switch {
		case len(m.Calls) > 0:
			out = append(out, openAICalling(r, m, id))
		case len(m.Pictures) > 0:
			out = append(out, openAIMessage{Role: "user", Content: openAIPieces(m)})
		case text != "":
			say(m.Role("assistant"), text)
		}
	}
	openAIThink(r, out)
	return out
}

// openAIPieces are what a message with pictures says and shows.
func openAIPieces(m wire.Message) []openAIPiece {
	var out []openAIPiece
	for text, p := range m.Pieces {
		data := func() string { return "data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Data) }
		switch p.Type {
		case "":
			out = append(out, openAIPiece{Type: "text", Text: text})
		case engine.PDF:
			out = append(out, openAIPiece{Type: "file", File: &openAIFile{"document.pdf", data()}})
		default:
			out = append(out, openAIPiece{Type: "image_url", Image: map[string]string{"url": data()}})
		}
	}
	if m.Last != "" {
		out = append(out, openAIPiece{Type: "text", Text: m.Last})
	}
	return out
}

// openAIUnthought replaces missing reasoning that a server demands: some servers treat an empty text as missing.
const openAIUnthought = "."

// openAIUnsigned is the value that Google documents for a call that another model made and that has no signature.
const openAIUnsigned = `{"google":{"thought_signature":"skip_thought_signature_validator"}}`

// openAICalling returns a message with calls. Its reasoning goes back as the server gave it.
func openAICalling(r wire.Request, m wire.Message, id func(string) string) openAIMessage {
	out := openAIMessage{Role: "assistant"}
	if text := m.Text(); text != "" {
		out.Content = text
	}
	for i, c := range m.Calls {
		sent := openAICall{ID: id(c.ID), Type: "function", Function: openAIFunction{c.Tool, wire.Arguments(c.Args)}}
		if !r.Refused(openAIExtraField) {
			sent.Extra = openAIExtraOf(c.Mark)
		}
		if i == 0 && len(sent.Extra) == 0 && r.Demanded(openAISignatureField) {
			sent.Extra = json.RawMessage(openAIUnsigned)
		}
		out.Calls = append(out.Calls, sent)
	}
	for _, t := range m.Thoughts {
		switch {
		case t.Kind == openAIThinkingField && !r.Refused(openAIThinkingField):
			out.Thinking = t.Text
		case t.Kind != openAIThinkingField && !r.Refused(openAIDetailsField):
			out.Details = append(out.Details, openAIDetail{t})
		}
	}
	return out
}

// openAIExtraOf returns the extra content of a call. If each piece of the call had some, it returns the first.
func openAIExtraOf(mark string) (out json.RawMessage) {
	if json.NewDecoder(strings.NewReader(mark)).Decode(&out) != nil {
		return nil
	}
	return out
}

// openAIThink adds reasoning to the assistant's messages if the server demands it of every message.
func openAIThink(r wire.Request, list []openAIMessage) {
	for i, m := range list {
		if m.Role == "assistant" && m.Thinking == "" && r.Demanded(openAIThinkingField) {
			list[i].Thinking = openAIUnthought
		}
	}
}

// openAIAdapt removes a field that the server refuses, and adds one that it demands. OpenAI
// names both fields for a token limit, the wrong one first and in quotes.
func openAIAdapt(r *wire.Request, message string) bool {
	has := wire.HasAny(message)
	switch {
	case has(openAIStreamOptionsField):
		return r.Refuse(openAIStreamOptionsField)
	case has("'"+openAIMaxTokensField+"'", `"`+openAIMaxTokensField+`"`):
		return r.Refuse(openAIMaxTokensField)
	case has(openAINewTokensField):
		return r.Refuse(openAINewTokensField)
	case has(openAISignatureField) && wire.Demands(message):
		return r.Demand(openAISignatureField)
	case has(openAIThinkingField, openAIDetailsField) && (wire.Demands(message) || !openAIHasReasoning(r)):
		return r.Demand(openAIThinkingField)
	case has(openAIThinkingField):
		return r.Refuse(openAIThinkingField)
	case has(openAIDetailsField):
		return r.Refuse(openAIDetailsField)
	case has(openAIExtraField, openAISignatureField):
		return r.Refuse(openAIExtraField)
	case has(openAIFormatField, "json_schema"):
		return r.Refuse(openAIFormatField)
	case has("length of 9"):
		return r.Refuse(openAILongIDs)
	case has("after role 'tool'", "roles must alternate"):
		return r.Refuse(openAIUserAfterTool)
	}
	return false
}

// openAIHasReasoning reports whether a request has reasoning that a server could refuse.
func openAIHasReasoning(r *wire.Request) bool {
	return r.Demanded(openAIThinkingField) ||
		slices.ContainsFunc(r.Messages, func(m wire.Message) bool { return len(m.Calls) > 0 && len(m.Thoughts) > 0 })
}

// openAIDetail is a piece of reasoning as OpenRouter writes it: which field has the text
// depends on its type.
type openAIDetail struct{ wire.Thought }

// openAIDetailText is the field of a type that grows from piece to piece.
func openAIDetailText(kind string) string {
	switch kind {
	case "reasoning.summary":
		return "summary"
	case "reasoning.encrypted":
		return "data"
	}
	return "text"
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *openAIDetail) UnmarshalJSON(data []byte) error {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(data, &fields) != nil {
		return nil // reasoning never costs the answer
	}
	take := func(name string) (text string) {
		if json.Unmarshal(fields[name], &text) != nil {
			return ""
		}
		delete(fields, name)
		return text
	}
	d.Kind = take("type")
	d.Text, d.Sign = take(openAIDetailText(d.Kind)), take("signature")
	more, err := json.Marshal(fields)
	if err == nil {
		d.More = more
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (d openAIDetail) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	if len(d.More) > 0 && json.Unmarshal(d.More, &fields) != nil {
		fields = map[string]any{}
	}
	fields["type"], fields[openAIDetailText(d.Kind)] = d.Kind, d.Text
	if d.Sign != "" {
		fields["signature"] = d.Sign
	}
	return json.Marshal(fields)
}

// index is the number of the piece that a detail belongs to.
func (d openAIDetail) index() int {
	var f struct {
		Index int `json:"index"`
	}
	if json.Unmarshal(d.More, &f) != nil {
		return 0
	}
	return f.Index
}

// openAIThink adds the reasoning that the server wants back beside calls.
func (c openAIContent) think(res *wire.Result) {
	for _, d := range c.Details {
		if d.Kind != "" {
			res.Think(d.index(), d.Thought)
		}
	}
	if c.Thinking != "" && len(c.Details) == 0 {
		res.Think(0, wire.Thought{Kind: openAIThinkingField, Text: c.Thinking})
	}
}

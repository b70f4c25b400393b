package openai

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

type request struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Tools               []tool          `json:"tools,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	Stream              bool            `json:"stream"`
	StreamOptions       *streamOptions  `json:"stream_options,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	// Transforms empty tells OpenRouter not to leave out the middle of a prompt
	// that does not fit.
	Transforms *[]string `json:"transforms,omitempty"`
}

type message struct {
	Role string `json:"role"`
	// Content is a text, a list of pieces where there is a picture, which not every server
	// takes, or null beside calls without a text.
	Content any    `json:"content"`
	Calls   []call `json:"tool_calls,omitempty"`
	CallID  string `json:"tool_call_id,omitempty"`
	// Thinking and Details go back to the servers that sent them.
	Thinking string   `json:"reasoning_content,omitempty"`
	Details  []detail `json:"reasoning_details,omitempty"`
}

// piece is a text, a picture or a document.
type piece struct {
	Type  string    `json:"type"`
	Text  string    `json:"text,omitempty"`
	Image *imageURL `json:"image_url,omitempty"`
	File  *file     `json:"file,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

type file struct {
	Name string `json:"filename"`
	Data string `json:"file_data"`
}

type call struct {
	ID       string     `json:"id"`
	Type     string     `json:"type"`
	Function calledWith `json:"function"`
	// Extra goes back to the server that sent it, such as Google's signature of a thought.
	Extra json.RawMessage `json:"extra_content,omitempty"`
}

type calledWith struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type tool struct {
	Type     string    `json:"type"`
	Function wire.Tool `json:"function"`
}

type responseFormat struct {
	Type   string     `json:"type"`
	Schema namedShape `json:"json_schema"`
}

type namedShape struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// Fields that some servers do not know and refuse, and what some models do not take.
const (
	streamOptionsField = "stream_options"
	maxTokensField     = "max_tokens"
	newTokensField     = "max_completion_tokens"
	thinkingField      = "reasoning_content"
	detailsField       = "reasoning_details"
	extraField         = "extra_content"
	signatureField     = "thought_signature"
	formatField        = "response_format"
	longIDs            = "identifiers of calls that have not 9 characters"
	userAfterTool      = "the user after a tool"
)

func body(r wire.Request) any {
	host := ""
	if u, err := url.Parse(r.Base); err == nil {
		host = u.Hostname()
	}
	if host == "api.mistral.ai" {
		r.Refuse(longIDs)
		r.Refuse(userAfterTool)
	}
	out := request{Model: r.Model, Stream: true, Messages: conversation(r)}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, tool{"function", t})
	}
	if len(r.Schema) > 0 && !r.Refused(formatField) {
		out.ResponseFormat = &responseFormat{"json_schema", namedShape{"answer", r.Schema}}
	}
	if !r.Refused(streamOptionsField) {
		out.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	// OpenAI's reasoning models know only the new name, most servers the old one.
	if r.Refused(maxTokensField) || host == "api.openai.com" && !r.Refused(newTokensField) {
		out.MaxCompletionTokens = r.MaxTokens
	} else {
		out.MaxTokens = r.MaxTokens
	}
	if host == "openrouter.ai" {
		out.Transforms = &[]string{}
	}
	return out
}

// betweenRoles is what the assistant says where a model takes no word of the user's
// right after a tool's.
const betweenRoles = "I have read the results."

// conversation is the system prompt and the messages. The results of calls are messages
// of their own.
func conversation(r wire.Request) []message {
	id := func(id string) string { return id }
	if r.Refused(longIDs) {
		id = wire.ShortID
	}
	var out []message
	say := func(role, text string) { out = append(out, message{Role: role, Content: text}) }
	if r.System != "" {
		say("system", r.System)
	}
	for _, m := range r.Messages {
		for _, res := range m.Results {
			text := res.Words()
			out = append(out, message{Role: "tool", Content: text, CallID: id(res.ID)})
		}
		text := m.Text()
		if len(m.Results) > 0 && text != "" && r.Refused(userAfterTool) {
			say("assistant", betweenRoles)
		}
		switch {
		case len(m.Calls) > 0:
			out = append(out, calling(r, m, id))
		case len(m.Pictures) > 0:
			out = append(out, message{Role: "user", Content: pieces(m)})
		case text != "":
			say(m.Role("assistant"), text)
		}
	}
	think(r, out)
	return out
}

// pieces are what a message with pictures says and shows.
func pieces(m wire.Message) []piece {
	var out []piece
	for text, p := range m.Pieces {
		data := func() string { return "data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Data) }
		switch p.Type {
		case "":
			out = append(out, piece{Type: "text", Text: text})
		case engine.PDF:
			out = append(out, piece{Type: "file", File: &file{"document.pdf", data()}})
		default:
			out = append(out, piece{Type: "image_url", Image: &imageURL{data()}})
		}
	}
	if m.Last != "" {
		out = append(out, piece{Type: "text", Text: m.Last})
	}
	return out
}

// unthought replaces missing reasoning that a server demands: some servers treat an empty text as missing.
const unthought = "."

// unsigned is the value that Google documents for a call that another model made and that has no signature.
const unsigned = `{"google":{"thought_signature":"skip_thought_signature_validator"}}`

// calling returns a message with calls. Its reasoning goes back as the server gave it.
func calling(r wire.Request, m wire.Message, id func(string) string) message {
	out := message{Role: "assistant"}
	if text := m.Text(); text != "" {
		out.Content = text
	}
	for i, c := range m.Calls {
		sent := call{ID: id(c.ID), Type: "function", Function: calledWith{c.Tool, string(c.Args)}}
		if !r.Refused(extraField) {
			sent.Extra = extraOf(c.Mark)
		}
		if i == 0 && len(sent.Extra) == 0 && r.Demanded(signatureField) {
			sent.Extra = json.RawMessage(unsigned)
		}
		out.Calls = append(out.Calls, sent)
	}
	for _, t := range m.Thoughts {
		switch {
		case t.Kind == thinkingField && !r.Refused(thinkingField):
			out.Thinking = t.Text
		case t.Kind != thinkingField && !r.Refused(detailsField):
			out.Details = append(out.Details, detail{t})
		}
	}
	return out
}

// extraOf returns the extra content of a call. If each piece of the call had some, it returns the first.
func extraOf(mark string) (out json.RawMessage) {
	if json.NewDecoder(strings.NewReader(mark)).Decode(&out) != nil {
		return nil
	}
	return out
}

// think adds reasoning to the assistant's messages if the server demands it of every message.
func think(r wire.Request, list []message) {
	for i, m := range list {
		if m.Role == "assistant" && m.Thinking == "" && r.Demanded(thinkingField) {
			list[i].Thinking = unthought
		}
	}
}

// adapt removes a field that the server refuses, and adds one that it demands. OpenAI
// names both fields for a token limit, the wrong one first and in quotes.
func adapt(r *wire.Request, message string) bool {
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(message, w) })
	}
	switch {
	case has(streamOptionsField):
		return r.Refuse(streamOptionsField)
	case has("'"+maxTokensField+"'", `"`+maxTokensField+`"`):
		return r.Refuse(maxTokensField)
	case has(newTokensField):
		return r.Refuse(newTokensField)
	case has(signatureField) && wire.Demands(message):
		return r.Demand(signatureField)
	case has(thinkingField, detailsField) && (wire.Demands(message) || !hasReasoning(r)):
		return r.Demand(thinkingField)
	case has(thinkingField):
		return r.Refuse(thinkingField)
	case has(detailsField):
		return r.Refuse(detailsField)
	case has(extraField, signatureField):
		return r.Refuse(extraField)
	case has(formatField, "json_schema"):
		return r.Refuse(formatField)
	case has("length of 9"):
		return r.Refuse(longIDs)
	case has("after role 'tool'", "roles must alternate"):
		return r.Refuse(userAfterTool)
	}
	return false
}

// hasReasoning reports whether a request has reasoning that a server could refuse.
func hasReasoning(r *wire.Request) bool {
	return r.Demanded(thinkingField) ||
		slices.ContainsFunc(r.Messages, func(m wire.Message) bool { return len(m.Calls) > 0 && len(m.Thoughts) > 0 })
}

// detail is a piece of reasoning as OpenRouter writes it: which field has the text
// depends on its type.
type detail struct{ wire.Thought }

// detailText is the field of a type that grows from piece to piece.
func detailText(kind string) string {
	switch kind {
	case "reasoning.summary":
		return "summary"
	case "reasoning.encrypted":
		return "data"
	}
	return "text"
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *detail) UnmarshalJSON(data []byte) error {
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
	d.Text, d.Sign = take(detailText(d.Kind)), take("signature")
	more, err := json.Marshal(fields)
	if err == nil {
		d.More = more
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (d detail) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	if len(d.More) > 0 && json.Unmarshal(d.More, &fields) != nil {
		fields = map[string]any{}
	}
	fields["type"], fields[detailText(d.Kind)] = d.Kind, d.Text
	if d.Sign != "" {
		fields["signature"] = d.Sign
	}
	return json.Marshal(fields)
}

// index is the number of the piece that a detail belongs to.
func (d detail) index() int {
	var f struct {
		Index int `json:"index"`
	}
	if json.Unmarshal(d.More, &f) != nil {
		return 0
	}
	return f.Index
}

// think adds the reasoning that the server wants back beside calls.
func (c content) think(res *wire.Result) {
	for _, d := range c.Details {
		if d.Kind != "" {
			res.Think(d.index(), d.Thought)
		}
	}
	if c.Thinking != "" && len(c.Details) == 0 {
		res.Think(0, wire.Thought{Kind: thinkingField, Text: c.Thinking})
	}
}

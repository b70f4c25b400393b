// Package anthropic is the wire protocol of Anthropic's Messages API.
//
// Specifications, as of 2026-11: "Create a Message", "Streaming messages",
// "Errors", "Stop reasons" and "Prompt caching" of the Claude API documentation,
// API version 2023-06-01 (the header anthropic-version). The system prompt is
// marked for caching; thinking is left to the model's default and never shown.
//
// It must never pass off a refusal or a reply that was cut as an answer. Start
// at [New].
package anthropic

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"pp/providers/wire"
)

const version = "2023-06-01"

// New returns a provider. Options.BaseURL is the host of the API, with or
// without "/v1" at its end.
func New(o wire.Options) *wire.Client {
	o.BaseURL = strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), "/v1")
	return wire.NewClient(o, wire.Protocol{
		Path:   func(string) string { return "/v1/messages" },
		Header: header, Body: body, Framing: wire.SSE, Read: read, Models: models,
		// max_tokens must be given; 8192 is what every model since Claude 3.5 can.
		Output: 8192,
	})
}

func header(h http.Header, key string) {
	h.Set("Anthropic-Version", version)
	if key != "" {
		h.Set("X-Api-Key", key)
	}
}

type request struct {
	Model     string      `json:"model"`
	MaxTokens int         `json:"max_tokens"`
	Stream    bool        `json:"stream"`
	System    []block     `json:"system,omitempty"`
	Messages  []wire.Turn `json:"messages"`
}

type block struct {
	Type         string        `json:"type"`
	Text         string        `json:"text"`
	CacheControl *cacheControl `json:"cache_control,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

func body(r wire.Request) any {
	out := request{Model: r.Model, MaxTokens: r.MaxTokens, Stream: true, Messages: r.Turns("")}
	if strings.TrimSpace(r.System) != "" {
		out.System = []block{{Type: "text", Text: r.System, CacheControl: &cacheControl{"ephemeral"}}}
	}
	return out
}

// event is any event of the stream, and also a whole message.
type event struct {
	Type    string          `json:"type"`
	Error   json.RawMessage `json:"error"`
	Started *message        `json:"message"` // message_start
	Block   *block          `json:"content_block"`
	Delta   struct {
		Type        string       `json:"type"`
		Text        string       `json:"text"`
		StopReason  string       `json:"stop_reason"` // message_delta
		StopDetails *stopDetails `json:"stop_details"`
	} `json:"delta"`
	message
}

// message is a reply: of message_start, where it is still empty, or of a server
// that does not stream.
type message struct {
	Model       string       `json:"model"`
	Content     []block      `json:"content"`
	StopReason  string       `json:"stop_reason"`
	StopDetails *stopDetails `json:"stop_details"`
	Usage       *usage       `json:"usage"`
}

type stopDetails struct {
	Explanation string `json:"explanation"`
}

type usage struct {
	Input        *wire.Count `json:"input_tokens"`
	Output       *wire.Count `json:"output_tokens"`
	CacheRead    *wire.Count `json:"cache_read_input_tokens"`
	CacheWritten *wire.Count `json:"cache_creation_input_tokens"`
}

// read implements wire.ReadEvent.
func read(res *wire.Result, data []byte) (string, bool, error) {
	var e event
	err := json.Unmarshal(data, &e)
	if se := wire.ErrorUnder(e.Error); se != nil {
		return "", false, se
	}
	if e.Type == "" || e.Type == "error" {
		if se, ok := wire.ReadError(data); ok {
			return "", false, se
		}
	}
	if err != nil || e.Type == "" || e.Type == "error" {
		return "", false, wire.ErrGarbage
	}
	switch e.Type {
	case "message_start":
		if e.Started != nil {
			res.Model = e.Started.Model
			account(res, e.Started.Usage)
		}
	case "content_block_start":
		if e.Block != nil && e.Block.Type == "text" {
			return e.Block.Text, false, nil
		}
	case "content_block_delta":
		if e.Delta.Type == "text_delta" {
			return e.Delta.Text, false, nil
		}
	case "message_delta":
		account(res, e.Usage)
		finish(res, e.Delta.StopReason, e.Delta.StopDetails)
	case "message_stop":
		return "", true, nil
	case "message":
		return whole(res, e.message), false, nil
	}
	return "", false, nil // ping, and what may come to be
}

func whole(res *wire.Result, m message) string {
	var out strings.Builder
	for _, b := range m.Content {
		if b.Type == "text" {
			out.WriteString(b.Text)
		}
	}
	res.Model = m.Model
	account(res, m.Usage)
	finish(res, m.StopReason, m.StopDetails)
	return out.String()
}

// account takes over the counts, which are totals so far. The input that was
// read from or written to the cache is counted beside the rest of the input;
// thinking is in the output and not told apart.
func account(res *wire.Result, u *usage) {
	if u == nil {
		return
	}
	total := &res.Usage
	input := total.Input - total.Cached - total.Written
	for _, f := range []struct {
		to   *int
		from *wire.Count
	}{{&input, u.Input}, {&total.Output, u.Output}, {&total.Cached, u.CacheRead}, {&total.Written, u.CacheWritten}} {
		if f.from != nil {
			*f.to = int(*f.from)
		}
	}
	total.Input = input + total.Cached + total.Written
}

func finish(res *wire.Result, reason string, details *stopDetails) {
	if reason == "" {
		return
	}
	if details != nil {
		res.Detail = details.Explanation
	}
	res.End(reason, map[string]wire.Stop{"end_turn": wire.StopWhole, "stop_sequence": wire.StopWhole,
		"max_tokens": wire.StopLength, "model_context_window_exceeded": wire.StopWindow, "refusal": wire.StopRefused})
}

func models(ctx context.Context, ask wire.Asker) ([]string, error) {
	var out struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := ask(ctx, "/v1/models?limit=1000", nil, &out); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(out.Data))
	for _, m := range out.Data {
		names = append(names, m.ID)
	}
	return names, nil
}

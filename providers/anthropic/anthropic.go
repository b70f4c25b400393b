// Package anthropic is the wire protocol of Anthropic's Messages API.
//
// Specifications, as of 2026-11: "Create a Message", "Streaming messages",
// "Errors", "Stop reasons", "Tool use", "Extended thinking", "Structured outputs" and
// "Prompt caching" of the Claude API documentation, API version 2023-06-01 (the header
// anthropic-version). Thinking is left to the model's default and never shown; that of a
// reply with calls goes back with them, as it must.
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
		Header: header, Body: body, Framing: wire.SSE, Read: read, Models: models, Adapt: adapt,
		// max_tokens must be given; 8192 is what every model since Claude 3.5 can.
		Output: 8192, Documents: true,
	})
}

func header(h http.Header, key string) {
	h.Set("Anthropic-Version", version)
	if key != "" {
		h.Set("X-Api-Key", key)
	}
}

// event is any event of the stream, and also a whole message.
type event struct {
	Type    string          `json:"type"`
	Error   json.RawMessage `json:"error"`
	Started *reply          `json:"message"` // message_start
	Index   int             `json:"index"`
	Block   *received       `json:"content_block"`
	Delta   struct {
		Type        string       `json:"type"`
		Text        string       `json:"text"`
		JSON        string       `json:"partial_json"`
		Thinking    string       `json:"thinking"`
		Signature   string       `json:"signature"`
		StopReason  wire.Word    `json:"stop_reason"` // message_delta
		StopDetails *stopDetails `json:"stop_details"`
	} `json:"delta"`
	reply
}

// reply is a message: of message_start, where it is still empty, or of a server
// that does not stream.
type reply struct {
	Model       string       `json:"model"`
	Content     []received   `json:"content"`
	StopReason  wire.Word    `json:"stop_reason"`
	StopDetails *stopDetails `json:"stop_details"`
	Usage       *usage       `json:"usage"`
}

// received is a block as it begins, or a whole one.
type received struct {
	Type      string         `json:"type"`
	Text      string         `json:"text"`
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Input     wire.Arguments `json:"input"`
	Thinking  string         `json:"thinking"`
	Signature string         `json:"signature"`
	Data      string         `json:"data"`
}

// add takes over a block, and returns its text. A call that begins has an empty object
// for its input, whose pieces then follow.
func (b received) add(res *wire.Result, index int, whole bool) string {
	switch b.Type {
	case textBlock:
		res.Said = res.Said || b.Text != ""
		return b.Text
	case useBlock:
		args := string(b.Input)
		if !whole && strings.Trim(args, "{} \n\t") == "" {
			args = ""
		}
		res.Call(wire.CallPiece{Key: index, ID: b.ID, Tool: b.Name, Args: args, Whole: whole})
	case thinkingBlock:
		res.Think(index, wire.Thought{Kind: thinkingBlock, Text: b.Thinking, Sign: b.Signature})
	case redactedBlock:
		res.Think(index, wire.Thought{Kind: redactedBlock, Text: b.Data})
	}
	return ""
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
		if se := wire.FailureIn(data); se != nil {
			return "", false, se
		}
	}
	if err != nil || e.Type == "error" {
		return "", false, wire.ErrGarbage
	}
	switch e.Type {
	case "message_start":
		if e.Started != nil {
			res.Model = e.Started.Model
			account(res, e.Started.Usage)
		}
	case "content_block_start":
		if e.Block != nil {
			return e.Block.add(res, max(e.Index, 0), false), false, nil
		}
	case "content_block_delta":
		return delta(res, e), false, nil
	case "message_delta":
		account(res, e.Usage)
		finish(res, e.Delta.StopReason, e.Delta.StopDetails)
	case "message_stop":
		return "", true, nil
	case "message":
		return whole(res, e.reply), false, nil
	}
	return "", false, nil // ping, and what may come to be
}

// delta takes over a piece of a block, and returns its text.
func delta(res *wire.Result, e event) string {
	index := max(e.Index, 0)
	switch e.Delta.Type {
	case "text_delta":
		return e.Delta.Text
	case "input_json_delta":
		res.Call(wire.CallPiece{Key: index, Args: e.Delta.JSON})
	case "thinking_delta":
		res.Think(index, wire.Thought{Kind: thinkingBlock, Text: e.Delta.Thinking})
	case "signature_delta":
		res.Think(index, wire.Thought{Kind: thinkingBlock, Sign: e.Delta.Signature})
	}
	return ""
}

func whole(res *wire.Result, m reply) string {
	var out strings.Builder
	for i, b := range m.Content {
		out.WriteString(b.add(res, i, true))
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

func finish(res *wire.Result, reason wire.Word, details *stopDetails) {
	if details != nil && reason != "" {
		res.Detail = details.Explanation
	}
	res.End(reason)
}

func models(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
	var out struct {
		Data []struct {
			ID    string     `json:"id"`
			Input wire.Count `json:"max_input_tokens"`
		} `json:"data"`
	}
	if err := ask(ctx, "/v1/models?limit=1000", nil, &out); err != nil {
		return nil, err
	}
	offers := make([]wire.Offer, 0, len(out.Data))
	for _, m := range out.Data {
		offers = append(offers, wire.Offer{Name: m.ID, Window: int(m.Input)})
	}
	return offers, nil
}

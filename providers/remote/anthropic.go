package remote

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"pp/providers/wire"
)

const anthropicVersion = "2023-06-01"

// Anthropic returns a provider for the wire protocol of Anthropic's Messages API.
//
// Specifications, as of 2026-11: "Create a Message", "Streaming messages",
// "Errors", "Stop reasons", "Tool use", "Extended thinking", "Structured outputs" and
// "Prompt caching" of the Claude API documentation, API version 2023-06-01 (the header
// anthropic-version). Thinking is left to the model's default and never shown; that of a
// reply with calls goes back with them, as it must.
//
// It must never pass off a refusal or a reply that was cut as an answer.
//
// Options.BaseURL is the host of the API, with or
// without "/v1" at its end.
func Anthropic(o wire.Options) *wire.Client {
	o.BaseURL = strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), "/v1")
	return wire.NewClient(o, wire.Protocol{
		Path:   func(string) string { return "/v1/messages" },
		Header: anthropicHeader, Body: anthropicBody, Framing: wire.SSE, Read: anthropicRead,
		Models: anthropicModels, Adapt: anthropicAdapt,
		// max_tokens must be given; 8192 is what every model since Claude 3.5 can.
		Output: 8192, Documents: true,
	})
}

func anthropicHeader(h http.Header, key string) {
	h.Set("Anthropic-Version", anthropicVersion)
	if key != "" {
		h.Set("X-Api-Key", key)
	}
}

// anthropicEvent is any event of the stream, and also a whole message.
type anthropicEvent struct {
	Type    string             `json:"type"`
	Error   json.RawMessage    `json:"error"`
	Started *anthropicReply    `json:"message"` // message_start
	Index   int                `json:"index"`
	Block   *anthropicReceived `json:"content_block"`
	Delta   struct {
		Type        string                `json:"type"`
		Text        string                `json:"text"`
		JSON        string                `json:"partial_json"`
		Thinking    string                `json:"thinking"`
		Signature   string                `json:"signature"`
		StopReason  wire.Word             `json:"stop_reason"` // message_delta
		StopDetails *anthropicStopDetails `json:"stop_details"`
	} `json:"delta"`
	anthropicReply
}

// anthropicReply is a message: of message_start, where it is still empty, or of a server
// that does not stream.
type anthropicReply struct {
	Model       string                `json:"model"`
	Content     []anthropicReceived   `json:"content"`
	StopReason  wire.Word             `json:"stop_reason"`
	StopDetails *anthropicStopDetails `json:"stop_details"`
	Usage       *anthropicUsage       `json:"usage"`
}

// anthropicReceived is a block as it begins, or a whole one.
type anthropicReceived struct {
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
func (b anthropicReceived) add(res *wire.Result, index int, whole bool) string {
	switch b.Type {
	case anthropicTextBlock:
		res.Said = res.Said || b.Text != ""
		return b.Text
	case anthropicUseBlock:
		args := string(b.Input)
		if !whole && strings.Trim(args, "{} \n\t") == "" {
			args = ""
		}
		res.Call(wire.CallPiece{Key: index, ID: b.ID, Tool: b.Name, Args: args, Whole: whole})
	case anthropicThinkingBlock:
		res.Think(index, wire.Thought{Kind: anthropicThinkingBlock, Text: b.Thinking, Sign: b.Signature})
	case anthropicRedactedBlock:
		res.Think(index, wire.Thought{Kind: anthropicRedactedBlock, Text: b.Data})
	}
	return ""
}

type anthropicStopDetails struct {
	Explanation string `json:"explanation"`
}

type anthropicUsage struct {
	Input        *wire.Count `json:"input_tokens"`
	Output       *wire.Count `json:"output_tokens"`
	CacheRead    *wire.Count `json:"cache_read_input_tokens"`
	CacheWritten *wire.Count `json:"cache_creation_input_tokens"`
}

// anthropicRead implements wire.ReadEvent.
func anthropicRead(res *wire.Result, data []byte) (string, bool, error) {
	var e anthropicEvent
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
			anthropicAccount(res, e.Started.Usage)
		}
	case "content_block_start":
		if e.Block != nil {
			return e.Block.add(res, max(e.Index, 0), false), false, nil
		}
	case "content_block_delta":
		return anthropicDelta(res, e), false, nil
	case "message_delta":
		anthropicAccount(res, e.Usage)
		anthropicFinish(res, e.Delta.StopReason, e.Delta.StopDetails)
	case "message_stop":
		return "", true, nil
	case "message":
		return anthropicWhole(res, e.anthropicReply), false, nil
	}
	return "", false, nil // ping, and what may come to be
}

// anthropicDelta takes over a piece of a block, and returns its text.
func anthropicDelta(res *wire.Result, e anthropicEvent) string {
	index := max(e.Index, 0)
	switch e.Delta.Type {
	case "text_delta":
		return e.Delta.Text
	case "input_json_delta":
		res.Call(wire.CallPiece{Key: index, Args: e.Delta.JSON})
	case "thinking_delta":
		res.Think(index, wire.Thought{Kind: anthropicThinkingBlock, Text: e.Delta.Thinking})
	case "signature_delta":
		res.Think(index, wire.Thought{Kind: anthropicThinkingBlock, Sign: e.Delta.Signature})
	}
	return ""
}

func anthropicWhole(res *wire.Result, m anthropicReply) string {
	var out strings.Builder
	for i, b := range m.Content {
		out.WriteString(b.add(res, i, true))
	}
	res.Model = m.Model
	anthropicAccount(res, m.Usage)
	anthropicFinish(res, m.StopReason, m.StopDetails)
	return out.String()
}

// anthropicAccount takes over the counts, which are totals so far. The input that was
// anthropicRead from or written to the cache is counted beside the rest of the input;
// thinking is in the output and not told apart.
func anthropicAccount(res *wire.Result, u *anthropicUsage) {
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

func anthropicFinish(res *wire.Result, reason wire.Word, details *anthropicStopDetails) {
	if details != nil && reason != "" {
		res.Detail = details.Explanation
	}
	res.End(reason)
}

func anthropicModels(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
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

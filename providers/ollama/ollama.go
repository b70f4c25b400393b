// Package ollama is the wire protocol of Ollama's own API.
//
// Specifications, as of 2026-11: Ollama's docs/api.md ("Generate a chat
// completion", "List local models", "Show model information", whose capabilities say
// whether a model takes tools and pictures) and api/types.go.
// Ollama cuts a prompt that is larger than num_ctx without a word, keeping the
// system prompt and the end, and may drop the beginning while it answers. So it
// is told the num_ctx that the prompt needs, and asked not to cut (truncate and
// shift, which a server that does not know them ignores). Its count of the prompt's
// tokens may omit a cached part: pp doubts the count only near the window.
//
// It must never let a prompt be cut silently. Start at [New].
package ollama

import (
	"context"
	"encoding/json"
	"math/bits"
	"slices"

	"pp/engine"
	"pp/providers/wire"
)

// smallest is the least num_ctx that any Ollama has used as a default. A request
// that fits it is sent without num_ctx: naming one can make the server load the
// model anew.
const smallest = 2048

// New returns a provider. Options.BaseURL is the server's address, such as
// "http://127.0.0.1:11434". Without Options.Model it uses the model that was
// changed last.
func New(o wire.Options) *wire.Client {
	return wire.NewClient(o, wire.Protocol{
		Path:   func(string) string { return "/api/chat" },
		Header: wire.Bearer, // for servers behind a key, such as ollama.com
		Body:   body, Framing: wire.NDJSON, Read: read,
		Models: models, About: about, AboutEach: true, AskOver: smallest, NoModel: noModel, Truncates: true,
		Start: "start the server: ollama serve",
	})
}

func noModel(model string) string {
	if model == "" {
		return "get a model, for example: ollama pull qwen3"
	}
	return "get the model: ollama pull " + model
}

type request struct {
	Model    string          `json:"model"`
	Messages []message       `json:"messages"`
	Tools    []tool          `json:"tools,omitempty"`
	Format   json.RawMessage `json:"format,omitempty"`
	Stream   bool            `json:"stream"`
	Truncate bool            `json:"truncate"`
	Shift    bool            `json:"shift"`
	Options  *options        `json:"options,omitempty"`
}

// message is a turn. Which call a result belongs to older servers know by its name and
// its place.
type message struct {
	Role     string   `json:"role"`
	Content  string   `json:"content"`
	Images   [][]byte `json:"images,omitempty"` // in base64, as JSON has bytes
	Thinking string   `json:"thinking,omitempty"`
	Calls    []call   `json:"tool_calls,omitempty"`
	ToolName string   `json:"tool_name,omitempty"`
	CallID   string   `json:"tool_call_id,omitempty"`
}

// call is a tool call, as it is sent and as it comes.
type call struct {
	ID       string `json:"id,omitempty"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

type tool struct {
	Type     string    `json:"type"`
	Function wire.Tool `json:"function"`
}

type options struct {
	NumCtx     int `json:"num_ctx,omitempty"`
	NumPredict int `json:"num_predict,omitempty"`
}

func body(r wire.Request) any {
	out := request{Model: r.Model, Stream: true, Messages: conversation(r)}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, tool{"function", t})
	}
	// A format binds every word of the model, so that it could call nothing.
	if len(r.Tools) == 0 {
		out.Format = r.Schema
	}
	if o := (options{NumCtx: numCtx(r.Need, r.Window), NumPredict: r.MaxTokens}); o != (options{}) {
		out.Options = &o
	}
	return out
}

// conversation is the system prompt and the messages. The results of calls are messages
// of their own.
func conversation(r wire.Request) []message {
	var out []message
	if r.System != "" {
		out = append(out, message{Role: "system", Content: r.System})
	}
	for _, m := range r.Messages {
		for _, res := range m.Results {
			out = append(out, message{Role: "tool", Content: res.Words(), ToolName: res.Tool, CallID: res.ID})
		}
		said := message{Role: m.Role("assistant"), Content: m.Text()}
		for _, p := range m.Pictures {
			said.Images = append(said.Images, p.Data)
		}
		for _, t := range m.Thoughts {
			said.Thinking += t.Text
		}
		for _, c := range m.Calls {
			sent := call{ID: c.ID}
			sent.Function.Name, sent.Function.Arguments = c.Tool, c.Args
			said.Calls = append(said.Calls, sent)
		}
		if said.Content != "" || len(said.Calls) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// numCtx is the next power of two that takes the request, so that a growing
// conversation does not make the server load the model at every turn, and at
// most the model's window.
func numCtx(need, window int) int {
	if need <= smallest {
		return 0
	}
	n := 1 << bits.Len(uint(need-1))
	if window > 0 {
		n = min(n, window)
	}
	return n
}

// line is one line of the stream, and also a whole reply.
type line struct {
	Error   json.RawMessage `json:"error"`
	Model   string          `json:"model"`
	Message struct {
		Content  string `json:"content"`
		Thinking string `json:"thinking"`
		Calls    []call `json:"tool_calls"`
	} `json:"message"`
	Done            bool       `json:"done"`
	DoneReason      wire.Word  `json:"done_reason"`
	PromptEvalCount wire.Count `json:"prompt_eval_count"`
	EvalCount       wire.Count `json:"eval_count"`
}

// read implements wire.ReadEvent.
func read(res *wire.Result, data []byte) (string, bool, error) {
	var l line
	err := json.Unmarshal(data, &l)
	if se := wire.ErrorUnder(l.Error); se != nil {
		return "", false, se
	}
	if err != nil {
		return "", false, err
	}
	if l.Model != "" {
		res.Model = l.Model
	}
	if l.Message.Thinking != "" {
		res.Think(0, wire.Thought{Kind: "thinking", Text: l.Message.Thinking})
	}
	for _, c := range l.Message.Calls {
		var args wire.Arguments
		if len(c.Function.Arguments) > 0 && json.Unmarshal(c.Function.Arguments, &args) != nil {
			return "", false, wire.ErrGarbage
		}
		res.Call(wire.CallPiece{Key: wire.Unnumbered, ID: c.ID, Tool: c.Function.Name, Args: string(args), Whole: true})
	}
	if l.Done {
		res.Usage = engine.Usage{Input: int(l.PromptEvalCount), Output: int(l.EvalCount)}
		res.End(l.DoneReason) // servers before 0.1.40 give no reason
	}
	return l.Message.Content, l.Done, nil
}

func models(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
	var out struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	if err := ask(ctx, "/api/tags", nil, &out); err != nil {
		return nil, err
	}
	offers := make([]wire.Offer, 0, len(out.Models))
	for _, m := range out.Models {
		offers = append(offers, wire.Offer{Name: m.Name})
	}
	return offers, nil
}

// about gives the context length of the model's own description, whose key begins with
// its architecture: "llama.context_length". Servers that say nothing of what a model can
// do are too old to know.
func about(ctx context.Context, ask wire.Asker, model string) (wire.About, error) {
	var out struct {
		Info         map[string]json.RawMessage `json:"model_info"`
		Capabilities []string                   `json:"capabilities"`
	}
	if err := ask(ctx, "/api/show", map[string]string{"model": model}, &out); err != nil {
		return wire.About{}, err
	}
	what := wire.About{NoTools: len(out.Capabilities) > 0 && !slices.Contains(out.Capabilities, "tools"),
		Sees: slices.Contains(out.Capabilities, "vision")}
	var architecture string
	_ = json.Unmarshal(out.Info["general.architecture"], &architecture) // left empty, the key below is missing
	if json.Unmarshal(out.Info[architecture+".context_length"], &what.Window) != nil {
		what.Window = 0
	}
	return what, nil
}

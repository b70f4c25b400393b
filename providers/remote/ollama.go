package remote

import (
	"context"
	"encoding/json"
	"math/bits"
	"slices"

	"pp/engine"
	"pp/providers/wire"
)

// ollamaSmallest is the least num_ctx that any Ollama has used as a default. A request
// that fits it is sent without num_ctx: naming one can make the server load the
// model anew.
const ollamaSmallest = 2048

// Ollama returns a provider for the wire protocol of Ollama's own API.
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
// It must never let a prompt be cut silently.
//
// Options.BaseURL is the server's address, such as
// "http://127.0.0.1:11434". Without Options.Model it uses the model that was
// changed last.
func Ollama(o wire.Options) *wire.Client {
	return wire.NewClient(o, wire.Protocol{
		Path:   func(string) string { return "/api/chat" },
		Header: wire.Bearer, // for servers behind a key, such as ollama.com
		Body:   ollamaBody, Framing: wire.NDJSON, Read: ollamaRead,
		Models: ollamaModels, About: ollamaAbout, AboutEach: true, AskOver: ollamaSmallest,
		NoModel: ollamaNoModel, Truncates: true,
		Start: "start the server: ollama serve",
	})
}

func ollamaNoModel(model string) string {
	if model == "" {
		return "get a model, for example: ollama pull qwen3"
	}
	return "get the model: ollama pull " + model
}

type ollamaRequest struct {
	Model    string          `json:"model"`
	Messages []ollamaMessage `json:"messages"`
	Tools    []functionTool  `json:"tools,omitempty"`
	Format   json.RawMessage `json:"format,omitempty"`
	Stream   bool            `json:"stream"`
	Truncate bool            `json:"truncate"`
	Shift    bool            `json:"shift"`
	Options  *ollamaOptions  `json:"options,omitempty"`
}

// ollamaMessage is a turn. Which call a result belongs to older servers know by its name and
// its place.
type ollamaMessage struct {
	Role     string       `json:"role"`
	Content  string       `json:"content"`
	Images   [][]byte     `json:"images,omitempty"` // in base64, as JSON has bytes
	Thinking string       `json:"thinking,omitempty"`
	Calls    []ollamaCall `json:"tool_calls,omitempty"`
	ToolName string       `json:"tool_name,omitempty"`
	CallID   string       `json:"tool_call_id,omitempty"`
}

// ollamaCall is a tool call, as it is sent and as it comes.
type ollamaCall struct {
	ID       string `json:"id,omitempty"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

type ollamaOptions struct {
	NumCtx     int `json:"num_ctx,omitempty"`
	NumPredict int `json:"num_predict,omitempty"`
}

func ollamaBody(r wire.Request) any {
	out := ollamaRequest{Model: r.Model, Stream: true, Messages: ollamaConversation(r)}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, functionTool{"function", t})
	}
	// A format binds every word of the model, so that it could call nothing.
	if len(r.Tools) == 0 {
		out.Format = r.Schema
	}
	if o := (ollamaOptions{NumCtx: ollamaNumCtx(r.Need, r.Window), NumPredict: r.MaxTokens}); o != (ollamaOptions{}) {
		out.Options = &o
	}
	return out
}

// ollamaConversation is the system prompt and the messages. The results of calls are messages
// of their own.
func ollamaConversation(r wire.Request) []ollamaMessage {
	var out []ollamaMessage
	if r.System != "" {
		out = append(out, ollamaMessage{Role: "system", Content: r.System})
	}
	for _, m := range r.Messages {
		for _, res := range m.Results {
			out = append(out, ollamaMessage{Role: "tool", Content: res.Words(), ToolName: res.Tool, CallID: res.ID})
		}
		said := ollamaMessage{Role: m.Role("assistant"), Content: m.Text()}
		for _, p := range m.Pictures {
			said.Images = append(said.Images, p.Data)
		}
		for _, t := range m.Thoughts {
			said.Thinking += t.Text
		}
		for _, c := range m.Calls {
			sent := ollamaCall{ID: c.ID}
			sent.Function.Name, sent.Function.Arguments = c.Tool, c.Args
			said.Calls = append(said.Calls, sent)
		}
		if said.Content != "" || len(said.Calls) > 0 {
			out = append(out, said)
		}
	}
	return out
}

// ollamaNumCtx is the next power of two that takes the request, so that a growing
// ollamaConversation does not make the server load the model at every turn, and at
// most the model's window.
func ollamaNumCtx(need, window int) int {
	if need <= ollamaSmallest {
		return 0
	}
	n := 1 << bits.Len(uint(need-1))
	if window > 0 {
		n = min(n, window)
	}
	return n
}

// ollamaLine is one line of the stream, and also a whole reply.
type ollamaLine struct {
	Error   json.RawMessage `json:"error"`
	Model   string          `json:"model"`
	Message struct {
		Content  string       `json:"content"`
		Thinking string       `json:"thinking"`
		Calls    []ollamaCall `json:"tool_calls"`
	} `json:"message"`
	Done            bool       `json:"done"`
	DoneReason      wire.Word  `json:"done_reason"`
	PromptEvalCount wire.Count `json:"prompt_eval_count"`
	EvalCount       wire.Count `json:"eval_count"`
}

// ollamaRead implements wire.ReadEvent.
func ollamaRead(res *wire.Result, data []byte) (string, bool, error) {
	var l ollamaLine
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

func ollamaModels(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
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

// ollamaAbout gives the context length of the model's own description, whose key begins with
// its architecture: "llama.context_length". Servers that say nothing of what a model can
// do are too old to know.
func ollamaAbout(ctx context.Context, ask wire.Asker, model string) (wire.About, error) {
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

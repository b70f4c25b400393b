package remote

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

// OpenAI returns a provider for the wire protocol that OpenAI calls Chat Completions, and
// that OpenRouter, Groq, DeepSeek, Mistral, llama.cpp, vLLM and LM Studio speak
// too: which of them is a matter of the base URL.
//
// Specifications, as of 2026-11: OpenAI API reference, Chat Completions,
// "Create chat completion" and "Streaming events" (API v1, openapi 2.3.0);
// llama.cpp tools/server/README.md (exceed_context_size_error, meta.n_ctx_train);
// vLLM "OpenAI-Compatible Server" (max_model_len); OpenRouter API reference
// (errors in a stream, usage.cost, context_length, transforms, reasoning_details,
// supported_parameters); Groq API reference (context_window); DeepSeek API, "Thinking
// mode" (reasoning_content goes back with tool calls, for good); Mistral API (identifiers of
// calls, order of roles); Gemini API, "OpenAI compatibility" and "Thought signatures"
// (extra_content).
//
// It must never pass off a refusal, a filtered reply or one that was cut as an
// answer.
//
// Options.BaseURL is that of the API with its version,
// such as "https://api.openai.com/v1".
func OpenAI(o wire.Options) *wire.Client {
	return wire.NewClient(o, wire.Protocol{
		Path: func(string) string { return "/chat/completions" }, Documents: true,
		Header: wire.Bearer, Body: openAIBody, Framing: wire.SSE, Read: openAIRead, Adapt: openAIAdapt,
		Models: openAIModels, About: openAIAbout, AskOver: 4096,
		Start: "start the server, or use another provider (-p)",
	})
}

// openAIChunk is one event, and also a whole reply: a server that does not stream
// has message where one that does has delta.
type openAIChunk struct {
	Error   json.RawMessage `json:"error"`
	Model   string          `json:"model"`
	Choices []struct {
		Index        int           `json:"index"`
		Delta        openAIContent `json:"delta"`
		Message      openAIContent `json:"message"`
		FinishReason wire.Word     `json:"finish_reason"`
	} `json:"choices"`
	Usage *openAIUsage `json:"usage"`
}

type openAIContent struct {
	Content openAIText     `json:"content"`
	Refusal string         `json:"refusal"`
	Calls   []openAICalled `json:"tool_calls"`
	// Function is a call as it was before there were several.
	Function *openAIFunction `json:"function_call"`
	Thinking string          `json:"reasoning_content"`
	Details  []openAIDetail  `json:"reasoning_details"`
}

// openAICalled is a tool call or a piece of one. Servers other than OpenAI's leave out the
// index, the identifier or both.
type openAICalled struct {
	Index    *int           `json:"index"`
	ID       string         `json:"id"`
	Function openAIFunction `json:"function"`
	// Extra goes back with the call as it came.
	Extra json.RawMessage `json:"extra_content"`
}

type openAIFunction struct {
	Name      string         `json:"name"`
	Arguments wire.Arguments `json:"arguments"`
}

// openAIText is a string, or a list of parts of which those of type text count.
type openAIText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *openAIText) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(t))
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*t += openAIText(p.Text)
		}
	}
	return nil
}

type openAIUsage struct {
	PromptTokens     wire.Count `json:"prompt_tokens"`
	CompletionTokens wire.Count `json:"completion_tokens"`
	PromptDetails    struct {
		CachedTokens     wire.Count `json:"cached_tokens"`
		CacheWriteTokens wire.Count `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		ReasoningTokens wire.Count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	// Cost is OpenRouter's: what the reply cost in dollars.
	Cost *float64 `json:"cost"`
}

// openAIRead implements wire.ReadEvent.
func openAIRead(res *wire.Result, data []byte) (string, bool, error) {
	var c openAIChunk
	err := json.Unmarshal(data, &c)
	if se := wire.ErrorUnder(c.Error); se != nil {
		return "", false, se
	}
	if err != nil || len(c.Choices) == 0 && c.Usage == nil {
		if se := wire.FailureIn(data); se != nil {
			return "", false, se
		}
	}
	if err != nil {
		return "", false, err
	}
	if c.Model != "" {
		res.Model = c.Model
	}
	openAIAccount(res, c.Usage)
	var out strings.Builder
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		out.WriteString(string(choice.Delta.Content + choice.Message.Content))
		choice.Delta.act(res, false)
		choice.Message.act(res, true)
		res.End(choice.FinishReason)
	}
	if res.Detail != "" && res.Stop != wire.StopNone {
		res.Stop = wire.StopRefused
	}
	return out.String(), false, nil
}

// act adds what a piece of a reply, or a whole one, has beside its text.
func (c openAIContent) act(res *wire.Result, whole bool) {
	if len(res.Detail) < 1000 {
		res.Detail += c.Refusal
	}
	c.think(res)
	for _, call := range c.Calls {
		key := wire.Unnumbered
		if call.Index != nil {
			key = max(*call.Index, 0)
		}
		mark := string(call.Extra)
		if mark == "null" {
			mark = ""
		}
		res.Call(wire.CallPiece{Key: key, ID: call.ID, Tool: call.Function.Name, Args: string(call.Function.Arguments),
			Mark: mark, Whole: whole})
	}
	if f := c.Function; f != nil {
		res.Call(wire.CallPiece{Key: wire.Unnumbered, Tool: f.Name, Args: string(f.Arguments), Whole: whole})
	}
}

func openAIAccount(res *wire.Result, u *openAIUsage) {
	if u == nil {
		return
	}
	res.Usage = engine.Usage{Input: int(u.PromptTokens), Output: int(u.CompletionTokens),
		Cached:  int(u.PromptDetails.CachedTokens),
		Written: int(u.PromptDetails.CacheWriteTokens), Reasoning: int(u.CompletionDetails.ReasoningTokens)}
	if u.Cost != nil && *u.Cost >= 0 {
		res.Cost = u.Cost
	}
}

// openAIListed is a model as servers list it, with the names they have for the window.
type openAIListed struct {
	ID            string `json:"id"`
	MaxModelLen   int    `json:"max_model_len"`  // vLLM
	ContextLength int    `json:"context_length"` // OpenRouter, Together
	ContextWindow int    `json:"context_window"` // Groq
	Loaded        int    `json:"loaded_context_length"`
	// Parameters are what the model takes, by OpenRouter; empty where nothing is said.
	Parameters []string `json:"supported_parameters"`
	// Architecture says what it reads, by OpenRouter: text, image, file.
	Architecture struct {
		Input []string `json:"input_modalities"`
	} `json:"architecture"`
	// Pricing is in dollars for a token, by OpenRouter.
	Pricing json.RawMessage `json:"pricing"`
	Meta    struct {
		Ctx      int `json:"n_ctx"` // llama.cpp
		CtxTrain int `json:"n_ctx_train"`
	} `json:"meta"`
}

func openAIList(ctx context.Context, ask wire.Asker) ([]openAIListed, error) {
	var out struct {
		Data []openAIListed `json:"data"`
	}
	if err := ask(ctx, "/models", nil, &out); err != nil {
		return nil, err
	}
	return out.Data, nil
}

func openAIModels(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
	all, err := openAIList(ctx, ask)
	if err != nil {
		return nil, err
	}
	offers := make([]wire.Offer, 0, len(all))
	for _, m := range all {
		o := wire.Offer{Name: m.ID, Window: m.window()}
		o.Input, o.Output, o.Priced = m.prices()
		offers = append(offers, o)
	}
	return offers, nil
}

// prices are in dollars for a million tokens. What is no price is unknown, and never costs the list.
func (m openAIListed) prices() (input, output float64, ok bool) {
	var given struct {
		Prompt     json.Number `json:"prompt"` // in quotes too
		Completion json.Number `json:"completion"`
	}
	if json.Unmarshal(m.Pricing, &given) != nil {
		return 0, 0, false
	}
	input, ierr := given.Prompt.Float64()
	output, oerr := given.Completion.Float64()
	const most = 1 // below 0 it depends on the model that answers
	if ierr != nil || oerr != nil || min(input, output) < 0 || max(input, output) > most {
		return 0, 0, false
	}
	million := func(price float64) float64 { return math.Round(price*1e12) / 1e6 }
	return million(input), million(output), true
}

// window is the smallest window that the server names: what it was trained for is no promise of
// what was loaded. 0 is unknown.
func (m openAIListed) window() (smallest int) {
	for _, n := range []int{m.MaxModelLen, m.ContextLength, m.ContextWindow, m.Loaded, m.Meta.Ctx, m.Meta.CtxTrain} {
		if n > 0 && (smallest == 0 || n < smallest) {
			smallest = n
		}
	}
	return smallest
}

// openAIAbout gives what the list says of a model.
func openAIAbout(ctx context.Context, ask wire.Asker, model string) (wire.About, error) {
	var out wire.About
	all, err := openAIList(ctx, ask)
	if err != nil {
		return out, err
	}
	for _, m := range all {
		if m.ID != model && len(all) > 1 {
			continue
		}
		if n := m.window(); n > 0 && (out.Window == 0 || n < out.Window) {
			out.Window = n
		}
		out.NoTools = len(m.Parameters) > 0 && !slices.Contains(m.Parameters, "tools")
		out.Sees = slices.Contains(m.Architecture.Input, "image")
		out.Documents = slices.Contains(m.Architecture.Input, "file")
	}
	return out, nil
}

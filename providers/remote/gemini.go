package remote

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

const geminiVersion = "/v1beta"

// Gemini returns a provider for the wire protocol of Google's Gemini API.
//
// Specifications, as of 2026-11: "models.streamGenerateContent" with alt=sse,
// "GenerateContentResponse" (FinishReason, UsageMetadata, PromptFeedback), "Function
// calling", "Thought signatures", "Structured output", "models.list" and
// "Troubleshooting" of the Gemini API documentation, API version v1beta;
// google.rpc.Status for errors. The key goes in a header, never into the address.
//
// It must never pass off a blocked reply or one that was cut as an answer.
//
// Options.BaseURL is the host of the API, with or
// without "/v1beta" at its end.
func Gemini(o wire.Options) *wire.Client {
	o.BaseURL = strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), geminiVersion)
	return wire.NewClient(o, wire.Protocol{
		Path:   func(model string) string { return geminiAddress(model) + ":streamGenerateContent?alt=sse" },
		Header: geminiHeader, Body: geminiBody, Framing: wire.SSE, Read: geminiRead,
		Models: geminiModels, About: geminiAbout, AskOver: 2048,
		Adapt: geminiAdapt, Documents: true,
	})
}

func geminiAddress(model string) string {
	return geminiVersion + "/models/" + url.PathEscape(strings.TrimPrefix(model, "models/"))
}

func geminiHeader(h http.Header, key string) {
	if key != "" {
		h.Set("X-Goog-Api-Key", key)
	}
}

// geminiChunk is one event, and also a whole reply.
type geminiChunk struct {
	Error      json.RawMessage `json:"error"`
	Candidates []struct {
		Index   int `json:"index"`
		Content struct {
			Parts []geminiReceived `json:"parts"`
		} `json:"content"`
		FinishReason  wire.Word `json:"finishReason"`
		FinishMessage string    `json:"finishMessage"`
	} `json:"candidates"`
	Feedback struct {
		BlockReason        string `json:"blockReason"`
		BlockReasonMessage string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage        *geminiUsage `json:"usageMetadata"`
	ModelVersion string       `json:"modelVersion"`
}

// geminiReceived is a part of a reply.
type geminiReceived struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought"`
	// Signature is of a call, or of the text.
	Signature string `json:"thoughtSignature"`
	Call      *struct {
		ID   string         `json:"id"`
		Name string         `json:"name"`
		Args wire.Arguments `json:"args"`
	} `json:"functionCall"`
}

type geminiUsage struct {
	Prompt     wire.Count `json:"promptTokenCount"`
	Cached     wire.Count `json:"cachedContentTokenCount"`
	Candidates wire.Count `json:"candidatesTokenCount"`
	Thoughts   wire.Count `json:"thoughtsTokenCount"`
}

// geminiRead implements wire.ReadEvent.
func geminiRead(res *wire.Result, data []byte) (string, bool, error) {
	var c geminiChunk
	err := json.Unmarshal(data, &c)
	if se := wire.ErrorUnder(c.Error); se != nil {
		return "", false, se
	}
	if err != nil || len(c.Candidates) == 0 && c.Usage == nil && c.Feedback.BlockReason == "" {
		if se := wire.FailureIn(data); se != nil {
			return "", false, se
		}
	}
	if err != nil {
		return "", false, err
	}
	if c.ModelVersion != "" {
		res.Model = c.ModelVersion
	}
	if u := c.Usage; u != nil {
		// Thinking is billed as output and counted beside it.
		res.Usage = engine.Usage{Input: int(u.Prompt), Output: int(u.Candidates + u.Thoughts), Cached: int(u.Cached),
			Reasoning: int(u.Thoughts)}
	}
	if c.Feedback.BlockReason != "" {
		res.Stop, res.Finish, res.Detail = wire.StopRefused, c.Feedback.BlockReason, c.Feedback.BlockReasonMessage
	}
	var out strings.Builder
	for _, candidate := range c.Candidates {
		if candidate.Index != 0 {
			continue
		}
		for _, p := range candidate.Content.Parts {
			out.WriteString(p.add(res))
		}
		switch word := candidate.FinishReason; word {
		case "":
		case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL":
			res.Call(geminiMalformed(candidate.FinishMessage))
			res.Stop, res.Finish = wire.StopWhole, string(word)
		default:
			res.End(word)
			res.Detail = candidate.FinishMessage
		}
	}
	return out.String(), false, nil
}

// add takes over a part of a reply, and returns its text.
func (p geminiReceived) add(res *wire.Result) string {
	if c := p.Call; c != nil {
		res.Call(wire.CallPiece{Key: wire.Unnumbered, ID: c.ID, Tool: c.Name, Args: string(c.Args), Mark: p.Signature,
			Whole: true})
		return ""
	}
	if p.Signature != "" && !p.Thought {
		res.Think(0, wire.Thought{Kind: geminiTextSignature, Sign: p.Signature})
	}
	if p.Thought {
		return ""
	}
	return p.Text
}

// geminiMalformed is a call that the service could not read and shows instead, such as
// "Malformed function call: print(default_api.read-file(filepath='x'))". The model is to
// see what it wrote.
func geminiMalformed(shown string) wire.CallPiece {
	tool := "unknown"
	if m := geminiCalledInCode.FindStringSubmatch(shown); m != nil {
		tool = m[1]
	}
	if strings.TrimSpace(shown) == "" {
		shown = "(a call that could not be read)"
	}
	return wire.CallPiece{Key: wire.Unnumbered, Tool: tool, Args: shown, Whole: true}
}

var geminiCalledInCode = regexp.MustCompile(`default_api\.([A-Za-z0-9_-]{1,64})\(`)

func geminiModels(ctx context.Context, ask wire.Asker) ([]wire.Offer, error) {
	var out struct {
		Models []struct {
			Name    string     `json:"name"`
			Methods []string   `json:"supportedGenerationMethods"`
			Input   wire.Count `json:"inputTokenLimit"`
		} `json:"models"`
	}
	if err := ask(ctx, geminiVersion+"/models?pageSize=1000", nil, &out); err != nil {
		return nil, err
	}
	offers := make([]wire.Offer, 0, len(out.Models))
	for _, m := range out.Models {
		if slices.Contains(m.Methods, "generateContent") {
			offers = append(offers, wire.Offer{Name: strings.TrimPrefix(m.Name, "models/"), Window: int(m.Input)})
		}
	}
	return offers, nil
}

func geminiAbout(ctx context.Context, ask wire.Asker, model string) (wire.About, error) {
	var out struct {
		Input int `json:"inputTokenLimit"`
	}
	if err := ask(ctx, geminiAddress(model), nil, &out); err != nil {
		return wire.About{}, err
	}
	return wire.About{Window: out.Input}, nil
}

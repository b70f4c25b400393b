// Package gemini is the wire protocol of Google's Gemini API.
//
// Specifications, as of 2026-11: "models.streamGenerateContent" with alt=sse,
// "GenerateContentResponse" (FinishReason, UsageMetadata, PromptFeedback),
// "models.list" and "Troubleshooting" of the Gemini API documentation, API
// version v1beta; google.rpc.Status for errors. The key goes in a header, never
// into the address.
//
// It must never pass off a blocked reply or one that was cut as an answer.
// Start at [New].
package gemini

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

const version = "/v1beta"

// New returns a provider. Options.BaseURL is the host of the API, with or
// without "/v1beta" at its end.
func New(o wire.Options) *wire.Client {
	o.BaseURL = strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), version)
	return wire.NewClient(o, wire.Protocol{
		Path: func(model string) string { return address(model) + ":streamGenerateContent?alt=sse" }, Header: header,
		Body: body, Framing: wire.SSE, Read: read, Models: models, About: about, AskOver: 2048,
	})
}

func address(model string) string {
	return version + "/models/" + url.PathEscape(strings.TrimPrefix(model, "models/"))
}

func header(h http.Header, key string) {
	if key != "" {
		h.Set("X-Goog-Api-Key", key)
	}
}

type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

type request struct {
	System   *content  `json:"systemInstruction,omitempty"`
	Contents []content `json:"contents"`
	Config   *config   `json:"generationConfig,omitempty"`
}

type config struct {
	MaxOutputTokens int `json:"maxOutputTokens"`
}

func body(r wire.Request) any {
	out := request{Contents: make([]content, 0, len(r.Messages))}
	if strings.TrimSpace(r.System) != "" {
		out.System = &content{Parts: []part{{Text: r.System}}}
	}
	for _, m := range r.Messages {
		out.Contents = append(out.Contents, content{Role: m.Role("model"), Parts: []part{{Text: m.Text()}}})
	}
	if r.MaxTokens > 0 {
		out.Config = &config{r.MaxTokens}
	}
	return out
}

// chunk is one event, and also a whole reply.
type chunk struct {
	Error      json.RawMessage `json:"error"`
	Candidates []struct {
		Index         int     `json:"index"`
		Content       content `json:"content"`
		FinishReason  string  `json:"finishReason"`
		FinishMessage string  `json:"finishMessage"`
	} `json:"candidates"`
	Feedback struct {
		BlockReason        string `json:"blockReason"`
		BlockReasonMessage string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage        *usage `json:"usageMetadata"`
	ModelVersion string `json:"modelVersion"`
}

type usage struct {
	Prompt     wire.Count `json:"promptTokenCount"`
	Cached     wire.Count `json:"cachedContentTokenCount"`
	Candidates wire.Count `json:"candidatesTokenCount"`
	Thoughts   wire.Count `json:"thoughtsTokenCount"`
}

// read implements wire.ReadEvent.
func read(res *wire.Result, data []byte) (string, bool, error) {
	var c chunk
	err := json.Unmarshal(data, &c)
	if se := wire.ErrorUnder(c.Error); se != nil {
		return "", false, se
	}
	if err != nil || len(c.Candidates) == 0 && c.Usage == nil && c.Feedback.BlockReason == "" {
		if se, ok := wire.ReadError(data); ok {
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
			if !p.Thought {
				out.WriteString(p.Text)
			}
		}
		if candidate.FinishReason != "" && candidate.FinishReason != "FINISH_REASON_UNSPECIFIED" {
			res.End(candidate.FinishReason, stops())
			res.Detail = candidate.FinishMessage
		}
	}
	return out.String(), false, nil
}

// stops are the reasons for which a reply ends.
func stops() map[string]wire.Stop {
	return map[string]wire.Stop{"STOP": wire.StopWhole, "MAX_TOKENS": wire.StopLength,
		"SAFETY": wire.StopRefused, "RECITATION": wire.StopRefused, "LANGUAGE": wire.StopRefused,
		"BLOCKLIST": wire.StopRefused, "PROHIBITED_CONTENT": wire.StopRefused, "SPII": wire.StopRefused}
}

func models(ctx context.Context, ask wire.Asker) ([]string, error) {
	var out struct {
		Models []struct {
			Name    string   `json:"name"`
			Methods []string `json:"supportedGenerationMethods"`
		} `json:"models"`
	}
	if err := ask(ctx, version+"/models?pageSize=1000", nil, &out); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(out.Models))
	for _, m := range out.Models {
		for _, method := range m.Methods {
			if method == "generateContent" {
				names = append(names, strings.TrimPrefix(m.Name, "models/"))
			}
		}
	}
	return names, nil
}

func about(ctx context.Context, ask wire.Asker, model string) (wire.About, error) {
	var out struct {
		Input int `json:"inputTokenLimit"`
	}
	if err := ask(ctx, address(model), nil, &out); err != nil {
		return wire.About{}, err
	}
	return wire.About{Window: out.Input}, nil
}

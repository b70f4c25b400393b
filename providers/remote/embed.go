package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/providers/wire"
)

// EmbedOptions are what an embedder is made of. Client and Model must be set.
type EmbedOptions struct {
	Name, Model string // of the provider as configured, and of the model
	Client      *wire.Client
	Ollama      bool // the server speaks Ollama's own API, and not OpenAI's
	Local       bool // it is on this machine: it gets few texts at once, since it takes its time
	// Redactor takes secrets out of what is sent; nil takes out nothing.
	Redactor engine.Redactor
	// Meter accounts for a call, which looks like a prompt with the texts as turns; nil does not.
	Meter func(engine.Provider) engine.Provider
}

// Embedder makes vectors. It is safe for concurrent use.
type Embedder struct {
	o     EmbedOptions
	about embedModel
}

// New returns an embedder. It opens no connection.
func NewEmbedder(o EmbedOptions) *Embedder {
	if o.Meter == nil {
		o.Meter = func(p engine.Provider) engine.Provider { return p }
	}
	return &Embedder{o, embedModelOf(o.Model)}
}

// Space names what the vectors are of: the provider, the model, and what stands before its
// texts. Vectors of two spaces cannot be compared.
func (e *Embedder) Space() string {
	return strings.Join([]string{e.o.Name, e.o.Model, e.about.query, e.about.document}, "\x00")
}

// Bounds of a request. A text is cut to what its model reads; the rest is not in its vector.
const (
	mostTexts  = 64
	localTexts = 16
	mostTokens = 100_000   // estimated, of all texts together
	mostBytes  = 512 << 10 // of an answer, for each text
	leastText  = 64        // tokens, below which a text is not cut further
)

// Documents gives a vector for each text that is to be found, in as many requests as it takes.
// Its errors, and those of Query, are those of wire.Client and of Meter.
func (e *Embedder) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	most := mostTexts
	if e.o.Local {
		most = localTexts
	}
	for len(texts) > 0 {
		var batch []string
		for tokens := 0; len(batch) < min(most, len(texts)); {
			text := e.prepare(e.about.document, texts[len(batch)])
			if tokens += wire.EstimateText(text); tokens > mostTokens && len(batch) > 0 {
				break
			}
			batch = append(batch, text)
		}
		made, err := e.embed(ctx, batch)
		if err != nil {
			return nil, err
		}
		out = append(out, made...)
		texts = texts[len(batch):]
	}
	return out, nil
}

// Query gives the vector of what is looked for.
func (e *Embedder) Query(ctx context.Context, text string) ([]float32, error) {
	made, err := e.embed(ctx, []string{e.prepare(e.about.query, text)})
	if err != nil {
		return nil, err
	}
	return made[0], nil
}

// prepare is a text as it is sent: no server takes an empty one.
func (e *Embedder) prepare(prefix, text string) string {
	text = strings.ToValidUTF8(engine.Redact(e.o.Redactor, text), "\uFFFD")
	text = prefix + cmp.Or(strings.TrimSpace(text), "-")
	return text[:wire.Fit(text, e.about.window)]
}

// embed sends one request. Where a server says that a text is too large, which it may be though
// its model could read it, all are cut to half, and again.
func (e *Embedder) embed(ctx context.Context, texts []string) ([][]float32, error) {
	for limit := e.about.window / 2; ; limit /= 2 {
		p := engine.Prompt{Model: e.o.Model, MaxTokens: 1}
		for _, text := range texts {
			p.Turns = append(p.Turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Text: text})
		}
		c := &embedCall{Embedder: e, texts: texts}
		_, err := e.o.Meter(c).Complete(ctx, p)
		le, ok := errors.AsType[*engine.LLMError](err)
		if !ok || le.Kind != engine.LLMTooLarge || limit < leastText {
			return c.made, err
		}
		texts = slices.Clone(texts)
		for i, text := range texts {
			texts[i] = text[:wire.Fit(text, limit)]
		}
	}
}

// embedCall is one request, as a provider.
type embedCall struct {
	*Embedder
	texts []string
	made  [][]float32
}

// Complete implements engine.Provider. Its reply has no text.
func (c *embedCall) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	path := "/embeddings"
	if c.o.Ollama {
		path = "/api/embed"
	}
	made, used, err := c.post(ctx, path, embedRequest{Model: c.o.Model, Input: c.texts})
	if err != nil {
		return engine.Reply{}, err
	}
	usage := engine.Usage{Input: cmp.Or(used, wire.Estimate(p))}
	if err := c.check(made); err != nil {
		return engine.Reply{}, &wire.ReplyError{Err: err, Model: c.o.Model, Used: usage}
	}
	c.made = made
	return engine.Reply{Provider: c.o.Name, Model: c.o.Model, Usage: usage}, nil
}

type embedRequest struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

// embedAnswer is that of any of the protocols.
type embedAnswer struct {
	Data  []numbered `json:"data"` // OpenAI
	Usage struct {
		PromptTokens wire.Count `json:"prompt_tokens"`
	} `json:"usage"`
	Embeddings [][]float32 `json:"embeddings"` // Ollama
	Read       wire.Count  `json:"prompt_eval_count"`
}

type numbered struct {
	Index     int       `json:"index"`
	Embedding []float32 `json:"embedding"`
}

// post gives the vectors, and how many tokens were read; 0 is not said.
func (c *embedCall) post(ctx context.Context, path string, r embedRequest) (out [][]float32, used int, err error) {
	var a embedAnswer
	if err := c.o.Client.Post(ctx, c.o.Model, path, r, &a, int64(len(c.texts)+1)*mostBytes); err != nil {
		return nil, 0, err
	}
	slices.SortStableFunc(a.Data, func(a, b numbered) int { return cmp.Compare(a.Index, b.Index) })
	for _, d := range a.Data {
		out = append(out, d.Embedding)
	}
	return append(out, a.Embeddings...), int(a.Usage.PromptTokens + a.Read), nil
}

// check refuses vectors that are not one for each text, or not of one dimension.
func (c *embedCall) check(made [][]float32) error {
	what := fmt.Sprintf("has %d vectors for %d texts", len(made), len(c.texts))
	if len(made) == len(c.texts) {
		i := slices.IndexFunc(made, func(v []float32) bool {
			return len(v) == 0 || len(v) != len(made[0])
		})
		if i < 0 {
			return nil
		}
		what = fmt.Sprintf("has vectors of %d and of %d dimensions", len(made[0]), len(made[i]))
	}
	return &engine.LLMError{Provider: c.o.Name, Kind: engine.LLMUnavailable, Tries: 1,
		Err: errors.New("the answer " + what), Hint: "check that embedding.model is a model for embeddings"}
}

package ollama

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"pp/providers/wire"
)

// Embed gives each text's vector under a model, in order and all of one length
// (POST /api/embed of docs/api.md, "Generate Embeddings"). A text that does not
// fit the model's window is an error and not cut. The client is one of New. The
// error is an *engine.LLMError, or the cause of a cancelled ctx.
func Embed(ctx context.Context, c *wire.Client, model string, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	var out struct {
		Embeddings [][]float32 `json:"embeddings"`
	}
	err := c.Ask(ctx, func(ask wire.Asker) error {
		data, err := ask(ctx, "/api/embed", struct {
			Model    string   `json:"model"`
			Input    []string `json:"input"`
			Truncate bool     `json:"truncate"`
		}{model, texts, false})
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, &out); err != nil {
			return wire.ErrGarbage
		}
		return checkVectors(out.Embeddings, len(texts))
	})
	if err != nil {
		return nil, err
	}
	return out.Embeddings, nil
}

func checkVectors(vectors [][]float32, n int) error {
	if len(vectors) != n {
		return fmt.Errorf("the server gave %d vectors for %d texts", len(vectors), n)
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return errors.New("the server gave vectors of different lengths, or empty ones")
		}
	}
	return nil
}

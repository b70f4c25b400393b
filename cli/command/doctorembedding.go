package command

import (
	"fmt"

	"pp/cli/setup"
	"pp/engine/memory/index"
)

// checkEmbedding looks at how notes are found by what they mean. It contacts nobody.
func checkEmbedding(a App, s *setup.Settings) Checkup {
	c := Checkup{What: "embedding", State: Healthy, Says: "hashing, which needs no model"}
	h, err := setup.NewProviderSet(s, a.Out, nil, "doctor")
	if err != nil {
		return c.found(Degraded, err.Error(), "pp providers")
	}
	embedder, err := h.Embedder()
	switch {
	case err != nil:
		return c.found(Degraded, err.Error(), "pp config set embedding.provider hashing")
	case embedder == nil:
		return c
	}
	var stat index.Stat
	if setup.Exists(s.IndexDir()) {
		stat, err = vectorsOf(s, embedder)
	}
	switch {
	case err != nil:
		return c.found(Degraded, err.Error(), "pp memory reindex")
	case stat.Vectors == 0:
		return c.found(Degraded, s.Config.Embedding.Provider+" is set, but no note is embedded yet", "pp memory reindex")
	}
	return c.found(Healthy, fmt.Sprintf("%s: %d vectors of %d dimensions", s.Config.Embedding.Provider, stat.Vectors,
		stat.Dimension), "")
}

// vectorsOf says what the index holds, without bringing it up to date.
func vectorsOf(s *setup.Settings, e index.Embedder) (index.Stat, error) {
	x, err := index.Open(s.IndexOptions(e))
	if err != nil {
		return index.Stat{}, err
	}
	defer x.Close()
	return x.Stat()
}

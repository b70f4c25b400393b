package command

import (
	"fmt"

	"pp/cli/setup"
)

// checkEmbedding looks at how notes are found by what they mean. It contacts nobody.
func checkEmbedding(a App, s *setup.Settings) checkup {
	c := checkup{What: "embedding", State: healthy, Says: "hashing, which needs no model"}
	h, err := setup.NewProviderSet(s, a.Out, nil, "doctor")
	if err != nil {
		return c.found(degraded, err.Error(), "pp providers")
	}
	semantic, err := h.Semantic()
	switch {
	case err != nil:
		return c.found(degraded, err.Error(), "pp config set embedding.provider hashing")
	case semantic == nil:
		return c
	}
	stat, err := semantic.Store.Stat()
	switch {
	case err != nil:
		return c.found(degraded, err.Error(), "pp memory reindex")
	case stat.Vectors == 0:
		return c.found(degraded, s.Config.Embedding.Provider+" is set, and no note has a vector yet", "pp memory reindex")
	}
	return c.found(healthy, fmt.Sprintf("%s: %d vectors of %d dimensions", s.Config.Embedding.Provider, stat.Vectors,
		stat.Dimension), "")
}

package setup

import (
	"cmp"
	"path/filepath"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/memory/vectors"
	"pp/providers"
	"pp/providers/remote"
)

// Semantic gives what finds notes by what they mean, as configured; nil where words and
// trigrams are to do, there is no place for vectors, or a prompt is only shown. A service that may not have memory is
// an error. Nothing is opened, and no connection made.
func (h *ProviderSet) Semantic() (*vectors.Semantic, error) {
	if h == nil { // there are none yet
		return nil, nil
	}
	s := h.Settings
	name, model := "openai", "text-embedding-3-small"
	switch s.Config.Embedding.Provider {
	case "hashing":
		return nil, nil
	case "local":
		name, model = "ollama", "nomic-embed-text"
	}
	p := s.Config.Providers[name]
	switch {
	case s.Config.Paths.CacheDir == "", s.Options.ShowPrompt && !p.Local(): // that sends nothing
		return nil, nil
	case p.Protocol != name:
		return nil, exit.ConfigError("set embedding.provider = \"hashing\", or give providers."+p.Name+" its own protocol",
			"embedding.provider = %q needs a provider %q with the protocol of that name, not %q",
			s.Config.Embedding.Provider, name, p.Protocol)
	case !p.Local() && !p.Memory:
		return nil, exit.ConfigError("set providers."+p.Name+".memory = true, or embedding.provider = \"hashing\"",
			"notes are not sent to %s to be embedded: it is not on this machine", p.Name)
	}
	model = cmp.Or(s.Config.Embedding.Model, model)
	service := h.service(p)
	o := h.options(p, service)
	meter := providers.MeterOptions{Name: p.Name, Local: p.Local(), Model: model, Rates: ratesOf(p, service),
		Known: service.Known}
	e := remote.NewEmbedder(remote.EmbedOptions{Name: p.Name, Model: model, Client: clientOf(p.Protocol, o),
		Ollama: p.Protocol == "ollama", Local: p.Local(), Redactor: s.Redactor,
		Meter: func(p engine.Provider) engine.Provider { return h.ledger.Meter(p, meter) }})
	store := vectors.NewStore(filepath.Join(s.Config.Paths.CacheDir, "vectors"), e.Space())
	return &vectors.Semantic{Store: store, Embedder: e}, nil
}

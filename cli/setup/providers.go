package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine"
	"pp/engine/memory/index"
	"pp/engine/session"
	"pp/providers"
	"pp/providers/offline"
	"pp/providers/remote"
	"pp/providers/wire"
)

// ProviderSet holds the providers of one conversation, each with its prices and its circuit breaker.
type ProviderSet struct {
	Settings *Settings
	progress *output.Progress
	out      *output.Printer
	table    func() *providers.Table // read when it is first asked for
	ledger   *providers.Ledger
	Order    []string
	Models   map[string]string // the model asked for, by provider
	// consensus is how many are asked at once; below 2 the cascade answers.
	consensus int
	// record keeps a prompt that was made of another in the thought trace; nil keeps none.
	record func(ctx context.Context, p engine.Prompt)
}

// NewProviderSet resolves the providers of a conversation, their order, and their models.
func NewProviderSet(s *Settings, out *output.Printer, progress *output.Progress, id string) (*ProviderSet, error) {
	h := &ProviderSet{Settings: s, progress: progress, out: out, table: sync.OnceValue(providers.DefaultTable),
		Models: map[string]string{}, consensus: s.Options.Consensus}
	var store providers.Store // nil where there is no place for one
	var files *providers.SpendingFiles
	if dir := s.Kept("spending"); dir != "" {
		files = providers.NewSpendingFiles(dir)
		store = files
	}
	caps := capsOf(s.Config.Limits)
	h.ledger = providers.NewLedger(caps, store, id, s.System.Now)
	if began, ok := sessionDay(id); ok && files != nil && (caps.SessionCost != nil || caps.SessionTokens != nil) {
		before, err := files.Session(id, began)
		if err != nil {
			return nil, exit.ConfigError("check the state directory, or leave out the limit",
				"what the session has spent cannot be read: %w", err)
		}
		h.ledger.Carry(before)
	}
	h.Order = s.Config.Cascade
	if len(h.Order) == 0 {
		h.Order = s.keyed()
	}
	if s.Options.Provider != "" {
		h.Order = []string{s.Options.Provider}
	}
	if err := h.ChooseModel(s.Config.Model); err != nil {
		return nil, err
	}
	for _, name := range h.Order {
		if _, ok := s.Config.Providers[name]; !ok {
			return nil, s.UnknownProvider(name)
		}
	}
	if s.Options.Model != "" && s.Config.Providers[h.Order[0]].Protocol == "offline" {
		return nil, exit.UsageError("write PROVIDER/MODEL, or set a provider's key; `pp providers` lists the providers",
			"--model %s: the planner %s would be asked, and it has no models", s.Options.Model, h.Order[0])
	}
	return h, nil
}

// sessionDay returns the day before a session began, from its ID, so that no time zone hides spending.
func sessionDay(id string) (day string, ok bool) {
	parsed, err := session.ParseID(id)
	if err != nil {
		return "", false
	}
	began, err := time.Parse("20060102", string(parsed)[:8])
	return began.AddDate(0, 0, -1).Format(time.DateOnly), err == nil
}

// provider is the cascade over the order, or the consensus of its first n.
func (h *ProviderSet) provider(n int, decode providers.Decode) (engine.Provider, error) {
	var members []providers.Member
	for i, name := range h.Order {
		if slices.Contains(h.Order[:i], name) {
			return nil, exit.UsageError("leave one of them out", "the cascade names %q twice", name)
		}
		p, err := h.make(h.Settings.Config.Providers[name])
		if err != nil {
			return nil, err
		}
		members = append(members, providers.Member{Name: name,
			Provider: h.progress.Named(name, providers.Continue(name, p, decode)),
			Local:    h.Settings.Config.Providers[name].Local()})
	}
	if n > 1 {
		if n > len(members) {
			return nil, exit.UsageError("add providers to the cascade", "--consensus %d needs %d providers; %d are configured",
				n, n, len(members))
		}
		c, err := providers.NewConsensus(members[:n], decode, providers.Options{CrossLocal: h.Settings.Config.CascadeCross})
		if err != nil {
			return nil, exit.New(exit.Config,
				"set cascade_cross = true in the configuration, or name others in cascade; `pp providers` lists them", err)
		}
		return h.around(c, decode)
	}
	c, err := providers.NewCascade(members, providers.Options{CrossLocal: h.Settings.Config.CascadeCross})
	if err != nil {
		return nil, exit.New(exit.Config, "`pp providers` lists the providers", err)
	}
	return h.around(c, decode)
}

// around wraps the providers of a run as its flags ask for.
func (h *ProviderSet) around(p engine.Provider, decode providers.Decode) (engine.Provider, error) {
	p, err := h.shape(h.fit(p), decode)
	if err != nil {
		return nil, err
	}
	return h.progress.Around(p), nil
}

// make wires one provider with its breaker, its account, and the choice of a model.
func (h *ProviderSet) make(p config.Provider) (engine.Provider, error) {
	service := h.service(p)
	o := h.options(p, service)
	switch p.Protocol {
	case "offline":
		return offline.New(h.Settings.unasked() + offlineHint), nil
	case "script":
		s, err := offline.OpenScript(p.File)
		if err != nil {
			return nil, exit.ConfigError("set providers."+p.Name+".file to a file of recorded replies",
				"provider %q: %w", p.Name, err)
		}
		return s, nil
	}
	wired := clientOf(p.Protocol, o)
	if wired == nil {
		return nil, exit.ConfigError("use openai, anthropic, gemini, ollama, offline or script",
			"provider %q: there is no protocol %q", p.Name, p.Protocol)
	}
	var client engine.Provider = providers.NewBreaker(p.Name, wired,
		providers.BreakerOptions{Clock: h.Settings.System.Now})
	client = h.ledger.Meter(client, providers.MeterOptions{Name: p.Name, Local: p.Local(), Model: o.Model,
		Rates: ratesOf(p, service), Known: service.Known})
	if o.Model == "" {
		client = providers.NewSelector(client, h.table(), service)
	}
	if !p.Remembers() {
		client = providers.WithoutMemory(p.Name, client)
	}
	return client, nil
}

// Sent is what the provider that is asked first is sent for a prompt, and whether all of the prompt is in it.
func (h *ProviderSet) Sent(p engine.Prompt) (sent engine.Prompt, all bool) {
	by, _ := h.shape(nil, nil) // an error has ended the run before
	if s, ok := by.(shaped); ok {
		p = s.asking(p)
	}
	if len(h.Order) == 0 || h.Settings.Config.Providers[h.Order[0]].Remembers() {
		return p, true
	}
	sent, had := p.WithoutMemory()
	return sent, !had
}

// clientOf is the client of a wire protocol; nil where it is none.
func clientOf(protocol string, o wire.Options) *wire.Client {
	switch protocol {
	case "openai":
		return remote.OpenAI(o)
	case "anthropic":
		return remote.Anthropic(o)
	case "gemini":
		return remote.Gemini(o)
	case "ollama":
		return remote.Ollama(o)
	}
	return nil
}

// service returns the seller of a provider's models, with the person's models for the tiers; none if it is local.
func (h *ProviderSet) service(p config.Provider) providers.Service {
	var s providers.Service
	if !p.Local() {
		s = h.table().Service(p.Name, p.BaseURL)
	}
	s.Small, s.Large = cmp.Or(p.Small, s.Small), cmp.Or(p.Large, s.Large)
	return s
}

func (h *ProviderSet) options(p config.Provider, service providers.Service) wire.Options {
	t := h.Settings.Config.Timeouts
	model := p.Model
	if m := h.Models[p.Name]; m != "" {
		model = m
	}
	if tier := map[engine.Tier]string{engine.TierCognition: service.Small,
		engine.TierReasoning: service.Large}[h.Settings.Options.Tier]; tier != "" {
		model = tier
	}
	o := wire.Options{Name: p.Name, BaseURL: p.BaseURL, Model: model, Key: h.key(p), Context: p.Context,
		Known: service.Known, Local: p.Local(), Clock: h.Settings.System.Now,
		Tools:   map[string]wire.ToolMode{"native": wire.ToolsNative, "text": wire.ToolsText}[p.Tools],
		ToolsOf: map[string]wire.ToolMode{},
		NoTools: service.NoTools, Sees: service.Sees, Images: p.Images,
		Limits: wire.Limits{Connect: t.Connect, FirstByte: t.FirstByte, Idle: t.Idle, Total: t.Reply}}
	for _, model := range p.TextModels {
		o.ToolsOf[model] = wire.ToolsText
	}
	for _, model := range p.NativeModels {
		o.ToolsOf[model] = wire.ToolsNative
	}
	if file := h.Settings.Kept("toolless.json"); file != "" && !h.Settings.Options.Ephemeral {
		o.Memory = providers.NewToolless(file, p.BaseURL, h.Settings.System.Now)
	}
	return o
}

// key returns a provider's key on demand. It returns an error if the key must not go to the address.
func (h *ProviderSet) key(p config.Provider) func(context.Context) (engine.Secret, error) {
	return func(ctx context.Context) (engine.Secret, error) {
		if p.KeySource == config.KeyNone {
			if p.KeyEnv != "" && !p.Local() { // the prompt is not sent to be refused
				return engine.Secret{}, fmt.Errorf("set %s, or run `pp config key %s`", p.KeyEnv, p.Name)
			}
			return engine.Secret{}, nil
		}
		if ok, why := p.MayUseKey(); !ok {
			return engine.Secret{}, &engine.LLMError{Provider: p.Name, Kind: engine.LLMConfig,
				Err:  errors.New("its key is not sent: " + why),
				Hint: "set base_url of providers." + p.Name + " to an https address in the user's file: `pp config edit`"}
		}
		if p.KeySource != config.KeyFromCommand {
			return engine.NewSecret(p.Name, p.Key.Reveal()), nil
		}
		defer h.progress.Pause()() // it may ask the person to unlock a store
		return runKeyCommand(ctx, p)
	}
}

// ratesOf are the configured prices of a provider, else the table's.
func ratesOf(p config.Provider, service providers.Service) func(string) (providers.Rates, bool) {
	return func(model string) (providers.Rates, bool) {
		if p.Prices.Input != nil && p.Prices.Output != nil {
			prices := providers.Prices{Input: *p.Prices.Input, Output: *p.Prices.Output,
				Cached: *cmp.Or(p.Prices.Cached, p.Prices.Input)}
			return providers.Rates{Prices: prices}, true
		}
		m, ok := service.Model(model)
		if !ok {
			return providers.Rates{}, false
		}
		return m.Rates()
	}
}

func capsOf(l config.Limits) providers.Caps {
	return providers.Caps{SessionCost: l.MaxCost, DayCost: l.MaxCostDay,
		SessionTokens: l.MaxTokens, DayTokens: l.MaxTokensDay}
}

const offlineHint = `for a local model: install Ollama, run it, then: pp -p ollama "…"
for a service: export ANTHROPIC_API_KEY=… (or OPENAI_API_KEY, GEMINI_API_KEY)
to see what is configured: pp providers`

// unasked says how a provider is asked that the person has set up and named nowhere; "" of none.
func (s *Settings) unasked() string {
	for _, name := range slices.Sorted(maps.Keys(s.Config.Providers)) {
		p := s.Config.Providers[name]
		if p.BaseURL != "" && p.BaseURLSource != config.SourceBuiltIn && !slices.Contains(s.Config.Cascade, name) {
			return fmt.Sprintf("%s is configured, and not in the cascade: pp -p %s \"…\", or: pp config set cascade '[%q]'\n",
				name, name, name)
		}
	}
	return ""
}

// Planner reports whether the offline planner is asked first.
func (h *ProviderSet) Planner() bool {
	return len(h.Order) > 0 && h.Settings.Config.Providers[h.Order[0]].Protocol == "offline"
}

const (
	// keyCommandTime bounds a key_command, which may ask the person to unlock a store.
	keyCommandTime = 60 * time.Second
	// maxShort bounds what a person's own program may print, in bytes: a key and notes below it.
	maxShort = 64 << 10
)

// runKeyCommand runs key_command without a shell; the key is its first line. pp never shows its output.
func runKeyCommand(ctx context.Context, p config.Provider) (engine.Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, keyCommandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.KeyCommand[0], p.KeyCommand[1:]...)
	cmd.WaitDelay = time.Second
	out := &Bounded{Most: maxShort}
	cmd.Stdout = out
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended well, and left behind an agent that keeps its output open
	}
	key, _, _ := strings.Cut(out.String(), "\n")
	key = strings.TrimSpace(key)
	why := ""
	switch {
	case out.Over:
		why = "it prints far more than a key"
	case err != nil && cmd.ProcessState == nil:
		why = "it could not be run"
	case err != nil:
		why = cmd.ProcessState.String()
	case key == "":
		why = "it printed nothing"
	default:
		return engine.NewSecret(p.Name, key), nil
	}
	return engine.Secret{}, &engine.LLMError{Provider: p.Name, Kind: engine.LLMAuth, Err: errors.New("key_command: " +
		why), Hint: "run the key_command of providers." + p.Name + " by hand and see what it says"}
}

// Bounded keeps a text, and fails, so that who writes ends, when it gets too long.
type Bounded struct {
	strings.Builder
	Most int // bytes
	Over bool
}

// Write implements io.Writer.
func (b *Bounded) Write(text []byte) (int, error) {
	if b.Over = b.Over || b.Len()+len(text) > b.Most; b.Over {
		return 0, errors.New("the text is too long")
	}
	return b.Builder.Write(text)
}

// Embedder gives what finds notes by what they mean, as configured; nil where words are to do, there is no place for
// vectors, or a prompt is only shown. A service that may not have memory is an error. It makes no connection.
func (h *ProviderSet) Embedder() (index.Embedder, error) {
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
	return remote.NewEmbedder(remote.EmbedOptions{Name: p.Name, Model: model, Client: clientOf(p.Protocol, o),
		Ollama: p.Protocol == "ollama", Local: p.Local(), Redactor: s.Redactor,
		Meter: func(p engine.Provider) engine.Provider { return h.ledger.Meter(p, meter) }}), nil
}

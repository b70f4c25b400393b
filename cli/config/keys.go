package config

// key describes one setting of T, the Config or a record such as a Provider. It is
// all that loading, printing, changing and explaining the setting go by. The
// tables of keys are read, never written.
type key[T any] struct {
	name, doc string       // the doc is one line, for the sample
	field     func(*T) any // a pointer to where the value is kept
	kind
}

// kind says what values a key takes and where they may come from.
type kind struct {
	env       string              // the variable that sets it, "" when none does
	low, high float64             // of a number, or of a duration in seconds
	choices   []string            // the only texts allowed
	check     func(string) string // what is wrong with a text or list element, or ""
	normalize func(string) string // to the form in which a text is kept
	lines     bool                // a text may have several lines
	path      pathKind            // for texts that are paths
	rule      rule                // how layers combine
	lenient   bool                // a bad variable is ignored with a warning: its name is a common one
}

// rule says how the layers of one key combine.
type rule uint8

const (
	ruleLast   rule = iota // the layer of highest precedence
	ruleLowest             // the lowest number; a project's file may set it
	ruleUnion              // what any of the person's layers lists
	ruleAny                // true when any layer says true
)

// pathKind says what is done to a text that is a path.
type pathKind uint8

const (
	pathNone pathKind = iota
	pathHome          // a leading ~ is expanded
	pathAbs           // expanded, and then it must be absolute
)

const (
	day   = 24 * 60 * 60
	large = 1 << 40
)

func between(low, high float64) kind { return kind{low: low, high: high} }

// limit is a number of which the strictest layer's counts.
func limit(low, high float64) kind { return kind{low: low, high: high, rule: ruleLowest} }

var keyTable = [...]key[Config]{
	{"assistant", "The name the model is given.", func(c *Config) any { return &c.Assistant },
		kind{env: "MEMEX_ASSISTANT", check: checkPlain}},
	{"model", "provider/model, a model or an alias; empty lets the provider choose.",
		func(c *Config) any { return &c.Model }, kind{env: "PP_MODEL"}},
	{"cascade", "Providers tried in order; empty: decided from the keys that are set.",
		func(c *Config) any { return &c.Cascade }, kind{env: "PROVIDER_CASCADE", normalize: actuatorName}},
	{"cascade_cross", "Whether the cascade may go from a local to a remote provider.",
		func(c *Config) any { return &c.CascadeCross }, kind{}},
	{"workspace_roots", "Directories that belong to every workspace.", func(c *Config) any { return &c.WorkspaceRoots },
		kind{path: pathAbs, check: checkPlain}},
	{"default_actuator", "Where an action without a target goes.", func(c *Config) any { return &c.DefaultActuator },
		kind{env: "DEFAULT_ACTUATOR", normalize: actuatorName, check: checkWord, lenient: true}},
	{"silent_actuators", "Actuators whose results are not fed back.", func(c *Config) any { return &c.SilentActuators },
		kind{env: "SILENT_ACTUATORS", normalize: actuatorName, check: checkWord, lenient: true}},
	{"heartbeat_interval", "Seconds, or a duration like \"90s\". Not used yet.",
		func(c *Config) any { return &c.Heartbeat }, kind{env: "HEARTBEAT_INTERVAL", low: 1, high: day, lenient: true}},
	{"memory_auto_save_interval", "How often the heartbeat saves. Not used yet.",
		func(c *Config) any { return &c.MemoryAutoSave },
		kind{env: "MEMORY_AUTO_SAVE_INTERVAL", low: 1, high: day, lenient: true}},
	{"memex_dir", "Your Org files; empty: no memex. Not used yet.", func(c *Config) any { return &c.MemexDir },
		kind{env: "MEMEX_DIR", path: pathAbs, lenient: true}},
	{"privacy_filter_tags", "Org tags that keep a subtree of the memex from models. Files are not filtered yet.",
		func(c *Config) any { return &c.PrivacyTags }, kind{env: "PRIVACY_FILTER_TAGS", rule: ruleUnion, check: checkPlain}},
	{"private_paths", "Paths that are private like a tagged subtree. Files are not filtered yet.",
		func(c *Config) any { return &c.PrivatePaths }, kind{rule: ruleUnion, path: pathHome, check: checkPlain}},

	{"limits.max_cost", "Dollars in one session.", func(c *Config) any { return &c.Limits.MaxCost }, limit(0, 1e6)},
	{"limits.max_cost_day", "Dollars in one day.", func(c *Config) any { return &c.Limits.MaxCostDay }, limit(0, 1e6)},
	{"limits.max_tokens", "Tokens in one session.", func(c *Config) any { return &c.Limits.MaxTokens }, limit(1, large)},
	{"limits.max_tokens_day", "Tokens in one day.", func(c *Config) any { return &c.Limits.MaxTokensDay },
		limit(1, large)},
	{"limits.max_turns", "Cleared calls for one signal.", func(c *Config) any { return &c.Limits.MaxTurns },
		limit(1, 1e6)},
	{"limits.max_depth", "How deep errors and unasked signals may go.", func(c *Config) any { return &c.Limits.MaxDepth },
		limit(1, 100)},
	{"limits.max_attempts", "Proposals before a denial is final.", func(c *Config) any { return &c.Limits.MaxAttempts },
		limit(1, 100)},
	{"limits.max_input", "Bytes of standard input.", func(c *Config) any { return &c.Limits.MaxInput }, limit(1, 1<<30)},
	{"limits.max_output", "Bytes kept of a command's output.", func(c *Config) any { return &c.Limits.MaxOutput },
		limit(1000, 1<<30)},
	{"limits.command_time", "Seconds, or a duration, for one command.",
		func(c *Config) any { return &c.Limits.CommandTime }, limit(1, 7*day)},
	{"limits.build_time", "For a build or a test run.", func(c *Config) any { return &c.Limits.BuildTime },
		limit(1, 7*day)},
	{"limits.max_command_time", "What a proposal may ask for.", func(c *Config) any { return &c.Limits.MaxCommandTime },
		limit(1, 7*day)},
	{"limits.timeout", "For the whole run.", func(c *Config) any { return &c.Limits.Timeout }, limit(0.001, 7*day)},

	{"timeouts.connect", "To a provider.", func(c *Config) any { return &c.Timeouts.Connect }, between(0.001, day)},
	{"timeouts.first_byte", "Of a reply; does not count for loopback.",
		func(c *Config) any { return &c.Timeouts.FirstByte }, between(0.001, day)},
	{"timeouts.idle", "Between two pieces of a reply.", func(c *Config) any { return &c.Timeouts.Idle },
		between(0.001, day)},
	{"timeouts.reply", "Of a whole reply.", func(c *Config) any { return &c.Timeouts.Reply }, between(0.001, day)},
	{"timeouts.stdin", "Of silent standard input.", func(c *Config) any { return &c.Timeouts.Stdin }, between(0.001, day)},

	{"approvals.deny_all", "Deny whatever asks.", func(c *Config) any { return &c.DenyAllApprovals },
		kind{env: "PP_DENY_ALL_APPROVALS", rule: ruleAny}},
	{"approvals.inline_expiry", "How long an answer at the prompt stays good.",
		func(c *Config) any { return &c.Approvals.InlineExpiry }, between(1, day)},
	{"approvals.suspended_expiry", "How long a suspended action waits.",
		func(c *Config) any { return &c.Approvals.SuspendedExpiry }, between(1, 365*day)},
	{"trace.max_age", "Older thought traces are removed.", func(c *Config) any { return &c.Trace.MaxAge },
		between(day, 100*365*day)},
	{"trace.max_size", "Bytes of all thought traces together; over it the oldest are removed.",
		func(c *Config) any { return &c.Trace.MaxSize }, between(1<<20, 1<<40)},
	{"sandbox.unconfined", "Without confinement: \"read-only\" runs known read-only programs, \"ask\" asks for all.",
		func(c *Config) any { return &c.Sandbox.Unconfined }, kind{choices: []string{"read-only", "ask"}}},

	{"context.semantic_threshold", "Cosine from which a similar object is shown in full. Not used yet.",
		func(c *Config) any { return &c.Context.SemanticThreshold },
		kind{env: "CONTEXT_SEMANTIC_THRESHOLD", high: 1, lenient: true}},
	{"context.log_limit", "Recent log lines in a prompt. Not used yet.",
		func(c *Config) any { return &c.Context.LogLimit }, kind{env: "CONTEXT_LOG_LIMIT", high: 10000, lenient: true}},
	{"context.budget", "Tokens of memory in a prompt. Not used yet.", func(c *Config) any { return &c.Context.Budget },
		between(0, 1e7)},
	{"context.depth", "Levels of memory shown by title. Not used yet.", func(c *Config) any { return &c.Context.Depth },
		between(0, 100)},
	{"embedding.provider", "\"hashing\" needs nothing; \"local\" or \"openai\". Not used yet.",
		func(c *Config) any { return &c.Embedding.Provider },
		kind{env: "EMBEDDING_PROVIDER", normalize: actuatorName,
			choices: []string{"hashing", "local", "openai"}, lenient: true}},
	{"embedding.model", "The model of \"local\" or \"openai\". Not used yet.",
		func(c *Config) any { return &c.Embedding.Model }, kind{env: "EMBEDDING_MODEL"}},
}

// providerTable are the fields of [providers.NAME].
var providerTable = [...]key[Provider]{
	{"protocol", "openai, anthropic, gemini, ollama, offline or script.", func(p *Provider) any { return &p.Protocol },
		kind{choices: []string{"openai", "anthropic", "gemini", "ollama", "offline", "script"}}},
	{"base_url", "Where requests go.", func(p *Provider) any { return &p.BaseURL },
		kind{check: checkBaseURL, normalize: trimSlash}},
	{"model", "The model asked for.", func(p *Provider) any { return &p.Model }, kind{}},
	{"key_env", "The variable that holds the key; never the key itself.", func(p *Provider) any { return &p.KeyEnv },
		kind{check: checkVariable}},
	{"key_command", "A command, as a list of words, that prints the key.", func(p *Provider) any { return &p.KeyCommand },
		kind{}},
	{"context", "The context window in tokens, when the server does not say.", func(p *Provider) any { return &p.Context },
		between(0, 1e9)},
	{"memory", "Whether a remote provider may be sent memory. Not used yet.", func(p *Provider) any { return &p.Memory },
		kind{}},
	{"file", "For protocol script: the recorded replies.", func(p *Provider) any { return &p.File }, kind{path: pathAbs}},
	{"prices.input", "Dollars for a million tokens sent.", func(p *Provider) any { return &p.Prices.Input },
		between(0, 1e6)},
	{"prices.output", "Dollars for a million tokens received.", func(p *Provider) any { return &p.Prices.Output },
		between(0, 1e6)},
	{"prices.cached", "Dollars for a million tokens read from a cache.", func(p *Provider) any { return &p.Prices.Cached },
		between(0, 1e6)},
}

// templateTable are the fields of [templates.NAME].
var templateTable = [...]key[Template]{
	{"prompt", "What is asked; the words and the data given come behind it.", func(t *Template) any { return &t.Prompt },
		kind{lines: true}},
	{"system", "Takes the place of the identity in the system prompt.", func(t *Template) any { return &t.System },
		kind{lines: true}},
	{"model", "provider/model, a model or an alias.", func(t *Template) any { return &t.Model }, kind{}},
	{"flags", "A list of flags, as they are typed.", func(t *Template) any { return &t.Flags }, kind{}},
}

package config

// key describes one setting of T (a Config or a Provider): its name, where it
// may come from and what values it takes. The tables are read, never written.
type key[T any] struct {
	name      string
	env       string              // the variable that sets it, "" when none does
	doc       string              // one line, for the sample
	field     func(*T) any        // a pointer to it
	low, high float64             // of a number, or of a duration in seconds
	choices   []string            // the only texts allowed
	check     func(string) string // what is wrong with a text or list element, or ""
	normalize func(string) string // to the form in which a text is kept
	lines     bool                // a text may have several lines
	path      pathKind            // for texts that are paths
	rule      rule                // how layers combine
	bad       badVariable         // what a bad environment variable does
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

// badVariable says what happens when an environment variable has a value that
// its key does not take.
type badVariable uint8

const (
	badIsError   badVariable = iota
	badIsIgnored             // with a warning: the name is common, and the lower layer is safe
)

const (
	day   = 24 * 60 * 60
	large = 1 << 40
)

var keyTable = [...]key[Config]{
	{name: "assistant", env: "MEMEX_ASSISTANT", doc: "The name the model is given.",
		field: func(c *Config) any { return &c.Assistant }, check: checkPlain},
	{name: "model", env: "PP_MODEL", doc: "provider/model, a model or an alias; empty lets the provider choose.",
		field: func(c *Config) any { return &c.Model }},
	{name: "cascade", env: "PROVIDER_CASCADE",
		doc:   "Providers tried in order; empty: decided from the keys that are set.",
		field: func(c *Config) any { return &c.Cascade }, normalize: actuatorName},
	{name: "cascade_cross", doc: "Whether the cascade may go from a local to a remote provider.",
		field: func(c *Config) any { return &c.CascadeCross }},
	{name: "workspace_roots", doc: "Directories that belong to every workspace.",
		field: func(c *Config) any { return &c.WorkspaceRoots }, path: pathAbs, check: checkPlain},
	{name: "default_actuator", env: "DEFAULT_ACTUATOR", doc: "Where an action without a target goes.",
		field: func(c *Config) any { return &c.DefaultActuator }, normalize: actuatorName, check: checkWord,
		bad: badIsIgnored},
	{name: "silent_actuators", env: "SILENT_ACTUATORS", doc: "Actuators whose results are not fed back.",
		field: func(c *Config) any { return &c.SilentActuators }, normalize: actuatorName, check: checkWord,
		bad: badIsIgnored},
	{name: "heartbeat_interval", env: "HEARTBEAT_INTERVAL", doc: "Seconds, or a duration like \"90s\". Not used yet.",
		field: func(c *Config) any { return &c.Heartbeat }, low: 1, high: day, bad: badIsIgnored},
	{name: "memory_auto_save_interval", env: "MEMORY_AUTO_SAVE_INTERVAL",
		doc:   "How often the heartbeat saves. Not used yet.",
		field: func(c *Config) any { return &c.MemoryAutoSave }, low: 1, high: day, bad: badIsIgnored},
	{name: "memex_dir", env: "MEMEX_DIR", doc: "Your Org files; empty: no memex. Not used yet.",
		field: func(c *Config) any { return &c.MemexDir }, path: pathAbs, bad: badIsIgnored},
	{name: "privacy_filter_tags", env: "PRIVACY_FILTER_TAGS",
		doc:   "Org tags that keep a subtree of the memex from models. Files are not filtered yet.",
		field: func(c *Config) any { return &c.PrivacyTags }, rule: ruleUnion, check: checkPlain},
	{name: "private_paths", doc: "Paths that are private like a tagged subtree. Files are not filtered yet.",
		field: func(c *Config) any { return &c.PrivatePaths }, rule: ruleUnion, path: pathHome, check: checkPlain},

	{name: "limits.max_cost", doc: "Dollars in one session.",
		field: func(c *Config) any { return &c.Limits.MaxCost }, high: 1e6, rule: ruleLowest},
	{name: "limits.max_cost_day", doc: "Dollars in one day.",
		field: func(c *Config) any { return &c.Limits.MaxCostDay }, high: 1e6, rule: ruleLowest},
	{name: "limits.max_tokens", doc: "Tokens in one session.",
		field: func(c *Config) any { return &c.Limits.MaxTokens }, low: 1, high: large, rule: ruleLowest},
	{name: "limits.max_tokens_day", doc: "Tokens in one day.",
		field: func(c *Config) any { return &c.Limits.MaxTokensDay }, low: 1, high: large, rule: ruleLowest},
	{name: "limits.max_turns", doc: "Cleared calls for one signal.",
		field: func(c *Config) any { return &c.Limits.MaxTurns }, low: 1, high: 1e6, rule: ruleLowest},
	{name: "limits.max_depth", doc: "How deep errors and unasked signals may go.",
		field: func(c *Config) any { return &c.Limits.MaxDepth }, low: 1, high: 100, rule: ruleLowest},
	{name: "limits.max_attempts", doc: "Proposals before a denial is final.",
		field: func(c *Config) any { return &c.Limits.MaxAttempts }, low: 1, high: 100, rule: ruleLowest},
	{name: "limits.max_input", doc: "Bytes of data sent whole; --head keeps as many, --chunk reads 3 times as many.",
		field: func(c *Config) any { return &c.Limits.MaxInput }, low: 1, high: 1 << 30, rule: ruleLowest},
	{name: "limits.max_output", doc: "Bytes kept of a command's output.",
		field: func(c *Config) any { return &c.Limits.MaxOutput }, low: 1000, high: 1 << 30, rule: ruleLowest},
	{name: "limits.command_time", doc: "Seconds, or a duration, for one command.",
		field: func(c *Config) any { return &c.Limits.CommandTime }, low: 1, high: 7 * day, rule: ruleLowest},
	{name: "limits.build_time", doc: "For a build or a test run.",
		field: func(c *Config) any { return &c.Limits.BuildTime }, low: 1, high: 7 * day, rule: ruleLowest},
	{name: "limits.max_command_time", doc: "What a proposal may ask for.",
		field: func(c *Config) any { return &c.Limits.MaxCommandTime }, low: 1, high: 7 * day, rule: ruleLowest},
	{name: "limits.timeout", doc: "For the whole run.",
		field: func(c *Config) any { return &c.Limits.Timeout }, low: 0.001, high: 7 * day, rule: ruleLowest},

	{name: "timeouts.connect", doc: "To a provider.",
		field: func(c *Config) any { return &c.Timeouts.Connect }, low: 0.001, high: day},
	{name: "timeouts.first_byte", doc: "Of a reply; does not count for loopback.",
		field: func(c *Config) any { return &c.Timeouts.FirstByte }, low: 0.001, high: day},
	{name: "timeouts.idle", doc: "Between two pieces of a reply.",
		field: func(c *Config) any { return &c.Timeouts.Idle }, low: 0.001, high: day},
	{name: "timeouts.reply", doc: "Of a whole reply.",
		field: func(c *Config) any { return &c.Timeouts.Reply }, low: 0.001, high: day},
	{name: "timeouts.stdin", doc: "Of silent standard input.",
		field: func(c *Config) any { return &c.Timeouts.Stdin }, low: 0.001, high: day},

	{name: "approvals.deny_all", env: "PP_DENY_ALL_APPROVALS", doc: "Deny whatever asks.",
		field: func(c *Config) any { return &c.DenyAllApprovals }, rule: ruleAny},
	{name: "approvals.inline_expiry", doc: "How long an answer at the prompt stays good.",
		field: func(c *Config) any { return &c.Approvals.InlineExpiry }, low: 1, high: day},
	{name: "approvals.suspended_expiry", doc: "How long a suspended action waits.",
		field: func(c *Config) any { return &c.Approvals.SuspendedExpiry }, low: 1, high: 365 * day},
	{name: "trace.max_age", doc: "Older thought traces are removed.",
		field: func(c *Config) any { return &c.Trace.MaxAge }, low: day, high: 100 * 365 * day},
	{name: "trace.max_size", doc: "Bytes of all thought traces together; over it the oldest are removed.",
		field: func(c *Config) any { return &c.Trace.MaxSize }, low: 1 << 20, high: 1 << 40},
	{name: "sandbox.unconfined",
		doc:   "Without confinement: \"read-only\" runs known read-only programs, \"ask\" asks for all.",
		field: func(c *Config) any { return &c.Sandbox.Unconfined }, choices: []string{"read-only", "ask"}},

	{name: "context.semantic_threshold", env: "CONTEXT_SEMANTIC_THRESHOLD",
		doc:   "Cosine from which a similar object is shown in full. Not used yet.",
		field: func(c *Config) any { return &c.Context.SemanticThreshold }, high: 1, bad: badIsIgnored},
	{name: "context.log_limit", env: "CONTEXT_LOG_LIMIT", doc: "Recent log lines in a prompt. Not used yet.",
		field: func(c *Config) any { return &c.Context.LogLimit }, high: 10000, bad: badIsIgnored},
	{name: "context.budget", doc: "Tokens of memory in a prompt. Not used yet.",
		field: func(c *Config) any { return &c.Context.Budget }, high: 1e7},
	{name: "context.depth", doc: "Levels of memory shown by title. Not used yet.",
		field: func(c *Config) any { return &c.Context.Depth }, high: 100},
	{name: "embedding.provider", env: "EMBEDDING_PROVIDER",
		doc:   "\"hashing\" needs nothing; \"local\" or \"openai\". Not used yet.",
		field: func(c *Config) any { return &c.Embedding.Provider }, normalize: actuatorName,
		choices: []string{"hashing", "local", "openai"}, bad: badIsIgnored},
	{name: "embedding.model", env: "EMBEDDING_MODEL", doc: "The model of \"local\" or \"openai\". Not used yet.",
		field: func(c *Config) any { return &c.Embedding.Model }},
}

// providerTable are the fields of [providers.NAME].
var providerTable = [...]key[Provider]{
	{name: "protocol", doc: "openai, anthropic, gemini, ollama, offline or script.",
		field:   func(p *Provider) any { return &p.Protocol },
		choices: []string{"openai", "anthropic", "gemini", "ollama", "offline", "script"}},
	{name: "base_url", doc: "Where requests go.",
		field: func(p *Provider) any { return &p.BaseURL }, check: checkBaseURL, normalize: trimSlash},
	{name: "model", doc: "The model asked for.", field: func(p *Provider) any { return &p.Model }},
	{name: "key_env", doc: "The variable that holds the key; never the key itself.",
		field: func(p *Provider) any { return &p.KeyEnv }, check: checkVariable},
	{name: "key_command", doc: "A command, as a list of words, that prints the key.",
		field: func(p *Provider) any { return &p.KeyCommand }},
	{name: "context", doc: "The context window in tokens, when the server does not say.",
		field: func(p *Provider) any { return &p.Context }, high: 1e9},
	{name: "memory", doc: "Whether a remote provider may be sent memory. Not used yet.",
		field: func(p *Provider) any { return &p.Memory }},
	{name: "file", doc: "For protocol script: the recorded replies.",
		field: func(p *Provider) any { return &p.File }, path: pathAbs},
	{name: "prices.input", doc: "Dollars for a million tokens sent.",
		field: func(p *Provider) any { return &p.Prices.Input }, high: 1e6},
	{name: "prices.output", doc: "Dollars for a million tokens received.",
		field: func(p *Provider) any { return &p.Prices.Output }, high: 1e6},
	{name: "prices.cached", doc: "Dollars for a million tokens read from a cache.",
		field: func(p *Provider) any { return &p.Prices.Cached }, high: 1e6},
}

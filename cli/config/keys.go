package config

import (
	"reflect"
	"strings"
)

// key describes one setting of the Config or of a record such as a Provider: how to load, print, change and explain
// it.
type key struct {
	name string
	at   string // the field of the struct that keeps the value: "Limits.MaxCost"
	doc  string // one line, for the sample
	kind
}

// field returns a pointer to the key's field of a struct that target points to.
func (k *key) field(target any) any {
	value := reflect.ValueOf(target).Elem()
	for name := range strings.SplitSeq(k.at, ".") {
		value = value.FieldByName(name)
	}
	return value.Addr().Interface()
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
	numbers   bool                // a list's whole numbers are taken, and kept as texts
	lenient   bool                // a bad variable is ignored with a warning: its name is a common one
	// texts says what is wrong with a line of a table of texts, or ""; nil of a key that takes none.
	texts func(name, text string) string
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

var keyTable = [...]key{
	{"assistant", "Assistant", "The name the model is given.", kind{env: "MEMEX_ASSISTANT", check: checkPlain}},
	{"model", "Model", "provider/model, a model or an alias; empty lets the provider choose.", kind{env: "PP_MODEL"}},
	{"cascade", "Cascade", "Providers tried in order; empty: decided from the keys that are set.",
		kind{env: "PROVIDER_CASCADE", normalize: actuatorName}},
	{"cascade_cross", "CascadeCross", "Whether the cascade may go from a local to a remote provider.", kind{}},
	{"workspace_roots", "WorkspaceRoots", "Directories that belong to every workspace.",
		kind{path: pathAbs, check: checkPlain}},
	{"default_actuator", "DefaultActuator", "Where an action without a target goes.",
		kind{env: "DEFAULT_ACTUATOR", normalize: actuatorName, check: checkWord, lenient: true}},
	{"silent_actuators", "SilentActuators", "Actuators whose results are not fed back.",
		kind{env: "SILENT_ACTUATORS", normalize: actuatorName, check: checkWord, lenient: true}},
	{"heartbeat_interval", "Heartbeat",
		"How often a conversation that waits, and pp heartbeat --watch, look for what is due.",
		kind{env: "HEARTBEAT_INTERVAL", low: 1, high: day, lenient: true}},
	{"memory_auto_save_interval", "MemoryAutoSave", "How often the heartbeat takes a snapshot of memory.",
		kind{env: "MEMORY_AUTO_SAVE_INTERVAL", low: 1, high: day, lenient: true}},
	{"memex_dir", "MemexDir", "Your Org and Markdown files; empty: no memex.",
		kind{env: "MEMEX_DIR", path: pathAbs, lenient: true}},
	{"privacy_filter_tags", "PrivacyTags",
		"Org tags that keep a subtree, and what is below it, from models.",
		kind{env: "PRIVACY_FILTER_TAGS", rule: ruleUnion, check: checkPlain}},
	{"skills_dir", "SkillsDir", "The skills that you write; empty: the directory skills beside this file.",
		kind{env: "SKILLS_DIR", path: pathAbs}},
	{"mandates", "Mandates", "Files of standing instructions for every model: 2 KiB each and 8 in all, at most.",
		kind{path: pathAbs, check: checkPlain}},
	{"private_paths", "PrivatePaths", "Paths that no model is shown, with what is below them; * stands for any text.",
		kind{rule: ruleUnion, path: pathHome, check: checkPlain}},

	{"limits.max_cost", "Limits.MaxCost", "Dollars in one session.", kind{high: 1e6, rule: ruleLowest}},
	{"limits.max_cost_day", "Limits.MaxCostDay", "Dollars in one day.", kind{high: 1e6, rule: ruleLowest}},
	{"limits.max_tokens", "Limits.MaxTokens", "Tokens in one session.", kind{low: 1, high: large, rule: ruleLowest}},
	{"limits.max_tokens_day", "Limits.MaxTokensDay", "Tokens in one day.", kind{low: 1, high: large, rule: ruleLowest}},
	{"limits.max_turns", "Limits.MaxTurns", "Maximum replies for one prompt that call tools or that pp denies.",
		kind{low: 1, high: 1e6, rule: ruleLowest}},
	{"limits.max_depth", "Limits.MaxDepth", "How deep errors and unasked signals may go.",
		kind{low: 1, high: 100, rule: ruleLowest}},
	{"limits.attempts", "Limits.Attempts",
		"The run ends after this many replies in a row that the gates deny, with no successful call in between.",
		kind{low: 1, high: 100, rule: ruleLowest}},
	{"limits.max_input", "Limits.MaxInput",
		"Bytes of data sent whole; --head keeps as many, --chunk reads 3 times as many.",
		kind{low: 1, high: 1 << 30, rule: ruleLowest}},
	{"limits.max_output", "Limits.MaxOutput", "Bytes kept of a command's output.",
		kind{low: 1000, high: 1 << 30, rule: ruleLowest}},
	{"limits.command_time", "Limits.CommandTime", "Seconds, or a duration, for one command.",
		kind{low: 1, high: 7 * day, rule: ruleLowest}},
	{"limits.build_time", "Limits.BuildTime", "For a build or a test run.", kind{low: 1, high: 7 * day, rule: ruleLowest}},
	{"limits.max_command_time", "Limits.MaxCommandTime", "What a proposal may ask for.",
		kind{low: 1, high: 7 * day, rule: ruleLowest}},
	{"limits.timeout", "Limits.Timeout", "For the whole run.", kind{low: 0.001, high: 7 * day, rule: ruleLowest}},

	{"timeouts.connect", "Timeouts.Connect", "To a provider.", kind{low: 0.001, high: day}},
	{"timeouts.first_byte", "Timeouts.FirstByte", "Of a reply; does not count for loopback.", kind{low: 0.001, high: day}},
	{"timeouts.idle", "Timeouts.Idle", "Between two pieces of a reply.", kind{low: 0.001, high: day}},
	{"timeouts.reply", "Timeouts.Reply", "Of a whole reply.", kind{low: 0.001, high: day}},
	{"timeouts.stdin", "Timeouts.Stdin", "Of silent standard input.", kind{low: 0.001, high: day}},

	{"approvals.deny_all", "DenyAllApprovals", "Deny whatever asks.", kind{env: "PP_DENY_ALL_APPROVALS", rule: ruleAny}},
	{"approvals.inline_expiry", "Approvals.InlineExpiry", "How long an answer at the prompt stays good.",
		kind{low: 1, high: day}},
	{"approvals.suspended_expiry", "Approvals.SuspendedExpiry", "How long a suspended action waits.",
		kind{low: 1, high: 365 * day}},
	{"trace.max_age", "Trace.MaxAge", "Older thought traces are removed.", kind{low: day, high: 100 * 365 * day}},
	{"trace.max_size", "Trace.MaxSize", "Bytes of all thought traces together; over it the oldest are removed.",
		kind{low: 1 << 20, high: 1 << 40}},
	{"sandbox.ask", "Sandbox.Ask",
		"About a command that stays in the workspace: \"after\" it was done in a layer, or \"before\".",
		kind{choices: []string{"after", "before"}}},
	{"sandbox.unconfined", "Sandbox.Unconfined",
		"Without confinement: \"read-only\" runs known read-only programs, \"ask\" asks for all.",
		kind{choices: []string{"read-only", "ask"}}},

	{"policy.explanation", "Explanation",
		"For an action without an explanation: \"record\" only notes that it has none, \"require\" denies it.",
		kind{choices: []string{"record", "require"}}},

	{"hook.unknown", "Hook.Unknown",
		"Tools of other agents that nobody knows, by pp hook, without an entry in [permissions]: ask, allow or deny.",
		kind{choices: []string{"ask", "allow", "deny"}}},

	{"context.semantic_threshold", "Context.SemanticThreshold",
		"How similar a note is that is shown in full, from 0 to 1.",
		kind{env: "CONTEXT_SEMANTIC_THRESHOLD", high: 1, lenient: true}},
	{"context.log_limit", "Context.LogLimit", "Recent log lines in a prompt with memory.",
		kind{env: "CONTEXT_LOG_LIMIT", high: 10000, lenient: true}},
	{"context.repository", "Context.Repository",
		"Whether a model is sent the workspace's AGENTS.md, else CLAUDE.md or .cursorrules, as data.", kind{}},
	{"context.budget", "Context.Budget", "Tokens of memory in a prompt, at most.", kind{high: 1e7}},
	{"context.depth", "Context.Depth", "Levels of memory shown by title.", kind{high: 100}},
	{"skills.enable", "Skills.Enable", "Skills that come with pp, to be used; `pp skills enable NAME` adds one.",
		kind{normalize: strings.ToLower, check: checkWord}},
	{"skills.disable", "Skills.Disable", "Skills of yours, or of a repository, that are not used.",
		kind{normalize: strings.ToLower, check: checkWord}},
	{"embedding.provider", "Embedding.Provider",
		"Finds notes by meaning: \"local\" asks Ollama, \"openai\" that provider; \"hashing\" compares words alone.",
		kind{env: "EMBEDDING_PROVIDER", normalize: actuatorName,
			choices: []string{"hashing", "local", "openai"}, lenient: true}},
	{"embedding.model", "Embedding.Model",
		"The model of \"local\" or \"openai\"; empty: nomic-embed-text, text-embedding-3-small.",
		kind{env: "EMBEDDING_MODEL"}},
	{"scribe.enable", "Scribe.Enable", "Whether notes are taken out of scribe.from hourly; else: pp jobs run scribe.",
		kind{}},
	{"scribe.from", "Scribe.From", "The notes that are distilled, below memex_dir.", kind{check: checkBelow}},
	{"scribe.to", "Scribe.To", "Where each becomes a note of its own, below memex_dir.", kind{check: checkBelow}},
	{"gateway.telegram.allow", "Telegram.Allow",
		"Who is answered on Telegram: numbers of accounts. Nobody else gets any answer.",
		kind{check: checkNumber, numbers: true}},
	{"gateway.telegram.base_url", "Telegram.BaseURL", "Where the Bot API is.",
		kind{check: checkBaseURL, normalize: trimSlash}},
	{"gateway.signal.number", "Signal.Number", "The account of pp, which signal-cli knows: + and digits.",
		kind{check: checkPhone}},
	{"gateway.signal.allow", "Signal.Allow",
		"Who is answered on Signal: numbers, or identifiers of accounts, which stay a person's. Nobody else gets any answer.",
		kind{check: checkSignal}},
}

// jobTable are the fields of a [[jobs]] table.
var jobTable = [...]key{
	{"name", "Name", "What it is called.", kind{check: checkLowerWord}},
	{"schedule", "Schedule", "Five fields as cron has them, @daily and the like, or \"every 90m\".",
		kind{check: checkSchedule}},
	{"tier", "Tier", "reflex uses no model, cognition the small one, reasoning the large one.",
		kind{choices: []string{"reflex", "cognition", "reasoning"}}},
	{"action", "Action", "A request to be carried out if the gates allow it; or", kind{lines: true, check: checkForm}},
	{"prompt", "Prompt", "what is asked.", kind{lines: true, check: checkPrompt}},
	{"dir", "Dir", "Where it runs; else where the heartbeat does.", kind{path: pathAbs}},
	{"max_cost", "MaxCost", "Dollars of one run.", kind{high: 1e6}},
	{"timeout", "Timeout", "Seconds, or a duration, of one run.", kind{low: 1, high: 7 * day}},
	{"suspend", "Suspend", "Whether what needs a person waits for one; else it is denied.", kind{}},
}

// chatTable are the fields of [gateway.NAME.chats.ID].
var chatTable = [...]key{
	{"workspace", "Workspace", "The directory that its conversation works in; empty: where the gateway runs.",
		kind{path: pathAbs}},
	{"model", "Model", "provider/model, a model or an alias.", kind{}},
	{"max_cost", "MaxCost", "Dollars in one conversation.", kind{high: 1e6}},
	{"max_tokens", "MaxTokens", "Tokens in one conversation.", kind{low: 1, high: large}},
	{"max_turns", "MaxTurns", "Maximum replies for one message that call tools or that pp denies.",
		kind{low: 1, high: 1e6}},
	{"timeout", "Timeout", "For one message.", kind{low: 0.001, high: 7 * day}},
}

// serverTable are the fields of [mcp.NAME].
var serverTable = [...]key{
	{"command", "Command", "The program that is the server; or", kind{check: checkPlain}},
	{"url", "URL", "where it is.", kind{check: checkServerURL}},
	{"args", "Args", "What the program is given.", kind{}},
	{"dir", "Dir", "Where the program runs; empty: where pp does.", kind{path: pathAbs}},
	{"effects", "Effects", "What its tools do, such as \"read workspace\"; none: each call asks.",
		kind{check: checkPlain}},
	{"tools", "Tools", "The tools that a model is told of; empty: all.", kind{check: checkPlain}},
	{"client_id", "ClientID", "What pp is called by the service that gives logins to url.", kind{check: checkPlain}},
	{"client_secret", "ClientSecret", "The variable with the secret that it gave, as \"$NAME\".",
		kind{check: checkReference}},
	{"disabled", "Disabled", "Whether it is left alone.", kind{}},
	{"timeout", "Timeout", "Of one call; else a minute.", kind{low: 1, high: day}},
	{"env", "Env", "Variables of the program: { TOKEN = \"$GITHUB_TOKEN\" }; a secret is never written here.",
		kind{texts: checkProgramVariable}},
	{"headers", "Headers", "Of each request: { Authorization = \"Bearer ${GITHUB_TOKEN}\" }", kind{texts: checkNoSecret}},
}

// providerTable are the fields of [providers.NAME].
var providerTable = [...]key{
	{"protocol", "Protocol", "openai, anthropic, gemini, ollama, offline or script.",
		kind{choices: []string{"openai", "anthropic", "gemini", "ollama", "offline", "script"}}},
	{"base_url", "BaseURL", "Where requests go.", kind{check: checkBaseURL, normalize: trimSlash}},
	{"model", "Model", "The model asked for.", kind{}},
	{"small", "Small", "The model for what is easy, where no model is set.", kind{}},
	{"large", "Large", "The model for what is hard, where no model is set.", kind{}},
	{"key_env", "KeyEnv", "The variable that holds the key; never the key itself.", kind{check: checkVariable}},
	{"key_command", "KeyCommand", "A command, as a list of words, that prints the key.", kind{}},
	{"context", "Context", "The context window in tokens, when the server does not say.", kind{high: 1e9}},
	{"tools", "Tools", "How a model calls tools: native, text, or auto, which finds out.",
		kind{choices: []string{"auto", "native", "text"}}},
	{"native_models", "NativeModels", "Models that call tools natively, whatever tools says.", kind{}},
	{"text_models", "TextModels", "Models that act in text, whatever tools says.", kind{}},
	{"images", "Images", "Whether its models see pictures; else the table of models and the server say.", kind{}},
	{"memory", "Memory", "Whether a remote provider may be sent what memory gives.", kind{}},
	{"file", "File", "For protocol script: the recorded replies.", kind{path: pathAbs}},
	{"prices.input", "Prices.Input", "Dollars for a million tokens sent.", kind{high: 1e6}},
	{"prices.output", "Prices.Output", "Dollars for a million tokens received.", kind{high: 1e6}},
	{"prices.cached", "Prices.Cached", "Dollars for a million tokens read from a cache.", kind{high: 1e6}},
}

// templateTable are the fields of [templates.NAME].
var templateTable = [...]key{
	{"prompt", "Prompt", "What is asked; the words and the data given come behind it.", kind{lines: true}},
	{"system", "System", "Takes the place of the identity in the system prompt.", kind{lines: true}},
	{"model", "Model", "provider/model, a model or an alias.", kind{}},
	{"flags", "Flags", "A list of flags, as they are typed.", kind{}},
}

package config

import "time"

// Defaults returns the built-in configuration, the one place where a value that a person may change is written down.
func Defaults() *Config {
	return &Config{
		Assistant:       "Agent",
		Providers:       builtInProviders(),
		Templates:       builtInTemplates(),
		DefaultActuator: "cli",
		SilentActuators: []string{"cli", "system-message", "emacs"},
		PrivacyTags:     []string{"@personal", "private"},
		Heartbeat:       60 * time.Second,
		MemoryAutoSave:  300 * time.Second,
		Limits: Limits{
			MaxTurns:       50,
			MaxDepth:       10,
			Attempts:       8,
			MaxInput:       10 << 20,
			MaxOutput:      16 << 10,
			CommandTime:    120 * time.Second,
			BuildTime:      600 * time.Second,
			MaxCommandTime: time.Hour,
		},
		Timeouts: Timeouts{
			Connect:   10 * time.Second,
			FirstByte: 120 * time.Second,
			Idle:      60 * time.Second,
			Reply:     10 * time.Minute,
			Stdin:     30 * time.Second,
		},
		Approvals: Approvals{
			InlineExpiry:    10 * time.Minute,
			SuspendedExpiry: 24 * time.Hour,
		},
		Trace:       Trace{MaxAge: 90 * 24 * time.Hour, MaxSize: 1 << 30},
		Sandbox:     Sandbox{Ask: "after", Unconfined: "read-only"},
		Explanation: "record",
		Hook:        Hook{Unknown: "ask"},
		Context:     Context{SemanticThreshold: 0.75, LogLimit: 20, Budget: 4000, Depth: 2, Repository: true},
		Embedding:   Embedding{Provider: "hashing"},
		Telegram:    Telegram{BaseURL: "https://api.telegram.org"},
		Scribe:      Scribe{From: "daily/", To: "notes/"},
	}
}

// builtInProviders are the names that need no configuration. The provider packages know their default models.
func builtInProviders() map[string]Provider {
	return map[string]Provider{
		"openai": {Name: "openai", Protocol: "openai",
			BaseURL: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY"},
		"anthropic": {Name: "anthropic", Protocol: "anthropic",
			BaseURL: "https://api.anthropic.com", KeyEnv: "ANTHROPIC_API_KEY"},
		"gemini": {Name: "gemini", Protocol: "gemini",
			BaseURL: "https://generativelanguage.googleapis.com", KeyEnv: "GEMINI_API_KEY"},
		"ollama": {Name: "ollama", Protocol: "ollama", BaseURL: "http://127.0.0.1:11434"},
		"openrouter": {Name: "openrouter", Protocol: "openai",
			BaseURL: "https://openrouter.ai/api/v1", KeyEnv: "OPENROUTER_API_KEY"},
		"groq": {Name: "groq", Protocol: "openai",
			BaseURL: "https://api.groq.com/openai/v1", KeyEnv: "GROQ_API_KEY"},
		"offline": {Name: "offline", Protocol: "offline"},
	}
}

// builtInTemplates are those that a person can use without writing any.
func builtInTemplates() map[string]Template {
	noTools := []string{"--no-tools"}
	all := map[string]Template{
		"commit": {Flags: noTools, Prompt: "Write the commit message for the diff that follows: a subject of at most 72 " +
			"characters in the imperative, and only where the reason does not show in the diff an empty line and a short " +
			"body that gives it. Answer with the message alone, without a fence."},
		"explain": {Flags: noTools, Prompt: "Explain what follows to somebody who can program and has not seen it before: " +
			"in two sentences what it is for, then step by step how it works, then what is surprising or easy to get " +
			"wrong. Say what you are not sure of."},
		"fix": {Flags: noTools, Prompt: "What follows is what a command printed when it failed. Say in one sentence what " +
			"went wrong and where, then give the smallest correction that removes the cause: the command to run or the " +
			"lines to change, in one fenced block. If the cause cannot be told from this, say what to look at next."},
		"review": {Prompt: "Review the diff that follows. List the defects, the worst first: for each the file and line, " +
			"the input or state in which it goes wrong, and the correction. Then name what the tests do not cover. Leave " +
			"praise and questions of taste out. If nothing is wrong, say so in one line."},
		// The prompt is one that the offline provider understands, too.
		"summarize": {Flags: noTools, Prompt: "Summarize this", System: "You summarize texts: one sentence with the most " +
			"important point, then at most seven points, the weightiest first, unless you are asked for another form. " +
			"Keep names, numbers and dates as they are, and add nothing that is not there."},
	}
	for name, t := range all {
		t.Name = name
		all[name] = t
	}
	return all
}

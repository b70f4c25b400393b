package config

import "time"

// Defaults returns the built-in configuration, the one place where a value
// that a person may change is written down.
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
			MaxAttempts:    3,
			MaxInput:       10 << 20,
			MaxOutput:      100_000,
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
		Trace:     Trace{MaxAge: 90 * 24 * time.Hour, MaxSize: 1 << 30},
		Sandbox:   Sandbox{Unconfined: "read-only"},
		Context:   Context{SemanticThreshold: 0.75, LogLimit: 20, Budget: 4000, Depth: 2},
		Embedding: Embedding{Provider: "hashing"},
	}
}

// builtInProviders are the names a person can use without configuring them.
// Their default models belong to the provider packages.
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

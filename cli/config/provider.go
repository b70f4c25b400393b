package config

import (
	"maps"
	"slices"
	"strings"

	"pp/engine"
)

// Provider is one [providers.NAME] table, merged over the built-in provider of that name, with its key resolved.
type Provider struct {
	Name     string
	Protocol string // openai, anthropic, gemini, ollama, offline or script
	BaseURL  string // without a slash at the end; "" for offline and script
	Model    string // "" lets the provider choose
	// Small and Large are the models of tiers :COGNITION and :REASONING where Model is "".
	Small, Large string
	KeyEnv       string
	// KeyCommand prints the key. Only the user's file sets it; it is run if KeySource is KeyFromCommand.
	KeyCommand []string
	Context    int    // tokens; 0 asks the server
	Tools      string // auto, native or text; "" is auto
	// NativeModels and TextModels are the models for which Tools does not hold, by their names.
	NativeModels, TextModels []string
	Images                   bool // every model of it takes pictures
	Memory                   bool // may be sent memory although it is remote
	File                     string
	Prices                   Prices

	Key           engine.Secret
	KeySource     KeySource
	BaseURLSource Source
}

// Prices are in dollars for a million tokens. A price that is nil is unknown, which is not a price of nothing.
type Prices struct {
	Input, Output, Cached *float64
}

// KeySource says where a provider's key comes from.
type KeySource uint8

// The sources of a key.
const (
	KeyNone            KeySource = iota
	KeyFromEnvironment           // the process environment
	KeyFromEnvFile               // stored: the .env file
	KeyFromCommand               // stored: what key_command prints
)

// Stored reports whether the person keeps the key with pp. Then only the person's own files may say where it goes.
func (k KeySource) Stored() bool { return k == KeyFromEnvFile || k == KeyFromCommand }

// Local reports whether the provider is on this machine.
func (p Provider) Local() bool {
	return p.Protocol == "offline" || p.Protocol == "script" || isLoopback(p.BaseURL)
}

// Remembers reports whether the provider may be sent what memory gives.
func (p Provider) Remembers() bool { return p.Memory || p.Local() }

// MayUseKey reports whether pp may send the key to the base URL, and if not, why: a stored key never goes to an
// address from the environment or a project, and no key crosses a network unencrypted.
func (p Provider) MayUseKey() (ok bool, why string) {
	switch {
	case p.KeySource == KeyNone:
		return false, "no key is configured"
	case p.KeySource.Stored() && (p.BaseURLSource == SourceEnvironment || p.BaseURLSource == SourceProject):
		return false, "the key is stored and the base URL came from the " + p.BaseURLSource.String() +
			": set base_url in the user's config.toml, or give the key in the environment too"
	case !strings.HasPrefix(strings.ToLower(p.BaseURL), "https://") && !isLoopback(p.BaseURL):
		return false, "the base URL is neither https nor on this machine"
	}
	return true, ""
}

// resolveProviders merges the layers of each provider. If a layer changes the protocol of a built-in provider, its
// built-in address and key are dropped, so that its key does not go elsewhere. The key comes from the environment, else
// from the .env file, else from the command.
func (c *Config) resolveProviders() {
	builtIn := builtInProviders()
	for name, p := range c.Providers {
		at := "providers." + name + "."
		p.BaseURLSource = c.origins[at+"base_url"].Source
		if was, known := builtIn[name]; known && was.Protocol != p.Protocol {
			if p.BaseURLSource == SourceBuiltIn {
				p.BaseURL = ""
			}
			if c.origins[at+"key_env"].Source == SourceBuiltIn {
				p.KeyEnv = ""
			}
		}
		p.Key, p.KeySource = c.variable(p.KeyEnv)
		switch {
		case p.KeySource == KeyFromEnvironment:
			c.origins[at+secretKey] = Origin{Source: SourceEnvironment, Name: p.KeyEnv}
		case p.KeySource == KeyFromEnvFile:
			c.origins[at+secretKey] = Origin{Source: SourceEnvFile, Name: c.Paths.EnvFile}
		case len(p.KeyCommand) > 0:
			p.KeySource = KeyFromCommand
		}
		c.Providers[name] = p
	}
}

// checkProviders reports missing settings of providers, and unknown names in the cascade.
func (c *Config) checkProviders() error {
	for _, name := range sortedNames(c.Providers) {
		p, lacks, hint := c.Providers[name], "", ""
		switch {
		case p.Protocol == "":
			lacks, hint = "protocol", "protocol = \"openai\" (or anthropic, gemini, ollama, offline, script)"
		case p.Protocol == "script" && p.File == "":
			lacks, hint = "file of replies", "file = \"/path/to/replies\""
		case p.Protocol != "script" && p.Protocol != "offline" && p.BaseURL == "":
			lacks, hint = "base_url", "base_url = \"https://host/v1\""
		}
		if lacks != "" {
			key := "providers." + name
			return c.origins[key].fail(key, "provider "+name+" has no "+lacks, "Add: "+hint)
		}
	}
	known := sortedNames(c.Providers)
	for i, name := range c.Cascade {
		switch {
		case slices.Contains(c.Cascade[:i], name):
			return c.origins["cascade"].fail("cascade", "cascade names "+quoted(name)+" twice", "Write each provider once")
		case !slices.Contains(known, name):
			hint := "Known are " + orList(known)
			if near := nearest(name, known); near != "" {
				hint = "Did you mean \"" + near + "\"?"
			}
			return c.origins["cascade"].fail("cascade", "cascade names no provider: "+quoted(name), hint)
		}
	}
	return nil
}

// checkTemplates reports what is missing in a template.
func (c *Config) checkTemplates() error {
	for _, name := range sortedNames(c.Templates) {
		t := c.Templates[name]
		key := "templates." + name
		if strings.TrimSpace(t.Prompt) == "" && strings.TrimSpace(t.System) == "" {
			return c.origins[key].fail(key, "template "+name+" has no prompt", "Add: prompt = \"Translate into French:\"")
		}
		if len(t.Flags) > 0 && !strings.HasPrefix(t.Flags[0], "-") {
			return c.origins[key+".flags"].fail(key+".flags", key+".flags must start with a flag, not "+quoted(t.Flags[0]),
				"Write: flags = [\"--no-tools\"]")
		}
	}
	return nil
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

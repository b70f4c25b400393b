package config

import (
	"errors"
	"slices"
	"strings"
)

// Variable is an environment variable that pp looks at.
type Variable struct {
	Name string
	Key  string // the key that it sets; "" when it sets none
	Doc  string // one line
}

// variablePrefix starts the names that are pp's own.
const variablePrefix = "PP_"

// otherVariables set no key: other programs know them, too.
var otherVariables = [...]Variable{
	{Name: TelegramToken, Doc: "The token of the bot of pp gateway telegram."},
	{Name: "XDG_CONFIG_HOME", Doc: "Where pp/config.toml and pp/.env are; else ~/.config."},
	{Name: "XDG_STATE_HOME", Doc: "Where conversations, approvals and traces are kept; else ~/.local/state."},
	{Name: "XDG_CACHE_HOME", Doc: "Where what can be made again is kept; else ~/.cache."},
	{Name: "CI", Doc: "Not empty: nobody is asked and nothing is animated."},
	{Name: "TERM", Doc: "\"dumb\": no colours, no line editing."},
	{Name: "NO_COLOR", Doc: "Not empty: no colours, unless --color always says so."},
	{Name: "VISUAL", Doc: "The editor, before EDITOR."},
	{Name: "EDITOR", Doc: "The editor of pp config edit and of /edit in a conversation."},
}

// Variables lists every variable that pp looks at: those that set a key in the
// order of SampleFile, addresses and keys of the built-in providers, then others.
func Variables() []Variable {
	var all []Variable
	for i := range keyTable {
		if k := &keyTable[i]; k.env != "" {
			all = append(all, Variable{Name: k.env, Key: k.name, Doc: k.doc})
		}
	}
	for _, e := range endpointTable {
		all = append(all, Variable{Name: e.variable, Key: "providers." + e.provider + ".base_url",
			Doc: "Where requests to " + e.provider + " go; a key kept with pp does not go there."})
	}
	providers := builtInProviders()
	for _, name := range sortedNames(providers) {
		if variable := providers[name].KeyEnv; variable != "" {
			all = append(all, Variable{Name: variable, Doc: "The key for " + name + "."})
		}
	}
	return append(all, otherVariables[:]...)
}

// warnUnknown warns of variables that have pp's prefix and a name that nothing
// looks at: a typing error in one must not go unseen. They are names, or have =VALUE
// behind them; without a value they count as unset.
func (l *loader) warnUnknown(variables []string, where Origin) {
	ours := func(v string) bool { return strings.HasPrefix(v, variablePrefix) }
	if !slices.ContainsFunc(variables, ours) { // as nearly always
		return
	}
	var known []string
	for _, v := range Variables() {
		if ours(v.Name) {
			known = append(known, v.Name)
		}
	}
	var names []string
	for _, variable := range variables {
		name, value, set := strings.Cut(variable, "=")
		if !ours(name) || set && value == "" || slices.Contains(known, name) || l.cfg.isKey(name) {
			continue
		}
		shown := showPath([]string{name})
		if near := nearest(name, known); near != "" {
			shown += " (did you mean " + near + "?)"
		}
		names = append(names, shown)
	}
	if len(names) > 0 {
		slices.Sort(names)
		l.cfg.warn(where, "pp knows no variable "+listed(slices.Compact(names))+"; `pp help config` lists them")
	}
}

// endpointTable has the variables that set a provider's base URL.
var endpointTable = [...]struct{ variable, provider string }{
	{"OPENAI_BASE_URL", "openai"}, {"ANTHROPIC_BASE_URL", "anthropic"}, {"GEMINI_BASE_URL", "gemini"},
	{ollamaVariable, "ollama"},
}

// ollamaVariable has a form of its own; see ollamaURL.
const ollamaVariable = "OLLAMA_HOST"

// applyEnvironment applies the variables of the process.
func (l *loader) applyEnvironment(env Env) error {
	var names []string
	for i := range keyTable {
		names = append(names, keyTable[i].env)
	}
	for _, e := range endpointTable {
		names = append(names, e.variable)
	}
	for _, name := range names {
		if value, ok := env.get(name); ok {
			if err := l.variable(name, value, Origin{Source: SourceEnvironment, Name: name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// variable applies what one variable sets, if it is one that sets anything.
func (l *loader) variable(name, value string, where Origin) error {
	for i := range keyTable {
		k := &keyTable[i]
		if k.env != name {
			continue
		}
		err := l.set(k, plainText(value), where)
		var bad *Error
		if k.lenient && errors.As(err, &bad) {
			l.cfg.warn(where, name+" is ignored: "+bad.Message)
			return nil
		}
		return err
	}
	for _, e := range endpointTable {
		if e.variable != name {
			continue
		}
		if name == ollamaVariable {
			value = ollamaURL(value)
		}
		p, at := l.cfg.Providers[e.provider], "providers."+e.provider+".base_url"
		if _, problem := setKey(l, findKey(providerTable[:], "base_url"), &p, at, plainText(value), where); problem != "" {
			return where.fail(at, name+" "+problem, "")
		}
		l.cfg.Providers[e.provider] = p
	}
	return nil
}

package config

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"pp/engine"
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

// Variables lists every variable that pp reads: those that set a key, those of providers, then others.
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

// warnUnknown warns about variables with pp's prefix and an unknown name, which may be typing errors. The variables are
// names, or NAME=VALUE; without a value they count as unset.
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

// envFile is a parsed .env file.
type envFile struct {
	values map[string]envValue
	order  []string // each name once, in the order first written
}

type envValue struct {
	text engine.Secret
	line int
}

func (f envFile) get(name string) (string, bool) {
	value := f.values[name].text.Reveal()
	return value, value != ""
}

// parseEnvFile reads lines of NAME=VALUE, which may begin with "export". A value is unquoted, 'literal', or "quoted"
// with the escapes \n \r \t \" \\ \$. Nothing is expanded. The last line for a name counts. Errors never have a value.
func parseEnvFile(from Origin, data []byte) (envFile, error) {
	file := envFile{values: make(map[string]envValue)}
	text := strings.TrimPrefix(string(data), byteOrderMark)
	number := 0
	for line := range strings.Lines(text) {
		number++
		name, value, problem := parseVariable(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		if problem != "" {
			from.Line = number
			return envFile{}, from.fail("", problem, "Write lines like NAME=value, or NAME=\"value\"")
		}
		if name == "" {
			continue
		}
		if _, seen := file.values[name]; !seen {
			file.order = append(file.order, name)
		}
		file.values[name] = envValue{text: engine.NewSecret(name, value), line: number}
	}
	return file, nil
}

var (
	// variableLine matches a line that sets a variable: its name, and what is behind the sign.
	variableLine = regexp.MustCompile(`^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)$`)
	quotedValue  = regexp.MustCompile(`^(?:'([^']*)'|"((?:[^"\\]|\\[nrt"\\$])*)")[ \t]*(?:#.*)?$`)
	valueRemark  = regexp.MustCompile(`(?:^|[ \t])#.*$`)
)

// parseVariable reads one line. The name is "" where the line sets nothing.
func parseVariable(line string) (name, value, problem string) {
	set := variableLine.FindStringSubmatch(line)
	switch rest := strings.TrimLeft(line, " \t"); {
	case !utf8.ValidString(line):
		return "", "", "the line is not UTF-8"
	case strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }):
		return "", "", "the line holds a control character"
	case rest == "" || rest[0] == '#':
		return "", "", ""
	case set == nil:
		return "", "", "expected NAME=value"
	case strings.HasPrefix(set[2], "'") || strings.HasPrefix(set[2], `"`):
		parts := quotedValue.FindStringSubmatch(set[2])
		if parts == nil {
			return "", "", "the quote is not closed, text follows it, or an escape is none of \\n \\r \\t \\\" \\\\ \\$"
		}
		escapes := strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\"`, `"`, `\\`, `\`, `\$`, "$")
		return set[1], parts[1] + escapes.Replace(parts[2]), ""
	}
	return set[1], strings.TrimRight(valueRemark.ReplaceAllString(set[2], ""), " \t"), ""
}

// SetVariable returns the text of a .env file with a variable set in place of every line that set it.
func SetVariable(text, name, value string) string {
	setting := name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(value) + "\"\n"
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		set := variableLine.FindStringSubmatch(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), byteOrderMark))
		if set != nil && set[1] == name {
			line, setting = setting, ""
		}
		b.WriteString(line)
	}
	if setting != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	return b.String() + setting
}

// checkEnvMode refuses a file of keys that others may change, and warns if others may read it.
func (l *loader) checkEnvMode(from Origin, mode fs.FileMode) error {
	if err := refuseWritable(from, mode); err != nil {
		return err
	}
	if mode.Perm()&0o077 != 0 {
		l.cfg.warn(from,
			fmt.Sprintf("holds keys and others may read it (mode %04o). Run: chmod 600 %s", mode.Perm(), shellWord(from.Name)))
	}
	return nil
}

// isSecretName tells names of secrets from names of settings.
func isSecretName(name string) bool {
	ends := func(end string) bool { return strings.HasSuffix(strings.ToUpper(name), end) }
	return slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSPHRASE"}, ends)
}

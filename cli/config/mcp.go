package config

import (
	"maps"
	"slices"
	"strings"
	"time"

	"pp/engine"
)

// Server is one [mcp.NAME] table: a server of the Model Context Protocol with a Command, which is run, or a URL.
type Server struct {
	Name    string
	Command string
	Args    []string
	Env     map[string]string // what the program is given of variables; $NAME stands for one of the person's
	Dir     string            // where the program runs; "" is the working directory
	URL     string
	Headers map[string]string // of every request to the URL; ${NAME} stands for a variable
	// Effects lists the effects of its tools, as in `pp check`: "read workspace". Without any, each call asks.
	Effects  []string
	ClientID string // of pp at the service that gives logins to the URL
	// ClientSecret is a variable with the secret that the service gave with it, as $NAME.
	ClientSecret string
	Tools        []string // those that a model is told of; empty: all
	Disabled     bool
	Timeout      time.Duration // of one call; 0 is a minute
	Origin       Origin
}

// serversOf are the [mcp.NAME] tables.
func serversOf(of func(*Config) any) records {
	return records{"mcp", serverTable[:], of, checkServerName}
}

// proposed are the servers of a project's file, which wait for the person.
func proposed() records { return serversOf(func(c *Config) any { return madeOf(&c.Proposed) }) }

// madeOf is a map to which more can be added.
func madeOf[T any](m *map[string]T) map[string]T {
	if *m == nil {
		*m = map[string]T{}
	}
	return *m
}

// checkProgramVariable accepts a variable that a server's program is given, and its value.
func checkProgramVariable(name, text string) string {
	if name == "" || checkVariable(name) != "" {
		return "is not the name of a variable"
	}
	return checkNoSecret(name, text)
}

// checkNoSecret refuses a secret in the file, by its name.
func checkNoSecret(name, text string) string {
	if isSecretName(name) && !refers(text) {
		return "is a secret, and none is written in this file: `pp config key " + name + "` keeps it, and \"$" + name +
			"\" stands for it"
	}
	return ""
}

// checkServerName accepts what can stand in the name of a tool: mcp__NAME__TOOL.
func checkServerName(s string) string {
	if s == "" || ServerName(s) != s || len(s) > 32 {
		return "must be of lower-case letters, digits and single '-', 32 at most"
	}
	return ""
}

// ServerName returns pp's name for a server of another program, or "" if no character of the name is allowed.
func ServerName(name string) string {
	other := func(r rune) bool { return !strings.ContainsRune(letters+digits, r) }
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), other), "-")
}

// checkServerURL accepts the address of a server, which may have a query.
func checkServerURL(s string) string {
	_, problem := checkURL(s, "/mcp", "headers", true)
	return problem
}

// checkServers reports what is missing in a server.
func checkServers(of map[string]Server) error {
	for _, name := range sortedNames(of) {
		s, key := of[name], "mcp."+name
		if (s.Command == "") == (s.URL == "") {
			return s.Origin.fail(key, "the server "+name+" must have a command or a url, and not both",
				"Add: command = \"mcp-server-filesystem\", or: url = \"https://host/mcp\"")
		}
		if plain := strings.HasPrefix(strings.ToLower(s.URL), "http:"); plain && !isLoopback(s.URL) && len(s.Headers) > 0 {
			return s.Origin.fail(key, key+".headers would go over the wire in the clear", "Write: url = \"https://…\"")
		}
	}
	return nil
}

// Variables are the names of the variables that a server's texts refer to, sorted, each once.
func (s Server) Variables() []string {
	var names []string
	note := func(name string) (string, bool) {
		names = append(names, name)
		return "", true
	}
	s.resolve(note)
	slices.Sort(names)
	return slices.Compact(names)
}

// resolve is a server whose texts have the values of variables, and the names of those that have none.
func (s Server) resolve(value func(name string) (string, bool)) (out Server, missing []string) {
	expand := func(text string, bare bool) string {
		text, lacks := expandVariables(text, bare, value)
		missing = append(missing, lacks...)
		return text
	}
	out = s
	out.Command, out.URL, out.Args = expand(s.Command, false), expand(s.URL, false), slices.Clone(s.Args)
	for i := range out.Args {
		out.Args[i] = expand(out.Args[i], false)
	}
	out.Env, out.Headers = maps.Clone(s.Env), maps.Clone(s.Headers)
	out.ClientSecret = expand(s.ClientSecret, true)
	for _, name := range sortedNames(s.Env) {
		out.Env[name] = expand(s.Env[name], true)
	}
	for _, name := range sortedNames(s.Headers) {
		out.Headers[name] = expand(s.Headers[name], true)
	}
	return out, missing
}

// expandVariables puts the values of variables in the place of ${NAME} and ${NAME:-else}, and with bare of a text that
// is $NAME. Other programs write ${env:NAME} for the same.
func expandVariables(text string, bare bool, value func(name string) (string, bool)) (out string, missing []string) {
	if name, ok := strings.CutPrefix(text, "$"); ok && bare && name != "" && checkVariable(name) == "" {
		text = "${" + name + "}"
	}
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(text, "${")
		inner, after, closed := strings.Cut(rest, "}")
		name, otherwise, defaulted := strings.Cut(inner, ":-")
		name = strings.TrimPrefix(name, "env:")
		b.WriteString(before)
		switch {
		case !opened:
			return b.String(), missing
		case !closed:
			return b.String() + "${" + rest, missing
		case name == "" || checkVariable(name) != "":
			b.WriteString("${" + inner + "}")
		default:
			v, set := value(name)
			if !set && !defaulted {
				missing = append(missing, name)
			} else if !set {
				v = otherwise
			}
			b.WriteString(v)
		}
		text = after
	}
}

// checkReference accepts what stands for a variable: no secret is written in a file.
func checkReference(s string) string {
	if s != "" && !refers(s) {
		return "must be a variable, as \"$NAME\": `pp config key NAME` keeps its value"
	}
	return ""
}

// refers reports whether a text refers to a variable.
func refers(text string) bool {
	found := false
	expandVariables(text, true, func(string) (string, bool) {
		found = true
		return "", true
	})
	return found
}

// Resolved returns a server with the values of its variables, and the names of unset ones. A server that a project
// proposes gets neither variables that pp keeps nor keys of providers, since it could send them anywhere.
func (c *Config) Resolved(s Server) (out Server, missing []string) {
	return s.resolve(func(name string) (string, bool) {
		value, source := c.variable(name)
		if s.Origin.Source == SourceProject && (source.Stored() || c.isKey(name)) {
			return "", false
		}
		return value.Reveal(), source != KeyNone
	})
}

// Variable is the value of a variable that servers may refer to: of the environment, or else of the .env file.
func (c *Config) Variable(name string) (value string, set bool) {
	secret, source := c.variable(name)
	return secret.Reveal(), source != KeyNone
}

// isKey reports whether a variable holds the key of a provider or a messenger.
func (c *Config) isKey(name string) bool {
	for _, p := range c.Providers {
		if p.KeyEnv == name {
			return true
		}
	}
	return name == TelegramToken
}

// ServerVariable reports whether a server of the person's refers to a variable.
func (c *Config) ServerVariable(name string) bool {
	for _, s := range c.Servers {
		if slices.Contains(s.Variables(), name) {
			return true
		}
	}
	return false
}

// serverSecrets are the secrets that servers get from the environment.
func (c *Config) serverSecrets() (out []engine.Secret) {
	for _, name := range sortedNames(c.Servers) {
		for _, v := range c.Servers[name].Variables() {
			if value, source := c.variable(v); source == KeyFromEnvironment && (isSecretName(v) || opaque(value.Reveal())) {
				out = append(out, value)
			}
		}
	}
	return out
}

// opaque reports whether a value may be a secret whose name does not say so.
func opaque(value string) bool {
	return len(value) >= 20 && !strings.ContainsAny(value, "/ \t")
}

// variables says how variables are found: in the environment first, then in the .env file.
func variables(env Env, file envFile) func(name string) (engine.Secret, KeySource) {
	return func(name string) (engine.Secret, KeySource) {
		if value, ok := env.get(name); ok && name != "" {
			return engine.NewSecret(name, value), KeyFromEnvironment
		}
		if value, ok := file.get(name); ok {
			return engine.NewSecret(name, value), KeyFromEnvFile
		}
		return engine.Secret{}, KeyNone
	}
}

package config

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
)

// maxServersFile bounds another program's configuration, which may keep more than servers there.
const maxServersFile = 8 << 20

// maxServers bounds the servers of one file.
const maxServers = 200

// Foreign is what another program's configuration says of servers.
type Foreign struct {
	Servers []Server // by name
	Skipped []string // a sentence for each that cannot be used
}

// foreignServer holds a server in the notation of other programs: JSON, or Codex' TOML.
type foreignServer struct {
	Type    string            `json:"type" toml:"type"`
	Command any               `json:"command" toml:"command"` // a text, or a list of words
	Args    []string          `json:"args" toml:"args"`
	Env     map[string]string `json:"env" toml:"env"`
	EnvVars []string          `json:"-" toml:"env_vars"`
	Cwd     string            `json:"cwd" toml:"cwd"`

	URL        string            `json:"url" toml:"url"`
	HTTPURL    string            `json:"httpUrl" toml:"-"`
	ServerURL  string            `json:"serverUrl" toml:"-"`
	Headers    map[string]string `json:"headers" toml:"http_headers"`
	BearerEnv  string            `json:"-" toml:"bearer_token_env_var"`
	HeadersEnv map[string]string `json:"-" toml:"env_http_headers"`

	Disabled bool     `json:"disabled" toml:"-"`
	Enabled  *bool    `json:"enabled" toml:"enabled"`
	Tools    []string `json:"-" toml:"enabled_tools"`
	Timeout  float64  `json:"-" toml:"tool_timeout_sec"`
}

// foreignJSON is a file of JSON: one table of servers, and in one program's another for each project.
type foreignJSON struct {
	Named    map[string]foreignServer `json:"mcpServers"`
	Editor   map[string]foreignServer `json:"servers"`
	Projects map[string]struct {
		Named map[string]foreignServer `json:"mcpServers"`
	} `json:"projects"`
}

// ReadServers reads the servers of another program's configuration, whose name tells its notation. Servers of one
// project count only if that project is dir. Paths are relative to the file.
func ReadServers(from Origin, data []byte, dir string) (Foreign, error) {
	if len(data) > maxServersFile {
		return Foreign{}, from.fail("", fmt.Sprintf("is larger than %d bytes", maxServersFile), "")
	}
	all := map[string]foreignServer{}
	var err error
	if strings.HasSuffix(from.Name, ".toml") {
		var file struct {
			Named map[string]foreignServer `toml:"mcp_servers"`
		}
		err = toml.Unmarshal(data, &file)
		all = file.Named
	} else {
		var file foreignJSON
		err = json.Unmarshal(data, &file)
		maps.Copy(all, file.Editor)
		maps.Copy(all, file.Named)
		maps.Copy(all, file.Projects[dir].Named)
	}
	switch {
	case err != nil:
		return Foreign{}, foreignError(from, data, err)
	case len(all) > maxServers:
		return Foreign{}, from.fail("", fmt.Sprintf("has over %d servers", maxServers), "")
	}
	return foreign(from, all), nil
}

// foreignError says where a file cannot be read.
func foreignError(from Origin, data []byte, err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at := min(max(syntax.Offset, 0), int64(len(data)))
		from.Line = strings.Count(string(data[:at]), "\n") + 1
	}
	return syntaxError(from, err)
}

// foreign are the servers of a file in this program's form.
func foreign(from Origin, all map[string]foreignServer) (out Foreign) {
	for _, name := range sortedNames(all) {
		s, problem := all[name].server(filepath.Dir(from.Name))
		s.Name, s.Origin = ServerName(name), from
		taken := func(other Server) bool { return other.Name == s.Name }
		if problem == "" {
			problem = cmp.Or(checkServerName(s.Name), s.problem())
		}
		if problem == "" && slices.ContainsFunc(out.Servers, taken) {
			problem = "has the name of another, which is " + s.Name + " here"
		}
		if problem != "" {
			out.Skipped = append(out.Skipped, quoted(name)+" "+problem)
			continue
		}
		out.Servers = append(out.Servers, s)
	}
	slices.SortFunc(out.Servers, func(a, b Server) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// problem is what is wrong with the texts of a server, or "".
func (s Server) problem() string {
	texts := append([]string{s.Command, s.URL, s.Dir}, s.Args...)
	for name, text := range s.Env {
		if name == "" || checkVariable(name) != "" {
			return "sets a variable whose name is none"
		}
		texts = append(texts, text)
	}
	for name, text := range s.Headers {
		texts = append(texts, name, text)
	}
	for _, text := range append(texts, s.Tools...) {
		if problem := checkNoControl(text); problem != "" {
			return "has a text that " + problem
		}
	}
	if s.URL != "" {
		if problem := checkServerURL(s.URL); problem != "" {
			return "has a url that " + problem
		}
		if err := checkServers(map[string]Server{s.Name: s}); err != nil {
			return "has headers, which would go over the wire in the clear"
		}
	}
	return ""
}

// server is a server in this program's form, or why it cannot be used.
func (f foreignServer) server(base string) (s Server, problem string) {
	words, ok := f.words()
	s = Server{URL: cmp.Or(f.URL, f.HTTPURL, f.ServerURL), Env: f.Env, Headers: f.Headers, Tools: f.Tools,
		Disabled: f.Disabled || f.Enabled != nil && !*f.Enabled}
	if f.Timeout > 0 {
		s.Timeout = time.Duration(min(max(f.Timeout, 1), day) * float64(time.Second))
	}
	switch {
	case !ok:
		return s, "has a command that is neither a text nor a list of words"
	case f.Type == "sse":
		return s, "speaks SSE alone, which was replaced by streamable HTTP: ask its maker for that address"
	case len(words) == 0 && s.URL == "":
		return s, "has neither a command nor a url"
	case len(words) > 0 && s.URL != "":
		return s, "has both a command and a url"
	case len(words) > 0:
		s.Command, s.Args = words[0], words[1:]
	}
	for _, name := range f.EnvVars {
		madeOf(&s.Env)[name] = "$" + name
	}
	for name, variable := range f.HeadersEnv {
		madeOf(&s.Headers)[name] = "${" + variable + "}"
	}
	if f.BearerEnv != "" {
		madeOf(&s.Headers)["Authorization"] = "Bearer ${" + f.BearerEnv + "}"
	}
	relative := func(word string) bool { return strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") }
	switch {
	case f.Cwd != "" && filepath.IsAbs(f.Cwd):
		s.Dir = f.Cwd
	case f.Cwd != "":
		s.Dir = filepath.Join(base, f.Cwd)
	case slices.ContainsFunc(words, relative):
		s.Dir = base
	}
	return s, ""
}

// words are the command and its arguments.
func (f foreignServer) words() ([]string, bool) {
	switch c := f.Command.(type) {
	case nil:
		return nil, true
	case string:
		if c == "" {
			return nil, len(f.Args) == 0
		}
		return append([]string{c}, f.Args...), true
	}
	list, ok := asList(f.Command)
	return append(list, f.Args...), ok && len(list) > 0
}

// Notation is a server as a table of the configuration.
func (s Server) Notation() string {
	var b strings.Builder
	b.WriteString("[" + keyTOML([]string{"mcp", s.Name}) + "]\n")
	for _, k := range settingsOf(serverTable[:], &s) {
		b.WriteString(k.name + " = " + k.text + "\n")
	}
	return b.String()
}

// WithoutSecrets is a server whose secrets are variables, and the values of those. secret tells which text holds one;
// given is what a variable has as its value already.
func (s Server) WithoutSecrets(secret func(string) bool, given func(name string) (string, bool)) (Server,
	[]engine.Secret) {
	var kept []engine.Secret
	own := "MCP_" + variableName(s.Name) + "_"
	keep := func(name, text string) string {
		if value, set := given(name); set && value != text {
			name = own + name
		}
		kept = append(kept, engine.NewSecret(name, text))
		return "${" + name + "}"
	}
	hides := func(name, text string) bool {
		return text != "" && !refers(text) && (isSecretName(name) || strings.EqualFold(name, "Authorization") || secret(text))
	}
	s.Args, s.Env, s.Headers = slices.Clone(s.Args), maps.Clone(s.Env), maps.Clone(s.Headers)
	for i, word := range s.Args {
		if hides("", word) {
			s.Args[i] = keep(fmt.Sprint(own, "ARGUMENT_", i+1), word)
		}
	}
	for _, name := range sortedNames(s.Env) {
		if hides(name, s.Env[name]) {
			s.Env[name] = keep(name, s.Env[name])
		}
	}
	for _, name := range sortedNames(s.Headers) {
		if hides(name, s.Headers[name]) {
			s.Headers[name] = keep(own+variableName(name), s.Headers[name])
		}
	}
	return s, kept
}

// variableName is a name as a part of that of a variable.
func variableName(name string) string {
	return strings.ToUpper(strings.ReplaceAll(ServerName(name), "-", "_"))
}

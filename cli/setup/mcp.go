package setup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/mcp"
	"pp/actuators/tools"
	"pp/cli/config"
	"pp/engine"
	"pp/engine/store"
)

// maxProposed is the most that is read of a project's .mcp.json, in bytes.
const maxProposed = 1 << 20

// Server is a server of tools as it is here: the person's own, or one that the project proposes.
type Server struct {
	config.Server
	Missing []string // variables that it refers to and that are not set
	set     *mcp.Set // nil of one that is not used
}

// Proposed reports whether a project has it, and not the person.
func (s Server) Proposed() bool { return s.Origin.Source == config.SourceProject }

// Servers are those of an agent, by name. Nothing of them is started before it is needed.
type Servers struct {
	List []Server
	sets []*mcp.Set
}

// Elicit puts a server's question to the person.
type Elicit func(ctx context.Context, q mcp.Question) (mcp.Answer, error)

// servers returns the person's own servers, then a project's. An unreadable file of a project proposes none.
func (s *Settings) servers() []Server {
	found, err := s.proposed(context.Background())
	if len(s.Config.Servers)+len(s.Config.Proposed)+len(found.Servers) == 0 && err == nil {
		return nil // as nearly always
	}
	var out []Server
	add := func(of config.Server) {
		if slices.ContainsFunc(out, func(o Server) bool { return o.Name == of.Name }) {
			return
		}
		_, missing := s.Config.Resolved(of)
		out = append(out, Server{Server: of, Missing: missing})
	}
	for _, list := range [...]map[string]config.Server{s.Config.Servers, s.Config.Proposed} {
		for _, of := range list {
			add(of)
		}
	}
	for _, of := range found.Servers {
		add(of)
	}
	slices.SortFunc(out, func(a, b Server) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// proposed are the servers of the workspace's .mcp.json.
func (s *Settings) proposed(ctx context.Context) (config.Foreign, error) {
	root := s.Where.Workspace.Root
	if root == "" {
		return config.Foreign{}, nil
	}
	from := config.Origin{Source: config.SourceProject, Name: filepath.Join(root, ".mcp.json")}
	data, err := store.Read(ctx, from.Name, maxProposed)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Foreign{}, nil
	}
	if err != nil {
		return config.Foreign{}, err
	}
	return config.ReadServers(from, data, s.Where.Dir)
}

// openServers creates the servers of a place: one set for the person's, one for each of a project's, so that a changed
// entry needs approval again. It reports unusable entries to warn.
func openServers(s *Settings, o mcp.Options, warn func(lines []string)) *Servers {
	list, dir := s.servers(), s.Kept("mcp")
	if len(list) == 0 || dir == "" {
		return &Servers{}
	}
	v := &Servers{List: list}
	open := func(dir string, list ...mcp.Server) *mcp.Set {
		o.Dir = dir
		set, err := mcp.NewSet(list, o)
		if err != nil {
			warn(strings.Split(err.Error(), "\n"))
		}
		v.sets = append(v.sets, set)
		return set
	}
	var own []mcp.Server
	for i := range list {
		of := &list[i]
		switch {
		case of.Disabled:
		case of.Proposed():
			sum := sha256.Sum256([]byte(s.Where.Workspace.Root + "\x00" + of.Notation()))
			of.set = open(filepath.Join(dir, "proposed", hex.EncodeToString(sum[:16])), s.mcpServer(of.Server))
		default:
			own = append(own, s.mcpServer(of.Server))
		}
	}
	if len(own) > 0 {
		set := open(dir, own...)
		for i := range list {
			if !list[i].Proposed() && !list[i].Disabled {
				list[i].set = set
			}
		}
	}
	return v
}

// serverFacts returns the facts for starting MCP servers: their PATH has no directory of the workspace.
func (a *Agent) serverFacts() engine.Facts {
	f := a.Settings.Facts(a.InForce.table)
	f.Env = maps.Clone(f.Env)
	f.Env["PATH"] = a.Settings.Where.Programs()
	return f
}

// serverOptions are those of the servers of an agent.
func (a *Agent) serverOptions() mcp.Options {
	return mcp.Options{Box: func() mcp.Runner { return a.Executor.Box() },
		Facts: a.serverFacts,
		Mask:  func(text string) string { return a.Settings.Redactor.Redact(text) },
		Note:  func(text string) { a.Out.Note("warning", text) },
		Elicit: func(ctx context.Context, q mcp.Question) (mcp.Answer, error) {
			if a.Elicit == nil { // nobody is there
				return mcp.Answer{}, nil
			}
			return a.Elicit(ctx, q)
		}, Version: cmp.Or(a.Settings.System.Release, "devel")}
}

// mcpServer is an entry with the values of its variables.
func (s *Settings) mcpServer(of config.Server) mcp.Server {
	r, _ := s.Config.Resolved(of)
	variables := func(m map[string]string) (out []mcp.Variable) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if m[name] != "" { // else it is a variable that is not set
				out = append(out, mcp.Variable{Name: name, Value: engine.NewSecret(name, m[name])})
			}
		}
		return out
	}
	return mcp.Server{Name: r.Name, Command: r.Command, Args: r.Args, Env: variables(r.Env), URL: r.URL,
		Headers: variables(r.Headers), ClientID: r.ClientID,
		ClientSecret: engine.NewSecret(r.Name, r.ClientSecret), Effects: r.Effects, Timeout: r.Timeout}
}

// tools are those that a model may call. Nothing is started for them.
func (v *Servers) tools() (out []tools.Tool) {
	for _, set := range v.sets {
		for _, t := range set.Tools() {
			if v.offers(t.Spec.Name) {
				out = append(out, t)
			}
		}
	}
	return out
}

// noteUnreviewed says of which servers a model is offered no tool, since nobody has looked at them yet.
func (v *Servers) noteUnreviewed(note func(text string)) {
	for _, s := range v.List {
		if st, ok := s.status(); ok && !s.Disabled && st.State == mcp.StateNew {
			note("the MCP server " + s.Name + " is not reviewed yet, so its tools are not offered: pp mcp review " + s.Name)
		}
	}
}

// offers reports whether an entry takes a tool, by the name that a model calls.
func (v *Servers) offers(tool string) bool {
	for _, s := range v.List {
		name, ours := strings.CutPrefix(tool, engine.ServerPrefix+s.Name+"__")
		if ours && len(s.Tools) > 0 {
			return slices.ContainsFunc(s.Tools, func(t string) bool { return strings.EqualFold(t, name) })
		}
	}
	return true
}

// Close ends the servers that were started.
func (v *Servers) Close() error {
	var errs []error
	for _, set := range v.sets {
		errs = append(errs, set.Close())
	}
	return errors.Join(errs...)
}

// Find is the server of a name.
func (v *Servers) Find(name string) (Server, bool) {
	i := slices.IndexFunc(v.List, func(s Server) bool { return s.Name == name })
	if i < 0 {
		return Server{}, false
	}
	return v.List[i], true
}

// Set is what uses a server; nil of one that is disabled or cannot be used.
func (s Server) Set() *mcp.Set {
	if _, ok := s.status(); !ok {
		return nil
	}
	return s.set
}

// status is what is known of a server without starting it.
func (s Server) status() (mcp.Status, bool) {
	if s.set != nil {
		for _, st := range s.set.Status() {
			if st.Server.Name == s.Name {
				return st, true
			}
		}
	}
	return mcp.Status{}, false
}

// Offered are the names under which a server's tools are offered, by their own, and the reasons of those that are not.
func (s Server) Offered() (names, withheld map[string]string) {
	st, _ := s.status()
	return st.Names, st.Withheld
}

// Known returns a server's state in a word, its tools, and the next step for a person.
func (s Server) Known() (state string, tools []mcp.Definition, next string) {
	st, ok := s.status()
	review := "pp mcp review " + s.Name
	switch {
	case s.Disabled:
		return "disabled", nil, ""
	case !ok:
		return "wrong", nil, "its entry cannot be used: pp config edit"
	case st.State == mcp.StateNew && s.Proposed():
		return "waits", nil, "the project proposes it: " + review
	case st.State == mcp.StateDrift:
		return st.State.String(), st.Tools, "its tools changed (" + st.Why + "): " + review
	case st.State == mcp.StateWrong:
		return st.State.String(), nil, st.Why
	case len(s.Missing) > 0:
		return st.State.String(), st.Tools, "not set: " + strings.Join(s.Missing, ", ") + "; pp config key " + s.Missing[0]
	case st.State == mcp.StateNew:
		return "new", nil, "look at its tools: " + review
	}
	return st.State.String(), st.Tools, ""
}

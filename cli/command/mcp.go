package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/mcp"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
)

// mcpRun is one run of `pp mcp`: its flags, and what it works on.
type mcpRun struct {
	run
	agent *setup.Agent
	yes   bool
}

// mcpVerbs are what can be done with servers of tools.
func mcpVerbs() verbs[*mcpRun] {
	yes := []string{"yes"}
	return verbs[*mcpRun]{
		{"list", nil, true, (*mcpRun).list},
		{"show", nil, true, (*mcpRun).show},
		{"import", yes, false, (*mcpRun).takeOver},
		{"add", yes, false, (*mcpRun).add},
		{"review", yes, false, (*mcpRun).review},
		{"forget", nil, false, (*mcpRun).forget},
		{"content", nil, true, (*mcpRun).content},
		{"call", nil, false, (*mcpRun).call},
		{"login", nil, false, (*mcpRun).login},
		{"logout", nil, false, (*mcpRun).logout},
	}
}

// MCP looks after servers of tools; with serve, pp is one.
func MCP(a App, serve func(context.Context, App) error) *cli.Command {
	r := &mcpRun{}
	return &cli.Command{Name: "mcp", Usage: "use the tools of MCP servers, or be such a server",
		UsageText: "[list | show NAME | import [FILE] | add NAME URL | add NAME -- COMMAND … | review NAME | " +
			"forget NAME | content NAME | call NAME TOOL [JSON] | login NAME | logout NAME | serve]",
		Flags: []cli.Flag{a.jsonFlag(), Bool("yes", "import, add, review: do not ask", &r.yes)}, Description: mcpHelp,
		Action: func(c *cli.Context) error {
			if c.Args().First() == "serve" {
				return serve(c.Context, a)
			}
			return mcpVerbs().action(a, func(of run) (_ *mcpRun, err error) {
				r.run = of
				r.agent, err = a.Agent()
				return r, err
			})(c)
		}}
}

const mcpHelp = "Servers are [mcp.NAME] tables of the configuration: command and args, or url; and what their tools " +
	"do as effects,\n" +
	"in the words of `pp check`. Tools are mcp__NAME__TOOL; each call is judged, and asks where no effect was granted.\n" +
	"import takes over the servers of another program: of FILE, or of those that are found (.mcp.json, Claude Code,\n" +
	"Codex, Cursor, Gemini, VS Code). Secrets go to the .env file beside the configuration. review starts a server,\n" +
	"shows its tools and what changed of them, and has them used as they are then; a project's servers\n" +
	"(.mcp.json, .pp/config.toml) wait for it. serve speaks the protocol on standard input and output, and\n" +
	"offers check and run to another agent.\n" +
	"exit codes: 0 done, 1 the server failed, 2 usage, 3 not confirmed, 69 it cannot be reached, 77 it wants a login,\n" +
	"78 configuration; of call those of a prompt"

// serverNamed is the server of a name.
func serverNamed(m *setup.Agent, name string) (setup.Server, error) {
	s, ok := m.Servers.Find(name)
	if ok {
		return s, nil
	}
	var known []string
	for _, other := range m.Servers.List {
		known = append(known, other.Name)
	}
	return s, exit.Unknown("MCP server", name, known, "`pp mcp` lists them")
}

// set is what uses the server of the first word.
func (r *mcpRun) set() (setup.Server, *mcp.Set, error) {
	s, err := serverNamed(r.agent, r.words[0])
	if err != nil {
		return s, nil, err
	}
	if set := s.Set(); set != nil {
		return s, set, nil
	}
	return s, nil, exit.ConfigError("`pp mcp show "+s.Name+"` shows its entry", "the server %s is disabled, or its entry "+
		"cannot be used", s.Name)
}

// mcpJSON is a server as `pp mcp --json` prints it. Values of variables are never in it.
type mcpJSON struct {
	Name    string    `json:"name"`
	State   string    `json:"state"`
	Next    string    `json:"next,omitempty"` // what a person has to do for it
	Command []string  `json:"command,omitempty"`
	URL     string    `json:"url,omitempty"`
	Effects []string  `json:"effects"`
	Missing []string  `json:"missing"` // variables that it needs and that are not set
	From    string    `json:"from"`
	Tools   []mcpTool `json:"tools"`
}

// mcpTool is a tool of a server, as it was reviewed.
type mcpTool struct {
	Name   string          `json:"name"`
	Doc    string          `json:"doc"`
	Schema json.RawMessage `json:"schema"`
	Hash   string          `json:"hash"`
}

func mcpView(s setup.Server) mcpJSON {
	state, tools, next := s.Known()
	out := mcpJSON{Name: s.Name, State: state, Next: next, URL: s.URL, Effects: append([]string{}, s.Effects...),
		Missing: append([]string{}, s.Missing...), From: s.Origin.String(), Tools: []mcpTool{}}
	if plain := mcpPlain(s.Server); s.Command != "" {
		out.Command = append([]string{s.Command}, plain.Args...)
	}
	for _, t := range tools {
		out.Tools = append(out.Tools, mcpTool{t.Name, t.Description, t.Input, t.Hash()})
	}
	return out
}

// mcpPlain is an entry without the secrets that stand in it.
func mcpPlain(s config.Server) config.Server {
	plain, _ := s.WithoutSecrets(holdsSecret, func(string) (string, bool) { return "", false })
	return plain
}

// checkServers looks at each server, and starts none.
func checkServers(a App, s *setup.Settings) (out []checkup) {
	for _, of := range setup.NewAgent(s, a.Out, a.Signals).Servers.List {
		state, tools, next := of.Known()
		c := checkup{What: "mcp " + of.Name, State: healthy, Says: state + factEnd + counted(len(tools), "tool")}
		if next != "" && state != "waits" {
			c = c.found(degraded, state+": "+next, "pp mcp review "+of.Name)
		}
		out = append(out, c)
	}
	return out
}

// list prints what there is, and starts nothing.
func (r *mcpRun) list() error {
	list := r.agent.Servers.List
	return showList(r.App, len(list), "no servers; `pp mcp import` takes over those of other programs, "+
		"`pp mcp add NAME -- COMMAND …` adds one\n", func(i int) (any, string) {
		s, v := list[i], mcpView(list[i])
		text := fmt.Sprintf("%-16s %-9s %s\n", v.Name, v.State, mcpWhere(s.Server))
		if len(v.Tools) > 0 {
			text += "    " + counted(len(v.Tools), "tool") + "; " + mcpMay(s.Server) + "\n"
		}
		return v, text + indented(v.Next) + indented(mcpOffered(s.Offered()))
	})
}

// mcpWhere is where a server is.
func mcpWhere(s config.Server) string {
	if s.URL != "" {
		return s.URL
	}
	return Line(append([]string{s.Command}, mcpPlain(s).Args...))
}

// mcpMay says what a server may do.
func mcpMay(s config.Server) string {
	switch {
	case s.URL != "":
		return "it runs elsewhere, so each call asks"
	case len(s.Effects) == 0:
		return "it may do nothing outside of its own process, and each call asks"
	}
	return "it may " + strings.Join(s.Effects, ", ")
}

// show prints all that is known of one server.
func (r *mcpRun) show() error {
	s, err := serverNamed(r.agent, r.words[0])
	if err != nil {
		return err
	}
	v := mcpView(s)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# of %s\n# %s: %s\n", mcpPlain(s.Server).Notation(), s.Origin, v.State, mcpMay(s.Server))
	if v.Next != "" {
		b.WriteString("# " + v.Next + "\n")
	}
	names, _ := s.Offered()
	for _, t := range v.Tools {
		b.WriteString("\n" + cmp.Or(names[t.Name], t.Name) + "\n")
		b.WriteString(indented(t.Doc) + indented("arguments: "+string(t.Schema)))
	}
	return r.App.Show(v, b.String())
}

// mcpOffered says what becomes of tools that are not offered under their own names.
func mcpOffered(names, withheld map[string]string) string {
	var lines []string
	for tool, name := range names {
		if why := withheld[tool]; why != "" {
			lines = append(lines, tool+" is not offered: "+why+"\n")
		} else if !strings.HasSuffix(name, "__"+strings.ToLower(tool)) {
			lines = append(lines, tool+" is offered as "+name+"\n")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// indented is a text of somebody else's, each line of it marked as a part of what stands above.
func indented(text string) string {
	if text == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}

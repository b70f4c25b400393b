package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/mcp"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
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
func MCP(a App) *cli.Command {
	r := &mcpRun{}
	return &cli.Command{Name: "mcp", Usage: "use the tools of MCP servers, or be such a server",
		UsageText: "[list | show NAME | import [FILE] | add NAME URL | add NAME -- COMMAND … | review NAME | " +
			"forget NAME | content NAME | call NAME TOOL [JSON] | login NAME | logout NAME | serve]",
		Flags: []cli.Flag{a.jsonFlag(), Bool("yes", "import, add, review: do not ask", &r.yes)}, Description: mcpHelp,
		Action: func(c *cli.Context) error {
			if c.Args().First() == "serve" {
				return serveMCP(c.Context, a)
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

// mcpRow is a server as `pp mcp --json` prints it. Values of variables are never in it.
func mcpRow(s setup.Server) row {
	state, known, next := s.Known()
	var command []string
	if s.Command != "" {
		command = append([]string{s.Command}, mcpPlain(s.Server).Args...)
	}
	tools := []row{}
	for _, t := range known {
		tools = append(tools, row{{"name", t.Name}, {"doc", t.Description}, {"schema", t.Input}, {"hash", t.Hash()}})
	}
	return row{{"name", s.Name}, {"state", state}}.and("next", next).and("command", command).and("url", s.URL).
		join(row{{"effects", all(s.Effects)}, {"missing", all(s.Missing)}, {"from", s.Origin.String()}, {"tools", tools}})
}

// mcpPlain is an entry without the secrets that stand in it.
func mcpPlain(s config.Server) config.Server {
	plain, _ := s.WithoutSecrets(holdsSecret, func(string) (string, bool) { return "", false })
	return plain
}

// checkServers looks at each server, and starts none.
func checkServers(a App, s *setup.Settings) (out []Checkup) {
	for _, of := range setup.NewAgent(s, a.Out, a.Signals).Servers.List {
		state, tools, next := of.Known()
		c := Checkup{What: "mcp " + of.Name, State: Healthy, Says: state + factEnd + counted(len(tools), "tool")}
		if next != "" && state != "waits" {
			c = c.found(Degraded, state+": "+next, "pp mcp review "+of.Name)
		}
		out = append(out, c)
	}
	return out
}

// list prints what there is, and starts nothing.
func (r *mcpRun) list() error {
	return showList(r.App, r.agent.Servers.List, "no servers; `pp mcp import` takes over those of other programs, "+
		"`pp mcp add NAME -- COMMAND …` adds one\n", func(s setup.Server) (any, string) {
		state, tools, next := s.Known()
		text := fmt.Sprintf("%-16s %-9s %s\n", s.Name, state, mcpWhere(s.Server))
		if len(tools) > 0 {
			text += "    " + counted(len(tools), "tool") + "; " + mcpMay(s.Server) + "\n"
		}
		return mcpRow(s), text + indented(next) + indented(mcpOffered(s.Offered()))
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
	state, tools, next := s.Known()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n# of %s\n# %s: %s\n", mcpPlain(s.Server).Notation(), s.Origin, state, mcpMay(s.Server))
	if next != "" {
		b.WriteString("# " + next + "\n")
	}
	names, _ := s.Offered()
	for _, t := range tools {
		b.WriteString("\n" + cmp.Or(names[t.Name], t.Name) + "\n")
		b.WriteString(indented(t.Description) + indented("arguments: "+string(t.Input)))
	}
	return r.App.Show(mcpRow(s), b.String())
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

// ResourceOf is what a name says as mcp:SERVER/URI.
func ResourceOf(name string) (server, uri string, ok bool) {
	rest, ok := strings.CutPrefix(name, "mcp:")
	server, uri, cut := strings.Cut(rest, "/")
	return server, uri, ok && cut && server != "" && uri != ""
}

// isResource reports whether a name given with -f is that of a server's resource.
func isResource(name string) bool {
	_, _, ok := ResourceOf(name)
	return ok
}

// attachServed adds to a prompt what it names of servers: the resources given with -f, and a prompt in its first word.
func attachServed(a App, ctx context.Context, m *setup.Agent, in *engine.Input) error {
	for _, name := range a.Options.Files {
		if !isResource(name) {
			continue
		}
		if err := AttachResource(a, ctx, m, name, in); err != nil {
			return errors.Join(err, m.Close())
		}
	}
	if !ServerPrompt(m, in.Text) {
		return nil
	}
	if err := TakePrompt(a, ctx, m, in); err != nil {
		return errors.Join(err, m.Close())
	}
	return nil
}

// AttachResource adds a resource of a server to an input, as data that somebody else wrote.
func AttachResource(a App, ctx context.Context, m *setup.Agent, name string, in *engine.Input) error {
	server, uri, _ := ResourceOf(name)
	s, set, err := serverOf(m, server)
	if err != nil {
		return err
	}
	parts, err := set.Resource(ctx, s.Name, uri)
	if err != nil {
		return serverError(s, err)
	}
	return attachParts(a, m, name, parts, in)
}

// attachParts adds what a server gave.
func attachParts(a App, m *setup.Agent, label string, parts []mcp.Part, in *engine.Input) error {
	limits := m.Settings.InputLimits()
	for _, p := range parts {
		if p.Picture.Is() {
			in.Attachments = append(in.Attachments, engine.Attachment{Label: label, Picture: p.Picture})
			continue
		}
		d, err := limits.Bytes(label, []byte(p.Text))
		if err != nil {
			return err
		}
		Attach(a, in, d)
	}
	return nil
}

// serverOf is a server that can be used: one that was reviewed.
func serverOf(m *setup.Agent, name string) (setup.Server, *mcp.Set, error) {
	s, err := serverNamed(m, name)
	if err != nil {
		return s, nil, err
	}
	state, _, next := s.Known()
	if set := s.Set(); set != nil && state == mcp.StateReady.String() {
		return s, set, nil
	}
	return s, nil, exit.New(exit.Config, next, fmt.Errorf("the MCP server %s cannot be used: it is %s", s.Name, state))
}

// ServerPrompt reports whether a text begins with the prompt of a server, as /SERVER:PROMPT.
func ServerPrompt(m *setup.Agent, text string) bool {
	first, _, _ := strings.Cut(text, " ")
	server, _, ok := strings.Cut(strings.TrimPrefix(first, "/"), ":")
	if !ok || !strings.HasPrefix(first, "/") {
		return false
	}
	_, known := m.Servers.Find(server)
	return known
}

// TakePrompt has a prompt of a server stand for an input whose text names it. What the server wrote is data, which the
// person asks to be followed; the words behind the name are its arguments: NAME=VALUE, or values in its order.
func TakePrompt(a App, ctx context.Context, m *setup.Agent, in *engine.Input) error {
	words := strings.Fields(in.Text)
	server, name, _ := strings.Cut(strings.TrimPrefix(words[0], "/"), ":")
	s, set, err := serverOf(m, server)
	if err != nil {
		return err
	}
	list, err := set.Prompts(ctx, s.Name)
	if err != nil {
		return serverError(s, err)
	}
	var known []string
	for _, p := range list {
		if p.Name != name {
			known = append(known, p.Name)
			continue
		}
		args, err := promptArgs(p, words[1:])
		if err != nil {
			return err
		}
		parts, err := set.Prompt(ctx, s.Name, name, args)
		if err != nil {
			return serverError(s, err)
		}
		label := "the prompt " + name + " of the MCP server " + s.Name
		in.Text = "Do what " + label + " asks for; its text follows."
		return attachParts(a, m, label, parts, in)
	}
	hint := "it has " + strings.Join(known, ", ")
	if near := engine.Near(name, known); near != "" {
		hint = "did you mean /" + s.Name + ":" + near + "?"
	} else if len(known) == 0 {
		hint = "it has none"
	}
	return exit.UsageError(hint, "the MCP server %s has no prompt %q", s.Name, clipped(name))
}

// promptArgs gives words to the arguments of a prompt.
func promptArgs(p mcp.Prompt, words []string) (map[string]string, error) {
	args, usage := map[string]string{}, ""
	for _, a := range p.Args {
		word := a.Name + "=…"
		if !a.Required {
			word = "[" + word + "]"
		}
		usage += " " + word
	}
	for _, w := range words {
		name, value, named := strings.Cut(w, "=")
		taken := false
		for i, a := range p.Args {
			_, given := args[a.Name]
			switch {
			case named && a.Name == name:
				args[name], taken = value, true
			case !named && !given && !taken:
				args[a.Name], taken = w, true
			case !named && !taken && given && i == len(p.Args)-1: // the last takes all that is left
				args[a.Name], taken = args[a.Name]+" "+w, true
			}
		}
		if !taken {
			return nil, exit.UsageError("it takes"+usage, "the prompt %s does not take %q", clipped(p.Name), clipped(w))
		}
	}
	for _, a := range p.Args {
		if _, given := args[a.Name]; a.Required && !given {
			return nil, exit.UsageError("it takes"+usage, "the prompt %s needs %s", clipped(p.Name), clipped(a.Name))
		}
	}
	return args, nil
}

// content lists the resources and prompts of a server, which it starts.
func (r *mcpRun) content() error {
	s, set, err := serverOf(r.agent, r.words[0])
	if err != nil {
		return err
	}
	return errors.Join(r.listContent(s, set), r.agent.Close())
}

func (r *mcpRun) listContent(s setup.Server, set *mcp.Set) error {
	resources, err := set.Resources(r.ctx, s.Name)
	if err != nil {
		return serverError(s, err)
	}
	type entry struct {
		Use string `json:"use"` // as -f, or the first word of a prompt
		Doc string `json:"doc"`
	}
	data := map[string][]entry{"resources": {}, "prompts": {}}
	var b strings.Builder
	add := func(kind, use, doc string) {
		data[kind] = append(data[kind], entry{use, doc})
		b.WriteString(use + "\n" + indented(doc))
	}
	for _, x := range resources {
		add("resources", "mcp:"+s.Name+"/"+x.URI, strings.TrimSpace(x.Name+" "+x.Doc))
	}
	prompts, err := set.Prompts(r.ctx, s.Name)
	if err != nil {
		return serverError(s, err)
	}
	for _, x := range prompts {
		use := "/" + s.Name + ":" + x.Name
		for _, a := range x.Args {
			use += " " + a.Name + "=…"
		}
		add("prompts", use, x.Doc)
	}
	if b.Len() == 0 {
		b.WriteString(s.Name + " has neither resources nor prompts\n")
	}
	return r.App.Show(data, b.String())
}

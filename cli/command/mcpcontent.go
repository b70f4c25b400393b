package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/actuators/mcp"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
)

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

package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/mcp"
	"pp/actuators/undo"
	"pp/cli/ask"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/store"
	"pp/gates/secrets"
)

// review starts a server, shows its tools, and has them used as they are once the person says so.
func (r *mcpRun) review() (err error) {
	defer func() { err = errors.Join(err, r.agent.Close()) }()
	s, set, err := r.set()
	if err != nil {
		return err
	}
	w, err := r.watched("look at it with `pp mcp show`, then give --yes", "review")
	if err != nil {
		return err
	}
	defer w.close()
	w.show(mcpPlain(s.Server).Notation() + "# of " + s.Origin.String() + "; " + mcpMay(s.Server) + "\n")
	if s.Proposed() {
		if err := w.ask("start it?", "it was not started"); err != nil {
			return err
		}
	}
	found, err := set.Review(r.ctx, s.Name)
	if err != nil {
		return serverError(s, err)
	}
	w.show(reviewText(s.Name, found))
	question := "use them?"
	if len(found.Changes) > 0 {
		question = "use them as they are now?"
	}
	if err := w.ask(question, "nothing was taken over; its tools stay unused"); err != nil {
		return err
	}
	if err := set.Accept(found); err != nil {
		return err
	}
	return r.Out.Print(fmt.Sprintf("reviewed %s: %s\n", s.Name, counted(len(found.Tools), "tool")))
}

// watched shows things and asks about them: the person at the terminal, or with --yes nobody.
type watched struct {
	run    *mcpRun
	person *ask.Person // nil with --yes: what is shown is printed
}

// watched is an error where nobody is there to do what they are needed for; hint is what to give then.
func (r *mcpRun) watched(hint, what string) (watched, error) {
	w := watched{run: r}
	if r.yes {
		return w, nil
	}
	var ok bool
	if w.person, ok = r.present(); !ok {
		return w, exit.UsageError(hint, "nobody is at the terminal to %s it", what)
	}
	return w, nil
}

func (w watched) close() {
	if w.person != nil {
		w.person.Close()
	}
}

func (w watched) show(text string) {
	text = w.run.Out.Redact(text)
	if w.person == nil {
		_ = w.run.Out.Print(text)
		return
	}
	w.person.Diff(text)
}

func (w watched) ask(question, denied string) error {
	if w.person == nil {
		return nil
	}
	return w.person.Confirm(w.run.ctx, question, denied)
}

// reviewText is what a person looks at: every tool that is new, or gone, or not as it was.
func reviewText(server string, found mcp.Review) string {
	var b strings.Builder
	for _, c := range found.Changes {
		switch {
		case c.Before == nil:
			b.WriteString("\n+ " + c.Tool + "\n" + definitionText(*c.Now))
		case c.Now == nil:
			b.WriteString("\n- " + c.Tool + "\n")
		default:
			b.WriteString("\n" + undo.Diff(c.Tool, definitionText(*c.Before), definitionText(*c.Now), true))
		}
	}
	if found.Says != found.Said {
		b.WriteString("\n" + undo.Diff("its instructions, which no model is told", indented(found.Said),
			indented(found.Says), true))
	}
	same := len(found.Tools)
	for _, c := range found.Changes {
		if c.Now != nil {
			same--
		}
	}
	if same > 0 {
		fmt.Fprintf(&b, "\n%s as they were reviewed\n", counted(same, "tool"))
	}
	if len(found.Tools) == 0 {
		b.WriteString("\n" + server + " has no tools\n")
	}
	if text := mcpOffered(found.Names, found.Withheld); text != "" {
		b.WriteString("\n" + text)
	}
	return b.String()
}

// definitionText is all that a server says of a tool; each line is indented, so that none can pass for ours.
func definitionText(d mcp.Definition) string {
	text := indented(d.Title) + indented(d.Description)
	for _, part := range []struct {
		name string
		raw  json.RawMessage
	}{{"takes", d.Input}, {"gives", d.Output}, {"says of itself", d.Annotations}} {
		if len(part.raw) > 0 {
			text += indented(part.name + ": " + string(part.raw))
		}
	}
	return text
}

// serverError gives what a server failed with its exit code and hint.
func serverError(s setup.Server, err error) error {
	switch {
	case errors.Is(err, mcp.ErrLogin):
		return exit.New(exit.Auth, "pp mcp login "+s.Name, err)
	case errors.Is(err, context.Canceled):
		return err
	case s.URL != "":
		return exit.New(exit.Unavailable, "", err)
	case filepath.Base(s.Command) == "npx" || filepath.Base(s.Command) == "uvx":
		return exit.New(exit.Failed, s.Command+" downloads the program at each start, and the sandbox has no network: "+
			"install it once (npm install -g PACKAGE), then set command in [mcp."+s.Name+"] to the installed program", err)
	}
	return exit.New(exit.Failed, "it has no network, nothing of your files and of your environment but what its entry "+
		"grants", err)
}

// forget has a server's tools unused until it is reviewed again.
func (r *mcpRun) forget() error {
	s, set, err := r.set()
	if err != nil {
		return err
	}
	if err := set.Forget(s.Name); err != nil {
		return err
	}
	return r.Out.Print("forgot what was reviewed of " + s.Name + "\n")
}

// login logs in to a remote server in the person's browser.
func (r *mcpRun) login() error {
	s, set, err := r.set()
	if err != nil {
		return err
	}
	r.Signals.Handle()
	err = set.Login(r.ctx, s.Name, func(address string) {
		r.Out.Note("login", "open this in your browser:")
		r.Out.Address(address)
	})
	if err != nil {
		return exit.New(exit.Auth, "", err)
	}
	return r.Out.Print("logged in to " + s.Name + "\n")
}

// logout forgets a login.
func (r *mcpRun) logout() error {
	s, set, err := r.set()
	if err != nil {
		return err
	}
	if err := set.Logout(s.Name); err != nil {
		return err
	}
	return r.Out.Print("logged out of " + s.Name + "\n")
}

// call calls a tool, as a model would: judged, and asked about.
func (r *mcpRun) call() error {
	s, _, err := serverOf(r.agent, r.words[0])
	if err != nil {
		return err
	}
	args := "{}"
	if len(r.words) > 2 {
		args = r.words[2]
	}
	m := r.agent
	m.Servers.List = []setup.Server{s} // nothing is said of those that have no part in it
	l, meta, err := ask.Begin(m)
	if err != nil {
		return err
	}
	names, _ := s.Offered()
	tool := cmp.Or(names[r.words[1]], engine.ServerPrefix+s.Name+"__"+r.words[1])
	action, err := l.Decoder.Call(engine.ToolCall{Tool: tool, Args: args}, calledByPerson)
	if err != nil {
		return exit.UsageError("`pp mcp show "+s.Name+"` says what it takes", "%w", err)
	}
	l.Provider = silentProvider{}
	watch := l.Watch
	l.Watch = func(e engine.Event) {
		if acted, ok := e.(engine.Acted); ok {
			m.Answers = append(m.Answers, acted.Result.Text)
		}
		watch(e)
	}
	out := m.Runner(l)(r.ctx, setup.Request(meta, action))
	if err := deniedBy(out); err != nil {
		return err
	}
	return r.Out.Conclude(m.Answers, out)
}

// deniedBy is why what a person did by a command was denied; nil where it was not, or by themselves.
func deniedBy(out engine.Outcome) error {
	for _, d := range out.Denials {
		if !d.ByPerson && out.Err == nil {
			return exit.New(exit.Denied, "", errors.New(engine.RuleName(d.Gate, d.Rule)+": "+d.Reason))
		}
	}
	return nil
}

// calledByPerson is the explanation of a call that no model proposed.
const calledByPerson = "Called by a person, by its name."

// mostServers is more than is read of another program's configuration, in bytes.
const mostServers = 16 << 20

// importing is what is taken over: servers in this program's form, and the secrets that stood in them.
type importing struct {
	servers []config.Server
	secrets []engine.Secret
	notes   []string
}

// takeOver takes over the servers of other programs' configurations.
func (r *mcpRun) takeOver() error {
	names := r.words
	if len(names) == 0 {
		names = r.foreignFiles()
	}
	if len(names) == 0 {
		return exit.UsageError("name one: pp mcp import FILE", "no other program's servers were found")
	}
	var all importing
	for _, name := range names {
		if err := r.readServers(name, &all); err != nil {
			return err
		}
	}
	for _, n := range all.notes {
		r.Out.Note("note", n)
	}
	if len(all.servers) == 0 {
		return r.Out.Print("nothing to import from " + strings.Join(names, ", ") + "\n")
	}
	return r.keepServers(all)
}

// foreignFiles are the files that are there of those in which other programs keep their servers.
func (r *mcpRun) foreignFiles() (there []string) {
	at := r.agent.Settings.Where
	for _, name := range [...]string{filepath.Join(at.Workspace.Root, ".mcp.json"), "~/.claude.json",
		"~/.codex/config.toml", "~/.cursor/mcp.json", "~/.gemini/settings.json", "~/.qwen/settings.json",
		filepath.Join(at.Workspace.Root, ".vscode/mcp.json")} {
		if rest, home := strings.CutPrefix(name, "~/"); home {
			name = filepath.Join(at.Home, rest)
		}
		if _, err := os.Lstat(name); err == nil && filepath.IsAbs(name) {
			there = append(there, name)
		}
	}
	return there
}

// readServers adds the servers of a file that are not configured yet.
func (r *mcpRun) readServers(name string, to *importing) error {
	full, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	data, err := store.Read(r.ctx, full, mostServers)
	if errors.Is(err, fs.ErrNotExist) {
		return exit.UsageError("without a name those are read that are found", "%s: no such file", name)
	}
	if err != nil {
		return exit.New(exit.Data, "", err)
	}
	found, err := config.ReadServers(config.Origin{Name: full}, data, r.agent.Settings.Where.Dir)
	if err != nil {
		return exit.New(exit.Data, "", err)
	}
	for _, why := range found.Skipped {
		to.notes = append(to.notes, "left out of "+full+": "+why)
	}
	for _, s := range found.Servers {
		if !r.take(s, to) {
			to.notes = append(to.notes, s.Name+" of "+full+" is left out: there is one of that name")
		}
	}
	return nil
}

// take adds a server, unless there is one of its name.
func (r *mcpRun) take(s config.Server, to *importing) bool {
	same := func(other config.Server) bool { return other.Name == s.Name }
	_, configured := r.agent.Settings.Config.Servers[s.Name]
	if configured || slices.ContainsFunc(to.servers, same) {
		return false
	}
	plain, kept := s.WithoutSecrets(holdsSecret, r.given(to.secrets))
	to.servers = append(to.servers, plain)
	to.secrets = append(to.secrets, kept...)
	return true
}

// add configures a server of its words: a name, and an address or the command that starts it.
func (r *mcpRun) add() error {
	if config.ServerName(r.words[0]) != r.words[0] {
		return exit.UsageError("pp mcp add NAME https://…, or pp mcp add NAME -- COMMAND …",
			"name a server, of letters, digits and -, and say where it is")
	}
	s := config.Server{Name: r.words[0], Command: r.words[1], Args: r.words[2:]}
	if strings.Contains(s.Command, "://") && len(s.Args) == 0 {
		s.URL, s.Command = s.Command, ""
	}
	var all importing
	if !r.take(s, &all) {
		return exit.UsageError("`pp mcp show "+s.Name+"` shows it", "there is a server of that name")
	}
	return r.keepServers(all)
}

// holdsSecret reports whether a text has a secret in a known form.
func holdsSecret(text string) bool { return len(secrets.Scan(text, secrets.Options{})) > 0 }

// given is what a variable has as its value: that of a secret which is about to be kept, or its own.
func (r *mcpRun) given(fresh []engine.Secret) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		for _, s := range fresh {
			if s.Name == name {
				return s.Reveal(), true
			}
		}
		return r.agent.Settings.Config.Variable(name)
	}
}

// keepServers shows what would be written, asks, and writes it.
func (r *mcpRun) keepServers(all importing) error {
	paths, err := userPaths(r.App)
	if err != nil {
		return err
	}
	add := func(f config.File) (string, error) {
		text := f.Text
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		for _, s := range all.servers {
			if text != "" {
				text += "\n"
			}
			text += s.Notation()
		}
		return text, nil
	}
	old, err := readOwn(paths.ConfigFile)
	if err != nil {
		return err
	}
	fresh, _ := add(config.File{Text: old})
	diff := undo.Diff(paths.ConfigFile, old, fresh, old != "")
	for _, s := range all.secrets {
		diff += fmt.Sprintf("and to %s: %s, a secret that stood in the file\n", paths.EnvFile, s.Name)
	}
	if err := r.confirmImport(diff); err != nil {
		return err
	}
	if err := keepVariables(r.App, paths.EnvFile, all.secrets); err != nil {
		return err
	}
	if err := configChange(r.App, add); err != nil {
		return err
	}
	text := ""
	for _, s := range all.servers {
		text += "configured " + s.Name + "\n"
	}
	return r.Out.Print(text + "next: pp mcp review " + all.servers[0].Name + "\n")
}

func (r *mcpRun) confirmImport(diff string) error {
	w, err := r.watched("give --yes to write it without being asked", "confirm")
	w.show(diff)
	if err != nil {
		return err
	}
	defer w.close()
	return w.ask("write it?", "nothing was changed")
}

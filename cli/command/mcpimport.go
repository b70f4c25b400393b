package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/engine"
	"pp/engine/regular"
	"pp/gates/secrets"
)

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
	data, err := regular.Read(r.ctx, full, mostServers)
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

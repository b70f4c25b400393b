package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/engine/store"
)

// manage puts pp into another agent's file, takes it out, or says where it stands; name is "" for all of
// them.
func manage(a command.App, ctx context.Context, verb, name string, o manageOptions) error {
	g, err := a.Agent()
	if err != nil {
		return err
	}
	root := g.Settings.Where.Workspace.Root
	agent, _ := named(name, append(Agents(), retired()...))
	switch {
	case o.project && root == "":
		return exit.UsageError("leave --project out, or go to the project", "there is no project here")
	case verb == "status":
		return status(a, ctx, name, root, o.project)
	case !o.project:
		root = ""
	}
	for _, flag := range o.line {
		if verb == "install" && agent.Ignores(flag) {
			return exit.UsageError("leave it out; it is for "+strings.Join(takers(flag), ", "),
				"%s changes nothing for %s", flag, agent.Title)
		}
	}
	at := lookAt(ctx, agent, placeIn(a.System, root))
	if at.File == "" {
		return exit.UsageError("set HOME", "there is no place for the hooks of %s", agent.Title)
	}
	if root != "" {
		if err := inProject(root, at.File); err != nil {
			return err
		}
	}
	if at.State == stateUnread && at.Text == nil {
		return exit.New(exit.Failed, "", fmt.Errorf("%s: %s; it was left as it is", at.File, at.Says))
	}
	if verb == "uninstall" {
		return uninstall(a, ctx, at, o)
	}
	return install(a, ctx, at, o)
}

// inProject refuses a file that a link of the project leads out of it.
func inProject(root, file string) error {
	for name := file; name != root && name != filepath.Dir(name); name = filepath.Dir(name) {
		real, err := filepath.EvalSymlinks(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if rest, err := filepath.Rel(root, real); err != nil || rest == ".." || strings.HasPrefix(rest, "../") {
			return exit.New(exit.Failed, "", fmt.Errorf("%s is a link that leads out of the project, to %s", name, real))
		}
		return nil
	}
	return nil
}

// change is one that a person is asked about; to is nil where the file goes.
type change struct {
	at         installed
	to         []byte
	verb, done string // "install", and "installed in"
	note       string
}

func install(a command.App, ctx context.Context, at installed, o manageOptions) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	line := Line{Program: self, Flags: o.line}
	for i, flag := range line.Flags { // the agent runs it wherever it is
		if i > 0 && line.Flags[i-1] == "--policy" {
			if line.Flags[i], err = filepath.Abs(flag); err != nil {
				return err
			}
		}
	}
	to, err := at.Agent.Install(at.Text, line)
	if err != nil {
		return byHand(at, line, err)
	}
	note := at.Agent.Note
	if note == "" && o.project {
		note = at.Agent.Title + " may run a project's hooks in folders alone that you trust"
	}
	if !at.Agent.Ignores("--confine") && !slices.Contains(o.line, "--confine") {
		note = strings.TrimPrefix(note+"\nits builds and tests ask, since its shell confines nothing: with --confine, "+
			"pp's sandbox holds them", "\n")
	}
	return change{at, to, "install", "installed in", note}.apply(a, ctx, o.yes)
}

func uninstall(a command.App, ctx context.Context, at installed, o manageOptions) error {
	c := change{at, at.Text, "uninstall", "uninstalled from", ""}
	if at.Text != nil {
		to, err := at.Agent.Uninstall(at.Text)
		if err != nil {
			return exit.New(exit.Failed, "take pp out of it by hand", fmt.Errorf("%s: %w; it was left as it is", at.File, err))
		}
		if c.to = to; at.State == stateAbsent {
			c.to = at.Text // an empty file stays, too
		}
	}
	return c.apply(a, ctx, o.yes)
}

// byHand is the error for a file that cannot be changed, with what to put into it.
func byHand(at installed, line Line, err error) error {
	hint := "remove it first"
	if entry := at.Agent.Entry(line); entry != "" {
		hint = "put this into it by hand:\n" + entry
	}
	return exit.New(exit.Failed, hint, fmt.Errorf("%s: %w; it was left as it is", at.File, err))
}

// applied is what was done, as --json prints it.
type applied struct {
	Agent   string `json:"agent"`
	File    string `json:"file"`
	Changed bool   `json:"changed"`
	Backup  string `json:"backup,omitempty"`
	Note    string `json:"note,omitempty"`
	Diff    string `json:"diff,omitempty"`
}

// apply shows the change, asks about it, keeps the old file beside the new one, and says what to do next.
func (c change) apply(a command.App, ctx context.Context, yes bool) error {
	said := applied{Agent: c.at.Agent.Name, File: c.at.File, Note: c.note}
	if bytes.Equal(c.at.Text, c.to) {
		standing := map[bool]string{true: "is installed already", false: "is not installed"}[c.verb == "install"]
		return a.Show(said, fmt.Sprintf("pp %s in %s\n", standing, c.at.File)+noted(c.note))
	}
	said.Diff = a.Out.Redact(undo.Diff(c.at.File, string(c.at.Text), string(c.to), c.at.Text != nil))
	if err := c.confirm(a, ctx, yes, said.Diff); err != nil {
		return err
	}
	now, err := readFile(ctx, c.at.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || !bytes.Equal(now, c.at.Text) {
		return exit.New(exit.TryLater, "run it again",
			fmt.Errorf("%s was changed meanwhile; it was left as it is", c.at.File))
	}
	old := c.at.Text
	if fresh, err := c.at.Agent.Install(nil, c.at.Line); c.to == nil && err == nil && bytes.Equal(fresh, old) {
		old = nil // nothing in it is the person's
	}
	if said.Backup, err = write(c.at.File, old, c.to); err != nil {
		return fmt.Errorf("%s the hook of %s: %w", c.verb, c.at.Agent.Title, err)
	}
	said.Changed = true
	text := fmt.Sprintf("%s %s\n", c.done, c.at.File)
	if said.Backup != "" {
		text += "the file before is " + said.Backup + "\n"
	}
	return a.Show(said, text+noted(c.note))
}

func noted(note string) string {
	if note == "" {
		return ""
	}
	return note + "\n"
}

// confirm shows a change, and asks the person about it unless they said yes.
func (c change) confirm(a command.App, ctx context.Context, yes bool, diff string) error {
	if yes {
		if a.Options.JSON {
			return nil
		}
		return a.Out.Print(diff)
	}
	p, there := ask.Present(a.System, a.Options.Color)
	if !there {
		if !a.Options.JSON {
			if err := a.Out.Print(diff); err != nil {
				return err
			}
		}
		return exit.UsageError("give --yes to do it without being asked",
			"nobody is there to be asked; %s was left as it is", c.at.File)
	}
	defer p.Close()
	p.Diff(diff)
	return p.Confirm(ctx, c.verb+" the hook of "+c.at.Agent.Title+"?", c.at.File+" was left as it is")
}

// row is an agent as `pp hook status --json` prints it.
type row struct {
	Agent   string   `json:"agent"`
	State   state    `json:"state"`
	File    string   `json:"file,omitempty"`
	Project bool     `json:"project"`
	Program string   `json:"program,omitempty"`
	Flags   []string `json:"flags,omitempty"`
	Says    string   `json:"says,omitempty"`
}

// status says of each agent, or of one, where pp stands in the person's files, and in those of the project, or in those
// alone.
func status(a command.App, ctx context.Context, name, root string, project bool) error {
	list := append(Agents(), retired()...)
	if agent, ok := named(name, list); ok {
		list = []Agent{agent}
	}
	rows := []row{}
	var b strings.Builder
	for _, agent := range list {
		for i, root := range [...]string{"", root} {
			if (root == "") != (i == 0) || project && root == "" {
				continue
			}
			at := lookAt(ctx, agent, placeIn(a.System, root))
			if at.State == stateAbsent && (root != "" && !project || agent.answer == nil) {
				continue
			}
			rows = append(rows, row{agent.Name, at.State, at.File, root != "", at.Line.Program, at.Line.Flags, at.Says})
			fmt.Fprintf(&b, "%-10s %-10s %s\n", agent.Name, at.State,
				strings.Join(append([]string{at.File}, at.Line.Flags...), " "))
			if at.Says != "" {
				fmt.Fprintf(&b, "%21s %s\n", "", at.Says)
			}
		}
	}
	return a.Show(rows, b.String())
}

// maxBackups bounds the backups of one agent's files.
const maxBackups = 100

// write replaces a file atomically, after it kept the old text next to it. It preserves the mode and follows links.
// If the new text is nil, it removes the file.
func write(name string, old, text []byte) (backup string, err error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if old != nil {
		if backup, err = keep(name, old, mode); err != nil {
			return "", err
		}
	}
	if text == nil {
		return backup, os.Remove(name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", err
	}
	return backup, store.Replace(name, text, store.Fresh{Mode: mode, Durable: true})
}

// keep writes a text under a new name next to a file, which no agent reads.
func keep(name string, text []byte, mode os.FileMode) (string, error) {
	for i := 1; i <= maxBackups; i++ {
		backup := name + ".pp-backup"
		if i > 1 {
			backup += fmt.Sprintf("-%d", i)
		}
		f, err := os.OpenFile(backup, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			if same, err := os.ReadFile(backup); err == nil && bytes.Equal(same, text) {
				return backup, nil
			}
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		return backup, errors.Join(err, f.Sync(), f.Close())
	}
	return "", fmt.Errorf("there are %d files %s.pp-backup* already: remove some", maxBackups, name)
}

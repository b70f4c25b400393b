package setup

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pp/actuators/tools"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session"
	"pp/engine/store"
	"pp/gates/shell"
	"pp/sexp"
)

// Machine is what the commands of one conversation share: where they work, the variables that they exported, and the
// temporary directories. It is safe for concurrent use.
type Machine struct {
	Single bool // one command is all there is: nothing goes on after it

	settings *Settings
	analyst  *shell.Analyst
	Confined func() bool // whether mounts of their own confine commands; without these they share no directory

	mu      sync.Mutex
	left    engine.Left
	file    *session.File // keeps it for who continues the conversation; nil keeps nothing
	scratch scratch
}

// lasts decides which variables last; see [shell.Analyst.Lasts].
func (m *Machine) lasts(f engine.Facts, name, value string) bool {
	return !isCredential(name, value, m.settings.Redactor.Redact) && m.analyst.Lasts(name, value, f)
}

// Left is what the commands left. A directory that is gone, or that is a link now, is where the conversation began.
func (m *Machine) Left() engine.Left {
	m.mu.Lock()
	left := m.left
	m.mu.Unlock()
	if left.Dir == "" || left.Dir == m.settings.Where.Dir {
		return engine.Left{Exported: left.Exported}
	}
	dir := m.temporary().Real(left.Dir)
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir {
		left.Dir = ""
	}
	return left
}

// Dir is where commands work now.
func (m *Machine) Dir() string {
	if dir := m.Left().Dir; dir != "" {
		return dir
	}
	return m.settings.Where.Dir
}

// Facts are facts of the next command. The one that resets must not depend on what it forgets.
func (m *Machine) Facts(f engine.Facts, action engine.Action) engine.Facts {
	left := m.Left()
	if action.Command() == engine.ResetCommand {
		return f
	}
	if left.Dir != "" {
		f.Dir = left.Dir
	}
	if f.Scratch = m.shared(f, action); f.Scratch.Place != "" {
		f.FS = store.NewViewOf(f.Scratch.View)
	}
	f.Listening = system.Listening
	if f.Exported = left.Exported; left.Exported["PATH"] != "" && f.Env != nil {
		f.Env = maps.Clone(f.Env)
		f.Env["PATH"] = left.Exported["PATH"]
	}
	return f
}

// note takes over what a command left, as its result says, also where a person denied what it changed.
func (m *Machine) note(r engine.Result) error {
	if r.Left == nil {
		return nil
	}
	return m.set(*r.Left)
}

// Reset forgets what the commands left.
func (m *Machine) Reset() error { return m.set(engine.Left{}) }

func (m *Machine) set(left engine.Left) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.left = left
	if m.file == nil {
		return nil
	}
	return m.file.Leave(left)
}

// goesOn has the commands of a conversation that goes on find what those before them left.
func (m *Machine) goesOn(f *session.File, again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.file = f
	if again {
		m.left = f.Left()
	}
}

// Says is a sentence about what was set, for a model or a person; "" when nothing was.
func (m *Machine) Says() string {
	left := m.Left()
	var parts []string
	if left.Dir != "" {
		parts = append(parts, "in "+left.Dir)
	}
	if names := slices.Sorted(maps.Keys(left.Exported)); len(names) > 0 {
		parts = append(parts, "with "+strings.Join(names, ", "))
	}
	return strings.Join(parts, ", ")
}

// Has reports whether a directory is one in which the commands of a conversation here may work.
func (s *Settings) Has(dir string) bool {
	return dir == s.Where.Dir || s.Where.Workspace.Root != "" && effect.Within(dir, s.Where.Workspace.Root)
}

// Has reports whether a directory is one in which the commands of this conversation may work.
func (m *Machine) Has(dir string) bool { return m.settings.Has(dir) || m.temporary().Has(dir) }

// tests is the command that runs the project's tests, for a run-tests call.
func (m *Machine) tests(args sexp.Plist) (string, error) {
	return tools.RunTests(store.NewViewOf(m.temporary().View), m.Dir(), args)
}

// told is what a model is told of what was set; "" where nothing was.
func (m *Machine) told() string {
	if says := m.Says(); says != "" {
		return "Commands run " + says + ". Relative paths of tools begin there too. The command reset forgets it."
	}
	return ""
}

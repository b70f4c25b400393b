package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pp/cli/hookfile"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine/regular"
)

// maxHookFile bounds a file of hooks, in bytes.
const maxHookFile = 4 << 20

// HookState is what a file of another agent has of pp.
type HookState struct {
	Agent hookfile.Agent
	File  string // "" where there is no place for one
	Text  []byte // of the file, nil when there is none
	Line  hookfile.Line
	Said  string // the line as it stands there
	State HookKind
	Says  string // what is wrong with it, in words
}

// HookKind is how well pp stands in a file.
type HookKind string

// The kinds. Of HookOther, the line runs another program than this one.
const (
	HookAbsent    HookKind = "absent"
	HookInstalled HookKind = "installed"
	HookPartly    HookKind = "partly"
	HookChanged   HookKind = "changed"
	HookOther     HookKind = "other"
	HookUnread    HookKind = "unreadable"
)

// HookPlace is where agents look for their hooks: the person's files, or those of a project, "" for none.
func HookPlace(sys system.System, project string) hookfile.Place {
	return hookfile.Place{Home: setup.Home(sys), Env: sys.Env, Project: project}
}

// LookAtHook reads what an agent's file has of pp. It runs nothing.
func LookAtHook(ctx context.Context, a hookfile.Agent, p hookfile.Place) HookState {
	s := HookState{Agent: a, File: a.File(p), State: HookAbsent}
	if s.File == "" {
		return s
	}
	text, err := ReadHookFile(ctx, s.File)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	s.Text = text
	found := hookfile.Found{}
	if err == nil {
		found, err = a.Find(text)
	}
	switch {
	case err != nil:
		s.State, s.Says = HookUnread, err.Error()
		return s
	case len(found.Lines) == 0:
		return s
	}
	s.Line, s.Said = found.Lines[0], found.Texts[0]
	switch {
	case len(found.Missing) > 0:
		s.State, s.Says = HookPartly, "it does not run for "+strings.Join(found.Missing, ", ")
	case !sameProgram(s.Line.Program):
		s.State, s.Says = HookOther, fmt.Sprintf("it runs %s, which is not this pp", s.Line.Program)
	case !found.Current:
		s.State, s.Says = HookChanged, "it is not as this pp writes it"
	default:
		s.State = HookInstalled
		for _, flag := range s.Line.Flags {
			if a.Ignores(flag) {
				s.Says = flag + " changes nothing there"
			}
		}
	}
	return s
}

// ReadHookFile reads a file of hooks, which people keep behind a link, too.
func ReadHookFile(ctx context.Context, name string) ([]byte, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return regular.Read(ctx, name, maxHookFile)
}

// sameProgram reports whether a path is that of this binary.
func sameProgram(name string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	if name == self {
		return true
	}
	one, err := os.Stat(name)
	two, wrong := os.Stat(self)
	return err == nil && wrong == nil && os.SameFile(one, two)
}

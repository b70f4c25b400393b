package engine

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// Scratch is the temporary directories that the commands and tools of one conversation have for themselves: what is
// there comes from a directory of pp's, and not from the machine. The zero value is of none.
type Scratch struct {
	Place  string   // the directory that stands in for them
	Dirs   []string // by the names that commands use, none below another
	Except []string // trees below them that are the machine's all the same, such as the workspace
}

// Has reports whether a resolved path is in one of the directories, or is one.
func (s Scratch) Has(name string) bool { return s.Real(name) != name }

// Real is the path on the machine of what a command finds at a resolved path.
func (s Scratch) Real(name string) string {
	within := func(dir string) bool { return effect.Within(name, dir) }
	i := slices.IndexFunc(s.Dirs, within)
	if i < 0 || s.Place == "" || slices.ContainsFunc(s.Except, within) {
		return name
	}
	return path.Join(s.Place, strings.ReplaceAll(s.Dirs[i][1:], "/", "-"), name[len(s.Dirs[i]):])
}

// Above are the directories in which the exceptions have their places, but for Dirs themselves, the outer ones first.
func (s Scratch) Above() []string {
	var out []string
	for _, name := range s.Except {
		for dir := path.Dir(name); s.Has(dir) && !slices.Contains(s.Dirs, dir); dir = path.Dir(dir) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// View is Real for a view of the machine in which the exceptions have their places: above them, it shows the machine.
func (s Scratch) View(name string) string {
	if slices.ContainsFunc(s.Except, func(except string) bool { return effect.Within(except, name) }) {
		return name
	}
	return s.Real(name)
}

// Seen is the path at which a command finds what is at a path on the machine.
func (s Scratch) Seen(name string) string {
	for _, dir := range s.Dirs {
		if real := s.Real(dir); real != dir && effect.Within(name, real) {
			return dir + name[len(real):]
		}
	}
	return name
}

// Outside are effects without those in the directories.
func (s Scratch) Outside(e effect.Effects) effect.Effects {
	for _, list := range [...]*[]effect.Path{&e.Reads, &e.Writes, &e.Deletes, &e.Metadata} {
		if slices.ContainsFunc(*list, s.hasPath) {
			*list = slices.DeleteFunc(slices.Clone(*list), s.hasPath)
		}
	}
	return e
}

func (s Scratch) hasPath(p effect.Path) bool { return s.Has(p.Name) }

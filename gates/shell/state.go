package shell

import (
	"reflect"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// frame is a layer of what the shell knows: the changes of a branch, a loop or a subshell, until they are joined.
// Variables are cells by their names, functions by their names with parentheses.
type frame struct {
	parent *frame
	cells  map[string]any
	view   *overlay // of a branch: the files as it left them
}

// The cells that are neither variables nor functions. The lowest layer, of a shell's start, has all but the last.
const (
	cellPlace   = "/place"
	cellArgs    = "/args"
	cellName    = "/name" // $0
	cellOptions = "/options"
	cellInput   = "/input" // of a branch that connected standard input to something else
)

// place is where the shell may be.
type place struct {
	dirs   []string // possible working directories; none when they are not known
	failed []string // directories the shell is still in if the last cd failed
	pushed bool     // the stack of directories may have several
}

func (p place) join(q place) place {
	return place{joinDirs(p.dirs, q.dirs), union(p.failed, q.failed), p.pushed || q.pushed}
}

// arguments are the positional parameters, or those of a program; the list is nil when they are not known.
type arguments struct {
	list  []value.Value
	known bool
	from  value.Origin // of all of them
}

// join is what is known of arguments that are one list or the other.
func (a arguments) join(b arguments) arguments {
	out := arguments{known: a.known && b.known && len(a.list) == len(b.list), from: a.from.And(b.from)}
	for i := 0; out.known && i < len(a.list); i++ {
		out.list = append(out.list, value.Join(a.list[i], b.list[i]))
	}
	return out
}

// text is all of them in one text, for those that are known.
func (a arguments) text(separator string) string {
	var texts []string
	for _, v := range a.list {
		texts = append(texts, v.Text)
	}
	return strings.Join(texts, separator)
}

// newFrame is what a shell knows that starts in a directory.
func newFrame(dirs ...string) *frame {
	return &frame{cells: map[string]any{cellPlace: place{dirs: dirs}, cellArgs: arguments{known: true},
		cellName: value.Text("bash").With(value.Self, "$0"), cellOptions: options{}}}
}

// cell is what the newest layer has that has something in a cell.
func (f *frame) cell(name string) any {
	for ; f != nil; f = f.parent {
		if c, ok := f.cells[name]; ok {
			return c
		}
	}
	return nil
}

func (f *frame) set(name string, c any) { put(&f.cells, name, c) }

func (f *frame) get(name string) (value.Value, bool) {
	v, ok := f.cell(name).(value.Value)
	return v, ok
}

// function is what a name is defined as.
func (f *frame) function(name string) functions {
	if v, ok := f.cell(name + "()").(functions); ok {
		return v
	}
	return functions{unset: true}
}

func (f *frame) define(name string, v functions) { f.set(name+"()", v) }

func (f *frame) place() place         { return f.cell(cellPlace).(place) }
func (f *frame) arguments() arguments { return f.cell(cellArgs).(arguments) }

// cellOf is what a cell has where the walk stands.
func cellOf(m *walker, name string) any {
	if name == cellInput {
		return m.stdin
	}
	if function, ok := strings.CutSuffix(name, "()"); ok {
		return m.state.function(function)
	}
	if c := m.state.cell(name); c != nil {
		return c
	}
	return lookupInitial(m, name)
}

func setCell(m *walker, name string, c any) {
	if v, ok := c.(value.Value); ok && name == cellInput {
		m.stdin = v
		return
	}
	m.state.set(name, c)
}

// pushLayer starts a layer.
func pushLayer(m *walker) { m.state = &frame{parent: m.state} }

// dropLayer ends the newest layer and forgets its changes.
func dropLayer(m *walker) *frame {
	f := m.state
	m.state = f.parent
	return f
}

// mergeLayers makes the state one that any of the layers may have led to; with skipped, none of them may have.
func mergeLayers(m *walker, skipped bool, layers ...*frame) {
	done := map[string]bool{}
	for _, l := range layers {
		for name := range l.cells {
			if !done[name] {
				done[name] = len(layers) > 1
				setCell(m, name, joined(cellOf(m, name), skipped, name, layers))
			}
		}
	}
	for _, f := range layers {
		if f.view != nil {
			m.view.absorb(f.view, len(layers) == 1 && !skipped)
		}
	}
	for _, f := range layers {
		if f.view != nil {
			m.view.unmake(f.view) // whatever other branches made
		}
	}
}

// joined is what a cell has after the layers, of which some changed it.
func joined(before any, skipped bool, name string, layers []*frame) any {
	out, some := before, skipped
	for _, f := range layers {
		c, ok := f.cells[name]
		if !ok {
			c = before
		}
		if some {
			c = joinCells(out, c)
		}
		out, some = c, true
	}
	return out
}

func joinCells(a, b any) any {
	switch a := a.(type) {
	case functions:
		return a.join(b.(functions))
	case place:
		return a.join(b.(place))
	case arguments:
		return a.join(b.(arguments))
	case options:
		return a.join(b.(options))
	}
	return value.Join(a.(value.Value), b.(value.Value))
}

// mergeTurn joins a turn of a loop, and reports whether it changed what is known. What the second turn changes could be
// anything, but for where it comes from, and so could from the third one on all that it assigns.
func mergeTurn(m *walker, layer *frame, turn int) (changed bool) {
	before := map[string]any{}
	for name := range layer.cells {
		before[name] = cellOf(m, name)
	}
	mergeLayers(m, true, layer)
	for name, old := range before {
		c := cellOf(m, name)
		same := reflect.DeepEqual(old, c)
		if changed = changed || !same; turn == 0 || same && turn == 1 {
			continue
		}
		switch c := c.(type) {
		case value.Value:
			setCell(m, name, value.Join(c, value.Opaque(cause.OneOfManyValues.Bare())))
		case place:
			setCell(m, name, c.join(place{}))
		}
	}
	return changed
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// maxDirs is how many directories the shell may be in; where it may be in more, it could be anywhere.
const maxDirs = 16

// joinDirs is where the shell may be that is in one of some directories, or in one of others.
func joinDirs(a, b []string) []string {
	out := union(a, b)
	if len(a) == 0 || len(b) == 0 || len(out) > maxDirs {
		return nil
	}
	return out
}

// setState stores a value.
func setState(m *walker, name string, v value.Value) {
	if m.held != nil {
		before, ok := m.held[name]
		if !ok {
			before = lookupVar(m, name)
		}
		m.held[name] = value.Join(before, v)
	}
	m.state.set(name, v)
}

// setDirs says where the shell may be; nowhere means anywhere.
func setDirs(m *walker, dirs ...string) {
	p := m.state.place()
	p.dirs = dirs
	m.state.set(cellPlace, p)
}

package shell

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/value"
)

// frame is a layer of what the shell knows: the changes of a branch, a loop or a subshell, until they are joined. A
// part that is nil was not changed in it. The lowest layer, of a shell's start, has every part.
type frame struct {
	parent *frame

	vars    map[string]value.Value
	funcs   map[string]functions
	aliases map[string][]string    // to what they may stand for
	traps   map[string]effect.Span // scripts that run when the shell ends
	trapped map[string]value.Value // variables that traps may change at any time
	locals  map[local]bool         // variables that were declared local in a call, and whether they surely were

	dirs    *[]string    // possible working directories; none when they are not known
	failed  *[]string    // directories the shell is still in if the last cd failed
	args    *arguments   // positional parameters from $1
	zero    *value.Value // $0
	options *options
	pushed  *bool        // the stack of directories may have several
	stdin   *value.Value // of a branch that connected standard input to something else
	view    *overlay     // of a branch: the files as it left them
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

func (a arguments) equal(b arguments) bool {
	return a.known == b.known && slices.EqualFunc(a.list, b.list, value.Equal)
}

// newFrame is what a shell knows that starts in a directory.
func newFrame(dirs ...string) *frame {
	return &frame{dirs: &dirs, failed: new([]string), args: &arguments{known: true},
		zero: new(value.Text("bash").With(value.Self, "$0")), options: &options{}, pushed: new(false)}
}

// function is a definition that a call walks.
type function struct {
	name   string
	body   *syntax.Stmt
	src    string // of the script that it stands in, where that is within the command
	inside bool
	called bool
}

// ends reports whether a function may return before it calls itself, or one of those through which it does.
func (f *function) ends(through []string) bool {
	returns, calls := false, false
	var look func(n syntax.Node, apart bool)
	look = func(at syntax.Node, apart bool) {
		syntax.Walk(at, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.FuncDecl:
				return false
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
				if n != at {
					look(n, true) // what returns from it does not return from the function
					return false
				}
			case *syntax.CallExpr:
				if len(n.Args) > 0 && !calls {
					name := n.Args[0].Lit()
					calls = name == f.name || slices.Contains(through, name)
					returns = returns || !apart && (name == "return" || name == "exit")
				}
			}
			return true
		})
	}
	look(f.body, false)
	return returns && calls
}

// functions are the definitions that a name may have.
type functions struct {
	list               []*function
	unset              bool // or it has none
	exported, readonly bool // some of them may be
}

func joinFunctions(a, b functions) functions {
	out := functions{slices.Clone(a.list), a.unset || b.unset, a.exported || b.exported, a.readonly || b.readonly}
	for _, f := range b.list {
		if !slices.Contains(out.list, f) {
			out.list = append(out.list, f)
		}
	}
	return out
}

func (f functions) equal(g functions) bool {
	return len(f.list) == len(g.list) && f.unset == g.unset && f.exported == g.exported && f.readonly == g.readonly
}

// local is a variable of a call, which no other call has the number of.
type local struct {
	call int
	name string
}

// find looks a name up in the newest layer that has it.
func find[K comparable, T any](f *frame, in func(*frame) map[K]T, name K) (v T, ok bool) {
	for ; f != nil && !ok; f = f.parent {
		v, ok = in(f)[name]
	}
	return v, ok
}

// part is a part of the newest layer that has it.
func part[T any](f *frame, of func(*frame) *T) T {
	for of(f) == nil {
		f = f.parent
	}
	return *of(f)
}

func (f *frame) get(name string) (value.Value, bool) {
	return find(f, func(f *frame) map[string]value.Value { return f.vars }, name)
}

func (f *frame) set(name string, v value.Value) {
	if f.vars == nil {
		f.vars = make(map[string]value.Value, 4)
	}
	f.vars[name] = v
}

// function is what a name is defined as.
func (f *frame) function(name string) functions {
	v, ok := find(f, func(f *frame) map[string]functions { return f.funcs }, name)
	v.unset = v.unset || !ok
	return v
}

func (f *frame) define(name string, v functions) { put(&f.funcs, name, v) }

func (f *frame) alias(name string) []string {
	v, _ := find(f, func(f *frame) map[string][]string { return f.aliases }, name)
	return v
}

// local says whether a variable was declared local, and whether that is sure.
func (f *frame) local(l local) (sure, may bool) {
	return find(f, func(f *frame) map[local]bool { return f.locals }, l)
}

func (f *frame) trappedVar(name string) (value.Value, bool) {
	return find(f, func(f *frame) map[string]value.Value { return f.trapped }, name)
}

func (f *frame) trap(script string) effect.Span {
	v, _ := find(f, func(f *frame) map[string]effect.Span { return f.traps }, script)
	return v
}

func (f *frame) workDirs() []string   { return part(f, func(f *frame) *[]string { return f.dirs }) }
func (f *frame) arguments() arguments { return part(f, func(f *frame) *arguments { return f.args }) }
func (f *frame) name() value.Value    { return part(f, func(f *frame) *value.Value { return f.zero }) }
func (f *frame) hasPushed() bool      { return part(f, func(f *frame) *bool { return f.pushed }) }

// failedDirs are the directories the shell is still in if the last cd failed.
func (f *frame) failedDirs() []string { return part(f, func(f *frame) *[]string { return f.failed }) }

// pushLayer starts a layer.
func pushLayer(m *walker) { m.state = &frame{parent: m.state} }

// dropLayer ends the newest layer and forgets its changes.
func dropLayer(m *walker) *frame {
	f := m.state
	m.state = f.parent
	return f
}

// merger joins layers into the state below them.
type merger struct {
	*walker
	skipped bool // none of them may have happened
	layers  []*frame
	loop    bool // the layer is a turn of a loop, of which there may be more
	last    bool // what has not settled by now could be anything
	changed bool // a loop's layer had something new
}

// mergeLayers makes the state one that any of the layers may have led to; with skipped, none of them may have.
func mergeLayers(m *walker, skipped bool, layers ...*frame) {
	mergeAll(&merger{walker: m, skipped: skipped, layers: layers})
}

// keepLayer takes the changes of a layer over.
func keepLayer(m *walker, f *frame) { mergeLayers(m, false, f) }

func mergeAll(m *merger) {
	s := m.state
	join := func(a, b value.Value) value.Value { return mergeValue(m, a, b) }
	mergeTable(m, func(f *frame) *map[string]value.Value { return &f.vars },
		func(name string) value.Value { return currentValue(m.walker, name) }, join, value.Equal)
	mergeTable(m, func(f *frame) *map[string]functions { return &f.funcs }, s.function, joinFunctions, functions.equal)
	mergeTable(m, func(f *frame) *map[string][]string { return &f.aliases }, s.alias, union, slices.Equal)
	mergeTable(m, func(f *frame) *map[string]effect.Span { return &f.traps }, s.trap, firstSpan, equal)
	mergeTable(m, func(f *frame) *map[string]value.Value { return &f.trapped },
		func(name string) value.Value { return currentTrapped(m.walker, name) }, join, value.Equal)
	mergeTable(m, func(f *frame) *map[local]bool { return &f.locals },
		func(l local) bool { sure, _ := s.local(l); return sure }, func(a, b bool) bool { return a && b }, equal)
	mergePart(m, func(f *frame) **[]string { return &f.dirs }, joinDirs, slices.Equal)
	mergePart(m, func(f *frame) **[]string { return &f.failed }, union, slices.Equal)
	mergePart(m, func(f *frame) **arguments { return &f.args }, arguments.join, arguments.equal)
	mergePart(m, func(f *frame) **value.Value { return &f.zero }, join, value.Equal)
	mergePart(m, func(f *frame) **options { return &f.options }, options.join, equal)
	mergePart(m, func(f *frame) **bool { return &f.pushed }, func(a, b bool) bool { return a || b }, equal)
	mergeSurroundings(m)
}

func equal[T comparable](a, b T) bool { return a == b }

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// firstSpan is the first of the places that are known.
func firstSpan(a, b effect.Span) effect.Span {
	if a == (effect.Span{}) ||
		b != (effect.Span{}) && cmp.Or(cmp.Compare(b.Start, a.Start), cmp.Compare(b.End, a.End)) < 0 {
		return b
	}
	return a
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

// mergeValue joins two values. What a loop changes again and again could be anything, but for where it comes from.
func mergeValue(m *merger, before, v value.Value) value.Value {
	out := value.Join(before, v)
	if m.loop && !before.Known {
		out.Maybe = before.Maybe
	}
	if m.loop && !value.Equal(before, out) {
		out.Prefix, out.Roots, out.Entry = "", nil, false
	}
	if m.last && !value.Equal(before, out) {
		out.Number, out.Ident, out.Solid = false, false, false
	}
	return out
}

// joined is what a part is after the layers, of which some changed it.
func joined[T any](m *merger, before T, of func(*frame) (T, bool), join func(a, b T) T, same func(a, b T) bool) T {
	out, any := before, m.skipped
	for _, f := range m.layers {
		v, ok := of(f)
		if !ok {
			v = before
		}
		if any {
			v = join(out, v)
		}
		out, any = v, true
	}
	m.changed = m.changed || m.loop && !same(before, out)
	return out
}

func mergeTable[K comparable, T any](m *merger, in func(*frame) *map[K]T, before func(K) T, join func(a, b T) T,
	same func(a, b T) bool) {
	var done map[K]bool
	for _, l := range m.layers {
		for name := range *in(l) {
			if done[name] {
				continue
			}
			if len(m.layers) > 1 {
				put(&done, name, true)
			}
			v := joined(m, before(name), func(f *frame) (T, bool) { v, ok := (*in(f))[name]; return v, ok }, join, same)
			put(in(m.state), name, v)
		}
	}
}

func mergePart[T any](m *merger, in func(*frame) **T, join func(a, b T) T, same func(a, b T) bool) {
	if !slices.ContainsFunc(m.layers, func(f *frame) bool { return *in(f) != nil }) {
		return
	}
	of := func(f *frame) (v T, ok bool) {
		if p := *in(f); p != nil {
			return *p, true
		}
		return v, false
	}
	v := joined(m, part(m.state, func(f *frame) *T { return *in(f) }), of, join, same)
	*in(m.state) = &v
}

// mergeSurroundings joins what branches did to files and to standard input.
func mergeSurroundings(m *merger) {
	stdin, changed := m.stdin, false
	for i, f := range m.layers {
		if f.view != nil {
			m.view.absorb(f.view, len(m.layers) == 1 && !m.skipped)
		}
		now := m.stdin
		if f.stdin != nil {
			now, changed = *f.stdin, true
		}
		if i == 0 && !m.skipped {
			stdin = now
		} else if changed {
			stdin = value.Join(stdin, now)
		}
	}
	if changed {
		m.stdin = stdin
	}
	for _, f := range m.layers {
		if f.view != nil {
			m.view.unmake(f.view) // whatever other branches made
		}
	}
}

// currentValue is the value of a variable itself, which may refer to another.
func currentValue(m *walker, name string) value.Value {
	if v, ok := m.state.get(name); ok {
		return v
	}
	return lookupInitial(m, name)
}

func currentTrapped(m *walker, name string) value.Value {
	if v, ok := m.state.trappedVar(name); ok {
		return v
	}
	return currentValue(m, name)
}

// setState stores a value.
func setState(m *walker, name string, v value.Value) {
	if m.held != nil {
		before, ok := m.held[name]
		if !ok {
			before = currentValue(m, name)
		}
		m.held[name] = value.Join(before, v)
	}
	m.state.set(name, v)
}

// setDirs says where the shell may be; nowhere means anywhere.
func setDirs(m *walker, dirs ...string) { m.state.dirs = &dirs }

// empty reports whether a layer changed nothing that is known of the shell.
func (f *frame) empty() bool {
	return len(f.vars)+len(f.funcs)+len(f.aliases)+len(f.traps)+len(f.trapped)+len(f.locals) == 0 && f.dirs == nil &&
		f.failed == nil && f.args == nil && f.options == nil && f.pushed == nil
}

// sorted goes through a map in the order of its keys.
func sorted[T any](m map[string]T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		if len(m) == 0 {
			return
		}
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

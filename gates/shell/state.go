package shell

import (
	"cmp"
	"iter"
	"maps"
	"slices"

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
	aliases map[string][]string       // to what they may stand for
	traps   map[string]effect.Span    // scripts that run when the shell ends
	trapped map[string]value.Value    // variables that traps may change at any time
	locals  map[local]value.Attribute // whether a variable was declared local in a call

	dir     *value.Value // possible working directories
	failed  *[]string    // directories the shell is still in if the last cd failed
	args    *value.Value // positional parameters from $1, an array
	zero    *value.Value // $0
	item    *value.Value // what a loop goes through
	options *options
	pushed  *bool        // the stack of directories may have several
	stdin   *value.Value // of a branch that connected standard input to something else
	view    *overlay     // of a branch: the files as it left them
}

// newFrame is what a shell knows that starts in a directory.
func newFrame(dir value.Value) *frame {
	start := &struct {
		frame
		dir, args, zero, item value.Value
		failed                []string
		options               options
		pushed                bool
	}{dir: dir, args: value.Array(nil), zero: value.Text("bash").With(value.Self, "$0")}
	start.frame = frame{dir: &start.dir, args: &start.args, zero: &start.zero, item: &start.item, failed: &start.failed,
		options: &start.options, pushed: &start.pushed}
	return &start.frame
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

func (f *frame) local(l local) value.Attribute {
	v, _ := find(f, func(f *frame) map[local]value.Attribute { return f.locals }, l)
	return v
}

func (f *frame) trappedVar(name string) (value.Value, bool) {
	return find(f, func(f *frame) map[string]value.Value { return f.trapped }, name)
}

func (f *frame) trap(script string) effect.Span {
	v, _ := find(f, func(f *frame) map[string]effect.Span { return f.traps }, script)
	return v
}

func (f *frame) workDir() value.Value { return part(f, func(f *frame) *value.Value { return f.dir }) }
func (f *frame) arguments() value.Value {
	return part(f, func(f *frame) *value.Value { return f.args })
}
func (f *frame) name() value.Value     { return part(f, func(f *frame) *value.Value { return f.zero }) }
func (f *frame) loopItem() value.Value { return part(f, func(f *frame) *value.Value { return f.item }) }
func (f *frame) hasPushed() bool       { return part(f, func(f *frame) *bool { return f.pushed }) }

// failedDirs are the directories the shell is still in if the last cd failed.
func (f *frame) failedDirs() []string { return part(f, func(f *frame) *[]string { return f.failed }) }

// push starts a layer.
func (m *memory) push() { m.state = &frame{parent: m.state} }

// drop ends the newest layer and forgets its changes.
func (m *memory) drop() *frame {
	f := m.state
	m.state = f.parent
	return f
}

// merger joins layers into the state below them.
type merger struct {
	*memory
	skipped bool // none of them may have happened
	layers  []*frame
	loop    bool // the layer is a turn of a loop, of which there may be more
	last    bool // what has not settled by now could be anything
	changed bool // a loop's layer had something new
}

// merge makes the state one that any of the layers may have led to; with skipped, none of them may have.
func (m *memory) merge(skipped bool, layers ...*frame) {
	(&merger{memory: m, skipped: skipped, layers: layers}).merge()
}

// keep takes the changes of a layer over.
func (m *memory) keep(f *frame) { m.merge(false, f) }

func (m *merger) merge() {
	s := m.state
	mergeTable(m, func(f *frame) *map[string]value.Value { return &f.vars }, m.current, m.value, value.Equal)
	mergeTable(m, func(f *frame) *map[string]functions { return &f.funcs }, s.function, joinFunctions, functions.equal)
	mergeTable(m, func(f *frame) *map[string][]string { return &f.aliases }, s.alias, union, slices.Equal)
	mergeTable(m, func(f *frame) *map[string]effect.Span { return &f.traps }, s.trap, firstSpan, equal)
	mergeTable(m, func(f *frame) *map[string]value.Value { return &f.trapped }, m.currentTrapped, m.value, value.Equal)
	mergeTable(m, func(f *frame) *map[local]value.Attribute { return &f.locals }, s.local, value.Attribute.Join, equal)
	mergePart(m, func(f *frame) **value.Value { return &f.dir }, m.value, value.Equal)
	mergePart(m, func(f *frame) **[]string { return &f.failed }, union, slices.Equal)
	mergePart(m, func(f *frame) **value.Value { return &f.args }, m.value, value.Equal)
	mergePart(m, func(f *frame) **value.Value { return &f.zero }, m.value, value.Equal)
	mergePart(m, func(f *frame) **value.Value { return &f.item }, m.value, value.Equal)
	mergePart(m, func(f *frame) **options { return &f.options }, options.join, equal)
	mergePart(m, func(f *frame) **bool { return &f.pushed }, func(a, b bool) bool { return a || b }, equal)
	m.surroundings()
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

// value joins two values, or what a loop makes of one.
func (m *merger) value(before, v value.Value) value.Value {
	if !m.loop {
		v = value.Join(before, v)
	} else if value.Equal(value.Join(before, v), before) {
		return before
	} else if v = value.Settle(before, v); m.last {
		v.Number, v.Amount, v.Ident, v.Solid, v.Entry = false, false, false, false, false
	}
	m.note(v)
	return v
}

// note remembers that there are choices to follow.
func (m *memory) note(v value.Value) {
	m.choices = m.choices || v.Known && len(v.Set) > 1 || m.facts.OpenEnv && len(v.Else) > 0 ||
		slices.ContainsFunc(v.List, func(e value.Value) bool { return len(e.Set) > 1 })
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

// surroundings joins what branches did to files and to standard input.
func (m *merger) surroundings() {
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

// current is the value of a variable itself, which may refer to another.
func (m *memory) current(name string) value.Value {
	if v, ok := m.state.get(name); ok {
		return v
	}
	return m.lookupInitial(name)
}

func (m *memory) currentTrapped(name string) value.Value {
	if v, ok := m.state.trappedVar(name); ok {
		return v
	}
	return m.current(name)
}

// setState stores a value and notes whether there are choices to follow.
func (m *memory) setState(name string, v value.Value) {
	m.note(v)
	if m.held != nil {
		before, ok := m.held[name]
		if !ok {
			before = m.current(name)
		}
		m.held[name] = value.Join(before, v)
	}
	m.state.set(name, v)
}

// setDir says where the shell is.
func (m *memory) setDir(v value.Value) {
	m.note(v)
	m.state.dir = &v
}

// empty reports whether a layer changed nothing that is known of the shell.
func (f *frame) empty() bool {
	return len(f.vars)+len(f.funcs)+len(f.aliases)+len(f.traps)+len(f.trapped)+len(f.locals) == 0 && f.dir == nil &&
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

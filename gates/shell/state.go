package shell

import (
	"maps"
	"slices"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"
)

// Names of what a shell knows besides variables. They cannot clash with one.
const (
	keyDir     = "\x00dir"     // possible working directories
	keyArgs    = "\x00args"    // positional parameters from $1
	keyOptions = "\x00options" // letters of set and names of shopt that matter here
	keyAlias   = "\x00alias:"
	keyTrap    = "\x00trap:"
	keyLocal   = "\x00local:" // local variables that were declared, by call
	keyItem    = "\x00item"   // what a loop goes through
	keyPushed  = "\x00pushed" // set when the stack of directories may have several
)

// function is a definition that a call walks.
type function struct {
	name string
	body *syntax.Stmt
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

// frame is a layer of changes to what the shell knows: of a branch, a loop or a subshell, until it is joined.
type frame struct {
	parent *frame
	vars   map[string]value.Value
	funcs  map[string]functions
}

// function is what a name is defined as.
func (f *frame) function(name string) functions {
	for ; f != nil; f = f.parent {
		if v, ok := f.funcs[name]; ok {
			return v
		}
	}
	return functions{unset: true}
}

func (f *frame) define(name string, v functions) { put(&f.funcs, name, v) }

func (f *frame) get(name string) (value.Value, bool) {
	for ; f != nil; f = f.parent {
		if v, ok := f.vars[name]; ok {
			return v, true
		}
	}
	return value.Value{}, false
}

func (f *frame) set(name string, v value.Value) {
	if f.vars == nil {
		f.vars = make(map[string]value.Value, 4)
	}
	f.vars[name] = v
}

// push starts a layer.
func (a *analysis) push() *frame {
	a.state = &frame{parent: a.state}
	return a.state
}

// drop ends the newest layer and forgets its changes.
func (a *analysis) drop() *frame {
	f := a.state
	a.state = f.parent
	return f
}

// commit ends the newest layer and keeps its changes.
func (a *analysis) commit() {
	f := a.drop()
	a.keep(f)
}

// keep takes the changes of a layer over.
func (a *analysis) keep(f *frame) {
	for k, v := range f.vars {
		a.state.set(k, v)
	}
	for k, v := range f.funcs {
		a.state.define(k, v)
	}
}

// merge makes the state one that any of the layers may have led to; with skipped, none of them may have.
func (a *analysis) merge(skipped bool, layers ...*frame) {
	a.mergeFunctions(skipped, layers)
	var names []string
	for _, f := range layers {
		for k := range f.vars {
			names = append(names, k)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		base, ok := a.state.get(name)
		if !ok {
			base = a.lookupInitial(name)
		}
		var values []value.Value
		if skipped {
			values = append(values, base)
		}
		for _, f := range layers {
			v, ok := f.vars[name]
			if !ok {
				v = base
			}
			values = append(values, v)
		}
		a.setState(name, value.JoinAll(values))
	}
}

// mergeFunctions is merge for definitions.
func (a *analysis) mergeFunctions(skipped bool, layers []*frame) {
	var changed map[string]functions
	for _, f := range layers {
		for name := range f.funcs {
			put(&changed, name, functions{})
		}
	}
	for name, now := range changed {
		if skipped {
			now = a.state.function(name)
		}
		for _, f := range layers {
			v, ok := f.funcs[name]
			if !ok {
				v = a.state.function(name)
			}
			now = joinFunctions(now, v)
		}
		a.state.define(name, now)
	}
}

// setState stores a value and notes whether there are choices to follow.
func (a *analysis) setState(name string, v value.Value) {
	if v.Known && len(v.Set) > 1 {
		a.choices = true
	}
	for _, e := range v.List {
		if len(e.Set) > 1 {
			a.choices = true
		}
	}
	a.state.set(name, v)
}

// changed lists what a layer changed, in a fixed order.
func (f *frame) changed() []string {
	return slices.Sorted(maps.Keys(f.vars))
}

// choice follows variables with several values through one command, in which each has the same value everywhere.
type choice struct {
	parent *choice
	names  []string
	at, of []int
}

// maxChoices is how many combinations of values are tried for one command.
const maxChoices = 512

func (c *choice) pick(name string, n int) (int, bool) {
	for p := c; p != nil; p = p.parent {
		if i := slices.Index(p.names, name); i >= 0 && p.of[i] == n {
			return p.at[i], true
		}
	}
	if c == nil {
		return 0, false
	}
	total := n
	for _, k := range c.of {
		total *= k
	}
	if total > maxChoices {
		return 0, false
	}
	c.names, c.at, c.of = append(c.names, name), append(c.at, 0), append(c.of, n)
	return 0, true
}

// next moves to the next combination and reports whether there is one.
func (c *choice) next() bool {
	for i := len(c.at) - 1; i >= 0; i-- {
		if c.at[i]++; c.at[i] < c.of[i] {
			return true
		}
		// A later variable may not occur with another value of an earlier one.
		c.names, c.at, c.of = c.names[:i], c.at[:i], c.of[:i]
	}
	return false
}

// each runs do for every combination of values of the variables it looks at, and joins the resulting states.
func (a *analysis) each(do func()) {
	if !a.choices {
		do()
		return
	}
	c := &choice{parent: a.choice}
	a.choice = c
	var layers []*frame
	var printed []value.Value
	out := a.out
	for first := true; first || c.next(); first = false {
		if !first && !a.step() {
			break
		}
		if !out.discard && !out.top {
			a.out = &sink{}
		}
		own := a.out
		a.push()
		do()
		layers = append(layers, a.drop())
		// One of them prints, not one after the other.
		printed = append(printed, own.value())
		if a.out == own {
			a.out = out
		}
	}
	if !out.discard && !out.top {
		out.add(value.JoinAll(printed))
	}
	a.choice = c.parent
	if len(layers) == 1 {
		a.keep(layers[0])
		return
	}
	a.merge(false, layers...)
}

package lisp

import (
	"slices"
	"testing"
)

// TestTables holds that no table has a name twice.
func TestTables(t *testing.T) {
	var functions, setters []string
	for _, b := range slices.Concat(builtinTables()...) {
		functions = append(functions, b.name)
	}
	for _, s := range setterBuiltins() {
		setters = append(setters, s.name)
	}
	for _, table := range [][]string{functions, setters} {
		slices.Sort(table)
		if once := slices.Compact(slices.Clone(table)); len(once) != len(table) {
			t.Errorf("a name stands twice in %q", table)
		}
	}
	for name := range standard().locked {
		if standard().operators[name].isKnown() {
			t.Errorf("%s is known", show(name))
		}
	}
}

// TestPrelude compiles what is compiled only when it is used.
func TestPrelude(t *testing.T) {
	compiled := 0
	for name, op := range standard().operators {
		for _, f := range []*Function{op.function, op.macro} {
			if f == nil || f.later == nil {
				continue
			}
			if compiled++; f.compiled() == nil {
				t.Errorf("%v is not compiled", name)
			}
		}
	}
	if compiled < 80 {
		t.Errorf("only %d definitions", compiled)
	}
}

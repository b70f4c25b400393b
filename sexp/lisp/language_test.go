package lisp

import (
	"slices"
	"strings"
	"testing"
)

// TestTables holds that no table has a name twice, and that the lists of names are sorted, as they are searched.
func TestTables(t *testing.T) {
	var functions, macros, specials, setters []string
	for _, b := range slices.Concat(builtinTables()...) {
		functions = append(functions, b.name)
	}
	for _, m := range slices.Concat(macroTables()...) {
		macros = append(macros, m.name)
	}
	for _, s := range slices.Concat(specialTables()...) {
		specials = append(specials, s.name)
	}
	for _, s := range setterBuiltins() {
		setters = append(setters, s.name)
	}
	for _, table := range [][]string{functions, macros, specials, setters} {
		slices.Sort(table)
		if once := slices.Compact(slices.Clone(table)); len(once) != len(table) {
			t.Errorf("a name stands twice in %q", table)
		}
	}
	unknown := strings.Fields(standardFunctions)
	if !slices.IsSorted(unknown) {
		t.Error("the names of standard functions are not sorted")
	}
	for _, name := range slices.Concat(functions, macros, specials) {
		if slices.Contains(unknown, name) {
			t.Errorf("%s is known", name)
		}
	}
}

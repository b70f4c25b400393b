package table

import (
	"fmt"
	"slices"
	"strings"
)

// checkVariable checks the examples of a variable, as far as the words alone tell.
func (t *Table) checkVariable(f *form) []error {
	v := f.asVariable()
	if f.err != nil {
		return []error{f.err}
	}
	var errs []error
	for _, x := range v.Examples {
		name, value, ok := strings.Cut(x.Text, "=")
		got := Harmless
		switch v.Kind {
		case VariableFlags:
			got = t.Flags(v, value).Outcome
		case VariableCommand:
			if got = t.Command(v, value).Outcome; got == Denied {
				continue // walking it may show that it only reads
			}
		default:
			continue
		}
		want := slices.Index([]string{"denies", "asks", "harmless"}, x.Want)
		if !ok || t.Variable(name) != v || Outcome(want) != got {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.Text)),
				fmt.Errorf("%q should come out as %s: it is %d", x.Text, x.Want, got)))
		}
	}
	return errs
}

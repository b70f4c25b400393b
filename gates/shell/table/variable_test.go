package table

import (
	"fmt"
	"slices"
	"strings"
)

// variableWants are the outcomes of a value of a variable, from the strictest on.
var variableWants = []string{"denies", "asks", "harmless"}

// checkVariable checks examples of a variable that stand in a form, as far as the words alone tell.
func (t *Table) checkVariable(v *Variable, f *form, list []example) (errs []error) {
	for _, x := range list {
		name, value, ok := strings.Cut(x.text, "=")
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
		if want := slices.Index(variableWants, x.want); !ok || t.Variable(name) != v || Outcome(want) != got {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.text)),
				fmt.Errorf("%q should come out as %s: it is %d", x.text, x.want, got)))
		}
	}
	return errs
}

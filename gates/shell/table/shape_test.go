package table

import (
	"fmt"
	"strings"
)

// checkShape checks the examples of a form of what programs print.
func (t *Table) checkShape(f *form) (errs []error) {
	if err := t.verify(f); err != nil {
		return []error{err}
	}
	if len(f.prog.examples) == 0 {
		errs = append(errs, f.fault(0, fmt.Errorf("%s has no examples", f.names)))
	}
	want := map[formKind]Shape{numbersForm: ShapeNumbers, identsForm: ShapeIdents, oneWordForm: ShapeWord}[f.kind]
	for _, x := range f.prog.examples {
		if got := t.Shape(splitWords(x.text)); (got == want) != (x.want == "reads") {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.text)), fmt.Errorf("%q has shape %d", x.text, got)))
		}
	}
	return errs
}

package table

import (
	"fmt"
	"strings"
)

// checkShape checks examples of a form of what programs print.
func (t *Table) checkShape(f *form, list []example) (errs []error) {
	want := map[formKind]Shape{numbersForm: ShapeNumbers, identsForm: ShapeIdents, oneWordForm: ShapeWord}[f.kind]
	for _, x := range list {
		if got := t.Shape(splitWords(x.text)); (got == want) != (x.want == "reads") {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.text)), fmt.Errorf("%q has shape %d", x.text, got)))
		}
	}
	return errs
}

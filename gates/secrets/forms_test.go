package secrets

import (
	_ "embed"
	"testing"
)

var (
	//go:embed testdata/forms.txt
	formLines string
	//go:embed testdata/near.txt
	nearLines string
)

func TestForms(t *testing.T) {
	for _, l := range linesOf(formLines) {
		if m := Scan(l.text, Options{}); !l.masked(m) {
			t.Errorf("missed: %s\n\t%.300q %v", l.template, l.text, m)
		}
	}
	for _, l := range linesOf(nearLines) {
		if m := Scan(l.text, Options{}); len(m) > 0 {
			t.Errorf("falsely found: %s\n\t%.300q %v", l.template, l.text, m)
		}
	}
}

package mcp

import (
	"strings"
	"testing"
)

// A name that does not show as what it is, or is too long, is none.
func TestNamesThatDeceive(t *testing.T) {
	for _, name := range []string{"", "a\nb", "a\x1b[31mb", "\u202eevil", "a\u200bb", "a\u00a0b", "\xff",
		strings.Repeat("x", 129)} {
		if err := checkSet([]Definition{{Name: name}}); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"add", "x__y", "admin.tools.list", "a/b", "größe", strings.Repeat("x", 128)} {
		if err := checkSet([]Definition{{Name: name}}); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

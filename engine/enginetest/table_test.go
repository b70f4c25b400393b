package enginetest_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestTable checks that Table reads rows literally, and enumerations by their String method.
func TestTable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rows.txt")
	text := "# a comment\nrm -rf x\tdeny\ta\t\"b\\n\"\n\"\"\task\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	type row struct {
		cmd  string
		want engine.Decision
		more []string
	}
	equal := func(a, b row) bool { return a.cmd == b.cmd && a.want == b.want && slices.Equal(a.more, b.more) }
	want := []row{{"rm -rf x", engine.Deny, []string{"a", "b\n"}}, {"", engine.Ask, nil}}
	if got := enginetest.Table[row](name); !slices.EqualFunc(got, want, equal) {
		t.Errorf("the rows are %+v, want %+v", got, want)
	}
	if got := enginetest.Map[engine.Decision](name); !maps.Equal(got,
		map[string]engine.Decision{"rm -rf x": engine.Deny, "": engine.Ask}) {
		t.Errorf("the map is %v, want one decision for each of the two rows", got)
	}
}

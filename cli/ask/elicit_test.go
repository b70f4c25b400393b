package ask

import (
	"testing"

	"pp/actuators/mcp"
)

// Each line that a server has a person asked says whose it is, and hides nothing in it.
func TestFieldPrompt(t *testing.T) {
	for _, c := range []struct {
		field mcp.Field
		want  string
	}{
		{mcp.Field{Name: "name", Required: true}, "  notes asks: name: "},
		{mcp.Field{Name: "n", Doc: "How many", Kind: mcp.FieldInteger, Default: "3"},
			"  notes asks: n, How many (a whole number; may be empty) [3]: "},
		{mcp.Field{Name: "c", Kind: mcp.FieldChoices, Options: []string{"a", "b"}, Required: true, Default: `["a"]`},
			"  notes asks: c (any of, with commas between; a | b): "},
		{mcp.Field{Name: "x\npp: password", Required: true}, "  notes asks: x\\u{0a}pp: password: "},
	} {
		if got := fieldPrompt("notes", c.field); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

package actuators

import (
	"os"
	"path"
	"slices"
	"testing"

	"pp/actuators/sandbox"
	"pp/actuators/undo"
	"pp/engine/effect"
)

// A copy that holds nothing is one of what was hidden, unless that held nothing either.
func TestHollow(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, content []byte) {
		t.Helper()
		if err := os.MkdirAll(path.Dir(path.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("from/.env", []byte("secret\n"))
	put("from/empty.key", nil)
	put("from/real.key", []byte("real\n"))
	put("to/.env", undo.Filler(7))
	put("to/empty.key", nil)
	put("to/real.key", []byte("real\n"))
	put("into/from/.env", nil)
	at := func(name string) string { return path.Join(dir, name) }
	e := effect.Effects{Reads: []effect.Path{{Name: at("from"), Tree: true}},
		Writes: []effect.Path{{Name: at("to")}, {Name: at("into")}, {Name: at("none")}}}
	var spec sandbox.Spec
	for _, name := range []string{".env", "empty.key", "real.key"} {
		spec.Masked = append(spec.Masked, sandbox.Mask{Path: at("from/" + name)})
	}
	if got := hollow(e, spec); !slices.Equal(got, []string{at("to/.env"), at("into/from/.env")}) {
		t.Error(got)
	}
}

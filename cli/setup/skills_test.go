package setup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/system"
	"pp/engine/skills"
)

// What a person trusts is one file with one content; taking it back, and a list that cannot
// be read, trust nothing.
func TestTrust(t *testing.T) {
	cfg := config.Defaults()
	cfg.Paths.StateDir = filepath.Join(t.TempDir(), "pp")
	s := &Settings{Config: cfg, System: system.System{Now: func() time.Time { return time.Unix(0, 0) }}}
	f := skills.File{Path: "/r/.pp/skills/a \"b\"\n.lisp", Text: "(one)"}
	other := f
	other.Text = "(two)"
	elsewhere := f
	elsewhere.Path = "/other/a.lisp"
	if ReadTrusted(s).Holds(f) {
		t.Error("trusted before anybody said so")
	}
	if err := s.Trust(f, false); err != nil {
		t.Fatal(err)
	}
	if l := ReadTrusted(s); !l.Holds(f) || l.Holds(other) || l.Holds(elsewhere) {
		t.Errorf("%v", l)
	}
	if err := s.Trust(other, false); err != nil {
		t.Fatal(err)
	}
	if l := ReadTrusted(s); l.Holds(f) || !l.Holds(other) {
		t.Errorf("%v", l)
	}
	if err := s.Trust(other, true); err != nil {
		t.Fatal(err)
	}
	if l := ReadTrusted(s); l.Holds(f) || l.Holds(other) || l.Holds(skills.File{Path: f.Path}) {
		t.Errorf("%v", l)
	}
	if err := s.Trust(f, false); err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(s.trustFile(), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := out.WriteString("(:FILE "); err != nil {
		t.Fatal(err)
	}
	if ReadTrusted(s).Holds(f) {
		t.Error("a damaged list trusts")
	}
	if err := s.Trust(f, false); err == nil {
		t.Error("a damaged list was added to")
	}
}

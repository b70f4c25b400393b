package setup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/system"
	"pp/engine/memory/org"
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

// TestChosenFollowsTheFile checks that what the file enables counts until the file is gone.
func TestChosenFollowsTheFile(t *testing.T) {
	home := t.TempDir()
	cfg := config.Defaults()
	cfg.Paths.ConfigFile = filepath.Join(home, ".config", "pp", "config.toml")
	k := &Skills{settings: &Settings{Config: cfg, Where: environment{Home: home},
		System: system.System{Getenv: func(string) (string, bool) { return "", false }}}}
	text := []byte("[skills]\ndisable = [\"mine\"]\n")
	if err := errors.Join(os.MkdirAll(filepath.Dir(cfg.Paths.ConfigFile), 0o700),
		os.WriteFile(cfg.Paths.ConfigFile, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	if !k.chosenChanged() || k.chosenChanged() || !slices.Equal(k.chosen.Disable, []string{"mine"}) {
		t.Errorf("%+v", k.chosen)
	}
	if err := os.Remove(cfg.Paths.ConfigFile); err != nil {
		t.Fatal(err)
	}
	if !k.chosenChanged() || len(k.chosen.Disable) > 0 {
		t.Errorf("%+v is of a file that is gone", k.chosen)
	}
}

func TestMandates(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return full
	}
	big := strings.Repeat("x", maxMandate)
	names := []string{write("a.md", "\nUse tabs.\n"), filepath.Join(dir, "gone.md"), write("b.txt", big),
		write("c.txt", big+"x"),
		write("bad.txt", "a\xff"), write("n.org", "* Said\n* Mine :private:\nHIDDEN\n"), write("id_rsa", "KEY"),
		write("empty", " "),
		dir, write("e.txt", big), write("f.txt", big), write("g.txt", big), write("last", "short")}
	s := &Settings{Config: &config.Config{Mandates: names}, Private: org.Privacy{Tags: []string{"private"}}}
	m := mandates{settings: s}
	texts, notes := m.texts(t.Context())
	if want := []string{"Use tabs.", big, "* Said", big, big, "short"}; !slices.Equal(texts, want) {
		t.Errorf("texts %.50q", texts)
	}
	for i, want := range []string{"gone.md of `mandates` is left out: it does not exist. Write it, or take its name " +
		"out with `pp config edit`",
		"c.txt of `mandates` is left out: it is too long: a mandate has at most 2048 bytes",
		"bad.txt of `mandates` is left out: it is not UTF-8",
		"id_rsa of `mandates` is left out: it is private or secret", ": a directory",
		"g.txt of `mandates` is left out: it does not fit"} {
		if i >= len(notes) || !strings.Contains(notes[i], want) {
			t.Fatalf("notes %q, want %q", notes, want)
		}
	}
	if _, again := m.texts(t.Context()); len(again) > 0 {
		t.Errorf("noted again: %q", again)
	}
	write("gone.md", "Here.")
	if texts, _ = m.texts(t.Context()); texts[1] != "Here." {
		t.Errorf("not read anew: %.50q", texts)
	}
	out, noted := m.beside([]string{"one", "two", "three"}, []string{big, big, big, big[8:], "1"})
	if !slices.Equal(out, []string{"one", "two"}) || len(noted) != 1 {
		t.Errorf("beside: %q, %q", out, noted)
	}
	if _, noted = m.beside([]string{big}, texts); len(noted) > 0 {
		t.Errorf("noted again: %q", noted)
	}
}

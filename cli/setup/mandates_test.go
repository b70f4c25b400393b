package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/cli/config"
	"pp/engine/memory/org"
)

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

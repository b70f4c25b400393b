//go:build linux

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
)

// listed are the rules that `pp rules` lists.
func (p place) listed() []learnedRule {
	p.t.Helper()
	out, errs, code := p.run("rules", "--json")
	var list []learnedRule
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exit.OK {
		p.t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	return list
}

// exits runs pp and compares its exit code.
func (p place) exits(want int, args ...string) string {
	p.t.Helper()
	out, errs, code := p.run(args...)
	if code != want {
		p.t.Errorf("%q: exit %d, want %d\n%s%s", args, code, want, out, errs)
	}
	return out + errs
}

// TestAlwaysFromThePromptToRevoke: a rule is learned at the prompt, used without
// a person, and taken back.
func TestAlwaysFromThePromptToRevoke(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.write(".env", "TOKEN=visibly-fake\n", 0o600)
	p.exits(exit.Suspended, "-q", "run touch made")
	m := open(t, p.command("-q", "run touch made"), 100, 40)
	m.press("allow it? ", "a")
	m.expect("keep which? ")
	// A long row is broken between words; the next begins with four spaces.
	shown := strings.ReplaceAll(m.text(), "\n    ", "")
	for _, covered := range []string{
		"  1  The command `touch made` may write " + filepath.Join(p.dir, "made") + " without asking",
		"  2  A command that begins with `touch` may write anything below " + p.dir + "/ without asking",
		"  3  Files in " + p.dir + ", except those that run without you starting them, may be", "? 1 to 3, n none "} {
		if strings.Count(shown, covered) != 1 {
			t.Errorf("%q is not shown before it is kept:\n%s", covered, shown)
		}
	}
	m.insist("1")
	if code := m.code(); code != exit.OK {
		t.Fatalf("exit %d\n%s", code, m.text())
	}
	if list := p.listed(); len(list) != 1 || list[0].From != "the prompt" || list[0].Since.IsZero() {
		t.Fatalf("%+v", list)
	}
	p.exits(exit.OK, "-q", "run touch made")
	p.exits(exit.OK, "check", "touch made")
	p.exits(exit.Suspended, "-q", "run touch other")
	// It waives the write, and the whole is denied for something else.
	p.exits(exit.Denied, "-q", "run touch made && cat .env")
	list := p.listed()
	if len(list) != 1 {
		t.Errorf("%+v", list)
	}
	if text := p.exits(exit.OK, "rules"); !strings.Contains(text, "from the prompt, 20") {
		t.Error(text)
	}
	p.exits(exit.Usage, "rules", "revoke", list[0].ID, "r99")
	if len(p.listed()) != 1 {
		t.Error("one of two was revoked, though the other is none")
	}
	p.exits(exit.OK, "rules", "revoke", "--reason", "for the test", list[0].ID)
	p.exits(exit.Suspended, "-q", "run touch made")
	p.exits(exit.Suspended, "check", "touch made")
	if text := p.exits(exit.OK, "rules", "explain", list[0].ID); !strings.Contains(text, "for the test") ||
		!strings.Contains(text, "the prompt") {
		t.Error(text)
	}
}

// TestImportedRules: what a repository suggests does nothing until the person
// takes it over, one by one; it holds while its file stays as it is.
func TestImportedRules(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.write(".env", "TOKEN=visibly-fake\n", 0o600)
	if err := os.MkdirAll(filepath.Join(p.dir, ".pp"), 0o755); err != nil {
		t.Fatal(err)
	}
	suggest := func(why string) {
		p.write(".pp/rules.toml", "[[rule]]\ncommand = \"touch docs/a *\"\npath = \"docs/\"\neffects = "+
			"[\"write\"]\nwhy = \""+why+"\"\n"+
			"[[rule]]\ncommand = \"tee docs/b *\"\npath = \"docs/\"\neffects = [\"write\"]\n", 0o644)
	}
	suggest("the pages")
	if err := os.MkdirAll(filepath.Join(p.dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.exits(exit.Suspended, "-q", "run touch docs/a")
	if text := p.exits(exit.Usage, "rules", "import"); !strings.Contains(text, "needs a person") {
		t.Error(text)
	}
	m := open(t, p.command("rules", "import"), 100, 40)
	m.expect("the repository says: the pages")
	m.press("keep that? ", "y")
	m.press("keep that? ", "n")
	if code := m.code(); code != exit.OK || strings.Count(m.text(), "kept as r") != 1 {
		t.Fatalf("exit %d\n%s", code, m.text())
	}
	p.exits(exit.OK, "-q", "run touch docs/a docs/c")
	p.exits(exit.Suspended, "-q", "run tee docs/b < go.mod")
	// Another content of the file is another suggestion.
	suggest("more pages")
	p.exits(exit.Suspended, "-q", "run touch docs/a")
	suggest("the pages")
	p.exits(exit.OK, "-q", "run touch docs/a")
	// It holds nowhere else.
	other := newPlace(t)
	other.home, other.env[0] = p.home, p.env[0]
	if err := os.MkdirAll(filepath.Join(other.dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	other.exits(exit.Suspended, "-q", "run touch docs/a")
}

// learnedRule is what these tests want of a rule as `pp rules --json` prints it.
type learnedRule struct {
	ID       string    `json:"id"`
	From     string    `json:"from"`
	Since    time.Time `json:"since"`
	Sentence string    `json:"sentence"`
}

package approval

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine"
	"pp/engine/effect"
)

func learned(t testing.TB, r *Rules, d *desk, a engine.Action) []Rule {
	t.Helper()
	rules, err := GeneraliseAll(d.judge(a, nil), ThisProgram, ForGood, d.files)
	if err != nil {
		t.Fatal(err)
	}
	var out []Rule
	for _, x := range rules {
		x, err := r.Learn(t.Context(), x, "approval at the prompt", d.judge)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

func TestRulesAreKept(t *testing.T) {
	c, d := newClock(), newDesk()
	dir := filepath.Join(t.TempDir(), "state", "approvals")
	r, other := NewRules(dir, options(c, 1)), NewRules(dir, options(c, 2))
	if list, err := r.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := r.Revoke(t.Context(), "r1", ""); !errors.Is(err, ErrNoRule) {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(filepath.Dir(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("something was made before the first rule")
	}
	x := learned(t, r, d, run("git push origin"))[0]
	if x.Grant.ID != "r1" || !x.Grant.Learned || !x.Since.Equal(c.now()) || x.From != "approval at the prompt" ||
		x.Place != "/w" || x.Grant.Where == "" {
		t.Errorf("%+v", x)
	}
	if again := learned(t, r, d, run("git push upstream")); again[0].Grant.ID != "r1" {
		t.Errorf("the same rule twice: %+v", again)
	}
	list, err := other.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if diff := cmp.Diff(x, list[0], cmpopts.IgnoreUnexported(Rule{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("kept otherwise:\n%s", diff)
	}
	if n, err := other.Active(); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if grants, err := other.Grants("/w", d.files); err != nil || len(grants) != 1 {
		t.Errorf("%v, %v", grants, err)
	}
	if grants, err := other.Grants("/v", d.files); err != nil || len(grants) != 0 {
		t.Errorf("in another workspace: %v, %v", grants, err)
	}
	c.pass(time.Hour)
	if x, err = other.Revoke(t.Context(), "r1", "too risky"); err != nil || x.Active() {
		t.Fatalf("%+v, %v", x, err)
	}
	if grants, err := r.Grants("/w", d.files); err != nil || len(grants) != 0 {
		t.Errorf("revoked by another process: %v, %v", grants, err)
	}
	if text := x.Explain(c.now()); !strings.Contains(text, "too risky") || !strings.Contains(text, x.Sentence()) ||
		!strings.Contains(text, "approval at the prompt") {
		t.Errorf("%s", text)
	}
	if y := learned(t, r, d, run("git push origin"))[0]; y.Grant.ID != "r2" {
		t.Errorf("a number was given twice: %s", y.Grant.ID)
	}
	filepath.WalkDir(filepath.Dir(dir), func(name string, e fs.DirEntry, err error) error {
		if info, _ := e.Info(); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		return err
	})
}

func TestScriptRulesAreBoundToContent(t *testing.T) {
	d := newDesk()
	r := NewRules(t.TempDir(), options(newClock(), 1))
	learned(t, r, d, run("./run.sh fast"))
	count := func() int {
		t.Helper()
		grants, err := r.Grants("/w", d.files)
		if err != nil {
			t.Fatal(err)
		}
		return len(grants)
	}
	if count() != 1 {
		t.Fatal("the rule is not in force")
	}
	d.files["/w/sub/run.sh"] = "echo two"
	if count() != 0 {
		t.Error("the script changed and its rule is in force")
	}
	delete(d.files, "/w/sub/run.sh")
	if count() != 0 {
		t.Error("the script is gone and its rule is in force")
	}
	d.files["/w/sub/run.sh"] = "echo one"
	if count() != 1 {
		t.Error("the script is as it was and its rule is not in force")
	}
	if grants, _ := r.Grants("/w", nil); len(grants) != 0 {
		t.Error("without a view of the files the rule is in force")
	}
}

func TestBrokenRulesWaiveNothing(t *testing.T) {
	d := newDesk()
	r := NewRules(t.TempDir(), options(newClock(), 1))
	learned(t, r, d, run("git push origin"))
	data, _ := os.ReadFile(r.file())
	bad := strings.Replace(string(data), "git", "get", 1)
	if err := os.WriteFile(r.file(), []byte(bad+string(data)), 0o600); err != nil {
		t.Fatal(err)
	}
	if grants, err := r.Grants("/w", d.files); err == nil || len(grants) != 0 {
		t.Errorf("%v, %v", grants, err)
	}
	if _, err := r.Learn(t.Context(), ruleFor(1), "", harmless); err == nil {
		t.Error("a broken file was written to")
	}
}

func TestSessionGrants(t *testing.T) {
	c, d := newClock(), newDesk()
	var g SessionGrants
	rules, err := GeneraliseAll(d.judge(run("rm build/a.o"), nil), ThisCommand, ForSession, d.files)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		r = g.Give(r, "at the prompt", c.now())
		if r.Grant.Learned || !strings.HasPrefix(r.Grant.ID, "s") {
			t.Errorf("%+v", r.Grant)
		}
	}
	grants := g.Grants("/w", d.files)
	if v := d.judge(run("rm build/a.o"), grants); v.Decision != engine.Allow {
		t.Errorf("%s", v.Sentence())
	}
	if v := d.judge(run("rm build/b.o"), grants); v.Decision != engine.Ask {
		t.Errorf("%s", v.Sentence())
	}
	if len(g.Grants("/v", d.files)) != 0 {
		t.Error("a grant holds in another workspace")
	}
	for _, r := range g.List() {
		if r, err := g.Revoke(r.Grant.ID, c.now()); err != nil || r.Active() {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if len(g.Grants("/w", d.files)) != 0 {
		t.Error("a revoked grant holds")
	}
	if _, err := g.Revoke("s9", c.now()); !errors.Is(err, ErrNoRule) {
		t.Errorf("%v", err)
	}
}

//go:embed testdata/rules.toml
var suggestions string

func TestSuggestions(t *testing.T) {
	d := newDesk()
	d.files["/w/.pp/rules.toml"] = suggestions
	list, err := ReadSuggestions([]byte(suggestions), "/w", d.files)
	if err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []string{"A command that begins with `go vet` may run " +
		"without asking, in /w, while /w/.pp/rules.toml stays as it is.",
		"write-file may write anything below /w/docs/ without asking, in /w, while /w/.pp/rules.toml stays as it is.",
		"The command `./sub/run.sh fast` may run without asking, in /w, while /w/sub/run.sh stays as it is, " +
			"while /w/.pp/rules.toml stays as it is."} {
		if got := list[i].Sentence(); got != want {
			t.Error(got)
		}
	}
	if strings.ContainsRune(list[0].Why, '\x1b') {
		t.Errorf("%q", list[0].Why)
	}
	r := NewRules(t.TempDir(), options(newClock(), 1))
	if grants, err := r.Grants("/w", d.files); err != nil || len(grants) != 0 {
		t.Errorf("suggestions are in force before their import: %v, %v", grants, err)
	}
	for _, s := range list {
		if _, err := r.Learn(t.Context(), s, "import of /w/.pp/rules.toml", d.judge); err != nil {
			t.Errorf("%s: %v", s.Sentence(), err)
		}
	}
	count := func(place string) int {
		grants, err := r.Grants(place, d.files)
		if err != nil {
			t.Fatal(err)
		}
		return len(grants)
	}
	if count("/w") != 3 || count("/v") != 0 {
		t.Errorf("%d here, %d elsewhere", count("/w"), count("/v"))
	}
	d.files["/w/.pp/rules.toml"] = suggestions + "# "
	if count("/w") != 0 {
		t.Error("the file changed and its rules are in force")
	}
}

func TestSuggestionsAreRefused(t *testing.T) {
	d := newDesk()
	for _, s := range []string{
		"[[rule]]", "[[rule]]\ncommand = 'go vet *'", "[[rule]]\ncommand = 'go vet *'\neffects = ['magic']",
		"[[rule]]\ncommand = '* x'\neffects = ['run']", "[[rule]]\ncommand = 'go *'\neffects = ['run']",
		"[[rule]]\ncommand = 'bash -c x'\neffects = ['run']", "[[rule]]\ncommand = 'env frob x'\neffects = ['run']",
		"[[rule]]\ntool = 'shell'\neffects = ['run']",
		"[[rule]]\ntool = 'write-file'\ncommand = 'go vet *'\neffects = ['run']",
		"[[rule]]\ntool = 'write-file'\neffects = ['write']",
		"[[rule]]\ntool = 'write-file'\npath = '/etc/'\neffects = ['write']",
		"[[rule]]\ntool = 'write-file'\npath = '../'\neffects = ['write']",
		"[[rule]]\ntool = 'write-file'\npath = '.'\neffects = ['write']",
		"[[rule]]\ntool = 'write-file'\npath = 'a'\neffects = ['delete']",
		"[[rule]]\ntool = 'fetch-url'\neffects = ['connect']", "[[rule]]\ncommand = './sub/run.sh *'\neffects = ['run']",
		"[[rule]]\ncommand = './gone.sh'\neffects = ['run']", "[[rule]]\ncommand = '/usr/bin/frob x'\neffects = ['run']",
		"[[rule]]\ncommand = 'git push *'\neffects = ['run', 'opaque']", "[[rule]]\nallow = true", "rule = 1", "[[rules]]",
		"\x00", strings.Repeat("[[rule]]\ncommand = 'go vet *'\neffects = ['run']\n", maxSuggestions+1),
		strings.Repeat("#", maxSuggestFile+1),
	} {
		if list, err := ReadSuggestions([]byte(s), "/w", d.files); err == nil {
			t.Errorf("%.80q suggests %+v", s, list)
		} else if len(list) != 0 {
			t.Errorf("%.80q: an error and %d suggestions", s, len(list))
		}
	}
	if list, err := ReadSuggestions(nil, "/w", d.files); err != nil || len(list) != 0 {
		t.Errorf("an empty file: %v, %v", list, err)
	}
}

func FuzzSuggestions(f *testing.F) {
	f.Add(suggestions)
	f.Add("[[rule]]\ntool = 'write-file'\npath = 'a/../..'\neffects = ['write']")
	d := newDesk()
	f.Fuzz(func(t *testing.T, src string) {
		list, err := ReadSuggestions([]byte(src), "/w", d.files)
		if err != nil {
			return
		}
		for _, s := range list {
			p := s.Grant.Pattern
			if s.check() != nil || s.Place != "/w" || s.Repository != "/w" || p.Path != "" &&
				!effect.Within(filepath.Clean(p.Path), "/w") {
				t.Fatalf("%+v", s)
			}
		}
	})
}

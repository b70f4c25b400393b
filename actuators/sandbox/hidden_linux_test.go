package sandbox

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// Patterns are of one path, whatever is in its name: git itself says so.
func TestPatternsOfOnePath(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.attributesFile=" + dir + "/attributes"},
			args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	git("init", "-q")
	for _, name := range []string{".env", "conf/.env", "a b/.env", "a*b.pem", "[x].key", `back\slash.key`, `"q".key`,
		"#c.key", "!n.key", "tab\t.key", "ü.key", "new\nline.key", "?.key", " lead.key", "trail.key "} {
		text := pattern(name) + " filter=pp-held\n"
		if err := os.WriteFile(path.Join(dir, "attributes"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := git("check-attr", "-z", "filter", "--", name); !strings.Contains(got, "pp-held") {
			t.Errorf("%q: %q", name, got)
		}
		for _, other := range []string{"x/" + name, name + "x", "axb.pem", "x.key"} {
			if got := git("check-attr", "-z", "filter", "--", other); strings.Contains(got, "pp-held") {
				t.Errorf("%q is taken for %q", other, name)
			}
		}
	}
}

// The filter gives what git held for a filler, and anything else as it is, byte for byte; it takes nothing in of what
// git does not hold, and leaves files of the same name in other directories alone.
func TestHiddenFilter(t *testing.T) {
	dir := t.TempDir()
	table := path.Join(dir, "table")
	text := "0f " + dir + "/it's held\n- " + dir + "/other\n0e " + dir + "/x/elsewhere\n"
	if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range [...]struct{ name, content, want string }{
		{"it's held", "           \n", "held 0f\n"},
		{"it's held", "", ""},
		{"it's held", "x\n", "x\n"},
		{"it's held", " \x00\n", " \x00\n"},
		{"it's held", "\n\n", "held 0f\n"},
		{"it's held", "a\r\n\x00\xff", "a\r\n\x00\xff"},
		{"it's held", "no end", "no end"},
		{"elsewhere", "  \n", "  \n"},
		{"other", "", "refused"},
	} {
		script := strings.NewReplacer("git cat-file blob", "echo held", hiddenFile, table,
			"%f", "'"+strings.ReplaceAll(tc.name, "'", `'\''`)+"'").Replace(strings.ReplaceAll(hiddenFilter, "%%", "%"))
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(tc.content)
		got, err := cmd.Output()
		if err != nil {
			got = []byte("refused")
		}
		if string(got) != tc.want {
			t.Errorf("%s, %q: %q, %v", tc.name, tc.content, got, err)
		}
	}
}

// A file to which a repository gives a filter is not taken for held: a filler would go through it.
func TestFiltered(t *testing.T) {
	for _, c := range []struct {
		attributes, name string
		want             bool
	}{
		{"", ".env", false}, {"*.psd filter=lfs\n", ".env", false}, {".env filter=crypt\n", ".env", true},
		{".env filter=crypt\n", "sub/.env", true}, {"conf/** filter=crypt\n", "conf/x.key", true},
		{"* text=auto\n", ".env", false}, {"[attr]hidden filter=crypt\n.env hidden\n", ".env", true},
		{"\"a b.key\" filter=x\n", "a b.key", true}, {"[ filter=x\n", ".env", true},
		{"* -filter\n", ".env", true}, {"*.env !filter diff\n", ".env", true},
	} {
		top := t.TempDir()
		if err := os.WriteFile(path.Join(top, ".gitattributes"), []byte(c.attributes), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := filtered(top, c.name); got != c.want {
			t.Errorf("%q, %s: %v", c.attributes, c.name, got)
		}
	}
}

// An index is brought up to date where it is, and not where a file .git says that it is.
func TestRefreshKeepsToTheRepository(t *testing.T) {
	dir := t.TempDir()
	script := `git init -q own; cd own; echo x > f; git add f; cd ..; cp -r own other; cp -r own held
		touch held/.git/index.lock; mkdir top; cp -p own/f top/f
		echo "gitdir: $PWD/own/.git" > top/.git`
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for top, changes := range map[string]bool{"top": false, "other": true, "held": false} {
		name := path.Join(dir, map[string]string{"top": "own", "other": "other", "held": "held"}[top], ".git/index")
		before, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := Spec{hidden: hidden{tops: []string{path.Join(dir, top)}},
			Masked: []Mask{{Path: path.Join(dir, top, "f"), Held: true}}}
		s.refresh(0)
		after, err := os.ReadFile(name)
		if err != nil || (string(before) != string(after)) != changes {
			t.Errorf("%s: changed: %v, %v", top, string(before) != string(after), err)
		}
		if _, err := os.Lstat(name + ".lock"); (err == nil) != (top == "held") {
			t.Errorf("%s: the lock: %v", top, err)
		}
	}
}

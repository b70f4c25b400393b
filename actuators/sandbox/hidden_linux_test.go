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
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.attributesFile=" + dir + "/attributes"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			enginetest.Skip(t, os.Getenv, true, "git: %s", out)
		}
		return string(out)
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

// The filter gives what git holds for a filler, and anything else as it is, byte for byte.
func TestHeldFilter(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{"           \n": "held\n", "": "", "x\n": "x\n", " \x00\n": " \x00\n",
		"\n\n": "held\n", "a\r\n\x00\xff": "a\r\n\x00\xff", "no end": "no end"} {
		script := strings.ReplaceAll(heldFilter, "git cat-file blob :%f", "echo held")
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(content)
		if got, err := cmd.Output(); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v", content, got, err)
		}
	}
	if !strings.Contains(heldFilter, "git cat-file blob :%f") {
		t.Error("the filter is another one")
	}
}

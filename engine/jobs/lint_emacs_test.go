package jobs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/enginetest"
	"pp/engine/jobs"
)

// Of the links that org-lint looks at, those are broken that it says are. It looks at no ID here, at no "::" and no
// picture that is clicked, takes subtrees that are comments for text, and knows of nothing private.
func TestBrokenAsOrgLint(t *testing.T) {
	name, err := exec.LookPath("emacs")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no Emacs: %v", err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(linked["a.org"], "!", "")
	for _, skipped := range []string{"[[~/cv.pdf]]", "[[attachment:p.pdf]]", "[[attachment:q.pdf]]",
		"[[/ssh:host:/etc/none]]", "[[file:$HOME/none]]", "[[../memex/b.org]]",
		"** COMMENT not read\n[[file:none.org]]\n*** nor this\n[[file:none.org]]\n",
		"[[file:private-none.org]]", "[[(label)]]"} {
		if !strings.Contains(text, skipped) {
			t.Fatalf("%q is not there", skipped)
		}
		text = strings.Replace(text, skipped, strings.Repeat("\n", strings.Count(skipped, "\n")), 1)
	}
	for file, content := range map[string]string{"a.org": text, "b.org": linked["b.org"], "docs/x.pdf": ""} {
		full := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), name, "--batch", "-Q", "-l", filepath.Join("testdata", "lint.el"))
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
	c.Stdin = strings.NewReader(filepath.Join(dir, "a.org") + "\n")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []int
	for line := range strings.Lines(string(out)) {
		number, _, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%q", line)
		}
		want = append(want, n)
	}
	there := func(name string) bool { _, err := os.Stat(name); return err == nil }
	m := jobs.Memex{Root: dir, Home: dir, Exists: there}
	m.Files = []jobs.File{{Name: dir + "/a.org", Text: text}, {Name: dir + "/b.org", Text: linked["b.org"]}}
	for _, f := range inspect(t, m).Findings {
		if f.Kind == jobs.BrokenLink && !strings.Contains(f.What, "::") && !strings.Contains(f.What, "][file:") &&
			f.Why != "no headline has this ID" && strings.HasSuffix(f.File, "a.org") {
			got = append(got, f.Line)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 10 {
		t.Errorf("by line (-org-lint +found) %s\n%s", diff, out)
	}
}

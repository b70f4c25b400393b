package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
	"pp/engine/memory/org"
)

const literateNotes = `#+PROPERTY: header-args:lisp :tangle src/a.lisp
* One
#+name: first
#+begin_src lisp
  (defun a () 1)
#+end_src
#+begin_src sh :tangle bin/run.sh :mkdirp yes :shebang #!/bin/sh
echo hi
#+end_src
#+begin_src text
not tangled
#+end_src
* Diary :private:
#+begin_src text :tangle mine.txt
MINE
#+end_src
`

var literateOptions = Options{Literate: true, Private: org.Privacy{Tags: []string{"private"}}}

func TestOrgTangle(t *testing.T) {
	dir := scratch(t, map[string]string{"n.org": literateNotes, "src/a.lisp": "(defun a () 0)\n"})
	if err := os.Chmod(filepath.Join(dir, "src/a.lisp"), 0o600); err != nil {
		t.Fatal(err)
	}
	listed := func(want string) {
		t.Helper()
		res, err := call(t, literateOptions, dir, "org-blocks", "FILEPATH", "n.org")
		wantText(t, res, err, want)
	}
	const after = "\nlines 10-12 text\n[1 private block left out, with the files that it is tangled to]\n"
	listed("lines 4-6 lisp first -> src/a.lisp (differs: +1 -1 by tangling)\n" +
		"lines 7-9 sh -> bin/run.sh (not there)" + after)
	res, err := call(t, literateOptions, dir, Tangle, "FILEPATH", "n.org")
	wantText(t, res, err, "Tangled n.org: wrote src/a.lisp (1 block, in place of the old content); wrote bin/run.sh "+
		"(1 block, a new file).\n[1 private block left out, with the files that it is tangled to]")
	if want := []string{dir + "/bin", dir + "/src/a.lisp", dir + "/bin/run.sh"}; strings.Join(res.Changed, " ") !=
		strings.Join(want, " ") || len(res.Made) != 2 || res.Added != 3 || res.Removed != 1 {
		t.Errorf("%+v", res)
	}
	for name, want := range map[string]string{"src/a.lisp": "(defun a () 1)\n", "bin/run.sh": "#!/bin/sh\necho hi\n"} {
		if got := mustRead(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, want := range map[string]os.FileMode{"src/a.lisp": 0o600, "bin/run.sh": 0o755} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	listed("lines 4-6 lisp first -> src/a.lisp (the same)\nlines 7-9 sh -> bin/run.sh (the same)" + after)
	res, err = call(t, literateOptions, dir, Tangle, "FILEPATH", "n.org")
	if err != nil || len(res.Changed) != 0 || !strings.Contains(res.Text, "src/a.lisp is as it was") {
		t.Errorf("again: %+v, %v", res, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "mine.txt")); err == nil {
		t.Error("a private block was tangled")
	}
}

func TestOrgTangleEffects(t *testing.T) {
	o := literateOptions
	o.Skip = func(name string) bool {
		return strings.HasSuffix(name, "secret.org") || strings.HasSuffix(name, ".key")
	}
	dir := scratch(t, map[string]string{"n.org": literateNotes, "secret.org": literateNotes, "src/a.lisp": "",
		"k.org": "#+begin_src a :tangle x.key\nb\n#+end_src\n", "x.key": "c",
		"bad.org": "#+begin_src a :tangle (b)\n#+end_src\n",
		"l.org":   "#+begin_src a :tangle to/x\nb\n#+end_src\n", "to": "->/tmp"})
	all := func(tool, file string) string {
		e, err := named(t, o, tool).Spec.Effects(plist("FILEPATH", file), factsIn(dir))
		if err != nil {
			return err.Error()
		}
		var out []string
		for _, one := range e.All() {
			out = append(out, one.Kind.String()+" "+strings.TrimPrefix(one.Subject, dir+"/"))
		}
		return strings.Join(out, ", ")
	}
	for _, c := range [][3]string{
		{Tangle, "n.org", "read n.org, write src/a.lisp, write bin, write bin/run.sh, metadata bin/run.sh"},
		{"org-blocks", "n.org", "read n.org, read src/a.lisp"},
		{Tangle, "secret.org", "read secret.org"}, {"org-blocks", "secret.org", "read secret.org"},
		{Tangle, "k.org", "read k.org, write x.key"}, {"org-blocks", "k.org", "read k.org"},
		{Tangle, "bad.org", "read bad.org"}, {Tangle, "gone.org", "read gone.org"},
		{Tangle, "l.org", "read l.org, write /tmp/x"},
		{Tangle, "a.txt", ":FILEPATH is no Org file, whose name ends in .org"},
		{Tangle, "/x.org", ":FILEPATH is outside the workspace. Ask the person to add its directory with --add-dir"},
	} {
		if got := all(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %s", c[0], c[1], got)
		}
	}
}

func TestOrgTangleRefuses(t *testing.T) {
	block := func(args string) string { return "#+begin_src a " + args + "\nb\n#+end_src\n" }
	dir := scratch(t, map[string]string{"lisp.org": block(":tangle (x)"), "none.org": block(""),
		"gone.org": block(":tangle sub/x"), "self.org": block(":tangle self.org"), "dir.org": block(":tangle d"), "d/": "",
		"two.org": block(":tangle x") + block(":tangle ./x"), "old.org": block(":tangle new/y :mkdirp yes"),
		"half.org": block(":tangle m/n/x :mkdirp yes") + block(":tangle gone/x"), "ro": "", "ro.org": block(":tangle ro")})
	if err := os.Chmod(filepath.Join(dir, "ro"), 0o400); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"lisp.org", "nothing of lisp.org was tangled: it cannot be tangled: the block of line 1 has :tangle (x), which is"},
		{"none.org", "has no block to tangle"}, {"gone.org", "sub/x does not exist, so nothing was tangled"},
		{"dir.org", "is a directory"}, {"half.org", "the directory of gone/x does not exist"}, {"ro.org", "ro is read-only"},
		{"missing.org", "missing.org does not exist"},
	} {
		_, err := call(t, literateOptions, dir, Tangle, "FILEPATH", c[0])
		wantError(t, err, c[1])
	}
	for _, file := range []string{"self.org", "two.org"} {
		_, err := named(t, literateOptions, Tangle).Spec.Effects(plist("FILEPATH", file), factsIn(dir))
		wantError(t, err, "are one file")
	}
	if _, err := os.Lstat(filepath.Join(dir, "m")); err == nil {
		t.Error("a directory was left")
	}
	tool := named(t, literateOptions, Tangle)
	c := enginetest.Call(t, tool.Spec, plist("FILEPATH", "old.org"), factsIn(dir))
	if err := os.WriteFile(filepath.Join(dir, "old.org"), []byte(block(":tangle other :mkdirp yes")), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := runCleared(t, tool, c)
	wantError(t, err, "old.org has changed since the call was judged")
	if _, err := os.Lstat(filepath.Join(dir, "new")); err == nil {
		t.Error("something was done")
	}
}

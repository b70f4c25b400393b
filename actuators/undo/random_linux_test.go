package undo

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tree and script are random: few names, so that they meet.
var (
	names = []string{"a", "b", "c c", "d", "e\ne", "f:f,f"}
	paths = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(t, "path"), "/")
	})
)

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// command is one command of a random script. None looks at a time, and each may fail.
func command(t *rapid.T) string {
	a, b := quote(paths.Draw(t, "a")), quote(paths.Draw(t, "b"))
	n := rapid.IntRange(0, 99).Draw(t, "n")
	forms := []string{
		"mkdir -p {a}", "echo {n} > {a}", "echo {n} >> {a}", "rm -rf {a}", "mv -T {a} {b}",
		"[[ {b} == {a}/* ]] || cp -a {a} {b}", // into itself it copies as the names come
		"ln -sfn {a} {b}", "chmod {m} {a}", "touch -d 2020-01-{d} {a}", "rmdir {a}", "mkdir {a} && echo {n} > {a}/x",
		"rm -rf {a}; mkdir -p {a}; echo {n} > {a}/b", "sed -i s/1/2/ {a}", "truncate -s {n} {a}",
		"cp -a {a} t && mv -T t {b}", "find {a} -type f -delete", "tar cf t {a} && mkdir -p {b} && tar xf t -C {b}; rm -rf t",
		"printf x > new.tmp; mv new.tmp {a}", "ln {a} {b}",
	}
	mode := rapid.SampledFrom([]string{"600", "644", "755", "700", "a-w", "u+w", "000"}).Draw(t, "mode")
	form := rapid.SampledFrom(forms).Draw(t, "form")
	return strings.NewReplacer("{a}", a, "{b}", b, "{n}", fmt.Sprint(n), "{m}", mode, "{d}",
		fmt.Sprint(1+n%28)).Replace(form)
}

func script(t *rapid.T, most int) string {
	var lines []string
	for range rapid.IntRange(1, most).Draw(t, "commands") {
		lines = append(lines, "{ "+command(t)+"; } 2>/dev/null")
	}
	return strings.Join(lines, "\n") + "\ntrue"
}

// TestRandomScripts runs random scripts over random trees: taken over, the tree is what bash
// makes of a copy; dropped, it is as it was; so it is when undone.
func TestRandomScripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		w.renames = n%2 == 0
		w.ws = path.Join(w.state, "../..", fmt.Sprint("w", n))
		random(t, w)
	})
}

func random(t *rapid.T, w *world) {
	if err := os.Mkdir(w.ws, 0o755); err != nil {
		t.Fatal(err)
	}
	build := script(t, 12) + "\nfind . -exec touch -h -d 2019-01-01 {} + 2>/dev/null; true"
	if out, err := w.bash(w.ws, build); err != nil {
		t.Fatal(out, err)
	}
	// Files with several names below are withheld: see TestTraits.
	if out, err := w.bash(w.ws, "chmod -R u+rwX . ; find . -type f -links +1 -exec sh -c 'cp -p \"$1\" t; mv t "+
		"\"$1\"' - {} \\; ; touch -d 2019-01-01 .; cp -a . "+
		w.ws+".copy"); err != nil {
		t.Fatal(out, err)
	}
	before := look(w.t, w.ws, true)
	s := script(t, 15)
	if out, err := w.bash(w.ws+".copy", s); err != nil {
		t.Fatal(out, err)
	}
	want := look(w.t, w.ws+".copy", false)

	l, out, err := w.run(s)
	if err != nil {
		t.Fatal(out, err)
	}
	defer l.Close()
	changes := w.changes(l)
	if got := look(w.t, w.ws, true); got != before {
		t.Fatalf("%s\ncomparing changed:\n%s", s, differ(before, got))
	}
	if rapid.Bool().Draw(t, "drop") {
		if err := l.Drop(); err != nil {
			t.Fatal(err)
		}
		if got := look(w.t, w.ws, true); got != before {
			t.Fatalf("%s\ndropped:\n%s", s, differ(before, got))
		}
		return
	}
	if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts)+len(got.Withheld) > 0 {
		t.Fatalf("%s\n%+v, %v", s, got, err)
	}
	if got := look(w.t, w.ws, false); got != want {
		t.Fatalf("%s\n\ntaken over:\n%s\nchanges:\n%s", s, differ(want, got), list(changes))
	}
	if got, err := l.Undo(); err != nil {
		t.Fatalf("%s\n%+v, %v", s, got, err)
	}
	if got := look(w.t, w.ws, true); got != before {
		t.Fatalf("%s\nundone:\n%s\nchanges:\n%s", s, differ(before, got), list(changes))
	}
}

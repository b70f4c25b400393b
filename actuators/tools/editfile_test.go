package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"pp/engine/enginetest"
	"pp/engine/memory/org"
)

func TestEditFile(t *testing.T) {
	for _, c := range []struct{ name, content, before, after, want, says string }{
		{"in a line", "a\nb x c\n", "x", "y", "a\nb y c\n", "line 2 of f"},
		{"lines", "a\nb\nc\n", "a\nb\n", "z\n", "z\nc\n", "line 1"},
		{"removed", "a\nb\nc\n", "b\n", "", "a\nc\n", "line 2"},
		{"all of it", "a\n", "a\n", "", "", "now 0 bytes"},
		{"final newline kept", "a\nb\n", "b\n", "c", "a\nc\n", "line 2"},
		{"no final newline kept", "a\nb", "b", "c\n", "a\nc", "line 2"},
		{"CRLF for LF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n", "line 1"},
		{"CRLF given", "a\r\nb\r\n", "a\r\nb", "x\r\ny", "x\r\ny\r\n", "line 1"},
		{"CRLF final newline", "a\r\nb\r\n", "b\n", "c", "a\r\nc\r\n", "line 2"},
		{"LF for CRLF", "a\nb\n", "a\r\nb", "x\r\ny", "x\ny\n", "line 1"},
		{"both kinds", "a\r\nb\nc\n", "b\nc", "b\nd", "a\r\nb\nd\n", "line 2"},
		{"not UTF-8 around", "\xff a b c d e\n", "c", "ü", "\xff a b ü d e\n", "line 1"},
		{"no pattern", "a.c abc $1\n", "a.c", "$1\\1", "$1\\1 abc $1\n", "line 1"},
	} {
		dir := scratch(t, map[string]string{"f": c.content, "l": "->f"})
		at := filepath.Join(dir, "f")
		if err := os.Chmod(at, 0o750); err != nil {
			t.Fatal(err)
		}
		res, err := call(t, Options{}, dir, "edit-file", "FILEPATH", "l", "OLD", c.before, "NEW", c.after)
		if err != nil || !strings.Contains(res.Text, c.says) || len(res.Changed) != 1 || res.Changed[0] != at {
			t.Errorf("%s: %+v, %v", c.name, res, err)
		}
		if got := mustRead(t, at); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if st, err := os.Stat(at); err != nil || st.Mode().Perm() != 0o750 {
			t.Errorf("%s: mode %v, %v", c.name, st.Mode(), err)
		}
		noTemporary(t, dir)
	}
}

func TestEditFileTeaches(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "a\nb\na\naaa\n", "nl": "x\n", "many": strings.Repeat("x\n", 500),
		"nul":    "a\x00b",
		"locked": "x", "d/": "", "big": ""})
	if err := os.Chmod(filepath.Join(dir, "locked"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "big"), maxEdited+1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, before, after string
		want                []string
	}{
		{"f", "none", "x", []string{"not in f", "nothing was changed", "read-file"}},
		{"f", "a\n", "x", []string{"occurs 3 times in f", "lines 1, 3, 4", "Add the lines around"}},
		{"f", "aa", "x", []string{"occurs 2 times", "lines 4, 4"}},
		{"many", "x", "y", []string{"at least 100 times", "lines 1, 2, 3, 4, 5 and more"}},
		{"f", "", "x", []string{"the old text is empty", "write-file"}},
		{"f", "a", "a", []string{"the same"}},
		{"nl", "x\n", "x", []string{"would leave nl as it is"}},
		{"missing", "a", "b", []string{"missing does not exist"}},
		{"d", "a", "b", []string{"d is a directory"}},
		{"nul", "a", "b", []string{"nul is not UTF-8 text"}},
		{"locked", "x", "b", []string{"locked is read-only"}},
		{"big", "x", "b", []string{"big has 8388609 bytes", "at most 8388608"}},
	} {
		tool := named(t, Options{}, "edit-file")
		args := plist("FILEPATH", c.file, "OLD", c.before, "NEW", c.after)
		_, err := tool.Spec.Effects(args, factsIn(dir))
		if err == nil {
			_, err = runCleared(t, tool, enginetest.Call(t, tool.Spec, args, factsIn(dir)))
		}
		wantError(t, err, c.want...)
	}
	if got := mustRead(t, dir+"/f"); got != "a\nb\na\naaa\n" {
		t.Errorf("the file was changed to %q", got)
	}
	noTemporary(t, dir)
}

// A link or another file that took the place after the verdict is not edited.
func TestEditFileAfterASwap(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "old\n", "other": "old\n"})
	tool := named(t, Options{}, "edit-file")
	c := enginetest.Call(t, tool.Spec, plist("FILEPATH", "f", "OLD", "old", "NEW", "new"), factsIn(dir))
	if err := os.Remove(dir + "/f"); err != nil {
		t.Fatal(err)
	}
	_, err := runCleared(t, tool, c)
	wantError(t, err, "f has gone since the call was judged")
	if err := os.Symlink("other", dir+"/f"); err != nil {
		t.Fatal(err)
	}
	_, err = runCleared(t, tool, c)
	wantError(t, err, "has changed since it was judged")
	if got := mustRead(t, dir+"/other"); got != "old\n" {
		t.Errorf("the link's target was changed to %q", got)
	}
}

func TestUnchanged(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "one"})
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	r := replacement{dirfd: fd, base: "f"}
	if err := r.look(observed(t, dir, "f")); err != nil {
		t.Fatal(err)
	}
	if content, err := r.read(Options{}, "f"); err != nil || content != "one" {
		t.Fatalf("%q, %v", content, err)
	}
	if err := os.WriteFile(dir+"/f", []byte("three"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantError(t, explainWrite("f", r.unchanged()), "f has changed since the call was judged", "propose the call again")
}

// What an edit leaves out of the content is what stood before and after the match.
func TestEditIsOneReplacement(t *testing.T) {
	edits := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`[ab\n]{0,12}`)
		content, before, after := text.Draw(rt, "content"), text.Draw(rt, "before"), text.Draw(rt, "after")
		if rapid.Bool().Draw(rt, "there") {
			// Most texts that are drawn alone are not in the content once.
			content += "c" + before + "c"
			before = "c" + before + "c"
		}
		if before == "" {
			return
		}
		edited, _, err := editingOf(org.Privacy{}, "f", "f", content).edit(before, after)
		if err != nil {
			if n := len(matches(content, before)); n == 1 && strings.Replace(content, before, after, 1) != content &&
				before != "\n" &&
				!strings.HasSuffix(content, before) {
				rt.Fatalf("refused: %v", err)
			}
			return
		}
		edits++
		plain := strings.Replace(content, before, after, 1)
		if strings.TrimRight(edited, "\n") != strings.TrimRight(plain, "\n") {
			rt.Fatalf("got %q, plain %q", edited, plain)
		}
		if edited != "" && strings.HasSuffix(edited, "\n") != strings.HasSuffix(content, "\n") {
			rt.Fatalf("the final newline of %q became %q", content, edited)
		}
	})
	if edits == 0 {
		t.Error("nothing was edited: the generator tests nothing")
	}
}

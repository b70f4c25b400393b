package undo

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/enginetest"
)

func TestDiff(t *testing.T) {
	for _, tc := range []struct {
		from, to string
		exists   bool
		want     string
	}{
		{"a\nb\n", "a\nc\n", true, "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"", "a\n", false, "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n"},
		{"a", "a\n", true, "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"a", "a", true, ""},
		{"\x00", "a", true, "f: binary, 1 bytes became 1\n"},
	} {
		if got := Diff("f", tc.from, tc.to, tc.exists); got != tc.want {
			t.Errorf("%q to %q: %q", tc.from, tc.to, got)
		}
	}
}

// The diff, applied by patch(1), leads from one text to the other.
func TestDiffAgainstPatch(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "patch(1) is not installed")
	}
	dir := tempDir(t)
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`([abc]{0,2}\n){0,30}[ab]?`)
		from, to := text.Draw(rt, "from"), text.Draw(rt, "to")
		hunks := Diff("f", from, to, true)
		if from == to {
			if hunks != "" {
				rt.Fatalf("a diff of nothing: %q", hunks)
			}
			return
		}
		put(t, dir+"/f", from, 0o644)
		cmd := exec.Command(patch, "-s", "--posix", "-o", dir+"/out", dir+"/f")
		cmd.Stdin = strings.NewReader(hunks)
		out, err := cmd.CombinedOutput()
		if err != nil {
			rt.Fatalf("patch: %v %s\n%s", err, out, hunks)
		}
		if got, _ := os.ReadFile(dir + "/out"); string(got) != to {
			rt.Fatalf("%q, want %q\n%s", got, to, hunks)
		}
	})
}

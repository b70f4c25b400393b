package undo

import "testing"

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

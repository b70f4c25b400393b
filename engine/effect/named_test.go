package effect

import "testing"

func TestNamed(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt": "a.txt", "with space": "with space", "a\nb": `"a\nb"`, "a\tb": `"a\tb"`, "\x1b[1m": `"\x1b[1m"`,
		`"a"`: `"\"a\""`, `a"b`: `a"b`, "": "", "ü": "ü",
	} {
		if got := Named(name); got != want {
			t.Errorf("Named(%q) is %s, want %s", name, got, want)
		}
	}
}

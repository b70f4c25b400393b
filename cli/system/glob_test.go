package system

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What -f means by a pattern: the language of the tools, but one component is the current directory's.
func TestExpand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range strings.Fields("a/b/c.txt a/x/b/y/c.txt a/m/z.txt a/.d/b/c.txt a/b/.c.txt top.txt top.org .env " +
		".github/w/ci.yml .github/w/.off.yml [1]/d.txt") {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"a/loop": "..", "toA": "a", "top.lnk": "top.txt", "gone.txt": "nowhere"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pattern, want string }{
		{"a/**/b/**/c.txt", "a/b/c.txt a/x/b/y/c.txt"},
		{"*.txt", "top.txt"},
		{"*.{org,lnk}", "top.lnk top.org"},
		{"top.[!o]*", "top.lnk top.txt"},
		{"a/*/c.txt", "a/b/c.txt"},
		{"to?/m/z.txt", "toA/m/z.txt"},
		{"**/d.txt", "[1]/d.txt"},
		{`\[1]/d.*`, "[1]/d.txt"},
		{".e*", ".env"},
		{"**/.c*", "a/b/.c.txt"},
		{".github/**/*.yml", ".github/w/.off.yml .github/w/ci.yml"},
		{here + "/*.org", here + "/top.org"},
		{"a/*", ""},
	} {
		got, err := (&InputLimits{}).expand(c.pattern)
		if (err != nil) != (c.want == "") || strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, %v; want %q", c.pattern, got, err, c.want)
		}
	}
}

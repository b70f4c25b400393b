package approval

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// TestBuildIsBoundToItsFiles checks which changes in a workspace void the approval of a build.
func TestBuildIsBoundToItsFiles(t *testing.T) {
	for name, x := range map[string]struct {
		words []string
		in    string
		voids bool
	}{
		"Makefile":                    {[]string{"make"}, ".", true},
		"makefile":                    {[]string{"make"}, ".", true}, // in any case of letters, on every system
		"GNUmakefile":                 {[]string{"make"}, ".", true},
		"rules.mk":                    {[]string{"make"}, ".", true},
		"app.csproj":                  {[]string{"dotnet", "build"}, ".", true},
		".cargo/config.toml":          {[]string{"cargo", "test"}, "sub", true},
		"package.json":                {[]string{"npm", "test"}, "sub/deep", true},
		"sub/package.json":            {[]string{"npm", "test"}, "sub/deep", true},
		"sub/deep/conftest.py":        {[]string{"pytest", "sub/deep"}, ".", true},
		"sub/deep/test_x.py":          {[]string{"pytest", "sub/deep/test_x.py::test_a"}, ".", true},
		"other.txt":                   {[]string{"tool", "--config=other.txt"}, ".", true},
		"sub/Makefile":                {[]string{"make"}, ".", false}, // below the directories where it looks
		"README.md":                   {[]string{"make"}, ".", false},
		"sub/deep/notes.txt":          {[]string{"pytest", "sub"}, ".", false},
		"../outside-the-ws/Makefile":  {[]string{"make"}, ".", false},
		"sub/deep/Makefile.generated": {[]string{"make"}, "sub/deep", false},
	} {
		for _, was := range []string{"", "what it was"} {
			root := filepath.Join(t.TempDir(), "ws")
			file := filepath.Join(root, name)
			for _, dir := range []string{filepath.Join(root, "sub/deep"), filepath.Dir(file)} {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			write := func(text string) {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if was != "" {
				write(was)
			}
			v := engine.Verdict{Decision: engine.Ask, Workspace: effect.Workspace{Root: root}, Dir: root,
				Effects: effect.Effects{Runs: []effect.Program{{Name: x.words[0], Words: x.words,
					In: []string{filepath.Join(root, x.in)}, Told: []string{"*makefile", "*.mk", "*.csproj", "package.json",
						".cargo/config.toml", "conftest.py"}}}}}
			now := time.Now()
			seal, err := NewSeal(v, Binding{FS: store.NewView()}, now, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			if err := seal.Check(v, Binding{FS: store.NewView()}, now); err != nil {
				t.Errorf("%s: the approval is void although nothing changed, want it valid: %v", name, err)
			}
			write("what it is now")
			if err := seal.Check(v, Binding{FS: store.NewView()}, now); (err != nil) != x.voids {
				t.Errorf("%s, which was %q, changed before %q ran in %s: want void %v, got %v",
					name, was, x.words, x.in, x.voids, err)
			}
		}
	}
}

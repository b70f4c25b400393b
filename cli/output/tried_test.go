package output

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

func TestChangeLines(t *testing.T) {
	change := func(kind engine.ChangeKind, name string, mode fs.FileMode, inside bool) engine.Reviewed {
		return engine.Reviewed{Change: engine.Change{Kind: kind, Path: effect.Path{Name: name, Dir: mode.IsDir()},
			Mode: mode, Inside: inside}, Finding: engine.Finding{Decision: engine.Ask, Row: "write-workspace"}}
	}
	object := "/w/.git/objects/8d/" + strings.Repeat("0", 38)
	did := []engine.Reviewed{
		change(engine.ChangeModified, "/w/.git/index", 0o644, false),
		change(engine.ChangeNew, "/w/.git/objects/8d", fs.ModeDir|0o755, false),
		change(engine.ChangeNew, object, 0o444, true),
		change(engine.ChangeNew, "/w/.git/objects/info/alternates", 0o644, false), // other objects count from now on
		change(engine.ChangeNew, "/w/d", fs.ModeDir|0o755, false),
	}
	for i := range 10 {
		did = append(did, change(engine.ChangeNew, fmt.Sprintf("/w/d/%d", i), 0o644, true))
	}
	program, hook, link := change(engine.ChangeNew, "/w/d/run", 0o755, true),
		change(engine.ChangeNew, "/w/d/Makefile", 0o644, true),
		change(engine.ChangeNew, "/w/d/to", fs.ModeSymlink|0o777, true)
	hook.Finding.Row, link.Target = "write-later", "/etc"
	did = append(did, program, hook, link, change(engine.ChangeNew, "/w/few", fs.ModeDir|0o755, false),
		change(engine.ChangeNew, "/w/few/one", 0o644, true))
	want := []string{
		"modified  /w/.git/index  0 bytes",
		"new       /w/.git/objects/ and 2 below it",
		"new       /w/.git/objects/info/alternates  0 bytes",
		"new       /w/d/ and 10 below it",
		"new       /w/d/run  0 bytes  executable",
		"new       /w/d/Makefile  0 bytes",
		"new       /w/d/to -> /etc",
		"new       /w/few",
		"new       /w/few/one  0 bytes",
	}
	lines, folded := ChangeLines(did)
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") || !folded {
		t.Errorf("folded %v:\n%s", folded, got)
	}
	if lines, folded := ChangeLines(did[:2]); folded || len(lines) != 2 {
		t.Errorf("a few are folded: %q", lines)
	}
}

package tools

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/sexp"
)

func TestInvariant1ToolsRefuseZeroCleared(t *testing.T) {
	for _, tool := range Builtin(Options{}) {
		res, err := tool.Run(context.Background(), engine.Cleared{})
		if !errors.Is(err, engine.ErrNotCleared) || res.Text != "" {
			t.Errorf("%s ran on nothing: %+v, %v", tool.Spec.Name, res, err)
		}
	}
}

// A tool runs what was cleared for it, not for another tool or without a path.
func TestInvariant1ToolsRefuseOtherActions(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "secret"})
	judged := effect.Effects{Reads: []effect.Path{{Name: dir + "/f", Exists: true}},
		Writes: []effect.Path{{Name: dir + "/f", Exists: true}}}
	args := map[string]sexp.Plist{
		"read-file": plist("FILEPATH", "f"), "write-file": plist("FILEPATH", "f", "CONTENT", "x"), "list-directory": plist(),
		"find-files": plist("PATTERN", "*"), "fetch-url": plist("URL", "https://127.0.0.1:1/"),
		"search-files": plist("PATTERN", "secret"),
		"edit-file":    plist("FILEPATH", "f", "OLD", "secret", "NEW", "x"), "validate-lisp": plist("CODE", "()"),
		"todo": plist("ITEMS", sexp.NIL),
	}
	for _, tool := range Builtin(Options{}) {
		action := func(op engine.Op) engine.Action { return engine.Action{Target: engine.TargetTool, Op: op} }
		for name, c := range map[string]engine.Cleared{
			"a message":    enginetest.Clear(t, action(engine.Message{Text: "x"}), judged, dir),
			"another tool": enginetest.Clear(t, action(engine.Call{Tool: "other", Args: args[tool.Spec.Name]}), judged, dir),
			"no path": enginetest.Clear(t, action(engine.Call{Tool: tool.Spec.Name, Args: args[tool.Spec.Name]}),
				effect.Effects{}, dir),
			"a relative path": enginetest.Clear(t, action(engine.Call{Tool: tool.Spec.Name, Args: args[tool.Spec.Name]}),
				effect.Effects{Reads: []effect.Path{{Name: "f"}}, Writes: []effect.Path{{Name: "f"}}}, dir),
			"two paths": enginetest.Clear(t, action(engine.Call{Tool: tool.Spec.Name, Args: args[tool.Spec.Name]}),
				effect.Effects{Reads: append(judged.Reads, judged.Reads...), Writes: append(judged.Writes, judged.Writes...)}, dir),
		} {
			if slices.Contains([]string{"todo", "validate-lisp"}, tool.Spec.Name) && strings.Contains(name, "path") {
				continue // these touch no path
			}
			res, err := tool.Run(context.Background(), c)
			if !errors.Is(err, engine.ErrNotCleared) || res.Text != "" {
				t.Errorf("%s ran on %s: %+v, %v", tool.Spec.Name, name, res, err)
			}
		}
	}
	if got := mustRead(t, dir+"/f"); got != "secret" {
		t.Errorf("the file was changed to %q", got)
	}
}

func TestTableAndBuiltin(t *testing.T) {
	list := Builtin(Options{})
	table := Table(list)
	names := make([]string, len(list))
	for i, tool := range list {
		names[i] = tool.Spec.Name
		spec, ok := table[tool.Spec.Name]
		if !ok || spec.Doc == "" || spec.Effects == nil || tool.Run == nil || len(spec.Doc) > 70 {
			t.Errorf("%s: %+v", tool.Spec.Name, spec)
		}
		if spec.ReadOnly == slices.Contains([]string{"edit-file", "fetch-url", "write-file"}, tool.Spec.Name) {
			t.Errorf("%s: read only %v", spec.Name, spec.ReadOnly)
		}
	}
	want := []string{"edit-file", "fetch-url", "find-files", "list-directory", "read-file", "search-files",
		"todo", "validate-lisp", "write-file"}
	if !slices.Equal(names, want) {
		t.Errorf("the tools are %v", names)
	}
	defer func() {
		if recover() == nil {
			t.Error("a duplicate did not panic")
		}
	}()
	Table(append(list, list[0]))
}

func TestEffects(t *testing.T) {
	dir := scratch(t, map[string]string{"d/f": "x", "link": "->d", "f": "x"})
	for _, c := range []struct {
		tool   string
		args   sexp.Plist
		read   string
		write  string
		tree   bool
		exists bool
	}{
		{"read-file", plist("FILEPATH", "link/f"), "/d/f", "", false, true},
		{"read-file", plist("FILEPATH", "~/f", "START", 1, "END", 2), "/f", "", false, true},
		{"list-directory", plist(), "", "", false, true},
		{"list-directory", plist("PATH", "link/.."), "", "", false, true},
		{"find-files", plist("PATTERN", "*"), "", "", true, true},
		{"find-files", plist("PATTERN", "*", "PATH", "none"), "/none", "", true, false},
		{"search-files", plist("PATTERN", "x", "PATH", "f"), "/f", "", false, true},
		{"search-files", plist("PATTERN", "x", "PATH", "link/", "GLOB", sexp.NIL), "/d", "", true, true},
		{"write-file", plist("FILEPATH", "link/new", "CONTENT", ""), "", "/d/new", false, false},
	} {
		e, err := named(t, Options{}, c.tool).Spec.Effects(c.args, factsIn(dir))
		if err != nil {
			t.Errorf("%s %s: %v", c.tool, sexp.Print(c.args.Value()), err)
			continue
		}
		if len(e.All()) != 1 {
			t.Errorf("%s has the effects %+v", c.tool, e)
			continue
		}
		list, want := e.Reads, dir+c.read
		if c.write != "" {
			list, want = e.Writes, dir+c.write
		}
		if len(list) != 1 || list[0].Name != want || list[0].Tree != c.tree || list[0].Exists != c.exists ||
			list[0].Span.Arg == "" {
			t.Errorf("%s: %+v; want %s, tree %v, exists %v", c.tool, list, want, c.tree, c.exists)
		}
	}
}

func TestEffectsTeach(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "x", "loop": "->loop"})
	for _, c := range []struct {
		tool string
		args sexp.Plist
		want []string
	}{
		{"read-file", plist(), []string{":FILEPATH is missing", ":FILEPATH path [:START integer] [:END integer]"}},
		{"read-file", plist("FILEPATH", sexp.NIL), []string{":FILEPATH is missing"}},
		{"read-file", plist("FILEPATH", 3), []string{":FILEPATH must be a string"}},
		{"read-file", plist("FILEPATH", ""), []string{":FILEPATH is empty"}},
		{"read-file", plist("FILE", "x"), []string{"unknown argument :FILE", ":FILEPATH path"}},
		{"read-file", plist("FILEPATH", "f", "START", "1"), []string{":START must be an integer"}},
		{"read-file", plist("FILEPATH", "f", "START", sexp.Integer(new(big.Int).Lsh(big.NewInt(1), 80))),
			[]string{":START must be an integer"}},
		{"read-file", plist("FILEPATH", "f", "START", 0), []string{":START must be from 1"}},
		{"read-file", plist("FILEPATH", "f", "START", 5, "END", 2), []string{"the end, 2, is before the start, 5"}},
		{"read-file", plist("FILEPATH", "a\x00b"), []string{":FILEPATH", "NUL"}},
		{"read-file", plist("FILEPATH", "loop"), []string{":FILEPATH", "too many symbolic links"}},
		{"read-file", plist("FILEPATH", strings.Repeat("x/", 5000)), []string{":FILEPATH", "too long"}},
		{"list-directory", plist("PATH", sexp.Vector{}), []string{":PATH must be a string"}},
		{"find-files", plist("PATTERN", ""), []string{"is empty"}},
		{"find-files", plist("PATTERN", "/etc/*"), []string{"begins with /", "as the path"}},
		{"find-files", plist("PATTERN", "../*"), []string{"has ..", "as the path"}},
		{"find-files", plist("PATTERN", "[a"), []string{"has a [ without"}},
		{"find-files", plist("PATTERN", "{a,b"), []string{"has a { without"}},
		{"find-files", plist("PATTERN", strings.Repeat("a", 1001)), []string{"1001 bytes", "at most 1000"}},
		{"search-files", plist("PATTERN", "(a"), []string{"RE2", "missing closing"}},
		{"search-files", plist("PATTERN", "(?=a)"), []string{"RE2"}},
		{"search-files", plist("PATTERN", ""), []string{"is empty"}},
		{"search-files", plist("PATTERN", "(?:"+strings.Repeat("a", 100)+"){1000}"), []string{"unfolds to"}},
		{"search-files", plist("PATTERN", "a", "GLOB", "["), []string{":GLOB", "has a ["}},
		{"write-file", plist("FILEPATH", "f"), []string{":CONTENT is missing"}},
		{"write-file", plist("FILEPATH", "f/", "CONTENT", ""), []string{"names a directory"}},
		{"write-file", plist("FILEPATH", "f", "CONTENT", strings.Repeat("x", maxContent+1)), []string{"at most 1048576"}},
	} {
		_, err := named(t, Options{}, c.tool).Spec.Effects(c.args, factsIn(dir))
		wantError(t, err, c.want...)
		if err != nil && len(err.Error()) > 600 {
			t.Errorf("%s: a message of %d bytes", c.tool, len(err.Error()))
		}
	}
	for _, f := range []engine.Facts{{}, {Dir: dir}, {FS: factsIn(dir).FS}} {
		_, err := named(t, Options{}, "read-file").Spec.Effects(plist("FILEPATH", "f"), f)
		wantError(t, err, "no working directory")
	}
	f := factsIn(dir)
	f.Home = ""
	_, err := named(t, Options{}, "read-file").Spec.Effects(plist("FILEPATH", "~/x"), f)
	wantError(t, err, "no home directory")
}

// Effects never panics, and what it accepts is one absolute clean path.
func TestEffectsOnAnyArguments(t *testing.T) {
	dir := scratch(t, map[string]string{"d/f": "x", "l": "->d"})
	value := rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) sexp.Value { return sexp.String(s) }),
		rapid.Map(rapid.SampledFrom([]string{"d", "l/f", "*", "**/[a", "{", "(", "~", "/", ".."}),
			func(s string) sexp.Value { return sexp.String(s) }),
		rapid.Map(rapid.Int64(), func(n int64) sexp.Value { return sexp.Int(n) }),
		rapid.SampledFrom([]sexp.Value{sexp.NIL, sexp.T, sexp.Keyword("X"), sexp.Char('x'), sexp.Double(1),
			sexp.NewList(sexp.Int(1)), sexp.Vector{}, sexp.Big{}, sexp.Ratio{}}),
	)
	key := rapid.SampledFrom([]string{"FILEPATH", "PATH", "PATTERN", "GLOB", "CONTENT", "OLD", "NEW", "CODE", "START",
		"END", "OTHER", ""})
	accepted := 0
	rapid.Check(t, func(rt *rapid.T) {
		var args sexp.Plist
		for range rapid.IntRange(0, 4).Draw(rt, "n") {
			args = args.With(key.Draw(rt, "key"), value.Draw(rt, "value"))
		}
		for _, tool := range Builtin(Options{}) {
			e, err := tool.Spec.Effects(args, factsIn(dir))
			if err != nil {
				continue
			}
			accepted++
			for _, effect := range e.All() {
				if !strings.HasPrefix(effect.Subject, "/") {
					rt.Fatalf("%s: the effect %+v", tool.Spec.Name, effect)
				}
			}
		}
	})
	if accepted == 0 {
		t.Error("no arguments were accepted: the generator tests nothing")
	}
}

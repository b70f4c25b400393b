package approval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/sexp"
)

// memory is a file system of texts.
type memory map[string]string

func (m memory) Lstat(name string) (effect.FileInfo, error) {
	text, ok := m[name]
	if !ok {
		return effect.FileInfo{}, fs.ErrNotExist
	}
	return effect.FileInfo{Size: int64(len(text)), Links: 1}, nil
}
func (memory) Readlink(string) (string, error)  { return "", fs.ErrInvalid }
func (memory) ReadDir(string) ([]string, error) { return nil, fs.ErrInvalid }
func (m memory) ReadFile(name string, max int) ([]byte, error) {
	text := m[name]
	return []byte(text[:min(len(text), max)]), nil
}

// bound is all that a digest is over.
type bound struct {
	Verdict engine.Verdict
	Rules   engine.RuleTable
	Files   memory
}

func (b bound) encode(t *rapid.T) string {
	data, err := encode(b.Verdict, Binding{FS: b.Files, Rules: b.Rules})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// word draws from few texts, so that two bindings are often nearly the same, and
// from such as could run together.
func word(t *rapid.T, label string) string {
	return rapid.SampledFrom([]string{"", "a", "b", "ab", "a b", "\x00", "\x00\x00\x00\x00\x00\x00\x00\x01a"}).Draw(t,
		label)
}

func words(t *rapid.T, label string) []string {
	var out []string
	for i := range rapid.IntRange(0, 2).Draw(t, label) {
		out = append(out, word(t, fmt.Sprint(label, i)))
	}
	return out
}

func drawPath(t *rapid.T, label string) effect.Path {
	return effect.Path{Name: word(t, label), Links: uint64(rapid.IntRange(0, 2).Draw(t, "links")),
		Exists: rapid.Bool().Draw(t, "exists"),
		Dir:    rapid.Bool().Draw(t, "dir"), Linked: rapid.Bool().Draw(t, "linked"), Tree: rapid.Bool().Draw(t, "tree")}
}

func drawBound(t *rapid.T) bound {
	var b bound
	v := &b.Verdict
	switch rapid.IntRange(0, 2).Draw(t, "op") {
	case 0:
		v.Action = engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: word(t, "command")}}
	case 1:
		v.Action = engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: word(t, "tool"),
			Args: sexp.Plist{}.With("A", sexp.String(word(t, "arg")))}}
	case 2:
		v.Action = engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: word(t, "code")}}
	}
	v.Dir, v.Workspace = word(t, "dir"), effect.Workspace{Root: word(t, "root"), Added: words(t, "added")}
	v.Confinement = engine.Confinement{Files: engine.FilesBy(rapid.IntRange(0, 2).Draw(t, "files")),
		Network: rapid.Bool().Draw(t, "network"),
		Sockets: rapid.Bool().Draw(t, "sockets"), Tree: rapid.Bool().Draw(t, "tree"), Assumed: rapid.Bool().Draw(t,
			"assumed")}
	e := &v.Effects
	for range rapid.IntRange(0, 2).Draw(t, "paths") {
		lists := []*[]effect.Path{&e.Reads, &e.Writes, &e.Deletes, &e.Metadata}
		l := lists[rapid.IntRange(0, 3).Draw(t, "list")]
		*l = append(*l, drawPath(t, "path"))
	}
	if rapid.Bool().Draw(t, "runs") {
		e.Runs = append(e.Runs, effect.Program{Name: word(t, "name"), Path: word(t, "program"), Words: words(t, "words"),
			Canonical: word(t, "canonical"),
			Class:     effect.ProgramClass(rapid.IntRange(0, 3).Draw(t, "class")), Script: word(t, "script")})
	}
	if rapid.Bool().Draw(t, "connects") {
		l := []*[]effect.Endpoint{&e.Connects, &e.Listens}[rapid.IntRange(0, 1).Draw(t, "list")]
		*l = append(*l, effect.Endpoint{Scheme: word(t, "scheme"), Host: word(t, "host"),
			Port: rapid.IntRange(0, 2).Draw(t, "port"),
			Odd:  cause.Kind(word(t, "odd")), Tool: rapid.Bool().Draw(t, "tool")})
	}
	switch rapid.IntRange(0, 5).Draw(t, "other") {
	case 0:
		e.Sockets = append(e.Sockets, effect.Socket{Name: word(t, "socket")})
	case 1:
		e.Signals = append(e.Signals, effect.Process{Name: word(t, "process")})
	case 2:
		e.Escalates = append(e.Escalates, effect.Escalation{How: word(t, "how")})
	case 3:
		e.Opaque = append(e.Opaque, effect.Opaque{Text: word(t, "text"), Cause: cause.Listed.OfText(word(t, "why")),
			Place: effect.OpaquePlace(rapid.IntRange(0, 3).Draw(t, "place"))})
	case 4:
		e.Hazards = append(e.Hazards, effect.Hazard{Rule: word(t, "rule"), Cause: cause.Listed.OfText(word(t, "reason")),
			Asks: rapid.Bool().Draw(t, "asks")})
	case 5:
		e.Messages = append(e.Messages, effect.Message{Medium: word(t, "medium"), To: word(t, "to"), Files: words(t, "sent")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "asks") {
		f := engine.Finding{Decision: engine.Ask, Rule: word(t, "rule"), Cause: cause.Listed.OfText(word(t, "reason")),
			Floor: rapid.Bool().Draw(t, "floor"), Waivable: rapid.Bool().Draw(t, "waivable"),
			Effect: effect.Effect{Kind: effect.Kind(rapid.IntRange(0, 13).Draw(t, "kind")), Subject: word(t, "subject")}}
		v.Trace = append(v.Trace, engine.Step{Gate: word(t, "gate"), Findings: []engine.Finding{f}})
	}
	b.Rules = engine.RuleTable{}
	for range rapid.IntRange(0, 2).Draw(t, "rules") {
		b.Rules[word(t, "row")] = engine.Decision(rapid.IntRange(0, 3).Draw(t, "decision"))
	}
	b.Files = memory{}
	for range rapid.IntRange(0, 3).Draw(t, "contents") {
		b.Files[word(t, "file")] = word(t, "content")
	}
	return b
}

// canonical is a bound with what a digest leaves out left out, for comparing.
func (b bound) canonical() bound {
	v := b.Verdict
	v.Workspace.Added = sorted(v.Workspace.Added)
	read := map[string]bool{}
	for _, w := range v.Effects.Writes {
		read[w.Name] = true
	}
	for _, m := range v.Effects.Messages {
		for _, name := range m.Files {
			read[name] = true
		}
	}
	for _, r := range v.Effects.Runs {
		if r.Script != "" {
			read[r.Script] = true
		}
		if _, in := v.Workspace.Contains(r.Path); in && r.Path != "" {
			read[r.Path] = true
		}
	}
	files := memory{}
	for name, text := range b.Files {
		if read[name] {
			files[name] = text
		}
	}
	for _, l := range []*[]effect.Path{&v.Effects.Reads, &v.Effects.Writes, &v.Effects.Deletes, &v.Effects.Metadata} {
		*l = slices.Clone(*l)
		slices.SortFunc(*l, func(a, b effect.Path) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	v.Trace = slices.Clone(v.Trace)
	slices.SortFunc(v.Trace, func(a, b engine.Step) int {
		return strings.Compare(fmt.Sprintf("%#v", a),
			fmt.Sprintf("%#v", b))
	})
	return bound{v, b.Rules, files}
}

// Two bindings have one encoding exactly when nothing that counts differs.
func TestEncodingIsInjective(t *testing.T) {
	same := 0
	equate := []cmp.Option{cmpopts.EquateEmpty(), cmp.Comparer(func(a,
		b engine.Action) bool {
		return a.Essence() == b.Essence()
	})}
	rapid.Check(t, func(t *rapid.T) {
		a := drawBound(t)
		b := a
		switch rapid.IntRange(0, 15).Draw(t, "change") { // from 8 on nothing is changed
		case 0:
			b = drawBound(t)
		case 1:
			b.Verdict.Dir = word(t, "other dir")
		case 2:
			b.Verdict.Workspace.Root = word(t, "other root")
		case 3:
			b.Rules = engine.RuleTable{word(t, "other row"): engine.Ask}
		case 4:
			b.Files = memory{word(t, "other file"): word(t, "other content")}
		case 5:
			b.Verdict.Trace = drawBound(t).Verdict.Trace
		case 6:
			b.Verdict.Effects = drawBound(t).Verdict.Effects
		case 7:
			b.Verdict.Workspace.Added = words(t, "other added")
		}
		equal := a.encode(t) == b.encode(t)
		diff := cmp.Diff(a.canonical(), b.canonical(), equate...)
		if equal != (diff == "") {
			t.Fatalf("the encodings are equal: %v; the difference:\n%s", equal, diff)
		}
		if equal {
			same++
		}
	})
	if same == 0 {
		t.Error("no two bindings were ever the same; one half of the property was not tested")
	}
}

func TestDigestLeavesOut(t *testing.T) {
	sc := newScene(t)
	v, b := sc.judge(t)
	v.Trace[1].Findings[0].Cause = cause.Listed.OfText("writes")
	want, err := DigestOf(v, b)
	if err != nil {
		t.Fatal(err)
	}
	w := v
	w.Action.Explanation = "another"
	w.Effects.Writes = slices.Clone(v.Effects.Writes)
	w.Effects.Writes[0].Span, w.Effects.Writes[0].Given = effect.Span{Start: 1, End: 2, Word: 3}, "elsewhere"
	w.Trace = append([]engine.Step{{Gate: "vault", Decision: engine.Allow,
		Findings: []engine.Finding{{Decision: engine.Allow}}}}, v.Trace...)
	w.Trace[2].Findings = slices.Clone(w.Trace[2].Findings)
	w.Trace[2].Findings[0].Reason = "The same, put otherwise."
	if got, err := DigestOf(w, b); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	if back, err := ParseDigest(want.String()); err != nil || back != want {
		t.Errorf("%v, %v", back, err)
	}
	for _, bad := range []string{"", "00", strings.ToUpper(want.String()), want.String() + "0", strings.Repeat("g", 64)} {
		if d, err := ParseDigest(bad); err == nil {
			t.Errorf("%q is %v", bad, d)
		}
	}
}

// The encoding, which includes the names of effects, is fixed: waiting plans survive an update of pp unless digestForm
// changes.
func TestDigestIsFrozen(t *testing.T) {
	v := engine.Verdict{Decision: engine.Ask, Dir: "/w", Workspace: effect.Workspace{Root: "/w"},
		Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "make > a"}, Explanation: "left out"},
		Effects: effect.Effects{Writes: []effect.Path{{Name: "/w/a", Links: 1, Exists: true}},
			Runs: []effect.Program{{Name: "make", Words: []string{"make"}}}},
		Trace: []engine.Step{{Gate: "dispatcher", Findings: []engine.Finding{{Decision: engine.Ask, Rule: "high-impact",
			Reason: "Writes"}}}}}
	d, err := DigestOf(v, Binding{FS: memory{"/w/a": "text"}, Rules: engine.RuleTable{"write-workspace": engine.Ask}})
	const want = "5957537572156f1eeeab589e532a6358f559dc4926a0b62bad8282019b16b51d"
	if err != nil || d.String() != want {
		t.Errorf("%s, %v; want %s", d, err, want)
	}
}

func TestContentErrors(t *testing.T) {
	sc := newScene(t)
	v, _ := sc.judge(t)
	many := v
	many.Effects.Writes = nil
	for i := range maxContents + 1 {
		many.Effects.Writes = append(many.Effects.Writes, effect.Path{Name: fmt.Sprint("/", i)})
	}
	if _, err := DigestOf(many, Binding{FS: memory{}}); err == nil {
		t.Error("too many files were bound")
	}
	large := memory{}
	for i := range 70 {
		large[fmt.Sprint("/", i)] = strings.Repeat("x", MaxContent)
	}
	if _, err := DigestOf(many, Binding{FS: large}); err == nil {
		t.Error("too much content was bound")
	}
}

// A file over MaxContent is bound by its content, in any of its bytes, and one
// over all bounds by what identifies it.
func TestLargeFilesAreBound(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"large": MaxContent + 1, "larger": 20 << 20, "huge": maxTotal + 1} {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(at, nil, 0o644), os.Truncate(at, size)); err != nil {
			t.Fatal(err)
		}
		digest := func() Digest {
			t.Helper()
			v := engine.Verdict{Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "x"}}}
			v.Effects.Writes = []effect.Path{{Name: at, Exists: true}, {Name: at + ".none"}}
			d, err := DigestOf(v, Binding{FS: store.NewView()})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return d
		}
		was := digest()
		if digest() != was {
			t.Errorf("%s: two digests of one file differ", name)
		}
		f, err := os.OpenFile(at, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteAt([]byte("x"), size-1)
		if err = errors.Join(err, f.Close(), os.Chtimes(at, time.Time{}, time.Now().Add(time.Minute))); err != nil {
			t.Fatal(err)
		}
		if digest() == was {
			t.Errorf("%s: a changed byte is not noticed", name)
		}
	}
}

// Effects of every kind, and every part of them but where they stand, are in the digest.
func TestDigestOfEveryEffect(t *testing.T) {
	seen := map[string]string{}
	note := func(what string, e effect.Effects) {
		items := fmt.Sprint(effectItems(e))
		if before, twice := seen[items]; twice {
			t.Errorf("%s has the digest of %s", what, before)
		}
		seen[items] = what
	}
	note("nothing", effect.Effects{})
	for name, e := range enginetest.EachEffect() {
		note(name, e)
	}
	note("another person", effect.Effects{Messages: []effect.Message{{Medium: "signal", To: "+1"}}})
	note("another medium", effect.Effects{Messages: []effect.Message{{Medium: "telegram", To: "+1"}}})
	note("with a file", effect.Effects{Messages: []effect.Message{{Medium: "signal", To: "+1", Files: []string{"/a"}}}})
	note("with another", effect.Effects{Messages: []effect.Message{{Medium: "signal", To: "+1", Files: []string{"/b"}}}})
}

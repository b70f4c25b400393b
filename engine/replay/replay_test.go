package replay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/audit"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/replay"
	"pp/engine/view"
	"pp/sexp"
)

// looking is a judge that looks at files, and keeps what it saw.
type looking struct {
	look func(effect.FS) string
	saw  []string
}

func (l *looking) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	l.saw = append(l.saw, l.look(f.FS))
	return engine.Verdict{Decision: engine.Allow, Action: a, Facts: f}
}

// quiet is an actuator that does nothing.
type quiet struct{}

func (quiet) Find(engine.Target) (engine.Actuator, bool) { return nil, false }

// record has a loop judge a message once with each set of facts, and gives the trace.
func record(t testing.TB, judge engine.Judge, redactor engine.Redactor, facts ...engine.Facts) *audit.FileStore {
	t.Helper()
	store, err := audit.NewFileStore(t.TempDir(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	log := audit.NewLog(store, audit.Options{Session: "s1", Redactor: redactor, Inline: 200})
	for i, f := range facts {
		l := engine.Loop{Judge: judge, Facts: func(engine.Action) engine.Facts { return f }, Recorder: log, DryRun: true,
			Actuators: quiet{}}
		l.Run(t.Context(), engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI},
			Payload: engine.Request{Action: engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: fmt.Sprint(i)}}}})
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}

// proposals are those of a trace.
func proposals(t testing.TB, store *audit.FileStore) (out []*replay.Proposal) {
	t.Helper()
	r := replay.Reader{Session: "s1", Blob: store.ReadBlob, Visit: func(p *replay.Proposal) error {
		out = append(out, p)
		return nil
	}}
	if _, err := store.Scan(r.Take); err != nil {
		t.Fatal(err)
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	return out
}

// seen is what one look at a path gives, without what is not recorded.
func seen(files effect.FS, how int, name string) string {
	switch how {
	case 0:
		in, err := files.Lstat(name)
		out := fmt.Sprint(in.Mode, err == nil)
		if in.Mode.IsRegular() && in.Links > 1 {
			out += fmt.Sprint(in.Links, in.Dev, in.Inode)
		}
		return out
	case 1:
		to, err := files.Readlink(name)
		return fmt.Sprint(to, err == nil)
	case 2:
		names, err := files.ReadDir(name)
		return fmt.Sprint(names, err == nil)
	}
	text, err := files.ReadFile(name, 100)
	return fmt.Sprintf("%q %v", text, err == nil)
}

// tree makes some files, and gives names that are and are not there.
func tree(t testing.TB) (root string, names []string) {
	root = t.TempDir()
	for _, dir := range []string{"a/b", "a/.git", "empty", "hidden"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"a/x": "x", "a/b/y": "y\n", "a/.git/HEAD": "ref: refs/heads/main\n",
		"a/.git/config": "[core]\n\tbare = false\n", "a/b/tool": "#!\n", "hidden/z": "z", "odd \"name\"\n\t\\": "o"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{os.Chmod(filepath.Join(root, "a/b/tool"), 0o755|os.ModeSetuid),
		os.Link(filepath.Join(root, "a/x"), filepath.Join(root, "a/twin")), os.Symlink("b/y", filepath.Join(root, "a/link")),
		os.Symlink("b", filepath.Join(root, "a/to"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []string{"", "a", "a/b", "a/.git", "a/.git/HEAD", "a/.git/config", "a/x", "a/twin", "a/link",
		"a/to", "a/to/y", "a/b/y",
		"a/b/tool", "a/gone", "a/x/below", "gone", "gone/y", "empty", "empty/x", "hidden", "hidden/z", "odd \"name\"\n\t\\"} {
		names = append(names, filepath.Join(root, n))
	}
	return root, names
}

// TestFilesAsTheyWere: what a judgement looked at is seen again as it was; and what it did not
// look at is as it was too, where that follows, or missing.
func TestFilesAsTheyWere(t *testing.T) {
	root, names := tree(t)
	rules := &org.Privacy{Paths: []string{filepath.Join(root, "hidden")}}
	rapid.Check(t, func(rt *rapid.T) {
		type look struct {
			how  int
			name string
		}
		one := rapid.Custom(func(t *rapid.T) look {
			return look{rapid.IntRange(0, 3).Draw(t, "how"), rapid.SampledFrom(names).Draw(t, "name")}
		})
		rounds := rapid.SliceOfN(rapid.SliceOfN(one, 0, 12), 1, 4).Draw(rt, "rounds")
		var facts []engine.Facts
		for range rounds {
			facts = append(facts, engine.Facts{Dir: root, FS: view.New(), Private: rules})
		}
		round := 0
		j := &looking{}
		j.look = func(files effect.FS) string {
			for _, l := range rounds[round] {
				seen(files, l.how, l.name)
			}
			round++
			return ""
		}
		list := proposals(t, record(t, j, nil, facts...))
		if len(list) != len(rounds) {
			rt.Fatalf("%d proposals of %d", len(list), len(rounds))
		}
		for i, p := range list {
			looked := p.Case
			if looked == nil || looked.Facts().Facts.Dir != root {
				rt.Fatalf("round %d: no facts: %+v", i, p)
			}
			for _, l := range append(slices.Clone(rounds[i]), rapid.SliceOfN(one, 3, 3).Draw(rt, "other")...) {
				looked.Missing = ""
				got, want := seen(looked, l.how, l.name), seen(view.New(), l.how, l.name)
				was := slices.Contains(rounds[i], l)
				hidden := strings.HasPrefix(l.name, filepath.Join(root, "hidden")) || l.how == 2 && l.name == root
				repository := strings.Contains(l.name, ".git")
				switch {
				case looked.Missing == "" && got != want:
					rt.Fatalf("round %d: %v is %s, was %s", i, l, got, want)
				case looked.Missing != "" && was && !hidden && (l.how != 3 || repository):
					rt.Fatalf("round %d: %v: %s", i, l, looked.Missing)
				}
			}
		}
	})
}

// TestNothingPrivateIsNamed: neither a private path nor a secret stands in what is recorded.
func TestNothingPrivateIsNamed(t *testing.T) {
	root, names := tree(t)
	j := &looking{look: func(files effect.FS) string {
		for _, n := range names {
			for how := range 4 {
				seen(files, how, n)
			}
			_, _ = files.ReadDir(filepath.Dir(n))
		}
		return ""
	}}
	f := engine.Facts{Dir: root, FS: view.New(), Private: &org.Privacy{Paths: []string{filepath.Join(root, "hidden")}},
		Env: engine.Environment{"HOME": root, "TOKEN": "s3cret-value"}}
	store := record(t, j, masking("s3cret-value"), f)
	var all strings.Builder
	err := filepath.WalkDir(filepath.Dir(store.Path()), func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			data, rerr := os.ReadFile(name)
			all.Write(data)
			return rerr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"hidden", "s3cret-value", `"z"`} {
		if strings.Contains(all.String(), bad) {
			t.Errorf("%s stands in the trace", bad)
		}
	}
	if !strings.Contains(all.String(), "TOKEN") || !strings.Contains(all.String(), "empty") {
		t.Errorf("the trace has no facts: %s", all.String())
	}
	c := proposals(t, store)[0].Case
	if c.Facts(); !strings.Contains(c.Missing, "TOKEN is masked") {
		t.Errorf("missing: %q", c.Missing)
	}
}

// masking masks one value.
type masking string

func (m masking) Redact(text string) string {
	return strings.ReplaceAll(text, string(m), engine.Masked)
}

// TestFactsComeBack: everything that is recorded of the facts is read back.
func TestFactsComeBack(t *testing.T) {
	f := engine.Facts{Dir: "/ws/a", Home: "/home/me", Temp: "/tmp", User: "me", UID: 7, FS: view.New(),
		Workspace: effect.Workspace{Root: "/ws", Added: []string{"/more"}, Why: "because"}, AcceptEdits: true,
		Env:         engine.Environment{"HOME": "/home/me", "PATH": "/bin", "EMPTY": ""},
		Own:         engine.Own{Paths: []string{"/s"}, Binary: "/pp", Device: 1, Inode: 1<<63 + 5},
		Confinement: engine.Confinement{Files: engine.FilesMounts, Network: true, Tree: true, Layers: true},
		Flows:       []engine.Flow{{Secret: true, Subject: "x", Turn: 2}, {Subject: "y\nz"}}, Evaluated: []string{},
		RunHosts: []string{"b"}, Hosts: []string{"a", "b"},
		Grants: []engine.Grant{{ID: "s1",
			Pattern: engine.Pattern{Tool: "shell", Words: []string{"ls", "*"}, Path: "/p", Host: "h"},
			Kinds:   []effect.Kind{effect.KindRun, effect.KindWrite}, Script: "abc", Where: "here", Edits: true},
			{ID: "r2", Learned: true}}}
	rec := proposals(t, record(t, &looking{look: func(effect.FS) string { return "" }}, nil, f, f))[1].Case.Facts()
	got := rec.Facts
	got.FS, got.Kept, got.Commits = nil, nil, nil
	want := f
	want.FS, want.Grants, want.RunHosts = nil, nil, nil
	want.Occasion = engine.Occasion{Source: engine.TargetCLI}
	if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
	if a, b := fmt.Sprintf("%+v %v", rec.Grants, rec.RunHosts), fmt.Sprintf("%+v %v", f.Grants, f.RunHosts); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
	if got.Evaluated == nil {
		t.Error("that nothing was evaluated is lost")
	}
}

// TestAgainAsOneProposal: an action that is judged several times in answer to one signal is one
// proposal, with its last verdict.
func TestAgainAsOneProposal(t *testing.T) {
	var list []*replay.Proposal
	r := replay.Reader{Visit: func(p *replay.Proposal) error { list = append(list, p); return nil }}
	for i, e := range []struct {
		kind             engine.RecordKind
		decision, action string
	}{{engine.RecordSignal, "", ""}, {engine.RecordVerdict, "ASK", "a"}, {engine.RecordVerdict, "ALLOW", "b"},
		{engine.RecordVerdict, "ALLOW", "a"}, {engine.RecordSignal, "", ""}, {engine.RecordVerdict, "DENY", "a"}} {
		fields := engine.Record{}.Fields.With("ACTION", text(e.action)).With("DECISION", keyword(e.decision))
		if err := r.Take(audit.Entry{Seq: int64(i), Time: time.Unix(int64(i), 0), Kind: e.kind, Fields: fields}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprint(p.Seq, p.Action, p.Decision, p.Asked))
	}
	want := "3aallowtrue2ballowfalse5adenyfalse"
	if all := strings.ReplaceAll(strings.Join(got, ""), " ", ""); all != want {
		t.Errorf("%s, want %s", all, want)
	}
}

func text(s string) sexp.Value { return sexp.String(s) }

func keyword(s string) sexp.Value { return sexp.Keyword(s) }

package gates

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/store"
)

// What a command did is judged by the rules for what one would do; what was cleared covers
// ordinary files, and the parts of a repository that were named.
func TestReview(t *testing.T) {
	facts := engine.Facts{Dir: "/w", Home: "/home/u", Workspace: effect.Workspace{Root: "/w"}}
	path := func(name string) effect.Path { return effect.Path{Name: name, Given: name} }
	write := func(paths ...effect.Path) effect.Effects { return effect.Effects{Writes: paths} }
	unknown := effect.Effects{Runs: []effect.Program{{Name: "frob"}}}
	installs := effect.Effects{Hazards: []effect.Hazard{{Rule: "install", Asks: true}}, Runs: unknown.Runs}
	venv := effect.Effects{Writes: []effect.Path{{Name: "/w/.venv", Tree: true}},
		Runs: []effect.Program{{Canonical: "python venv", Class: effect.ProgramActs}}}
	built := func(e effect.Effects, exists bool) effect.Effects {
		e.Writes = []effect.Path{{Name: e.Writes[0].Name, Tree: true, Exists: exists}}
		e.Writes = append(e.Writes, effect.Path{Name: "/w", Tree: true, Span: effect.Span{Start: 9, End: 9}})
		e.Runs = append(slices.Clone(e.Runs), effect.Program{Canonical: "make", Class: effect.ProgramBuilds})
		return e
	}
	index := effect.Path{Name: "/w/.git/index", Exists: true, Part: effect.PartIndex}
	stash := effect.Path{Name: "/w/.git/refs/stash", Part: effect.PartStash}
	clone := effect.Effects{Writes: []effect.Path{path("/w/copy")}, Runs: []effect.Program{{Canonical: "git clone"}}}
	emptied := effect.Effects{Deletes: []effect.Path{path("/w/d/s/f")},
		Runs: []effect.Program{{Canonical: "git rm", Class: effect.ProgramActs}}}
	inTree := func(command string) effect.Effects {
		return effect.Effects{Writes: []effect.Path{{Name: "/w", Part: effect.PartTree}},
			Runs: []effect.Program{{Canonical: command, Class: effect.ProgramActs}}}
	}
	change := func(kind engine.ChangeKind, name string, mode fs.FileMode) engine.Change {
		return engine.Change{Kind: kind, Mode: mode, Path: effect.Path{Name: name, Exists: kind != engine.ChangeNew}}
	}
	link := func(to string) engine.Change {
		c := change(engine.ChangeNew, "/w/l", fs.ModeSymlink)
		c.Target = to
		return c
	}
	named := func(c engine.Change, name string) engine.Change {
		c.Path.Name = name
		return c
	}
	added := func(name string) engine.Change { return change(engine.ChangeNew, name, 0o644) }
	edited := func(name string) engine.Change { return change(engine.ChangeModified, name, 0o644) }
	gone := func(name string) engine.Change { return change(engine.ChangeDeleted, name, 0o644) }
	renamed := edited("/w/one")
	renamed.Names = []string{"/w/two"}
	moved := added("/w/plain.txt")
	moved.From = "/w/.env"
	hidden, put := gone("/w/.env"), edited("/w/.env")
	hidden.Hidden, put.PutByGit = true, func() bool { return true }
	hooked := inTree("git switch")
	hooked.Runs = append(hooked.Runs, effect.Program{Canonical: "git switch", Class: effect.ProgramBuilds})
	const allow, ask, deny = engine.Allow, engine.Ask, engine.Deny
	for _, tc := range []struct {
		name    string
		effects effect.Effects
		cleared bool
		change  engine.Change
		want    engine.Decision
		row     string
	}{
		{"named", write(path("/w/a")), true, edited("/w/a"), allow, ""},
		{"named by a link", write(effect.Path{Name: "/w/real", Given: "a"}), true, edited("/w/a"), allow, ""},
		{"another", write(path("/w/a")), true, edited("/w/b"), ask, "write-workspace"},
		{"a new one beside", write(path("/w/a")), true, added("/w/a.orig"), allow, ""},
		{"deleted beside", write(path("/w/a")), true, gone("/w/b"), ask, "delete-workspace"},
		{"in a new directory", write(path("/w/new")), true, added("/w/new/x/y"), allow, ""},
		{"some below", effect.Effects{Deletes: []effect.Path{path("/w/d/*")}}, true, gone("/w/d/x/y"), allow, ""},
		{"a secret that git checks out", inTree("git switch"), true, added("/w/d/.env"), allow, ""},
		{"a secret that git checks out, not yet", inTree("git switch"), false, added("/w/d/.env"), ask, "git-tree"},
		{"a secret that git changes", inTree("git switch"), true, edited("/w/d/.env"), allow, ""},
		{"a secret that git takes away", inTree("git switch"), true, gone("/w/d/.env"), allow, ""},
		{"a hidden one that git takes away", inTree("git switch"), true, hidden, deny, "secret"},
		{"a secret of a patch", inTree("git apply"), true, added("/w/d/.env"), allow, ""},
		{"a secret of a patch by mail", inTree("git am"), true, added("/w/d/.env"), allow, ""},
		{"a secret that a hook may have made", hooked, true, added("/w/d/.env"), deny, "secret"},
		{"a secret that git put there, with a hook", hooked, true, put, allow, ""},
		{"a secret that git put there, with any program", unknown, true, put, allow, ""},
		{"a secret that git put there, not yet", unknown, false, put, ask, "git-tree"},
		{"a directory that git emptied", emptied, true, change(engine.ChangeDeleted, "/w/d", fs.ModeDir|0o755), allow, ""},
		{"a file in its place", emptied, true, gone("/w/d"), ask, "delete-workspace"},
		{"another directory", emptied, true, change(engine.ChangeDeleted, "/w/e", fs.ModeDir|0o755), ask,
			"delete-workspace"},
		{"a directory that another emptied", effect.Effects{Deletes: []effect.Path{path("/w/d/f")}}, true,
			change(engine.ChangeDeleted, "/w/d", fs.ModeDir|0o755), ask, "delete-workspace"},
		{"anything", unknown, true, gone("/w/b"), allow, ""},
		{"anything, not yet", unknown, false, gone("/w/b"), ask, "delete-workspace"},
		{"another name", write(path("/w/two")), true, renamed, allow, ""},
		{"a surface", unknown, true, edited("/w/.github/workflows/x.yml"), ask, "write-surface"},
		{"a surface that was named", write(path("/w/.envrc")), true, edited("/w/.envrc"), allow, ""},
		{"a file that a build runs", unknown, true, edited("/w/Makefile"), allow, ""},
		{"a file of a package", unknown, true, added("/w/node_modules/x/.travis.yml"), allow, ""},
		{"a file of a package, not yet", unknown, false, added("/w/node_modules/x/.travis.yml"), ask, "write-surface"},
		{"a command on PATH", unknown, true, added("/w/node_modules/.bin/x"), ask, "write-surface"},
		{"an installed command", installs, true, added("/w/node_modules/.bin/x"), allow, ""},
		{"an installed command, not yet", installs, false, added("/w/node_modules/.bin/x"), ask, "write-surface"},
		{"a surface that an installation leaves", installs, true, added("/w/.vscode/tasks.json"), ask, "write-surface"},
		{"a command of a virtual environment", venv, true, added("/w/.venv/bin/python"), allow, ""},
		{"a command of another environment", venv, true, edited("/w/venv/bin/python"), ask, "write-surface"},
		{"a command of a new one, where others run", built(venv, false), true, added("/w/.venv/bin/x"), allow, ""},
		{"a command of an old one, where others run", built(venv, true), true, added("/w/.venv/bin/x"), ask, "write-surface"},
		{"a package's command, beside one", built(venv, false), true, edited("/w/node_modules/.bin/x"), ask, "write-surface"},
		{"a link to a directory of surfaces", unknown, true, named(link("t"), "/w/.vscode"), ask, "write-surface"},
		{"a link to a directory that holds surfaces", unknown, true, named(link("t"), "/w/.github"), ask, "write-surface"},
		{"a part", write(index), true, edited("/w/.git/index"), allow, ""},
		{"a part, not yet", write(index), false, edited("/w/.git/index"), ask, "git-index"},
		{"another part", write(index), true, edited("/w/.git/refs/heads/main"), ask, "write-git-data"},
		{"a part that goes", write(stash), true, gone("/w/.git/refs/stash"), allow, ""},
		{"refs with the stash", write(stash), true, edited("/w/.git/logs/HEAD"), allow, ""},
		{"git's data", unknown, true, added("/w/.git/objects/ab/cd"), ask, "write-git-data"},
		{"git's data by its name", write(effect.Path{Name: "/w/.git/info/exclude"}), true, added("/w/.git/info/exclude"),
			allow, ""},
		{"git's configuration by its name", write(effect.Path{Name: "/w/.git/config"}), true, edited("/w/.git/config"), ask,
			"left-git"},
		{"git's configuration", unknown, true, edited("/w/.git/config"), ask, "left-git"},
		{"a hook", unknown, true, added("/w/.git/hooks/pre-commit"), ask, "left-git"},
		{"a hook with the index", write(index), true, added("/w/.git/hooks/pre-commit"), ask, "left-git"},
		{"a new repository", unknown, true, added("/w/sub/.git"), ask, "left-git"},
		{"a file that points to one", unknown, true, added("/w/sub/.git"), ask, "left-git"},
		{"a repository that was asked for", clone, true, added("/w/copy/.git/config"), allow, ""},
		{"its sample of a hook", clone, true, added("/w/copy/.git/hooks/x.sample"), allow, ""},
		{"its hook", clone, true, added("/w/copy/.git/hooks/pre-commit"), ask, "left-git"},
		{"one elsewhere", clone, true, edited("/w/.git/config"), ask, "left-git"},
		{"the repository goes", unknown, true, gone("/w/.git"), deny, "delete-root"},
		{"pp's rules", unknown, true, added("/w/.pp/config.toml"), deny, "own"},
		{"a secret", unknown, true, edited("/w/.env"), deny, "secret"},
		{"a secret that was moved", unknown, true, moved, deny, "secret"},
		{"set-ID", unknown, true, change(engine.ChangeNew, "/w/s", fs.ModeSetuid|0o755), deny, "write-device"},
		{"a pipe", unknown, true, change(engine.ChangeNew, "/w/p", fs.ModeNamedPipe|0o644), deny, "write-device"},
		{"a link out", unknown, true, link("/home/u/x"), ask, "write-linked"},
		{"a link up and out", unknown, true, link("../x"), ask, "write-linked"},
		{"a link up from where another leads", unknown, true, link("p/../x"), ask, "write-linked"},
		{"a link up from there to a directory", unknown, true, link("p/.."), ask, "write-linked"},
		{"a link through a process", unknown, true, link("/proc/self/root/home/u/x"), ask, "write-linked"},
		{"a link to what is mounted", unknown, true, link("/mnt/x"), ask, "write-linked"},
		{"a link within", unknown, true, link("a/b"), allow, ""},
		{"a link up and within", unknown, true, link("./a"), allow, ""},
		{"a link to the system", unknown, true, link("/usr/bin/python3"), allow, ""},
	} {
		v := engine.Verdict{Decision: engine.Ask, Effects: tc.effects, Facts: facts, Dir: "/w",
			Action: engine.Action{Op: engine.Run{Command: "x"}}}
		f := Reviewer{}.Review(v, tc.cleared, []engine.Change{tc.change})[0]
		if f.Decision != tc.want || f.Row != tc.row {
			t.Errorf("%s: %v by %q: %s", tc.name, f.Decision, f.Row, f.Reason)
		}
	}
}

// TestReviewFacts checks that nobody is asked about what is no fact: times and modes, what git ignores, and what a
// program makes again, which is dropped.
func TestReviewFacts(t *testing.T) {
	facts := engine.Facts{Dir: "/w", Workspace: effect.Workspace{Root: "/w"}, Kept: ignoring{}}
	chosen := facts
	chosen.Rules = engine.RuleTable{"write-workspace": engine.Ask, "metadata-workspace": engine.Ask}
	index := engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/.git/index", Exists: true}}
	looked := index
	looked.Scratch = true
	for _, tc := range []struct {
		name   string
		kind   engine.ChangeKind
		facts  engine.Facts
		change engine.Change
		want   engine.Decision
		row    string
	}{
		{"/w/a", engine.ChangeMetadata, facts, engine.Change{}, engine.Allow, ""},
		{"/w/a", engine.ChangeMetadata, chosen, engine.Change{}, engine.Ask, "metadata-workspace"},
		{"/w/a", engine.ChangeMetadata, facts, engine.Change{Mode: fs.ModeSetuid | 0o755}, engine.Deny, "write-device"},
		{"/w/a", engine.ChangeMetadata, facts, engine.Change{Mode: fs.ModeDir | fs.ModeSetgid | 0o755}, engine.Ask,
			"metadata-workspace"},
		{"/w/.git/objects/ab", engine.ChangeMetadata, facts, engine.Change{}, engine.Allow, ""},
		{"/w/.git/hooks/pre-commit", engine.ChangeMetadata, facts, engine.Change{}, engine.Ask, "left-git"},
		{"/w/.git/config", engine.ChangeMetadata, facts, engine.Change{}, engine.Ask, "left-git"},
		{"/w/.git/config", engine.ChangeMetadata, facts, engine.Change{Times: true}, engine.Allow, ""},
		{"/w/ignored/a", engine.ChangeNew, facts, engine.Change{}, engine.Allow, ""},
		{"/w/ignored/a", engine.ChangeModified, facts, engine.Change{}, engine.Allow, ""},
		{"/w/ignored/a", engine.ChangeDeleted, facts, engine.Change{}, engine.Ask, "delete-workspace"},
		{"/w/ignored/a", engine.ChangeNew, chosen, engine.Change{}, engine.Ask, "write-workspace"},
		{"/w/ignored/.envrc", engine.ChangeNew, facts, engine.Change{}, engine.Ask, "write-surface"},
		{"/w/ignored/.env", engine.ChangeNew, facts, engine.Change{}, engine.Deny, "secret"},
		{"/w/ignored/.git/hooks/update", engine.ChangeNew, facts, engine.Change{}, engine.Ask, "left-git"},
		{"/w/ignored/node_modules/x/index.js", engine.ChangeModified, facts, engine.Change{}, engine.Ask, "write-workspace"},
		{"/w/a", engine.ChangeNew, facts, engine.Change{}, engine.Ask, "write-workspace"},
		{"/w/p/__pycache__/a.pyc", engine.ChangeNew, facts, engine.Change{}, engine.Deny, ""},
		{"/w/.mypy_cache", engine.ChangeNew, facts, engine.Change{Mode: fs.ModeDir | 0o755}, engine.Deny, ""},
		{"/w/__pycache__/.envrc", engine.ChangeNew, facts, engine.Change{}, engine.Deny, ""},
		{"", engine.ChangeModified, facts, looked, engine.Deny, ""},
		{"", engine.ChangeModified, facts, index, engine.Ask, "write-git-data"},
	} {
		if tc.name != "" {
			tc.change.Kind, tc.change.Path = tc.kind, effect.Path{Name: tc.name, Exists: tc.kind != engine.ChangeNew}
		}
		v := engine.Verdict{Decision: engine.Try, Facts: tc.facts, Dir: "/w",
			Action: engine.Action{Op: engine.Run{Command: "x"}}}
		f := Reviewer{}.Review(v, false, []engine.Change{tc.change})[0]
		drops := tc.want == engine.Deny && tc.row == ""
		if f.Decision != tc.want || f.Row != tc.row || (f.Cause.Kind == cause.NotKept) != drops {
			t.Errorf("%v %s: %v by %q: %s", tc.kind, tc.change.Path.Name, f.Decision, f.Row, f.Reason)
		}
	}
}

// TestReviewInstalled checks that nobody is asked about packages that a package manager alone installs where git
// ignores them.
func TestReviewInstalled(t *testing.T) {
	facts := engine.Facts{Dir: "/w", Workspace: effect.Workspace{Root: "/w"}, Kept: ignoring{},
		Env: engine.Environment{"PATH": "/w/ignored/.venv/bin"}}
	npm := effect.Program{Canonical: "npm ci", Class: effect.ProgramActs, Span: effect.Span{End: 6}}
	install := effect.Hazard{Rule: "install", Asks: true, Span: effect.Span{End: 6}}
	reads := effect.Program{Canonical: "ls", Class: effect.ProgramReads, Span: effect.Span{Start: 10, End: 12}}
	other := effect.Program{Canonical: "x", Class: effect.ProgramUnknown, Span: effect.Span{Start: 10, End: 12}}
	hazards := []effect.Hazard{install}
	for _, tc := range []struct {
		name, path string
		effects    effect.Effects
		want       engine.Decision
	}{
		{"alone", "ignored/node_modules/x/i.js", effect.Effects{Runs: []effect.Program{npm}, Hazards: hazards}, engine.Allow},
		{"a command", "ignored/node_modules/.bin/x", effect.Effects{Runs: []effect.Program{npm}, Hazards: hazards},
			engine.Allow},
		{"on PATH", "ignored/.venv/bin/x", effect.Effects{Runs: []effect.Program{npm}, Hazards: hazards}, engine.Ask},
		{"before a reader", "ignored/node_modules/x/i.js",
			effect.Effects{Runs: []effect.Program{npm, reads}, Hazards: hazards}, engine.Allow},
		{"tracked", "node_modules/x/i.js", effect.Effects{Runs: []effect.Program{npm}, Hazards: hazards}, engine.Ask},
		{"beside another", "ignored/node_modules/x/i.js",
			effect.Effects{Runs: []effect.Program{npm, other}, Hazards: hazards}, engine.Ask},
		{"another", "ignored/node_modules/x/i.js", effect.Effects{Runs: []effect.Program{other}}, engine.Ask},
	} {
		v := engine.Verdict{Decision: engine.Try, Facts: facts, Dir: "/w", Effects: tc.effects,
			Action: engine.Action{Op: engine.Run{Command: "x"}}}
		c := engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/" + tc.path, Exists: true}}
		if f := (Reviewer{}).Review(v, false, []engine.Change{c})[0]; f.Decision != tc.want {
			t.Errorf("%s: %v: %s", tc.name, f.Decision, f.Reason)
		}
	}
}

// ignoring ignores what is below a directory of that name.
type ignoring struct{}

func (ignoring) Recoverable(string) bool          { return false }
func (ignoring) Ignored(name string, _ bool) bool { return strings.Contains(name, "/ignored/") }

// A directory that git takes for a repository is one however it is named: it decides what git runs there.
func TestReviewBareRepository(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"old/HEAD", "old/refs/heads/main", "half/refs/x", "half/config", "plain/refs/x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	facts := engine.Facts{Dir: dir, Workspace: effect.Workspace{Root: dir}, FS: store.NewView()}
	build := effect.Effects{Runs: []effect.Program{{Canonical: "make", Class: effect.ProgramBuilds}}}
	git := effect.Effects{Runs: []effect.Program{{Canonical: "git init"}}, Writes: []effect.Path{{Name: dir, Dir: true}}}
	for _, tc := range []struct {
		effects effect.Effects
		changed string
		held    string
	}{
		{build, "new/HEAD new/refs new/config new/note", "new/HEAD new/refs new/config"},
		{build, "new/HEAD new/commondir", "new/HEAD new/commondir"},
		{build, "half/HEAD", "half/HEAD"},
		{build, "old/config old/hooks/update old/refs/heads/next old/HEAD", "old/config old/hooks/update"},
		{build, "plain/config plain/HEADER", ""},
		{git, "new/HEAD new/refs new/config", ""},
	} {
		var changes []engine.Change
		for name := range strings.FieldsSeq(tc.changed) {
			changes = append(changes, engine.Change{Kind: engine.ChangeNew, Path: effect.Path{Name: filepath.Join(dir, name)}})
		}
		var held []string
		for i, f := range (Reviewer{}).Review(engine.Verdict{Decision: engine.Ask, Effects: tc.effects, Facts: facts,
			Dir: dir, Action: engine.Action{Op: engine.Run{Command: "x"}}}, true, changes) {
			if f.Row == "left-git" {
				held = append(held, strings.Fields(tc.changed)[i])
			}
		}
		if got := strings.Join(held, " "); got != tc.held {
			t.Errorf("%s: held %q, not %q", tc.changed, got, tc.held)
		}
	}
	for name, want := range map[string]bool{"half/HEAD": true, "old/hooks/update": true, "old/config": true,
		"plain/config": false, "old/HEAD": false} {
		j := judgement{c: engine.Case{Facts: facts}}
		j.write(effect.Path{Name: filepath.Join(dir, name)})
		if got := j.out[0].Row == "left-git"; got != want {
			t.Errorf("to write %s: %+v", name, j.out)
		}
	}
}

// --accept-edits takes over ordinary files, but no deletion of what nothing could bring back.
func TestReviewAcceptsEdits(t *testing.T) {
	facts := engine.Facts{Dir: "/w", Temp: "/tmp", AcceptEdits: true, Workspace: effect.Workspace{Root: "/w"},
		Kept: kept{"/w/known"}}
	v := engine.Verdict{Decision: engine.Ask, Facts: facts, Action: engine.Action{Op: engine.Run{Command: "x"}}}
	for name, tc := range map[string]struct {
		change engine.Change
		waived bool
	}{
		"an edit":    {engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/a", Exists: true}}, true},
		"a surface":  {engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/.envrc"}}, false},
		"a Makefile": {engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/Makefile"}}, true},
		"a deletion": {engine.Change{Kind: engine.ChangeDeleted, Path: effect.Path{Name: "/w/a", Exists: true}}, false},
		"one that git has": {engine.Change{Kind: engine.ChangeDeleted, Path: effect.Path{Name: "/w/known", Exists: true}},
			true},
		"elsewhere": {engine.Change{Kind: engine.ChangeNew, Path: effect.Path{Name: "/tmp/a"}}, false},
		"git's own": {engine.Change{Kind: engine.ChangeModified, Path: effect.Path{Name: "/w/.git/index"}}, false},
	} {
		f := Reviewer{Waivers: DefaultWaivers()}.Review(v, false, []engine.Change{tc.change})[0]
		if got := f.Decision == engine.Ask && f.WaivedBy != ""; got != tc.waived {
			t.Errorf("%s: %v waived by %q (%s)", name, f.Decision, f.WaivedBy, f.Reason)
		}
	}
}

// A link to outside is no ordinary edit, though the command that --accept-edits cleared names it.
func TestReviewOfALinkThatEditsCleared(t *testing.T) {
	facts := engine.Facts{Dir: "/w", Temp: "/tmp", AcceptEdits: true, Workspace: effect.Workspace{Root: "/w"}}
	out := engine.Change{Kind: engine.ChangeNew, Path: effect.Path{Name: "/w/l"}, Mode: fs.ModeSymlink | 0o777}
	for _, tc := range []struct {
		by      string
		decided engine.Decision
		target  string
		want    engine.Decision
	}{
		{"accept-edits", engine.Allow, "../x", engine.Ask},
		{"accept-edits", engine.Allow, "x", engine.Allow},
		{"accept-edits", engine.Ask, "../x", engine.Allow}, // of something else, and a person said yes
		{"permission", engine.Allow, "../x", engine.Allow},
	} {
		v := engine.Verdict{Decision: tc.decided, Facts: facts, Dir: "/w",
			Action:  engine.Action{Op: engine.Run{Command: "x"}},
			Effects: effect.Effects{Writes: []effect.Path{{Name: "/w/l"}}},
			Trace: []engine.Step{{Findings: []engine.Finding{{Decision: engine.Ask, Waiver: tc.by,
				WaivedBy: tc.by + ": it"}}}}}
		out.Target = tc.target
		f := Reviewer{Waivers: DefaultWaivers()}.Review(v, true, []engine.Change{out})[0]
		if f.Decision != tc.want || f.WaivedBy != "" {
			t.Errorf("%+v: %v, waived by %q: %s", tc, f.Decision, f.WaivedBy, f.Reason)
		}
	}
}

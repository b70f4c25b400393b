package cli

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/command"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/session"
	"pp/engine/store"
	"pp/sexp"
)

// corpusActions are every nth command of the corpus, and calls of tools about what the
// commands are about.
func corpusActions(t *testing.T, nth int) (out []engine.Action) {
	t.Helper()
	n := 0
	for _, name := range corpus(t) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var l struct{ Cmd, Path, URL string }
			if n++; n%nth != 0 || json.Unmarshal([]byte(line), &l) != nil {
				continue
			}
			if l.Cmd != "" {
				out = append(out, command.ShellAction(l.Cmd))
			}
		}
	}
	call := func(tool string, args ...string) {
		p := sexp.Plist{}
		for i := 0; i < len(args); i += 2 {
			p = p.With(args[i], sexp.String(args[i+1]))
		}
		out = append(out, engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(p)},
			Explanation: "A call of a tool, to be judged."})
	}
	for _, name := range []string{"main.go", "notes.org", "secret/diary.org", ".env", "link", "../other/x", "~/x",
		"/etc/passwd",
		"new/file", "gone", ".git/config", "two", "."} {
		call("read-file", "FILEPATH", name)
		call("write-file", "FILEPATH", name, "CONTENT", "text\n")
		call("edit-file", "FILEPATH", name, "OLD", "a", "NEW", "b")
		call("search-files", "PATTERN", "x", "PATH", name)
		call("list-directory", "PATH", name)
		call("org-modify-file", "FILEPATH", name, "ID", "x", "CHANGE", "y")
	}
	for _, url := range []string{"https://example.com/", "http://127.0.0.1:1/", "https://api.github.com/x", "ftp://x/"} {
		call("fetch-url", "URL", url)
	}
	for _, text := range []string{"hello", "", "two\nlines", "key \"quoted\" \\ back", "Grüße 👋"} {
		out = append(out,
			engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: text}, Explanation: "It says hello."},
			engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: "(+ 1 2)"}, Explanation: text})
	}
	return out
}

// every is how much of the corpus is judged: a part, but with PP_LONG all.
func every() int {
	if os.Getenv("PP_LONG") == "1" {
		return 1
	}
	return 60
}

// vary makes facts of another kind with each number.
func vary(f *engine.Facts, i int) {
	f.AcceptEdits = i%3 == 1
	switch i % 5 {
	case 1:
		f.Confinement = engine.Confinement{}
	case 2:
		f.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Layers: true}
	case 3:
		f.Confinement = engine.Confinement{Files: engine.FilesLandlock, Tree: true}
	}
	if i%4 == 1 {
		f.Flows = []engine.Flow{{Secret: i%8 == 1, Subject: "example.com", Turn: i % 7}}
	}
	if i%6 == 2 {
		f.Grants = append(f.Grants, engine.Grant{ID: "s1",
			Pattern: engine.Pattern{Tool: "shell", Words: []string{"touch", "*"}},
			Kinds:   []effect.Kind{effect.KindWrite, effect.KindRun}, Where: "for this session"},
			engine.Grant{ID: "s2", Pattern: engine.Pattern{Path: f.Workspace.Root + "/"}, Edits: true,
				Kinds: []effect.Kind{effect.KindWrite, effect.KindDelete}, Where: "for this session"})
	}
	if i%7 == 3 {
		f.Hosts, f.RunHosts = append(f.Hosts, "example.com"), append(f.RunHosts, "example.com")
	}
}

// replayPlace is a place with a repository, secrets, private notes, links and a file with two names.
func replayPlace(t *testing.T) place {
	t.Helper()
	p := newPlace(t)
	for _, dir := range []string{"cmd", "secret", "docs"} {
		if err := os.MkdirAll(filepath.Join(p.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"main.go": "package main\n", "cmd/x.go": "package cmd\n", ".env": "A=b\n",
		"notes.org": "* Open\ntext\n* Closed :private:\nmore\n", "docs/open.org": "* Open\n",
		"secret/diary.org": "* Day\n", "two": "one file\n"} {
		p.write(name, text, 0o644)
	}
	for _, err := range []error{os.Symlink("main.go", filepath.Join(p.dir, "link")),
		os.Link(filepath.Join(p.dir, "two"), filepath.Join(p.dir, "docs", "zwei"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "main.go", "cmd"},
		{"remote", "add", "origin", "https://example.com/x.git"}} {
		cmd := exec.Command("git", args...)
		if cmd.Dir = p.dir; cmd.Run() != nil {
			enginetest.Skip(t, os.Getenv, true, "git is not installed")
		}
	}
	return p
}

// empty removes all that is in the directory, so that nothing can be looked up there.
func (p place) empty() {
	p.t.Helper()
	list, err := os.ReadDir(p.dir)
	for _, e := range list {
		err = errors.Join(err, os.RemoveAll(filepath.Join(p.dir, e.Name())))
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// agent is what judges and acts at the place. It changes the working directory.
func (p place) agent() *setup.Agent {
	p.t.Helper()
	p.t.(*testing.T).Chdir(p.dir)
	opts := &setup.Options{}
	_, signals := system.NewSignals()
	m, err := command.App{Options: opts, Out: output.New(system.System{}, &opts.Options), Signals: signals,
		System: system.System{Stderr: io.Discard, Now: time.Now, Random: rand.Reader, Getenv: p.getenv}}.Agent()
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// corpus returns the absolute paths of the files of commands that test the gates.
func corpus(t *testing.T) []string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "testdata", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	return names
}

// recordedCorpus judges actions in a conversation of its own, and gives what was read of the
// trace of it.
func recordedCorpus(t *testing.T, b *setup.Agent, name string, actions []engine.Action) (store *audit.FileStore,
	judged time.Duration) {
	t.Helper()
	l, err := b.Loop(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	l.DryRun, l.Tries = true, false
	observe, i := l.Facts, 0
	l.Facts = func(a engine.Action) engine.Facts {
		f := observe(a)
		vary(&f, i)
		return f
	}
	start := time.Now()
	for n, a := range actions {
		i, l.Session = n, session.NewMemory(0)
		l.Run(t.Context(), engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI},
			Payload: engine.Request{Action: a}})
	}
	judged = time.Since(start)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	store, err = audit.NewFileStore(b.Settings.Kept("audit"), name)
	if err != nil {
		t.Fatal(err)
	}
	return store, judged
}

// replayed visits what is on record with today's verdict.
func replayed(t *testing.T, b *setup.Agent, store *audit.FileStore,
	visit func(*audit.Proposal, engine.Verdict, string)) {
	t.Helper()
	r := setup.NewReplayer(b)
	if err := store.Proposals(func(p *audit.Proposal) error {
		v, unknown := r.Judge(p)
		visit(p, v, unknown)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestReplayChangesNothing: under the rules of then all verdicts over the corpus are those of
// then, though the files are gone; and few are unknown.
func TestReplayChangesNothing(t *testing.T) {
	actions := corpusActions(t, every())
	p := replayPlace(t)
	configure(t, p.home, rulesThen)
	store, judged := recordedCorpus(t, p.agent(), "then", actions)
	p.empty()
	start, total, changed := time.Now(), 0, 0
	unknown := map[string]int{}
	now := p.agent()
	replayed(t, now, store, func(p *audit.Proposal, v engine.Verdict, why string) {
		total++
		switch {
		case why != "":
			if unknown[why]++; unknown[why] == 1 {
				t.Logf("unknown: %s: %.200s", why, p.Action)
			}
		case p.Decision != v.Decision:
			if changed++; changed < 20 {
				t.Errorf("%.300s\nwas %s %s: %s\nis  %s", p.Action, p.Decision, p.Rule, p.Reason, v.Sentence())
			}
		}
	})
	lost := 0
	for _, n := range unknown {
		lost += n
	}
	t.Logf("judged %d of %d in %v, then %v; %d changed, %d unknown", total, len(actions), time.Since(start), judged,
		changed, lost)
	if total < len(actions)*9/10 || lost*20 > total {
		t.Errorf("%d of %d are on record, of which %d are unknown", total, len(actions), lost)
	}
}

// rulesThen is a configuration with something of each kind.
const rulesThen = "private_paths = [\"secret\"]\n[permissions]\n\"shell touch *\" = \"allow\"\n" +
	"\"shell git push *\" = \"deny\"\n[hosts]\nallow = [\"api.github.com\"]\n"

// TestReplayUnderOtherRules: a replay under rules that changed gives, of each action, the verdict
// that the action itself gets under them.
func TestReplayUnderOtherRules(t *testing.T) {
	actions := corpusActions(t, every())
	p := replayPlace(t)
	configure(t, p.home, rulesThen)
	then, _ := recordedCorpus(t, p.agent(), "then", actions)
	configure(
		t,
		p.home,
		"sandbox.unconfined = \"ask\"\n[permissions]\n\"shell git *\" = \"ask\"\n\"shell rm *\" = \"deny\"\n"+
			"\"shell curl *\" = \"allow\"\n\"read-file\" = \"deny\"\n[rules]\nread-workspace = \"ask\"\n"+
			"write-workspace = \"allow\"\n"+
			"[hosts]\nallow = [\"example.com\"]\n",
	)
	now, _ := recordedCorpus(t, p.agent(), "now", actions)
	live := map[string]engine.Decision{}
	replayed(t, p.agent(), now, func(p *audit.Proposal, _ engine.Verdict, _ string) { live[p.Action] = p.Decision })
	changed, unknown, total := 0, 0, 0
	replayed(t, p.agent(), then, func(p *audit.Proposal, v engine.Verdict, why string) {
		want, known := live[p.Action]
		switch total++; {
		case why != "" || !known:
			unknown++
		case v.Decision != want:
			t.Errorf("%.300s\nwas %s, is %s as replayed, and really %s", p.Action, p.Decision, v.Decision, want)
		case v.Decision != p.Decision:
			changed++
		}
	})
	t.Logf("%d, of which %d changed and %d are unknown", total, changed, unknown)
	if changed*20 < total || unknown*10 > total {
		t.Errorf("of %d %d changed and %d are unknown", total, changed, unknown)
	}
}

// TestRuleOnRecord: a learned rule is tried on the questions that were asked.
func TestRuleOnRecord(t *testing.T) {
	p := replayPlace(t)
	b := p.agent()
	var asked []engine.Action
	for _, cmd := range []string{"git add main.go", "git add cmd", "git add .", "curl https://example.com/", "ls"} {
		asked = append(asked, command.ShellAction(cmd))
	}
	l, err := b.Loop("asked", nil)
	if err != nil {
		t.Fatal(err)
	}
	l.DryRun, l.Tries = true, false
	for _, a := range asked {
		l.Session = session.NewMemory(0)
		l.Run(t.Context(), engine.Signal{Payload: engine.Request{Action: a}})
	}
	v := b.Judge.With(asked[0], nil)
	rules, err := approval.GeneraliseAll(v, approval.ThisProgram, approval.ForGood, store.NewView())
	if err != nil || len(rules) == 0 {
		t.Fatalf("%d rules, %v", len(rules), err)
	}
	var kept approval.Rule
	for _, r := range rules { // which answer together
		if kept, err = b.Rules.Learn(t.Context(), r, "a test", b.Judge.With); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	out, errs, code := p.run("rules", "test", kept.Grant.ID)
	if out != "this rule would have answered 3 of the last 4 questions\n" || code != 0 {
		t.Errorf("%q %q, exit code %d; the rule: %s", out, errs, code, kept.Sentence())
	}
}

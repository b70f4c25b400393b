package approval

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
	"pp/sexp"
)

// analyst finds the effects of simple commands, as far as these tests need it:
// commands joined by " && ", the last word of a few programs as a path.
type analyst struct{}

var (
	twoLevel = []string{"git", "go", "npm", "docker", "kubectl", "hg", "cargo", "terraform"}
	oneLevel = []string{"mkdir", "touch", "cp", "rm", "curl", "ls", "sudo", "sh", "bash", "python3", "find", "xargs",
		"env", "sed"}
)

func (analyst) Analyse(a engine.Action, f engine.Facts) (engine.Action, effect.Effects, error) {
	var e effect.Effects
	switch op := a.Op.(type) {
	case engine.Run:
		start := 0
		for _, part := range strings.Split(op.Command, " && ") {
			simple(part, effect.Span{Start: start, End: start + len(part)}, f, &e)
			start += len(part) + len(" && ")
		}
	case engine.Call:
		name, _ := op.Args.Text("FILEPATH")
		at := effect.Path{Given: name, Name: path.Join(f.Dir, name), Span: effect.Span{Arg: "filepath"}}
		if path.IsAbs(name) {
			at.Name = path.Clean(name)
		}
		switch op.Tool {
		case "write-file":
			e.Writes = append(e.Writes, at)
		case "read-file":
			e.Reads = append(e.Reads, at)
		case "fetch-url":
			url, _ := op.Args.Text("URL")
			c, err := effect.ParseEndpoint(url)
			if err != nil {
				return a, e, err
			}
			c.Tool = true
			e.Connects = append(e.Connects, c)
		}
	}
	return a, e, nil
}

func simple(text string, span effect.Span, f engine.Facts, e *effect.Effects) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	p := effect.Program{Name: words[0], Words: words, Span: span}
	if strings.Contains(text, "$") {
		e.Opaque = append(e.Opaque, effect.Opaque{Text: text, Span: span})
	}
	last := effect.Path{Name: path.Join(f.Dir, words[len(words)-1]), Span: span}
	switch base := path.Base(words[0]); {
	case strings.HasPrefix(words[0], "./"):
		p.Path = path.Join(f.Dir, words[0])
	case slices.Contains(twoLevel, base) && len(words) > 1:
		p.Class, p.Canonical = effect.ProgramBuilds, base+" "+words[1]
		if words[1] == "-C" && len(words) > 3 {
			p.Canonical = base + " " + words[3]
		}
		if slices.Contains(words, "--unheard-of") {
			p.Class = effect.ProgramUnknown
		}
	case slices.Contains(oneLevel, base):
		p.Class, p.Canonical = effect.ProgramBuilds, base
	}
	switch path.Base(words[0]) {
	case "mkdir", "touch", "cp":
		e.Writes = append(e.Writes, last)
	case "rm":
		e.Deletes = append(e.Deletes, last)
	case "sudo":
		e.Escalates = append(e.Escalates, effect.Escalation{How: "sudo", Span: span})
	case "curl":
		if c, err := effect.ParseEndpoint(words[len(words)-1]); err == nil {
			c.Span = span
			e.Connects = append(e.Connects, c)
		}
	case "sh", "bash", "python3":
		if len(words) > 1 && !strings.HasPrefix(words[1], "-") {
			p.Script = path.Join(f.Dir, words[1])
		}
	}
	e.Runs = append(e.Runs, p)
}

// desk is the gates with a workspace of texts.
type desk struct {
	stack       *gates.Stack
	files       memory
	permissions []engine.Permission
}

func newDesk() *desk {
	all := []engine.Gate{gates.Permissions{}, gates.Policy{}, gates.Dispatcher{Rules: gates.DefaultRules()},
		gates.Validator{}}
	return &desk{stack: gates.New(analyst{}, all, gates.DefaultWaivers(), nil),
		files: memory{"/w/sub/run.sh": "echo one", "/w/sub/tool.py": "print(1)", "/w/.pp/rules.toml": ""}}
}

func (d *desk) judge(a engine.Action, grants []engine.Grant) engine.Verdict {
	tools := engine.ToolTable{}
	for _, name := range []string{"read-file", "write-file", "fetch-url", "list-directory", "search-files"} {
		params := []engine.Param{{Name: "FILEPATH"}, {Name: "CONTENT"}, {Name: "PATH"}, {Name: "PATTERN"}, {Name: "URL"}}
		tools[name] = engine.ToolSpec{Name: name, Params: params}
	}
	if a.Explanation == "" {
		a.Explanation = "because the test wants it"
	}
	return d.stack.Judge(a, engine.Facts{Dir: "/w/sub", Home: "/home/u", Temp: "/tmp", FS: d.files, Tools: tools,
		Grants:      grants,
		Permissions: d.permissions, Workspace: effect.Workspace{Root: "/w"}})
}

func run(command string) engine.Action {
	return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: command},
		Explanation: "because the test wants it"}
}

func call(tool string, args ...string) engine.Action {
	p := sexp.Plist{}
	for i := 0; i < len(args); i += 2 {
		p = p.With(args[i], sexp.String(args[i+1]))
	}
	return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(p)},
		Explanation: "because the test wants it"}
}

func TestGeneralise(t *testing.T) {
	d := newDesk()
	for _, tt := range []struct {
		action engine.Action
		want   []string // the rules' sentences
	}{
		{run("git push origin main"), []string{"A command that begins with `git push` may run without asking, in /w."}},
		{run("git -C . push origin"), []string{"A command that begins with `git -C . push` may run without asking, in /w."}},
		{run("/usr/bin/git push"), []string{"A command that begins with `/usr/bin/git push` may run without asking, in /w."}},
		{run("git push --unheard-of"), []string{"The command `git push --unheard-of` may run without asking, in /w."}},
		{run("frob deploy a"), []string{"A command that begins with `frob deploy` may run without asking, in /w."}},
		{run("frob A"), []string{"The command `frob A` may run without asking, in /w."}},
		{run("frob"), []string{"The command `frob` may run without asking, in /w."}},
		{run("mkdir docs/a"),
			[]string{"A command that begins with `mkdir` may write anything below /w/ without asking, in /w.",
				"A command that begins with `mkdir` may run without asking, in /w."}},
		{run("touch ../a"), []string{"A command that begins with `touch` may write anything below /w/ without asking, in /w.",
			"A command that begins with `touch` may run without asking, in /w."}},
		{run("./run.sh fast"),
			[]string{"The command `./run.sh fast` may run without asking, in /w, while /w/sub/run.sh stays as it is."}},
		{run("python3 tool.py"),
			[]string{"The command `python3 tool.py` may run without asking, in /w, while /w/sub/tool.py stays as it is."}},
		{run("git add a && git add b"), []string{"A command that begins with `git add` may run without asking, in /w."}},
		{call("write-file", "FILEPATH", "a/b.txt"),
			[]string{"write-file may write anything below /w/ without asking, in /w."}},
		{call("write-file", "FILEPATH", "../b.txt"),
			[]string{"write-file may write anything below /w/ without asking, in /w."}},
		{call("read-file", "FILEPATH", "/home/u/notes/a.org"),
			[]string{"read-file may read anything below /home/u/notes/ without asking, in /w."}},
		{call("read-file", "FILEPATH", "/home/u/a.org"), []string{"read-file may read /home/u/a.org without asking, in /w."}},
		{call("fetch-url", "URL", "https://docs.example/x"),
			[]string{"fetch-url may connect to docs.example without asking, in /w."}},
	} {
		v := d.judge(tt.action, nil)
		rules, err := GeneraliseAll(v, ThisProgram, ForGood, d.files)
		if err != nil {
			t.Errorf("%s: %v (%s)", tt.action.Essence(), err, v.Sentence())
			continue
		}
		var got []string
		var grants []engine.Grant
		for _, r := range rules {
			got = append(got, r.Sentence())
			r.Grant.ID = "r1"
			grants = append(grants, r.Grant)
			if err := r.Trial(d.judge); err != nil {
				t.Errorf("%s: %v", r.Sentence(), err)
			}
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.action.Essence(), got, tt.want)
		}
		if w := d.judge(tt.action, grants); w.Decision != engine.Allow {
			t.Errorf("%s: with its rules it still is: %s", tt.action.Essence(), w.Sentence())
		}
	}
}

func TestNotLearnable(t *testing.T) {
	d := newDesk()
	d.permissions = []engine.Permission{{Text: "shell hg", Pattern: engine.Pattern{Tool: "shell", Words: []string{"hg"}},
		Decision: engine.Ask, Where: "config.toml:3"}}
	for _, tt := range []struct {
		action  engine.Action
		session bool // learnable for the session
	}{
		{run("rm a.txt"), true}, {run("touch a && rm b"), true}, {run("hg commit"), false}, {run("sudo ls"),
			false}, {run("echo $X"), false}, {run("bash -c x"), false},
		{run("python3 -c 1"), false}, {run("python3.12 -c 1"), false}, {run("/usr/bin/env frob"),
			false}, {run("find . -name x"), false},
		{run("frob *"), false}, {run("git commit && sh -c x"), false}, {run("python3 gone.py"), false},
	} {
		v := d.judge(tt.action, nil)
		var le LearnError
		if rules, err := GeneraliseAll(v, ThisProgram, ForGood, d.files); !errors.As(err, &le) {
			t.Errorf("%s: %+v, %v (%s)", tt.action.Essence(), rules, err, v.Sentence())
		}
		rules, err := GeneraliseAll(v, ThisCommand, ForSession, d.files)
		if (err == nil) != tt.session {
			t.Errorf("%s for the session: %v", tt.action.Essence(), err)
		}
		for _, r := range rules {
			if err := r.Trial(d.judge); err != nil || r.Grant.Learned {
				t.Errorf("%s for the session: %v", r.Sentence(), err)
			}
			if r.Grant.Kinds[0] == effect.KindDelete && strings.HasSuffix(r.Grant.Pattern.Path, "/") {
				t.Errorf("%s", r.Sentence())
			}
		}
	}
	v := d.judge(run("ls"), nil)
	if _, err := GeneraliseAll(v, ThisProgram, ForGood, d.files); err == nil && v.Decision != engine.Ask {
		t.Error("a rule was made of what does not ask")
	}
	for _, f := range []engine.Finding{{Decision: engine.Deny, Waivable: true}, {Decision: engine.Ask},
		{Decision: engine.Ask, Waivable: true, Floor: true},
		{Decision: engine.Ask, Waivable: true, Effect: effect.Effect{Kind: effect.KindHazard}},
		{Decision: engine.Ask, Waivable: true, Effect: effect.Effect{Kind: effect.KindSignal, Subject: "-4242"}}} {
		if r, err := Generalise(d.judge(run("frob x"), nil), f, ThisCommand, ForGood, d.files); err == nil {
			t.Errorf("%+v became %s", f, r.Sentence())
		}
	}
}

func TestTrialRefusesWideRules(t *testing.T) {
	d := newDesk()
	v := d.judge(run("git fetch"), nil)
	rules, err := GeneraliseAll(v, ThisProgram, ForGood, d.files)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(r *Rule){
		"every subcommand": func(r *Rule) { r.Grant.Pattern.Words = []string{"git", "*"} },
		"another command":  func(r *Rule) { r.Grant.Pattern.Words = []string{"git", "push", "*"} },
		"unnamed program":  func(r *Rule) { r.Program = "" },
	} {
		r := rules[0]
		change(&r)
		var wide *WideError
		if err := r.Trial(d.judge); !errors.As(err, &wide) || len(wide.Leaks) == 0 || !strings.Contains(err.Error(), "git") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := NewRules(t.TempDir(), options(newClock(), 1)).Learn(t.Context(), r, "a test", d.judge); !errors.As(err,
			&wide) {
			t.Errorf("%s was learned: %v", name, err)
		}
	}
	r := rules[0]
	r.Grant.Pattern.Words = []string{"git", "fetch", "upstream"}
	if err := r.Trial(d.judge); !errors.Is(err, ErrNotCovered) {
		t.Errorf("a rule for something else: %v", err)
	}
	lenient := func(a engine.Action, grants []engine.Grant) engine.Verdict {
		w := d.judge(a, nil)
		if len(grants) > 0 {
			w.Decision = engine.Allow
		}
		return w
	}
	var wide *WideError
	if err := rules[0].Trial(lenient); !errors.As(err, &wide) {
		t.Errorf("a rule that turns denials: %v", err)
	}
}

func TestCorpus(t *testing.T) {
	corpus, err := Corpus()
	if err != nil || len(corpus) < 200 {
		t.Fatalf("%d actions, %v", len(corpus), err)
	}
	d := newDesk()
	asked, seen := 0, map[string]bool{}
	for _, a := range corpus {
		if seen[a.Essence()] {
			t.Errorf("%s stands twice", a.Essence())
		}
		seen[a.Essence()] = true
		if d.judge(a, nil).Decision == engine.Ask {
			asked++
		}
	}
	if asked < 150 {
		t.Errorf("only %d of %d actions ask", asked, len(corpus))
	}
}

// No rule that can be learned allows what is denied, and none reaches beyond its
// own program and subcommand; revoking it restores every verdict.
func TestLearnedRulesStayWithinTheirOwn(t *testing.T) {
	d := newDesk()
	corpus, err := Corpus()
	if err != nil {
		t.Fatal(err)
	}
	corpus = append(corpus, run("rm -rf /"), run("cp a /etc/cron.d/x"),
		call("write-file", "FILEPATH", "/w/.git/hooks/pre-commit"),
		call("read-file", "FILEPATH", "/home/u/.ssh/id_ed25519"), call("write-file", "FILEPATH", "/home/u/.bashrc"))
	identity := func(grants []engine.Grant) []string {
		var out []string
		for _, a := range corpus {
			out = append(out, d.judge(a, grants).Identity())
		}
		return out
	}
	before := identity(nil)
	learned := 0
	for n := 0; n < len(corpus); n += rounds(11, 1) { // the larger step is the quicker
		a := corpus[n]
		rules, err := GeneraliseAll(d.judge(a, nil), ThisProgram, ForGood, d.files)
		if err != nil {
			continue
		}
		r := NewRules(t.TempDir(), options(newClock(), 1))
		for _, x := range rules {
			x, err := r.Learn(t.Context(), x, "a test", d.judge)
			if err != nil {
				t.Fatalf("%s: %v", a.Essence(), err)
			}
			learned++
			grants, err := r.Grants("/w", d.files)
			if err != nil || len(grants) == 0 {
				t.Fatal(err)
			}
			for i, b := range corpus {
				w := d.judge(b, grants)
				if strings.HasPrefix(before[i], "deny") && w.Decision != engine.Deny {
					t.Fatalf("after %s, %s is %s", x.Sentence(), b.Essence(), w.Sentence())
				}
			}
		}
		list, _ := r.List()
		for _, x := range list {
			if _, err := r.Revoke(t.Context(), x.Grant.ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		grants, err := r.Grants("/w", d.files)
		if err != nil || !slices.Equal(identity(grants), before) {
			t.Fatalf("after revoking, the verdicts differ: %v", err)
		}
	}
	if learned == 0 {
		t.Error("nothing was ever learned")
	}
}

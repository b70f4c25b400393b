package gates_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
	"pp/gates/shell"
	"pp/gates/shell/table"
	"pp/sexp"
)

// permissions reads lines such as `1 deny shell git push *`: layer, decision, pattern.
func permissions(t *testing.T, lines ...string) (out []engine.Permission) {
	t.Helper()
	for _, line := range lines {
		fields := strings.SplitN(line, " ", 3)
		pattern, err := gates.ParsePattern(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		p := engine.Permission{Text: fields[2], Pattern: pattern, Where: "layer " + fields[0], Layer: int(fields[0][0] - '0')}
		if !parseDecision(fields[1], &p.Decision) {
			t.Fatalf("decision %q", fields[1])
		}
		out = append(out, p)
	}
	return out
}

// A person's table: what it denies and asks stays so, what it allows clears the asks of
// the very command or tool call that it names, and no more.
func TestPermissionTable(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	for _, tc := range []struct {
		table  []string
		action string
		want   string
	}{
		{[]string{"1 allow shell touch *"}, "touch new.go", `allow dispatcher/high-impact: Writes`},
		{[]string{"1 allow shell touch *"}, "touch new.go", `Waived by permission: shell touch * in layer 1.`},
		{[]string{"1 allow shell touch new.go"}, "touch new.go", `Waived by permission`},
		{[]string{"1 allow shell touch"}, "touch new.go", `ask dispatcher/high-impact`},
		{[]string{"1 allow shell touch *"}, "/bin/touch new.go", `ask dispatcher/high-impact`},
		{[]string{"1 allow shell touch *"}, "touch new.go; rm main.go", `ask dispatcher/high-impact: Deletes`},
		{[]string{"1 allow shell frobnicate *"}, "frobnicate --all", `Waived by permission`},
		{[]string{"1 allow write-file"}, `(write-file :filepath "main.go" :content "x")`, `Waived by permission: write-file`},
		{[]string{"1 allow write-file"}, `(delete-file :filepath "main.go")`, `ask dispatcher/high-impact`},
		{[]string{"1 allow *"}, `(delete-file :filepath "main.go")`, `Waived by permission: * in layer 1`},
		{[]string{"1 allow shell touch *", "1 ask shell touch *"}, "touch new.go", `ask permissions/table`},
		// An allowance clears no denial, and no ask that only a person can answer.
		{[]string{"1 allow shell cat *"}, "cat .env", `deny dispatcher/secret-path`},
		{[]string{"1 allow shell sudo *"}, "sudo ls", `ask dispatcher/shell-safety: Becomes another user`},
		// A restriction is for every spelling of the command.
		{[]string{"1 deny shell git push *"}, "git -C . push origin",
			`deny permissions/table: "shell git push *" is "deny" in layer 1.`},
		{[]string{"1 deny shell git push"}, "/usr/bin/git push origin", `deny permissions/table`},
		{[]string{"1 deny shell ls"}, "true && ls -l", `deny permissions/table`},
		{[]string{"1 ask shell ls"}, "ls", `ask permissions/table`},
		{[]string{"1 deny fetch-url"}, `(fetch-url :url "https://api.github.com/")`, `deny permissions/table`},
		{[]string{"1 deny *"}, `(message "hello")`, `deny permissions/table`},
		// The most specific entry of a layer wins, and the strictest layer.
		{[]string{"1 deny shell git *", "1 allow shell git log *"}, "git log", `allow`},
		{[]string{"1 allow shell touch *", "1 deny shell touch new.go"}, "touch new.go", `deny permissions/table`},
		{[]string{"1 allow shell touch *", "2 ask shell touch *"}, "touch new.go",
			`ask permissions/table: "shell touch *" is "ask" in layer 2.`},
		{[]string{"1 deny *", "1 allow read-file"}, `(read-file :filepath "main.go")`, `allow`},
		{[]string{"1 ask shell * new.go", "1 allow shell touch *"}, "touch new.go", `ask permissions/table`},
	} {
		f := facts()
		f.Permissions = permissions(t, tc.table...)
		if got := s.Judge(action(t, tc.action), f).Sentence(); !strings.Contains(got, tc.want) {
			t.Errorf("%q, %s: %s, want %s", tc.table, tc.action, shown(got, f), tc.want)
		}
	}
	for decision, floor := range map[string]bool{"ask": true, "deny": false} {
		f := facts()
		f.Permissions = permissions(t, "1 "+decision+" shell ls")
		if _, found := s.Judge(run("ls"), f).Decisive(); found.Floor != floor {
			t.Errorf("%s: a floor %v, want %v: no learned rule lowers a person's own ask", decision, found.Floor, floor)
		}
	}
	for _, bad := range []string{"", "read-file x"} {
		if p, err := gates.ParsePattern(bad); err == nil {
			t.Errorf("the pattern %q is %+v", bad, p)
		}
	}
}

// A grant clears asks of its kinds about what it names; a learned rule leaves a person's
// own ask alone, and nothing clears a denial.
func TestGrants(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	write, connect := []effect.Kind{effect.KindWrite}, []effect.Kind{effect.KindConnect}
	runs := []effect.Kind{effect.KindRun}
	for _, tc := range []struct {
		name    string
		pattern engine.Pattern
		kinds   []effect.Kind
		action  string
		want    string
	}{
		{"words", engine.Pattern{Tool: "shell", Words: []string{"frobnicate", "*"}}, runs, "frobnicate --all",
			"Waived by grant: g1 here."},
		{"other words", engine.Pattern{Words: []string{"frobnicate", "--one"}}, runs, "frobnicate --all", "ask dispatcher"},
		{"other kinds", engine.Pattern{Words: []string{"frobnicate", "*"}}, write, "frobnicate --all", "ask dispatcher"},
		{"other tool", engine.Pattern{Tool: "eval-form", Words: []string{"frobnicate", "*"}}, runs, "frobnicate --all",
			"ask dispatcher"},
		{"directory", engine.Pattern{Path: "~/"}, write, "echo x > ~/notes.txt", "Waived by grant"},
		{"file", engine.Pattern{Path: "~/notes.txt"}, write, "echo x > ~/notes.txt", "Waived by grant"},
		{"other file", engine.Pattern{Path: "~/notes"}, write, "echo x > ~/notes.txt", "ask dispatcher"},
		{"host", engine.Pattern{Tool: "fetch-url", Host: "example.com"}, connect,
			`(fetch-url :url "https://example.com/")`, "Waived by grant"},
		{"other host", engine.Pattern{Host: "example.org"}, connect, `(fetch-url :url "https://example.com/")`,
			"ask dispatcher"},
		{"empty", engine.Pattern{}, runs, "frobnicate --all", "ask dispatcher"},
		{"denial", engine.Pattern{Path: "~/"}, write, "echo x > ~/.bashrc", "deny dispatcher"},
		{"surface", engine.Pattern{Path: "~/"}, write, "echo x > .envrc", "ask dispatcher"},
		{"package scripts", engine.Pattern{Path: "~/"}, write, "echo x > package.json", "Waived by grant"},
	} {
		f := facts()
		tc.pattern.Path = strings.Replace(tc.pattern.Path, "~", f.Home, 1)
		f.Grants = []engine.Grant{{ID: "g1", Where: "here", Pattern: tc.pattern, Kinds: tc.kinds}}
		if got := s.Judge(action(t, tc.action), f).Sentence(); !strings.Contains(got, tc.want) {
			t.Errorf("%s: %s, want %s", tc.name, shown(got, f), tc.want)
		}
	}
	f := facts()
	f.Permissions = permissions(t, "1 ask shell frobnicate *")
	f.Grants = []engine.Grant{{ID: "g1", Learned: true,
		Pattern: engine.Pattern{Tool: "shell", Words: []string{"frobnicate", "*"}}, Kinds: runs}}
	if got := s.Judge(run("frobnicate --all"), f).Sentence(); !strings.HasPrefix(got, "ask permissions/table") {
		t.Errorf("a learned rule lowered a person's ask: %s", got)
	}
}

// A stored secret is denied wherever an action carries it, in each encoding, and the
// verdict names it without its value.
func TestVaultDeniesStoredSecrets(t *testing.T) {
	const value = "Tr0ub4dor-and-3"
	s := gates.New(gates.Analyser{Shell: &shell.Analyst{Table: table.Default()}},
		gates.Default([]engine.Secret{engine.NewSecret("DB_PASSWORD", value)}), gates.DefaultWaivers(), nil)
	facts := workspaceFacts(t)
	b64 := base64.StdEncoding.EncodeToString([]byte(value))
	for _, tc := range []struct {
		action string
		denied bool
	}{
		{"echo " + value, true},
		{"echo " + b64 + " | base64 -d", true},
		{"echo " + hex.EncodeToString([]byte(value)), true},
		{`(eval "(list \"` + value + `\")")`, true},
		{`(message "it is ` + value + `")`, true},
		{`(write-file :filepath "/tmp/new" :content "` + b64 + `")`, true},
		{`(fetch-url :url "https://api.github.com/?q=` + value + `")`, true},
		{"echo $DB_PASSWORD_FILE", false},
		{`(message "it is not here")`, false},
	} {
		f := facts()
		allowEverything(&f)
		v := s.Judge(action(t, tc.action), f)
		if got := strings.HasPrefix(v.Sentence(),
			"deny vault/vault-secret: Carries the stored secret DB_PASSWORD."); got != tc.denied {
			t.Errorf("%s: %s", tc.action, v.Sentence())
		}
		for _, step := range v.Trace {
			if strings.Contains(step.Reason, value) || strings.Contains(step.Reason, b64) {
				t.Errorf("%s: the trace shows the value: %s", tc.action, step.Reason)
			}
		}
	}
}

// What does not fit a tool's schema is denied, with what would.
func TestValidator(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	count := engine.ToolSpec{Name: "count", ReadOnly: true, Params: []engine.Param{
		{Name: "N", Kind: engine.ParamInteger, Required: true, Min: 1, Max: 9}, {Name: "ALL", Kind: engine.ParamBool},
		{Name: "URL", Kind: engine.ParamURL}, {Name: "TEXT", MaxBytes: 4},
		{Name: "LIST", Kind: engine.ParamTexts, Max: 2, MaxBytes: 3}}}
	call := func(target engine.Target, tool string, args sexp.Plist) engine.Action {
		return engine.Action{Target: target, Op: engine.Call{Tool: tool, Args: args}, Explanation: explanation}
	}
	args := func(key string, v sexp.Value) sexp.Plist { return sexp.Plist{}.With("N", sexp.Int(3)).With(key, v) }
	long := strings.Repeat("x", 70)
	for _, tc := range []struct {
		action engine.Action
		want   string // "" allows
	}{
		{call(engine.TargetTool, "count", args("ALL", sexp.Symbol{Name: "T"})), ""},
		{call(engine.TargetTool, "count", sexp.Plist{}),
			"count needs :N (integer). Use (:N <integer> [:ALL <boolean>] [:URL <url>] [:TEXT <text>] " +
				`[:LIST <("text" ...)>]).`},
		{call(engine.TargetTool, "count", args("LIST", sexp.NewList(sexp.String("abc"), sexp.String("")))), ""},
		{call(engine.TargetTool, "count", args("LIST", sexp.NIL)), ""},
		{call(engine.TargetTool, "count", args("LIST", sexp.String("abc"))),
			`:LIST must be a list of strings, ("a" "b"), not "abc".`},
		{call(engine.TargetTool, "count", args("LIST", sexp.NewList(sexp.Int(1)))), "must be a list of strings"},
		{call(engine.TargetTool, "count", args("LIST", sexp.NewList(sexp.String("a"), sexp.String("b"), sexp.String("c")))),
			":LIST has 3 items; at most 2 are accepted."},
		{call(engine.TargetTool, "count", args("LIST", sexp.NewList(sexp.String("abcd")))),
			"An item of :LIST has 4 bytes; at most 3 are accepted."},
		{call(engine.TargetTool, "count", args("N", sexp.Int(10))), ":N must be from 1 to 9."},
		{call(engine.TargetTool, "count", args("N", sexp.String("3"))), `:N must be an integer, not "3".`},
		{call(engine.TargetTool, "count", args("ALL", sexp.String("T"))), `:ALL must be T or NIL, not "T".`},
		{call(engine.TargetTool, "count", args("URL", sexp.String(""))),
			`:URL must be an address as a string, not ""`},
		{call(engine.TargetTool, "count", args("TEXT", sexp.Int(1))), ":TEXT must be a string, not 1."},
		{call(engine.TargetTool, "count", args("TEXT", sexp.String("12345"))), ":TEXT has 5 bytes; at most 4 are accepted."},
		{call(engine.TargetTool, "count", args(strings.ToUpper(long), sexp.Int(1))),
			"count has no argument :" + strings.ToUpper(long[:60]) + "…. Use ("},
		{call(engine.TargetTool, "read-file", sexp.Plist{}.With("FILEPATH", sexp.Int(1))),
			":FILEPATH must be a path as a string, not 1."},
		{call(engine.TargetTool, "no-such", sexp.Plist{}),
			`There is no tool "no-such". Tools: count, delete-file, edit-file, fetch-url, ` +
				"mcp__one__tool, read-file, recall, remember, search-files, write-file."},
		{call(engine.TargetShell, "count", args("N", sexp.Int(1))), "This operation belongs to :TOOL, not to :SHELL."},
		{engine.Action{Target: engine.TargetTool, Op: engine.Run{Command: "ls"}, Explanation: explanation},
			"belongs to :SHELL"},
		{engine.Action{Target: engine.TargetCLI, Op: engine.Eval{Code: "1"}, Explanation: explanation}, "belongs to :SYSTEM"},
		{engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: strings.Repeat(" ", 64<<10+1)},
			Explanation: explanation},
			":CODE has 65537 bytes; at most 65536 are accepted."},
		{engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: strings.Repeat("x", 4<<20+1)},
			Explanation: explanation},
			":TEXT has 4194305 bytes"},
		{engine.Action{Op: engine.Message{Text: "x"}, Explanation: explanation}, "The action has no target."},
		{engine.Action{Target: engine.TargetCLI, Explanation: explanation}, "The action does nothing: it has no operation."},
	} {
		f := facts()
		f.Tools = engine.ToolTable{"count": count}
		for name, spec := range tools {
			f.Tools[name] = spec
		}
		v := s.Judge(tc.action, f)
		if tc.want == "" {
			if v.Decision != engine.Allow {
				t.Error(v.Sentence())
			}
			continue
		}
		if step := v.Trace[len(v.Trace)-1]; step.Gate != "validator" || step.Decision != engine.Deny ||
			!strings.Contains(step.Reason, tc.want) {
			t.Errorf("%s %s: %s, want %s", step.Gate, step.Decision, step.Reason, tc.want)
		}
	}
}

// TestWhatIsIncompleteIsDenied checks that pp denies an action without a required explanation, and one whose effects it
// cannot find.
func TestWhatIsIncompleteIsDenied(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	short := run("ls")
	short.Explanation = " ten chars "
	broken := engine.ToolSpec{Name: "broken", Effects: func(sexp.Plist, engine.Facts) (effect.Effects, error) {
		return effect.Effects{}, errors.New("it cannot be told")
	}}
	call := engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: "broken"}, Explanation: explanation}
	f := facts()
	f.Tools, f.RequireExplanation = engine.ToolTable{"broken": broken}, true
	for _, tc := range []struct {
		action engine.Action
		want   string
	}{
		{short, "deny policy/explanation: Every action needs an :EXPLANATION of more than 10 characters; this one has 9."},
		{call, "deny effects/error: broken: it cannot be told"},
		{engine.Action{Explanation: explanation}, "deny effects/error: the action has no operation"},
	} {
		if got := s.Judge(tc.action, f).Sentence(); !strings.HasPrefix(got, tc.want) {
			t.Errorf("%s, want %s", got, tc.want)
		}
	}
	short.Explanation = ""
	v := s.Judge(short, facts())
	i := slices.IndexFunc(v.Trace, func(s engine.Step) bool { return s.Gate == "policy" })
	if v.Decision != engine.Allow ||
		v.Trace[i].Reason != engine.NoExplanation {
		t.Errorf("an action without an explanation: %s; the trace must note that there is none: %+v", v.Sentence(), v.Trace)
	}
	blind := gates.New(gates.Analyser{}, gates.Default(nil), nil, nil)
	want := `ask dispatcher/shell-safety: Cannot be read before it runs: "ls -l" (nothing reads commands)`
	if got := blind.Judge(run("ls -l"), facts()).Sentence(); !strings.HasPrefix(got, want) {
		t.Errorf("without an analyst: %s", got)
	}
}

// pp's binary is known by what it is, whatever its name.
func TestOwnBinaryByAnyName(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	f := facts()
	name := filepath.Join(f.Dir, "innocent")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	info, err := f.FS.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Own.Device, f.Own.Inode = info.Dev, info.Inode
	for _, cmd := range []string{"./innocent approve X", "rm innocent", "cat innocent"} {
		if v := s.Judge(run(cmd), f); v.Decision != engine.Deny || !strings.Contains(v.Sentence(), "self-build") {
			t.Errorf("%s: %s", cmd, v.Sentence())
		}
	}
}

// The walk for secrets below a tree finds one in any directory, and takes a tree that is
// too large for one that holds some.
func TestSecretsBelowATree(t *testing.T) {
	facts, s := workspaceFacts(t), realStack()
	f := facts()
	deep := filepath.Join(f.Dir, "src", "a", "b")
	if err := os.MkdirAll(filepath.Join(deep, "node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	judge := func() string {
		f := facts()
		f.Confinement = engine.Confinement{}
		return s.Judge(run("grep -r x src"), f).Sentence()
	}
	if got := judge(); !strings.HasPrefix(got, "allow") {
		t.Errorf("nothing is there: %s", got)
	}
	if err := os.WriteFile(filepath.Join(deep, "server.key"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := judge(); !strings.Contains(got, "src/a/b/server.key holds secrets and nothing masks it") {
		t.Errorf("a key is there: %s", got)
	}
	if err := os.Remove(filepath.Join(deep, "server.key")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(deep, strings.Repeat("d/", 70)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, strings.Repeat("d/", 70), "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := judge(); !strings.Contains(got, "a part too large to search holds secrets") {
		t.Errorf("a tree too deep to search: %s", got)
	}
}

// A trace tells how long each gate took, by the clock that the stack was given.
func TestTraceTellsDurations(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time { now = now.Add(time.Millisecond); return now }
	s := gates.New(gates.Analyser{Shell: &shell.Analyst{Table: table.Default()}}, gates.Default(nil), nil, clock)
	v := s.Judge(run("ls"), workspaceFacts(t)())
	var names []string
	for i, step := range v.Trace {
		names = append(names, step.Gate)
		if step.Duration != time.Millisecond || s.Gates()[i].Name() != step.Gate {
			t.Errorf("%s took %v", step.Gate, step.Duration)
		}
	}
	if got := strings.Join(names, " "); got != "permissions vault policy dispatcher validator" {
		t.Errorf("the gates run in the order %s", got)
	}
}

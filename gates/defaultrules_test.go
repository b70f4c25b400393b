package gates_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/memory/org"
	"pp/engine/store"
	"pp/gates"
	"pp/gates/shell"
	"pp/gates/shell/table"
	"pp/sexp"
)

// judged is one line of testdata/default-rules.txt.
type judged struct {
	row     string // of rules.txt
	setting string // what is changed of the facts
	action  string
	want    engine.Decision
	reason  string // a part of the reason
}

// defaultRules reads the table: `[row] decision: description`, then `action => part of the reason`.
func defaultRules(t *testing.T) []judged {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "default-rules.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []judged
	row, want := "", engine.Deny
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if name, decision, ok := strings.Cut(strings.TrimPrefix(line, "["), "] "); ok && line[0] == '[' {
			if row = name; !parseDecision(decision, &want) {
				t.Fatalf("line %d: decision %q", n+1, decision)
			}
			continue
		}
		action, reason, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("line %d: no reason in %q", n+1, line)
		}
		c := judged{row: row, action: placeholders.Replace(strings.TrimSpace(action)), want: want, reason: reason}
		if setting, rest, found := strings.Cut(c.action, ": "); found && settings[setting] != nil {
			c.setting, c.action = setting, rest
		}
		out = append(out, c)
	}
	return out
}

// placeholders stand in the table for what no file should hold.
var placeholders = strings.NewReplacer("KEY", "AK"+"IAQX3TZ7LMB5RD2WUF", "LIKELY", "kX92mvQp7"+"LzR4tWn", "RLO",
	"\u202e")

func parseDecision(text string, to *engine.Decision) (ok bool) {
	*to, ok = engine.ParseDecision(text)
	return ok
}

// settings are the facts that a line may begin with.
var settings = map[string]func(f *engine.Facts){
	"unconfined": func(f *engine.Facts) { f.Confinement = engine.Confinement{} },
	"layers":     func(f *engine.Facts) { f.Confinement.Layers = true },
	"own-scratch": func(f *engine.Facts) {
		f.Scratch = engine.Scratch{Place: "/state/m", Dirs: []string{"/tmp", "/var/tmp", "/dev/shm"},
			Except: []string{filepath.Dir(f.Home)}}
		f.FS = store.NewViewOf(f.Scratch.View)
	},
	"ask-unconfined": func(f *engine.Facts) { f.Confinement, f.AskUnconfined = engine.Confinement{}, true },
	"no-workspace":   func(f *engine.Facts) { f.Workspace = effect.Workspace{Why: "the home directory is none"} },
	"after-the-web": func(f *engine.Facts) {
		f.Flows = []engine.Flow{{Subject: "https://example.org"}}
	},
	"after-a-secret": func(f *engine.Facts) {
		f.Flows = []engine.Flow{{Subject: "https://example.org"}, {Secret: true, Subject: "notes/private.org"}}
	},
	"own-loopback": func(f *engine.Facts) {
		f.Listening = func(port int) (bool, error) { return port == 5432, nil }
	},
	"after-attempts": func(f *engine.Facts) {
		f.Attempts = []cause.Cause{cause.TriedToConnect.OfHost("pypi.org"), cause.TriedToRead.OfPath("/w/.env")}
	},
	"asked": func(f *engine.Facts) {
		f.Occasion = engine.Occasion{Sensor: engine.SensorChatMessage, Source: engine.TargetTelegram, Chat: "123"}
	},
	"asked-by-nobody": func(f *engine.Facts) { f.Occasion.Source = engine.TargetTelegram },
	"no-messenger":    func(f *engine.Facts) { f.Messengers = nil },
	"private":         keepPrivate,
	"private-unconfined": func(f *engine.Facts) {
		keepPrivate(f)
		f.Confinement = engine.Confinement{}
	},
	"private-accept-edits": func(f *engine.Facts) {
		keepPrivate(f)
		f.AcceptEdits = true
	},
	"accept-edits": func(f *engine.Facts) { f.AcceptEdits = true },
	"accept-known": func(f *engine.Facts) { f.AcceptEdits, f.Kept = true, keptAll{} },
	"listing": func(f *engine.Facts) {
		f.Hosts = []string{"localhost:8080", "127.0.0.1", "*.githubusercontent.com", "matrix.org:8448",
			"xn--bcher-kva.example", "*.corp.internal"}
	},
	// The home is elsewhere, so that the workspace lies in the temporary directory.
	"beside": func(f *engine.Facts) { f.Home = "/home/dev" },
}

func keepPrivate(f *engine.Facts) {
	f.Private = org.Privacy{Tags: []string{"private"}, Paths: []string{f.Dir + "/diary"}}
}

// keptAll is that everything could be had again.
type keptAll struct{}

// Recoverable implements engine.Recoverer.
func (keptAll) Recoverable(string) bool   { return true }
func (keptAll) Ignored(string, bool) bool { return false }

// tools are tools with the effects of the real ones.
var tools = engine.ToolTable{
	"read-file":   fileTool("read-file", true, func(e *effect.Effects) *[]effect.Path { return &e.Reads }),
	"write-file":  fileTool("write-file", false, func(e *effect.Effects) *[]effect.Path { return &e.Writes }),
	"delete-file": fileTool("delete-file", false, func(e *effect.Effects) *[]effect.Path { return &e.Deletes }),
	"fetch-url": {Name: "fetch-url", Params: []engine.Param{{Name: "URL", Kind: engine.ParamURL, Required: true}},
		Effects: func(args sexp.Plist, _ engine.Facts) (effect.Effects, error) {
			raw, _ := args.Text("URL")
			e, err := effect.ParseEndpoint(raw)
			e.Tool, e.Span = true, effect.Span{Arg: "url"}
			return effect.Effects{Connects: []effect.Endpoint{e}}, err
		}},
	"search-files": {Name: "search-files", ReadOnly: true, Params: []engine.Param{{Name: "PATH", Kind: engine.ParamPath}},
		Effects: func(args sexp.Plist, f engine.Facts) (effect.Effects, error) {
			given, _ := args.Text("PATH")
			p, err := effect.Resolve(f.FS, f.Dir, given)
			p.Tree, p.Access = p.Dir, effect.AccessPublic
			return effect.Effects{Reads: []effect.Path{p}}, err
		}},
	"edit-file": {Name: "edit-file", Params: []engine.Param{{Name: "FILEPATH", Kind: engine.ParamPath, Required: true}},
		Effects: func(args sexp.Plist, f engine.Facts) (effect.Effects, error) {
			given, _ := args.Text("FILEPATH")
			p, err := effect.Resolve(f.FS, f.Dir, given)
			p.Access = effect.AccessPublic
			return effect.Effects{Reads: []effect.Path{p}, Writes: []effect.Path{p}}, err
		}},
	"remember": memoryTool("remember", func(e *effect.Effects) *[]effect.Memory { return &e.Remembers }),
	"mcp__one__tool": {Name: "mcp__one__tool", Params: []engine.Param{{Name: "KIND"}},
		Effects: func(args sexp.Plist, _ engine.Facts) (effect.Effects, error) {
			kind, _ := args.Text("KIND")
			return effect.Effects{Calls: []effect.Call{{Server: "one", Tool: "tool", Pin: "0123", Granted: kind != "unknown",
				Destroys: kind == "destroys"}}}, nil
		}},
	"recall": memoryTool("recall", func(e *effect.Effects) *[]effect.Memory { return &e.Recalls }),
}

func memoryTool(name string, list func(*effect.Effects) *[]effect.Memory) engine.ToolSpec {
	return engine.ToolSpec{Name: name, Params: []engine.Param{{Name: "SCOPE"}},
		Effects: func(args sexp.Plist, _ engine.Facts) (e effect.Effects, err error) {
			given, _ := args.Text("SCOPE")
			scope, _ := effect.ParseMemoryScope(given)
			*list(&e) = []effect.Memory{{Scope: scope}}
			return e, nil
		}}
}

func fileTool(name string, readOnly bool, list func(*effect.Effects) *[]effect.Path) engine.ToolSpec {
	params := []engine.Param{{Name: "FILEPATH", Kind: engine.ParamPath, Required: true}}
	if !readOnly {
		params = append(params, engine.Param{Name: "CONTENT"})
	}
	return engine.ToolSpec{Name: name, Params: params, ReadOnly: readOnly,
		Effects: func(args sexp.Plist, f engine.Facts) (e effect.Effects, err error) {
			given, _ := args.Text("FILEPATH")
			p, err := effect.Resolve(f.FS, f.Dir, given)
			p.Span = effect.Span{Arg: "filepath"}
			*list(&e) = []effect.Path{p}
			return e, err
		}}
}

const explanation = "Given to be judged by a test."

// action reads a line's action: a command, or a form such as (read-file :filepath "x").
func action(t testing.TB, text string) engine.Action {
	t.Helper()
	name, rest, _ := strings.Cut(strings.TrimPrefix(text, "("), " ")
	switch {
	case text[0] != '(':
		return run(text)
	case name == "message":
		return engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: unquoted(t, rest)}, Explanation: explanation}
	case name == "telegram" || name == "signal":
		text = fmt.Sprintf("(%s :EXPLANATION %q)", strings.TrimSuffix(rest, ")"), explanation)
		form, err := sexp.Read(fmt.Sprintf("(:TYPE :REQUEST :TARGET :%s :PAYLOAD %s)", name, text), sexp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := engine.Decoder{}.Action(form, engine.TargetCLI)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return a
	case name == "eval":
		return engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: unquoted(t, rest)}, Explanation: explanation}
	}
	request := fmt.Sprintf("(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL %q"+
		" :ARGS (%s :EXPLANATION %q))", name, rest, explanation)
	said, err := engine.Decoder{}.Decode(request, engine.TargetCLI)
	a := said.Action
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return a
}

func unquoted(t testing.TB, text string) string {
	t.Helper()
	forms, err := sexp.ReadAll(strings.TrimSuffix(text, ")"), sexp.Limits{})
	if err != nil || len(forms) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return string(forms[0].(sexp.String))
}

// partlyPrivate is an Org file with a private subtree.
const partlyPrivate = "* open\nsaid\n* closed :private:\nkept\n* open too\n"

// workspaceFacts is a home with a workspace in which something of every kind is.
func workspaceFacts(t testing.TB) func() engine.Facts {
	t.Helper()
	facts := world(t)
	f := facts()
	for _, name := range []string{".env", "server.key", "id_ed25519", "only/a.pem", ".git/config",
		".git/hooks/pre-commit", ".git/index", ".github/workflows/ci.yml",
		"package.json", "linked.txt", "../../notes.txt", "../../docs/a.txt", "../../.ssh/id_ed25519", "src/a.go",
		"internal/secrets/scan.go",
		"app.lisp", "notes.org", "org/other.org", "diary/today.txt", "../../org/home.org"} {
		full := filepath.Join(f.Dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		content := "x\n"
		if strings.HasSuffix(name, ".org") {
			content = partlyPrivate
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(f.Dir, "plan.org"), []byte("* plan\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(f.Dir, "linked.txt"), filepath.Join(f.Dir, "other.txt")); err != nil {
		t.Fatal(err)
	}
	return func() engine.Facts {
		f := facts()
		f.Tools, f.Hosts = tools, []string{"api.github.com"}
		f.Messengers = map[engine.Target][]string{engine.TargetTelegram: {"123", "456"},
			engine.TargetSignal: {"+4912345678901"}}
		f.Own = engine.Own{Paths: []string{f.Home + "/.config/pp"}, Binary: "/usr/local/bin/pp"}
		return f
	}
}

// stackOver is the stack as the command line wires it, over other rules.
func stackOver(rules gates.Rules, waivers []engine.Waiver) *gates.Stack {
	list := gates.Default(nil)
	for i, g := range list {
		if d, ok := g.(gates.Dispatcher); ok {
			d.Rules = rules
			list[i] = d
		}
	}
	return gates.New(gates.Analyser{Shell: &shell.Analyst{Table: table.Default()}}, list, waivers, nil)
}

// shown is a text with the temporary home named as a person would.
func shown(text string, f engine.Facts) string { return strings.ReplaceAll(text, f.Home, "~") }

// TestDefaultRules: each action of the table has the verdict that it says, by the row
// that it stands under, and for that reason; and each row has an action.
func TestDefaultRules(t *testing.T) {
	facts := workspaceFacts(t)
	missing := gates.DefaultRules()
	for _, c := range defaultRules(t) {
		delete(missing, c.row)
		row, known := gates.DefaultRules()[c.row]
		if !known {
			t.Errorf("there is no row %q", c.row)
			continue
		}
		f := facts()
		if c.setting != "" {
			settings[c.setting](&f)
		}
		// The row's own name in place of its check shows which row found it.
		marked := gates.DefaultRules()
		row.Check = "row " + c.row
		marked[c.row] = row
		v := stackOver(marked, gates.DefaultWaivers()).Judge(action(t, c.action), f)
		if v.Decision != c.want {
			t.Errorf("[%s] %s: %s", c.row, c.action, shown(v.Sentence(), f))
		}
		checkFound(t, c, row, v, f)
	}
	delete(missing, "left-git") // judged of what a command left, by TestReview
	for row := range missing {
		t.Errorf("no action of the table is judged by the row %q", row)
	}
}

// checkFound fails when the row did not find what the table says.
func checkFound(t *testing.T, c judged, row gates.Row, v engine.Verdict, f engine.Facts) {
	t.Helper()
	var all []string
	for _, step := range v.Trace {
		for _, found := range step.Findings {
			all = append(all, fmt.Sprintf("%s %s/%s: %s", found.Decision, step.Gate, found.Rule, shown(found.Reason, f)))
			if found.Rule != row.Check || !strings.Contains(shown(found.Reason, f), c.reason) {
				continue
			}
			if step.Gate != "dispatcher" || found.Decision != row.Decision || found.Waivable != row.Waivable {
				t.Errorf("[%s] %s: %s, waivable %v, from %s", c.row, c.action, found.Decision, found.Waivable, step.Gate)
			}
			return
		}
	}
	t.Errorf("[%s] %s: no finding says %q:\n  %s", c.row, c.action, c.reason, strings.Join(all, "\n  "))
}

// An effect of every kind meets a rule: none is allowed because nobody looks at it.
func TestEveryEffectIsJudged(t *testing.T) {
	facts := workspaceFacts(t)
	for name, e := range enginetest.EachEffect() {
		found, err := gates.Dispatcher{}.Check(engine.Case{Action: run("true"), Effects: e, Facts: facts()})
		about := e.All()[0]
		if err != nil || !slices.ContainsFunc(found, func(f engine.Finding) bool {
			return f.Effect.Kind == about.Kind && f.Row != ""
		}) {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
}

package shell_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/gates"
	"pp/gates/shell"
	"pp/sexp"
)

// without drops a hazard from what a command is found to do.
type without struct {
	gates.Analyst
	hazard string
}

func (w without) Analyse(a engine.Action, f engine.Facts) (engine.Action, effect.Effects, error) {
	a, e, err := w.Analyst.Analyse(a, f)
	e.Hazards = slices.DeleteFunc(slices.Clone(e.Hazards), func(h effect.Hazard) bool { return h.Rule == w.hazard })
	return a, e, err
}

// mutants are the whole stack, and those that lack one rule: by a row's name a dispatcher in
// which the row is as if it were not there, by a hazard's an analyst that does
// not see it.
func mutants(a *shell.Analyst) (with *gates.Stack, less map[string]*gates.Stack) {
	less = map[string]*gates.Stack{}
	whole := gates.Analyser{Shell: a}
	stack := func(an gates.Analyst, rules gates.Rules) *gates.Stack {
		return gates.New(an, []engine.Gate{gates.Permissions{}, gates.Policy{},
			gates.Dispatcher{Rules: rules}, gates.Validator{}}, nil, nil)
	}
	rules := gates.DefaultRules()
	for name, row := range rules {
		rest := maps.Clone(rules)
		if row.Decision == engine.Allow {
			delete(rest, name)
		} else {
			row.Decision = engine.Allow
			rest[name] = row
		}
		less["row "+name] = stack(whole, rest)
	}
	names := tableRules()
	names = append(names, shell.Rules()...)
	for _, name := range names {
		less["hazard "+name] = stack(without{whole, name}, rules)
	}
	return stack(whole, rules), less
}

// tableRules are the rules that the table and its hooks name.
func tableRules() (names []string) {
	rule := regexp.MustCompile(`(?:\((?:deny|ask) |(?:hazard|deny)\("|Rule: ")([a-z-]+)`)
	for _, pattern := range []string{"table/commands/*.sexp", "table/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			src, _ := os.ReadFile(name) // a name that is lost here is missed by the test
			src = regexp.MustCompile(`(?m)^(?:;|//).*`).ReplaceAll(src, nil)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, m := range rule.FindAllSubmatch(src, -1) {
				names = append(names, string(m[1]))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// noMemory remembers nothing: what is asked of it is only judged.
type noMemory struct{ tools.Memory }

// situation is an action, and the facts it is judged in, of a kind: a command,
// or another action, or a command somewhere else.
func situation(kind, text string) (engine.Action, engine.Facts) {
	f := home()
	f.Hosts = []string{"listed.example"}
	a := engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: text},
		Explanation: "A command of a test table."}
	call := func(tool, key string) engine.Action {
		return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool,
			Args: sexp.Plist{}.With(key, sexp.String(text))}, Explanation: a.Explanation}
	}
	f.Tools = tools.Table(tools.Builtin(tools.Options{Memory: noMemory{}}))
	switch kind {
	case "zsh":
		f.Env["SHELL"], f.Env["GIT_CONFIG_COUNT"] = "/bin/zsh", "0"
	case "layers":
		f.Confinement.Layers = true
	case "loopback":
		f.Listening = func(int) (bool, error) { return false, nil }
	case "attempts":
		f.Attempts = []cause.Cause{cause.TriedToConnect.OfHost("a.example")}

	case "scratch":
		f.Scratch = engine.Scratch{Place: "/state/m", Dirs: []string{"/tmp"}}
	case "private":
		f.Private = org.Privacy{Paths: []string{"/home/dev/src/app/diary"}}
		t := newTree("/", "/home/dev/src/app/diary/today", "/home/dev/src/app/notes.org")
		t.files["/home/dev/src/app/notes.org"] = "* a :crypt:\n"
		f.FS = t
	case "remember", "remember flow":
		a = call("remember", "SCOPE")
		c := a.Op.(engine.Call)
		c.Args = engine.SortArgs(c.Args.With("TEXT", sexp.String("The port is 8080.")))
		a.Op = c
		if kind == "remember flow" {
			f.Flows = []engine.Flow{{Subject: "https://example.org"}}
		}
	case "message":
		a = engine.Action{Target: engine.TargetTelegram, Op: engine.Message{Text: "It is done.", To: text},
			Explanation: a.Explanation}
		f.Messengers = map[engine.Target][]string{engine.TargetTelegram: {"1", "2"}}
		f.Occasion = engine.Occasion{Source: engine.TargetTelegram, Chat: "1"}
	case "mcp":
		a = call("mcp__one__tool", "KIND")
		f.Tools = engine.ToolTable{"mcp__one__tool": {Name: "mcp__one__tool", Params: []engine.Param{{Name: "KIND"}},
			Effects: func(sexp.Plist, engine.Facts) (effect.Effects, error) {
				return effect.Effects{Calls: []effect.Call{{Server: "one", Tool: "tool", Pin: "0123",
					Granted: text != "unknown", Destroys: text == "destroys"}}}, nil
			}}}
	case "recall":
		a = call("memory-search", "SCOPE")
		c := a.Op.(engine.Call)
		c.Args = engine.SortArgs(c.Args.With("QUERY", sexp.String("port")))
		a.Op = c
	case "unconfined", "ask unconfined":
		f.Confinement = engine.Confinement{}
		f.AskUnconfined = kind == "ask unconfined"
		t := newTree("/", "/home/dev/src/app/.env", "/home/dev/src/app/go.mod")
		f.FS = t
	case "flow":
		f.Flows = []engine.Flow{{Secret: true, Subject: "/home/dev/notes"}}
	case "url":
		a = call("fetch-url", "URL")
	case "eval":
		a = engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: text}, Explanation: a.Explanation}
	case "content", "lisp":
		a = call("write-file", "CONTENT")
		c := a.Op.(engine.Call)
		c.Args = engine.SortArgs(c.Args.With("FILEPATH", sexp.String(map[string]string{"content": "notes.txt",
			"lisp": "notes.lisp"}[kind])))
		a.Op = c
	}
	return a, f
}

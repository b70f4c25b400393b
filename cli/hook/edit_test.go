package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var line = Line{Program: "/usr/local/bin/pp"}

func TestInstall(t *testing.T) {
	for _, c := range []struct{ agent, before, after string }{
		{"qwen", "", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "name": "pp",
            "command": "/usr/local/bin/pp hook qwen || sh -c 'echo pp did not let this happen >&2; exit 2'",
            "timeout": 30
          }
        ]
      }
    ]
  }
}
`},
		{"crush", `{"a":[1, 2],"hooks":{"Other":[]}}`, `{"a":[1, 2],"hooks":{"Other":[],` +
			`"PreToolUse":[{"command":"/usr/local/bin/pp hook crush || exit 2","timeout":30}]}}`},
		{"crush", "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\"command\": \"x\"}\n\t\t]\n\t}, \"b\" : 1\n}\n",
			"{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\"command\": \"x\"},\n\t\t\t{\n" +
				"\t\t\t\t\"command\": \"/usr/local/bin/pp hook crush || exit 2\",\n\t\t\t\t\"timeout\": 30\n\t\t\t}\n" +
				"\t\t]\n\t}, \"b\" : 1\n}\n"},
		// Of another version of pp, with other words, or in a group: it is replaced.
		{"crush", `{"hooks":{"PreToolUse":[{"command":"'/old pp' hook crush --confine","timeout":30},{"command":"y"}]}}`,
			`{"hooks":{"PreToolUse":[{"command":"y"},` +
				`{"command":"/usr/local/bin/pp hook crush || exit 2","timeout":30}]}}`},
		{"qwen", `{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[{"command":"y"},{"command":"/pp hook qwen"}]}]}}`,
			`{"hooks":{"PreToolUse":[{"matcher":"x","hooks":[{"command":"y"}]},{"matcher":"*","hooks":[` +
				`{"type":"command","name":"pp","command":"/usr/local/bin/pp hook qwen || sh -c ` + "'" +
				`echo pp did not let this happen >&2; exit 2'","timeout":30}]}]}}`},
		{"copilot", "", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"preToolUse\": [\n      {\n" +
			"        \"type\": \"command\",\n        \"bash\": \"/usr/local/bin/pp hook copilot || exit 2\",\n" +
			"        \"timeoutSec\": 30\n      }\n    ]\n  }\n}\n"},
	} {
		a := agent(t, c.agent)
		got, err := a.Install([]byte(c.before), line)
		if err != nil || string(got) != c.after {
			t.Errorf("%s in %s: %v\n%s", c.agent, c.before, err, got)
		}
	}
}

// What is not of the form that is known is left alone.
func TestRefused(t *testing.T) {
	for _, text := range []string{"// a comment\n{}", "[]", "null", `"x"`, `{"hooks":[]}`, `{"hooks":{"PreToolUse":{}}}`,
		`{"hooks":{},"hooks":{}}`, `{"hooks":{"PreToolUse":[],"PreToolUse":[]}}`, "\ufeff{}", "{", "{}{}"} {
		for _, name := range []string{"claude", "codex", "qwen", "crush"} {
			if got, err := agent(t, name).Install([]byte(text), line); err == nil {
				t.Errorf("%s: %s became %s", name, text, got)
			}
			if _, err := agent(t, name).Uninstall([]byte(text)); err == nil {
				t.Errorf("%s: uninstalled from %s", name, text)
			}
		}
	}
	for _, text := range []string{"export const x = 1\n", moduleMark + `["a","b","c"]`, "\n" + moduleMark + "[]\n"} {
		if got, err := agent(t, "opencode").Install([]byte(text), line); err == nil {
			t.Errorf("%s became %s", text, got)
		}
	}
	if _, err := agent(t, "claude").Install(nil, Line{Program: "/a\nb"}); err == nil {
		t.Error("a path of two lines was written")
	}
}

func agent(t interface{ Fatal(...any) }, name string) Agent {
	a, ok := named(name, append(Agents(), retired()...))
	if !ok {
		t.Fatal("there is no", name)
	}
	return a
}

// document is some person's file: an object with anything in it, in any layout.
func document(t *rapid.T, event string) string {
	value := rapid.Custom(func(t *rapid.T) any {
		return rapid.SampledFrom([]any{nil, true, 1.5, "", "a\"]}\\", "/pp hook codex", []any{},
			[]any{1.0, "x", map[string]any{}}, map[string]any{"hooks": []any{}},
			map[string]any{"ключ": "знач"}}).Draw(t, "value")
	})
	names := rapid.SampledFrom([]string{"a", "b", "версия", "x y", "permissions"})
	doc := rapid.MapOfN(names, value, 0, 4).Draw(t, "doc")
	if rapid.Bool().Draw(t, "hooked") {
		hook := rapid.SampledFrom([]any{map[string]any{"command": "x"}, "odd", 1.0,
			map[string]any{"matcher": "a", "hooks": []any{map[string]any{"command": "pp hook other"}}}})
		hooks := map[string]any{"Other": value.Draw(t, "other")}
		if rapid.Bool().Draw(t, "event") {
			hooks[event] = rapid.SliceOfN(hook, 1, 3).Draw(t, "list")
		}
		doc["hooks"] = hooks
	}
	text, _ := json.Marshal(doc)
	switch rapid.SampledFrom([]string{"", "\t", "  ", "    ", "odd"}).Draw(t, "layout") {
	case "":
	case "odd":
		text = bytes.ReplaceAll(text, []byte(`,"`), []byte(" ,\r\n \""))
	default:
		var b bytes.Buffer
		_ = json.Indent(&b, text, "", rapid.SampledFrom([]string{"\t", "  ", "    "}).Draw(t, "unit"))
		text = append(b.Bytes(), '\n')
	}
	return string(text)
}

// Installing twice is installing once, uninstalling gives back every byte, and nothing else of the file
// means another thing meanwhile.
func TestInstallUninstall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SampledFrom(append(Agents(), retired()...)).Draw(t, "agent")
		if a.isModule() {
			return
		}
		before := document(t, a.events[0])
		with := Line{Program: rapid.SampledFrom([]string{"/bin/pp", "/a b/it's/pp", "/ü/pp&<"}).Draw(t, "program"),
			Flags: rapid.SampledFrom([][]string{nil, {"--confine"}, {"--policy", "/a b"}}).Draw(t, "flags")}
		once, err := a.Install([]byte(before), with)
		if err != nil {
			t.Fatalf("%s in %s: %v", a.Name, before, err)
		}
		twice, err := a.Install(once, with)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s twice: %v\n%s\n%s", a.Name, err, once, twice)
		}
		found, err := a.Find(once)
		if err != nil || len(found.missing) > 0 || !found.current || len(found.lines) != len(a.events) ||
			fmt.Sprint(found.lines[0]) != fmt.Sprint(with) {
			t.Fatalf("%s: %+v, %v in %s", a.Name, found, err, once)
		}
		if got, want := rest(t, once, a), rest(t, []byte(before), a); got != want {
			t.Fatalf("%s changed %s to %s", a.Name, want, got)
		}
		moved, err := a.Install(once, Line{Program: "/other/pp"})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{once, moved} {
			after, err := a.Uninstall(text)
			if after == nil {
				after = []byte("{}")
			}
			same := string(after) == before || len(strings.TrimSpace(before)) <= 3
			if err != nil || !same && !strings.Contains(before, "{}") {
				t.Fatalf("%s: %v\n%s\n%s", a.Name, err, before, after)
			}
		}
	})
}

// rest is a document without what pp put into it.
func rest(t *rapid.T, text []byte, a Agent) string {
	doc := map[string]any{}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	hooks, _ := doc["hooks"].(map[string]any)
	for _, e := range a.events {
		list, _ := hooks[e].([]any)
		var others []any
		for _, h := range list {
			if !strings.Contains(fmt.Sprint(h), "hook "+a.Name+" ") && !strings.Contains(fmt.Sprint(h), "hook "+a.Name+"|") {
				others = append(others, h)
			}
		}
		if delete(hooks, e); others != nil {
			hooks[e] = others
		}
	}
	if len(hooks) == 0 {
		delete(doc, "hooks")
	}
	out, _ := json.Marshal(doc)
	return string(out)
}

func TestModule(t *testing.T) {
	a := agent(t, "opencode")
	text, err := a.Install(nil, Line{"/a \"b/pp", []string{"--confine"}})
	if err != nil {
		t.Fatal(err)
	}
	want := moduleMark + `["/a \"b/pp","hook","opencode","--confine"]`
	if !strings.Contains(string(text), "\n"+want+"\n") {
		t.Errorf("%s", text)
	}
	f, err := a.Find(text)
	if err != nil || !f.current || f.lines[0].Program != `/a "b/pp` {
		t.Errorf("%+v, %v", f, err)
	}
	changed := bytes.Replace(text, []byte("return resolve()"), []byte("resolve()"), 1)
	if f, err := a.Find(changed); err != nil || f.current {
		t.Errorf("changed: %+v, %v", f, err)
	}
	if left, err := a.Uninstall(changed); left != nil || err != nil {
		t.Errorf("%s, %v", left, err)
	}
}

// Blocks goes by what each agent obeys.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		agents, stdout, stderr string
		code                   int
		blocks                 bool
	}{
		{"claude codex gemini qwen", "", "why", 2, true},
		{"claude codex gemini qwen", "", " \n", 2, false},
		{"claude codex gemini qwen", "", "not found", 127, false},
		{"copilot opencode", "", "", 1, true},
		{"claude codex copilot gemini opencode qwen", "", "why", 0, false},
		{"claude codex copilot gemini opencode qwen", "garbage", "why", 0, false},
		{"claude codex copilot gemini opencode qwen", "{}", "", 0, false},
		{"claude codex qwen", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, "", 0, true},
		{"copilot gemini", `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, "", 0, false},
		{"claude codex qwen", `{"hookSpecificOutput":{"permissionDecision":"ask"}}`, "", 0, false},
		{"copilot", `{"permissionDecision":"deny"}`, "", 0, true},
		{"gemini", `{"decision":"deny","reason":"x"}`, "", 0, true},
	} {
		for name := range strings.FieldsSeq(c.agents) {
			if got := agent(t, name).Blocks(c.code, []byte(c.stdout), []byte(c.stderr)); got != c.blocks {
				t.Errorf("%s: %d, %s, %s: %v", name, c.code, c.stdout, c.stderr, got)
			}
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // nil of a line that is somebody else's
	}{
		{"/bin/pp hook claude || exit 2", []string{"/bin/pp"}},
		{"pp hook claude", []string{"pp"}},
		{"pp hook claude" + saying, []string{"pp"}},
		{"pp hook claude" + saying + guard, nil},
		{"  '/a b/pp'  hook claude --confine --policy '/x y'", []string{"/a b/pp", "--confine", "--policy", "/x y"}},
		{`'/it'\''s/pp' hook claude`, []string{"/it's/pp"}},
		{"/bin/pp hook codex", nil},
		{"/bin/pp hook", nil},
		{"/bin/pp hook claude; rm x", nil},
		{"/bin/pp hook claude $(x)", nil},
		{"/bin/pp hook claude | tee x", nil},
		{"/bin/pp hook claude || exit 0", nil},
		{`/bin/pp hook claude "x"`, nil},
		{"'/bin/pp hook claude", nil},
		{"echo /bin/pp hook claude", nil},
		{"", nil},
	} {
		got, ok := ReadLine(c.text, "claude")
		if ok != (c.want != nil) || ok && !reflect.DeepEqual(append([]string{got.Program}, got.Flags...), c.want) {
			t.Errorf("%q: %+v, %v", c.text, got, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		want := Line{rapid.StringMatching(`[^\n\r\x00]{1,10}`).Draw(t, "program"),
			rapid.SliceOfN(rapid.StringMatching(`[^\n\r\x00]{0,6}`), 0, 3).Draw(t, "flags")}
		a := Agent{Name: "x", silent: rapid.Bool().Draw(t, "silent")}
		text, err := a.text(want)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := ReadLine(text, "x")
		if !ok || got.Program != want.Program || fmt.Sprint(got.Flags) != fmt.Sprint(want.Flags) {
			t.Fatalf("%q read as %+v, %v", text, got, ok)
		}
	})
}

// Files are found where the agents look.
func TestFile(t *testing.T) {
	env := map[string]string{}
	p := Place{Home: "/h", Env: func(name string) string { return env[name] }}
	for name, want := range map[string]string{"claude": "/h/.claude/settings.json", "gemini": "/h/.gemini/settings.json",
		"opencode": "/h/.config/opencode/plugins/pp.js", "copilot": "/h/.copilot/hooks/pp.json"} {
		if got := agent(t, name).File(p); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	env = map[string]string{"CLAUDE_CONFIG_DIR": "/c", "GEMINI_CLI_HOME": "/g", "XDG_CONFIG_HOME": "/x",
		"CODEX_HOME": "rel"}
	for name, want := range map[string]string{"claude": "/c/settings.json", "gemini": "/g/.gemini/settings.json",
		"opencode": "/x/opencode/plugins/pp.js", "codex": "/h/.codex/hooks.json", "crush": "/x/crush/crush.json"} {
		if got := agent(t, name).File(p); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	p.Home, p.Project = "", "/p"
	if got := agent(t, "cursor").File(p); got != "/p/.cursor/hooks.json" {
		t.Error(got)
	}
	p.Project = ""
	if got := agent(t, "cursor").File(p); got != "" {
		t.Error(got)
	}
}

func FuzzEdit(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"hooks":{"PreToolUse":[{"command":"/pp hook codex"}]}}`, `{"a":"\"]"}`,
		"{\n \"hooks\" : { \"PreToolUse\" : [ ] } }", `{"hooks":{"PreToolUse":[1,{"hooks":[2]}]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"codex", "cursor", "opencode"} {
			a := agent(t, name)
			out, err := a.Install(text, line)
			if err != nil {
				continue
			}
			if !a.isModule() && !json.Valid(out) {
				t.Fatalf("%s: %q became %q", name, text, out)
			}
			again, err := a.Install(out, line)
			if err != nil || !bytes.Equal(again, out) {
				t.Fatalf("%s: %q, then %q: %v", name, out, again, err)
			}
			if left, err := a.Uninstall(out); err != nil || !a.isModule() && left != nil && !json.Valid(left) {
				t.Fatalf("%s: %q left %q: %v", name, out, left, err)
			}
		}
	})
}

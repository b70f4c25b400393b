package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/cli/command"
	"pp/engine"
)

// call is what an agent hands its hook for a tool with arguments.
func call(agent, tool, args string) string {
	form := map[string]string{
		"gemini":   `{"session_id":"s","cwd":"/w","hook_event_name":"BeforeTool","tool_name":%q,"tool_input":%s}`,
		"qwen":     `{"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":%q,"tool_input":%s}`,
		"copilot":  `{"sessionId":"s","timestamp":1,"cwd":"/w","toolName":%q,"toolArgs":%s}`,
		"opencode": `{"sessionID":"s","callID":"c","directory":"/w","tool":%q,"args":%s}`,
	}[agent]
	return fmt.Sprintf(form, tool, args)
}

func TestDeeds(t *testing.T) {
	for _, c := range []struct {
		agent, tool, args string
		dir               string // "" for /w
		want              []Deed
	}{
		{"gemini", "run_shell_command", `{"command":"ls -l"}`, "", []Deed{Command{"ls -l"}}},
		{"gemini", "run_shell_command", `{"command":"ls","dir_path":"a/../b"}`, "/w/b", []Deed{Command{"ls"}}},
		{"gemini", "run_shell_command", `{"command":"ls","dir_path":"/x"}`, "/x", []Deed{Command{"ls"}}},
		{"gemini", "read_file", `{"file_path":"a"}`, "", []Deed{File{Op: Read, Path: "a"}}},
		{"gemini", "write_file", `{"file_path":"a","content":"x"}`, "",
			[]Deed{File{Op: Write, Path: "a", Content: "x"}}},
		{"gemini", "replace", `{"file_path":"a","old_string":"x","new_string":"y"}`, "",
			[]Deed{File{Op: Edit, Path: "a", Content: "y", Old: "x"}}},
		{"gemini", "list_directory", `{"dir_path":"d"}`, "", []Deed{File{Op: List, Path: "d"}}},
		{"gemini", "glob", `{"pattern":"/etc/*.conf"}`, "", []Deed{File{Op: List, Path: "/etc"}}},
		{"gemini", "glob", `{"pattern":"/*"}`, "", []Deed{File{Op: List, Path: "/"}}},
		{"gemini", "grep_search", `{"pattern":"x","dir_path":"d"}`, "", []Deed{File{Op: Search, Path: "d"}}},
		{"gemini", "read_many_files", `{"include":["a.md","src/**/*.ts"]}`, "",
			[]Deed{File{Op: Read, Path: "a.md"}, File{Op: Search, Path: "src"}}},
		{"gemini", "web_fetch", `{"prompt":"get https://a.example/x and HTTP://b.example"}`, "",
			[]Deed{Fetch{"https://a.example/x"}, Fetch{"HTTP://b.example"}}},
		{"gemini", "web_fetch", `{"prompt":"https://GitHub.com/o/r/blob/main/f"}`, "",
			[]Deed{Fetch{"https://GitHub.com/o/r/blob/main/f"},
				Fetch{"https://raw.githubusercontent.com/o/r/main/f"}}},
		{"gemini", "web_fetch", `{"url":"https://a.example","prompt":"https://b.example"}`, "",
			[]Deed{Fetch{"https://a.example"}, Fetch{"https://b.example"}}},
		{"gemini", "web_fetch", `{"url":"https://a.example"}`, "", []Deed{Fetch{"https://a.example"}}},
		{"gemini", "web_fetch", `{"prompt":"nothing"}`, "", []Deed{Unknown{"web_fetch"}}},
		{"gemini", "write_todos", `{"todos":[]}`, "", []Deed{None{}}},
		{"gemini", "google_web_search", `{"query":"x"}`, "", []Deed{Unknown{"google_web_search"}}},
		{"gemini", "mcp_github_list", `{}`, "", []Deed{Unknown{"mcp_github_list"}}},

		{"qwen", "run_shell_command", `{"command":"ls","is_background":false}`, "", []Deed{Command{"ls"}}},
		{"qwen", "monitor", `{"command":"tail -f x","directory":"/x"}`, "/x", []Deed{Command{"tail -f x"}}},
		{"qwen", "edit", `{"file_path":"/w/a","old_string":"","new_string":"y"}`, "",
			[]Deed{File{Op: Edit, Path: "/w/a", Content: "y"}}},
		{"qwen", "notebook_edit", `{"notebook_path":"/w/a","new_source":"y"}`, "",
			[]Deed{File{Op: Edit, Path: "/w/a", Content: "y"}}},
		{"qwen", "web_fetch", `{"url":"https://a.example","prompt":"p"}`, "", []Deed{Fetch{"https://a.example"}}},
		{"qwen", "exec", `{"source":"x"}`, "", []Deed{Unknown{"exec"}}},

		{"copilot", "bash", `{"command":"ls","description":"d"}`, "", []Deed{Command{"ls"}}},
		{"copilot", "bash", `"{\"command\":\"ls\"}"`, "", []Deed{Command{"ls"}}},
		{"copilot", "create", `{"path":"/w/a","file_text":"x"}`, "",
			[]Deed{File{Op: Write, Path: "/w/a", Content: "x"}}},
		{"copilot", "edit", `{"path":"/w/a","old_str":"x","new_str":"y"}`, "",
			[]Deed{File{Op: Edit, Path: "/w/a", Content: "y", Old: "x"}}},
		{"copilot", "str_replace_editor", `{"command":"view","path":"/w/a"}`, "",
			[]Deed{File{Op: Read, Path: "/w/a"}}},
		{"copilot", "str_replace_editor", `{"command":"new"}`, "", []Deed{Unknown{"str_replace_editor"}}},
		{"copilot", "apply_patch", `"*** Begin Patch\n*** Delete File: a\n*** End Patch"`, "",
			[]Deed{File{Op: Delete, Path: "a"}}},
		{"copilot", "write_bash", `{"input":"x"}`, "", []Deed{Unknown{"write_bash"}}},
		{"copilot", "grep", `{"pattern":"x","paths":"/w/a"}`, "", []Deed{File{Op: Search, Path: "/w/a"}}},
		{"copilot", "grep", `{"pattern":"x","paths":["a","b"]}`, "",
			[]Deed{File{Op: Search, Path: "a"}, File{Op: Search, Path: "b"}}},
		{"copilot", "grep", `{"paths":["a"],"path":"b"}`, "",
			[]Deed{File{Op: Search, Path: "a"}, File{Op: Search, Path: "b"}}},
		{"copilot", "grep", `{"paths":"a","path":"b"}`, "",
			[]Deed{File{Op: Search, Path: "a"}, File{Op: Search, Path: "b"}}},
		{"copilot", "grep", `{"paths":[]}`, "", []Deed{File{Op: Search}}},
		{"copilot", "glob", `{"pattern":"*.go"}`, "", []Deed{File{Op: List}}},
		{"copilot", "sql", `{"query":"UPDATE todos SET status = 'done'"}`, "", []Deed{None{}}},
		{"copilot", "sql", `{"query":"Attach database '/x' as x"}`, "", []Deed{Unknown{"sql"}}},

		{"opencode", "bash", `{"command":"ls","workdir":"sub"}`, "/w/sub", []Deed{Command{"ls"}}},
		{"opencode", "read", `{"filePath":"a"}`, "", []Deed{File{Op: Read, Path: "a"}}},
		{"opencode", "apply_patch", `{"patchText":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}`, "",
			[]Deed{File{Op: Write, Path: "a", Content: "x\n"}}},
		{"opencode", "execute", `{"code":"x"}`, "", []Deed{Unknown{"execute"}}},
	} {
		got, err := find(t, c.agent).Read([]byte(call(c.agent, c.tool, c.args)))
		if err != nil {
			t.Errorf("%s %s %s: %v", c.agent, c.tool, c.args, err)
			continue
		}
		dir := map[string]string{"": "/w", "-": ""}[c.dir] + strings.TrimPrefix(c.dir, "-")
		if d := cmp.Diff(c.want, got.Deeds); d != "" || got.Dir != dir || got.Session != "s" {
			t.Errorf("%s %s %s in %q of %q: %s", c.agent, c.tool, c.args, got.Dir, got.Session, d)
		}
	}
}

// What is not of the expected form is an error, which denies.
func TestNoDeeds(t *testing.T) {
	for _, c := range []struct{ agent, input string }{
		{"gemini", call("gemini", "run_shell_command", `{}`)},
		{"gemini", call("gemini", "run_shell_command", `{"command":"ls","command":"rm x"}`)},
		{"gemini", call("gemini", "read_many_files", `{"include":"x"}`)},
		{"gemini", strings.Replace(call("gemini", "glob", `{"pattern":"*"}`), "BeforeTool", "AfterTool", 1)},
		{"qwen", call("qwen", "run_shell_command", `{"command":["ls"]}`)},
		{"copilot", call("copilot", "bash", `"not json"`)},
		{"copilot", call("copilot", "apply_patch", `"nothing"`)},
		{"copilot", call("copilot", "bash", `{"Command":"ls"}`)},
		{"opencode", call("opencode", "apply_patch", `{"patchText":""}`)},
		{"copilot", call("copilot", "apply_patch", `{"input":"*** Begin Patch\n*** Update File: a\n*** End Patch",`+
			`"patch":"*** Begin Patch\n*** Add File: .git/hooks/x\n*** End Patch"}`)},
	} {
		if got, err := find(t, c.agent).Read([]byte(c.input)); err == nil {
			t.Errorf("%s %s: %v", c.agent, c.input, got.Deeds)
		}
	}
	for _, name := range agentNames() {
		for _, input := range [...]string{"", "null", "[]", "{}", `{"tool_name":1}`, "{", "\xff", `"x"`} {
			if c, err := find(t, name).Read([]byte(input)); err == nil {
				t.Errorf("%s read %q as %v", name, input, c.Deeds)
			}
		}
	}
}

// What each agent is told. An allow says nothing, where the agent can read that.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		agent string
		want  [4]string // allow, allow that is to be said, ask, deny
	}{
		{"gemini", [4]string{`{}`, `{"decision":"allow"}`, `{"decision":"deny","reason":"why"}`,
			`{"decision":"deny","reason":"why"}`}},
		{"qwen", [4]string{`{}`, said("allow"), said("ask"), said("deny")}},
		{"copilot", [4]string{`{}`, `{"permissionDecision":"allow","permissionDecisionReason":"why"}`,
			`{"permissionDecision":"ask","permissionDecisionReason":"why"}`,
			`{"permissionDecision":"deny","permissionDecisionReason":"why"}`}},
		{"opencode", [4]string{"", "", "2 why", "2 why"}},
	} {
		for i, a := range [...]Answer{{Decision: engine.Allow}, {Decision: engine.Allow, Explicit: true},
			{Decision: engine.Ask}, {Decision: engine.Deny}} {
			a.Reason = "why"
			r := find(t, c.agent).Write(Call{Event: "PreToolUse", Input: json.RawMessage(`{}`)}, a)
			got := string(r.Stdout) + string(r.Stderr)
			if r.Code != 0 {
				got = fmt.Sprintf("%d %s", r.Code, got)
			}
			if got = strings.TrimSpace(got); got != c.want[i] {
				t.Errorf("%s told %v: %s, want %s", c.agent, a.Decision, got, c.want[i])
			}
		}
	}
}

func said(decision string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"` + decision +
		`","permissionDecisionReason":"why"}}`
}

// A command that takes the place of the call's own comes with all other arguments.
func TestRewritten(t *testing.T) {
	for agent, want := range map[string]string{
		"gemini": `{"decision":"allow","hookSpecificOutput":{"hookEventName":"BeforeTool",` +
			`"tool_input":{"command":"new","dir_path":"d"}}}`,
		"copilot": `{"modifiedArgs":{"command":"new","dir_path":"d"}}`,
	} {
		a := find(t, agent)
		tool := map[string]string{"gemini": "run_shell_command", "copilot": "bash"}[agent]
		c, err := a.Read([]byte(call(agent, tool, `{"command":"old","dir_path":"d"}`)))
		if err != nil || !c.Rewrites {
			t.Fatal(agent, c.Rewrites, err)
		}
		r := a.Write(c, Answer{Decision: engine.Allow, Command: "new"})
		if got := strings.TrimSpace(string(r.Stdout)); got != want || r.Code != 0 {
			t.Errorf("%s: %s", agent, got)
		}
	}
}

// A flag is refused for the agents alone for which it changes nothing.
func TestIgnoredFlags(t *testing.T) {
	for _, of := range Agents() {
		a := find(t, of.Name)
		shell := map[string]string{"claude": "Bash", "codex": "Bash", "copilot": "bash",
			"opencode": "bash"}[of.Name]
		if shell == "" {
			shell = "run_shell_command"
		}
		as := of.Name
		if as == "claude" || as == "codex" {
			as = "qwen" // whose form it is
		}
		args := `{"command":"ls"}`
		c, err := a.Read([]byte(call(as, shell, args)))
		if err != nil {
			t.Fatal(of.Name, err)
		}
		told := false
		for _, event := range [...]string{c.Event, beforeQuestion} {
			c.Event = event
			plain := a.Write(c, Answer{Decision: engine.Allow})
			said := a.Write(c, Answer{Decision: engine.Allow, Explicit: true})
			told = told || string(plain.Stdout) != string(said.Stdout)
		}
		if of.Ignores("--confine") == c.Rewrites || of.Ignores("--auto-allow") == told {
			t.Errorf("%s: rewrites %v, is told %v", of.Name, c.Rewrites, told)
		}
		if of.Ignores("--accept-edits") || of.Ignores("--policy") {
			t.Errorf("%s: these are for the judge", of.Name)
		}
	}
}

// The commands know the agents by the same names.
func TestNames(t *testing.T) {
	if d := cmp.Diff(command.OtherAgents[:], agentNames()); d != "" {
		t.Error(d)
	}
}

func find(t *testing.T, name string) Agent {
	t.Helper()
	a, ok := Find(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	return a
}

// Every call that was recorded of a real agent reads, and its built-in tools are known.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.json"))
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := find(t, filepath.Base(filepath.Dir(file))).Read(data)
		if err != nil || len(c.Deeds) == 0 || c.Session == "" || !strings.HasPrefix(c.Dir, "/home/me/project") {
			t.Errorf("%s: %v in %q of %q: %v", file, c.Deeds, c.Dir, c.Session, err)
			continue
		}
		if u, is := c.Deeds[0].(Unknown); is {
			t.Log("unknown: ", file, u.Name)
		}
	}
}

// Whatever an agent is said to have handed us: it reads as something to judge, or is an error; and every
// answer to it can be written.
func FuzzAgents(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("testdata", "*", "*.json"))
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data)
		}
	}
	for _, args := range [...]string{`{"command":"ls"}`, `{"file_path":"a","edits":[{}]}`, `"x"`, `{}`} {
		for _, agent := range [...]string{"copilot", "gemini", "opencode"} {
			f.Add([]byte(call(agent, "bash", args)))
		}
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, a := range Agents() {
			c, err := a.Read(input)
			if err == nil && len(c.Deeds) == 0 {
				t.Fatalf("%s: %q does nothing, and is no error", a.Name, input)
			}
			for _, said := range [...]Answer{{Decision: engine.Allow}, {Decision: engine.Deny, Reason: "why"}} {
				r := a.Write(c, said)
				if said.Decision == engine.Deny && r.Code == 0 && !bytes.Contains(r.Stdout, []byte(`"deny"`)) {
					t.Fatalf("%s: %q, denied: %+v", a.Name, input, r)
				}
			}
		}
	})
}

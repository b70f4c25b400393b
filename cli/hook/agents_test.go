package hook

import (
	"bytes"
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

// shown formats a call for the golden files: its actions and its place.
func shown(c Call) string {
	var b strings.Builder
	for _, d := range c.Deeds {
		fmt.Fprintf(&b, " %s%+v", strings.TrimPrefix(fmt.Sprintf("%T", d), "hook."), d)
	}
	words := strings.NewReplacer("\n", "\\n", "Op:1", "Op:read", "Op:2", "Op:write", "Op:3", "Op:edit", "Op:4",
		"Op:delete", "Op:5", "Op:list", "Op:6", "Op:search")
	return fmt.Sprintf("%q in %s of %s:%s", c.Event, c.Dir, c.Session, words.Replace(b.String()))
}

// TestDeeds compares the calls of testdata/calls.txt, one a line, with their actions on the next line.
func TestDeeds(t *testing.T) {
	var b strings.Builder
	for line := range strings.Lines(golden(t, "calls.txt", "")) {
		line = strings.TrimSuffix(line, "\n")
		agent, rest, _ := strings.Cut(line, " ")
		tool, args, isCall := strings.Cut(rest, " ")
		if agent == "" || !isCall {
			continue
		}
		c, err := find(t, agent).Read([]byte(call(agent, tool, args)))
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		fmt.Fprintf(&b, "%s\n  %s\n", line, shown(c))
	}
	golden(t, "calls.txt", b.String())
}

// golden returns the text of a file of testdata, and compares it with want unless want is "".
func golden(t *testing.T, name, want string) string {
	t.Helper()
	name = filepath.Join("testdata", name)
	if want != "" && os.Getenv("PP_UPDATE") == "1" {
		if err := os.WriteFile(name, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil && want != "" {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(data), want); want != "" && d != "" {
		t.Errorf("%s differs (PP_UPDATE=1 rewrites it; -file +got): %s", name, d)
	}
	return string(data)
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

// TestRecorded compares every recorded call of a real agent with testdata/recorded.txt.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.json"))
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	var b strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		agent := filepath.Base(filepath.Dir(file))
		c, err := find(t, agent).Read(data)
		asks := agent == "claude" || agent == "copilot" || agent == "qwen" || c.Event == beforeQuestion
		if err != nil || len(c.Deeds) == 0 || c.Session == "" || c.Asks != asks {
			t.Errorf("%s: %+v: %v; want actions, a session, and asks %v", file, c, err, asks)
		}
		fmt.Fprintf(&b, "%s\n  %s\n", strings.TrimPrefix(file, "testdata/"), shown(c))
	}
	golden(t, "recorded.txt", b.String())
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

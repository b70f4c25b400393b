package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/cli/command"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/sexp"
)

// agentCall is one call that an agent may make: what it does, in what pp check is asked of it.
type agentCall struct {
	kind, about string // run, read, list, search, write, edit, fetch
	harmless    bool   // a person would not want to be asked about it
}

// wantedCalls are 500 calls: 400 commands of the corpora, 150 of them what agents run, and 100 calls of other tools.
func wantedCalls(t *testing.T) (out []agentCall) {
	t.Helper()
	for _, from := range []struct {
		name string
		n    int
	}{{"agents", 150}, {"everyday", 250}} {
		n := from.n
		data, err := os.ReadFile(filepath.Join("..", "testdata", "corpus", from.name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.Collect(strings.Lines(string(data)))
		for i := range n {
			var l struct{ Cmd, Want string }
			if err := json.Unmarshal([]byte(lines[i*len(lines)/n]), &l); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(l.Cmd, "find / ") {
				l.Cmd = "find /etc/ssl " + l.Cmd[len("find / "):] // the effects on a whole machine are too many to keep
			}
			out = append(out, agentCall{"run", l.Cmd, l.Want == "allow"})
		}
	}
	dirs := []string{"", "cmd/", "docs/", "src/", "internal/api/"}
	for _, dir := range dirs {
		for _, name := range []string{"main.go", "README.md", "go.mod", "x_test.go", "style.css", "a b.txt"} {
			out = append(out, agentCall{"read", dir + name, true})
		}
		for _, name := range []string{"main.go", "new.md", "deep/er/file.ts"} {
			out = append(out, agentCall{"edit", dir + name, false}, agentCall{"write", dir + name, false})
		}
		out = append(out, agentCall{"list", dir + ".", true}, agentCall{"search", dir + ".", true})
	}
	for _, name := range []string{".env", "~/.ssh/id_ed25519", "/etc/shadow", "../other/secret.pem"} {
		out = append(out, agentCall{"read", name, false}, agentCall{"write", name, false})
	}
	for _, url := range []string{"https://example.com/page", "http://169.254.169.254/", "https://api.github.com/x",
		"http://127.0.0.1:1/", "https://pkg.go.dev/net/http", "https://example.com/?q=1"} {
		out = append(out, agentCall{"fetch", url, false})
	}
	for len(out) < 500 {
		out = append(out, agentCall{"read", fmt.Sprintf("docs/page-%d.md", len(out)), true})
	}
	return out[:500]
}

// form is how an agent's recorded call is made one that is wanted: which recording, and which arguments.
type form struct{ file, about, text string }

// hookForms are the recorded calls of each agent that stand for a kind of call.
func hookForms() map[string]map[string]form {
	return map[string]map[string]form{
		"claude": {"run": {"bash", "command", ""}, "read": {"read", "file_path", ""}, "search": {"grep", "path", ""},
			"write": {"write", "file_path", "content"}, "edit": {"edit", "file_path", "new_string"},
			"fetch": {"webfetch", "url", ""}},
		"codex": {"run": {"bash", "command", ""}, "read": {"view_image", "path", ""}},
		"gemini": {"run": {"run_shell_command", "command", ""}, "read": {"read_file", "file_path", ""},
			"list": {"list_directory", "dir_path", ""}, "search": {"grep_search", "dir_path", ""},
			"write": {"write_file", "file_path", "content"}, "edit": {"replace", "file_path", "new_string"},
			"fetch": {"web_fetch", "prompt", ""}},
		"qwen": {"run": {"run_shell_command", "command", ""}, "read": {"read_file", "file_path", ""},
			"search": {"grep_search", "path", ""}, "write": {"write_file", "file_path", "content"},
			"edit":  {"edit", "file_path", "new_string"},
			"fetch": {"web_fetch", "url", ""}},
		"copilot": {"run": {"bash", "command", ""}, "read": {"view", "path", ""}, "search": {"grep", "paths", ""},
			"write": {"create", "path", "file_text"}, "edit": {"edit", "path", "new_str"},
			"fetch": {"web_fetch", "url", ""}},
		"opencode": {"run": {"bash", "command", ""}, "read": {"read", "filePath", ""}, "search": {"grep", "path", ""},
			"write": {"write", "filePath", "content"}, "edit": {"edit", "filePath", "newString"},
			"fetch": {"webfetch", "url", ""}},
	}
}

// input is a call in the form in which an agent's hook was given one of its kind, in dir.
func (f form) input(t *testing.T, agent, dir, session string, c agentCall) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("hook", "testdata", agent, f.file+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var in map[string]any
	if err := json.Unmarshal(data, &in); err != nil {
		t.Fatal(err)
	}
	for key := range in {
		switch key {
		case "cwd", "directory":
			in[key] = dir
		case "session_id", "sessionId", "sessionID":
			in[key] = session
		case "tool_input", "toolArgs", "args":
			args := in[key].(map[string]any)
			args[f.about] = c.about
			if f.text != "" {
				args[f.text] = "text\n"
			}
		}
	}
	if data, err = json.Marshal(in); err != nil {
		t.Fatal(err)
	}
	return data
}

// said is what pp hook decided, as it gives it to the agent: "allow", or the decision and its rule.
func said(t *testing.T, p place, input []byte, args ...string) string {
	t.Helper()
	if err := os.WriteFile(p.home+"/call.json", input, 0o600); err != nil {
		t.Fatal(err)
	}
	stdin, err := os.Open(p.home + "/call.json")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stdout, stderr bytes.Buffer
	code := Main(system.System{Args: append([]string{"hook"}, args...), Stdin: stdin, Stdout: &stdout,
		Stderr: &stderr, Now: time.Now, Random: zeros{}, Environ: p.env, Getenv: p.getenv})
	all := stdout.String() + stderr.String()
	if code == 0 && (all == "" || strings.TrimSpace(all) == "{}") {
		return "allow"
	}
	for _, word := range []string{"ask", "deny"} {
		if _, rest, ok := strings.Cut(all, "pp: "+word+" "); ok {
			rule, _, _ := strings.Cut(rest, ":")
			return word + " " + rule
		}
	}
	return fmt.Sprintf("exit %d: %s", code, all)
}

func (p place) getenv(name string) (string, bool) {
	for _, entry := range p.env {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

// readsHidden reports whether a call reads all files of a tree, those with a dot in front among them: the .env there.
func readsHidden(c agentCall) bool {
	return c.kind == "search" && c.about == "." || strings.HasPrefix(c.about, "rg --hidden ")
}

// action is what pp check would make of a call.
func (c agentCall) action() engine.Action {
	call := func(tool string, args ...string) engine.Action {
		p := sexp.Plist{}
		for i := 0; i < len(args); i += 2 {
			p = p.With(args[i], sexp.String(args[i+1]))
		}
		return engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool, Args: engine.SortArgs(p)},
			Explanation: "Given by a person to be judged."}
	}
	switch c.kind {
	case "run":
		return command.ShellAction(c.about)
	case "read":
		return call("read-file", "FILEPATH", c.about)
	case "list":
		return call("list-directory", "PATH", c.about)
	case "search":
		return call("search-files", "PATTERN", "alpha", "PATH", c.about)
	case "write", "edit":
		return call("write-file", "FILEPATH", c.about, "CONTENT", "text\n")
	}
	return call("fetch-url", "URL", c.about)
}

// TestHooksJudgeAsCheck: 500 calls, in the form in which each agent's hook was given its calls, get the
// verdict that pp check gives where nothing confines; and of those that a person would not want to be asked
// about, under one in a hundred is, beside a .env, too.
func TestHooksJudgeAsCheck(t *testing.T) {
	calls := wantedCalls(t)
	nth := min(every(), 20)
	p := replayPlace(t)
	if err := errors.Join(os.RemoveAll(filepath.Join(p.dir, "secret")),
		os.Remove(filepath.Join(p.dir, "notes.org"))); err != nil {
		t.Fatal(err) // what is private or secret is left out of what ours read, and not of theirs
	}
	inputs := map[string][][]byte{} // before the agent changes the directory
	for agent, forms := range hookForms() {
		for i, c := range calls {
			var input []byte
			if f, ok := forms[c.kind]; ok {
				input = f.input(t, agent, p.dir, fmt.Sprintf("s%d", i), c)
			}
			inputs[agent] = append(inputs[agent], input)
		}
	}
	b := p.agent()
	b.Settings.System.Environ = p.env
	l, err := b.Loop("reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, agent := range slices.Sorted(maps.Keys(inputs)) {
		judged, harmless, alarms := 0, 0, 0
		for i := 0; i < len(calls); i += nth {
			if inputs[agent][i] == nil {
				continue
			}
			action := calls[i].action()
			b.Judge.Elsewhere = setup.Elsewhere{}
			f := l.Facts(action)
			f.Confinement = engine.Confinement{}
			plain := b.Judge.Judge(action, f).Decision
			b.Judge.Elsewhere = setup.Elsewhere{Name: agent} // as pp check --unconfined judges
			v := b.Judge.Judge(action, l.Facts(action))
			want := "allow"
			if step, _ := v.Decisive(); v.Decision != engine.Allow {
				want = v.Decision.String() + " " + engine.RuleName(step.Gate, step.Rule)
			}
			if agent == "codex" && (strings.HasPrefix(calls[i].about, "less ") || strings.HasSuffix(calls[i].about, "| less")) {
				plain, want = engine.Deny, "deny hook/as-written" // it may type to a pager, unjudged
			}
			got := said(t, p, inputs[agent][i], agent)
			judged++
			about := plain == engine.Allow || strings.Contains(v.Sentence(), ".env holds") // else its program asks
			if calls[i].harmless && about && !readsHidden(calls[i]) {
				harmless++
				if got != "allow" {
					alarms++
					t.Logf("%s asks about %q: %s", agent, calls[i].about, got)
				}
			}
			if strings.HasPrefix(got, "ask ") { // a person's list of what waits is short
				if err := os.RemoveAll(filepath.Join(p.home, ".local")); err != nil {
					t.Fatal(err)
				}
			}
			// An agent's search leaves nothing out of what it reads, as ours does.
			typed := agent == "codex" && got == "deny hook/as-written" // of a pager, to which its model could type
			if got != want && !typed && !(calls[i].kind == "search" && want != "allow" && got != "allow") {
				t.Errorf("%s %s %q: %s, not %s", agent, calls[i].kind, calls[i].about, got, want)
			}
		}
		t.Logf("%s: %d calls judged, %d harmless, %d false alarms", agent, judged, harmless, alarms)
		if alarms*100 > harmless {
			t.Errorf("%s: %d false alarms among %d harmless calls", agent, alarms, harmless)
		}
	}
}

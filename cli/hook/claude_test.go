package hook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine"
)

// TestUnreadCallsAreErrors: what is not of the expected form is never guessed at.
func TestUnreadCallsAreErrors(t *testing.T) {
	call := func(event, tool, input string) string {
		return `{"session_id":"s","cwd":"/w","hook_event_name":"` + event + `","tool_name":"` + tool + `","tool_input":` +
			input + `}`
	}
	for _, in := range []string{"", "x", "null", "[]", "{}", `{"tool_name":1}`, "{", "\xff", `"x"`,
		call("PostToolUse", "Bash", `{"command":"ls"}`),
		call("PreToolUse", "Bash", `{}`), call("PreToolUse", "Bash", `{"command":["ls"]}`),
		call("PreToolUse", "Bash", `{"Command":"ls"}`), call("PreToolUse", "Bash", `{"command":"ls","command":"rm"}`),
		call("PreToolUse", "Bash", `"ls"`), call("PreToolUse", "Bash", `{"command":null}`),
		call("PreToolUse", "Bash", `{"command":"ls"}`) + "x", call("PreToolUse", "Bash", "{\"command\":\"cat \xff\"}"),
		strings.Replace(call("PreToolUse", "Bash", `{"command":"ls"}`), `"cwd":"/w"`, `"cwd":7`, 1),
		strings.Repeat(`{"a":`, 20_000)} {
		names := []string{"claude", "codex"}
		if !strings.Contains(in, "Bash") {
			names = agentNames()
		}
		for _, name := range names {
			if c, err := find(t, name).Read([]byte(in)); err == nil {
				t.Errorf("%s takes %.80s for %+v", name, in, c)
			}
		}
	}
	for _, patch := range []string{"", "x", "*** Begin Patch\n*** End Patch", "*** Begin Patch\n*** Rename File: x\n"} {
		if deeds, err := patchDeeds(patch); err == nil {
			t.Errorf("%q is %v", patch, deeds)
		}
	}
}

// TestAnswersAsObeyed: each decision in the form that the agent was seen to obey.
func TestAnswersAsObeyed(t *testing.T) {
	allow, deny := Answer{Decision: engine.Allow}, Answer{Reason: "why"}
	ask := Answer{Decision: engine.Ask, Reason: "why"}
	explicit := Answer{Decision: engine.Allow, Explicit: true, Reason: "why"}
	rewritten := Answer{Decision: engine.Allow, Command: "other", Reason: "why"}
	call := func(event string) Call {
		return Call{Event: event, Tool: "Bash", Input: []byte(`{"command":"ls","timeout":5}`)}
	}
	const pre = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`
	const permission = `{"hookSpecificOutput":{"decision":{"behavior":`
	for _, c := range []struct {
		agent, event string
		a            Answer
		want         string
	}{
		{"claude", "PreToolUse", Answer{}, pre + `"permissionDecision":"deny","permissionDecisionReason":""}}`},
		{"claude", "PreToolUse", deny, pre + `"permissionDecision":"deny","permissionDecisionReason":"why"}}`},
		{"claude", "PreToolUse", ask, pre + `"permissionDecision":"ask","permissionDecisionReason":"why"}}`},
		{"claude", "PreToolUse", allow, `{}`},
		{"claude", "PreToolUse", explicit, pre + `"permissionDecision":"allow","permissionDecisionReason":"why"}}`},
		{"claude", "PreToolUse", rewritten, pre + `"permissionDecision":"allow","permissionDecisionReason":"why",` +
			`"updatedInput":{"command":"other","timeout":5}}}`},
		{"claude", "PermissionRequest", deny, permission + `"deny","message":"why"},"hookEventName":"PermissionRequest"}}`},
		{"claude", "PermissionRequest", ask, `{}`},
		{"claude", "PermissionRequest", allow, `{}`},
		{"claude", "PermissionRequest", explicit, permission + `"allow"},"hookEventName":"PermissionRequest"}}`},
		{"codex", "PreToolUse", Answer{}, pre + `"permissionDecision":"deny","permissionDecisionReason":""}}`},
		{"codex", "PreToolUse", ask, pre + `"permissionDecision":"deny","permissionDecisionReason":"why"}}`},
		{"codex", "PreToolUse", explicit, `{}`},
		{"codex", "PermissionRequest", ask, `{}`},
		{"codex", "PermissionRequest", explicit, permission + `"allow"},"hookEventName":"PermissionRequest"}}`},
		{"codex", "PreToolUse", rewritten, pre + `"permissionDecision":"allow",` +
			`"updatedInput":{"command":"other","timeout":5}}}`},
		{"qwen", "PreToolUse", allow, `{}`},
		{"qwen", "PreToolUse", ask, pre + `"permissionDecision":"ask","permissionDecisionReason":"why"}}`},
		{"qwen", "PreToolUse", deny, pre + `"permissionDecision":"deny","permissionDecisionReason":"why"}}`},
		{"gemini", "BeforeTool", allow, `{}`},
		{"gemini", "BeforeTool", explicit, `{"decision":"allow"}`},
		{"gemini", "BeforeTool", ask, `{"decision":"deny","reason":"why"}`},
		{"gemini", "BeforeTool", deny, `{"decision":"deny","reason":"why"}`},
		{"copilot", "preToolUse", allow, `{}`},
		{"copilot", "preToolUse", explicit, `{"permissionDecision":"allow","permissionDecisionReason":"why"}`},
		{"copilot", "preToolUse", ask, `{"permissionDecision":"ask","permissionDecisionReason":"why"}`},
		{"copilot", "preToolUse", deny, `{"permissionDecision":"deny","permissionDecisionReason":"why"}`},
		{"opencode", "", explicit, ""}, {"opencode", "", ask, "2 why"}, {"opencode", "", deny, "2 why"},
	} {
		r := find(t, c.agent).Write(call(c.event), c.a)
		got := strings.TrimSpace(string(r.Stdout) + string(r.Stderr))
		if r.Code != 0 {
			got = fmt.Sprint(r.Code, " ", got)
		}
		if got != c.want {
			t.Errorf("%s %s %+v: %s\nwant %s", c.agent, c.event, c.a, got, c.want)
		}
	}
}

func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"a/b", []string{"a/b"}}, {"", []string{"."}}, {" ~/x ", []string{" ~/x ", "~/x"}},
		{"$HOME/x", []string{"$HOME/x", "~/x"}}, {"file:///x", []string{"file:///x", "/x"}}, {"@x", []string{"@x", "x"}},
		{"K", []string{"\u212a", "K"}}, // a sign that composes to the letter
	} {
		name := c.name
		if len(c.want) == 2 && c.name == "K" {
			name = "\u212a"
		}
		if diff := cmp.Diff(c.want, readings(name)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", name, diff)
		}
	}
	for pattern, want := range map[string]string{"*.go": ".", "**/x": ".", "/a/b/*": "/a/b", "~/.ssh/*": "~/.ssh",
		"src/{a,b}/*": "src", "/etc/passwd": "/etc/passwd", "a*/../../x": "/", "": "."} {
		if got := globBase(pattern); got != want {
			t.Errorf("globBase(%q) = %q, want %q", pattern, got, want)
		}
	}
}

func TestZsh(t *testing.T) {
	for text, want := range map[string]bool{"ls *(e:x:)": true, "echo '*(e:x:)'": false, "echo ${\u00c9}": true,
		"$\u00c9 x": true, "echo '$\u00c9'": false, "echo \u00c9 $X $(ls) $((2*3))": false, "ls \\*(x)": true, "$": false} {
		if got := zshPattern(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

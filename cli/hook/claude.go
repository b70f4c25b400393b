package hook

import (
	"strings"

	"pp/engine"
)

// claude is Claude Code. It obeys hookSpecificOutput of PreToolUse and PermissionRequest; what is
// no such object, and every exit code but 0 and 2, lets the call happen.
type claude struct{}

// Read implements Agent.
func (claude) Read(input []byte) (Call, error) {
	in, c := likeClaude(input, beforeCall, beforeQuestion)
	c.Asks = true
	c.Rewrites = c.Event == beforeCall && c.Tool == "Bash"
	c.Deeds = claudeDeeds(c.Tool, in.Object("tool_input"))
	return c, in.Err()
}

// claudeDeeds are what a tool of Claude Code does, and of those that call their tools like it.
func claudeDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "Bash", "Monitor":
		return []Deed{Command{in.Text("command")}}
	case "Read":
		return []Deed{File{Op: Read, Path: in.Text("file_path")}}
	case "NotebookRead":
		return []Deed{File{Op: Read, Path: in.Text("notebook_path")}}
	case "Write":
		return []Deed{File{Op: Write, Path: in.Text("file_path"), Content: in.Text("content")}}
	case "Edit":
		return []Deed{File{Edit, in.Text("file_path"), in.Text("new_string"), in.Text("old_string")}}
	case "MultiEdit":
		var before, after []string
		for _, e := range in.Objects("edits") {
			before, after = append(before, e.Text("old_string")), append(after, e.Text("new_string"))
		}
		return []Deed{File{Edit, in.Text("file_path"), strings.Join(after, "\n"), strings.Join(before, "\n")}}
	case "NotebookEdit":
		return []Deed{File{Op: Edit, Path: in.Text("notebook_path"), Content: in.Optional("new_source")}}
	case "LS":
		return []Deed{File{Op: List, Path: in.Optional("path")}}
	case "Glob":
		return []Deed{File{Op: List, Path: in.Optional("path")}, File{Op: List, Path: globBase(in.Text("pattern"))}}
	case "Grep":
		return []Deed{File{Op: Search, Path: in.Optional("path")}}
	case "WebFetch":
		return []Deed{Fetch{in.Text("url")}}
	case "TodoWrite", "Task", "Agent", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput", "TaskStop",
		"BashOutput", "KillShell", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "ToolSearch", "Skill", "SlashCommand":
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

// Write implements Agent.
func (claude) Write(c Call, a Answer) Reply {
	if c.Event == beforeQuestion {
		return permission(a)
	}
	out := map[string]any{"hookEventName": beforeCall}
	switch {
	case a.Decision == engine.Allow && a.Command != "":
		out["permissionDecision"] = "allow"
		out["updatedInput"] = ReadFields(c.Input).With("command", a.Command)
	case a.Decision == engine.Allow && a.Explicit:
		out["permissionDecision"] = "allow"
	case a.Decision == engine.Allow:
		return JSON(struct{}{})
	case a.Decision == engine.Ask:
		out["permissionDecision"] = "ask"
	default:
		out["permissionDecision"] = "deny"
	}
	out["permissionDecisionReason"] = a.Reason
	return JSON(map[string]any{"hookSpecificOutput": out})
}

// permission answers where the person is about to be asked: an ask leaves it at that.
func permission(a Answer) Reply {
	decision := map[string]any{"behavior": "deny", "message": a.Reason}
	switch {
	case a.Decision == engine.Ask, a.Decision == engine.Allow && !a.Explicit:
		return JSON(struct{}{})
	case a.Decision == engine.Allow:
		decision = map[string]any{"behavior": "allow"}
	}
	return JSON(map[string]any{"hookSpecificOutput": map[string]any{"hookEventName": beforeQuestion,
		"decision": decision}})
}

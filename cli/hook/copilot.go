package hook

import (
	"encoding/json"
	"strings"
	"unicode"

	"pp/engine"
)

// copilot is GitHub's Copilot CLI. It obeys permissionDecision of preToolUse, and other arguments;
// every exit code but 0 blocks. What stands in hookSpecificOutput it does not read.
type copilot struct{}

// Read implements Agent.
func (copilot) Read(input []byte) (Call, error) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("sessionId"), Dir: in.Optional("cwd"), Tool: in.Text("toolName"),
		Event: "preToolUse", Input: in.Raw("toolArgs"), Asks: true}
	text, isText := "", json.Unmarshal(c.Input, new(string)) == nil
	if isText { // JSON in a text, or what a tool takes that has no named arguments
		text = in.Text("toolArgs")
		c.Input = json.RawMessage(text)
	}
	if isText && c.Tool == "apply_patch" && !json.Valid(c.Input) {
		deeds, err := patchDeeds(text)
		if err != nil {
			in.fail("the patch: %w", err)
		}
		c.Deeds, c.Input = deeds, in.Raw("toolArgs")
		return c, in.Err()
	}
	args := ReadFields(c.Input)
	c.Rewrites = c.Tool == "bash"
	c.Deeds = copilotDeeds(c.Tool, args)
	if err := args.Err(); err != nil {
		in.fail("%q: %w", "toolArgs", err)
	}
	return c, in.Err()
}

func copilotDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "bash":
		return []Deed{Command{in.Text("command")}}
	case "view":
		return []Deed{File{Op: Read, Path: in.Text("path")}}
	case "create":
		return []Deed{File{Op: Write, Path: in.Text("path"), Content: in.Text("file_text")}}
	case "edit":
		return []Deed{File{Op: Edit, Path: in.Text("path"), Content: in.Optional("new_str"), Old: in.Optional("old_str")}}
	case "str_replace_editor":
		switch in.Text("command") {
		case "view":
			return []Deed{File{Op: Read, Path: in.Text("path")}}
		case "create":
			return []Deed{File{Op: Write, Path: in.Text("path"), Content: in.Text("file_text")}}
		case "str_replace", "insert":
			return []Deed{File{Op: Edit, Path: in.Text("path"), Content: in.Optional("new_str"), Old: in.Optional("old_str")}}
		}
	case "apply_patch":
		if deeds, err := patchDeeds(in.Alias("input", "patch")); err == nil {
			return deeds
		}
	case "grep", "rg":
		return below(Search, copilotPaths(in), "")
	case "glob":
		return below(List, copilotPaths(in), in.Text("pattern"))
	case "sql": // of a database of the session's own, unless it opens another
		words := strings.FieldsFunc(strings.ToLower(in.Text("query")), func(r rune) bool { return !unicode.IsLetter(r) })
		for _, w := range words {
			switch w {
			case "attach", "vacuum", "pragma", "extension", "readfile", "writefile":
				return []Deed{Unknown{tool}}
			}
		}
		return []Deed{None{}}
	case "web_fetch":
		return []Deed{Fetch{in.Text("url")}}
	case "read_bash", "stop_bash", "list_bash", "task", "read_agent", "list_agents", "report_intent", "update_todo",
		"ask_user", "exit_plan_mode", "task_complete", "skill", "fetch_copilot_cli_documentation":
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

// copilotPaths are where a search looks, under either name: "" is the directory of the call.
func copilotPaths(in Fields) []string {
	var list []string
	if json.Unmarshal(in.values["paths"], &list) != nil && in.Has("paths") {
		list = []string{in.Text("paths")}
	}
	if in.Has("path") {
		list = append(list, in.Text("path"))
	}
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// below are an operation on each of some directories, or on where a pattern leads from them.
func below(op FileOp, dirs []string, pattern string) (out []Deed) {
	for _, dir := range dirs {
		out = append(out, File{Op: op, Path: globbed(dir, pattern)})
	}
	return out
}

// Write implements Agent.
func (copilot) Write(c Call, a Answer) Reply {
	out := map[string]any{"permissionDecisionReason": a.Reason}
	switch {
	case a.Decision == engine.Allow && a.Command != "":
		out = map[string]any{"modifiedArgs": ReadFields(c.Input).With("command", a.Command)}
		if a.Explicit {
			out["permissionDecision"] = "allow"
		}
	case a.Decision == engine.Allow && a.Explicit:
		out["permissionDecision"] = "allow"
	case a.Decision == engine.Allow:
		return JSON(struct{}{})
	case a.Decision == engine.Ask:
		out["permissionDecision"] = "ask"
	default:
		out["permissionDecision"] = "deny"
	}
	return JSON(out)
}

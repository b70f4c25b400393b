package hook

import (
	"strings"

	"pp/engine"
)

// cursor is Cursor, as its documentation has it. Commands, tools of MCP servers and reads have events
// of their own besides preToolUse, which comes for every tool; an ask is obeyed in the first two
// alone. It wants a permission said: nothing, or {}, is an answer that it cannot read.
type cursor struct{}

// Read implements Agent.
func (cursor) Read(input []byte) (Call, error) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("conversation_id"), Dir: in.Optional("cwd"), Event: in.Text("hook_event_name"),
		Input: input}
	if c.Dir == "" && in.Has("workspace_roots") {
		if roots := in.Texts("workspace_roots"); len(roots) > 0 {
			c.Dir = roots[0]
		}
	}
	switch c.Event {
	case "beforeShellExecution":
		c.Tool, c.Asks = "Shell", true
		c.Deeds = []Deed{Command{in.Text("command")}}
	case "beforeMCPExecution":
		c.Tool, c.Asks = mcpName(in.Optional("mcp_server_name"), in.Text("tool_name")), true
		c.Deeds = []Deed{Unknown{c.Tool}}
	case "beforeReadFile", "beforeTabFileRead":
		c.Tool = "Read"
		c.Deeds = []Deed{File{Op: Read, Path: in.Text("file_path")}}
	case "preToolUse":
		c.Tool, c.Input = in.Text("tool_name"), in.Raw("tool_input")
		args := in.Object("tool_input")
		// What asks here is asked for, or denied, by the event of its own that follows.
		c.Asks = c.Tool == "Shell" || c.Tool == "Read" || strings.HasPrefix(c.Tool, "MCP:")
		if c.Tool == "Shell" {
			c.Dir = within(c.Dir, args.Optional("working_directory"))
		}
		c.Deeds = cursorDeeds(c.Tool, args)
	default:
		in.fail("the event %.40q is not one that is judged", c.Event)
	}
	return c, in.Err()
}

// cursorDeeds are what a tool does. Its arguments are not documented, but for those of Shell: of a
// tool whose file is under no name that was seen, or that names a place under another one besides,
// nobody knows what it does.
func cursorDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "Shell", "WebFetch", "Task", "TodoWrite", "ReadLints", "AskQuestion", "SwitchMode", "CreatePlan":
	default:
		if in.otherPlace(cursorPlaces()...) {
			return []Deed{Unknown{tool}}
		}
	}
	file := in.Alias(cursorPlaces()...)
	switch tool {
	case "Shell":
		return []Deed{Command{in.Text("command")}}
	case "WebFetch":
		return []Deed{Fetch{in.Text("url")}}
	case "Grep":
		return []Deed{File{Op: Search, Path: file}}
	case "Glob", "LS":
		return []Deed{File{Op: List, Path: globbed(file, in.Alias("glob_pattern", "pattern"))}}
	case "Task", "TodoWrite", "ReadLints", "AskQuestion", "SwitchMode", "CreatePlan":
		return []Deed{None{}}
	}
	if file == "" {
		return []Deed{Unknown{tool}}
	}
	switch tool {
	case "Read":
		return []Deed{File{Op: Read, Path: file}}
	case "Delete":
		return []Deed{File{Op: Delete, Path: file}}
	case "Write":
		return []Deed{File{Op: Write, Path: file, Content: in.Alias("content", "contents")}}
	case "Edit", "StrReplace", "EditNotebook":
		return []Deed{File{Op: Edit, Path: file, Content: in.Alias("new_string", "new_str", "new_source"),
			Old: in.Alias("old_string", "old_str")}}
	}
	return []Deed{Unknown{tool}}
}

// cursorPlaces are the names under which a tool's file, or its directory, was seen.
func cursorPlaces() []string {
	return []string{"file_path", "path", "target_file", "target_notebook", "target_directory"}
}

// Write implements Agent. An allow is always said: with failClosed, which is how it is installed, Cursor
// takes an answer without a permission for a hook that failed, and blocks the call.
func (cursor) Write(_ Call, a Answer) Reply {
	out := map[string]any{"permission": "deny", "user_message": a.Reason, "agent_message": a.Reason}
	switch a.Decision {
	case engine.Allow:
		return JSON(map[string]any{"permission": "allow"})
	case engine.Ask:
		out["permission"] = "ask"
	case engine.Deny:
	}
	return JSON(out)
}

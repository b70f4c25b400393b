package hook

import "pp/engine"

// crush is Crush. Exit code 2 denies, 49 ends the turn, and what else goes wrong lets the call
// happen. It runs its agents' own tools without a hook, so that `agent` is a tool of which nobody knows
// what it does.
type crush struct{}

// Read implements Agent.
func (crush) Read(input []byte) (Call, error) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("session_id"), Dir: in.Optional("cwd"), Tool: in.Text("tool_name"),
		Event: in.Alias("event", "hook_event_name"), Input: in.Raw("tool_input")}
	if c.Event != "PreToolUse" {
		in.fail("the event %.40q is not one that is judged: install it for PreToolUse", c.Event)
	}
	args := in.Object("tool_input")
	if c.Tool == "bash" {
		c.Dir = within(c.Dir, args.Optional("working_dir"))
	}
	c.Deeds = crushDeeds(c.Tool, args)
	if _, unknown := c.Deeds[0].(Unknown); !unknown {
		crushNames(args)
	}
	return c, in.Err()
}

// crushNames fails for a name that is not written as the tools have theirs: Crush reads them in any
// case, so that another spelling of one would be what it does.
func crushNames(in Fields) {
	for name := range in.values {
		for _, r := range name {
			if (r < 'a' || r > 'z') && r != '_' {
				in.fail("%.80q is not known", name)
			}
		}
	}
}

func crushDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "bash":
		return []Deed{Command{in.Text("command")}}
	case "view":
		return []Deed{File{Op: Read, Path: in.Text("file_path")}}
	case "write":
		return []Deed{File{Op: Write, Path: in.Text("file_path"), Content: in.Text("content")}}
	case "edit":
		return []Deed{File{Op: Edit, Path: in.Text("file_path"), Content: in.Text("new_string"),
			Old: in.Optional("old_string")}}
	case "multiedit":
		return []Deed{edits(in.Text("file_path"), in.Objects("edits"))}
	case "lsp_replace_symbol":
		return []Deed{File{Op: Edit, Path: in.Text("file_path"), Content: in.Optional("replacement")}}
	case "ls":
		return []Deed{File{Op: List, Path: in.Optional("path")}}
	case "glob":
		return []Deed{File{Op: List, Path: globbed(in.Optional("path"), in.Text("pattern"))}}
	case "grep":
		return []Deed{File{Op: Search, Path: in.Optional("path")}}
	case "fetch", "web_fetch":
		return []Deed{Fetch{in.Text("url")}}
	case "download":
		return []Deed{Fetch{in.Text("url")}, File{Op: Write, Path: in.Text("file_path")}}
	case "sourcegraph":
		return []Deed{Fetch{"https://sourcegraph.com/.api/graphql"}}
	case "job_output", "job_kill", "todos", "question", "lsp_diagnostics", "lsp_references", "lsp_definition",
		"lsp_symbols", "lsp_call_hierarchy", "lsp_restart", "list_mcp_resources", "crush_info", "crush_logs":
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

// Write implements Agent.
func (crush) Write(_ Call, a Answer) Reply {
	switch {
	case a.Decision != engine.Allow:
		return blocked(a.Reason)
	case a.Explicit:
		return JSON(map[string]any{"decision": "allow"})
	}
	return Reply{}
}

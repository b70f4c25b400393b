package hook

import "pp/engine"

// windsurf is Windsurf's Cascade, as its documentation has it: exit code 2 blocks what a pre-hook
// is told of, and every other code lets it happen. It asks nobody and takes no other arguments.
type windsurf struct{}

// Read implements Agent.
func (windsurf) Read(input []byte) (Call, error) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("trajectory_id"), Event: in.Text("agent_action_name"), Input: in.Raw("tool_info")}
	c.Tool = c.Event
	info := in.Object("tool_info")
	switch c.Event {
	case "pre_run_command":
		c.Dir = info.Optional("cwd")
		c.Deeds = []Deed{Command{info.Text("command_line")}}
	case "pre_read_code": // a directory is read with all that is in it
		c.Deeds = []Deed{File{Op: Search, Path: info.Text("file_path")}}
	case "pre_write_code":
		var list []Fields
		if info.Has("edits") {
			list = info.Objects("edits")
		}
		c.Deeds = []Deed{edits(info.Text("file_path"), list)}
	case "pre_mcp_tool_use":
		c.Tool = mcpName(info.Optional("mcp_server_name"), info.Text("mcp_tool_name"))
		c.Deeds = []Deed{Unknown{c.Tool}}
	default:
		in.fail("the event %.40q is not one that is judged", c.Event)
	}
	return c, in.Err()
}

// mcpName is a tool of an MCP server as most agents spell it.
func mcpName(server, tool string) string {
	if server == "" {
		return tool
	}
	return "mcp__" + server + "__" + tool
}

// blocked is exit code 2 with the reason as it is.
func blocked(reason string) Reply { return Reply{Stderr: []byte(reason + "\n"), Code: refused} }

// Write implements Agent.
func (windsurf) Write(_ Call, a Answer) Reply {
	if a.Decision == engine.Allow {
		return Reply{}
	}
	return blocked(a.Reason)
}

package hook

// qwen is Qwen Code. It obeys PreToolUse as Claude Code does, but takes no other arguments; an ask is
// a deny where it has nobody to ask.
type qwen struct{ claude }

// Read implements Agent.
func (qwen) Read(input []byte) (Call, error) {
	in, c := likeClaude(input, beforeCall)
	c.Asks = true
	args := in.Object("tool_input")
	switch c.Tool {
	case "run_shell_command", "monitor":
		c.Dir = within(c.Dir, args.Optional("directory"))
	}
	c.Deeds = qwenDeeds(c.Tool, args)
	return c, in.Err()
}

func qwenDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "run_shell_command", "monitor":
		return []Deed{Command{in.Text("command")}}
	case "read_file", "zoom_image":
		return []Deed{File{Op: Read, Path: in.Text("file_path")}}
	case "write_file":
		return []Deed{File{Op: Write, Path: in.Text("file_path"), Content: in.Text("content")}}
	case "edit":
		return []Deed{File{Op: Edit, Path: in.Text("file_path"), Content: in.Text("new_string"),
			Old: in.Optional("old_string")}}
	case "notebook_edit":
		return []Deed{File{Op: Edit, Path: in.Text("notebook_path"), Content: in.Optional("new_source")}}
	case "list_directory":
		return []Deed{File{Op: List, Path: in.Text("path")}}
	case "glob":
		return []Deed{File{Op: List, Path: globbed(in.Optional("path"), in.Text("pattern"))}}
	case "grep_search":
		return []Deed{File{Op: Search, Path: in.Optional("path")}}
	case "web_fetch":
		return []Deed{Fetch{in.Text("url")}}
	case "todo_write", "agent", "skill", "enter_plan_mode", "exit_plan_mode", "ask_user_question", "tool_search",
		"structured_output", "task_create", "task_update", "task_list", "task_stop", "list_agents", "cron_list",
		"get_goal", "update_goal":
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

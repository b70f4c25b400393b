package hook

// The events of Claude Code and those who follow it: before each call, and before a person is asked about one.
const (
	beforeCall     = "PreToolUse"
	beforeQuestion = "PermissionRequest"
)

// plain is the simplest form of an element of a file.
const plain = `{"command":%s,"timeout":30}`

// likeClaude returns the names of Claude Code's fields, and of those who follow it.
func likeClaude() names {
	return names{"session_id", "cwd", "tool_name", "hook_event_name", "tool_input"}
}

// canaryOf is what Claude Code and those who follow it hand a hook of a command.
func canaryOf(event, tool string) string {
	return `{"session_id":"pp-doctor","hook_event_name":"` + event + `","tool_name":"` + tool +
		`","tool_input":{"command":%s},"cwd":%s}`
}

// Agents returns the agents that pp judges for, by name. Each was run for real.
func Agents() []Agent {
	return []Agent{claudeCode(), codex(), copilot(), gemini(), opencode(), qwen()}
}

// retired returns the agents that older versions of pp judged for: their hooks can still be uninstalled.
func retired() []Agent {
	return []Agent{
		{Name: "crush", Title: "Crush", events: []string{beforeCall}, entry: plain, empty: "{}\n",
			place: place{variable: "CRUSH_GLOBAL_CONFIG", below: ".config/crush", file: "crush.json", project: "crush.json"}},
		{Name: "cursor", Title: "Cursor", entry: plain, empty: "{\n  \"version\": 1\n}\n",
			events: []string{"beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse"},
			place:  place{below: ".cursor", file: "hooks.json", project: ".cursor/hooks.json"}},
		{Name: "windsurf", Title: "Windsurf", entry: plain, empty: "{}\n",
			events: []string{"pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"},
			place:  place{below: ".codeium/windsurf", file: "hooks.json", project: ".windsurf/hooks.json"}},
	}
}

func claudeCode() Agent {
	events := []string{beforeCall, beforeQuestion}
	return Agent{Name: "claude", Title: "Claude Code",
		place: place{variable: "CLAUDE_CONFIG_DIR", below: ".claude", file: "settings.json",
			project: ".claude/settings.json"},
		events: events, empty: "{}\n", canary: canaryOf(beforeCall, "Bash"),
		entry: `{"matcher":"*","hooks":[{"type":"command","command":%s,"timeout":30,"onFailure":"block"}]}`,
		names: likeClaude(), asks: events, rewrites: "Bash",
		answer: answerClaude, denies: "hookSpecificOutput",
		tools: map[string]reader{
			"Bash": runs("command"), "Monitor": runs("command"),
			"Read": reads("file_path"), "NotebookRead": reads("notebook_path"),
			"Write": writes("file_path", "content"), "Edit": edits("file_path", "new_string", "old_string"),
			"MultiEdit": multiEdit, "NotebookEdit": edits("notebook_path", "new_source?", ""),
			"LS": lists("path?"), "Glob": both(lists("path?"), globs("", "pattern")), "Grep": searches("path?"),
			"WebFetch": fetches("url"),
		},
		harmless: []string{"TodoWrite", "Task", "Agent", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput",
			"TaskStop", "BashOutput", "KillShell", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "ToolSearch", "Skill",
			"SlashCommand"}}
}

func codex() Agent {
	command := runs("command")
	return Agent{Name: "codex", Title: "Codex",
		Note:   "Codex runs it once you have trusted it: start codex, and say /hooks",
		place:  place{variable: "CODEX_HOME", below: ".codex", file: "hooks.json", project: ".codex/hooks.json"},
		events: []string{beforeCall, beforeQuestion}, empty: "{}\n", silent: true, canary: canaryOf(beforeCall, "Bash"),
		entry: `{"matcher":"*","hooks":[{"type":"command","command":%s,"timeout":30}]}`,
		names: likeClaude(), asks: []string{beforeQuestion}, rewrites: "Bash", interactive: true,
		answer: answerCodex, denies: "hookSpecificOutput",
		tools: map[string]reader{"Bash": command, "shell": command, "local_shell": command, "exec_command": command,
			"apply_patch": patches("command"), "view_image": reads("path")},
		harmless: []string{"update_plan", "get_goal", "create_goal", "update_goal"}}
}

func copilot() Agent {
	return Agent{Name: "copilot", Title: "Copilot CLI",
		place:  place{variable: "COPILOT_HOME", below: ".copilot", file: "hooks/pp.json", project: ".github/hooks/pp.json"},
		events: []string{"preToolUse"}, empty: "{\n  \"version\": 1\n}\n",
		entry:  `{"type":"command","bash":%s,"timeoutSec":30}`,
		canary: `{"sessionId":"pp-doctor","timestamp":0,"toolName":"bash","toolArgs":{"command":%s},"cwd":%s}`,
		names:  names{"sessionId", "cwd", "toolName", "", "toolArgs"}, textInput: true,
		asks: []string{"preToolUse"}, rewrites: "bash",
		answer: answerCopilot, denies: "permissionDecision", anyFailure: true,
		tools: map[string]reader{
			"bash": runs("command"), "view": reads("path"), "create": writes("path", "file_text"),
			"edit": edits("path", "new_str?", "old_str?"), "str_replace_editor": strReplace,
			"apply_patch": patches("input", "patch"), "grep": below(Search, ""), "rg": below(Search, ""),
			"glob": below(List, "pattern"), "sql": queries, "web_fetch": fetches("url"),
		},
		harmless: []string{"read_bash", "stop_bash", "list_bash", "task", "read_agent", "list_agents", "report_intent",
			"update_todo", "ask_user", "exit_plan_mode", "task_complete", "skill", "fetch_copilot_cli_documentation"}}
}

func gemini() Agent {
	return Agent{Name: "gemini", Title: "Gemini CLI",
		place:  place{home: "GEMINI_CLI_HOME", below: ".gemini", file: "settings.json", project: ".gemini/settings.json"},
		events: []string{"BeforeTool"}, empty: "{}\n", silent: true, canary: canaryOf("BeforeTool", "run_shell_command"),
		entry: `{"matcher":"*","hooks":[{"type":"command","name":"pp","command":%s,"timeout":30000}]}`,
		names: likeClaude(), commandDir: "dir_path", rewrites: "run_shell_command",
		answer: answerGemini, denies: "decision",
		tools: map[string]reader{
			"run_shell_command": runs("command"), "read_file": reads("file_path"),
			"write_file": writes("file_path", "content"), "replace": edits("file_path", "new_string", "old_string?"),
			"list_directory": lists("dir_path?"), "glob": globs("dir_path?", "pattern"),
			"grep_search": searches("dir_path?"), "search_file_content": searches("dir_path?"),
			"read_many_files": readMany, "web_fetch": fetchesNamed,
		},
		harmless: []string{"write_todos", "update_topic", "enter_plan_mode", "exit_plan_mode", "ask_user", "complete_task",
			"activate_skill", "get_internal_docs", "invoke_agent", "list_mcp_resources", "list_background_processes",
			"read_background_output", "tracker_create_task", "tracker_update_task", "tracker_get_task", "tracker_list_tasks",
			"tracker_add_dependency", "tracker_visualize"}}
}

// opencode runs plugins, modules of its own process: ours, which `pp hook install` writes, hands us each call.
func opencode() Agent {
	return Agent{Name: "opencode", Title: "opencode",
		place:  place{below: ".config/opencode", file: "plugins/pp.js", project: ".opencode/plugins/pp.js"},
		events: []string{"tool.execute.before"}, ignores: " --confine --auto-allow",
		canary: `{"sessionID":"pp-doctor","tool":"bash","args":{"command":%s},"directory":%s}`,
		names:  names{"sessionID", "directory", "tool", "", "args"}, commandDir: "workdir",
		answer: answerOpencode, anyFailure: true,
		tools: map[string]reader{
			"bash": runs("command"), "read": reads("filePath"), "write": writes("filePath", "content"),
			"edit": edits("filePath", "newString", "oldString?"), "apply_patch": patches("patchText"),
			"glob": globs("path?", "pattern"), "list": lists("path?"), "grep": searches("path?"), "webfetch": fetches("url"),
		},
		harmless: []string{"task", "todowrite", "todoread", "question", "skill", "plan_enter", "plan_exit", "lsp",
			"invalid"}}
}

// qwen obeys PreToolUse as Claude Code does, but takes no other arguments; an ask is a deny where it has nobody to ask.
func qwen() Agent {
	return Agent{Name: "qwen", Title: "Qwen Code",
		place:  place{variable: "QWEN_HOME", below: ".qwen", file: "settings.json", project: ".qwen/settings.json"},
		events: []string{beforeCall}, empty: "{}\n", silent: true, canary: canaryOf(beforeCall, "run_shell_command"),
		entry:   `{"matcher":"*","hooks":[{"type":"command","name":"pp","command":%s,"timeout":30}]}`,
		ignores: " --confine", names: likeClaude(), commandDir: "directory", asks: []string{beforeCall},
		answer: answerClaude, denies: "hookSpecificOutput",
		tools: map[string]reader{
			"run_shell_command": runs("command"), "monitor": runs("command"),
			"read_file": reads("file_path"), "zoom_image": reads("file_path"),
			"write_file": writes("file_path", "content"), "edit": edits("file_path", "new_string", "old_string?"),
			"notebook_edit":  edits("notebook_path", "new_source?", ""),
			"list_directory": lists("path"), "glob": globs("path?", "pattern"), "grep_search": searches("path?"),
			"web_fetch": fetches("url"),
		},
		harmless: []string{"todo_write", "agent", "skill", "enter_plan_mode", "exit_plan_mode", "ask_user_question",
			"tool_search", "structured_output", "task_create", "task_update", "task_list", "task_stop", "list_agents",
			"cron_list", "get_goal", "update_goal"}}
}

// agentNames returns the names of the agents that pp judges for.
func agentNames() (out []string) {
	for _, a := range Agents() {
		out = append(out, a.Name)
	}
	return out
}

package main

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Agent is how another agent is installed, pointed at a model of ours and given a hook.
type Agent struct {
	Name, Package, Version, Bin string
	Args                        []string
	// Besides is another package of the same version that it needs, "" for none.
	Besides string
	Env     func(*Stage) []string
	// Configure writes what the agent needs to run against the model.
	Configure func(*Stage) error
	// Hook installs a command as the agent's hook; seconds is the agent's own time limit for it.
	Hook func(s *Stage, command string, seconds int) error
	// Shell is the call that runs a command line.
	Shell func(command string) ToolCall
	// Leaks are the scenes in which a denied command runs all the same: what the agent cannot be
	// made to block.
	Leaks []string
	// Write is the call that writes a file.
	Write func(name, content string) ToolCall
	// Tools are calls of every tool that has effects, for recording; they name files of work.
	Tools func(work string) []ToolCall
}

const prompt = "please do it"

func agents() []Agent {
	return []Agent{claude(), codex(), gemini(), qwen(), copilot(), opencode()}
}

type args = map[string]any

func claude() Agent {
	return Agent{
		Name: "claude", Package: "@anthropic-ai/claude-code", Version: "2.1.330", Bin: "claude",
		Args: []string{"-p", prompt, "--model", "claude-sonnet-4-5", "--output-format", "stream-json", "--verbose",
			"--allowedTools", "Bash,Read,Write,Edit,MultiEdit,NotebookEdit,WebFetch,WebSearch,Glob,Grep,Task,Monitor,Skill," +
				"Workflow,mcp__notes__add_note,mcp__notes__check",
			"--mcp-config", `{"mcpServers":{"notes":{"command":"/bin/sh","args":["-c","exec \"$PP_HOOKS\" mcp"]}}}`},
		Env: func(s *Stage) []string {
			return []string{"ANTHROPIC_BASE_URL=" + s.Model.URL, "ANTHROPIC_API_KEY=mock", "DISABLE_TELEMETRY=1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1"}
		},
		Configure: func(*Stage) error { return nil },
		Hook: func(s *Stage, command string, seconds int) error {
			hook := args{"type": "command", "command": command, "timeout": seconds}
			return putJSON(filepath.Join(s.Home, ".claude", "settings.json"), args{"hooks": args{
				"PreToolUse": []any{args{"matcher": "*", "hooks": []any{hook}}}}})
		},
		Shell: func(c string) ToolCall { return ToolCall{"Bash", args{"command": c, "description": "run it"}} },
		Leaks: []string{"garbage", "half an answer"},
		Write: func(name, text string) ToolCall {
			return ToolCall{"Write", args{"file_path": name, "content": text}}
		},
		Tools: func(work string) []ToolCall {
			at := func(name string) string { return filepath.Join(work, name) }
			return []ToolCall{
				{"Bash", args{"command": "echo hello", "description": "Say hello"}},
				{"Bash", args{"command": "sleep 0", "run_in_background": true, "timeout": 5000}},
				{"Read", args{"file_path": at("notes.txt"), "offset": 1, "limit": 10}},
				{"Write", args{"file_path": at("new.txt"), "content": "text\n"}},
				{"Edit", args{"file_path": at("notes.txt"), "old_string": "alpha", "new_string": "beta"}},
				{"Glob", args{"pattern": "*.txt"}},
				{"Grep", args{"pattern": "alpha", "path": work}},
				{"WebFetch", args{"url": "https://example.com/page", "prompt": "What is it?"}},
				{"WebSearch", args{"query": "pp agent"}},
				{"Read", args{"file_path": at("n.ipynb")}},
				{"NotebookEdit", args{"notebook_path": at("n.ipynb"), "new_source": "1", "cell_type": "code",
					"edit_mode": "insert"}},
				{"Bash", args{"command": "echo hello", "dangerouslyDisableSandbox": true}},
				{"ToolSearch", args{"query": "select:Monitor,TaskCreate,CronCreate,EnterWorktree,mcp__notes__add_note",
					"max_results": 5}},
				{"Monitor", args{"command": "echo hello", "description": "watch", "timeout_ms": 1000, "persistent": false}},
				{"TaskCreate", args{"subject": "a", "description": "b", "activeForm": "c"}},
				{"Skill", args{"skill": "debug"}},
				{"ListAgents", args{}},
				{"mcp__notes__add_note", args{"text": "a note"}},
				{"ScheduleWakeup", args{"delaySeconds": 60, "reason": "look again", "prompt": "look"}},
				{"Workflow", args{"script": "export const meta = {name: 'x', description: 'y'}\nreturn 1"}},
				{"Task", args{"description": "look", "prompt": "look around", "subagent_type": "general-purpose"}},
			}
		},
	}
}

func codex() Agent {
	return Agent{
		Name: "codex", Package: "@openai/codex", Version: "0.169.0", Bin: "codex",
		Args: []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox",
			"--dangerously-bypass-hook-trust", prompt},
		Env: func(s *Stage) []string {
			return []string{"MOCK_KEY=mock", "CODEX_HOME=" + filepath.Join(s.Home, ".codex")}
		},
		Configure: func(s *Stage) error {
			return put(filepath.Join(s.Home, ".codex", "config.toml"), `model = "gpt-5.5"
model_provider = "mock"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.mock]
name = "mock"
base_url = "`+s.Model.URL+`/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
[mcp_servers.notes]
command = "`+s.Self+`"
args = ["mcp"]
`)
		},
		Hook: func(s *Stage, command string, seconds int) error {
			hook := args{"type": "command", "command": command, "timeout": seconds}
			return putJSON(filepath.Join(s.Home, ".codex", "hooks.json"), args{"hooks": args{
				"PreToolUse": []any{args{"matcher": ".*", "hooks": []any{hook}}}}})
		},
		Shell: func(c string) ToolCall { return ToolCall{"exec_command", args{"cmd": c}} },
		Leaks: []string{"timeout", "garbage", "half an answer"},
		Write: func(name, text string) ToolCall {
			return ToolCall{"apply_patch", "*** Begin Patch\n*** Add File: " + name + "\n+" +
				strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n*** End Patch\n"}
		},
		Tools: func(work string) []ToolCall {
			return []ToolCall{
				{"exec_command", args{"cmd": "echo hello"}},
				{"exec_command", args{"cmd": "pwd; echo hello", "workdir": filepath.Join(work, "sub"), "yield_time_ms": 1000}},
				{"exec_command", args{"cmd": "apply_patch <<'EOF'\n" +
					"*** Begin Patch\n*** Add File: third.txt\n+text\n*** End Patch\nEOF\n"}},
				{"apply_patch", "*** Begin Patch\n*** Add File: new.txt\n+text\n" +
					"*** Update File: notes.txt\n@@\n-alpha\n+beta\n*** Delete File: sub/inner.txt\n*** End Patch\n"},
				{"update_plan", args{"plan": []any{args{"step": "a", "status": "pending"}}}},
				{"view_image", args{"path": filepath.Join(work, "dot.png")}},
				{"exec_command", args{"cmd": "cat", "tty": true, "yield_time_ms": 300}},
				{"write_stdin", args{"session_id": 1000, "chars": "x\n"}},
				{"get_goal", args{}},
				{"mcp__notes.add_note", args{"text": "a note"}},
				{"spawn_agent", args{"message": "look around"}},
			}
		},
	}
}

func gemini() Agent {
	return Agent{
		Name: "gemini", Package: "@google/gemini-cli", Version: "0.61.0", Bin: "gemini",
		Args: []string{"-p", prompt, "--skip-trust", "--approval-mode", "yolo", "-m", "gemini-2.5-pro"},
		Env: func(s *Stage) []string {
			return []string{"GEMINI_API_KEY=mock", "GOOGLE_GEMINI_BASE_URL=" + s.Model.URL, "GEMINI_TELEMETRY_ENABLED=false"}
		},
		Configure: func(s *Stage) error { return s.geminiSettings(nil) },
		Hook: func(s *Stage, command string, seconds int) error {
			hook := args{"type": "command", "command": command, "timeout": seconds * 1000, "name": "pp"}
			return s.geminiSettings(args{"BeforeTool": []any{args{"matcher": "*", "hooks": []any{hook}}}})
		},
		Shell: func(c string) ToolCall { return ToolCall{"run_shell_command", args{"command": c}} },
		Leaks: []string{"timeout", "garbage", "half an answer"},
		Write: func(name, text string) ToolCall {
			return ToolCall{"write_file", args{"file_path": name, "content": text}}
		},
		Tools: func(work string) []ToolCall {
			at := func(name string) string { return filepath.Join(work, name) }
			return []ToolCall{
				{"run_shell_command", args{"command": "echo hello", "description": "Say hello"}},
				{"run_shell_command", args{"command": "echo hello", "dir_path": "sub"}},
				{"read_file", args{"file_path": at("notes.txt")}},
				{"write_file", args{"file_path": at("new.txt"), "content": "text\n"}},
				{"replace", args{"file_path": at("notes.txt"), "instruction": "change",
					"old_string": "alpha", "new_string": "beta"}},
				{"list_directory", args{"dir_path": work}},
				{"glob", args{"pattern": "*.txt"}},
				{"grep_search", args{"pattern": "alpha"}},
				{"web_fetch", args{"prompt": "read https://example.com/page"}},
				{"google_web_search", args{"query": "pp agent"}},
				{"update_topic", args{"strategic_intent": "look", "title": "a", "summary": "b"}},
				{"list_background_processes", args{}},
				{"mcp_notes_add_note", args{"text": "a note"}},
				{"invoke_agent", args{"agent_name": "codebase_investigator", "prompt": "look"}},
				{"write_todos", args{"todos": []any{args{"description": "a", "status": "pending"}}}},
			}
		},
	}
}

func (s *Stage) geminiSettings(hooks args) error {
	settings := args{"security": args{"auth": args{"selectedType": "gemini-api-key"}},
		"privacy":    args{"usageStatisticsEnabled": false},
		"telemetry":  args{"enabled": false},
		"general":    args{"enableAutoUpdate": false, "disableAutoUpdate": true},
		"mcpServers": args{"notes": args{"command": s.Self, "args": []string{"mcp"}}}}
	if hooks != nil {
		settings["hooks"] = hooks
	}
	return putJSON(filepath.Join(s.Home, ".gemini", "settings.json"), settings)
}

func qwen() Agent {
	return Agent{
		Name: "qwen", Package: "@qwen-code/qwen-code", Version: "0.24.4", Bin: "qwen",
		Args: []string{prompt, "--approval-mode", "yolo", "--auth-type", "openai", "-m", "mock"},
		Env: func(s *Stage) []string {
			return []string{"OPENAI_API_KEY=mock", "OPENAI_BASE_URL=" + s.Model.URL + "/v1", "OPENAI_MODEL=mock"}
		},
		Configure: func(s *Stage) error { return s.qwenSettings(nil) },
		Hook: func(s *Stage, command string, seconds int) error {
			hook := args{"type": "command", "command": command, "timeout": seconds * 1000, "name": "pp"}
			return s.qwenSettings(args{"PreToolUse": []any{args{"matcher": "*", "hooks": []any{hook}}}})
		},
		Shell: func(c string) ToolCall {
			return ToolCall{"run_shell_command", args{"command": c, "is_background": false}}
		},
		Leaks: []string{"timeout", "garbage", "half an answer"},
		Write: func(name, text string) ToolCall {
			return ToolCall{"write_file", args{"file_path": name, "content": text}}
		},
		Tools: func(work string) []ToolCall {
			at := func(name string) string { return filepath.Join(work, name) }
			return []ToolCall{
				{"run_shell_command", args{"command": "echo hello", "is_background": false, "description": "Say hello"}},
				{"run_shell_command", args{"command": "echo hello", "is_background": false, "directory": at("sub")}},
				{"read_file", args{"file_path": at("notes.txt"), "limit": 10}},
				{"write_file", args{"file_path": at("new.txt"), "content": "text\n"}},
				{"edit", args{"file_path": at("notes.txt"), "old_string": "alpha", "new_string": "beta"}},
				{"list_directory", args{"path": work}},
				{"tool_call", args{"name": "list_directory", "arguments": args{"path": work}}},
				{"tool_call", args{"name": "todo_write", "arguments": args{"todos": []any{
					args{"id": "1", "content": "a", "status": "pending"}}}}},
				{"tool_call", args{"name": "monitor", "arguments": args{"command": "echo hello", "description": "watch"}}},
				{"monitor", args{"command": "echo hello", "description": "watch"}},
				{"notebook_edit", args{"notebook_path": at("n.ipynb"), "new_source": "1", "edit_mode": "insert",
					"cell_type": "code"}},
				{"mcp__notes__add_note", args{"text": "a note"}},
				{"tool_call", args{"name": "mcp__notes__add_note", "arguments": args{"text": "a note"}}},
				{"tool_search", args{"query": "todo"}},
				{"skill", args{"skill": "review"}},
				{"glob", args{"pattern": "*.txt"}},
				{"grep_search", args{"pattern": "alpha"}},
				{"web_fetch", args{"url": "https://example.com/page", "prompt": "What is it?"}},
				{"agent", args{"description": "look", "prompt": "look around", "subagent_type": "general-purpose"}},
			}
		},
	}
}

func (s *Stage) qwenSettings(hooks args) error {
	settings := args{"privacy": args{"usageStatisticsEnabled": false}, "telemetry": args{"enabled": false},
		"general":    args{"enableAutoUpdate": false, "disableAutoUpdate": true},
		"mcpServers": args{"notes": args{"command": s.Self, "args": []string{"mcp"}}}}
	if hooks != nil {
		settings["hooks"] = hooks
	}
	return putJSON(filepath.Join(s.Home, ".qwen", "settings.json"), settings)
}

func copilot() Agent {
	return Agent{
		Name: "copilot", Package: "@github/copilot", Version: "1.0.102", Bin: "copilot",
		Args: []string{"-p", prompt, "--allow-all-tools", "--allow-all-paths", "--model", "mock", "--no-color",
			"--disable-client-telemetry"},
		Env: func(s *Stage) []string {
			return []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + s.Model.URL + "/v1",
				"COPILOT_PROVIDER_TYPE=openai", "COPILOT_PROVIDER_API_KEY=mock", "COPILOT_MODEL=mock",
				"COPILOT_AUTO_UPDATE=false"}
		},
		Configure: func(s *Stage) error {
			return putJSON(filepath.Join(s.Home, ".copilot", "mcp-config.json"), args{"mcpServers": args{
				"notes": args{"type": "local", "command": s.Self, "args": []string{"mcp"}, "tools": []string{"*"}}}})
		},
		Hook: func(s *Stage, command string, seconds int) error {
			hook := args{"type": "command", "bash": command, "timeoutSec": seconds}
			return putJSON(filepath.Join(s.Home, ".copilot", "hooks", "pp.json"), args{"version": 1, "hooks": args{
				"preToolUse": []any{hook}}})
		},
		Shell: func(c string) ToolCall { return ToolCall{"bash", args{"command": c, "description": "run it"}} },
		Leaks: []string{"timeout", "garbage", "half an answer"},
		Write: func(name, text string) ToolCall {
			return ToolCall{"create", args{"path": name, "file_text": text}}
		},
		Tools: func(work string) []ToolCall {
			at := func(name string) string { return filepath.Join(work, name) }
			return []ToolCall{
				{"bash", args{"command": "echo hello", "description": "Say hello"}},
				{"bash", args{"command": "echo hello", "description": "Say hello", "mode": "async", "shellId": "s1"}},
				{"view", args{"path": at("notes.txt")}},
				{"create", args{"path": at("new.txt"), "file_text": "text\n"}},
				{"edit", args{"path": at("notes.txt"), "old_str": "alpha", "new_str": "beta"}},
				{"glob", args{"pattern": "*.txt"}},
				{"grep", args{"pattern": "alpha", "paths": work}},
				{"sql", args{"description": "look", "query": "SELECT 1"}},
				{"skill", args{"skill": "x"}},
				{"notes-add_note", args{"text": "a note"}},
				{"web_fetch", args{"url": "https://example.com/page"}},
				{"report_intent", args{"intent": "Looking"}},
				{"apply_patch", args{"input": "*** Begin Patch\n*** Add File: other.txt\n+text\n*** End Patch\n"}},
				{"task", args{"description": "look", "prompt": "look around", "agent_type": "explore", "name": "looker"}},
				{"read_bash", args{"shellId": "s1", "delay": 1}},
				{"write_bash", args{"shellId": "s1", "input": "x{enter}", "delay": 1}},
			}
		},
	}
}

func opencode() Agent {
	return Agent{
		Name: "opencode", Package: "opencode-ai", Version: "1.18.33", Bin: "opencode",
		Args: []string{"run", "--model", "mock/mock", prompt},
		Env: func(s *Stage) []string {
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1",
				"OPENCODE_DISABLE_LSP_DOWNLOAD=1",
				"OPENCODE_DISABLE_SHARE=1", "npm_config_fetch_retries=0", "npm_config_offline=true"}
		},
		// Without the package of its plugins it looks for that, for a minute and more, where no network is.
		Besides: "@opencode-ai/plugin",
		Configure: func(s *Stage) error {
			config := filepath.Join(s.Home, ".config", "opencode")
			if err := s.link("opencode", config); err != nil {
				return err
			}
			return putJSON(filepath.Join(config, "opencode.json"), args{
				"model": "mock/mock", "autoupdate": false, "share": "disabled", "permission": "allow",
				"mcp": args{"notes": args{"type": "local", "command": []string{s.Self, "mcp"}, "enabled": true}},
				"provider": args{"mock": args{"npm": "@ai-sdk/openai-compatible", "name": "mock",
					"options": args{"baseURL": s.Model.URL + "/v1", "apiKey": "mock"},
					"models":  args{"mock": args{"name": "mock", "tool_call": true}}}}})
		},
		Hook: func(s *Stage, command string, seconds int) error {
			return put(filepath.Join(s.Home, ".config", "opencode", "plugin", "pp.js"), opencodePlugin(command, seconds))
		},
		Shell: func(c string) ToolCall { return ToolCall{"bash", args{"command": c, "description": "run it"}} },
		Write: func(name, text string) ToolCall {
			return ToolCall{"write", args{"filePath": name, "content": text}}
		},
		Tools: func(work string) []ToolCall {
			at := func(name string) string { return filepath.Join(work, name) }
			return []ToolCall{
				{"bash", args{"command": "echo hello", "description": "Say hello"}},
				{"bash", args{"command": "echo hello", "description": "Say hello", "workdir": at("sub"), "timeout": 5000}},
				{"read", args{"filePath": at("notes.txt"), "offset": 0, "limit": 10}},
				{"write", args{"filePath": at("new.txt"), "content": "text\n"}},
				{"edit", args{"filePath": at("notes.txt"), "oldString": "alpha", "newString": "beta"}},
				{"glob", args{"pattern": "*.txt"}},
				{"grep", args{"pattern": "alpha"}},
				{"webfetch", args{"url": "https://example.com/page", "format": "markdown"}},
				{"notes_add_note", args{"text": "a note"}},
				{"apply_patch", args{"patchText": "*** Begin Patch\n*** Add File: other.txt\n+text\n*** End Patch\n"}},
				{"todowrite", args{"todos": []any{args{"id": "1", "content": "a", "status": "pending", "priority": "low"}}}},
				{"task", args{"description": "look", "prompt": "look around", "subagent_type": "general"}},
			}
		},
	}
}

// opencodePlugin hands each call to a command; whatever is not exit 0 throws.
func opencodePlugin(command string, seconds int) string {
	return `import { spawnSync } from "node:child_process"
export const PP = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const sent = JSON.stringify({ ...input, directory, args: output.args })
    const got = spawnSync("/bin/sh", ["-c", ` + strconv.Quote(command) + `],
      { input: sent, timeout: ` + strconv.Itoa(seconds*1000) + `, encoding: "utf8" })
    if (got.error || got.status !== 0) throw new Error("pp: " + (got.error || got.stderr || got.status))
  },
})
`
}

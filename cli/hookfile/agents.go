package hookfile

import (
	"path/filepath"
	"strings"
)

// Agent is where an agent keeps its hooks, and what one of them looks like there. It is a value,
// safe for concurrent use.
type Agent struct {
	Name  string // as in `pp hook NAME`
	Title string
	// Note is what the person has to do besides, "" for nothing.
	Note string

	variable string   // of the environment, names the directory in the place of below
	home     string   // likewise, the home
	below    string   // the directory of the person's file, below the home
	file     string   // its name there
	project  string   // the file of a project, below its root
	events   []string // under "hooks"; none of an agent that runs a module
	silent   bool     // an exit code 2 without a word lets the call happen
	ignores  string   // flags of `pp hook` that change nothing there, each behind a space
	entry    string   // an element of such an event, with %s for the line
	empty    string   // a file without a hook
	canary   string   // what the hook is handed of a command, with %s for the command and for the directory
}

// Place is what the files are found by.
type Place struct {
	Home    string              // the person's, "" where there is none
	Env     func(string) string // variables of the environment, "" for one that is not set
	Project string              // the root of the project, "" for the person's own files
}

// File is the file that an agent reads its hooks from, "" where there is no place for it.
func (a Agent) File(p Place) string {
	if p.Project != "" {
		return filepath.Join(p.Project, a.project)
	}
	if dir := p.Env(a.variable); a.variable != "" && filepath.IsAbs(dir) {
		return filepath.Join(dir, a.file)
	}
	home := p.Home
	if dir := p.Env(a.home); a.home != "" && filepath.IsAbs(dir) {
		home = dir
	}
	rest, config := strings.CutPrefix(a.below, ".config/")
	if dir := p.Env("XDG_CONFIG_HOME"); config && filepath.IsAbs(dir) {
		return filepath.Join(dir, rest, a.file)
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, a.below, a.file)
}

// Ignores reports whether a flag of `pp hook` changes nothing for the agent: it runs no other command than its own
// whatever it is told, or has no word for what is allowed, or is always told.
func (a Agent) Ignores(flag string) bool { return strings.Contains(a.ignores, " "+flag) }

// Takers are the names of the agents for which a flag of `pp hook` changes something.
func Takers(flag string) (out []string) {
	for _, a := range Agents() {
		if !a.Ignores(flag) {
			out = append(out, a.Name)
		}
	}
	return out
}

// Timeout is how long every agent is told to wait for pp, which answers within a third of it, in seconds.
const Timeout = 30

// The forms of an element: as Claude Code has it, and those who follow it; and a plain one.
const (
	nested = `{"matcher":"*","hooks":[{"type":"command","command":%s,"timeout":30}]}`
	named  = `{"matcher":"*","hooks":[{"type":"command","name":"pp","command":%s,"timeout":30}]}`
	plain  = `{"command":%s,"timeout":30}`
)

// What most hooks are handed.
const (
	likeClaude = `{"session_id":"pp-doctor","hook_event_name":"PreToolUse","tool_name":"Bash",` +
		`"tool_input":{"command":%s},"cwd":%s}`
	likeGemini = `{"session_id":"pp-doctor","hook_event_name":"BeforeTool","tool_name":"run_shell_command",` +
		`"tool_input":{"command":%s},"cwd":%s}`
	likeQwen = `{"session_id":"pp-doctor","hook_event_name":"PreToolUse","tool_name":"run_shell_command",` +
		`"tool_input":{"command":%s},"cwd":%s}`
)

// Agents are all that a hook can be installed for, by name.
func Agents() []Agent {
	return []Agent{
		{Name: "claude", Title: "Claude Code",
			variable: "CLAUDE_CONFIG_DIR", below: ".claude", file: "settings.json", project: ".claude/settings.json",
			events: []string{"PreToolUse", "PermissionRequest"}, empty: "{}\n",
			entry:  `{"matcher":"*","hooks":[{"type":"command","command":%s,"timeout":30,"onFailure":"block"}]}`,
			canary: likeClaude},
		{Name: "codex", Title: "Codex", Note: "Codex runs it once you have trusted it: start codex, and say /hooks",
			variable: "CODEX_HOME", below: ".codex", file: "hooks.json", project: ".codex/hooks.json",
			silent: true, events: []string{"PreToolUse", "PermissionRequest"}, empty: "{}\n", entry: nested,
			canary: likeClaude},
		{Name: "copilot", Title: "Copilot CLI",
			variable: "COPILOT_HOME", below: ".copilot", file: "hooks/pp.json", project: ".github/hooks/pp.json",
			events: []string{"preToolUse"}, empty: "{\n  \"version\": 1\n}\n",
			entry:  `{"type":"command","bash":%s,"timeoutSec":30}`,
			canary: `{"sessionId":"pp-doctor","timestamp":0,"toolName":"bash","toolArgs":{"command":%s},"cwd":%s}`},
		{Name: "crush", Title: "Crush",
			variable: "CRUSH_GLOBAL_CONFIG", below: ".config/crush", file: "crush.json", project: "crush.json",
			ignores: " --confine", events: []string{"PreToolUse"}, empty: "{}\n", entry: plain,
			canary: `{"session_id":"pp-doctor","event":"PreToolUse","tool_name":"bash","tool_input":{"command":%s},"cwd":%s}`},
		{Name: "cursor", Title: "Cursor",
			below: ".cursor", file: "hooks.json", project: ".cursor/hooks.json", ignores: " --confine --auto-allow",
			events: []string{"beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse"},
			empty:  "{\n  \"version\": 1\n}\n", entry: `{"command":%s,"timeout":30,"failClosed":true}`,
			canary: `{"conversation_id":"pp-doctor","hook_event_name":"beforeShellExecution","command":%s,"cwd":%s}`},
		{Name: "gemini", Title: "Gemini CLI",
			home: "GEMINI_CLI_HOME", below: ".gemini", file: "settings.json", project: ".gemini/settings.json",
			silent: true, events: []string{"BeforeTool"}, empty: "{}\n",
			entry:  `{"matcher":"*","hooks":[{"type":"command","name":"pp","command":%s,"timeout":30000}]}`,
			canary: likeGemini},
		{Name: "opencode", Title: "opencode",
			below: ".config/opencode", file: "plugins/pp.js", project: ".opencode/plugins/pp.js",
			ignores: " --confine --auto-allow",
			canary:  `{"sessionID":"pp-doctor","tool":"bash","args":{"command":%s},"directory":%s}`},
		{Name: "qwen", Title: "Qwen Code",
			variable: "QWEN_HOME", below: ".qwen", file: "settings.json", project: ".qwen/settings.json",
			silent: true, events: []string{"PreToolUse"}, empty: "{}\n", ignores: " --confine",
			entry:  named,
			canary: likeQwen},
		{Name: "windsurf", Title: "Windsurf",
			below: ".codeium/windsurf", file: "hooks.json", project: ".windsurf/hooks.json",
			ignores: " --confine --auto-allow",
			events:  []string{"pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"}, empty: "{}\n",
			entry: `{"command":%s,"show_output":true}`,
			canary: `{"trajectory_id":"pp-doctor","agent_action_name":"pre_run_command",` +
				`"tool_info":{"command_line":%s,"cwd":%s}}`},
	}
}

// Find is the agent of a name.
func Find(name string) (Agent, bool) {
	for _, a := range Agents() {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

// Names are the names of all agents, sorted.
func Names() (out []string) {
	for _, a := range Agents() {
		out = append(out, a.Name)
	}
	return out
}

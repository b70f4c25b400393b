package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Agent is how another agent is installed, pointed at a model of ours, and what its tools are. In Env,
// Files and Calls, $MODEL stands for the model's address, $HOME and $WORK for folders, $SELF for this program.
type Agent struct {
	Name, Package, Version, Bin string
	// Besides is another package of the same version that it needs, "" for none. Without it opencode looks
	// for that of its plugins, for a minute and more, where no network is.
	Besides string
	Args    []string
	Env     []string
	// Files are what it needs to run against the model, by their names below the home.
	Files map[string]string
	// Questions are files that have it ask its person about every command.
	Questions map[string]string
	// Shell is the call that runs a command line, Write the one that writes a file; %s are their arguments.
	Shell, Write string
	// Leaks are the scenes in which a denied command runs all the same: what the agent cannot be
	// made to block.
	Leaks []string
	// Calls are of every tool that has effects, for recording: a tool and its arguments a line.
	Calls string
}

const prompt = "please do it"

// noQuestions has Codex ask nobody.
const noQuestions = "--dangerously-bypass-approvals-and-sandbox"

type args = map[string]any

// fill puts what $MODEL and the others stand for into a text.
func (s *Stage) fill(text string) string {
	return strings.NewReplacer("$MODEL", s.Model.URL, "$HOME", s.Home, "$WORK", s.Work, "$SELF", s.Self).Replace(text)
}

func (s *Stage) fillAll(list []string) (out []string) {
	for _, text := range list {
		out = append(out, s.fill(text))
	}
	return out
}

// put writes files below the home.
func (s *Stage) put(files map[string]string) error {
	for name, text := range files {
		if err := put(filepath.Join(s.Home, name), s.fill(text)); err != nil {
			return err
		}
	}
	return nil
}

// toolCall is a tool with its arguments, %s in them being texts.
func toolCall(line string, texts ...string) ToolCall {
	name, form, _ := strings.Cut(line, " ")
	quoted := make([]any, len(texts))
	for i, text := range texts {
		q, _ := json.Marshal(text)
		quoted[i] = string(q)
	}
	if len(quoted) > 0 {
		form = fmt.Sprintf(form, quoted...)
	}
	var given any
	if err := json.Unmarshal([]byte(form), &given); err != nil {
		panic(line + ": " + err.Error())
	}
	return ToolCall{name, given}
}

// run is the call that runs a command line.
func (a Agent) run(command string) ToolCall { return toolCall(a.Shell, command) }

// write is the call that writes a file.
func (a Agent) write(name, text string) ToolCall {
	if a.Name == "codex" { // it takes a patch, which is no object
		return ToolCall{"apply_patch", "*** Begin Patch\n*** Add File: " + name + "\n+" +
			strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+") + "\n*** End Patch\n"}
	}
	return toolCall(a.Write, name, text)
}

// all are the calls of every tool, on this stage.
func (a Agent) all(s *Stage) (out []ToolCall) {
	for line := range strings.Lines(a.Calls) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, toolCall(s.fill(line)))
		}
	}
	return out
}

// configure writes what the agent needs to run against the model.
func (s *Stage) configure(a Agent) error {
	if a.Name == "opencode" {
		if err := s.link(a.Name, filepath.Join(s.Home, ".config", a.Name)); err != nil {
			return err
		}
	}
	return s.put(a.Files)
}

// env is all that an agent, and pp, see of the environment.
func (s *Stage) env(a Agent) []string {
	path := os.Getenv("PATH")
	if s.Node != "" {
		path = s.Node + ":" + path
	}
	return append([]string{"HOME=" + s.Home, "PATH=" + path, "TERM=dumb", "LANG=C.UTF-8", "TMPDIR=" + s.Root,
		"PP_HOOKS=" + s.Self, "PP_HOOKS_LOG=" + s.Log, "DO_NOT_TRACK=1"}, s.fillAll(a.Env)...)
}

// What Gemini CLI and Qwen Code, which comes of it, have in common.
const likeGemini = `"privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},
"general":{"enableAutoUpdate":false,"disableAutoUpdate":true},
"mcpServers":{"notes":{"command":"$SELF","args":["mcp"]}}}`

// always are what cannot be helped where an agent runs a program that is not pp, or is none.
var always = []string{"timeout", "garbage", "half an answer"}

func agents() []Agent {
	return []Agent{{
		Name: "claude", Package: "@anthropic-ai/claude-code", Version: "2.1.330", Bin: "claude",
		Args: []string{"-p", prompt, "--model", "claude-sonnet-4-5", "--output-format", "stream-json", "--verbose",
			"--allowedTools", "Bash,Read,Write,Edit,MultiEdit,NotebookEdit,WebFetch,WebSearch,Glob,Grep,Task,Monitor,Skill," +
				"Workflow,mcp__notes__add_note,mcp__notes__check,mcp__notes__run",
			"--mcp-config", `{"mcpServers":{"notes":{"command":"/bin/sh","args":["-c","exec \"$PP_HOOKS\" mcp"]}}}`},
		Env: []string{"ANTHROPIC_BASE_URL=$MODEL", "ANTHROPIC_API_KEY=mock", "DISABLE_TELEMETRY=1",
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1"},
		Questions: map[string]string{".claude/settings.json": `{"permissions":{"ask":["Bash"]}}` + "\n"},
		Shell:     `Bash {"command":%s,"description":"run it"}`,
		Write:     `Write {"file_path":%s,"content":%s}`,
		Leaks:     always[1:],
		Calls:     claudeCalls,
	}, {
		Name: "codex", Package: "@openai/codex", Version: "0.169.0", Bin: "codex",
		Args: []string{"exec", "--skip-git-repo-check", noQuestions, "--dangerously-bypass-hook-trust", prompt},
		Env:  []string{"MOCK_KEY=mock", "CODEX_HOME=$HOME/.codex"},
		Files: map[string]string{".codex/config.toml": `model = "gpt-5.5"
model_provider = "mock"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.mock]
name = "mock"
base_url = "$MODEL/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
[mcp_servers.notes]
command = "$SELF"
args = ["mcp"]
`},
		Shell: `exec_command {"cmd":%s}`,
		Leaks: always,
		Calls: codexCalls,
	}, {
		Name: "gemini", Package: "@google/gemini-cli", Version: "0.61.0", Bin: "gemini",
		Args: []string{"-p", prompt, "--skip-trust", "--approval-mode", "yolo", "-m", "gemini-2.5-pro"},
		Env:  []string{"GEMINI_API_KEY=mock", "GOOGLE_GEMINI_BASE_URL=$MODEL", "GEMINI_TELEMETRY_ENABLED=false"},
		Files: map[string]string{".gemini/settings.json": `{"security":{"auth":{"selectedType":"gemini-api-key"}},` +
			likeGemini},
		Shell: `run_shell_command {"command":%s}`,
		Write: `write_file {"file_path":%s,"content":%s}`,
		Leaks: always,
		Calls: geminiCalls,
	}, {
		Name: "qwen", Package: "@qwen-code/qwen-code", Version: "0.24.4", Bin: "qwen",
		Args:  []string{prompt, "--approval-mode", "yolo", "--auth-type", "openai", "-m", "mock"},
		Env:   []string{"OPENAI_API_KEY=mock", "OPENAI_BASE_URL=$MODEL/v1", "OPENAI_MODEL=mock"},
		Files: map[string]string{".qwen/settings.json": "{" + likeGemini},
		Shell: `run_shell_command {"command":%s,"is_background":false}`,
		Write: `write_file {"file_path":%s,"content":%s}`,
		Leaks: always,
		Calls: qwenCalls,
	}, {
		Name: "copilot", Package: "@github/copilot", Version: "1.0.102", Bin: "copilot",
		Args: []string{"-p", prompt, "--allow-all-tools", "--allow-all-paths", "--model", "mock", "--no-color",
			"--disable-client-telemetry"},
		Env: []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=$MODEL/v1", "COPILOT_PROVIDER_TYPE=openai",
			"COPILOT_PROVIDER_API_KEY=mock", "COPILOT_MODEL=mock", "COPILOT_AUTO_UPDATE=false"},
		Files: map[string]string{".copilot/mcp-config.json": `{"mcpServers":{"notes":` +
			`{"type":"local","command":"$SELF","args":["mcp"],"tools":["*"]}}}`},
		Shell: `bash {"command":%s,"description":"run it"}`,
		Write: `create {"path":%s,"file_text":%s}`,
		Leaks: always,
		Calls: copilotCalls,
	}, {
		Name: "opencode", Package: "opencode-ai", Version: "1.18.33", Bin: "opencode", Besides: "@opencode-ai/plugin",
		Args: []string{"run", "--model", "mock/mock", prompt},
		Env: []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1",
			"OPENCODE_DISABLE_SHARE=1", "npm_config_fetch_retries=0", "npm_config_offline=true"},
		Files: map[string]string{".config/opencode/opencode.json": `{"model":"mock/mock","autoupdate":false,` +
			`"share":"disabled","permission":"allow",` +
			`"mcp":{"notes":{"type":"local","command":["$SELF","mcp"],"enabled":true}},` +
			`"provider":{"mock":{"npm":"@ai-sdk/openai-compatible","name":"mock",` +
			`"options":{"baseURL":"$MODEL/v1","apiKey":"mock"},"models":{"mock":{"name":"mock","tool_call":true}}}}}`},
		Shell: `bash {"command":%s,"description":"run it"}`,
		Write: `write {"filePath":%s,"content":%s}`,
		Calls: opencodeCalls,
	}}
}

package hook

import (
	"strings"
	"unicode"

	"pp/engine"
)

// gemini is Gemini CLI. It obeys a deny of BeforeTool, and other arguments; an ask makes it wait
// for ever when nobody is there, so it is never told to. Exit code 2 without a word on standard
// error lets the call happen.
type gemini struct{}

// Read implements Agent.
func (gemini) Read(input []byte) (Call, error) {
	in, c := likeClaude(input, "BeforeTool")
	args := in.Object("tool_input")
	if c.Tool == "run_shell_command" {
		c.Dir, c.Rewrites = within(c.Dir, args.Optional("dir_path")), true
	}
	c.Deeds = geminiDeeds(c.Tool, args)
	return c, in.Err()
}

func geminiDeeds(tool string, in Fields) []Deed {
	switch tool {
	case "run_shell_command":
		return []Deed{Command{in.Text("command")}}
	case "read_file":
		return []Deed{File{Op: Read, Path: in.Text("file_path")}}
	case "write_file":
		return []Deed{File{Op: Write, Path: in.Text("file_path"), Content: in.Text("content")}}
	case "replace":
		return []Deed{File{Op: Edit, Path: in.Text("file_path"), Content: in.Text("new_string"),
			Old: in.Optional("old_string")}}
	case "list_directory":
		return []Deed{File{Op: List, Path: in.Optional("dir_path")}}
	case "glob":
		return []Deed{File{Op: List, Path: globbed(in.Optional("dir_path"), in.Text("pattern"))}}
	case "grep_search", "search_file_content":
		return []Deed{File{Op: Search, Path: in.Optional("dir_path")}}
	case "read_many_files":
		return manyFiles(in.Texts("include"))
	case "web_fetch":
		return geminiFetches(tool, in)
	case "write_todos", "update_topic", "enter_plan_mode", "exit_plan_mode", "ask_user", "complete_task", "activate_skill",
		"get_internal_docs", "invoke_agent", "list_mcp_resources", "list_background_processes", "read_background_output",
		"tracker_create_task", "tracker_update_task",
		"tracker_get_task", "tracker_list_tasks", "tracker_add_dependency", "tracker_visualize":
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

// manyFiles are what paths and patterns of files read.
func manyFiles(patterns []string) []Deed {
	var out []Deed
	for _, p := range patterns {
		if strings.ContainsAny(p, "*?[{!(\\") {
			out = append(out, File{Op: Search, Path: globbed("", p)})
		} else {
			out = append(out, File{Op: Read, Path: p})
		}
	}
	return out
}

// geminiFetches are the addresses that a prompt names: Gemini gets every word of it that is one, and
// for a file of GitHub's its raw form. Configured otherwise it gets a url that it is given.
func geminiFetches(tool string, in Fields) []Deed {
	var out []Deed
	if in.Has("url") {
		out = append(out, Fetch{in.Text("url")})
		if !in.Has("prompt") {
			return out
		}
	}
	space := func(r rune) bool { return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r) } // as JavaScript has it
	for _, word := range strings.FieldsFunc(in.Text("prompt"), space) {
		if !strings.Contains(word, "://") {
			continue
		}
		out = append(out, Fetch{word})
		if at, path, ok := strings.Cut(word, "/blob/"); ok {
			if _, repo, ok := strings.Cut(strings.ToLower(at), "://github.com/"); ok {
				out = append(out, Fetch{"https://raw.githubusercontent.com/" + repo + "/" + path})
			}
		}
	}
	if len(out) == 0 {
		return []Deed{Unknown{tool}}
	}
	return out
}

// Write implements Agent.
func (gemini) Write(c Call, a Answer) Reply {
	out := map[string]any{}
	switch {
	case a.Decision == engine.Allow && a.Command != "":
		out["decision"] = "allow"
		out["hookSpecificOutput"] = map[string]any{"hookEventName": "BeforeTool",
			"tool_input": ReadFields(c.Input).With("command", a.Command)} // they take the place of all arguments
	case a.Decision == engine.Allow && a.Explicit:
		out["decision"] = "allow"
	case a.Decision == engine.Allow:
	default:
		out["decision"], out["reason"] = "deny", a.Reason
	}
	return JSON(out)
}

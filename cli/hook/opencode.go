package hook

import "pp/engine"

// opencode is opencode, whose plugins are modules of its own process: ours, which `pp hook install`
// writes, hands us each call and throws what we say on standard error unless our exit code is 0.
type opencode struct{}

// Read implements Agent.
func (opencode) Read(input []byte) (Call, error) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("sessionID"), Dir: in.Optional("directory"), Tool: in.Text("tool"),
		Event: "tool.execute.before", Input: in.Raw("args")}
	args := in.Object("args")
	if c.Tool == "bash" {
		c.Dir = within(c.Dir, args.Optional("workdir"))
	}
	deeds, err := opencodeDeeds(c.Tool, args)
	if err != nil {
		in.fail("the patch: %w", err)
	}
	c.Deeds = deeds
	return c, in.Err()
}

func opencodeDeeds(tool string, in Fields) ([]Deed, error) {
	switch tool {
	case "bash":
		return []Deed{Command{in.Text("command")}}, nil
	case "read":
		return []Deed{File{Op: Read, Path: in.Text("filePath")}}, nil
	case "write":
		return []Deed{File{Op: Write, Path: in.Text("filePath"), Content: in.Text("content")}}, nil
	case "edit":
		return []Deed{File{Op: Edit, Path: in.Text("filePath"), Content: in.Text("newString"),
			Old: in.Optional("oldString")}}, nil
	case "apply_patch":
		return patchDeeds(in.Text("patchText"))
	case "glob":
		return []Deed{File{Op: List, Path: globbed(in.Optional("path"), in.Text("pattern"))}}, nil
	case "list":
		return []Deed{File{Op: List, Path: in.Optional("path")}}, nil
	case "grep":
		return []Deed{File{Op: Search, Path: in.Optional("path")}}, nil
	case "webfetch":
		return []Deed{Fetch{in.Text("url")}}, nil
	case "task", "todowrite", "todoread", "question", "skill", "plan_enter", "plan_exit", "lsp", "invalid":
		return []Deed{None{}}, nil
	}
	return []Deed{Unknown{tool}}, nil
}

// Write implements Agent.
func (opencode) Write(_ Call, a Answer) Reply {
	if a.Decision == engine.Allow {
		return Reply{}
	}
	return blocked(a.Reason)
}

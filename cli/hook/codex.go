package hook

import (
	"errors"
	"fmt"
	"strings"

	"pp/engine"
)

// codex is Codex. It obeys a deny of PreToolUse, and an allow only with updatedInput; whatever
// else is said, an ask too, lets the call happen. An allow of PermissionRequest it obeys as well.
type codex struct{}

// Read implements Agent.
func (codex) Read(input []byte) (Call, error) {
	in, c := likeClaude(input, beforeCall, beforeQuestion)
	c.Asks = c.Event == beforeQuestion // by leaving it to what it was about to ask
	args := in.Object("tool_input")
	switch c.Tool {
	case "Bash", "shell", "local_shell", "exec_command":
		c.Rewrites, c.Interactive = c.Event == beforeCall && c.Tool == "Bash", true
		c.Deeds = []Deed{Command{args.Text("command")}}
	case "apply_patch":
		deeds, err := patchDeeds(args.Text("command"))
		if err != nil {
			in.fail("the patch: %w", err)
		}
		c.Deeds = deeds
	case "view_image":
		c.Deeds = []Deed{File{Op: Read, Path: args.Text("path")}}
	case "update_plan", "get_goal", "create_goal", "update_goal":
		c.Deeds = []Deed{None{}}
	default:
		c.Deeds = []Deed{Unknown{c.Tool}}
	}
	return c, in.Err()
}

// Write implements Agent.
func (codex) Write(c Call, a Answer) Reply {
	if c.Event == beforeQuestion {
		return permission(a)
	}
	out := map[string]any{"hookEventName": beforeCall}
	switch {
	case a.Decision == engine.Allow && a.Command != "":
		out["permissionDecision"] = "allow"
		out["updatedInput"] = ReadFields(c.Input).With("command", a.Command)
	case a.Decision == engine.Allow:
		return JSON(struct{}{})
	default:
		out["permissionDecision"] = "deny"
		out["permissionDecisionReason"] = a.Reason
	}
	return JSON(map[string]any{"hookSpecificOutput": out})
}

// The lines of a patch that name a file.
const (
	patchBegin  = "*** Begin Patch"
	patchAdd    = "*** Add File: "
	patchUpdate = "*** Update File: "
	patchDelete = "*** Delete File: "
	patchMove   = "*** Move to: "
)

// errNoPatch says that a patch names no file that it would change.
var errNoPatch = errors.New("it names no file")

// patchDeeds are what a patch in the form of apply_patch changes. What it adds is the content of
// the file that was named last.
func patchDeeds(patch string) ([]Deed, error) {
	var out []Deed
	var at *File
	content := &strings.Builder{}
	done := func() {
		if at != nil {
			at.Content = content.String()
			out = append(out, *at)
			at = nil
		}
		content.Reset()
	}
	for line := range strings.SplitSeq(patch, "\n") {
		head := strings.TrimSpace(line)
		op, path := patchHead(head)
		switch {
		case op != OpNone:
			done()
			at = &File{Op: op, Path: path}
		case strings.HasPrefix(head, "*** ") && at == nil && head != patchBegin && head != "*** End Patch":
			return nil, fmt.Errorf("the line %.80q is not known", head)
		case strings.HasPrefix(line, "+"):
			content.WriteString(line[1:] + "\n")
		}
	}
	done()
	if len(out) == 0 {
		return nil, errNoPatch
	}
	return out, nil
}

func patchHead(line string) (FileOp, string) {
	for _, h := range [...]struct {
		prefix string
		op     FileOp
	}{{patchAdd, Write}, {patchUpdate, Edit}, {patchDelete, Delete}, {patchMove, Write}} {
		if path, ok := strings.CutPrefix(line, strings.TrimSpace(h.prefix)); ok {
			return h.op, strings.TrimSpace(path)
		}
	}
	return OpNone, ""
}

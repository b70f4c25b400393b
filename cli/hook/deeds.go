package hook

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"pp/cli/command"
	"pp/cli/setup"
	"pp/engine"
	"pp/sexp"
)

// maxDeeds bounds what one call may do.
const maxDeeds = 200

// judged is what has to be allowed for a call: the actions, and of those the tools that nobody knows.
type judged struct {
	actions []engine.Action
	unknown []string
	none    bool // it has no effects at all
}

// errDeeds says that a call does not say what it would do.
var errDeeds = errors.New("it does not say what it would do")

// actionsOf are the actions that a call comes to; tools are those of pp itself, with whose names no other may be meant.
func actionsOf(c Call, tools engine.ToolTable) (out judged, err error) {
	if len(c.Deeds) == 0 || len(c.Deeds) > maxDeeds {
		return out, fmt.Errorf("%w: it has %d parts", errDeeds, len(c.Deeds))
	}
	out.none = true
	for _, d := range c.Deeds {
		switch d := d.(type) {
		case None:
			continue
		case Command:
			out.add(c, engine.TargetShell, engine.Run{Command: d.Text})
		case Fetch:
			out.call(c, "fetch-url", "URL", d.URL)
		case Unknown:
			name := toolName(d.Name)
			if _, ours := tools[name]; ours || name == "shell" || name == "message" || name == "eval-form" {
				name = "other-" + name
			}
			out.unknown = append(out.unknown, name)
			out.call(c, name, setup.InputParam, string(c.Input))
		case File:
			if err := out.file(c, d); err != nil {
				return out, err
			}
		default:
			return out, errDeeds
		}
		out.none = false
	}
	return out, nil
}

func (j *judged) add(c Call, t engine.Target, op engine.Op) {
	j.actions = append(j.actions, engine.Action{Target: t, Op: op, Explanation: c.words()})
}

func (j *judged) call(c Call, tool string, pairs ...string) {
	var args sexp.Plist
	for i := 0; i+1 < len(pairs); i += 2 {
		args = args.With(pairs[i], sexp.String(pairs[i+1]))
	}
	j.add(c, engine.TargetTool, engine.Call{Tool: tool, Args: engine.SortArgs(args)})
}

// file adds an operation on a file, in each way in which its path may be read.
func (j *judged) file(c Call, f File) error {
	if f.Path == "" && f.Op != List && f.Op != Search || f.Op == OpNone || f.Op >= fileOps {
		return fmt.Errorf("%w: an operation without a path, or of no known kind", errDeeds)
	}
	for _, name := range readings(f.Path) {
		switch f.Op {
		case Read:
			j.call(c, "read-file", "FILEPATH", name)
		case Edit:
			if f.Old != "" && f.Old != f.Content {
				j.call(c, "edit-file", "FILEPATH", name, "OLD", f.Old, "NEW", f.Content)
				continue
			}
			j.call(c, "write-file", "FILEPATH", name, "CONTENT", f.Content)
		case Write:
			j.call(c, "write-file", "FILEPATH", name, "CONTENT", f.Content)
		case Delete:
			j.add(c, engine.TargetShell, engine.Run{Command: "rm -r -- " + homeWord(name)})
		case List:
			j.call(c, "list-directory", "PATH", name)
		case Search:
			j.call(c, "search-files", "PATTERN", ".", "PATH", name)
		case OpNone, fileOps:
		}
	}
	return nil
}

// readings are the ways in which an agent may read a path: some take white space off its ends, a URL
// for a path, or compose its letters. All of them are judged.
func readings(name string) []string {
	if name == "" {
		return []string{"."}
	}
	out := []string{name}
	more := func(s string) {
		for _, o := range out {
			if o == s {
				return
			}
		}
		if s != "" {
			out = append(out, s)
		}
	}
	trimmed := strings.TrimSpace(name)
	more(trimmed)
	more(strings.TrimPrefix(trimmed, "file://"))
	more(strings.TrimPrefix(trimmed, "@"))
	for _, short := range [...]string{"$HOME", "${HOME}"} {
		if rest, ok := strings.CutPrefix(trimmed, short); ok {
			more("~" + rest)
		}
	}
	more(norm.NFC.String(trimmed))
	return out
}

// homeWord is a path as one word of a command, with ~ at its beginning for the home directory.
func homeWord(name string) string {
	if name == "~" {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return "~/" + command.QuoteWord(rest)
	}
	return command.QuoteWord(name)
}

// globBase is the directory below which everything is that a pattern could find: all before its first
// special character.
func globBase(pattern string) string {
	pattern = strings.TrimSpace(pattern)
	if i := strings.IndexAny(pattern, "*?[{!(\\"); i >= 0 {
		before := pattern[:i]
		if strings.Contains(pattern[i:], "..") { // it may lead out again
			return "/"
		}
		pattern = before[:strings.LastIndexByte(before, '/')+1]
	}
	if pattern == "" {
		return "."
	}
	return path.Clean(pattern)
}

// toolName is the name by which a tool of another agent is known to permissions: lower case, with
// nothing in it that could be read as something else.
func toolName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '?'
	}, strings.ToLower(name))
	return engine.Clip(clean, 128)
}

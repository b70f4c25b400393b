package engine

import (
	"fmt"
	"maps"
	"path"
	"pp/engine/effect"
	"slices"
	"strings"
	"time"

	"pp/engine/reply"
	"pp/sexp"
)

// noting returns a decoder that keeps its notes.
func (d Decoder) noting() (Decoder, *[]string) {
	d.notes = new([]string)
	return d, d.notes
}

// note keeps a note for the model about a change to a call that does not change its meaning.
func (d Decoder) note(format string, args ...any) {
	if d.notes != nil {
		*d.notes = append(*d.notes, fmt.Sprintf(format, args...))
	}
}

// stakeOf is the stake of a call that cannot be used, of a tool as a model names it.
func (d Decoder) stakeOf(tool string) effect.Stake {
	if spec, _ := d.tool(tool); spec.ReadOnly {
		return effect.StakeLook
	}
	return effect.StakeCheck
}

// tool finds the tool that a model calls: by its name as reply.Tools.Find reads it, or by a name
// that is near to that of exactly one tool.
func (d Decoder) tool(name string) (ToolSpec, bool) {
	tools := d.specs()
	name = strings.ToLower(strings.TrimSpace(name))
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.:") != "" { // it may only look like a tool's name
		spec, ok := d.Tools[name]
		return spec, ok
	}
	known := make(reply.Tools, len(tools))
	for tool := range tools {
		known[tool] = reply.Tool{}
	}
	if tool, ok := known.Find(name); ok {
		return tools[tool], true
	}
	var near []ToolSpec
	for tool, spec := range tools {
		if isNear(dashed(reply.Bare(name)), tool) {
			near = append(near, spec)
		}
	}
	if len(near) != 1 {
		return ToolSpec{}, false
	}
	return near[0], true
}

// specs are the tools that a model may call by name: those of the decoder, and those that are targets.
func (d Decoder) specs() map[string]ToolSpec {
	all := make(map[string]ToolSpec, len(d.Tools)+3)
	for _, spec := range TargetTools() {
		all[spec.Name] = spec
	}
	maps.Copy(all, d.Tools)
	return all
}

func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// isNear reports whether a name differs from a tool's name in at most two letters, or in one if it has at most five. It
// never matches a tool of a server, since another server may have a tool with that name.
func isNear(name, tool string) bool {
	return !strings.HasPrefix(tool, ServerPrefix) && !strings.HasPrefix(dashed(name), dashed(ServerPrefix)) &&
		Near(name, []string{tool}) != ""
}

// called notes that a tool was found under a name that is not its own.
func (d Decoder) called(name string, spec ToolSpec) {
	written := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "functions.")
	if spec.Name != "" && dashed(written) != dashed(spec.Name) {
		d.note("There is no tool %q; pp called %s.", Clip(name, 40), spec.Name)
	}
}

// Names of arguments that models often give to tools that do not take them.
var (
	// saysWhy lists arguments that only say why a model makes the call.
	saysWhy = [...]string{"DESCRIPTION", "REASON", "PURPOSE", "COMMENT", "JUSTIFICATION"}
	// saysWhere lists arguments that say in which directory a command should run.
	saysWhere = [...]string{"WORKDIR", "CWD", "WORKING-DIRECTORY", "WORKING_DIRECTORY", "DIR", "DIRECTORY"}
	// saysMilliseconds lists those in which it gives the timeout of a command, and the unit.
	saysMilliseconds = [...]string{"TIMEOUT_MS", "TIMEOUT-MS", "TIMEOUTMS"}
)

// repair drops the arguments of a call that the tool does not take and that change nothing: the reason for the call,
// which becomes the explanation if there is no other, and the directory of a command if it is the one where commands
// run. A command for another directory is an error that says how to write it.
func (d Decoder) repair(a *Action, spec ToolSpec, args sexp.Plist, raw string) (sexp.Plist, error) {
	if spec.Name == "" || strings.HasPrefix(spec.Name, ServerPrefix) {
		return args, nil
	}
	for _, key := range slices.Clone(args.Keys()) {
		said, isText := args.Text(key)
		if slices.Contains(saysMilliseconds[:], key) && spec.Name == "shell" {
			args = d.milliseconds(args, key)
			continue
		}
		if slices.ContainsFunc(spec.Params, func(p Param) bool { return p.Name == key }) || !isText {
			continue
		}
		switch {
		case slices.Contains(saysWhy[:], key):
			if strings.TrimSpace(a.Explanation) == "" {
				a.Explanation = said
			}
		case spec.Name != "shell" || !slices.Contains(saysWhere[:], key):
			continue
		case !d.runsIn(said) && d.Dir == nil:
			continue
		case !d.runsIn(said):
			return args, protocolError(raw, "%s does not take :%s, and commands run in %q. Begin the command with: cd %s &&",
				spec.Name, key, d.Dir(), Clip(said, 200))
		}
		args = args.Without(key)
		d.note("%s does not take :%s. pp left it out, which changes nothing.", spec.Name, key)
	}
	return args, nil
}

// milliseconds replaces a timeout in milliseconds by one in seconds, unless both are given.
func (d Decoder) milliseconds(args sexp.Plist, key string) sexp.Plist {
	v, _ := args.Get(key)
	n, isNumber := v.(sexp.Int)
	if _, both := args.Get("TIMEOUT"); both || !isNumber || n < 1 || n > 1000*mostSeconds {
		return args
	}
	d.note("shell takes :TIMEOUT in seconds; :%s was read as milliseconds.", key)
	return args.Without(key).With("TIMEOUT", (n+999)/1000)
}

// runsIn reports whether a directory is the one that commands run in.
func (d Decoder) runsIn(dir string) bool {
	dir = path.Clean(dir)
	return dir == "." || d.Dir != nil && dir == path.Clean(d.Dir())
}

// mostSeconds limits the timeout that a command may ask for.
const mostSeconds = 24 * 60 * 60

// limit reads a timeout. It reads a number that is more than a day in seconds as milliseconds.
func (d Decoder) limit(n sexp.Int) (limit time.Duration, ok bool) {
	switch {
	case n <= 0 || n > mostSeconds*1000:
		return 0, false
	case n <= mostSeconds:
		return time.Duration(n) * time.Second, true
	}
	limit = (time.Duration(n)*time.Millisecond + time.Second - 1).Truncate(time.Second)
	d.note("The timeout %d would be longer than a day in seconds, so pp read it as milliseconds. Give seconds.", int64(n))
	return limit, true
}

package actuators

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/sexp"
)

// Bounds of the variables that last from one command to the next.
const (
	maxExported      = 64       // how many
	maxExportedBytes = 32 << 10 // names and values together
)

// command is how bash is started: with the command's own text. Where the command is to say what it leaves, bash reads
// a file of pp's first, which it does not do with -p.
func (s *Shell) command(p prepared, out *output, limit time.Duration) sandbox.Command {
	argv := []string{p.bash, "--norc", "--noprofile", "-p", "-c", p.op.Command}
	v := p.Verdict()
	leaves := s.opts.Lasts != nil && v.Workspace.Root != "" && v.Confinement.Files == engine.FilesMounts
	if leaves {
		argv = slices.Delete(argv, 3, 4)
	}
	return sandbox.Command{Output: out, Limit: limit, Argv: argv, Leaves: leaves, Env: s.opts.Env,
		Lasts: s.opts.Lasts != nil && s.opts.Keeps != nil && s.opts.Keeps() && isLasting(p.op.Command, p.Effects())}
}

// left returns what a command left to the next one, nil for nothing else than before, and says so in the property list
// of its result. What a command that was killed set is forgotten.
func (s *Shell) left(exit sandbox.Exit, v engine.Verdict, p sexp.Plist) (*engine.Left, sexp.Plist) {
	if exit.Left == nil {
		return nil, p
	}
	next, names, not := s.merge(*exit.Left, v)
	changed := next.Dir != v.Dir || !maps.Equal(next.Exported, v.Facts.Exported)
	switch {
	case exit.Left.TooMuch || isTooMuch(next.Exported):
		return nil, p.With("NOT-KEPT", sexp.String("more variables than pp hands on to the next command"))
	case changed && exit.Signal != 0:
		return nil, p.With("NOT-KEPT", sexp.String("the directory and variables of a command that was killed"))
	}
	if next.Dir != v.Dir {
		p = p.With("NEXT-IN", sexp.String(next.Dir))
	}
	if len(names) > 0 {
		p = p.With("EXPORTED", texts(names))
	}
	if len(not) > 0 {
		p = p.With("NOT-KEPT", texts(not[:min(len(not), maxExported)]))
	}
	if !changed {
		return nil, p
	}
	return &next, p
}

// merge adds what a command left to what the commands before it did. names are the variables that it exported, and not
// names what does not last: a directory outside of the workspace and /tmp, and variables that Lasts refuses.
func (s *Shell) merge(left sandbox.Left, v engine.Verdict) (next engine.Left, names, not []string) {
	next = engine.Left{Dir: v.Dir, Exported: engine.Environment{}}
	maps.Copy(next.Exported, v.Facts.Exported)
	_, inside := v.Workspace.Contains(left.Dir)
	if inside = inside || v.Facts.Scratch.Has(left.Dir); inside && isPlain(left.Dir) && path.Clean(left.Dir) == left.Dir {
		next.Dir = left.Dir
	} else if left.Dir != v.Dir {
		not = append(not, "the directory "+shown(left.Dir))
	}
	for _, name := range left.Unset {
		delete(next.Exported, name)
	}
	for _, name := range slices.Sorted(maps.Keys(left.Exported)) {
		switch value := left.Exported[name]; {
		case slices.Contains(shellOwn[:], name):
		case isPlain(name) && s.opts.Lasts(v.Facts, name, value):
			next.Exported[name] = value
			names = append(names, name)
		default:
			not = append(not, shown(name))
		}
	}
	return next, names, not
}

// shown is a name or command for a line of a text.
func shown(name string) string {
	if name = engine.Clip(name, 200); !isPlain(name) {
		return strconv.Quote(name)
	}
	return name
}

// shellOwn are the variables that each shell sets itself.
var shellOwn = [...]string{"_", "PWD", "OLDPWD", "SHLVL", "BASH_ENV", "PS1"}

// isPlain reports whether a name can be shown as it is.
func isPlain(name string) bool {
	return utf8.ValidString(name) && len(name) < 4096 && !strings.ContainsFunc(name, unicode.IsControl)
}

// isTooMuch reports whether variables are more than those that last.
func isTooMuch(vars engine.Environment) bool {
	size := 0
	for name, value := range vars {
		size += len(name) + len(value)
	}
	return len(vars) > maxExported || size > maxExportedBytes
}

// resets reports whether a command is the one by which the model forgets what the commands before it left.
func (s *Shell) resets(op engine.Run) bool {
	return s.opts.Lasts != nil && op.Command == engine.ResetCommand
}

// reset is the result of that.
func reset() engine.Result {
	r := said("Commands begin in the first directory again, without the variables that were exported.")
	r.Left = &engine.Left{}
	return r
}

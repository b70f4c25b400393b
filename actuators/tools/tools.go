// Package tools has the built-in tools of the :TOOL actuator, one file each: what
// gates and models know of a tool, the effects of a call, and the call itself.
//
// A tool runs on a cleared call only. It must open exactly the path that the
// verdict resolved, with no symbolic link in any component; follow no link in a
// walk; block on nothing; read, list and print within limits; leave out what is private,
// and say how much; and never take a decision that is the gates' to take.
//
// Start reading at [Builtin], then at the tool's own file; open.go is how files
// are opened, walk.go how trees are walked.
package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/sexp"
)

// Tool is one tool. Run acts on a cleared call of this tool and of nothing else;
// its error is a message for the model that says what to do. A Tool is safe for
// concurrent use.
type Tool struct {
	Spec engine.ToolSpec
	Run  func(ctx context.Context, c engine.Cleared) (engine.Result, error)
}

// Options are what the tools are told by package cli.
type Options struct {
	// Skip reports whether a path, absolute and resolved, is secret: a walk leaves
	// it out and counts it. nil skips nothing.
	Skip func(path string) bool
	// Linked reports whether a file that has several names, of which the tool was given
	// the last part of this one, is secret by one of the others; nil: none is.
	Linked func(n effect.Node, name string) bool
	// Private says what the tools leave out of every file.
	Private org.Privacy
	// Memory is what remember and memory-search act on; nil: there are no such tools.
	Memory Memory
	// Headlines finds what handles name, for org-find-headline and org-modify-file; nil: there
	// are no such tools.
	Headlines Headlines
	// Editor has the person's own changes to files; nil: there is none.
	Editor Editor
	// Fetch is what fetch-url is told.
	Fetch Fetch
}

// Limits of the tools. Times are the context's to limit.
const (
	maxText    = 48 << 10  // bytes of one result, without its notes
	maxNames   = 1_000     // lines of a list
	maxFound   = 200       // lines of a search
	maxScan    = 256 << 20 // bytes read by one call
	maxVisited = 200_000   // directory entries looked at by one walk
	maxEntries = 20_000    // of one directory
	maxDepth   = 60        // directories below the root of a walk; each holds a descriptor open
	maxPattern = 1_000     // bytes of a pattern
	maxContent = 1 << 20   // bytes of a file written
	maxTarget  = 4096      // bytes of what a link leads to
	blockSize  = 64 << 10
)

// Builtin returns the built-in tools, sorted by name.
func Builtin(opts Options) []Tool {
	if opts.Skip == nil {
		opts.Skip = func(string) bool { return false }
	}
	list := []Tool{
		opts.editFile(),
		fetchURL(opts.Fetch),
		opts.findFiles(),
		opts.listDirectory(),
		opts.readFile(),
		opts.searchFiles(),
		todo(),
		validateLisp(),
		opts.writeFile(),
	}
	if opts.Memory != nil {
		list = append(list, opts.memorySearch(), opts.remember())
	}
	if opts.Headlines != nil {
		list = append(list, opts.orgFindHeadline(), opts.orgModifyFile())
	}
	slices.SortFunc(list, func(a, b Tool) int { return strings.Compare(a.Spec.Name, b.Spec.Name) })
	return list
}

// Table gives the tools' specifications by name. It panics on a duplicate.
func Table(list []Tool) engine.ToolTable {
	table := make(engine.ToolTable, len(list))
	for _, t := range list {
		if _, taken := table[t.Spec.Name]; taken {
			panic(fmt.Sprintf("tools: the tool %s is there twice", t.Spec.Name))
		}
		table[t.Spec.Name] = t.Spec
	}
	return table
}

// job is one cleared call, its arguments checked.
type job struct {
	args    sexp.Plist
	effects effect.Effects
	dir     string // working directory of the verdict
	scratch engine.Scratch
}

// newTool joins a specification, whose effects function gets checked arguments,
// and what the tool does, which gets a cleared call of this very tool.
func newTool(spec engine.ToolSpec, do func(ctx context.Context, j job) (engine.Result, error)) Tool {
	return newToolOf(spec, func(ctx context.Context, j job) (engine.Result, error) {
		e, out := j.effects, j.scratch.Outside(j.effects)
		if len(out.Reads) < len(e.Reads) || len(out.Writes) < len(e.Writes) || len(out.Deletes) < len(e.Deletes) {
			return engine.Result{}, fmt.Errorf("%s does not work in the conversation's temporary directories", spec.Name)
		}
		return do(ctx, j)
	})
}

// newToolOf is newTool for a tool that finds the conversation's temporary directories where they are.
func newToolOf(spec engine.ToolSpec, do func(ctx context.Context, j job) (engine.Result, error)) Tool {
	effects := spec.Effects
	spec.Effects = func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
		if err := check(spec, args); err != nil {
			return effect.Effects{}, err
		}
		return effects(args, facts)
	}
	return Tool{Spec: spec, Run: func(ctx context.Context, c engine.Cleared) (engine.Result, error) {
		if !c.Valid() {
			return engine.Result{}, engine.ErrNotCleared
		}
		call, ok := c.Action().Op.(engine.Call)
		if !ok || !strings.EqualFold(call.Tool, spec.Name) {
			return engine.Result{}, fmt.Errorf("%w for %s, but for %s", engine.ErrNotCleared, spec.Name, c.Action().Tool())
		}
		if err := check(spec, call.Args); err != nil {
			return engine.Result{}, err
		}
		if err := ctx.Err(); err != nil {
			return engine.Result{}, context.Cause(ctx)
		}
		return do(ctx, job{args: call.Args, effects: c.Effects(), dir: c.Verdict().Dir,
			scratch: c.Verdict().Facts.Scratch})
	}}
}

// onPath is newTool for a tool that opens one path: the one that it writes, or else reads.
func onPath(spec engine.ToolSpec, do func(ctx context.Context, j job, p effect.Path) (engine.Result, error)) Tool {
	return newToolOf(spec, func(ctx context.Context, j job) (engine.Result, error) {
		j.effects.Reads, j.effects.Writes = j.real(j.effects.Reads), j.real(j.effects.Writes)
		list := j.effects.Reads
		if !spec.ReadOnly {
			list = j.effects.Writes
		}
		p, err := only(list)
		if err != nil {
			return engine.Result{}, err
		}
		result, err := do(ctx, j, p)
		for _, list := range [...][]string{result.Changed, result.Made, result.Deleted} {
			for i := range list {
				list[i] = j.scratch.Seen(list[i])
			}
		}
		return result, err
	})
}

// real are paths as they are on the machine.
func (j job) real(list []effect.Path) []effect.Path {
	out := slices.Clone(list)
	for i := range out {
		out[i].Name = j.scratch.Real(out[i].Name)
	}
	return out
}

// only gives the one path of an effect list, the one that was judged.
func only(list []effect.Path) (effect.Path, error) {
	if len(list) != 1 || !strings.HasPrefix(list[0].Name, "/") {
		return effect.Path{}, fmt.Errorf("%w: the verdict does not name the one path to open", engine.ErrNotCleared)
	}
	return list[0], nil
}

// shown is a path for a reader: relative to the working directory where it is
// below it, quoted where it could be mistaken for something else.
func (j job) shown(name string) string {
	switch name = j.scratch.Seen(name); {
	case name == j.dir:
		name = "."
	case j.dir == "/":
		name = strings.TrimPrefix(name, "/")
	case effect.Within(name, j.dir):
		name = name[len(j.dir)+1:]
	}
	return display(name)
}

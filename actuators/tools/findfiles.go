package tools

import (
	"context"
	"fmt"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// findFiles names the files and directories below a directory that match a pattern.
func (o Options) findFiles() Tool {
	return onPath(engine.ToolSpec{
		Name:     "find-files",
		Doc:      "Finds files by name (* ? ** [a-z] {a,b}).",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "PATTERN", Kind: engine.ParamText, Required: true, MaxBytes: maxGlob,
				Doc: "*.go is at any depth"},
			{Name: "PATH", Kind: engine.ParamPath},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			pattern, _ := args.Text("PATTERN")
			if _, err := CompileGlob(pattern); err != nil {
				return effect.Effects{}, err
			}
			return treePath(args, facts)
		},
	}, o.runFindFiles)
}

func (o Options) runFindFiles(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	pattern, _ := j.args.Text("PATTERN")
	g, err := CompileGlob(pattern)
	if err != nil {
		return engine.Result{}, err
	}
	fd, err := j.openTree(p)
	if err != nil {
		return engine.Result{}, err
	}
	var out lines
	w := o.walker(ctx)
	err = w.walk(fd, p.Name, func(e entry) error {
		if g.AnyDepth(e.rel) && !out.add(j.listed(e.path, e.typ)) {
			w.left.stopped = fmt.Sprintf("these are the first %s, there are more; narrow the pattern or the path",
				plural(out.n, "name", "names"))
			return errStop
		}
		return nil
	})
	if err != nil {
		return engine.Result{}, err
	}
	none := fmt.Sprintf("Nothing below %s matches %s.", j.shown(p.Name), display(pattern))
	return engine.Result{Text: out.text(none, w.left.notes())}, nil
}

// openTree opens the directory of a walk that was judged as one.
func (j job) openTree(p effect.Path) (int, error) {
	if !p.Tree {
		return -1, fmt.Errorf("%s is a file, not a directory. Give a directory as the path, or read it with read-file",
			j.shown(p.Name))
	}
	fd, err := store.OpenUnlinked(p.Name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return -1, explain(j.shown(p.Name), err)
	}
	return fd, nil
}

package tools

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// listDirectory names what is in one directory.
func (o Options) listDirectory() Tool {
	return onPath(engine.ToolSpec{
		Name:     "list-directory",
		Doc:      "Lists a directory.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "PATH", Kind: engine.ParamPath},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			return readPath(args, "PATH", ".", facts)
		},
	}, o.runListDirectory)
}

func (o Options) runListDirectory(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	fd, err := store.OpenUnlinked(p.Name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err == unix.ENOTDIR && p.Exists && !p.Dir {
		return engine.Result{}, fmt.Errorf("%s is a file. Read it with read-file", j.shown(p.Name))
	}
	if err != nil {
		return engine.Result{}, explain(j.shown(p.Name), err)
	}
	d := os.NewFile(uintptr(fd), p.Name)
	defer d.Close()
	w := o.walker(ctx)
	list, err := w.entries(d)
	if err != nil {
		return engine.Result{}, err
	}
	var out lines
	for _, de := range list {
		name := path.Join(p.Name, de.Name())
		if w.leaves(name) {
			continue
		}
		to, says := target(fd, p.Name, de)
		if o.Private.Whole(to) {
			w.left.private++
			continue
		}
		out.add(j.listed(name, de.Type()) + says)
	}
	notes := w.left.notes()
	if out.more > 0 {
		notes = append(notes, plural(out.more, "more entry", "more entries")+" left out; find some with find-files")
	}
	return engine.Result{Text: out.text(j.shown(p.Name)+" is empty.", notes)}, nil
}

// listed is a path as lists show it: a directory ends in "/".
func (j job) listed(name string, typ fs.FileMode) string {
	if typ.IsDir() {
		return j.shown(name) + "/"
	}
	return j.shown(name)
}

// target is where a link in a directory leads, which is not followed, and what is said of
// an entry that is neither file nor directory.
func target(dirfd int, dir string, de fs.DirEntry) (to, says string) {
	switch typ := de.Type(); {
	case typ&fs.ModeSymlink != 0:
		buf := make([]byte, maxTarget)
		n, err := unix.Readlinkat(dirfd, de.Name(), buf)
		if err != nil {
			return "", " -> ?"
		}
		if to = path.Clean(string(buf[:n])); !path.IsAbs(to) {
			to = path.Join(dir, to)
		}
		return to, " -> " + display(string(buf[:n]))
	case typ&fs.ModeNamedPipe != 0:
		return "", " (FIFO)"
	case typ&fs.ModeSocket != 0:
		return "", " (socket)"
	case typ&fs.ModeDevice != 0:
		return "", " (device)"
	}
	return "", ""
}

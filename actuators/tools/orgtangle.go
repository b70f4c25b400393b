package tools

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/store"
	"pp/sexp"
)

// orgTangle writes the source blocks of an Org file to the files that they say.
func (o Options) orgTangle() Tool {
	return newTool(engine.ToolSpec{
		Name:   Tangle,
		Doc:    "Tangles an Org file: writes each source block to the file that its :tangle names.",
		Params: []engine.Param{{Name: "FILEPATH", Kind: engine.ParamPath, Required: true}},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			l, err := o.literateOf(args, facts)
			if err != nil {
				return effect.Effects{}, err
			}
			e := effect.Effects{Reads: []effect.Path{l.source}}
			for _, t := range l.targets {
				e.Writes = append(append(e.Writes, t.missing...), t.path)
				if t.Executable {
					e.Metadata = append(e.Metadata, t.path)
				}
			}
			return e, nil
		},
	}, o.runOrgTangle)
}

func (o Options) runOrgTangle(ctx context.Context, j job) (result engine.Result, err error) {
	l, err := o.reread(j)
	if err != nil {
		return result, err
	}
	shown := j.shown(l.source.Name)
	switch {
	case l.unusable != nil:
		return result, fmt.Errorf("nothing of %s was tangled: it %w", shown, l.unusable)
	case len(l.targets) == 0:
		return result, fmt.Errorf("%s has no block to tangle. Give one a :tangle with the name of a file", shown)
	}
	w := tangling{o: o, j: j}
	defer w.close()
	if err := w.open(l.targets); err != nil {
		return result, err
	}
	return w.write(ctx, l)
}

// tangling is the files that are written; all are looked at before the first is.
type tangling struct {
	o     Options
	j     job
	made  []string // directories
	files []tangledFile
}

type tangledFile struct {
	*replacement
	tangleTarget
	name, before string
}

func (w *tangling) close() {
	for _, f := range w.files {
		unix.Close(f.dirfd)
	}
}

// open makes the directories and opens the files, as the verdict lists them.
func (w *tangling) open(targets []tangleTarget) error {
	writes := w.j.effects.Writes
	for _, t := range targets {
		for len(writes) > 0 && strings.HasSuffix(writes[0].Given, "/") {
			if err := w.mkdir(writes[0].Name); err != nil {
				return w.undone(explainWrite(w.j.shown(writes[0].Name), err))
			}
			writes = writes[1:]
		}
		if len(writes) == 0 || writes[0].Given != t.Name {
			return w.undone(explainWrite(w.j.shown(w.j.effects.Reads[0].Name), errDiffers))
		}
		p := writes[0]
		writes = writes[1:]
		shown := w.j.shown(p.Name)
		r, before, err := w.o.opening(p, shown)
		if errors.Is(err, errNoDirectory) {
			return w.undone(fmt.Errorf("the directory of %s does not exist, so nothing was tangled. Give its block :mkdirp yes",
				shown))
		}
		if err != nil {
			return w.undone(err)
		}
		r.executable = t.Executable
		w.files = append(w.files, tangledFile{replacement: r, tangleTarget: t, name: p.Name, before: before})
	}
	return nil
}

// mkdir makes a directory that was not there when it was judged.
func (w *tangling) mkdir(name string) error {
	fd, err := store.OpenUnlinked(path.Dir(name), unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.Mkdirat(fd, path.Base(name), 0o755); err != nil {
		if errors.Is(err, unix.EEXIST) {
			return errAppeared
		}
		return err
	}
	w.made = append(w.made, name)
	return nil
}

// undone removes the directories that were made for nothing.
func (w *tangling) undone(err error) error {
	for _, name := range slices.Backward(w.made) {
		_ = unix.Rmdir(name) // what stays there is empty
	}
	return err
}

// write puts the files in place that are not as they are to be.
func (w *tangling) write(ctx context.Context, l literate) (engine.Result, error) {
	result := engine.Result{Changed: slices.Clone(w.made), Made: slices.Clone(w.made)}
	var said []string
	for _, f := range w.files {
		shown := w.j.shown(f.name)
		if f.existing != nil && f.before == f.Text && (!f.executable || f.existing.Mode&0o111 != 0) {
			said = append(said, shown+" is as it was")
			continue
		}
		if err := f.do(ctx, f.Text); err != nil {
			if err = explainWrite(shown, err); len(said) > 0 {
				err = fmt.Errorf("%w Before that: %s", err, strings.Join(said, "; "))
			} else {
				err = w.undone(err)
			}
			return engine.Result{}, err
		}
		result.Changed = append(result.Changed, f.name)
		if f.existing == nil {
			result.Made = append(result.Made, f.name)
		}
		added, removed := countLines(f.before, f.Text)
		result.Added, result.Removed = result.Added+added, result.Removed+removed
		said = append(said, fmt.Sprintf("wrote %s (%s, %s)", shown, plural(len(f.Blocks), "block", "blocks"), f.what()))
	}
	result.Text = fmt.Sprintf("Tangled %s: %s.", w.j.shown(l.source.Name), strings.Join(said, "; "))
	if notes := l.notes(""); len(notes) > 0 {
		result.Text += "\n[" + strings.Join(notes, "; ") + "]"
	}
	return result, nil
}

// TangledAfter gives what a call of org-tangle would leave in its files, by name as in the
// Given of its writes, of an Org file with this name and content. It touches nothing.
func TangledAfter(rules org.Privacy, name, content string) (map[string]string, error) {
	l := literate{source: effect.Path{Name: name}}
	l.read(Options{Private: rules}, content)
	after := map[string]string{}
	for _, t := range l.targets {
		after[t.Name] = t.Text
	}
	return after, l.unusable
}

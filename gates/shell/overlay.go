package shell

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// overlay is the file system as the script has changed it so far, over the view of the facts.
type overlay struct {
	base  effect.FS
	under *overlay               // the layer that this one changes without touching it
	links map[string][]string    // resolved path of the link to the texts it may have
	files map[string]value.Value // resolved path to content
	dirs  map[string]bool
	// copies are files that were copied or renamed, to what they may have been.
	copies map[string][]string
	// fetched are directories into which something was downloaded.
	fetched []string

	turn, texts int // which of its texts a link has while a path is resolved, and how many a link on the way has
}

func newOverlay(base effect.FS) *overlay { return &overlay{base: base} }

// absorb takes over what a layer changed, or may have changed if that is not sure.
func (o *overlay) absorb(l *overlay, sure bool) {
	for name, v := range l.files {
		o.write(name, v)
	}
	for name, made := range l.dirs {
		put(&o.dirs, name, made)
	}
	for _, of := range [...]func(*overlay) *map[string][]string{linksOf, copiesOf} {
		for name, list := range *of(l) {
			if old, ok := layered(o, of, name); ok && !sure {
				list = union(old, list)
			}
			put(of(o), name, list)
		}
	}
	o.fetched = append(o.fetched, l.fetched...)
}

// names are the files that the script wrote, in any layer.
func (o *overlay) names() []string {
	var out []string
	for ; o != nil; o = o.under {
		out = slices.AppendSeq(out, maps.Keys(o.files))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// layer is an overlay that can be changed without changing this one.
func (o *overlay) layer() *overlay { return &overlay{base: o.base, under: o} }

// layered finds a name in the newest layer that has it.
func layered[T any](o *overlay, of func(*overlay) *map[string]T, name string) (v T, ok bool) {
	for ; o != nil && !ok; o = o.under {
		v, ok = (*of(o))[name]
	}
	return v, ok
}

func linksOf(o *overlay) *map[string][]string  { return &o.links }
func copiesOf(o *overlay) *map[string][]string { return &o.copies }

// put adds to a map that may not be there yet.
func put[K comparable, T any](m *map[K]T, name K, v T) {
	if *m == nil {
		*m = map[K]T{}
	}
	(*m)[name] = v
}

// file is what the script put into a file.
func (o *overlay) file(name string) (value.Value, bool) {
	return layered(o, func(o *overlay) *map[string]value.Value { return &o.files }, name)
}

// linked reports whether the script made a link.
func (o *overlay) linked(name string) bool {
	_, ok := layered(o, linksOf, name)
	return ok
}

// madeDir reports whether the script made a directory.
func (o *overlay) madeDir(name string) bool {
	made, _ := layered(o, func(o *overlay) *map[string]bool { return &o.dirs }, name)
	return made
}

// originals are the files of which another may be a copy.
func (o *overlay) originals(name string) []string {
	list, _ := layered(o, copiesOf, name)
	return list
}

// below reports whether the script put anything below a directory.
func (o *overlay) below(dir string) bool {
	for ; o != nil; o = o.under {
		for name := range o.files {
			if effect.Within(name, dir) {
				return true
			}
		}
		for name := range o.copies {
			if effect.Within(name, dir) {
				return true
			}
		}
	}
	return false
}

// downloadedInto reports whether a path is in a directory into which something was downloaded, or is like the pattern
// that it was chosen by.
func (o *overlay) downloadedInto(name string) bool {
	for ; o != nil; o = o.under {
		like := func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }
		if withinAny(name, o.fetched...) || slices.ContainsFunc(o.fetched, like) {
			return true
		}
	}
	return false
}

// Lstat implements effect.FS.
func (o *overlay) Lstat(name string) (effect.FileInfo, error) {
	if o.linked(name) {
		return effect.FileInfo{Mode: fs.ModeSymlink | 0o777, Links: 1}, nil
	}
	if o.base != nil {
		if info, err := o.base.Lstat(name); err == nil {
			return info, nil
		}
	}
	if _, ok := o.file(name); ok {
		return effect.FileInfo{Mode: 0o644, Links: 1}, nil
	}
	if o.madeDir(name) {
		return effect.FileInfo{Mode: fs.ModeDir | 0o755, Links: 2}, nil
	}
	return effect.FileInfo{}, fs.ErrNotExist
}

// Readlink implements effect.FS.
func (o *overlay) Readlink(name string) (string, error) {
	if texts, ok := layered(o, linksOf, name); ok {
		o.texts = max(o.texts, len(texts))
		return texts[o.turn%len(texts)], nil
	}
	if o.base == nil {
		return "", fs.ErrNotExist
	}
	return o.base.Readlink(name)
}

// ReadDir implements effect.FS.
func (o *overlay) ReadDir(name string) ([]string, error) {
	var names []string
	err := error(fs.ErrNotExist)
	if o.base != nil {
		names, err = o.base.ReadDir(name)
	}
	if o.under == nil && len(o.links)+len(o.files)+len(o.dirs) == 0 {
		return names, err
	}
	names = slices.Clone(names)
	add := func(p string) {
		if path.Dir(p) == name && p != name {
			names, err = append(names, path.Base(p)), nil
		}
	}
	for l := o; l != nil; l = l.under {
		for p := range l.links {
			add(p)
		}
		for p := range l.files {
			add(p)
		}
		for p, made := range l.dirs {
			if made {
				add(p)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// ReadFile implements effect.FS.
func (o *overlay) ReadFile(name string, max int) ([]byte, error) {
	v, wrote := o.file(name)
	if s, ok := v.Single(); ok {
		return []byte(s[:min(max, len(s))]), nil
	}
	if wrote || o.base == nil {
		return nil, fs.ErrNotExist
	}
	return o.base.ReadFile(name, max)
}

// link records a symbolic link.
func (o *overlay) link(name, target string) {
	put(&o.links, name, []string{target})
}

// write records the content of a file. What another branch wrote, and executes badly, is not forgotten.
func (o *overlay) write(name string, v value.Value) {
	if old, ok := o.file(name); ok {
		v = value.Join(old, v)
	}
	v.None = false
	put(&o.files, name, v)
}

// copied records that a file is another one under a new name.
func (o *overlay) copied(name, from string) {
	list := o.originals(from)
	if list == nil {
		list = []string{from}
	}
	put(&o.copies, name, list)
}

// rmdir records that a directory is gone.
func (o *overlay) rmdir(name string) {
	if o.madeDir(name) {
		put(&o.dirs, name, false)
	}
}

// unmake takes over which directories are gone in a layer.
func (o *overlay) unmake(l *overlay) {
	for name, made := range l.dirs {
		if !made {
			o.rmdir(name)
		}
	}
}

func (o *overlay) mkdir(name string) {
	for ; name != "/" && name != "." && !o.madeDir(name); name = path.Dir(name) {
		put(&o.dirs, name, true)
	}
}

// workDirs are the directories the shell may be in; none when that is unknown.
func workDirs(m *walker) []string { return m.state.place().dirs }

// workDir is the directory, for expansions that need one.
func workDir(m *walker) (string, bool) {
	if dirs := workDirs(m); len(dirs) == 1 {
		return dirs[0], true
	}
	return "", false
}

// resolve finds the paths a name may stand for, in every possible directory and by every text of a link.
func (d *walker) resolve(name string, dirs []string, parent bool) (paths []effect.Path, ok bool) {
	if strings.HasPrefix(name, "/") {
		dirs = []string{"/"}
	}
	if len(dirs) == 0 {
		return nil, false
	}
	find := effect.Resolve
	if parent {
		find = effect.ResolveParent
	}
	d.view.texts = 1
	for _, dir := range dirs {
		for turn := 0; turn < d.view.texts; turn++ {
			if !d.work(resolveWork * (1 + strings.Count(name, "/"))) {
				return paths, false
			}
			d.view.turn = turn
			p, err := find(d.view, dir, name)
			d.view.turn = 0
			if err != nil {
				return paths, false
			}
			paths = append(paths, p)
		}
	}
	return paths, true
}

// located is resolve for a word of a command, of which it says where that cannot be done.
func (d *walker) located(w word, name string, dirs []string, parent bool, place effect.OpaquePlace,
	span effect.Span) []effect.Path {
	paths, ok := d.resolve(name, dirs, parent)
	if !ok {
		d.addOpaque(w.Text, cause.PartDirectoryUnknown.Bare(), place, span)
	}
	return paths
}

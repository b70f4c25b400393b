package shell

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// overlay is the file system as the script has changed it so far: links it
// made, files it wrote. Everything else is the view of the facts.
type overlay struct {
	base  effect.FS
	under *overlay          // the layer that this one changes without touching it
	links map[string]string // resolved path of the link to its text
	files map[string]value  // resolved path to content
	dirs  map[string]bool
	// copies are files that were copied or renamed, to what they were.
	copies map[string]string
	// fetched are directories into which something was downloaded.
	fetched []string
}

func newOverlay(base effect.FS) *overlay { return &overlay{base: base} }

// layer is an overlay that can be changed without changing this one.
func (o *overlay) layer() *overlay { return &overlay{base: o.base, under: o} }

// file is what the script put into a file.
func (o *overlay) file(name string) (value, bool) {
	for ; o != nil; o = o.under {
		if v, ok := o.files[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// linkText is the text of a link that the script made.
func (o *overlay) linkText(name string) (string, bool) {
	for ; o != nil; o = o.under {
		if target, ok := o.links[name]; ok {
			return target, true
		}
	}
	return "", false
}

// madeDir reports whether the script made a directory.
func (o *overlay) madeDir(name string) bool {
	for ; o != nil; o = o.under {
		if made, ok := o.dirs[name]; ok {
			return made
		}
	}
	return false
}

// original is the file that another is a copy of.
func (o *overlay) original(name string) (string, bool) {
	for ; o != nil; o = o.under {
		if from, ok := o.copies[name]; ok {
			return from, true
		}
	}
	return "", false
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

// came reports whether a path is in a directory into which something was downloaded.
func (o *overlay) came(name string) bool {
	for ; o != nil; o = o.under {
		for _, d := range o.fetched {
			if effect.Within(name, d) {
				return true
			}
		}
	}
	return false
}

// Lstat implements engine.FS.
func (o *overlay) Lstat(name string) (effect.FileInfo, error) {
	if _, ok := o.linkText(name); ok {
		return effect.FileInfo{Mode: fs.ModeSymlink | 0o777, Links: 1}, nil
	}
	if o.base != nil {
		info, err := o.base.Lstat(name)
		if err == nil {
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

// Readlink implements engine.FS.
func (o *overlay) Readlink(name string) (string, error) {
	if target, ok := o.linkText(name); ok {
		return target, nil
	}
	if o.base == nil {
		return "", fs.ErrNotExist
	}
	return o.base.Readlink(name)
}

// ReadDir implements engine.FS.
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

// ReadFile implements engine.FS.
func (o *overlay) ReadFile(name string, max int) ([]byte, error) {
	if v, ok := o.file(name); ok {
		if s, ok := v.single(); ok {
			return []byte(s[:min(max, len(s))]), nil
		}
		return nil, fs.ErrNotExist
	}
	if o.base == nil {
		return nil, fs.ErrNotExist
	}
	return o.base.ReadFile(name, max)
}

// link records a symbolic link.
func (o *overlay) link(name, target string) {
	if o.links == nil {
		o.links = map[string]string{}
	}
	o.links[name] = target
}

// write records the content of a file. What was written before may still be
// there, in another branch, so content that executes badly is not forgotten.
func (o *overlay) write(name string, v value) {
	if o.files == nil {
		o.files = map[string]value{}
	}
	if old, ok := o.file(name); ok {
		v = join(old, v)
	}
	v.none = false
	o.files[name] = v
}

// copied records that a file is another one under a new name.
func (o *overlay) copied(name, from string) {
	if o.copies == nil {
		o.copies = map[string]string{}
	}
	if older, ok := o.original(from); ok {
		from = older
	}
	o.copies[name] = from
}

// rmdir records that a directory is gone.
func (o *overlay) rmdir(name string) {
	if o.madeDir(name) {
		if o.dirs == nil {
			o.dirs = map[string]bool{}
		}
		o.dirs[name] = false
	}
}

func (o *overlay) mkdir(name string) {
	if o.dirs == nil {
		o.dirs = map[string]bool{}
	}
	for name != "/" && name != "." && !o.madeDir(name) {
		o.dirs[name] = true
		name = path.Dir(name)
	}
}

// written is what the script put into a file, if it did.
func (a *analysis) written(p effect.Path) (value, bool) {
	return a.view.file(p.Name)
}

// dirs are the directories the shell may be in; none when that is unknown.
func (a *analysis) dirs() []string {
	if v, ok := a.state.get(keyDir); ok {
		if !v.known {
			return nil
		}
		return v.set
	}
	return []string{a.facts.Dir}
}

// dir is one of the directories, for expansions that need one.
func (a *analysis) dir() (string, bool) {
	v, ok := a.state.get(keyDir)
	if !ok {
		return a.facts.Dir, true
	}
	if !v.known {
		return "", false
	}
	if len(v.set) == 1 {
		return v.set[0], true
	}
	if i, ok := a.choice.pick(keyDir, len(v.set)); ok {
		return v.set[i], true
	}
	return "", false
}

// resolve finds the path a name stands for, in every possible directory.
func (a *analysis) resolve(name string, dirs []string, parent bool) (paths []effect.Path, ok bool) {
	if strings.HasPrefix(name, "/") {
		dirs = []string{"/"}
	}
	if len(dirs) == 0 {
		return nil, false
	}
	for _, d := range dirs {
		find := effect.Resolve
		if parent {
			find = effect.ResolveParent
		}
		p, err := find(a.view, d, name)
		if err != nil {
			return paths, false
		}
		paths = append(paths, p)
	}
	return paths, true
}

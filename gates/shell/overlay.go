package shell

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"pp/engine"
)

// overlay is the file system as the script has changed it so far: links it
// made, files it wrote. Everything else is the view of the facts.
type overlay struct {
	base  engine.FS
	links map[string]string // resolved path of the link to its text
	files map[string]value  // resolved path to content
	dirs  map[string]bool
	// copies are files that were copied or renamed, to what they were.
	copies map[string]string
	// fetched are directories into which something was downloaded.
	fetched []string
}

func newOverlay(base engine.FS) *overlay { return &overlay{base: base} }

// clone is an overlay that can be changed without changing this one.
func (o *overlay) clone() *overlay {
	return &overlay{base: o.base, links: maps.Clone(o.links), files: maps.Clone(o.files), dirs: maps.Clone(o.dirs),
		copies: maps.Clone(o.copies), fetched: slices.Clone(o.fetched)}
}

// Lstat implements engine.FS.
func (o *overlay) Lstat(name string) (engine.FileInfo, error) {
	if _, ok := o.links[name]; ok {
		return engine.FileInfo{Mode: fs.ModeSymlink | 0o777, Links: 1}, nil
	}
	if o.base != nil {
		info, err := o.base.Lstat(name)
		if err == nil {
			return info, nil
		}
	}
	if _, ok := o.files[name]; ok {
		return engine.FileInfo{Mode: 0o644, Links: 1}, nil
	}
	if o.dirs[name] {
		return engine.FileInfo{Mode: fs.ModeDir | 0o755, Links: 2}, nil
	}
	return engine.FileInfo{}, fs.ErrNotExist
}

// Readlink implements engine.FS.
func (o *overlay) Readlink(name string) (string, error) {
	if target, ok := o.links[name]; ok {
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
	if len(o.links)+len(o.files)+len(o.dirs) == 0 {
		return names, err
	}
	names = slices.Clone(names)
	add := func(p string) {
		if path.Dir(p) == name && p != name {
			names, err = append(names, path.Base(p)), nil
		}
	}
	for p := range o.links {
		add(p)
	}
	for p := range o.files {
		add(p)
	}
	for p := range o.dirs {
		add(p)
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// ReadFile implements engine.FS.
func (o *overlay) ReadFile(name string, max int) ([]byte, error) {
	if v, ok := o.files[name]; ok {
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
	if old, ok := o.files[name]; ok {
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
	if older, ok := o.copies[from]; ok {
		from = older
	}
	o.copies[name] = from
}

func (o *overlay) mkdir(name string) {
	if o.dirs == nil {
		o.dirs = map[string]bool{}
	}
	for name != "/" && name != "." && !o.dirs[name] {
		o.dirs[name] = true
		name = path.Dir(name)
	}
}

// written is what the script put into a file, if it did.
func (a *analysis) written(p engine.Path) (value, bool) {
	v, ok := a.view.files[p.Name]
	return v, ok
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
func (a *analysis) resolve(name string, dirs []string, parent bool) (paths []engine.Path, ok bool) {
	if strings.HasPrefix(name, "/") {
		dirs = []string{"/"}
	}
	if len(dirs) == 0 {
		return nil, false
	}
	for _, d := range dirs {
		find := engine.Resolve
		if parent {
			find = engine.ResolveParent
		}
		p, err := find(a.view, d, name)
		if err != nil {
			return paths, false
		}
		paths = append(paths, p)
	}
	return paths, true
}

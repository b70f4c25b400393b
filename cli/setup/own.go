package setup

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/view"
)

// Bounds of looking for links among pp's own files.
const (
	maxOwn   = 4000 // entries
	ownDepth = 3    // directories below that of the configuration
)

// ownFiles are pp's configuration, state, cache and binary, which no action may touch:
// as pp names them, where links lead from there, and where else they are mounted.
func ownFiles(sys system.System, at Location, more []string) engine.Own {
	o := ownSearch{view: view.New(), left: maxOwn}
	paths := config.FindPaths(sys.Getenv, at.Home, at.Workspace.Root)
	for _, p := range []string{paths.StateDir, paths.CacheDir} {
		if p != "" { // what pp fills, with thousands of files: a person links no more than its directories
			o.add(p, ownDepth-1)
		}
	}
	for _, p := range []string{paths.ConfigFile, paths.EnvFile} {
		if p == paths.ConfigFile && p != "" {
			o.add(filepath.Dir(p), 0)
		}
		if p != "" {
			o.add(p, 0)
		}
	}
	for _, p := range more {
		o.add(p, ownDepth-1)
	}
	// The project's rules are known by their names, but not where a link leads.
	if p := paths.ProjectFile; p != "" {
		for _, p := range []string{p, filepath.Join(filepath.Dir(p), "skills")} {
			if links, _ := effect.Links(o.view, "/", p); len(links) > 0 {
				o.add(p, ownDepth)
			}
		}
	}
	own := engine.Own{Paths: append(o.found, sandbox.OtherPaths(o.found)...)}
	if exe, err := os.Executable(); err == nil {
		own.Binary = exe
		var st syscall.Stat_t
		if syscall.Stat(exe, &st) == nil {
			own.Device, own.Inode = uint64(st.Dev), st.Ino
		}
	}
	return own
}

type ownSearch struct {
	view  effect.FS
	left  int
	found []string
}

// add takes a path, every link on the way to what it leads to, and that; of a directory
// what the links below it lead to.
func (o *ownSearch) add(name string, depth int) {
	links, err := effect.Links(o.view, "/", name)
	target, terr := effect.Resolve(o.view, "/", name)
	o.take(name)
	if err != nil || terr != nil {
		return
	}
	if target.Linked {
		for _, link := range links {
			o.take(link)
		}
		o.take(target.Name)
	}
	if target.Dir && depth < ownDepth {
		o.below(target.Name, depth)
	}
}

func (o *ownSearch) below(dir string, depth int) {
	entries, _ := o.view.ReadDir(dir)
	for _, n := range entries {
		if o.left--; o.left < 0 {
			return
		}
		full := filepath.Join(dir, n)
		info, err := o.view.Lstat(full)
		switch {
		case err != nil:
		case info.Mode&fs.ModeSymlink != 0:
			o.add(full, depth+1)
		case info.Mode.IsDir() && depth+1 < ownDepth:
			o.below(full, depth+1)
		}
	}
}

// take keeps a path that no other contains. A link is one alone: no resolved path
// leads through it.
func (o *ownSearch) take(name string) {
	if !slices.ContainsFunc(o.found, func(dir string) bool { return effect.Within(name, dir) }) {
		o.found = append(o.found, name)
	}
}

package sandbox

import (
	"path"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// otherMounts are the paths by which a directory, or a part of it, can be
// reached besides its own: the same file system mounted again elsewhere.
func otherMounts(mounts []undo.MountPoint, dir string) []string {
	var home undo.MountPoint
	for _, m := range mounts {
		// Of mounts on one place the last is the one that is seen.
		if effect.Within(dir, m.Place) && len(m.Place) >= len(home.Place) {
			home = m
		}
	}
	if home.Place == "" {
		return nil
	}
	inside := path.Join(home.Root, strings.TrimPrefix(dir, home.Place))
	var out []string
	add := func(name string) {
		if !effect.Within(name, dir) && name != "/" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, m := range mounts {
		switch {
		case m == home || m.Device != home.Device:
		case effect.Within(inside, m.Root):
			add(path.Join(m.Place, strings.TrimPrefix(inside, m.Root)))
		case effect.Within(m.Root, inside):
			add(m.Place)
		}
	}
	return out
}

// mountedElsewhere are other paths to any of the directories.
func mountedElsewhere(dirs []string) []string {
	return slices.DeleteFunc(OtherPaths(dirs), func(name string) bool { return !isDir(name) })
}

// OtherPaths are other paths to any of the paths, or to parts of them, read from the
// machine's mounts as they are now.
func OtherPaths(dirs []string) []string {
	mounts, err := undo.Mounted()
	if err != nil {
		return nil
	}
	var out []string
	for _, d := range dirs {
		for _, name := range otherMounts(mounts, d) {
			if exists(name) && !kernelPath(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

package sandbox

import (
	"context"
	"path"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/engine/effect"
	"pp/engine/store"
)

// mount is one line of mountinfo (proc_pid_mountinfo(5)).
type mount struct {
	device string // major:minor
	root   string // the directory of the file system that is mounted
	place  string
}

// parseMounts reads mountinfo. A line that it cannot read is left out.
func parseMounts(text string) []mount {
	unescape := func(name string) string { return name }
	if strings.Contains(text, `\`) {
		unescape = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\043`, "#", `\134`, `\`).Replace
	}
	var out []mount
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 6 {
			continue
		}
		out = append(out, mount{f[2], unescape(f[3]), unescape(f[4])})
	}
	return out
}

// otherMounts are the paths by which a directory, or a part of it, can be
// reached besides its own: the same file system mounted again elsewhere.
func otherMounts(mounts []mount, dir string) []string {
	var home mount
	for _, m := range mounts {
		// Of mounts on one place the last is the one that is seen.
		if effect.Within(dir, m.place) && len(m.place) >= len(home.place) {
			home = m
		}
	}
	if home.place == "" {
		return nil
	}
	inside := path.Join(home.root, strings.TrimPrefix(dir, home.place))
	var out []string
	add := func(name string) {
		if !effect.Within(name, dir) && name != "/" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, m := range mounts {
		switch {
		case m == home || m.device != home.device:
		case effect.Within(inside, m.root):
			add(path.Join(m.place, strings.TrimPrefix(inside, m.root)))
		case effect.Within(m.root, inside):
			add(m.place)
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
	data, err := store.Read(context.Background(), "/proc/self/mountinfo", undo.MaxMountInfo)
	if err != nil {
		return nil
	}
	mounts := parseMounts(string(data))
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

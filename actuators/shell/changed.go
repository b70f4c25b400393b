package shell

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"pp/engine/effect"
)

// Bounds of looking at what may change.
const (
	maxWatched = 1000    // paths
	maxHashed  = 1 << 20 // bytes of a file whose content is compared
	maxBelow   = 5000    // entries below a directory
)

// watched is what the paths that a command may change looked like.
type watched map[string]string

// watch looks at every path that was cleared to be written, deleted or changed.
func watch(e effect.Effects) watched {
	out := watched{}
	for _, list := range [][]effect.Path{e.Writes, e.Deletes, e.Metadata} {
		for _, p := range list {
			if len(out) < maxWatched {
				out[p.Name] = look(p.Name)
			}
		}
	}
	return out
}

// changed lists the paths that look different now, sorted.
func (w watched) changed() []string {
	var out []string
	for name, was := range w {
		if look(name) != was {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// look describes a path so that two descriptions are equal when nothing of
// interest changed: kind, mode, owner, content or target, and for a directory
// all of that below it.
func look(name string) string {
	info, err := os.Lstat(name)
	if err != nil {
		return "absent"
	}
	text := describe(name, info)
	if !info.IsDir() {
		return text
	}
	sum, n := sha256.New(), 0
	_ = filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		if n++; n > maxBelow {
			return fs.SkipAll
		}
		if info, ierr := d.Info(); err == nil && ierr == nil {
			fmt.Fprintln(sum, p, info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return fmt.Sprintf("%s %x", text, sum.Sum(nil))
}

func describe(name string, info fs.FileInfo) string {
	text := info.Mode().String()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		text += fmt.Sprintf(" %d %d", st.Uid, st.Gid)
	}
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		target, _ := os.Readlink(name)
		return text + " " + target
	case !info.Mode().IsRegular():
		return text
	case info.Size() > maxHashed:
		return fmt.Sprintf("%s %d %d", text, info.Size(), info.ModTime().UnixNano())
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Sprintf("%s %d %d", text, info.Size(), info.ModTime().UnixNano())
	}
	defer f.Close()
	sum := sha256.New()
	_, _ = io.CopyN(sum, f, maxHashed)
	return fmt.Sprintf("%s %x", text, sum.Sum(nil))
}

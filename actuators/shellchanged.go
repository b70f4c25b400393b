package actuators

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"pp/engine/effect"
	"pp/engine/store"
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
	for _, p := range slices.Concat(e.Writes, e.Deletes, e.Metadata) {
		if len(out) < maxWatched {
			out[p.Name] = look(p.Name)
		}
	}
	return out
}

// changes are paths that look different, sorted, and of those the ones that are new and
// that are gone.
type changes struct{ all, made, deleted, masked []string }

// changed lists what looks different now.
func (w watched) changed() (out changes) {
	nothing := string(sha256.New().Sum(nil))
	for _, name := range slices.Sorted(maps.Keys(w)) {
		now := look(name)
		switch was := w[name]; {
		case now == was:
			continue
		case was == nothing:
			out.made = append(out.made, name)
		case now == nothing:
			out.deleted = append(out.deleted, name)
		}
		out.all = append(out.all, name)
	}
	return out
}

// look describes a path so that two descriptions are equal when nothing of
// interest changed: kind, mode, owner, content or target, and for a directory
// kinds, sizes and times of all below it.
func look(name string) string {
	sum, n := sha256.New(), 0
	_ = filepath.WalkDir(name, func(p string, d fs.DirEntry, err error) error {
		if n++; n > maxBelow {
			return fs.SkipAll
		}
		if err != nil {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		fmt.Fprintln(sum, p, info.Mode())
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			fmt.Fprintln(sum, st.Uid, st.Gid)
		}
		switch {
		case p != name || d.IsDir():
			fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
		case info.Mode()&os.ModeSymlink != 0:
			target, _ := os.Readlink(p)
			fmt.Fprintln(sum, target)
		case info.Mode().IsRegular() && !content(sum, p, info.Size()):
			fmt.Fprintln(sum, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return string(sum.Sum(nil))
}

// content adds what a file holds, unless it is too large or cannot be read.
func content(sum io.Writer, name string, size int64) bool {
	if size > maxHashed {
		return false
	}
	f, err := store.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	_, _ = io.CopyN(sum, f, maxHashed)
	return true
}

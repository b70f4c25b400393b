package effect

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Errors of Resolve.
var (
	ErrLinkLoop = errors.New("too many symbolic links")
	ErrPathLong = errors.New("path too long")
	ErrPathNUL  = errors.New("path contains a NUL byte")
)

// The kernel's limits (path_resolution(7), limits.h).
const (
	maxLinks = 40
	maxPath  = 4096
)

// Resolve follows a path component by component over a view of the file
// system, as the kernel would for a process in dir: every link is followed,
// ".." is taken after its link, and /proc/self/cwd and /proc/self/root mean
// those of such a process. Components that do not exist are kept as they
// stand. dir must be resolved itself; the result's Name is absolute and has no
// link in it.
func Resolve(view FS, dir, name string) (Path, error) {
	return resolve(view, dir, name, true)
}

// ResolveParent is Resolve without following a link in the last component: the
// path that unlink, rename and symlink act on.
func ResolveParent(view FS, dir, name string) (Path, error) {
	return resolve(view, dir, name, false)
}

// Links are the names of the symbolic links that Resolve follows on its way, in that
// order, each with its directory resolved: whoever changes one changes where the
// path leads.
func Links(view FS, dir, name string) ([]string, error) {
	w := walk{view: view, dir: dir, followLast: true, keep: true}
	_, err := w.resolve(name)
	return w.followed, err
}

func resolve(view FS, dir, name string, followLast bool) (Path, error) {
	w := walk{view: view, dir: dir, followLast: followLast}
	return w.resolve(name)
}

func (w *walk) resolve(name string) (Path, error) {
	p := Path{Given: name}
	if strings.IndexByte(name, 0) >= 0 {
		return p, ErrPathNUL
	}
	if len(name) > maxPath {
		return p, fmt.Errorf("%w: %d bytes", ErrPathLong, len(name))
	}
	trailing := strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
	w.at, w.exists, w.rest, w.followLast = "/", true, strings.Split(name, "/"), w.followLast || trailing
	w.info.Mode = fs.ModeDir
	if !strings.HasPrefix(name, "/") {
		w.at = path.Clean(w.dir)
		w.observe()
	}
	if err := w.run(); err != nil {
		return p, fmt.Errorf("resolving %q: %w", shortened(name), err)
	}
	p.Name, p.Linked, p.Exists = w.at, w.links > 0, w.exists
	if w.exists {
		p.Dir, p.Links = w.info.Mode.IsDir(), w.info.Links
		p.Is = Identity{w.info.Dev, w.info.Inode, w.info.Size, w.info.Modified}
	}
	return p, nil
}

// walk is the state of one resolution.
type walk struct {
	view       FS
	dir        string
	rest       []string
	at         string
	info       FileInfo
	exists     bool
	links      int
	followLast bool
	keep       bool
	followed   []string // if they are kept
}

func (w *walk) run() error {
	for len(w.rest) > 0 {
		part := w.rest[0]
		w.rest = w.rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			w.at = path.Dir(w.at)
			w.observe()
			continue
		}
		if err := w.step(part); err != nil {
			return err
		}
		if len(w.at) > maxPath {
			return ErrPathLong
		}
	}
	return nil
}

func (w *walk) observe() {
	info, err := w.view.Lstat(w.at)
	w.info, w.exists = info, err == nil
}

func (w *walk) step(part string) error {
	next := w.at + "/" + part
	if w.at == "/" {
		next = "/" + part
	}
	if done, err := w.procfs(next); done {
		return err
	}
	was := w.exists
	w.at = next
	if !was {
		return nil
	}
	w.observe()
	if !w.exists || w.info.Mode&fs.ModeSymlink == 0 {
		return nil
	}
	if !w.followLast && w.last() {
		return nil
	}
	target, err := w.view.Readlink(next)
	if err != nil {
		return fmt.Errorf("reading the link %s: %w", next, err)
	}
	if w.keep {
		w.followed = append(w.followed, next)
	}
	w.at = path.Dir(next)
	return w.follow(target)
}

// procfs handles what depends on the process that looks: /proc/self is that of
// the command, not of pp, so its links are not read here. Its cwd and root are
// known; its descriptors and its program are left as they are named.
func (w *walk) procfs(next string) (done bool, err error) {
	rest, ok := strings.CutPrefix(next, "/proc/self")
	if !ok {
		if rest, ok = strings.CutPrefix(next, "/proc/thread-self"); !ok {
			return false, nil
		}
	}
	if rest != "" && rest[0] != '/' {
		return false, nil
	}
	switch rest {
	case "/cwd":
		return true, w.follow(w.dir)
	case "/root":
		return true, w.follow("/")
	}
	// Which names there are is the same for every process, but for its
	// descriptors.
	info, err := w.view.Lstat(next)
	w.at, w.exists = next, err == nil || strings.HasPrefix(rest, "/fd/")
	w.info = FileInfo{Links: 1, Mode: info.Mode & fs.ModeDir}
	if rest == "" {
		w.info.Mode = fs.ModeDir
	}
	return true, nil
}

func (w *walk) last() bool {
	return !slices.ContainsFunc(w.rest, func(part string) bool { return part != "" && part != "." })
}

func (w *walk) follow(target string) error {
	w.links++
	if w.links > maxLinks {
		return ErrLinkLoop
	}
	if strings.HasPrefix(target, "/") {
		w.at = "/"
	}
	w.observe()
	w.rest = append(strings.Split(target, "/"), w.rest...)
	return nil
}

// shortened is a path as an error shows it.
func shortened(name string) string {
	if len(name) <= 200 {
		return name
	}
	return strings.ToValidUTF8(name[:200], "") + "…"
}

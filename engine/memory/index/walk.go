package index

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// fileKey names a file below a root, or an object of the store by its ID.
type fileKey struct {
	root int
	path string
}

// objectRoot is the root of objects.
const objectRoot = -1

func (k fileKey) compare(o fileKey) int {
	return cmp.Or(cmp.Compare(k.root, o.root), strings.Compare(k.path, o.path))
}

// holds reports whether a file stands below the directory k.
func (k fileKey) holds(o fileKey) bool {
	return k.root == o.root && (k.path == "" || strings.HasPrefix(o.path, k.path+"/"))
}

// path is where a file is.
func (o *Options) path(k fileKey) string {
	if k.root < 0 || k.root >= len(o.Roots) {
		return k.path
	}
	return filepath.Join(o.Roots[k.root], k.path)
}

// stamp tells whether a file was changed.
type stamp struct{ size, inode, mtime int64 }

// unsettled stands for the inode of a file that is so new that it may yet change with the same time: it is read again.
const unsettled = 0

// matches reports whether a file is as it was when it was read.
func (s stamp) matches(now stamp) bool {
	return s.size == now.size && s.mtime == now.mtime && (s.inode == now.inode || s.inode == unsettled)
}

func stampOf(st *unix.Stat_t) stamp {
	return stamp{size: st.Size, inode: int64(st.Ino), mtime: st.Mtim.Nano()}
}

// listing is the files of text below the roots, in order, and what cannot be read there.
type listing struct {
	o      *Options
	ctx    context.Context
	files  []fileKey
	failed map[fileKey]error // directories
	hidden int               // files and directories that are private
}

// list finds the files of text below the roots. It looks at none of them.
func (o *Options) list(ctx context.Context) listing {
	l := listing{o: o, ctx: ctx, failed: map[fileKey]error{}}
	for root := range o.Roots {
		l.dir(fileKey{root: root})
	}
	return l
}

func (l *listing) dir(k fileKey) {
	entries, err := os.ReadDir(l.o.path(k))
	if errors.Is(err, fs.ErrNotExist) && k.path != "" || l.ctx.Err() != nil {
		return
	}
	if err != nil {
		l.failed[k] = plain(err)
		return
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || !e.IsDir() && !isText(name) {
			continue
		}
		below := fileKey{k.root, name}
		if k.path != "" {
			below.path = k.path + "/" + name
		}
		switch {
		case l.o.Private.Whole(l.o.path(below)):
			l.hidden++
		case e.IsDir():
			l.dir(below)
		default:
			l.files = append(l.files, below)
		}
	}
}

// isText reports whether files of a name are read.
func isText(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".org", ".org_archive", ".md", ".markdown":
		return true
	}
	return false
}

// maxText is how large a file may be.
const maxText = 64 << 20

var (
	errLink   = errors.New("a symbolic link, which is not followed")
	errVanish = errors.New("it is not there")
	errLarge  = errors.New("it is larger than 64 MiB")
)

// look says what a file is now.
func look(name string) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return stamp{}, plain(err)
	}
	switch {
	case st.Mode&unix.S_IFMT == unix.S_IFLNK:
		return stamp{}, errLink
	case st.Size > maxText:
		return stamp{}, errLarge
	}
	return stampOf(&st), store.Check(uint32(st.Mode))
}

// readText reads a file whole, and says what it was then.
func readText(ctx context.Context, name string) (string, stamp, error) {
	f, err := store.Open(name)
	if err != nil {
		return "", stamp{}, plain(err)
	}
	defer f.Close()
	text, err := store.ReadAll(ctx, f, maxText+1)
	if err == nil && len(text) > maxText {
		err = errLarge
	}
	return string(text), stampOf(f.Stat()), err
}

// plain is an error without the name of the file, which its fault has.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errVanish
	}
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The attributes of an overlay that is mounted with userxattr, and of a mask. A mask keeps
// its own when it is copied up, or copied by a program that keeps attributes.
const (
	overlayPrefix   = "user.overlay."
	escapedPrefix   = "user.overlay.overlay."
	opaqueAttribute = "user.overlay.opaque"
	originAttribute = "user.overlay.origin"
	maskAttribute   = "user.pp.mask"
)

// makeMasks makes the lower layer that covers the masked paths. Directories that lead to a
// mask look like the ones they cover.
func (t tree) makeMasks(mark string) error {
	if t.mask == "" {
		return nil
	}
	if err := os.Mkdir(t.mask, 0o700); err != nil {
		return err
	}
	like := []string{"."}
	for i, m := range t.masks {
		var st unix.Stat_t
		if err := unix.Lstat(t.lower(m.Path), &st); err != nil {
			continue // gone: nothing to hide
		}
		parts := strings.Split(m.Path, "/")
		for n := 1; n < len(parts); n++ {
			dir := path.Join(parts[:n]...)
			err := os.Mkdir(path.Join(t.mask, dir), 0o700)
			if errors.Is(err, unix.EEXIST) {
				continue
			}
			if err != nil {
				return err
			}
			like = append(like, dir)
		}
		name := path.Join(t.mask, m.Path)
		if err := makeMask(name, t.lower(m.Path), st, m, mark+":"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	for i := len(like) - 1; i >= 0; i-- {
		if err := likeDir(t.lower(like[i]), path.Join(t.mask, like[i])); err != nil {
			return err
		}
	}
	return nil
}

func makeMask(name, covered string, st unix.Stat_t, m Mask, mark string) error {
	if m.Absent {
		return unix.Mknod(name, unix.S_IFCHR, 0)
	}
	var content []byte
	if m.Held {
		content = Filler(st.Size)
	}
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		if err := os.Mkdir(name, 0o700); err != nil {
			return err
		}
		if err := errors.Join(likeDir(covered, name), unix.Lsetxattr(name, opaqueAttribute, []byte("y"), 0)); err != nil {
			return err
		}
	} else if err := os.WriteFile(name, content, os.FileMode(st.Mode&0o777)); err != nil {
		return err
	}
	if err := unix.Lsetxattr(name, maskAttribute, []byte(mark), 0); err != nil {
		return err
	}
	return setTime(unix.AT_FDCWD, name, st.Mtim.Nano())
}

// maskOf is the tree and the masked path of it, as an index, that something stands for.
func (l *Layer) maskOf(value string) (tree, mask int, ok bool) {
	n, err := fmt.Sscanf(value, l.mark+":%d:%d", &tree, &mask)
	ok = n == 2 && err == nil && tree >= 0 && tree < len(l.trees) && mask >= 0 && mask < len(l.trees[tree].masks)
	return tree, mask, ok
}

// attributes are the names of the extended attributes of a path, which is not followed.
func attributes(name string) ([]string, error) {
	var buf [1024]byte
	n, err := unix.Llistxattr(name, buf[:])
	data := buf[:max(n, 0)]
	if err == unix.ERANGE {
		data = make([]byte, 64<<10) // as many as the kernel lists
		n, err = unix.Llistxattr(name, data)
		data = data[:max(n, 0)]
	}
	if err == unix.ENOTSUP || n == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 }), nil
}

// attributesDiffer compares the attributes of two paths, given the names of those of the upper one. set says that only
// those count that a program sets, not those that the kernel gives.
func attributesDiffer(upper, lower string, names []string, set bool) bool {
	differ := func(n string) bool {
		own := strings.HasPrefix(n, overlayPrefix) && !strings.HasPrefix(n, escapedPrefix) || n == maskAttribute
		return !own && (!set || settable(n)) && differs(upper, lower, n)
	}
	if slices.ContainsFunc(names, differ) {
		return true
	}
	below, _ := attributes(lower)
	return slices.ContainsFunc(below, func(n string) bool {
		return settable(n) && !strings.HasPrefix(n, overlayPrefix) && n != maskAttribute && !slices.Contains(names, n)
	})
}

// settable reports whether an attribute is one that any program may set.
func settable(n string) bool {
	return strings.HasPrefix(n, "user.") || strings.HasPrefix(n, "system.posix_acl")
}

// differs reports whether two paths do not have the same value of an attribute.
func differs(a, b, key string) bool {
	x, err := attribute(a, key)
	y, err2 := attribute(b, key)
	return err != nil || err2 != nil || string(x) != string(y)
}

func attribute(name, key string) ([]byte, error) {
	buf := make([]byte, 64<<10)
	n, err := unix.Lgetxattr(name, key, buf)
	return buf[:max(n, 0)], err
}

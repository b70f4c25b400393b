package undo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// maxMountInfo bounds the bytes that pp reads of a mountinfo; the kernel's limit on mounts keeps it smaller.
const maxMountInfo = 64 << 20

// maxTop bounds how many names of a tree's top are looked at for foreign owners.
const maxTop = 1000

// noUpper names a file system that cannot hold what a command changes, by its magic number; "" is one that can.
func noUpper(magic int64) string {
	switch magic {
	case unix.OVERLAYFS_SUPER_MAGIC:
		return "an overlay"
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.V9FS_MAGIC:
		return "9p"
	case unix.FUSE_SUPER_MAGIC:
		return "FUSE"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.MSDOS_SUPER_MAGIC:
		return "FAT"
	}
	return ""
}

// Impossible returns why a tree cannot have a layer with its record in the directory state, or "" if it can, without
// trying one; TryOverlay tests the kernel. ids reports whether the namespace of the command maps all users.
func Impossible(tree, state string, ids bool) string {
	return cmp.Or(placeReason(tree, state), mountReason(tree), ownerReason(tree, ids))
}

// placeReason looks at where the record and the data would stand.
func placeReason(tree, state string) string {
	if within(state, tree) {
		return "pp's own directory " + state + " lies in it"
	}
	var fs unix.Statfs_t
	if err := unix.Statfs(tree, &fs); err != nil {
		return err.Error()
	}
	if name := noUpper(int64(fs.Type)); name != "" {
		return tree + " is on " + name
	}
	if fs.Flags&unix.ST_RDONLY != 0 {
		return tree + " is mounted read-only"
	}
	return ""
}

// mountReason looks for mounts below the tree: the kernel refuses an overlay over one that came
// from outside, and hides one that was made in the same namespace.
func mountReason(tree string) string {
	mounts, err := Mounted()
	if err != nil {
		return "the mounts cannot be read: " + err.Error()
	}
	for _, m := range mounts {
		if m.Place != tree && within(m.Place, tree) {
			return "another file system is mounted inside it, on " + m.Place
		}
	}
	return ""
}

// MountPoint holds one line of mountinfo (proc_pid_mountinfo(5)).
type MountPoint struct {
	Device string // major:minor
	Root   string // the mounted directory of the file system
	Place  string
}

// Mounted returns the mounts that this process sees.
func Mounted() ([]MountPoint, error) {
	data, err := store.Read(context.Background(), "/proc/self/mountinfo", maxMountInfo)
	return ParseMounts(string(data)), err
}

// ParseMounts parses mountinfo. It skips lines that it cannot read.
func ParseMounts(text string) (out []MountPoint) {
	plain := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\043`, "#", `\134`, `\`)
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 5 {
			out = append(out, MountPoint{f[2], plain.Replace(f[3]), plain.Replace(f[4])})
		}
	}
	return out
}

// ownerReason looks at the owners of the tree and of what is at its top.
func ownerReason(tree string, ids bool) string {
	if ids {
		return ""
	}
	uid, gid := uint32(os.Geteuid()), uint32(os.Getegid())
	foreign := func(name string) string {
		var st unix.Stat_t
		if unix.Lstat(name, &st) != nil || st.Uid == uid && st.Gid == gid {
			return ""
		}
		return fmt.Sprintf("%s belongs to user %d and group %d, and only %d and %d are mapped", name, st.Uid,
			st.Gid, uid, gid)
	}
	if why := foreign(tree); why != "" {
		return why
	}
	f, err := os.Open(tree)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxTop)
	for _, n := range names {
		if why := foreign(path.Join(tree, n)); why != "" {
			return why
		}
	}
	return ""
}

// movable reports whether a rename from one directory into another can work, without doing
// any: the kernel compares the mounts before it refuses a name that is not one. Equal device numbers alone are
// not enough, since a bind mount has the same.
func movable(from, to string) error {
	var a, b unix.Stat_t
	if err := errors.Join(unix.Stat(from, &a), unix.Stat(to, &b)); err != nil {
		return err
	}
	if a.Dev != b.Dev {
		return unix.EXDEV
	}
	err := unix.Renameat2(unix.AT_FDCWD, path.Join(from, "none"), unix.AT_FDCWD, to+"/.", unix.RENAME_NOREPLACE)
	if err == unix.EEXIST || err == unix.ENOENT {
		return nil
	}
	return err
}

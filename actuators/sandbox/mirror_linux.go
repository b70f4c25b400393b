package sandbox

import (
	"errors"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/effect"
	"pp/engine/store"
)

// Mirror shows what was left running the files that something else changed in the trees of its layers, unless it
// changed them itself later: a layer does not see what changes below it, and programs that wait for changes of files
// are not told.
func (s *Sandbox) Mirror(names []string) {
	for _, k := range s.live() {
		for _, l := range k.layers {
			for _, name := range names {
				if name != l.Target && effect.Within(name, l.Target) && !s.tree.secret(name) && l.Newer(name) {
					_ = mirror(k.running.pid, l, name) // it goes on with the file as it was
				}
			}
		}
	}
}

// mirror makes a path in the view of a process what it is here. Nothing on the way may be a link: the process could
// have set it.
func mirror(pid int, l *undo.Lasting, name string) error {
	root, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/root", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(root)
	tree, err := beneath(root, l.Target[1:])
	if err != nil {
		return err
	}
	defer unix.Close(tree)
	var fs unix.Statfs_t
	if err := unix.Fstatfs(tree, &fs); err != nil || fs.Type != unix.OVERLAYFS_SUPER_MAGIC {
		return errors.Join(err, errors.New("the layer is not there any more"))
	}
	rel := strings.TrimPrefix(name, l.Target+"/")
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); errors.Is(err, unix.ENOENT) {
		return removeBeneath(tree, rel)
	} else if err != nil {
		return err
	}
	for i := range rel {
		if rel[i] == '/' {
			if dir, err := beneath(tree, path.Dir(rel[:i])); err == nil {
				_ = unix.Mkdirat(dir, path.Base(rel[:i]), 0o755)
				unix.Close(dir)
			}
		}
	}
	dir, err := beneath(tree, path.Dir(rel))
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		err = unix.Mkdirat(dir, path.Base(rel), st.Mode&0o777)
		if errors.Is(err, unix.EEXIST) {
			err = nil
		}
		return err
	case unix.S_IFREG:
		return copyBeneath(dir, name, path.Base(rel), &st)
	}
	return errors.New("neither a file nor a directory")
}

// beneath opens a directory below another one, with no link on the way.
func beneath(dir int, rel string) (int, error) {
	return unix.Openat2(dir, rel, &unix.OpenHow{Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS})
}

// removeBeneath removes a file, or an empty directory.
func removeBeneath(tree int, rel string) error {
	dir, err := beneath(tree, path.Dir(rel))
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	err = unix.Unlinkat(dir, path.Base(rel), 0)
	if errors.Is(err, unix.EISDIR) {
		err = unix.Unlinkat(dir, path.Base(rel), unix.AT_REMOVEDIR)
	}
	return err
}

// copyBeneath puts a copy of a file in place of what a directory has under a name.
func copyBeneath(dir int, from, name string, st *unix.Stat_t) error {
	in, err := store.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	own := ".pp-" + name
	_ = unix.Unlinkat(dir, own, 0)
	fd, err := unix.Openat(dir, own, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	out := os.NewFile(uintptr(fd), own)
	_, err = io.Copy(out, io.LimitReader(in, st.Size))
	times := []unix.Timespec{st.Mtim, st.Mtim}
	err = errors.Join(err, out.Chmod(os.FileMode(st.Mode&0o777)), out.Close(),
		unix.UtimesNanoAt(dir, own, times, unix.AT_SYMLINK_NOFOLLOW))
	if err == nil {
		err = unix.Renameat(dir, own, dir, name)
	}
	return err
}

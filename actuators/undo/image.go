package undo

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/memory/org"
	"pp/engine/store"
)

// kind is what stands at a path.
type kind string

const (
	kindAbsent kind = "ABSENT"
	kindFile   kind = "FILE"
	kindLink   kind = "LINK"
	kindDir    kind = "DIRECTORY"
	kindOther  kind = "OTHER" // a device, FIFO or socket, which is not kept
)

func (k kind) String() string { return string(k) }

// image is what stands, or stood, at one path.
type image struct {
	Path     string
	Kind     kind
	Mode     uint32 // permissions with set-ID and sticky bits
	UID, GID int
	Size     int64
	Time     int64  // of the last change of its content, in nanoseconds
	Sum      string // of a file's content
	Target   string // of a link
	Blob     string // the name of the copy of a file's content; "" when none is kept
	Holes    string // what is private of the content, and not in its copy; "" for nothing
}

// same reports whether two images are of the same thing with the same content
// and metadata. Times do not count: to touch a file is no change to lose.
func (i image) same(j image) bool {
	return i.Path == j.Path && i.Kind == j.Kind && i.Mode == j.Mode && i.UID == j.UID && i.GID == j.GID &&
		i.Sum == j.Sum && i.Target == j.Target
}

// errMoved says that a file changed while it was looked at.
var errMoved = errors.New("it changed while it was being copied")

// keeper gets the content of a file, and its size.
type keeper func(img *image, r io.Reader, size int64) error

// capture looks at a path and everything below it, the path itself first. keep
// is given the content of every file, and says in its image what of it is kept, and where.
func capture(name string, budget *int, keep keeper) ([]image, error) {
	if *budget--; *budget < 0 {
		return nil, errTooMuch
	}
	parent, err := openParent(name)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return []image{{Path: name, Kind: kindAbsent}}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer unix.Close(parent)
	img, err := captureOne(parent, name, keep)
	if err != nil || img.Kind != kindDir {
		return []image{img}, err
	}
	out := []image{img}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		below, err := capture(path.Join(name, e.Name()), budget, keep)
		if err != nil {
			return nil, err
		}
		out = append(out, below...)
	}
	return out, nil
}

func captureOne(parent int, name string, keep keeper) (image, error) {
	base := path.Base(name)
	var st unix.Stat_t
	if err := unix.Fstatat(parent, base, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		if errors.Is(err, unix.ENOENT) {
			return image{Path: name, Kind: kindAbsent}, nil
		}
		return image{}, fmt.Errorf("%s: %w", name, err)
	}
	img := image{Path: name, Mode: uint32(st.Mode) & 0o7777, UID: int(st.Uid), GID: int(st.Gid), Time: st.Mtim.Nano()}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		img.Kind = kindDir
	case unix.S_IFLNK:
		img.Kind, img.Mode = kindLink, 0
		buf := make([]byte, 4096)
		n, err := unix.Readlinkat(parent, base, buf)
		if err != nil {
			return image{}, fmt.Errorf("%s: %w", name, err)
		}
		img.Target = string(buf[:n])
	case unix.S_IFREG:
		img.Kind, img.Size = kindFile, st.Size
		return img, captureContent(parent, &img, st, keep)
	default:
		img.Kind = kindOther
	}
	return img, nil
}

func captureContent(parent int, img *image, st unix.Stat_t, keep keeper) error {
	fd, err := unix.Openat(parent, path.Base(img.Path), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", img.Path, err)
	}
	f, err := store.Of(fd)
	if err != nil {
		return fmt.Errorf("%s: %w", img.Path, err)
	}
	defer f.Close()
	sum := sha256.New()
	if err = keep(img, io.TeeReader(f, sum), st.Size); err != nil {
		return fmt.Errorf("%s: %w", img.Path, err)
	}
	var now unix.Stat_t
	if err := unix.Fstat(fd, &now); err != nil || now.Ino != st.Ino || now.Size != st.Size || now.Mtim != st.Mtim {
		return errors.Join(fmt.Errorf("%s: %w", img.Path, errMoved), err)
	}
	img.Sum = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// look captures without keeping a copy.
func (s *Store) look(name string) ([]image, error) {
	budget := maxFiles
	return capture(name, &budget, func(img *image, r io.Reader, size int64) error {
		if s.opts.Private.MayHold(img.Path) && size <= org.MaxPrivate {
			text, err := io.ReadAll(io.LimitReader(r, size))
			if img.Holes = holesIn(s.opts.Private, text); err != nil {
				return err
			}
		}
		_, err := io.Copy(io.Discard, r)
		return err
	})
}

// openParent opens the directory of a path; no component may be a link.
func openParent(name string) (int, error) {
	return store.OpenUnlinked(path.Dir(name), store.PathOnly|unix.O_DIRECTORY)
}

// roots drops paths that lie below another one, and sorts.
func roots(names []string) []string {
	slices.Sort(names)
	var out []string
	for _, n := range names {
		if !slices.ContainsFunc(out, func(r string) bool { return n == r || strings.HasPrefix(n, r+"/") }) {
			out = append(out, n)
		}
	}
	return out
}

// restoreOne puts an image in the place of whatever stands there, at once. The
// directory it is in must exist. temp is the name of a temporary file beside it.
func restoreOne(img image, temp string, blob func(image) (io.ReadCloser, error)) error {
	parent, err := openParent(img.Path)
	if err != nil {
		return err
	}
	defer unix.Close(parent)
	base := path.Base(img.Path)
	switch img.Kind {
	case kindAbsent:
		return removeAt(parent, base)
	case kindDir:
		if err := unix.Mkdirat(parent, base, 0o700); err != nil && !errors.Is(err, unix.EEXIST) {
			return err
		}
		return nil // its mode comes last, when all is in it
	case kindLink:
		if err := unix.Symlinkat(img.Target, parent, temp); err != nil {
			return err
		}
		_ = unix.Fchownat(parent, temp, img.UID, img.GID, unix.AT_SYMLINK_NOFOLLOW)
		return renameOver(parent, temp, base)
	case kindFile:
		if err := copyTo(parent, temp, img, blob); err != nil {
			_ = unix.Unlinkat(parent, temp, 0)
			return err
		}
		return renameOver(parent, temp, base)
	case kindOther:
	}
	return fmt.Errorf("%s is not a file, directory or link", img.Path)
}

// renameOver renames a finished temporary file over what stands there.
func renameOver(parent int, temp, base string) error {
	err := unix.Renameat(parent, temp, parent, base)
	if errors.Is(err, unix.EISDIR) {
		// A directory that the action made where a file was.
		if err = removeAt(parent, base); err == nil {
			err = unix.Renameat(parent, temp, parent, base)
		}
	}
	if err != nil {
		_ = unix.Unlinkat(parent, temp, 0)
	}
	return err
}

func removeAt(parent int, base string) error {
	err := unix.Unlinkat(parent, base, 0)
	if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EPERM) {
		err = unix.Unlinkat(parent, base, unix.AT_REMOVEDIR)
	}
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}

func copyTo(parent int, temp string, img image, blob func(image) (io.ReadCloser, error)) error {
	from, err := blob(img)
	if err != nil {
		return err
	}
	defer from.Close()
	fd, err := unix.Openat(parent, temp, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	to := os.NewFile(uintptr(fd), temp)
	defer to.Close()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, sum), from); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != img.Sum {
		return errors.New("its before-image is damaged")
	}
	if err := own(fd, img); err != nil {
		return err
	}
	times := []unix.Timespec{unix.NsecToTimespec(img.Time), unix.NsecToTimespec(img.Time)}
	if err := unix.UtimesNanoAt(parent, temp, times, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	return to.Sync()
}

// own gives a file its owner and mode, in this order: chown drops set-ID bits.
func own(fd int, img image) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if int(st.Uid) != img.UID || int(st.Gid) != img.GID {
		if err := unix.Fchown(fd, img.UID, img.GID); err != nil {
			return fmt.Errorf("its owner cannot be restored: %w", err)
		}
	}
	return unix.Fchmod(fd, img.Mode)
}

// restoreMode gives a directory its owner and mode.
func restoreMode(img image) error {
	parent, err := openParent(img.Path)
	if err != nil {
		return err
	}
	defer unix.Close(parent)
	fd, err := unix.Openat(parent, path.Base(img.Path), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return own(fd, img)
}

// exists reports whether there is anything at a path.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

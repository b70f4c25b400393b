package tools

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// Errors of writing, besides those of opening.
var (
	errAppeared    = errors.New("it did not exist when it was judged")
	errWent        = errors.New("it existed when it was judged")
	errDiffers     = errors.New("it changed since it was judged")
	errReadOnly    = errors.New("nobody may write it")
	errNoDirectory = errors.New("its directory does not exist")
	errOwnership   = errors.New("its owner cannot be kept")
)

// The name of a temporary file is one that nobody else gives to a file.
const (
	tempPrefix = ".pp-"
	tempSuffix = ".tmp"
)

// Temporary reports whether a file of this name is one that a tool was writing
// when pp was killed, and that can go when pp is not at work there any more.
func Temporary(name string) bool {
	random, ok := strings.CutPrefix(name, tempPrefix)
	if !ok {
		return false
	}
	random, ok = strings.CutSuffix(random, tempSuffix)
	return ok && len(random) == len(rand.Text()) && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// writeFile puts a text in a file, whole or not at all.
func (o Options) writeFile() Tool {
	return onPath(engine.ToolSpec{
		Name: "write-file",
		Doc:  "Writes a whole file.",
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true},
			{Name: "CONTENT", Kind: engine.ParamText, Required: true, MaxBytes: maxContent},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			p, err := pathOf(args, "FILEPATH", "", facts)
			if err != nil {
				return effect.Effects{}, err
			}
			if strings.HasSuffix(p.Given, "/") {
				return effect.Effects{}, errors.New(":FILEPATH ends in /, which names a directory. Give the name of a file in it")
			}
			return effect.Effects{Writes: []effect.Path{p}}, nil
		},
	}, o.runWriteFile)
}

func (o Options) runWriteFile(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	content, _ := j.args.Text("CONTENT")
	r, err := o.replace(p)
	if errors.Is(err, errNoDirectory) {
		return engine.Result{}, fmt.Errorf("the directory of %s does not exist. Create it first, or choose another place",
			j.shown(p.Name))
	}
	if err != nil {
		return engine.Result{}, explainWrite(j.shown(p.Name), err)
	}
	defer unix.Close(r.dirfd)
	before, unread := "", error(nil)
	if r.existing != nil {
		before, unread = r.read(o, j.shown(p.Name)) // where it is no text its lines are not counted
	}
	if err := r.do(ctx, content); err != nil {
		return engine.Result{}, explainWrite(j.shown(p.Name), err)
	}
	text := fmt.Sprintf("Wrote %s to %s (%s).", plural(len(content), "byte", "bytes"), j.shown(p.Name), r.what())
	result := engine.Result{Text: text, Changed: []string{p.Name}}
	if r.existing == nil {
		result.Made = result.Changed
	}
	if unread == nil {
		result.Added, result.Removed = countLines(before, content)
	}
	return result, nil
}

// replacement is one atomic write: a temporary file beside the real one, made
// durable, then renamed over it.
type replacement struct {
	tools    Options
	name     string // absolute
	dirfd    int
	base     string
	existing *unix.Stat_t // nil for a new file
	unsynced error        // why the new name may not survive a power failure
	unlike   bool         // the editor has the text, but the file has another one
}

// replace opens the directory of a file that is to be written, and finds out what
// is replaced. The caller closes the directory.
func (o Options) replace(p effect.Path) (*replacement, error) {
	dir, base := path.Split(p.Name)
	if base == "" {
		return nil, store.ErrDirectory
	}
	dirfd, err := store.OpenUnlinked(path.Clean(dir), unix.O_RDONLY|unix.O_DIRECTORY)
	if errors.Is(err, unix.ENOENT) {
		err = fmt.Errorf("%w: %w", errNoDirectory, err)
	}
	if err != nil {
		return nil, err
	}
	r := &replacement{tools: o, name: p.Name, dirfd: dirfd, base: base}
	if err := r.look(p); err != nil {
		unix.Close(dirfd)
		return nil, err
	}
	return r, nil
}

// inPlace says that there was a file before.
const inPlace = "in place of the old content"

// what says what was done, for the result.
func (r *replacement) what() string {
	out := "a new file"
	if r.existing != nil {
		out = inPlace
		if r.existing.Nlink > 1 {
			out += "; the file's other names keep that"
		}
	}
	if r.unlike {
		out += "; the editor has it, and the file is not the same yet: it was not saved, or was formatted"
	}
	if r.unsynced != nil {
		out += "; a power failure may undo it, because its directory could not be synced: " + r.unsynced.Error()
	}
	return out
}

// look finds out what is replaced. A link, directory or special file is refused,
// and so is a file that came to be, went away or changed after the verdict: it is
// not the one that whoever approved the call was shown.
func (r *replacement) look(judged effect.Path) error {
	var st unix.Stat_t
	err := unix.Fstatat(r.dirfd, r.base, &st, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, unix.ENOENT) {
		if judged.Exists {
			return errWent
		}
		return nil
	}
	if err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		return store.ErrLink
	}
	if err := store.Check(uint32(st.Mode)); err != nil {
		return err
	}
	if !judged.Exists {
		return errAppeared
	}
	if (effect.Identity{Dev: uint64(st.Dev), Inode: st.Ino, Size: st.Size, Modified: st.Mtim.Nano()}) != judged.Is {
		return errDiffers
	}
	// A rename would go past this; the person who set it means no writing.
	if st.Mode&0o222 == 0 {
		return errReadOnly
	}
	r.existing = &st
	return nil
}

// do writes the temporary file and puts it in place. After an error nothing has
// changed.
func (r *replacement) do(ctx context.Context, content string) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if done, err := r.handed(ctx, content); done || err != nil {
		return err
	}
	temp := tempPrefix + rand.Text() + tempSuffix
	fd, named, err := r.temporary(temp)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), temp)
	if _, err = f.WriteString(content); err == nil {
		err = cmp.Or(r.keep(fd), f.Sync(), context.Cause(ctx))
	}
	if err == nil && !named {
		// Only now is there anything to see, and it is whole.
		err = store.NameUnnamed(fd, r.dirfd, temp)
		named = err == nil
	}
	if err = cmp.Or(err, f.Close()); err == nil {
		err = r.rename(temp)
	}
	if err != nil {
		if rerr := unix.Unlinkat(r.dirfd, temp, 0); named && rerr != nil {
			err = fmt.Errorf("%w; the temporary file %s could not be removed: %w", err, temp, rerr)
		}
		return err
	}
	// The file is in place; file systems that cannot sync a directory say EINVAL.
	if err := unix.Fsync(r.dirfd); err != nil && err != unix.EINVAL {
		r.unsynced = err
	}
	return nil
}

// temporary makes the temporary file, without a name where that can be: nothing is left of it then when pp is killed.
func (r *replacement) temporary(name string) (fd int, named bool, err error) {
	mode := uint32(0o644)
	if r.existing != nil {
		mode = 0o600 // until it has the old file's owner and mode
	}
	if fd, err := store.CreateUnnamed(r.dirfd, mode); err == nil {
		return fd, false, nil
	}
	fd, err = unix.Openat(r.dirfd, name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC, mode)
	return fd, true, err
}

// keep gives the new file the old one's owner and permissions. As after any
// write, it does not run with its owner's rights: set-ID bits are dropped.
func (r *replacement) keep(fd int) error {
	if r.existing == nil {
		return nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Uid != r.existing.Uid || st.Gid != r.existing.Gid {
		if err := unix.Fchown(fd, int(r.existing.Uid), int(r.existing.Gid)); err != nil {
			return fmt.Errorf("%w: %w", errOwnership, err)
		}
	}
	return unix.Fchmod(fd, uint32(r.existing.Mode)&0o1777)
}

// rename puts the file in place; a new file never replaces one that appeared
// meanwhile.
func (r *replacement) rename(temp string) error {
	if r.existing != nil {
		// No call of the kernel replaces a file only if it is a certain one; this is
		// as late as it can be looked at.
		if err := r.unchanged(); err != nil {
			return err
		}
		return unix.Renameat(r.dirfd, temp, r.dirfd, r.base)
	}
	err := store.RenameNew(r.dirfd, temp, r.base)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		// The file system does not know the flag; a hard link does not replace either.
		if err = unix.Linkat(r.dirfd, temp, r.dirfd, r.base, 0); err == nil {
			_ = unix.Unlinkat(r.dirfd, temp, 0) // the file is in place; its second name does no harm
			return nil
		}
	}
	if errors.Is(err, unix.EEXIST) {
		return errAppeared
	}
	return err
}

// explainWrite is explain for a file that is to be written. Nothing was changed.
func explainWrite(shown string, err error) error {
	var why string
	switch {
	case errors.Is(err, errNoEdit):
		return err // says it all
	case errors.Is(err, store.ErrDirectory):
		why = "is a directory. Give the name of a file in it"
	case errors.Is(err, errAppeared):
		why = "has appeared since the call was judged and was not replaced. Read it, then propose the call again"
	case errors.Is(err, errWent):
		why = "has gone since the call was judged, so nothing was written. See what is there, then propose the call again"
	case errors.Is(err, errDiffers):
		why = "has changed since the call was judged, and was not touched. Read it, then propose the call again"
	case errors.Is(err, errUnsaved):
		why = "has changes in the editor that are not saved, and was not touched. Ask the person to save it or to drop them"
	case errors.Is(err, store.ErrSpecial):
		why = "is " + err.Error() + ", and was not replaced. Choose a regular file"
	case errors.Is(err, errReadOnly):
		why = "is read-only. Choose another file, or ask the person to make it writable"
	case errors.Is(err, errOwnership):
		why = "belongs to another user and was not replaced. Choose another file"
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM), errors.Is(err, unix.EROFS):
		why = "may not be written by the user pp runs as. Choose another file, or ask the person to change its permissions"
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EDQUOT):
		why = "was not changed, because the disk or quota is full. Tell the person"
	default:
		return explain(shown, err)
	}
	return &pathError{shown + " " + why, err}
}

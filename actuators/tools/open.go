package tools

import (
	"context"
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/store"
)

// Errors of opening a judged path, besides those of package regular and the kernel's own.
var (
	errChanged    = errors.New("another file now")
	errSecret     = errors.New("another name of a file that holds secrets")
	errUnsearched = errors.New("too large to be searched for what is private in it")
)

// openRegular opens a regular file for reading. What it is, is found out before
// it is opened, since opening a device or FIFO can act or wait, and again after.
func (o Options) openRegular(name string) (*store.File, error) {
	return o.opened(name, func(flags int) (int, error) { return store.OpenUnlinked(name, flags) })
}

// openEntry is openRegular for an entry of an open directory.
func (o Options) openEntry(dirfd int, name string) (*store.File, error) {
	return o.opened(name, func(flags int) (int, error) { return store.OpenEntry(dirfd, name, flags) })
}

func (o Options) opened(name string, open func(flags int) (int, error)) (*store.File, error) {
	look, err := open(store.PathOnly)
	if err != nil {
		return nil, err
	}
	defer unix.Close(look)
	var before unix.Stat_t
	if err := unix.Fstat(look, &before); err != nil {
		return nil, err
	}
	if err := store.Check(uint32(before.Mode)); err != nil {
		return nil, err
	}
	fd, err := open(unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY)
	if err != nil {
		return nil, err
	}
	f, err := store.Of(fd)
	if err != nil {
		return nil, err
	}
	switch now := f.Stat(); {
	case before.Dev != now.Dev || before.Ino != now.Ino:
		err = errChanged
	case now.Nlink > 1 && o.Linked != nil && o.Linked(effect.Node{Dev: uint64(now.Dev), Inode: now.Ino}, name):
		err = errSecret
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// public is the text of an open file without what is private in it, and how many subtrees were left out.
func (o Options) public(ctx context.Context, f io.Reader, name string) (text string, left int, err error) {
	data, err := store.ReadAll(ctx, f, org.MaxPrivate+1)
	switch {
	case err != nil:
		return "", 0, err
	case len(data) > org.MaxPrivate:
		return "", 1, errUnsearched
	}
	text, left = o.Private.Strip(name, string(data))
	return text, left, nil
}

// explain turns an error of opening into a message that says what to do.
func explain(shown string, err error) error {
	var why string
	switch {
	case errors.Is(err, unix.ENOENT):
		why = "does not exist. See what is there with list-directory or find-files"
	case errors.Is(err, unix.ENOTDIR):
		why = "cannot be there: a part of the path is not a directory. See what is there with list-directory"
	case errors.Is(err, store.ErrLink), errors.Is(err, errChanged):
		why = "has changed since it was judged (" + err.Error() + "), so nothing was opened. Propose the call again"
	case errors.Is(err, errSecret):
		why = "is " + err.Error() + ". Secrets are never read; choose another file"
	case errors.Is(err, errUnsearched):
		why = "is " + err.Error() + ", so nothing of it is shown. Choose another file"
	case errors.Is(err, store.ErrDirectory):
		why = "is a directory. List it with list-directory"
	case errors.Is(err, store.ErrSpecial):
		why = "is " + err.Error() + ", which could block for ever. Choose a regular file"
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		why = "may not be opened by the user pp runs as. Choose another file, or ask the person to change its permissions"
	case errors.Is(err, unix.EAGAIN):
		why = "has nothing to read now and would block. Choose another file"
	case errors.Is(err, unix.ENAMETOOLONG):
		why = "has a name longer than the file system allows. Give a shorter one"
	case errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		why = "could not be opened, because too many files are open. Try again later"
	default:
		return fmt.Errorf("%s cannot be used: %w", shown, err)
	}
	return &pathError{shown + " " + why, err}
}

// pathError is a message for the model that keeps its cause.
type pathError struct {
	message string
	cause   error
}

func (e *pathError) Error() string { return e.message + "." }

func (e *pathError) Unwrap() error { return e.cause }

package layer

import (
	"errors"
	"fmt"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/session/journal"
)

// Making files and removing them is most of what a layer costs in which nothing is changed. Its own are kept for the
// next one, under a name of which there is one: a rename gives them to one process and no other.

// reuse takes the directories of an earlier layer. As long as it has no journal, Recover goes by its time.
func (l *Layer) reuse() bool {
	if l.spare == "" {
		return false
	}
	_ = unix.UtimesNanoAt(unix.AT_FDCWD, l.spare, nil, unix.AT_SYMLINK_NOFOLLOW)
	if unix.Renameat2(unix.AT_FDCWD, l.spare, unix.AT_FDCWD, l.dir, unix.RENAME_NOREPLACE) != nil {
		return false
	}
	_ = os.Remove(path.Join(l.dir, journalName)) // of one that was cut off in spared
	return true
}

// begin makes the journal, with its header.
func (l *Layer) begin() (err error) {
	name := path.Join(l.dir, freshName)
	if l.file, _, err = journal.OpenWriter(name, journal.Limits{}, nil); err != nil {
		return err
	}
	if l.file.Size() > 0 {
		return fmt.Errorf("%w: %s is in use", ErrState, name)
	}
	if err := l.append(record{state: stateOpen, trees: l.trees, text: l.mark}); err != nil {
		return err
	}
	return os.Rename(name, path.Join(l.dir, journalName))
}

// spared leaves the directories of this one for the next, if they are as they were made. Cut off before the rename
// it is a record like any other; what is cut off after it is looked at when it is used.
func (l *Layer) spared() bool {
	if l.spare == "" || l.state != stateReady || len(l.trees) != 1 || within(l.trees[0].data, l.trees[0].dir) {
		return false
	}
	t := l.trees[0]
	names, err := readNames(t.upper(""), 1)
	attrs, attrErr := attributes(t.upper(""))
	if err = errors.Join(err, attrErr); err != nil || len(names) > 0 {
		return false
	}
	for _, n := range attrs {
		if settable(n) {
			err = errors.Join(err, unix.Lremovexattr(t.upper(""), n))
		}
	}
	err = errors.Join(err, removeAll(path.Join(t.work(), "work"))) // the kernel mounts none that says it was in use
	if t.mask != "" {
		err = errors.Join(err, removeAll(t.mask))
	}
	if err != nil || unix.Renameat2(unix.AT_FDCWD, l.dir, unix.AT_FDCWD, l.spare, unix.RENAME_NOREPLACE) != nil {
		return false
	}
	if name := path.Join(l.spare, journalName); os.Truncate(name, 0) == nil {
		_ = os.Rename(name, path.Join(l.spare, freshName))
	}
	return true
}

// makeEmpty makes a directory, unless an empty one is there.
func makeEmpty(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if !errors.Is(err, unix.EEXIST) {
		return err
	}
	if names, err := readNames(dir, 1); err == nil && len(names) == 0 {
		return nil
	}
	return errors.Join(removeAll(dir), os.Mkdir(dir, 0o700))
}

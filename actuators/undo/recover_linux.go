package undo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// RecoverLayers brings every layer of a state directory that no process has, and that was cut
// off, to an end: what was being taken over, or undone, is finished; what was not begun is dropped. Layers that
// were kept, and those that are done, stay. An error is of some layer; the others are dealt with all the same.
func RecoverLayers(dir string) error {
	names, err := store.FileNames(dir, "")
	errs := []error{err}
	for _, n := range names {
		if err := recoverOne(path.Join(dir, n)); !errors.Is(err, ErrBusy) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func recoverOne(dir string) error {
	if _, err := os.Lstat(path.Join(dir, journalName)); errors.Is(err, fs.ErrNotExist) {
		return removeAll(dir) // pp was killed before it wrote one
	}
	l, err := OpenLayer(dir)
	if err != nil {
		return err
	}
	return errors.Join(l.recover(), l.Close())
}

func (l *Layer) recover() error {
	switch l.state {
	case stateOpen, stateReady, stateSteps:
		if l.kept {
			return l.append(layerRecord{state: stateKept})
		}
		return l.Drop()
	case stateTaking:
		return l.finish()
	case stateBack:
		r := newRunner(l)
		defer r.close()
		if err := r.reverse(nil); err != nil {
			return err
		}
		return l.append(layerRecord{state: stateFailed})
	case stateUndoing:
		return l.undo()
	case stateKept, stateTaken, stateFailed, stateUndone:
	}
	return nil
}

// lockPause is how long a lock of a tree is waited for at a time.
const lockPause = 2 * time.Millisecond

// LockTrees lets one command at a time act on each of the directories: it waits for those that act on any of
// them until ctx is done, which is ErrBusy. The locks end with unlock or with the process. They hold
// among processes that ask for them, whatever state directory each has.
func LockTrees(ctx context.Context, dirs []string) (unlock func(), err error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(dirs)))
	var held []int
	long := time.NewTimer(store.WaitTold)
	defer long.Stop()
	unlock = func() {
		for _, fd := range held {
			unix.Close(fd)
		}
		held = nil
	}
	for _, dir := range sorted {
		fd, err := store.OpenUnlinked(dir, unix.O_RDONLY|unix.O_DIRECTORY)
		if err != nil {
			unlock()
			return nil, fmt.Errorf("locking %s: %w", dir, err)
		}
		held = append(held, fd)
		for err = unix.EWOULDBLOCK; err != nil; {
			if err = unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err == nil {
				break
			}
			if err != unix.EWOULDBLOCK && err != unix.EINTR {
				unlock()
				return nil, fmt.Errorf("locking %s: %w", dir, err)
			}
			select {
			case <-ctx.Done():
				unlock()
				return nil, fmt.Errorf("%w: a command acts on %s", ErrBusy, dir)
			case <-long.C:
				store.TellWait(ctx, fd, dir)
			case <-time.After(lockPause):
			}
		}
	}
	return unlock, nil
}

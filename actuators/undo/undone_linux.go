package undo

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"golang.org/x/sys/unix"
)

// Undoing renames what it puts back, so that its change time is a later one. An earlier taking over of the same files
// can be undone all the same: whoever undid says of each inode which change time it had before and has now.

// inode is one at a certain state.
type inode struct {
	dev, ino uint64
	changed  int64 // its change time
}

func inodeOf(st *unix.Stat_t) inode { return inode{uint64(st.Dev), st.Ino, st.Ctim.Nano()} }

// putBack says, for one record of the journal or several, what the undoing did to the change times of what it put back.
func (l *Layer) putBack() (texts []string) {
	var out strings.Builder
	for i := range l.steps {
		s := &l.steps[i]
		name := l.trees[s.tree].lower(s.path)
		if s.op == opMove {
			name = l.trees[s.tree].lower(s.from)
		}
		var st unix.Stat_t
		if s.theirs.Ino == 0 || unix.Lstat(name, &st) != nil || !s.theirs.is(&st) || s.changed == 0 {
			continue
		}
		fmt.Fprintf(&out, "%d %d %d %d\n", st.Dev, st.Ino, st.Ctim.Nano(), s.changed)
		if out.Len() > maxSteps*100 {
			texts = append(texts, out.String())
			out.Reset()
		}
	}
	return append(texts, out.String())
}

// takePutBack reads what putBack wrote.
func (l *Layer) takePutBack(text string) {
	if l.before == nil {
		l.before = map[inode]int64{}
	}
	for r := strings.NewReader(text); ; {
		var at inode
		var before int64
		if _, err := fmt.Fscanf(r, "%d %d %d %d\n", &at.dev, &at.ino, &at.changed, &before); err != nil {
			return
		}
		l.before[at] = before
	}
}

// learn takes up what the records of other layers say that they put back.
func (l *Layer) learn(records []string) {
	for _, dir := range records {
		o, err := LookAtLayer(dir)
		if err != nil {
			continue // then what it changed looks changed, and nothing is lost
		}
		if l.before == nil {
			l.before = map[inode]int64{}
		}
		maps.Copy(l.before, o.before)
	}
}

// foreignSince reports whether an inode was changed at a time or later, by others than those that put it back.
func (l *Layer) foreignSince(since int64) func(*unix.Stat_t) bool {
	return func(st *unix.Stat_t) bool {
		for at := inodeOf(st); at.changed >= since; {
			before, ok := l.before[at]
			if !ok || before >= at.changed {
				return true
			}
			at.changed = before
		}
		return false
	}
}

// scanned reads a step, of which older records say less.
func scanned(n, want int, err error) error {
	if n == want-1 && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		return nil
	}
	return err
}

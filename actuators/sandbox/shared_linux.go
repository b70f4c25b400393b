package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
)

// share gives a command the temporary directories of its conversation. One that is not there is the command's own. It
// fails where the command would find those of the machine.
func (b *builder) share(s engine.Scratch) error {
	if b.scratch = s; s.Place != "" && !b.sandbox.probed().namespaces {
		return fmt.Errorf("%w: no mounts stand in for the temporary directories", ErrWeaker)
	}
	for _, dir := range s.Dirs {
		if from := s.Real(dir); from != dir && isDir(from) && slices.Contains(b.spec.Scratch, dir) {
			b.spec.Shared = append(b.spec.Shared, Bind{From: from, To: dir})
		}
	}
	for _, above := range s.Above() { // what is mounted below must not move with them
		b.spec.Apart = append(b.spec.Apart, above)
	}
	if home := b.sandbox.opts.Home; b.spec.isShared(home) && isDir(home) {
		b.spec.Hidden = append(b.spec.Hidden, home) // which was hidden with what is around it
	}
	return nil
}

// isShared reports whether a path is in one of the directories, and in nothing that is hidden there.
func (s *Spec) isShared(name string) bool {
	return slices.ContainsFunc(s.Shared, func(b Bind) bool {
		return effect.Within(name, b.To) && !slices.ContainsFunc(s.Hidden, func(h string) bool {
			return h != b.To && effect.Within(h, b.To) && effect.Within(name, h)
		})
	})
}

// besideScratch leaves out of effects what they are in the directories of the conversation, where all may be changed.
func (b *builder) besideScratch(e effect.Effects) effect.Effects {
	out := b.scratch.Outside(e)
	b.spec.Metadata = b.scratch.Place != "" && (b.acts || len(out.Writes) < len(e.Writes) ||
		len(out.Metadata) < len(e.Metadata))
	return out
}

// maxShared is how many files the directories of a conversation may hold together.
const maxShared = 400_000

// held is what directories hold.
type held struct{ bytes, files int64 }

// shared tells when the directories of a conversation hold too much. It outlives a command, and looks at all that is in
// them only when as much of the file system came or went as there was room for.
type shared struct {
	mu     sync.Mutex
	dirs   []string
	limit  held
	last   held          // when they were looked at
	before unix.Statfs_t // of the file system, then
}

// watchShared gives what watches the directories that a command shares with those before it.
func (s *Sandbox) watchShared(dirs []string) *shared {
	s.sharedMu.Lock()
	defer s.sharedMu.Unlock()
	if s.shared == nil || !slices.Equal(s.shared.dirs, dirs) {
		s.shared = &shared{dirs: dirs, limit: held{s.limits.Shared, maxShared}}
		s.shared.look()
	}
	return s.shared
}

// holds is what the directories held when they were looked at.
func (s *shared) holds() held {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// sharedSlack is by how many bytes what held too much before a command may grow: deleting needs some.
const sharedSlack = 64 << 10

// full reports whether the directories hold too much, and more than before a command.
func (s *shared) full(before held) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var now unix.Statfs_t
	if len(s.dirs) == 0 || unix.Statfs(s.dirs[0], &now) != nil {
		return false
	}
	bytes := moved(s.before.Bavail, now.Bavail) * int64(now.Bsize)
	room := held{min(s.limit.bytes-s.last.bytes, s.limit.bytes/4), min(s.limit.files-s.last.files, s.limit.files/4)}
	if bytes > max(room.bytes, 0) || moved(s.before.Ffree, now.Ffree) > max(room.files, 0) {
		s.look()
	}
	return s.last.bytes > max(s.limit.bytes, before.bytes+sharedSlack) ||
		s.last.files > max(s.limit.files, before.files)
}

func moved(a, b uint64) int64 { return int64(max(a, b) - min(a, b)) }

// look measures the directories. What cannot be looked into counts as all that they may hold.
func (s *shared) look() {
	if s.last = (held{}); len(s.dirs) > 0 {
		_ = unix.Statfs(s.dirs[0], &s.before)
	}
	for _, dir := range s.dirs {
		_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if s.last.files++; s.last.files > 2*maxShared {
				return fs.SkipAll
			}
			if err != nil {
				if !errors.Is(err, fs.ErrNotExist) {
					s.last.bytes += s.limit.bytes
				}
				return nil
			}
			if info, err := d.Info(); err == nil {
				s.last.bytes += blocks(info)
			}
			return nil
		})
	}
}

// blocks is what a file takes of the disk, in bytes.
func blocks(info os.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Blocks * 512
	}
	return info.Size()
}

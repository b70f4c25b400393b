package gates

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"pp/engine/effect"
	"pp/engine/store"
	"pp/gates/paths"
)

// Bounds of looking for what could be had again, in the life of one Kept; what is beyond
// them could not.
const (
	maxKept      = 20_000   // paths
	maxKeptBytes = 32 << 20 // of files that are compared
	maxKeptFile  = 1 << 20  // of one file, and of git's index
	maxGitFile   = 4096     // of a .git that is a file
)

// Kept tells which files could be had again if they were deleted: those that git's index
// has with the very content that they have, and those that this run made and nobody
// changed since. It reads the index itself and starts nothing. It implements
// engine.Recoverer, for one judgement at a time.
type Kept struct {
	fs     effect.FS
	made   map[string]effect.FileInfo
	left   int
	bytes  int
	tracks map[string]tracking // by working tree
}

// tracking is what a repository tracks in a working tree.
type tracking struct {
	dir     string // the git directory, "" if there is none
	known   bool   // pp read the index, or there is no index
	unread  bool   // there is an index that pp could not read
	index   store.GitIndex
	entries map[string]store.GitEntry
}

// NewKept returns it for a view of the files and what this run made, as it left that.
func NewKept(view effect.FS, made map[string]effect.FileInfo) *Kept {
	return &Kept{fs: view, made: made, left: maxKept, bytes: maxKeptBytes, tracks: map[string]tracking{}}
}

// Recoverable implements engine.Recoverer. What is not there, or is found by a pattern, is not
// known to be: an action may put something there before it deletes it.
func (k *Kept) Recoverable(name string) bool {
	if k.fs == nil {
		return false
	}
	return k.recoverable(name, 0)
}

func (k *Kept) recoverable(name string, depth int) bool {
	info, err := k.fs.Lstat(name)
	if k.left--; err != nil || k.left < 0 || depth > 64 || paths.Fold(path.Base(name)) == ".git" {
		return false
	}
	if was, ours := k.made[name]; ours && was.Node() == info.Node() && was.Size == info.Size &&
		was.Modified == info.Modified && was.Mode == info.Mode {
		return true
	}
	if !info.Mode.IsDir() {
		return k.tracked(name, info)
	}
	below, err := k.fs.ReadDir(name)
	if err != nil {
		return false
	}
	for _, n := range below {
		if !k.recoverable(path.Join(name, n), depth+1) {
			return false
		}
	}
	return true
}

// tracked reports whether git has a file or link with the content that it has.
func (k *Kept) tracked(name string, info effect.FileInfo) bool {
	top, t := k.repository(path.Dir(name))
	e, ok := t.entries[strings.TrimPrefix(name, top+"/")]
	if !ok {
		return false
	}
	if info.Mode&fs.ModeSymlink != 0 {
		to, err := k.fs.Readlink(name)
		return err == nil && t.index.Holds(e, []byte(to), true)
	}
	if k.bytes -= int(min(info.Size, maxKeptFile)); !info.Mode.IsRegular() || info.Size > maxKeptFile || k.bytes < 0 {
		return false
	}
	content, err := k.fs.ReadFile(name, maxKeptFile)
	return err == nil && t.index.Holds(e, content, false)
}

// repository finds the working tree that a directory is in, and what is tracked there.
func (k *Kept) repository(dir string) (string, tracking) {
	for top := dir; ; top = path.Dir(top) {
		if t, known := k.tracks[top]; known {
			return top, t
		}
		info, err := k.fs.Lstat(path.Join(top, ".git"))
		if err == nil {
			k.tracks[top] = k.track(path.Join(top, ".git"), info)
			return top, k.tracks[top]
		}
		if top == "/" || top == "." {
			return top, tracking{}
		}
	}
}

// track reads the index of a repository; what is none tracks nothing.
func (k *Kept) track(git string, info effect.FileInfo) tracking {
	if info.Mode.IsRegular() {
		text, err := k.fs.ReadFile(git, maxGitFile)
		to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
		if err != nil || !ok || len(text) == maxGitFile {
			return tracking{unread: len(text) == maxGitFile}
		}
		if !path.IsAbs(to) {
			to = path.Join(path.Dir(git), to)
		}
		git = path.Clean(to)
	}
	info, err := k.fs.Lstat(path.Join(git, "index"))
	if err != nil || info.Size > maxKeptFile {
		return tracking{dir: git, known: errors.Is(err, fs.ErrNotExist), unread: err == nil}
	}
	data, err := k.fs.ReadFile(path.Join(git, "index"), maxKeptFile)
	t := tracking{dir: git, known: true, entries: map[string]store.GitEntry{}}
	var ok bool
	if t.index, ok = store.ParseGitIndex(data); err != nil || !ok {
		return tracking{dir: git, unread: true}
	}
	for _, e := range t.index.Entries {
		t.entries[e.Name] = e
	}
	return t
}

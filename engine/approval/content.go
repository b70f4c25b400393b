package approval

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// What content an approval can be bound to: at most maxContents files, with at
// most maxTotal bytes together, each read at once up to MaxContent bytes and
// streamed above that where the view can. Larger files, which undo does not keep
// either, are bound by what identifies them: a change of content that keeps
// length and time is not noticed then.
const (
	MaxContent  = 1 << 20
	maxContents = 1000
	maxTotal    = 64 << 20
)

// streamer is a view that can digest a file without holding it in memory.
type streamer interface {
	// Hash is the SHA-256 of a regular file of at most max bytes, and its length.
	Hash(name string, max int64) (sum [sha256.Size]byte, size int64, err error)
}

// errMoving says that no moment of a file can be had.
var errMoving = errors.New("it changes while it is read")

// content is what a file holds: as it is hashed, and as a person is told of it.
type content struct {
	name, item, says string
	written          bool // it is only written over
}

// contentsOf are the contents that an action depends on, in the order of their
// names: of what it runs, of what it would write over, and of what it sends.
func contentsOf(v engine.Verdict, view effect.FS) ([]content, error) {
	names := map[string]bool{} // and whether it is only written over
	for _, w := range v.Effects.Writes {
		names[w.Name] = true
	}
	for _, r := range v.Effects.Runs {
		if r.Script != "" {
			names[r.Script] = false
		}
		if _, ours := v.Workspace.Contains(r.Path); ours && r.Path != "" {
			names[r.Path] = false
		}
		if err := tell(v, r, view, names); err != nil {
			return nil, err
		}
	}
	for _, m := range v.Effects.Messages {
		for _, name := range m.Files {
			names[name] = false
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	if view == nil {
		return nil, errors.New("an approval of what runs, writes or sends files needs a view of them")
	}
	if len(names) > maxContents {
		return nil, fmt.Errorf("an approval can be bound to %d files at most, and this action depends on %d", maxContents,
			len(names))
	}
	var out []content
	total := 0
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c, size, err := contentOf(view, name, maxTotal-total)
		if total += size; err == nil && total > maxTotal {
			err = fmt.Errorf("with the files before it, it has over %d bytes", maxTotal)
		}
		if err != nil {
			return nil, contentError(name, err)
		}
		c.name, c.item, c.written = name, item(name, c.item), names[name]
		out = append(out, c)
	}
	return out, nil
}

// contentOf describes what a path holds. left is what may still be read in all.
func contentOf(view effect.FS, name string, left int) (content, int, error) {
	info, err := view.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return content{item: item("nothing"), says: "not there"}, 0, nil
	}
	if err != nil {
		return content{}, 0, err
	}
	switch {
	case info.Mode&fs.ModeSymlink != 0:
		target, err := view.Readlink(name)
		return content{item: item("link", target), says: "a link to " + target}, len(target), err
	case !info.Mode.IsRegular():
		return content{item: item("special", number(info.Mode)), says: "no regular file, " + info.Mode.String()}, 0, nil
	case info.Size > MaxContent:
		return largeContent(view, name, info, int64(left))
	}
	data, err := view.ReadFile(name, MaxContent)
	if err != nil {
		return content{}, 0, err
	}
	if int64(len(data)) < info.Size {
		return content{}, 0, errMoving
	}
	return fileContent(info.Mode, sha256.Sum256(data), len(data)), len(data), nil
}

// fileContent describes a regular file.
func fileContent(mode fs.FileMode, sum [sha256.Size]byte, size int) content {
	return content{item: item("file", number(mode), string(sum[:])),
		says: fmt.Sprintf("%d bytes (%v, SHA-256 %.4x)", size, mode, sum)}
}

// largeContent describes a file that is not held in memory.
func largeContent(view effect.FS, name string, info effect.FileInfo, left int64) (content, int, error) {
	s, ok := view.(streamer)
	if !ok || info.Size > left {
		return content{item: item("large", number(info.Mode), number(info.Dev), number(info.Inode), number(info.Size),
			number(info.Modified)), says: fmt.Sprintf("%d bytes (%v)", info.Size, info.Mode)}, 0, nil
	}
	sum, size, err := s.Hash(name, left)
	if err != nil {
		return content{}, 0, err
	}
	if size != info.Size {
		return content{}, 0, errMoving
	}
	return fileContent(info.Mode, sum, int(size)), int(size), nil
}

func contentError(name string, err error) error {
	return fmt.Errorf("an approval cannot be bound to the content of %s: %w", name, err)
}

// hashFile is the hash of a whole file in lower-case hexadecimal, to which a
// rule is bound.
func hashFile(view effect.FS, name string) (string, error) {
	if view == nil {
		return "", errors.New("a rule for a file needs a view of it")
	}
	info, err := view.Lstat(name)
	var data []byte
	if err == nil && info.Mode.IsRegular() && info.Size <= MaxContent {
		data, err = view.ReadFile(name, MaxContent)
	} else if err == nil {
		err = fmt.Errorf("it is no regular file of at most %d bytes", MaxContent)
	}
	if err != nil {
		return "", contentError(name, err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// tell adds the files that control a build: those that its arguments name, and those that it searches for in its
// directory, in directories among its arguments, and above these up to the root of the workspace.
func tell(v engine.Verdict, r effect.Program, view effect.FS, names map[string]bool) error {
	if len(r.Told) == 0 || view == nil {
		return nil
	}
	dirs := slices.Clone(r.In)
	named := func(p effect.Path) {
		if p.Tree || p.Dir {
			dirs = append(dirs, p.Name)
			return
		}
		dirs = append(dirs, path.Dir(p.Name))
		bind(names, p.Name)
	}
	for _, p := range v.Effects.Reads {
		q, ok := v.Effects.Program(effect.Effect{Kind: effect.KindRead, Subject: p.Name, Span: p.Span})
		if ok && q.Span == r.Span && q.Name == r.Name {
			named(p)
		}
	}
	for _, dir := range r.In {
		for _, word := range r.Words[min(1, len(r.Words)):] {
			_, value, _ := strings.Cut(word, "=")
			test, _, _ := strings.Cut(word, "::")
			for _, name := range [...]string{word, value, test} {
				if p, err := effect.Resolve(view, dir, name); err == nil && name != "" && p.Exists {
					named(p)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, dir := range dirs {
		for above := false; !seen[dir]; dir, above = path.Dir(dir), true {
			if _, inside := v.Workspace.Contains(dir); above && !inside {
				break
			}
			seen[dir] = true
			if err := look(view, dir, r.Told, names); err != nil {
				return contentError(dir, err)
			}
		}
	}
	return nil
}

// bind adds a file, unless the action overwrites it: then the approval depends on it already.
func bind(names map[string]bool, name string) {
	if _, bound := names[name]; !bound {
		names[name] = false
	}
}

// look adds the files of a directory that have one of the names, and the targets of links among them.
func look(view effect.FS, dir string, told []string, names map[string]bool) error {
	there, err := view.ReadDir(dir)
	if err != nil {
		if info, lost := view.Lstat(dir); errors.Is(lost, fs.ErrNotExist) || lost == nil && !info.Mode.IsDir() {
			return nil
		}
		return err
	}
	for _, pattern := range told {
		if strings.Contains(pattern, "/") {
			if _, err := view.Lstat(path.Join(dir, pattern)); err == nil {
				bind(names, path.Join(dir, pattern))
			}
			continue
		}
		for _, name := range there {
			if match, err := path.Match(pattern, strings.ToLower(name)); err != nil || !match {
				continue
			}
			bind(names, path.Join(dir, name))
			if p, err := effect.Resolve(view, dir, name); err == nil {
				bind(names, p.Name)
			}
		}
	}
	return nil
}

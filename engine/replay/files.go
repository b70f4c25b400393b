package replay

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// errNotRecorded is what looking at something gives that is not on record.
var errNotRecorded = errors.New("it is not on record")

var (
	_ effect.FS        = (*Case)(nil)
	_ engine.Recoverer = (*Case)(nil)
)

// missing notes that something is not on record.
func (c *Case) missing(what string) error {
	if c.Missing == "" {
		c.Missing = what
	}
	return errNotRecorded
}

// Lstat implements effect.FS.
func (c *Case) Lstat(name string) (effect.FileInfo, error) {
	in, known := c.look(name)
	if !known {
		return effect.FileInfo{}, c.missing("the record does not say whether " + strconv.Quote(name) + " existed")
	}
	return in.FileInfo, in.err
}

// look finds what is known of a path: what it was, or that it cannot have been there.
func (c *Case) look(name string) (in info, known bool) {
	if in, known = c.table.infos.find(name, c); known {
		return in, true
	}
	key, private := privateKey(name)
	if in, known = c.table.infos.find(key, c); known || private {
		return in, known
	}
	if name == "/" || name == "." || name == "" {
		return in, false
	}
	l, _ := c.table.whole.find(path.Dir(name), c)
	if l.there && !slices.Contains(l.names, path.Base(name)) && !slices.Contains(l.names, key) {
		return info{err: fs.ErrNotExist}, true
	}
	above, known := c.look(path.Dir(name))
	if known && (above.err != nil || above.Mode&(fs.ModeDir|fs.ModeSymlink) == 0) {
		return info{err: fs.ErrNotExist}, true // nothing is below what is no directory
	}
	return in, false
}

// privateKey is what stands for a path if it is private, and whether that is known already.
func privateKey(name string) (key string, is bool) {
	if key, is = engine.IsPrivateName(name); is {
		return key, true
	}
	return engine.PrivateName(name), false
}

// unless is why a path can be looked into by no means, nil when it may be.
func (c *Case) unless(name string, fits func(fs.FileMode) bool) error {
	in, known := c.look(name)
	switch {
	case !known:
		return nil
	case in.err != nil:
		return in.err
	case !fits(in.Mode):
		return fs.ErrInvalid
	}
	return nil
}

// Readlink implements effect.FS.
func (c *Case) Readlink(name string) (string, error) {
	if to, known := c.table.links.find(name, c); known && to.there {
		return to.text, nil
	} else if known {
		return "", fs.ErrInvalid
	}
	link := func(m fs.FileMode) bool { return m&fs.ModeSymlink != 0 }
	if err := c.unless(name, link); err != nil {
		return "", err
	}
	return "", c.missing("the record does not say where " + strconv.Quote(name) + " led")
}

// ReadDir implements effect.FS. A private name is another than it was: that does not matter to
// whoever asks first whether it is private, but to who looks for names by what they are.
func (c *Case) ReadDir(name string) ([]string, error) {
	l, known := c.table.whole.find(name, c)
	if !known {
		key, _ := privateKey(name)
		l, known = c.table.whole.find(key, c)
	}
	if known && !l.there {
		return nil, fs.ErrInvalid
	}
	hidden := slices.ContainsFunc(l.names, func(n string) bool { _, is := engine.IsPrivateName(n); return is })
	if known && (!hidden || c.SamePaths && c.confined && !c.patterns) {
		return l.names, nil
	}
	if err := c.unless(name, fs.FileMode.IsDir); err != nil {
		return nil, err
	}
	return nil, c.missing("the record does not say what was in " + strconv.Quote(name))
}

// Recorded reports that these files come from a record. A record never has git's index, which only affects the words of
// a question.
func (c *Case) Recorded() bool { return true }

// ReadFile implements effect.FS.
func (c *Case) ReadFile(name string, most int) ([]byte, error) {
	held, known := c.table.texts.find(name, c)
	switch {
	case known && !held.there:
		return nil, fs.ErrNotExist
	case known && !strings.Contains(held.text, engine.Masked):
		return []byte(held.text[:min(most, len(held.text))]), nil
	}
	if err := c.unless(name, fs.FileMode.IsRegular); err != nil {
		return nil, err
	}
	return nil, c.missing("the record does not say what " + strconv.Quote(name) + " held")
}

// partsMark is the beginning of what stands for the text of a file of which only the number
// of its private parts is known.
const partsMark = "\x00private parts: "

// ReadLarge is ReadFile for what looks for private parts, and for nothing else.
func (c *Case) ReadLarge(name string, _ int) ([]byte, error) {
	if n, known := c.table.parts.find(name, c); known && c.SameParts {
		return []byte(partsMark + strconv.Itoa(n)), nil
	}
	return c.ReadFile(name, 1<<20)
}

// Recoverable implements engine.Recoverer.
func (c *Case) Recoverable(name string) bool {
	yes, known := c.table.kept.find(name, c)
	if !known {
		_ = c.missing("the record does not say whether " + strconv.Quote(name) + " could be had again")
	}
	return yes
}

// Secrets implements engine.Commits.
func (c *Case) Secrets(dir string, shown ...string) ([]string, bool) {
	said, known := c.table.holds.find(engine.CommitsQuestion(dir, shown...), c)
	if !known {
		_ = c.missing("the record does not say which secret files git held in " + strconv.Quote(dir))
	}
	return said.Files, said.Known
}

// Removed implements engine.Commits. Only the words of a question depend on it, and no record has it.
func (c *Case) Removed(string) ([]string, bool) { return nil, false }

// Privacy are rules over recorded files, of which only Case.ReadLarge gives any text.
func Privacy(rules engine.Privacy) engine.Privacy { return privacy{rules} }

type privacy struct{ engine.Privacy }

// Whole implements engine.Privacy.
func (p privacy) Whole(name string) bool {
	_, is := engine.IsPrivateName(name)
	return is || p.Privacy.Whole(name)
}

// Parts implements engine.Privacy.
func (p privacy) Parts(text string) int {
	if n, ok := strings.CutPrefix(text, partsMark); ok {
		parts, _ := strconv.Atoi(n)
		return parts
	}
	return p.Privacy.Parts(text)
}

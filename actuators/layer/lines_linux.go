package layer

import (
	"bytes"
	"io"
	"path"
	"unicode/utf8"

	"pp/actuators/excerpt"
	"pp/engine/effect"
	"pp/engine/regular"

	"github.com/rogpeppe/go-internal/diff"
)

// maxText bounds a file whose lines are compared, in bytes.
const maxText = 1 << 20

// Diff is what a change did to a text, as a unified diff, and how many lines came and went. It
// reports false for what is no text, too large, or no file on either side. It is for before Take.
func (l *Layer) Diff(c *Change) (unified string, added, removed int, ok bool) {
	t := l.trees[c.Tree]
	var before, after []byte
	if c.Was.IsRegular() && c.theirs.Ino != 0 && c.From == "" {
		if before, ok = readText(t.lower(c.Path)); !ok {
			return "", 0, 0, false
		}
	}
	if c.Mode.IsRegular() && c.ours.Ino != 0 && c.From == "" {
		if after, ok = readText(t.upper(c.Path)); !ok {
			return "", 0, 0, false
		}
	}
	text := diff.Diff(effect.Named(path.Join("a", c.Path)), before, effect.Named(path.Join("b", c.Path)), after)
	added, removed = excerpt.ChangedLines(string(text))
	return string(text), added, removed, ok
}

func readText(name string) ([]byte, bool) {
	f, err := regular.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxText+1))
	return data, err == nil && len(data) <= maxText && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}

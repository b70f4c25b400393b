package sandbox

import (
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSettings bounds a file of git's settings.
const maxSettings = 1 << 20

// gitSettings shows the files that the person's settings of git name: what to ignore, attributes, a template of a
// message, and further settings. Without them git would take in files that it leaves alone for the person.
func (b *builder) gitSettings(name string, depth int) {
	text, err := readSettings(name)
	if err != nil || depth > 3 {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		key, value, ok := strings.Cut(line, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		if rest, home := strings.CutPrefix(value, "~/"); home {
			value = path.Join(b.opts.Home, rest)
		} else if !path.IsAbs(value) {
			value = path.Join(path.Dir(name), value)
		}
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "excludesfile", "attributesfile", "template", "ignorerevsfile":
			if ok && isRegular(value) {
				b.showTools(value)
			}
			if strings.EqualFold(strings.TrimSpace(key), "attributesfile") {
				b.attributesFile = value
			}
		case "path":
			if ok && isRegular(value) && !b.tree.secret(value) {
				b.showTools(value)
				b.gitSettings(value, depth+1)
			}
		}
	}
}

// readSettings reads a regular file of at most maxSettings bytes, through links; it waits for no pipe.
func readSettings(name string) (string, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSettings {
		return "", errors.New("it is no regular file of a bearable size")
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSettings))
	return string(text), err
}

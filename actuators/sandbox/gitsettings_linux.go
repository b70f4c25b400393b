package sandbox

import (
	"path"
	"path/filepath"
	"strings"

	"pp/engine/store"
)

// maxSettings bounds a file of git's settings.
const maxSettings = 1 << 20

// gitSettings shows the files that the person's settings of git name: what to ignore, attributes, a template of a
// message, certificates of hosts, and further settings. Without them git would take in files that it leaves alone for
// the person.
func (b *builder) gitSettings(name string, depth int) {
	text, err := readSettings(name)
	if err != nil || depth > 3 {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		key, value, ok := strings.Cut(line, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		if rest, home := strings.CutPrefix(value, "~/"); home {
			value = path.Join(b.sandbox.opts.Home, rest)
		} else if !path.IsAbs(value) {
			value = path.Join(path.Dir(name), value)
		}
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "excludesfile", "attributesfile", "template", "ignorerevsfile", "sslcainfo":
			if ok && isRegular(value) {
				b.showTools(value)
			}
			if strings.EqualFold(strings.TrimSpace(key), "attributesfile") {
				b.attributesFile = value
			}
		case "path":
			if ok && isRegular(value) && !b.sandbox.tree.secret(value) {
				b.showTools(value)
				b.gitSettings(value, depth+1)
			}
		}
	}
}

// readSettings reads a regular file of at most maxSettings bytes, through links; it waits for no pipe.
func readSettings(name string) (string, error) {
	resolved, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	text, err := store.Whole(resolved, maxSettings)
	return string(text), err
}

package system

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"pp/cli/exit"
)

// maxPrivate is how many bytes of a file are searched for what is private; of a larger one nothing is shown.
const maxPrivate = 32 << 20

func (l *InputLimits) mayHold(name string) bool { return l.private != nil && l.private.MayHold(name) }

// refuse is the error for a file that is private.
func (l *InputLimits) refuse(name string) error {
	if name == "" || l.private == nil || !l.private.Whole(name) {
		return nil
	}
	return exit.UsageError("private_paths keeps it from every model; give another file", "%s is private", name)
}

// stdinFile is the name of the file that standard input is read from, "" where it is none.
func stdinFile(f *os.File) string {
	if f == nil {
		return ""
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	name, _ := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(f.Fd())))
	return name
}

// public is what was read without what is private in it, in UTF-8 where something is, and a note that says so.
func (l *InputLimits) public(name string, raw []byte) (out []byte, note string, err error) {
	if len(raw) > maxPrivate {
		return nil, "", exit.DataError("give a part of it", "%s is too large to be searched for what is private in it", name)
	}
	text, _, err := decodeText(raw)
	if binary, ok := errors.AsType[*binaryError](err); ok {
		return nil, "", exit.DataError(binary.Hint, "%s is binary, not text", name)
	}
	if err != nil || !org(text) {
		return raw, "", err
	}
	text, left := l.private.StripOrg(text)
	if left == 0 {
		return raw, "", nil
	}
	what := "1 private subtree"
	if left > 1 {
		what = fmt.Sprintf("%d private subtrees", left)
	}
	return []byte(text), what + " of " + name + " left out", nil
}

// org reports whether a text has a line that could be a headline or a setting of an Org file.
func org(text string) bool {
	return strings.HasPrefix(text, "*") || strings.HasPrefix(text, "#+") || strings.Contains(text, "\n*") ||
		strings.Contains(text, "\n#+") || strings.Contains(text, "\r")
}

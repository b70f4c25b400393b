package tools

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"pp/engine"
)

// sample is how much of a file decides whether it is text.
const sample = 8000

// magic names kinds of binary file by how they begin.
var magic = [...]struct{ begin, kind string }{
	{"\x7fELF", "an ELF program or library"},
	{"\x89PNG", "a PNG image"},
	{"\xff\xd8\xff", "a JPEG image"},
	{"GIF8", "a GIF image"},
	{"%PDF", "a PDF document"},
	{"PK\x03\x04", "a ZIP archive (or an office document)"},
	{"\x1f\x8b", "gzip-compressed data"},
	{"\xfd7zXZ", "xz-compressed data"},
	{"\x28\xb5\x2f\xfd", "zstd-compressed data"},
	{"BZh", "bzip2-compressed data"},
	{"SQLite format 3", "an SQLite database"},
	{"\xff\xfe", "UTF-16 text"},
	{"\xfe\xff", "UTF-16 text"},
}

// describe says what a binary file is, in place of its content.
func describe(shown string, begin []byte, size int64) string {
	kind := "binary data"
	for _, m := range magic {
		if bytes.HasPrefix(begin, []byte(m.begin)) {
			kind = m.kind
			break
		}
	}
	return fmt.Sprintf("%s is not UTF-8 text and is not shown: %s, %s bytes, beginning % x. "+
		"Convert it to UTF-8 text first, or look at it with a command such as file or xxd.",
		shown, kind, engine.FormatCount(size), begin[:min(len(begin), 16)])
}

// valid replaces what is not UTF-8 by U+FFFD, and counts the bytes replaced.
func valid(text string) (string, int) {
	return strings.ToValidUTF8(text, "\uFFFD"), len(text) - len(strings.ToValidUTF8(text, ""))
}

// display is a name on a line of its own: quoted when it has characters that do
// not print, so that one name is one line and no name can pass for another.
func display(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// countLines counts the lines that a change adds and removes, as diff does.
func countLines(before, after string) (added, removed int) {
	return engine.ChangedLines(string(diff.Diff("before", []byte(before), "after", []byte(after))))
}

// plural writes "1 file", "2 files", "2 entries".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return engine.FormatCount(int64(n)) + " " + many
}

// lines collects the lines of a result up to maxText bytes.
type lines struct {
	b    strings.Builder
	most int // lines; 0: maxNames
	n    int
	more int // lines that did not fit
}

// add appends a line and reports whether there was room for it. After one that
// did not fit, none does, so that what is shown is a beginning.
func (l *lines) add(line string) bool {
	if l.more > 0 || l.n == cmp.Or(l.most, maxNames) || l.b.Len()+len(line)+1 > maxText {
		l.more++
		return false
	}
	l.b.WriteString(line)
	l.b.WriteByte('\n')
	l.n++
	return true
}

// text joins the lines and the notes of a result; none stands alone when there
// is no line.
func (l *lines) text(none string, notes []string) string {
	out := l.b.String()
	if l.n == 0 {
		out = none + "\n"
	}
	if len(notes) > 0 {
		out += "[" + strings.Join(notes, "; ") + "]\n"
	}
	return out
}

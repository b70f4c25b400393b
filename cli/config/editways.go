package config

import (
	"bytes"
	"slices"
	"strings"
)

// The ways in which a setting gets into a document. Each returns the new text, and
// false where the document has no place for it of that kind.

// splice is the document with a piece of it replaced.
func (d *document) splice(at span, text string) string {
	return string(d.data[:at.start]) + text + string(d.data[at.end:])
}

// replace puts the value in the place of the one that is there.
func (d *document) replace(path []string, value string) (string, bool) {
	for _, e := range d.entries {
		if !e.header && slices.Equal(e.path, path) {
			return d.splice(span{e.at, e.end}, value), true
		}
	}
	return "", false
}

// intoInline adds the key to the inline table that it belongs to.
func (d *document) intoInline(path []string, value string) (string, bool) {
	for i, e := range slices.Backward(d.entries) { // the innermost comes last
		if e.header || !e.table || !isPrefix(e.path, path) {
			continue
		}
		setting := assignment(path[len(e.path):], value)
		for _, in := range slices.Backward(d.entries[i+1:]) {
			if in.outer == i {
				return d.splice(span{in.end, in.end}, ", "+setting), true
			}
		}
		return d.splice(span{e.at + 1, e.end - 1}, " "+setting+" "), true
	}
	return "", false
}

// uncomment puts the setting in the place of one that is switched off, as those
// of SampleFile are: a # directly before the name.
func (d *document) uncomment(path []string, value string) (string, bool) {
	for _, c := range d.comments {
		inner := d.data[c.start+1 : c.end]
		table := d.tableAt(c.start)
		if len(inner) == 0 || strings.ContainsRune(" \t#[", rune(inner[0])) || !isPrefix(table, path) {
			continue
		}
		doc, err := decode(Origin{}, inner)
		if err == nil && len(doc.entries) == 1 && slices.Equal(doc.entries[0].path, path[len(table):]) {
			return d.splice(c, doc.splice(span{doc.entries[0].at, doc.entries[0].end}, value)), true
		}
	}
	return "", false
}

// tableAt is the table whose header an offset stands below.
func (d *document) tableAt(offset int) []string {
	var path []string
	for _, e := range d.entries {
		if e.header && e.start < offset {
			path = e.path
		}
	}
	return path
}

// besideOthers adds a line behind the last of the same table.
func (d *document) besideOthers(path []string, value string) (string, bool) {
	parent := path[:len(path)-1]
	for _, e := range slices.Backward(d.entries) {
		if !e.header && e.outer < 0 && e.base <= len(parent) && isPrefix(parent, e.path) {
			return d.addLine(d.lineEnd(e.end), assignment(path[e.base:], value)), true
		}
	}
	return "", false
}

// belowHeader adds the first line of a table, behind the remarks at its head. The
// keys without a table start where the document does.
func (d *document) belowHeader(path []string, value string) (string, bool) {
	parent, at := path[:len(path)-1], 0
	i := slices.IndexFunc(d.entries, func(e entry) bool { return e.header && slices.Equal(e.path, parent) })
	if i >= 0 {
		at = d.lineEnd(d.entries[i].end)
	} else if len(parent) > 0 {
		return "", false
	}
	for _, c := range d.comments {
		if c.start == at {
			at = d.lineEnd(c.end)
		}
	}
	return d.addLine(at, assignment(path[len(parent):], value)), true
}

// newTable adds a table at the end.
func (d *document) newTable(path []string, value string) (string, bool) {
	last := len(path) - 1
	if last == 0 {
		return "", false
	}
	line := "[" + keyTOML(path[:last]) + "]" + d.newline() + assignment(path[last:], value)
	if len(d.data) > 0 {
		line = d.newline() + line
	}
	return d.addLine(len(d.data), line), true
}

// addLine puts a line where one starts, with an empty line before a header.
func (d *document) addLine(at int, line string) string {
	if at > 0 && d.data[at-1] != '\n' {
		line = d.newline() + line
	}
	line += d.newline()
	if at < len(d.data) && d.data[at] == '[' {
		line += d.newline()
	}
	return d.splice(span{at, at}, line)
}

func (d *document) newline() string {
	if first := bytes.IndexByte(d.data, '\n'); first > 0 && d.data[first-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineEnd is where the line after an offset starts.
func (d *document) lineEnd(offset int) int {
	if n := bytes.IndexByte(d.data[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(d.data)
}

// line is what to remove of the lines of an entry: all, or what stands before a
// remark behind it.
func (d *document) line(e entry) span {
	start := bytes.LastIndexByte(d.data[:e.start], '\n') + 1
	end := d.lineEnd(e.end)
	if remark := bytes.IndexByte(d.data[e.end:end], '#'); remark >= 0 {
		end = e.end + remark
	}
	return span{start, end}
}

// element is what to remove of an inline table: an element, with the comma behind
// it or else the one before.
func element(text string, e span) span {
	rest := strings.TrimLeft(text[e.end:], " \t")
	if after, ok := strings.CutPrefix(rest, ","); ok {
		e.end = len(text) - len(strings.TrimLeft(after, " \t"))
		return e
	}
	if before := strings.TrimRight(text[:e.start], " \t"); strings.HasSuffix(before, ",") {
		e.start = len(before) - 1
	}
	return e
}

func assignment(path []string, value string) string {
	return keyTOML(path) + " = " + value
}

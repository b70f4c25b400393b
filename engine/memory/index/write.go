package index

import (
	"database/sql"
	"strings"
	"time"
	"unicode/utf8"
)

// writer puts files and their notes into the database.
type writer struct{ drop, file, note, words *sql.Stmt }

func newWriter(tx *sql.Tx) (w writer, err error) {
	for _, s := range []struct {
		into **sql.Stmt
		text string
	}{
		{&w.drop, "DELETE FROM files WHERE path = ?"}, // and its notes and their words, as the trigger says
		{&w.file, "INSERT INTO files (path, size, inode, mtime, hash, fault, private, notes) " +
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.note, "INSERT INTO notes (file, parent, handle, content, at, start, own, end, level, children, title, outline, " +
			"folded, id, kind, scope, place, origin, todo, done, tags) VALUES (?" + strings.Repeat(", ?", 20) + ")"},
		{&w.words, "INSERT INTO words (rowid, title, outline, body) VALUES (?, ?, ?, ?)"},
	} {
		if *s.into, err = tx.Prepare(s.text); err != nil {
			return w, err
		}
	}
	return w, nil
}

// remove removes what is known of a file.
func (w writer) remove(path string) error {
	_, err := w.drop.Exec(path)
	return err
}

// write puts a file in the place of what is known of it.
func (w writer) write(path string, f fileRow, entries []entry) error {
	if err := w.remove(path); err != nil {
		return err
	}
	done, err := w.file.Exec(path, f.size, f.inode, f.mtime, f.hash, f.fault, f.private, len(entries))
	if err != nil {
		return err
	}
	file, err := done.LastInsertId()
	keys, outlines := make([]int64, len(entries)), make([]string, len(entries))
	for i, e := range entries {
		if err != nil {
			return err
		}
		parent, above := int64(0), ""
		if e.parent >= 0 {
			parent, above = keys[e.parent], outlines[e.parent]+"/"
		}
		outlines[i] = lastOf(above + e.title)
		when := f.mtime / int64(time.Microsecond)
		if !e.when.IsZero() {
			when = e.when.UnixMicro()
		}
		done, err := w.note.Exec(file, parent, e.handle, e.content, when, e.start, e.own, e.end, e.level, e.children,
			e.title, outlines[i], strings.ToLower(outlines[i]), e.id, e.kind, e.scope.Kind, e.scope.Name, e.origin, e.todo,
			e.done, joined(e.tags))
		if err != nil {
			return err
		}
		if keys[i], err = done.LastInsertId(); err != nil {
			return err
		}
		if _, err = w.words.Exec(keys[i], stems(e.title), stems(above),
			stems(e.props+strings.Join(e.tags, " ")+"\n"+e.body)); err != nil {
			return err
		}
	}
	return err
}

// maxOutline bounds the titles above a note, in bytes.
const maxOutline = 1000

// lastOf is the end of an outline that is too long.
func lastOf(outline string) string {
	if len(outline) <= maxOutline {
		return outline
	}
	outline = outline[len(outline)-maxOutline:]
	for outline != "" && !utf8.RuneStart(outline[0]) {
		outline = outline[1:]
	}
	return outline
}

// joined is a list with each of it between line ends; split undoes it.
func joined(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "\n" + strings.Join(list, "\n") + "\n"
}

func split(list string) []string {
	if list = strings.Trim(list, "\n"); list == "" {
		return nil
	}
	return strings.Split(list, "\n")
}

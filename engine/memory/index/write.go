package index

import (
	"database/sql"
	"strings"
	"time"
	"unicode/utf8"

	"pp/engine/memory"
)

// writer puts files and their notes into the database.
type writer struct{ find, dropWords, dropNotes, dropFile, file, note, words *sql.Stmt }

func newWriter(tx *sql.Tx) (w writer, err error) {
	for _, s := range []struct {
		into **sql.Stmt
		text string
	}{
		{&w.find, "SELECT id FROM files WHERE root = ? AND path = ?"},
		{&w.dropWords, "DELETE FROM words WHERE rowid IN (SELECT key FROM notes WHERE file = ?)"},
		{&w.dropNotes, "DELETE FROM notes WHERE file = ?"},
		{&w.dropFile, "DELETE FROM files WHERE id = ?"},
		{&w.file, "INSERT INTO files (root, path, size, inode, mtime, hash, fault, private, notes) " +
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.note, "INSERT INTO notes (file, parent, ident, content, at, start, own, end, level, children, title, outline, " +
			"id, kind, scope, place, origin, todo, done, tags, above, below) " +
			"VALUES (?" + strings.Repeat(", ?", 21) + ")"},
		{&w.words, "INSERT INTO words (rowid, title, outline, body) VALUES (?, ?, ?, ?)"},
	} {
		if *s.into, err = tx.Prepare(s.text); err != nil {
			return w, err
		}
	}
	return w, nil
}

// write puts a file in the place of what is known of it.
func (w writer) write(r reading) error {
	var was int64
	switch err := w.find.QueryRow(r.key.root, r.key.path).Scan(&was); {
	case err == nil:
		for _, s := range []*sql.Stmt{w.dropWords, w.dropNotes, w.dropFile} {
			if _, err := s.Exec(was); err != nil {
				return err
			}
		}
	case err != sql.ErrNoRows:
		return err
	}
	if r.gone {
		return nil
	}
	at := r.row.stamp
	done, err := w.file.Exec(r.key.root, r.key.path, at.size, at.inode, at.mtime, r.row.hash, r.row.fault, r.private,
		len(r.entries))
	if err != nil {
		return err
	}
	file, err := done.LastInsertId()
	keys, outlines := make([]int64, len(r.entries)), make([]string, len(r.entries))
	for i, e := range r.entries {
		if err != nil {
			return err
		}
		parent, above := int64(0), ""
		if e.parent >= 0 {
			parent, above = keys[e.parent], outlines[e.parent]+"/"
		}
		outlines[i] = lastOf(above + strings.ToLower(e.title))
		when := at.mtime / int64(time.Microsecond)
		if !e.when.IsZero() {
			when = e.when.UnixMicro()
		}
		done, err := w.note.Exec(file, parent, e.ident.signed(), e.content, when, e.start, e.own, e.end, e.level,
			e.children, e.title, outlines[i], e.id, e.kind, e.scope.Kind, e.scope.Name, e.origin, e.todo, e.done,
			joined(e.tags), e.above, strings.Join(e.below, "\n"))
		if err != nil {
			return err
		}
		if keys[i], err = done.LastInsertId(); err != nil {
			return err
		}
		if _, err = w.words.Exec(keys[i], stems(e.title), stems(above), stems(e.props+strings.Join(e.tags, " ")+"\n"+
			e.body)); err != nil {
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

// ident is the beginning of the hash of what a note is known by; handles are made of it.
type ident uint64

// signed is the ident as the database has it, in the same order.
func (i ident) signed() int64 { return int64(i ^ 1<<63) }

func identFrom(signed int64) ident { return ident(signed) ^ 1<<63 }

// inReach is the condition of SQL for notes of a reach, with its arguments.
func inReach(r memory.Reach) (condition string, args []any) {
	if r.All {
		return "1", nil
	}
	return "(n.scope = ? OR n.scope = ? AND n.place = ? AND n.place != '' " +
			"OR n.scope = ? AND n.place = ? AND n.place != '')",
		[]any{memory.ScopeMemex, memory.ScopeWorkspace, r.Workspace, memory.ScopeConversation, r.Conversation}
}

package index

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
)

// noteRow is a note as the database has it.
type noteRow struct {
	note    memory.Note // its handle is not shortened
	content int64
	own     int
	outline string
	path    string
	stamp   stamp
}

const noteColumns = "SELECT n.key, n.handle, n.parent, n.content, n.at, n.start, n.own, n.end, n.level, n.children, " +
	"n.title, n.outline, n.id, n.kind, n.scope, n.place, n.origin, n.todo, n.done, n.tags, " +
	"f.path, f.size, f.inode, f.mtime FROM "

// rows gives the notes of a query, whose text begins behind noteColumns.
func (x *Index) rows(ctx context.Context, query string, args ...any) (out []noteRow, err error) {
	rows, err := x.db.QueryContext(ctx, noteColumns+query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r noteRow
		var at int64
		var tags string
		n := &r.note
		if err := rows.Scan(&n.Key, &n.Handle, &n.Parent, &r.content, &at, &n.Start, &r.own, &n.End, &n.Level, &n.Children,
			&n.Title, &r.outline, &n.ID, &n.Type, &n.Scope.Kind, &n.Scope.Name, &n.Origin, &n.TODO, &n.Done, &tags,
			&r.path, &r.stamp.size, &r.stamp.inode, &r.stamp.mtime); err != nil {
			return nil, err
		}
		n.Tags, n.When = split(tags), time.UnixMicro(at)
		if !isObject(r.path) {
			n.File = x.o.file(r.path)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// rowsWhere gives the notes that a condition holds.
func (x *Index) rowsWhere(condition string, args ...any) ([]noteRow, error) {
	return x.rows(context.Background(), "notes n JOIN files f ON f.id = n.file WHERE "+condition, args...)
}

// row gives the note with a key: ErrGone when it is no longer there.
func (x *Index) row(key memory.Key) (noteRow, error) {
	rows, err := x.rowsWhere("n.key = ?", key)
	if err != nil || len(rows) == 0 {
		return noteRow{}, cmp.Or(err, ErrGone)
	}
	return rows[0], nil
}

// Handles are the beginning of a hash in base 32, behind a mark.
const (
	handleLetters = "abcdefghijklmnopqrstuvwxyz234567"
	handleMark    = "k"
	minHandle     = 2
	maxHandle     = 12
)

// handleOf is the whole handle of a note with a hash of what it is known by.
func handleOf(sum []byte) string {
	return base32.NewEncoding(handleLetters).WithPadding(base32.NoPadding).EncodeToString(sum[:8])
}

// named is a note with the shortest handle that no other note has.
func (x *Index) named(r noteRow) (memory.Note, error) {
	var before, after sql.NullString
	n := r.note
	n.Title = strings.ToValidUTF8(n.Title, "\ufffd")
	err := x.db.QueryRow("SELECT (SELECT max(handle) FROM notes WHERE handle < ?1), (SELECT min(handle) FROM notes "+
		"WHERE handle > ?1)", n.Handle).Scan(&before, &after)
	length := minHandle
	for _, other := range []string{before.String, after.String} {
		for length < maxHandle && strings.HasPrefix(other, n.Handle[:length]) {
			length++
		}
	}
	n.Handle = handleMark + n.Handle[:length]
	return n, err
}

func (x *Index) namedAll(rows []noteRow) (out []memory.Note, err error) {
	for _, r := range rows {
		n, err := x.named(r)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// withHandle gives the notes whose handle begins with one that was given.
func (x *Index) withHandle(name string) ([]noteRow, error) {
	name, ok := strings.CutPrefix(strings.ToLower(name), handleMark)
	if !ok || len(name) < minHandle || len(name) > maxHandle || strings.Trim(name, handleLetters) != "" {
		return nil, nil
	}
	return x.rowsWhere("n.handle >= ?1 AND n.handle < ?1 || '{' ORDER BY n.key", name)
}

// Note gives the note with a key: ErrGone when it is no longer there. As of all notes but those of Text, the Hash of a
// note is zero.
func (x *Index) Note(key memory.Key) (n memory.Note, err error) {
	err = x.guarded(context.Background(), func() error {
		r, err := x.row(key)
		if err == nil {
			n, err = x.named(r)
		}
		return err
	})
	return n, err
}

// Children gives the notes right below one, in their order, as far as reach goes.
func (x *Index) Children(key memory.Key, reach memory.Reach) (out []memory.Note, err error) {
	err = x.guarded(context.Background(), func() error {
		if _, err := x.row(key); err != nil {
			return err
		}
		below, err := x.rowsWhere("n.parent = ? ORDER BY n.start", key)
		if err == nil {
			out, err = x.namedAll(within(below, reach))
		}
		return err
	})
	return out, err
}

func within(rows []noteRow, reach memory.Reach) []noteRow {
	return slices.DeleteFunc(rows, func(r noteRow) bool { return !reach.Holds(r.note.Scope) })
}

// severalNotes is how many notes a SeveralError lists.
const severalNotes = 20

// Lookup gives the one note of a reach with an ID, a handle, with or without braces and as short as it is unique, or an
// outline path such as "A/B/C", of which the beginning may be left out: an error that is ErrNone, or a *SeveralError.
func (x *Index) Lookup(name string, reach memory.Reach) (n memory.Note, err error) {
	err = x.guarded(context.Background(), func() error {
		rows, err := x.lookup(strings.TrimSpace(name), reach)
		if err != nil {
			return err
		}
		all, err := x.namedAll(rows[:min(len(rows), severalNotes)])
		switch {
		case err != nil:
			return err
		case len(rows) == 0:
			return fmt.Errorf("looking up %q: %w", name, ErrNone)
		case len(rows) > 1:
			return &SeveralError{Name: name, Notes: all}
		}
		n = all[0]
		return nil
	})
	return n, err
}

// lookup tries a name as an ID, a handle and an outline, until some note has it. Of several outlines those are given
// that are the name, else those that end with it, else those that do but for the case.
func (x *Index) lookup(name string, reach memory.Reach) (rows []noteRow, err error) {
	if name == "" {
		return nil, nil
	}
	rows, err = x.rowsWhere("n.id = ? ORDER BY n.key", name)
	if rows = within(rows, reach); err != nil || len(rows) > 0 {
		return rows, err
	}
	if inside, ok := strings.CutPrefix(name, "{"); ok {
		name = strings.TrimSuffix(inside, "}")
	}
	rows, err = x.withHandle(name)
	if rows = within(rows, reach); err != nil || len(rows) > 0 {
		return rows, err
	}
	folded := strings.ToLower(name)
	rows, err = x.rowsWhere(`n.folded = ? OR n.folded LIKE ? ESCAPE '\' ORDER BY n.key`, folded, "%/"+escapeLike(folded))
	rows = within(rows, reach)
	for _, fits := range []func(r noteRow) bool{
		func(r noteRow) bool { return r.outline == name },
		func(r noteRow) bool { return strings.HasSuffix(r.outline, "/"+name) },
	} {
		if slices.ContainsFunc(rows, fits) {
			return slices.DeleteFunc(rows, func(r noteRow) bool { return !fits(r) }), err
		}
	}
	return rows, err
}

// escapeLike is a text as LIKE takes it for itself.
func escapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

// inReach is the condition of SQL for notes of a reach, with its arguments.
func inReach(r memory.Reach) (condition string, args []any) {
	if r.All {
		return "1", nil
	}
	return "(n.scope = ? OR n.scope = ? AND n.place = ? AND n.place != '' " +
			"OR n.scope = ? AND n.place = ? AND n.place != '')",
		[]any{memory.ScopeMemex, memory.ScopeWorkspace, r.Workspace, memory.ScopeConversation, r.Conversation}
}

// current finds a note again: by its key, or by its handle where the key is no longer good.
func (x *Index) current(n memory.Note) (noteRow, error) {
	r, err := x.row(n.Key)
	handle, ok := strings.CutPrefix(n.Handle, handleMark)
	if !ok || err != nil && !errors.Is(err, ErrGone) || err == nil && strings.HasPrefix(r.note.Handle, handle) {
		return r, err
	}
	rows, err := x.withHandle(n.Handle)
	if err != nil || len(rows) != 1 {
		return noteRow{}, cmp.Or(err, ErrGone)
	}
	return rows[0], nil
}

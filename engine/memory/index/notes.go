package index

import (
	"context"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
)

// noteRow is a note as the database has it.
type noteRow struct {
	note         memory.Note // without its handle
	ident        ident
	content      int64
	own          int
	outline      string
	above, below string // of an object the IDs of its parent and its children
	file         fileKey
	stamp        stamp
	said         saying // once it was read
}

const noteColumns = "SELECT n.key, n.ident, n.parent, n.content, n.at, n.start, n.own, n.end, n.level, n.children, " +
	"n.title, n.outline, n.id, n.kind, n.scope, n.place, n.origin, n.todo, n.done, n.tags, n.above, n.below, " +
	"f.root, f.path, f.size, f.inode, f.mtime FROM "

// rows gives the notes of a query, whose text begins behind noteColumns.
func (x *Index) rows(ctx context.Context, query string, args ...any) (out []noteRow, err error) {
	rows, err := x.db.QueryContext(ctx, noteColumns+query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r noteRow
		var signed, at int64
		var tags string
		n := &r.note
		if err := rows.Scan(&n.Key, &signed, &n.Parent, &r.content, &at, &n.Start, &r.own, &n.End, &n.Level, &n.Children,
			&n.Title, &r.outline, &n.ID, &n.Type, &n.Scope.Kind, &n.Scope.Name, &n.Origin, &n.TODO, &n.Done, &tags, &r.above,
			&r.below, &r.file.root, &r.file.path, &r.stamp.size, &r.stamp.inode, &r.stamp.mtime); err != nil {
			return nil, err
		}
		r.ident, n.Tags, n.When = identFrom(signed), split(tags), time.UnixMicro(at)
		if r.file.root != objectRoot {
			n.File = x.o.path(r.file)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// rowsWhere gives the notes that a condition holds.
func (x *Index) rowsWhere(condition string, args ...any) ([]noteRow, error) {
	return x.rows(context.Background(), "notes n JOIN files f ON f.id = n.file WHERE "+condition, args...)
}

// named is a note with its handle, and with its parent where that is known by its ID.
func (x *Index) named(r noteRow) (n memory.Note, err error) {
	n = r.note
	n.Title = strings.ToValidUTF8(n.Title, "\ufffd")
	if r.above != "" {
		err = x.db.QueryRow("SELECT key FROM notes WHERE id = ? ORDER BY key", r.above).Scan(&n.Parent)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return n, err
		}
	}
	n.Handle, err = x.handle(r.ident)
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

// Handles are the beginning of a note's ident in base 32.
const (
	handleLetters = "abcdefghijklmnopqrstuvwxyz234567"
	handleMark    = "k"
	letterBits    = 5
	minHandle     = 2
	maxHandle     = 64 / letterBits
)

// handle is the shortest beginning of an ident that no other note has.
func (x *Index) handle(id ident) (string, error) {
	var before, after sql.NullInt64
	err := x.db.QueryRow("SELECT (SELECT max(ident) FROM notes WHERE ident < ?1), (SELECT min(ident) FROM notes "+
		"WHERE ident > ?1)", id.signed()).Scan(&before, &after)
	if err != nil {
		return "", err
	}
	shared := 0
	for _, other := range []sql.NullInt64{before, after} {
		if other.Valid {
			shared = max(shared, bits.LeadingZeros64(uint64(identFrom(other.Int64)^id)))
		}
	}
	b := binary.BigEndian.AppendUint64(nil, uint64(id))
	letters := base32.NewEncoding(handleLetters).WithPadding(base32.NoPadding).EncodeToString(b)
	return handleMark + letters[:min(max(shared/letterBits+1, minHandle), maxHandle)], nil
}

// handleRange gives the first and last ident that a handle stands for.
func handleRange(name string) (first, last ident, ok bool) {
	name, ok = strings.CutPrefix(strings.ToLower(name), handleMark)
	if !ok || len(name) < minHandle || len(name) > maxHandle {
		return 0, 0, false
	}
	free := 64
	for _, r := range name {
		v := strings.IndexRune(handleLetters, r)
		if v < 0 {
			return 0, 0, false
		}
		free -= letterBits
		first |= ident(v) << free
	}
	return first, first | (1<<free - 1), true
}

// Note gives the note with a key: ErrGone when it is no longer there. As of all notes but those of Text, the Hash of a
// note is zero.
func (x *Index) Note(key memory.Key) (n memory.Note, err error) {
	err = x.guarded(context.Background(), func() error {
		rows, err := x.rowsWhere("n.key = ?", key)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return ErrGone
		}
		n, err = x.named(rows[0])
		return err
	})
	return n, err
}

// Children gives the notes right below one, in their order, as far as reach goes.
func (x *Index) Children(key memory.Key, reach memory.Reach) (out []memory.Note, err error) {
	err = x.guarded(context.Background(), func() error {
		rows, err := x.rowsWhere("n.key = ?", key)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return ErrGone
		}
		below, err := x.rowsWhere("n.parent = ? ORDER BY n.start", key)
		for _, id := range split(rows[0].below) {
			if err != nil {
				return err
			}
			var some []noteRow
			some, err = x.rowsWhere("n.id = ? ORDER BY n.key LIMIT 1", id)
			below = append(below, some...)
		}
		if err != nil {
			return err
		}
		out, err = x.namedAll(within(below, reach))
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
		if len(rows) == 0 {
			return fmt.Errorf("looking up %q: %w", name, ErrNone)
		}
		all, err := x.namedAll(rows[:min(len(rows), severalNotes)])
		if err != nil {
			return err
		}
		if n = all[0]; len(rows) > 1 {
			return &SeveralError{Name: name, Notes: all}
		}
		return nil
	})
	return n, err
}

// lookup tries a name as an ID, a handle and an outline, until some note has it.
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
	if first, last, ok := handleRange(name); ok {
		rows, err = x.rowsWhere("n.ident BETWEEN ? AND ? ORDER BY n.key", first.signed(), last.signed())
		if rows = within(rows, reach); err != nil || len(rows) > 0 {
			return rows, err
		}
	}
	lower := strings.ToLower(name)
	rows, err = x.rowsWhere(`n.outline = ? OR n.outline LIKE ? ESCAPE '\' ORDER BY n.key`, lower, "%/"+escapeLike(lower))
	if err != nil {
		return nil, err
	}
	return x.mostExact(within(rows, reach), name)
}

// mostExact gives the notes whose titles are a whole path, else those that it is the end of, else those of which only
// the case is another.
func (x *Index) mostExact(rows []noteRow, name string) ([]noteRow, error) {
	var whole, part []noteRow
	for _, r := range rows {
		titles, err := x.titles(r)
		switch {
		case err != nil:
			return nil, err
		case titles == name:
			whole = append(whole, r)
		case strings.HasSuffix(titles, "/"+name):
			part = append(part, r)
		}
	}
	for _, some := range [][]noteRow{whole, part} {
		if len(some) > 0 {
			return some, nil
		}
	}
	return rows, nil
}

// titles are the titles above a note and its own, as far as its outline goes.
func (x *Index) titles(r noteRow) (string, error) {
	titles := r.note.Title
	for parent := r.note.Parent; parent != 0 && len(titles) < maxOutline; {
		var title string
		var above memory.Key
		err := x.db.QueryRow("SELECT title, parent FROM notes WHERE key = ? AND key < ?", parent, r.note.Key).Scan(&title,
			&above)
		if err != nil {
			return "", err
		}
		titles, parent = title+"/"+titles, above
	}
	return titles, nil
}

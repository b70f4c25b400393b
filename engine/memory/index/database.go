package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"

	"pp/engine/memory"
)

// schema makes the tables. words has the stems of notes, and no table has their text.
const schema = `
DROP TABLE IF EXISTS meta;
DROP TABLE IF EXISTS files;
DROP TABLE IF EXISTS notes;
DROP TABLE IF EXISTS vocabulary;
DROP TABLE IF EXISTS words;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, inode INTEGER NOT NULL,
	mtime INTEGER NOT NULL, hash BLOB, fault TEXT NOT NULL, private INTEGER NOT NULL, notes INTEGER NOT NULL);
CREATE TABLE notes (key INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, parent INTEGER NOT NULL,
	handle TEXT NOT NULL, content INTEGER NOT NULL, at INTEGER NOT NULL,
	start INTEGER NOT NULL, own INTEGER NOT NULL, end INTEGER NOT NULL, level INTEGER NOT NULL, children INTEGER NOT NULL,
	title TEXT NOT NULL, outline TEXT NOT NULL, folded TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
	scope INTEGER NOT NULL, place TEXT NOT NULL, origin INTEGER NOT NULL, todo TEXT NOT NULL, done INTEGER NOT NULL,
	tags TEXT NOT NULL);
CREATE INDEX notes_file ON notes (file);
CREATE INDEX notes_parent ON notes (parent) WHERE parent != 0;
CREATE INDEX notes_handle ON notes (handle);
CREATE INDEX notes_content ON notes (content);
CREATE INDEX notes_at ON notes (at);
CREATE INDEX notes_id ON notes (id) WHERE id != '';
CREATE VIRTUAL TABLE words USING fts5(title, outline, body, content='', contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE TRIGGER gone AFTER DELETE ON files BEGIN
	DELETE FROM words WHERE rowid IN (SELECT key FROM notes WHERE file = old.id);
	DELETE FROM notes WHERE file = old.id;
END;
CREATE TABLE IF NOT EXISTS vectors (space TEXT NOT NULL, content INTEGER NOT NULL, norm REAL NOT NULL,
	body BLOB NOT NULL, PRIMARY KEY (space, content)) WITHOUT ROWID;
`

// version is raised with the schema, and with how words are cut and stemmed.
const version = 3

// pragmas are set on each connection. Whoever waits for another process waits for two seconds at most. What is deleted
// is overwritten.
const pragmas = "?_txlock=immediate&_pragma=busy_timeout(2000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)" +
	"&_pragma=secure_delete(ON)&_pragma=cell_size_check(ON)&_pragma=temp_store(MEMORY)"

// fileName is the name of a database. Its number is higher than that of the damaged one before it, which another
// process may still have open.
const fileName = "notes-%06d.db"

// open opens the newest database of the directory; where it cannot be written, one in memory for this process.
func (x *Index) open() error {
	if x.o.Dir == "" {
		return x.openMemory()
	}
	x.number = 1
	err := os.MkdirAll(x.o.Dir, 0o700)
	if err == nil {
		err = x.eachFile(func(_ string, number int) error {
			x.number = max(x.number, number)
			return nil
		})
	}
	if err == nil {
		err = x.openFile()
	}
	if isDamage(err) {
		return x.replace(err)
	}
	return x.orMemory(err)
}

// replace puts an empty database in the place of one that is damaged.
func (x *Index) replace(why error) error {
	x.say(why.Error() + "; it is made again")
	if x.number == 0 {
		return x.openMemory()
	}
	x.number++
	err := x.openFile()
	if err == nil {
		err = x.eachFile(func(name string, number int) error {
			if number < x.number {
				return os.Remove(name)
			}
			return nil
		})
	}
	return x.orMemory(err)
}

// eachFile visits the files of databases, with the numbers of these.
func (x *Index) eachFile(visit func(name string, number int) error) error {
	entries, err := os.ReadDir(x.o.Dir)
	for _, e := range entries {
		var number int
		if n, _ := fmt.Sscanf(e.Name(), fileName, &number); n == 1 {
			err = errors.Join(err, visit(filepath.Join(x.o.Dir, e.Name()), number))
		}
	}
	return err
}

func (x *Index) say(why string) { x.said = append(x.said, memory.Fault{File: x.o.Dir, Why: why}) }

// orMemory has an index in memory do for this process where there can be none in a file.
func (x *Index) orMemory(err error) error {
	if err == nil {
		return nil
	}
	x.say("the index cannot be written: " + plain(err).Error())
	return x.openMemory()
}

func (x *Index) openMemory() error {
	x.number = 0
	return x.connect("file::memory:" + pragmas)
}

func (x *Index) openFile() error {
	name := filepath.Join(x.o.Dir, fmt.Sprintf(fileName, x.number))
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) // SQLite gives its other files the same mode
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return x.connect((&url.URL{Scheme: "file", Opaque: (&url.URL{Path: name}).EscapedPath()}).String() + pragmas)
}

// connect opens a database, and makes its tables where it has none or others.
func (x *Index) connect(name string) (err error) {
	if x.db != nil {
		_ = x.db.Close() // it is damaged
	}
	if x.db, err = sql.Open("sqlite", name); err != nil {
		return err
	}
	x.db.SetMaxOpenConns(1)
	var have int
	options := ""
	if err = x.db.QueryRow("PRAGMA user_version").Scan(&have); err == nil && have == version {
		options, err = x.meta("options")
	}
	if err == nil && options != x.o.fingerprint() {
		err = x.empty(context.Background())
	}
	if err != nil {
		return errors.Join(err, x.db.Close())
	}
	return nil
}

// empty makes the tables of an index of nothing. The vectors stay.
func (x *Index) empty(ctx context.Context) error {
	return x.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(schema + fmt.Sprintf("PRAGMA user_version = %d;", version))
		return cmp.Or(err, setMeta(tx, "options", x.o.fingerprint()))
	})
}

// change runs a transaction, while no other process writes.
func (x *Index) change(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := x.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (x *Index) meta(name string) (value string, err error) {
	err = x.db.QueryRow("SELECT value FROM meta WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

func setMeta(tx *sql.Tx, name, value string) error {
	_, err := tx.Exec("INSERT OR REPLACE INTO meta VALUES (?, ?)", name, value)
	return err
}

// guarded runs what reads or changes the index. When it finds the database damaged, a new one is made from the notes,
// and it runs once more.
func (x *Index) guarded(ctx context.Context, do func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := do()
	if !isDamage(err) {
		return err
	}
	if err := x.replace(err); err != nil {
		return err
	}
	if _, err := x.refresh(ctx, rebuildTime, nil); err != nil {
		return err
	}
	return do()
}

// Codes of SQLite for a database that is damaged, that lacks a table, and that another process is writing.
const (
	codeError      = 1
	codeBusy       = 5
	codeIO         = 10
	codeCorrupt    = 11
	codeNoDatabase = 26
)

func isDamage(err error) bool {
	code := codeOf(err)
	return code == codeError || code == codeIO || code == codeCorrupt || code == codeNoDatabase
}

// codeOf is the primary code of an error of SQLite; 0 of another error.
func codeOf(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

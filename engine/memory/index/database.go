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
	"strconv"
	"strings"

	"modernc.org/sqlite"

	"pp/engine/memory"
)

// schema makes the tables. A word stands in words with its stem; a note's text is in none of them.
const schema = `
DROP TABLE IF EXISTS meta;
DROP TABLE IF EXISTS files;
DROP TABLE IF EXISTS notes;
DROP TABLE IF EXISTS vocabulary;
DROP TABLE IF EXISTS words;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE files (id INTEGER PRIMARY KEY, root INTEGER NOT NULL, path TEXT NOT NULL,
	size INTEGER NOT NULL, inode INTEGER NOT NULL, mtime INTEGER NOT NULL, hash BLOB,
	fault TEXT NOT NULL, private INTEGER NOT NULL, notes INTEGER NOT NULL, UNIQUE (root, path));
CREATE TABLE notes (key INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, parent INTEGER NOT NULL,
	ident INTEGER NOT NULL, content INTEGER NOT NULL, at INTEGER NOT NULL,
	start INTEGER NOT NULL, own INTEGER NOT NULL, end INTEGER NOT NULL,
	level INTEGER NOT NULL, children INTEGER NOT NULL, title TEXT NOT NULL, outline TEXT NOT NULL, id TEXT NOT NULL,
	kind TEXT NOT NULL, scope INTEGER NOT NULL, place TEXT NOT NULL, origin INTEGER NOT NULL,
	todo TEXT NOT NULL, done INTEGER NOT NULL, tags TEXT NOT NULL, above TEXT NOT NULL, below TEXT NOT NULL);
CREATE INDEX notes_file ON notes (file);
CREATE INDEX notes_parent ON notes (parent) WHERE parent != 0;
CREATE INDEX notes_ident ON notes (ident);
CREATE INDEX notes_content ON notes (content);
CREATE INDEX notes_at ON notes (at);
CREATE INDEX notes_id ON notes (id) WHERE id != '';
CREATE VIRTUAL TABLE words USING fts5(title, outline, body, content='', contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
CREATE TABLE IF NOT EXISTS vectors (space TEXT NOT NULL, content INTEGER NOT NULL, norm REAL NOT NULL,
	body BLOB NOT NULL, PRIMARY KEY (space, content)) WITHOUT ROWID;
`

// version is raised with the schema, and with how words are cut and stemmed.
const version = 1

// pragmas are set on each connection. Whoever waits for another process waits for two seconds at most. What is deleted
// is overwritten.
const pragmas = "?_txlock=immediate&_pragma=busy_timeout(2000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)" +
	"&_pragma=secure_delete(ON)&_pragma=cell_size_check(ON)&_pragma=temp_store(MEMORY)"

// open opens the newest database of the directory. One that is damaged makes room for a new one under another name,
// since another process may still have it open. Where there can be none, one in memory does for this process.
func (x *Index) open() error {
	if x.o.Dir == "" {
		return x.openMemory()
	}
	number, err := newest(x.o.Dir)
	if err == nil {
		err = x.openFile(number)
	}
	if isDamage(err) {
		x.say(err.Error() + "; it is made again")
		if err = x.openFile(number + 1); err == nil {
			err = removeBefore(x.o.Dir, number+1)
		}
	}
	if err == nil {
		return nil
	}
	x.say("the index cannot be written: " + plain(err).Error())
	return x.openMemory()
}

func (x *Index) say(why string) { x.said = append(x.said, memory.Fault{File: x.o.Dir, Why: why}) }

func (x *Index) openMemory() error {
	x.name = ""
	return x.connect("file::memory:" + pragmas)
}

const prefix, suffix = "index-", ".db"

// newest is the number of the newest database in a directory, which is made.
func newest(dir string) (number int, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	names, err := os.ReadDir(dir)
	for _, e := range names {
		if n, ok := numberOf(e.Name()); ok && strings.HasSuffix(e.Name(), suffix) {
			number = max(number, n)
		}
	}
	return max(number, 1), err
}

// numberOf is the number of the database that a file is of.
func numberOf(name string) (int, bool) {
	rest, ok := strings.CutPrefix(name, prefix)
	digits, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// removeBefore removes the databases before a number.
func removeBefore(dir string, number int) error {
	names, err := os.ReadDir(dir)
	for _, e := range names {
		if n, ok := numberOf(e.Name()); ok && n < number {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

func (x *Index) openFile(number int) error {
	x.name = filepath.Join(x.o.Dir, prefix+strconv.Itoa(number)+suffix)
	f, err := os.OpenFile(x.name, os.O_RDWR|os.O_CREATE, 0o600) // SQLite gives its other files the same mode
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return x.connect((&url.URL{Scheme: "file", Opaque: (&url.URL{Path: x.name}).EscapedPath()}).String() + pragmas)
}

// connect opens a database, and makes its tables where it has none or others.
func (x *Index) connect(name string) error {
	if x.db != nil {
		_ = x.db.Close() // it is damaged
	}
	var err error
	if x.db, err = sql.Open("sqlite", name); err != nil {
		return err
	}
	x.db.SetMaxOpenConns(1)
	var have int
	if err := x.db.QueryRow("PRAGMA user_version").Scan(&have); err != nil {
		return errors.Join(err, x.db.Close())
	}
	options := ""
	if have == version {
		if options, err = x.meta("options"); err != nil {
			return errors.Join(err, x.db.Close())
		}
	}
	if options == x.o.fingerprint() {
		return nil
	}
	if err = x.empty(context.Background()); err != nil {
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
	if err := x.renew(err); err != nil {
		return err
	}
	if _, err := x.refresh(ctx, rebuildTime, everything); err != nil {
		return err
	}
	return do()
}

// renew puts an empty database in the place of one that is damaged. The caller has x.mu.
func (x *Index) renew(why error) error {
	x.say(why.Error() + "; it is made again")
	number, _ := numberOf(filepath.Base(x.name))
	if x.name == "" || x.openFile(number+1) != nil {
		return x.openMemory()
	}
	return removeBefore(x.o.Dir, number+1)
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

package providers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// SpendingFiles is a Store of one file a day, "2026-11-21.jsonl", one JSON object
// a line, readable by their owner only. Lines are appended whole under a lock, by
// any number of processes. A line that a crash left unfinished is left out.
type SpendingFiles struct{ dir string }

var _ Store = (*SpendingFiles)(nil)

// NewSpendingFiles returns the store in a directory, which is made with the
// first entry.
func NewSpendingFiles(dir string) *SpendingFiles { return &SpendingFiles{dir: dir} }

const (
	spendingSuffix = ".jsonl"
	longestEntry   = 4 << 10 // bytes of a line
	lockTime       = 2 * time.Second
)

// spendingLine is an entry as it is written. Its names are a format: they stay.
type spendingLine struct {
	Time      string   `json:"time"`
	Session   string   `json:"session,omitempty"`
	Provider  string   `json:"provider"`
	Model     string   `json:"model"`
	Input     int      `json:"input"`
	Output    int      `json:"output"`
	Cached    int      `json:"cached,omitempty"`
	Written   int      `json:"written,omitempty"`
	Reasoning int      `json:"reasoning,omitempty"`
	Cost      *float64 `json:"cost_usd"` // null is unknown
	Failed    bool     `json:"failed,omitempty"`
}

// Add implements Store. The entry is in the file of its time's day when Add
// returns, though not yet forced to the disk.
func (s *SpendingFiles) Add(e Entry) error {
	if err := s.add(e); err != nil {
		return fmt.Errorf("noting down what was spent: %w", err)
	}
	return nil
}

func (s *SpendingFiles) add(e Entry) error {
	line := spendingLine{Time: e.Time.Format(time.RFC3339), Session: bounded(e.Session), Provider: bounded(e.Provider),
		Model: bounded(e.Model),
		Input: e.Usage.Input, Output: e.Usage.Output, Cached: e.Usage.Cached, Written: e.Usage.Written,
		Reasoning: e.Usage.Reasoning, Failed: e.Failed}
	if e.Priced {
		line.Cost = &e.Cost
	}
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	f, err := s.open(e.Time.Format(time.DateOnly), os.O_RDWR|os.O_APPEND|os.O_CREATE, unix.LOCK_EX)
	if err != nil {
		return err
	}
	_, err = f.Write(append(afterTear(f), append(data, '\n')...))
	return errors.Join(err, f.Close())
}

// bounded keeps a name from making a line too long: in the worst case every byte
// is written as six.
func bounded(name string) string {
	const most = longestEntry / 6 / 4
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "")
	}
	return name
}

// afterTear is a line's end when the file's last line has none.
func afterTear(f *os.File) []byte {
	last := make([]byte, 1)
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return nil
	}
	if _, err := f.ReadAt(last, end-1); err != nil || last[0] == '\n' {
		return nil
	}
	return []byte("\n")
}

func (s *SpendingFiles) open(day string, flags, lock int) (*os.File, error) {
	return openLocked(filepath.Join(s.dir, day+spendingSuffix), flags, lock)
}

// openLocked opens a file of the store and locks it; closing it gives it free.
func openLocked(path string, flags, lock int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", f.Name())
	}
	if err == nil {
		err = flock(f, lock)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// flock waits a short while for others, who hold the lock for one line.
func flock(f *os.File, how int) error {
	const step = 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += step {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR):
			return fmt.Errorf("locking %s: %w", f.Name(), err)
		case waited >= lockTime:
			return fmt.Errorf("%s is locked by another process", f.Name())
		}
		time.Sleep(step)
	}
}

// Day is what was spent on a day, written 2006-01-02. One without a file cost nothing.
func (s *SpendingFiles) Day(day string) (Spending, error) {
	var sum Spending
	err := s.read(day, func(e Entry) { sum = sum.plus(e) })
	return sum, err
}

// Session is what a session has spent since a day, written 2006-01-02.
func (s *SpendingFiles) Session(session, since string) (Spending, error) {
	var sum Spending
	entries, err := s.Entries(since, "9999-12-31")
	for _, e := range entries {
		if e.Session == session {
			sum = sum.plus(e)
		}
	}
	return sum, err
}

// Entries returns what was spent from one day to another, both included and
// written 2006-01-02, in the order it was noted down.
func (s *SpendingFiles) Entries(from, to string) ([]Entry, error) {
	files, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what was spent: %w", err)
	}
	var out []Entry
	for _, f := range files { // sorted by name, which is by day
		day, ok := strings.CutSuffix(f.Name(), spendingSuffix)
		if _, err := time.Parse(time.DateOnly, day); !ok || err != nil || day < from || day > to {
			continue
		}
		if err := s.read(day, func(e Entry) { out = append(out, e) }); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *SpendingFiles) read(day string, each func(Entry)) error {
	f, err := s.open(day, os.O_RDONLY, unix.LOCK_SH)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading what was spent: %w", err)
	}
	lines := bufio.NewReaderSize(f, longestEntry)
	for {
		data, err := lines.ReadSlice('\n')
		if err == nil {
			if e, ok := parseSpending(data); ok {
				each(e)
			}
			continue
		}
		if errors.Is(err, bufio.ErrBufferFull) { // no entry is so long
			continue
		}
		if err == io.EOF {
			return f.Close()
		}
		return fmt.Errorf("reading what was spent: %w", errors.Join(err, f.Close()))
	}
}

// parseSpending reads a line; ok is false for one that a crash left unfinished.
func parseSpending(data []byte) (e Entry, ok bool) {
	var l spendingLine
	if json.Unmarshal(data, &l) != nil || l.Input < 0 || l.Output < 0 || l.Cost != nil && *l.Cost < 0 {
		return Entry{}, false
	}
	at, err := time.Parse(time.RFC3339, l.Time)
	if err != nil {
		return Entry{}, false
	}
	e = Entry{Time: at, Session: l.Session, Provider: l.Provider, Model: l.Model, Failed: l.Failed,
		Usage: engine.Usage{Input: l.Input, Output: l.Output, Cached: l.Cached, Written: l.Written, Reasoning: l.Reasoning}}
	if l.Cost != nil {
		e.Cost, e.Priced = *l.Cost, true
	}
	return e, true
}

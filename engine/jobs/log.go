package jobs

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Bounds of a log: of what one run says, and of the file, of which the newest half stays.
const (
	mostSaid = 256 << 10
	mostLog  = 1 << 20
)

// Log is what one run says. The file is text: a line at the left margin for each beginning and end, and what
// was said between them, two spaces to the right. Writes are for one goroutine at a time.
type Log struct {
	name  string
	mark  string // what is written before the first word
	file  *os.File
	said  int
	inner bool // in the middle of a line
}

// Log is the log of a run that begins now. Nothing is made before something is said.
func (l *Lease) Log(how string) *Log {
	return &Log{name: l.store.file(l.Record.Name, logSuffix),
		mark: l.Record.Began.Format(time.RFC3339) + " began, " + how + "\n"}
}

// Write implements io.Writer; even nothing leaves a log that the run began. What is over the bound is left out, and
// the end of the log says so.
func (l *Log) Write(p []byte) (int, error) {
	if l.said >= mostSaid {
		l.said += len(p)
		return len(p), nil
	}
	var b bytes.Buffer
	for line := range bytes.Lines(p) {
		if !l.inner {
			b.WriteString("  ")
		}
		b.Write(line)
		l.inner = line[len(line)-1] != '\n'
	}
	l.said += len(p)
	return len(p), l.write(b.Bytes())
}

func (l *Log) write(p []byte) error {
	if l.file == nil {
		if err := halve(l.name); err != nil {
			return err
		}
		f, err := os.OpenFile(l.name, os.O_RDWR|os.O_CREATE|os.O_APPEND|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
		if err != nil {
			return err
		}
		l.file = f
		mark := l.mark
		last := []byte{'\n'}
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			if _, err := f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
				mark = "\n" + mark // the process before was killed in the middle of a line
			}
		}
		p = append([]byte(mark), p...)
	}
	_, err := l.file.Write(p)
	return err
}

// End closes the log with how the run ended. One that said nothing leaves none unless tell is set.
func (l *Log) End(at time.Time, how string, tell bool) error {
	if l.file == nil && !tell {
		return nil
	}
	text := at.Format(time.RFC3339) + " " + how + "\n"
	if l.said > mostSaid {
		text = "  … what it said after that is left out\n" + text
	}
	if l.inner {
		text = "\n" + text
	}
	return errors.Join(l.write([]byte(text)), l.file.Close())
}

// halve leaves the newest half of a log that has become too long, from the beginning of a run on.
func halve(name string) error {
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() < mostLog {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := readLog(name)
	if err != nil {
		return err
	}
	rest := text[len(text)/2:]
	for !strings.HasPrefix(rest, "2") && rest != "" { // a run begins with its year
		_, rest, _ = strings.Cut(rest, "\n")
	}
	return store.ReplacePrivate(name, []byte(rest), false)
}

func readLog(name string) (string, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 2*mostLog))
	return string(text), err
}

// Said is one run as its log has it.
type Said struct {
	Began time.Time
	How   string // how it began: "when it was due" or "by name"
	Ended time.Time
	End   string // how it ended, "" of one that did not come to its end
	Text  string
}

// Said is what is kept of the runs of a job, the oldest first.
func (s *Store) Said(name string) ([]Said, error) {
	text, err := readLog(s.file(name, logSuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Said
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 2*mostLog)
	for lines.Scan() {
		line := lines.Text()
		said, inner := strings.CutPrefix(line, "  ")
		when, what, _ := strings.Cut(line, " ")
		at, err := time.Parse(time.RFC3339, when)
		how, begins := strings.CutPrefix(what, "began, ")
		switch {
		case inner && len(out) > 0:
			out[len(out)-1].Text += said + "\n"
		case err != nil:
		case begins:
			out = append(out, Said{Began: at, How: how})
		case len(out) > 0:
			out[len(out)-1].Ended, out[len(out)-1].End = at, what
		}
	}
	return out, lines.Err()
}

package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"pp/engine"
	"pp/sexp"
)

// The kinds of record that the log itself writes.
const (
	KindOpen   engine.RecordKind = "OPEN"
	KindResume engine.RecordKind = "RESUME"
	KindLimit  engine.RecordKind = "LIMIT"
)

// Format is the number of the form described in the package's documentation.
const Format = 1

// The defaults of Options, and the most a line may have.
const (
	DefaultBytes  = 256 << 20
	DefaultInline = 4 << 10
	MaxLine       = 1 << 20
)

// limitRoom is kept free for the records that resume a trace and that say that
// its limit was reached.
const limitRoom = 1 << 10

// ErrRecordSize is an error of Log.Record.
var ErrRecordSize = errors.New("the record is too long for the trace")

// Store is where a session's records go. A Log calls it from one goroutine at
// a time.
type Store interface {
	// Open makes the store ready and says what is in it, after cutting off a
	// record that was torn. It is called once, before the first Append.
	Open() (State, error)
	// Append writes one line at the end, whole or not at all, and when durable
	// has it on disk before it returns.
	Append(line []byte, durable bool) error
	// Blob keeps a text under its hash, likewise.
	Blob(hash string, text string, durable bool) error
	// Next puts aside what was written so far and begins anew, with nothing.
	Next() error
}

// Options are a Log's settings.
type Options struct {
	Session  string           // the name that binds the records to their session
	Clock    func() time.Time // nil: records have the zero time
	Redactor engine.Redactor  // nil masks nothing
	// MaxBytes bounds the records and blobs of one part of a session; 0 is DefaultBytes.
	// What does not fit opens the next part.
	MaxBytes int64
	// Inline is the longest text, in bytes, that is kept in the record itself;
	// 0 is DefaultInline, and it is never over 64 KiB.
	Inline int
}

// Log writes a session's thought trace. It implements engine.Recorder and is
// safe for concurrent use.
type Log struct {
	store   Store
	options Options

	mu      sync.Mutex
	opened  bool
	openErr error
	begun   bool // the record that opens or resumes the trace is written
	state   State
	after   digest // of the last record of the part before this one; zero when there is none
	lost    int
}

var _ engine.Recorder = (*Log)(nil)

// NewLog returns a log that writes to store. It does nothing until the first
// record.
func NewLog(store Store, o Options) *Log {
	o.MaxBytes = cmp.Or(max(0, o.MaxBytes), DefaultBytes)
	o.Inline = min(cmp.Or(max(0, o.Inline), DefaultInline), 64<<10)
	if o.Clock == nil {
		o.Clock = func() time.Time { return time.Time{} }
	}
	o.Session = strings.ToValidUTF8(o.Session, "\uFFFD")
	return &Log{store: store, options: o}
}

// Record implements engine.Recorder. When it returns nil the record is written,
// and when r is Durable it is on disk. A cancelled context does not keep it
// from being written: what happened then is part of the trace. After an error
// nothing of the record stands in the file, and the next one that is written
// says how many were lost.
func (l *Log) Record(_ context.Context, r engine.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.record(r)
	if err != nil {
		l.lost++
		return fmt.Errorf("keeping the thought trace: %w", err)
	}
	return nil
}

func (l *Log) record(r engine.Record) error {
	if err := l.open(); err != nil {
		return err
	}
	if l.state.Limit > 0 { // the process ended before the next part began
		if err := l.next(); err != nil {
			return err
		}
	}
	if err := l.begin(); err != nil {
		return err
	}
	d, err := l.draft(r)
	if err == nil && !l.fits(d.line, d.bytes) {
		if err := l.next(); err != nil {
			return err
		}
		d, err = l.draft(r)
	}
	if err != nil {
		return err
	}
	if !l.fits(d.line, d.bytes) {
		return fmt.Errorf("%w: %d bytes, over the limit of %d", ErrRecordSize, int64(len(d.line))+d.bytes, l.options.MaxBytes)
	}
	for _, b := range d.blobs {
		if err := l.store.Blob(b.hash, b.text, r.Durable); err != nil {
			return err
		}
	}
	if err := l.append(d.line, d.bytes, r.Durable); err != nil {
		return err
	}
	l.lost = 0
	return nil
}

// draft is a record that may be written: its line, and the texts beside it.
type draft struct {
	line []byte
	writer
}

func (l *Log) draft(r engine.Record) (d draft, err error) {
	d.writer = writer{redactor: l.options.Redactor, inline: l.options.Inline}
	fields := d.fields(r.Fields)
	var text sexp.Value
	if r.Text != "" {
		text = d.text(r.Text)
	}
	d.line, err = l.line(r.Kind, l.lost, fields, text)
	return d, err
}

// open opens the store, once. One that cannot be opened is not tried again.
func (l *Log) open() error {
	if l.opened || l.openErr != nil {
		return l.openErr
	}
	l.opened = true
	l.state, l.openErr = l.store.Open()
	if l.openErr == nil && l.state.Records > 0 && l.state.Session != l.options.Session {
		l.openErr = fmt.Errorf("the file is the trace of session %.80q, not of %.80q", l.state.Session, l.options.Session)
	}
	return l.openErr
}

// begin writes the record that opens or resumes the trace, once.
func (l *Log) begin() error {
	if l.begun {
		return nil
	}
	kind, fields := KindResume, sexp.Plist{}
	if l.state.Records == 0 {
		kind = KindOpen
		fields = fields.With("FORMAT", sexp.Int(Format)).With("SESSION", sexp.String(l.options.Session))
		if l.after != (digest{}) {
			fields = fields.With("AFTER", sexp.String(l.after[:]))
		}
	}
	if l.state.Torn > 0 {
		fields = fields.With("CUT", sexp.Int(l.state.Torn))
	}
	line, err := l.line(kind, 0, fields, nil)
	if err != nil {
		return err
	}
	if err := l.append(line, 0, false); err != nil {
		return err
	}
	l.begun = true
	return nil
}

// fits reports whether there is room for a line and the texts that it names.
func (l *Log) fits(line []byte, blobs int64) bool {
	return l.state.Bytes+int64(len(line))+blobs+limitRoom <= l.options.MaxBytes
}

// next ends this part of the trace, unless its last record says so already, and begins the next.
func (l *Log) next() error {
	if l.state.Limit == 0 {
		line, err := l.line(KindLimit, 0, sexp.Plist{}.With("LIMIT", sexp.Int(l.options.MaxBytes)), nil)
		if err == nil {
			err = l.append(line, 0, true)
		}
		if err != nil {
			return err
		}
		l.state.Limit = l.options.MaxBytes
	}
	if err := l.store.Next(); err != nil {
		return fmt.Errorf("beginning its next part: %w", err)
	}
	l.state, l.after, l.begun = State{}, l.state.hash, false
	return l.begin()
}

func (l *Log) append(line []byte, blobs int64, durable bool) error {
	if err := l.store.Append(line, durable); err != nil {
		return err
	}
	copy(l.state.hash[:], line[hashAt:hashAt+hashLen])
	l.state.Records++
	l.state.Limit = 0
	l.state.Bytes += int64(len(line)) + blobs
	return nil
}

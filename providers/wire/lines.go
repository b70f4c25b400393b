package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Framing says how the events of a reply follow each other.
type Framing uint8

// The framings.
const (
	SSE    Framing = iota // Server-Sent Events
	NDJSON                // one JSON value a line
)

// Why the bytes of a reply are no answer.
var (
	ErrTruncated = errors.New("the reply broke off before its end")
	ErrTooLong   = errors.New("the reply is longer than is read")
	ErrGarbage   = errors.New("the reply is not of this protocol")
)

// lines cuts a stream into lines that end with CR, LF or both, however the
// stream is cut into reads. A line is bounded.
type lines struct {
	r      io.Reader
	buf    [4 << 10]byte
	rest   []byte // read and not yet given out; part of buf
	line   []byte
	skipLF bool // the last line ended with CR; an LF that follows belongs to it
	total  int
	err    error
}

// next returns the next line without its end, valid until the next call. whole
// is false for a last line that the end of the stream cut off.
func (l *lines) next() (line []byte, whole bool, err error) {
	l.line = l.line[:0]
	for {
		if l.skipLF && len(l.rest) > 0 {
			if l.rest[0] == '\n' {
				l.rest = l.rest[1:]
			}
			l.skipLF = false
		}
		if i := bytes.IndexAny(l.rest, "\r\n"); i >= 0 {
			l.line = append(l.line, l.rest[:i]...)
			l.skipLF = l.rest[i] == '\r'
			l.rest = l.rest[i+1:]
			return l.line, true, l.bound()
		}
		l.line = append(l.line, l.rest...)
		l.rest = nil
		if err := l.bound(); err != nil {
			return nil, false, err
		}
		if l.err != nil {
			if len(l.line) > 0 && l.err == io.EOF {
				return l.line, false, nil
			}
			return nil, false, l.err
		}
		l.fill()
	}
}

func (l *lines) fill() {
	n, err := l.r.Read(l.buf[:])
	l.rest, l.err = l.buf[:n], err
	l.total += n
	if l.total > maxBody {
		l.rest, l.err = nil, ErrTooLong
	}
}

func (l *lines) bound() error {
	if len(l.line) > maxLine {
		return ErrTooLong
	}
	return nil
}

// event is the data of one event. cut says that the stream ended inside it.
type event struct {
	data []byte
	cut  bool
}

// events reads the events of a stream.
type events struct {
	lines
	framing Framing
	data    []byte
	known   bool   // a line of the framing was read
	odd     string // the first line that is not of the framing
}

func newEvents(r io.Reader, f Framing) *events {
	return &events{lines: lines{r: r}, framing: f}
}

// next returns the next event, valid until the next call, or io.EOF.
func (e *events) next() (event, error) {
	if e.framing == NDJSON {
		return e.nextLine()
	}
	return e.nextSSE()
}

func (e *events) nextLine() (event, error) {
	for {
		line, whole, err := e.lines.next()
		if err != nil {
			return event{}, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			e.known = true
			return event{data: line, cut: !whole}, nil
		}
	}
}

// nextSSE follows the stream's grammar: fields until an empty line, of which
// only data matters here, because every protocol repeats the event's name in
// its data. An event that the end of the stream leaves without an empty line is
// given out as cut; the specification would drop it, and some servers end so.
func (e *events) nextSSE() (event, error) {
	e.data = e.data[:0]
	have := false
	for {
		line, whole, err := e.lines.next()
		if err == io.EOF && have {
			return event{data: e.data, cut: true}, nil
		}
		if err != nil {
			return event{}, err
		}
		if len(line) == 0 && whole {
			if have {
				return event{data: e.data}, nil
			}
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch string(name) {
		case "data":
			if have {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, bytes.TrimPrefix(value, []byte(" "))...)
			e.known, have = true, true
			if len(e.data) > maxLine {
				return event{}, ErrTooLong
			}
		case "error": // llama.cpp sends this instead of data
			e.known = true
			return event{data: wrapped(value)}, nil
		case "", "event", "id", "retry":
			e.known = true
		default:
			if e.odd == "" {
				e.odd = string(line[:min(len(line), maxError)])
			}
		}
	}
}

// wrapped returns the value of an error line as the data of an event.
func wrapped(value []byte) []byte {
	value = bytes.TrimSpace(value)
	if !json.Valid(value) {
		value, _ = json.Marshal(string(value)) // a string always has a JSON form
	}
	return append(append([]byte(`{"error":`), value...), '}')
}

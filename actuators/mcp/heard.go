package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"pp/actuators/sandbox"
	"pp/engine"
)

// heard keeps the end of a server's standard error, and the last line of its standard output that was not a message.
type heard struct {
	mu   sync.Mutex
	buf  []byte
	line string
}

// maxHeard bounds the kept end of standard error, in bytes.
const maxHeard = 4 << 10

// Write implements io.Writer.
func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buf = append(h.buf, p[max(0, len(p)-maxHeard):]...)
	h.buf = append([]byte(nil), h.buf[max(0, len(h.buf)-maxHeard):]...)
	return len(p), nil
}

func (h *heard) listen(r io.Reader) { _, _ = io.Copy(h, r) }

// maxLast bounds how much of either is shown, in bytes.
const maxLast = 500

// text describes the output for the error of a server that fails.
func (h *heard) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := strings.TrimSpace(strings.ToValidUTF8(string(h.buf), ""))
	if n := len(last) - maxLast; n > 0 {
		last = "…" + strings.ToValidUTF8(last[n:], "")
	}
	out := ""
	if h.line != "" {
		out = fmt.Sprintf("; it wrote %q to its standard output, which is not a message", h.line)
	}
	if last != "" {
		out += "; it wrote to its standard error: " + last
	}
	return out
}

// stray notes a line that is not a message.
func (h *heard) stray(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.line = engine.Clip(line, maxLast)
}

// odd returns the noted line.
func (h *heard) odd() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.line
}

// ended adds how the server ended.
func (h *heard) ended(exit sandbox.Exit, err error) {
	switch {
	case errors.Is(err, errEnded): // by pp, which says why
	case err != nil:
		fmt.Fprintf(h, "\n%v", err)
	case exit.Signal != 0:
		fmt.Fprintf(h, "\nended by %v", exit.Signal)
	default:
		fmt.Fprintf(h, "\nexit %d", exit.Code)
	}
}

// metered counts the bytes that are read.
type metered struct {
	io.ReadCloser
	meter *meter
}

// Read implements io.Reader.
func (m *metered) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if !m.meter.add(n, 0) {
		return 0, ErrFlood
	}
	return n, err
}

// maxNesting bounds how deeply the JSON of a message may be nested, since decoding takes time for each level.
const maxNesting = 64

// errNested is the error of a message that is nested more deeply.
var errNested = errors.New("it sent a message that is nested too deeply")

// errLong is the error of a message that is longer than pp reads.
var errLong = errors.New("it sent a message that is longer than pp reads")

// messages reads the messages from a server's standard output. The protocol puts each message on a line of its own;
// messages skips any other line, such as one that a library logs there.
type messages struct {
	io.Closer
	lines *bufio.Scanner
	heard *heard
	rest  []byte
}

func newMessages(r io.ReadCloser, h *heard) *messages {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxMessage)
	return &messages{Closer: r, lines: lines, heard: h}
}

// Read implements io.Reader.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		if !m.lines.Scan() {
			return 0, m.end()
		}
		text := bytes.TrimSpace(bytes.TrimPrefix(m.lines.Bytes(), []byte("\xef\xbb\xbf")))
		switch {
		case isMessage(text) && nesting(text) > maxNesting:
			return 0, errNested
		case isMessage(text):
			m.rest = append(text[:len(text):len(text)], '\n')
		case len(text) > 0:
			m.heard.stray(strings.ToValidUTF8(string(text[:min(len(text), maxHeard)]), ""))
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// end returns why there are no more lines.
func (m *messages) end() error {
	err := m.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = errLong
	}
	return cmp.Or(err, io.EOF)
}

// isMessage reports whether a line is a message, or a list of them.
func isMessage(line []byte) bool {
	var one struct {
		Version json.RawMessage `json:"jsonrpc"`
	}
	if len(line) > 0 && line[0] == '[' {
		var list []json.RawMessage
		return json.Unmarshal(line, &list) == nil && len(list) > 0 && isMessage(list[0])
	}
	return len(line) > 0 && line[0] == '{' && json.Unmarshal(line, &one) == nil && one.Version != nil
}

// nesting returns how deeply a line of JSON is nested.
func nesting(line []byte) (deepest int) {
	depth := 0
	quoted, escaped := false, false
	for _, c := range line {
		switch {
		case quoted:
			quoted = c != '"' || escaped
			escaped = c == '\\' && !escaped
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

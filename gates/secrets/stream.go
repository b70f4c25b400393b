package secrets

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"pp/engine"
)

// The bounds of a stream, in bytes.
const (
	// streamContext is how much of what was written is remembered: the name of a
	// value may stand before it.
	streamContext = 4 << 10
	// streamHeld is how much is held back at most; no secret is longer.
	streamHeld = 128 << 10
	// streamStep is how much of an unfinished line is worth looking at, whatever is in it.
	streamStep = 256
	// streamShare is what part of all that was written is worth looking at, so that the work is bounded.
	streamShare = 512
)

// Stream is a writer that masks secrets in what passes through it. It holds
// back the end of the text as long as that may be the start of a secret: the
// last word, lines that continue one another, an open key block, the
// beginning of a stored value, a line that names a secret. It is not
// safe for concurrent use.
type Stream struct {
	w     io.Writer
	r     Redactor
	buf   []byte
	sent  int // bytes of buf that were written, kept as context
	total int // bytes that were taken
	err   error
}

// NewStream returns a stream that writes to w. Close writes what is held back;
// it does not close w.
func NewStream(w io.Writer, r Redactor) *Stream { return &Stream{w: w, r: r} }

// Format prints [MASKED], whatever the verb.
func (s *Stream) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(engine.Masked)) }

// Write takes all of p, unless writing fails, and writes what is safe to.
func (s *Stream) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	s.buf = append(s.buf, p...)
	s.total += len(p)
	held := len(s.buf) - s.sent
	if held < streamStep && bytes.IndexByte(p, '\n') < 0 && (held < s.total/streamShare || s.named()) {
		return len(p), nil
	}
	cut := s.r.vault.begun(string(s.buf), safeCut(string(s.buf), s.sent))
	if held >= streamHeld {
		cut = max(cut, len(s.buf)-streamHeld/2)
	}
	s.emit(cut)
	return len(p), s.err
}

// named reports whether the line that has not ended, or the one before it, has a word with which a secret's format or
// name begins: its value may have several words, and end with the line.
func (s *Stream) named() bool {
	ended := max(0, bytes.LastIndexByte(s.buf, '\n'))
	line := s.buf[bytes.LastIndexByte(s.buf[:ended], '\n')+1:]
	return allTriggers().isAnyIn(string(line))
}

// Close writes what is held back, masked.
func (s *Stream) Close() error {
	if s.err == nil {
		s.emit(len(s.buf))
	}
	return s.err
}

// emit writes the text up to cut, or to the start of a secret that goes on
// behind it.
func (s *Stream) emit(cut int) {
	if cut <= s.sent {
		return
	}
	text := string(s.buf)
	var out strings.Builder
	from := s.sent
	for _, m := range Scan(text, Options{Vault: s.r.vault}) {
		if m.End <= from {
			continue
		}
		if m.Start >= cut {
			break
		}
		if m.End > cut && m.Start > s.sent && len(s.buf)-s.sent < streamHeld {
			cut = m.Start
			break
		}
		if m.Start >= from {
			out.WriteString(text[from:m.Start])
		}
		out.WriteString(engine.Masked)
		from = m.End
	}
	if from < cut {
		out.WriteString(text[from:cut])
	}
	s.sent = max(from, cut)
	if _, err := io.WriteString(s.w, s.r.Redact(out.String())); err != nil {
		s.err = err
		return
	}
	if drop := s.sent - streamContext; drop > 0 {
		s.buf = append(s.buf[:0], s.buf[drop:]...)
		s.sent -= drop
	}
}

// safeCut returns the position in t, not before from, up to which no secret
// can reach that what follows t completes.
func safeCut(t string, from int) int {
	cut := len(t)
	for cut > from && classes[t[cut-1]]&cSpace == 0 && !spaceless(t[:cut]) {
		cut-- // the last word may go on
	}
	for cut > from && !parted(t, from, cut) {
		for cut > from && classes[t[cut-1]]&cSpace != 0 {
			cut--
		}
		for cut > from && classes[t[cut-1]]&cSpace == 0 {
			cut--
		}
	}
	return openBlock(t, from, cut)
}

// spaceless reports whether a text ends in a character of a script that has no spaces between words: no token has one.
func spaceless(t string) bool {
	if classes[t[len(t)-1]]&cHigh == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(t)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) || r >= '\u3001' && r <= '\u3011'
}

// parted reports whether what stands before the white space at cut cannot be
// the first part of a token that goes on behind it.
func parted(t string, from, cut int) bool {
	end := cut
	for end > from && classes[t[end-1]]&cSpace != 0 {
		end--
	}
	if end == from {
		return true
	}
	for end > from && classes[t[end-1]]&(cGap|cGroupGap) != 0 {
		if c := t[end-1]; c == '\\' || c == '+' || c == '&' || classes[c]&cQuote != 0 {
			return false // what follows may be joined to it
		}
		end--
	}
	word := spanBack(t, end, minPart, cRun|cEqual)
	group := end-word >= 2 && span(t, end-2, 2, cHex) == end &&
		(end-word == 2 || end-word == 4 && t[word:word+2] == "0x")
	return end-word < minPart && !group
}

// openBlock moves cut before a key block that has not ended.
func openBlock(t string, from, cut int) int {
	for _, mark := range [...][2]string{{"-----BEGIN", "-----END"}, {"---- BEGIN", "---- END"},
		{"PuTTY-User-Key", "Private-MAC"}} {
		i := strings.LastIndex(t[from:], mark[0])
		if i < 0 {
			continue
		}
		j := strings.Index(t[from+i:], mark[1])
		if j < 0 || !strings.Contains(t[from+i+j+len(mark[1]):], "\n") {
			cut = min(cut, from+i)
		}
	}
	return cut
}

package engine

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Excerpt is an io.Writer that keeps the beginning and the end of a text of any length and counts what is left out
// between them. It holds at most about twice its limit. It is not safe for concurrent use.
type Excerpt struct {
	headCap, tailCap int
	head, tail       []byte
	dropped          Gap
	atLine           bool // what was dropped ended with a line
}

// Gap is what an excerpt leaves out. Its zero value is nothing.
type Gap struct {
	Bytes int64
	Lines int64 // line ends among them
}

// NewExcerpt returns an excerpt of at most limit bytes, without the line that says how
// much is missing. A limit under 2 is 2.
func NewExcerpt(limit int) *Excerpt {
	limit = max(limit, 2)
	return &Excerpt{headCap: limit / 2, tailCap: limit - limit/2}
}

// Write takes the next bytes of the text. It never fails.
func (e *Excerpt) Write(p []byte) (int, error) {
	n := len(p)
	if room := min(e.headCap-len(e.head), n); room > 0 && len(e.tail) == 0 && e.dropped.Bytes == 0 {
		e.head = append(e.head, p[:room]...)
		p = p[room:]
	}
	for len(p) > 0 {
		// The tail grows to twice what it keeps, so that each byte moves once.
		take := min(len(p), 2*e.tailCap-len(e.tail))
		e.tail = append(e.tail, p[:take]...)
		p = p[take:]
		if len(e.tail) == 2*e.tailCap {
			e.trim()
		}
	}
	return n, nil
}

// WriteString is Write for a string.
func (e *Excerpt) WriteString(s string) (int, error) { return e.Write([]byte(s)) }

// trim drops what is more than the tail keeps.
func (e *Excerpt) trim() {
	if extra := len(e.tail) - e.tailCap; extra > 0 {
		e.drop(e.tail[:extra])
		e.tail = append(e.tail[:0], e.tail[extra:]...)
	}
}

func (e *Excerpt) drop(p []byte) {
	if len(p) == 0 {
		return
	}
	e.atLine = p[len(p)-1] == '\n'
	e.dropped.Bytes += int64(len(p))
	e.dropped.Lines += int64(bytes.Count(p, []byte{'\n'}))
}

// Parts gives the beginning, what is left out, and the end, cut at ends of
// lines where one is near and never within a character. Without a gap the
// beginning is the whole text. The excerpt may be written on afterwards.
func (e *Excerpt) Parts() (head string, gap Gap, tail string) {
	e.trim()
	if e.dropped.Bytes == 0 {
		return string(e.head) + string(e.tail), Gap{}, ""
	}
	gap = e.dropped
	h, t := headCut(e.head), 0
	if !e.atLine {
		t = tailCut(e.tail)
	}
	for _, cut := range [][]byte{e.head[h:], e.tail[:t]} {
		gap.Bytes += int64(len(cut))
		gap.Lines += int64(bytes.Count(cut, []byte{'\n'}))
	}
	return string(e.head[:h]), gap, string(e.tail[t:])
}

// headCut is where to end a beginning: after a line end in its last half, else
// after a whole character.
func headCut(p []byte) int {
	if i := bytes.LastIndexByte(p, '\n'); i >= len(p)/2 {
		return i + 1
	}
	for n := len(p); n > 0 && n > len(p)-utf8.UTFMax; n-- {
		if r, size := utf8.DecodeLastRune(p[:n]); r != utf8.RuneError || size != 1 {
			return n
		}
	}
	return len(p)
}

// tailCut is where to begin an end: after a line end in its first half, else
// at a whole character.
func tailCut(p []byte) int {
	if i := bytes.IndexByte(p, '\n'); i >= 0 && i < len(p)/2 {
		return i + 1
	}
	for n := 0; n < len(p) && n < utf8.UTFMax; n++ {
		if utf8.RuneStart(p[n]) {
			return n
		}
	}
	return 0
}

// String is the text, with one line in the place of what is left out.
func (e *Excerpt) String() string {
	head, gap, tail := e.Parts()
	if gap.Bytes == 0 {
		return head
	}
	if !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return head + "[" + gap.String() + " left out here]\n" + tail
}

// String is the size of the gap in words.
func (g Gap) String() string {
	return fmt.Sprintf("%s bytes (%s lines)", FormatCount(g.Bytes), FormatCount(g.Lines))
}

// FormatCount writes a number that is not negative with commas between groups of
// three digits.
func FormatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ChangedLines counts the lines that came and went in a unified diff.
func ChangedLines(diff string) (added, removed int) {
	_, body, _ := strings.Cut(diff, "\n@@")
	for line := range strings.Lines(body) {
		switch line[0] {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return added, removed
}

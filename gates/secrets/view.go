package secrets

import (
	"sort"
	"strings"
)

// view is a text derived from the one being scanned, with the way back.
type view struct {
	text string
	// start and end give, for each byte, the bytes of the scanned text that it
	// came from; nil for the scanned text itself.
	start, end []int32
	pieces     []piece
}

// piece says how the text from a position on was hidden.
type piece struct {
	at  int
	enc string
}

// source maps a range of the view to the scanned text.
func (v *view) source(at, end int) (int, int) {
	if v.start == nil {
		return at, end
	}
	if at == end {
		return int(v.start[at]), int(v.start[at])
	}
	// Bytes of a reversed piece come in falling order.
	lo, hi := v.start[at], v.end[end-1]
	return int(min(lo, v.start[end-1])), int(max(hi, v.end[at]))
}

// encoding names how the byte at i was hidden, outermost first.
func (v *view) encoding(i int) string {
	n := sort.Search(len(v.pieces), func(k int) bool { return v.pieces[k].at > i })
	if n == 0 {
		return ""
	}
	return v.pieces[n-1].enc
}

// builder collects what the next level looks at.
type builder struct {
	buf        []byte
	start, end []int32
	pieces     []piece
	limit      int
	full       bool // something was left out
}

// separator stands between pieces. The semicolon and the line ends are in no
// format and end every value, so that nothing is found across two pieces.
const separator = "\n;\n"

// begin starts a piece that v hid at position at as enc.
func (b *builder) begin(v *view, at int, enc string) {
	if len(b.buf) > 0 {
		last := b.end[len(b.end)-1]
		for i := range len(separator) {
			b.buf = append(b.buf, separator[i])
			b.start = append(b.start, last)
			b.end = append(b.end, last)
		}
	}
	if outer := v.encoding(at); outer != "" {
		enc = outer + ">" + enc
	}
	b.pieces = append(b.pieces, piece{len(b.buf), enc})
}

// copy adds [at,end) of v as it is.
func (b *builder) copy(v *view, at, end int) {
	for i := at; i < end; i++ {
		b.put(v, v.text[i], i, i+1)
	}
}

// put adds a byte that stands for [at,end) of v.
func (b *builder) put(v *view, c byte, at, end int) {
	if len(b.buf) >= b.limit {
		b.full = true
		return
	}
	from, to := v.source(at, end)
	b.buf = append(b.buf, c)
	b.start = append(b.start, int32(from))
	b.end = append(b.end, int32(to))
}

// putRune adds the UTF-8 form of a character that stands for [at,end) of v.
func (b *builder) putRune(v *view, r rune, at, end int) {
	for _, c := range []byte(string(r)) {
		b.put(v, c, at, end)
	}
}

func (b *builder) view() *view {
	return &view{text: string(b.buf), start: b.start, end: b.end, pieces: b.pieces}
}

// lines copies to a builder those lines of a view in which something changes.
type lines struct {
	v      *view
	b      *builder
	enc    string
	copied int // up to here the text is copied or left out
	open   bool
}

// change makes ready for the replacement of [at,end), which the caller puts.
func (l *lines) change(at, end int) {
	t := l.v.text[l.copied:at]
	first := strings.IndexByte(t, '\n')
	last := strings.LastIndexByte(t, '\n')
	if l.open && first != last {
		l.b.copy(l.v, l.copied, l.copied+first)
		l.open = false
	}
	if !l.open {
		l.copied += last + 1
		l.b.begin(l.v, l.copied, l.enc)
		l.open = true
	}
	l.b.copy(l.v, l.copied, at)
	l.copied = end
}

// finish copies the rest of the last changed line.
func (l *lines) finish() {
	if !l.open {
		return
	}
	t := l.v.text[l.copied:]
	if i := strings.IndexByte(t, '\n'); i >= 0 {
		t = t[:i]
	}
	l.b.copy(l.v, l.copied, l.copied+len(t))
}

package tools

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// maxLine bounds :START and :END.
const maxLine = 1 << 40

// maxLines is how many lines are given at a time.
const maxLines = 2_000

// readFile gives a file's text, or a range of its lines, a part at a time.
func (o Options) readFile() Tool {
	return onPath(engine.ToolSpec{
		Name:     "read-file",
		Doc:      "Reads a text file, or its lines from start to end.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true},
			{Name: "START", Kind: engine.ParamInteger, Min: 1, Max: maxLine},
			{Name: "END", Kind: engine.ParamInteger, Min: 1, Max: maxLine},
			{Name: "NUMBERS", Kind: engine.ParamBool},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			if _, err := rangeOf(args); err != nil {
				return effect.Effects{}, err
			}
			return readPath(args, "FILEPATH", "", facts)
		},
	}, o.runReadFile)
}

// lineRange is the lines from start to end, both included.
type lineRange struct{ start, end int64 }

func rangeOf(args sexp.Plist) (lineRange, error) {
	start, _ := args.Integer("START")
	end, _ := args.Integer("END")
	r := lineRange{cmp.Or(start, 1), cmp.Or(end, maxLine)}
	if r.end < r.start {
		return r, fmt.Errorf("the end, %d, is before the start, %d. Lines count from 1", r.end, r.start)
	}
	return r, nil
}

func (o Options) runReadFile(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	lr, err := rangeOf(j.args)
	if err != nil {
		return engine.Result{}, err
	}
	f, err := o.openRegular(p.Name)
	if err != nil {
		return engine.Result{}, explain(j.shown(p.Name), err)
	}
	defer f.Close()
	r := reading{src: f, size: f.Size(), shown: j.shown(p.Name), lines: lr, numbers: j.args.True("NUMBERS"),
		budget: maxScan, line: 1}
	if text, edited := o.edited(ctx, p.Name); edited {
		r.from(text, 0)
	}
	if o.Private.MayHold(p.Name) {
		text, left, err := o.public(ctx, r.src, p.Name)
		if err != nil {
			return engine.Result{}, explain(r.shown, err)
		}
		r.from(text, left)
	}
	if err := r.run(ctx); err != nil {
		return engine.Result{}, err
	}
	text, err := r.text()
	return engine.Result{Text: text}, err
}

// reading is the state of one read.
type reading struct {
	src     io.Reader
	size    int64 // of the file, without what is private
	left    int   // private subtrees that are left out
	shown   string
	lines   lineRange
	numbers bool
	out     []byte
	whole   int    // of out: where the last whole line ends
	begin   []byte // the first bytes read
	read    int64  // bytes read so far
	budget  int64  // bytes that may still be read
	line    int64  // the line that the next byte is in
	taken   int64  // lines in out
	long    int64  // bytes of the line that is too long for one part
	number  int    // bytes of the last line's number
	binary  bool
	full    bool // what follows is only counted
	inLine  bool // the line has begun
	cut     bool // the budget ended before the file did
}

// from has a text read in the place of the file's, without so many private subtrees.
func (r *reading) from(text string, left int) {
	r.src, r.size, r.left = strings.NewReader(text), int64(len(text)), left
}

// run reads until the end of the file, of the range, or of the budget.
func (r *reading) run(ctx context.Context) error {
	block := make([]byte, blockSize)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := io.ReadFull(r.src, block)
		if r.read == 0 {
			r.begin = bytes.Clone(block[:min(n, sample)])
			if r.binary = store.IsBinary(r.begin); r.binary {
				return nil
			}
		}
		r.read += int64(n)
		r.budget -= int64(n)
		done := r.feed(block[:n])
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), done:
			return nil
		case err != nil:
			return explain(r.shown, err)
		}
		if r.cut = r.budget <= 0; r.cut {
			return nil
		}
	}
}

// feed takes the next bytes and keeps those that are wanted and have room. It reports
// whether no more are needed: once the part is full, the lines that follow are counted.
func (r *reading) feed(p []byte) (done bool) {
	for len(p) > 0 {
		if r.line > r.lines.end && !r.full {
			return true
		}
		part := p
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			part = p[:i+1]
		}
		if r.line >= r.lines.start && r.line <= r.lines.end {
			r.take(part)
		}
		p, r.inLine = p[len(part):], part[len(part)-1] != '\n'
		if !r.inLine {
			r.line++
		}
	}
	return r.line > r.lines.end && !r.full
}

// take keeps a piece of a line. A line that has no room any more is left out whole, but
// for one that is too long for any part: of that the beginning is kept.
func (r *reading) take(piece []byte) {
	if r.long > 0 && r.line == r.lines.start {
		r.long += int64(len(piece))
	}
	if r.full {
		return
	}
	if !r.inLine {
		if r.taken == maxLines {
			r.full = true
			return
		}
		r.taken++
		if r.numbers {
			r.out = strconv.AppendInt(r.out, r.line, 10)
			r.out = append(r.out, '\t')
			r.number = len(r.out) - r.whole
		}
	}
	room := maxText - len(r.out)
	switch {
	case len(piece) <= room:
		r.out = append(r.out, piece...)
		if piece[len(piece)-1] == '\n' {
			r.whole = len(r.out)
		}
		return
	case r.taken == 1:
		r.long = int64(len(r.out) - r.number + len(piece))
		r.out = append(r.out, piece[:max(room, 0)]...)
	default:
		r.out = r.out[:r.whole]
		r.taken--
	}
	r.full = true
}

// text is the result: the content, with a note on whatever is not as in the file.
func (r *reading) text() (string, error) {
	switch {
	case r.binary:
		return describe(r.shown, r.begin, max(r.size, int64(len(r.begin)))), nil
	case r.read == 0 && r.left > 0:
		return r.shown + " has nothing that is not private: " + leftPrivate(r.left) + ".", nil
	case r.read == 0:
		return r.shown + " is empty.", nil
	case r.taken == 0:
		return "", r.beyond()
	}
	if r.long > 0 {
		r.out = []byte(trimmed(r.out))
	}
	var notes []string
	if r.left > 0 {
		notes = append(notes, leftPrivate(r.left)+", and its lines are not counted")
	}
	if r.full {
		notes = append(notes, r.rest())
	} else if r.cut {
		notes = append(notes, "reading ended here, after "+engine.FormatCount(r.read)+" bytes; the file goes on")
	}
	out, bad := valid(string(r.out))
	if bad > 0 {
		notes = append(notes, plural(bad, "byte is", "bytes are")+" not UTF-8 and shown as \uFFFD; "+
			"if the text is in another encoding, convert a copy with iconv")
	}
	if len(notes) > 0 {
		out = strings.TrimSuffix(out, "\n") + "\n[" + strings.Join(notes, "; ") + "]\n"
	}
	return out, nil
}

func leftPrivate(n int) string {
	return plural(n, "private subtree", "private subtrees") + " left out"
}

// trimmed is a text without the character that its end cuts.
func trimmed(p []byte) string {
	for n := 0; n < utf8.UTFMax && n < len(p); n++ {
		if c, size := utf8.DecodeLastRune(p[:len(p)-n]); c != utf8.RuneError || size != 1 {
			return string(p[:len(p)-n])
		}
	}
	return string(p)
}

// count is how many lines the file has, as far as it was read.
func (r *reading) count() int64 {
	if r.inLine {
		return r.line
	}
	return r.line - 1
}

// rest says which part this is, and how to get the rest.
func (r *reading) rest() string {
	last := r.lines.start + r.taken - 1
	of := engine.FormatCount(r.count())
	if r.cut {
		of = "more than " + of
	}
	which := fmt.Sprintf("lines %d to %d of %s", r.lines.start, last, of)
	if r.long > 0 {
		which = fmt.Sprintf("line %d is too long to be shown whole, %s of its %s bytes are; this is line %d of %s", last,
			engine.FormatCount(int64(len(r.out)-r.number)), engine.FormatCount(r.long), last, of)
	}
	if last >= min(r.count(), r.lines.end) && !r.cut {
		return which
	}
	return fmt.Sprintf("%s; go on from line %d", which, last+1)
}

// beyond is the failure of a range after the end of the file.
func (r *reading) beyond() error {
	if r.cut {
		return fmt.Errorf("line %d of %s comes after the first %s bytes, and no more is read. Use search-files",
			r.lines.start, r.shown, engine.FormatCount(maxScan))
	}
	return fmt.Errorf("%s has %s; it was to start at %d", r.shown, plural(int(r.count()), "line", "lines"), r.lines.start)
}

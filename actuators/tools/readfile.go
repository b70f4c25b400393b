package tools

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"pp/actuators/excerpt"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/regular"
	"pp/sexp"
)

// maxLine bounds :START and :END.
const maxLine = 1 << 40

// readFile gives a file's text, or a range of its lines.
func (o Options) readFile() Tool {
	return newTool(engine.ToolSpec{
		Name:     "read-file",
		Doc:      "Reads a text file, or some of its lines.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "FILEPATH", Kind: engine.ParamPath, Required: true, Doc: "the file"},
			{Name: "START", Kind: engine.ParamInteger, Min: 1, Max: maxLine, Doc: "the first line to read, from 1"},
			{Name: "END", Kind: engine.ParamInteger, Min: 1, Max: maxLine, Doc: "the last line to read"},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			if _, err := rangeOf(args); err != nil {
				return effect.Effects{}, err
			}
			return readPath(args, "FILEPATH", "", facts)
		},
	}, o.runReadFile)
}

// lineRange is the lines from start to end, both included; all when it is zero.
type lineRange struct{ start, end int64 }

func rangeOf(args sexp.Plist) (lineRange, error) {
	start, _ := args.Integer("START")
	end, _ := args.Integer("END")
	if start == 0 && end == 0 {
		return lineRange{}, nil // neither is given: lines count from 1
	}
	r := lineRange{cmp.Or(start, 1), cmp.Or(end, maxLine)}
	if r.end < r.start {
		return r, fmt.Errorf(":END %d is before :START %d. Lines count from 1", r.end, r.start)
	}
	return r, nil
}

func (o Options) runReadFile(ctx context.Context, j job) (engine.Result, error) {
	lr, err := rangeOf(j.args)
	if err != nil {
		return engine.Result{}, err
	}
	p, err := only(j.effects.Reads)
	if err != nil {
		return engine.Result{}, err
	}
	f, err := o.openRegular(p.Name)
	if err != nil {
		return engine.Result{}, explain(j.shown(p.Name), err)
	}
	defer f.Close()
	r := reading{file: f, shown: j.shown(p.Name), lines: lr, keep: excerpt.New(maxText), budget: maxScan, line: 1}
	if err := r.run(ctx); err != nil {
		return engine.Result{}, err
	}
	text, err := r.text()
	return engine.Result{Text: text}, err
}

// reading is the state of one read.
type reading struct {
	file   *regular.File
	shown  string
	lines  lineRange
	keep   *excerpt.Excerpt
	begin  []byte // the first bytes read
	read   int64  // bytes read so far
	budget int64  // bytes that may still be read
	line   int64  // the line that the next byte is in
	binary bool
	fed    bool // some byte was in the range
	ended  bool // the last byte read was a line end
	leapt  bool // the middle was not read
	cut    bool // the budget ended before the file did
}

// run reads until the end of the file, of the range, or of the budget.
func (r *reading) run(ctx context.Context) error {
	block := make([]byte, blockSize)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := io.ReadFull(r.file, block)
		if r.read == 0 {
			r.begin = bytes.Clone(block[:min(n, sample)])
			if r.binary = excerpt.Binary(r.begin); r.binary {
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
		if err := r.leap(); err != nil {
			return explain(r.shown, err)
		}
	}
}

// leap goes to the end of a file that is over the budget, once its beginning has
// been read. A range has to count the lines before it and cannot leap.
func (r *reading) leap() error {
	if r.leapt || r.lines != (lineRange{}) || r.file.Size() <= maxScan || r.read < maxText {
		return nil
	}
	r.leapt, r.budget = true, 2*maxText // the file may grow meanwhile, but not for ever
	to := r.file.Size() - maxText
	r.keep.Skip(to - r.read)
	return r.file.SeekTo(to)
}

// feed takes the next bytes and keeps those in the range. It reports whether the
// range has ended.
func (r *reading) feed(p []byte) (done bool) {
	if len(p) > 0 {
		r.ended = p[len(p)-1] == '\n'
	}
	if r.lines == (lineRange{}) {
		r.keep.Write(p)
		r.fed = r.fed || len(p) > 0
		return false
	}
	for len(p) > 0 {
		if r.line > r.lines.end {
			return true
		}
		part := p
		next := r.line
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			part = p[:i+1]
			next++
		}
		if r.line >= r.lines.start {
			r.keep.Write(part)
			r.fed = true
		}
		p, r.line = p[len(part):], next
	}
	return r.line > r.lines.end
}

// text is the result: the content, with a note on whatever is not as in the file.
func (r *reading) text() (string, error) {
	switch {
	case r.binary:
		return describe(r.shown, r.begin, max(r.file.Size(), int64(len(r.begin)))), nil
	case r.read == 0:
		return r.shown + " is empty.", nil
	case !r.fed:
		return "", r.beyond()
	}
	head, gap, tail := r.keep.Parts()
	var notes []string
	if gap.Bytes > 0 {
		notes = append(notes, r.gapNote(head, gap))
	}
	if r.cut {
		notes = append(notes, "reading ended here, after "+excerpt.Count(r.read)+" bytes; the file goes on")
	}
	head, badHead := valid(head)
	tail, badTail := valid(tail)
	if bad := badHead + badTail; bad > 0 {
		notes = append(notes, plural(bad, "byte is", "bytes are")+" not UTF-8 and shown as \uFFFD; "+
			"if the text is in another encoding, convert a copy with iconv")
	}
	if gap.Bytes > 0 {
		head = strings.TrimSuffix(head, "\n") + "\n[" + gap.String() + " left out here]\n"
	}
	out := head + tail
	if len(notes) > 0 {
		out = strings.TrimSuffix(out, "\n") + "\n[" + strings.Join(notes, "; ") + "]\n"
	}
	return out, nil
}

// gapNote says how to read what was left out.
func (r *reading) gapNote(head string, gap excerpt.Gap) string {
	first := max(r.lines.start, 1) + int64(strings.Count(head, "\n"))
	switch {
	case gap.Unseen:
		return fmt.Sprintf("read from line %d on with :START and :END, or use search-files", first)
	case gap.Lines == 0:
		return fmt.Sprintf("line %d is too long to be shown whole; use search-files", first)
	}
	return fmt.Sprintf("read lines %d to %d with :START and :END, a part at a time", first, first+gap.Lines-1)
}

// beyond is the failure of a range after the end of the file.
func (r *reading) beyond() error {
	if r.cut {
		return fmt.Errorf("line %d of %s comes after the first %s bytes, and no more is read. Use search-files",
			r.lines.start, r.shown, excerpt.Count(maxScan))
	}
	last := r.line
	if r.ended {
		last--
	}
	return fmt.Errorf("%s has %s; :START is %d", r.shown, plural(int(last), "line", "lines"), r.lines.start)
}

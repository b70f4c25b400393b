package ask

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"pp/cli/output"
	"pp/cli/system"
)

// pager writes escaped text to the terminal, one screen at a time. Its marks tell quoted rows from pp's own.
type pager struct {
	tty     *os.File
	out     *output.Writer
	palette output.Palette
	column  int       // where the next character goes
	rows    int       // shown since the person last pressed a key
	held    []segment // what comes after a full screen
	tail    []segment // the row that has not ended; shown when input is waited for
	lastRow []segment // the one that was shown last
}

// segment is a part of one row.
type segment struct {
	text  string
	style func(string) string // nil is plain
	ends  bool                // the row ends after it
}

// The marks in front of quoted text: of a line, and of the continuation of a long line.
const (
	quoteMark = "  | "
	breakMark = "  : "
)

// indent precedes the continuation of a sentence. No other row begins with it.
const indent = "    "

func newPager(tty *os.File, palette output.Palette) pager {
	return pager{tty: tty, out: output.NewWriter(tty, output.Strict), palette: palette}
}

// size is the terminal's, or a common one where it does not say.
func (p *pager) size() (columns, rows int) {
	columns, rows = system.Size(p.tty)
	return cmp.Or(columns, 80), max(cmp.Or(rows, 24), 4)
}

// write adds sentences in a style; nil is plain. Rows end between words.
func (p *pager) write(style func(string) string, format string, args ...any) {
	p.add(style, fmt.Sprintf(format, args...), indent, output.WrapWords)
}

// add adds text in a style, broken into rows that begin with a mark.
func (p *pager) add(style func(string) string, text, mark string, wrap func(string, int, int, string) []string) {
	text = output.Escape(text, output.Strict)
	columns, height := p.size()
	for text != "" {
		line, rest, ends := strings.Cut(text, "\n")
		rows := wrap(line, p.column, columns, mark)
		for i, row := range rows {
			last := i == len(rows)-1
			p.put(segment{row, style, !last || ends}, height)
		}
		p.column = cellsAfter(rows, p.column)
		if ends {
			p.column = 0
		}
		text = rest
	}
}

// cellsAfter returns the column after some rows. It may count too few cells for tabs and wide characters, which is
// harmless.
func cellsAfter(rows []string, column int) int {
	n := len([]rune(rows[len(rows)-1]))
	if len(rows) == 1 {
		n += column
	}
	return n
}

// quote adds each line of a command, with every byte in its place.
func (p *pager) quote(style func(string) string, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		p.add(style, quoteMark+line+"\n", breakMark, output.Wrap)
	}
}

// speech adds each line of what a model said, every row behind a mark.
func (p *pager) speech(who, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		p.add(nil, "  "+who+": "+line+"\n", breakMark, output.WrapWords)
	}
}

// oneLine is a text on one line, with its line ends shown.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", `\u{0a}`) }

func (p *pager) put(c segment, height int) {
	if len(p.held) > 0 || p.rows >= height-1 {
		p.held = append(p.held, c)
		return
	}
	p.emit(c)
}

// emit shows a row as soon as it has ended.
func (p *pager) emit(c segment) {
	p.tail = append(p.tail, c)
	if c.ends {
		p.flush()
		_, _ = p.out.Write([]byte("\n"))
		_ = p.out.Flush()
		p.rows++
	}
}

// flush writes the unfinished row. The next read of a key reports a lost terminal.
func (p *pager) flush() {
	for _, c := range p.tail {
		if c.style != nil {
			_ = p.out.Styled(c.style, c.text)
		} else {
			_, _ = p.out.Write([]byte(c.text))
		}
		_ = p.out.Flush()
	}
	if p.tail != nil {
		p.lastRow, p.tail = p.tail, nil
	}
}

const nextPagePrompt = "-- more: space shows it, n is no --"

// askForPage asks for the next page.
func (p *pager) askForPage() {
	columns, _ := p.size()
	text := nextPagePrompt
	if columns <= len(nextPagePrompt) {
		text = "-- more (n no) --"
	}
	p.emit(segment{text: text, style: p.palette.Bold})
}

// erase takes that question away.
func (p *pager) erase() {
	columns, _ := p.size()
	_, _ = p.tty.WriteString("\r" + strings.Repeat(" ", min(len(nextPagePrompt), columns-1)) + "\r")
}

// nextPage shows what was held, as far as there is room.
func (p *pager) nextPage() {
	_, height := p.size()
	p.rows = 0
	for len(p.held) > 0 && p.rows < height-1 {
		p.emit(p.held[0])
		p.held = p.held[1:]
	}
}

// drop forgets the pages that the person did not want.
func (p *pager) drop() { p.held, p.tail, p.rows, p.column = nil, nil, 0, 0 }

// showRest shows all that is held, without a stop.
func (p *pager) showRest() {
	for _, c := range p.held {
		p.emit(c)
	}
	p.held = nil
	p.flush()
}

// resetPage says that the person has answered: a screen may be filled again.
func (p *pager) resetPage() { p.rows = 0 }

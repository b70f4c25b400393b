package lisp

import (
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// position is where a form stands; the zero position is nowhere.
type position struct {
	text   *text
	offset int
}

// text is what was read. base is how much the program had read before it.
type text struct {
	Source
	base   int
	rename func(sexp.Symbol) sexp.Symbol
}

// place is the file, the line and the column of a position, from 1.
func (p position) place() (file string, line, column int) {
	if p.text == nil {
		return "", 0, 0
	}
	before := p.text.Text[:min(p.offset, len(p.text.Text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return p.text.Name, max(p.text.Line, 1) + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}

// form reads the form at a position again: where all goes well, nothing asks for it.
func (p position) form() Value {
	if p.text == nil {
		return nil
	}
	rest := p.text.Text[min(p.offset, len(p.text.Text)):]
	datum, err := sexp.NewReader(rest, sexp.Limits{Bytes: len(rest), Depth: mostDepth, Atoms: len(rest)}).Next()
	if err != nil {
		return nil
	}
	return (&importer{rename: p.text.rename}).value(datum)
}

// error says where an error happened.
func (p position) error(err error) *Error {
	e := &Error{Form: show(p.form()), Err: err}
	e.File, e.Line, e.Column = p.place()
	return e
}

// source is a text that is read, and where its forms stand. It makes the lists and symbols of it.
type source struct {
	*sexp.Reader
	importer

	text *text
	room *Room
}

// ownSymbol is a symbol in what a source reads.
type ownSymbol struct {
	sexp.Own

	is Value
}

// Symbol implements sexp.Maker.
func (s *source) Symbol(name sexp.Symbol) sexp.Value {
	own := &s.room.symbols.take(1)[0]
	own.is = s.symbol(name)
	return own
}

// Text implements sexp.Maker.
func (s *source) Text(text string) sexp.Value {
	str := &s.room.texts.take(1)[0]
	str.text, str.frozen = text, true
	return str
}

// List implements sexp.Maker.
func (s *source) List(items []sexp.Value, tail sexp.Value, start int) sexp.Value {
	n := len(items)
	cells := s.room.cells.take(n)
	for i, item := range items {
		c := &cells[i]
		c.Car, c.frozen, c.at = s.value(item), true, 0
		if i > 0 {
			cells[i-1].Cdr = c
		}
	}
	cells[n-1].Cdr = s.value(tail)
	cells[0].at = int32(min(s.text.base+start, 1<<31-2)) + 1
	return &cells[0]
}

func (c *compiler) reader(src Source) *source {
	lim := c.m.lim
	s := &source{text: &text{src, c.p.read, c.p.rename}, room: c.room}
	c.p.read += len(src.Text)
	c.texts = append(c.texts, s.text)
	s.Reader = sexp.NewReader(src.Text, readLimits(lim)).WithMaker(s, &c.room.names)
	s.rename = c.p.rename
	return s
}

// readLimits are what may be read within limits.
func readLimits(lim Limits) sexp.Limits {
	return sexp.Limits{Bytes: lim.Bytes, Depth: min(lim.Depth, 1_000), Atoms: max(lim.Bytes/8, 1)}
}

// stand makes the place of a form the one that errors name, where it is known.
func (c *compiler) stand(form *Cons) {
	if form.at == 0 || c.strange {
		return
	}
	offset := int(form.at) - 1
	for i := len(c.texts) - 1; i >= 0; i-- {
		if t := c.texts[i]; offset >= t.base && offset < t.base+len(t.Text) {
			c.at = position{t, offset - t.base}
			return
		}
	}
}

// position is where the last form that was read stands.
func (s *source) position() position {
	start, _ := s.Span()
	return position{s.text, start}
}

// rename gives a symbol the name that it has in the program: those of its own package and of the
// agent's have no other, and two packages of regular expressions are one.
func (p *Program) rename(s sexp.Symbol) sexp.Symbol {
	switch s.Package {
	case "", "KEYWORD", "CL-PPCRE":
	case "PPCRE":
		s.Package = "CL-PPCRE"
	case "PASSEPARTOUT", "OPENCORTEX", "PP", p.options.Package:
		s.Package = ""
	}
	return s
}

package lisp

import (
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// Stream is a stream of characters in memory: text that is written to it, or read from it. One
// that is frozen can be neither.
type Stream struct {
	out    strings.Builder
	at     int    // the column that out ends in
	in     string // what is left to be read
	reads  bool
	frozen bool
}

// text is what was written.
func (s *Stream) text() string { return s.out.String() }

// column is how many characters were written to the line.
func (s *Stream) column() int { return s.at }

// writeStream adds text, counted.
func writeStream(m *machine, s *Stream, text string) error {
	switch {
	case s.frozen:
		return errFrozen(s)
	case s.reads:
		return wrong("the stream is one to read from")
	}
	if err := m.room(len(text)); err != nil {
		return err
	}
	s.out.WriteString(text)
	if line := strings.LastIndexByte(text, '\n'); line >= 0 {
		s.at, text = 0, text[line+1:]
	}
	s.at += utf8.RuneCountInString(text)
	return m.work(1 + len(text)/64)
}

// written says of a function that writes what a call of it lacks, where that is a stream.
func written(b *builtin, n int) string {
	switch b.name {
	case "PRIN1", "PRINC", "PRINT", "WRITE-STRING", "WRITE-LINE", "WRITE-CHAR", "TERPRI", "FRESH-LINE":
		if n == b.least-1 {
			return ": there is nothing to write to here but the stream of a WITH-OUTPUT-TO-STRING"
		}
	}
	return ""
}

func streamBuiltins() []builtin {
	return []builtin{
		{"MAKE-STRING-OUTPUT-STREAM", 0, -1, func(m *machine, args []Value) (Value, error) {
			_, err := readOptions(m, args, argElementType)
			return &Stream{}, err
		}},
		{"GET-OUTPUT-STREAM-STRING", 1, 1, takeOutput},
		{"PRIN1", 2, 2, printed(true, "", "")},
		{"PRINC", 2, 2, printed(false, "", "")},
		{"PRINT", 2, 2, printed(true, "\n", " ")},
		{"WRITE-STRING", 2, -1, writeString("")},
		{"WRITE-LINE", 2, -1, writeString("\n")},
		{"WRITE-CHAR", 2, 2, writeCharacter},
		{"TERPRI", 1, 1, func(m *machine, args []Value) (Value, error) {
			s, err := outputOf(args[0])
			if err != nil {
				return nil, err
			}
			return nil, writeStream(m, s, "\n")
		}},
		{"FRESH-LINE", 1, 1, func(m *machine, args []Value) (Value, error) {
			s, err := outputOf(args[0])
			if err != nil || s.column() == 0 {
				return nil, err
			}
			return symT, writeStream(m, s, "\n")
		}},
		{"MAKE-STRING-INPUT-STREAM", 1, 3, makeInput},
		{"READ-LINE", 1, 4, readLine},
		{"READ-CHAR", 1, 4, readChar(true)},
		{"PEEK-CHAR", 2, 5, func(m *machine, args []Value) (Value, error) {
			if args[0] != nil {
				return nil, wrong("PEEK-CHAR passes nothing over here: its first argument is NIL")
			}
			return readChar(false)(m, args[1:])
		}},
	}
}

// takeOutput gives what was written, and leaves nothing of it.
func takeOutput(m *machine, args []Value) (Value, error) {
	s, err := outputOf(args[0])
	if err != nil {
		return nil, err
	}
	if s.frozen {
		return nil, errFrozen(s)
	}
	text := s.text()
	s.out.Reset()
	return strOf(m, text)
}

func outputOf(v Value) (*Stream, error) {
	if s, ok := v.(*Stream); ok {
		return s, nil
	}
	if v == nil || v == symT {
		return nil, wrong("there is nothing to write to here but the stream of WITH-OUTPUT-TO-STRING")
	}
	return nil, wrongType(v, "STREAM")
}

// printed prints a value to a stream between two texts.
func printed(escape bool, before, after string) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		s, err := outputOf(args[1])
		if err != nil {
			return nil, err
		}
		text, err := printValue(m, args[0], escape)
		if err != nil {
			return nil, err
		}
		return args[0], writeStream(m, s, before+text+after)
	}
}

func writeString(end string) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		str, ok := args[0].(*Str)
		if !ok {
			return nil, wrongType(args[0], "STRING")
		}
		s, err := outputOf(args[1])
		if err != nil {
			return nil, err
		}
		g, err := readOptions(m, args[2:], argsSpan)
		if err != nil {
			return nil, err
		}
		text, _, err := stringSpan(m, str, g, argStart, argEnd)
		if err != nil {
			return nil, err
		}
		return str, writeStream(m, s, text+end)
	}
}

func writeCharacter(m *machine, args []Value) (Value, error) {
	text, err := textOf(args[:1])
	if err != nil {
		return nil, err
	}
	s, err := outputOf(args[1])
	if err != nil {
		return nil, err
	}
	return args[0], writeStream(m, s, text)
}

func makeInput(m *machine, args []Value) (Value, error) {
	str, ok := args[0].(*Str)
	if !ok {
		return nil, wrongType(args[0], "STRING")
	}
	s := whole
	if len(args) > 1 {
		var err error
		if s, err = spanOf(args[1], append(args, nil)[2]); err != nil {
			return nil, err
		}
	}
	text, err := textSpan(m, str, s)
	return &Stream{in: text, reads: true}, err
}

// input reads the arguments of a function that reads: a stream, whether its end is an error,
// and what is given there otherwise.
func input(args []Value) (s *Stream, atEnd func() (Value, error), err error) {
	s, ok := args[0].(*Stream)
	if !ok || !s.reads {
		return nil, nil, wrong("%s is not a stream to read from", show(args[0]))
	}
	if s.frozen {
		return nil, nil, errFrozen(s)
	}
	return s, func() (Value, error) {
		switch {
		case len(args) < 2 || args[1] != nil:
			return nil, wrongAs("END-OF-FILE", "the stream is at its end")
		case len(args) > 2:
			return args[2], nil
		}
		return nil, nil
	}, nil
}

// readLine gives the next line, and as the second value whether it ended without a newline.
func readLine(m *machine, args []Value) (Value, error) {
	s, atEnd, err := input(args)
	if err != nil {
		return nil, err
	}
	if s.in == "" {
		v, err := atEnd()
		return m.valuesOr(err, v, symT)
	}
	line, rest, ended := strings.Cut(s.in, "\n")
	s.in = rest
	v, err := strOf(m, line)
	return m.valuesOr(err, v, truth(!ended))
}

func readChar(pass bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		s, atEnd, err := input(args)
		if err != nil {
			return nil, err
		}
		if s.in == "" {
			return atEnd()
		}
		c, size := utf8.DecodeRuneInString(s.in)
		if pass {
			s.in = s.in[size:]
		}
		return sexp.Char(c), m.work(1)
	}
}

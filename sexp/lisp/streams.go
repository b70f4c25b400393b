package lisp

import "strings"

// Stream is text that is written in memory. To one that is frozen nothing can be.
type Stream struct {
	out     strings.Builder
	midLine bool // what was written last does not end a line
	frozen  bool
}

// writeStream adds text, counted.
func writeStream(m *machine, s *Stream, text string) {
	m.checkFrozen(s.frozen, s)
	m.room(len(text))
	s.out.WriteString(text)
	if text != "" {
		s.midLine = !strings.HasSuffix(text, "\n")
	}
	m.work(1 + len(text)/64)
}

// hint says of a function that writes what a call of it lacks, where that is a stream.
func hint(b *builtin, n int) string {
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
		{"MAKE-STRING-OUTPUT-STREAM", 0, 0, func(*machine, []Value) Value { return &Stream{} }},
		{"GET-OUTPUT-STREAM-STRING", 1, 1, takeOutput},
		{"PRIN1", 2, 2, printed(true, "", "")},
		{"PRINC", 2, 2, printed(false, "", "")},
		{"PRINT", 2, 2, printed(true, "\n", " ")},
		{"WRITE-STRING", 2, -1, writeString("")},
		{"WRITE-LINE", 2, -1, writeString("\n")},
		{"WRITE-CHAR", 2, 2, writeCharacter},
		{"TERPRI", 1, 1, func(m *machine, args []Value) Value {
			writeStream(m, outputOf(m, args[0]), "\n")
			return nil
		}},
		{"FRESH-LINE", 1, 1, func(m *machine, args []Value) Value {
			s := outputOf(m, args[0])
			if !s.midLine {
				return nil
			}
			writeStream(m, s, "\n")
			return symT
		}},
	}
}

// takeOutput gives what was written, and leaves nothing of it.
func takeOutput(m *machine, args []Value) Value {
	s := outputOf(m, args[0])
	m.checkFrozen(s.frozen, s)
	text := s.out.String()
	s.out.Reset()
	return strOf(m, text)
}

func outputOf(m *machine, v Value) *Stream {
	if s, ok := v.(*Stream); ok {
		return s
	}
	if v == nil || v == symT {
		panic(m.wrong("there is nothing to write to here but the stream of WITH-OUTPUT-TO-STRING"))
	}
	panic(m.wrongType(v, "STREAM"))
}

// printed prints a value to a stream between two texts.
func printed(escape bool, before, after string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		writeStream(m, outputOf(m, args[1]), before+printValue(m, args[0], escape)+after)
		return args[0]
	}
}

func writeString(end string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		str := strArg(m, args[0])
		s := outputOf(m, args[1])
		text, _ := stringSpan(m, str, readOptions(m, args[2:], keysSpan), "")
		writeStream(m, s, text+end)
		return str
	}
}

func writeCharacter(m *machine, args []Value) Value {
	text := textOf(m, args[:1])
	writeStream(m, outputOf(m, args[1]), text)
	return args[0]
}

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

func streamBuiltins() []builtin {
	return []builtin{
		{"MAKE-STRING-OUTPUT-STREAM", 0, 0, func(*machine, []Value) Value { return &Stream{} }},
		{"GET-OUTPUT-STREAM-STRING", 1, 1, takeOutput},
		{"PP.LISP:WRITE", 2, 2, func(m *machine, args []Value) Value {
			writeStream(m, outputOf(m, args[1]), strArg(m, args[0]).text)
			return args[0]
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

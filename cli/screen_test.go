// Package termtest shows what a terminal would, to the tests of what writes to one.
package cli

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// screen is a terminal. It knows newline, carriage return, cursor
// up, erase below and the wrap mode, and it has no right edge. The zero screen is
// empty. It is for one goroutine at a time.
type screen struct {
	rows    [][]rune
	row     int
	column  int
	pending []byte
	// Sequences is how many escape sequences came.
	Sequences int
}

// Write implements io.Writer. It never fails.
func (s *screen) Write(p []byte) (int, error) {
	s.pending = append(s.pending, p...)
	for len(s.pending) > 0 {
		n := s.next(s.pending)
		if n == 0 {
			break
		}
		s.pending = s.pending[n:]
	}
	return len(p), nil
}

// next takes one character or sequence, and returns 0 for an unfinished one.
func (s *screen) next(p []byte) int {
	switch {
	case p[0] == '\r':
		s.column = 0
		return 1
	case p[0] == '\n':
		s.row, s.column = s.row+1, 0 // as a terminal's line discipline has it
		return 1
	case p[0] == 0x1b:
		return s.sequence(p)
	case !utf8.FullRune(p):
		return 0
	}
	r, n := utf8.DecodeRune(p)
	s.put(r)
	return n
}

func (s *screen) put(r rune) {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
	line := s.rows[s.row]
	for len(line) <= s.column {
		line = append(line, ' ')
	}
	line[s.column] = r
	s.rows[s.row] = line
	s.column++
}

// sequence carries out one control sequence.
func (s *screen) sequence(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	if p[1] != '[' {
		s.Sequences++
		return 2
	}
	for i := 2; i < len(p); i++ {
		if p[i] >= '@' && p[i] <= '~' {
			s.Sequences++
			s.control(string(p[2:i]), p[i])
			return i + 1
		}
	}
	return 0
}

func (s *screen) control(argument string, final byte) {
	n, err := strconv.Atoi(argument)
	if err != nil {
		n = 1
	}
	switch final {
	case 'A':
		s.row = max(0, s.row-n)
	case 'J':
		if s.row < len(s.rows) {
			s.rows[s.row] = s.rows[s.row][:min(s.column, len(s.rows[s.row]))]
			s.rows = s.rows[:s.row+1]
		}
	}
}

// Text is what stands on the screen, without spaces at the ends of rows and
// without empty rows at the end.
func (s *screen) Text() string {
	lines := make([]string, 0, len(s.rows))
	for _, r := range s.rows {
		lines = append(lines, strings.TrimRight(string(r), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Cursor is where the next character goes, from 0.
func (s *screen) Cursor() (row, column int) { return s.row, s.column }

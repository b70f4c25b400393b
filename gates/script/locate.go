package script

import (
	"math"
	"slices"
	"sort"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Command is one simple command of a script.
type Command struct {
	Start, End int // in the canonical text
	Line, Col  int // in the file, as Text.Position gives them
	Text       string
	name       string   // its first word, "" where that is not literal
	words      []string // without quotes
	written    []string // the files that its output is written to
}

// Located is a script whose canonical text is known, the form that it is judged in.
type Located struct {
	Canonical string
	Commands  []Command // by where they start
	text      Text
	from      []int          // positions in the canonical text, each with its index in the lower half, sorted
	to        []int          // the same positions in the text
	clones    map[string]int // trees that commands clone, each with the first command that does
	entered   int            // the first command that enters a clone; the number of commands if none does
}

// Locate finds where in a file the parts of the canonical text of a script stand.
func Locate(t Text, canonical string) Located {
	l := Located{Canonical: canonical, text: t}
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	file, err := parser.Parse(strings.NewReader(canonical), "")
	if err != nil {
		return l
	}
	if canonical != t.S {
		l.from = starts(file)
		if as, err := parser.Parse(strings.NewReader(t.S), ""); err == nil {
			l.to = starts(as)
		}
		for i := range l.from {
			l.from[i] = l.from[i]<<32 | i
		}
		slices.Sort(l.from)
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok || s.Cmd == nil {
			return true
		}
		switch cmd := s.Cmd.(type) {
		case *syntax.CallExpr:
			if len(cmd.Args) > 0 {
				l.command(s, cmd.Args[0].Lit(), cmd.Args...)
			}
		case *syntax.DeclClause, *syntax.LetClause:
			l.command(s, "")
		}
		return true
	})
	slices.SortStableFunc(l.Commands, func(a, b Command) int { return a.Start - b.Start }) // here-documents come later
	l.findClones()
	return l
}

// command adds a simple command, its redirections included.
func (l *Located) command(s *syntax.Stmt, name string, words ...*syntax.Word) {
	c := Command{Start: int(s.Pos().Offset()), End: int(s.Cmd.End().Offset()), name: name}
	text := func(w *syntax.Word) string { return unquoted(l.Canonical[w.Pos().Offset():w.End().Offset()]) }
	for _, w := range words {
		c.words = append(c.words, text(w))
	}
	for _, r := range s.Redirs {
		c.End = max(c.End, int(r.Word.End().Offset()))
		if strings.Contains(r.Op.String(), ">") && (r.N == nil || r.N.Value == "1") {
			c.written = append(c.written, text(r.Word))
		}
	}
	c.Line, c.Col = l.Position(c.Start)
	c.Text = l.Canonical[c.Start:c.End]
	l.Commands = append(l.Commands, c)
}

// starts are the offsets at which the nodes of a tree start, in the order of the walk. Literal parts of words are left
// out: the canonical text indents a here-document after <<-, which makes some that the file has not.
func starts(file *syntax.File) []int {
	var out []int
	syntax.Walk(file, func(n syntax.Node) bool {
		if _, part := n.(*syntax.Lit); n != nil && !part {
			out = append(out, int(n.Pos().Offset()))
		}
		return true
	})
	return out
}

// Position is where in the file an offset of the canonical text stands.
func (l Located) Position(offset int) (line, col int) {
	if l.to == nil || len(l.to) != len(l.from) {
		if l.Canonical != l.text.S {
			offset = 0
		}
		return l.text.Position(offset)
	}
	i := sort.SearchInts(l.from, (offset+1)<<32) - 1
	if i < 0 {
		return l.text.Position(0)
	}
	return l.text.Position(l.to[l.from[i]&math.MaxUint32])
}

// At is the index of the innermost command that an offset of the canonical text is in, else of the first one after it;
// -1 where there is none.
func (l Located) At(offset int) int {
	next := sort.Search(len(l.Commands), func(i int) bool { return l.Commands[i].Start > offset })
	for i := next - 1; i >= 0; i-- { // those that start last are innermost
		if offset < l.Commands[i].End {
			return i
		}
	}
	return min(next, len(l.Commands)-1)
}

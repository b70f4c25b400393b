package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Command is one simple command of a script.
type Command struct {
	Start, End int // in the canonical text
	Line, Col  int // in the file, as Text.Position gives them
	Text       string
	name       string // its first word, "" where that is not literal
}

// Located is a script whose canonical text is known, the form that it is judged in.
type Located struct {
	Canonical string
	Commands  []Command // by where they start
	text      Text
	from, to  []int // places in the canonical text, and where in the text they were
}

// Locate finds where in a file the parts of the canonical text of a script stand.
func Locate(t Text, canonical string) Located {
	l := Located{Canonical: canonical, text: t}
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	file, err := parser.Parse(strings.NewReader(canonical), "")
	if err != nil {
		return l
	}
	l.from = starts(file)
	if canonical != t.S {
		if as, err := parser.Parse(strings.NewReader(t.S), ""); err == nil {
			l.to = starts(as)
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok || s.Cmd == nil {
			return true
		}
		switch cmd := s.Cmd.(type) {
		case *syntax.CallExpr:
			if len(cmd.Args) > 0 {
				l.command(s, cmd.Args[0].Lit())
			}
		case *syntax.DeclClause, *syntax.LetClause:
			l.command(s, "")
		}
		return true
	})
	return l
}

// command adds a simple command, its redirections included.
func (l *Located) command(s *syntax.Stmt, name string) {
	c := Command{Start: int(s.Pos().Offset()), End: int(s.Cmd.End().Offset()), name: name}
	for _, r := range s.Redirs {
		c.End = max(c.End, int(r.Word.End().Offset()))
	}
	c.Line, c.Col = l.Position(c.Start)
	c.Text = l.Canonical[c.Start:c.End]
	l.Commands = append(l.Commands, c)
}

// starts are the offsets at which the nodes of a tree start, in the order of the walk.
func starts(file *syntax.File) []int {
	var out []int
	syntax.Walk(file, func(n syntax.Node) bool {
		if n != nil {
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
	best, at := 0, 0
	for i, from := range l.from {
		if from <= offset && from >= best {
			best, at = from, l.to[i]
		}
	}
	return l.text.Position(at)
}

// At is the index of the innermost command that an offset of the canonical text is in, else of the first one after it;
// -1 where there is none.
func (l Located) At(offset int) int {
	best, size := -1, len(l.Canonical)+1
	for i, c := range l.Commands {
		if c.Start <= offset && offset < c.End && c.End-c.Start <= size {
			best, size = i, c.End-c.Start
		}
	}
	if best >= 0 {
		return best
	}
	if best = slices.IndexFunc(l.Commands, func(c Command) bool { return c.Start >= offset }); best >= 0 {
		return best
	}
	return len(l.Commands) - 1
}

package shell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// Canonical returns the one text of a command that is judged, shown, approved
// and run, with its tree: the printed parse of cmd, without comments. Positions
// in the tree are those of the canonical text. The error is a *ParseError.
func Canonical(cmd string) (string, *syntax.File, error) {
	return newGrammar().canonical(cmd)
}

// Rules lists the rules that this package finds, as hazards.go names them.
func Rules() (rules []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "hazards.go", nil, 0)
	if err != nil {
		panic(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Rule") {
			rules = append(rules, strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return true
	})
	return rules
}

// Word is a word after expansion, for tests.
type Word struct {
	Text        string
	Known, Many bool
	Prefix      string
}

// ExpandWords expands the words of the last command of a script.
func ExpandWords(script string, facts engine.Facts) ([]Word, error) {
	text, file, err := Canonical(script)
	if err != nil {
		return nil, err
	}
	var eff effect.Effects
	a := newWalker(table.Default(), newGrammar(), &facts, text, &eff)
	last := file.Stmts[len(file.Stmts)-1]
	walkStmts(a, file.Stmts[:len(file.Stmts)-1])
	var out []Word
	for _, w := range expandWords(a, callArgs(last)) {
		out = append(out, Word{Text: w.Text, Known: w.Known, Many: w.Many, Prefix: w.Prefix})
	}
	return out, nil
}

func callArgs(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}

// Work returns how much work it takes to judge a command, in counted units.
func Work(cmd string, facts engine.Facts) int {
	text, file, err := Canonical(cmd)
	if err != nil {
		return 0
	}
	var eff effect.Effects
	a := newWalker(table.Default(), newGrammar(), &facts, text, &eff)
	a.out = &sink{top: true}
	walkScript(a, file)
	return a.spent
}

//go:build linux

package cli

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestNoConditionReadsASentence fails where code compares, searches or switches on the sentence of a finding or of a
// cause: what pp decides must depend on the cause alone.
func TestNoConditionReadsASentence(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, p := range sources(t) {
		for _, f := range p.files {
			r := sentenceReader{info: p.info, tainted: map[types.Object]bool{}}
			ast.Inspect(f, r.look)
			for _, n := range r.found {
				t.Errorf("%s: it reads a sentence; go by the cause", p.set.Position(n.Pos()))
			}
			seen += r.uses
		}
	}
	if seen < 20 {
		t.Errorf("only %d uses of sentences were seen", seen)
	}
}

// The test above sees what it is to see.
func TestSentenceReadersAreSeen(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	known := importer.ForCompiler(fset, "source", nil) // once: it reads the library's sources
	for code, want := range map[string]int{
		`strings.Contains(f.Reason, "x")`: 1, `f.Reason == "x"`: 1, `f.Reason == ""`: 0, `"x" != c.String()`: 1,
		`func() bool { s := strings.TrimSpace(f.Reason); return strings.HasPrefix(s, "x") }()`: 1,
		`func() bool { switch f.Reason { case "x": }; return true }()`:                         1,
		`regexp.MustCompile("x").MatchString(f.Reason)`:                                        1,
		`strings.Contains(f.Rule, "x")`:                                                        0,
		`map[string]bool{"x": true}[f.Reason]`:                                                 1, `f.Rule == "x"`: 0,
	} {
		file, err := parser.ParseFile(fset, "x.go", `package engine
			import ("regexp"; "strings")
			type Finding struct { Rule, Reason string }
			type Cause struct{}
			func (Cause) String() string { return "" }
			var f Finding
			var c Cause
			var _ = regexp.Compile
			var _ = strings.Cut
			var is = `+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := newInfo()
		if _, err := (&types.Config{Importer: known}).Check("pp/engine", fset, []*ast.File{file}, info); err != nil {
			t.Fatal(err)
		}
		r := sentenceReader{info: info, tainted: map[types.Object]bool{}}
		ast.Inspect(file, r.look)
		if len(r.found) != want {
			t.Errorf("%s: seen %d times, want %d", code, len(r.found), want)
		}
	}
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
}

// sentenceReader looks for code that reads sentences.
type sentenceReader struct {
	info    *types.Info
	tainted map[types.Object]bool // variables that hold a sentence
	found   []ast.Node
	uses    int
}

// sentenceOf names the field or method of a type that gives a sentence.
var sentenceOf = map[string]string{"Finding": "Reason", "Step": "Reason", "Denial": "Reason", "Asked": "Reason",
	"Cause": "String"}

// sentence reports whether an expression is a sentence, or made of one by a function of package strings.
func (r *sentenceReader) sentence(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return r.tainted[r.info.Uses[e]]
	case *ast.SelectorExpr:
		s := r.info.Selections[e]
		if s == nil {
			return false
		}
		is := s.Recv()
		if p, ok := is.(*types.Pointer); ok {
			is = p.Elem()
		}
		n, ok := is.(*types.Named)
		if !ok || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), "pp/engine") {
			return false
		}
		return sentenceOf[n.Obj().Name()] == e.Sel.Name && !strings.Contains(n.Obj().Pkg().Path(), "skills/improve")
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "String" {
			return r.sentence(s)
		}
		return r.of(e.Fun, "strings") && slices.ContainsFunc(e.Args, r.sentence)
	}
	return false
}

// of reports whether a function is one of a package of the standard library.
func (r *sentenceReader) of(f ast.Expr, pkg string) bool {
	s, ok := f.(*ast.SelectorExpr)
	return ok && r.info.Uses[s.Sel] != nil && r.info.Uses[s.Sel].Pkg() != nil && r.info.Uses[s.Sel].Pkg().Path() == pkg
}

// searching are the functions that look into a text.
var searching = []string{"Contains", "HasPrefix", "HasSuffix", "Index", "LastIndex", "Cut", "EqualFold", "Compare",
	"Count", "Match", "Find"}

func (r *sentenceReader) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, e := range n.Rhs {
			if name, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && r.sentence(e) {
				if o := r.info.Defs[name]; o != nil {
					r.tainted[o] = true
				}
			}
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ || n.Op == token.LSS || n.Op == token.GTR {
			if r.sentence(n.X) && !r.empty(n.Y) || r.sentence(n.Y) && !r.empty(n.X) {
				r.found = append(r.found, n)
			}
		}
	case *ast.SwitchStmt:
		if n.Tag != nil && r.sentence(n.Tag) {
			r.found = append(r.found, n)
		}
	case *ast.IndexExpr:
		if r.sentence(n.Index) {
			r.found = append(r.found, n)
		}
	case *ast.CallExpr:
		s, ok := n.Fun.(*ast.SelectorExpr)
		searches := ok && (r.of(s, "strings") || r.of(s, "regexp")) && slices.ContainsFunc(searching, func(name string) bool {
			return strings.HasPrefix(s.Sel.Name, name)
		})
		if searches && slices.ContainsFunc(n.Args, r.sentence) {
			r.found = append(r.found, n)
		}
	case *ast.SelectorExpr:
		if r.sentence(n) {
			r.uses++
		}
	}
	return true
}

// empty reports whether an expression is the empty text: that there is a sentence may be asked.
func (r *sentenceReader) empty(e ast.Expr) bool {
	v := r.info.Types[e].Value
	return v != nil && v.ExactString() == `""`
}

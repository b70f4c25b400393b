package sentinel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestEachTextIsSaidOnce finds two errors of one text: errors.Is would take one for the other.
func TestEachTextIsSaidOnce(t *testing.T) {
	said, files := map[string]string{}, token.NewFileSet()
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			of, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || of.Sel.Name != "Error" {
				return true
			}
			if p, ok := of.X.(*ast.Ident); !ok || p.Name != "sentinel" {
				return true
			}
			text, at := literal(call.Args[0]), files.Position(call.Pos()).String()
			if before := said[text]; text == "" || before != "" {
				t.Errorf("%s: %q is said at %s too", at, text, before)
			}
			said[text] = at
			return true
		})
		return nil
	})
	if err != nil || len(said) < 100 {
		t.Fatalf("%d errors found: %v", len(said), err)
	}
}

// literal is the text of a literal, or of several that are added.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}

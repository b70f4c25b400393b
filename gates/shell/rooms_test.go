package shell_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

// mostMethods is how many methods a type of the gates that look at text may have.
const mostMethods = 60

// No type collects everything: what does not need the state stands apart.
func TestNoTypeCollectsEverything(t *testing.T) {
	for _, dir := range []string{".", "table", "value", "../script", "..", "../../engine"} {
		packages, err := parser.ParseDir(token.NewFileSet(), dir,
			func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, p := range packages {
			for _, f := range p.Files {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
						counts[receiver(fn.Recv.List[0].Type)]++
					}
				}
			}
		}
		if len(counts) < 2 {
			t.Errorf("%s: only %d types were seen", dir, len(counts))
		}
		for name, n := range counts {
			if n > mostMethods {
				t.Errorf("%s: %s has %d methods, of which %d are too many", dir, name, n, n-mostMethods)
			}
		}
	}
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

//go:build linux

package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// world are the names by which code would take streams, environment, arguments
// and clock from the process instead of getting them as values.
var world = map[string]bool{"os.Stdin": true, "os.Stdout": true, "os.Stderr": true, "os.Args": true, "os.Getenv": true,
	"os.LookupEnv": true,
	"os.Environ":   true, "time.Now": true, "time.Since": true, "time.Until": true}

// Below cli nothing reaches for the process's streams, environment or clock, and
// nothing anywhere runs before main does. Packages of tests,
// whose names end in test, may.
func TestSourcesTakeTheWorldAsValues(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		below := !strings.HasPrefix(name, "../cli/") && name != "../main.go" && !strings.HasSuffix(f.Name.Name, "test")
		for _, what := range reaches(f, below) {
			t.Errorf("%s uses %s", name, what)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Errorf("only %d files were seen", files)
	}
}

// reaches lists what a file uses that it may not: init functions, and where it
// is below cli the world.
func reaches(f *ast.File, below bool) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				out = append(out, "func init")
			}
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && below && world[pkg.Name+"."+n.Sel.Name] {
				out = append(out, pkg.Name+"."+n.Sel.Name)
			}
		}
		return true
	})
	return out
}

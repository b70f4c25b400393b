// Command types checks the types of the packages that its arguments name, with their tests, for the
// system that GOOS and GOARCH name, and prints what is wrong. It compiles nothing: what is imported is
// read without the bodies of its functions.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedImports |
		packages.NeedDeps | packages.NeedTypesSizes | packages.NeedModule
	ours, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	found, err := packages.Load(&packages.Config{Mode: mode, Tests: true,
		ParseFile: func(set *token.FileSet, name string, text []byte) (*ast.File, error) {
			f, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
			if f != nil && !strings.HasPrefix(name, ours) {
				for _, d := range f.Decls {
					if d, ok := d.(*ast.FuncDecl); ok {
						d.Body = nil
					}
				}
			}
			return f, err
		}}, os.Args[1:]...)
	if err != nil || len(found) == 0 {
		fmt.Fprintln(os.Stderr, "no package was read:", err)
		os.Exit(1)
	}
	wrong := false
	for _, p := range found {
		for _, e := range p.Errors {
			// Files that are made for a test, and what is imported, may miss the bodies left out.
			if strings.HasPrefix(e.Pos, ours) || e.Kind != packages.TypeError {
				wrong = true
				fmt.Fprintln(os.Stderr, e)
			}
		}
	}
	if wrong {
		os.Exit(1)
	}
}

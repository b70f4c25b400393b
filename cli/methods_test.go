//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// mostMethods is how many methods a type of cli may have, with those of what it embeds.
const mostMethods = 40

// No type collects everything: what a command needs is handed to it.
func TestNoTypeCollectsEverything(t *testing.T) {
	t.Parallel()
	counts := methodCounts(t)
	for name, n := range counts {
		if n > mostMethods {
			t.Errorf("%s has %d methods, of which %d are too many", name, n, n-mostMethods)
		}
	}
	if len(counts) < 200 {
		t.Errorf("only %d types were seen", len(counts))
	}
}

// listed is a package as the go command lists it.
type listed struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
}

// methodCounts are how many methods each named type of cli has.
func methodCounts(t *testing.T) map[string]int {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,Dir", "pp/cli/...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []listed
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; slices.Contains(rooms[:], p.ImportPath) {
			list = append(list, p)
		}
	}
	known := importer.ForCompiler(token.NewFileSet(), "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	counts := map[string]int{}
	for _, p := range list {
		for name, is := range p.types(t, known) {
			counts[p.ImportPath+"."+name] = types.NewMethodSet(types.NewPointer(is)).Len()
		}
	}
	return counts
}

// types are the named types of a package, but for interfaces.
func (p listed) types(t *testing.T, known types.Importer) map[string]types.Type {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	pkg, err := (&types.Config{Importer: known, IgnoreFuncBodies: true}).Check(p.ImportPath, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]types.Type{}
	for _, name := range pkg.Scope().Names() {
		if is, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !types.IsInterface(is.Type()) {
			out[name] = is.Type()
		}
	}
	return out
}

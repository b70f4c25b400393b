//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// mostMethods is how many methods a type may have, with those of what it embeds.
const mostMethods = 60

// No type collects everything: what a command needs is handed to it.
func TestNoTypeCollectsEverything(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, p := range sources(t) {
		for _, name := range p.pkg.Scope().Names() {
			is, ok := p.pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || types.IsInterface(is.Type()) {
				continue
			}
			seen++
			most := mostMethods
			if p.pkg.Path() == "pp/gates/shell" { // its functions take what they need
				most = 40
			}
			if n := types.NewMethodSet(types.NewPointer(is.Type())).Len(); n > most {
				t.Errorf("%s.%s has %d methods, want %d at most", p.pkg.Path(), name, n, most)
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d types were seen", seen)
	}
}

// source holds a package of this module with its types.
type source struct {
	set   *token.FileSet
	files []*ast.File
	info  *types.Info
	pkg   *types.Package
}

// sources returns the packages of this module.
func sources(t *testing.T) []source {
	t.Helper()
	list, err := checkSources()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var checkSources = sync.OnceValues(func() (out []source, err error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,Dir", "pp/...")
	cmd.Dir = ".."
	data, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	var own []listed
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(data)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			return nil, err
		}
		if exports[p.ImportPath] = p.Export; strings.HasPrefix(p.ImportPath, "pp/") {
			own = append(own, p)
		}
	}
	known := importer.ForCompiler(token.NewFileSet(), "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range own {
		s := source{set: token.NewFileSet(), info: newInfo()}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(s.set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			s.files = append(s.files, f)
		}
		if s.pkg, err = (&types.Config{Importer: known}).Check(p.ImportPath, s.set, s.files, s.info); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
})

//go:build linux

package cli

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layer is how far from main a package is; imports only go to a higher number,
// or stay within one part.
func layer(path string) (part string, n int) {
	rest, ok := strings.CutPrefix(path, "pp/")
	switch part, _, _ = strings.Cut(rest, "/"); {
	case path == "pp":
		return "main", 0
	case !ok:
		return "", -1
	case part == "sexp":
		return part, 6
	case rest == "engine/cause":
		return rest, 6
	case part == "cli":
		return part, 1
	case part == "gates", part == "providers", part == "actuators":
		return part, 2
	case rest == "engine/effect", rest == "engine/reply", rest == "engine/memory/org":
		return rest, 5
	case rest == "engine/store":
		return rest, 4
	case part == "engine" && rest != "engine":
		return "engine/*", 2
	case part == "engine":
		return part, 3
	}
	return part, -2
}

// rooms are the packages of cli; each imports only those before it.
var rooms = [...]string{"pp/cli/config", "pp/cli/exit",
	"pp/cli/system", "pp/cli/output", "pp/cli/setup", "pp/cli/ask", "pp/cli/command",
	"pp/cli/gateway", "pp/cli/talk", "pp/cli/front", "pp/cli/hook", "pp/cli"}

// startProcesses are the packages that may: the sandbox, key_command, an editor.
var startProcesses = [...]string{"pp/actuators/sandbox", "pp/cli/hook", "pp/cli/ask", "pp/cli/setup", "pp/cli/command"}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles,Dir", "pp/...")
	cmd.Dir = filepath.Join("..")
	pipe, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(pipe)))
	seen := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		from, n := layer(p.ImportPath)
		if n == -2 {
			t.Errorf("%s is in no part of the design", p.ImportPath)
		}
		for _, imp := range p.Imports {
			checkImport(t, p.ImportPath, from, n, imp)
		}
	}
	if seen < 10 {
		t.Errorf("only %d packages were seen", seen)
	}
}

func checkImport(t *testing.T, path, from string, n int, imp string) {
	t.Helper()
	to, m := layer(imp)
	switch {
	case m == -1:
	case from == to && from != "":
	case m <= n:
		t.Errorf("%s imports %s against the direction", path, imp)
	}
	network := imp == "net" || imp == "net/http" || strings.HasPrefix(imp, "net/http/")
	switch from {
	case "gates", "engine", "engine/*", "engine/cause", "engine/effect", "engine/store", "engine/reply", "sexp":
		if network || imp == "os/exec" {
			t.Errorf("%s imports %s", path, imp)
		}
	}
	if strings.HasSuffix(imp, "test") && !strings.HasSuffix(path, "test") {
		t.Errorf("%s imports %s, which is for tests", path, imp)
	}
	if imp == "os/exec" && !slices.Contains(startProcesses[:], path) {
		t.Errorf("%s imports os/exec; only %q may start a process", path, startProcesses)
	}
	above, below := slices.Index(rooms[:], path), slices.Index(rooms[:], imp)
	if from == "cli" && above < 0 {
		t.Errorf("%s is in no order with the other rooms of cli", path)
	}
	if above >= 0 && below >= 0 && above <= below {
		t.Errorf("%s imports %s, which stands above it", path, imp)
	}
}

// Verification makes no provider call and opens no connection: nothing that the
// gates are built from can.
func TestInvariant6GatesCannotReachANetwork(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-deps", "pp/gates", "pp/engine", "pp/engine/store")
	cmd.Dir = filepath.Join("..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.Lines(string(out)) {
		switch dep = strings.TrimSpace(dep); {
		case dep == "net", dep == "net/http", dep == "os/exec", strings.HasPrefix(dep, "pp/providers"),
			strings.HasPrefix(dep, "pp/actuators"):
			t.Errorf("the gates are built with %s", dep)
		}
	}
}

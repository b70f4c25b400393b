package tools

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/sexp"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

// scratch is a resolved temporary directory with files in it. A name ending in "/"
// is a directory; content that begins with "->" is a link's target.
func scratch(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		to, link := strings.CutPrefix(content, "->")
		switch {
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(at, 0o755)
		case link:
			err = os.Symlink(to, at)
		default:
			err = os.WriteFile(at, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func factsIn(dir string) engine.Facts {
	return engine.Facts{Dir: dir, Home: dir, FS: store.NewView()}
}

// observed is a path as a verdict resolves it.
func observed(t testing.TB, dir, name string) effect.Path {
	t.Helper()
	p, err := effect.Resolve(store.NewView(), dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// plist makes arguments from keys and values.
func plist(kv ...any) sexp.Plist {
	var p sexp.Plist
	for i := 0; i+1 < len(kv); i += 2 {
		switch v := kv[i+1].(type) {
		case string:
			p = p.With(kv[i].(string), sexp.String(v))
		case int:
			p = p.With(kv[i].(string), sexp.Int(v))
		case sexp.Value:
			p = p.With(kv[i].(string), v)
		default:
			panic(fmt.Sprintf("no argument: %T", v))
		}
	}
	return p
}

func named(t testing.TB, opts Options, name string) Tool {
	t.Helper()
	for _, tool := range Builtin(opts) {
		if tool.Spec.Name == name {
			return tool
		}
	}
	t.Fatalf("no tool %s", name)
	return Tool{}
}

// call judges and runs a call in dir, and fails the test when it takes long.
func call(t testing.TB, opts Options, dir, name string, kv ...any) (engine.Result, error) {
	t.Helper()
	tool := named(t, opts, name)
	return runCleared(t, tool, enginetest.Call(t, tool.Spec, plist(kv...), factsIn(dir)))
}

func runCleared(t testing.TB, tool Tool, c engine.Cleared) (engine.Result, error) {
	t.Helper()
	type outcome struct {
		res engine.Result
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		res, err := tool.Run(context.Background(), c)
		done <- outcome{res, err}
	}()
	select {
	case o := <-done:
		return o.res, o.err
	case <-time.After(5 * time.Minute):
		t.Fatalf("%s hangs", tool.Spec.Name)
	}
	return engine.Result{}, nil
}

// wantText fails unless a call gave exactly this text.
func wantText(t testing.TB, res engine.Result, err error, want string) {
	t.Helper()
	if err != nil {
		t.Errorf("error: %v", err)
	} else if res.Text != want {
		t.Errorf("got  %q\nwant %q", engine.Clip(res.Text, 500), want)
	}
	if res.Origin != engine.OriginUntrusted || res.Failed {
		t.Errorf("origin %v, failed %v", res.Origin, res.Failed)
	}
}

// wantError fails unless a call gave an error with all of these in it.
func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one with %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q; want %q in it", err, p)
		}
	}
}

func mustRead(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

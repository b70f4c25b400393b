package command

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"pp/actuators/tools"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// fetched is what comes of -f with addresses, of which pages.example is allowed.
func fetched(t *testing.T, addresses ...string) (in engine.Input, called []string, out engine.Outcome, all bool) {
	t.Helper()
	home := t.TempDir()
	t.Chdir(t.TempDir())
	opts := &setup.Options{Files: addresses, AllowHosts: setup.Texts{"pages.example"}}
	_, signals := system.NewSignals()
	sys := system.System{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, Random: rand.Reader,
		Getenv: func(name string) (string, bool) { return home, name == "HOME" }}
	a := App{Options: opts, Signals: signals, Out: output.New(sys, &opts.Options), System: sys}
	m, err := a.Agent()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(m.InForce.Tools, func(tool tools.Tool) bool { return tool.Spec.Name == "fetch-url" })
	m.InForce.Tools[i].Run = func(_ context.Context, c engine.Cleared) (engine.Result, error) {
		call := c.Action().Op.(engine.Call)
		address, _ := call.Args.Text("URL")
		called = append(called, address)
		if address == "https://pages.example/gone" {
			return engine.Result{}, errors.New("the server answered 404 Not Found")
		}
		return engine.Result{Text: "text of " + address, Origin: engine.OriginUntrusted}, nil
	}
	l, err := m.Loop("20260102-030405-00ff10a2b3c4", nil)
	if err != nil {
		t.Fatal(err)
	}
	in = engine.Input{Text: "summarize this", Attachments: []engine.Attachment{{Label: "file", Text: "text"}}}
	out, all = pages{a, l, engine.Meta{Source: engine.TargetCLI}}.fetch(t.Context(), &in)
	if l.Provider == nil || l.Provider == engine.Provider(silentProvider{}) || len(m.Records.Session.Turns()) != 0 {
		t.Error("the loop is not as it was")
	}
	return in, called, out, all
}

// What an address gives is data like that of a file, and the call is among the actions.
func TestFetchedPagesAreData(t *testing.T) {
	in, _, out, all := fetched(t, "https://pages.example/a")
	want := []engine.Attachment{{Label: "file", Text: "text"},
		{Label: "https://pages.example/a", Text: "text of https://pages.example/a"}}
	if !all || !reflect.DeepEqual(in.Attachments, want) || len(out.Actions) != 1 {
		t.Errorf("%v, %+v, %+v", all, in.Attachments, out)
	}
}

// The run ends with an address that is not fetched, and nothing after it is.
func TestFetchingEndsTheRun(t *testing.T) {
	_, called, out, all := fetched(t, "https://pages.example/gone", "https://pages.example/b")
	if f := exit.Classify(out.Err); all || f.Code != exit.Data || len(called) != 1 ||
		f.Message() != "https://pages.example/gone: the server answered 404 Not Found" {
		t.Errorf("%v, %v, %v", all, called, out.Err)
	}
	_, called, out, all = fetched(t, "https://other.example/", "https://pages.example/b")
	if all || len(called) != 0 || exit.Of(out, false) != exit.Denied {
		t.Errorf("%v, %v, %+v", all, called, out)
	}
	// What the first gave is untrusted text, after which a second connection asks.
	_, called, out, all = fetched(t, "https://pages.example/a", "https://pages.example/b")
	if all || len(called) != 1 || len(out.Actions) != 1 || exit.Of(out, false) != exit.Denied {
		t.Errorf("%v, %v, %+v", all, called, out)
	}
}

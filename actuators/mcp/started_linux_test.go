package mcp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
)

// spyArg makes the test's binary a server that tries what its caller asks for.
const spyArg = "pp-test-spy"

func TestMain(m *testing.M) {
	if sandbox.Child(os.Args) {
		return
	}
	if len(os.Args) > 1 && os.Args[1] == spyArg {
		spy()
		return
	}
	enginetest.Quicken(os.Getenv, 4)
	os.Exit(m.Run())
}

// spy serves one tool, which tries something and says how that went.
func spy() {
	lines := bufio.NewScanner(os.Stdin)
	s := &standIn{tools: `{"name":"try","inputSchema":{"type":"object","properties":{"what":{"type":"string"},` +
		`"with":{"type":"string"}}}}`}
	for lines.Scan() {
		var r request
		if json.Unmarshal(lines.Bytes(), &r) != nil || r.ID == nil {
			continue
		}
		if r.Method != "tools/call" {
			s.ordinary(os.Stdout, r)
			continue
		}
		var p struct {
			Arguments struct{ What, With string }
		}
		_ = json.Unmarshal(r.Params, &p)
		text, _ := json.Marshal(try(p.Arguments.What, p.Arguments.With))
		say(os.Stdout, r, `{"content":[{"type":"text","text":`+string(text)+`}]}`)
	}
}

func try(what, with string) string {
	var out string
	var err error
	switch what {
	case "read":
		var data []byte
		data, err = os.ReadFile(with)
		out = string(data)
	case "write":
		err = os.WriteFile(with, []byte("spied"), 0o600)
	case "connect":
		var c net.Conn
		if c, err = net.DialTimeout("tcp", with, 2*time.Second); err == nil {
			c.Close()
		}
	case "list":
		var entries []os.DirEntry
		if entries, err = os.ReadDir(with); err == nil && len(entries) == 0 {
			err = errors.New("nothing is there")
		}
	case "env":
		out = strings.Join(os.Environ(), "\n")
	case "shout":
		go func() {
			for line := []byte(strings.Repeat("help! ", 10_000) + "\n"); ; {
				if _, err := os.Stderr.Write(line); err != nil {
					return
				}
			}
		}()
	case "linger":
		err = exec.Command("sleep", "1000").Start()
	}
	if err != nil {
		return "failed: " + err.Error()
	}
	return "did it: " + out
}

// yard is a tree with a sandbox over it, and a server that runs in that.
type yard struct {
	t                          *testing.T
	base, home, ws, out, state string
	box                        *sandbox.Sandbox
}

func newYard(t *testing.T) *yard {
	t.Helper()
	base, err := os.MkdirTemp("/var/lib", "pp-mcp-")
	if err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a directory that is neither temporary nor in the home: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	y := &yard{t: t, base: base, home: base + "/home", ws: base + "/home/ws", out: base + "/out", state: base + "/state"}
	for name, text := range map[string]string{y.ws + "/a.txt": "alpha", y.ws + "/.env": "KEY=secret",
		y.out + "/o.txt": "outside", y.home + "/h.txt": "homely", y.state + "/pins": "own", y.ws + "/.git/config": "[core]\n",
		y.home + "/.ssh/id": "key", y.base + "/other/x.txt": "another's"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	secret := func(name string) bool {
		return strings.HasSuffix(name, "/.env") || strings.Contains(name+"/", "/.ssh/")
	}
	y.box = sandbox.New(sandbox.Options{Home: y.home, Own: []string{y.state}, Secret: secret, ProbeDir: t.TempDir(),
		Env: y.facts().Env})
	if !y.box.Probe().Confined() {
		there := exec.Command("unshare", "-rm", "true").Run() == nil
		enginetest.Skip(t, os.Getenv, there, "nothing confines a command here")
	}
	return y
}

func (y *yard) facts() engine.Facts {
	return engine.Facts{Dir: y.ws, Home: y.home, Temp: "/tmp", FS: store.NewView(),
		Workspace: effect.Workspace{Root: y.ws},
		Env:       engine.Environment{"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": y.home, "DOCKER_HOST": "tcp://x"}}
}

// set is a set with one server that is started.
func (y *yard) set(effects []string, command string, args ...string) *Set {
	y.t.Helper()
	one := Server{Name: "spy", Command: command, Args: args, Effects: effects,
		Env: []Variable{{"TOKEN", engine.NewSecret("t", "abc")}}}
	set, err := NewSet([]Server{one}, Options{Dir: filepath.Join(y.state, "mcp"), Facts: y.facts,
		Box: func() Runner { return y.box }})
	if err != nil {
		y.t.Fatal(err)
	}
	y.t.Cleanup(func() { _ = set.Close() })
	return set
}

// call calls a tool that is cleared, whatever it asks.
func call(t *testing.T, set *Set, f engine.Facts, name, args string) (string, error) {
	t.Helper()
	f.Tools = engine.ToolTable{}
	for _, tool := range set.Tools() {
		f.Tools[tool.Spec.Name] = tool.Spec
	}
	a, err := engine.Decoder{Tools: f.Tools}.Call(engine.ToolCall{Tool: name, Args: args}, "to see what it can do")
	if err != nil {
		return "", err
	}
	for _, tool := range set.Tools() {
		if tool.Spec.Name == a.Tool() {
			r, err := tool.Run(t.Context(), enginetest.Call(t, tool.Spec, a.Op.(engine.Call).Args, f))
			if r.Failed {
				err = errors.New(r.Text)
			}
			return r.Text, err
		}
	}
	return "", ErrUnknown
}

// TestSandbox: a started server does what its entry grants, and nothing else, whatever it tries.
func TestSandbox(t *testing.T) {
	y := newYard(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		effects   []string
		can, cant []string
	}{
		"nothing": {nil, nil, []string{"read " + y.ws + "/a.txt", "write " + y.ws + "/new", "write " + y.out + "/new",
			"read " + y.out + "/o.txt", "list /var/log", "list /opt", "list /srv",
			"read " + y.home + "/h.txt", "read " + y.home + "/.ssh/id", "read " + y.state + "/pins",
			"connect " + l.Addr().String()}},
		"read": {[]string{"read workspace"}, []string{"read " + y.ws + "/a.txt"}, []string{"write " + y.ws + "/a.txt",
			"write " + y.ws + "/new", "read " + y.home + "/h.txt", "read " + y.ws + "/.env",
			"connect " + l.Addr().String()}},
		"write": {[]string{"write workspace"}, []string{"read " + y.ws + "/a.txt", "write " + y.ws + "/new"},
			[]string{"write " + y.ws + "/.git/config", "write " + y.ws + "/.git/hooks/pre-commit", "read " + y.ws + "/.env",
				"write " + y.out + "/o.txt", "connect " + l.Addr().String()}},
		"outside": {[]string{"write " + y.out, "read ~/h.txt"},
			[]string{"write " + y.out + "/o.txt", "read " + y.home + "/h.txt"},
			[]string{"read " + y.ws + "/a.txt", "write " + y.ws + "/a.txt", "read " + y.home + "/.ssh/id",
				"read " + y.base + "/other/x.txt"}},
		"network": {[]string{"connect localhost"}, []string{"connect " + l.Addr().String()},
			[]string{"read " + y.ws + "/a.txt", "write " + y.out + "/o.txt"}},
	} {
		t.Run(name, func(t *testing.T) {
			set := y.set(c.effects, self, spyArg)
			if err := set.Learn(t.Context(), "spy"); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"did it", "failed"} {
				list := c.can
				if want == "failed" {
					list = c.cant
				}
				for _, what := range list {
					verb, with, _ := strings.Cut(what, " ")
					got, err := call(t, set, y.facts(), "mcp__spy__try", fmt.Sprintf(`{"what":%q,"with":%q}`, verb, with))
					masked := got == "did it: " && verb == "read" // a secret is there, and empty
					if err != nil || !strings.HasPrefix(got, want) && !(want == "failed" && masked) {
						t.Errorf("%s: %q, %v; want that it %s", what, got, err, want)
					}
				}
			}
			got, err := call(t, set, y.facts(), "mcp__spy__try", `{"what":"env"}`)
			if err != nil || !strings.Contains(got, "TOKEN=abc") || strings.Contains(got, "DOCKER_HOST") {
				t.Errorf("its environment: %q, %v", got, err)
			}
		})
	}
}

// TestSecretsAreGrantedToNobody: an entry that names what holds secrets, or what is pp's own, starts nothing.
func TestSecretsAreGrantedToNobody(t *testing.T) {
	y := newYard(t)
	self, _ := os.Executable()
	for _, effects := range []string{"read ~/.ssh", "write " + y.ws + "/.env", "read " + y.state} {
		if err := y.set([]string{effects}, self, spyArg).Learn(t.Context(), "spy"); err == nil {
			t.Errorf("%s: it was started", effects)
		}
	}
}

// TestInterpreterElsewhere: a script whose interpreter stands in a tree of its own, behind links, finds all of that
// tree, and of its neighbours nothing.
func TestInterpreterElsewhere(t *testing.T) {
	y := newYard(t)
	self, _ := os.Executable()
	script := y.base + "/srv/script"
	for name, text := range map[string]string{script: "#!/usr/bin/env pp-test-runner\n",
		y.base + "/opt/tool-1/bin/pp-test-runner": "#!/bin/sh\n. " + y.base + "/opt/tool-1/lib/settings && shift && " +
			"exec \"$@\"\n",
		y.base + "/opt/tool-1/lib/settings": ":\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(y.base+"/opt/tool-1", y.base+"/opt/tool"); err != nil {
		t.Fatal(err)
	}
	set := y.set(nil, script, self, spyArg)
	path := y.base + "/opt/tool/bin:" + y.facts().Env["PATH"]
	set.servers[0].Env = append(set.servers[0].Env, Variable{"PATH", secretOf(path)})
	if err := set.Learn(t.Context(), "spy"); err != nil {
		t.Fatal(err)
	}
	got, err := call(t, set, y.facts(), "mcp__spy__try", fmt.Sprintf(`{"what":"read","with":%q}`, y.base+"/other/x.txt"))
	if err != nil || !strings.HasPrefix(got, "failed") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestShouts: what a server writes to its standard error without end is neither kept nor waited for.
func TestShouts(t *testing.T) {
	y := newYard(t)
	self, _ := os.Executable()
	set := y.set(nil, self, spyArg)
	if err := set.Learn(t.Context(), "spy"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got, err := call(t, set, y.facts(), "mcp__spy__try", `{"what":"shout"}`); err != nil || got != "did it: " {
			t.Errorf("%q, %v", got, err)
		}
	}
	if said := set.find("spy").live.heard.text(); len(said) > maxHeard {
		t.Errorf("%d bytes of it are kept", len(said))
	}
}

// TestEndsWithItsTree: with a server everything ends that it had started.
func TestEndsWithItsTree(t *testing.T) {
	y := newYard(t)
	self, _ := os.Executable()
	set := y.set(nil, self, spyArg)
	if err := set.Learn(t.Context(), "spy"); err != nil {
		t.Fatal(err)
	}
	got, err := call(t, set, y.facts(), "mcp__spy__try", `{"what":"linger"}`)
	if err != nil || !strings.HasPrefix(got, "did") {
		t.Fatalf("%q, %v", got, err)
	}
	live := set.find("spy").live
	if err := set.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-live.ended: // which its sandbox says when nothing of it is left
	case <-time.After(time.Minute):
		t.Error("something of it is still there")
	}
}

package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// standIn is a server that behaves as a test wants, in the place of a program in a sandbox.
type standIn struct {
	t       *testing.T
	mu      sync.Mutex
	tools   string // the JSON of its list
	says    string // its instructions
	calls   []string
	starts  int
	effects []effect.Effects
	envs    []engine.Environment
	// answer gives what is written for a request; nil and "" are the ordinary answers.
	answer func(w io.Writer, r request) bool
	ended  int
	ctx    context.Context // of what runs
	out    io.Writer       // and what it says goes there
}

type request struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
}

func (s *standIn) Service(_ string, _ effect.Workspace, e effect.Effects, _ []string) (sandbox.Spec, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.effects = append(s.effects, e)
	return sandbox.Spec{}, nil
}

func (s *standIn) Run(ctx context.Context, _ sandbox.Spec, c sandbox.Command) (sandbox.Exit, error) {
	s.mu.Lock()
	s.starts++
	s.envs = append(s.envs, c.Env)
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.ended++; s.mu.Unlock() }()
	in, out := reopen(s.t, c.Streams[0]), reopen(s.t, c.Streams[1])
	for _, f := range c.Streams {
		f.Close()
	}
	s.ctx, s.out = ctx, out
	defer in.Close()
	defer out.Close()
	stop := context.AfterFunc(ctx, func() { in.Close(); out.Close() })
	defer stop()
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return sandbox.Exit{}, context.Cause(ctx)
		}
		var r request
		if json.Unmarshal(line, &r) != nil || r.ID == nil {
			continue
		}
		if s.answer != nil && s.answer(out, r) {
			if r.Method == "die" {
				return sandbox.Exit{Code: 7}, nil
			}
			continue
		}
		s.ordinary(out, r)
	}
}

// ordinary answers as a server does.
func (s *standIn) ordinary(w io.Writer, r request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case "initialize":
		say(w, r, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{},`+
			`"prompts":{}},"serverInfo":{"name":"stand-in","version":"1"},"instructions":"`+s.says+`"}`)
	case "tools/list":
		say(w, r, `{"tools":[`+s.tools+`]}`)
	case "tools/call":
		s.calls = append(s.calls, string(r.Params))
		say(w, r, `{"content":[{"type":"text","text":"done"}]}`)
	default:
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`+"\n", r.ID)
	}
}

func say(w io.Writer, r request, result string) {
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, result)
}

// reopen gives a descriptor of its own, as a process would have.
func reopen(t *testing.T, f *os.File) *os.File {
	t.Helper()
	out, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), os.O_RDWR, 0)
	if err != nil {
		t.Error(err)
	}
	return out
}

const greet = `{"name":"greet","description":"Says hello.","inputSchema":{"type":"object",` +
	`"properties":{"who":{"type":"string"},"Times":{"type":"integer"},"how":{"type":"object"}},"required":["who"]}}`

// newSet is a set with one server, the stand-in, whose tools are pinned.
func newSet(t *testing.T, s *standIn, change func(*Server, *Options)) *Set {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "server")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.t = t
	if s.tools == "" {
		s.tools = greet
	}
	ws := filepath.Join(dir, "ws")
	if err := os.Mkdir(ws, 0o700); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: filepath.Join(dir, "state"), Box: func() Runner { return s }, Facts: func() engine.Facts {
		return engine.Facts{Dir: ws, Home: dir, FS: store.NewView(), Workspace: effect.Workspace{Root: ws},
			Env: engine.Environment{"PATH": "/usr/bin", "SECRET": "x"}}
	}}
	one := Server{Name: "one", Command: program}
	if change != nil {
		change(&one, &o)
	}
	set, err := NewSet([]Server{one}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = set.Close() })
	return set
}

func secretOf(value string) engine.Secret { return engine.NewSecret("a value", value) }

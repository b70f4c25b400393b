package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/actuators/sandbox"
	"pp/engine"
)

// transport is how a server is talked to.
func (one *server) transport(live *session) (mcp.Transport, error) {
	if one.URL != "" {
		return one.remote(live)
	}
	return one.start(live)
}

// kept are the variables of the environment of commands that every started server gets.
var kept = [...]string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"}

// environment is all that a started server gets.
func (one *server) environment(of engine.Environment) engine.Environment {
	out := engine.Environment{}
	for _, name := range kept {
		if v, ok := of[name]; ok {
			out[name] = v
		}
	}
	for _, v := range one.Env {
		out[v.Name] = v.Value.Reveal()
	}
	return out
}

// start starts a server in the sandbox that its entry grants.
func (one *server) start(live *session) (mcp.Transport, error) {
	if one.set.opts.Box == nil {
		return nil, errors.New("nothing is here that could confine it")
	}
	f := one.set.opts.Facts()
	e, err := one.effects(f)
	if err != nil {
		return nil, err
	}
	dir := "/tmp"
	for _, p := range append(e.Reads, e.Writes...) {
		if p.Name == f.Workspace.Root {
			dir = f.Dir
		}
		if !p.Exists { // its directory would be lent for it, with whatever else is there
			return nil, fmt.Errorf("it is granted %s, which is not there: make that file or directory first", p.Name)
		}
	}
	env := one.environment(f.Env)
	argv, program, err := one.argv(env["PATH"], f)
	if err != nil {
		return nil, err
	}
	box := one.set.opts.Box()
	spec, err := box.Service(dir, f.Workspace, e, program)
	if err != nil {
		return nil, err
	}
	p, err := newPipes()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	live.heard = p.heard
	live.stop = func() {
		cancel(errEnded)
		p.closeOurs()
	}
	go func() {
		defer close(live.ended)
		exit, err := box.Run(ctx, spec, sandbox.Command{Argv: argv, Streams: &p.theirs, Env: env})
		p.closeTheirs()
		p.heard.ended(exit, err)
	}()
	return &pipeTransport{p, live}, nil
}

// argv is the command with its program as an absolute path, and the files and directories that belong to the program:
// they are shown to it wherever they are.
func (one *server) argv(path string, f engine.Facts) (argv, program []string, err error) {
	command := one.Command
	if strings.HasPrefix(command, "~/") {
		command = f.Home + command[1:]
	}
	if !strings.Contains(command, "/") {
		if command, err = lookUp(command, path); err != nil {
			return nil, nil, err
		}
	}
	if !filepath.IsAbs(command) {
		return nil, nil, fmt.Errorf("its command %q is neither an absolute path nor a name", engine.Clip(one.Command, 80))
	}
	argv = append([]string{command}, one.Args...)
	for _, word := range append(interpreter(command, path), argv...) {
		info, err := os.Stat(word)
		if !filepath.IsAbs(word) || err != nil || !info.Mode().IsRegular() {
			continue
		}
		program = append(program, belongings(word)...)
		if real, err := filepath.EvalSymlinks(word); err == nil && real != word {
			program = append(program, belongings(real)...)
		}
	}
	return argv, program, nil
}

// interpreter is the program that a script says runs it, as the script says it and as it is found.
func interpreter(script, path string) []string {
	data := make([]byte, 256)
	if info, err := os.Stat(script); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(script)
	if err != nil {
		return nil
	}
	defer f.Close()
	n, _ := io.ReadFull(f, data)
	line, _, _ := strings.Cut(string(data[:n]), "\n")
	said, ok := strings.CutPrefix(line, "#!")
	words := strings.Fields(said)
	if !ok || len(words) == 0 {
		return nil
	}
	for _, word := range words[1:] {
		if full, err := lookUp(word, path); err == nil && filepath.Base(words[0]) == "env" {
			return []string{words[0], full}
		}
	}
	return words[:1]
}

// belongings are a program's file and, of one that was installed by npm or into a virtual environment of Python, the
// directory of that.
func belongings(name string) []string {
	out := []string{name}
	if at := strings.Index(name, "/node_modules/"); at > 0 {
		out = append(out, name[:at+len("/node_modules")])
	}
	if venv := filepath.Dir(filepath.Dir(name)); venv != "/" {
		if _, err := os.Stat(filepath.Join(venv, "pyvenv.cfg")); err == nil {
			out = append(out, venv)
		}
	}
	return out
}

// lookUp finds a program on a PATH.
func lookUp(name, path string) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		full := filepath.Join(dir, name)
		if info, err := os.Stat(full); err == nil && filepath.IsAbs(dir) && info.Mode().IsRegular() &&
			info.Mode().Perm()&0o111 != 0 {
			return full, nil
		}
	}
	return "", fmt.Errorf("its command %q is not on the PATH of commands", engine.Clip(name, 80))
}

// pipes are the streams of a started server.
type pipes struct {
	theirs [3]*os.File
	in     *os.File // what we write
	out    *os.File // what we read
	errors *os.File
	heard  *heard
	once   sync.Once
}

func newPipes() (*pipes, error) {
	p := &pipes{heard: &heard{}}
	var errs [3]error
	p.theirs[0], p.in, errs[0] = os.Pipe()
	p.out, p.theirs[1], errs[1] = os.Pipe()
	p.errors, p.theirs[2], errs[2] = os.Pipe()
	if err := errors.Join(errs[:]...); err != nil {
		p.closeTheirs()
		p.closeOurs()
		return nil, err
	}
	go p.heard.listen(p.errors)
	return p, nil
}

func (p *pipes) closeTheirs() {
	for _, f := range p.theirs {
		_ = f.Close()
	}
}

func (p *pipes) closeOurs() {
	p.once.Do(func() { _, _, _ = p.in.Close(), p.out.Close(), p.errors.Close() })
}

// errEnded is why a server is ended when it is not needed, or not listened to, any more.
var errEnded = errors.New("it was ended")

// pipeTransport is the transport of a started server.
type pipeTransport struct {
	pipes *pipes
	live  *session
}

// Connect implements mcp.Transport.
func (t *pipeTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	out := &metered{ReadCloser: t.pipes.out, meter: t.live.meter}
	inner := &mcp.IOTransport{Reader: newMessages(out, t.pipes.heard), Writer: t.pipes.in, MaxLineLength: maxMessage}
	conn, err := inner.Connect(ctx)
	return &filtered{conn, t.live}, err
}

// filtered lets through answers and questions. That the tools changed is marked here, where what comes is in order: an
// answer after it is known to be one. The rest of what a server says is nobody's.
type filtered struct {
	mcp.Connection
	live *session
}

// Read implements mcp.Connection.
func (f *filtered) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		m, err := f.Connection.Read(ctx)
		if err != nil {
			f.live.over.Store(true) // nothing is read after it, whatever a call then fails with
			return m, err
		}
		if !f.live.meter.add(0, 1) {
			return nil, ErrFlood
		}
		r, request := m.(*jsonrpc.Request)
		if !request || r.IsCall() {
			return m, nil
		}
		if r.Method == "notifications/tools/list_changed" {
			f.live.stale.Store(true)
		}
	}
}

var _ Runner = (*sandbox.Sandbox)(nil)

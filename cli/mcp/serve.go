package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
)

// Bounds of what a client may send.
const (
	maxMessage = 1 << 20 // bytes of one message
	maxWaiting = 64      // commands that wait until those before them have ended
)

// instructions is what a client is told of pp.
const instructions = "pp judges commands by what they would do, deterministically, and runs them in a sandbox " +
	"that holds them to it. Use run in place of any other shell. What is denied does not run; change it as the reason " +
	"says. What needs approval does not run either: its answer has a token. Tell your user to run `pp approve TOKEN` in " +
	"a terminal of their own, and call run with the very same command again once they have. You cannot approve it."

// What the two tools take.
const (
	checkSchema = `{"type":"object","properties":{` +
		`"command":{"type":"string","description":"a command line for bash"},` +
		`"op":{"type":"string","enum":["read","write","delete"],"description":"what would be done with path"},` +
		`"path":{"type":"string"},` +
		`"url":{"type":"string","description":"an address that would be fetched"},` +
		`"cwd":{"type":"string","description":"an absolute directory; else that of the server"}},` +
		`"additionalProperties":false}`
	runSchema = `{"type":"object","properties":{` +
		`"command":{"type":"string","description":"a command line for bash"},` +
		`"explanation":{"type":"string","description":"what it is for, in a sentence"}},` +
		`"required":["command"],"additionalProperties":false}`
)

// server offers pp's judgement, and its sandbox, to one client.
type server struct {
	app     command.App
	checks  chan *setup.Agent // who judges, one at a time
	runs    chan *conversation
	waiting atomic.Int32
	ctx     context.Context // of all calls
}

// Serve speaks with the client of an app, until it has no more to say or ctx ends.
func Serve(ctx context.Context, a command.App) (err error) {
	a = quiet(a)
	s := &server{app: a, checks: make(chan *setup.Agent, 1), runs: make(chan *conversation, 1)}
	checks, err := a.Agent()
	if err != nil {
		return err
	}
	s.checks <- checks
	c, err := s.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.agent.Close()) }()
	a.Signals.Handle()
	in := a.System.Stdin
	if in == nil {
		return exit.UsageError("a client of the protocol starts it; `pp help mcp` says how", "there is no standard input")
	}
	s.runs <- c
	var cancel func()
	s.ctx, cancel = context.WithCancel(ctx)
	defer cancel()
	w := newWire(in, a.System.Stdout, cancel)
	done := make(chan error, 1)
	go func() { done <- s.protocol().Run(ctx, w) }()
	select {
	case err = <-done:
	case <-w.closed: // which does not wait for a call that cannot be ended: what it started ends with this process
		select {
		case err = <-done:
		case <-time.After(lastTime / 10):
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// quiet is an app of which nothing but the protocol reaches standard output, and nobody at the terminal is asked.
func quiet(a command.App) command.App {
	opts := *a.Options
	opts.Quiet, opts.NoStdin, opts.Background = true, true, true
	a.Options = &opts
	out := output.New(a.System, &opts.Options)
	out.Stdout, out.Redactor = io.Discard, a.Out.Redactor
	a.Out = out
	return a
}

// protocol is the server of the protocol, with its two tools.
func (s *server) protocol() *mcp.Server {
	yes, no := true, false
	p := mcp.NewServer(&mcp.Implementation{Name: "pp", Version: command.BuildOf(s.app.System).Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	p.AddTool(&mcp.Tool{Name: "check", Title: "Judge without doing",
		Description: "Says whether a command, a file operation or an address would be allowed, needs a person's approval, " +
			"or is denied, and why, with every effect it would have. Nothing is done.",
		InputSchema: json.RawMessage(checkSchema),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no}},
		s.guarded(s.check))
	p.AddTool(&mcp.Tool{Name: "run", Title: "Run in the sandbox",
		Description: "Judges a command line for bash and, where it is allowed, runs it in a sandbox that holds it to " +
			"what was judged. What needs approval is not run: the answer has a token for the user.",
		InputSchema: json.RawMessage(runSchema),
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes, OpenWorldHint: &yes}},
		s.guarded(s.run))
	return p
}

// guarded is what a call comes to; one that panics has failed, and ends no other.
func (s *server) guarded(call func(context.Context, json.RawMessage) *mcp.CallToolResult) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (out *mcp.CallToolResult, err error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		defer func() {
			if p := recover(); p != nil {
				out = failed("pp failed: " + s.app.Out.Redact(fmt.Sprint(p)))
			}
		}()
		return call(ctx, r.Params.Arguments), nil
	}
}

// failed is a call that did not do what was asked.
func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// answer is a call's answer, for a model and as data.
func answer(text string, data json.RawMessage) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: data}
}

// checkArgs are the arguments of check, under the names of `pp check --jsonl`.
type checkArgs struct {
	Command *string `json:"command"`
	Op      *string `json:"op"`
	Path    *string `json:"path"`
	URL     *string `json:"url"`
	Cwd     *string `json:"cwd"`
}

// readArgs reads the arguments of a call, refusing what is not known, is there twice or is written otherwise: a client
// that shows its person one of two commands must not have the other run.
func readArgs(raw json.RawMessage, to any, known ...string) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	open, err := d.Token()
	for seen := map[string]bool{}; err == nil && open == json.Delim('{') && d.More(); {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err != nil {
			break
		}
		text, _ := name.(string)
		if !slices.Contains(known, text) {
			return fmt.Errorf("the arguments are not those of the tool: there is no %.80q", text)
		}
		if seen[text] {
			return fmt.Errorf("the argument %q is there twice", text)
		}
		seen[text], err = true, d.Decode(&value)
	}
	if err == nil {
		err = json.Unmarshal(raw, to)
	}
	if err != nil {
		return fmt.Errorf("the arguments are not those of the tool: %w", err)
	}
	return nil
}

// check judges.
func (s *server) check(ctx context.Context, raw json.RawMessage) *mcp.CallToolResult {
	var args checkArgs
	if err := readArgs(raw, &args, "command", "op", "path", "url", "cwd"); err != nil {
		return failed(err.Error())
	}
	select {
	case judge := <-s.checks:
		defer func() { s.checks <- judge }()
		q := command.Question{Cmd: args.Command, Op: args.Op, Path: args.Path, URL: args.URL, Cwd: args.Cwd}
		text, data := command.Checked(judge, q)
		masked, err := s.app.Out.MaskedJSON(data)
		if err != nil {
			return failed("pp failed: " + err.Error())
		}
		return answer(s.app.Out.Redact(text), json.RawMessage(masked))
	case <-ctx.Done():
		return failed("cancelled")
	}
}

// ran is what a run came to, as data.
type ran struct {
	Status  string     `json:"status"` // done, failed, denied, suspended or error
	Output  string     `json:"output"` // what the text says: many clients show a model the data alone
	Reason  string     `json:"reason,omitempty"`
	Token   string     `json:"token,omitempty"` // of what waits for approval
	Expires *time.Time `json:"expires,omitempty"`
	Ending  string     `json:"ending,omitempty"` // how the command ended
	Changed []string   `json:"changed,omitempty"`
	Made    []string   `json:"made,omitempty"`
	Deleted []string   `json:"deleted,omitempty"`
	Kept    []string   `json:"withheld,omitempty"`
}

// run runs a command when those that came before it have ended.
func (s *server) run(ctx context.Context, raw json.RawMessage) *mcp.CallToolResult {
	args := struct {
		Command     string `json:"command"`
		Explanation string `json:"explanation"`
	}{}
	if err := readArgs(raw, &args, "command", "explanation"); err != nil {
		return failed(err.Error())
	}
	if strings.TrimSpace(args.Command) == "" {
		return failed("there is no command")
	}
	defer s.waiting.Add(-1)
	if s.waiting.Add(1) > maxWaiting {
		return failed(fmt.Sprintf("%d commands wait already; try again when some have ended", maxWaiting))
	}
	select {
	case c := <-s.runs:
		defer func() { s.runs <- c }()
		return c.run(ctx, args.Command, args.Explanation)
	case <-ctx.Done():
		return failed("cancelled before it began; nothing was run")
	}
}

package command

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

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
)

// Bounds of what a client may send.
const (
	maxMessage = 1 << 20 // bytes of one message
	maxWaiting = 64      // commands that wait until those before them have ended
)

// mcpInstructions describes pp to a client.
const mcpInstructions = "pp judges commands by what they would do, deterministically, and runs them in a sandbox " +
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

// mcpServer offers pp's judgement, and its sandbox, to one client.
type mcpServer struct {
	app     App
	checks  chan *setup.Agent // who judges, one at a time
	runs    chan *mcpConversation
	waiting atomic.Int32
	ctx     context.Context // of all calls
}

// serveMCP serves the client of an app until its input or ctx ends.
func serveMCP(ctx context.Context, a App) (err error) {
	a = quietApp(a)
	s := &mcpServer{app: a, checks: make(chan *setup.Agent, 1), runs: make(chan *mcpConversation, 1)}
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
	w := newMCPWire(in, a.System.Stdout, cancel)
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

// quietApp returns an app that writes only the protocol to standard output, and asks nobody at the terminal.
func quietApp(a App) App {
	opts := *a.Options
	opts.Quiet, opts.NoStdin, opts.Background = true, true, true
	a.Options = &opts
	out := output.New(a.System, &opts.Options)
	out.Stdout, out.Redactor = io.Discard, a.Out.Redactor
	a.Out = out
	return a
}

// protocol is the server of the protocol, with its two tools.
func (s *mcpServer) protocol() *mcp.Server {
	yes, no := true, false
	p := mcp.NewServer(&mcp.Implementation{Name: "pp", Version: BuildOf(s.app.System).Version},
		&mcp.ServerOptions{Instructions: mcpInstructions, Capabilities: &mcp.ServerCapabilities{}})
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
func (s *mcpServer) guarded(call func(context.Context, json.RawMessage) *mcp.CallToolResult) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (out *mcp.CallToolResult, err error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		defer func() {
			if p := recover(); p != nil {
				out = mcpFailed("pp failed: " + s.app.Out.Redact(fmt.Sprint(p)))
			}
		}()
		return call(ctx, r.Params.Arguments), nil
	}
}

// mcpFailed returns the result of a failed call.
func mcpFailed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// mcpAnswer returns the result of a call, as text for a model and as data.
func mcpAnswer(text string, data json.RawMessage) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: data}
}

// readArgs reads the arguments of a call. It refuses unknown, duplicate and malformed ones: a client that shows its
// person one of two commands must not run the other.
func readArgs(raw json.RawMessage, known ...string) (map[string]*string, error) {
	args := map[string]*string{}
	d := json.NewDecoder(bytes.NewReader(raw))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.New("invalid arguments: expected a JSON object")
	}
	for d.More() {
		token, err := d.Token()
		name, _ := token.(string)
		_, twice := args[name]
		var value *string
		switch {
		case err != nil:
		case twice:
			err = fmt.Errorf("%q is given twice", name)
		case !slices.Contains(known, name):
			err = fmt.Errorf("unknown argument %.80q", name)
		default:
			err = d.Decode(&value)
		}
		if err != nil {
			return nil, fmt.Errorf("invalid arguments: %w", err)
		}
		args[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("invalid arguments: %w", err)
	}
	return args, nil
}

// check judges.
func (s *mcpServer) check(ctx context.Context, raw json.RawMessage) *mcp.CallToolResult {
	args, err := readArgs(raw, "command", "op", "path", "url", "cwd")
	if err != nil {
		return mcpFailed(err.Error())
	}
	select {
	case judge := <-s.checks:
		defer func() { s.checks <- judge }()
		v, data := checker{agent: judge}.judge(Question{Cmd: args["command"], Op: args["op"], Path: args["path"],
			URL: args["url"], Cwd: args["cwd"]})
		masked, err := s.app.Out.MaskedJSON(data)
		if err != nil {
			return mcpFailed("pp failed: " + err.Error())
		}
		return mcpAnswer(s.app.Out.Redact(verdictText(v, data)), json.RawMessage(masked))
	case <-ctx.Done():
		return mcpFailed("cancelled")
	}
}

// mcpRan holds the result of a run, as data.
type mcpRan struct {
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

// run runs a command after all earlier ones have ended.
func (s *mcpServer) run(ctx context.Context, raw json.RawMessage) *mcp.CallToolResult {
	args, err := readArgs(raw, "command", "explanation")
	if err != nil {
		return mcpFailed(err.Error())
	}
	line, why := args["command"], args["explanation"]
	if line == nil || strings.TrimSpace(*line) == "" {
		return mcpFailed("missing argument \"command\"")
	}
	if why == nil {
		why = new("")
	}
	defer s.waiting.Add(-1)
	if s.waiting.Add(1) > maxWaiting {
		return mcpFailed(fmt.Sprintf("%d commands are waiting already; try again when some have ended", maxWaiting))
	}
	select {
	case c := <-s.runs:
		defer func() { s.runs <- c }()
		return c.run(ctx, *line, *why)
	case <-ctx.Done():
		return mcpFailed("cancelled before the command started")
	}
}

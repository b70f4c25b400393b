package front

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/coder/acp-go-sdk"

	"pp/cli/output"
	"pp/cli/talk"
	"pp/engine"
)

// calls are the tool calls that a client was told of, and that have not ended.
type calls struct {
	mu   sync.Mutex
	open []*toolCall
	made int
}

// toolCall is one of them.
type toolCall struct {
	id     acp.ToolCallId
	action engine.Action
	state  acp.ToolCallStatus
	shown  bool   // in a terminal of the client's
	output string // the end of what it printed, where it is not
}

// Watch implements talk.Front: it tells the client what happens in the loop.
func (t *session) Watch(e engine.Event) {
	switch ev := e.(type) {
	case engine.Thinking:
		t.settle("It was not done.")
		t.obeyMode()
	case engine.Judged:
		t.judged(ev)
	case engine.Acted:
		t.acted(ev)
	case engine.Remarked:
		_ = t.chunk("") // its end
	case engine.Answered, engine.Noted, engine.Shortened, engine.Unremembered, engine.Rejected, engine.Tried:
	}
}

// shows reports whether an action is shown as a tool call: an answer and a plan are shown otherwise.
func shows(a engine.Action) bool {
	_, said := a.Op.(engine.Message)
	return !said && a.Tool() != engine.TodoTool
}

func (t *session) judged(ev engine.Judged) {
	v := ev.Verdict
	if !shows(v.Action) || !ev.Final && v.Decision != engine.Deny { // it is judged once more
		return
	}
	switch v.Decision {
	case engine.Allow, engine.Try:
		t.begin(v, acp.ToolCallStatusInProgress)
	case engine.Ask:
		t.begin(v, acp.ToolCallStatusPending)
	case engine.Deny:
		t.fail(t.begin(v, acp.ToolCallStatusPending), "The gates denied it: "+v.Sentence())
	}
}

// begin tells the client of a call, unless it knows it.
func (t *session) begin(v engine.Verdict, status acp.ToolCallStatus) *toolCall {
	if c := t.calls.find(v.Action); c != nil {
		t.status(c, status)
		return c
	}
	c := &toolCall{action: v.Action, state: status}
	t.calls.mu.Lock()
	t.calls.made++
	c.id = acp.ToolCallId(fmt.Sprintf("call-%d", t.calls.made))
	t.calls.open = append(t.calls.open, c)
	t.calls.mu.Unlock()
	u := acp.SessionUpdateToolCall{ToolCallId: c.id, Title: t.title(v.Action), Kind: c.kind(), Status: status,
		Locations: t.locations(v.Action, engine.Result{}, v.Dir), Content: t.diffs(t.talk.Agent, v)}
	if run, command := v.Action.Op.(engine.Run); command {
		u.RawInput = map[string]any{"command": t.strict(run.Command)}
		if c.shown = t.server.terminals(); c.shown {
			u.Content = []acp.ToolCallContent{acp.ToolTerminalRef(string(c.id))}
			u.Meta = map[string]any{"terminal_info": map[string]any{"terminal_id": c.id, "cwd": v.Dir}}
		}
	}
	t.update(acp.SessionUpdate{ToolCall: &u})
	return c
}

// terminals reports whether the client shows what is printed elsewhere in a terminal of its own.
func (s *acpServer) terminals() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	shows, _ := s.client.Meta["terminal_output"].(bool)
	return shows
}

// find is the open call of an action, the first where there are several.
func (c *calls) find(a engine.Action) *toolCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.IndexFunc(c.open, func(one *toolCall) bool { return one.action.Essence() == a.Essence() }); i >= 0 {
		return c.open[i]
	}
	return nil
}

// end forgets a call that has ended, and reports whether it was open.
func (c *calls) end(one *toolCall) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.open, one)
	if i >= 0 {
		c.open = slices.Delete(c.open, i, i+1)
	}
	return i >= 0
}

// all returns the open calls.
func (c *calls) all() []*toolCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.open)
}

// command returns the open command, or nil unless there is exactly one.
func (c *calls) command() *toolCall {
	commands := slices.DeleteFunc(c.all(), func(one *toolCall) bool { return one.action.Command() == "" })
	if len(commands) != 1 {
		return nil
	}
	return commands[0]
}

func (t *session) status(c *toolCall, status acp.ToolCallStatus) {
	if c.state != status {
		c.state = status
		t.update(acp.UpdateToolCall(c.id, acp.WithUpdateStatus(status)))
	}
}

// fail ends a call that was not made.
func (t *session) fail(c *toolCall, why string) {
	if t.calls.end(c) {
		t.update(acp.UpdateToolCall(c.id, acp.WithUpdateStatus(acp.ToolCallStatusFailed),
			acp.WithUpdateContent([]acp.ToolCallContent{acp.ToolContent(acp.TextBlock(t.text(why)))})))
	}
}

// settle ends the calls of which nothing more is told.
func (t *session) settle(why string) {
	for _, c := range t.calls.all() {
		t.fail(c, why)
	}
}

// acted tells the client what a call came to.
func (t *session) acted(ev engine.Acted) {
	a, r, v := ev.Cleared.Action(), ev.Result, ev.Cleared.Verdict()
	if a.Tool() == engine.TodoTool {
		t.plan(a)
	}
	if !shows(a) {
		return
	}
	c := t.begin(v, acp.ToolCallStatusInProgress)
	t.calls.end(c)
	status := acp.ToolCallStatusCompleted
	if !r.EndedWell() {
		status = acp.ToolCallStatusFailed
	}
	u := acp.SessionToolCallUpdate{ToolCallId: c.id, Status: &status, Locations: t.locations(a, r, v.Dir)}
	switch {
	case c.shown && r.Exit != nil:
		ended := map[string]any{"terminal_id": c.id, "exit_code": r.Exit.Code, "signal": nil}
		if r.Exit.Signal != "" {
			ended["exit_code"], ended["signal"] = nil, r.Exit.Signal
		}
		u.Meta = map[string]any{"terminal_exit": ended}
	case c.kind() == acp.ToolKindEdit && r.EndedWell(): // the client has its diff
	default:
		text := r.Text
		if begin, rest, more := strings.Cut(text, "\n"); more && strings.HasPrefix(begin, "TOOL [") { // for the model
			text = rest
		}
		u.Content = []acp.ToolCallContent{acp.ToolContent(acp.TextBlock(fenced(t.text(text))))}
	}
	t.update(acp.SessionUpdate{ToolCallUpdate: &u})
}

// plan tells the client of a model's plan.
func (t *session) plan(a engine.Action) {
	call, _ := a.Op.(engine.Call)
	v, _ := call.Args.Get("ITEMS")
	items, _ := engine.Texts(v)
	entries := []acp.PlanEntry{}
	next := acp.PlanEntryStatusInProgress
	for _, item := range items {
		text, done := strings.CutPrefix(item, engine.TodoDone)
		e := acp.PlanEntry{Content: t.text(text), Priority: acp.PlanEntryPriorityMedium,
			Status: acp.PlanEntryStatusCompleted}
		if !done {
			e.Status, next = next, acp.PlanEntryStatusPending
		}
		entries = append(entries, e)
	}
	t.update(acp.UpdatePlan(entries...))
}

// live shows what a command prints while it runs.
type live struct{ session *session }

// maxShown is how much of what a command prints is shown while it runs, in bytes, where the client has no terminal.
const maxShown = 4 << 10

// Write implements io.Writer.
func (l live) Write(p []byte) (int, error) {
	c := l.session.calls.command()
	if c == nil {
		return len(p), nil
	}
	text := l.session.text(string(p))
	u := acp.SessionToolCallUpdate{ToolCallId: c.id}
	if c.shown {
		u.Meta = map[string]any{"terminal_output": map[string]any{"terminal_id": c.id, "data": text}}
	} else {
		c.output += text
		c.output = strings.ToValidUTF8(c.output[max(0, len(c.output)-maxShown):], "")
		u.Content = []acp.ToolCallContent{acp.ToolContent(acp.TextBlock(fenced(c.output)))}
	}
	l.session.update(acp.SessionUpdate{ToolCallUpdate: &u})
	return len(p), nil
}

// kind is what kind of tool a client takes it for.
func (c *toolCall) kind() acp.ToolKind {
	if c.action.Command() != "" {
		return acp.ToolKindExecute
	}
	return kindOf(c.action.Tool())
}

// kindOf is what kind of tool one of that name is.
func kindOf(tool string) acp.ToolKind {
	switch tool {
	case "read-file":
		return acp.ToolKindRead
	case "list-directory", "find-files", "search-files", "memory-search", "org-find-headline":
		return acp.ToolKindSearch
	case "write-file", "edit-file", "org-modify-file":
		return acp.ToolKindEdit
	case "fetch-url":
		return acp.ToolKindFetch
	case "shell", "run-tests":
		return acp.ToolKindExecute
	}
	return acp.ToolKindOther
}

// title is what a call is, on one line.
func (t *session) title(a engine.Action) string {
	text := a.Command()
	if call, ok := a.Op.(engine.Call); ok {
		text = call.Tool
		for _, key := range []string{"FILEPATH", "PATH", "URL", "PATTERN", "QUERY"} {
			if word, there := call.Args.Text(key); there {
				text += " " + word
			}
		}
	}
	if text == "" {
		text = a.Essence()
	}
	return output.OneLine(t.strict(text), 200)
}

// mostPlaces is how many places of a call are told.
const mostPlaces = 20

// locations are the places that a call is about.
func (t *session) locations(a engine.Action, r engine.Result, dir string) (out []acp.ToolCallLocation) {
	for _, p := range talk.Places(a, r, dir) {
		if len(out) < mostPlaces {
			out = append(out, acp.ToolCallLocation{Path: t.text(p.File), Line: acp.Ptr(p.Line)})
		}
	}
	return out
}

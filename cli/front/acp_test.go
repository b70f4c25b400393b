package front

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/acp-go-sdk"

	"pp/actuators/sandbox"
	"pp/cli/setup"
	"pp/engine/enginetest"
)

// TestMain lets the test be what commands run in.
func TestMain(m *testing.M) {
	if !sandbox.Child(os.Args) {
		enginetest.Quicken(os.Getenv, 4)
		os.Exit(m.Run())
	}
}

// peer is a client in this process, of a pp whose model gives recorded replies.
type peer struct {
	acp.Client // nil, since pp never uses a terminal of the client
	Home, Dir  string
	In         *os.File // from the client
	Out        io.Reader
	Ended      chan error // receives the result of the run

	t    testing.TB
	conn *acp.ClientSideConnection

	mu      sync.Mutex
	updates []acp.SessionUpdate
	asked   []acp.RequestPermissionRequest
	came    chan struct{} // gets one for each update, if there is room

	answer func(acp.RequestPermissionRequest) acp.RequestPermissionOutcome
	files  map[string]string // that have changes in the editor
	saved  map[string]string
}

// start is pp in an empty workspace.
func start(t testing.TB, replies string, more ...string) *peer {
	t.Helper()
	p := &peer{t: t, came: make(chan struct{}, 10000), files: map[string]string{}, saved: map[string]string{}}
	p.Home, p.Dir = newPlace(t, replies, more...)
	p.In, p.Out, p.Ended = serve(t, p.Home, &setup.Options{}, runACP)
	return p
}

// dial begins a session of a client that takes what is given as its capabilities.
func dial(t testing.TB, able acp.ClientCapabilities, replies string, more ...string) (*peer, acp.SessionId) {
	t.Helper()
	p := start(t, replies, more...)
	p.connect()
	about, err := p.conn.Initialize(t.Context(), acp.InitializeRequest{ProtocolVersion: 1, ClientCapabilities: able})
	if err != nil || about.ProtocolVersion != 1 || !about.AgentCapabilities.LoadSession || about.AgentInfo.Name != "pp" {
		t.Fatalf("%+v, %v", about, err)
	}
	return p, p.session()
}

// connect has the SDK's client speak.
func (p *peer) connect() {
	gate := &gated{p.Out, make(chan struct{})}
	p.conn = acp.NewClientSideConnection(p, p.In, gate)
	p.conn.SetLogger(slog.New(slog.DiscardHandler))
	close(gate.open)
}

// gated is read once it is open.
type gated struct {
	io.Reader
	open chan struct{}
}

// Read implements io.Reader.
func (g gated) Read(b []byte) (int, error) {
	<-g.open
	return g.Reader.Read(b)
}

// session begins another session in the workspace.
func (p *peer) session() acp.SessionId {
	p.t.Helper()
	s, err := p.conn.NewSession(p.t.Context(), acp.NewSessionRequest{Cwd: p.Dir, McpServers: []acp.McpServer{}})
	if err != nil {
		p.t.Fatal(err)
	}
	return s.SessionId
}

// prompt says something in a session, and gives what comes of it.
func (p *peer) prompt(id acp.SessionId, blocks ...acp.ContentBlock) (acp.PromptResponse, error) {
	return p.conn.Prompt(p.t.Context(), acp.PromptRequest{SessionId: id, Prompt: blocks})
}

func (p *peer) says(id acp.SessionId, text string) acp.StopReason {
	p.t.Helper()
	r, err := p.prompt(id, acp.TextBlock(text))
	if err != nil {
		p.t.Fatal(err)
	}
	return r.StopReason
}

// told is all that the client was told, as JSON, a line each.
func (p *peer) told() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, u := range p.updates {
		line, err := json.Marshal(u)
		if err != nil {
			p.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	return b.String()
}

// said is what was said in the answers so far.
func (p *peer) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := ""
	for _, u := range p.updates {
		if u.AgentMessageChunk != nil {
			text += u.AgentMessageChunk.Content.Text.Text
		}
	}
	return text
}

// until waits until the client was told something.
func (p *peer) until(text string) {
	p.t.Helper()
	for !strings.Contains(p.told(), text) {
		select {
		case <-p.came:
		case <-time.After(30 * time.Second):
			p.t.Fatalf("there is no %s in\n%s", text, p.told())
		}
	}
}

func (p *peer) read(name string) string {
	data, err := os.ReadFile(filepath.Join(p.Dir, name))
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// end ends the input, and gives what the run comes to.
func (p *peer) end() error {
	p.In.Close()
	return <-p.Ended
}

// SessionUpdate implements acp.Client.
func (p *peer) SessionUpdate(_ context.Context, n acp.SessionNotification) error {
	p.mu.Lock()
	p.updates = append(p.updates, n.Update)
	p.mu.Unlock()
	select {
	case p.came <- struct{}{}:
	default:
	}
	return nil
}

// RequestPermission implements acp.Client.
func (p *peer) RequestPermission(ctx context.Context, r acp.RequestPermissionRequest) (acp.RequestPermissionResponse,
	error) {
	p.mu.Lock()
	p.asked = append(p.asked, r)
	p.mu.Unlock()
	if p.answer == nil {
		return acp.RequestPermissionResponse{}, acp.NewMethodNotFound("session/request_permission")
	}
	outcome := p.answer(r)
	if outcome.Selected == nil && outcome.Cancelled == nil { // none
		<-ctx.Done()
	}
	return acp.RequestPermissionResponse{Outcome: outcome}, nil
}

// ReadTextFile implements acp.Client.
func (p *peer) ReadTextFile(_ context.Context, r acp.ReadTextFileRequest) (acp.ReadTextFileResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if text, ok := p.files[filepath.Base(r.Path)]; ok {
		return acp.ReadTextFileResponse{Content: text}, nil
	}
	data, err := os.ReadFile(r.Path)
	return acp.ReadTextFileResponse{Content: string(data)}, err
}

// WriteTextFile implements acp.Client.
func (p *peer) WriteTextFile(_ context.Context, r acp.WriteTextFileRequest) (acp.WriteTextFileResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.saved[filepath.Base(r.Path)] = r.Content
	return acp.WriteTextFileResponse{}, os.WriteFile(r.Path, []byte(r.Content), 0o644)
}

// choose answers every question with the option of an ID.
func choose(id acp.PermissionOptionId) func(acp.RequestPermissionRequest) acp.RequestPermissionOutcome {
	return func(acp.RequestPermissionRequest) acp.RequestPermissionOutcome {
		return acp.NewRequestPermissionOutcomeSelected(id)
	}
}

const write = `(:REPLY "" :CALLS ((:TOOL "write-file" :ID "w" ` +
	`:ARGS "{\"filepath\":\"out.txt\",\"content\":\"hello\\n\",\"explanation\":\"To keep the greeting.\"}")))`

// A whole conversation: a question with its diff, a yes, the result, the answer in chunks.
func TestConversation(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "It is kept.
Good bye.")`)
	p.answer = choose("once")
	if stop := p.says(id, "greet"); stop != acp.StopReasonEndTurn || p.said() != "It is kept.\nGood bye.\n" {
		t.Errorf("%s, %q", stop, p.said())
	}
	if len(p.asked) != 1 || p.read("out.txt") != "hello\n" {
		t.Fatalf("%d questions, %q", len(p.asked), p.read("out.txt"))
	}
	q := p.asked[0]
	shown, _ := json.Marshal(q)
	for _, want := range []string{`"newText":"hello\n"`, `"type":"diff"`, "To keep the greeting.", "high-impact",
		`"kind":"edit"`, p.Dir + "/out.txt", `"allow_once"`, `"reject_once"`, "Allow for this session: "} {
		if !bytes.Contains(shown, []byte(want)) {
			t.Errorf("the question lacks %s:\n%s", want, shown)
		}
	}
	told := p.told()
	for _, want := range []string{`"sessionUpdate":"tool_call"`, `"status":"pending"`, `"status":"in_progress"`,
		`"status":"completed"`, string(q.ToolCall.ToolCallId), `"name":"approve"`} {
		if !strings.Contains(told, want) {
			t.Errorf("nothing tells %s:\n%s", want, told)
		}
	}
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

// Only the answer to a question approves it: another option, a denial and a question that was closed do not.
func TestOnlyAYesApproves(t *testing.T) {
	for _, c := range []struct {
		answer acp.RequestPermissionOutcome
		want   string
	}{
		{acp.NewRequestPermissionOutcomeSelected("reject"), "denied it"},
		{acp.NewRequestPermissionOutcomeSelected("always-9"), "denied it"},
		{acp.NewRequestPermissionOutcomeSelected(""), "denied it"},
		{acp.NewRequestPermissionOutcomeCancelled(), "closed without an answer"},
	} {
		p, id := dial(t, acp.ClientCapabilities{}, write+`(:RESULTS "denied it" :REPLY "No.")`)
		p.answer = func(acp.RequestPermissionRequest) acp.RequestPermissionOutcome { return c.answer }
		if stop := p.says(id, "greet"); stop != acp.StopReasonEndTurn || !strings.Contains(p.told(), `"status":"failed"`) {
			t.Errorf("%+v: %s\n%s", c.answer, stop, p.told())
		}
		if _, err := os.Stat(filepath.Join(p.Dir, "out.txt")); err == nil {
			t.Errorf("%+v: it was written", c.answer)
		}
	}
}

// What the session allows is not asked again in it, and what is always allowed is a rule that is kept.
func TestScopes(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "One.")`+strings.ReplaceAll(write, "out.txt", "b.txt")+
		`(:REPLY "Two.")`)
	widest := ""
	p.answer = func(r acp.RequestPermissionRequest) acp.RequestPermissionOutcome {
		for _, o := range r.Options {
			if strings.HasPrefix(string(o.OptionId), "session-") {
				widest = string(o.OptionId)
			}
		}
		return acp.NewRequestPermissionOutcomeSelected(acp.PermissionOptionId(widest))
	}
	p.says(id, "greet")
	p.says(id, "again")
	if len(p.asked) != 1 || p.read("b.txt") != "hello\n" {
		t.Errorf("%d questions, %s", len(p.asked), p.read("b.txt"))
	}
	q := p.asked[0]
	i := slices.IndexFunc(q.Options, func(o acp.PermissionOption) bool { return string(o.OptionId) == widest })
	if i <= 0 || q.Options[0].OptionId != "once" {
		t.Errorf("%+v", q.Options)
	}
	for _, o := range q.Options {
		kept := strings.HasPrefix(string(o.OptionId), "always-")
		if kept != (o.Kind == acp.PermissionOptionKindAllowAlways) {
			t.Errorf("%+v", o)
		}
	}
}

// A client that cannot ask, or is gone, leaves a question as a flight plan, which another prompt carries out.
func TestSuspends(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "It is kept.")`)
	p.says(id, "greet")
	_, rest, found := strings.Cut(p.said(), "`/approve ")
	token, _, _ := strings.Cut(rest, "`")
	if !found || p.read("out.txt") == "hello\n" {
		t.Fatal(p.said())
	}
	p.says(id, "/approvals")
	if !strings.Contains(p.said(), "- `"+token+"`") {
		t.Error(p.said())
	}
	if _, err := p.prompt(id, acp.TextBlock("/approve AAAA-AAAA")); err == nil {
		t.Error("a token of nothing was taken")
	}
	p.answer = choose("once")
	p.says(id, "/approve "+token)
	if p.read("out.txt") != "hello\n" || !strings.Contains(p.said(), "It is kept.") {
		t.Errorf("%q, %s", p.read("out.txt"), p.said())
	}
	if _, err := p.prompt(id, acp.TextBlock("/approve "+token)); err == nil {
		t.Error("it was used twice")
	}
}

const sleep = `(:REPLY "" :CALLS ((:TOOL "shell" :ID "c" ` +
	`:ARGS "{\"cmd\":\"sleep 60\",\"explanation\":\"To wait for a while.\"}")))`

// A cancellation ends the command that is being done.
func TestCancellationOfACommand(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, sleep)
	p.answer = choose("once")
	stop := make(chan acp.StopReason)
	go func() { stop <- p.says(id, "greet") }()
	p.until(`"status":"in_progress"`)
	if err := p.conn.Cancel(t.Context(), acp.CancelNotification{SessionId: id}); err != nil {
		t.Fatal(err)
	}
	if got := <-stop; got != acp.StopReasonCancelled || !strings.Contains(p.told(), `"status":"failed"`) {
		t.Errorf("it ended with %s\n%s", got, p.told())
	}
}

// So does one in the middle of a question, which is withdrawn.
func TestCancellationOfAQuestion(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "again")`)
	p.answer = func(r acp.RequestPermissionRequest) (none acp.RequestPermissionOutcome) {
		if err := p.conn.Cancel(t.Context(), acp.CancelNotification{SessionId: id}); err != nil {
			t.Error(err)
		}
		return none
	}
	if stop := p.says(id, "greet"); stop != acp.StopReasonCancelled {
		t.Error(stop)
	}
	if stop := p.says(id, "again"); stop != acp.StopReasonEndTurn || p.said() != "again\n" {
		t.Errorf("%s, %q", stop, p.said())
	}
}

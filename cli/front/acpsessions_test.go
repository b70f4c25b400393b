package front

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/acp-go-sdk"
)

// A conversation is listed where it was held, and opened again: load tells all that was said, resume tells nothing.
func TestSessions(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "kept")`)
	p.answer = choose("once")
	p.says(id, "greet")
	other := filepath.Join(p.Home, "elsewhere")
	if err := os.MkdirAll(filepath.Join(other, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for cwd, want := range map[string]int{p.Dir: 1, other: 0} {
		list, err := p.conn.ListSessions(t.Context(), acp.ListSessionsRequest{Cwd: &cwd})
		if err != nil || len(list.Sessions) != want || list.NextCursor != nil {
			t.Fatalf("%s: %+v, %v", cwd, list, err)
		}
		if want > 0 && (list.Sessions[0].SessionId != id || *list.Sessions[0].Title != "greet" ||
			list.Sessions[0].Cwd != p.Dir) {
			t.Errorf("%+v", list.Sessions[0])
		}
	}
	load := acp.LoadSessionRequest{SessionId: id, Cwd: p.Dir, McpServers: []acp.McpServer{}}
	if _, err := p.conn.LoadSession(t.Context(), load); err == nil {
		t.Error("an open session was loaded")
	}
	if _, err := p.conn.CloseSession(t.Context(), acp.CloseSessionRequest{SessionId: id}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.prompt(id, acp.TextBlock("x")); err == nil {
		t.Error("a session that was closed took a prompt")
	}
	none := load
	none.SessionId = "20260102-150405-dc0359d14068"
	if _, err := p.conn.LoadSession(t.Context(), none); err == nil || !strings.Contains(err.Error(), "-32002") {
		t.Error(err)
	}
	p.updates = nil
	if r, err := p.conn.LoadSession(t.Context(), load); err != nil || r.Modes.CurrentModeId != modeAsk {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, want := range []string{`"text":"greet","type":"text"},"sessionUpdate":"user_message_chunk"`,
		`"text":"kept","type":"text"},"sessionUpdate":"agent_message_chunk"`, `"title":"write-file"`} {
		if !strings.Contains(p.told(), want) {
			t.Errorf("nothing tells %s:\n%s", want, p.told())
		}
	}
	if _, err := p.conn.CloseSession(t.Context(), acp.CloseSessionRequest{SessionId: id}); err != nil {
		t.Fatal(err)
	}
	p.updates = nil
	if _, err := p.conn.ResumeSession(t.Context(), acp.ResumeSessionRequest{SessionId: id, Cwd: p.Dir}); err != nil ||
		strings.Contains(p.told(), "greet") {
		t.Fatalf("%v\n%s", err, p.told())
	}
	if stop := p.says(id, "and?"); stop != acp.StopReasonEndTurn {
		t.Error(stop)
	}
}

// Two sessions go on side by side, each with its own questions and files.
func TestSideBySide(t *testing.T) {
	p, one := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "one")`+write+`(:REPLY "two")`)
	other := filepath.Join(p.Home, "elsewhere")
	if err := os.MkdirAll(filepath.Join(other, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := p.conn.NewSession(t.Context(), acp.NewSessionRequest{Cwd: other, McpServers: []acp.McpServer{}})
	if err != nil {
		t.Fatal(err)
	}
	two := s.SessionId
	p.answer = func(r acp.RequestPermissionRequest) acp.RequestPermissionOutcome {
		if r.SessionId == one { // which waits for the other
			p.says(two, "greet")
			return acp.NewRequestPermissionOutcomeSelected("once")
		}
		return acp.NewRequestPermissionOutcomeSelected("reject")
	}
	p.says(one, "greet")
	if _, err := os.Stat(filepath.Join(other, "out.txt")); err == nil || p.read("out.txt") != "hello\n" {
		t.Errorf("%v, %q", err, p.read("out.txt"))
	}
}

// In the mode that accepts edits an ordinary one is made without a question, until the mode is changed back.
func TestModes(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, write+`(:REPLY "one")`+strings.ReplaceAll(write, "out.txt", "b.txt")+
		`(:REPLY "two")`)
	p.answer = choose("reject")
	turn := func(mode acp.SessionModeId) error {
		_, err := p.conn.SetSessionMode(t.Context(), acp.SetSessionModeRequest{SessionId: id, ModeId: mode})
		return err
	}
	if err := turn("bypass"); err == nil {
		t.Error("a mode that there is not was taken")
	}
	if err := turn(modeAcceptEdits); err != nil {
		t.Fatal(err)
	}
	p.says(id, "greet")
	if _, err := p.conn.SetSessionConfigOption(t.Context(), acp.SetSessionConfigOptionRequest{
		ValueId: &acp.SetSessionConfigOptionValueId{SessionId: id, ConfigId: "mode", Value: "ask"}}); err != nil {
		t.Fatal(err)
	}
	p.says(id, "greet")
	if p.read("out.txt") != "hello\n" || len(p.asked) != 1 || p.read("b.txt") == "hello\n" {
		t.Errorf("%d questions, %q, %q", len(p.asked), p.read("out.txt"), p.read("b.txt"))
	}
}

// The models are those of the configuration; one that cannot be asked leaves it at the one before.
func TestModels(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "one")`, `[aliases]
quick = "ollama/qwen3"`)
	s, err := p.conn.NewSession(t.Context(), acp.NewSessionRequest{Cwd: p.Dir, McpServers: []acp.McpServer{}})
	if err != nil || s.Models.CurrentModelId != "recorded" || len(s.ConfigOptions) != 2 {
		t.Fatalf("%+v, %v", s.Models, err)
	}
	set := func(model acp.UnstableModelId) error {
		_, err := p.conn.UnstableSetSessionModel(t.Context(), acp.UnstableSetSessionModelRequest{SessionId: id,
			ModelId: model})
		return err
	}
	if err := set("nonsense/x"); err == nil {
		t.Error("a provider that there is not was taken")
	}
	p.says(id, "greet")
	if err := set("quick"); err != nil {
		t.Error(err)
	}
	r, err := p.conn.SetSessionConfigOption(t.Context(), acp.SetSessionConfigOptionRequest{
		ValueId: &acp.SetSessionConfigOptionValueId{SessionId: id, ConfigId: "model", Value: "recorded"}})
	if err != nil || r.ConfigOptions[1].Select.CurrentValue != "recorded" {
		t.Errorf("%+v, %v", r, err)
	}
}

// An editor's servers that the person has configured too are not spoken of; of the others the note says what to do.
func TestServersOfTheEditor(t *testing.T) {
	p, _ := dial(t, acp.ClientCapabilities{}, `(:REPLY "one")`, `[mcp.notes]
command = "npx"
args = ["-y", "notes"]
[mcp.far]
url = "https://example.com/mcp"`)
	server := func(name string, words ...string) acp.McpServer {
		return acp.McpServer{
			Stdio: &acp.McpServerStdio{Name: name, Command: words[0], Args: words[1:], Env: []acp.EnvVariable{}},
		}
	}
	far := acp.McpServer{Http: &acp.McpServerHttpInline{Name: "theirs", Type: "http", Url: "https://example.com/mcp",
		Headers: []acp.HttpHeader{}}}
	if _, err := p.conn.NewSession(t.Context(), acp.NewSessionRequest{Cwd: p.Dir, McpServers: []acp.McpServer{far,
		server("known", "/usr/bin/npx", "-y", "notes"), server("stranger", "npx", "-y", "other")}}); err != nil {
		t.Fatal(err)
	}
	p.until("not used here")
	if told := p.told(); !strings.Contains(told, "stranger") || strings.Contains(told, "known,") ||
		strings.Contains(told, "theirs") {
		t.Errorf("%s", told)
	}
}

// When the input ends, what was sent is answered; a question that nobody can answer any more is a flight plan.
func TestEndOfInput(t *testing.T) {
	r := rawly(t, write+`(:REPLY "It waits.")`)
	id := r.begin()
	r.send(prompting, 1, id)
	for r.lines.Scan() && !strings.Contains(r.lines.Text(), "session/request_permission") {
	}
	r.In.Close()
	all, answered := "", false
	for r.lines.Scan() {
		all += r.lines.Text() + "\n"
		answered = answered || strings.Contains(r.lines.Text(), `"id":1,"result":{"stopReason":"end_turn"`)
	}
	if !answered || !strings.Contains(all, "It waits for approval") || !strings.Contains(all, "/approve ") {
		t.Error(all)
	}
	if err := <-r.Ended; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(r.Dir, "out.txt")); err == nil {
		t.Error("it was written")
	}
}

package front

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/acp-go-sdk"
)

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// traced is the thought trace, which has what a model was asked.
func (p *peer) traced() string {
	p.t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join(p.Home, ".local/state/pp/audit"), func(name string, d os.DirEntry,
		err error) error {
		if err == nil && d.Type().IsRegular() {
			data, err := os.ReadFile(name)
			all.Write(data)
			return err
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return all.String()
}

// Only texts are what the person says; links, resources and pictures go with it as data, which the text refers to.
func TestWhatIsNoTextIsData(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "ok")`)
	if err := os.WriteFile(filepath.Join(p.Dir, "a b.txt"), []byte("LINKED /approve X\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := acp.ResourceLinkBlock("a b.txt", "file://"+p.Dir+"/a%20b.txt#L3")
	far := acp.ResourceLinkBlock("n\u202eame", "https://example.org/x")
	if _, err := p.prompt(id, acp.TextBlock("look at"), link, acp.TextBlock("and go on"), far,
		embedded("file://"+p.Dir+"/go.mod", "EMBEDDED"), encoded("zed:///x.txt", "BLOB"),
		acp.ImageBlock(pixel, "image/png")); err != nil {
		t.Fatal(err)
	}
	trace := p.traced()
	for _, want := range []string{"look at (attachment 1) and go on", "attachment 1: " + p.Dir + "/a b.txt", "LINKED",
		"attachment 2: link to n\\\\u{202e}ame", "https://example.org/x", "EMBEDDED", "BLOB", ":PICTURES"} {
		if !strings.Contains(trace, want) {
			t.Errorf("the model was not given %q", want)
		}
	}
	for _, marked := range []string{"LINKED", "EMBEDDED", "BLOB", "https://example.org/x"} {
		before, _, _ := strings.Cut(trace, marked)
		if strings.Count(before, "<<data") <= strings.Count(before, "<<end") {
			t.Errorf("%s is not marked as data", marked)
		}
	}
}

// What cannot be taken is an error, and nothing was asked.
func TestBlocksThatAreRefused(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "no")`, `private_paths = ["/vault"]`)
	for want, blocks := range map[string][]acp.ContentBlock{
		"base64":      {acp.TextBlock("x"), acp.ImageBlock("???", "image/png")},
		"of a kind":   {acp.TextBlock("x"), acp.AudioBlock("AAAA", "audio/wav")},
		"no text":     {acp.ResourceLinkBlock("x", "file:///nowhere")},
		"is private":  {acp.TextBlock("x"), embedded("file:///vault/x", "")},
		"has no tex":  {},
		"is binary":   {acp.TextBlock("x"), acp.ImageBlock("AAECAwQFBgcICQ==", "image/png")},
		"needs a tok": {acp.TextBlock("/deny")},
	} {
		if r, err := p.prompt(id, append([]acp.ContentBlock{}, blocks...)...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", want, r, err)
		}
	}
	if len(p.said()) > 0 {
		t.Error(p.said())
	}
}

func proposed(tool, id string, args map[string]string) string {
	args["explanation"] = "It is what the test is about."
	text, _ := json.Marshal(args)
	quoted, _ := json.Marshal(string(text))
	return `(:REPLY "" :CALLS ((:TOOL "` + tool + `" :ID "` + id + `" :ARGS ` + string(quoted) + `)))`
}

var allFiles = acp.ClientCapabilities{Fs: acp.FileSystemCapabilities{ReadTextFile: true, WriteTextFile: true}}

// Files are read as the editor has them, and written through it; what has changes there is not written.
func TestFilesOfTheEditor(t *testing.T) {
	p, id := dial(t, allFiles, proposed("read-file", "r", map[string]string{"filepath": "main.go"})+
		`(:RESULTS "UNSAVED" :REPLY "read")`+
		proposed("edit-file", "e", map[string]string{"filepath": "main.go", "old": "saved", "new": "mine"})+
		`(:RESULTS "has changes in the editor that are not saved" :REPLY "left")`+
		proposed("write-file", "w", map[string]string{"filepath": "new.go", "content": "new\n"})+
		proposed("edit-file", "f", map[string]string{"filepath": "go.mod", "old": "example", "new": "other"})+
		`(:RESULTS "Replaced" :REPLY "ok")`)
	p.answer = choose("once")
	if err := os.WriteFile(filepath.Join(p.Dir, "main.go"), []byte("saved\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.files["main.go"] = "UNSAVED\n"
	for range 3 {
		p.says(id, "do it")
	}
	if p.read("main.go") != "saved\n" || p.saved["new.go"] != "new\n" || p.read("new.go") != "new\n" ||
		p.saved["go.mod"] != "module other\n" || p.read("go.mod") != "module other\n" || len(p.saved) != 2 {
		t.Errorf("%q, %q", p.read("main.go"), p.saved)
	}
}

// What an editor holds of a secret or of what lies outside is judged as the file is.
func TestEditorIsNoWayAround(t *testing.T) {
	p, id := dial(t, allFiles, proposed("read-file", "r", map[string]string{"filepath": ".env"})+`(:REPLY "no")`)
	if err := os.WriteFile(filepath.Join(p.Dir, ".env"), []byte("A=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.files[".env"] = "EDITED=secret\n"
	p.says(id, "do it")
	if strings.Contains(p.told(), "EDITED") || !strings.Contains(p.told(), "The gates denied it") {
		t.Error(p.told())
	}
}

// A command runs in pp's sandbox; the client's terminal only shows what it prints, where there is one for that.
func TestCommandIsShown(t *testing.T) {
	run := proposed("shell", "c", map[string]string{"cmd": "echo one && exit 3"}) + `(:REPLY "ok")`
	p, id := dial(t, acp.ClientCapabilities{Terminal: true}, run)
	p.answer = choose("once")
	p.says(id, "do it")
	for _, want := range []string{`"kind":"execute"`, `"command":"echo one \u0026\u0026 exit 3"`, "```\\none\\n",
		`"status":"failed"`} {
		if !strings.Contains(p.told(), want) {
			t.Errorf("nothing tells %s:\n%s", want, p.told())
		}
	}
	p, id = dial(t, acp.ClientCapabilities{Meta: map[string]any{"terminal_output": true}}, run)
	p.answer = choose("once")
	p.says(id, "do it")
	for _, want := range []string{`"terminalId":"call-1"`, `"terminal_info"`, `"data":"one\n"`, `"exit_code":3`} {
		if !strings.Contains(p.told(), want) {
			t.Errorf("nothing tells %s:\n%s", want, p.told())
		}
	}
}

// A model's plan is a plan of the protocol.
func TestPlan(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "" :CALLS ((:TOOL "todo" :ID "t" `+
		`:ARGS "{\"items\":[\"[x] one\",\"two\",\"three\"],\"explanation\":\"To keep the plan.\"}")))(:REPLY "ok")`)
	p.says(id, "plan it")
	if !strings.Contains(p.told(), `"entries":[{"content":"one","priority":"medium","status":"completed"},`+
		`{"content":"two","priority":"medium","status":"in_progress"},`+
		`{"content":"three","priority":"medium","status":"pending"}],"sessionUpdate":"plan"`) {
		t.Error(p.told())
	}
}

// No secret is shown, and no text in a question deceives or ends the fence that it stands in.
func TestQuestionsDeceiveNobody(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, proposed("shell", "c", map[string]string{
		"cmd": "echo '```' n\u043etes && touch /nowhere"})+`(:REPLY "ok")`)
	p.answer = choose("reject")
	p.says(id, "do it")
	if len(p.asked) != 1 {
		t.Fatal(p.told())
	}
	shown, _ := json.Marshal(p.asked[0])
	all := string(shown) + p.told()
	if strings.Contains(all, "\u043e") {
		t.Error(all)
	}
	text := p.asked[0].ToolCall.Content[0].Content.Content.Text.Text
	if !strings.HasPrefix(text, "````\n") || !strings.HasSuffix(text, "\n````") ||
		!strings.Contains(text, "touch /nowhere") {
		t.Error(text)
	}
}

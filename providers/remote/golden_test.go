package remote_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"pp/providers/providertest"
	"pp/providers/wire"
)

// TestConversationsWithTools compares what each protocol sends of calls, their results and what is said last, as calls
// and as text, with testdata/PROTOCOL-calling.json and -intext.json. PP_UPDATE=1 writes those files.
func TestConversationsWithTools(t *testing.T) {
	prompt := providertest.Calling()
	prompt.MaxTokens = 50
	for _, p := range providertest.All() {
		golden(t, p.Name+"-calling", providertest.Sent(t, p, wire.Options{}, prompt))
		golden(t, p.Name+"-intext", providertest.Sent(t, p, wire.Options{Tools: wire.ToolsText}, prompt))
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(got), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, got)
	}
	b.WriteByte('\n')
	path := filepath.Join("testdata", name+".json")
	if os.Getenv("PP_UPDATE") == "1" {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("it is\n%s\nwant\n%s", b.String(), want)
	}
}

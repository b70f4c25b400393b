//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/providers/providertest"
)

// A reply that breaks off in the middle, whose provider another one answers for, is marked where it
// was seen, and no part
// of it is in what programs read or in the conversation.
func TestHalfAnAnswerIsNoPartOfTheNext(t *testing.T) {
	p := providertest.OpenAI()
	whole := p.Stream(p.Whole, "The first half.\n", "The second half.\n")
	broken := whole[:bytes.Index(whole, []byte("The second"))]
	half := providertest.Serve(t, providertest.Respond(200, broken, "Content-Type: "+p.Type))
	good := providertest.Serve(t, providertest.Respond(200, p.Stream(p.Whole, "It is Paris.\n"), "Content-Type: "+p.Type))
	config := "cascade = [\"half\", \"good\"]\n"
	for name, url := range map[string]string{"half": half.URL(), "good": good.URL()} {
		config += fmt.Sprintf("[providers.%s]\nprotocol = \"openai\"\nbase_url = %q\nmodel = \"m-1\"\n", name, url)
	}
	t.Chdir(t.TempDir())
	for _, tc := range []struct {
		args string
		seen bool // the first half is seen, and marked
	}{{"--no-tools", true}, {"--stream", true}, {"", false}, {"--output-format json", false}, {"-o out.txt", false},
		{"--raw", false}} {
		home := t.TempDir()
		configure(t, home, config)
		code, text, stderr := asked(home, append(strings.Fields(tc.args), "what is the capital of France")...)
		if out, err := os.ReadFile("out.txt"); err == nil && strings.HasPrefix(tc.args, "-o") {
			text = string(out)
		}
		if code != exit.OK || !strings.Contains(text, "It is Paris.") || !strings.Contains(stderr, "half failed") {
			t.Errorf("%q: exit %d, %q, %s; want exit 0, the answer, and a note about half", tc.args, code, text, stderr)
		}
		first, _, marked := strings.Cut(text, "[cut off]")
		if strings.Contains(text, "first half") && (!tc.seen || !marked || !strings.Contains(first, "first half")) {
			t.Errorf("%q: the half is in %q", tc.args, text)
		}
		sessions, err := filepath.Glob(filepath.Join(home, ".local/state/pp/sessions/*.session"))
		if err != nil || len(sessions) != 1 {
			t.Fatalf("%q: sessions %q: %v", tc.args, sessions, err)
		}
		if data, err := os.ReadFile(sessions[0]); err != nil || bytes.Contains(data, []byte("first half")) {
			t.Errorf("%q: the conversation has the half, %v: %s", tc.args, err, data)
		}
	}
}

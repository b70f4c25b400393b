//go:build linux

package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"pp/engine"
	"pp/providers/providertest"
	"pp/sexp"
)

// What a model means by the escapes in its strings arrives in a file byte for byte: 1,000 strings, in ten replies.
func TestEscapesArriveInTheFile(t *testing.T) {
	home, work := t.TempDir(), t.TempDir()
	t.Chdir(work)
	rng := rand.New(rand.NewPCG(1, 2))
	var replies strings.Builder
	want := map[string]string{}
	for i := range 10 {
		name := fmt.Sprintf("strings-%d.txt", i)
		var meant, written strings.Builder
		for range 100 {
			m, w := anyString(rng)
			meant.WriteString(m + "\n")
			written.WriteString(w + `\n`)
		}
		want[name] = meant.String()
		reply := fmt.Sprintf("Now the file.\n\n```lisp\n(write-file :FILEPATH \"%s\" :CONTENT \"%s\"\n"+
			" :EXPLANATION \"All that was asked for.\")\n```", name, written.String())
		replies.WriteString("(:REPLY " + sexp.Print(sexp.String(reply)) + ")\n")
	}
	replies.WriteString(`(:REPLY "Done.")`)
	write(t, filepath.Join(home, "replies.sexp"), replies.String())
	configure(t, home,
		"[providers.say]\nprotocol = \"script\"\nfile = \"~/replies.sexp\"\n")
	code, stdout, stderr := asked(home, "-v", "-p", "say", "--accept-edits", "write them")
	if code != 0 || stdout != "Done.\n" || !strings.Contains(stderr, "Now the file.\n") {
		t.Fatalf("exit %d, %q, %s; want exit 0, the answer, and the text before the call", code, stdout, stderr)
	}
	for name, text := range want {
		got, err := os.ReadFile(name)
		if err != nil || string(got) != text {
			t.Errorf("%s: %v: %q is not %q", name, err, got, text)
		}
	}
}

// anyString returns a random string, and a way in which a model may write it between quotation marks.
func anyString(rng *rand.Rand) (meant, written string) {
	for range 1 + rng.IntN(20) {
		m, w := anyPiece(rng)
		meant, written = meant+m, written+w
	}
	return meant, written
}

func anyPiece(rng *rand.Rand) (meant, written string) {
	pieces := [...][2]string{{"\n", `\n`}, {"\n", "\n"}, {"\t", `\t`}, {"\t", "\t"}, {"\r\n", `\r\n`}, {`"`, `\"`},
		{`\`, `\\`},
		{`\n`, `\\n`}, {`\"`, `\\\"`}, {`\d`, `\d`}, {`\(x\)`, `\(x\)`}, {`\.go`, `\.go`}, {`\b`, `\b`}, {`\f`, `\f`},
		{`\/`, `\/`},
		{`\'`, `\'`}, {`\x41`, `\x41`}, {`\0`, `\0`}, {`\u12g`, `\u12g`}, {`\ud800 `, `\ud800 `}, {`\é`, `\é`},
		{"\\\n", "\\\n"},
		{"```\n", "```\\n"}, {"(:TYPE :REQUEST)", "(:TYPE :REQUEST)"}, {"; # | #|", "; # | #|"}, {"<think>", "<think>"},
		{"</think>", "</think>"}, {"}]", "}]"}, {"Aé€", `\u0041\u00e9\u20AC`}, {"plain words", "plain words"}}
	if rng.IntN(3) > 0 {
		p := pieces[rng.IntN(len(pieces))]
		return p[0], p[1]
	}
	runes := []rune("aZ0 ~éß€中\u2028\u200d😀🏳𝔘")
	r := runes[rng.IntN(len(runes))]
	switch {
	case rng.IntN(2) == 0:
		return string(r), string(r)
	case r > 0xFFFF:
		high, low := utf16.EncodeRune(r)
		return string(r), fmt.Sprintf(`\u%04x\u%04X`, high, low)
	}
	return string(r), fmt.Sprintf(`\u%04X`, r)
}

// So do those of native calls, in every protocol, however their JSON is written: what looks like an escape in
// an argument is none.
func TestEscapesArriveNatively(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, p := range providertest.All() {
		s, home := newTalker(t, "")
		dir := t.TempDir()
		want := map[string]string{}
		for range 2 {
			var calls []engine.ToolCall
			for range 5 {
				name := fmt.Sprintf("strings-%d.txt", len(want))
				var content strings.Builder
				for range 50 {
					m, w := anyString(rng)
					content.WriteString(m + "\n" + w + "\n")
				}
				want[name] = content.String()
				args, err := json.Marshal(map[string]string{"filepath": name, "content": want[name],
					"explanation": "All that was asked for."})
				if err != nil {
					t.Fatal(err)
				}
				if len(want)%2 == 0 {
					args = inASCII(args)
				}
				calls = append(calls, engine.ToolCall{ID: name[:len(name)-4], Tool: "write-file", Args: string(args)})
			}
			s.replies = append(s.replies, engine.Reply{Calls: calls})
		}
		if out, code := s.run(t, home, dir, "--accept-edits", "-m", p.Name+"/m-1", "write them"); code != 0 {
			t.Fatalf("%s: exit %d, %s", p.Name, code, out)
		}
		for name, text := range want {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
				t.Errorf("%s, %s: %v: %q is not %q", p.Name, name, err, got, text)
			}
		}
		s.strictly(t)
	}
}

// inASCII is JSON with all else than ASCII in escapes, as some servers write it.
func inASCII(data []byte) []byte {
	var out []byte
	for _, r := range string(data) {
		if r < 0x80 {
			out = append(out, byte(r))
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

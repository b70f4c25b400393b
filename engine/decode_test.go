package engine_test

import (
	"encoding/json"
	"errors"
	"math/rand"
	"strings"
	"testing"

	"pp/engine"
	"pp/sexp"
)

var decoder = engine.Decoder{Known: func(t engine.Target) bool {
	return t == engine.TargetCLI || t == engine.TargetTool || t == engine.TargetShell || t == engine.TargetSystem
}, Tests: func(sexp.Plist) (string, error) { return "go test ./...", nil }}

// decode is the action of a decoded reply.
func decode(d engine.Decoder, reply string, source engine.Target) (engine.Action, error) {
	said, err := d.Decode(reply, source)
	return said.Action, err
}

func TestDecodeForgivesForm(t *testing.T) {
	const read = `(:TYPE :REQUEST :TARGET :TOOL ` +
		`:PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "go.mod") :EXPLANATION "why not"))`
	for _, tc := range []struct{ name, reply, want string }{
		{"plain", read, read},
		{"bare symbols, any case",
			`(type request target tool ` +
				`payload (action call tool "read-file" args (filepath "go.mod") explanation "why not"))`, read},
		{"mixed case keywords",
			`(:Type :request :TARGET :Tool ` +
				`:Payload (:action :Call :TOOL "Read-File" :args (:FilePath "go.mod") :explanation "why not"))`, read},
		{"flat",
			`(:TYPE :REQUEST :TARGET :TOOL ` +
				`:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "go.mod") :EXPLANATION "why not")`, read},
		{"nested args",
			`(:TYPE :REQUEST :TARGET :TOOL ` +
				`:PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS ((:FILEPATH "go.mod")) :EXPLANATION "why not"))`, read},
		{"no target, a tool",
			`(:TYPE :REQUEST ` +
				`:PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "go.mod") :EXPLANATION "why not"))`, read},
		{"fenced lisp", "```lisp\n" + read + "\n```", read},
		{"fenced, no tag", "Let me look.\n```\n" + read + "\n```\n", read},
		{"string target", strings.Replace(read, ":TARGET :TOOL", `:TARGET "tool"`, 1), read},
		{"white space around", "\n\n  " + read + "\n", read},
		{"quoted, alone", "\n'" + read + "\n", read},
		{"key in another package", strings.Replace(read, ":TARGET", "foo:target", 1), read},
		{"full-width key", strings.Replace(read, ":TARGET", ":ＴＡＲＧＥＴ", 1), read},
		{"args in another order", `(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "x" :ARGS (:B 2 :A 1)))`,
			`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "x" :ARGS (:A 1 :B 2)))`},
		{"shell tool", `(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "shell" :ARGS (:CMD "ls")))`,
			`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls"))`},
		{"eval-form", `(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "eval-form" :ARGS (:CODE "(+ 1 2)")))`,
			`(:TYPE :REQUEST :TARGET :SYSTEM :PAYLOAD (:ACTION :EVAL :CODE "(+ 1 2)"))`},
		{"run-tests", `(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "run-tests"))`,
			`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "go test ./..."))`},
	} {
		a, err := decode(decoder, tc.reply, engine.TargetCLI)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
		} else if got := a.Canonical(); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// A message is kept byte for byte; those of testdata/replies are others of its kind.
func TestDecodeMessages(t *testing.T) {
	for _, reply := range []string{"  leading space\n", "byte for byte \xff\xfe", "Hello\n"} {
		a, err := decode(decoder, reply, "TUI")
		m, ok := a.Op.(engine.Message)
		if err != nil || !ok || m.Text != reply || a.Target != "TUI" || a.Explanation != engine.DefaultExplanation {
			t.Errorf("Decode(%q) = %+v, %v; want the message, byte for byte", reply, a, err)
		}
	}
}

// What is nested too deep, or calls a tool where no tool is known, is refused with a short error; testdata/replies has
// what else is refused.
func TestDecodeRefuses(t *testing.T) {
	for reply, want := range map[string]string{`{"tool":"read-file","args":{"filepath":"x"}}`: "another syntax",
		"(:TYPE :REQUEST :PAYLOAD " + strings.Repeat("(", 5000) + strings.Repeat(")", 5000) + ")": "cannot be read"} {
		a, err := decode(decoder, reply, engine.TargetCLI)
		var pe *engine.ProtocolError
		if !errors.As(err, &pe) || !strings.Contains(err.Error(), want) || len(err.Error()) > 600 || len(pe.Raw) > 200 {
			t.Errorf("%.60s: got %+v, %v; want a short ProtocolError with %q", reply, a, err, want)
		}
	}
}

// Inside :ARGS the tool's schema decides which keys exist.
func TestDecodeLeavesArgumentsToTheSchema(t *testing.T) {
	a, err := decode(decoder, `(:TYPE :REQUEST :TARGET :TOOL `+
		`:PAYLOAD (:ACTION :CALL :TOOL "x" :ARGS (:LEVEL 3 :TOKEN "t")))`, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Op.(engine.Call).Args.Len(); got != 2 {
		t.Errorf("%d arguments, want 2", got)
	}
}

func TestNoToolsDecodesNothing(t *testing.T) {
	d := decoder
	d.Plain = true
	reply := `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls"))`
	a, err := decode(d, reply, engine.TargetCLI)
	if m, ok := a.Op.(engine.Message); err != nil || !ok || m.Text != reply {
		t.Errorf("got %+v, %v", a, err)
	}
}

// A canonical action decodes to itself.
func TestCanonicalIsAFixedPoint(t *testing.T) {
	for _, reply := range []string{callRead, runRM,
		`(:TYPE :REQUEST :TARGET :CLI :PAYLOAD (:ACTION :MESSAGE :TEXT "a\"b\\c" :EXPLANATION "eleven chars"))`,
		`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sleep 1" :TIMEOUT 9 :EXPLANATION "eleven chars"))`} {
		a, err := decode(decoder, reply, "")
		if err != nil {
			t.Fatal(err)
		}
		b, err := decode(decoder, a.Canonical(), "")
		if err != nil || a.Canonical() != b.Canonical() {
			t.Errorf("%s became %s, %v", a.Canonical(), b.Canonical(), err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{callRead, runRM, "hello", "```lisp\n" + callRead + "\n```", `{"tool":"x","args":{}}`,
		"(:TYPE", ":APPROVED T", "<tool_call>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		a, err := decode(decoder, reply, engine.TargetCLI)
		if err != nil {
			return
		}
		if a.Op == nil || a.Target == "" {
			t.Fatalf("an action without operation or target from %q", reply)
		}
		if m, ok := a.Op.(engine.Message); ok && a.Explanation == engine.DefaultExplanation && m.Text == reply {
			return
		}
		if _, err := decode(decoder, a.Canonical(), engine.TargetCLI); err != nil && !strings.ContainsRune(reply, 0xFFFD) {
			if _, isMessage := a.Op.(engine.Message); !isMessage {
				t.Fatalf("canonical form of %q does not decode: %v", reply, err)
			}
		}
	})
}

// A call in JSON says in its strings what JSON says, whatever is in them, and cannot be made to say more.
func TestTextInJSONIsTheText(t *testing.T) {
	d := decoder
	d.Tools = replyTools
	pieces := []string{`\`, `"`, "\n", "\t", "\r", "(", ")", ";", "|#", "```\n",
		"</tool_call>", "<|im_end|>", "ä", "\u2028", "😀",
		"#|", `\n`, `\u0041`, "a", " ", "'", "\x01", "{", "}]", "(shell :CMD \"x\")", "<think>", "</think>", "<|im_start|>"}
	next := rand.New(rand.NewSource(1))
	for range 1000 {
		var text strings.Builder
		for range 1 + next.Intn(12) {
			text.WriteString(pieces[next.Intn(len(pieces))])
		}
		args, err := json.Marshal(map[string]string{"filepath": "a", "content": text.String()})
		if err != nil {
			t.Fatal(err)
		}
		a, err := decode(d, "<tool_call>\n"+`{"name": "write_file", "arguments": `+string(args)+"}\n</tool_call>", "")
		call, ok := a.Op.(engine.Call)
		if got, _ := call.Args.Text("CONTENT"); err != nil || !ok || got != text.String() {
			t.Fatalf("%q became %q in %+v, %v", text.String(), got, a, err)
		}
	}
}

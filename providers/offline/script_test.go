package offline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
)

func recorded(system string, turns ...string) engine.Prompt {
	p := engine.Prompt{System: system}
	for _, t := range turns {
		p.Turns = append(p.Turns, engine.Turn{Text: t})
	}
	return p
}

func parsed(t testing.TB, text string) *Script {
	t.Helper()
	s, err := ParseScript("replies", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReplay(t *testing.T) {
	s := parsed(t, `
; a whole conversation
(:EXPECT "summarize" :REPLY "It says
hello." :USAGE (:INPUT 12 :OUTPUT 3))
(:EXPECT ("tool" "go.mod") :SYSTEM "REJECTED" :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3")))
(:ERROR :TRY-LATER :MESSAGE "busy")
(:BYTES #(104 255))
(:REPLY "ab" :REPEAT 3)
`)
	var previewed string
	p := recorded("", "first turn", "please summarize this")
	p.Preview = func(d string) { previewed += d }
	reply, err := s.Complete(t.Context(), p)
	if err != nil || reply.Text != "It says\nhello." || reply.Provider != "script" ||
		reply.Usage != (engine.Usage{Input: 12, Output: 3}) || previewed != reply.Text {
		t.Fatalf("%+v, %v, previewed %q", reply, err, previewed)
	}
	reply, err = s.Complete(t.Context(), recorded("IDENTITY\n\nPREVIOUS PROPOSAL REJECTED by x", "tool read go.mod"))
	if err != nil || reply.Text != `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3"))` {
		t.Fatalf("%+v, %v", reply, err)
	}
	_, err = s.Complete(t.Context(), recorded(""))
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMTryLater || err.Error() != "script: busy" {
		t.Fatalf("%v", err)
	}
	for _, want := range []string{"h\xff", "ababab"} {
		if reply, err = s.Complete(t.Context(), recorded("", "x")); err != nil || reply.Text != want {
			t.Fatalf("%q, %v", reply.Text, err)
		}
	}
}

// TestCalls checks that a reply may call tools, and that the next entry may expect their results.
func TestCalls(t *testing.T) {
	s := parsed(t, `(:REPLY "I look." :CALLS ((:TOOL "read-file" :ARGS "{\"filepath\":\"a\"}" :ID "x" :MARK "m")
  (:TOOL "b")))
(:RESULTS ("[x]" "first" "second") :CALLS ((:TOOL "c" :ARGS "no JSON")))
(:RESULTS "third" :REPLY "Done.")`)
	reply, err := s.Complete(t.Context(), recorded("", "go"))
	want := []engine.ToolCall{{ID: "x", Tool: "read-file", Args: `{"filepath":"a"}`, Mark: "m"}, {Tool: "b"}}
	if err != nil || reply.Text != "I look." || !slices.Equal(reply.Calls, want) {
		t.Fatalf("%+v, %v", reply, err)
	}
	tool := func(id, text string) engine.Turn { return engine.Turn{Role: engine.RoleTool, Answers: id, Text: text} }
	p := recorded("")
	p.Turns = []engine.Turn{{Text: "go"}, {Role: engine.RoleAssistant}, tool("x", "first"), tool("y", "second")}
	if reply, err = s.Complete(t.Context(), p); err != nil || reply.Text != "" || len(reply.Calls) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	p.Turns = append(p.Turns, engine.Turn{Role: engine.RoleAssistant}, tool("z", "another"))
	if _, err = s.Complete(t.Context(), p); err == nil || !strings.HasSuffix(err.Error(),
		`expects "third" in the results of the calls, which is "[z]\nanother"`) {
		t.Errorf("%v", err)
	}
}

func TestDelay(t *testing.T) {
	s := parsed(t, `(:REPLY "slow" :DELAY-MS 30) (:REPLY "never" :DELAY-MS 10000)`)
	start := time.Now()
	if _, err := s.Complete(t.Context(), recorded("")); err != nil || time.Since(start) < 30*time.Millisecond {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	why := errors.New("Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
	start = time.Now()
	if _, err := s.Complete(ctx, recorded("")); err != why || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	if _, err := s.Complete(ctx, recorded("")); err != why {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestDriftIsLoud(t *testing.T) {
	for _, tc := range []struct {
		script  string
		prompt  engine.Prompt
		message string
	}{
		{"\n  (:EXPECT \"hello\" :REPLY \"x\")", recorded("hello", "hello", "bye"),
			`replies:2:3: entry 1 expects "hello" in the last turn, which is "bye"`},
		{`(:EXPECT ("b" "hello") :REPLY "x")`, recorded("", "bye"),
			`replies:1:1: entry 1 expects "hello" in the last turn, which is "bye"`},
		{`(:SYSTEM "REJECTED" :REPLY "x")`, recorded("IDENTITY: Agent", "REJECTED"),
			`replies:1:1: entry 1 expects "REJECTED" in the system prompt, which is "IDENTITY: Agent"`},
		{`(:CONTEXT ("One" "Three") :REPLY "x")`, engine.Prompt{Context: []engine.Passage{{Text: "* One\n"},
			{Text: "* Two\n"}}}, `replies:1:1: entry 1 expects "Three" in the context, which is "* One\n* Two\n"`},
		{`(:EXPECT "a" :REPLY "x")`, recorded(""), `replies:1:1: entry 1 expects "a" in the last turn, which is ""`},
		{`(:EXPECT "a" :REPLY "x")`, recorded("", strings.Repeat("é", 1<<20)),
			`replies:1:1: entry 1 expects "a" in the last turn, which is "` + strings.Repeat("é", 100) + `…"`},
		{`(:REPLY "x")`, recorded("", "again", "more"), ""},
	} {
		s := parsed(t, tc.script)
		_, err := s.Complete(t.Context(), tc.prompt)
		if tc.message == "" { // a surplus prompt
			tc.message = `replies: all 1 entries were replayed and one more prompt came, whose last turn is "more"`
			_, err = s.Complete(t.Context(), tc.prompt)
		}
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != engine.LLMConfig || le.Err.Error() != tc.message {
			t.Fatalf("%v, want %s", err, tc.message)
		}
		if _, err := s.Complete(t.Context(), recorded("REJECTED", "a b hello")); err == nil {
			t.Errorf("a prompt succeeded after %s, want the same error", tc.message)
		}
	}
}

func TestParseScriptRefuses(t *testing.T) {
	for text, message := range map[string]string{
		"":                               "1:1: the script has no entry",
		"hello":                          "1:1: an entry is one property list: ",
		"(:REPLY \"a\")\n  (:REPLY)":     "2:3: an entry is one property list: ",
		"(:REPLY \"é\") (:REPLY 1)":      "1:14: :REPLY must be a string",
		"(:REPLY \"a\"":                  "1:",
		"\n(:REPLY #.(run))":             "2:9: ",
		"(:EXPECT \"a\")":                "1:1: the entry has none of :REPLY, :FORM, :BYTES, :CALLS and :ERROR; give one",
		"(:REPLY \"a\" :ERROR :AUTH)":    "1:1: the entry has both :REPLY and :ERROR; give one",
		"(:REPLY \"a\" :MESSAGE \"b\")":  "1:1: :MESSAGE belongs to an :ERROR",
		"(:ERROR :AUTH :REPEAT 2)":       "1:1: :CALLS, :CUT and :REPEAT belong to a reply",
		"(:ERROR :WRONG)":                "1:1: :ERROR must be :UNAVAILABLE, :TRY-LATER, ",
		"(:EXPECT \"\" :REPLY \"a\")":    "1:1: :EXPECT must be a string that is not empty, or a list of them",
		"(:SYSTEM 1 :REPLY \"a\")":       "1:1: :SYSTEM must be ",
		"(:REPLY \"a\" :DELAY-MS 10001)": "1:1: :DELAY-MS must be a number from 0 to 10000",
		"(:REPLY \"a\" :REPEAT 0)":       "1:1: :REPEAT must be a number from 1 to 1000000",
		"(:REPLY \"" + strings.Repeat("a", 1000) + "\" :REPEAT 100000)": "1:1: the reply is over 67108864 bytes",
		"(:BYTES #(256))":                     "1:1: :BYTES must be a vector of numbers from 0 to 255",
		"(:REPLY \"a\" :USAGE (:INPUT -1))":   "1:1: :USAGE must be a number from 0 to ",
		"(:REPLY \"a\" :USAGE (:COST 1))":     "1:1: :USAGE has the unknown key :COST",
		"(:CALLS NIL)":                        "1:1: :CALLS must be a list of calls, such as ",
		"(:CALLS ((:TOOL \"a\" :ARG \"b\")))": "1:1: :CALLS must be ",
		"(:REPLY \"a\" :EXPCT \"b\")":         "1:1: :EXPCT is unknown; known are :EXPECT ",
		"(:CUT :X :REPLY \"a\")":              "1:1: :CUT must be :TEXT or :CALL",
	} {
		if s, err := ParseScript("f", text); s != nil || err == nil || !strings.HasPrefix(err.Error(), "f:"+message) {
			t.Errorf("%.60q: %v, want %s", text, err, message)
		}
	}
	if _, err := OpenScript(t.TempDir()); err == nil || !strings.Contains(err.Error(), "a directory") {
		t.Errorf("open a directory: %v, want an error about a directory", err)
	}
}

// FuzzScript checks that any text is a script or an error, and that a script can be replayed to its end.
func FuzzScript(f *testing.F) {
	f.Add(`(:EXPECT "a" :REPLY "b" :USAGE (:INPUT 1 :OUTPUT 2))`)
	f.Add(`(:EXPECT ("a" "b") :SYSTEM "c" :FORM (:TYPE :REQUEST)) (:ERROR :AUTH :MESSAGE "no" :DELAY-MS 1)`)
	f.Add("(:BYTES #(1 2 255) :REPEAT 3)\n; c\n(:reply \"\")")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScript("f", text)
		if err != nil {
			return
		}
		for s.next < len(s.entries) {
			e := &s.entries[s.next]
			e.delay, e.results, e.context = 0, nil, nil
			p := recorded(strings.Join(e.system, ""), strings.Join(e.expect, ""))
			var le *engine.LLMError
			if _, err := s.Complete(context.Background(), p); err != nil && (!errors.As(err, &le) || le != e.failure) {
				t.Fatal(err)
			}
		}
	})
}

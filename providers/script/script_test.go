package script

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/sexp"
)

func prompt(system string, turns ...string) engine.Prompt {
	p := engine.Prompt{System: system}
	for _, t := range turns {
		p.Turns = append(p.Turns, engine.Turn{Text: t})
	}
	return p
}

// remaining is how many entries have not been replayed.
func remaining(s *Script) int { return len(s.entries) - s.next }

func parse(t testing.TB, text string) *Script {
	t.Helper()
	s, err := Parse("replies", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReplay(t *testing.T) {
	s := parse(t, `
; a whole conversation
(:EXPECT "summarize" :REPLY "It says
hello." :USAGE (:INPUT 12 :OUTPUT 3))
(:EXPECT ("tool" "go.mod") :SYSTEM "REJECTED" :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3")))
(:ERROR :TRY-LATER :MESSAGE "busy")
(:BYTES #(104 255))
(:REPLY "ab" :REPEAT 3)
`)
	var previewed string
	p := prompt("", "first turn", "please summarize this")
	p.Preview = func(d string) { previewed += d }
	reply, err := s.Complete(t.Context(), p)
	if err != nil || reply.Text != "It says\nhello." || reply.Provider != "script" ||
		reply.Usage != (engine.Usage{Input: 12, Output: 3}) || previewed != reply.Text {
		t.Fatalf("%+v, %v, previewed %q", reply, err, previewed)
	}
	reply, err = s.Complete(t.Context(), prompt("IDENTITY\n\nPREVIOUS PROPOSAL REJECTED by x", "tool read go.mod"))
	if err != nil || reply.Text != `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3"))` {
		t.Fatalf("%+v, %v", reply, err)
	}
	_, err = s.Complete(t.Context(), prompt(""))
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMTryLater || err.Error() != "script: busy" {
		t.Fatalf("%v", err)
	}
	for _, want := range []string{"h\xff", "ababab"} {
		if reply, err = s.Complete(t.Context(), prompt("", "x")); err != nil || reply.Text != want {
			t.Fatalf("%q, %v", reply.Text, err)
		}
	}
	if remaining(s) != 0 {
		t.Errorf("%d remain", remaining(s))
	}
}

// TestCalls: a reply may call tools, and the next entry may expect their results.
func TestCalls(t *testing.T) {
	s := parse(t, `(:REPLY "I look." :CALLS ((:TOOL "read-file" :ARGS "{\"filepath\":\"a\"}" :ID "x" :MARK "m")
  (:TOOL "b")))
(:RESULTS ("[x]" "first" "second") :CALLS ((:TOOL "c" :ARGS "no JSON")))
(:RESULTS "third" :REPLY "Done.")`)
	reply, err := s.Complete(t.Context(), prompt("", "go"))
	want := []engine.ToolCall{{ID: "x", Tool: "read-file", Args: `{"filepath":"a"}`, Mark: "m"}, {Tool: "b"}}
	if err != nil || reply.Text != "I look." || !slices.Equal(reply.Calls, want) {
		t.Fatalf("%+v, %v", reply, err)
	}
	tool := func(id, text string) engine.Turn { return engine.Turn{Role: engine.RoleTool, Answers: id, Text: text} }
	p := prompt("")
	p.Turns = []engine.Turn{{Text: "go"}, {Role: engine.RoleAssistant}, tool("x", "first"), tool("y", "second")}
	if reply, err = s.Complete(t.Context(), p); err != nil || reply.Text != "" || len(reply.Calls) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	p.Turns = append(p.Turns, engine.Turn{Role: engine.RoleAssistant}, tool("z", "another"))
	var drift *DriftError
	if _, err = s.Complete(t.Context(), p); !errors.As(err, &drift) || drift.Part != "results of the calls" ||
		drift.Got != "[z]\nanother" {
		t.Errorf("%v", err)
	}
}

func TestFailureKinds(t *testing.T) {
	for name, kind := range map[string]engine.LLMKind{"UNAVAILABLE": engine.LLMUnavailable,
		"try-later": engine.LLMTryLater,
		"AUTH":      engine.LLMAuth, "CONFIG": engine.LLMConfig, "TOO-LARGE": engine.LLMTooLarge} {
		_, err := parse(t, "(:ERROR :"+name+")").Complete(t.Context(), prompt(""))
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDriftIsLoud(t *testing.T) {
	for _, tc := range []struct {
		name, script string
		prompt       engine.Prompt
		message      string
	}{
		{"last turn", "\n  (:EXPECT \"hello\" :REPLY \"x\")", prompt("hello", "hello", "bye"),
			`replies:2:3: entry 1 expects "hello" in the last turn, which is "bye"`},
		{"one of two", `(:EXPECT ("b" "hello") :REPLY "x")`, prompt("", "bye"),
			`replies:1:1: entry 1 expects "hello" in the last turn, which is "bye"`},
		{"system prompt", `(:SYSTEM "REJECTED" :REPLY "x")`, prompt("IDENTITY: Agent", "REJECTED"),
			`replies:1:1: entry 1 expects "REJECTED" in the system prompt, which is "IDENTITY: Agent"`},
		{"context", `(:CONTEXT ("One" "Three") :REPLY "x")`, engine.Prompt{Context: []engine.Passage{{Text: "* One\n"},
			{Text: "* Two\n"}}}, `replies:1:1: entry 1 expects "Three" in the context, which is "* One\n* Two\n"`},
		{"no turn", `(:EXPECT "a" :REPLY "x")`, prompt(""), `replies:1:1: entry 1 expects "a" in the last turn, which is ""`},
		{"long", `(:EXPECT "a" :REPLY "x")`, prompt("", strings.Repeat("é", 1<<20)),
			`replies:1:1: entry 1 expects "a" in the last turn, which is "` + strings.Repeat("é", 100) + `…"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := parse(t, tc.script)
			_, err := s.Complete(t.Context(), tc.prompt)
			var le *engine.LLMError
			var drift *DriftError
			if !errors.As(err, &le) || le.Kind != engine.LLMConfig || !errors.As(err, &drift) || drift.Error() != tc.message {
				t.Fatalf("%v", err)
			}
			if remaining(s) != 1 {
				t.Errorf("%d remain", remaining(s))
			}
			again := prompt("REJECTED", "a b hello")
			if _, err := s.Complete(t.Context(), again); !errors.As(err, &drift) {
				t.Errorf("it went on after a drift: %v", err)
			}
		})
	}
}

func TestExhausted(t *testing.T) {
	s := parse(t, `(:REPLY "only")`)
	if _, err := s.Complete(t.Context(), prompt("", "a")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := s.Complete(t.Context(), prompt("", "one more"))
		var ex *ExhaustedError
		if !errors.As(err, &ex) || err.Error() != `script: replies: all 1 entries were replayed and one more prompt came, `+
			`whose last turn is "one more"` {
			t.Errorf("%v", err)
		}
	}
}

func TestDelay(t *testing.T) {
	s := parse(t, `(:REPLY "slow" :DELAY-MS 30) (:REPLY "never" :DELAY-MS 10000)`)
	start := time.Now()
	if _, err := s.Complete(t.Context(), prompt("")); err != nil || time.Since(start) < 30*time.Millisecond {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	why := errors.New("Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
	start = time.Now()
	if _, err := s.Complete(ctx, prompt("")); err != why || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	if _, err := s.Complete(ctx, prompt("")); err != why {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestConcurrentPromptsGetEachEntryOnce(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "(:REPLY %q)\n", fmt.Sprint("r", i))
	}
	s := parse(t, text.String())
	var mu sync.Mutex
	seen := map[string]int{}
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 10 {
				reply, err := s.Complete(context.Background(), prompt(""))
				mu.Lock()
				seen[reply.Text]++
				mu.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if len(seen) != 100 {
		t.Errorf("%d different replies of 100", len(seen))
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct{ text, message string }{
		{"", "1:1: the script has no entry"},
		{"; only a comment\n", "1:1: the script has no entry"},
		{"hello", "1:1: an entry is one property list: "},
		{"(:REPLY \"a\")\n  (:REPLY)", "2:3: an entry is one property list: "},
		{"(:REPLY \"é\") (:REPLY 1)", "1:14: :REPLY must be a string"},
		{"(:REPLY \"a\" :REPLY \"b\")", "1:1: an entry is one property list: "},
		{"(:REPLY \"a\"", "1:"},
		{"\n(:REPLY #.(run))", "2:9: "},
		{"(:EXPECT \"a\")", "1:1: the entry has none of :REPLY, :FORM, :BYTES, :CALLS and :ERROR; give one"},
		{"(:REPLY \"a\" :ERROR :AUTH)", "1:1: the entry has both :REPLY and :ERROR; give one"},
		{"(:REPLY \"a\" :MESSAGE \"b\")", "1:1: :MESSAGE belongs to an :ERROR"},
		{"(:ERROR :AUTH :REPEAT 2)", "1:1: :CALLS, :CUT and :REPEAT belong to a reply"},
		{"(:ERROR :WRONG)", "1:1: :ERROR must be :UNAVAILABLE, :TRY-LATER, "},
		{"(:ERROR \"AUTH\")", "1:1: :ERROR must be "},
		{"(:EXPECT \"\" :REPLY \"a\")", "1:1: :EXPECT must be a string that is not empty, or a list of them"},
		{"(:EXPECT NIL :REPLY \"a\")", "1:1: :EXPECT must be "},
		{"(:EXPECT (\"a\" . \"b\") :REPLY \"a\")", "1:1: :EXPECT must be "},
		{"(:SYSTEM 1 :REPLY \"a\")", "1:1: :SYSTEM must be "},
		{"(:REPLY \"a\" :DELAY-MS 10001)", "1:1: :DELAY-MS must be a number from 0 to 10000"},
		{"(:REPLY \"a\" :DELAY-MS -1)", "1:1: :DELAY-MS must be a number from 0 to 10000"},
		{"(:REPLY \"a\" :REPEAT 0)", "1:1: :REPEAT must be a number from 1 to 1000000"},
		{"(:REPLY \"" + strings.Repeat("a", 1000) + "\" :REPEAT 100000)", "1:1: the reply is over 67108864 bytes"},
		{"(:BYTES \"a\")", "1:1: :BYTES must be a vector of numbers from 0 to 255"},
		{"(:BYTES #(256))", "1:1: :BYTES must be "},
		{"(:REPLY \"a\" :USAGE (:INPUT -1))", "1:1: :USAGE must be a number from 0 to "},
		{"(:REPLY \"a\" :USAGE (:COST 1))", "1:1: :USAGE has :INPUT and :OUTPUT"},
		{"(:REPLY \"a\" :USAGE 3)", "1:1: :USAGE "},
		{"(:CALLS NIL)", "1:1: :CALLS must be a list of calls, such as "},
		{"(:CALLS \"a\")", "1:1: :CALLS must be "},
		{"(:CALLS ((:ID \"a\")))", "1:1: :CALLS must be "},
		{"(:CALLS ((:TOOL \"a\" :ARG \"b\")))", "1:1: :CALLS must be "},
		{"(:CALLS ((:TOOL 1)))", "1:1: :CALLS must be "},
		{"(:ERROR :AUTH :CALLS ((:TOOL \"a\")))", "1:1: :CALLS, :CUT and :REPEAT belong to a reply"},
		{"(:RESULTS \"\" :REPLY \"a\")", "1:1: :RESULTS must be a string that is not empty, or a list of them"},
		{"(:REPLY \"a\" :EXPCT \"b\")", "1:1: :EXPCT is unknown; known are :EXPECT "},
		{"\xff", "1:1: "},
	} {
		s, err := Parse("f", tc.text)
		var se *SyntaxError
		if s != nil || !errors.As(err, &se) || !strings.HasPrefix(err.Error(), "f:"+tc.message) {
			t.Errorf("%.60q: %v", tc.text, err)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	if err := os.WriteFile(good, []byte(`(:REPLY "x")`), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(good); err != nil || remaining(s) != 1 {
		t.Errorf("%v", err)
	}
	fifo, large := filepath.Join(dir, "fifo"), filepath.Join(dir, "large")
	if err := errors.Join(unix.Mkfifo(fifo, 0o600), os.WriteFile(large, nil, 0o600),
		os.Truncate(large, MaxFile+1)); err != nil {
		t.Fatal(err)
	}
	for path, message := range map[string]string{
		fifo: "not a regular file", dir: "a directory", large: "has over 16777216 bytes", filepath.Join(dir,
			"none"): "no such file"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestAnyTextReplays: a reply and an expectation of any text are replayed as
// they were written.
func TestAnyTextReplays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reply := rapid.String().Draw(t, "reply")
		expect := rapid.StringN(1, -1, -1).Draw(t, "expect")
		text := sexp.Print(sexp.NewPlist().With("EXPECT", sexp.String(expect)).With("REPLY", sexp.String(reply)).Value())
		s, err := Parse("f", text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, err := s.Complete(context.Background(), prompt("", "before "+expect+" after"))
		if err != nil || got.Text != reply {
			t.Fatalf("%q, %v", got.Text, err)
		}
	})
}

// FuzzParse: any text is a script or an error with a position inside it, and
// what is a script can be replayed to its end.
func FuzzParse(f *testing.F) {
	f.Add(`(:EXPECT "a" :REPLY "b" :USAGE (:INPUT 1 :OUTPUT 2))`)
	f.Add(`(:EXPECT ("a" "b") :SYSTEM "c" :FORM (:TYPE :REQUEST)) (:ERROR :AUTH :MESSAGE "no" :DELAY-MS 1)`)
	f.Add("(:BYTES #(1 2 255) :REPEAT 3)\n; c\n(:reply \"\")")
	f.Add("(:REPLY \"a\" :REPEAT 1000000) x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("f", text)
		if err != nil {
			var se *SyntaxError
			if !errors.As(err, &se) || se.Line < 1 || se.Line > strings.Count(text, "\n")+1 || se.Column < 1 ||
				se.Column > len(text)+1 {
				t.Fatalf("%v", err)
			}
			return
		}
		for range remaining(s) {
			s.entries[s.next].delay = 0
			var p engine.Prompt
			p.System = strings.Join(s.entries[s.next].system, "")
			p.Turns = []engine.Turn{{Text: strings.Join(s.entries[s.next].expect, "")}}
			_, err := s.Complete(context.Background(), p)
			var drift *DriftError
			if errors.As(err, &drift) {
				t.Fatal(err)
			}
		}
		if remaining(s) != 0 {
			t.Fatalf("%d remain", remaining(s))
		}
	})
}

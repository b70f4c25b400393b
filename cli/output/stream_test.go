package output

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/reply"
	"pp/gates/secrets"
)

// piped is a printer whose answers stream into a pipe.
func piped(out io.Writer, allowed func(string) bool) (*Printer, *Stream) {
	p := New(system.System{Stdout: out}, &Options{Stream: true, Color: "never"})
	return p, p.NewStream(secrets.Redactor{}, allowed, nil)
}

func anything(string) bool { return true }

// However a reply is cut into pieces, what stands on standard output in the end is the
// answer, once.
func TestStreamedAnswerIsPrintedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answer := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"# a", "text", "", "", "- one", "```", "  x",
			"1. y"})).
			Draw(t, "lines"), "\n")
		var out bytes.Buffer
		p, s := piped(&out, anything)
		for rest := answer; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			s.Add(rest[:n])
			rest = rest[n:]
		}
		if err := p.Answer(answer + "\n"); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != answer+"\n" {
			t.Fatalf("%q was printed of %q", got, answer)
		}
	})
}

func TestStreamStopsAtWhatTheGatesRefuse(t *testing.T) {
	var out bytes.Buffer
	_, s := piped(&out, func(text string) bool { return !strings.Contains(text, "private") })
	for _, line := range []string{"one\n", "private\n", "three\n"} {
		s.Add(line)
	}
	if got := out.String(); got != "one\n" {
		t.Errorf("%q was shown", got)
	}
}

// A run whose answer nobody can read any more ends with the first write that fails.
func TestStreamEndsWhatIsUnheard(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	var ends []error
	p, s := piped(full, anything)
	p.Unheard = func(err error) { ends = append(ends, err) }
	for range 3 {
		s.Add("one word ")
	}
	e, ok := errors.AsType[*exit.Error](errors.Join(ends...))
	if len(ends) != 1 || !ok || e.Code != exit.Failed || !strings.Contains(e.Hint, "-o FILE") {
		t.Errorf("%v", ends)
	}
}

func TestStreamMasksSecrets(t *testing.T) {
	var out bytes.Buffer
	p, s := piped(&out, anything)
	secret := "ghp_" + fmt.Sprintf("%x", sha256.Sum256([]byte("visibly fake")))[:36]
	for _, piece := range []string{"token = ghp_", secret[4:20], secret[20:], ".\nIt is long.\n"} {
		s.Add(piece)
	}
	p.Redactor = secrets.Redactor{}
	if err := p.Answer("token = " + secret + ".\nIt is long.\n"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), secret[8:30]) {
		t.Errorf("the secret was shown: %q", out.String())
	}
}

func TestBrokenReplyIsMarked(t *testing.T) {
	var out bytes.Buffer
	p, s := piped(&out, anything)
	p.Broken() // nothing came yet
	s.Add("one\ntw")
	p.Broken()
	if err := p.Answer("The other answer.\n"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "one\n\n[cut off]\nThe other answer.\n" {
		t.Errorf("%q", got)
	}
}

// Where whole blocks are shown, an interruption keeps what came of one.
func TestCutReplyIsKept(t *testing.T) {
	var out bytes.Buffer
	p, s := piped(&out, func(text string) bool { return !strings.Contains(text, "private") })
	s.settled = wholeBlocks
	for _, piece := range []string{"one two thr", "private words are here"} {
		s.Add(piece)
		p.Cut()
	}
	if got := out.String(); got != "one two \n[cut off]\n" {
		t.Errorf("%q", got)
	}
}

// Reasoning is no part of an answer, whatever part of it came.
func TestReasoningIsNotStreamed(t *testing.T) {
	for text, want := range map[string]string{
		"<think>\nNot this, nor\nthat.\n</think>\n\nIt is now nine.\n": "It is now nine.\n",
		"It is <think> nine.\nAnd now it is ten.\n":                    "It is <think> nine.\nAnd now it is ten.\n",
	} {
		var out bytes.Buffer
		p, s := piped(&out, anything)
		for i := range len(text) {
			s.Add(text[i : i+1])
		}
		if early := out.String(); !strings.HasPrefix(want, early) {
			t.Errorf("of %q came %q", text, early)
		}
		answer, _ := reply.Answer(text)
		if err := p.Deliver(answer); err != nil || out.String() != want {
			t.Errorf("of %q: %q, %v", text, out.String(), err)
		}
	}
}

// The preview has what is not shown otherwise, and nothing twice.
func TestPreviewIsOfWhatIsLeft(t *testing.T) {
	var out bytes.Buffer
	_, s := piped(&out, anything)
	s.settled = wholeBlocks
	s.progress = &Progress{live: &Live{To: io.Discard}}
	for _, piece := range []string{"one\n\n", "two", " three\n", "\nfour\n", "five"} {
		s.progress.Add(piece)
		s.Add(piece)
	}
	if got := out.String() + "|" + s.progress.tail; got != "one\n\ntwo three\n\n|four\n" {
		t.Errorf("%q", got)
	}
}

func TestBlocksThatNothingChanges(t *testing.T) {
	for _, tc := range []struct{ text, settled string }{
		{"one\n", ""},
		{"one\n\n", ""},
		{"one\n\nThe next\n", "one\n\n"},
		{"one\n\n- a\n\n- b\n", ""},
		{"- a\n\n- b\n\n  more\n\nAfter the list\n", "- a\n\n- b\n\n  more\n\n"},
		{"```\nx\n\ny\n", ""},
		{"```\nx\n\ny\n```\n\nBehind it\n", "```\nx\n\ny\n```\n\n"},
		{"one\n\n1", ""},
		{"one\n\n1. first\n", ""},
		{"one\n\n# Head\n\n", "one\n\n"},
	} {
		if got := tc.text[:wholeBlocks(tc.text)]; got != tc.settled {
			t.Errorf("of %q %q is settled, want %q", tc.text, got, tc.settled)
		}
	}
}

// Each word is shown when the next begins; a remark that was shown ends its line.
func TestWordsAreShownAsTheyCome(t *testing.T) {
	var out bytes.Buffer
	_, s := piped(&out, anything)
	for _, tc := range []struct{ piece, shown string }{
		{"It", ""}, {" is", "It"}, {" no", "It is"}, {"w 9", "It is now"}, {" o'clock.", "It is now 9"},
	} {
		if s.Add(tc.piece); out.String() != tc.shown {
			t.Errorf("after %q there is %q, want %q", tc.piece, out.String(), tc.shown)
		}
	}
	if !s.Remarked() || out.String() != "It is now 9 o'clock.\n" {
		t.Errorf("%q", out.String())
	}
}

// A call that a server left in the text is not shown as if it were said; an answer that only looks like one is, in the
// end.
func TestCallsInTheTextAreNotShown(t *testing.T) {
	const said, call = "I look.\n\n", "<tool_call>\n{\"name\": \"read-file\"}\n</tool_call>"
	for _, answered := range []bool{false, true} {
		var out bytes.Buffer
		p, s := piped(&out, anything)
		for _, r := range said + call {
			s.Add(string(r))
		}
		if got := out.String(); got != said {
			t.Errorf("%q was shown while it came", got)
		}
		want := strings.TrimSuffix(said, "\n")
		if answered {
			want = said + call + "\n"
			if err := p.Answer(want); err != nil {
				t.Fatal(err)
			}
		} else if !s.Remarked() {
			t.Error("what it said was not shown")
		}
		if got := out.String(); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("answered %v: %q was shown", answered, got)
		}
	}
}

// What the gates say of an answer stands behind it, not between what came of it first and its end; of anything else,
// and of an answer of which nothing was shown, it stands before.
func TestNoVerdictWithinAnAnswer(t *testing.T) {
	said := engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: "one two\nthree\n"}}
	verdict := engine.Verdict{Action: said, Decision: engine.Allow,
		Trace: []engine.Step{{Gate: "validator", Decision: engine.Allow}}}
	acts := verdict
	acts.Action = engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "ls"}}
	for _, tc := range []struct {
		name, begun string
		verdict     engine.Verdict
		behind      bool
	}{{"begun", "one two\n", verdict, true}, {"not begun", "", verdict, false}, {"a command", "one two\n", acts, false}} {
		var out bytes.Buffer
		p := New(system.System{Stdout: &out, Stderr: &out}, &Options{Stream: true, Color: "never"})
		s := p.NewStream(secrets.Redactor{}, anything, nil)
		p.Trace = TraceLine
		s.Add(tc.begun)
		p.Judged(tc.verdict)
		if err := p.Answer("one two\nthree\n"); err != nil {
			t.Fatal(err)
		}
		p.SayUndone(engine.Outcome{})
		at := strings.Index(out.String(), "validator")
		if at < 0 || (at > strings.Index(out.String(), "three")) != tc.behind || strings.Count(out.String(), "one two") != 1 {
			t.Errorf("%s: %q", tc.name, out.String())
		}
	}
}

package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/engine"
)

// A server without a parser for its model's notation leaves calls in the text: they are carried out as if it had one,
// several at once too.
func TestCallsThatAServerLeftInTheTextAreCalls(t *testing.T) {
	h := &hands{result: engine.Result{Text: "done"}}
	text := "I look at both.\n\n" +
		`<tool_call>{"name": "read-file", "arguments": {"filepath": "x"}}</tool_call>` + "\n" +
		`<tool_call>{"name": "shell", "arguments": {"command": "rm -rf /"}}</tool_call>`
	p := &answersWith{list: []engine.Reply{{Text: text, Native: true}, {Text: "It is fine.", Native: true}}}
	l := newLoop(p, &judge{deny: "rm -rf"}, h)
	l.Decoder.Tools = replyTools
	out := l.Run(t.Context(), input("look"))
	if out.Err != nil || !slices.Equal(out.Answers, []string{"It is fine."}) || len(out.Denials) != 1 || len(h.did) != 2 {
		t.Fatalf("answers %q, denials %v, did %v, err %v", out.Answers, out.Denials, h.did, out.Err)
	}
	turns := l.Session.Turns()
	paired(t, turns)
	if turns[1].Text != "I look at both." || len(turns[1].Calls) != 2 || !turns[3].Denied {
		t.Errorf("the conversation is %+v", turns)
	}
}

// Where calls could be made, a request in text is sent back if it is all of the reply; a call in tags that does
// not end the reply or cannot be read, wherever it stands; and anything else is an answer.
func TestTextBesideCallsThatCouldBeMade(t *testing.T) {
	d := decoder
	d.Tools = replyTools
	const invoke = `<invoke name="read-file"><parameter name="filepath">a</parameter></invoke>`
	for _, tc := range []struct{ text, want string }{
		{invoke, "calls"},
		{"I'll read it.\n\n" + invoke, "calls"},
		{"I'll read it.\n\n```json\n{\"name\": \"read-file\", \"arguments\": {\"filepath\": \"a\"}}\n```", "calls"},
		{invoke + "\n\nThat is how it looks.", "only tool calls act"},
		{"I'll read it.\n\n<tool_call>\n{\"name\": \"read-file\", \"arg\n</tool_call>", "only tool calls act"},
		{`(read-file :FILEPATH "a")`, "only tool calls act"},
		{`(read-file :FILEPATH "a`, "only tool calls act"},
		{"I'll read it.\n\n(read-file :FILEPATH \"a\")", "answer"},
		{"The mark is `<tool_call>` there.", "answer"},
		{`{"name": "Anna", "files": 3}`, "answer"},
		{"<think>no end", "empty"},
	} {
		said, err := d.Said(engine.Reply{Text: tc.text, Native: true}, engine.TargetCLI)
		got := "answer"
		if pe := (*engine.ProtocolError)(nil); errors.As(err, &pe) {
			got = pe.Message
		} else if len(said.Calls) > 0 {
			got = "calls"
		} else if m, ok := said.Action.Op.(engine.Message); !ok || m.Text != tc.text {
			got = "another text"
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%q: %s, want %s", tc.text, got, tc.want)
		}
	}
}

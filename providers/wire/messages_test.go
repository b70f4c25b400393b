package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
)

func called(ids ...string) engine.Turn {
	t := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent}
	for _, id := range ids {
		t.Calls = append(t.Calls, engine.ToolCall{ID: id, Tool: "read-file", Args: `{"filepath":"a"}`, Form: "(form)"})
	}
	return t
}

func gave(id, text string) engine.Turn {
	return engine.Turn{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: "read-file", Answers: id, Text: text}
}

func person(text string) engine.Turn {
	return engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: text}
}

// outline is messages in a line.
func outline(list []Message) string {
	var out []string
	for _, m := range list {
		parts := []string{m.Role("assistant")[:1] + ":"}
		for _, r := range m.Results {
			flag := ""
			if r.Failed || r.Undone {
				flag = "!"
			}
			parts = append(parts, flag+"<"+r.ID+" "+r.Text+">")
		}
		if text := m.Text(); text != "" {
			parts = append(parts, text)
		}
		for _, c := range m.Calls {
			parts = append(parts, "["+c.ID+" "+c.Tool+string(c.Args)+"]")
		}
		out = append(out, strings.Join(parts, ""))
	}
	return strings.Join(out, "|")
}

func TestNativeMessages(t *testing.T) {
	const c = `read-file{"filepath":"a"}]`
	failed, denied := gave("a", "no such file"), gave("b", "denied: no")
	failed.Failed, denied.Denied = true, true
	said := called("a")
	said.Text = "I look."
	broken := called("a")
	broken.Calls[0].Args, broken.Calls[0].Tool = `{"filepath":`, " read.file "
	const marked = "<<data N from read-file>>\n2\n<<end N>>"
	for _, tc := range []struct {
		name  string
		turns []engine.Turn
		last  string
		want  string
	}{
		{"a call and its result", []engine.Turn{person("x"), said, gave("a", "1"), person("y")}, "",
			"u:x|a:I look.[a " + c + "|u:<a 1>y"},
		{"several, out of order", []engine.Turn{person("x"), called("a", "b"), gave("b", "2"), gave("a", "1")}, "",
			"u:x|a:[a " + c + "[b " + c + "|u:<a 1><b 2>"},
		{"failures", []engine.Turn{person("x"), called("a", "b"), failed, denied}, "",
			"u:x|a:[a " + c + "[b " + c + "|u:!<a no such file>!<b denied: no>"},
		{"no result at the end", []engine.Turn{person("x"), called("a")}, "", "u:x|a:[a " + c + "|u:!<a " + unknown + ">"},
		{"no result in between", []engine.Turn{person("x"), called("a"), called("b"), gave("b", "2")}, "",
			"u:x|a:[a " + c + "|u:!<a " + unknown + ">|a:[b " + c + "|u:<b 2>"},
		{"a result without a call is data", []engine.Turn{person("x"), gave("b", "2")}, "", "u:x\n\n" + marked},
		{"a second result is data", []engine.Turn{person("x"), called("a"), gave("a", "1"), gave("a", "2")}, "",
			"u:x|a:[a " + c + "|u:<a 1>" + marked},
		{"a late result is data", []engine.Turn{called("a"), called("b"), gave("b", "1"), gave("a", "2")}, "",
			"u:" + begun + "|a:[a " + c + "|u:!<a " + unknown + ">|a:[b " + c + "|u:<b 1>" + marked},
		{"no output", []engine.Turn{person("x"), called("a"), gave("a", " \n")}, "",
			"u:x|a:[a " + c + "|u:<a " + noOutput + ">"},
		{"what cannot be sent as it is", []engine.Turn{person("x"), broken, gave("a", "1")}, "",
			`u:x|a:[a read_file{"invalid":"{\"filepath\":"}]|u:<a 1>`},
		{"last, behind the results", []engine.Turn{person("x"), called("a"), gave("a", "1")}, "L",
			"u:x|a:[a " + c + "|u:<a 1>L"},
		{"last, behind the person's words", []engine.Turn{person("x")}, "L", "u:x\n\nL"},
		{"last, behind the assistant's", []engine.Turn{person("x"), {Role: engine.RoleAssistant, Origin: engine.OriginAgent,
			Text: "y"}}, "L",
			"u:x|a:y|u:L"},
		{"last alone", nil, "L", "u:" + nobody + "\n\nL"},
	} {
		got := outline(messages(engine.Prompt{Nonce: "N", Turns: tc.turns, Last: tc.last}, "p", true))
		if got != tc.want {
			t.Errorf("%s:\n%s\nwant\n%s", tc.name, got, tc.want)
		}
	}
	const dot = "I look.\n(form)"
	for _, tc := range []struct {
		name  string
		turns []engine.Turn
		want  string
	}{
		{"a call and its result", []engine.Turn{person("x"), said, gave("a", "2")}, "u:x|a:" + dot + "|u:" + marked},
		{"no result at the end", []engine.Turn{person("x"), said}, "u:x|a:" + dot + "|u:" + unknownInText},
		{"no result in between", []engine.Turn{person("x"), said, said, gave("a", "2")},
			"u:x|a:" + dot + "|u:" + unknownInText + "|a:" + dot + "|u:" + marked},
		{"no result before the person's words", []engine.Turn{person("x"), said, person("y")},
			"u:x|a:" + dot + "|u:" + unknownInText + "\n\ny"},
	} {
		if got := outline(messages(engine.Prompt{Nonce: "N", Turns: tc.turns}, "p", false)); got != tc.want {
			t.Errorf("in text, %s:\n%s\nwant\n%s", tc.name, got, tc.want)
		}
	}
}

// TestKeptStaysWithItsProvider: what a service wants back goes to the provider of that
// name and to nobody else.
func TestKeptStaysWithItsProvider(t *testing.T) {
	var res Result
	res.Think(0, Thought{Kind: "thinking", Text: "se", Sign: "s"})
	res.Think(0, Thought{Kind: "thinking", Text: "cret", Sign: "ig"})
	res.Call(CallPiece{Key: 1, ID: "a", Tool: "b", Mark: "mark"})
	turn := called("a")
	turn.Kept = engine.Thoughts{Provider: "mine", Data: res.kept()}
	turn.Calls[0].Mark = "mark"
	p := engine.Prompt{Turns: []engine.Turn{person("x"), turn}}
	m := messages(p, "mine", true)[1]
	if len(m.Thoughts) != 1 || m.Thoughts[0].Text != "secret" || m.Thoughts[0].Sign != "sig" || m.Calls[0].Mark != "mark" {
		t.Errorf("%+v", m)
	}
	for _, native := range []bool{true, false} {
		for _, name := range []string{"other", ""} {
			if text := fmt.Sprintf("%+v", messages(p, name, native)); strings.Contains(text, "secret") ||
				strings.Contains(text, "mark") {
				t.Errorf("%q is sent %s", name, text)
			}
		}
	}
	if text := fmt.Sprintf("%+v", messages(p, "mine", false)); strings.Contains(text, "secret") {
		t.Errorf("in text it sends %s", text)
	}
}

// TestMessagesAlternate: whatever the conversation, the messages alternate, the first and
// last are the user's, none is empty, every call has one result with its identifier right
// behind it, and no identifier or name is one that a protocol refuses.
func TestMessagesAlternate(t *testing.T) {
	ids := rapid.SampledFrom([]string{"", "a", "b", "call_0", "functions.read:0", strings.Repeat("x", 300), "é"})
	texts := rapid.SampledFrom([]string{"", " ", "a", "b\n"})
	call := rapid.Custom(func(t *rapid.T) engine.ToolCall {
		return engine.ToolCall{ID: ids.Draw(t, "id"), Tool: rapid.String().Draw(t, "tool"),
			Args: rapid.SampledFrom([]string{"", "{}", "{", "[1]", "null", "{\"a\":\"\xff\"}"}).Draw(t, "args")}
	})
	turn := rapid.Custom(func(t *rapid.T) engine.Turn {
		return engine.Turn{Role: engine.Role(rapid.IntRange(0, 2).Draw(t, "role")),
			Origin:  engine.Origin(rapid.IntRange(0, 2).Draw(t, "origin")),
			Answers: ids.Draw(t, "answers"), Calls: rapid.SliceOfN(call, 0, 3).Draw(t, "calls"),
			Text: texts.Draw(t, "text")}
	})
	rapid.Check(t, func(t *rapid.T) {
		p := engine.Prompt{Nonce: "N", Turns: rapid.SliceOfN(turn, 0, 8).Draw(t, "turns"), Last: texts.Draw(t, "last")}
		for _, native := range []bool{true, false} {
			list := messages(p, "", native)
			checkMessages(t, list, native)
			if again := messages(p, "", native); outline(again) != outline(list) {
				t.Fatalf("it is not the same again")
			}
		}
	})
}

func checkMessages(t *rapid.T, list []Message, native bool) {
	seen := map[string]bool{}
	for i, m := range list {
		if m.Assistant != (i%2 == 1) || strings.TrimSpace(m.Text()) == "" && len(m.Calls)+len(m.Results) == 0 ||
			m.Assistant && len(m.Results) > 0 || !m.Assistant && len(m.Calls) > 0 || m.Last != "" && i < len(list)-1 ||
			!native && len(m.Calls)+len(m.Results) > 0 {
			t.Fatalf("message %d of %s", i, outline(list))
		}
		for k, c := range m.Calls {
			var object map[string]any
			if seen[c.ID] || !everywhereID(c.ID) || toolName(c.Tool) != c.Tool || list[i+1].Results[k].ID != c.ID ||
				json.Unmarshal(c.Args, &object) != nil || len(list[i+1].Results) != len(m.Calls) {
				t.Fatalf("call %d of message %d of %s", k, i, outline(list))
			}
			seen[c.ID] = true
		}
		if len(m.Results) > 0 && len(list[i-1].Calls) != len(m.Results) {
			t.Fatalf("results of message %d of %s", i, outline(list))
		}
	}
	if len(list)%2 != 1 {
		t.Fatalf("%d messages", len(list))
	}
}

func TestSchema(t *testing.T) {
	spec := engine.ToolSpec{Params: []engine.Param{
		{Name: "FILEPATH", Kind: engine.ParamPath, Required: true, Doc: `the "file"`},
		{Name: "START", Kind: engine.ParamInteger, Min: 1, Max: 9}, {Name: "ALL", Kind: engine.ParamBool},
		{Name: "NAMES", Kind: engine.ParamTexts},
	}}
	reads := engine.ToolSpec{ReadOnly: true, Params: spec.Params[1:2]}
	if got := string(Tools([]engine.ToolSpec{reads})[0].Schema); got !=
		`{"type":"object","properties":{"start":{"type":"integer"}}}` {
		t.Error(got)
	}
	got := string(Tools([]engine.ToolSpec{spec})[0].Schema)
	const want = `{"type":"object","properties":{"filepath":{"type":"string","description":"the \"file\""},` +
		`"start":{"type":"integer"},"all":{"type":"boolean"},` +
		`"names":{"type":"array","items":{"type":"string"}},` +
		`"explanation":{"type":"string"}},"required":["filepath","explanation"]}`
	if got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestEveryShortID: what stands for an identifier at Mistral is one there, and the same
// every time.
func TestEveryShortID(t *testing.T) {
	for _, id := range []string{"abcDEF123", "call_1", "", "abc-EF123"} {
		short := ShortID(id)
		if len(short) != 9 || strings.ContainsAny(short, "-_") || ShortID(id) != short || id == "abcDEF123" && short != id {
			t.Errorf("%q is %q", id, short)
		}
	}
	if slices.Contains([]string{ShortID("a")}, ShortID("b")) {
		t.Error("two are one")
	}
}

package providers_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/providers"
)

// parts is a provider that gives a reply in parts: each is cut except the last.
type parts struct {
	list    []string
	prompts []engine.Prompt
	fails   error // the error after the parts
}

func (p *parts) Complete(_ context.Context, prompt engine.Prompt) (engine.Reply, error) {
	n := len(p.prompts)
	p.prompts = append(p.prompts, prompt)
	if n >= len(p.list) {
		return engine.Reply{}, p.fails
	}
	for _, show := range []func(string){prompt.Preview, prompt.Stream} {
		if show != nil {
			show(p.list[n])
		}
	}
	reply := engine.Reply{Text: p.list[n], Usage: engine.Usage{Output: 1}}
	if n+1 < len(p.list) || p.fails != nil {
		reply.Cut = "cut"
	}
	return reply, nil
}

// TestPartsAreJoined checks that the parts of a reply become one reply with each byte once, and that the shown text has
// each byte once too.
func TestPartsAreJoined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z]([a-z é\n.]|😀){0,60}[a-z]`).Draw(t, "text")
		cuts := rapid.SliceOfN(rapid.IntRange(1, len(text)-1), 0, 3).Draw(t, "cuts")
		var list []string
		rest := text
		for _, at := range cuts {
			if at = min(at, len(rest)-1); at > 0 && strings.TrimSpace(rest[:at]) != "" {
				list, rest = append(list, rest[:at]), rest[at:]
			}
		}
		list = append(list, rest)
		p := &parts{list: list}
		var shown strings.Builder
		prompt := engine.Prompt{Stream: func(delta string) { shown.WriteString(delta) },
			Turns: []engine.Turn{{Text: "say it"}}, Last: "last", Schema: []byte("{}")}
		got, err := providers.Continue("p", p, nil).Complete(t.Context(), prompt)
		if err != nil || got.Text != text || got.Cut != "" || got.Usage.Output != len(list) {
			t.Fatalf("%q: %q, %v, %+v; want the joined parts", list, got.Text, err, got)
		}
		if shown.String() != text {
			t.Fatalf("%q: shown %q, want the joined parts", list, shown.String())
		}
		sofar := ""
		for i, asked := range p.prompts[1:] {
			sofar += list[i]
			last := asked.Turns[len(asked.Turns)-1]
			if last.Text != sofar || last.Role != engine.RoleAssistant || len(asked.Turns) != 2 || asked.Schema != nil ||
				!strings.HasPrefix(asked.Last, "last\n\n") {
				t.Fatalf("%q: the prompt for part %d is %+v, want the earlier parts in it", list, i+1, asked)
			}
		}
	})
}

// TestPartsThatDoNotEnd checks when pp stops asking for the rest of a reply, and what it keeps.
func TestPartsThatDoNotEnd(t *testing.T) {
	large, down := &engine.LLMError{Kind: engine.LLMTooLarge}, &engine.LLMError{Kind: engine.LLMUnavailable}
	for _, tc := range []struct {
		name    string
		p       *parts
		prompts int
		text    string
		err     bool
	}{
		{"cut four times", &parts{list: []string{"a", "b", "c", "d", "e"}}, 4, "abcd", false},
		{"no text", &parts{list: []string{"", " ", "", "", "e"}}, 4, "", true},
		{"no text at first", &parts{list: []string{"", "b", "c"}}, 3, "bc", false},
		{"a full window", &parts{list: []string{"a", "b"}, fails: large}, 3, "ab", false},
		{"a failure", &parts{list: []string{"a", "b"}, fails: down}, 3, "", true},
	} {
		got, err := providers.Continue("p", tc.p, nil).Complete(t.Context(), engine.Prompt{})
		if len(tc.p.prompts) != tc.prompts || (err != nil) != tc.err || err == nil && got.Text != tc.text {
			t.Errorf("%s: %d prompts, %q, %v; want %d, %q, an error: %v", tc.name, len(tc.p.prompts), got.Text, err, tc.prompts,
				tc.text, tc.err)
		}
		if stays := got.Cut != ""; err == nil && stays != (got.Note != "") {
			t.Errorf("%s: cut %q with the note %q, want both or none", tc.name, got.Cut, got.Note)
		}
	}
	// A text with an action, or with half of one, is not joined with other text.
	halves := &parts{list: []string{"(shell :CMD \"rm -rf /", "Done."}}
	half := func(r engine.Reply) ([]string, error) {
		if strings.HasPrefix(r.Text, "(") {
			return nil, errors.New("it cannot be read")
		}
		return nil, nil
	}
	if got, err := providers.Continue("p", halves, half).Complete(t.Context(), engine.Prompt{}); err != nil ||
		got.Text != "Done." || len(halves.prompts[1].Turns) != 0 {
		t.Errorf("%q, %v, %+v; want the second reply alone", got.Text, err, halves.prompts)
	}
}

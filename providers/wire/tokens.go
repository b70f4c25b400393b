package wire

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"pp/engine"
)

// perMessage is what a message costs beside its text: role and delimiters.
const perMessage = 8

// EstimateText is how many tokens a text has, guessed high: 3.5 bytes a token
// for letters and spaces, 2 for digits, punctuation and everything outside
// ASCII. English prose comes out at 3.4 bytes a token and code at 3, while the
// services say that a token is about 4 characters of English, and Anthropic that
// its newer models make 30 percent more of them. It is linear in the text.
func EstimateText(text string) int {
	light := 0
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b|0x20 >= 'a' && b|0x20 <= 'z' || b == ' ' {
			light++
		}
	}
	return (light*4+(len(text)-light)*7)/14 + 1
}

// Fit is how many bytes of a text have at most so many tokens by EstimateText. It
// never ends inside a character.
func Fit(text string, tokens int) int {
	units := (tokens-1)*14 + 13 // of which a token has 14
	for i, r := range text {
		cost := 7 * utf8.RuneLen(r)
		if b := text[i]; b|0x20 >= 'a' && b|0x20 <= 'z' || b == ' ' {
			cost = 4
		}
		if units -= cost; units < 0 {
			return i
		}
	}
	return len(text)
}

// TooLargeError says that a prompt does not fit the model's window. It was not sent.
type TooLargeError struct {
	Model  string
	Need   int // tokens, guessed high, room for the reply included
	Reply  int // tokens of that room
	Window int
}

// Error implements error.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the prompt is too large: about %d tokens with %d for the reply, and the window of %s is %d",
		e.Need, e.Reply, e.Model, e.Window)
}

// leastTokens is how many tokens a text has at the very least: a run of one
// byte is one token, and no other token is longer than 12 bytes on average. It
// only serves to notice that a server read much less than it was sent.
func leastTokens(text string) int {
	n := 0
	for i := 0; i < len(text); i++ {
		if i == 0 || text[i] != text[i-1] {
			n++
		}
	}
	return n / 12
}

// Estimate is how many tokens a prompt has, guessed high.
func Estimate(p engine.Prompt) int {
	n := EstimateText(p.System) + perMessage
	for _, m := range messages(p) {
		n += EstimateText(m.Text) + perMessage
	}
	return n
}

// The texts that stand in where a protocol wants a user's message and the
// conversation has none.
const (
	begun  = "(The beginning of the conversation was left out.)"
	goOn   = "Go on."
	nobody = engine.Stasis
)

// messages maps a conversation to alternating messages. The output of a tool is
// the user's message, marked as data whatever its origin says. Consecutive
// turns of one role become one message, empty turns are left out.
func messages(p engine.Prompt) []Message {
	var out []Message
	var parts []string // of the last message
	assistant := false
	flush := func() {
		if len(parts) > 0 {
			out = append(out, Message{Assistant: assistant, Text: strings.Join(parts, "\n\n")})
			parts = nil
		}
	}
	for _, t := range p.Turns {
		if t.Role == engine.RoleTool {
			t.Origin = engine.OriginUntrusted
		}
		text := p.Render(t)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if by := t.Role == engine.RoleAssistant; by != assistant {
			flush()
			assistant = by
		}
		parts = append(parts, text)
	}
	flush()
	if len(out) == 0 {
		return []Message{{Text: nobody}}
	}
	if out[0].Assistant {
		out = append([]Message{{Text: begun}}, out...)
	}
	if out[len(out)-1].Assistant {
		out = append(out, Message{Text: goOn})
	}
	return out
}

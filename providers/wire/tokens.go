package wire

import (
	"bytes"
	"fmt"

	"pp/engine"
)

// perMessage is what a message costs beside its text: role and delimiters.
const perMessage = 8

// EstimateText is how many tokens a text has, guessed high: a word has one or a few, a number
// one for three digits, and of other scripts a character has about one. The services have
// tokenizers of their own, and Anthropic says that its newer models make 30 percent more of
// them than 4 characters of English each. It is linear in the text.
func EstimateText(text string) int {
	var m meter
	cost := 0
	for _, r := range text {
		cost += m.cost(r)
	}
	return cost/100 + 1
}

// perPicture is how many tokens a picture or a page has, and is no bound: services count by
// its size in pixels, from a hundred to some thousands.
const perPicture = 1600

// pictureTokens is how many tokens a picture has. The pages of a document are counted as far
// as its file shows them; those of some are packed, and it counts as one.
func pictureTokens(p engine.Picture) int {
	pages := 1
	if p.Type == engine.PDF {
		pages = 0
		for word, n := range map[string]int{"/Type /Page": 1, "/Type/Page": 1, "/Type /Pages": -1, "/Type/Pages": -1} {
			pages += n * bytes.Count(p.Data, []byte(word))
		}
	}
	return perPicture * max(1, pages)
}

// Fit is how many bytes of a text have at most so many tokens by EstimateText. It
// never ends inside a character.
func Fit(text string, tokens int) int {
	var m meter
	left := tokens*100 - 1
	for i, r := range text {
		if left -= m.cost(r); left < 0 {
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

// Crowded reports whether the schemas of tools would take too much of a window: to teach
// their use in text takes less.
func Crowded(p engine.Prompt, window int) bool {
	if window <= 0 {
		return false
	}
	fixed := Request{System: p.System, Tools: Tools(p.Tools)}
	return fixed.estimate() > window/4
}

// EstimateIn is Estimate for a window of that many tokens; 0 is unknown.
func EstimateIn(p engine.Prompt, window int) int {
	if Crowded(p, window) {
		p.System, p.Forms, p.Tools = p.InText(), "", nil
	}
	return Estimate(p)
}

// Estimate is how many tokens a prompt has, guessed high, in whichever form it is sent.
func Estimate(p engine.Prompt) int {
	r := Request{System: p.InText(), Messages: messages(p, "", false)}
	n := r.estimate()
	if len(p.Tools) > 0 {
		r = Request{System: p.System, Messages: messages(p, "", true), Tools: Tools(p.Tools)}
		n = max(n, r.estimate())
	}
	return n
}

// estimate is how many tokens a request has, guessed high.
func (r Request) estimate() int {
	n := EstimateText(r.System) + perMessage
	for _, t := range r.Tools {
		n += EstimateText(t.Doc) + EstimateText(string(t.Schema)) + perMessage
	}
	for _, m := range r.Messages {
		for text := range m.all {
			n += EstimateText(text)
		}
		for _, t := range m.Thoughts {
			n += EstimateText(t.Text)
		}
		for _, p := range m.Pictures {
			n += pictureTokens(p.Picture)
		}
		n += perMessage * (1 + len(m.Calls) + len(m.Results))
	}
	return n
}

// least is a number of tokens that a request has at the very least.
func (r Request) least() int {
	n := leastTokens(r.System)
	for _, m := range r.Messages {
		for text := range m.all {
			n += leastTokens(text)
		}
	}
	return n
}

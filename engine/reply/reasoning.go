package reply

import (
	"encoding/json"
	"strings"
)

// The names of elements that hold reasoning. The strict ones stand in text for nothing else; the loose ones may be the
// elements of a document, and are reasoning only where a line begins with them.
const (
	strictNames = `(?:seed:)?think(?:ing)?|antthinking|mm:think|thought_process|inner_monologue`
	looseNames  = `thoughts?|reason(?:ing)?|reflection|scratch_?pad|analysis|seed:cot_budget_reflect`
)

var (
	element = lazy(`(?i)\A<(` + strictNames + `|` + looseNames + `)(?:\s[^<>\n]{0,200})?>`)
	strict  = lazy(`(?i)\A<(?:` + strictNames + `)\b`)

	// orphan is the end of reasoning whose beginning the prompt's template had already written.
	orphan = lazy(`(?i)\A(?:</(?:` + strictNames + `)>|◁/think▷|\[/THINK\]|<\|END_THINKING\|>|` +
		`<\|end_of_thought\|>)`)

	// gemmaThought is a channel of reasoning in one family's notation.
	gemmaThought = lazy(`\A<\|channel>\s*(?:thought|analysis)`)

	// channel is what stands before a message of a format that has channels, and channelEnd what may follow one.
	channel = lazy(`\A(?:<\|start\|>assistant)?<\|channel\|>([a-z]+)([^<\n]{0,200})<\|message\|>`)
	// endMarks separate and end messages there.
	channelEnd = lazy(`<\|(?:end|return|call|start|channel)\|>`)
	endMark    = lazy(`\A<\|(?:end|return)\|>`)

	granite = lazy(`(?s)\AHere(?:'s| is) my thought process:.*?\nHere(?:'s| is) my response:[ \t]*\n?`)
	wrapped = lazy(`(?s)\A\s*(?:<(?:answer|response)>|<\|START_RESPONSE\|>|<\|begin_of_solution\|>)` +
		`(.*?)(?:</(?:answer|response)>|<\|END_RESPONSE\|>|<\|end_of_solution\|>)\s*\z`)
	blankLines = lazy(`\A(?:[ \t\r]*\n)+`)
)

// reasoningMarks are how every mark of reasoning begins.
var reasoningMarks = []string{"</", "<|", "<seed:", "<think", "<antthinking", "<mm:think", "<thought", "<inner_mono",
	"<reason", "<reflection", "<scratch", "<analysis", "<unused", "[", "◁"}

// closers are the blocks that begin and end with a fixed mark.
var closers = []struct{ open, close string }{
	{"◁think▷", "◁/think▷"}, {"[THINK]", "[/THINK]"}, {"<|begin_of_thought|>", "<|end_of_thought|>"},
	{"<|START_THINKING|>", "<|END_THINKING|>"}, {"<unused94>", "<unused95>"},
}

// thinker takes the reasoning out of a reply, from its beginning to its end. Code, JSON and the forms that act
// are passed over: a mark in them is text.
type thinker struct {
	src  string
	pos  int
	out  strings.Builder
	cut  bool // something was taken out
	open int  // where in out a block began in the middle of a line and did not end; -1
	// unclosed says that the reply ended inside a block.
	unclosed bool
	fences   fences
	tries    int                                // of reading JSON
	missing  map[string]bool                    // ends that were looked for in vain
	form     func(src string, at int) (end int) // of the form that acts, at when there is none
}

// think gives a reply without its reasoning.
func (t *thinker) think() string {
	if _, final, ok := strings.Cut(t.src, "assistantfinal"); ok && strings.HasPrefix(t.src, "analysis") {
		t.src, t.cut = final, true
	}
	if begins(t.src, "here's my thought", "here is my thought") {
		if m := granite.FindString(t.src); m != "" {
			t.src, t.cut = t.src[len(m):], true
		}
	}
	t.open, t.fences.src, t.missing = -1, t.src, map[string]bool{}
	for t.pos < len(t.src) && !t.unclosed {
		if !t.block() {
			t.copy(t.opaque())
		}
	}
	text := t.out.String()
	if !t.cut {
		return text
	}
	if m := wrapped.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	cut := len(text)
	text = blankLines.ReplaceAllString(text, "")
	t.open -= cut - len(text)
	return strings.TrimRight(text, " \t\r\n")
}

func (t *thinker) copy(end int) {
	t.out.WriteString(t.src[t.pos:end])
	t.pos = end
}

// opaque gives the end of what stands at the position and is taken as a whole: a fenced block, code in a line, JSON, a
// form, else one byte.
func (t *thinker) opaque() int {
	switch c := t.src[t.pos]; c {
	case '`', '~':
		if f, ok := t.fences.at(t.pos); ok {
			return f.end
		}
		if c == '`' {
			return codeEnd(t.src, t.pos)
		}
	case '(':
		if end := t.form(t.src, t.pos); end > t.pos {
			return end
		}
	case '{':
		var value json.RawMessage
		dec := json.NewDecoder(strings.NewReader(t.src[t.pos:]))
		if t.tries++; t.tries <= mostTries && dec.Decode(&value) == nil {
			return t.pos + int(dec.InputOffset())
		}
	}
	return t.pos + 1
}

// block takes out the block of reasoning that begins or ends at the position.
func (t *thinker) block() bool {
	rest := t.src[t.pos:]
	switch rest[0] {
	case '<', '[', "◁"[0]:
	case '`', '~':
		f, ok := t.fences.at(t.pos)
		if ok = ok && (f.tag == "thinking" || f.tag == "think" || f.tag == "reasoning"); ok {
			t.pos, t.cut = f.end, true
		}
		return ok
	default:
		return false
	}
	if !begins(rest, "<", "[think", "[/think", "◁") || !begins(rest, reasoningMarks...) {
		return false
	}
	if m := orphan.FindString(rest); m != "" {
		t.out.Reset()
		t.pos, t.cut, t.open = t.pos+len(m), true, -1
		return true
	}
	for _, c := range closers {
		if strings.HasPrefix(rest, c.open) {
			return t.until(strings.Index(rest, c.close), len(c.close), true)
		}
	}
	if m := element.FindStringSubmatch(rest); m != nil {
		if !strict.MatchString(rest) && !atLineStart(t.src, t.pos) {
			return false
		}
		end, at := "</"+strings.ToLower(m[1])+">", -1
		if !t.missing[end] {
			at = indexFold(rest, end)
			t.missing[end] = at < 0
		}
		return t.until(at, len(end), atLineStart(t.src, t.pos))
	}
	if gemmaThought.MatchString(rest) {
		return t.until(strings.Index(rest, "<channel|>"), len("<channel|>"), true)
	}
	return t.channelMessage(rest)
}

// until passes a block that ends n bytes after the offset at. One that does not end reaches to the end of the reply
// when it was begun as such blocks are; else its mark may be a word of the text, which stays, and nothing after
// it acts.
func (t *thinker) until(at, n int, begun bool) bool {
	switch {
	case at >= 0:
		t.pos += at + n
	case begun:
		t.unclosed = true
	default:
		if t.open < 0 {
			t.open = t.out.Len()
		}
		return false
	}
	t.cut = true
	return true
}

// channelMessage passes what frames a message in the format with channels, and the message too when it is reasoning. A
// call stays, for it is read as one.
func (t *thinker) channelMessage(rest string) bool {
	m := channel.FindStringSubmatch(rest)
	switch {
	case m == nil:
		end := endMark.FindString(rest)
		t.pos += len(end)
		return end != "" && t.cut
	case m[1] == "analysis":
		from := len(m[0])
		end := channelEnd.FindStringIndex(rest[from:])
		if end == nil {
			return t.until(-1, 0, true)
		}
		return t.until(from+end[0], 0, true)
	case strings.Contains(m[2], "to="):
		return false
	}
	if t.out.Len() > 0 {
		t.out.WriteString("\n\n")
	}
	return t.until(0, len(m[0]), true)
}

// indexFold is strings.Index for an ASCII text in any case.
func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i] == sub[0] && strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}

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
	thought = lazy(`(?i)\A<(` + strictNames + `|` + looseNames + `)(?:\s[^<>\n]{0,200})?>`)
	strict  = lazy(`(?i)\A<(?:` + strictNames + `)\b`)

	// orphan matches the end of reasoning whose beginning the prompt's template had already written.
	orphan = lazy(`(?i)\A(?:</(?:` + strictNames + `)>|◁/think▷|\[/THINK\]|<\|END_THINKING\|>|` +
		`<\|end_of_thought\|>)`)

	// channel matches what stands before a message in a format with channels, and channelEnd what may follow one.
	channel    = lazy(`\A(?:<\|start\|>assistant)?<\|channel\|>([a-z]+)([^<\n]{0,200})<\|message\|>`)
	channelEnd = lazy(`<\|(?:end|return|call|start|channel)\|>`)
	endMark    = lazy(`\A<\|(?:end|return)\|>`)

	granite = lazy(`(?s)\AHere(?:'s| is) my thought process:.*?\nHere(?:'s| is) my response:[ \t]*\n?`)
	wrapped = lazy(`(?s)\A\s*(?:<(?:answer|response)>|<\|START_RESPONSE\|>|<\|begin_of_solution\|>)` +
		`(.*?)(?:</(?:answer|response)>|<\|END_RESPONSE\|>|<\|end_of_solution\|>)\s*\z`)
	blankLines = lazy(`\A(?:[ \t\r]*\n)+`)
)

// fixedMarks are the blocks of reasoning that begin and end with a fixed mark.
var fixedMarks = []struct{ open, close string }{
	{"◁think▷", "◁/think▷"}, {"[THINK]", "[/THINK]"}, {"<|begin_of_thought|>", "<|end_of_thought|>"},
	{"<|START_THINKING|>", "<|END_THINKING|>"}, {"<unused94>", "<unused95>"},
	{"<|channel>thought", "<channel|>"}, {"<|channel>analysis", "<channel|>"},
}

// thinker removes the reasoning from a reply, from its beginning to its end. It passes over code, JSON and forms: a
// mark in them is text.
type thinker struct {
	src      string
	pos      int
	out      strings.Builder
	cut      bool            // it removed something
	unclosed bool            // the reply ends inside a block
	tries    int             // of reading JSON and forms
	missing  map[string]bool // ends that the rest of the reply does not have
	fences   fences
	tools    Tools //  whose forms are passed over
}

// think returns the reply without its reasoning.
func (t *thinker) think() string {
	if _, final, ok := strings.Cut(t.src, "assistantfinal"); ok && strings.HasPrefix(t.src, "analysis") {
		t.src, t.cut = final, true
	}
	if m := granite().FindString(t.src); m != "" {
		t.src, t.cut = t.src[len(m):], true
	}
	t.missing, t.fences.src = map[string]bool{}, t.src
	for t.pos < len(t.src) && !t.unclosed {
		if !t.block() {
			end := t.opaque()
			t.out.WriteString(t.src[t.pos:end])
			t.pos = end
		}
	}
	text := t.out.String()
	if !t.cut {
		return text
	}
	if m := wrapped().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	return strings.TrimRight(blankLines().ReplaceAllString(text, ""), " \t\r\n")
}

// opaque returns the end of what stands at the position and is taken as a whole: a fenced block, code in a line, JSON,
// a form, or else one byte.
func (t *thinker) opaque() int {
	rest := t.src[t.pos:]
	switch c := rest[0]; {
	case c == '`' || c == '~':
		if f, ok := t.fences.at(t.pos); ok {
			return f.end
		}
		if c == '`' {
			return codeEnd(t.src, t.pos)
		}
	case c == '(' && t.tries < mostTries && t.tools.begins(rest[:min(len(rest), 100)]):
		t.tries++
		return t.pos + max(1, formEnd(rest))
	case c == '{' && t.tries < mostTries:
		t.tries++
		var value json.RawMessage
		dec := json.NewDecoder(strings.NewReader(rest))
		if dec.Decode(&value) == nil {
			return t.pos + int(dec.InputOffset())
		}
	}
	return t.pos + 1
}

// block removes the block of reasoning that begins or ends at the position.
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
	if m := orphan().FindString(rest); m != "" {
		t.out.Reset()
		t.pos, t.cut = t.pos+len(m), true
		return true
	}
	for _, m := range fixedMarks {
		if strings.HasPrefix(rest, m.open) {
			return t.until(m.close, true)
		}
	}
	if m := thought().FindStringSubmatch(rest); m != nil {
		begun := atLineStart(t.src, t.pos)
		return (begun || strict().MatchString(rest)) && t.until("</"+m[1]+">", begun)
	}
	return t.channelMessage(rest)
}

// until removes a block up to a mark. One that does not end reaches to the end of the reply if it began as such blocks
// do; otherwise its mark is a word of the text.
func (t *thinker) until(mark string, begun bool) bool {
	at := -1
	if !t.missing[mark] {
		at = strings.Index(t.src[t.pos:], mark)
		t.missing[mark] = at < 0
	}
	switch {
	case at >= 0:
		t.pos += at + len(mark)
	case begun:
		t.unclosed = true
	default:
		return false
	}
	t.cut = true
	return true
}

// channelMessage removes what frames a message in the format with channels, and the message too if it is reasoning. A
// call stays, since Read reads it.
func (t *thinker) channelMessage(rest string) bool {
	m := channel().FindStringSubmatch(rest)
	switch {
	case m == nil:
		end := endMark().FindString(rest)
		t.pos += len(end)
		return end != "" && t.cut
	case m[1] == "analysis":
		end := channelEnd().FindStringIndex(rest[len(m[0]):])
		if t.unclosed = end == nil; !t.unclosed {
			t.pos += len(m[0]) + end[0]
		}
	case strings.Contains(m[2], "to="):
		return false
	default:
		if t.out.Len() > 0 {
			t.out.WriteString("\n\n")
		}
		t.pos += len(m[0])
	}
	t.cut = true
	return true
}

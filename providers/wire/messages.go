package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
)

// Message is one turn as a protocol sends it. The roles alternate, the first and the
// last are the user's, and none is empty.
type Message struct {
	Assistant bool
	// Results are what came of the calls of the message before: one for each of them, in
	// their order. They are the user's, and stand before what the user says.
	Results []Outcome
	// Texts are what is said, by the assistant before its calls.
	Texts []string
	// Pictures are the user's, in their order among the texts.
	Pictures []Picture
	// Last is pp's own and stands at the end of the last message. It changes from request
	// to request, so that nothing with it is worth keeping in a cache.
	Last string
	// Calls are the assistant's.
	Calls []Call
	// Thoughts are reasoning of the assistant's that this very provider gave and wants back.
	Thoughts []Thought
}

// Picture is a picture or a document, and how many of the message's texts stand before it.
type Picture struct {
	engine.Picture
	After int
}

// Pieces are what is said and shown, in order: either a text or a picture each. Last is
// not among them.
func (m Message) Pieces(yield func(text string, p engine.Picture) bool) {
	pictures := m.Pictures
	for i, text := range m.Texts {
		if !yield(text, engine.Picture{}) {
			return
		}
		for ; len(pictures) > 0 && pictures[0].After <= i+1; pictures = pictures[1:] {
			if !yield("", pictures[0].Picture) {
				return
			}
		}
	}
}

// Call is a tool call that the assistant made.
type Call struct {
	ID   string // letters, digits, - and _, at most 40; no other call of the request has it
	Tool string // letters, digits, - and _, at most 64
	Args json.RawMessage
	Mark string // what this very provider gave with the call and wants back
}

// Outcome is what came of a call.
type Outcome struct {
	ID, Tool string
	Text     string // without delimiters: where it stands says that it is data
	Failed   bool   // the tool failed
	Undone   bool   // the call was denied, or nobody knows of it; the text says which
}

// Words are the result for a protocol that has no field for a failure: a tool that failed
// never reads as one that did not.
func (o Outcome) Words() string {
	if o.Failed && !strings.HasPrefix(o.Text, "ERROR") {
		return "ERROR: " + o.Text
	}
	return o.Text
}

// Text is what the message says beside calls and their results.
func (m Message) Text() string {
	texts := m.Texts
	if m.Last != "" {
		texts = append(slices.Clone(texts), m.Last)
	}
	return strings.Join(texts, "\n\n")
}

// Role is "user" or the name the protocol has for the assistant.
func (m Message) Role(assistant string) string {
	if m.Assistant {
		return assistant
	}
	return "user"
}

// all gives the texts of a message that a model surely reads.
func (m Message) all(yield func(text string) bool) {
	for _, r := range m.Results {
		if !yield(r.Text) {
			return
		}
	}
	for _, c := range m.Calls {
		if !yield(c.Tool) || !yield(string(c.Args)) {
			return
		}
	}
	yield(m.Text())
}

// The texts that stand in where a protocol wants something that the conversation has not.
const (
	begun   = "(The beginning of the conversation was left out.)"
	goOn    = "Go on."
	nobody  = engine.Stasis
	unknown = "It is not known what became of this call."

	unknownInText = "(It is not known what became of a call above.)"

	noOutput = "(no output)"
)

// messages maps a conversation to alternating messages, for a provider of this name.
// Native, calls and their results stand in places of their own: a call without a result
// gets one that says so, and a result without its call is text. Else all of it is text,
// in which the output of a tool is marked as data whatever its origin says. Consecutive
// turns of one role become one message; empty turns are left out.
func messages(p engine.Prompt, provider string, native bool) []Message {
	c := composer{prompt: p, provider: provider, native: native, seen: map[string]int{}}
	for _, t := range p.Conversation() {
		c.turn(t)
	}
	c.unanswered()
	c.flush()
	return c.finish()
}

// composer puts turns together to messages.
type composer struct {
	prompt   engine.Prompt
	provider string
	native   bool
	out      []Message
	now      Message  // not yet in out
	waiting  []string // the identifiers of the calls without a result, as the conversation has them; came for the others
	seen     map[string]int
}

// came stands for the identifier of a call whose result is there.
const came = "\x00"

func (c *composer) turn(t engine.Turn) {
	if t.Role == engine.RoleTool {
		if c.result(t) {
			return
		}
		t.Origin = engine.OriginUntrusted
	}
	if t.Role == engine.RoleAssistant {
		c.unanswered()
	}
	calls := t.Calls
	if c.native {
		t.Calls = nil
	}
	text := c.prompt.Render(t)
	calling := c.native && t.Role == engine.RoleAssistant && len(calls) > 0
	blank := strings.TrimSpace(text) == ""
	if blank && !calling {
		return
	}
	if by := t.Role == engine.RoleAssistant; by != c.now.Assistant {
		c.flush()
		c.now.Assistant = by
	}
	if !blank {
		c.now.Texts = append(c.now.Texts, text)
	}
	if t.Picture.Is() && t.Role == engine.RoleUser {
		c.now.Pictures = append(c.now.Pictures, Picture{t.Picture, len(c.now.Texts)})
	}
	switch {
	case calling:
		c.calls(t, calls)
	case !c.native && t.Role == engine.RoleAssistant:
		for _, call := range calls {
			c.waiting = append(c.waiting, call.ID)
		}
	}
}

// unanswered says in text, where no result is missed by itself, that one is missing.
func (c *composer) unanswered() {
	lost := !c.native && slices.ContainsFunc(c.waiting, func(id string) bool { return id != came })
	c.waiting = nil
	if !lost {
		return
	}
	if c.now.Assistant {
		c.flush()
	}
	c.now.Texts = append([]string{unknownInText}, c.now.Texts...)
}

// calls adds calls to the message, and begins the one with their results.
func (c *composer) calls(t engine.Turn, calls []engine.ToolCall) {
	var results []Outcome
	var waiting []string
	mine := t.Kept.Provider != "" && t.Kept.Provider == c.provider
	if mine {
		c.now.Thoughts = readThoughts(t.Kept.Data)
	}
	for _, call := range calls {
		sent := Call{ID: c.id(call.ID), Tool: toolName(call.Tool), Args: object(call.Args)}
		if mine {
			sent.Mark = call.Mark
		}
		c.now.Calls = append(c.now.Calls, sent)
		results = append(results, Outcome{ID: sent.ID, Tool: sent.Tool, Text: unknown, Undone: true})
		waiting = append(waiting, call.ID)
	}
	c.flush()
	c.now.Results, c.waiting = results, waiting
}

// result puts the result of a call where it is waited for; ok is false where it is not,
// and where results are text.
func (c *composer) result(t engine.Turn) (ok bool) {
	i := slices.Index(c.waiting, t.Answers)
	if i < 0 {
		return false
	}
	c.waiting[i] = came
	if !c.native {
		return false // it is text
	}
	text := t.Text
	if strings.TrimSpace(text) == "" {
		text = noOutput
	}
	r := &c.now.Results[i]
	r.Text, r.Failed, r.Undone = text, t.Failed, t.Denied
	return true
}

func (c *composer) flush() {
	if m := c.now; len(m.Texts)+len(m.Calls)+len(m.Results) > 0 {
		c.out = append(c.out, m)
	}
	c.now = Message{}
}

// finish gives the conversation a beginning and an end that every protocol takes.
func (c *composer) finish() []Message {
	last := strings.TrimSpace(c.prompt.Last)
	switch n := len(c.out); {
	case n == 0:
		c.out = []Message{{Texts: []string{nobody}}}
	case !c.out[n-1].Assistant:
	case last == "":
		c.out = append(c.out, Message{Texts: []string{goOn}})
	default:
		c.out = append(c.out, Message{})
	}
	if c.out[0].Assistant {
		c.out = append([]Message{{Texts: []string{begun}}}, c.out...)
	}
	c.out[len(c.out)-1].Last = last
	return c.out
}

// id makes an identifier one that every protocol takes and that no other call of the
// request has. The same conversation always has the same ones, so that caches hold.
func (c *composer) id(given string) string {
	n := c.seen[given]
	c.seen[given]++
	if n == 0 && everywhereID(given) {
		return given
	}
	return "call_" + digest(given + came + strconv.Itoa(n))[:24]
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// everywhereID reports whether all protocols but Mistral's take an identifier.
func everywhereID(id string) bool {
	return len(id) > 0 && len(id) <= 40 && strings.IndexFunc(id, notInNames) < 0
}

// ShortID makes an identifier of 9 letters and digits, as Mistral's models want.
func ShortID(id string) string {
	if len(id) == 9 && !strings.ContainsAny(id, "-_") {
		return id
	}
	return digest(id)[:9]
}

func notInNames(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
}

// toolName makes what a model called a tool a name that can be sent.
func toolName(name string) string {
	name = strings.Map(func(r rune) rune {
		if notInNames(r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(name))
	if name == "" {
		return "unknown"
	}
	return name[:min(len(name), 64)]
}

// object is the arguments of a call as the JSON object that every protocol wants. What
// is none stands in one, so that the model sees what it wrote.
func object(args string) json.RawMessage {
	args = strings.TrimSpace(strings.ToValidUTF8(args, "\uFFFD"))
	switch {
	case args == "":
		return json.RawMessage("{}")
	case args[0] == '{' && json.Valid([]byte(args)):
		return json.RawMessage(args)
	}
	out, err := encode(map[string]string{"invalid": args})
	if err != nil {
		return json.RawMessage("{}") // a string always has a JSON form
	}
	return out
}

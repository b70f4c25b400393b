package engine

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Passage is a piece of memory in a prompt.
type Passage struct {
	ID     string   // of the note that it shows; "" of several, and of none
	Handle string   // what a model calls that note by; likewise
	Hash   [32]byte // of the version that it shows; likewise
	// Origin is who wrote it. What is not the person's stands between data marks, under Label.
	Origin Origin
	Label  string // what it is, such as "memory {k3f}"
	Text   string // of whole lines
}

// Contexter gives what memory has for a prompt. It is asked once for what a person says, and
// again when a conversation goes on without them.
type Contexter interface {
	// Context gives the passages for what the person said last, in their order. An error ends
	// the input; that memory cannot be read well is none.
	Context(ctx context.Context, said string) ([]Passage, error)
}

// Conversation is the turns with the passages where a model reads them: before what the
// person said last, so that their words come after what bears on them, and nothing before
// changes while they are being answered.
func (p Prompt) Conversation() []Turn {
	if len(p.Context) == 0 {
		return p.Turns
	}
	var shown []Turn
	for _, piece := range p.Context {
		t := Turn{
			Role:   RoleUser,
			Origin: OriginUntrusted,
			Label:  cmp.Or(piece.Label, "memory"),
			Text:   piece.Text,
			Memory: true,
		}
		if piece.Origin == OriginPerson {
			t.Origin, t.Label = OriginPerson, ""
			if n := len(shown); n > 0 && shown[n-1].Origin == OriginPerson {
				shown[n-1].Text += piece.Text
				continue
			}
		}
		shown = append(shown, t)
	}
	return slices.Insert(slices.Clone(p.Turns), max(0, p.lastSaid()), shown...)
}

// withheld stands for what memory gave, for a provider that is not to have it.
const withheld = "(This came from memory, and memory is not sent to this provider.)"

// WithoutMemory is the prompt without anything that came from memory, and whether there was
// something: no passage, and no text of a result that memory gave.
func (p Prompt) WithoutMemory() (Prompt, bool) {
	had := len(p.Context) > 0
	p.Context, p.Turns = nil, slices.Clone(p.Turns)
	for i := range p.Turns {
		if t := &p.Turns[i]; t.Memory {
			t.Text, t.Picture, had = withheld, Picture{}, true
		}
	}
	return p, had
}

// recall asks memory, once for an input and its results, and adds the log.
func (r *runState) recall(ctx context.Context) error {
	if r.loop.Contexter == nil || r.recalled {
		return nil
	}
	passages, err := r.loop.passages(ctx, lastWords(r.turns()))
	if err != nil {
		return err
	}
	r.context, r.recalled = passages, true
	return nil
}

// passages are what memory has for some words, and the log behind them.
func (l *Loop) passages(ctx context.Context, said string) ([]Passage, error) {
	if l.Contexter == nil {
		return nil, nil
	}
	passages, err := l.Contexter.Context(ctx, said)
	if err != nil {
		return nil, fmt.Errorf("looking into memory: %w", err)
	}
	if len(passages) > 0 && len(l.Log) > 0 {
		passages = append(slices.Clone(passages), Passage{Origin: OriginUntrusted,
			Label: "pp's log: the last verdicts, results and faults", Text: "LOGS:\n" + strings.Join(l.Log, "\n") + "\n"})
	}
	for i := range passages {
		passages[i].Text = Redact(l.Redactor, passages[i].Text)
	}
	return passages, nil
}

// lastWords is what the person said last; "" where they said nothing.
func lastWords(turns []Turn) string {
	if i := (Prompt{Turns: turns}).lastSaid(); i >= 0 {
		return turns[i].Text
	}
	return ""
}

// noted adds a line to the log, and leaves out the oldest of too many.
func (l *Loop) noted(format string, args ...any) {
	if l.Contexter == nil || l.LogLimit <= 0 {
		return
	}
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	l.Log = append(l.Log, Clip(line, logLine))
	l.Log = l.Log[max(0, len(l.Log)-l.LogLimit):]
}

// logLine is how many bytes a line of the log has, at most.
const logLine = 160

// log keeps a line of what happened, where it is one for the log: verdicts on anything but
// an answer, what the gates denied, and results.
func (l *Loop) log(e Event) {
	switch ev := e.(type) {
	case Judged:
		step, f := ev.Verdict.Decisive()
		if ev.Final && !ev.Verdict.Action.Says() {
			l.noted("verdict: %s %s, %s", ev.Verdict.Decision, about(ev.Verdict.Action), RuleName(step.Gate, f.Rule))
		}
	case Rejected:
		l.noted("denied by %s: %s", RuleName(ev.Denial.Gate, ev.Denial.Rule), ev.Denial.Reason)
	case Acted:
		if !ev.Cleared.Action().Says() {
			l.noted("result: %s %s", about(ev.Cleared.Action()), ev.Result.Ending())
		}
	case Noted:
		l.noted("%s", ev.Text)
	case Thinking, Answered, Remarked, Shortened, Unremembered, Tried:
	}
}

// about is an action in a few words: its command, else its tool.
func about(a Action) string { return Clip(cmp.Or(a.Command(), a.Tool()), logLine/2) }

// memoryShown names for the thought trace what of memory a prompt shows: by hash, so that
// what is forgotten is gone.
func memoryShown(p Prompt) []string {
	var list []string
	for _, piece := range p.Context {
		if piece.ID != "" || piece.Handle != "" {
			list = append(list, cmp.Or(piece.ID, piece.Handle)+" "+hex.EncodeToString(piece.Hash[:]))
		}
	}
	return list
}

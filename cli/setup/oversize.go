package setup

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/providers/wire"
	"pp/sexp"
)

// fitting makes a prompt fit whose data does not: --head cuts the data, --chunk
// reads it in parts. What does not fit is known before it is sent, from the error
// that a provider gives. It implements engine.Provider for one prompt at a time.
type oversized struct {
	set      *ProviderSet
	provider engine.Provider
	// record keeps the prompt that was made of another; nil keeps none.
	record func(ctx context.Context, p engine.Prompt)
	// notes are what was read of data in parts, by its text, so that the next turn
	// does not read it again.
	notes map[string][]engine.Turn
}

// fit wraps the providers of a run as --head and --chunk ask for.
func (h *ProviderSet) fit(p engine.Provider) engine.Provider {
	if !h.Settings.Options.Head && !h.Settings.Options.Chunk {
		return p
	}
	return &oversized{set: h, provider: p, record: h.record, notes: map[string][]engine.Turn{}}
}

// Complete implements engine.Provider.
func (f *oversized) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	p = f.known(p)
	if most := f.set.Settings.Config.Limits.MaxInput; f.set.Settings.Options.Chunk && dataBytes(p) > most {
		// No call gets so much. A token has at most four bytes, as they are guessed.
		window := most/4 + leastPart + labelTokens + wire.Estimate(partPrompt(p, engine.Turn{}))
		return f.chunked(ctx, p, &wire.TooLargeError{Model: "one call", Window: window})
	}
	reply, err := f.provider.Complete(ctx, p)
	large := tooLarge(err, p)
	if large == nil || dataBytes(p) == 0 { // the person's own words are never cut
		return reply, err
	}
	if f.set.Settings.Options.Chunk {
		return f.chunked(ctx, p, large)
	}
	return f.headed(ctx, p, large, err)
}

// headed sends what fits of the data. A server may refuse even that, when it counts
// more tokens than were guessed; then it gets less.
func (f *oversized) headed(ctx context.Context, p engine.Prompt, large *wire.TooLargeError, err error) (engine.Reply, error) {
	for range maxTries {
		cut, notes, ok := head(p, large)
		if !ok {
			return engine.Reply{}, err
		}
		var reply engine.Reply
		if reply, err = f.provider.Complete(ctx, cut); err == nil && f.record != nil {
			f.record(ctx, cut)
		}
		again := tooLarge(err, cut)
		if again == nil {
			for _, n := range notes {
				f.set.out.NoteOnce(n)
			}
			return reply, err
		}
		large = again
	}
	return engine.Reply{}, err
}

// recordFitted keeps in the thought trace what was asked in the place of the
// prompt that did not fit. A trace that cannot be written is said where it must be
// whole, before an action.
func recordFitted(ctx context.Context, l *engine.Loop, p engine.Prompt) {
	if l.Recorder == nil {
		return
	}
	var b strings.Builder
	b.WriteString(p.System)
	for _, t := range p.Turns {
		b.WriteString("\n\n[" + t.Role.String() + "]\n" + p.Render(t))
	}
	_ = l.Recorder.Record(ctx, engine.Record{Kind: engine.RecordPrompt, Text: b.String(),
		Fields: sexp.Plist{}.With("TURNS", sexp.Int(int64(len(p.Turns)))).With("FROM", sexp.Int(0))})
}

// known puts what was read of data in parts in the place of the data.
func (f *oversized) known(p engine.Prompt) engine.Prompt {
	if len(f.notes) == 0 {
		return p
	}
	var turns []engine.Turn
	for _, t := range p.Turns {
		if notes, ok := f.notes[t.Text]; ok && isData(t) {
			turns = append(turns, notes...)
			continue
		}
		turns = append(turns, t)
	}
	p.Turns = turns
	return p
}

// maxTries bounds how often a prompt is made smaller.
const maxTries = 12

// tooLarge is what a provider says of a prompt that does not fit; nil for any other
// error. Where only the server knows its window, it is taken to be half of what
// the server refused.
func tooLarge(err error, p engine.Prompt) *wire.TooLargeError {
	var llm *engine.LLMError
	if !errors.As(err, &llm) || llm.Kind != engine.LLMTooLarge {
		return nil
	}
	var large *wire.TooLargeError
	if errors.As(err, &large) {
		return large
	}
	return &wire.TooLargeError{Model: "the model", Window: wire.Estimate(p) / 2}
}

// isData reports whether a turn is data that the person attached.
func isData(t engine.Turn) bool {
	return t.Role == engine.RoleUser && t.Origin == engine.OriginUntrusted
}

// dataBytes is how much data a prompt has.
func dataBytes(p engine.Prompt) int {
	n := 0
	for _, t := range p.Turns {
		if isData(t) {
			n += len(t.Text)
		}
	}
	return n
}

// labelTokens is what a longer label may add to a prompt.
const labelTokens = 64

// room is how many tokens of data a prompt can have, beside all that is no data.
func room(p engine.Prompt, large *wire.TooLargeError) int {
	bare := p
	bare.Turns = nil
	for _, t := range p.Turns {
		if isData(t) {
			t.Text = ""
		}
		bare.Turns = append(bare.Turns, t)
	}
	return large.Window - large.Reply - wire.Estimate(bare)
}

// head cuts the data, the last first, so that the prompt fits, and says where. ok
// is false when nothing of the data would be left.
func head(p engine.Prompt, large *wire.TooLargeError) (cut engine.Prompt, notes []string, ok bool) {
	free := room(p, large)
	var turns []engine.Turn
	for _, t := range p.Turns {
		size := wire.EstimateText(t.Text)
		if !isData(t) || size <= free {
			if isData(t) {
				free, ok = free-size, true
			}
			turns = append(turns, t)
			continue
		}
		n := atLine(t.Text, wire.Fit(t.Text, free-labelTokens))
		notes = append(notes, fmt.Sprintf("--head: %s was cut to its first %d of %d bytes (%d of %d lines), to fit the window of %s, about %d tokens",
			label(t), n, len(t.Text), countLines(t.Text[:n]), countLines(t.Text), large.Model, large.Window))
		t.Label = fmt.Sprintf("%s, the first %d of %d bytes", label(t), n, len(t.Text))
		t.Text, free, ok = t.Text[:n], 0, ok || n > 0
		turns = append(turns, t)
	}
	cut = p
	cut.Turns = turns
	return cut, notes, ok
}

func label(t engine.Turn) string {
	if t.Label == "" {
		return "the data"
	}
	return t.Label
}

// countLines counts the lines of a text, an unfinished one included.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// atLine moves an end to the end of a line, where one is near enough.
func atLine(text string, n int) int {
	if n >= len(text) {
		return len(text)
	}
	for _, mark := range []string{"\n", " "} {
		if i := strings.LastIndex(text[:n], mark); i >= n*3/4 {
			return i + len(mark)
		}
	}
	return n
}

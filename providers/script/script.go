package script

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/providers/wire"
)

// Name is what the provider calls itself in a reply and in its errors.
const Name = "script"

// Script replays the entries of a file, each once. It implements
// engine.Provider and is safe for concurrent use; prompts that come at once get
// the entries in the order they arrive.
type Script struct {
	name    string
	entries []entry

	mu      sync.Mutex
	next    int
	drifted error // once the prompts have drifted, all that follows fails
}

var _ engine.Provider = (*Script)(nil)

// DriftError says that a prompt is not the one that was recorded.
type DriftError struct {
	File         string
	Entry        int // from 1
	Line, Column int // of the entry
	Part         string
	Expected     string
	Got          string // at most 200 bytes of it
}

// Error implements error.
func (e *DriftError) Error() string {
	return fmt.Sprintf("%s:%d:%d: entry %d expects %q in the %s, which is %q", e.File, e.Line, e.Column, e.Entry,
		e.Expected, e.Part, e.Got)
}

// ExhaustedError says that there are more prompts than entries.
type ExhaustedError struct {
	File    string
	Entries int
	Got     string // at most 200 bytes of the last turn
}

// Error implements error.
func (e *ExhaustedError) Error() string {
	return fmt.Sprintf("%s: all %d entries were replayed and one more prompt came, whose last turn is %q", e.File,
		e.Entries, e.Got)
}

// Complete implements engine.Provider with the next entry. A prompt that is not
// the expected one, or one too many, is an *engine.LLMError of kind LLMConfig
// around a *DriftError or an *ExhaustedError, and so is every prompt after it.
func (s *Script) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if ctx.Err() != nil {
		return engine.Reply{}, context.Cause(ctx)
	}
	e, err := s.take(p)
	if err != nil {
		return engine.Reply{}, &engine.LLMError{Provider: Name, Kind: engine.LLMConfig, Err: err,
			Hint: "Record the script again, or change what it expects."}
	}
	if err := wire.Sleep(ctx, e.delay); err != nil {
		return engine.Reply{}, err
	}
	if e.failure != nil {
		return engine.Reply{}, e.failure
	}
	reply := engine.Reply{Text: strings.Repeat(e.reply, e.repeat), Calls: slices.Clone(e.calls), Provider: Name,
		Model: "replay", Usage: e.usage, CutCall: e.cutCall}
	if e.cut {
		reply.Cut = "the reply was cut at its token limit"
	}
	if p.Preview != nil && reply.Text != "" {
		p.Preview(reply.Text)
	}
	if p.Stream != nil && (p.Forms == "" || len(reply.Calls) > 0) {
		for line := range strings.SplitAfterSeq(reply.Text, "\n") {
			if line != "" { // an empty line would mean that the reply starts over
				p.Stream(line)
			}
		}
	}
	return reply, nil
}

// take gives the next entry when the prompt is the one it expects.
func (s *Script) take(p engine.Prompt) (entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drifted != nil {
		return entry{}, s.drifted
	}
	last := ""
	if n := len(p.Turns); n > 0 {
		last = p.Turns[n-1].Text
	}
	if s.next == len(s.entries) {
		s.drifted = &ExhaustedError{s.name, len(s.entries), engine.Clip(last, maxShown)}
		return entry{}, s.drifted
	}
	e := s.entries[s.next]
	for _, part := range []struct {
		name, text string
		expected   []string
	}{
		{"last turn", last, e.expect}, {"results of the calls", results(p.Turns), e.results},
		{"context", contextOf(p), e.context}, {"system prompt", strings.TrimSpace(p.InText() + "\n\n" + p.Last), e.system},
	} {
		for _, want := range part.expected {
			if !strings.Contains(part.text, want) {
				s.drifted = &DriftError{s.name, s.next + 1, e.line, e.column, part.name, want, engine.Clip(part.text, maxShown)}
				return entry{}, s.drifted
			}
		}
	}
	s.next++
	return e, nil
}

// contextOf is what memory gave.
func contextOf(p engine.Prompt) string {
	var out []string
	for _, piece := range p.Context {
		out = append(out, piece.Text)
	}
	return strings.Join(out, "")
}

// results are what came of the last calls, each behind a line with its identifier.
func results(turns []engine.Turn) string {
	var out []string
	for _, t := range slices.Backward(turns) {
		if t.Role == engine.RoleAssistant {
			break
		}
		if t.Role == engine.RoleTool {
			out = append(out, "["+t.Answers+"]\n"+t.Text)
		}
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// maxShown is how much of a text an error shows, in bytes.
const maxShown = 200

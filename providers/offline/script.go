package offline

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/engine/store"
	"pp/providers/wire"
)

// Script is a provider that replays replies from a file, to repeat a whole conversation exactly without a model. It
// answers only from its file, and stops when a prompt differs from the expected one. It is safe for concurrent use;
// concurrent prompts get the entries in the order in which they arrive.
//
// The file holds s-expressions, one property list for each prompt, in their order. Comments are allowed.
//
//	; the first prompt must end in a turn with these words
//	(:EXPECT "summarize this" :REPLY "It says hello.")
//	; several texts must all be there; the reply is this form, printed
//	(:EXPECT ("TOOL" "go.mod") :SYSTEM "PREVIOUS PROPOSAL REJECTED"
//	 :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3" :EXPLANATION "Look at the history.")))
//	; two tool calls, as a model with tools makes them, and a text next to them
//	(:REPLY "I look." :CALLS ((:TOOL "read-file" :ARGS "{\"filepath\":\"go.mod\"}" :ID "a") (:TOOL "list-directory")))
//	(:RESULTS ("module pp" "cli") :REPLY "Done.")
//	(:ERROR :TRY-LATER :MESSAGE "the model is busy" :DELAY-MS 50)
//
// The keys of an entry:
//
//	:EXPECT    a text, or a list of texts, that the last turn must contain
//	:SYSTEM    the same for the system prompt with the forms and tools, and pp's last words
//	:RESULTS   the same for the results since the previous reply, each after its call's "[ID]"
//	:CONTEXT   the same for the notes from memory
//	:REPLY     the reply's text
//	:FORM      a form whose printed text is the reply
//	:BYTES     the reply as a vector of bytes, #(255 254), for one that is not UTF-8
//	:CALLS     tool calls beside or instead of a text: a list of (:TOOL name :ARGS json :ID id :MARK mark)
//	:CUT       cut the reply at its token limit: :TEXT after its text, :CALL within a call, which is dropped
//	:REPEAT    repeat the reply; 1 to 1,000,000 times, at most 64 MiB in all
//	:ERROR     fail: :UNAVAILABLE :TRY-LATER :AUTH :CONFIG or :TOO-LARGE
//	:MESSAGE   the message of the failure
//	:DELAY-MS  wait first, at most 10,000; a cancelled prompt ends the wait
//	:USAGE     (:INPUT n :OUTPUT n), the tokens that the reply reports
//
// An entry needs exactly one of :REPLY, :FORM, :BYTES and :ERROR, or :CALLS, alone or with one of the first three.
type Script struct {
	name, text string
	entries    []entry

	mu      sync.Mutex
	next    int
	drifted error // once the prompts have drifted, all that follows fails
}

const (
	scriptName = "script"
	maxShown   = 200 // bytes of a text in an error
)

// OpenScript reads a script from a regular file, and follows links.
func OpenScript(path string) (*Script, error) {
	resolved, err := filepath.EvalSymlinks(path)
	var text []byte
	if err == nil {
		text, err = store.Whole(resolved, maxFile)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	return ParseScript(path, string(text))
}

// Complete implements engine.Provider with the next entry. An unexpected or surplus prompt, and every prompt after it,
// is an *engine.LLMError of kind LLMConfig.
func (s *Script) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if ctx.Err() != nil {
		return engine.Reply{}, context.Cause(ctx)
	}
	e, err := s.take(p)
	if err != nil {
		return engine.Reply{}, &engine.LLMError{Provider: scriptName, Kind: engine.LLMConfig, Err: err,
			Hint: "Record the script again, or change what it expects."}
	}
	if err := wire.Sleep(ctx, e.delay); err != nil {
		return engine.Reply{}, err
	}
	if e.failure != nil {
		return engine.Reply{}, e.failure
	}
	reply := engine.Reply{Text: strings.Repeat(e.reply, e.repeat), Calls: slices.Clone(e.calls), Provider: scriptName,
		Model: "replay", Usage: e.usage, CutCall: e.cutCall}
	if e.cut {
		reply.Cut = "the reply was cut at its token limit"
	}
	if p.Preview != nil && reply.Text != "" {
		p.Preview(reply.Text)
	}
	if p.Stream != nil && (p.Forms == "" || len(reply.Calls) > 0) {
		for line := range strings.Lines(reply.Text) {
			p.Stream(line)
		}
	}
	return reply, nil
}

// take returns the next entry if it expects this prompt.
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
		s.drifted = fmt.Errorf("%s: all %d entries were replayed and one more prompt came, whose last turn is %q", s.name,
			len(s.entries), engine.Clip(last, maxShown))
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
				s.drifted = s.at(e.offset, "entry %d expects %q in the %s, which is %q", s.next+1, want, part.name,
					engine.Clip(part.text, maxShown))
				return entry{}, s.drifted
			}
		}
	}
	s.next++
	return e, nil
}

// at returns an error at an offset of the script.
func (s *Script) at(offset int, format string, args ...any) error {
	before := s.text[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Errorf("%s:%d:%d: %w", s.name, 1+strings.Count(before, "\n"), 1+len([]rune(line)),
		fmt.Errorf(format, args...))
}

// contextOf is what memory gave.
func contextOf(p engine.Prompt) string {
	var out strings.Builder
	for _, piece := range p.Context {
		out.WriteString(piece.Text)
	}
	return out.String()
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

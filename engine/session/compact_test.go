package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/providers/wire"
)

// tokens guesses as the wire protocols do.
func tokens(turns []engine.Turn) int {
	return wire.Estimate(engine.Prompt{Turns: turns, Nonce: "0123456789abcdef"})
}

var testCompactor = Compactor{Tokens: tokens, Reads: func(tool string) bool { return tool == "read-file" }}

func personSays(text string) engine.Turn {
	return engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: text}
}

// called is a call of a tool and its result.
func called(id, tool, args, result string) []engine.Turn {
	return []engine.Turn{
		{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Calls: []engine.ToolCall{{ID: id, Tool: tool, Args: args}}},
		{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: tool, Text: result, Answers: id},
	}
}

func text(n int) string { return strings.Repeat("some line of a file\n", n/20+1)[:n] }

// TestOldPicturesAreLeftOut: as old results are; those of the last message stay.
func TestOldPicturesAreLeftOut(t *testing.T) {
	shown := engine.Turn{Label: "a.png", Text: "(a picture)",
		Picture: engine.Picture{Type: "image/png", Data: []byte("PNG")}}
	turns := []engine.Turn{personSays("look"), shown, shown, shown,
		{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "A horse."}, personSays("and this?"), shown}
	cut, err := testCompactor.Shorten(context.Background(), engine.Shortening{Turns: turns, Room: 6000})
	if err != nil || cut.Cut.Lined == 0 || cut.Cut.Summed != 0 {
		t.Fatalf("%+v, %v", cut, err)
	}
	sent := testCompactor.Sent(append(slices.Clone(turns), cut))
	want := "[a picture: image/png, 3 bytes, left out to save room; ask for it again where you need it]"
	if len(sent) != len(turns) || sent[1].Text != want || sent[1].Picture.Is() || !sent[6].Picture.Is() {
		t.Errorf("%+v", sent)
	}
}

func TestOldestResultsAreALineFirst(t *testing.T) {
	turns := []engine.Turn{personSays("fix the bug")}
	for i := range 6 {
		turns = append(turns, called(fmt.Sprint("c", i), "read-file", fmt.Sprintf(`{"filepath":"f%d.go"}`, i), text(6000))...)
	}
	turns = append(turns, called("s", "shell", `{"command":"make"}`, text(3000))...)
	cut, err := testCompactor.Shorten(context.Background(), engine.Shortening{Turns: turns, Room: 12000})
	if err != nil || cut.Text != "" || cut.Cut.Summed != 0 || cut.Cut.Lined == 0 {
		t.Fatalf("%+v, %v", cut, err)
	}
	sent := testCompactor.Sent(append(slices.Clone(turns), cut))
	want := "[result of read-file {\"filepath\":\"f0.go\"}: 301 lines, 6000 bytes, left out to save room; " +
		"call it again where you need it]"
	if len(sent) != len(turns) || sent[2].Text != want || sent[len(sent)-1].Text != text(3000) {
		t.Errorf("%d turns, %q", len(sent), sent[2].Text)
	}
	if n := tokens(sent); n > 6000 || n < 3000 {
		t.Errorf("%d tokens of 12000 are sent after the cut", n)
	}
}

func TestAnEffectIsNotToBeRepeated(t *testing.T) {
	turns := append([]engine.Turn{personSays("go")}, called("a", "shell", `{"command":"git push"}`, text(600))...)
	if got := testCompactor.line(turns, 2); !strings.Contains(got, `shell {"command":"git push"}`) ||
		!strings.Contains(got, "do not repeat it") {
		t.Error(got)
	}
	turns[2].Failed, turns[2].Text = true, "ERROR [shell]: no such remote\n"+turns[2].Text
	if got := testCompactor.line(turns, 2); !strings.HasPrefix(got, "ERROR [shell]: no such remote [") {
		t.Error(got)
	}
}

func TestOldTurnsBecomeTheModelsSummary(t *testing.T) {
	turns := []engine.Turn{personSays("fix the bug in x")}
	for i := range 40 {
		turns = append(turns, called(fmt.Sprint("c", i), "edit-file", `{"old":"`+text(400)+`"}`, "done")...)
	}
	var asked engine.Prompt
	s := engine.Shortening{Turns: turns, Room: 4000, Ask: func(_ context.Context, p engine.Prompt) (engine.Reply, error) {
		asked = p
		return engine.Reply{Text: "<think>What was it?</think>\nForty edits were made."}, nil
	}}
	cut, err := testCompactor.Shorten(context.Background(), s)
	if err != nil || cut.Text != "Forty edits were made." || cut.Origin != engine.OriginUntrusted || cut.Cut.Summed == 0 {
		t.Fatalf("%+v, %v", cut, err)
	}
	if n := tokens(asked.Turns); n > 2200 || asked.Tier != engine.TierCognition || len(asked.Tools) > 0 ||
		asked.Turns[0].Origin != engine.OriginUntrusted {
		t.Errorf("%d tokens asked: %+v", n, asked)
	}
	sent := testCompactor.Sent(append(slices.Clone(turns), cut))
	if sent[0].Text != "fix the bug in x" || sent[1].Text != cut.Text || tokens(sent) > 2000 {
		t.Errorf("%d tokens: %+v", tokens(sent), sent[:2])
	}
	s.Ask = func(context.Context, engine.Prompt) (engine.Reply, error) { return engine.Reply{}, errors.New("no") }
	cut, err = testCompactor.Shorten(context.Background(), s)
	if err != nil || !strings.Contains(cut.Text, "agent called edit-file") {
		t.Errorf("without a model: %+v, %v", cut, err)
	}
}

// TestASummaryHasNothingOfMemory: whoever is sent it may not be sent that.
func TestASummaryHasNothingOfMemory(t *testing.T) {
	turns := []engine.Turn{personSays("go")}
	for i := range 40 {
		turns = append(turns, called(fmt.Sprint("c", i), "memory-search", `{"query":"`+text(400)+`"}`, "planted")...)
		turns[len(turns)-1].Memory = true
	}
	for _, model := range []bool{true, false} {
		s := engine.Shortening{Turns: turns, Room: 4000, Ask: func(_ context.Context, p engine.Prompt) (engine.Reply, error) {
			for _, turn := range p.Turns {
				if strings.Contains(turn.Text, "planted") || !strings.Contains(p.Turns[0].Text, "memory-search") {
					t.Errorf("a model is sent %q", turn.Text)
				}
			}
			if !model {
				return engine.Reply{}, errors.New("down")
			}
			return engine.Reply{Text: "It was searched."}, nil
		}}
		cut, err := testCompactor.Shorten(context.Background(), s)
		if err != nil || cut.Cut.Summed == 0 || strings.Contains(cut.Text, "planted") {
			t.Errorf("%+v, %v", cut, err)
		}
	}
}

func TestACancelledSummaryCutsNothing(t *testing.T) {
	turns := []engine.Turn{personSays("go")}
	for i := range 40 {
		turns = append(turns, called(fmt.Sprint("c", i), "edit-file", text(400), "done")...)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("Ctrl-C")
	_, err := testCompactor.Shorten(ctx, engine.Shortening{Turns: turns, Room: 4000,
		Ask: func(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
			cancel(stop)
			return engine.Reply{}, ctx.Err()
		}})
	if !errors.Is(err, stop) {
		t.Error(err)
	}
}

func TestOneMessageThatAloneDoesNotFit(t *testing.T) {
	turns := []engine.Turn{personSays("what is in it?"),
		{Role: engine.RoleUser, Label: "standard input", Text: text(50_000)}}
	cut, err := testCompactor.Shorten(context.Background(), engine.Shortening{Turns: turns, Room: 4000})
	if !errors.Is(err, engine.ErrNoRoom) {
		t.Errorf("%+v, %v", cut, err)
	}
}

func TestAHugeResultIsCutInTheMiddle(t *testing.T) {
	turns := append([]engine.Turn{personSays("go")}, called("a", "read-file", "{}", text(48_000))...)
	cut, err := testCompactor.Shorten(context.Background(), engine.Shortening{Turns: turns, Room: 5000})
	if err != nil || cut.Cut.Most == 0 || cut.Cut.Summed != 0 {
		t.Fatalf("%+v, %v", cut, err)
	}
	sent := testCompactor.Sent(append(turns, cut))
	if last := sent[2].Text; !strings.Contains(last, "left out here") || len(last) < cut.Cut.Most*9/10 {
		t.Errorf("%d bytes of %d", len(last), cut.Cut.Most)
	}
}

// drawTurns is a conversation that may have been held: each message alone has room.
func drawTurns(t *rapid.T, room int) []engine.Turn {
	size := rapid.IntRange(1, room/2)
	turns := []engine.Turn{personSays(text(size.Draw(t, "task")))}
	for n := range rapid.IntRange(0, 60).Draw(t, "turns") {
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			turns = append(turns, engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent,
				Text: text(size.Draw(t, "answer"))}, personSays(text(size.Draw(t, "message"))))
			if rapid.Bool().Draw(t, "attached") {
				turns = append(turns, engine.Turn{Role: engine.RoleUser, Label: "a file", Text: text(size.Draw(t, "data"))})
			}
		case 1: // calls in text, without names
			turns = append(turns, engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "(:TYPE :REQUEST)"},
				engine.Turn{Role: engine.RoleTool, Label: "read-file", Text: text(rapid.IntRange(0, 30_000).Draw(t, "result"))})
		default:
			act := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "I do this."}
			var results []engine.Turn
			for i := range rapid.IntRange(1, 4).Draw(t, "calls") {
				one := called(fmt.Sprintf("%d.%d", n, i), rapid.SampledFrom([]string{"read-file", "shell"}).Draw(t, "tool"),
					text(rapid.IntRange(0, room/4).Draw(t, "args")), text(rapid.IntRange(0, 30_000).Draw(t, "result")))
				act.Calls = append(act.Calls, one[0].Calls...)
				results = append(results, one[1])
			}
			turns = append(append(turns, act), results...)
		}
	}
	return turns
}

// checkSent fails unless what is sent is a conversation that a protocol takes.
func checkSent(t *rapid.T, all, sent []engine.Turn) {
	open := map[string]bool{}
	persons := map[string]bool{}
	for _, turn := range all {
		if isPerson(turn) {
			persons[turn.Text] = true
		}
	}
	for i, turn := range sent {
		for _, c := range turn.Calls {
			open[c.ID] = true
		}
		if turn.Answers != "" && !open[turn.Answers] {
			t.Fatalf("turn %d is the result of no call that is sent", i)
		}
		if turn.Role == engine.RoleTool && (i == 0 || sent[i-1].Role == engine.RoleUser) {
			t.Fatalf("turn %d is a result after no call", i)
		}
		delete(open, turn.Answers)
		if isData(turn) && turn.Origin != engine.OriginUntrusted {
			t.Fatalf("turn %d: data became %s", i, turn.Origin)
		}
		if isPerson(turn) && !persons[turn.Text] && !strings.Contains(turn.Text, " left out here]") {
			t.Fatalf("turn %d: the person never said %.60q", i, turn.Text)
		}
	}
	if len(open) > 0 {
		t.Fatalf("%d calls without their results", len(open))
	}
}

func TestWhatIsSentFitsAndIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(1000, 30_000).Draw(t, "room")
		turns := drawTurns(t, room)
		for range 3 {
			sent := testCompactor.Sent(turns)
			checkSent(t, turns, sent)
			if !cmp.Equal(sent, testCompactor.Sent(turns)) {
				t.Fatal("what is sent changes")
			}
			cut, err := testCompactor.Shorten(context.Background(), engine.Shortening{Turns: turns, Room: room})
			if tokens(sent) > room && err != nil {
				t.Fatalf("%d tokens in a room of %d: %v", tokens(sent), room, err)
			}
			if err != nil {
				return
			}
			turns = append(turns, cut)
			after := testCompactor.Sent(turns)
			checkSent(t, turns, after)
			if n := tokens(after); n > room {
				t.Fatalf("%d tokens are sent in a room of %d: %+v", n, room, cut.Cut)
			}
			if cut.Origin != engine.OriginUntrusted && slices.ContainsFunc(turns[:cut.Cut.Summed], isData) {
				t.Fatalf("the summary of something untrusted is %s", cut.Origin)
			}
			turns = append(turns, called("next", "read-file", "{}", text(rapid.IntRange(0, 50_000).Draw(t, "next")))...)
		}
	})
}

// windowed is a model with a window, which refuses what does not fit as the clients do.
type windowed struct {
	window, fixed int
	knows         bool // the client knows the window
	next          func() string
	sent          []int
}

type over struct{ need, window int }

func (o over) Error() string            { return fmt.Sprintf("%d of %d", o.need, o.window) }
func (o over) Fits() (need, window int) { return o.need, o.window }

func (w *windowed) Complete(_ context.Context, p engine.Prompt) (engine.Reply, error) {
	n := w.fixed + wire.Estimate(p) + max(p.MaxTokens, w.window/8)
	if n > w.window {
		cause := error(over{n, w.window})
		if !w.knows {
			cause = errors.New("context length exceeded")
		}
		return engine.Reply{}, &engine.LLMError{Provider: "test", Kind: engine.LLMTooLarge, Err: cause}
	}
	w.sent = append(w.sent, n)
	if p.System == rules {
		return engine.Reply{Text: "A summary of what was done."}, nil
	}
	return engine.Reply{Text: w.next(), Provider: "test"}, nil
}

type allowing struct{}

func (allowing) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	f := engine.Finding{Decision: engine.Allow, Rule: "any", Reason: "fine"}
	return engine.Verdict{Decision: engine.Allow, Action: a, Trace: []engine.Step{{Gate: "test", Decision: engine.Allow,
		Rule: "any", Reason: "fine", Findings: []engine.Finding{f}}}}
}

type acting struct{ result func() string }

func (a acting) Find(t engine.Target) (engine.Actuator, bool) { return a, true }

func (a acting) Do(context.Context, engine.Cleared) (engine.Result, error) {
	return engine.Result{Text: a.result(), Origin: engine.OriginUntrusted}, nil
}

func TestInvariant19NoConversationEndsBecauseItIsLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.SampledFrom([]int{2048, 3000, 8192, 32768, 200_000}).Draw(t, "window")
		w := &windowed{window: window, fixed: rapid.IntRange(0, window/3).Draw(t, "fixed"),
			knows: rapid.Bool().Draw(t, "knows")}
		left, n := 0, 0
		w.next = func() string {
			if n++; left == 0 {
				return text(rapid.IntRange(1, window/4).Draw(t, "answer"))
			}
			left--
			return fmt.Sprintf(`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file" `+
				`:ARGS (:FILEPATH "%d%s") :EXPLANATION "to see what is in it"))`,
				n, text(rapid.IntRange(0, window/4).Draw(t, "args")))
		}
		kept := NewMemory(3*window + 100_000) // a fraction of what is said and read
		l := &engine.Loop{Provider: w, Judge: allowing{}, Session: kept, Nonce: "n0nce", Shortener: testCompactor,
			Tokens:    wire.Estimate,
			Actuators: acting{func() string { return text(rapid.IntRange(0, 20_000).Draw(t, "result")) }},
			Clock:     func() time.Time { return time.Unix(0, 0) }, Limits: engine.Limits{Turns: 1000}}
		for range rapid.IntRange(1, 8).Draw(t, "messages") {
			left = rapid.IntRange(0, 15).Draw(t, "calls")
			said := text(rapid.IntRange(1, window/4).Draw(t, "message"))
			out := l.Run(context.Background(), engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI},
				Payload: engine.Input{Text: said, Origin: engine.OriginPerson}})
			if out.Err != nil || len(out.Answers) != 1 {
				t.Fatalf("window %d, fixed %d: %v after %d requests, %d turns", window, w.fixed, out.Err, len(w.sent),
					len(kept.Turns()))
			}
		}
	})
}

func TestShortenedAtAPersonsWord(t *testing.T) {
	kept := NewMemory(0)
	l := &engine.Loop{Provider: &windowed{window: 1 << 20}, Session: kept, Nonce: "0123456789abcdef",
		Shortener: testCompactor, Tokens: wire.Estimate}
	if err := l.Shorten(context.Background()); !errors.Is(err, engine.ErrNoRoom) {
		t.Errorf("nothing was said yet: %v", err)
	}
	turns := []engine.Turn{personSays("go")}
	for i := range 20 {
		turns = append(turns, called(fmt.Sprint("c", i), "edit-file", `{"old":"`+text(500)+`"}`, text(500))...)
	}
	for _, turn := range turns {
		if err := kept.Append(turn); err != nil {
			t.Fatal(err)
		}
	}
	var told []engine.Shortened
	l.Watch = func(e engine.Event) { told = append(told, e.(engine.Shortened)) }
	if err := l.Shorten(context.Background()); err != nil {
		t.Fatal(err)
	}
	sent := tokens(testCompactor.Sent(kept.Turns()))
	if len(told) != 1 || told[0].Before < tokens(turns)-100 || sent > told[0].Before/2 || !told[0].Asked ||
		len(kept.Turns()) != len(turns)+1 {
		t.Errorf("%d tokens are sent, %+v", sent, told)
	}
}

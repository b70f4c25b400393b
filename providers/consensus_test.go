package providers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pp/engine"
)

const (
	listDir  = `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls" :EXPLANATION "to see"))`
	listDir2 = `(:type :request :target :shell :payload (:explanation "another reason" :cmd "ls"))`
	remove   = `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "rm -r x" :EXPLANATION "to tidy"))`
	move     = `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "mv x y" :EXPLANATION "to tidy"))`
	wrong    = `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD 5))`
)

func decodeReply(reply engine.Reply) ([]string, error) {
	var out []string
	for _, c := range reply.Calls {
		a, err := engine.Decoder{}.Call(c, reply.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, a.Essence())
	}
	if len(reply.Calls) > 0 {
		return out, nil
	}
	said, err := engine.Decoder{}.Decode(reply.Text, "")
	if _, says := said.Action.Op.(engine.Message); err != nil || says {
		return nil, err
	}
	return []string{said.Action.Essence()}, nil
}

// TestConsensusOfCalls: calls are compared as a whole reply's, in any order and in either
// form.
func TestConsensusOfCalls(t *testing.T) {
	call := func(tool, args string) engine.ToolCall { return engine.ToolCall{ID: tool, Tool: tool, Args: args} }
	ls := call("shell", `{"explanation":"a","command":"ls"}`)
	ls2 := call("SHELL", `{"command":"ls","explanation":"other"}`)
	read := call("read-file", `{"filepath":"x","start":1}`)
	read2 := call("read-file", `{"start":1.0,"filepath":"x","explanation":"b"}`)
	bad := call("read-file", `{"filepath":`)
	says := func(calls ...engine.ToolCall) engine.Reply { return engine.Reply{Calls: calls} }
	for _, tc := range []struct {
		name    string
		replies []engine.Reply
		chosen  int // -1: nobody
	}{
		{"in another order", []engine.Reply{says(read), says(ls, read), says(read2, ls2)}, 1},
		{"one more is not the same", []engine.Reply{says(ls, read), says(ls2), says(read)}, -1},
		{"twice is not once", []engine.Reply{says(ls, ls), says(ls), {Text: "m"}}, -1},
		{"a form and a call", []engine.Reply{says(read), {Text: listDir}, says(ls2)}, 1},
		{"a call and a message", []engine.Reply{says(ls), {Text: "a"}, {Text: "b"}}, 1},
		{"one that means nothing", []engine.Reply{says(ls, bad), says(ls), says(ls2)}, 1},
		{"calls that mean nothing do not agree", []engine.Reply{says(bad), says(bad), says(ls)}, -1},
	} {
		var members []Member
		for i, r := range tc.replies {
			r.Usage.Input = i + 1
			members = append(members, remote("p"+string(rune('0'+i)), fixed{reply: r}))
		}
		c, err := NewConsensus(members, decodeReply, Options{})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := c.Complete(t.Context(), engine.Prompt{})
		if (err != nil) != (tc.chosen < 0) {
			t.Errorf("%s: %+v, %v", tc.name, reply, err)
			continue
		}
		if tc.chosen < 0 {
			continue
		}
		if want := tc.replies[tc.chosen]; reply.Text != want.Text || !slices.Equal(reply.Calls, want.Calls) {
			t.Errorf("%s: %+v", tc.name, reply)
		}
	}
}

func TestConsensus(t *testing.T) {
	down := errors.New("down")
	for _, tc := range []struct {
		name     string
		replies  []string // "!" fails
		text     string
		note     string
		disputed string // the candidate of a NoMajorityError
	}{
		{"all agree", []string{listDir, listDir2, listDir}, listDir, "", ""},
		{"two of three", []string{remove, listDir2, listDir}, listDir2, "2 of 3 providers agree:\n  p0: ", ""},
		{"two of three, one down", []string{"!", listDir2, listDir}, listDir2, "p0: down", ""},
		{"one of three up", []string{"!", "!", listDir}, "", "", listDir},
		{"none of three", []string{remove, move, listDir}, "", "", remove},
		{"one of two", []string{remove, listDir}, "", "", remove},
		{"two of four is no majority", []string{remove, remove, listDir, listDir}, "", "", remove},
		{"messages are one vote, the first counts", []string{"first", "second", remove}, "first", "2 of 3", ""},
		{"a message of the second", []string{remove, "second", "third"}, "second", "2 of 3", ""},
		{"the first is a message", []string{"first", remove, move}, "first", "1 of 3", ""},
		{"the first is down, the next a message", []string{"!", "second", move, remove}, "second", "1 of 4", ""},
		{"one does not decode", []string{wrong, listDir, listDir2}, listDir, "does not decode", ""},
		{"two do not decode alike", []string{wrong, wrong, listDir}, "", "", listDir},
		{"none decodes", []string{wrong, wrong, wrong}, wrong, "1 of 3", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var members []Member
			for i, r := range tc.replies {
				p := fixed{reply: engine.Reply{Text: r, Usage: engine.Usage{Input: 10, Output: 1}, Cost: 0.5, Priced: true}}
				if r == "!" {
					p = fixed{err: down}
				}
				members = append(members, remote("p"+string(rune('0'+i)), p))
			}
			c, err := NewConsensus(members, decodeReply, Options{})
			if err != nil {
				t.Fatal(err)
			}
			reply, err := c.Complete(t.Context(), engine.Prompt{})
			var none *NoMajorityError
			if tc.disputed != "" {
				if !errors.As(err, &none) || none.Candidate.Text != tc.disputed || len(none.Votes) != len(members) {
					t.Fatalf("%+v, %v", reply, err)
				}
				candidate, why := none.Disputed()
				if candidate.Usage.Input == 0 || !strings.Contains(why, "p0: ") {
					t.Errorf("%+v: %s", candidate, why)
				}
				return
			}
			if err != nil || reply.Text != tc.text || !strings.Contains(reply.Note, tc.note) || tc.note == "" &&
				reply.Note != "" {
				t.Fatalf("%q, note %q, %v", reply.Text, reply.Note, err)
			}
			up := len(tc.replies) - strings.Count(strings.Join(tc.replies, ""), "!")
			if reply.Usage.Input != 10*up || reply.Cost != 0.5*float64(up) || !reply.Priced ||
				len(reply.Failed) != len(members)-up || reply.Provider == "" {
				t.Errorf("%+v", reply)
			}
		})
	}
}

// TestConsensusRefuses checks that a prompt for a local provider goes to a remote one only with consent, that one
// provider is no consensus, and that an exhausted budget ends the run.
func TestConsensusRefuses(t *testing.T) {
	budget := &engine.BudgetError{Scope: "session"}
	one, two, here := remote("a", answering("x")), remote("b", failing(budget)), local("c", answering("x"))
	for _, tc := range []struct {
		members []Member
		o       Options
		taken   bool
	}{{nil, Options{}, false}, {[]Member{one}, Options{}, false}, {[]Member{here, one}, Options{}, false},
		{[]Member{here, one}, Options{CrossLocal: true}, true}, {[]Member{one, here}, Options{}, true}} {
		if _, err := NewConsensus(tc.members, decodeReply, tc.o); (err == nil) != tc.taken {
			t.Errorf("%d members, %+v: %v, want accepted %v", len(tc.members), tc.o, err, tc.taken)
		}
	}
	c, err := NewConsensus([]Member{one, two}, decodeReply, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), engine.Prompt{}); !errors.Is(err, budget) {
		t.Errorf("%v", err)
	}
}

func TestConsensusAsksAtOnceAndIsCancelled(t *testing.T) {
	var here atomic.Int32
	all := make(chan struct{})
	wait := does(func(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
		if p.Preview != nil {
			p.Preview("previewed")
		}
		if here.Add(1) == 3 {
			close(all)
		}
		<-ctx.Done()
		return engine.Reply{}, ctx.Err()
	})
	c, err := NewConsensus([]Member{remote("a", wait), remote("b", wait), remote("c", wait)}, decodeReply,
		Options{})
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		select {
		case <-all:
		case <-time.After(5 * time.Second):
		}
		cancel(cause)
	}()
	var previews atomic.Int32
	preview := func(s string) { previews.Add(int32(min(1, len(s)))) } // one that is empty begins a reply
	if _, err := c.Complete(ctx, engine.Prompt{Preview: preview}); !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	if here.Load() != 3 || previews.Load() != 1 {
		t.Errorf("%d asked, %d previewed", here.Load(), previews.Load())
	}
}

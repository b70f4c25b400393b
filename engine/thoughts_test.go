package engine_test

import (
	"testing"

	"pp/engine"
)

// TestApprovedCallKeepsItsThoughts checks that a run with a call that a person approved later sends the reasoning of
// the proposal back to the provider.
func TestApprovedCallKeepsItsThoughts(t *testing.T) {
	kept := engine.Thoughts{Provider: "p", Data: `[{"kind":"reasoning_content","text":"hm"}]`}
	call := engine.ToolCall{ID: "c1", Tool: "shell", Args: `{"cmd":"rm x","explanation":"it is not needed"}`, Mark: "SIG"}
	l := newLoop(&answersWith{list: []engine.Reply{{Calls: []engine.ToolCall{call}, Native: true, Kept: kept},
		{Text: "That is all."}}}, &judge{ask: "rm"}, &hands{each: numbered})
	var asked engine.Action
	l.Approver = asking(func(q engine.Question) engine.Answer {
		asked = q.Verdict.Action
		return engine.Answer{Kind: engine.AnswerSuspend, Token: "T"}
	})
	if out := l.Run(t.Context(), input("go")); len(out.Pending) != 1 {
		t.Fatalf("outcome %+v, want one pending approval", out)
	}
	l.Approver = &answers{{Kind: engine.AnswerOnce}}
	out := l.Run(t.Context(), engine.Signal{Meta: input("").Meta, Payload: engine.Request{Action: asked}})
	if out.Err != nil {
		t.Fatal(out.Err)
	}
	turns := l.Session.Turns()
	paired(t, turns)
	made := 0
	for _, turn := range turns {
		if len(turn.Calls) == 0 {
			continue
		}
		if made++; turn.Kept != kept || turn.Calls[0].Mark != "SIG" {
			t.Errorf("message %d with a call keeps %+v and the mark %q, want those of the reply", made, turn.Kept,
				turn.Calls[0].Mark)
		}
	}
	if made != 2 {
		t.Errorf("%d messages with calls, want 2: %+v", made, turns)
	}
}

// TestReplyCutInsideItsCall checks that a cut reply with nothing complete counts as empty: the loop asks the model
// again.
func TestReplyCutInsideItsCall(t *testing.T) {
	l := newLoop(&answersWith{list: []engine.Reply{{Cut: "p: the reply was cut", Native: true}, {Text: "That is all."}}},
		&judge{}, &hands{})
	out := l.Run(t.Context(), input("go"))
	if out.Err != nil || len(out.Answers) != 1 || out.Answers[0] != "That is all." {
		t.Errorf("outcome %+v, want the answer to the second prompt", out)
	}
}

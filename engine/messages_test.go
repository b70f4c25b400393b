package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/actuators/messenger"
	"pp/engine"
)

// chat is a signal of somebody's in their chat.
func chat(text string) engine.Signal {
	return engine.Signal{
		Meta:    engine.Meta{Source: engine.TargetTelegram, Session: "s1", Chat: "123"},
		Payload: engine.Input{Text: text, Origin: engine.OriginPerson, Chat: true},
	}
}

func sending(to string) string {
	return fmt.Sprintf(`(:TYPE :REQUEST :TARGET :TELEGRAM :PAYLOAD (:ACTION :MESSAGE :TEXT "it is done" :TO %q `+
		`:EXPLANATION "they want to know"))`, to)
}

// What a model says in a chat goes to who asked, and ends the turn; so does a message to them, unless it was a
// call, which needs a result. A message to anybody else is an action like others, and no answer.
func TestMessages(t *testing.T) {
	native := calling(call("c1", "telegram", `{"text":"it is done","explanation":"they want to know"}`))
	said := func(text string) engine.Reply { return engine.Reply{Text: text, Provider: "test"} }
	for name, tc := range map[string]struct {
		from    engine.Signal
		replies []engine.Reply
		targets string
		answers []string
		acts    int
	}{
		"prose":        {chat("hi"), []engine.Reply{said("hello")}, "TELEGRAM", []string{"hello"}, 0},
		"to who asked": {chat("hi"), []engine.Reply{said(sending("123"))}, "TELEGRAM", []string{"it is done"}, 0},
		"a call": {chat("hi"), []engine.Reply{native, said("bye")}, "TELEGRAM TELEGRAM",
			[]string{"it is done", "bye"}, 0},
		"to somebody else": {chat("hi"), []engine.Reply{said(sending("456")), said("bye")}, "TELEGRAM TELEGRAM",
			[]string{"bye"}, 1},
		"from a terminal": {input("hi"), []engine.Reply{said(sending("123")), said("bye")}, "TELEGRAM CLI",
			[]string{"bye"}, 1},
		"by another medium": {chat("hi"), []engine.Reply{said(strings.Replace(sending("123"), "TELEGRAM", "SIGNAL", 1)),
			said("bye")}, "SIGNAL TELEGRAM", []string{"bye"}, 1},
	} {
		h := &hands{result: engine.Result{Text: "sent"}}
		l := newLoop(&answersWith{list: tc.replies}, &judge{}, h)
		l.Recorder = &records{}
		out := l.Run(t.Context(), tc.from)
		var targets []string
		for _, a := range h.did {
			targets = append(targets, string(a.Target))
		}
		if out.Err != nil || strings.Join(targets, " ") != tc.targets {
			t.Errorf("%s: done by %q, want %q: %v", name, targets, tc.targets, out.Err)
		}
		if diff := cmp.Diff(tc.answers, out.Answers); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		acts := 0
		for _, a := range out.Actions {
			if a.Acts() {
				acts++
			}
		}
		if acts != tc.acts {
			t.Errorf("%s: %d actions, want %d", name, acts, tc.acts)
		}
		paired(t, l.Session.Turns())
	}
}

// A message that may not have been sent never reads as done: not to the model, and not in what the
// run came to.
func TestUncertainMessage(t *testing.T) {
	h := &hands{err: fmt.Errorf("the message may have been sent: %w", messenger.ErrUncertain)}
	l := newLoop(&replies{list: []string{sending("456")}}, &judge{}, h)
	l.Recorder = &records{}
	out := l.Run(t.Context(), input("tell them"))
	failed, ok := out.Unmended()
	if !ok || !failed.Failed || len(out.Answers) != 0 {
		t.Errorf("it reads as done: %+v", out)
	}
	turns := l.Session.Turns()
	if last := turns[len(turns)-1]; !last.Failed || !strings.Contains(last.Text, "is not known") {
		t.Errorf("the model is told %q", last.Text)
	}
	h.did = nil
	out = newLoop(&replies{list: []string{"hello"}}, &judge{}, h).Run(t.Context(), chat("hi"))
	if len(h.did) != 1 || len(out.Answers) != 0 || out.Err == nil {
		t.Errorf("an answer that may not have been sent: %+v, %v", out.Answers, out.Err)
	}
}

func TestDecodeMessage(t *testing.T) {
	d := decoder
	d.Known = func(t engine.Target) bool { return decoder.Known(t) || t == engine.TargetTelegram }
	whole := `(:TYPE :REQUEST :TARGET :TELEGRAM :PAYLOAD (:ACTION :MESSAGE :TEXT "x" :TO "123" :FILES ("a" "b") ` +
		`:EXPLANATION "to tell them"))`
	for reply, want := range map[string]string{
		whole: whole,
		`(:TYPE :REQUEST :TARGET :TELEGRAM :PAYLOAD (:ACTION :MESSAGE :FILES nil :TEXT "x"))`: `(:TYPE :REQUEST :TARGET ` +
			`:TELEGRAM :PAYLOAD (:ACTION :MESSAGE :TEXT "x"))`,
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:TOOL "telegram" :ARGS (:TEXT "x" :TO "1")))`: `(:TYPE :REQUEST :TARGET ` +
			`:TELEGRAM :PAYLOAD (:ACTION :MESSAGE :TEXT "x" :TO "1"))`,
	} {
		a, err := decode(d, reply, engine.TargetCLI)
		if err != nil || a.Canonical() != want {
			t.Errorf("%s: %s, %v", reply, a.Canonical(), err)
			continue
		}
		again, err := decode(d, a.Canonical(), engine.TargetCLI)
		if err != nil || again.Canonical() != want {
			t.Errorf("%s is read as %s: %v", want, again.Canonical(), err)
		}
	}
	cli := `(:TYPE :REQUEST :TARGET :CLI :PAYLOAD (:ACTION :MESSAGE :TEXT "x"))`
	if a, err := decode(d, cli, engine.TargetTelegram); err != nil || a.Target != engine.TargetTelegram {
		t.Errorf("who asked by a messenger is answered at %s, %v", a.Target, err)
	}
	for reply, want := range map[string]string{
		strings.Replace(whole, `:TO "123"`, ":TO 123", 1):                                        ":TO must be a string",
		strings.Replace(whole, `("a" "b")`, `"a"`, 1):                                            ":FILES must be a list",
		strings.Replace(whole, ":TELEGRAM", ":SIGNAL", 1):                                        "Unknown target",
		strings.Replace(whole, ":TELEGRAM", ":CLI", 1):                                           "Unknown key :TO",
		strings.Replace(whole, `:TO "123"`, `:TOKEN "K7MQ-2XWD"`, 1):                             "harness",
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:TOOL "signal" :ARGS (:TEXT "x" :TO "1")))`:     "not set up",
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:TOOL "telegram" :ARGS (:TEXT "x" :CHAT "1")))`: "Unknown key :CHAT",

		`(:TYPE :REQUEST :TARGET :TELEGRAM :META (:CHAT "123") :PAYLOAD (:ACTION :MESSAGE :TEXT "x"))`: "harness",
	} {
		if a, err := decode(d, reply, engine.TargetCLI); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", reply, a.Canonical(), err)
		}
	}
}

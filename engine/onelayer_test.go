package engine_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pp/engine"
)

// sharing does the commands of a reply in one layer. Each changes what its words behind "rm" name.
type sharing struct {
	layer  *layer
	alone  string // the command that cannot join
	fails  string // the command that fails
	joined int
}

func (h *sharing) Find(engine.Target) (engine.Actuator, bool) { return h, true }

func (h *sharing) Do(_ context.Context, c engine.Cleared) (engine.Result, error) {
	cmd := c.Action().Command()
	over := c.Layer() != nil
	switch {
	case cmd == "":
		return engine.Result{}, nil
	case over && cmd == h.alone:
		return engine.Result{}, engine.ErrNoLayer
	case over:
		h.joined++
	default:
		h.layer.changes = nil
	}
	h.layer.changes = append(h.layer.changes, changed(strings.Fields(cmd)[1:]...)...)
	r := engine.Result{Text: "ran " + cmd}
	if len(h.layer.changes) > 0 {
		r.Held = h.layer
	}
	if cmd == h.fails {
		return r, errors.New("it broke")
	}
	return r, nil
}

// askers gives its answers one after the other, and keeps the questions.
type askers struct {
	answers []engine.Answer
	asked   []engine.Question
}

func (a *askers) Ask(_ context.Context, q engine.Question) (engine.Answer, error) {
	a.asked = append(a.asked, q)
	if len(a.asked) > len(a.answers) {
		return engine.Answer{}, errors.New("asked too often")
	}
	return a.answers[len(a.asked)-1], nil
}

// TestOneQuestionForAReply checks that a person is asked once about what the commands of a reply did in one layer, that
// a no discards all of it, and that what cannot share the layer is asked about apart.
func TestOneQuestionForAReply(t *testing.T) {
	yes, no := engine.Answer{Kind: engine.AnswerOnce}, engine.Answer{Reason: "not that"}
	unseen, later := yes, engine.Answer{Kind: engine.AnswerSuspend, Token: "t"}
	unseen.Unseen = true
	for _, tc := range []struct {
		name      string
		commands  string // of the reply
		h         sharing
		answers   []engine.Answer
		questions string // the actions of each
		taken     []string
		results   string // what each has
	}{
		{"yes", "rm /w/a,rm /w/b,rm /w/c", sharing{}, []engine.Answer{yes}, "rm /w/a+rm /w/b+rm /w/c",
			[]string{"/w/a", "/w/b", "/w/c"}, "ran,ran,ran"},
		{"no", "rm /w/a,rm /w/b", sharing{}, []engine.Answer{no}, "rm /w/a+rm /w/b", nil,
			"ERROR [shell]: The person denied it,ERROR [shell]: The person denied it"},
		{"no, with an allowed one", "rm /w/a,ls", sharing{}, []engine.Answer{no}, "rm /w/a+ls", nil,
			"ERROR [shell]: The person denied it,ran"},
		{"later", "rm /w/a,ls,rm /w/b", sharing{}, []engine.Answer{later}, "rm /w/a+ls+rm /w/b", nil,
			"ERROR [shell]: It waits,ERROR [shell]: It waits,ERROR [shell]: It waits"},
		{"a yes unseen covers what any of them does", "rm /w/plain,rm /w/other", sharing{}, []engine.Answer{unseen},
			"rm /w/plain+rm /w/other", []string{"/w/plain"}, "ran,ran"},
		{"a denial is never taken", "rm /w/a,rm /w/hook", sharing{}, []engine.Answer{yes}, "rm /w/a+rm /w/hook",
			[]string{"/w/a"}, "ran,ran"},
		{"one fails", "rm /w/a,rm /w/b,rm /w/c", sharing{fails: "rm /w/b"}, []engine.Answer{yes},
			"rm /w/a+rm /w/b+rm /w/c", []string{"/w/a", "/w/b", "/w/c"}, "ran,ERROR [shell]: it broke,ran"},
		{"one needs its own", "rm /w/a,rm /w/b,rm /w/c", sharing{alone: "rm /w/b"}, []engine.Answer{yes, yes},
			"rm /w/a,rm /w/b+rm /w/c", []string{"/w/a", "/w/b", "/w/c"}, "ran,ran,ran"},
		{"the first changes nothing", "rm,rm /w/b", sharing{}, []engine.Answer{yes}, "rm /w/b", []string{"/w/b"},
			"ran,ran"},
		{"one is denied", "rm /w/a,sudo,rm /w/c", sharing{}, []engine.Answer{yes, yes}, "rm /w/a,rm /w/c",
			[]string{"/w/a", "/w/c"}, "ran,ERROR [shell]: PREVIOUS,ran"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var list []engine.ToolCall
			for i, cmd := range strings.Split(tc.commands, ",") {
				list = append(list, shellCall(string(rune('a'+i)), cmd))
			}
			tc.h.layer = &layer{}
			k := &askers{answers: tc.answers}
			l := newLoop(&answersWith{list: []engine.Reply{calling(list...), {Text: "Done."}}},
				&after{judge{ask: "rm", deny: "sudo"}}, nil)
			l.Actuators, l.Approver, l.Recorder, l.Reviewer = &tc.h, k, recorder{}, byName{}
			out := l.Run(t.Context(), input("x"))
			var questions, results []string
			for _, q := range k.asked {
				all := q.Verdict.Action.Command()
				for _, v := range q.Also {
					all += "+" + v.Action.Command()
				}
				questions = append(questions, all)
			}
			for i, turn := range l.Session.Turns()[2:] {
				if i < len(list) {
					results = append(results, turn.Text)
				}
			}
			want := strings.Split(tc.results, ",")
			for i, r := range results {
				if i >= len(want) || !strings.Contains(r, want[i]) {
					t.Errorf("result %d is %q, want %v", i, r, want)
				}
			}
			if got := strings.Join(questions, ","); got != tc.questions || out.Err != nil {
				t.Errorf("asked %q, want %q; %v", got, tc.questions, out.Err)
			}
			if !reflect.DeepEqual(tc.h.layer.taken, tc.taken) {
				t.Errorf("took %v, want %v", tc.h.layer.taken, tc.taken)
			}
			if tc.name == "later" && (len(out.Pending) != 1 || len(out.Pending[0].Also) != 2 || out.Pending[0].Did != 2) {
				t.Errorf("%+v, want one that waits, with two others", out.Pending)
			}
			paired(t, l.Session.Turns())
		})
	}
}

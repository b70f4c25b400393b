package front

import (
	"strings"
	"testing"

	"pp/cli/ask"
	"pp/engine"
	"pp/sexp"
)

// No text of a question has a character that hides, reorders or looks like another.
func TestFrameQuestionsDeceiveNobody(t *testing.T) {
	const bad = "n\u043etes \u3164\u2800\u00a0\u202e\u200b."
	var s ask.Shown
	s.Question.Verdict = engine.Verdict{Dir: "/" + bad,
		Action: engine.Action{Op: engine.Run{Command: "rm " + bad}, Explanation: bad}}
	list := []string{bad, bad}
	s.Reasons, s.Does, s.Did, s.Diff, s.Remarks = list, list, list, "+"+bad+"\n-x\n", list
	s.Session, s.Always = []ask.Offer{{Sentences: list}}, []ask.Offer{{Sentences: list}}
	shown := sexp.Print(questionOf("token", s).Value())
	for _, r := range "\u043e\u3164\u2800\u00a0\u202e\u200b" {
		if strings.ContainsRune(shown, r) {
			t.Errorf("%q is in %s", r, shown)
		}
	}
	if n := strings.Count(shown, "43e"); n != 17 {
		t.Errorf("%d of the texts are there: %s", n, shown)
	}
}

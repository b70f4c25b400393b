package front

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"sync"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/sexp"
)

// questions are those that wait for an answer, each by a token that was given to the client once, on this
// connection. It is safe for concurrent use.
type questions struct {
	random io.Reader
	mu     sync.Mutex
	open   map[string]question
	gone   chan struct{} // closed when no answer can come any more
	unable bool          // the client cannot answer
}

type question struct {
	shown  ask.Shown
	answer chan ask.Choice // with room for one
}

// errNoQuestion says that a token is of no question that waits.
func errNoQuestion() error {
	return &exit.Error{Kind: "token", Err: errors.New("no question with that token waits: it was answered, or never " +
		"asked on this connection"), Hint: "answer with the :TOKEN of an :APPROVAL-REQUIRED, once"}
}

// ask registers a question and gives its token.
func (q *questions) ask(s ask.Shown) (token string, answer <-chan ask.Choice, err error) {
	var random [16]byte
	if _, err := io.ReadFull(q.random, random[:]); err != nil {
		return "", nil, ask.ErrNobody
	}
	token = hex.EncodeToString(random[:])
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.unable {
		return "", nil, ask.ErrNobody
	}
	asked := question{s, make(chan ask.Choice, 1)}
	q.open[token] = asked
	return token, asked.answer, nil
}

// close forgets a question.
func (q *questions) close(token string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.open, token)
}

// answer takes the one answer to a question. One that it does not have leaves the question open.
func (q *questions) answer(token string, choice ask.Choice) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	asked, ok := q.open[token]
	if !ok {
		return errNoQuestion()
	}
	if !asked.shown.Accepts(choice) {
		return wrong("there is no such offer with this question; it still waits for an answer")
	}
	delete(q.open, token)
	asked.answer <- choice
	return nil
}

// unanswerable says whether the client cannot answer questions: they are suspended then.
func (q *questions) unanswerable(unable bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.unable = unable
}

// Put asks the client, and waits.
func (s *bridgeServer) Put(ctx context.Context, shown ask.Shown) (ask.Choice, error) {
	token, answer, err := s.questions.ask(shown)
	if err != nil {
		return ask.Choice{}, err
	}
	defer s.questions.close(token)
	if s.frames.sendRaw("EVENT", s.now.tag(), questionOf(token, shown).Value()) != nil {
		s.app.Out.Note("warning", "the question is too long for a frame; answer it on this machine")
		return ask.Choice{}, ask.ErrNobody
	}
	s.enter("waiting")
	defer s.enter("acting")
	select {
	case c := <-answer:
		return c, nil
	case <-s.questions.gone:
		return ask.Choice{}, ask.ErrNobody
	case <-ctx.Done():
		return ask.Choice{}, context.Cause(ctx)
	}
}

// questionOf is a question as the client is asked. Its texts are as a person may be shown them who decides by them.
func questionOf(token string, s ask.Shown) sexp.Plist {
	v := s.Question.Verdict
	strict := func(text string) string { return output.Escape(text, output.Strict) }
	all := func(list []string) []string {
		out := make([]string, len(list))
		for i, text := range list {
			out[i] = strict(text)
		}
		return out
	}
	answers := []sexp.Value{keyword("y"), keyword("n")}
	offers := func(key string, list []ask.Offer) sexp.Value {
		if len(list) == 0 {
			return nil
		}
		answers = append(answers, keyword(key))
		var out []sexp.Value
		for _, o := range list {
			out = append(out, texts(all(o.Sentences)))
		}
		return sexp.NewList(out...)
	}
	session, always := offers("s", s.Session), offers("a", s.Always)
	when := "before"
	if s.Question.Did != nil {
		when = "after"
	}
	return list("SENSOR", keyword("approval-required"), "TOKEN", token, "WHEN", keyword(when),
		"REQUEST", strict(v.Action.Essence()), "COMMAND", strict(v.Action.Command()), "TOOL", strict(v.Action.Tool()),
		"EXPLANATION", strict(v.Action.Explanation), "DIRECTORY", strict(v.Dir), "REASONS", all(s.Reasons),
		"DOES", all(s.Does), "DID", all(s.Did), "DIFF", strict(s.Diff), "REMARKS", all(s.Remarks),
		"ANSWERS", sexp.NewList(answers...), "SESSION", session, "ALWAYS", always, "EXPIRES", s.Expires)
}

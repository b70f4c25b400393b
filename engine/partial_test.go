package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers"
)

// streams says a text and fails, or waits to be interrupted.
type streams struct {
	text string
	fail error
	end  context.CancelFunc
}

func (s streams) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if s.text != "" {
		p.Preview(s.text)
	}
	if s.fail != nil {
		return engine.Reply{}, s.fail
	}
	s.end()
	<-ctx.Done()
	return engine.Reply{}, context.Cause(ctx)
}

// What a provider said before it broke is no part of what the next one was saying when the
// run was interrupted.
func TestPartOfABrokenReplyIsNotKept(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, err := providers.NewCascade([]providers.Member{
		{Name: "breaks", Provider: streams{text: "The first", fail: errors.New("it broke")}},
		{Name: "hangs", Provider: streams{text: "The second", end: cancel}},
	}, providers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLoop(c, &judge{}, &hands{})
	var shown strings.Builder
	l.Preview = func(delta string) { shown.WriteString("|" + delta) }
	l.Run(ctx, input("go"))
	turns := l.Session.Turns()
	last := turns[len(turns)-1].Text
	if last != "The second\n"+engine.CutOff || shown.String() != "||The first||The second" {
		t.Errorf("kept %q, shown %q", last, shown.String())
	}
}

// What came of a reply that broke off is kept and marked, though another provider was asked in vain after it. Its
// reasoning is not.
func TestPartOfABrokenReplyIsKept(t *testing.T) {
	for _, tc := range []struct{ text, kept string }{{"The first", "The first\n" + engine.CutOff},
		{"<think>I think</think>The first", "The first\n" + engine.CutOff}, {"<think>I think", "go"}, {"", "go"}} {
		failed := &engine.LLMError{Provider: "x", Err: errors.New("it broke")}
		c, err := providers.NewCascade([]providers.Member{{Name: "breaks", Provider: streams{text: tc.text, fail: failed}},
			{Name: "fails", Provider: streams{fail: failed}}}, providers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		l := newLoop(c, &judge{}, &hands{})
		out := l.Run(t.Context(), input("go"))
		turns := l.Session.Turns()
		last := turns[len(turns)-1].Text
		if last != tc.kept || out.Broken != (tc.kept != "go") || !errors.As(out.Err, new(*engine.LLMError)) {
			t.Errorf("%q: kept %q, %v, %v", tc.text, last, out.Broken, out.Err)
		}
	}
}

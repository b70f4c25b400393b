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
	p.Preview(s.text)
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

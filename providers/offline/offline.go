// Package offline answers a prompt without a model, from rules: it summarizes a text by its own sentences, counts,
// calculates, and carries out the plain requests to read, list, find, search, run, fetch, remember and recall.
//
// It must never pass for a model: what it does not understand it does not answer. It invents no text and alters no
// command. It opens no file and no connection and starts nothing; what a request needs done it proposes, to be judged
// like any proposal. It is deterministic and linear in its input.
//
// Start with New. A prompt is read in plan.go; exchange.go goes from there to the work in summary.go, count.go and
// calc.go.
package offline

import (
	"context"
	"errors"
	"strings"

	"pp/engine"
)

// How the planner calls itself.
const (
	name  = "offline"
	model = "rules"
	note  = "offline planner, not a model"
)

// What is wrong with a request that the planner cannot serve.
var (
	errNotUnderstood = errors.New("not a model: it can summarize, count, read, list, find, search, run, " +
		"fetch, calculate, remember and recall, and this is none of them")
	errNoText   = errors.New("there is no text to work on")
	errUnseeing = errors.New("not a model: it sees no pictures and reads no PDF")
	errNoCalls  = errors.New("that needs a tool, and tools are switched off")
	errFailed   = errors.New("the call failed")
	errPartial  = errors.New("the file is too large, or not all text, and was not read exactly as it is")
)

// New returns the planner; hint is what a person can do to get a model, for a request
// not understood. It is safe for concurrent use, keeps nothing between
// calls, and gives the same reply to the same prompt. A request that it does not
// understand or cannot serve is an *engine.LLMError of kind LLMUnavailable; one with pictures, LLMUnseeing.
// After a denial, or a call that failed, it returns engine.ErrNothingToAdd. A proposal that was rejected
// is made again, word for word: it has no other, and the loop ends at the second
// denial.
func New(hint string) engine.Provider { return planner{hint: hint} }

// planner plans from rules what a model would plan by thinking.
type planner struct{ hint string }

// Complete implements engine.Provider.
func (p planner) Complete(ctx context.Context, prompt engine.Prompt) (engine.Reply, error) {
	if ctx.Err() != nil {
		return engine.Reply{}, context.Cause(ctx)
	}
	if len(prompt.Shown()) > 0 {
		return engine.Reply{}, &engine.LLMError{Provider: name, Kind: engine.LLMUnseeing, Err: errUnseeing, Hint: p.hint}
	}
	x, ok := lastExchange(prompt)
	var a reply
	var err error
	if !ok && x.output != nil {
		a, err = x.told()
	} else if ok {
		a, err = x.serve(parse(x.asked.Text))
	} else {
		err = errNotUnderstood
	}
	switch {
	case errors.Is(err, engine.ErrNothingToAdd), errors.Is(err, errFailed): // the run ends with that action
		return engine.Reply{}, engine.ErrNothingToAdd
	case err != nil:
		return engine.Reply{}, p.cannot(x, err)
	}
	reply := engine.Reply{Text: a.text, Provider: name, Model: model, Priced: true, Note: note}
	if a.parts {
		reply.Note += "; it read only parts of the file: pipe it in for the whole"
	}
	return reply, nil
}

// cannot is the failure of a request, with what a person can do about it.
func (p planner) cannot(x exchange, err error) error {
	hint := p.hint
	switch {
	case x.asked.Label == "piped prompt": // so the engine labels it
		hint = `The input was taken for the prompt. To work on it, say what to do: cmd | pp "summarize this"` + "\n" + hint
	case errors.Is(err, errNoText):
		hint = `Pipe some in, as in: cmd | pp "summarize this", or name a file.`
	case errors.Is(err, errPartial):
		hint = `Give the whole of it on standard input, as in: pp "count the words" < FILE`
	}
	return &engine.LLMError{Provider: name, Kind: engine.LLMUnavailable, Err: err, Hint: strings.TrimSpace(hint)}
}

package engine

import (
	"context"
	"time"
)

// Approver asks a person about an action, or about what it did in a layer. It never
// waits for somebody who is not there.
type Approver interface {
	Ask(ctx context.Context, q Question) (Answer, error)
}

// Knowing is an approver that has its answer about some actions already: they need not
// be done first to be asked about.
type Knowing interface{ Knows(v Verdict) bool }

// AnswerKind is what a person answered. The zero value denies.
type AnswerKind uint8

// The answers.
const (
	AnswerDeny AnswerKind = iota
	AnswerOnce
	AnswerSession
	AnswerAlways
	AnswerModify
	AnswerSuspend
	// AnswerVoid is a yes that does not count, because what it was given for changed or its time ended before the person
	// answered. The action is judged again, and the person is asked again where it still asks.
	AnswerVoid
)

// Answer is a person's answer to one ask, bound to one exact action.
type Answer struct {
	Kind   AnswerKind
	Reason string // for the model, with a denial; why a yes is void
	// Unseen says of a yes that the person did not see what the action did: it covers what a yes to the
	// action before it was done would.
	Unseen bool
	// Absent says that nobody was there to ask (--deny-all-approvals).
	Absent  bool
	Token   string // of a suspension
	Expires time.Time
	Revised *Action // of a modification; judged from the start
}

// Approves reports whether the answer lets the action happen.
func (a Answer) Approves() bool {
	return a.Kind == AnswerOnce || a.Kind == AnswerSession || a.Kind == AnswerAlways
}

package cli

import (
	"context"

	"pp/engine"
)

// absent answers for a person who is not there: denied under
// --deny-all-approvals, suspended otherwise. It never waits.
type absent struct {
	denyAll bool
}

// Ask implements engine.Approver.
func (a absent) Ask(_ context.Context, _ engine.Verdict) (engine.Answer, error) {
	if a.denyAll {
		return engine.Answer{Kind: engine.AnswerDeny, Absent: true}, nil
	}
	return engine.Answer{Kind: engine.AnswerSuspend}, nil
}

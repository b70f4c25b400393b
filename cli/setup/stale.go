package setup

import (
	"errors"

	"pp/engine"
	"pp/engine/approval"
)

// Stale says why a plan is not good any more as it was asked about; nil where it is.
func (a *Agent) Stale(plan approval.Plan) error {
	v, also := a.Judge.Now(plan.Judged()), a.judgeAlso(plan)
	for _, v := range append([]engine.Verdict{v}, also...) {
		if v.Decision != engine.Allow && !v.Decision.Asks() {
			return errors.New("the gates deny it now: " + v.Sentence())
		}
	}
	if plan.Did.Waits() {
		if _, err := a.Executor.Waiting(plan.Did); err != nil {
			return err
		}
	}
	b := bindingOf(plan, v, also)
	return saying(plan.Check(v, b, a.Settings.System.Now()), plan.Differs(v, b))
}

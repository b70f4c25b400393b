package engine

import (
	"cmp"

	"pp/engine/effect"
)

// report notes what came of an action.
func (r *runState) report(p proposal, c Cleared, result Result, err error, approved bool) {
	report := ActionReport{Action: c.Action(), Gate: "allow", Stake: r.stake(c), Result: result,
		Answer: r.answers(c.Action())}
	if result.EndedWell() {
		r.correct(r.did(c, result))
	}
	report.Text, report.Flows = "", nil
	if !p.inner {
		report.Reply = r.replies
	}
	if approved || c.Approval().Approves() {
		report.Gate = "approved"
	}
	r.out.Actions = append(r.out.Actions, report)
	if m, ok := c.Action().Op.(Message); ok && err == nil && report.Answer {
		r.out.Answers = append(r.out.Answers, m.Text)
	}
}

// correct marks the gate denials of earlier replies as corrected, of which not more was at stake than of what was
// done after them. What was called beside it is not: each was wanted.
func (r *runState) correct(by effect.Stake) {
	for i := range r.out.Denials {
		d := &r.out.Denials[i]
		d.Corrected = d.Corrected || !d.ByPerson && d.reply < r.replies && d.Stake <= by
	}
}

// stake is that of an action that was cleared. What a build or a test leaves is no change that stands for another.
func (r *runState) stake(c Cleared) effect.Stake {
	if r.answers(c.Action()) {
		return effect.StakeLook
	}
	return c.Effects().Stake()
}

// did is how much was at stake of what an action did: what only touches files and changed none did no more than a test.
func (r *runState) did(c Cleared, result Result) effect.Stake {
	stake := r.stake(c)
	if len(result.Changed) == 0 && c.Effects().InFiles() {
		return min(stake, effect.StakeCheck)
	}
	return stake
}

// answers reports whether an action is a message to who asked.
func (r *runState) answers(a Action) bool {
	m, said := a.Op.(Message)
	if a.Target.Messenger() {
		return said && r.occasion.Asked(a.Target, cmp.Or(m.To, r.occasion.Chat))
	}
	return said && a.Target != TargetSystem
}

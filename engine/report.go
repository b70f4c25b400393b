package engine

import (
	"cmp"

	"pp/engine/effect"
)

// report notes what came of an action.
func (r *runState) report(p proposal, c Cleared, result Result, err error, approved bool) {
	report := ActionReport{Action: c.Action(), Gate: "allow", Stake: stake(r.occasion, c), Result: result,
		Answer: answers(r.occasion, c.Action())}
	if result.EndedWell() {
		r.correct(staked(r.occasion, c, result))
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
func stake(o Occasion, c Cleared) effect.Stake {
	if answers(o, c.Action()) {
		return effect.StakeLook
	}
	return c.Effects().Stake()
}

// staked is how much was at stake of what an action did: what only touches files and changed none did no more than a
// test.
func staked(o Occasion, c Cleared, result Result) effect.Stake {
	stake := stake(o, c)
	if len(result.Changed) == 0 && c.Effects().InFiles() {
		return min(stake, effect.StakeCheck)
	}
	return stake
}

// answers reports whether an action is a message to who asked.
func answers(o Occasion, a Action) bool {
	m, said := a.Op.(Message)
	if a.Target.Messenger() {
		return said && o.Asked(a.Target, cmp.Or(m.To, o.Chat))
	}
	return said && a.Target != TargetSystem
}

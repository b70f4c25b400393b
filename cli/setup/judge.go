package setup

import (
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/gates"
)

// Judge judges what is done in one conversation: by what is in force, over the facts of the
// moment and what was granted, read and made in it so far.
type Judge struct {
	AcceptEdits bool // ordinary edits in the workspace are allowed
	Grants      approval.SessionGrants
	Elsewhere   Elsewhere // for whom it judges

	settings  *Settings
	inForce   *InForce
	signals   *system.Signals
	executor  *Executor
	rules     *approval.Rules // nil where there is no place for them
	flows     *flows
	made      made
	evaluated evaluated
}

// Judge implements engine.Judge. One judgement goes by one version of the skills.
func (j *Judge) Judge(action engine.Action, f engine.Facts) engine.Verdict {
	now := j.inForce.current()
	f.Tools = j.Elsewhere.tools(now.table, j.settings.Config.Hook.Unknown)
	return now.stack.Judge(action, f)
}

// Now judges an action as it would be judged in the conversation now.
func (j *Judge) Now(action engine.Action) engine.Verdict {
	return j.Judge(action, j.facts(action))
}

// With judges as the gates would here and now, with these grants and no other waiver: how a
// rule is tried before it is kept.
func (j *Judge) With(action engine.Action, grants []engine.Grant) engine.Verdict {
	f := j.settings.Facts(j.inForce.table)
	f.Grants, f.Permissions, f.AcceptEdits = grants, nil, false
	f.Kept = gates.NewKept(f.FS, j.made)
	f.Confinement = j.executor.Confinement(action)
	return j.Judge(action, f)
}

// facts are those of the moment, and what was read in the conversation so far.
func (j *Judge) facts(action engine.Action) engine.Facts {
	var f engine.Facts
	if _, said := action.Op.(engine.Message); said && action.Target == engine.TargetCLI {
		f = j.settings.answerFacts(j.inForce.table)
	} else {
		j.signals.Handle() // whatever is done comes after its judgement
		f = j.settings.Facts(j.inForce.table)
	}
	f.AcceptEdits, f.Flows = j.AcceptEdits, j.flows.list()
	if j.Elsewhere.Name == "" || j.Elsewhere.Confines {
		f.Confinement = j.executor.Confinement(action)
	}
	f.Grants = j.Waivers(f)
	f.Kept = gates.NewKept(f.FS, j.made)
	if j.inForce.skills.ready("programming-repl") {
		f.Evaluated = j.evaluated.list()
	}
	return j.Elsewhere.Facts(f, action, j.settings)
}

// sayable reports whether the gates let a text be said to the person.
func (j *Judge) sayable(text string) bool {
	return j.Now(engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: text},
		Explanation: engine.DefaultExplanation}).AsGiven().Decision == engine.Allow
}

// Waivers are the session's grants, then the learned rules. Rules that cannot be
// read waive nothing.
func (j *Judge) Waivers(f engine.Facts) []engine.Grant {
	place := approval.PlaceOf(f.Workspace, f.Dir)
	out := j.Grants.Grants(place, f.FS)
	if j.rules != nil {
		if learned, err := j.rules.Grants(place, f.FS); err == nil {
			out = append(out, learned...)
		}
	}
	return out
}

// Binding is what an approval is bound to besides the verdict: the very view it
// was judged over, and the rules in force.
func Binding(v engine.Verdict) approval.Binding {
	return approval.Binding{FS: v.Facts.FS, Rules: gates.DefaultRules().InForce(v.Facts.Rules)}
}

package gates

import (
	"pp/engine/cause"
	"pp/engine/effect"
)

// memory applies the rules for what is kept in memory and what is asked of it.
func (j *judgement) memory() {
	for _, m := range j.c.Effects.Remembers {
		e := effect.Effect{Kind: effect.KindRemember, Subject: m.Scope.String(), Span: m.Span}
		from := j.tainted()
		if from == "" && m.Untrusted {
			from = "untrusted text"
		}
		narrow := m.Scope == effect.MemoryWorkspace || m.Scope == effect.MemoryConversation
		switch {
		case narrow && from == "":
			j.add("remember", e, cause.RemembersHere.OfText(m.Scope.String()))
		case narrow:
			j.add("remember", e, cause.Cause{Kind: cause.RememberedUntrusted, Word: m.Scope.String(), Text: from})
		case from == "":
			j.add("remember-memex", e, cause.RemembersEverywhere.Bare())
		default:
			j.add("remember-untrusted", e, cause.RemembersFromUntrusted.OfText(from))
		}
	}
	for _, m := range j.c.Effects.Recalls {
		e := effect.Effect{Kind: effect.KindRecall, Subject: m.Scope.String(), Span: m.Span}
		if m.Scope == effect.MemoryAll {
			j.add("recall-all", e, cause.RecallsEverything.Bare())
			continue
		}
		j.add("recall", e, cause.RecallsHere.Bare())
	}
}

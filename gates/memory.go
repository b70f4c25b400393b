package gates

import "pp/engine/effect"

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
			j.add("remember", e, "Remembers something in this "+m.Scope.String()+".")
		case narrow:
			j.add("remember", e, "Remembers something in this "+m.Scope.String()+
				", as untrusted: this session has read "+from+".")
		case from == "":
			j.add("remember-memex", e, "Remembers something that every workspace is told.")
		default:
			j.add("remember-untrusted", e, "This session has read "+from+", and this would be told in every workspace."+
				" Only a person can allow it; in this workspace alone it needs nobody.")
		}
	}
	for _, m := range j.c.Effects.Recalls {
		e := effect.Effect{Kind: effect.KindRecall, Subject: m.Scope.String(), Span: m.Span}
		if m.Scope == effect.MemoryAll {
			j.add("recall-all", e, "Searches what other workspaces and conversations remember.")
			continue
		}
		j.add("recall", e, "Searches the memory of this workspace and conversation.")
	}
}

package gates

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// messages applies the rules for what is sent to people.
func (j *judgement) messages() {
	for _, m := range j.c.Effects.Messages {
		says := fmt.Sprintf("Sends a message to %s by %s", quote(m.To), m.Medium)
		if len(m.Files) > 0 {
			says += ", with " + quote(strings.Join(m.Files, ", "))
		}
		listed, set := j.c.Facts.Messengers[engine.ParseTarget(m.Medium)]
		switch {
		case !set:
			j.add("message-unlisted", about(m), says+", which is not set up: gateway."+m.Medium+
				" in your configuration says whom it may write to.")
		case !slices.Contains(listed, m.To):
			j.add("message-unlisted", about(m), says+", who is not on the list gateway."+m.Medium+
				".allow. No rule can allow it.")
		case j.asker(m):
			j.add("message-asker", about(m), says+", who asked for it there.")
		default:
			j.add("message-other", about(m), says+", who did not ask for it. Only a person can allow it.")
		}
	}
}

// asker reports whether a message goes to who asked, where they asked.
func (j *judgement) asker(m effect.Message) bool {
	return j.c.Facts.Occasion.Asked(engine.ParseTarget(m.Medium), m.To)
}

// strangers are the messages to anybody but who asked: what leaves for good.
func (j *judgement) strangers() []effect.Message {
	return slices.DeleteFunc(slices.Clone(j.c.Effects.Messages), j.asker)
}

// about is the effect that a finding over a message is about.
func about(m effect.Message) effect.Effect {
	return effect.Effect{Kind: effect.KindMessage, Subject: m.Address(), Span: m.Span}
}

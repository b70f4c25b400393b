package gates

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// messages applies the rules for what is sent to people.
func (j *judgement) messages() {
	for _, m := range j.c.Effects.Messages {
		says := cause.Cause{Kind: cause.SendsMessage, Name: m.To, Program: m.Medium, Path: strings.Join(m.Files, ", ")}
		listed, set := j.c.Facts.Messengers[engine.ParseTarget(m.Medium)]
		switch {
		case !set:
			j.add("message-unlisted", about(m), says.Because(cause.MessengerNotSetUp))
		case !slices.Contains(listed, m.To):
			j.add("message-unlisted", about(m), says.Because(cause.PersonNotListed))
		case j.asker(m):
			j.add("message-asker", about(m), says.Because(cause.PersonAsked))
		default:
			j.add("message-other", about(m), says.Because(cause.PersonDidNotAsk))
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

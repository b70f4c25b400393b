package talk

import (
	"context"

	"pp/cli/exit"
	"pp/engine"
	"pp/sexp"
)

// form carries out a Lisp form that was typed: one with a :TYPE is a signal,
// injected and judged like any other; any other is evaluated and its value
// printed.
func (c *conversation) form(ctx context.Context, text string) error {
	payload, err := c.payload(text)
	if err != nil {
		c.App.Out.Say(exit.Classify(err))
		return nil
	}
	if r, ok := payload.(engine.Request); ok {
		c.typed = r.Action.Canonical()
		defer func() { c.typed = "" }()
	}
	return c.turn(ctx, payload)
}

// payload reads a form as the signal that it means.
func (c *conversation) payload(text string) (engine.Payload, error) {
	forms, err := sexp.ReadAll(text, sexp.Limits{})
	if err != nil {
		return nil, exit.UsageError(
			"a line that begins with ( is a Lisp form; put a word before it to ask the model", "%w", err)
	}
	kind, envelope := envelopeOf(forms)
	switch kind {
	case engine.TypeNone:
		return engine.Form{Text: text}, nil
	case engine.TypeRequest:
		action, err := c.Loop.Decoder.Action(forms[0], engine.TargetCLI)
		if err != nil {
			return nil, exit.UsageError("`pp help tools` and /tools say what a request may be", "%w", err)
		}
		return engine.Request{Action: action}, nil
	case engine.TypeEvent:
		return eventOf(envelope)
	case engine.TypeResponse, engine.TypeLog, engine.TypeStatus:
	}
	return nil, exit.UsageError("send a :REQUEST or an :EVENT", "a :%s is for pp to send", kind)
}

// envelopeOf is the type of the one form that is a message; TypeNone of
// anything else.
func envelopeOf(forms []sexp.Value) (engine.Type, sexp.Plist) {
	if len(forms) != 1 {
		return engine.TypeNone, sexp.Plist{}
	}
	p, _ := sexp.AsPlist(forms[0]) // of anything else it has no :TYPE
	name, _ := p.Keyword("TYPE")
	kind, _ := engine.ParseType(name)
	return kind, p
}

// eventOf is the event that the person injects: something said, or a tick.
func eventOf(envelope sexp.Plist) (engine.Payload, error) {
	v, _ := envelope.Get("PAYLOAD")
	p, err := sexp.AsPlist(v)
	if err != nil {
		return nil, exit.UsageError(`write (:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "…"))`,
			"the event has no :PAYLOAD that is a property list")
	}
	name, _ := p.Keyword("SENSOR")
	sensor, _ := engine.ParseSensor(name)
	text, said := p.Text("TEXT")
	switch sensor {
	case engine.SensorUserInput, engine.SensorChatMessage:
		if !said {
			return nil, exit.UsageError(`add :TEXT "…" to its payload`, "the event says nothing")
		}
		return engine.Input{Text: text, Chat: sensor == engine.SensorChatMessage, Origin: engine.OriginPerson}, nil
	case engine.SensorHeartbeat:
		return engine.Heartbeat{}, nil
	case engine.SensorInterrupt:
		return engine.Interruption{}, nil
	case engine.SensorReplEval:
		return engine.Form{Text: text}, nil
	case engine.SensorNone, engine.SensorToolOutput, engine.SensorToolError, engine.SensorLoopError,
		engine.SensorSyntaxError, engine.SensorApprovalRequired:
	}
	return nil, exit.UsageError("a person may send :USER-INPUT, :CHAT-MESSAGE, :REPL-EVAL, :HEARTBEAT or :INTERRUPT",
		"that event is for pp to send")
}

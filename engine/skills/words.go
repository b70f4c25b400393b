package skills

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

const (
	mandateBytes  = 2 << 10  // of one mandate
	mandatesBytes = 8 << 10  // of all together
	promptBytes   = 32 << 10 // of what stands in the place of the person's words
)

// active are the skills of which more than the gate counts.
func (s *Set) active() []*skill {
	if s == nil {
		return nil
	}
	var out []*skill
	for _, k := range s.skills {
		if k.State == Ready && !k.Inert {
			out = append(out, k)
		}
	}
	return out
}

// Prompt is what is to stand in the place of what the person said, and the name of the skill
// that says so; "" leaves it. notes are what a person should read, each once.
func (s *Set) Prompt(ctx context.Context, sig engine.Signal) (text, by string, notes []string) {
	w := &words{s: s, ctx: ctx, sig: sig}
	for _, k := range s.active() {
		if !k.Prompt {
			continue
		}
		said, ok := w.say(k, "prompt", k.prompt)
		if len(said) > promptBytes {
			w.note(k, "prompt", fmt.Errorf("it has %d bytes, and may have %d", len(said), promptBytes))
			continue
		}
		if ok && said != "" {
			return said, k.Name, w.notes
		}
	}
	return "", "", w.notes
}

// Mandates are the standing instructions for a signal, and what a person should read, once.
func (s *Set) Mandates(ctx context.Context, sig engine.Signal) (texts, notes []string) {
	w := &words{s: s, ctx: ctx, sig: sig}
	room := mandatesBytes
	for _, k := range s.active() {
		if !k.Mandate {
			continue
		}
		said, ok := k.standing, true
		if k.mandate != nil {
			said, ok = w.say(k, "mandate", k.mandate)
		} else {
			ok = w.triggered(k, "mandate")
		}
		switch {
		case !ok || said == "":
		case len(said) > mandateBytes:
			w.note(k, "mandate", fmt.Errorf("it has %d bytes, and may have %d", len(said), mandateBytes))
		case len(said) > room:
			w.note(k, "mandate", fmt.Errorf("all mandates together may have %d bytes", mandatesBytes))
		default:
			room -= len(said)
			texts = append(texts, said)
		}
	}
	return texts, w.notes
}

// words asks skills for words about one signal.
type words struct {
	s     *Set
	ctx   context.Context
	sig   engine.Signal
	given lisp.Value // made when it is needed
	notes []string
}

func (w *words) context() lisp.Value {
	if w.given == nil {
		w.given = lisp.Import(w.s.signalContext(w.sig))
	}
	return w.given
}

// triggered reports whether a skill is for the signal: not where its trigger fails.
func (w *words) triggered(k *skill, part string) bool {
	if k.trigger == nil {
		return true
	}
	v, err := k.program.Call(w.ctx, k.limits, k.trigger, w.context())
	if err != nil {
		w.note(k, part, k.at(err))
	}
	return err == nil && v != nil
}

// say is the text that a function of a skill gives for the signal.
func (w *words) say(k *skill, part string, fn *lisp.Function) (string, bool) {
	if !w.triggered(k, part) {
		return "", false
	}
	v, err := k.program.Call(w.ctx, k.limits, fn, w.context())
	if err != nil {
		w.note(k, part, k.at(err))
		return "", false
	}
	if v == nil {
		return "", true
	}
	text, ok := textOf(v)
	if !ok {
		w.note(k, part, fmt.Errorf("%s: it gave %s, which is no text", k.place(), k.show(v)))
	}
	return text, ok
}

// note notes once that a part of a skill was left out.
func (w *words) note(k *skill, part string, why error) {
	w.notes = append(w.notes, w.s.once(k, part, why)...)
}

// once is a note, unless it was given for this version of the skill.
func (s *Set) once(k *skill, part string, why error) []string {
	type key struct{ version, part string }
	if _, told := s.noted.LoadOrStore(key{k.Version, part}, true); told {
		return nil
	}
	return []string{engine.Redact(s.redactor, fmt.Sprintf("the %s of the skill %s is left out: %v", part, k.Name, why))}
}

// Handler gives what answers a sensor without a model, if a skill does. One that fails is noted once and leaves the
// signal to the next, and to the model; a heartbeat, which nobody else answers, fails with it.
func (s *Set) Handler(sensor engine.Sensor) (engine.Handler, bool) {
	var list []*skill
	for _, k := range s.active() {
		if k.handlers[sensor] != nil {
			list = append(list, k)
		}
	}
	if len(list) == 0 {
		return nil, false
	}
	return func(ctx context.Context, sig engine.Signal) (engine.Signal, bool, error) {
		var notes []string
		for _, k := range list {
			a, ok, err := s.handle(ctx, k, sig)
			if err != nil && (sensor == engine.SensorHeartbeat || ctx.Err() != nil) {
				return sig, false, k.wrong(err)
			}
			if err != nil {
				notes = append(notes, s.once(k, "handler", k.at(err))...)
			}
			if ok {
				sig.Payload = engine.Request{Action: a}
				break
			}
		}
		if len(notes) > 0 {
			return sig, true, errors.New(strings.Join(notes, "\n"))
		}
		return sig, true, nil
	}, true
}

// handle lets one skill answer a signal: with a request, a line for the log, or not.
func (s *Set) handle(ctx context.Context, k *skill, sig engine.Signal) (a engine.Action, ok bool, err error) {
	v, err := k.program.Call(ctx, k.limits, k.handlers[sig.Sensor()], lisp.Import(s.signalContext(sig)))
	if err != nil || v == nil {
		return a, false, err
	}
	data, err := lisp.Export(v, k.limits)
	if err != nil {
		return a, false, err
	}
	line := func(text string) (engine.Action, bool, error) {
		return engine.Action{Target: engine.TargetSystemMessage, Op: engine.Message{Text: engine.Clip(text, mostReason)},
			Explanation: "A line for the log of the skill " + k.Name + "."}, true, nil
	}
	if text, ok := data.(sexp.String); ok {
		return line(string(text))
	}
	p, err := sexp.AsPlist(data)
	if err == nil {
		if kind, _ := p.Keyword("TYPE"); kind == "LOG" {
			return line(k.reason(p, "nothing to say"))
		}
		a, err = s.decoder.Action(data, sig.Meta.Source)
	}
	if err != nil {
		return a, false, fmt.Errorf("its handler of :%s gave %s, which is neither a request, a text nor NIL: %w",
			sig.Sensor(), k.show(v), err)
	}
	return a, true, nil
}

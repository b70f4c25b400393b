package engine

import (
	"context"
	"fmt"
	"slices"
)

// perceive normalises a signal, snapshots memory before an event that may
// change it, notes the text in the conversation, and lets a registered handler
// answer. answered says that the signal is done with.
func (r *runState) perceive(ctx context.Context, s Signal) (out Signal, answered bool, err error) {
	if s.Payload == nil {
		return s, false, &ProtocolError{Message: "The signal has no payload."}
	}
	if s.Meta.Source == "" {
		s.Meta.Source = r.loop.defaultTarget()
	}
	r.loop.record(ctx, signalRecord(s))
	if h, ok := r.loop.Handlers[s.Sensor()]; ok {
		next, goOn, err := h(ctx, s)
		if !goOn {
			return s, true, err
		}
		if err != nil {
			r.notes(ctx, s, err.Error())
		}
		s = next
	}
	if err := r.snapshot(s); err != nil {
		return s, false, err
	}
	if in, ok := s.Payload.(Input); ok {
		err = r.note(in.Turns()...)
	}
	return s, false, err
}

// snapshot marks the place in memory to go back to, once for a person's input.
func (r *runState) snapshot(s Signal) error {
	if r.loop.Memory == nil || r.marked {
		return nil
	}
	if _, ok := s.Payload.(Input); !ok {
		return nil
	}
	m, err := r.loop.Memory.Snapshot()
	if err != nil {
		return fmt.Errorf("taking a snapshot of memory: %w", err)
	}
	r.mark, r.marked = m, true
	return nil
}

// keep adds what calls gave back to the conversation. Pictures come behind all results, as if they were attached.
func (r *runState) keep(results []ToolResult) error {
	turns := make([]Turn, len(results))
	for i, t := range results {
		turns[i] = Turn{Role: RoleTool, Origin: OriginUntrusted, Label: t.Tool, Text: t.Text, Failed: t.Failed,
			Denied: t.Denied, Answers: t.Call, Memory: t.Memory}
	}
	for _, t := range results {
		for _, p := range t.Pictures {
			turns = append(turns, Attachment{Label: t.Tool, Picture: p}.turn())
		}
	}
	return r.note(turns...)
}

// Unanswered are the calls whose results a conversation lacks: the run that made them ended before they did.
func Unanswered(turns []Turn) []ToolCall {
	answered := map[string]bool{}
	for i, t := range slices.Backward(turns) {
		if t.Role == RoleTool {
			answered[t.Answers] = true
		}
		if len(t.Calls) > 0 {
			return slices.DeleteFunc(slices.Clone(turns[i].Calls), func(c ToolCall) bool { return answered[c.ID] })
		}
	}
	return nil
}

// note adds turns to the conversation.
func (r *runState) note(turns ...Turn) error {
	if r.loop.Session == nil {
		return nil
	}
	for _, t := range turns {
		if err := r.loop.Session.Append(t); err != nil {
			return fmt.Errorf("keeping the conversation: %w", err)
		}
	}
	return nil
}

// Turns are an input as the conversation keeps it.
func (p Input) Turns() []Turn {
	turns := []Turn{{Role: RoleUser, Origin: OriginPerson, Text: p.Text}}
	if p.Origin == OriginUntrusted {
		// A prompt from a pipe is still the thing to answer, but nobody typed it: it
		// can approve nothing, and the conversation keeps that.
		turns[0].Label = "piped prompt"
	}
	for _, a := range p.Attachments {
		turns = append(turns, a.turn())
	}
	return turns
}

// turn is what is attached as the conversation keeps it.
func (a Attachment) turn() Turn {
	t := Turn{Role: RoleUser, Origin: OriginUntrusted, Label: a.Label, Text: a.Text, Picture: a.Picture}
	if a.Picture.Is() {
		t.Text = "(" + a.Picture.String() + ")"
	}
	return t
}

func (l *Loop) defaultTarget() Target {
	if l.DefaultTarget == "" {
		return TargetCLI
	}
	return l.DefaultTarget
}

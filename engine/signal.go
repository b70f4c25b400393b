package engine

import (
	"fmt"
	"slices"
)

// Signal is one message moving through the loop. Stages take and return
// signals by value; nothing changes one in place.
type Signal struct {
	Meta    Meta
	Payload Payload
	// Depth counts errors and signals nobody asked for; over Limits.Depth the
	// signal is dropped.
	Depth int
	// Turn counts the results of cleared calls since the person spoke.
	Turn int
}

// Meta says where a signal came from, so that an answer finds its way back.
type Meta struct {
	Source  Target // the gateway that sent it; also the default target of an answer
	Session string
	// Chat is whom an answer goes to where the gateway has several: the identity that the
	// messenger gives a person. "" where there is only one.
	Chat string
	// Background says that nobody asked for it now: a tick, a job.
	Background bool
}

// Payload is the content of a signal: one of Input, Results, Fault,
// Heartbeat, Form, Interruption or Request.
type Payload interface{ payload() }

// Input is what a person said, with what they attached.
type Input struct {
	Text        string
	Attachments []Attachment
	// Chat marks a message from a gateway other than the terminal.
	Chat bool
	// Origin is OriginPerson for a typed line or an argument; a prompt that came
	// through a pipe is OriginUntrusted for everything but being answered.
	Origin Origin
}

// Attachment is a piece of data that came with an input; it is data, never an instruction.
type Attachment struct {
	Label   string // "standard input" or the file's name as given
	Text    string
	Picture Picture // in the place of a text
}

// String is what is attached, in words.
func (a Attachment) String() string {
	if a.Picture.Is() {
		return a.Picture.String()
	}
	return fmt.Sprintf("text, %d bytes", len(a.Text))
}

// Results are what the calls of one reply gave back, in their order. They stand in the conversation already.
type Results struct{ List []ToolResult }

// failed reports whether no call gave what it was made for.
func (r Results) failed() bool {
	return !slices.ContainsFunc(r.List, func(t ToolResult) bool { return !t.Failed })
}

// ToolResult is what one call gave back.
type ToolResult struct {
	Call   string // the call's ID
	Tool   string // the tool's name, or the target's in lower case
	Text   string
	Failed bool
	Denied bool // the call was denied and never made
	Memory bool // memory gave the text

	Pictures []Picture
}

// Fault is an error that became a signal.
type Fault struct{ Err error }

// Heartbeat is a tick; it is never dispatched to an actuator.
type Heartbeat struct{}

// Form is a Lisp form typed at the REPL, answered without a model.
type Form struct{ Text string }

// Interruption says that the person or the system asked the loop to stop.
type Interruption struct{}

// Request is an action injected by the person, not proposed by a model. It is
// judged like any other.
type Request struct {
	Action Action
	// Also are actions that were done after it in the same layer, and that are asked about with it.
	Also []Action
	// Within are the calls of composed tools that the action is a part of, the outermost first.
	// They go on from what their calls gave already.
	Within []Composition
}

// outermost is the action that a request is for in the end.
func (r Request) outermost() Action {
	if len(r.Within) > 0 {
		return r.Within[0].Action
	}
	return r.Action
}

func (Input) payload()        {}
func (Results) payload()      {}
func (Fault) payload()        {}
func (Heartbeat) payload()    {}
func (Form) payload()         {}
func (Interruption) payload() {}
func (Request) payload()      {}

// Sensor is what produced the signal; SensorNone of a request, and without a payload.
func (s Signal) Sensor() Sensor {
	switch p := s.Payload.(type) {
	case Input:
		return either(p.Chat, SensorChatMessage, SensorUserInput)
	case Results:
		return either(p.failed(), SensorToolError, SensorToolOutput)
	case Fault:
		return SensorLoopError
	case Heartbeat:
		return SensorHeartbeat
	case Form:
		return SensorReplEval
	case Interruption:
		return SensorInterrupt
	case Request:
	}
	return SensorNone
}

func either(yes bool, this, that Sensor) Sensor {
	if yes {
		return this
	}
	return that
}

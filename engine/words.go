package engine

import (
	"slices"
	"strings"
)

// Type is the category of a message envelope (:TYPE). The zero value is no
// type and is never accepted.
type Type uint8

// The message types of the envelope.
const (
	TypeNone Type = iota
	TypeRequest
	TypeEvent
	TypeResponse
	TypeLog
	TypeStatus
)

var typeNames = [...]string{"", "REQUEST", "EVENT", "RESPONSE", "LOG", "STATUS"}

// String returns the keyword name without its colon, such as "REQUEST".
func (t Type) String() string { return nameOf(typeNames[:], int(t)) }

// ParseType finds a type by its keyword name, upper case and without a colon.
func ParseType(name string) (Type, bool) {
	i := indexOf(typeNames[:], name)
	return Type(i), i > 0
}

// Sensor is what produced an event (:SENSOR).
type Sensor uint8

// The sensors. The zero value is no sensor.
const (
	SensorNone Sensor = iota
	SensorUserInput
	SensorChatMessage
	SensorToolOutput
	SensorToolError
	SensorLoopError
	SensorSyntaxError
	SensorHeartbeat
	SensorApprovalRequired
	SensorReplEval
	SensorInterrupt
)

var sensorNames = [...]string{"", "USER-INPUT", "CHAT-MESSAGE", "TOOL-OUTPUT", "TOOL-ERROR", "LOOP-ERROR",
	"SYNTAX-ERROR", "HEARTBEAT", "APPROVAL-REQUIRED", "REPL-EVAL", "INTERRUPT"}

// String returns the keyword name without its colon, such as "USER-INPUT".
func (s Sensor) String() string { return nameOf(sensorNames[:], int(s)) }

// ParseSensor finds a sensor by its keyword name, upper case and without a colon.
func ParseSensor(name string) (Sensor, bool) {
	i := indexOf(sensorNames[:], name)
	return Sensor(i), i > 0
}

// Target names the actuator an action is for, upper case and without a colon.
// It is open: an actuator registers under its target.
type Target string

// The targets that pp itself knows.
const (
	TargetCLI           Target = "CLI"
	TargetTool          Target = "TOOL"
	TargetShell         Target = "SHELL"
	TargetSystem        Target = "SYSTEM"
	TargetSystemMessage Target = "SYSTEM-MESSAGE"
	TargetEmacs         Target = "EMACS"
	TargetTelegram      Target = "TELEGRAM"
	TargetSignal        Target = "SIGNAL"
)

// Messenger reports whether the target sends messages to people, each of them named.
func (t Target) Messenger() bool { return t == TargetTelegram || t == TargetSignal }

// ParseTarget normalises a target's name: upper case, without a leading colon.
func ParseTarget(name string) Target {
	return Target(strings.ToUpper(strings.TrimPrefix(strings.TrimSpace(name), ":")))
}

// Origin says who wrote a piece of text. The zero value is untrusted.
type Origin uint8

// The origins. Text is untrusted unless somebody said otherwise: piped input,
// files outside the workspace, the web and tool output all are.
const (
	OriginUntrusted Origin = iota
	OriginAgent
	OriginPerson
)

var originNames = [...]string{"UNTRUSTED", "AGENT", "PERSON"}

// String returns the origin's keyword name without its colon.
func (o Origin) String() string { return nameOf(originNames[:], int(o)) }

// Decision is what a gate, a finding or a verdict says. The zero value denies.
type Decision uint8

// The decisions. Deny is zero, so that forgetting to decide denies. Only a verdict says Try: the command runs in a
// layer, and a person is asked about what it did.
const (
	Deny Decision = iota
	Ask
	Try
	Revise
	Allow
)

var decisionNames = [...]string{"deny", "ask", "try", "revise", "allow"}

// Asks reports whether a person may be asked: before the action, or about what it did.
func (d Decision) Asks() bool { return d == Ask || d == Try }

// String returns the decision in lower case, as it is shown and written to JSON.
func (d Decision) String() string { return nameOf(decisionNames[:], int(d)) }

// DecisionOf is the decision that has a name in a record; it is Deny for any other name.
func DecisionOf(name string) Decision {
	return Decision(indexOf(decisionNames[:], strings.ToLower(name)))
}

// ParseDecision reads "allow", "ask" or "deny"; the others cannot be configured.
func ParseDecision(s string) (Decision, bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "allow":
		return Allow, true
	case "ask":
		return Ask, true
	case "deny":
		return Deny, true
	}
	return Deny, false
}

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return "UNKNOWN"
	}
	return names[i]
}

func indexOf(names []string, name string) int {
	return max(0, slices.Index(names, name))
}

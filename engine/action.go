package engine

import (
	"slices"
	"strings"
	"time"

	"pp/sexp"
)

// Action is a normalised proposal. Its zero value has no operation and is
// refused by every judge and every actuator.
type Action struct {
	Target      Target
	Op          Op
	Explanation string
}

// Op is what an action does: one of Message, Call, Run or Eval.
type Op interface {
	// Verb is the keyword name of the operation, such as "CALL".
	Verb() string
	op()
}

// Message says something to a person, or to the log when the target is :SYSTEM.
type Message struct {
	Text string
	// To is the person, by the identity that a messenger gives them, and Files are the paths of what is sent
	// with it. Both are empty where the target is no messenger. Before it is judged To may be "", for who asked.
	To    string
	Files []string
}

// Call calls a tool of the :TOOL actuator.
type Call struct {
	Tool string     // lower case
	Args sexp.Plist // sorted by key, so that one call has one form
}

// Run runs a shell command.
type Run struct {
	Command string
	Limit   time.Duration // 0: the actuator's default; a proposal may ask for more
}

// Eval evaluates a pure Lisp form.
type Eval struct{ Code string }

// Verb implements Op.
func (Message) Verb() string { return "MESSAGE" }

// Verb implements Op.
func (Call) Verb() string { return "CALL" }

// Verb implements Op.
func (Run) Verb() string { return "RUN" }

// Verb implements Op.
func (Eval) Verb() string { return "EVAL" }

func (Message) op() {}
func (Call) op()    {}
func (Run) op()     {}
func (Eval) op()    {}

// Tool is the name under which the action's call is known to rules and to a
// reader: the tool's name, or "shell", "eval-form", "message", or the messenger's.
func (a Action) Tool() string {
	switch op := a.Op.(type) {
	case Call:
		return op.Tool
	case Run:
		return "shell"
	case Eval:
		return "eval-form"
	case Message:
		if a.Target.Messenger() {
			return strings.ToLower(string(a.Target))
		}
		return "message"
	}
	return ""
}

// Says reports whether the action is a message to who is there, or to the log: it does nothing else.
func (a Action) Says() bool {
	_, said := a.Op.(Message)
	return said && !a.Target.Messenger()
}

// Command is the shell command of a Run, else "".
func (a Action) Command() string {
	if r, ok := a.Op.(Run); ok {
		return r.Command
	}
	return ""
}

// Value is the action as the message that means it, in the fixed key order of
// the canonical form.
func (a Action) Value() sexp.Value {
	return a.envelope(true)
}

// Canonical is the printed form of Value: the text that is judged, shown,
// digested and carried out.
func (a Action) Canonical() string { return sexp.Print(a.Value()) }

// Essence is the canonical form without the explanation. Two proposals with
// one essence would do the same.
func (a Action) Essence() string { return sexp.Print(a.envelope(false)) }

func (a Action) envelope(explained bool) sexp.Value {
	return sexp.Plist{}.
		With("TYPE", sexp.Keyword("REQUEST")).
		With("TARGET", sexp.Keyword(string(a.Target))).
		With("PAYLOAD", a.payload(explained).Value()).Value()
}

// Payload is what the message says under :PAYLOAD.
func (a Action) Payload() sexp.Plist { return a.payload(true) }

func (a Action) payload(explained bool) sexp.Plist {
	var p sexp.Plist
	switch op := a.Op.(type) {
	case Message:
		p = p.With("ACTION", sexp.Keyword("MESSAGE")).With("TEXT", sexp.String(op.Text))
		if op.To != "" {
			p = p.With("TO", sexp.String(op.To))
		}
		p = withTexts(p, "FILES", op.Files)
	case Call:
		p = p.With("ACTION", sexp.Keyword("CALL")).With("TOOL", sexp.String(op.Tool)).With("ARGS", op.Args.Value())
	case Run:
		p = p.With("CMD", sexp.String(op.Command))
		if op.Limit > 0 {
			p = p.With("TIMEOUT", sexp.Int(int64(op.Limit/time.Second)))
		}
	case Eval:
		p = p.With("ACTION", sexp.Keyword("EVAL")).With("CODE", sexp.String(op.Code))
	}
	if explained && a.Explanation != "" {
		p = p.With("EXPLANATION", sexp.String(a.Explanation))
	}
	return p
}

// SortArgs returns the arguments in the order of their names, so that the same
// call always has the same canonical form.
func SortArgs(args sexp.Plist) sexp.Plist {
	keys := slices.Clone(args.Keys())
	slices.SortFunc(keys, strings.Compare)
	var out sexp.Plist
	for _, k := range keys {
		v, _ := args.Get(k)
		out = out.With(k, v)
	}
	return out
}

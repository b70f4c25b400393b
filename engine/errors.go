package engine

import (
	"errors"
	"fmt"
	"strings"
)

// Sentinels for the ends of a loop that are limits.
var (
	ErrDepth  = errors.New("too many errors and unrequested signals in a row")
	ErrTurns  = errors.New("the limit of turns was reached")
	ErrRepeat = errors.New("the same call gave the same result three times in a row")
	ErrForm   = errors.New("the model gave the same unusable reply five times in a row")
	// ErrNothingToAdd is a provider's word that there is no more to say: the loop
	// ends with what it has.
	ErrNothingToAdd = errors.New("the provider has nothing to add")
)

// PipelineError is any failure of a stage.
type PipelineError struct {
	Stage string
	Err   error
	Panic bool // the stage panicked
}

// Error implements error.
func (e *PipelineError) Error() string { return e.Stage + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PipelineError) Unwrap() error { return e.Err }

// LLMError is the failure of a provider, or of a whole cascade.
type LLMError struct {
	Provider string
	Kind     LLMKind
	Cascade  []string  // the providers in the order they were to be tried
	Attempts []Attempt // those that were tried
	Tries    int       // requests sent to Provider
	Err      error
	Hint     string // what the person can do
}

// LLMKind says which exit code a provider's failure has.
type LLMKind uint8

// The kinds of failure. The zero value is unavailable (exit 69).
const (
	LLMUnavailable LLMKind = iota
	LLMTryLater            // 75
	LLMAuth                // 77
	LLMConfig              // 78
	LLMTooLarge            // 65: the input does not fit
	LLMUnseeing            // 65: the model takes no pictures, or none of that kind
)

// CascadeFailure begins the record of a failed cascade in the thought trace.
const CascadeFailure = "Neural Cascade Failure: All providers exhausted."

// shortCause is how much of a provider's cause is told, in bytes.
const shortCause = 300

// Error implements error. Of a cascade it says that no provider answered, and of
// each one why, in a line.
func (e *LLMError) Error() string {
	switch {
	case len(e.Attempts) == 1:
		return "no provider answered: " + e.Attempts[0].String()
	case len(e.Attempts) > 1:
		text := "no provider answered"
		for _, a := range e.Attempts {
			text += "\n  " + a.String()
		}
		return text
	case e.Provider != "":
		return e.Provider + ": " + e.cause()
	}
	return e.cause()
}

// logText is an error as the thought trace keeps it.
func logText(err error) string {
	if le, ok := errors.AsType[*LLMError](err); ok && len(le.Attempts) > 0 {
		return CascadeFailure + "\n" + err.Error()
	}
	return err.Error()
}

// cause is what one provider failed of, and after how many requests.
func (e *LLMError) cause() string {
	switch {
	case e.Err == nil:
		return ""
	case e.Tries > 1:
		return fmt.Sprintf("%s (asked %d times)", e.Err, e.Tries)
	}
	return e.Err.Error()
}

// String is the provider and what it failed of, on a line.
func (a Attempt) String() string {
	cause := a.Err.Error()
	inner, ok := errors.AsType[*LLMError](a.Err)
	if ok && inner.Provider == a.Provider && len(inner.Attempts) == 0 && inner.Err != nil {
		cause = inner.cause() // without the name again
	}
	first, _, _ := strings.Cut(cause, "\n")
	return a.Provider + ": " + Clip(first, shortCause)
}

// Unwrap returns the cause.
func (e *LLMError) Unwrap() error { return e.Err }

// GateError is a gate that failed: it returned an error, found nothing, or panicked.
// The action is denied.
type GateError struct {
	Gate   string
	Action Action // that it was to judge
	Err    error
	Panic  bool
}

// Error implements error.
func (e *GateError) Error() string {
	if e.Panic {
		return "unexpected failure of the gate: " + e.Err.Error()
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e *GateError) Unwrap() error { return e.Err }

// BudgetError is a cost or token limit that a call would exceed. Amounts are
// in dollars, or in tokens when Tokens is set.
type BudgetError struct {
	Remaining, Requested float64
	Tokens               bool
	Scope                string // "session" or "day"
	Key                  string // the setting that raises it
}

// Error implements error.
func (e *BudgetError) Error() string {
	if e.Tokens {
		return fmt.Sprintf("the %s's token limit: %.0f left, %.0f needed; raise %s", e.Scope, e.Remaining, e.Requested, e.Key)
	}
	return fmt.Sprintf("the %s's budget: $%.4f left, $%.4f needed; raise %s", e.Scope, e.Remaining, e.Requested, e.Key)
}

// ErrEmptyReply says that a reply came whole and has neither words nor calls, as some models end a turn. The loop asks
// again, and tells the model so.
var ErrEmptyReply = errors.New("the reply was empty")

// ProtocolError is a message that cannot be taken as one.
type ProtocolError struct {
	Raw     string // at most 200 bytes of it
	Message string // what is wrong, and what would be right
	Tool    string // that it calls with arguments that cannot be used; "" where that is not known
}

// Error implements error.
func (e *ProtocolError) Error() string { return e.Message }

func protocolError(raw, format string, args ...any) *ProtocolError {
	return &ProtocolError{Raw: strings.ToValidUTF8(raw[:min(len(raw), 200)], ""), Message: fmt.Sprintf(format, args...)}
}

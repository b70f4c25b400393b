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
	// ErrNothingToAdd is a provider's word that there is no more to say: the loop
	// ends with what it has.
	ErrNothingToAdd = errors.New("the provider has nothing to add")
)

// PipelineError is any failure of a stage.
type PipelineError struct {
	Signal Signal
	Stage  string
	Err    error
	Panic  bool // the stage panicked
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
)

// CascadeFailure is what is said when every provider failed.
const CascadeFailure = "Neural Cascade Failure: All providers exhausted."

// Error implements error.
func (e *LLMError) Error() string {
	var b strings.Builder
	switch {
	case len(e.Attempts) > 0:
		b.WriteString(CascadeFailure)
		for _, a := range e.Attempts {
			b.WriteString("\n  " + a.Provider + ": " + causeOf(a))
		}
	case e.Provider != "":
		b.WriteString(e.Provider + ": ")
		fallthrough
	default:
		b.WriteString(e.cause())
	}
	return b.String()
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

// causeOf is what an attempt failed of, without its provider's name again.
func causeOf(a Attempt) string {
	var inner *LLMError
	if errors.As(a.Err, &inner) && inner.Provider == a.Provider && len(inner.Attempts) == 0 && inner.Err != nil {
		return inner.cause()
	}
	return a.Err.Error()
}

// Unwrap returns the cause.
func (e *LLMError) Unwrap() error { return e.Err }

// GateError is a proposal that stayed denied.
type GateError struct {
	Gate, Rule, Reason string
	Action             Action
}

// Error implements error.
func (e *GateError) Error() string {
	return fmt.Sprintf("deny %s/%s: %s", e.Gate, e.Rule, e.Reason)
}

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

// ProtocolError is a message that cannot be taken as one.
type ProtocolError struct {
	Raw     string // at most 200 bytes of it
	Message string // what is wrong, and what would be right
}

// Error implements error.
func (e *ProtocolError) Error() string { return e.Message }

func protocolError(raw, format string, args ...any) *ProtocolError {
	if len(raw) > 200 {
		raw = strings.ToValidUTF8(raw[:200], "")
	}
	return &ProtocolError{Raw: raw, Message: fmt.Sprintf(format, args...)}
}

package exit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"pp/cli/config"
	"pp/engine"
)

// The exit codes.
const (
	OK          = 0
	Failed      = 1
	Usage       = 2
	Denied      = 3
	Suspended   = 4
	Limit       = 5
	Data        = 65
	Unavailable = 69
	TryLater    = 75
	Auth        = 77
	Config      = 78
	Timeout     = 124
	Interrupted = 130
	Terminated  = 143
)

// Causes of a cancelled context.
var (
	ErrInterrupted = errors.New("interrupted")
	ErrTerminated  = errors.New("terminated")
	ErrHangup      = errors.New("the terminal hung up: terminated")
	ErrTimeout     = errors.New("the time limit was reached; raise --timeout or limits.timeout")
)

// Error is an error with an exit code and a hint for the person.
type Error struct {
	Code  int
	Kind  string // for the JSON object: "usage", "data", …
	Err   error
	Hint  string
	Name  string // that nothing has
	Quiet bool   // everything was already said
}

// Error implements error.
func (f *Error) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f *Error) Unwrap() error { return f.Err }

// New returns an error with an exit code, the code's kind, and a hint or "".
func New(code int, hint string, err error) *Error {
	kind := map[int]string{Usage: "usage", Denied: "denied", Limit: "limit", Data: "data", Auth: "authentication",
		Config: "config", Timeout: "timeout", Interrupted: "interrupted", Terminated: "terminated"}[code]
	return &Error{Code: code, Kind: cmp.Or(kind, "failed"), Err: err, Hint: hint}
}

// UsageError is a mistake of the person who typed: exit code 2.
func UsageError(hint, format string, args ...any) error {
	return New(Usage, hint, fmt.Errorf(format, args...))
}

// DataError is input that cannot be used: exit code 65.
func DataError(hint, format string, args ...any) error {
	return New(Data, hint, fmt.Errorf(format, args...))
}

// ConfigError is a configuration that cannot be gone by: exit code 78.
func ConfigError(hint, format string, args ...any) error {
	return New(Config, hint, fmt.Errorf(format, args...))
}

// OneOf is the usage error of a flag with any other value than one of these, else nil.
func OneOf(flag, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	last := len(values) - 1
	return UsageError("use "+strings.Join(values[:last], ", ")+" or "+values[last], "--%s %q is not known", flag, value)
}

// Nearest is a hint that begins with the nearest of some names, where one of them was probably meant.
func Nearest(name string, known []string, hint string) string {
	if near := engine.Near(name, known); near != "" {
		return fmt.Sprintf("did you mean %q? %s", near, hint)
	}
	return hint
}

// Unknown returns the usage error for an unknown name. The hint has the nearest known name.
func Unknown(kind, name string, known []string, list string) error {
	err := New(Usage, Nearest(name, known, list), fmt.Errorf("there is no %s %q", kind, engine.Clip(name, maxName)))
	err.Name = name
	return err
}

const maxName = 80 // characters of a name in an error

// NoPlace is the usage error where there is no state directory to keep something in.
func NoPlace(what string) error {
	return UsageError(NoPlaceHint, "there is no place where %s are kept", what)
}

// NoPlaceHint is what to do where there is no state directory.
const NoPlaceHint = "set HOME or XDG_STATE_HOME"

// Silent is an exit code that needs no words.
func Silent(code int) error {
	if code == OK {
		return nil
	}
	return &Error{Code: code, Quiet: true, Err: fmt.Errorf("exit %d", code)}
}

// Classify gives any error its exit code, kind and hint.
func Classify(err error) *Error {
	if f, ok := errors.AsType[*Error](err); ok {
		return f
	}
	var llm *engine.LLMError
	var budget *engine.BudgetError
	var wrong *config.Error
	switch {
	case errors.Is(err, ErrInterrupted):
		return New(Interrupted, "", ErrInterrupted)
	case errors.Is(err, ErrTerminated), errors.Is(err, ErrHangup):
		return New(Terminated, "", err)
	case errors.Is(err, ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return New(Timeout, "", ErrTimeout)
	case errors.As(err, &wrong):
		return configFailure(wrong)
	case errors.As(err, &budget):
		return New(Limit, overBudget, err)
	case errors.Is(err, engine.ErrTurns):
		return New(Limit, overTurns, err)
	case errors.Is(err, engine.ErrRepeat):
		return New(Limit, repeated, err)
	case errors.Is(err, engine.ErrForm):
		return New(Limit, unusable, err)
	case errors.Is(err, engine.ErrDepth):
		return New(Limit, overDepth, err)
	case errors.As(err, &llm):
		return classifyLLM(llm)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return New(Failed, fullDiskHint(err), err)
	}
	return New(Failed, "", err)
}

// fullDiskHint is the hint for a full disk.
func fullDiskHint(err error) string {
	where := "there"
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		where = "on the disk of " + filepath.Dir(path.Path)
	}
	return "make room " + where + "; XDG_STATE_HOME moves what pp keeps to another disk, and with --ephemeral nothing " +
		"of a prompt is kept"
}

func classifyLLM(e *engine.LLMError) *Error {
	f := &Error{Code: Unavailable, Kind: "unavailable", Err: e, Hint: e.Hint}
	switch e.Kind {
	case engine.LLMUnavailable:
	case engine.LLMTryLater:
		f.Code, f.Kind = TryLater, "try-later"
	case engine.LLMAuth:
		f.Code, f.Kind = Auth, "authentication"
	case engine.LLMConfig:
		f.Code, f.Kind = Config, "config"
		if f.Hint == "" {
			f.Hint = providerHint(e)
		}
	case engine.LLMTooLarge:
		f.Code, f.Kind = Data, "too-large"
	case engine.LLMUnseeing:
		f.Code, f.Kind = Data, "data"
	}
	return f
}

// Message is the text of an error for a person, without the stage's name.
func (f *Error) Message() string {
	if p, ok := errors.AsType[*engine.PipelineError](f.Err); ok && !p.Panic {
		return p.Err.Error()
	}
	return f.Err.Error()
}

// Rank is the place of an exit code in signals, 124, 69 to 78, 65, 5, 4, 3, 1.
func Rank(code int) int {
	order := []int{Interrupted, Terminated, Timeout, Unavailable, TryLater, Auth, Config,
		Data, Limit, Suspended, Denied}
	if i := slices.Index(order, code); i >= 0 {
		return i
	}
	return len(order)
}

// Of returns the exit code of a run, by precedence: signals, 124, 69 to 78, 65, 5, 4, 3, 1.
func Of(out engine.Outcome, allowDenials bool) int {
	code := OK
	if out.Err != nil {
		code = Classify(out.Err).Code
	}
	if code != OK && code != Failed {
		return code
	}
	if out.Cut != "" { // the answer is not whole
		return Limit
	}
	if len(out.Pending) > 0 {
		return Suspended
	}
	if (len(out.Denied()) > 0 || out.Withheld()) && !allowDenials {
		return Denied
	}
	if _, failed := out.Unmended(); failed {
		return Failed
	}
	return code
}

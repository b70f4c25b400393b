package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"pp/cli/config"
	"pp/engine"
)

// The exit codes of design section 12.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitDenied      = 3
	exitSuspended   = 4
	exitLimit       = 5
	exitData        = 65
	exitUnavailable = 69
	exitTryLater    = 75
	exitAuth        = 77
	exitConfig      = 78
	exitTimeout     = 124
	exitInterrupted = 130
	exitTerminated  = 143
)

// Causes of a cancelled context.
var (
	errInterrupted = errors.New("interrupted")
	errTerminated  = errors.New("terminated")
	errHangup      = fmt.Errorf("the terminal hung up: %w", errTerminated)
	errTimeout     = errors.New("the time limit was reached; raise --timeout or limits.timeout")
)

// failure is an error with an exit code and a hint for the person.
type failure struct {
	code  int
	kind  string // for the JSON object: "usage", "data", …
	err   error
	hint  string
	quiet bool // everything was already said
}

// Error implements error.
func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.err }

func usageError(hint, format string, args ...any) error {
	return &failure{code: exitUsage, kind: "usage", err: fmt.Errorf(format, args...), hint: hint}
}

func dataError(hint, format string, args ...any) error {
	return &failure{code: exitData, kind: "data", err: fmt.Errorf(format, args...), hint: hint}
}

// silent is an exit code that needs no words.
func silent(code int) error {
	if code == exitOK {
		return nil
	}
	return &failure{code: code, quiet: true, err: fmt.Errorf("exit %d", code)}
}

// classify gives any error its exit code, kind and hint.
func classify(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var llm *engine.LLMError
	var budget *engine.BudgetError
	var file *config.FileError
	var value *config.ValueError
	switch {
	case errors.Is(err, errInterrupted):
		return &failure{code: exitInterrupted, kind: "interrupted", err: errInterrupted}
	case errors.Is(err, errTerminated):
		return &failure{code: exitTerminated, kind: "terminated", err: err}
	case errors.Is(err, errTimeout), errors.Is(err, context.DeadlineExceeded):
		return &failure{code: exitTimeout, kind: "timeout", err: errTimeout}
	case errors.As(err, &value):
		return ofValue(value)
	case errors.As(err, &file):
		return ofFile(file)
	case errors.As(err, &budget):
		return &failure{code: exitLimit, kind: "limit", err: err, hint: goOnBudget}
	case errors.Is(err, engine.ErrTurns):
		return &failure{code: exitLimit, kind: "limit", err: err, hint: goOnTurns}
	case errors.Is(err, engine.ErrRepeat):
		return &failure{code: exitLimit, kind: "limit", err: err, hint: goOnRepeat}
	case errors.Is(err, engine.ErrDepth):
		return &failure{code: exitLimit, kind: "limit", err: err, hint: goOnDepth}
	case errors.As(err, &llm):
		return classifyLLM(llm)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &failure{code: exitFailed, kind: "failed", err: err, hint: fullDiskHint(err)}
	}
	return &failure{code: exitFailed, kind: "failed", err: err}
}

// fullDiskHint is what to do where nothing more can be written. A prompt needs
// no more than that nothing of it is kept; whether that may be is for the person
// to say, since every prompt goes into the thought trace otherwise.
func fullDiskHint(err error) string {
	where := "there"
	var path *fs.PathError
	if errors.As(err, &path) {
		where = "on the disk of " + filepath.Dir(path.Path)
	}
	return "make room " + where + "; XDG_STATE_HOME moves what pp keeps to another disk, and with --ephemeral nothing of a prompt is kept"
}

func classifyLLM(e *engine.LLMError) *failure {
	f := &failure{code: exitUnavailable, kind: "unavailable", err: e, hint: e.Hint}
	switch e.Kind {
	case engine.LLMUnavailable:
	case engine.LLMTryLater:
		f.code, f.kind = exitTryLater, "try-later"
	case engine.LLMAuth:
		f.code, f.kind = exitAuth, "authentication"
	case engine.LLMConfig:
		f.code, f.kind = exitConfig, "config"
		if f.hint == "" {
			f.hint = providerHint(e)
		}
	case engine.LLMTooLarge:
		f.code, f.kind = exitData, "too-large"
	}
	return f
}

// message is the text of an error for a person, without the stage's name.
func (f *failure) message() string {
	var p *engine.PipelineError
	if errors.As(f.err, &p) && !p.Panic {
		return p.Err.Error()
	}
	return f.err.Error()
}

// exitRank is the place of an exit code in signals, 124, 69 to 78, 65, 5, 4, 3, 1.
func exitRank(code int) int {
	order := [...]int{exitInterrupted, exitTerminated, exitTimeout, exitUnavailable, exitTryLater, exitAuth, exitConfig,
		exitData, exitLimit, exitSuspended, exitDenied}
	for i, c := range order {
		if c == code {
			return i
		}
	}
	return len(order)
}

// exitOf is the exit code of a run, by precedence:
// signals, 124, 69 to 78, 65, 5, 4, 3, 1.
func exitOf(out engine.Outcome, allowDenials bool) int {
	code := exitOK
	if out.Err != nil {
		code = classify(out.Err).code
	}
	if code != exitOK && code != exitFailed {
		return code
	}
	if len(out.Pending) > 0 {
		return exitSuspended
	}
	for _, d := range out.Denials {
		if !d.Corrected && !allowDenials {
			return exitDenied
		}
	}
	return code
}

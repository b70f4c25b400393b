package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Loop carries one signal through Perceive, Reason and Act until there is no
// feedback. Its fields are set by package cli; the zero Loop denies everything
// and says nothing. A Loop runs one signal at a time.
type Loop struct {
	Provider  Provider
	Judge     Judge
	Facts     func(a Action) Facts // observed again for every judgement
	Approver  Approver
	Reviewer  Reviewer // of what was done in a layer; nil allows nothing of it
	Actuators Actuators
	Decoder   Decoder
	Session   SessionStore
	Recorder  Recorder
	Redactor  Redactor
	Memory    Memory   // nil: nothing to snapshot or roll back
	Composer  Composer // of tools that are made of other tools; nil: there are none
	Prompter  Prompter
	// Guide says more of how to answer a signal; nil says nothing.
	Guide Guide
	// Contexter gives what memory has for an input; nil gives nothing.
	Contexter Contexter
	// Shortener cuts a conversation that does not fit a window; nil cuts none.
	Shortener Shortener
	// Left says what earlier commands left to the next, for a model; nil says nothing.
	Left func() string
	// Planned reports whether the provider goes by rules and is no model; nil says that it is one.
	Planned func() bool
	// Tokens is how many tokens a prompt has, guessed high; nil is unknown.
	Tokens func(p Prompt) int

	// Handlers answer a sensor without the model.
	Handlers map[Sensor]Handler
	// Recover may answer an error with one of the restarts; nil takes none.
	Recover func(ctx context.Context, s Signal, err error) Restart
	// Watch is told what happens, for a person to see; nil is nobody.
	Watch func(Event)
	// Preview receives a reply's text while it streams; nil is nobody.
	Preview func(delta string)
	// Stream receives that of it which can be no action; nil is nobody.
	Stream func(delta string)

	// DefaultTarget is where an action goes that names no target, from a signal
	// that names no source. "" is :CLI.
	DefaultTarget Target
	// Silent actuators give no feedback. nil is :CLI, :SYSTEM-MESSAGE and :EMACS.
	Silent []Target
	// Log is the conversation's last verdicts, results and faults, a line each and at most
	// LogLimit, the oldest first; it is kept where there is a Contexter, and shown with what
	// that gives.
	Log      []string
	LogLimit int
	Limits   Limits
	Clock    func() time.Time
	// Nonce gives the mark around untrusted text, new for each run.
	Nonce string
	// DryRun judges and never acts.
	DryRun bool
	// Tries has a DryRun do a command in a layer, where there is one, show what it did,
	// and drop it.
	Tries bool
}

// Limits bound a run. Zero fields take the defaults of DefaultLimits.
type Limits struct {
	Depth      int // errors and unrequested signals in a row
	Turns      int // replies with calls, and replies that were denied
	Attempts   int // replies in a row with a call that the gates denied, and none that succeeded
	Repeats    int // equal calls with equal results in a row
	ReplyBytes int // size of a provider's reply
}

// DefaultLimits are the limits that a Loop has unless it is given others.
func DefaultLimits() Limits {
	return Limits{Depth: 10, Turns: 50, Attempts: 8, Repeats: 3, ReplyBytes: 4 << 20}
}

// Handler answers a signal of one sensor. It returns the signal to go on with,
// and whether there is one; then an error is only noted.
type Handler func(ctx context.Context, s Signal) (Signal, bool, error)

// Restart is how a handler answers an error. The zero value takes none.
type Restart struct {
	Kind RestartKind
	Text string // of UseFallback
	Note string // that a person should read, once
}

// RestartKind names a way to go on after an error.
type RestartKind uint8

// The restarts.
const (
	RestartNone   RestartKind = iota
	SkipSignal                // drop the signal and end
	UseFallback               // go on with a canned message as the fault
	AbortPipeline             // end the loop cleanly
)

// runState is the state of one Run; it lives as long as the call.
type runState struct {
	loop    *Loop
	limits  Limits
	mark    Mark
	marked  bool
	repeats repeatBreaker
	denials denialCount
	depth   int  // depth of the signal that began the run
	faulted bool // an error is being handled
	replies int  // how many had something that Act was to decide about

	compositions compositions
	// What of the prompts is in the thought trace already: the system prompt, and
	// how many turns.
	system   string
	recorded int
	// What memory has for this input, once it was asked.
	context  []Passage
	recalled bool
	occasion Occasion // of the signal that is being carried through
	guided   guidance
	out      Outcome
}

// Run carries a signal through the loop and returns what it came to. It never
// panics and returns soon after ctx is cancelled. A cancelled context's cause
// is in Outcome.Err.
func (l *Loop) Run(ctx context.Context, s Signal) Outcome {
	r := &runState{loop: l, limits: l.limits(), depth: s.Depth}
	r.compositions.run = r
	r.out.Session, r.out.Priced = s.Meta.Session, true
	current, more := s, true
	for more {
		if current.Depth > r.limits.Depth {
			r.out.Err = fmt.Errorf("%w (%d); the signal was dropped", ErrDepth, r.limits.Depth)
			break
		}
		if ctx.Err() != nil {
			r.out.Err = context.Cause(ctx)
			break
		}
		next, goOn, err := r.stages(ctx, current)
		if err != nil {
			next, goOn = r.recovered(ctx, current, err)
		}
		current, more = next, goOn
	}
	if len(r.out.Actions) == 0 && r.out.Provider == "" {
		r.out.Priced = false
	}
	return r.out
}

// stages runs the three stages once and returns the feedback signal, if any.
func (r *runState) stages(ctx context.Context, s Signal) (next Signal, more bool, err error) {
	stage := "perceive"
	defer func() {
		if p := recover(); p != nil {
			err = &PipelineError{Stage: stage, Err: fmt.Errorf("unexpected failure: %v", p), Panic: true}
		} else if pe := new(PipelineError); err != nil && !errors.As(err, &pe) {
			err = &PipelineError{Stage: stage, Err: err}
		}
		more = more && err == nil
	}()
	r.occasion = Occasion{Sensor: s.Sensor(), Source: cmp.Or(s.Meta.Source, r.loop.defaultTarget()), Depth: s.Depth,
		Chat: s.Meta.Chat}
	perceived, answered, err := r.perceive(ctx, s)
	if err != nil || answered {
		return Signal{}, false, err
	}
	stage = "reason"
	reasoned, err := r.reason(ctx, perceived)
	if err != nil {
		return Signal{}, false, err
	}
	stage = "act"
	next, more, err = r.act(ctx, reasoned)
	if more && next.Meta == (Meta{}) {
		next.Meta = s.Meta
	}
	return next, more, err
}

// recovered is the recovery in three tiers: transient failures become a fault,
// critical ones roll memory back first, recursive ones end the loop.
func (r *runState) recovered(ctx context.Context, s Signal, err error) (Signal, bool) {
	if ctx.Err() != nil {
		r.out.Err = context.Cause(ctx)
		return Signal{}, false
	}
	if ending(err) {
		r.out.Err = err
		return Signal{}, false
	}
	sensor := s.Sensor()
	if r.marked && critical(err) && sensor != SensorLoopError && sensor != SensorToolError {
		if rerr := r.loop.Memory.Rollback(r.mark); rerr != nil {
			err = errors.Join(err, fmt.Errorf("rolling memory back: %w", rerr))
		}
	}
	r.loop.record(ctx, faultRecord(s, err))
	r.loop.noted("fault: %v", err)
	restart := r.restart(ctx, s, err)
	if restart.Kind == UseFallback {
		err = errors.New(restart.Text)
	}
	r.out.Err = err // whatever follows, the run did not do what it was for
	if restart.Kind == SkipSignal || restart.Kind == AbortPipeline {
		return Signal{}, false
	}
	if r.faulted || s.Depth > 2 || sensor == SensorLoopError {
		return Signal{}, false
	}
	r.faulted = true
	return Signal{Meta: s.Meta, Depth: s.Depth + 1, Turn: s.Turn, Payload: Fault{Err: err}}, true
}

func (r *runState) restart(ctx context.Context, s Signal, err error) Restart {
	if r.loop.Recover == nil {
		return Restart{}
	}
	restart := r.loop.Recover(ctx, s, err)
	r.notes(ctx, s, restart.Note)
	return restart
}

// critical reports whether an error was unexpected: a panic, or anything that
// is not one of the typed failures the loop knows.
func critical(err error) bool {
	if pe, ok := errors.AsType[*PipelineError](err); ok && pe.Panic {
		return true
	}
	var le *LLMError
	var be *BudgetError
	var po *ProtocolError
	return !errors.As(err, &le) && !errors.As(err, &be) && !errors.As(err, &po)
}

// ending reports whether an error is an end in itself and no fault to react to.
func ending(err error) bool {
	var be *BudgetError
	return errors.As(err, &be) || errors.Is(err, ErrTurns) || errors.Is(err, ErrRepeat) || errors.Is(err, ErrForm)
}

func (l *Loop) limits() Limits {
	lim, def := l.Limits, DefaultLimits()
	lim.Depth = cmp.Or(max(0, lim.Depth), def.Depth)
	lim.Turns = cmp.Or(max(0, lim.Turns), def.Turns)
	lim.Attempts = cmp.Or(max(0, lim.Attempts), def.Attempts)
	lim.Repeats = cmp.Or(max(0, lim.Repeats), def.Repeats)
	lim.ReplyBytes = cmp.Or(max(0, lim.ReplyBytes), def.ReplyBytes)
	return lim
}

func (l *Loop) watch(e Event) {
	l.log(e)
	if l.Watch != nil {
		l.Watch(e)
	}
}

func (l *Loop) now() time.Time {
	if l.Clock == nil {
		return time.Time{}
	}
	return l.Clock()
}

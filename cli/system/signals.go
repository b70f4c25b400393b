package system

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"

	"pp/cli/exit"
)

// Signals cancel the context of a run, with the cause. It is safe for concurrent use.
type Signals struct {
	onTurn atomic.Pointer[func()] // what SIGINT does instead, during a turn of a conversation
	start  func()
}

// NewSignals returns the context of a run. After Handle, signals cancel it.
func NewSignals() (context.Context, *Signals) {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := &Signals{}
	s.start = sync.OnceFunc(func() {
		received := make(chan os.Signal, 1)
		for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			if !signal.Ignored(sig) { // as by nohup
				signal.Notify(received, sig)
			}
		}
		go s.deliver(received, cancel)
	})
	return ctx, s
}

func (s *Signals) deliver(received <-chan os.Signal, cancel context.CancelCauseFunc) {
	for sig := range received {
		turn := s.onTurn.Load()
		switch {
		case sig == syscall.SIGTERM:
			cancel(exit.ErrTerminated)
		case sig == syscall.SIGHUP:
			cancel(exit.ErrHangup)
		case turn != nil:
			(*turn)()
		default:
			cancel(exit.ErrInterrupted)
		}
	}
}

// Handle has signals cancel the run from now on; may be called again.
func (s *Signals) Handle() { s.start() }

// Turn runs something that SIGINT cancels without ending the conversation.
func (s *Signals) Turn(ctx context.Context, run func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	interrupt := func() { cancel(exit.ErrInterrupted) }
	s.onTurn.Store(&interrupt)
	defer s.onTurn.Store(nil)
	return run(ctx)
}

// Ignore ignores SIGINT, meant for another program at the terminal, until the caller calls the returned function.
func (s *Signals) Ignore() (release func()) {
	nothing := func() {}
	before := s.onTurn.Swap(&nothing)
	return func() { s.onTurn.Store(before) }
}

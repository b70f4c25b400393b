package system

import (
	"context"
	"sync"
	"time"

	"pp/cli/exit"
)

// timeout is the rest of --timeout. It pauses during questions. It is safe for concurrent use.
type timeout struct {
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	left  time.Duration
	since time.Time // when the timer was started
	timer *time.Timer
}

// timeoutKey is where a context has its timeout.
type timeoutKey struct{}

// WithTimeout bounds a context by --timeout or limits.timeout, unless neither is set or the context is bounded.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if _, bounded := ctx.Value(timeoutKey{}).(*timeout); bounded || d <= 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	t := &timeout{cancel: cancel, left: d}
	t.start()
	return context.WithValue(ctx, timeoutKey{}, t), func() {
		t.stop()
		cancel(nil)
	}
}

// HoldTimeout stops a context's timeout until the function it gives is called.
func HoldTimeout(ctx context.Context) (release func()) {
	t, ok := ctx.Value(timeoutKey{}).(*timeout)
	if !ok {
		return func() {}
	}
	t.stop()
	return t.start
}

// The monotonic clock of the process is meant, as a timer uses it.
func (t *timeout) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since = time.Now()
	t.timer = time.AfterFunc(t.left, func() { t.cancel(exit.ErrTimeout) })
}

func (t *timeout) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer.Stop() {
		t.left = max(t.left-time.Since(t.since), 0)
	}
}

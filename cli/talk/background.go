package talk

import (
	"context"
	"sync"
	"time"

	"pp/cli/command"
	"pp/cli/exit"
)

// leaving is how long the jobs in the background have to end when the person leaves. One that does not is
// begun again by the next heartbeat, like one that was killed.
const leaving = 2 * time.Second

// news are what jobs in the background came to: shown beside the line that is edited, or before the next.
type news struct {
	mu    sync.Mutex
	asked bool // a line is waited for
	kept  []string
	show  func(text string) bool // beside the line; false where that cannot be
}

// tell shows a text when it disturbs nobody.
func (n *news) tell(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.asked || !n.show(text) {
		n.kept = append(n.kept, text)
	}
}

// waits reports whether a line is waited for.
func (n *news) waits() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asked
}

// asks notes whether a line is waited for from now on, and gives what was kept until then.
func (n *news) asks(waits bool) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	kept := n.kept
	n.asked, n.kept = waits, nil
	return kept
}

// background has what is due done while a line is waited for, until the function it gives is called.
func (c *conversation) background(ctx context.Context) (stop func()) {
	o := c.App.Options
	if o.Ephemeral || o.DryRun {
		return func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for text := range command.Background(c.App, ctx, c.Agent.Settings, c.news.waits) {
			c.news.tell(text)
		}
	}()
	return func() {
		cancel(exit.ErrTerminated)
		enough := time.NewTimer(leaving)
		defer enough.Stop()
		select {
		case <-done:
		case <-enough.C:
		}
	}
}

package front

import (
	"context"
	"time"
)

// grace is how long what is being done has to end, once the process was told to.
const grace = 5 * time.Second

// untilEnded waits until a front end has ended, and no longer than grace once ctx has: a client that does not read may
// keep it from ending.
func untilEnded(ctx context.Context, run func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- run() }()
	select {
	case err := <-ended:
		if ctx.Err() == nil {
			return err
		}
	case <-ctx.Done():
		select {
		case <-ended:
		case <-time.After(grace):
		}
	}
	return context.Cause(ctx)
}

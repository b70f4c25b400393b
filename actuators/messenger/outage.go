package messenger

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// outage waits between attempts to connect, longer each time, and says once that the connection is lost, and once that
// it is back.
type outage struct {
	log  func(string)
	wait func(context.Context, time.Duration)

	next *backoff.ExponentialBackOff
	lost bool
}

func newOutage(log func(string), wait func(context.Context, time.Duration)) *outage {
	o := &outage{log: log, wait: wait, next: backoff.NewExponentialBackOff()}
	o.next.InitialInterval, o.next.MaxInterval = time.Second, time.Minute
	return o
}

// end notes that there is a connection.
func (o *outage) end() {
	if o.lost {
		o.log("connected again")
	}
	o.lost = false
	o.next.Reset()
}

// failed notes why there is none, and waits until it is time to try again.
func (o *outage) failed(ctx context.Context, err error) {
	if !o.lost {
		o.lost = true
		o.log("no connection: " + err.Error() + "; it is tried again until there is one")
	}
	o.wait(ctx, o.next.NextBackOff())
}

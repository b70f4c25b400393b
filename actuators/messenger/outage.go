package messenger

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// outage waits between attempts to connect, longer each time. It reports a lost connection once, and its return once.
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

// end records that the connection works.
func (o *outage) end() {
	if o.lost {
		o.log("connected again")
	}
	o.lost = false
	o.next.Reset()
}

// failed records why an attempt failed, and waits until the next one is due.
func (o *outage) failed(ctx context.Context, err error) {
	if !o.lost {
		o.lost = true
		o.log("no connection: " + err.Error() + "; pp keeps trying to reconnect")
	}
	o.wait(ctx, o.next.NextBackOff())
}

package system

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"pp/cli/exit"
)

func TestTimeoutStandsStillWhileAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(600 * time.Millisecond)
		release := HoldTimeout(ctx)
		time.Sleep(time.Hour)
		if ctx.Err() != nil {
			t.Fatal("it ran while the person was asked")
		}
		release()
		time.Sleep(300 * time.Millisecond)
		if ctx.Err() != nil {
			t.Fatal("it forgot what was left")
		}
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		if !errors.Is(context.Cause(ctx), exit.ErrTimeout) {
			t.Fatalf("it never came: %v", context.Cause(ctx))
		}
	})
	HoldTimeout(t.Context())()
}

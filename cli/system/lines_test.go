package system

import (
	"context"
	"errors"
	"os"
	"testing"

	"pp/cli/exit"
)

// A signal ends a command that waits for a line; it need not come first.
func TestWaitingForALineIsInterrupted(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close() // only afterwards: nothing else could end the wait
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(exit.ErrInterrupted)
	err = EachLine(ctx, r, func(string) error { return nil }, func([]byte) any { return nil })
	if !errors.Is(err, exit.ErrInterrupted) {
		t.Errorf("got %v", err)
	}
}

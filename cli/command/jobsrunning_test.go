package command

import (
	"testing"

	"pp/cli/exit"
	"pp/engine"
)

func TestCame(t *testing.T) {
	for n, want := range map[int]string{1: "1 action waits for approval: pp approvals",
		11: "11 actions wait for approval: pp approvals"} {
		if got := came(engine.Outcome{Pending: make([]engine.Pending, n)}, exit.Suspended); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

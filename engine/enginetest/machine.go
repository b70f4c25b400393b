package enginetest

import (
	"fmt"
	"testing"
)

// ciVariable is set to 1 where no test may be skipped for want of something that
// is there.
const ciVariable = "PP_CI"

// lacking begins the reason of a skip that .ci/run accepts.
const lacking = "the machine lacks what this needs: "

// Skip skips a test that needs something of the machine. getenv looks up a variable of the environment; there
// is what an independent look says: when it is there, and PP_CI is 1, the test fails instead,
// since then pp and not the machine is what lacks something. A program that .ci/run
// installs is always there.
func Skip(tb testing.TB, getenv func(string) string, there bool, format string, args ...any) {
	tb.Helper()
	why := fmt.Sprintf(format, args...)
	if there && getenv(ciVariable) == "1" {
		tb.Fatalf("skipped, though the machine has what is needed: %s", why)
	}
	tb.Skip(lacking + why)
}

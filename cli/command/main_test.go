package command

import (
	"os"
	"testing"

	"pp/actuators/sandbox"
)

// TestMain lets the test binary be the sandbox that it starts from itself: else that would run all tests again.
func TestMain(m *testing.M) {
	if !sandbox.Child(os.Args) {
		os.Exit(m.Run())
	}
}

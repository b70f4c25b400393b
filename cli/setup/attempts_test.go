package setup

import (
	"testing"

	"pp/engine"
	"pp/engine/cause"
)

// A row of commands with attempts asks; a command without any ends the row, and so does an answer. What a person saw
// counts no more.
func TestAttemptsInARow(t *testing.T) {
	var a Attempts
	host := cause.TriedToConnect.OfHost("pypi.org")
	ran := func(n int, list ...cause.Cause) {
		for range n {
			a.tell(list)
		}
	}
	if ran(2, host); a.inARow() != nil {
		t.Error("two are too few")
	}
	if ran(1); a.row != 0 {
		t.Error("one without attempts ends the row")
	}
	other := cause.TriedToRead.OfPath("/w/.env")
	ran(2, host)
	if ran(1, host, other); len(a.inARow()) != 2 {
		t.Error(a.inARow())
	}
	a.Answered(engine.Question{Verdict: engine.Verdict{Facts: engine.Facts{Attempts: a.inARow()}}})
	if ran(4, host, other); a.inARow() != nil {
		t.Error("what a person saw counts again")
	}
	if ran(3, host, cause.TriedToConnect.OfHost("example.org")); len(a.inARow()) != 1 {
		t.Error(a.inARow())
	}
}

package sandbox

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// TestPumpTurns has a pump give what was written before to one writer and the rest to another, and not hold its lock
// while it waits for more.
func TestPumpTurns(t *testing.T) {
	from, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	var before, after bytes.Buffer
	p := &pump{from: from, to: &before}
	p.mu.Lock()
	over := make(chan struct{})
	go func() {
		defer close(over)
		p.run()
	}()
	if _, err := io.WriteString(end, "one"); err != nil {
		t.Fatal(err)
	}
	p.mu.Unlock()
	p.turn(&after)
	// It looks again, with nothing there: what was written is with turn by now.
	p.turn(&after)
	if _, err := io.WriteString(end, "two"); err != nil {
		t.Fatal(err)
	}
	end.Close()
	<-over
	if before.String() != "one" || after.String() != "two" {
		t.Errorf("%q %q", before.String(), after.String())
	}
	p.turn(&after) // of a closed pipe
}

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
	conn, err := from.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Control(func(fd uintptr) {
		if more, isDone := p.pass(int(fd), make([]byte, 10)); !more || isDone {
			t.Error("it does not say that there is nothing yet")
		}
	})
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

package sandbox

import (
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// TestSpare has the third and later commands run in a child that was started before, each with its own output and
// files, and in a new one where that is gone.
func TestSpare(t *testing.T) {
	w := newMountedWorld(t)
	say := func(text string) {
		t.Helper()
		if out, exit := w.sh(effect.Effects{}, "cat a.txt; echo "+text); exit.Code != 0 || out != "alpha\n"+text+"\n" {
			t.Errorf("%s: %+v %q", text, exit, out)
		}
	}
	waiting := func() *running {
		w.holding.Lock()
		sp := w.spare
		w.holding.Unlock()
		if sp == nil {
			return nil
		}
		<-sp.ready
		return sp.r
	}
	say("one")
	if waiting() != nil {
		t.Error("the first command is followed by a child that nothing may need")
	}
	say("two")
	for _, text := range []string{"three", "four"} {
		r := waiting()
		if r == nil {
			t.Fatal("no child waits")
		}
		say(text)
		if _, open := <-r.closed; open {
			t.Error("the child that waited was not used")
		}
	}
	r := waiting()
	r.end()
	if _, err := unix.Poll([]unix.PollFd{{Fd: int32(r.status.Fd())}}, -1); err != nil {
		t.Fatal(err)
	}
	say("five")
	last := waiting()
	w.Close()
	if _, err := last.order.Write([]byte("x")); err == nil {
		t.Error("a child waits for a command after the end")
	}
}

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"

	"golang.org/x/sys/unix"
)

// watched gives the names of files in a directory as they are made or moved there.
func watched(t *testing.T, dir string) func() string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_CREATE|unix.IN_MOVED_TO); err != nil {
		t.Fatal(err)
	}
	var events []byte
	return func() string {
		if len(events) < unix.SizeofInotifyEvent {
			ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
			for end := time.Now().Add(patience); ; {
				if n, err := unix.Poll(ready, 1000); n == 1 {
					break
				} else if err != nil && err != unix.EINTR || time.Now().After(end) {
					t.Fatalf("nothing was made in %s: %v", dir, err)
				}
			}
			events = make([]byte, 4096)
			n, err := unix.Read(fd, events)
			if err != nil {
				t.Fatal(err)
			}
			events = events[:n]
		}
		size := int(events[12]) | int(events[13])<<8
		name := string(bytes.TrimRight(events[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+size], "\x00"))
		events = events[unix.SizeofInotifyEvent+size:]
		return name
	}
}

// Ctrl-C while a file is written, or just when it is in place: it has the old
// content or the new one, nothing is left beside it, what can be undone is what
// happened, and the thought trace is whole.
func TestInterruptWhileAFileIsWritten(t *testing.T) {
	t.Parallel()
	const name, old = "notes.txt", "one\ntwo\nthree\n"
	fresh := strings.Repeat("a line of the new file\n", 8_000)
	replies := `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (` +
		`:FILEPATH "notes.txt" :CONTENT "` + fresh +
		`") :EXPLANATION "The notes are written anew."))) (:DELAY-MS 10000 :REPLY "done")`
	for round, tc := range []struct {
		begins string        // the name whose appearance is waited for
		then   time.Duration // from there to Ctrl-C
		new    bool          // the new content is there for sure
	}{
		{".pp-", 0, false}, {".pp-", 0, false}, {".pp-", 200 * time.Microsecond, false}, {".pp-", time.Millisecond, false},
		{".pp-", 3 * time.Millisecond, false}, {name, 0, true}, {name, time.Millisecond, true},
	} {
		p := newDesk(t, replies)
		next := watched(t, p.dir)
		tty := open(t, p.command(t, nil, "--accept-edits", "write them anew"), 80, 24)
		for !strings.HasPrefix(next(), tc.begins) {
		}
		time.Sleep(tc.then)
		tty.send("\x03")
		if code := tty.code(); code != exit.Interrupted {
			t.Errorf("round %d: exit %d: %s", round, code, tty.text())
		}
		tty.sane()
		file := filepath.Join(p.dir, name)
		data, err := os.ReadFile(file)
		if err != nil || string(data) != old && string(data) != fresh || tc.new && string(data) != fresh {
			t.Errorf("round %d: it has %d bytes, and should have %d or %d: %v", round, len(data), len(old), len(fresh), err)
		}
		if left, err := filepath.Glob(filepath.Join(p.dir, ".pp-*")); err != nil || len(left) > 0 {
			t.Errorf("round %d: left behind: %q, %v", round, left, err)
		}
		var list []struct {
			Paths  []string `json:"paths"`
			Undone bool     `json:"undone"`
		}
		if text := p.run(t, "undo", "--list", "--json"); json.Unmarshal([]byte(text), &list) != nil ||
			string(data) == fresh && (len(list) != 1 || len(list[0].Paths) != 1 || list[0].Paths[0] != file || list[0].Undone) ||
			string(data) == old && len(list) != 0 {
			t.Errorf("round %d: with %d bytes in it, this can be undone: %s", round, len(data), text)
		}
		if string(data) == fresh {
			if text := p.run(t, "undo", "--yes"); !strings.Contains(text, "restored "+file) {
				t.Errorf("round %d: undo: %.200s", round, text)
			}
			if data, err := os.ReadFile(file); err != nil || string(data) != old {
				t.Errorf("round %d: undo left %d bytes: %v", round, len(data), err)
			}
		}
		if text := p.run(t, "trace", "verify"); !strings.HasPrefix(text, "sound: ") {
			t.Errorf("round %d: the trace: %s", round, text)
		}
	}
}

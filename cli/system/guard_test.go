package system

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stuck is a stream that nobody reads; broken is one whose reader is gone.
type stuck struct{ until chan struct{} }

func (s stuck) Write([]byte) (int, error) { <-s.until; return 0, io.ErrClosedPipe }

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// short takes all but the last byte, as a disk does that is full.
type short struct{ strings.Builder }

func (s *short) Write(p []byte) (int, error) { n, _ := s.Builder.Write(p[:len(p)-1]); return n, nil }

// TestGuardRefuses: an armed process ends with exit code 2 and a reason, unless an answer was said in full.
func TestGuardRefuses(t *testing.T) {
	denial := []byte(`{"deny":true}` + "\n")
	until := make(chan struct{})
	defer close(until)
	for _, c := range []struct {
		name           string
		stdout, stderr io.Writer
		answer         string // "" where there is none
		code, want     int
		says, refusal  string // on standard output, and on standard error
	}{
		{"an answer", new(strings.Builder), new(strings.Builder), "{}", 0, 0, "{}", ""},
		{"a refusal", new(strings.Builder), new(strings.Builder), "", 2, 2, "", "why"},
		{"nothing was said", new(strings.Builder), new(strings.Builder), "", 0, 2, "", "could not be judged"},
		{"exit 1", new(strings.Builder), new(strings.Builder), "", 1, 2, "", "could not be judged"},
		{"standard output is broken", broken{}, new(strings.Builder), "{}", 0, 2, "", "broken pipe"},
		{"standard output is full", &short{}, new(strings.Builder), "{}", 0, 2, "", "short write"},
		{"standard error is broken", new(strings.Builder), broken{}, "", 2, 0, string(denial), ""},
		{"standard error is stuck", new(strings.Builder), stuck{until}, "", 2, 0, string(denial), ""},
		{"both are broken", broken{}, broken{}, "", 2, 2, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := NewGuard(c.stdout, c.stderr, func(int) { t.Error("it ended the process") })
			g.Arm(time.Hour)
			g.Refusing(denial)
			code := c.code
			if c.answer != "" || c.code == Refused {
				code = g.Answer([]byte(c.answer), []byte("why"), c.code)
			}
			if code = g.Code(code); code != c.want {
				t.Errorf("exit %d, want %d", code, c.want)
			}
			if out, ok := c.stdout.(*strings.Builder); ok && out.String() != c.says {
				t.Errorf("it says %q, want %q", out, c.says)
			}
			if errs, ok := c.stderr.(*strings.Builder); ok && !strings.Contains(errs.String(), c.refusal) {
				t.Errorf("it gives the reason %q, want %q", errs, c.refusal)
			}
		})
	}
	if code := NewGuard(broken{}, broken{}, nil).Code(1); code != 1 {
		t.Errorf("one that is not armed changes an exit code to %d", code)
	}
}

// TestGuardDeadline: what takes too long is refused, whatever it is doing.
func TestGuardDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var errs strings.Builder
		ended := make(chan int, 1)
		g := NewGuard(io.Discard, &errs, func(code int) { ended <- code })
		g.armed.Store(true) // without the signals, which are not of this bubble
		time.AfterFunc(10*time.Second, func() { g.end("there was no decision within 10s") })
		if code := <-ended; code != Refused || !strings.Contains(errs.String(), "no decision within 10s") {
			t.Errorf("exit %d: %s", code, &errs)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		var errs strings.Builder
		until := make(chan struct{})
		g := NewGuard(stuck{until}, &errs, nil)
		if code := g.Answer([]byte("{}"), nil, 0); code != Refused || !strings.Contains(errs.String(), "nobody reads it") {
			t.Errorf("exit %d: %s", code, &errs)
		}
		close(until)
	})
}

// TestGuardNeedsReaders: a standard output that was closed stands open as /dev/null, where nobody reads what is said.
func TestGuardNeedsReaders(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var errs strings.Builder
	code := -1
	NewGuard(null, &errs, func(c int) { code = c }).Arm(time.Hour)
	if code != Refused || !strings.Contains(errs.String(), "/dev/null") {
		t.Errorf("exit %d: %s", code, &errs)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	if err := usable(file); err != nil {
		t.Errorf("a file: %v", err)
	}
	file.Close()
	if usable(file) == nil {
		t.Error("a closed file can be used")
	}
}

package lisp

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestHangs runs code that would not end, within the limits of a call.
func TestHangs(t *testing.T) {
	data, err := os.ReadFile("../../testdata/lisp/hangs.lisp")
	if err != nil {
		t.Fatal(err)
	}
	const (
		most    = 8 << 20 // of all that is allocated, within a limit of 1 MiB that counts roughly
		longest = 40 * time.Millisecond
	)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limits := Limits{Steps: 50_000, Bytes: 1 << 20, Depth: 500}
	var slowest time.Duration
	count, limited := 0, 0
	for line := range strings.Lines(string(data)) {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == ';' {
			continue
		}
		count++
		took, used, err := cost(t, text, limits)
		if errors.Is(err, ErrLimit) {
			limited++
		} else {
			t.Logf("%.90s: %v", text, err)
		}
		if used > most {
			t.Errorf("%s took %d MiB", text, used>>20)
		}
		if took > longest {
			t.Errorf("%s took %v", text, took)
		}
		slowest = max(slowest, took)
	}
	if count < 200 || limited < count*3/4 {
		t.Errorf("%d forms, of which %d ended at a limit", count, limited)
	}
	t.Logf("%d forms, %d ended at a limit, the slowest took %v", count, limited, slowest)
}

// cost is what the processor needs for a form at best, and how many bytes are allocated.
func cost(t *testing.T, text string, limits Limits) (took time.Duration, used uint64, err error) {
	const attempts = 3
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took = time.Hour
	for range attempts {
		start := threadTime()
		_, err = Load(t.Context(), []Source{{Name: "hang", Text: text}}, Options{Limits: limits})
		took = min(took, threadTime()-start)
	}
	runtime.ReadMemStats(&after)
	return took, (after.TotalAlloc - before.TotalAlloc) / attempts, err
}

// threadTime is what the processor did for this thread: another program at the same time makes no difference.
func threadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// TestRescue breaks the evaluator in the middle.
func TestRescue(t *testing.T) {
	run := func() (err error) {
		defer rescue(&err)
		panic("out of range")
	}
	var at *Error
	if err := run(); !errors.Is(err, ErrForm) || !errors.As(err, &at) || !strings.Contains(err.Error(), "a defect of pp") {
		t.Errorf("%v", err)
	}
}

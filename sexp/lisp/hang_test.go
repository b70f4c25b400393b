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
		most    = 3 << 19 // of all that is allocated, what is garbage soon too
		longest = 60 * time.Millisecond
	)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limits := Limits{Steps: 50_000, Bytes: 3 << 18, Depth: 500} // those of a call of a skill
	var slowest time.Duration
	var largest uint64
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
			t.Errorf("%s took %d KiB", text, used>>10)
		}
		if took > longest {
			t.Errorf("%s took %v", text, took)
		}
		slowest, largest = max(slowest, took), max(largest, used)
	}
	if count < 200 || limited < count*3/4 {
		t.Errorf("%d forms, of which %d ended at a limit", count, limited)
	}
	t.Logf("%d forms, %d ended at a limit, the slowest took %v, the largest %d KiB", count, limited,
		slowest, largest>>10)
}

// cost is what the processor needs for a form at best, and how many bytes are allocated.
func cost(t *testing.T, text string, limits Limits) (took time.Duration, used uint64, err error) {
	const attempts = 3
	var before, after runtime.MemStats
	load := func() error {
		_, err := Load(t.Context(), []Source{{Name: "hang", Text: text}}, Options{Limits: limits})
		return err
	}
	_ = load() // what is made but once is not the form's
	runtime.ReadMemStats(&before)
	took = time.Hour
	for range attempts {
		start := threadTime()
		err = load()
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

// TestRescue breaks the evaluator in the middle: a defect is no error that Lisp code could handle.
func TestRescue(t *testing.T) {
	for name, broken := range map[string]func(){
		"a text":  func() { panic("out of range") },
		"runtime": func() { _ = []int{}[len(os.Args)] },
		"within a function": func() {
			b := &builtin{name: "BROKEN", most: -1, do: func(_ *machine, args []Value) Value { return args[len(args)] }}
			newMachine(t.Context(), Limits{}, nil).callBuiltin(b, nil)
		},
		"tried": func() { _ = try(func() { panic("out of range") }) },
	} {
		run := func() (err error) {
			defer rescue(&err)
			broken()
			return nil
		}
		var at *Error
		if err := run(); !errors.Is(err, ErrForm) || !errors.As(err, &at) ||
			!strings.Contains(err.Error(), "a defect of pp") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

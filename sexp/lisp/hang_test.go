package lisp

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestHangs runs code that would not end, within the limits of a call.
func TestHangs(t *testing.T) {
	data, err := os.ReadFile("../../testdata/lisp/hangs.lisp")
	if err != nil {
		t.Fatal(err)
	}
	const most = 64 << 20 // of all that is allocated, within a limit of 1 MiB that counts roughly
	limits := Limits{Steps: 50_000, Bytes: 1 << 20, Depth: 500}
	var slowest time.Duration
	count, limited := 0, 0
	for line := range strings.Lines(string(data)) {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == ';' {
			continue
		}
		count++
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		_, err := Load(t.Context(), []Source{{Name: "hang", Text: text}}, Options{Limits: limits})
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if errors.Is(err, ErrLimit) {
			limited++
		} else {
			t.Logf("%.90s: %v", text, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s took %d MiB", text, used>>20)
		}
		if took > 20*time.Millisecond {
			t.Logf("%s took %v", text, took)
		}
		slowest = max(slowest, took)
	}
	if count < 200 || limited < count*3/4 {
		t.Errorf("%d forms, of which %d ended at a limit", count, limited)
	}
	t.Logf("%d forms, %d ended at a limit, the slowest took %v", count, limited, slowest)
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

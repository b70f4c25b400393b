//go:build linux

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The events of a run have a frozen schema: another field is another line of the golden
// file, and every kind of event is in the manual.
func TestEventsAreFrozen(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:REPLY "I look." :USAGE (:INPUT 7 :OUTPUT 1)
 :CALLS ((:TOOL "read-file" :ARGS "{\"filepath\":\"notes.txt\",\"explanation\":\"to see what is in it\"}")
         (:TOOL "shell" :ARGS "{\"command\":\"sudo ls\",\"explanation\":\"to see what is there\"}")))
(:USAGE (:INPUT 9 :OUTPUT 2) :REPLY "It is read.")`)
	cmd := p.command(t, nil, "-q", "--output-format", "jsonl", "--deny-all-approvals", "go")
	var stdout strings.Builder
	cmd.Stdout = &stdout
	_ = cmd.Run() // what is denied is no success, and the golden file has its exit code
	out := stdout.String()
	got := out
	for pattern, with := range map[string]string{
		regexp.QuoteMeta(p.dir):    "DIR",
		regexp.QuoteMeta(p.home):   "HOME",
		`"seconds":[0-9.]+`:        `"seconds":0`,
		`"duration_us":[0-9.e-]+`:  `"duration_us":0`,
		`"reason":"(\\.|[^"\\])*"`: `"reason":"R"`,
		`"session":"[^"]*"`:        `"session":"ID"`,
		`"confinement":"[^"]*"`:    `"confinement":"C"`,
	} {
		got = regexp.MustCompile(pattern).ReplaceAllString(got, with)
	}
	known := map[string]bool{}
	for _, e := range events {
		known[e.name] = true
	}
	for line := range strings.Lines(out) {
		var e struct {
			Schema int    `json:"schema"`
			Event  string `json:"event"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Schema != 1 || !known[e.Event] {
			t.Errorf("%v: %s", err, line)
		}
	}
	name := filepath.Join("testdata", "events.golden")
	if os.Getenv("PP_UPDATE") == "1" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, got)
	}
	want, err := os.ReadFile(name)
	if err != nil || got != string(want) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

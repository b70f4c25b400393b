package session

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
)

func TestMemoryIsBounded(t *testing.T) {
	m := NewMemory(1000)
	if err := m.Append(person(strings.Repeat("a", 500))); err != nil {
		t.Fatal(err)
	}
	before := m.Turns()
	err := m.Append(person(strings.Repeat("b", 500)))
	var full *FullError
	if !errors.As(err, &full) || full.Limit != 1000 || full.Size != 500+turnOverhead || full.Adding != 500+turnOverhead {
		t.Fatalf("over the limit: %v", err)
	}
	if !reflect.DeepEqual(before, m.Turns()) {
		t.Error("a refused turn changed the conversation")
	}
	picture := engine.Picture{Type: "image/png", Data: make([]byte, 500)}
	if err := m.Append(engine.Turn{Picture: picture}); !errors.As(err, &full) {
		t.Errorf("a picture counts nothing: %v", err)
	}
	if err := m.Append(engine.Turn{Text: "still fits"}); err != nil {
		t.Errorf("after a refused turn: %v", err)
	}
	var empties int
	for m.Append(engine.Turn{}) == nil {
		if empties++; empties > 1000 {
			t.Fatal("empty turns have no limit")
		}
	}
}

func TestMemoryNeverExceedsItsLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 2000).Draw(t, "limit")
		m := NewMemory(limit)
		var want []engine.Turn
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 400), 0, 30).Draw(t, "sizes") {
			turn := engine.Turn{Text: strings.Repeat("x", n), Origin: rapid.SampledFrom([]engine.Origin{engine.OriginPerson,
				engine.OriginAgent, engine.OriginUntrusted}).Draw(t, "origin")}
			if m.Append(turn) == nil {
				want = append(want, turn)
			}
		}
		total := 0
		for _, turn := range m.Turns() {
			total += len(turn.Text) + turnOverhead
		}
		if total > limit || !slices.EqualFunc(want, m.Turns(), func(given, kept engine.Turn) bool {
			return sameTurn(given, kept) || sameTurn(bare(given), kept)
		}) {
			t.Fatalf("%d bytes of %d, %d turns of %d", total, limit, len(m.Turns()), len(want))
		}
	})
}

// A long conversation never ends for its length: the oldest results are left out, in a
// file's memory too, and the file has them all.
func TestTheOldestResultsAreLeftOut(t *testing.T) {
	d := NewDir(t.TempDir())
	o := Options{Clock: testClock, MaxBytes: 4000}
	f := d.New(testID, o)
	plan := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "I plan.",
		Calls: []engine.ToolCall{{ID: "p", Tool: engine.TodoTool, Args: `{"items":["` + strings.Repeat("x", 180) + `"]}`}}}
	wrote := engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent,
		Calls: []engine.ToolCall{{ID: "w", Tool: "write-file", Args: `{"content":"` + strings.Repeat("x", 500) + `"}`,
			Form: "(form)"}}}
	given := []engine.Turn{person(strings.Repeat("go ", 100)), plan, wrote}
	for i := range 8 {
		given = append(given, engine.Turn{Role: engine.RoleTool, Label: "read-file", Answers: "w", Failed: i == 0,
			Text: strings.Repeat("r", 900)})
	}
	appended(t, f, given...)
	for _, kept := range [][]engine.Turn{f.Turns(), reopened(t, f, d, o)} {
		if diff := cmp.Diff(given[:2], kept[:2]); diff != "" || len(kept) != len(given) {
			t.Errorf("%d turns; %s", len(kept), diff)
		}
		if got := kept[2].Calls[0]; got != (engine.ToolCall{ID: "w", Tool: "write-file", Args: `{"left_out":"514 bytes"}`}) {
			t.Errorf("%+v", got)
		}
		want := engine.Turn{Role: engine.RoleTool, Label: "read-file", Answers: "w", Failed: true,
			Text: "[900 bytes, left out because the conversation is very long]"}
		if diff := cmp.Diff(want, kept[3]); diff != "" || kept[len(kept)-1].Text != given[len(given)-1].Text {
			t.Error(diff)
		}
	}
	if _, got, err := d.Read(testID); err != nil || !cmp.Equal(got, given) {
		t.Errorf("%v\n%s", err, cmp.Diff(given, got))
	}
}

// reopened are the turns of a session that another process goes on with.
func reopened(t *testing.T, f *File, d Dir, o Options) []engine.Turn {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, d, testID, o).Turns()
}

func TestNewID(t *testing.T) {
	at := time.Date(2026, 1, 2, 5, 4, 5, 999, time.FixedZone("", 2*60*60))
	id, err := NewID(bytes.NewReader([]byte{0, 255, 16, 0xa2, 0xb3, 0xc4, 9}), at)
	if err != nil || id != "20260102-030405-00ff10a2b3c4" {
		t.Fatalf("%q, %v", id, err)
	}
	if back, err := ParseID(string(id)); err != nil || back != id {
		t.Errorf("ParseID: %q, %v", back, err)
	}
	if _, err := NewID(bytes.NewReader([]byte{1, 2}), at); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("short randomness: %v", err)
	}
	broken := errors.New("no randomness")
	if _, err := NewID(iotest.ErrReader(broken), at); !errors.Is(err, broken) {
		t.Errorf("broken randomness: %v", err)
	}
}

func TestParseIDRefuses(t *testing.T) {
	for _, s := range []string{
		"", "x", "latest", "20260102-030405-00ff10a2b3c", "20260102-030405-00ff10a2b3c44", "20260102-030405_00ff10a2b3c4",
		"20261302-030405-00ff10a2b3c4", "20260102-250405-00ff10a2b3c4", "20260102-030405-00FF10A2B3C4",
		"../../../../etc/passwd000000", "20260102-030405-../../../pwd", "20260102-030405-00ff10a2b3c\n",
		strings.Repeat("9", 1<<20),
	} {
		if id, err := ParseID(s); err == nil {
			t.Errorf("%.40q was taken as %q", s, id)
		} else if len(err.Error()) > 400 {
			t.Errorf("%.40q: an error of %d bytes", s, len(err.Error()))
		}
	}
}

func sameTurn(a, b engine.Turn) bool { return reflect.DeepEqual(a, b) }

// A turn with calls and their results comes back from its file as it was.
func TestCallsComeBack(t *testing.T) {
	turns := []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "go"},
		{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "I look.", Kept: engine.Thoughts{Provider: "p",
			Data: "sig"},
			Calls: []engine.ToolCall{{ID: "a", Tool: "read-file", Args: "{\"filepath\":\"x\\n\"}", Form: "(…)", Mark: "m"},
				{ID: "b", Tool: "shell", Args: "{"}}},
		{Role: engine.RoleUser, Label: "the summary of 1 earlier turns", Text: "It went.",
			Cut: engine.Cut{Summed: 1, Lined: 1, Most: 4000}},
		{Role: engine.RoleTool, Label: "read-file", Text: "r", Answers: "a"},
		{Role: engine.RoleTool, Label: "shell", Text: "no", Answers: "b", Failed: true, Denied: true},
	}
	for i, turn := range turns {
		back, err := parseTurn(turnRecord(turn, testClock()))
		if err != nil || !reflect.DeepEqual(back, turn) {
			t.Errorf("turn %d came back as %+v, %v", i, back, err)
		}
	}
}

package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine"
)

func TestACutIsKept(t *testing.T) {
	d := NewDir(t.TempDir())
	f := d.New(testID, Options{Clock: testClock})
	want := []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "go"},
		{Role: engine.RoleUser, Label: "the summary of 1 earlier turns", Text: "It went.",
			Cut: engine.Cut{Summed: 1, Lined: 1, Most: 4000}},
	}
	for _, turn := range want {
		if err := f.Append(turn); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, got, err := d.Read(testID); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
}

package sexp

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

// answer is what a reader made of an input: each form printed, and why it stopped ("end", "incomplete",
// "error").
type answer struct {
	Input   string
	Printed []string
	End     string
}

func (a *answer) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&a.Input, &a.Printed, &a.End})
}

// ours gives this package's answer, and the error that stopped it.
func ours(input string) (answer, error) {
	a := answer{Input: input, End: "end"}
	for r := NewReader(input, Limits{}); ; {
		v, err := r.Next()
		switch {
		case err == nil:
			a.Printed = append(a.Printed, Print(v))
			continue
		case errors.Is(err, io.EOF):
			return a, nil
		case IsIncomplete(err):
			a.End = "incomplete"
		default:
			a.End = "error"
		}
		return a, err
	}
}

// agree reports whether the answers are the same.
func agree(a, b answer) bool {
	return a.End == b.End && strings.Join(a.Printed, "\x00") == strings.Join(b.Printed, "\x00")
}

// vectors gives the recorded answers of SBCL.
func vectors(t *testing.T) []answer {
	t.Helper()
	file, err := os.Open("../testdata/sexp/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []answer
	for in := json.NewDecoder(file); in.More(); {
		var a answer
		if err := in.Decode(&a); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, a)
	}
	return all
}

// TestVectors compares with what SBCL 2.2.9 answered when the file was recorded. What this package refuses, or holds
// against a limit, it reads as SBCL does up to there.
func TestVectors(t *testing.T) {
	all, refused := vectors(t), 0
	for _, want := range all {
		got, err := ours(want.Input)
		if agree(want, got) {
			continue
		}
		if errors.Is(err, ErrRefused) || errors.Is(err, ErrLimit) {
			refused++
			continue
		}
		t.Errorf("%q\n  SBCL %q %s\n  here %q %s %v", want.Input, want.Printed, want.End, got.Printed, got.End, err)
	}
	if len(all) < 2000 || refused == 0 {
		t.Errorf("only %d vectors, of which %d are refused", len(all), refused)
	}
}

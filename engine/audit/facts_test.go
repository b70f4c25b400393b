package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/sexp"
)

// resting is a record that rests on facts.
func resting(facts ...string) engine.Record {
	return engine.Record{Kind: engine.RecordVerdict, Facts: func() []sexp.Value {
		out := make([]sexp.Value, len(facts))
		for i, f := range facts {
			out[i] = sexp.NewList(sexp.Keyword("F"), sexp.String(f))
		}
		return out
	}}
}

// restored are the facts of each record that has some, by following the numbers.
func restored(t testing.TB, m *memoryStore) (out []string) {
	t.Helper()
	for _, part := range append(slices.Clone(m.parts), m.Bytes()) {
		known := map[int]string{}
		_, err := head{}.scan(strings.NewReader(string(part)), func(e Entry) error {
			f, ok := e.Facts(func(hash string) (string, error) { return m.blobs[hash], nil })
			if !ok {
				return nil
			}
			if f.From == 1 {
				clear(known)
			}
			for i, v := range f.New {
				known[f.From+i] = sexp.Print(v)
			}
			var all []string
			for _, s := range f.Uses {
				for n := s.First; n <= s.Last; n++ {
					all = append(all, known[n])
				}
			}
			out = append(out, strings.Join(all, ""))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestFactsAreWrittenOnce: each record has its facts, of which each stands in the trace once, in
// whatever form, across parts of a session and records that could not be written.
func TestFactsAreWrittenOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		store := &memoryStore{}
		o := Options{Session: "s", Inline: rapid.SampledFrom([]int{20, 200, 4000}).Draw(rt, "inline"),
			MaxBytes: rapid.SampledFrom([]int64{0, 4000}).Draw(rt, "bytes")}
		log := NewLog(store, o)
		var want []string
		for range rapid.IntRange(1, 20).Draw(rt, "records") {
			some := []string{"a", "b", "c\nd", "e \"f\"", "ü", strings.Repeat("g", 50)}
			facts := rapid.SliceOfNDistinct(rapid.SampledFrom(some), 1, 6, rapid.ID[string]).Draw(rt, "facts")
			store.fail = nil
			if rapid.IntRange(0, 5).Draw(rt, "fails") == 0 {
				store.fail = errors.New("no space")
			}
			err := log.Record(t.Context(), resting(facts...))
			if err != nil && store.fail == nil {
				rt.Fatal(err)
			}
			if err == nil {
				want = append(want, printed(facts))
			}
		}
		got := restored(t, store)
		for i := range got {
			parts := strings.SplitAfter(got[i], ")")
			slices.Sort(parts)
			got[i] = strings.Join(parts, "")
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("got  %q\nwant %q", got, want)
		}
	})
}

// printed are facts in the order of their text.
func printed(facts []string) string {
	var out []string
	for _, f := range facts {
		out = append(out, sexp.Print(sexp.NewList(sexp.Keyword("F"), sexp.String(f))))
	}
	slices.Sort(out)
	return strings.Join(out, "")
}

// TestSpans: numbers come back as they were, and anything else is refused.
func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfNDistinct(rapid.IntRange(1, 60), 1, 30, rapid.ID[int]).Draw(t, "numbers")
		list, ok := parseSpans(spans(slices.Clone(numbers)))
		var got []int
		for _, s := range list {
			for n := s.First; n <= s.Last; n++ {
				got = append(got, n)
			}
		}
		slices.Sort(numbers)
		if !ok || !slices.Equal(got, numbers) {
			t.Fatalf("%v became %v", numbers, got)
		}
	})
	for _, bad := range []string{"", "0", "2-1", "x", "1-", "-1", "3 2", "1-3 3", "1 1"} {
		if list, ok := parseSpans(bad); ok {
			t.Errorf("%q is %v", bad, list)
		}
	}
	if got := fmt.Sprint(spans([]int{9, 1, 2, 3, 2})); got != "1-3 9" {
		t.Errorf("spans: %s", got)
	}
}

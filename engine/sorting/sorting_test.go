package sorting

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type pair struct{ key, place int }

// Both give what package slices gives; StableBy to the last element, By by its keys.
func TestAsSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []pair
		for i, key := range rapid.SliceOf(rapid.IntRange(0, 9)).Draw(t, "keys") {
			list = append(list, pair{key, i})
		}
		byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		want, stable, whole := slices.Clone(list), slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if StableBy(stable, byKey); !slices.Equal(stable, want) {
			t.Errorf("stable: %v, want %v", stable, want)
		}
		By(whole, func(a, b pair) int { return cmp.Or(byKey(a, b), cmp.Compare(a.place, b.place)) })
		if !slices.Equal(whole, want) {
			t.Errorf("%v, want %v", whole, want)
		}
	})
}

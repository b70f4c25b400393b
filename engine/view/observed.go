package view

import (
	"maps"
	"slices"

	"pp/engine/effect"
)

var _ effect.Observer = (*View)(nil)

// Observed implements effect.Observer.
func (v *View) Observed() effect.Observed {
	v.mu.Lock()
	defer v.mu.Unlock()
	return effect.Observed{Infos: listed(v.infos), Links: listed(v.links), Lists: listed(v.dirs), Files: listed(v.files),
		Large: listed(v.large)}
}

func listed[T any](m map[string]observed[T]) []effect.Observation[T] {
	if len(m) == 0 {
		return nil
	}
	out := make([]effect.Observation[T], 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		o := m[name]
		out = append(out, effect.Observation[T]{Name: name, Value: o.value, Err: o.err})
	}
	return out
}

package gates

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// A command that fetches packages is tried without a network, unless it does more than that.
func TestFetches(t *testing.T) {
	any, named := effect.Endpoint{Host: effect.AnyHost}, effect.Endpoint{Host: "example.org", Port: 443}
	writes := []effect.Path{{Name: "/home/u/w/x"}}
	for _, tc := range []struct {
		e    effect.Effects
		want bool
	}{
		{effect.Effects{Connects: []effect.Endpoint{any}, Writes: writes}, true},
		{effect.Effects{Connects: []effect.Endpoint{any}}, false},
		{effect.Effects{Connects: []effect.Endpoint{any, named}, Writes: writes}, false},
		{effect.Effects{Writes: writes}, false},
	} {
		if got := fetches(tc.e); got != tc.want {
			t.Errorf("%+v: %t", tc.e, got)
		}
	}
	f := engine.Facts{Home: "/home/u", Workspace: effect.Workspace{Root: "/home/u/w"}}
	all := effect.Effects{Connects: []effect.Endpoint{any},
		Writes: append(writes, effect.Path{Name: "/home/u/go/pkg/mod"})}
	if leaves(all, f) {
		t.Error("a cache counts as a place outside")
	}
	all.Listens = []effect.Endpoint{any}
	if !leaves(all, f) {
		t.Error("what listens stays")
	}
	if !leaves(effect.Effects{Deletes: []effect.Path{{Name: "/home/u/go/pkg/mod"}}}, f) {
		t.Error("a cache that is deleted stays")
	}
}

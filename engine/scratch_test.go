package engine_test

import (
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

func TestScratch(t *testing.T) {
	s := engine.Scratch{Place: "/state/m", Dirs: []string{"/tmp", "/var/tmp"}, Except: []string{"/tmp/w", "/home/u"}}
	for name, real := range map[string]string{"/tmp": "/state/m/tmp", "/tmp/a/b": "/state/m/tmp/a/b",
		"/var/tmp/a": "/state/m/var-tmp/a", "/tmpx": "/tmpx", "/var": "/var", "/etc/tmp": "/etc/tmp", "/": "/",
		"/tmp/w": "/tmp/w", "/tmp/w/a": "/tmp/w/a", "/tmp/wx": "/state/m/tmp/wx", "tmp/a": "tmp/a"} {
		if got := s.Real(name); got != real || s.Has(name) != (real != name) {
			t.Errorf("%s is %s", name, got)
		}
		if seen := s.Seen(real); seen != name {
			t.Errorf("%s is seen as %s", real, seen)
		}
	}
	s.Except = append(s.Except, "/var/tmp/a/b/c", "/var/tmp/a/d")
	if above := s.Above(); !slices.Equal(above, []string{"/var/tmp/a", "/var/tmp/a/b"}) {
		t.Error(above)
	}
	if none := (engine.Scratch{}); none.Has("/tmp/a") || none.Seen("/tmp/a") != "/tmp/a" {
		t.Error("without a place there is something")
	}
	reads := []effect.Path{{Name: "/tmp/a"}, {Name: "/etc/b"}}
	e := effect.Effects{Reads: reads, Writes: reads[:1]}
	if out := s.Outside(e); len(out.Reads) != 1 || len(out.Writes) != 0 || reads[0].Name != "/tmp/a" || len(e.Reads) != 2 {
		t.Errorf("%+v", out)
	}
}

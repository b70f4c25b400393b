package approval

import (
	"errors"
	"strings"
	"testing"

	"pp/engine"
)

// What has changed is said: a file with what it was and is, what asks with its reason, and anything else by name.
func TestWhatHasChangedIsSaid(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(t *testing.T, s *scene)
		says   []string
	}{
		"the script": {func(t *testing.T, s *scene) { s.file(t, "sub/run.sh", "echo other") },
			[]string{"/sub/run.sh was 8 bytes (-rw-r--r--, SHA-256 ", "and is 10 bytes ("}},
		"what it writes": {func(t *testing.T, s *scene) { s.file(t, "sub/one/out.txt", "after it") },
			[]string{"/sub/one/out.txt was 6 bytes (", "and is 8 bytes ("}},
		"what asks": {func(_ *testing.T, s *scene) { s.rule = "network-exfil" },
			[]string{"it does not ask any more, by dispatcher/high-impact: ", "it asks now, by dispatcher/network-exfil: "}},
		"the confinement": {func(_ *testing.T, s *scene) { s.conf.Files = engine.FilesLandlock },
			[]string{"what commands are confined by"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, sc := newClock(), newScene(t)
			s := NewStore(t.TempDir(), options(c, 1))
			a := suspended(t, s, sc)
			tc.change(t, sc)
			v, b := sc.judge(t)
			err := found(t, s, a.Token).Check(v, b, c.now())
			if !errors.Is(err, ErrChanged) {
				t.Fatalf("%v", err)
			}
			for _, want := range tc.says {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in %v", want, err)
				}
			}
			if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrChanged) ||
				!strings.Contains(found(t, s, a.Token).Note, tc.says[0]) {
				t.Errorf("%v; noted: %s", err, found(t, s, a.Token).Note)
			}
		})
	}
}

// What was done in a layer is bound to what runs, and not to what it writes over, which the layer looks at.
func TestDoneInALayerIsNotBoundToWhatItWrites(t *testing.T) {
	for file, good := range map[string]bool{"sub/one/out.txt": true, "sub/run.sh": false} {
		c, sc := newClock(), newScene(t)
		s := NewStore(t.TempDir(), options(c, 1))
		v, b := sc.judge(t)
		b.Did = Did{Layer: "l", Sum: Digest{1}, New: 1}
		a, err := s.Suspend(t.Context(), v, b, talk)
		if err != nil {
			t.Fatal(err)
		}
		sc.file(t, file, "of somebody else")
		v, now := sc.judge(t)
		now.Did = b.Did
		p := found(t, s, a.Token)
		if err := p.Check(v, now, c.now()); (err == nil) != good || len(p.Differs(v, now)) != 1 {
			t.Errorf("%s: %v, %q", file, err, p.Differs(v, now))
		}
	}
}

package shell_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"pp/engine"
)

// metaFiles are the corpora that the metamorphic suite draws from.
func metaSubjects(t *testing.T, files ...string) []subject {
	var out []subject
	for _, f := range files {
		for _, l := range readCorpus(t, filepath.Join("../../testdata/corpus", f+".jsonl")) {
			out = append(out, subjectOf(l))
		}
	}
	if len(out) == 0 {
		t.Fatal("the corpus is empty")
	}
	return out
}

// long reports whether everything is to be tried, and not a sample: PP_LONG=1, as
// .ci/run sets it.
func long() bool { return os.Getenv("PP_LONG") == "1" }

// sample is how many of n cases are tried.
func sample(few, n int) int {
	if long() {
		return n
	}
	return few
}

// TestMetamorphicWrapping: a carrier or an obfuscation never lowers the
// decision on the command that it runs.
func TestMetamorphicWrapping(t *testing.T) {
	a, f := analyst(), home()
	r := rand.New(rand.NewPCG(20261121, 3))
	subjects, ways := metaSubjects(t, "adversarial", "dev-adversarial"), wrappings()
	failures := map[string]int{}
	judged, used, lowered := 0, map[string]int{}, map[string]int{}
	for _, s := range subjects {
		if !long() && r.IntN(4) != 0 {
			continue
		}
		alone := judge(t, a, s.Cmd, f).Decision
		if alone == engine.Allow {
			continue
		}
		fed := judge(t, a, "{ "+s.Cmd+"\n} </dev/null", f).Decision
		for _, w := range ways {
			if !long() && r.IntN(60) != 0 {
				continue
			}
			text := w.apply(s)
			if text == "" {
				continue
			}
			judged++
			used[w.name]++
			most := alone
			if w.input {
				most = max(alone, fed)
			}
			got := judge(t, a, text, f)
			if w.loose {
				if got.Decision > alone {
					lowered[w.name]++
				}
				most = max(most, engine.Ask)
			}
			if got.Decision <= most {
				continue
			}
			failures[w.name]++
			if failures[w.name] <= 3 || got.Decision == engine.Allow {
				t.Errorf("%s, %s: alone %v, wrapped %v: %s\n    %s", w.name, s.ID, alone, got.Decision, clipped(text, 300),
					clipped(got.Sentence(), 200))
			}
		}
	}
	report(t, "lowered", failures)
	report(t, "asked where it is denied alone", lowered)
	t.Logf("%d judgements, %d wrappings", judged, len(used))
}

func report(t *testing.T, what string, failures map[string]int) {
	t.Helper()
	var names []string
	for n := range failures {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		t.Logf("%s: %-30s %d", what, n, failures[n])
	}
}

package reply

import (
	"cmp"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lesson is a line of testdata/meant: a reply with @@ where its form stands and \n for a line's end, and before it a
// plus when a careful person takes the form as meant. Each file is one author's; those called a1 to a13 had never seen
// the package.
type lesson struct {
	text    string
	meant   bool
	decided bool // by where the form stands
	regions []region
}

var lessonTools = Tools{"read-file": {Params: []string{"FILEPATH"}, Required: []string{"FILEPATH"}}}

func lessons(t *testing.T) map[string][]lesson {
	t.Helper()
	names, err := filepath.Glob("testdata/meant/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatalf("no lessons: %v", err)
	}
	plain := strings.NewReplacer(`\\`, `\`, `\n`, "\n", "@@", `(read-file :FILEPATH "a.go")`)
	all := map[string][]lesson{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		author := strings.TrimSuffix(filepath.Base(name), ".txt")
		for line := range strings.Lines(string(data)) {
			l := lesson{text: plain.Replace(strings.TrimSuffix(line[1:], "\n")), meant: line[0] == '+'}
			s := scanner{src: l.text, tools: lessonTools}
			s.scan()
			forms := s.meant()
			if len(forms) != 1 {
				t.Fatalf("%s: %d forms in %q", name, len(forms), l.text)
			}
			l.regions = forms[0].evidence(l.text)
			l.decided = l.regions == nil || forms[0].placed(l.text) != ""
			all[author] = append(all[author], l)
		}
	}
	return all
}

// learnt is what is known of a feature.
type learnt struct {
	feature        uint32
	weight, spread float64
	seen           int
	kept           bool
}

// term is a feature that a lesson shows, and what it counts there.
type term struct {
	of    *learnt
	value float64
}

// terms are those of each lesson.
func terms(list []lesson) (of [][]term, all []*learnt) {
	known := map[uint32]*learnt{}
	for _, l := range list {
		var shown []term
		for _, r := range l.regions {
			for _, n := range r.seen {
				if known[n] == nil {
					known[n] = &learnt{feature: n}
					all = append(all, known[n])
				}
				known[n].seen++
				shown = append(shown, term{known[n], float64(r.value()) / 256})
			}
		}
		of = append(of, shown)
	}
	return of, all
}

// learn finds weights by logistic regression, in a fixed order, and keeps those of the features that decide most.
func learn(list []lesson) table {
	const rounds, rate, decay = 100, 0.02, 1e-4
	list = slices.DeleteFunc(slices.Clone(list), func(l lesson) bool { return l.decided })
	of, all := terms(list)
	order := rand.New(rand.NewSource(1))
	for round := range 2 * rounds {
		if round == rounds { // those that are kept learn to do without the others
			all = deciding(all)
			for i := range of {
				of[i] = slices.DeleteFunc(of[i], func(t term) bool { return !t.of.kept })
			}
		}
		for _, i := range order.Perm(len(list)) {
			sign, sum := -1.0, 0.0
			if list[i].meant {
				sign = 1
			}
			for _, t := range of[i] {
				sum += t.value * t.of.weight
			}
			off := sign / (1 + math.Exp(sign*sum))
			for _, t := range of[i] {
				step := off*t.value - decay*t.of.weight
				t.of.spread += step * step
				t.of.weight += rate * step / (1e-3 + math.Sqrt(t.of.spread))
			}
		}
	}
	return packed(all)
}

// deciding are the features that decide most, as many as a table keeps.
func deciding(all []*learnt) []*learnt {
	decides := func(w *learnt) float64 { return math.Abs(w.weight) * math.Sqrt(float64(w.seen)) }
	slices.SortFunc(all, func(a, b *learnt) int {
		return cmp.Or(cmp.Compare(decides(b), decides(a)), cmp.Compare(a.feature, b.feature))
	})
	all = all[:min(places*3/4, len(all))]
	for _, w := range all {
		w.kept = true
	}
	return all
}

// packed gives weights as a table has them.
func packed(all []*learnt) table {
	const steps = 8
	t := make([]byte, 2*places)
	for _, w := range all {
		n := int(min(max(math.Round(w.weight*steps), -heavy), heavy))
		for i := range uint32(near) {
			if at := (w.feature + i) % places * 2; t[at]|t[at+1] == 0 {
				one := w.feature>>22<<6 | uint32(n+heavy+1)
				t[at], t[at+1] = byte(one), byte(one>>8)
				break
			}
		}
	}
	return table(t)
}

// The weights in the package are what the lessons teach; PP_UPDATE=1 writes them anew. Other machines may round
// otherwise.
func TestTheWeightsAreLearnt(t *testing.T) {
	var list []lesson
	all := lessons(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[name]...)
	}
	again := learn(list)
	if os.Getenv("PP_UPDATE") != "" {
		if err := os.WriteFile("weights.bin", []byte(again), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(weights) != 2*places {
		t.Fatalf("%d bytes of weights", len(weights))
	}
	for _, l := range list {
		sum := weights.sum(l.regions) - sure
		if !l.decided && (sum >= 0) != (again.sum(l.regions) >= sure) && (sum < -99 || sum > 99) {
			t.Fatalf("the lessons teach otherwise of %q: PP_UPDATE=1 go test ./engine/reply", l.text)
		}
	}
}

// Forms around which an author writes that the weights were not learnt from are told apart: where one that is meant is
// doubted, the model is asked, which costs a turn.
func TestOtherAuthorsAreUnderstood(t *testing.T) {
	all := lessons(t)
	var asked, meant, acted, wrong int
	authors := strings.Fields("a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13")
	const folds = 3
	for fold := range folds {
		var list, others []lesson
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if slices.Index(authors, name)%folds == fold {
				others = append(others, all[name]...)
			} else {
				list = append(list, all[name]...)
			}
		}
		weight := learn(list)
		for _, l := range others {
			acts := weight.sum(l.regions) >= sure && !l.decided
			switch {
			case l.meant && acts:
				meant, acted = meant+1, acted+1
			case l.meant:
				meant++
			case acts:
				asked, wrong = asked+1, wrong+1
			default:
				asked++
			}
		}
	}
	t.Logf("all: %d of %d that are meant act, %d of %d others", acted, meant, wrong, asked)
	if acted*100 < meant*92 || wrong*100 > asked {
		t.Errorf("%d of %d that are meant act, %d of %d others", acted, meant, wrong, asked)
	}
}

package reply

import (
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"pp/sexp"
)

// lesson is a line of testdata/meant: a reply with @@ where its form stands and \n for a line's end, and before it a
// plus when a careful person takes the form as meant. Each file is one author's; those called a1 to a6 had never seen
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
			s := scanner{src: l.text, tools: lessonTools, lim: sexp.Limits{}}
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

// sum is what weights say of a lesson.
func (l lesson) sum(weight []float64) (sum float64) {
	for i := range l.regions {
		value := float64(l.regions[i].value()) / 256
		for _, n := range l.regions[i].seen {
			sum += value * weight[n]
		}
	}
	return sum
}

// learn finds weights by logistic regression, in a fixed order.
func learn(list []lesson) []float64 {
	const rounds, rate, decay = 100, 0.02, 1e-4
	order := rand.New(rand.NewSource(1))
	weight, spread := make([]float64, features), make([]float64, features)
	for range rounds {
		for _, i := range order.Perm(len(list)) {
			if list[i].decided {
				continue
			}
			sign := -1.0
			if list[i].meant {
				sign = 1
			}
			off := sign / (1 + math.Exp(sign*(list[i].sum(weight)-margin)))
			for _, r := range list[i].regions {
				value := float64(r.value()) / 256
				for _, n := range r.seen {
					step := off*value - decay*weight[n]
					spread[n] += step * step
					weight[n] += rate * step / (1e-3 + math.Sqrt(spread[n]))
				}
			}
		}
	}
	return weight
}

// margin is by how much a form may be doubted and still acts.
const margin = 0.15

// letters gives weights as the table has them.
func letters(weight []float64) string {
	const steps = 40
	var b strings.Builder
	for _, w := range weight {
		b.WriteByte(byte(neutral + min(max(math.Round(w*steps), -46), 46)))
	}
	return b.String()
}

// The weights in the package are what the lessons teach; PP_UPDATE=1 writes them anew. Other machines may round
// otherwise.
func TestTheWeightsAreLearnt(t *testing.T) {
	var list []lesson
	all := lessons(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		list = append(list, all[name]...)
	}
	learnt := letters(learn(list))
	if os.Getenv("PP_UPDATE") != "" {
		if err := os.WriteFile("weights.txt", []byte(learnt), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	others := 0
	for i := range features {
		if d := int(weights[i]) - int(learnt[i]); d < -1 || d > 1 {
			others++
		}
	}
	if len(weights) != features || others > 0 {
		t.Errorf("%d of %d weights differ from what the lessons teach: PP_UPDATE=1 go test ./engine/reply", others, features)
	}
}

// Forms around which an author writes that the weights were not learnt from are told apart.
func TestOtherAuthorsAreUnderstood(t *testing.T) {
	all := lessons(t)
	var asked, meant, acted, wrong int
	for _, author := range []string{"a1", "a2", "a3", "a4", "a5", "a6"} {
		var list []lesson
		for _, name := range []string{"a1", "a2", "a3", "a4", "a5", "a6", "first", "held", "kinds", "own", "second"} {
			if name != author {
				list = append(list, all[name]...)
			}
		}
		weight := learn(list)
		var n, m, a, w int
		for _, l := range all[author] {
			acts := l.sum(weight) >= 0 && !l.decided
			switch {
			case l.meant && acts:
				m, a = m+1, a+1
			case l.meant:
				m++
			case acts:
				n, w = n+1, w+1
			default:
				n++
			}
		}
		t.Logf("%s: %d of %d that are meant act, %d of %d others", author, a, m, w, n)
		asked, meant, acted, wrong = asked+n, meant+m, acted+a, wrong+w
	}
	t.Logf("all: %d of %d that are meant act, %d of %d others", acted, meant, wrong, asked)
	if acted*100 < meant*94 || wrong*100 > asked*4 {
		t.Errorf("%d of %d that are meant act, %d of %d others", acted, meant, wrong, asked)
	}
}

package gates

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

// fake is a gate that always finds the same.
type fake struct {
	name     string
	priority int
	findings []engine.Finding
	err      error
	panics   bool
}

func (f fake) Name() string  { return f.name }
func (f fake) Priority() int { return f.priority }
func (f fake) Check(engine.Case) ([]engine.Finding, error) {
	if f.panics {
		panic("boom")
	}
	return f.findings, f.err
}

type noEffects struct{}

func (noEffects) Analyse(a engine.Action, _ engine.Facts) (engine.Action, effect.Effects, error) {
	return a, effect.Effects{}, nil
}

// waive covers every finding about one kind of effect.
type waive struct{ kind effect.Kind }

func (waive) Name() string { return "test" }
func (w waive) Covers(_ engine.Case, f engine.Finding) (string, bool) {
	return "because", f.Effect.Kind == w.kind
}

var said = engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: "hi"}, Explanation: "eleven chars"}

func finding() *rapid.Generator[engine.Finding] {
	return rapid.Custom(func(t *rapid.T) engine.Finding {
		f := engine.Finding{Decision: rapid.SampledFrom([]engine.Decision{engine.Deny, engine.Ask, engine.Allow,
			engine.Revise}).Draw(t, "decision"),
			Rule: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "rule"), Waivable: rapid.Bool().Draw(t, "waivable"),
			Effect: effect.Effect{Kind: rapid.SampledFrom([]effect.Kind{effect.KindRead, effect.KindWrite}).Draw(t, "kind")}}
		if f.Decision == engine.Revise && rapid.Bool().Draw(t, "with action") {
			f.Revised = &said
		}
		return f
	})
}

func gate(t *rapid.T, name string) engine.Gate {
	g := fake{name: name, priority: rapid.IntRange(0, 3).Draw(t, "priority"),
		findings: rapid.SliceOfN(finding(), 0, 3).Draw(t, "findings"), panics: rapid.IntRange(0, 9).Draw(t, "panics") == 0}
	if rapid.IntRange(0, 9).Draw(t, "errs") == 0 {
		g.err = errors.New("broken")
	}
	return g
}

func gateList(t *rapid.T, min int) []engine.Gate {
	n := rapid.IntRange(min, 5).Draw(t, "gates")
	out := make([]engine.Gate, n)
	for i := range out {
		out[i] = gate(t, "g"+strconv.Itoa(i))
	}
	return out
}

var someWaivers = []engine.Waiver{waive{effect.KindWrite}}

// Cedar's properties over the lattice.
func TestStackProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := gateList(t, 1)
		v := New(noEffects{}, list, someWaivers, nil).Judge(said, engine.Facts{})
		denies, asks := false, false
		for _, g := range list {
			switch f := g.(fake); {
			case f.panics, f.err != nil, len(f.findings) == 0:
				denies = true
			default:
				for _, x := range f.findings {
					switch {
					case x.Decision == engine.Deny, x.Decision == engine.Revise && x.Revised == nil:
						denies = true
					case x.Decision == engine.Revise:
						denies = true // it revises for ever
					case x.Decision == engine.Ask && !(x.Waivable && x.Effect.Kind == effect.KindWrite):
						asks = true
					}
				}
			}
		}
		want := engine.Allow
		if asks {
			want = engine.Ask
		}
		if denies {
			want = engine.Deny
		}
		if v.Decision != want {
			t.Fatalf("decision %v, want %v; trace %+v", v.Decision, want, v.Trace)
		}
		if len(v.Trace) < len(list) {
			t.Fatalf("%d steps for %d gates: every gate must run", len(v.Trace), len(list))
		}
	})
}

func TestInvariant7AddingAGateNeverPermitsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := gateList(t, 1)
		extra := gate(t, "extra")
		before := New(noEffects{}, list, someWaivers, nil).Judge(said, engine.Facts{}).Decision
		after := New(noEffects{}, append(slices.Clone(list), extra), someWaivers, nil).Judge(said, engine.Facts{}).Decision
		if after > before {
			t.Fatalf("%v became %v by adding %+v", before, after, extra)
		}
	})
}

// oneRevision changes the action once; what was denied or asked before it must
// not be forgotten.
type oneRevision struct{ to engine.Action }

func (oneRevision) Name() string  { return "reviser" }
func (oneRevision) Priority() int { return 999 }
func (g oneRevision) Check(c engine.Case) ([]engine.Finding, error) {
	if c.Action.Essence() == g.to.Essence() {
		return one(engine.Allow, "", cause.Cause{}), nil
	}
	return []engine.Finding{{Decision: engine.Revise, Revised: &g.to}}, nil
}

type byText struct {
	text     string
	decision engine.Decision
}

func (byText) Name() string  { return "text" }
func (byText) Priority() int { return 1 }
func (g byText) Check(c engine.Case) ([]engine.Finding, error) {
	if c.Action.Op.(engine.Message).Text == g.text {
		return one(g.decision, "text", cause.NotEvaluated.OfText(g.text)), nil
	}
	return one(engine.Allow, "text", cause.Cause{}), nil
}

func TestRevisionRestartsTheStack(t *testing.T) {
	to := engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: "changed"}}
	for _, tc := range []struct {
		name string
		text byText
		want engine.Decision
	}{
		{"the new action is judged", byText{"changed", engine.Deny}, engine.Deny},
		{"a denial before it still counts", byText{"hi", engine.Deny}, engine.Deny},
		{"an ask before it still counts", byText{"hi", engine.Ask}, engine.Ask},
		{"otherwise the new action's verdict", byText{"other", engine.Deny}, engine.Allow},
	} {
		v := New(noEffects{}, []engine.Gate{oneRevision{to}, tc.text}, nil, nil).Judge(said, engine.Facts{})
		if v.Decision != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, v.Decision, tc.want)
		}
		if tc.want == engine.Allow && v.Action.Op.(engine.Message).Text != "changed" {
			t.Errorf("%s: the verdict is over %s", tc.name, v.Action.Canonical())
		}
	}
}

func TestInvariant4SameVerdictInAnyOrder(t *testing.T) {
	list := []engine.Gate{
		fake{name: "a", priority: 1, findings: []engine.Finding{{Decision: engine.Ask, Rule: "r", Waivable: true,
			Effect: effect.Effect{Kind: effect.KindWrite}}}},
		fake{name: "b", priority: 1, findings: one(engine.Allow, "x", cause.NotEvaluated.OfText("y"))},
		fake{name: "c", priority: 2, findings: one(engine.Ask, "x", cause.NotEvaluated.OfText("y"))},
		fake{name: "d", priority: 2, panics: true},
	}
	list = append(list, Default(nil)...)
	want := New(Analyser{}, list, someWaivers, nil).Judge(said, engine.Facts{}).Identity()
	for range 1000 {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if got := New(Analyser{}, list, someWaivers, nil).Judge(said, engine.Facts{}).Identity(); got != want {
			t.Fatalf("verdict changed with the order:\n%s\nwas\n%s", got, want)
		}
	}
}

func TestInvariant5BrokenGatesDeny(t *testing.T) {
	ok := fake{name: "ok", findings: one(engine.Allow, "", cause.Cause{})}
	for _, g := range []fake{
		{name: "panics", panics: true},
		{name: "errs", err: errors.New("broken"), findings: one(engine.Allow, "", cause.Cause{})},
		{name: "silent"},
		{name: "zero", findings: []engine.Finding{{}}},
		{name: "unknown", findings: []engine.Finding{{Decision: 77}}},
		{name: "empty revision", findings: []engine.Finding{{Decision: engine.Revise}}},
	} {
		v := New(noEffects{}, []engine.Gate{ok, g}, someWaivers, nil).Judge(said, engine.Facts{})
		if v.Decision != engine.Deny {
			t.Errorf("%s: %v, want deny", g.name, v.Decision)
		}
		if step, f := v.Decisive(); step.Gate != g.name || f.Decision != engine.Deny {
			t.Errorf("%s: decisive is %s %+v", g.name, step.Gate, f)
		} else if g.panics || g.err != nil || len(g.findings) == 0 {
			var ge *engine.GateError
			if !errors.As(step.Err, &ge) || ge.Gate != g.name || ge.Panic != g.panics || g.err != nil && !errors.Is(ge, g.err) {
				t.Errorf("%s: the step's error is %#v", g.name, step.Err)
			}
		}
	}
	if v := (&Stack{}).Judge(said, engine.Facts{}); v.Decision != engine.Deny {
		t.Errorf("the zero stack decides %v", v.Decision)
	}
	if v := New(nil, []engine.Gate{ok}, nil, nil).Judge(said, engine.Facts{}); v.Decision != engine.Deny {
		t.Errorf("a stack without an analyst decides %v", v.Decision)
	}
	if v := New(panickingAnalyst{}, []engine.Gate{ok}, nil, nil).Judge(said, engine.Facts{}); v.Decision != engine.Deny {
		t.Errorf("an analyst that panics leads to %v", v.Decision)
	}
}

type panickingAnalyst struct{}

func (panickingAnalyst) Analyse(engine.Action, engine.Facts) (engine.Action, effect.Effects, error) {
	panic("no effects")
}

func TestDuplicateGatePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a duplicate gate did not panic")
		}
	}()
	New(noEffects{}, []engine.Gate{Policy{}, Policy{}}, nil, nil)
}

func TestInvariant3NothingOverridesADenial(t *testing.T) {
	list := []engine.Gate{fake{name: "d", findings: []engine.Finding{{Decision: engine.Deny, Waivable: true,
		Effect: effect.Effect{Kind: effect.KindWrite}}}}}
	facts := engine.Facts{AcceptEdits: true,
		Permissions: []engine.Permission{{Pattern: engine.Pattern{Tool: "*"}, Decision: engine.Allow}}}
	v := New(noEffects{}, list, append(DefaultWaivers(), waive{effect.KindWrite}), nil).Judge(said, facts)
	if v.Decision != engine.Deny {
		t.Errorf("%v; a waiver cleared a denial", v.Decision)
	}
}

// A verdict carries the facts it rests on, whatever it decides, and is no other one for them.
func TestVerdictCarriesItsFacts(t *testing.T) {
	f := engine.Facts{Dir: "/w", User: "dev", AcceptEdits: true, Hosts: []string{"example.com"}}
	for name, s := range map[string]*Stack{
		"no stack":    nil,
		"no gates":    New(noEffects{}, nil, nil, nil),
		"no analyst":  New(nil, Default(nil), nil, nil),
		"the default": New(noEffects{}, Default(nil), nil, nil),
	} {
		v := s.Judge(said, f)
		if diff := cmp.Diff(f, v.Facts); diff != "" {
			t.Errorf("%s: the facts changed (-given +carried):\n%s", name, diff)
		}
		other := v
		other.Facts = engine.Facts{}
		if v.Identity() != other.Identity() {
			t.Errorf("%s: the facts are part of the identity", name)
		}
	}
}

func BenchmarkStackWithoutEffects(b *testing.B) {
	s := New(Analyser{}, Default(nil), DefaultWaivers(), nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Judge(said, engine.Facts{})
	}
}

package gates

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// Analyst reduces an action to effects, before any rule looks at it. The
// action it returns is the canonical one: what is judged is what runs.
type Analyst interface {
	Analyse(a engine.Action, f engine.Facts) (engine.Action, effect.Effects, error)
}

// maxPasses is how often a revision may restart the stack.
const maxPasses = 3

// Stack judges an action with all its gates. Its zero value denies. It is
// immutable and safe for concurrent use.
type Stack struct {
	analyst Analyst
	gates   []engine.Gate
	waivers []engine.Waiver
	clock   func() time.Time
}

// New returns a stack of gates, in any order. Two gates, or two waivers, of one
// name are a programming error and panic. clock times the steps of a trace;
// nil leaves the durations zero.
func New(analyst Analyst, gates []engine.Gate, waivers []engine.Waiver, clock func() time.Time) *Stack {
	s := &Stack{analyst: analyst, gates: slices.Clone(gates), waivers: slices.Clone(waivers), clock: clock}
	slices.SortFunc(s.gates, func(a, b engine.Gate) int {
		return cmp.Or(cmp.Compare(b.Priority(), a.Priority()), cmp.Compare(a.Name(), b.Name()))
	})
	slices.SortFunc(s.waivers, func(a, b engine.Waiver) int { return cmp.Compare(a.Name(), b.Name()) })
	for i := 1; i < len(s.gates); i++ {
		if s.gates[i].Name() == s.gates[i-1].Name() {
			panic("gates: duplicate gate " + s.gates[i].Name())
		}
	}
	for i := 1; i < len(s.waivers); i++ {
		if s.waivers[i].Name() == s.waivers[i-1].Name() {
			panic("gates: duplicate waiver " + s.waivers[i].Name())
		}
	}
	return s
}

// With returns a stack that has further gates too. A gate of a name that is there panics.
func (s *Stack) With(gates ...engine.Gate) *Stack {
	if len(gates) == 0 {
		return s
	}
	return New(s.analyst, slices.Concat(s.gates, gates), s.waivers, s.clock)
}

// Over returns a stack of the same gates with another analyst.
func (s *Stack) Over(a Analyst) *Stack { return New(a, s.gates, s.waivers, s.clock) }

// Gates lists the gates in the order they run.
func (s *Stack) Gates() []engine.Gate { return slices.Clone(s.gates) }

// Judge implements engine.Judge: all gates run, none short-circuits. Any deny
// denies; each ask must be cleared by a waiver that covers its effect, else the
// verdict asks. A revision restarts the stack on the changed action, and what
// was denied or asked before it still counts, so that no gate can make an
// action more permitted.
func (s *Stack) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	v := engine.Verdict{Facts: f, Action: a, Confinement: f.Confinement, Dir: f.Dir, Workspace: f.Workspace}
	if s == nil || len(s.gates) == 0 {
		return v
	}
	var earlier [][]engine.Finding
	for range maxPasses {
		canonical, effects, err := s.analyse(a, f)
		effects = keepLoopback(canonical, effects, f)
		v.Action, v.Effects = canonical, effects
		if err != nil {
			// The gates still run, so that the trace lists them all.
			steps, _ := s.run(engine.Case{Action: canonical, Facts: f}, nil)
			v.Trace = append([]engine.Step{failed(0, &engine.GateError{Gate: "effects", Action: a, Err: err})}, steps...)
			return v
		}
		var revised *engine.Action
		v.Trace, revised = s.run(engine.Case{Action: canonical, Effects: effects, Facts: f}, earlier)
		if v.Decision = combine(v.Trace); tries(v) {
			v.Decision = engine.Try
		}
		if revised == nil || v.Decision == engine.Deny {
			return v
		}
		if earlier == nil {
			v.Proposed = v.Action
		}
		earlier = carried(v.Trace)
		a = *revised
	}
	v.Decision = engine.Deny
	v.Trace = append(v.Trace, failed(0, &engine.GateError{Gate: "stack", Action: a,
		Err: fmt.Errorf("the gates were still revising the action after %d passes, %s last", maxPasses, reviser(v.Trace))}))
	return v
}

// reviser is the gate whose revision counts.
func reviser(trace []engine.Step) string {
	i := slices.IndexFunc(trace, func(s engine.Step) bool {
		return slices.ContainsFunc(s.Findings, func(f engine.Finding) bool { return f.Revised != nil })
	})
	return trace[i].Gate
}

func (s *Stack) analyse(a engine.Action, f engine.Facts) (out engine.Action, e effect.Effects, err error) {
	if s.analyst == nil {
		return a, e, fmt.Errorf("nothing reduces actions to effects")
	}
	defer func() {
		if p := recover(); p != nil {
			out, e, err = a, effect.Effects{}, fmt.Errorf("unexpected failure while finding the effects: %v", p)
		}
	}()
	return s.analyst.Analyse(a, f)
}

// run asks every gate once. earlier holds, gate by gate, what a pass that ended
// in a revision had found.
func (s *Stack) run(c engine.Case, earlier [][]engine.Finding) ([]engine.Step, *engine.Action) {
	trace := make([]engine.Step, len(s.gates))
	var revised *engine.Action
	for i, g := range s.gates {
		start := s.now()
		step := s.ask(g, c)
		if v, ok := g.(engine.Versioned); ok {
			step.Version = v.Version()
		}
		if earlier != nil {
			step.Findings = mergeFindings(earlier[i], step.Findings)
			summarise(&step)
		}
		step.Duration = s.now().Sub(start)
		trace[i] = step
		for _, f := range step.Findings {
			if revised == nil {
				revised = f.Revised
			}
		}
	}
	return trace, revised
}

// ask runs one gate. A gate that panics, errs, finds nothing, or revises
// without a revision denies.
func (s *Stack) ask(g engine.Gate, c engine.Case) (step engine.Step) {
	defer func() {
		if p := recover(); p != nil {
			step = failed(g.Priority(), &engine.GateError{Gate: g.Name(), Action: c.Action, Err: fmt.Errorf("%v", p),
				Panic: true})
		}
	}()
	findings, err := g.Check(c)
	if err == nil && len(findings) == 0 {
		err = errors.New("the gate gave no finding")
	}
	if err != nil {
		return failed(g.Priority(), &engine.GateError{Gate: g.Name(), Action: c.Action, Err: err})
	}
	step = engine.Step{Gate: g.Name(), Priority: g.Priority(), Findings: slices.Clone(findings)}
	for i := range step.Findings {
		f := &step.Findings[i]
		f.WaivedBy, f.Waiver = "", ""
		if f.Decision == engine.Revise && f.Revised == nil || f.Decision > engine.Allow {
			*f = engine.Finding{Rule: f.Rule, Cause: cause.EmptyRevision.Bare(),
				Reason: tell(cause.EmptyRevision.Bare())}
		}
		if f.Decision != engine.Ask {
			continue
		}
		if f.Waivable || f.ByPermission {
			*f = waived(s.waivers, c, *f)
		}
		if f.WaivedBy == "" {
			f.Reason += unhelpful(c, *f)
		}
	}
	summarise(&step)
	return step
}

// waived is a finding with the waiver that clears it, if one does.
func waived(waivers []engine.Waiver, c engine.Case, f engine.Finding) engine.Finding {
	for _, w := range waivers {
		if by, ok := w.Covers(c, f); ok {
			f.Waiver, f.WaivedBy = w.Name(), w.Name()+": "+by
			return f
		}
	}
	return f
}

// summarise sets a step's own decision, rule and reason: those of its most
// severe finding, an ask that was waived counting as an allowance.
func summarise(step *engine.Step) {
	best := -1
	for i, f := range step.Findings {
		if best < 0 || effective(f) < effective(step.Findings[best]) {
			best = i
		}
	}
	f := step.Findings[best]
	step.Decision, step.Rule, step.Reason, step.Cause = effective(f), f.Rule, f.Reason, f.Cause
	if f.WaivedBy != "" {
		step.Cause = cause.WaivedBy.OfText(f.WaivedBy)
		step.Reason = step.Cause.String()
	}
}

func effective(f engine.Finding) engine.Decision {
	if f.Decision == engine.Ask && f.WaivedBy != "" {
		return engine.Allow
	}
	return f.Decision
}

// combine is the verdict over a trace: the least of the steps, a revision
// alone counting as an allowance of the pass that follows.
func combine(trace []engine.Step) engine.Decision {
	decision := engine.Allow
	for _, step := range trace {
		if step.Decision < decision && step.Decision != engine.Revise {
			decision = step.Decision
		}
	}
	return decision
}

// carried keeps the findings of a pass that still count after a revision.
func carried(trace []engine.Step) [][]engine.Finding {
	out := make([][]engine.Finding, len(trace))
	for i, step := range trace {
		for _, f := range step.Findings {
			if f.Revised = nil; effective(f) <= engine.Revise { // that it was revised is said, and done once
				out[i] = append(out[i], f)
			}
		}
	}
	return out
}

func mergeFindings(before, now []engine.Finding) []engine.Finding {
	out := slices.Clone(now)
	for _, f := range before {
		same := func(g engine.Finding) bool {
			return g.Decision == f.Decision && g.Rule == f.Rule && g.Effect == f.Effect && g.WaivedBy == f.WaivedBy
		}
		if !slices.ContainsFunc(now, same) {
			out = append(out, f)
		}
	}
	return out
}

// failed is the step of a gate that denies because it failed.
func failed(priority int, err *engine.GateError) engine.Step {
	f := engine.Finding{Decision: engine.Deny, Rule: "error", Cause: cause.GateFailed.OfText(err.Error()),
		Reason: err.Error()}
	return engine.Step{Gate: err.Gate, Priority: priority, Decision: f.Decision, Rule: f.Rule, Reason: f.Reason,
		Cause:    f.Cause,
		Findings: []engine.Finding{f}, Err: err}
}

func (s *Stack) now() time.Time {
	if s.clock == nil {
		return time.Time{}
	}
	return s.clock()
}

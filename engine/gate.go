package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"pp/engine/cause"
	"pp/engine/effect"
)

// Case is what a gate looks at.
type Case struct {
	Action  Action
	Effects effect.Effects
	Facts   Facts
}

// Gate judges a case. Check is pure: it makes no connection, starts nothing,
// writes nothing, and depends on nothing but the case. It returns at least one
// finding; none, an error or a panic denies.
type Gate interface {
	Name() string
	Priority() int // higher runs first
	Check(c Case) ([]Finding, error)
}

// Versioned is a gate that is made of something that changes, such as a file.
type Versioned interface {
	// Version is a hash of what it is made of.
	Version() string
}

// Waiver can clear an ask. It must cover the very effect the finding is about.
type Waiver interface {
	Name() string
	// Covers reports whether f is waived, and by what, in words for the trace.
	Covers(c Case, f Finding) (string, bool)
}

// Finding is one thing a gate found. Its zero value denies.
type Finding struct {
	Decision Decision
	Rule     string
	Row      string // of the table of rules that applied, "" where none did
	// Cause says why, as data. It is zero in records of older versions.
	Cause cause.Cause
	// Reason is one or two sentences a person can act on, without the decision
	// and the rule in front. It is only shown; code goes by the Cause.
	Reason string
	Effect effect.Effect
	// Waivable says that a waiver may clear this ask.
	Waivable bool
	// ByPermission says that, although it is not Waivable, a permission may clear it which names the program and its
	// subcommand.
	ByPermission bool
	// Floor marks a person's own ask, which no learned rule lowers.
	Floor bool
	// Revised is the changed action of a revise.
	Revised *Action
	// WaivedBy is set by the stack when a waiver cleared the ask, for a person to read. Waiver is its name.
	WaivedBy, Waiver string
}

// Why is the cause. Of a finding that has only a sentence, as those of skills and of older records, it is the sentence
// as an argument.
func (f Finding) Why() cause.Cause { return cmp.Or(f.Cause, cause.Listed.OfText(f.Reason)) }

// Step is what one gate said, in the order the gates ran.
type Step struct {
	Gate     string
	Priority int
	Decision Decision
	Rule     string
	Reason   string
	Cause    cause.Cause
	Findings []Finding
	// Version is the hash of what the gate was made of, "" of a built-in one.
	Version  string
	Err      error         // a *GateError when the gate failed, else nil
	Duration time.Duration // not part of a verdict's identity
}

// Verdict is the stack's combined decision. Its zero value denies.
type Verdict struct {
	// Facts are those that it rests on; they are no part of its identity.
	Facts    Facts
	Decision Decision
	Action   Action // the canonical action that was judged
	Proposed Action // what a gate put Action in the place of; none where no gate did
	Effects  effect.Effects
	Trace    []Step
	// Confinement is the means of confinement the verdict relied on.
	Confinement Confinement
	Dir         string
	Workspace   effect.Workspace
}

// Judge combines all gates into a verdict. It is safe for concurrent use.
type Judge interface {
	Judge(a Action, f Facts) Verdict
}

// Decisive is the gate's step and the finding that decided: the first denial,
// else the first ask that no waiver cleared; of an allowance, what a waiver
// cleared, else the first finding about an effect.
func (v Verdict) Decisive() (Step, Finding) {
	decision := v.Decision
	switch decision {
	case Allow:
		return v.allowance()
	case Try:
		decision = Ask
	case Deny, Ask, Revise:
	}
	for _, s := range v.Trace {
		if s.Decision != decision {
			continue
		}
		for _, f := range s.Findings {
			if f.Decision == decision && f.WaivedBy == "" {
				return s, f
			}
		}
		return s, Finding{Decision: s.Decision, Rule: s.Rule, Reason: s.Reason}
	}
	return Step{Gate: "stack"}, Finding{Rule: "empty", Cause: cause.NotJudged.Bare(),
		Reason: cause.NotJudged.Bare().Sentence() + "."}
}

// Sentence returns the reason of a finding, and what waived it.
func (f Finding) Sentence() string {
	if f.WaivedBy == "" {
		return f.Reason
	}
	return f.Reason + " " + cause.WaivedBy.OfText(f.WaivedBy).Sentence() + "."
}

func (v Verdict) allowance() (step Step, found Finding) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			switch {
			case f.WaivedBy != "":
				f.Reason = f.Sentence()
				return s, f
			case found.Effect.Kind == effect.KindAction:
				step, found = s, f
			}
		}
	}
	return step, found
}

// revised is the step whose gate put another action in the place of the one that was given, -1 without one.
func (v Verdict) revised() int {
	return slices.IndexFunc(v.Trace, func(s Step) bool {
		return slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Decision == Revise })
	})
}

// Given is the action that the gates were given.
func (v Verdict) Given() Action {
	if v.Proposed.Op != nil {
		return v.Proposed
	}
	return v.Action
}

// AsGiven is the verdict for one that does the action as it was given, and nothing in its place: a revision denies.
func (v Verdict) AsGiven() Verdict {
	i := v.revised()
	if v.Action = v.Given(); i < 0 || v.Decision == Deny {
		return v
	}
	v.Decision, v.Trace = Deny, slices.Clone(v.Trace)
	s := &v.Trace[i]
	f := s.Findings[slices.IndexFunc(s.Findings, func(f Finding) bool { return f.Decision == Revise })]
	f.Decision = Deny
	f.Reason += " " + cause.OnlyRevised.Bare().Sentence() + "."
	s.Decision, s.Rule, s.Reason, s.Findings = Deny, f.Rule, f.Reason, []Finding{f}
	return v
}

// Sentence is the verdict for a reader: `deny dispatcher/secret-path: reads …`.
func (v Verdict) Sentence() string {
	s, f := v.Decisive()
	return v.Decision.String() + " " + RuleName(s.Gate, f.Rule) + ": " + f.Reason
}

// RuleName is a gate with its rule, for a reader: "dispatcher/secret-path", and the gate alone
// where it has no rules.
func RuleName(gate, rule string) string {
	if rule == "" {
		return gate
	}
	return gate + "/" + rule
}

// Asks are the findings that still need a person, in trace order.
func (v Verdict) Asks() []Finding {
	var out []Finding
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Decision == Ask && f.WaivedBy == "" {
				out = append(out, f)
			}
		}
	}
	return out
}

// SameQuestion reports whether two verdicts ask a person the same thing: the
// same action, effects and asking findings.
func (v Verdict) SameQuestion(w Verdict) bool {
	return v.Decision == w.Decision && v.Action.Essence() == w.Action.Essence() &&
		reflect.DeepEqual(v.Effects, w.Effects) &&
		slices.EqualFunc(v.Asks(), w.Asks(), func(a, b Finding) bool {
			return a.Rule == b.Rule && a.Effect == b.Effect && a.Why() == b.Why()
		})
}

// Question is a digest of what an ask puts to a person: the action, and why. It is "" of any
// other verdict.
func (v Verdict) Question() string {
	if !v.Decision.Asks() {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", v.Action.Canonical())
	for _, f := range v.Asks() {
		fmt.Fprintf(sum, "%q %q %v %q\n", f.Rule, f.Why().Values(), f.Effect.Kind, f.Effect.Subject)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Identity is everything of a verdict but its durations, as text: equal
// verdicts have equal identities.
func (v Verdict) Identity() string {
	var b strings.Builder
	b.WriteString(v.Decision.String() + "\n" + v.Action.Canonical() + "\n")
	for _, s := range v.Trace {
		b.WriteString(s.Gate + " " + s.Decision.String() + " " + s.Rule + " " + s.Reason + "\n")
		for _, f := range s.Findings {
			b.WriteString("  " + f.Decision.String() + " " + f.Rule + " " + f.Reason + " " +
				f.Effect.Kind.String() + " " + f.Effect.Subject + " " + f.WaivedBy + "\n")
		}
	}
	for _, e := range v.Effects.All() {
		b.WriteString(e.Kind.String() + " " + e.Subject + "\n")
	}
	return b.String()
}

package skills

import (
	"context"
	"fmt"
	"strings"

	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// Gates are the gates of the skills that are ready, each named "skill/NAME", and one named
// "skills" that asks where a failed one has or may have a gate.
func (s *Set) Gates() []engine.Gate {
	if s == nil {
		return nil
	}
	var out []engine.Gate
	var missing []*skill
	for _, k := range s.skills {
		switch {
		case k.State == Ready && k.Gate:
			out = append(out, gate{k})
		case k.State == Failed && k.Asks:
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		out = append(out, absent{missing, s.version})
	}
	return out
}

// gate is the gate of one skill.
type gate struct{ k *skill }

// Name implements engine.Gate.
func (g gate) Name() string { return "skill/" + g.k.Name }

// Priority implements engine.Gate. It only orders the trace.
func (g gate) Priority() int { return g.k.Priority }

// Version implements engine.Versioned.
func (g gate) Version() string { return g.k.Version }

// Check implements engine.Gate.
func (g gate) Check(c engine.Case) ([]engine.Finding, error) {
	ctx, action, of := context.Background(), lisp.Import(c.Action.Value()), lisp.Import(caseContext(c))
	if g.k.trigger != nil {
		// A trigger that fails counts as true: what it was to look at is looked at.
		v, err := g.k.program.Call(ctx, g.k.limits, g.k.trigger, of)
		if err == nil && v == nil {
			return []engine.Finding{{Decision: engine.Allow, Reason: "its trigger is not for this"}}, nil
		}
	}
	v, err := g.k.program.Call(ctx, g.k.limits, g.k.gate, action, of)
	if err != nil {
		return nil, g.k.wrong(err)
	}
	return g.k.findings(c.Action, action, v), nil
}

// noObjection is what a gate finds that gives the action back.
func noObjection() []engine.Finding {
	return []engine.Finding{{Decision: engine.Allow, Reason: "no objection"}}
}

// fault is the rule of what a gate did that means nothing, as it is of what it failed with.
const fault = "error"

// neither says what a gate may give.
const neither = `which is neither the action, nor a changed one, nor (:TYPE :LOG :TEXT "why")`

// denies denies because of what a gate did that means nothing. Of one that nobody trusts no word
// of it is told.
func (k *skill) denies(did string, args ...any) []engine.Finding {
	did = fmt.Sprintf(did, args...)
	if k.foreign {
		did = "gave what means nothing"
	}
	return []engine.Finding{{Rule: fault, Reason: fmt.Sprintf("The gate at %s %s.", k.place(), did)}}
}

// findings are what a gate's value means. Whatever is not known denies.
func (k *skill) findings(a engine.Action, action, v lisp.Value) []engine.Finding {
	if v != nil && v == action {
		return noObjection()
	}
	if v == nil {
		found := k.denies("gave NIL, which denies: give the action back to have no objection")
		found[0].Rule = "" // it may be meant
		return found
	}
	same, err := lisp.Equal(action, v, k.limits)
	if err != nil {
		return k.denies("gave %s, which cannot be compared: %v", k.show(v), err)
	}
	if same {
		return noObjection()
	}
	data, err := lisp.Export(v, k.limits)
	if err != nil {
		return k.denies("gave %s, which is no data: %v", k.show(v), err)
	}
	p, err := sexp.AsPlist(data)
	if err != nil {
		return k.denies("gave %s, %s: %v", k.show(v), neither, err)
	}
	if level, _ := p.Keyword("LEVEL"); level == "APPROVAL-REQUIRED" {
		return k.asks(a, p)
	}
	switch kind, _ := p.Keyword("TYPE"); kind {
	case "LOG", "EVENT":
		return []engine.Finding{{Reason: k.reason(p, "The skill denies it.")}}
	case "REQUEST":
		return k.revises(a, data)
	}
	return k.denies("gave %s, %s", k.show(v), neither)
}

// asks is a gate that wants a person's approval of the action as it is.
func (k *skill) asks(a engine.Action, p sexp.Plist) []engine.Finding {
	payload, _ := p.Plist("PAYLOAD")
	if about, ok := payload.Get("ACTION"); ok && sexp.Print(about) != a.Canonical() {
		return k.denies("asks about another action than this one; give a changed action back to have it judged")
	}
	return []engine.Finding{{Decision: engine.Ask, Waivable: p.True("WAIVABLE"),
		Reason: k.reason(p, "The skill wants a person to look at it.")}}
}

// revises is a gate that puts another action in the place of the one it was given.
func (k *skill) revises(a engine.Action, data sexp.Value) []engine.Finding {
	changed, err := engine.Decoder{}.Action(data, a.Target)
	if err != nil {
		return k.denies("changed the action to %s, which is none: %v", engine.Clip(sexp.Print(data), mostShown), err)
	}
	if k.foreign { // nobody is to read its words as the model's
		changed.Explanation = a.Explanation
	}
	if changed.Canonical() == a.Canonical() {
		return noObjection()
	}
	why := "The skill changes it to " + engine.Clip(changed.Canonical(), mostReason) + "."
	out := []engine.Finding{{Decision: engine.Revise, Revised: &changed, Reason: why}}
	if k.Trust == Repository {
		why = "A skill of this repository changed the action, from " + engine.Clip(a.Canonical(), mostReason) + "."
		out = append(out, engine.Finding{Decision: engine.Ask, Reason: why})
	}
	return out
}

const (
	mostReason = 2000 // bytes of a reason
	mostShown  = 200  // of a value in a message
)

// reason is the :TEXT of a finding or of its payload.
func (k *skill) reason(p sexp.Plist, otherwise string) string {
	text, ok := p.Get("TEXT")
	if !ok {
		payload, _ := p.Plist("PAYLOAD")
		text, _ = payload.Get("TEXT")
	}
	said := strings.TrimSpace(plain(text))
	switch {
	case said == "":
		return otherwise
	case k.foreign:
		return k.quoted(said)
	}
	return engine.Clip(said, mostReason)
}

// quoted is what a repository's skill says, so that nobody takes it for pp's own words: a
// reason is read by the person who is asked, and by the model.
func (k *skill) quoted(said string) string {
	return fmt.Sprintf("The repository's skill %s says %q.", k.Name, engine.Clip(said, mostShown))
}

// place is where a skill's form stands.
func (k *skill) place() string { return fmt.Sprintf("%s:%d", k.Path, k.line) }

// show is a value in a message.
func (k *skill) show(v lisp.Value) string {
	text, err := lisp.Print(v, k.limits)
	if err != nil {
		return "a value that cannot be printed (" + err.Error() + ")"
	}
	return engine.Clip(text, mostShown)
}

// wrong is an error of a call, with its place.
func (k *skill) wrong(err error) error {
	if k.foreign {
		return fmt.Errorf("the skill failed: %s: %s", k.place(), k.quoted(err.Error()))
	}
	return fmt.Errorf("the skill %s failed: %w", k.Name, k.at(err))
}

// call calls a function of a skill.
func (k *skill) call(ctx context.Context, fn *lisp.Function, args ...lisp.Value) (lisp.Value, error) {
	v, err := k.program.Call(ctx, k.limits, fn, args...)
	if err != nil {
		return nil, k.wrong(err)
	}
	return v, nil
}

// at is an error that says where it was.
func (k *skill) at(err error) error {
	if p := problem(k.Path, err); p.Line == 0 {
		return fmt.Errorf("%s: %w", k.place(), err)
	}
	return err
}

// absent stands for the gates of the skills that failed. A typing error must not open a door.
type absent struct {
	missing []*skill
	version string
}

// Name implements engine.Gate.
func (absent) Name() string { return "skills" }

// Priority implements engine.Gate.
func (absent) Priority() int { return highestPriority }

// Version implements engine.Versioned.
func (a absent) Version() string { return a.version }

// Check implements engine.Gate. What is only said to the person at the terminal, or in the log,
// needs nobody: a skill that failed never keeps pp from answering.
func (a absent) Check(c engine.Case) ([]engine.Finding, error) {
	if said, ok := c.Action.Op.(engine.Message); ok && spoken(c, said) {
		return []engine.Finding{{Decision: engine.Allow, Reason: "it is only said to the person"}}, nil
	}
	out := make([]engine.Finding, len(a.missing))
	for i, k := range a.missing {
		remedy := "switch it off with pp skills disable " + k.file.Name
		if k.Shared {
			remedy = "take it away"
		}
		out[i] = engine.Finding{Decision: engine.Ask, Reason: fmt.Sprintf("The skill %s has or may have a gate, and did "+
			"not load: %s. Mend it, or %s.", k.Name, k.problem(), remedy)}
	}
	return out, nil
}

// problem is why a skill did not load, without the words of one that nobody trusts.
func (k *skill) problem() string {
	if k.foreign {
		text := "see " + k.Problem.File
		if k.Problem.Line > 0 {
			text += fmt.Sprintf(":%d", k.Problem.Line)
		}
		return text
	}
	return k.Problem.Error()
}

func spoken(c engine.Case, m engine.Message) bool {
	t := c.Action.Target
	if t.Messenger() {
		return c.Facts.Occasion.Asked(t, m.To) && len(m.Files) == 0
	}
	return t == engine.TargetCLI || t == engine.TargetSystem || t == engine.TargetSystemMessage
}

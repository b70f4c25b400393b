package approval

import (
	"cmp"
	"errors"
	"slices"

	"pp/engine"
	"pp/engine/effect"
)

// Offer is one scope of a waiver that a person may choose: the rules that it is made
// of, or why there can be none.
type Offer struct {
	Rules []Rule
	Err   error // a LearnError, or what went wrong
}

// Offers are the scopes of a waiver of what a verdict asks, narrow to wide: the very
// command or file, the program and its subcommand or the tool in the workspace, and
// ordinary edits in the workspace. did are the asks about what the action did in a layer,
// nil where it has not been done. One that is the same as a narrower one is left out, and
// so are ordinary edits where something else is asked about. There is always one. Where several actions are asked about
// at once, a scope is for each that asks.
func Offers(verdicts []engine.Verdict, did []engine.Finding, scope Scope, view effect.FS) []Offer {
	var out []Offer
	v := verdicts[0]
	for _, width := range [...]Width{ThisCommand, ThisProgram} {
		var rules []Rule
		var err error
		for _, v := range verdicts {
			if v.Decision.Asks() {
				more, wrong := GeneraliseAll(v, width, scope, view)
				rules, err = append(rules, more...), cmp.Or(err, wrong)
			}
		}
		if n := len(out); n > 0 && (slices.EqualFunc(rules, out[n-1].Rules, Rule.same) && sameText(err, out[n-1].Err)) {
			continue
		}
		out = append(out, Offer{rules, err})
	}
	if did == nil {
		did = v.Asks()
	}
	if r, ok := editsRule(v, did, scope); ok {
		out = append(out, Offer{Rules: []Rule{r}})
	}
	return out
}

func sameText(a, b error) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Error() == b.Error()
}

// editsRule makes the rule for ordinary edits in a verdict's workspace, where that is all
// that is asked about.
func editsRule(v engine.Verdict, asks []engine.Finding, scope Scope) (Rule, bool) {
	root := v.Workspace.Root
	if root == "" || len(asks) == 0 {
		return Rule{}, false
	}
	for _, f := range asks {
		lost := f.Effect.Kind == effect.KindDelete &&
			(scope == ForGood || v.Facts.Kept == nil || !v.Facts.Kept.Recoverable(f.Effect.Subject))
		if lost || !f.Waivable || f.Floor || !ordinaryEdit(f, root) {
			return Rule{}, false
		}
	}
	r := Rule{Place: root, Example: engine.Clip(v.Action.Essence(), maxNote)}
	r.Grant = engine.Grant{Learned: scope == ForGood, Edits: true, Pattern: engine.Pattern{Path: root + "/"},
		Kinds: []effect.Kind{effect.KindWrite, effect.KindMetadata}}
	if scope == ForSession {
		r.Grant.Kinds = []effect.Kind{effect.KindWrite, effect.KindDelete, effect.KindMetadata}
	}
	return r, true
}

// editRows are the rules for ordinary files in the workspace.
var editRows = [...]string{"write-workspace", "delete-workspace", "metadata-workspace"}

// ordinaryEdit reports whether an ask is about an ordinary file below a directory.
func ordinaryEdit(f engine.Finding, root string) bool {
	return slices.Contains(editRows[:], f.Row) && effect.Within(f.Effect.Subject, root)
}

// checkEdits refuses a rule for edits that is for more.
func (r Rule) checkEdits() error {
	p := r.Grant.Pattern
	if r.Place == "" || p.Path != r.Place+"/" || p.Tool != "" || p.Host != "" || len(p.Words) > 0 ||
		r.Grant.Script != "" || len(r.Grant.Kinds) == 0 {
		return errors.New("a rule for edits that is for more than those of one place")
	}
	for _, k := range r.Grant.Kinds {
		switch {
		case k == effect.KindWrite, k == effect.KindMetadata, k == effect.KindDelete && !r.Grant.Learned:
		default:
			return errors.New("a rule for edits that is for more than those")
		}
	}
	return nil
}

// editsSentence is the Sentence of a rule for edits.
func (r Rule) editsSentence() string {
	s := "Files in " + r.Place + ", except those that run without you starting them, may be written and given other " +
		"modes and times"
	if slices.Contains(r.Grant.Kinds, effect.KindDelete) {
		s += ", and deleted where git has them or this run made them,"
	}
	return s + " without asking."
}

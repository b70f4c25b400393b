package approval

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// Bound is one thing that an approval is bound to, kept so that a person can be told when it is not as it was: a file
// by its path and what it held, anything else by what it is called and a digest.
type Bound struct{ Name, Was string }

func (b *Bound) fields(f *store.Fields) {
	f.Text("NAME", &b.Name)
	f.Text("WAS", &b.Was)
}

// boundTo is everything that an approval of a verdict's action is bound to.
func boundTo(v engine.Verdict, b Binding) (out []Bound, err error) {
	fields, contents, err := fieldsOf(v, b)
	for _, f := range fields {
		if f.says != "" {
			out = append(out, Bound{f.says, fmt.Sprintf("%.8x", sha256.Sum256([]byte(item(f.parts...))))})
		}
	}
	for _, c := range contents {
		out = append(out, Bound{c.name, c.says})
	}
	return out, err
}

// Differs says what of that which a plan is bound to is not as it was, a phrase each: of a file what it was and is. It
// says nothing of a plan that does not know what it was.
func (p Plan) Differs(v engine.Verdict, b Binding) (out []string) {
	now, err := boundTo(v, b)
	if err != nil || len(p.Bound) == 0 {
		return nil
	}
	is := map[string]string{}
	for _, n := range now {
		is[n.Name] = n.Was
	}
	for _, was := range p.Bound {
		switch found, there := is[was.Name]; {
		case found == was.Was:
		case !strings.HasPrefix(was.Name, "/"):
			out = append(out, was.Name)
		case !there:
			out = append(out, effect.Named(was.Name)+" was "+was.Was+" and is no longer used")
		default:
			out = append(out, effect.Named(was.Name)+" was "+was.Was+" and is "+found)
		}
		delete(is, was.Name)
	}
	asked := asks(v)
	out = append(out, notIn(p.Asks, asked, "it does not ask any more, by ")...)
	out = append(out, notIn(asked, p.Asks, "it asks now, by ")...)
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if strings.HasPrefix(name, "/") {
			out = append(out, effect.Named(name)+" was not used before and is "+is[name])
		}
	}
	return out
}

// because reports whether two findings have the same cause. Of one in an older record, which has none, it is enough
// that the effect is the same.
func (a Asked) because(b Asked) bool {
	if a.Cause.Kind == "" || b.Cause.Kind == "" {
		return a.Kind == b.Kind && a.Subject == b.Subject
	}
	return a.Cause == b.Cause
}

// notIn says what of one list of findings is not in another.
func notIn(list, other []Asked, says string) (out []string) {
	for _, a := range list {
		same := func(o Asked) bool { return o.Gate == a.Gate && o.Rule == a.Rule && o.because(a) }
		if !slices.ContainsFunc(other, same) {
			out = append(out, says+engine.RuleName(a.Gate, a.Rule)+": "+strings.TrimSuffix(a.Reason, "."))
		}
	}
	return out
}

// Check is that of the seal, which says what has changed.
func (p Plan) Check(v engine.Verdict, b Binding, now time.Time) error {
	err := p.Seal.Check(v, b, now)
	if err == ErrChanged && p.Form != digestForm {
		return fmt.Errorf("%w: an older version of pp made it; ask for the action again", err)
	}
	if differs := p.Differs(v, b); err == ErrChanged && len(differs) > 0 {
		return fmt.Errorf("%w: %s", err, strings.Join(differs, "; "))
	}
	return err
}

package table

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// exampleWants are the outcomes that an example can name.
var exampleWants = []string{"reads", "builds", "acts", "asks", "denies", "unknown"}

// lacking says what to write where an entry that acts has no effect.
const lacking = `%s acts, and does not say what it changes: give its operands a kind, or say (here "KINDS") or ` +
	`(ask RULE "Reason" "KINDS"): "work" for anything in the workspace, "git:index" and the like for a repository, ` +
	`"elsewhere" for what is no file`

// checkProgram checks the examples of a program and of what is below it, and that all that acts says what it does;
// said is whether the programs above say it.
func (t *Table) checkProgram(f *form, p *program, top, said bool) []error {
	var errs []error
	said = said || p.hook != nil || p.after != nil
	if bare := p.subs != nil && p.args == nil; !bare && p.body.lacksEffect(said) {
		at := 0
		for _, name := range strings.Fields(p.name)[1:] {
			at += max(0, strings.Index(f.src[at:], "(sub \""+name))
		}
		errs = append(errs, f.fault(at, fmt.Errorf(lacking, p.name)))
	}
	said = said || p.body.saysEffect()
	if top {
		errs = append(errs, t.checkPure(f, p)...)
	}
	errs = append(errs, t.checkExamples(f, p.examples)...)
	done := map[*program]bool{}
	for _, sub := range p.subs {
		if !done[sub] {
			done[sub] = true
			errs = append(errs, t.checkProgram(f, sub, false, said)...)
		}
	}
	return errs
}

// checkExamples checks examples that stand in a form.
func (t *Table) checkExamples(f *form, list []example) (errs []error) {
	for _, x := range list {
		out := t.Interpret(splitWords(x.text))
		if why := out.differs(x.want); why != "" {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.text)),
				fmt.Errorf("%q should come out as %s: %s", x.text, x.want, why)))
		}
	}
	return errs
}

// checkPure checks that a program of which no word does harm lists no flag that does, and stays harmless with a word
// that could be any flag.
func (t *Table) checkPure(f *form, p *program) (errs []error) {
	if p.is&isPure == 0 {
		return nil
	}
	p.flags.all(func(g *flag) {
		if g.spec.acts() || g.spec.kind == Run || g.spec.kind == Shell {
			errs = append(errs, f.fault(0, fmt.Errorf("%s is said to be pure, and %s acts", p.name, g.name)))
		}
	})
	for name := range strings.FieldsSeq(f.names) {
		if p.subs != nil || p.hook != nil {
			break
		}
		name = strings.TrimSuffix(name, "*")
		if out := t.Interpret([]Word{{Text: name, Known: true}, {}}); out.Known && out.differs("reads") != "" {
			errs = append(errs, f.fault(0, fmt.Errorf("%s is said to be pure, and with a word that is not known %s", name,
				out.differs("reads"))))
		}
	}
	return errs
}

// lacksEffect reports whether a body, or a condition in it, acts without any effect; said is whether what holds
// besides says one.
func (b *body) lacksEffect(said bool) bool {
	said = said || b.saysEffect()
	if b.class == effect.ProgramActs && !said && !slices.ContainsFunc(b.when, condition.saysEffect) {
		return true
	}
	return slices.ContainsFunc(b.when, func(c condition) bool { return c.body.lacksEffect(said) })
}

// saysEffect reports whether a condition, or one in it, says an effect.
func (c condition) saysEffect() bool {
	return c.body.saysEffect() || slices.ContainsFunc(c.body.when, condition.saysEffect)
}

// saysEffect reports whether a body says, outside of its conditions, what is changed, contacted or started.
func (b *body) saysEffect() bool {
	done := func(h hazard) bool { return h.least == engine.Deny || slices.ContainsFunc(h.done, spec.acts) }
	return b.is&(isNetwork|isEscalating|isStdinCode|isRemote) != 0 || slices.ContainsFunc(b.here, spec.acts) ||
		slices.ContainsFunc(b.hazards, done) ||
		slices.ContainsFunc(b.as, func(r reading) bool { return r.spec.acts() }) ||
		b.args != nil && (slices.ContainsFunc(b.args.first, spec.acts) || slices.ContainsFunc(b.args.last, spec.acts) ||
			b.args.rest != nil && b.args.rest.acts())
}

// acts reports whether what this is said of is changed, contacted or started.
func (s spec) acts() bool {
	switch s.kind {
	case Plain, Read, ReadTree, Directory, Env, User, Run, Shell:
		return s.move || s.change || s.peer || s.elsewhere
	}
	return true
}

// differs says why the interpretation is not what an example wants, "" when it is.
func (out *Interpretation) differs(want string) string {
	denied, asked := false, len(out.Opaque) > 0 || out.Network || out.Escalates || out.StdinCode
	for _, h := range out.Hazards {
		denied = denied || !h.Asks
		asked = true
	}
	acts := out.changes()
	switch {
	case want == "denies" && denied, want == "unknown" && !out.Known:
		return ""
	case want == "denies":
		return fmt.Sprintf("it is %v with hazards %v", out.Class, out.Hazards)
	case want == "unknown":
		return "it is known"
	case denied:
		return fmt.Sprintf("it is denied: %v", out.Hazards)
	case want == "asks" && (asked || acts || !out.Known):
		return ""
	case !out.Known:
		return out.Reason
	case want == "acts" && out.Class == effect.ProgramActs:
		return ""
	case want == "reads" && out.Class == effect.ProgramReads && !asked && !acts,
		want == "builds" && out.Class == effect.ProgramBuilds && !asked:
		return ""
	}
	return fmt.Sprintf("it is %v with %+v, hazards %v, opaque %v", out.Class, out.Operands, out.Hazards, out.Opaque)
}

// splitWords takes an example apart at spaces outside quotes; from a dollar sign on a word is unknown.
func splitWords(text string) []Word {
	var out []Word
	var b strings.Builder
	started, unknown, quote := false, -1, byte(0)
	flush := func() {
		switch w := b.String(); {
		case unknown >= 0:
			out = append(out, Word{Prefix: w[:unknown]})
		case started:
			out = append(out, Word{Text: w, Known: true})
		}
		b.Reset()
		started, unknown = false, -1
	}
	for i := range len(text) {
		switch ch := text[i]; {
		case quote != 0 && ch == quote:
			quote = 0
		case quote != 0:
			b.WriteByte(ch)
		case ch == '\'' || ch == '"':
			quote, started = ch, true
		case ch == ' ':
			flush()
		case ch == '$' && unknown < 0:
			unknown = b.Len()
		default:
			b.WriteByte(ch)
			started = true
		}
	}
	flush()
	return out
}

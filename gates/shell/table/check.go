package table

import (
	"fmt"
	"strings"

	"pp/engine/effect"
)

// exampleWants are the outcomes that an example can name.
var exampleWants = []string{"reads", "builds", "acts", "asks", "denies", "unknown"}

func (t *Table) checkProgram(f *form, p *program, top bool) []error {
	var errs []error
	if top && len(p.examples) == 0 {
		errs = append(errs, f.fault(0, fmt.Errorf("%s has no examples", p.name)))
	}
	for _, x := range p.examples {
		out := t.Interpret(splitWords(x.text))
		if why := out.differs(x.want); why != "" {
			errs = append(errs, f.fault(max(0, strings.Index(f.src, x.text)),
				fmt.Errorf("%q should come out as %s: %s", x.text, x.want, why)))
		}
	}
	done := map[*lazy]bool{}
	for _, l := range p.subs {
		if sub, err := l.program(); err == nil && !done[l] {
			done[l] = true
			errs = append(errs, t.checkProgram(f, sub, false)...)
		}
	}
	return errs
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

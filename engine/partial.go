package engine

import (
	"strings"
	"unicode/utf8"

	"pp/engine/reply"
)

// CutOff marks the end of a reply that was interrupted, or broke off.
const CutOff = "[cut off]"

// partial is what came of a reply so far, in case no more comes.
type partial struct{ text *strings.Builder }

// maxPartial bounds what is kept of a reply of which no more comes, in bytes.
const maxPartial = 64 << 10

// before is a preview that also keeps what it is given. What came of a reply that is begun anew is kept until more
// comes: if none does, it is what was seen last.
func (p *partial) before(preview func(string)) func(string) {
	p.text = &strings.Builder{}
	anew := false
	return func(delta string) {
		if anew && delta != "" {
			p.text.Reset()
		}
		anew = delta == ""
		if p.text.Len()+len(delta) <= maxPartial {
			p.text.WriteString(delta)
		}
		if preview != nil {
			preview(delta)
		}
	}
}

// keepPart notes in the conversation what came of a reply before it was interrupted or broke off, so
// that whoever goes on knows what was seen. Nothing in it acts.
func (r *runState) keepPart(p partial) error {
	text, said := reply.Answer(p.text.String())
	if !said {
		return nil
	}
	text = strings.TrimSpace(text)
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	r.out.Broken = true
	return r.note(Turn{Role: RoleAssistant, Origin: OriginAgent, Text: text + "\n" + CutOff})
}

package engine

import (
	"strings"
	"unicode/utf8"
)

// CutOff marks the end of a reply that was interrupted.
const CutOff = "[cut off]"

// partial is what came of a reply so far, in case no more comes.
type partial struct{ text *strings.Builder }

// maxPartial bounds what is kept of a reply that was interrupted, in bytes.
const maxPartial = 64 << 10

// before is a preview that also keeps what it is given.
func (p *partial) before(preview func(string)) func(string) {
	p.text = &strings.Builder{}
	return func(delta string) {
		if delta == "" {
			p.text.Reset()
		}
		if p.text.Len()+len(delta) <= maxPartial {
			p.text.WriteString(delta)
		}
		if preview != nil {
			preview(delta)
		}
	}
}

// keepPart notes in the conversation what came of a reply before it was interrupted, so
// that whoever goes on knows what was seen. Nothing in it acts.
func (r *runState) keepPart(p partial) error {
	text := strings.TrimSpace(p.text.String())
	if text == "" {
		return nil
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return r.note(Turn{Role: RoleAssistant, Origin: OriginAgent, Text: text + "\n" + CutOff})
}

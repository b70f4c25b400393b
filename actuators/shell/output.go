package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"pp/actuators/excerpt"
)

// output keeps the beginning and the end of what a command prints while it
// prints, and passes all of it on to whoever watches.
type output struct {
	kept  *excerpt.Excerpt
	first []byte // at most sniff bytes, to tell what it is
	total int64
	live  *live // nil: nobody watches
}

// sniff is how much of the output is looked at to tell text from anything else.
const sniff = 8 << 10

func newOutput(opts Options) *output {
	o := &output{kept: excerpt.New(opts.MaxOutput)}
	if opts.Live != nil {
		o.live = &live{to: opts.Live, mask: opts.Mask, text: opts.Text}
	}
	return o
}

// Write implements io.Writer. It never fails: a terminal that went away is no
// reason to stop a command.
func (o *output) Write(p []byte) (int, error) {
	o.total += int64(len(p))
	if room := sniff - len(o.first); room > 0 {
		o.first = append(o.first, p[:min(room, len(p))]...)
	}
	_, _ = o.kept.Write(p)
	if o.live != nil {
		o.live.write(p, o.live.text && o.binary())
	}
	return len(p), nil
}

// text is the output as a model should see it, and the bytes that are left out.
func (o *output) text() (text string, left int64) {
	if o.binary() {
		return fmt.Sprintf("[%s bytes of binary output, not shown; it begins with % x]\n", excerpt.Count(o.total),
			o.first[:min(16, len(o.first))]), o.total
	}
	_, gap, _ := o.kept.Parts()
	return strings.ToValidUTF8(o.kept.String(), "\uFFFD"), gap.Bytes
}

// binary reports whether the beginning is not text: it has a NUL byte, or more
// than three bytes in ten that are neither UTF-8 nor a usual control character.
func (o *output) binary() bool {
	bad := 0
	for p := o.first; len(p) > 0; {
		r, size := utf8.DecodeRune(p)
		switch {
		case r == 0:
			return true
		case r == utf8.RuneError && size == 1 && (len(p) >= utf8.UTFMax || len(o.first) < sniff):
			bad++
		case r < 0x20 && r != '\n' && r != '\t' && r != '\r' && r != 0x1b && r != '\b' && r != '\f':
			bad++
		}
		p = p[size:]
	}
	return bad*10 > 3*len(o.first)
}

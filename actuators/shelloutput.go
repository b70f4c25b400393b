package actuators

import (
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/store"
)

// output keeps the beginning and the end of what a command prints while it
// prints, and passes all of it on to whoever watches.
type output struct {
	kept  *engine.Excerpt
	first []byte // at most sniff bytes, to tell what it is
	total int64
	live  *live // nil: nobody watches
}

// sniff is how much of the output is looked at to tell text from anything else.
const sniff = 8 << 10

func newOutput(opts ShellOptions) *output {
	o := &output{kept: engine.NewExcerpt(opts.MaxOutput)}
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
		o.live.write(p, o.live.text && store.IsBinary(o.first))
	}
	return len(p), nil
}

// text is the output as a model should see it, and the bytes that are left out.
func (o *output) text() (text string, left int64) {
	if store.IsBinary(o.first) {
		return fmt.Sprintf("[%s bytes of binary output, not shown; it begins with % x]\n", engine.FormatCount(o.total),
			o.first[:min(16, len(o.first))]), o.total
	}
	head, gap, tail := o.kept.Parts()
	if gap.Bytes > 0 {
		head = strings.TrimSuffix(head, "\n") + "\n[" + gap.String() +
			" left out here; have such a command print less, or write to a file to be read in parts]\n"
	}
	return strings.ToValidUTF8(head+tail, "\uFFFD"), gap.Bytes
}

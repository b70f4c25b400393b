package output

import (
	"fmt"
	"strings"

	"pp/engine"
)

// MaxDiff bounds the diff of one file that is shown, in bytes.
const MaxDiff = 256 << 10

// ChangeLine is one change that a command made in a layer, for a person, on one line.
func ChangeLine(d engine.Reviewed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s %s", d.Kind, d.Path.Name)
	switch {
	case d.Below > 0:
		fmt.Fprintf(&b, "/ and %d below it", d.Below)
	case d.Target != "":
		b.WriteString(" -> " + d.Target)
	case d.Kind != engine.ChangeDeleted && d.Mode.IsRegular():
		fmt.Fprintf(&b, "  %d bytes", d.Size)
	}
	if d.Executable() {
		b.WriteString("  executable")
	}
	if d.Finding.Decision == engine.Deny {
		b.WriteString("  never taken over: " + d.Finding.Reason)
	}
	return b.String()
}

// TriedText is what a command did in a layer that was dropped: what it printed, each
// change, and the text of each that could be taken over, with secrets masked.
func (p *Printer) TriedText(e engine.Tried) string {
	var b strings.Builder
	if _, printed, ok := strings.Cut(e.Result.Text, "\n"); ok {
		fmt.Fprintln(&b, strings.TrimSuffix(printed, "\n"))
	}
	if e.Result.Exit != nil && *e.Result.Exit != (engine.Exit{}) {
		fmt.Fprintln(&b, e.Result.Exit)
	}
	for _, d := range e.Did {
		fmt.Fprintln(&b, ChangeLine(d))
	}
	for _, d := range e.Did {
		if d.Finding.Decision != engine.Deny { // a new secret file is known to nothing that masks
			b.WriteString(e.Diff(d.Change, MaxDiff))
		}
	}
	if len(e.Did) == 0 {
		fmt.Fprintln(&b, "it changes nothing")
	}
	return p.Redact(b.String())
}

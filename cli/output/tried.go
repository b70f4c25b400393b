package output

import (
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// MaxDiff bounds the diff of one file that is shown, in bytes.
const MaxDiff = 256 << 10

// ChangeLine is one change that a command made in a layer, for a person, on one line.
func ChangeLine(d engine.Reviewed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s %s", d.Kind, effect.Named(d.Path.Name))
	switch {
	case d.Below > 0:
		fmt.Fprintf(&b, "/ and %d below it", d.Below)
	case d.Target != "":
		b.WriteString(" -> " + effect.Named(d.Target))
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

// manyInside is how many changes below a new directory are named one by one.
const manyInside = 10

// counted are changes that one line counts. The zero value counts none.
type counted struct {
	line     string
	n, least int // how many there are, and from how many on they are counted
	itself   int // how many of them the line names
	said     bool
	finding  engine.Finding // of the directory
}

// ChangeLines lists the changes of a command in its layer, one a line. It counts the ordinary files of a full new
// directory, and git's objects, in one line each; folded reports whether there is such a line.
func ChangeLines(did []engine.Reviewed) (lines []string, folded bool) {
	in := make([]*counted, len(did))
	objects, root := map[string]*counted{}, &counted{}
	for i, d := range did {
		switch dir := objectsOf(d); {
		case dir != "":
			line := fmt.Sprintf("%-9s %s", d.Kind, dir)
			if objects[line] == nil {
				objects[line] = &counted{line: line, least: 2}
			}
			in[i] = objects[line]
		case d.Kind == engine.ChangeNew && d.Path.Dir && !d.Inside:
			root = &counted{line: ChangeLine(d), least: manyInside + 1, itself: 1, finding: d.Finding}
			in[i] = root
		case d.Inside && ordinary(d) && d.Finding.Decision == root.finding.Decision && d.Finding.Row == root.finding.Row:
			in[i] = root
		default:
			in[i] = &counted{least: 2}
		}
		in[i].n++
	}
	for i, d := range did {
		switch g := in[i]; {
		case g.n < g.least:
			lines = append(lines, ChangeLine(d))
		case !g.said:
			g.said, folded = true, true
			lines = append(lines, fmt.Sprintf("%s/ and %d below it", g.line, g.n-g.itself))
		}
	}
	return lines, folded
}

// ordinary reports whether nothing about a change needs a line of its own.
func ordinary(d engine.Reviewed) bool {
	return (d.Mode.IsRegular() || d.Mode.IsDir()) && !d.Executable() && d.Below == 0 && d.Finding.Decision != engine.Deny
}

// objectsOf is the directory of git's objects that a change is one of, "" for anything else.
func objectsOf(d engine.Reviewed) string {
	repository, name, found := strings.Cut(d.Path.Name, "/.git/objects/")
	loose := len(name) == 2 || len(name) > 40 && name[2] == '/'
	if !found || !ordinary(d) || !loose || strings.Trim(name, "/0123456789abcdef") != "" {
		return ""
	}
	return repository + "/.git/objects"
}

// WhyAsked returns the reasons to ask a person about changes: each rule once, with its reason and files.
func WhyAsked(did []engine.Reviewed) (out []string) {
	asks := map[string][]string{} // by rule, the paths
	for _, d := range did {
		// Of git's own data the reason names the part, and its other files say nothing more.
		if d.Asks() && (asks[d.Finding.Row] == nil || !strings.Contains(d.Path.Name, "/.git/")) {
			asks[d.Finding.Row] = append(asks[d.Finding.Row], d.Path.Name)
		}
	}
	for _, d := range did {
		if names := asks[d.Finding.Row]; d.Asks() && len(names) > 0 {
			delete(asks, d.Finding.Row)
			why := d.Finding.Rule + ": " + d.Finding.Reason
			if len(names) > 1 {
				why += " The same of " + listed(names[1:], "") + "."
			}
			out = append(out, why)
		}
	}
	return out
}

// TriedText describes a command in a discarded layer: its output, its changes, and their diffs.
func (p *Printer) TriedText(e engine.Tried) string {
	var b strings.Builder
	if _, printed, ok := strings.Cut(e.Result.Text, "\n"); ok {
		fmt.Fprintln(&b, strings.TrimSuffix(printed, "\n"))
	}
	if e.Result.Exit != nil && *e.Result.Exit != (engine.Exit{}) {
		fmt.Fprintln(&b, e.Result.Exit)
	}
	lines, _ := ChangeLines(e.Did)
	for _, line := range lines {
		fmt.Fprintln(&b, line)
	}
	for _, d := range e.Did {
		if !d.HidesContent() {
			b.WriteString(e.Diff(d.Change, MaxDiff))
		}
	}
	if len(e.Did) == 0 {
		fmt.Fprintln(&b, "it changes nothing")
	}
	return p.Redact(b.String())
}

package output

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"pp/cli/system"
	"pp/engine"
)

// TraceStyle is how much is shown of what the gates said about each action.
type TraceStyle uint8

// The styles.
const (
	TraceByFlag TraceStyle = iota // TraceFull with -v, else TraceOff
	TraceOff
	TraceLine // every gate on one line
	TraceFull // a line for each gate, with its reason
)

// TraceStyle is the style that is in force.
func (p *Printer) TraceStyle() TraceStyle {
	switch {
	case p.Trace != TraceByFlag:
		return p.Trace
	case p.Options.Verbose:
		return TraceFull
	}
	return TraceOff
}

// Judged shows a verdict. It shows the verdict on a streamed answer after the answer.
func (p *Printer) Judged(v engine.Verdict) {
	if !p.stream.defers(v) {
		showVerdict(p, v)
	}
}

func showVerdict(p *Printer, v engine.Verdict) {
	switch p.TraceStyle() {
	case TraceLine:
		p.wrapped(p.Redact(p.traceLine(v)))
	case TraceFull:
		p.PrintTrace(v)
	case TraceOff, TraceByFlag:
	}
}

// PrintTrace prints a verdict and one line for each gate. It prints a repeated reason once.
func (p *Printer) PrintTrace(v engine.Verdict) {
	step, found := v.Decisive()
	sentence := v.Sentence()
	if step.Cause == found.Cause && found.Cause.Kind != "" {
		sentence = v.Decision.String() + " " + engine.RuleName(step.Gate, found.Rule)
	}
	p.Note("verdict", sentence)
	for _, s := range v.Trace {
		p.wrapped(fmt.Sprintf("    %3d %-12s %-6s %s", s.Priority, s.Gate, s.Decision, p.Redact(StepText(s))))
	}
}

// The marks of a decision, by engine.Decision, and those for terminals that only have ASCII.
var marks, asciiMarks = [...]string{"✗", "?", "?", "~", "✓"}, [...]string{"x", "?", "?", "~", "+"}

// traceLine returns the mark and name of every gate, the deciding rule, and the time of the gates.
func (p *Printer) traceLine(v engine.Verdict) string {
	set, micro := marks, "µs"
	if !p.system.Unicode() {
		set, micro = asciiMarks, "us"
	}
	decisive, found := v.Decisive()
	var parts []string
	var took time.Duration
	for _, s := range v.Trace {
		took += s.Duration
		parts = append(parts, set[s.Decision]+" "+s.Gate)
		if rule := cmp.Or(found.Row, found.Rule); s.Gate == decisive.Gate && rule != "" {
			parts = append(parts, rule)
		}
	}
	if took < time.Millisecond {
		return fmt.Sprintf("%s %d %s", strings.Join(parts, " "), took.Microseconds(), micro)
	}
	return fmt.Sprintf("%s %.1f ms", strings.Join(parts, " "), took.Seconds()*1000)
}

// wrapped prints sentences to standard error, wrapped at words on a terminal.
func (p *Printer) wrapped(text string) {
	if columns, _ := system.Size(p.system.Stderr); columns > 0 {
		var rows []string
		for line := range strings.SplitSeq(Escape(text, Text), "\n") {
			rows = append(rows, WrapWords(line, 0, columns, "    ")...)
		}
		text = strings.Join(rows, "\n")
	}
	fmt.Fprintln(p.Stderr, text)
}

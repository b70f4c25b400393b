package output

import (
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
)

// Options are the flags that say how a run answers and what it tells.
type Options struct {
	Format, Color      string
	Out                string // the file of -o
	Quiet, Verbose     bool
	Extract, DryRun    bool
	AllowDenials, JSON bool
	Raw                bool // answers as they are, on a terminal too
	Stream             bool // answers as they come, in a pipe too
}

// Printer writes the answer and data to standard output, everything else to standard error, masked.
type Printer struct {
	system         system.System
	Options        *Options
	Stdout, Stderr io.Writer
	Redactor       engine.Redactor // nil until the configuration is loaded
	Noted          map[string]bool // notes that were printed once already
	File           string          // that of -o, with no link in its path
	Report         *Report         // the JSON object, when one was asked for
	Trace          TraceStyle      // what is shown of verdicts
	// From is the provider that answers. An answer of the offline planner is not Markdown.
	From string
	// Chunks gets answers as they come, a word at a time, for a front end that is no terminal; nil is nobody.
	Chunks func(text string) error
	// Onward is what has the conversation go on; "" where it cannot, nil before there is one.
	Onward func() string
	denied []engine.Denial // said as they came, since the last run ended
	// Unheard ends a run whose answer cannot be printed any more while it comes; nil for none.
	Unheard func(error)
	stream  *Stream // what shows answers while they come; nil for none
}

// New prints to the standard streams, escaped where one is a terminal.
func New(sys system.System, opts *Options) *Printer {
	return &Printer{Options: opts, system: sys, Stdout: guarded(sys.Stdout), Stderr: guarded(sys.Stderr),
		Noted: map[string]bool{}}
}

// guarded wraps a stream that is a terminal, to escape everything printed there.
func guarded(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	if system.IsTerminal(w) {
		return NewWriter(w, Text)
	}
	return w
}

// Flush writes what the terminal writers hold back: an unfinished character.
func (p *Printer) Flush() {
	for _, w := range []io.Writer{p.Stdout, p.Stderr} {
		if f, ok := w.(interface{ Flush() error }); ok {
			// There is nobody left to tell that a terminal went away.
			_ = f.Flush()
		}
	}
}

// Redact masks secrets in text for a person.
func (p *Printer) Redact(text string) string {
	if p.Redactor == nil {
		return text
	}
	return p.Redactor.Redact(text)
}

// Print writes data to standard output; a write that fails is the exit code.
func (p *Printer) Print(text string) error {
	_, err := io.WriteString(p.Stdout, text)
	return unwritten(err)
}

// leastCells are what the last column of a terminal needs to be read.
const leastCells = 24

// InRows wraps text in columns for a terminal: the last column continues below its beginning.
func InRows(stream any, text string) string {
	columns, _ := system.Size(stream)
	if columns <= 0 {
		return text
	}
	var rows []string
	for line := range strings.SplitSeq(Escape(text, Text), "\n") {
		mark := strings.Repeat(" ", hang(line, max(columns-leastCells, leastCells/2)))
		rows = append(rows, WrapWords(line, 0, columns, mark)...)
	}
	return strings.Join(rows, "\n")
}

// hang returns the start of a line's last column, or a few cells after the line's beginning.
func hang(line string, most int) int {
	begins := len(line) - len(strings.TrimLeft(line, " "))
	head := line[:min(len(line), most)]
	if i := strings.LastIndex(strings.TrimRight(head, " "), "  "); i >= begins && i >= 0 {
		return Cells(line[:i+2])
	}
	return min(begins+4, most)
}

// unwritten is the error of what could not be printed.
func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return &exit.Error{Code: exit.Failed, Kind: "output", Err: errors.New("standard output cannot be written: " +
		Cause(err))}
}

// Say prints an error and its hint to standard error.
func (p *Printer) Say(f *exit.Error) {
	if f.Quiet {
		return
	}
	p.Note("error", f.Message())
	for _, line := range strings.Split(strings.TrimRight(f.Hint, "\n"), "\n") {
		if line != "" {
			p.Note("hint", line)
		}
	}
}

// Ended returns the error of a run. If the run has done something, the hint says how to continue it.
func Ended(p *Printer, out engine.Outcome) *exit.Error {
	f := *exit.Classify(out.Err)
	begun := (out.Broken || len(out.Actions) > 0) && slices.Contains([]int{exit.Unavailable, exit.TryLater, exit.Auth,
		exit.Config, exit.Timeout}, f.Code)
	if (begun || f.Code == exit.Limit) && p.Onward != nil && p.Onward() != "" {
		f.Hint = strings.TrimPrefix(f.Hint+"; "+p.Onward()+" goes on from here", "; ")
	}
	return &f
}

// Conversing is what has a conversation go on in which a person speaks.
func Conversing() string { return `"go on"` }

// Note prints one labelled message to standard error, broken at its words where that is a terminal.
func (p *Printer) Note(label, text string) {
	p.wrapped("pp: " + label + ": " + p.Redact(text))
}

// Waits tells the person which other pp holds a lock. A pid of 0 is unknown.
func (p *Printer) Waits(name string, pid int) {
	other := "another pp"
	if pid > 0 {
		other += " (process " + strconv.Itoa(pid) + ")"
	}
	p.Note("note", "waiting for "+other+", which is using "+name)
}

// Address prints an address on a line of its own, neither broken nor masked, which would spoil it.
func (p *Printer) Address(address string) {
	_, _ = io.WriteString(p.Stderr, Escape(address, Text)+"\n")
}

// Warn says each of what the person should be told, once.
func (p *Printer) Warn(warnings []string) {
	for _, w := range warnings {
		if !p.Options.Quiet && !p.Noted[w] {
			p.Noted[w] = true
			p.Note("warning", w)
		}
	}
}

// NoteOnce says something that a person should know, the first time.
func (p *Printer) NoteOnce(text string) {
	if text != "" && !p.Options.Quiet && !p.Noted[text] {
		p.Noted[text] = true
		p.Note("note", text)
	}
}

// Worse returns the error whose exit code comes first in the order of [exit.Rank], and prints the other one.
func (p *Printer) Worse(one, two error) error {
	if two == nil {
		return one
	}
	if one == nil {
		return two
	}
	f, g := exit.Classify(one), exit.Classify(two)
	if exit.Rank(g.Code) < exit.Rank(f.Code) {
		f, g = g, f
	}
	p.Say(g)
	return f
}

// Cause is what went wrong with a file, without its name.
func Cause(err error) string {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// PrintLine prints one of the lines of JSON that take the place of a run's object.
func (p *Printer) PrintLine(text string) error {
	p.Report = nil
	return p.Print(text)
}

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pp/cli/term"
	"pp/engine"
)

// outputOptions are the flags that say how a run answers and what it tells.
type outputOptions struct {
	format, color      string
	out                string // the file of -o
	quiet, verbose     bool
	extract, dryRun    bool
	allowDenials, json bool
}

// printer writes what a run has to say: the answer and data to standard output,
// everything else to standard error, with secrets masked. It is not safe for
// concurrent use.
type printer struct {
	opts           *outputOptions
	stdout, stderr io.Writer
	redactor       engine.Redactor // nil until the configuration is loaded
	noted          map[string]bool // notes that were printed once already
	report         *report         // the JSON object, when one was asked for
}

// newPrinter prints to these streams, escaped where one is a terminal.
func newPrinter(stdout, stderr io.Writer, opts *outputOptions) *printer {
	return &printer{opts: opts, stdout: guarded(stdout), stderr: guarded(stderr), noted: map[string]bool{}}
}

// guarded wraps a stream that is a terminal, so that nothing printed there can
// deceive; anything else gets every byte as it is.
func guarded(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	if isTerminal(w) {
		return term.NewWriter(w, term.Text, term.Plain)
	}
	return w
}

// flush writes what the terminal writers hold back: an unfinished character.
func (p *printer) flush() {
	for _, w := range []io.Writer{p.stdout, p.stderr} {
		if f, ok := w.(interface{ Flush() error }); ok {
			// There is nobody left to tell that a terminal went away.
			_ = f.Flush()
		}
	}
}

// redact masks secrets in text for a person.
func (p *printer) redact(text string) string {
	if p.redactor == nil {
		return text
	}
	return p.redactor.Redact(text)
}

// print writes data to standard output; a write that fails is the exit code.
func (p *printer) print(text string) error {
	if _, err := io.WriteString(p.stdout, text); err != nil {
		return &failure{code: exitFailed, kind: "output", err: errors.New("standard output cannot be written: " + cause(err)),
			hint: "the answer was not saved; -o FILE writes it to a file"}
	}
	return nil
}

// say prints an error and its hint to standard error.
func (p *printer) say(f *failure) {
	if f.quiet {
		return
	}
	p.note("error", f.message())
	for _, line := range strings.Split(strings.TrimRight(f.hint, "\n"), "\n") {
		if line != "" {
			p.note("hint", line)
		}
	}
}

// note prints one labelled message to standard error.
func (p *printer) note(label, text string) {
	fmt.Fprintf(p.stderr, "pp: %s: %s\n", label, p.redact(text))
}

// warn says each of what the person should be told, once.
func (p *printer) warn(warnings []string) {
	for _, w := range warnings {
		if !p.opts.quiet && !p.noted[w] {
			p.noted[w] = true
			p.note("warning", w)
		}
	}
}

// noteOnce says something that a person should know, the first time.
func (p *printer) noteOnce(text string) {
	if text != "" && !p.opts.quiet && !p.noted[text] {
		p.noted[text] = true
		p.note("note", text)
	}
}

// worse is that of two results whose exit code comes first in the order of
// design section 12; the other one is said.
func (p *printer) worse(one, two error) error {
	if two == nil {
		return one
	}
	if one == nil {
		return two
	}
	f, g := classify(one), classify(two)
	if exitRank(g.code) < exitRank(f.code) {
		f, g = g, f
	}
	p.say(g)
	return f
}

func cause(err error) string {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// printLine prints one of the lines of JSON that take the place of a run's object.
func (p *printer) printLine(text string) error {
	p.report = nil
	return p.print(text)
}

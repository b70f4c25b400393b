package usage

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// filled is how long a line is that was wrapped.
const filled = 70

// Page is what a manual page says besides the commands and flags.
type Page struct {
	Section int       // 1 for commands
	Version string    // shown at the foot
	Date    time.Time // of the version, and not of today, so that a page can be made again
	// Synopsis are the ways to call the program, one a line.
	Synopsis []string
	// Sections follow the commands and flags in this order.
	Sections []Section
}

// Section is a part of the page with a heading of its own, such as EXIT STATUS,
// ENVIRONMENT or FILES.
type Section struct {
	Title string
	Text  string // paragraphs, before the items
	Items []Item
}

// Item is a term and what it means.
type Item struct{ Term, Text string }

// WriteManual prints the page of a program. The only errors are those of w.
func WriteManual(w io.Writer, program *Command, page Page) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s %d %s %s\n", quoted(strings.ToUpper(program.Name)), page.Section,
		page.Date.Format(time.DateOnly), quoted(strings.TrimSpace(program.Name+" "+page.Version)))
	heading(&b, "NAME")
	b.WriteString(escaped(program.Name) + ` \- ` + escaped(program.Summary) + "\n")
	heading(&b, "SYNOPSIS")
	b.WriteString(".nf\n")
	for _, line := range page.Synopsis {
		b.WriteString(escaped(line) + "\n")
	}
	b.WriteString(".fi\n")
	if program.Description != "" {
		heading(&b, "DESCRIPTION")
		paragraphs(&b, program.Description)
	}
	heading(&b, "OPTIONS")
	writeFlags(&b, program.Flags)
	heading(&b, "COMMANDS")
	for i := range program.Commands {
		writeCommand(&b, program.Name, &program.Commands[i])
	}
	for _, s := range page.Sections {
		heading(&b, s.Title)
		paragraphs(&b, s.Text)
		for _, i := range s.Items {
			item(&b, i.Term, i.Text)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the manual page: %w", err)
	}
	return nil
}

func heading(b *strings.Builder, title string) { b.WriteString(".SH " + quoted(title) + "\n") }

// item is a term in bold and what it means, indented below it.
func item(b *strings.Builder, term, text string) {
	b.WriteString(".TP\n\\fB" + escaped(term) + "\\fR\n")
	if text == "" {
		text = "\u00a0" // a term needs a text
	}
	b.WriteString(escaped(text) + "\n")
}

func writeFlags(b *strings.Builder, list []Flag) {
	for _, f := range list {
		var names []string
		for _, n := range f.Names {
			names = append(names, strings.TrimSpace(Dashed(n)+" "+f.Value))
		}
		item(b, strings.Join(names, ", "), f.Summary)
	}
}

func writeCommand(b *strings.Builder, before string, c *Command) {
	name := before + " " + c.Name
	b.WriteString(".SS " + quoted(strings.TrimSpace(name+" "+c.Synopsis)) + "\n")
	b.WriteString(escaped(strings.TrimSuffix(c.Summary, ".")+".") + "\n")
	if c.Description != "" {
		b.WriteString(".PP\n")
	}
	paragraphs(b, c.Description)
	writeFlags(b, c.Flags)
	for i := range c.Commands {
		writeCommand(b, name, &c.Commands[i])
	}
}

// paragraphs are separated by empty lines. A line that ends a sentence, or is short,
// was ended on purpose; the others are filled.
func paragraphs(b *strings.Builder, text string) {
	for i, p := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		before := strings.Repeat("x", filled)
		for line := range strings.SplitSeq(p, "\n") {
			if len(before) < filled || strings.HasSuffix(before, ".") {
				b.WriteString(".br\n")
			}
			if line != "" {
				b.WriteString(escaped(strings.TrimRight(line, " ")) + "\n")
			}
			before = line
		}
	}
}

// escaped is text that the formatter shows as it is: a line of it is no request, and
// a dash stays one that can be copied.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`,
		"\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, " ") {
		text = `\&` + text
	}
	return text
}

// quoted is text as the argument of a request.
func quoted(text string) string { return `"` + strings.ReplaceAll(escaped(text), `"`, `\(dq`) + `"` }

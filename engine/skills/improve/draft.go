package improve

import (
	"fmt"
	"slices"
	"strings"

	"pp/sexp"
)

// Kind is what happened again and again. The zero value is a person's denial.
type Kind uint8

// The kinds, the strongest first.
const (
	Denied  Kind = iota // by a person
	Changed             // a person put another command in its place
	Stopped             // by a gate
	Failed              // a call of a tool
)

var kinds = [...]string{"denied", "changed", "stopped", "failed"}

// String returns the kind in lower case.
func (k Kind) String() string { return kinds[min(int(k), len(kinds)-1)] }

func (k Kind) often() int { return [...]int{oftenDenied, oftenChanged, oftenStopped, oftenFailed}[k] }

// Finding is one thing that happened often enough to say something about it.
type Finding struct {
	Kind    Kind
	What    string // a program with its subcommand and options, or a tool
	Rule    string // that stopped it
	Instead string // what a person put in its place
	Count   int
	Reason  string // what the person said last of it, "" for nothing
	// Denied and Passed are commands to try a gate on: what was denied, and what of the same
	// program was carried out.
	Denied, Passed []string

	words command // that a gate denies; nil where there is none
}

// Gate reports whether there is to be a gate for it.
func (f Finding) Gate() bool { return f.words != nil }

// String says what was found, in a line.
func (f Finding) String() string {
	switch f.Kind {
	case Changed:
		return fmt.Sprintf(
			"%s: the person put another command in its place %s, such as %s",
			f.What,
			times(f.Count),
			f.Instead,
		)
	case Stopped:
		return fmt.Sprintf("%s: %s denied it %s", f.What, f.Rule, times(f.Count))
	case Failed:
		return fmt.Sprintf("%s: calls of it failed %s", f.What, times(f.Count))
	case Denied:
	}
	return fmt.Sprintf("%s: the person denied it %s", f.What, times(f.Count))
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// mandate is what a model is told of it.
func (f Finding) mandate() string {
	switch f.Kind {
	case Changed:
		return fmt.Sprintf(
			"In the place of %q propose a command like %q, which was put in its place %s.",
			f.What,
			f.Instead,
			times(f.Count),
		)
	case Stopped:
		return fmt.Sprintf(
			"%q was denied by %s %s: do what its reason says, and do not try the same another way.",
			f.What,
			f.Rule,
			times(f.Count),
		)
	case Failed:
		return fmt.Sprintf("Calls of %q failed %s: look at what is there before you call it.", f.What, times(f.Count))
	case Denied:
	}
	return fmt.Sprintf("Do not propose %q unless you are asked for it: it was denied %s.", f.What, times(f.Count))
}

// Draft is a skill to be looked at by a person.
type Draft struct {
	Name     string // of the skill: lower-case letters, digits and hyphens
	Findings []Finding
	Traces   int
}

// Empty reports whether there is nothing to say.
func (d Draft) Empty() bool { return len(d.Findings) == 0 }

// Without is the draft without gates for what these examples are of.
func (d Draft) Without(examples []string) Draft {
	d.Findings = slices.Clone(d.Findings)
	for i, f := range d.Findings {
		tried := slices.Concat(f.Denied, f.Passed)
		if slices.ContainsFunc(tried, func(t string) bool { return slices.Contains(examples, t) }) {
			d.Findings[i].words, d.Findings[i].Denied, d.Findings[i].Passed = nil, nil, nil
		}
	}
	return d
}

// Text is the draft as a file.
func (d Draft) Text() string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		";;; %s.lisp - drafted by \"pp skills improve\" from %d thought traces; it is yours to change.\n",
		d.Name,
		d.Traces,
	)
	for _, f := range d.Findings {
		b.WriteString(";;; - " + f.String() + "\n")
	}
	var gates []Finding
	for _, f := range d.Findings {
		if f.Gate() {
			gates = append(gates, f)
		}
	}
	if len(gates) > 0 {
		d.writeFunctions(&b, gates)
	}
	fmt.Fprintf(&b, "\n(defskill :%s\n  :priority 100\n", d.Name)
	if len(gates) > 0 {
		fmt.Fprintf(
			&b,
			"  :deterministic\n  (lambda (action ctx)\n    (let ((why (%s-denied (getf ctx :effects))))\n"+
				"      (if why (list :type :log :text why) action)))\n",
			d.Name,
		)
	}
	b.WriteString("  :mandate\n  " + literal(d.mandates()) + ")\n")
	if len(gates) > 0 {
		d.writeExamples(&b, gates)
	}
	return b.String()
}

// maxMandate is how long a mandate may be, in bytes.
const maxMandate = 2 << 10

// mandates are what models are told, a line for each finding, as many as there is room for.
func (d Draft) mandates() string {
	text := ""
	for _, f := range d.Findings {
		line := f.mandate()
		if len(text)+len(line) >= maxMandate {
			break
		}
		if text != "" {
			text += "\n"
		}
		text += line
	}
	return text
}

const functions = `
(defun NAME-runs-p (effect words)
  "Whether an effect is a run of the program WORDS begins with, with the others of them."
  (let ((own (getf effect :words)))
    (and (eq (getf effect :kind) :runs)
         (equal (first own) (first words))
         (subsetp (rest words) (rest own) :test #'equal))))

(defun NAME-denied (effects)
  "Why one of the effects is denied, or nil."
  (flet ((runs (words) (some (lambda (effect) (NAME-runs-p effect words)) effects)))
    (cond `

func (d Draft) writeFunctions(b *strings.Builder, gates []Finding) {
	b.WriteString(strings.ReplaceAll(functions, "NAME", d.Name))
	for i, f := range gates {
		if i > 0 {
			b.WriteString("\n          ")
		}
		words := make([]string, len(f.words))
		for j, w := range f.words {
			words[j] = literal(w)
		}
		why := "You denied it " + times(f.Count) + "."
		if f.Reason != "" {
			why += " You said: " + f.Reason
		}
		fmt.Fprintf(b, "((runs '(%s))\n           %s)", strings.Join(words, " "), literal(why))
	}
	b.WriteString(")))\n")
}

func (d Draft) writeExamples(b *strings.Builder, gates []Finding) {
	fmt.Fprintf(b, "\n(defexamples :%s", d.Name)
	var passed []string
	for _, f := range gates {
		for _, text := range f.Denied {
			fmt.Fprintf(b, "\n  (%s :deny)", literal(text))
		}
		for _, text := range f.Passed {
			if !slices.Contains(passed, text) && !d.denies(text) {
				passed = append(passed, text)
			}
		}
	}
	for _, text := range passed {
		fmt.Fprintf(b, "\n  (%s :pass)", literal(text))
	}
	b.WriteString(")\n")
}

// denies reports whether a gate of the draft denies a command.
func (d Draft) denies(text string) bool {
	c := simple(text)
	return c != nil && slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Gate() && c.has(f.words) })
}

// literal is a text as Lisp reads it back.
func literal(text string) string { return sexp.Print(sexp.String(text)) }

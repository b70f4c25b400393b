package table

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"pp/sexp"
)

// Table is the knowledge of programs. It is immutable, safe for concurrent use, and reads texts and forms when asked.
type Table struct {
	parent  *Table // asked when this one has no form
	texts   []text // in the order they are searched, so that what is used most comes first
	removed map[string]bool
}

// Error says where a table cannot be read. Line and Column are 1-based and 0 when unknown.
type Error struct {
	Where        string
	Line, Column int
	Err          error
}

// Error gives "where: line L, column C: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s: line %d, column %d: %v", e.Where, e.Line, e.Column, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Default gives the table that is part of pp.
var Default = sync.OnceValue(func() *Table { return &Table{texts: commands()} })

// Addition is a person's own entry: what would follow the name in (program "name" …), and where it begins.
type Addition struct {
	Name    string
	Clauses string
	Where   string
	Line    int // 1-based
}

// Add gives the table with a person's own entry. A program that the table knows cannot be replaced: what is denied of
// it would no longer be. The examples of the entry are checked now; the error is an *Error with the position.
func (t *Table) Add(a Addition) (*Table, error) {
	out := &Table{parent: t, texts: []text{{where: a.Where, line: a.Line, holds: programForm,
		src: "(program \"" + a.Name + "\" " + a.Clauses + "\n)"}}}
	in := &out.texts[0]
	f := in.form(0, len(in.src))
	switch {
	case !programNamed(a.Name):
		return nil, f.fault(0, fmt.Errorf("%q is not the name of a program", a.Name))
	case t.lookup(a.Name) != nil:
		return nil, f.fault(0,
			fmt.Errorf("%s is in the table already; an entry is added or removed, and not replaced", a.Name))
	}
	in.once.Do(func() {}) // it has this form only, whatever lines of the clauses begin with
	if err := in.name(f); err != nil {
		return nil, f.fault(0, err)
	}
	if err := out.verify(f); err != nil {
		return nil, err
	}
	if len(f.prog.examples) == 0 {
		return nil, f.fault(0, fmt.Errorf("%s has no examples", a.Name))
	}
	if errs := out.checkProgram(f, f.prog, true, false); len(errs) > 0 {
		return nil, errs[0]
	}
	return out, nil
}

// programNamed reports whether a text is the base name of a program.
func programNamed(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("._+-", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return name != "" && name[0] != '-' && name[0] != '.'
}

// Remove gives the table in which the programs of these names are unknown. What is known of their dangers stays: a
// program that asks now may not do what it was denied before.
func (t *Table) Remove(names ...string) *Table {
	out := &Table{parent: t, removed: make(map[string]bool, len(names))}
	for _, n := range names {
		out.removed[n] = true
	}
	return out
}

// flagSet gives the flags of a (flag-set "name" "flags"…) form.
func (t *Table) flagSet(name string) (string, bool) {
	for ; t != nil; t = t.parent {
		if f := t.form(flagSetForm, name); f != nil {
			texts := f.asList().texts
			return strings.Join(texts, " "), texts != nil
		}
	}
	return "", false
}

// program gives what a form of programs says. A faulty one is nil, so its programs are unknown.
func (t *Table) program(f *form) *program {
	f.once.Do(func() {
		r := sexp.NewReader(f.src, sexp.Limits{})
		v, err := r.Next()
		if err != nil {
			f.err = f.positioned(err)
			return
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			_, end := r.Span()
			f.err = f.fault(end, errors.New("something follows the form; a form begins at the beginning of a line"))
			return
		}
		l, _ := sexp.AsList(v)
		f.prog, err = compile(strings.TrimRight(strings.Fields(f.names)[0], "*"), l, nil, t.flagSet)
		if err != nil {
			f.prog, f.err = nil, f.fault(0, err)
		}
	})
	return f.prog
}

// verify compiles a form of programs and reports its error.
func (t *Table) verify(f *form) error {
	t.program(f)
	return f.err
}

// positioned moves the position of a reader's error to that in the whole text.
func (f *form) positioned(err error) error {
	out := f.fault(0, err)
	if at := (*sexp.Error)(nil); errors.As(err, &at) {
		out.Line, out.Column, out.Err = out.Line+at.Line-1, at.Column, at.Cause
	}
	return out
}

// fault gives the error with the position of the byte offset in the form.
func (f *form) fault(offset int, err error) *Error {
	before := f.text.src[:f.at+min(offset, len(f.src))]
	return &Error{Where: f.text.where, Line: f.text.line + strings.Count(before, "\n"),
		Column: len(before) - strings.LastIndexByte(before, '\n'), Err: err}
}

// Knows reports whether the table has a program of that base name.
func (t *Table) Knows(name string) bool { return t.lookup(name) != nil }

// lookup gives the program of that base name, or nil.
func (t *Table) lookup(name string) *program {
	if p := t.named(programForm, name); p != nil {
		return p
	}
	if tool := crossTool(name); tool != "" {
		return t.named(programForm, tool)
	}
	return nil
}

// crossTool gives the tool that looks into a binary of another machine, as size for arm-none-eabi-size, or "".
func crossTool(name string) string {
	machine, rest, ok := strings.Cut(name, "-")
	if !ok || !Listed("machines", machine) {
		return ""
	}
	tool := rest[strings.LastIndexByte(rest, '-')+1:]
	if !Listed("machine-tools", tool) {
		return ""
	}
	return tool
}

// named gives what the form of programs under that name says, with or without its version.
func (t *Table) named(kind formKind, name string) *program {
	for ; t != nil; t = t.parent {
		if f := t.form(kind, name); f != nil {
			return t.program(f)
		}
	}
	return nil
}

// isRemoved reports whether a name, or the one without its version, is removed.
func (t *Table) isRemoved(name string) bool {
	for ; t != nil; t = t.parent {
		if len(t.removed) > 0 && (t.removed[name] || t.removed[unversioned(name)]) {
			return true
		}
	}
	return false
}

// unversioned is a program's name without the version behind it.
func unversioned(name string) string { return strings.TrimRight(name, "0123456789.-") }

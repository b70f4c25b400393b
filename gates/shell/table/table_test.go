package table

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Load reads a table whole, so that every mistake in it is found now. The error
// is an *Error with the position.
func Load(src string) (*Table, error) {
	out := &Table{texts: []text{{where: "table", line: 1, src: src,
		holds: programForm | permitForm | listForm | flagSetForm | variableForm}}}
	if err := out.index(); err != nil {
		return nil, err
	}
	for f := range out.forms(programForm | permitForm) {
		if err := out.verify(f); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// index indexes all texts of the table. A name that two of them have is a mistake too.
func (t *Table) index() error {
	for i := range t.texts {
		in := &t.texts[i]
		var err error
		if in.once.Do(func() { err = in.index() }); err != nil {
			return err
		}
		for place, names := range in.names {
			for name, f := range names {
				if first := t.find(1<<place, name); first.text != in {
					return f.fault(0, fmt.Errorf("%v %q stands in %s too", f.kind, name, first.text.where))
				}
			}
		}
	}
	return nil
}

// indexed reports whether a name was looked for in a text.
func (in *text) indexed() bool {
	return slices.ContainsFunc(in.names[:], func(names map[string]*form) bool { return names != nil })
}

// all are the forms of an indexed text, in their order.
func (in *text) all() []*form {
	var out []*form
	for _, names := range in.names {
		out = slices.AppendSeq(out, maps.Values(names))
	}
	for _, p := range in.patterns {
		out = append(out, p.form)
	}
	slices.SortFunc(out, func(a, b *form) int { return a.at - b.at })
	return slices.Compact(out)
}

// forms ranges over the forms of some kinds, read or not. The table must be indexed.
func (t *Table) forms(kinds formKind) iter.Seq[*form] {
	return func(yield func(*form) bool) {
		for i := range t.texts {
			for _, f := range t.texts[i].all() {
				if f.kind&kinds != 0 && !yield(f) {
					return
				}
			}
		}
	}
}

// Check interprets the examples of every entry and gives the mistakes, joined,
// or nil. Entries without a mistake in form but without examples are mistakes too.
func (t *Table) Check(of examples) error {
	var errs []error
	for at := t; at != nil; at = at.parent {
		if err := at.index(); err != nil {
			return err
		}
		for f := range at.forms(programForm | permitForm) {
			if name := at.unfounded(f); name != "" {
				errs = append(errs, f.fault(0, fmt.Errorf("%s has a permit and no entry", name)))
			}
			if err := at.verify(f); err != nil {
				errs = append(errs, err)
				continue
			}
			errs = append(errs, t.checkProgram(f, f.prog, true, false)...)
			errs = append(errs, of.check(f, exampleWants, t.checkExamples)...)
		}
		for f := range at.forms(variableForm) {
			v := f.asVariable()
			if f.err != nil {
				errs = append(errs, f.err)
				continue
			}
			errs = append(errs, of.check(f, variableWants, func(in *form, list []example) []error {
				return t.checkVariable(v, in, list)
			})...)
		}
	}
	for _, f := range of {
		errs = append(errs, f.fault(0, errors.New("it is of no entry of the table")))
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// unfounded gives a name of an entry that no program of the table has, "" if
// they all are: a permit is a part of what is known, never all of it.
func (t *Table) unfounded(f *form) string {
	for name := range strings.FieldsSeq(f.names) {
		if t.lookup(strings.TrimSuffix(name, "*")) == nil {
			return name
		}
	}
	return ""
}

// TestCommands: every file of the table is a part of pp.
func TestCommands(t *testing.T) {
	files, _ := filepath.Glob("commands/*")
	all := commands()
	for i := range all {
		in := &all[i]
		src, err := os.ReadFile(in.where)
		if err != nil || string(src) != in.src {
			t.Errorf("%s is not what is built in: %v", in.where, err)
		}
		files = slices.DeleteFunc(files, func(name string) bool { return name == in.where })
	}
	if len(files) > 0 {
		t.Errorf("not built in: %v", files)
	}
}

// TestExamples checks the examples of every entry of the table.
func TestExamples(t *testing.T) {
	if err := Default().Check(readAll(t)); err != nil {
		t.Fatal(err)
	}
}

// TestEveryday checks a list of ordinary commands by outcome.
func TestEveryday(t *testing.T) {
	f, err := os.Open("testdata/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := ""
	lines, count := bufio.NewScanner(f), 0
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "", line[0] == '#':
			continue
		case line[0] == '[' && strings.HasSuffix(line, "]") && !strings.Contains(line, " "):
			if want = strings.Trim(line, "[]"); !slices.Contains(exampleWants, want) {
				t.Fatalf("%q is not an outcome", want)
			}
			continue
		}
		count++
		out := Default().Interpret(splitWords(line))
		kind := want
		if kind == "acts" {
			kind = "asks"
		}
		if why := out.differs(kind); why != "" {
			t.Errorf("%q should come out as %s: %s", line, want, why)
		}
	}
	if count < 500 {
		t.Fatalf("only %d commands were read", count)
	}
}

package table

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/sexp"
)

// examples are the forms of examples/*.sexp, by what entry they are of.
type examples map[string]*form

// entryOf names the entry that a form is, or that it has examples of: its file, its kind and its first name.
func entryOf(f *form) string {
	return path.Base(f.text.where) + " " + f.kind.String() + " " + strings.Fields(f.names)[0]
}

// readAll reads the examples of the built-in table.
func readAll(t *testing.T) examples {
	files, _ := filepath.Glob("examples/*")
	out := examples{}
	all := commands()
	for i := range all {
		name := "examples/" + path.Base(all[i].where)
		files = slices.DeleteFunc(files, func(file string) bool { return file == name })
		src, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		in := &text{where: name, line: 1, src: string(src), holds: all[i].holds}
		if err := in.index(); err != nil {
			t.Fatal(err)
		}
		for _, f := range in.all() {
			if strings.Contains(f.names, " ") {
				t.Error(f.fault(0, errors.New("the examples of an entry stand under its first name")))
			}
			out[entryOf(f)] = f
		}
	}
	if len(files) > 0 {
		t.Errorf("examples of no file of commands/: %v", files)
	}
	return out
}

// check checks the examples of an entry, and takes them away. Variables need none.
func (of examples) check(entry *form, wants []string, check func(*form, []example) []error) []error {
	f := of[entryOf(entry)]
	delete(of, entryOf(entry))
	switch {
	case strings.Contains(entry.src, "(examples"):
		return []error{entry.fault(0, errors.New("its examples belong in examples/, which no binary holds"))}
	case f != nil:
	case entry.kind == variableForm:
		return nil
	default:
		return []error{entry.fault(0, fmt.Errorf("it has no examples: (%v %q …) is missing in examples/%s", entry.kind,
			strings.Fields(entry.names)[0], path.Base(entry.text.where)))}
	}
	var list []example
	v, err := sexp.Read(f.src, sexp.Limits{})
	if l, ok := sexp.AsList(v); ok && err == nil {
		list, err = readExamples(l, 2, wants)
	}
	if err == nil && len(list) == 0 {
		err = errors.New("it has no examples")
	}
	if err != nil {
		return []error{f.fault(0, err)}
	}
	return check(f, list)
}

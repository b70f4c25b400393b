package table

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// Load reads a table whole, so that every mistake in it is found now. The error
// is an *Error with the position.
func Load(src string) (*Table, error) {
	out := &Table{entries: map[string]*entry{}, versioned: map[string]*entry{}, permits: map[string]*entry{},
		lists: map[string]*list{}}
	if err := out.index("table", src); err != nil {
		return nil, err
	}
	seen := map[*entry]bool{}
	for _, list := range []map[string]*entry{out.entries, out.versioned, out.permits} {
		for _, e := range list {
			if seen[e] {
				continue
			}
			seen[e] = true
			if err := e.verify(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Check interprets every example of every entry and gives the mistakes, joined,
// or nil. Entries without a mistake in form but without examples are mistakes too.
func (t *Table) Check() error {
	var errs []error
	seen := map[*entry]bool{}
	for at := t; at != nil; at = at.parent {
		for _, list := range []map[string]*entry{at.entries, at.versioned, at.permits} {
			for _, e := range list {
				if seen[e] {
					continue
				}
				seen[e] = true
				if name := at.unfounded(e); name != "" {
					errs = append(errs, e.at(0, fmt.Errorf("%s has a permit and no entry", name)))
				}
				if err := e.verify(); err != nil {
					errs = append(errs, err)
					continue
				}
				errs = append(errs, t.checkProgram(e, e.prog, true, false)...)
			}
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// unfounded gives a name of an entry that no program of the table has, "" if
// they all are: a permit is a part of what is known, never all of it.
func (t *Table) unfounded(e *entry) string {
	for name := range strings.FieldsSeq(e.names) {
		if t.lookup(strings.TrimSuffix(name, "*")) == nil {
			return name
		}
	}
	return ""
}

// TestExamples checks every example beside every entry of the table.
func TestExamples(t *testing.T) {
	if err := Default().Check(); err != nil {
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

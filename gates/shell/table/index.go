package table

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// text is what forms stand in. It is indexed when a name is first looked for in it: most of the processes that judge
// a command need few of the texts.
type text struct {
	where string   // what it came from, for messages
	line  int      // of its first line, 1-based
	holds formKind // the kinds that it may hold: it is not searched for another
	src   string

	once     sync.Once
	names    [8]map[string]*form // by the kind's place among the kinds, without a star
	patterns []pattern           // of variables, whose names have a star, in their order
}

type pattern struct {
	name string
	form *form
}

// form is one top-level form, read when it is first asked for.
type form struct {
	text  *text
	at    int    // where in the text it begins
	src   string // the form itself, with what follows up to the next one
	names string
	kind  formKind
	once  sync.Once
	prog  *program
	list  *list
	err   error

	variable *Variable
}

// formKind says what names a form has; those of one kind differ. A text holds some of the kinds.
type formKind uint8

const (
	programForm formKind = 1 << iota
	permitForm           // harmless forms of programs whose own entry asks or takes any words
	listForm
	flagSetForm
	variableForm
)

// formHeads are the words that forms of the kinds begin with.
var formHeads = [...]struct {
	head string
	kind formKind
}{{"program", programForm}, {"permit", permitForm}, {"names", listForm}, {"marks", listForm}, {"flag-set", flagSetForm},
	{"variable", variableForm}}

// place is where a kind stands among all.
func (k formKind) place() int { return bits.TrailingZeros8(uint8(k)) }

// String is the kind as messages say it.
func (k formKind) String() string {
	for _, h := range formHeads {
		if h.kind == k && k != listForm {
			return h.head
		}
	}
	return "list"
}

// form is a new form of the text.
func (in *text) form(at, end int) *form { return &form{text: in, at: at, src: in.src[at:end]} }

// index notes the names of the forms, each of which begins a line, without reading them.
func (in *text) index() error {
	for at, end := nextForm(in.src, 0), 0; at < len(in.src); at = end {
		end = nextForm(in.src, at+1)
		f := in.form(at, end)
		if err := in.name(f); err != nil {
			return f.fault(0, err)
		}
	}
	return nil
}

// nextForm gives the offset of the next parenthesis at the beginning of a line, from i on.
func nextForm(src string, i int) int {
	if i == 0 && strings.HasPrefix(src, "(") {
		return 0
	}
	for {
		line := strings.IndexByte(src[i:], '\n') + 1
		if i += line; line == 0 || i == len(src) {
			return len(src)
		}
		if src[i] == '(' {
			return i
		}
	}
}

// name notes the names of a form.
func (in *text) name(f *form) error {
	head, rest, _ := strings.Cut(f.src, `"`)
	names, _, ok := strings.Cut(rest, `"`)
	if !ok || strings.TrimSpace(names) == "" {
		return errors.New(`a form reads (program "names" …), (permit "names" …), (flag-set "name" "flags"), ` +
			`(names "list" "words" …), (marks "list" "text" …) or (variable "names" …)`)
	}
	f.names = names
	head = strings.TrimSpace(head)
	word, opened := strings.CutPrefix(head, "(")
	for _, h := range formHeads {
		if opened && word == h.head {
			f.kind = h.kind
		}
	}
	if f.kind == 0 {
		return fmt.Errorf("%q begins neither a program nor a flag-set nor another form", head)
	}
	if f.kind&in.holds == 0 {
		return fmt.Errorf("%v %q does not belong into this file", f.kind, names)
	}
	for name := range strings.FieldsSeq(names) {
		if f.kind == variableForm && strings.Contains(name, "*") {
			in.patterns = append(in.patterns, pattern{name, f})
			continue
		}
		of, name := &in.names[f.kind.place()], strings.TrimSuffix(name, "*")
		if *of == nil {
			*of = make(map[string]*form, len(in.src)/128)
		}
		if (*of)[name] != nil {
			return fmt.Errorf("%v %q stands there twice", f.kind, name)
		}
		(*of)[name] = f
	}
	return nil
}

// find gives the form of a kind with a name from the texts that may hold it, or nil. It does not ask the parent.
func (t *Table) find(kind formKind, name string) *form {
	for i := range t.texts {
		in := &t.texts[i]
		if in.holds&kind == 0 {
			continue
		}
		in.once.Do(func() {
			if err := in.index(); err != nil {
				panic(err) // a test reads the same text
			}
		})
		if f := in.names[kind.place()][name]; f != nil {
			return f
		}
	}
	return nil
}

// form gives the form of that very name, or of the starred one without the version, or nil.
func (t *Table) form(kind formKind, name string) *form {
	if f := t.find(kind, name); f != nil {
		return f
	}
	if base := unversioned(name); base != name {
		if f := t.find(kind, base); f != nil && slices.Contains(strings.Fields(f.names), base+"*") {
			return f
		}
	}
	return nil
}

package table

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"pp/sexp"
)

//go:embed commands/*.sexp
var commands embed.FS

// Table is the knowledge of programs. It is immutable, safe for concurrent use, and reads entries when asked.
type Table struct {
	parent    *Table // asked when this one has no entry
	entries   map[string]*entry
	versioned map[string]*entry // names that may be followed by a version
	permits   map[string]*entry // harmless forms of programs whose own entry asks or takes any words
	lists     map[string]*list
	removed   map[string]bool
	calls     sync.Pool // of *call: room that one command leaves to the next
}

// entry is one top-level form, read when it is first asked for.
type entry struct {
	names string
	src   string
	where string // what it came from, for messages
	line  int
	table *Table
	once  sync.Once
	prog  *program
	err   error
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

// Default gives the table that is part of pp. The first call indexes it.
var Default = sync.OnceValue(func() *Table {
	t, err := builtIn()
	if err != nil {
		panic(err) // a test reads the same text
	}
	return t
})

// builtIn indexes the files of the table.
func builtIn() (*Table, error) {
	t := &Table{entries: make(map[string]*entry, 4096), versioned: map[string]*entry{},
		permits: make(map[string]*entry, 256), lists: make(map[string]*list, 256)}
	files, err := commands.ReadDir("commands")
	if err != nil {
		return nil, err
	}
	buffer := make([]byte, 32<<10) // so that each text is held once
	for _, f := range files {
		file, err := commands.Open("commands/" + f.Name())
		if err != nil {
			return nil, err
		}
		var src strings.Builder
		if info, err := f.Info(); err == nil {
			src.Grow(int(info.Size()))
		}
		if _, err := io.CopyBuffer(&src, file, buffer); err != nil {
			return nil, err
		}
		if err := t.index("commands/"+f.Name(), src.String()); err != nil {
			return nil, err
		}
	}
	return t, nil
}

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
	e := &entry{names: a.Name, src: "(program \"" + a.Name + "\" " + a.Clauses + "\n)", where: a.Where, line: a.Line}
	switch {
	case !programNamed(a.Name):
		return nil, e.at(0, fmt.Errorf("%q is not the name of a program", a.Name))
	case t.lookup(a.Name) != nil:
		return nil, e.at(0, fmt.Errorf("%s is in the table already; an entry is added or removed, and not replaced", a.Name))
	}
	out := &Table{parent: t, entries: map[string]*entry{a.Name: e}}
	e.table = out
	if err := e.verify(); err != nil {
		return nil, err
	}
	if errs := out.checkProgram(e, e.prog, true, false); len(errs) > 0 {
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

// index notes the names of the forms, each of which begins a line, without reading them.
func (t *Table) index(where, src string) error {
	line := 1
	for start := nextForm(src, 0); start < len(src); {
		line += strings.Count(src[:start], "\n")
		src, start = src[start:], 0
		end := nextForm(src, 1)
		if err := t.indexForm(where, src[:end], line); err != nil {
			return &Error{Where: where, Line: line, Column: 1, Err: err}
		}
		start = end
	}
	return nil
}

// nextForm gives the offset of the next parenthesis at the beginning of a line, from i on.
func nextForm(src string, i int) int {
	if i == 0 && strings.HasPrefix(src, "(") {
		return 0
	}
	if j := strings.Index(src[i:], "\n("); j >= 0 {
		return i + j + 1
	}
	return len(src)
}

func (t *Table) indexForm(where, src string, line int) error {
	head, rest, _ := strings.Cut(src, `"`)
	names, _, ok := strings.Cut(rest, `"`)
	if !ok || strings.TrimSpace(names) == "" {
		return errors.New(`a form reads (program "names" …), (permit "names" …), (flag-set "name" "flags"), ` +
			`(names "list" "words" …) or (marks "list" "text" …)`)
	}
	switch strings.TrimSpace(head) {
	case "(flag-set", "(names", "(marks":
		return t.indexList(names, src)
	}
	e := &entry{names: names, src: src, where: where, line: line, table: t}
	switch strings.TrimSpace(head) {
	case "(permit":
		return t.indexPermit(e)
	case "(program":
	default:
		return fmt.Errorf("%q begins neither a program nor a flag-set nor another form", strings.TrimSpace(head))
	}
	for name := range strings.FieldsSeq(names) {
		into := t.entries
		if strings.HasSuffix(name, "*") {
			name, into = name[:len(name)-1], t.versioned
			if t.entries[name] != nil {
				return fmt.Errorf("program %q stands there twice", name)
			}
			t.entries[name] = e
		}
		if into[name] != nil {
			return fmt.Errorf("program %q stands there twice", name)
		}
		into[name] = e
	}
	return nil
}

// indexList notes the names of a list.
func (t *Table) indexList(names, src string) error {
	l := &list{src: src}
	for name := range strings.FieldsSeq(names) {
		if t.lists[name] != nil {
			return fmt.Errorf("list %q stands there twice", name)
		}
		t.lists[name] = l
	}
	return nil
}

// indexPermit notes the names of a (permit "names" …) form.
func (t *Table) indexPermit(e *entry) error {
	for name := range strings.FieldsSeq(e.names) {
		if t.permits[name] != nil {
			return fmt.Errorf("permit %q stands there twice", name)
		}
		t.permits[name] = e
	}
	return nil
}

// flagSet gives the flags of a (flag-set "name" "flags"…) form.
func (t *Table) flagSet(name string) (string, bool) {
	for ; t != nil; t = t.parent {
		if l, ok := t.lists[name]; ok {
			texts := l.read().texts
			return strings.Join(texts, " "), texts != nil
		}
	}
	return "", false
}

// program reads the entry once. A faulty one is nil, so its programs are unknown.
func (e *entry) program() *program {
	e.once.Do(func() {
		r := sexp.NewReader(e.src, sexp.Limits{})
		v, err := r.Next()
		if err != nil {
			e.err = e.positioned(err)
			return
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			_, end := r.Span()
			e.err = e.at(end, errors.New("something follows the form; a form begins at the beginning of a line"))
			return
		}
		l, _ := sexp.AsList(v)
		e.prog, err = compile(strings.TrimRight(strings.Fields(e.names)[0], "*"), l, nil, e.table.flagSet)
		if err != nil {
			e.prog, e.err = nil, e.at(0, err)
		}
	})
	return e.prog
}

// verify reads the entry and everything below it.
func (e *entry) verify() error {
	p := e.program()
	if e.err != nil {
		return e.err
	}
	if err := p.verify(); err != nil {
		return e.at(0, err)
	}
	return nil
}

func (p *program) verify() error {
	for _, l := range p.subs {
		sub, err := l.program()
		if err != nil {
			return err
		}
		if err := sub.verify(); err != nil {
			return err
		}
	}
	if p.bare != "" && p.subs[p.bare] == nil {
		return fmt.Errorf("%s: (bare): there is no subcommand %q", p.name, p.bare)
	}
	return nil
}

// positioned moves the position of a reader's error to that in the whole text.
func (e *entry) positioned(err error) error {
	var at *sexp.Error
	if !errors.As(err, &at) {
		return e.at(0, err)
	}
	return &Error{Where: e.where, Line: e.line + at.Line - 1, Column: at.Column, Err: at.Cause}
}

// at gives the error with the position of the byte offset in the entry.
func (e *entry) at(offset int, err error) error {
	before := e.src[:min(offset, len(e.src))]
	return &Error{Where: e.where, Line: e.line + strings.Count(before, "\n"),
		Column: len(before) - strings.LastIndexByte(before, '\n'), Err: err}
}

// Knows reports whether the table has a program of that base name.
func (t *Table) Knows(name string) bool { return t.lookup(name) != nil }

// lookup gives the program of that base name, or nil.
func (t *Table) lookup(name string) *program {
	if p := t.named(name); p != nil {
		return p
	}
	if tool := crossTool(name); tool != "" {
		return t.named(tool)
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

// named gives the program that an entry has under that very name.
func (t *Table) named(name string) *program {
	base := unversioned(name)
	for ; t != nil; t = t.parent {
		if e := t.entries[name]; e != nil {
			return e.program()
		}
		if base != name {
			if e := t.versioned[base]; e != nil {
				return e.program()
			}
		}
	}
	return nil
}

// permit gives the harmless forms of the program of that name, or of the starred name without the version.
func (t *Table) permit(name string) *program {
	for ; t != nil; t = t.parent {
		e := t.permits[name]
		if e == nil {
			e = t.permits[unversioned(name)+"*"]
		}
		if e != nil {
			return e.program()
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

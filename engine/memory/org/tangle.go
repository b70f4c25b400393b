package org

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// ErrTangle is an error of what cannot be tangled: it would run code, or would not be
// what Emacs makes of it.
var ErrTangle = errors.New("cannot be tangled")

// Tangled is a file that source blocks are tangled to.
type Tangled struct {
	Name       string // as it stands there, relative to the directory of the Org file
	Text       string
	Mkdirp     bool // its directory is made where there is none
	Executable bool // it begins with a #! line that an argument gave
	Blocks     []int
}

// Tangling is what becomes of the source blocks of a file.
type Tangling struct {
	Blocks  []SourceBlock
	Targets []string // of each block, as in Tangled.Name; "" of one that is not tangled
	Files   []Tangled
}

// maxBlocks is how many source blocks a file that is tangled can have.
const maxBlocks = 5_000

// Tangle makes of a file's source blocks what org-babel-tangle of Emacs 28 writes, each
// file's text as it would be. name is the file's own, of which :tangle yes makes one with
// the language for an extension (el for Emacs Lisp). Blocks without a language and those
// below a headline that is a comment or archived are left out.
//
// It is an error, with the line, where that needs an Emacs: of values in force that are
// Lisp, of noweb references, of variables, of :comments, :prologue, :epilogue and
// :tangle-mode; and of a name that Emacs would take for something else than a file here.
func (d *Document) Tangle(name string) (Tangling, error) {
	if err := d.tanglable(); err != nil {
		return Tangling{}, err
	}
	blocks, open := d.sourceBlocks()
	switch {
	case open > 0:
		return Tangling{}, fmt.Errorf("%w: the block of line %d does not end before the next headline", ErrTangle, open)
	case len(blocks) > maxBlocks:
		return Tangling{}, fmt.Errorf("%w: it has more than %d blocks", ErrTangle, maxBlocks)
	}
	t := tangler{Tangling: Tangling{Blocks: blocks, Targets: make([]string, len(blocks))},
		files: map[string]*tangledFile{}}
	for i, b := range blocks {
		if b.Language == "" || d.leftOut(b.Headline) {
			continue
		}
		args := d.headerArgs(b)
		target, err := args.target(name, b.Language)
		if broken, found := args[""]; found {
			err = broken.refuse("header arguments that cannot be read:")
		} else if err == nil && target != "" {
			err = args.check(b)
		}
		if err != nil {
			return Tangling{}, fmt.Errorf("%w: the block of line %d %w", ErrTangle, b.Line, err)
		}
		if t.Targets[i] = target; target != "" {
			t.add(i, args)
		}
	}
	for _, f := range t.order {
		f.Text = f.text.String()
		t.Files = append(t.Files, f.Tangled)
	}
	return t.Tangling, nil
}

// tanglable says why nothing of a file can be tangled.
func (d *Document) tanglable() error {
	switch {
	case !utf8.ValidString(d.Text):
		return fmt.Errorf("%w: it is not UTF-8", ErrTangle)
	case strings.IndexByte(d.Text, 0) >= 0:
		return fmt.Errorf("%w: it has a NUL", ErrTangle)
	case strings.Contains(d.Text, "\r\n") && strings.Count(d.Text, "\n") != strings.Count(d.Text, "\r\n"):
		return fmt.Errorf("%w: it has line endings of two kinds", ErrTangle)
	case d.unseenDrawer():
		return fmt.Errorf("%w: the drawer at its top has header arguments, which Emacs does not see below a headline "+
			"of two stars without one of one star above", ErrTangle)
	case localVariable().MatchString(d.Text):
		return fmt.Errorf("%w: it sets variables of Emacs, such as org-…, eval or coding", ErrTangle)
	}
	return nil
}

// unseenDrawer reports whether what the file's drawer says is not what Emacs sees everywhere.
func (d *Document) unseenDrawer() bool {
	return slices.ContainsFunc(d.Properties, func(p Property) bool { return strings.HasPrefix(p.Name, "HEADER-ARGS") }) &&
		slices.ContainsFunc(d.Headlines, func(h Headline) bool { return h.Parent < 0 && h.Level > 1 })
}

// localVariable finds a variable that a file sets for Emacs, and that tangling may depend on.
var localVariable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A.*-\*-.*\b(?:eval|org-[a-z-]+|coding)\s*:.*-\*-|` +
		`Local Variables:(?s:.*)\b(?:eval|org-[a-z-]+|coding)\s*:`)
})

// leftOut reports whether a headline, or one above, is a comment or archived.
func (d *Document) leftOut(headline int) bool {
	for i := headline; i >= 0; i = d.Headlines[i].Parent {
		if d.Headlines[i].Comment || d.Headlines[i].Archived {
			return true
		}
	}
	return false
}

// special is what Emacs would take for a file elsewhere, or not write as it is.
var special = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^~[^/]|^/[^/]*:|\.(?:t?gz|t?bz2?|tbz2|t?xz|lzma|lz|t?zst|Z|dz|gpg)~?$|/$|[\x00-\x1f\x7f]`)
})

// target is the name of the file that a block is tangled to, "" of none.
func (a headerArgs) target(name, language string) (string, error) {
	v, given := a[":tangle"]
	switch {
	case !given:
		return "", nil
	case v.kind == headerNone:
		return "", errors.New("has :tangle without a value. Write yes, no or the name of a file")
	case v.kind != headerText:
		return "", v.refuse(":tangle")
	case v.text == "no" || v.text == "":
		return "", nil
	case special().MatchString(v.text):
		return "", fmt.Errorf("has :tangle %q, which is no plain name of a file", v.text)
	case v.text != "yes":
		return v.text, nil
	}
	base, extension := path.Base(name), language
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	if language == "emacs-lisp" || language == "elisp" {
		extension = "el"
	}
	if extension == "" || strings.Contains(extension, "/") {
		return "", errors.New("has :tangle yes, and its language can be no extension")
	}
	return base + "." + extension, nil
}

func (v headerValue) refuse(name string) error {
	switch v.kind {
	case headerLisp:
		return fmt.Errorf("has %s %s, which is Emacs Lisp. Write the value itself", name, v.text)
	case headerBroken:
		return fmt.Errorf("has %s %s, where something does not end, or is too long", name, v.text)
	case headerNumber, headerNone, headerText:
	}
	return fmt.Errorf("has %s %s, which is a number", name, v.text)
}

// noweb is a reference to another block.
var noweb = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<<[^ \t\n](?:.*?[^ \t\n])?>>`) })

// texts are the arguments of tangling that no number can be the value of.
var texts = []string{":noweb", ":mkdirp", ":padline", ":shebang", ":comments"}

// check says why a block with these arguments is not tangled here.
func (a headerArgs) check(b SourceBlock) error {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		v := a[name]
		switch {
		case slices.Contains([]string{":var", ":prologue", ":epilogue", ":tangle-mode"}, name):
			return fmt.Errorf("has %s, which is not known here", name)
		case v.kind == headerLisp, v.kind == headerBroken, v.kind == headerNumber && slices.Contains(texts, name):
			return v.refuse(name)
		}
	}
	if c := a[":comments"].text; c != "" && c != "no" {
		return fmt.Errorf("has :comments %s, which is not known here", c)
	}
	expands := func(word string) bool {
		return slices.Contains([]string{"yes", "tangle", "no-export", "strip-export"}, word)
	}
	if slices.ContainsFunc(strings.Fields(a[":noweb"].text), expands) {
		if ref := noweb().FindString(b.Value); ref != "" {
			return fmt.Errorf("has the noweb reference %s, which is not known here", ref)
		}
	}
	return nil
}

// tangler makes a Tangling.
type tangler struct {
	Tangling
	files map[string]*tangledFile
	order []*tangledFile
}

// tangledFile is a file whose text is not whole yet.
type tangledFile struct {
	Tangled
	text strings.Builder
}

// add appends a block to the file of its target.
func (t *tangler) add(i int, a headerArgs) {
	name := t.Targets[i]
	f := t.files[name]
	if f == nil {
		f = &tangledFile{Tangled: Tangled{Name: name}}
		t.files[name] = f
		t.order = append(t.order, f)
	}
	if f.text.Len() > 0 && a[":padline"].text != "no" {
		f.text.WriteByte('\n')
	}
	if line := a[":shebang"].text; line != "" && !f.Executable {
		f.text.WriteString(line + "\n")
		f.Executable = true
	}
	if m := a[":mkdirp"]; m.kind == headerText && m.text != "no" {
		f.Mkdirp = true
	}
	f.text.WriteString(t.Blocks[i].body() + "\n")
	f.Blocks = append(f.Blocks, i)
}

// defaultReference is what a code reference looks like.
const defaultReference = "(ref:%s)"

// The switches that say what else it looks like, and that indentation stays.
var (
	referenceForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-l +"([^"\n]+)"`) })
	preserved     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-i\b`) })
)

// body is a block's text as it is tangled.
func (b SourceBlock) body() string {
	text := strings.TrimSuffix(b.Value, "\n")
	if !preserved().MatchString(b.Switches) {
		text = unindent(text)
	}
	if strings.Contains(b.Switches, "-r") {
		form := defaultReference
		if m := referenceForm().FindStringSubmatch(b.Switches); m != nil {
			form = m[1]
		}
		form = strings.ReplaceAll(regexp.QuoteMeta(form), "%s", "[-a-zA-Z0-9_][-a-zA-Z0-9_ ]*")
		text = regexp.MustCompile(`(?mi)[ \t]*`+form+`[ \t]*$`).ReplaceAllString(text, "")
	}
	return strings.Trim(unindent(text), " \t\r\n")
}

// textLine finds how a line that has more than what Emacs takes for white space begins.
var textLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*[^ \t\n\f\r\x{a0}\x{2000}-\x{200b}\x{202f}\x{205f}\x{3000}]`)
})

const tabWidth = 8

// unindent takes away the indentation that all lines have, as org-remove-indentation does:
// nothing where there is none, and a tab that is cut becomes blanks.
func unindent(text string) string {
	least := -1
	for _, begin := range textLine().FindAllString(text, -1) {
		if n := columns(begin); least < 0 || n < least {
			least = n
		}
	}
	if least == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		n := blanks(line)
		switch rest := line[n:]; {
		case rest == "" || rest == "\n":
			lines[i] = rest
		case least < 0 || columns(line) < least:
			return text
		default:
			lines[i] = indentation(line[:n], columns(line)-least) + rest
		}
	}
	return strings.Join(lines, "")
}

// columns is how far a line is indented.
func columns(line string) int {
	n := 0
	for _, c := range line[:blanks(line)] {
		if n++; c == '\t' {
			n = (n + tabWidth - 1) / tabWidth * tabWidth
		}
	}
	return n
}

// indentation is the beginning of blanks and tabs that is so many columns wide; a tab that
// would be wider becomes blanks.
func indentation(space string, width int) string {
	n, at := 0, 0
	for at < len(space) && n < width {
		next := n + 1
		if space[at] == '\t' {
			next = (n + tabWidth) / tabWidth * tabWidth
		}
		if next > width {
			break
		}
		n, at = next, at+1
	}
	return space[:at] + strings.Repeat(" ", width-n)
}

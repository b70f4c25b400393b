package table

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// find is the state of reading a find expression.
type find struct {
	call     *call
	roots    []int
	picked   bool // a test chooses some entries
	negated  bool // or does not, since it is negated or one of several
	deletes  bool
	shallow  bool  // it looks at no more than the starting points and the names in them
	commands []int // operands of kind Run
}

// hookFind reads find's options, starting points and expression.
func hookFind(c *call) {
	f := find{call: c}
	for c.next < len(c.argv) && f.isOption(c.argv[c.next]) {
		c.next++
	}
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		if w.Known && (strings.HasPrefix(w.Text, "-") && len(w.Text) > 1 || w.Text == "(" || w.Text == "!" || w.Text == ",") {
			break
		}
		if !w.Known && (w.Prefix == "" || w.Prefix[0] == '-') {
			c.opaque(c.next, effect.OpaqueDelete, cause.MayBeExpression.Bare())
		}
		f.roots = append(f.roots, c.next)
	}
	start := len(c.out.Operands)
	f.root(ReadTree)
	for c.next < len(c.argv) {
		f.primary()
	}
	f.lists(start)
	if f.deletes {
		c.out.Class = effect.ProgramActs
		from := len(c.out.Operands)
		f.root(DeleteTree)
		for i := from; i < len(c.out.Operands); i++ {
			c.out.Operands[i].Selected = f.picked && !f.negated
		}
	}
	for _, i := range f.commands {
		c.out.Operands[i].Selected = f.picked && !f.negated
	}
}

// lists says of the starting points, the operands from start on, that no more than names are read below them where
// nothing is done with what is found but to tell of it, and makes them directories that are only listed where nothing
// below is looked at.
func (f *find) lists(start int) {
	const tells = " ls dirname basename pwd echo realpath readlink stat test "
	for _, i := range f.commands {
		if run := &f.call.out.Operands[i]; !run.Known || !in(tells, run.Text) {
			return
		}
	}
	if f.deletes {
		return
	}
	for i := range max(len(f.roots), 1) {
		op := &f.call.out.Operands[start+i]
		op.Named = true
		if len(f.roots) > 0 && len(f.commands) == 0 && f.shallow && op.Known && strings.HasPrefix(op.Text, "/") {
			op.Kind = Read
		}
	}
}

// isOption reports whether w is one of the options before the starting points.
func (f *find) isOption(w Word) bool {
	return w.Known && (w.Text == "-H" || w.Text == "-L" || w.Text == "-P" ||
		strings.HasPrefix(w.Text, "-O") && len(w.Text) == 3)
}

// root adds the starting points as operands of a kind.
func (f *find) root(k Kind) {
	if len(f.roots) == 0 {
		f.call.out.Operands = append(f.call.out.Operands, Operand{Kind: k, Text: ".", Known: true})
	}
	for _, i := range f.roots {
		w := &f.call.argv[i]
		text := w.shown()
		f.call.out.Operands = append(f.call.out.Operands, Operand{Kind: k, Word: i, Text: text, Known: w.Known, Many: w.Many})
	}
}

// primary reads one test, action or operator.
func (f *find) primary() {
	w := &f.call.argv[f.call.next]
	if !w.Known {
		f.call.opaque(f.call.next, effect.OpaqueDelete, cause.MayBeAction.Bare())
		f.call.next++
		return
	}
	name := w.Text
	f.call.next++
	switch {
	case Listed("find/plain", name):
		f.negated = f.negated || in(" -o -or -not ! , ", name)
		f.picked = f.picked || name == "-empty"
	case Listed("find/one", name), strings.HasPrefix(name, "-newer") && len(name) == 8:
		f.test(name)
	case name == "-delete":
		f.deletes = true
	case in(" -fprint -fprint0 -fls ", name):
		f.writes(1)
	case name == "-fprintf":
		f.writes(2)
	case in(" -exec -execdir -ok -okdir ", name):
		f.command()
	default:
		f.call.badFlag(f.call.next-1, name)
	}
}

// in reports whether the name is in a list that is separated by spaces.
func in(list, name string) bool {
	return !strings.Contains(name, " ") && strings.Contains(list, " "+name+" ")
}

// test reads the word of a test.
func (f *find) test(name string) {
	if f.call.next >= len(f.call.argv) {
		f.call.out.unknown("find lacks the word after " + name)
		return
	}
	w := &f.call.argv[f.call.next]
	f.call.next++
	if w.Many {
		f.call.opaque(f.call.next-1, effect.OpaqueDelete, cause.MayHoldAction.Bare())
	}
	if in(" -type -xtype ", name) && w.Text == "l" { // a link is deleted, and nothing behind it
		f.picked = true
	}
	if Listed("find/picks", name) && w.Known && strings.Trim(w.Text, "*.?/") != "" {
		f.picked = true
	}
	if name == "-maxdepth" {
		f.shallow = w.Known && (w.Text == "0" || w.Text == "1")
	}
	if in(" -newer -anewer -cnewer -samefile -files0-from ", name) {
		f.call.emit(spec{kind: Read}, f.call.next-1, w.Text, w.Known, w.Many)
	}
	if name == "-files0-from" {
		f.call.opaque(f.call.next-1, effect.OpaqueDelete, cause.StartsInFile.Bare())
	}
}

// writes reads the n words of an action that writes to a file.
func (f *find) writes(n int) {
	if f.call.next >= len(f.call.argv) {
		f.call.out.unknown("find lacks the file to write")
		return
	}
	w := &f.call.argv[f.call.next]
	text := w.shown()
	f.call.emit(spec{kind: Write}, f.call.next, text, w.Known, w.Many)
	f.call.next = min(f.call.next+n, len(f.call.argv))
}

// command reads the command of -exec up to ; or {} +.
func (f *find) command() {
	from := f.call.next
	for f.call.next < len(f.call.argv) {
		w := &f.call.argv[f.call.next]
		end := w.Known && (w.Text == ";" || w.Text == "+" && f.call.next > from && f.call.argv[f.call.next-1].Known &&
			f.call.argv[f.call.next-1].Text == "{}")
		if end {
			break
		}
		f.call.next++
	}
	if f.call.next > from {
		f.call.out.Operands = append(f.call.out.Operands, Operand{Kind: Run, Word: from, From: from, To: f.call.next,
			Text: f.call.argv[from].Text, Known: f.call.argv[from].Known, Fill: FillTree, Mark: "{}"})
		f.commands = append(f.commands, len(f.call.out.Operands)-1)
	}
	f.call.next = min(f.call.next+1, len(f.call.argv))
}

package table

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// hookTest reads the expression of test and [. -v and -R look at a variable whose name may hold code.
func hookTest(c *call) {
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		if w.Known && (w.Text == "-v" || w.Text == "-R") && c.next+1 < len(c.argv) && c.next+1 != len(c.argv)-1+bracket(c) {
			c.out.unknown(c.out.Name + " " + w.Text + " looks at a variable whose name may run code")
		}
		if !w.Known || c.next < 2 || !c.argv[c.next-1].Known {
			continue
		}
		if Listed("test/files", c.argv[c.next-1].Text) {
			c.emit(spec{kind: Read}, c.next, w.Text, true, false)
		}
	}
}

// bracket is 1 for [, whose last word is ].
func bracket(c *call) int {
	if c.out.Name == "[" {
		return 0
	}
	return 1
}

// hookDD reads dd's name=value operands.
func hookDD(c *call) {
	for ; c.next < len(c.argv); c.next++ {
		w := &c.argv[c.next]
		text := w.shown()
		name, value, ok := strings.Cut(text, "=")
		switch {
		case !ok && !w.Known:
			c.opaque(c.next, effect.OpaqueWrite, cause.MayNameOutput.Bare())
		case !ok:
			c.badFlag(c.next, text)
		case name == "if":
			c.emit(spec{kind: Read}, c.next, value, w.Known, w.Many)
		case name == "of":
			c.out.Class = effect.ProgramActs
			c.emit(spec{kind: Write}, c.next, value, w.Known, w.Many)
		case strings.Contains(" bs cbs conv count ibs iflag iseek obs oflag oseek seek skip status ", " "+name+" "):
			if w.Many {
				c.opaque(c.next, effect.OpaqueWrite, cause.MayBeSeveral.Bare())
			}
		default:
			c.badFlag(c.next, text)
		}
	}
}

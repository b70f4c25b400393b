package table

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// hookPython reads python's flags; python -m MODULE is MODULE as a program where the table has one of that name.
func hookPython(c *call) {
	at := moduleFlag(c)
	if at < 0 {
		c.scan()
		c.conclude()
		return
	}
	name, first := c.argv[at].shown(), at+1
	known := c.argv[at].Known
	if strings.HasPrefix(name, "-") { // -mMODULE
		name = name[2:]
	}
	for i := c.next; i < at-1; i++ {
		if !c.argv[i].Known || c.p.flags.letter(c.argv[i].Text[min(1, len(c.argv[i].Text)-1)]) == nil {
			c.badFlag(i, c.argv[i].shown())
		}
	}
	c.module(name, first, known)
}

// moduleFlag gives the word with the module of -m, -1 when there is none before a script or -c.
func moduleFlag(c *call) int {
	for i := c.next; i < len(c.argv); i++ {
		text := c.argv[i].shown()
		switch {
		case text == "-m" && i+1 < len(c.argv):
			return i + 1
		case strings.HasPrefix(text, "-m") && len(text) > 2:
			return i
		case text == "-W" || text == "-X":
			i++
		case len(text) < 2 || text[0] != '-' || strings.ContainsRune(text[1:], 'c') && text[1] != '-':
			return -1
		}
	}
	return -1
}

// module says what a Python module does when it is run.
func (c *call) module(name string, first int, known bool) {
	switch {
	case !known:
		c.opaque(first-1, effect.OpaqueCommand, cause.ModuleUnknown.Bare())
	case Listed("python/reading-modules", name): // of the workspace, if it has a module of that name
		c.out.Class = effect.ProgramBuilds
		for i := first; i < len(c.argv); i++ {
			switch text := c.argv[i].shown(); {
			case strings.HasPrefix(text, "-"):
			case name == "json.tool" && i > first && !strings.HasPrefix(c.argv[i-1].shown(), "-"):
				c.emit(spec{kind: Write}, i, text, c.argv[i].Known, c.argv[i].Many)
			default:
				c.emit(spec{kind: Read}, i, text, c.argv[i].Known, c.argv[i].Many)
			}
		}
	case Listed("python/building-modules", name):
		c.out.Class = effect.ProgramBuilds
	case name == "http.server":
		c.out.Operands = append(c.out.Operands, Operand{Kind: Listen, Word: first - 1, Text: "0.0.0.0", Known: true,
			Scheme: "http", Port: 8000})
	case name == "venv" || name == "virtualenv":
		c.out.Name = "python venv"
		for i := first; i < len(c.argv); i++ {
			if text := c.argv[i].shown(); !strings.HasPrefix(text, "-") {
				c.emit(spec{kind: WriteTree}, i, text, c.argv[i].Known, c.argv[i].Many)
			}
		}
	case Listed("python/programs", name):
		c.out.Class = effect.ProgramBuilds
		c.out.Operands = append(c.out.Operands, Operand{Kind: Run, Word: first - 1, From: first - 1, To: len(c.argv),
			Text: name, Known: true})
	default:
		c.out.unknown("the table does not know the Python module " + name)
	}
}

// hookGDB reads a debugger's flags. Its commands can be those of a shell.
func hookGDB(c *call) {
	c.scan()
	c.conclude()
	for _, o := range c.out.Operands {
		if o.Kind != Code {
			continue
		}
		if Begins("gdb/runs", strings.TrimSpace(o.Text)) {
			c.hazard("hidden-execution", engine.Deny, cause.DebuggerRuns.Bare(), o.Word)
		}
	}
}

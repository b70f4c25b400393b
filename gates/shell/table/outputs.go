package table

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// places looks at the words of a build that its entry takes for text. A flag whose name says that something is
// written, with a path from the root, from a home or from above, is written there: the table does not name every flag
// of every tool, and a build is otherwise held to be one of the workspace.
func (out *Interpretation) places(argv []Word) {
	if !out.Known || out.Class != effect.ProgramBuilds {
		return
	}
	for i := 1; i < len(argv); i++ {
		text := argv[i].Text
		if !argv[i].Known || len(text) < 2 || text[0] != '-' && (text[0] != '/' || !strings.Contains(text, ":")) {
			continue
		}
		name, value, at := flagParts(argv, i)
		if !isElsewhere(value) || !namesPlace(strings.ToLower(name)) || out.tells(at) {
			continue
		}
		out.Operands = append(out.Operands, Operand{Kind: WriteTree, Word: at, Text: value, Known: true})
	}
}

// isElsewhere reports whether a value is a path from the root, a home or above, and none of the system's sinks.
func isElsewhere(value string) bool {
	return hasAnyPrefix(value, "/", "~", "../") && path.Dir(value) != "/dev" && !strings.ContainsAny(value, " \n*")
}

// namesPlace reports whether the name of a flag says that its value is written.
func namesPlace(name string) bool {
	switch name {
	case "-o", "--prefix", "-bl", "/bl":
		return true
	}
	return len(name) >= 4 && !Marked("no-place-flags", name) && Marked("place-flags", name)
}

// tells reports whether an operand has said already what word i does.
func (out *Interpretation) tells(i int) bool {
	return slices.ContainsFunc(out.Operands, func(o Operand) bool {
		return o.Word == i || o.Kind == Run && o.From <= i && i < o.To
	})
}

// checkRelaxed looks at the further words of an entry that takes any words and asks,
// where the first of them made it harmless: "version" does not make an address,
// a configuration from elsewhere or a file that is written harmless too.
func (c *call) checkRelaxed() {
	if !c.out.Known || c.p == nil || c.p.style != styleNone || c.p.class != effect.ProgramActs || c.p.hook != nil ||
		c.p.is&isPure != 0 || c.out.Class == effect.ProgramActs || len(c.words) < 2 {
		return
	}
	first := strings.TrimLeft(c.argv[c.words[0]].shown(), "-")
	for i, word := range c.words[1:] {
		w := &c.argv[word]
		text := w.Text
		switch {
		case !w.Known:
			continue
		case in(" version V v Version ", first) && !Listed("version-words", text),
			first == "help" && text[:min(1, len(text))] == "-" && !Listed("version-words", text),
			strings.Contains(text, "://"), c.leads(i+1, text):
			c.out.unknown(c.out.Name + " " + c.argv[c.words[0]].shown() + " is given " + text)
			return
		}
	}
}

// leads reports whether operand i is a flag for code from elsewhere, or for where a reading program writes.
func (c *call) leads(i int, text string) bool {
	if len(text) < 2 || text[0] != '-' {
		return false
	}
	name, value, attached := strings.Cut(text, "=")
	if !attached && i+1 < len(c.words) {
		value = c.argv[c.words[i+1]].shown()
	}
	low := strings.ToLower(name)
	return isElsewhere(value) && (Marked("code-flags", low) || c.out.Class == effect.ProgramReads && namesPlace(low))
}

package table

import (
	"cmp"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// maxWords bounds the words of a command that are looked at; a longer command is unknown.
const maxWords = 20000

// Interpret says what one simple command does, from its words alone: argv[0] is the program. It never fails; what it
// cannot tell is unknown or opaque. The work is linear in the words. Commands that it names (Run, Shell) are not
// interpreted: that is for the caller.
func (t *Table) Interpret(argv []Word) Interpretation {
	var out Interpretation
	if len(argv) == 0 {
		out.Reason = "there is no command"
		return out
	}
	if !argv[0].Known || argv[0].Many {
		out.Reason = "the name of the command is not known before it runs"
		out.Opaque = []effect.Opaque{{Text: argv[0].Prefix, Cause: cause.ProgramNameUnknown.Bare(),
			Place: effect.OpaqueCommand, Span: argv[0].Span}}
		return out
	}
	name, ordinary := programName(argv[0].Text)
	out.Name = name
	p := t.lookup(name)
	switch {
	case p == nil && !ordinary:
		out.Operands = []Operand{{Kind: Script, Text: argv[0].Text, Known: true}}
		fallthrough
	case p == nil:
		out.Reason = "the table has no program " + name
		if len(argv) <= maxWords {
			c := call{argv: argv, out: &out, eff: &body{}}
			c.embedded()
		}
		return out
	case len(argv) > maxWords:
		out.Reason = "the command has too many words"
		return out
	}
	if !t.permitted(argv, &out) {
		c := &call{argv: argv, out: &out, p: p, next: 1}
		out.Known = true
		c.program()
		c.checkRelaxed()
		c.embedded()
	}
	out.places(argv)
	if t.isRemoved(name) {
		out.unknown(name + " has been removed from the table")
	}
	if !ordinary {
		if !out.isWrapper(argv[0].Text) {
			out.unknown(argv[0].Text + " is not a program of the system, whatever its name")
		}
		out.Operands = append(out.Operands, Operand{Kind: Script, Text: argv[0].Text, Known: true})
	}
	out.settle()
	return out
}

// permitted interprets the words by the (permit "name" …) form of the program, and reports whether they are all among
// those that it lists. Other words are for the entry of the program, with all that it asks about and denies; so is a
// bare name, where the form is one of subcommands.
func (t *Table) permitted(argv []Word, out *Interpretation) bool {
	p := t.named(permitForm, out.Name)
	if p == nil || p.subs != nil && len(argv) == 1 {
		return false
	}
	try := t.try(p, argv, out.Name)
	if !try.Known {
		return false
	}
	*out = try
	return true
}

// try interprets the words by a form that is not the program's own entry.
func (t *Table) try(p *program, argv []Word, name string) Interpretation {
	out := Interpretation{Name: name, Known: true}
	c := &call{argv: argv, out: &out, p: p, next: 1, isTried: true}
	c.program()
	return out
}

// programName gives the name without its directory, and whether it is bare or in a directory of the system.
func programName(text string) (string, bool) {
	i := strings.LastIndexByte(text, '/')
	if i < 0 {
		return strings.TrimSuffix(text, ".exe"), true
	}
	return text[i+1:], Listed("system-directories", text[:i])
}

// isWrapper reports whether a path from the working directory is that of a build tool which projects keep beside
// their sources. It is the project's own build then, as what a Makefile or a package script names is.
func (out *Interpretation) isWrapper(text string) bool {
	if !out.Known || out.Class != effect.ProgramBuilds {
		return false
	}
	text = strings.TrimPrefix(text, "./")
	return Listed("wrappers", text) ||
		in(" node_modules/.bin/ vendor/bin/ .venv/bin/ venv/bin/ ", text[:strings.LastIndexByte(text, '/')+1])
}

// unknown notes the first reason why the command is not known.
func (out *Interpretation) unknown(reason string) {
	if out.Known {
		out.Known, out.Reason = false, reason
	}
}

// settle makes the parts consistent: an unknown command has no class, and one of which it is not said what it changes
// may change anything in the workspace.
func (out *Interpretation) settle() {
	if !out.Known {
		out.Class, out.Names = effect.ProgramUnknown, false
		for i := range out.Operands {
			out.Operands[i].Named = false
		}
		return
	}
	if out.Class == effect.ProgramReads && out.changes() {
		out.Class = effect.ProgramActs
	}
	if out.Class == effect.ProgramActs && !out.says() {
		out.Operands = append(out.Operands, Operand{Kind: Part, Part: effect.PartWork,
			Text: effect.PartWork.String(), Known: true})
	}
}

// says reports whether it is said what a command that acts does: a hazard alone says nothing.
func (out *Interpretation) says() bool {
	return out.Network || out.Escalates || out.StdinCode || out.Elsewhere || out.changes() ||
		slices.ContainsFunc(out.Hazards, func(h effect.Hazard) bool { return !h.Asks })
}

// changes reports whether an operand says of itself that something is changed or carried out.
func (out *Interpretation) changes() bool {
	for i := range out.Operands {
		switch out.Operands[i].Kind {
		case Plain, Read, ReadTree, Directory, Env, User, Run, Shell:
		default:
			return true
		}
	}
	return false
}

// call is the interpretation of one command under way.
type call struct {
	argv []Word
	out  *Interpretation
	p    *program
	next int // the next word to look at

	flat  bool   // an operand is in place of a subcommand: none follows
	given uint64 // the true conditions on flags
	kept  []given
	words []int // operands, as indexes into argv

	eff  *body // what the conditions made of the program's body
	mine bool  // eff is a copy, which may be changed
	mark string
	fill Fill

	isTried bool // by a form whose result may be dropped
}

// given is a flag whose value a condition looks at.
type given struct {
	f     *flag
	word  int
	text  string
	known bool
}

// program interprets the words from c.next on as flags and operands of c.p.
func (c *call) program() {
	c.words, c.kept = nil, nil
	c.says(&c.p.body)
	if c.asksForHelp() {
		c.out.Class, c.out.Network, c.out.Downloads = effect.ProgramReads, false, false
		return
	}
	if c.p.hook != nil {
		c.out.Class = c.p.class
		c.p.hook(c)
		return
	}
	c.scan()
	if c.p.subs != nil && c.sub() {
		return
	}
	c.conclude()
}

// asksForHelp reports whether all that is left is --help or --version, which programs answer by printing and ending,
// or another word of the same meaning that the entry or a list names. Where the program is dangerous as it stands and
// does not read flags in the usual way, that is not relied on.
func (c *call) asksForHelp() bool {
	if c.next != len(c.argv)-1 || !c.argv[c.next].Known {
		return false
	}
	text := c.argv[c.next].Text
	if slices.Contains(c.p.version, text) || strings.HasPrefix(text, "-") && Listed("alone/"+text, c.out.Name) {
		return true
	}
	if text != "--help" && text != "--version" || c.p.style == styleNone && c.p.class == effect.ProgramReads {
		return false
	}
	return c.p.style != styleNone || !slices.ContainsFunc(c.p.hazards, func(h hazard) bool {
		return h.least == engine.Deny
	})
}

// conclude turns what the scan found into class, traits, hazards and operands.
func (c *call) conclude() {
	c.says(&c.p.body)
	c.conditions(c.p.when)
	if c.p.subs != nil && c.p.args == nil && len(c.words) == 0 && c.out.Known {
		c.own().class = effect.ProgramReads // without a subcommand it shows its help
	}
	c.apply()
	if strings.HasPrefix(c.out.Name, "git ") {
		c.out.Args = slices.Clone(c.words)
	}
	operands := len(c.out.Operands)
	c.assign(c.eff.args)
	for i := range c.out.Operands {
		op := &c.out.Operands[i]
		op.Named = op.Named || c.out.Names && (i >= operands || op.List != NotListed)
	}
	if c.p.after != nil {
		c.p.after(c)
	}
}

// sub goes on with the subcommand that the next word names; false when the program goes without one.
func (c *call) sub() bool {
	named := c.out.Sub
	c.out.Sub = 0
	if c.next >= len(c.argv) {
		return c.p.bare != "" && c.enter(c.p.subs[c.p.bare])
	}
	w := &c.argv[c.next]
	if !w.Known || w.Many {
		if c.p.args == nil {
			c.opaque(c.next, effect.OpaqueCommand, cause.SubcommandUnknown.Bare())
			return false
		}
		c.out.Sub = named
		c.operands()
		return false
	}
	sub := c.p.subs[w.Text]
	switch {
	case c.p.bare != "" && c.next > 0 && c.argv[c.next-1].Known && c.argv[c.next-1].Text == "--":
		c.next-- // nothing behind it is a subcommand
		return c.enter(c.p.subs[c.p.bare])
	case sub != nil:
		c.out.Sub = c.next
		c.next++
		return c.enter(sub)
	case c.p.args != nil:
		c.out.Sub = named
		c.operands()
	default:
		c.rest()
		c.out.unknown("the table has no " + c.out.Name + " " + w.Text)
		c.words = c.words[:0]
	}
	return false
}

// operands goes on where an operand stands in the place of a subcommand: flags may follow it as well.
func (c *call) operands() {
	c.flat = true
	c.words = append(c.words, c.next)
	c.next++
	if c.p.is&isStopped != 0 {
		c.rest()
		return
	}
	c.scan()
}

// enter applies what the program says of itself, then interprets the subcommand.
func (c *call) enter(p *program) bool {
	c.says(&c.p.body)
	c.conditions(c.p.when)
	c.apply()
	top, _, _ := strings.Cut(p.name, " ")
	switch first, _, _ := strings.Cut(c.out.Name, " "); first {
	case top:
		c.out.Name = p.name
	default:
		c.out.Name = first + p.name[len(top):]
	}
	c.p, c.given, c.out.Ended = p, 0, 0
	c.program()
	return true
}

// rest takes all words that are left as operands.
func (c *call) rest() {
	for ; c.next < len(c.argv); c.next++ {
		c.words = append(c.words, c.next)
	}
}

// apply adds traits, hazards and doubts of the effective body to the result.
func (c *call) apply() {
	b, out := c.eff, c.out
	out.Class = b.class
	out.Network = (out.Network || b.is&isNetwork != 0) && b.is&isLocal == 0
	out.Escalates = out.Escalates || b.is&isEscalating != 0
	out.Downloads = out.Downloads || b.is&isDownload != 0
	out.Decodes = out.Decodes || b.is&isDecoded != 0
	out.Prints = out.Prints || b.is&isPrinted != 0
	out.Names = b.is&isNames != 0
	out.Lists = b.is&isLists != 0
	out.StdinCode = (out.StdinCode || b.is&isStdinCode != 0) && b.is&isSilent == 0
	if b.language != "" {
		out.Language = b.language
	}
	switch {
	case b.is&isFillTree != 0:
		c.fill = FillTree
	case b.is&isFillInput != 0:
		c.fill = FillInput
	}
	for _, h := range b.hazards {
		c.hazard(h.rule, h.least, h.why, 0)
		c.done(h.done)
	}
	if b.opaque.Kind != "" {
		c.opaque(0, effect.OpaqueCommand, b.opaque)
	}
	if b.unknown != "" {
		out.unknown(out.Name + " " + b.unknown)
	}
	for _, r := range b.as {
		for _, g := range c.kept {
			if g.f.on&r.bit != 0 {
				c.emit(r.spec, g.word, g.text, g.known, c.argv[g.word].Many)
			}
		}
	}
	c.done(b.here)
}

// done adds what happens to the current directory, or to a path that the entry names.
func (c *call) done(list []spec) {
	for _, s := range list {
		name := "."
		if s.list != NotListed {
			name = "-"
		}
		c.emit(s, 0, cmp.Or(s.path, s.part.String(), name), true, false)
	}
}

func (c *call) hazard(rule string, least engine.Decision, why cause.Cause, word int) {
	c.out.Hazards = append(c.out.Hazards, effect.Hazard{Rule: rule, Cause: why, Asks: least == engine.Ask,
		Span: c.argv[word].Span})
}

func (c *call) opaque(word int, place effect.OpaquePlace, why cause.Cause) {
	w := &c.argv[word]
	text := w.shown()
	c.out.Opaque = append(c.out.Opaque, effect.Opaque{Text: text, Cause: why, Place: place, Span: w.Span})
}

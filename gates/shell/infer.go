package shell

import (
	"errors"
	"hash/maphash"
	"strings"
	"sync"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// Bounds on the work of one Infer, all counted, none in time.
const (
	maxSteps  = 40_000  // simple commands walked, the same one in several states included
	slowSteps = 8_000   // from here on, variables with several values are opaque
	maxDepth  = 120     // nested commands and scripts
	maxNested = 12      // scripts within scripts, functions within functions
	maxEffect = 20_000  // effects
	maxMatch  = 4 << 20 // elements of patterns compared
	maxLooked = 100_000 // directory entries compared with patterns
)

// Analyst reduces commands to effects. It is safe for concurrent use; its fields may not change once it is used.
type Analyst struct {
	// Table says what programs do with their words. nil is table.Default, indexed
	// with the first command: a conversation without one pays nothing for it.
	Table *table.Table

	grammars sync.Pool
}

func (a *Analyst) programs() *table.Table {
	if a.Table == nil {
		return table.Default()
	}
	return a.Table
}

// analysis is the state of one Infer.
type analysis struct {
	table *table.Table
	facts *engine.Facts
	view  *overlay
	gram  *grammar

	src  string
	eff  *effect.Effects
	seen map[effectKey]struct{}
	hash maphash.Hash

	state   *frame
	choice  *choice
	choices bool // some variable has several values

	stdin value.Value
	out   *sink

	steps    int
	matches  int // elements of patterns compared so far
	looked   int // directory entries compared so far
	depth    int
	nested   int
	over     bool              // a bound was reached
	gitAdded map[string]string // remotes that the script adds, and where they are
	gitMoved bool              // a variable says where git finds a repository, or what it goes by
	fork     int               // how many commands run beside others here: background jobs and pipes
	cond     int               // enclosing branches and loops
	probing  int               // depth of looking at words as commands
	endless  int               // enclosing loops without an end
	calls    []call
	called   int // calls so far
	shadowed []shadowedVar
	outside  *effect.Span

	argv []table.Word // room for the words of one command

	dialect      dialect  // of the script that is walked
	startOptions []string // what the command line of its shell switches on
	bashOnly     int      // depth of what only bash does

	tested bool // the command has succeeded where what it does matters
	ended  bool // standard input is at its end

	refused int // assignments and calculations so far that may have ended a shell

	generated bool // a build of generated files was reported

	pipes int                    // process substitutions so far
	procs map[string]value.Value // their data, by the name of the pipe

	programs     map[string]string // where programs are, for programsPath
	programsPath string
}

// shadowedVar is a variable that an assignment in front of a command hides, until a function unsets that.
type shadowedVar struct {
	name  string
	v     value.Value
	shown bool
}

// call is a function that is running.
type call struct {
	fn     *function
	fork   int
	cond   int
	number int // no other call has it
	locals map[string]value.Value
}

// Infer returns the canonical text of cmd and what running it would do. Text that cannot be taken has no canonical
// form: the text is then returned as it is, with a hazard that denies.
func (a *Analyst) Infer(cmd string, facts engine.Facts) (string, effect.Effects) {
	g, _ := a.grammars.Get().(*grammar)
	if g == nil {
		g = newGrammar()
	}
	defer a.grammars.Put(g)
	canonical, file, err := g.canonical(cmd)
	if err != nil {
		return cmd, effect.Effects{Hazards: []effect.Hazard{refusal(err)}}
	}
	return canonical, a.infer(canonical, file, &facts, g)
}

func (a *Analyst) infer(text string, file *syntax.File, facts *engine.Facts, g *grammar) (eff effect.Effects) {
	defer func() {
		// Whatever goes wrong in the walk, the command is not known to be harmless.
		if p := recover(); p != nil {
			eff.Hazards = append(eff.Hazards, hazard(RuleOverCap, "", effect.Span{}))
		}
	}()
	w := &analysis{table: a.programs(), facts: facts, view: newOverlay(facts.FS), gram: g, src: text, eff: &eff,
		stdin: value.NoInput(), out: &sink{discard: true}}
	w.state = newFrame(value.Text(facts.Dir))
	shown := &sink{top: true}
	w.out = shown
	w.script(file)
	for _, from := range shown.v.Sources {
		switch name, variable := strings.CutPrefix(from.Name, "$"); {
		case from.Taint&value.Secret == 0:
		case variable:
			w.hazard(RuleSecretVariable, name, effect.Span{})
		case name == environment:
			w.hazard(RuleEnvironment, "", effect.Span{})
		}
	}
	if w.over {
		w.hazard(RuleOverCap, "", effect.Span{})
	}
	return eff
}

// script walks a whole script, the traps it set included.
func (a *analysis) script(file *syntax.File) {
	a.stmts(file.Stmts)
	a.traps()
}

// refusal is the hazard for text that was not accepted.
func refusal(err error) effect.Hazard {
	var pe *ParseError
	if !errors.As(err, &pe) {
		return hazard(RuleUnparsable, err.Error(), effect.Span{})
	}
	return hazard(string(pe.Kind), pe.Error(), effect.Span{Start: pe.Offset, End: pe.Offset})
}

// step counts one unit of work and reports whether there may be more.
func (a *analysis) step() bool {
	a.steps++
	if a.steps > maxSteps {
		a.over = true
	}
	return !a.over
}

// match counts the work of matching patterns in a text of n bytes, and reports whether it may be done.
func (a *analysis) match(n int) bool {
	a.matches += n
	return a.matches <= maxMatch
}

// enter guards recursion; leave must follow when it returns true.
func (a *analysis) enter() bool {
	if a.depth >= maxDepth {
		a.over = true
		return false
	}
	a.depth++
	return true
}

func (a *analysis) leave() { a.depth-- }

// span is the place of a node in the command that is shown.
func (a *analysis) span(n syntax.Node) effect.Span {
	if a.outside != nil {
		return *a.outside
	}
	return effect.Span{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
}

// source is the text of a node as written, shortened.
func (a *analysis) source(n syntax.Node) string {
	if n == nil {
		return ""
	}
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from > to || to > len(a.src) {
		return ""
	}
	return clip(a.src[from:to])
}

func clip(s string) string {
	const most = 160
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}

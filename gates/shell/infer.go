package shell

import (
	"errors"
	"fmt"
	"hash/maphash"
	"path"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// Bounds on the work of one Infer, all counted, none in time.
const (
	maxWork   = 1 << 23 // all of the work below, in units that each cost about as much
	maxSteps  = 40_000  // simple commands walked, the same one in several states included
	slowSteps = 8_000   // from here on, no more is tried of what an unknown word may be
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

// walker is one Infer: what is known of the shell where the walk stands, and what was found so far.
type walker struct {
	state *frame
	stdin value.Value
	out   *sink

	table *table.Table
	gram  *grammar
	facts *engine.Facts
	view  *overlay // the file system as the script has changed it so far
	src   string

	// The effects, each once, with their places in the command that is shown.
	eff     *effect.Effects
	seen    map[effectKey]struct{}
	hash    maphash.Hash
	outside *effect.Span // the span to report for a script within the command

	// The work so far.
	steps   int
	spent   int // units of maxWork
	matches int // elements of patterns compared
	looked  int // directory entries compared
	read    int // bytes of files that are judged with the command
	depth   int
	over    bool // a bound was reached

	programs     map[string]string // where programs are, for programsPath
	programsPath string

	byCaller bool                   // what is not known may be given by who calls a function that nothing here calls
	sourced  string                 // the file that is walked by source, "" for none
	dialect  dialect                // of the script that is walked
	bashOnly int                    // depth of what only bash does
	inside   leaving                // what may be left early here
	left     leaving                // what may have been left by now
	traps    []trap                 // of the shell that is walked
	held     map[string]value.Value // all that variables have been since a trap was set, which may run at any time
	trapped  map[string]value.Value // what traps may make of variables at any time

	calls       []call                 // functions that are running
	calculating []string               // variables whose values are being calculated as expressions
	procs       map[string]value.Value // the data of process substitutions, by the name of the pipe
	pipes       int                    // process substitutions so far

	nested     int // scripts around the one that is walked
	fork       int // how many commands run beside others here: background jobs and pipes
	cond       int // enclosing branches and loops
	endless    int // enclosing loops without an end
	probing    int // depth of looking at words as commands
	unrolled   int // how often the body of the enclosing loops is walked
	background int // the jobs around the command
	// builds judges the builds in background jobs once all that is written is known.
	builds []func()

	defined  []*function
	shallow  bool // calls are not followed any more
	shadowed []shadowedVar
	placed   string       // a variable in front of the command that names a place to take configuration or code from
	argv     []table.Word // room for the words of one command

	startOptions []string // what the command line of its shell switches on

}

// newWalker starts a walk of a command.
func newWalker(t *table.Table, g *grammar, facts *engine.Facts, src string, eff *effect.Effects) *walker {
	a := &walker{table: t, unrolled: 1}
	a.facts, a.eff, a.src, a.view, a.gram = facts, eff, src, newOverlay(facts.FS), g
	a.state, a.stdin, a.out = newFrame(facts.Dir), value.NoInput(), &sink{discard: true}
	if facts.OpenEnv {
		setArgs(a, nil, false)
	}
	if facts.Script != "" {
		a.state.set(cellName, value.Text(facts.Script).With(value.Self, "$0"))
	}
	return a
}

// grammar takes a grammar that nobody uses now; it goes back to the pool.
func (a *Analyst) grammar() *grammar {
	if g, ok := a.grammars.Get().(*grammar); ok {
		return g
	}
	return newGrammar()
}

// Infer returns the canonical text of cmd and what running it would do. Text that cannot be taken has no canonical
// form: the text is then returned as it is, with a hazard that denies.
func (a *Analyst) Infer(cmd string, facts engine.Facts) (string, effect.Effects) {
	g := a.grammar()
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
			eff.Hazards = append(eff.Hazards, hazard(RuleOverCap, cause.Cause{}, effect.Span{}))
		}
	}()
	w := newWalker(a.programs(), g, facts, text, &eff)
	shown := &sink{top: true}
	w.out = shown
	if runsElsewhere(w) && strings.HasPrefix(path.Base(facts.Env["SHELL"]), "zsh") {
		w.dialect = dialectZsh
		readByZsh(w, file)
	}
	begins(w)
	walkScript(w, file)
	if facts.OpenEnv && !w.over {
		w.steps = 0
		walkUncalled(w)
	}
	for _, build := range w.builds {
		build()
	}
	for _, from := range shown.v.Sources {
		switch name, variable := strings.CutPrefix(from.Name, "$"); {
		case from.Taint&value.Secret == 0:
		case variable:
			w.hazard(RuleSecretVariable, cause.Word(name), effect.Span{})
		case name == environment:
			w.hazard(RuleEnvironment, cause.Cause{}, effect.Span{})
		}
	}
	if shown.v.Taint&value.Secret != 0 && shown.v.Comes() { // it has more sources than are listed
		w.hazard(RuleEnvironment, cause.Cause{}, effect.Span{})
	}
	if w.over {
		w.hazard(RuleOverCap, cause.Cause{}, effect.Span{})
	}
	return eff
}

// walkUncalled walks the functions that nothing here calls, which whoever sources the script may call with anything.
// Those that call others stand behind them, as a rule, and come first. Where that is too much work, calls are not
// followed: what they call is walked itself.
func walkUncalled(a *walker) {
	a.byCaller = true
	for range 2 {
		for _, f := range slices.Backward(a.defined) {
			if a.shallow || !f.called {
				f.called = true
				walkBranch(a, func() {
					setArgs(a, nil, false)
					walkStmt(a, f.body)
				})
			}
		}
		if !a.over {
			return
		}
		a.steps, a.over, a.shallow = 0, a.shallow, true
	}
}

// refusal is the hazard for text that was not accepted.
func refusal(err error) effect.Hazard {
	var pe *ParseError
	if !errors.As(err, &pe) {
		return hazard(RuleUnparsable, cause.NotParsed.OfWord(err.Error()), effect.Span{})
	}
	why := pe.Cause
	if pe.Line > 0 {
		why.Place = fmt.Sprintf("%d:%d", pe.Line, pe.Column)
	}
	return hazard(pe.Rule, why, effect.Span{Start: pe.Offset, End: pe.Offset})
}

// The costs of parts of the walk, in units of work. Each unit takes about a tenth of a microsecond. Parsing one byte
// costs one unit.
const (
	stepWork    = 96   // a simple command, at least
	wordWork    = 16   // a word, or a variable that gets a value
	resolveWork = 16   // a path, for each directory and each part of it
	entryWork   = 64   // comparing an entry of a directory with a pattern
	globWork    = 256  // comparing a pattern with names
	gitWork     = 1024 // a use of git, including reading its configuration
)

// step counts one command and reports whether there may be more.
func (b *walker) step() bool {
	b.steps++
	if b.steps > maxSteps {
		b.over = true
	}
	return b.work(stepWork)
}

// work counts units of work and reports whether there may be more.
func (b *walker) work(n int) bool {
	b.spent += n
	if b.spent > maxWork {
		b.over = true
	}
	return !b.over
}

// match counts the work of matching patterns in a text of n bytes, and reports whether it may be done.
func (b *walker) match(n int) bool {
	b.matches += n
	return b.matches <= maxMatch
}

// enter guards recursion; leave must follow when it returns true.
func (b *walker) enter() bool {
	if b.depth >= maxDepth {
		b.over = true
		return false
	}
	b.depth++
	return true
}

func (b *walker) leave() { b.depth-- }

// span is the place of a node in the command that is shown.
func (r *walker) span(n syntax.Node) effect.Span {
	if r.outside != nil {
		return *r.outside
	}
	return effect.Span{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
}

// wordSpan is the place of the n-th word of a command.
func (r *walker) wordSpan(w word, n int) effect.Span {
	span := w.Span
	if r.outside == nil {
		span.Word = n
	}
	return span
}

// source is the text of a node as written, shortened.
func (r *walker) source(n syntax.Node) string {
	if n == nil {
		return ""
	}
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from > to || to > len(r.src) {
		return ""
	}
	return clip(r.src[from:to])
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

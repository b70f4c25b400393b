package setup

import (
	"context"
	"maps"
	"path"
	"slices"
	"sync"

	"pp/actuators/tools"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
	"pp/engine/skills"
	"pp/engine/store"
	"pp/gates"
	"pp/sexp"
)

// Judge judges the actions of one conversation by the gates in force, the current facts, and the grants, reads and
// created files of the conversation so far.
type Judge struct {
	AcceptEdits bool // ordinary edits in the workspace are allowed
	Grants      approval.SessionGrants
	Elsewhere   Elsewhere // for whom it judges
	Attempts    Attempts  // of the commands so far

	settings  *Settings
	machine   *Machine
	inForce   *InForce
	signals   *system.Signals
	executor  *Executor
	rules     *approval.Rules // nil where there is no place for them
	flows     *flows
	made      made
	evaluated evaluated
}

// Judge implements engine.Judge. One judgement goes by one version of the skills.
func (j *Judge) Judge(action engine.Action, f engine.Facts) engine.Verdict {
	now := j.inForce.current()
	f.Tools = j.Elsewhere.tools(now.table, j.settings.Config.Hook.Unknown)
	return now.stack.Judge(action, f)
}

// Now judges an action as it would be judged in the conversation now.
func (j *Judge) Now(action engine.Action) engine.Verdict {
	return j.Judge(action, j.facts(action))
}

// With judges with these grants and no other waiver, to test a rule before pp keeps it.
func (j *Judge) With(action engine.Action, grants []engine.Grant) engine.Verdict {
	f := j.settings.Facts(j.inForce.table)
	if j.Elsewhere.Name == "" {
		f = j.machine.Facts(f, action)
	}
	f.Grants, f.Permissions, f.AcceptEdits = grants, nil, false
	f.Kept = gates.NewKept(f.FS, j.made)
	f.Confinement = j.executor.Confinement(action)
	return j.Judge(action, f)
}

// facts are those of the moment, and what was read in the conversation so far.
func (j *Judge) facts(action engine.Action) engine.Facts {
	var f engine.Facts
	if _, said := action.Op.(engine.Message); said && action.Target == engine.TargetCLI {
		f = j.settings.answerFacts(j.inForce.table)
	} else {
		j.signals.Handle() // whatever is done comes after its judgement
		f = j.settings.Facts(j.inForce.table)
	}
	if j.Elsewhere.Name == "" {
		f = j.machine.Facts(f, action)
	}
	f.AcceptEdits, f.Flows = j.AcceptEdits, j.flows.list()
	f.Attempts = j.Attempts.inARow()
	if j.Elsewhere.Name == "" || j.Elsewhere.Confines {
		f.Confinement = j.executor.Confinement(action)
	}
	f.Grants = j.Waivers(f)
	f.Kept = gates.NewKept(f.FS, j.made)
	if j.inForce.skills.ready("programming-repl") {
		f.Evaluated = j.evaluated.list()
	}
	return j.Elsewhere.Facts(f, action, j.settings)
}

// sayable reports whether the gates let a text be said to the person.
func (j *Judge) sayable(text string) bool {
	return j.Now(engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: text},
		Explanation: engine.DefaultExplanation}).AsGiven().Decision == engine.Allow
}

// Waivers returns the session's grants, then the learned rules. Unreadable rules waive nothing.
func (j *Judge) Waivers(f engine.Facts) []engine.Grant {
	place := approval.PlaceOf(f.Workspace, f.Dir)
	out := j.Grants.Grants(place, f.FS)
	if j.rules != nil {
		if learned, err := j.rules.Grants(place, f.FS); err == nil {
			out = append(out, learned...)
		}
	}
	return out
}

// Binding returns what an approval depends on besides the verdict: the view of the files, and the rules in force.
func Binding(v engine.Verdict) approval.Binding {
	return approval.Binding{FS: v.Facts.FS, Rules: gates.DefaultRules().InForce(v.Facts.Rules)}
}

// InForce holds the gates and tools of an agent and of its skills. It is safe for concurrent use.
type InForce struct {
	Tools []tools.Tool // those that are built in, and those of servers; Specs has the skills' too

	settings *Settings
	skills   *Skills
	table    engine.ToolTable // of Tools, and of messengers
	stack    *gates.Stack     // of the built-in gates

	mu   sync.Mutex
	made bool
	now  version
}

// version is what is in force with one version of the skills. It belongs together.
type version struct {
	set   *skills.Set
	stack *gates.Stack
	table engine.ToolTable
}

// current is what is in force now, made once for each version of the skills.
func (i *InForce) current() version {
	set := i.skills.Current()
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.made && i.now.set == set {
		return i.now
	}
	i.made, i.now = true, version{set, i.stack, i.table}
	if set == nil {
		return i.now
	}
	i.now.stack = i.stack.With(set.Gates()...)
	if composed := set.Tools(); len(composed) > 0 {
		i.now.table = maps.Clone(i.table)
		for _, spec := range composed {
			i.now.table[spec.Name] = spec
		}
	}
	return i.now
}

// Table are the tools that exist, by name, the skills' included.
func (i *InForce) Table() engine.ToolTable { return i.current().table }

// Gates lists the gates in the order they run, the skills' included.
func (i *InForce) Gates() []engine.Gate { return i.current().stack.Gates() }

// Specs are the tools that have an actuator or are composed, the built-in ones first.
func (i *InForce) Specs() []engine.ToolSpec {
	var out []engine.ToolSpec
	for _, t := range i.Tools {
		out = append(out, t.Spec)
	}
	return append(out, i.skills.Current().Tools()...)
}

// offered are the tools that a model is told of.
func (i *InForce) offered() []engine.ToolSpec {
	out := append(engine.TargetTools(), i.settings.messengerTools()...)
	for _, spec := range i.Specs() {
		if i.offers(spec.Name) {
			out = append(out, spec)
		}
	}
	return out
}

// offers reports whether to offer a tool to a model. It offers memory's tools once there is something to find; a call
// of one works before that, too.
func (i *InForce) offers(tool string) bool {
	s := i.settings
	switch tool {
	case "remember", "memory-search":
		return s.Config.MemexDir != "" || Exists(s.Kept("memory"))
	}
	return true
}

// Refit tells a loop of the tools that there are now.
func (i *InForce) Refit(l *engine.Loop) {
	l.Decoder.Tools = i.Table()
	if len(l.Prompter.Tools) > 0 {
		l.Prompter.Tools = i.offered()
	}
}

// example returns the case for the action of a skill's example: with this agent's facts, full confinement, and without
// grants or reads.
func (i *InForce) example(analyser gates.Analyser) func(engine.Action) engine.Case {
	return func(action engine.Action) engine.Case {
		f := i.settings.Facts(i.table)
		f.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}
		canonical, effects, err := analyser.Analyse(action, f)
		if err != nil {
			canonical = action // the gate sees what there is of it
		}
		return engine.Case{Action: canonical, Effects: effects, Facts: f}
	}
}

// taken are the tools whose names no skill may take: those that exist, here or where the configuration says otherwise.
func (i *InForce) taken() engine.ToolTable {
	out := tools.Table(everyTool())
	maps.Copy(out, i.table)
	for _, spec := range append(engine.TargetTools(), engine.MessengerTool(engine.TargetTelegram),
		engine.MessengerTool(engine.TargetSignal)) {
		out[spec.Name] = spec
	}
	return out
}

// skilled wires the skills to a loop. It looks each one up on use, so that a saved change takes effect.
func skilled(l *engine.Loop, k *Skills) {
	l.Composer, l.Guide = k, k
	l.Recover = func(ctx context.Context, s engine.Signal, err error) engine.Restart {
		return k.Current().Recover(ctx, s, err)
	}
	l.Handlers = map[engine.Sensor]engine.Handler{}
	for sensor := engine.SensorUserInput; sensor <= engine.SensorInterrupt; sensor++ {
		l.Handlers[sensor] = k.handler(sensor)
	}
}

// handler answers a sensor as the skills say at the moment, and else leaves the signal as it is.
func (k *Skills) handler(sensor engine.Sensor) engine.Handler {
	return func(ctx context.Context, s engine.Signal) (engine.Signal, bool, error) {
		if h, ok := k.Current().Handler(sensor); ok {
			return h(ctx, s)
		}
		return s, true, nil
	}
}

// Prompt implements engine.Guide.
func (k *Skills) Prompt(ctx context.Context, s engine.Signal) (text, by string, notes []string) {
	return k.Current().Prompt(ctx, s)
}

// Mandates implements engine.Guide.
func (k *Skills) Mandates(ctx context.Context, s engine.Signal) (texts, notes []string) {
	files, notes := k.mandates.texts(ctx)
	texts, noted := k.Current().Mandates(ctx, s)
	texts, more := k.mandates.beside(texts, files)
	return slices.Concat(files, texts), slices.Concat(notes, noted, more)
}

// Composes implements engine.Composer.
func (k *Skills) Composes(tool string) bool { return k.Current().Composes(tool) }

// Compose implements engine.Composer.
func (k *Skills) Compose(ctx context.Context, tool string, args sexp.Plist, results []engine.Inner) (
	engine.Next, error) {
	return k.Current().Compose(ctx, tool, args, results)
}

// sayOfSkills says what came of loading them.
func sayOfSkills(out *output.Printer) func(label, text string) {
	return func(label, text string) {
		if label == "warning" {
			out.Warn([]string{text})
		} else if !out.Options.Quiet {
			out.Note(label, text)
		}
	}
}

// ready reports whether a skill of a name is used.
func (k *Skills) ready(name string) bool {
	s, ok := k.SkillOf(name)
	return ok && s.State == skills.Ready
}

// SkillOf is the skill of a name, whatever its state; of several of one name the first.
func (k *Skills) SkillOf(name string) (skills.Skill, bool) {
	list := k.Current().Skills()
	i := slices.IndexFunc(list, func(s skills.Skill) bool { return s.Name == name })
	if i < 0 {
		return skills.Skill{}, false
	}
	return list[i], true
}

// maxMade bounds the files that are known to have been made by this run.
const maxMade = 20_000

// made holds the files that this run created, as it left them: deleting them loses nothing.
type made map[string]effect.FileInfo

// note takes over what an action made, changed and deleted.
func (m *made) note(r engine.Result) {
	files := store.NewView()
	for _, name := range r.Changed {
		if _, ours := (*m)[name]; ours {
			delete(*m, name)
			m.add(files, name)
		}
	}
	for _, name := range r.Made {
		m.add(files, name)
	}
}

// add notes a file, or all that is in a new directory.
func (m *made) add(files effect.FS, name string) {
	info, err := files.Lstat(name)
	switch {
	case err != nil || len(*m) >= maxMade:
		return
	case *m == nil:
		*m = made{}
	}
	if !info.Mode.IsDir() {
		(*m)[name] = info
		return
	}
	below, _ := files.ReadDir(name)
	for _, n := range below {
		m.add(files, path.Join(name, n))
	}
}

// maxEvaluated bounds the names that are remembered as evaluated.
const maxEvaluated = 10_000

// evaluated holds the names that this run defined by evaluation. It is safe for concurrent use.
type evaluated struct {
	mu    sync.Mutex
	names map[string]bool
}

// note takes over what a form that was evaluated defines.
func (e *evaluated) note(ev engine.Acted) {
	op, ok := ev.Cleared.Action().Op.(engine.Eval)
	if !ok || ev.Result.Failed {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.names == nil {
		e.names = map[string]bool{}
	}
	for _, name := range gates.Definitions(op.Code) {
		if len(e.names) < maxEvaluated {
			e.names[name] = true
		}
	}
}

// list gives the names, sorted; it is never nil.
func (e *evaluated) list() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, slices.Sorted(maps.Keys(e.names))...)
}

package setup

import (
	"context"
	"maps"
	"slices"
	"sync"

	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/skills"
	"pp/gates"
	"pp/sexp"
)

// inForce is what an agent judges and acts by, made once for each version of its skills.
type inForce struct {
	mu    sync.Mutex
	made  bool
	set   *skills.Set
	stack *gates.Stack
	table engine.ToolTable
}

// current are the skills, gates and tools as they are now. They belong together.
func (a *Agent) current() (*skills.Set, *gates.Stack, engine.ToolTable) {
	set := a.Skills.Current()
	f := &a.inForce
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made && f.set == set {
		return f.set, f.stack, f.table
	}
	f.made, f.set, f.stack, f.table = true, set, a.stack, a.table
	if set == nil {
		return f.set, f.stack, f.table
	}
	f.stack = a.stack.With(set.Gates()...)
	if composed := set.Tools(); len(composed) > 0 {
		f.table = maps.Clone(a.table)
		for _, spec := range composed {
			f.table[spec.Name] = spec
		}
	}
	return f.set, f.stack, f.table
}

// Table are the tools that exist, by name, the skills' included.
func (a *Agent) Table() engine.ToolTable {
	_, _, table := a.current()
	return table
}

// Specs are the tools that have an actuator or are composed, the built-in ones first.
func (a *Agent) Specs() []engine.ToolSpec {
	var out []engine.ToolSpec
	for _, t := range a.Tools {
		out = append(out, t.Spec)
	}
	return append(out, a.Skills.Current().Tools()...)
}

// offered are the tools that a model is told of.
func (a *Agent) offered() []engine.ToolSpec {
	out := append(engine.TargetTools(), a.messengerTools()...)
	for _, spec := range a.Specs() {
		if a.offers(spec.Name) {
			out = append(out, spec)
		}
	}
	return out
}

// Gates lists the gates in the order they run, the skills' included.
func (a *Agent) Gates() []engine.Gate {
	_, stack, _ := a.current()
	return stack.Gates()
}

// Judges judges by the gates and tools that are there at each judgement.
func (a *Agent) Judges() engine.Judge { return judging{a} }

type judging struct{ agent *Agent }

// Judge implements engine.Judge. One judgement goes by one version of the skills.
func (j judging) Judge(action engine.Action, f engine.Facts) engine.Verdict {
	_, stack, table := j.agent.current()
	f.Tools = j.agent.Elsewhere.tools(table, j.agent.Settings.Config.Hook.Unknown)
	return stack.Judge(action, f)
}

// example makes the case of an action that a skill's example is about: as here, where
// everything confines, and nothing was granted or read.
func (a *Agent) example(analyser gates.Analyser) func(engine.Action) engine.Case {
	return func(action engine.Action) engine.Case {
		f := a.Settings.Facts(a.table)
		f.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}
		canonical, effects, err := analyser.Analyse(action, f)
		if err != nil {
			canonical = action // the gate sees what there is of it
		}
		return engine.Case{Action: canonical, Effects: effects, Facts: f}
	}
}

// skilled wires the skills to a loop. Each is looked up when it is needed, so that one that was
// saved meanwhile counts.
func (a *Agent) skilled(l *engine.Loop) {
	l.Composer, l.Guide = composing{a.Skills}, guide{a.Skills, &a.mandates}
	l.Recover = func(ctx context.Context, s engine.Signal, err error) engine.Restart {
		return a.Skills.Current().Recover(ctx, s, err)
	}
	l.Handlers = map[engine.Sensor]engine.Handler{}
	for sensor := engine.SensorUserInput; sensor <= engine.SensorInterrupt; sensor++ {
		l.Handlers[sensor] = a.handler(sensor)
	}
	a.Refit(l)
}

// Refit tells a loop of the tools that there are now.
func (a *Agent) Refit(l *engine.Loop) {
	l.Decoder.Tools = a.Table()
	if len(l.Prompter.Tools) > 0 {
		l.Prompter.Tools = a.offered()
	}
}

// handler answers a sensor as the skills say at the moment, and else leaves the signal as it is.
func (a *Agent) handler(sensor engine.Sensor) engine.Handler {
	return func(ctx context.Context, s engine.Signal) (engine.Signal, bool, error) {
		if h, ok := a.Skills.Current().Handler(sensor); ok {
			return h(ctx, s)
		}
		return s, true, nil
	}
}

// guide is the guide of a loop.
type guide struct {
	skills   *Skills
	mandates *mandates
}

// Prompt implements engine.Guide.
func (g guide) Prompt(ctx context.Context, s engine.Signal) (text, by string, notes []string) {
	return g.skills.Current().Prompt(ctx, s)
}

// Mandates implements engine.Guide.
func (g guide) Mandates(ctx context.Context, s engine.Signal) (texts, notes []string) {
	files, notes := g.mandates.texts(ctx)
	texts, noted := g.skills.Current().Mandates(ctx, s)
	texts, more := g.mandates.beside(texts, files)
	return slices.Concat(files, texts), slices.Concat(notes, noted, more)
}

// composing is the composer of a loop.
type composing struct{ skills *Skills }

// Composes implements engine.Composer.
func (c composing) Composes(tool string) bool { return c.skills.Current().Composes(tool) }

// Compose implements engine.Composer.
func (c composing) Compose(ctx context.Context, tool string, args sexp.Plist, results []engine.Inner) (engine.Next,
	error) {
	return c.skills.Current().Compose(ctx, tool, args, results)
}

// sayOfSkills says what came of loading them.
func (a *Agent) sayOfSkills(label, text string) {
	if label == "warning" {
		a.Out.Warn([]string{text})
		return
	}
	if !a.Out.Options.Quiet {
		a.Out.Note(label, text)
	}
}

// taken are the tools whose names no skill may take: those that exist, here or where the configuration says otherwise.
func (a *Agent) taken() engine.ToolTable {
	out := tools.Table(everyTool())
	maps.Copy(out, a.table)
	for _, spec := range append(engine.TargetTools(), engine.MessengerTool(engine.TargetTelegram),
		engine.MessengerTool(engine.TargetSignal)) {
		out[spec.Name] = spec
	}
	return out
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

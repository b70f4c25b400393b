package setup

import (
	"context"
	"errors"
	"io"
	"slices"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/memory"
	"pp/engine/session"
	"pp/engine/view"
	"pp/gates"
	"pp/gates/shell"
	"pp/providers/wire"
	"pp/sexp"
	"pp/sexp/lisp"
)

// Agent is what one conversation is wired from: the gates, the tools and what
// carries them out, the providers, and what was said and read so far.
type Agent struct {
	Settings *Settings
	Out      *output.Printer
	signals  *system.Signals
	progress *output.Progress // of waiting for a model; nil shows nothing
	stream   *output.Stream   // shows answers while they come
	Live     io.Writer        // gets a command's output as it comes; nil is nobody

	Tools    []tools.Tool // those that are built in, and those of servers; Specs has the skills' too
	Servers  *Servers     // of tools; nil where there are none
	Elicit   Elicit       // puts their questions to the person; nil declines
	Skills   *Skills
	table    engine.ToolTable // of the built-in tools
	stack    *gates.Stack     // of the built-in gates
	inForce  inForce
	mandates mandates
	Executor *Executor
	Plans    *approval.Store // nil where there is no place for them
	Rules    *approval.Rules // likewise
	Grants   approval.SessionGrants
	// Messengers bring messages to people in the place of those that are made from the configuration.
	Messengers map[engine.Target]Sender
	Attended   bool // a person is asked who is not at the terminal: in an editor, or in a chat

	Memory *Memory     // nil where there is no place for it
	Recall Recall      // what of memory is shown
	run    *memory.Run // memory as this conversation writes to it; nil where nothing is kept
	id     string      // of the conversation

	Providers *ProviderSet        // chosen with the loop
	Session   engine.SessionStore // the conversation
	file      *session.File       // its file; nil when it is in memory only
	trace     io.Closer           // the thought trace's file; nil when none is kept
	unkept    bool                // the state directory cannot be used
	Flows     flows
	Elsewhere Elsewhere // for whom it judges
	made      made
	evaluated evaluated
	Answers   []string        // of this turn
	Refused   map[string]bool // actions that the person denied in this turn
	judged    engine.Verdict  // the last one
}

// NewAgent wires the gates and tools over settings.
func NewAgent(s *Settings, out *output.Printer, signals *system.Signals) *Agent {
	a := &Agent{Settings: s, Out: out, signals: signals, progress: output.NewProgress(s.System, s.Redactor, out),
		Recall: recallOf(s.Options)}
	a.Executor = NewExecutor(s)
	o := tools.Options{Skip: secretFile, Linked: s.linked(), Private: s.Private, Now: s.System.Now,
		Literate: true, Editor: s.Editor, Fetch: tools.Fetch{Private: s.Config.HostNames()}}
	warn := func(text string) { out.Warn([]string{text}) }
	if m, err := OpenMemory(s, warn); err == nil { // else there is no place for it
		a.Memory, o.Memory, m.Semantic = m, memoryTools{a}, a.semantic
		if s.Config.MemexDir != "" { // else their words in every prompt would be for nothing
			o.Headlines = memoryTools{a}
		}
	}
	a.Servers = a.openServers()
	a.Tools = append(tools.Builtin(o), a.Servers.tools()...)
	a.table = tools.Table(a.Tools)
	for _, spec := range a.messengerTools() {
		a.table[spec.Name] = spec
	}
	if dir := s.Kept("approvals"); dir != "" {
		o := approval.Options{Clock: s.System.Now, Random: s.System.Random, Life: s.Config.Approvals.SuspendedExpiry}
		a.Plans, a.Rules = approval.NewStore(dir, o), approval.NewRules(dir, o)
	}
	analyser := gates.Analyser{Shell: &shell.Analyst{Table: s.Policy.programs}}
	a.stack = gates.New(analyser, gates.Default(s.stored()), gates.DefaultWaivers(), s.System.Now)
	a.Skills = &Skills{settings: s, chosen: s.Config.Skills, tools: a.taken, analyse: a.example(analyser),
		say: a.sayOfSkills}
	a.mandates.settings = s
	return a
}

// Place is what rules and conversations of this agent belong to.
func (a *Agent) Place() string {
	return approval.PlaceOf(a.Settings.Where.Workspace, a.Settings.Where.Dir)
}

// AcceptEdits has ordinary edits in the workspace allowed or asked about from now on.
func (a *Agent) AcceptEdits(accept bool) {
	s := *a.Settings // others may hold it as it was
	s.Options.AcceptEdits = accept
	a.Settings = &s
}

// Anew wires another agent like this one, for a new conversation, without what was
// granted, said or read.
func (a *Agent) Anew() *Agent {
	s := *a.Settings
	s.Options.GoOn, s.Options.Resume = false, ""
	fresh := NewAgent(&s, a.Out, a.signals)
	fresh.unkept, fresh.Recall.On = a.unkept, a.Recall.On
	return fresh
}

// Loop wires the whole of it for a conversation, with whom to ask.
func (a *Agent) Loop(id string, approver engine.Approver) (*engine.Loop, error) {
	s := a.Settings
	if a.Providers == nil {
		var err error
		if a.Providers, err = NewProviderSet(s, a.Out, a.progress, id); err != nil {
			return nil, err
		}
	}
	if a.Out.Report != nil {
		a.Out.Report.Spent = a.Providers.ledger.Spent
	}
	if a.Session == nil {
		a.Session = session.NewMemory(0)
	}
	registry := a.actuators()
	limits := s.Config.Limits
	l := &engine.Loop{
		Judge: a.Judges(), Reviewer: gates.Reviewer{Waivers: gates.DefaultWaivers()}, Facts: a.facts, Approver: approver,
		Actuators: registry, Session: a.Session,
		Decoder: engine.Decoder{Known: known(registry), Default: target(s.Config.DefaultActuator), Plain: s.Options.NoTools,
			Tests: a.Tests},
		Prompter: a.prompter(), Watch: a.watch, Clock: s.System.Now, Nonce: s.System.Nonce(), DryRun: s.Options.DryRun,
		Tries:         s.Options.DryRun,
		DefaultTarget: target(s.Config.DefaultActuator), Silent: targets(s.Config.SilentActuators), Redactor: s.Redactor,
		Shortener: a.compactor(), Tokens: wire.Estimate,
		Limits: engine.Limits{Depth: limits.MaxDepth, Turns: limits.MaxTurns, Attempts: limits.MaxAttempts},
	}
	a.remembers(l, id)
	a.skilled(l)
	if a.progress != nil {
		l.Preview = a.progress.Add
	}
	a.stream = a.Out.NewStream(s.Redactor, a.sayable, a.progress.Pause)
	if a.stream != nil {
		l.Stream = a.stream.Add
	}
	a.Providers.record = func(ctx context.Context, p engine.Prompt) { recordFitted(ctx, l, p) }
	l.Planned = a.Providers.Planner
	if err := a.Provide(l); err != nil {
		return nil, err
	}
	return l, a.keepTrace(l, id)
}

// Provide gives a loop the providers that are asked now; it keeps those it has when
// that cannot be.
func (a *Agent) Provide(l *engine.Loop) error {
	p, err := a.Providers.provider(a.Providers.consensus, func(reply engine.Reply) ([]string, error) {
		return essences(l.Decoder, reply)
	})
	if err == nil {
		l.Provider = p
	}
	return err
}

// Model is whom to ask outside of any conversation, without tools; who names what is spent.
func (a *Agent) Model(who string) (engine.Provider, error) {
	h, err := NewProviderSet(a.Settings, a.Out, a.progress, who)
	if err != nil {
		return nil, err
	}
	if h.Planner() {
		return nil, exit.New(exit.Unavailable, offlineHint, errors.New("there is no model to ask"))
	}
	return h.provider(0, func(engine.Reply) ([]string, error) { return nil, nil })
}

// essences are what a reply proposes to do; none of a message.
func essences(d engine.Decoder, reply engine.Reply) ([]string, error) {
	var out []string
	for _, c := range reply.Calls {
		action, err := d.Call(c, reply.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, action.Essence())
	}
	if len(reply.Calls) > 0 {
		return out, nil
	}
	said, err := d.Said(reply, engine.TargetCLI)
	if err != nil || said.Action.Says() {
		return nil, err
	}
	return []string{said.Action.Essence()}, nil
}

func (a *Agent) actuators() *actuators.Registry {
	registry := &actuators.Registry{}
	registry.Register(engine.TargetCLI, actuators.NewCLI(func(text string) error {
		a.Answers = append(a.Answers, text)
		return nil
	}))
	system := actuators.NewSystem(func(text string) error {
		a.Out.Note("log", text)
		return nil
	}, lisp.Evaluator{})
	registry.Register(engine.TargetSystem, system)
	registry.Register(engine.TargetSystemMessage, system)
	registry.Register(engine.TargetTool, a.Executor.guard(masked{a.Executor.values, actuators.NewTools(a.Tools)}))
	registry.Register(engine.TargetShell, a.Executor.shell(a.Settings, a.Live))
	a.registerMessengers(registry)
	return registry
}

// facts are those of the moment, and what was read in the conversation so far.
func (a *Agent) facts(action engine.Action) engine.Facts {
	var f engine.Facts
	if _, said := action.Op.(engine.Message); said && action.Target == engine.TargetCLI {
		f = a.Settings.answerFacts(a.table)
	} else {
		a.signals.Handle() // whatever is done comes after its judgement
		f = a.Settings.Facts(a.table)
	}
	f.Flows = a.Flows.list()
	if a.Elsewhere.Name == "" || a.Elsewhere.Confines {
		f.Confinement = a.Executor.Confinement(action)
	}
	f.Grants = a.Waivers(f)
	f.Kept = gates.NewKept(f.FS, a.made)
	if a.Skills.ready("programming-repl") {
		f.Evaluated = a.evaluated.list()
	}
	return a.Elsewhere.Facts(f, action, a.Settings)
}

// Judge judges an action as it would be judged in the conversation now.
func (a *Agent) Judge(action engine.Action) engine.Verdict {
	return a.Judges().Judge(action, a.facts(action))
}

// sayable reports whether the gates let a text be said to the person.
func (a *Agent) sayable(text string) bool {
	return a.Judge(engine.Action{Target: engine.TargetCLI, Op: engine.Message{Text: text},
		Explanation: engine.DefaultExplanation}).Decision == engine.Allow
}

// JudgeWith judges as the gates would here and now, with these grants and no
// other waiver: how a rule is tried before it is kept.
func (a *Agent) JudgeWith(action engine.Action, grants []engine.Grant) engine.Verdict {
	f := a.Settings.Facts(a.table)
	f.Grants, f.Permissions, f.AcceptEdits = grants, nil, false
	f.Kept = gates.NewKept(f.FS, a.made)
	f.Confinement = a.Executor.Confinement(action)
	return a.Judges().Judge(action, f)
}

// Binding is what an approval is bound to besides the verdict: the very view it
// was judged over, and the rules in force.
func Binding(v engine.Verdict) approval.Binding {
	return approval.Binding{FS: v.Facts.FS, Rules: gates.DefaultRules().InForce(v.Facts.Rules)}
}

// Waivers are the session's grants, then the learned rules. Rules that cannot be
// read waive nothing.
func (a *Agent) Waivers(f engine.Facts) []engine.Grant {
	place := approval.PlaceOf(f.Workspace, f.Dir)
	out := a.Grants.Grants(place, f.FS)
	if a.Rules != nil {
		if learned, err := a.Rules.Grants(place, f.FS); err == nil {
			out = append(out, learned...)
		}
	}
	return out
}

// ActiveRules are the rules of a list that are in force.
func ActiveRules(list []approval.Rule) []approval.Rule {
	return slices.DeleteFunc(slices.Clone(list), func(r approval.Rule) bool { return !r.Active() })
}

// Tests is the command that runs the project's tests, for a run-tests call.
func (a *Agent) Tests(args sexp.Plist) (string, error) {
	return tools.RunTests(view.New(), a.Settings.Where.Dir, args)
}

// known reports the targets a model may name: those that have an actuator.
func known(r *actuators.Registry) func(engine.Target) bool {
	return func(t engine.Target) bool {
		_, ok := r.Find(t)
		return ok || t == engine.TargetSystemMessage
	}
}

func target(name string) engine.Target {
	if name == "" {
		return engine.TargetCLI
	}
	return engine.ParseTarget(name)
}

func targets(names []string) []engine.Target {
	var out []engine.Target
	for _, n := range names {
		out = append(out, engine.ParseTarget(n))
	}
	return out
}

// keepTrace gives a loop the session's thought trace, where there is a place
// for it. Nothing is created before the first record.
func (a *Agent) keepTrace(l *engine.Loop, id string) error {
	dir := a.Settings.Kept("audit")
	switch {
	case a.Settings.Options.Ephemeral:
		l.Recorder = forgetful{}
		return nil
	case dir == "":
		return nil
	}
	store, err := audit.NewFileStore(dir, id)
	if err != nil {
		return err
	}
	a.pruneTraceFiles(dir)
	a.trace = store
	log := audit.NewLog(store, audit.Options{Session: id, Clock: a.Settings.System.Now, Redactor: a.Settings.Redactor})
	l.Recorder = noticed{log, a.Out}
	return nil
}

// noticed says once that the thought trace has a gap. What must be recorded
// first is not done then, and says so itself.
type noticed struct {
	engine.Recorder
	out *output.Printer
}

// Record implements engine.Recorder.
func (n noticed) Record(ctx context.Context, r engine.Record) error {
	err := n.Recorder.Record(ctx, r)
	if err != nil && !r.Durable && !n.out.Noted["gap"] {
		n.out.Noted["gap"] = true
		n.out.Note("warning", err.Error()+"; the trace will have a gap")
	}
	return err
}

// forgetful is the thought trace of --ephemeral: the person asked that nothing be
// kept, so that nothing has to be kept before an action.
type forgetful struct{}

func (forgetful) Record(context.Context, engine.Record) error { return nil }

// Close closes what a session writes.
func (a *Agent) Close() error {
	var errs []error
	if a.trace != nil {
		errs = append(errs, a.trace.Close())
	}
	if a.file != nil {
		errs = append(errs, a.file.Close())
	}
	if a.Memory != nil {
		errs = append(errs, a.Memory.Close())
	}
	return errors.Join(append(errs, a.Servers.Close())...)
}

// Runner runs one signal, the last of a run, and says why when it was cancelled.
func (a *Agent) Runner(l *engine.Loop) func(context.Context, engine.Signal) engine.Outcome {
	return func(ctx context.Context, s engine.Signal) engine.Outcome {
		return a.End(ctx, l.Run(ctx, s))
	}
}

// End closes what a session writes once its last signal came to out.
func (a *Agent) End(ctx context.Context, out engine.Outcome) engine.Outcome {
	if out.Err != nil {
		a.Out.Broken()
	}
	if err := a.Close(); err != nil && out.Err == nil {
		out.Err = err
	}
	if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
		out.Err = context.Cause(ctx)
	}
	return out
}

package cli

import (
	"context"
	"errors"
	"io"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/session"
	"pp/engine/view"
	"pp/gates"
	"pp/gates/shell"
	"pp/sexp"
	"pp/sexp/lisp"
)

// agent is what one conversation is wired from: the gates, the tools and what
// carries them out, the providers, and what was said and read so far.
type agent struct {
	settings *settings
	out      *printer
	signals  *signals
	progress *progress // of waiting for a model; nil shows nothing
	live     io.Writer // gets a command's output as it comes; nil is nobody

	tools    []tools.Tool
	table    engine.ToolTable
	stack    *gates.Stack
	executor *executor
	plans    *approval.Store // nil where there is no place for them
	rules    *approval.Rules // likewise
	grants   approval.SessionGrants

	providers *providerSet        // chosen with the loop
	session   engine.SessionStore // the conversation
	file      *session.File       // its file; nil when it is in memory only
	trace     io.Closer           // the thought trace's file; nil when none is kept
	unkept    bool                // the state directory cannot be used
	flows     flows
	answers   []string        // of this turn
	refused   map[string]bool // actions that the person denied in this turn
	judged    engine.Verdict  // the last one
}

// newAgent wires the gates and tools over settings.
func newAgent(s *settings, out *printer, signals *signals) *agent {
	a := &agent{settings: s, out: out, signals: signals, progress: newProgress(s, out)}
	a.executor = newExecutor(s)
	a.tools = tools.Builtin(tools.Options{Skip: secretFile})
	a.table = tools.Table(a.tools)
	if dir := s.kept("approvals"); dir != "" {
		o := approval.Options{Clock: s.sys.Now, Random: s.sys.Random, Life: s.cfg.Approvals.SuspendedExpiry}
		a.plans, a.rules = approval.NewStore(dir, o), approval.NewRules(dir, o)
	}
	a.stack = gates.New(gates.Analyser{Shell: &shell.Analyst{Table: s.policy.programs}}, gates.Default(s.stored()),
		gates.DefaultWaivers(), s.sys.Now)
	return a
}

// place is what rules and conversations of this agent belong to.
func (a *agent) place() string {
	return approval.PlaceOf(a.settings.where.workspace, a.settings.where.dir)
}

// loop wires the whole of it for a conversation, with whom to ask.
func (a *agent) loop(id string, approver engine.Approver) (*engine.Loop, error) {
	s := a.settings
	if a.providers == nil {
		var err error
		if a.providers, err = newProviderSet(s, a.out, a.progress, id); err != nil {
			return nil, err
		}
	}
	if a.out.report != nil {
		a.out.report.spent = a.providers.ledger.Spent
	}
	if a.session == nil {
		a.session = session.NewMemory(0)
	}
	registry := a.actuators()
	limits := s.cfg.Limits
	l := &engine.Loop{
		Judge: a.stack, Facts: a.facts, Approver: approver, Actuators: registry, Session: a.session,
		Decoder: engine.Decoder{Known: known(registry), Default: target(s.cfg.DefaultActuator), Plain: s.opts.noTools,
			Tests: a.tests},
		Prompter: a.prompter(), Watch: a.watch, Clock: s.sys.Now, Nonce: s.sys.nonce(), DryRun: s.opts.dryRun,
		DefaultTarget: target(s.cfg.DefaultActuator), Silent: targets(s.cfg.SilentActuators), Redactor: s.redactor,
		Limits: engine.Limits{Depth: limits.MaxDepth, Turns: limits.MaxTurns, Attempts: limits.MaxAttempts},
	}
	if a.progress != nil {
		l.Preview = a.progress.add
	}
	a.providers.record = func(ctx context.Context, p engine.Prompt) { recordFitted(ctx, l, p) }
	if err := a.provide(l); err != nil {
		return nil, err
	}
	return l, a.keepTrace(l, id)
}

// provide gives a loop the providers that are asked now; it keeps those it has when
// that cannot be.
func (a *agent) provide(l *engine.Loop) error {
	p, err := a.providers.provider(a.providers.consensus, func(reply string) (engine.Action, error) {
		return l.Decoder.Decode(reply, engine.TargetCLI)
	})
	if err == nil {
		l.Provider = p
	}
	return err
}

func (a *agent) actuators() *actuators.Registry {
	registry := &actuators.Registry{}
	registry.Register(engine.TargetCLI, actuators.NewCLI(func(text string) error {
		a.answers = append(a.answers, text)
		return nil
	}))
	registry.Register(engine.TargetSystem, actuators.NewSystem(func(text string) error {
		a.out.note("log", text)
		return nil
	}, lisp.Evaluator{}))
	registry.Register(engine.TargetTool, a.executor.guard(actuators.NewTools(a.tools)))
	registry.Register(engine.TargetShell, a.executor.shell(a.settings, a.live))
	return registry
}

// facts are those of the moment, and what was read in the conversation so far.
func (a *agent) facts(action engine.Action) engine.Facts {
	var f engine.Facts
	if _, said := action.Op.(engine.Message); said && action.Target == engine.TargetCLI {
		f = a.settings.answerFacts(a.table)
	} else {
		a.signals.handle() // whatever is done comes after its judgement
		f = a.settings.facts(a.table)
	}
	f.Flows = a.flows.list()
	f.Confinement = a.executor.confinement(action)
	f.Grants = a.waivers(f)
	return f
}

// judge judges an action as it would be judged in the conversation now.
func (a *agent) judge(action engine.Action) engine.Verdict {
	return a.stack.Judge(action, a.facts(action))
}

// judgeWith judges as the gates would here and now, with these grants and no
// other waiver: how a rule is tried before it is kept.
func (a *agent) judgeWith(action engine.Action, grants []engine.Grant) engine.Verdict {
	f := a.settings.facts(a.table)
	f.Grants, f.Permissions, f.AcceptEdits = grants, nil, false
	f.Confinement = a.executor.confinement(action)
	return a.stack.Judge(action, f)
}

// binding is what an approval is bound to besides the verdict: the very view it
// was judged over, and the rules in force.
func binding(v engine.Verdict) approval.Binding {
	return approval.Binding{FS: v.Facts.FS, Rules: gates.DefaultRules().InForce(v.Facts.Rules)}
}

// waivers are the session's grants, then the learned rules. Rules that cannot be
// read waive nothing.
func (a *agent) waivers(f engine.Facts) []engine.Grant {
	place := approval.PlaceOf(f.Workspace, f.Dir)
	out := a.grants.Grants(place, f.FS)
	if a.rules != nil {
		if learned, err := a.rules.Grants(place, f.FS); err == nil {
			out = append(out, learned...)
		}
	}
	return out
}

// tests is the command that runs the project's tests, for a run-tests call.
func (a *agent) tests(args sexp.Plist) (string, error) {
	return tools.RunTests(view.New(), a.settings.where.dir, args)
}

func (a *agent) prompter() engine.Prompter {
	p := engine.Prompter{Assistant: a.settings.cfg.Assistant, System: a.settings.opts.system}
	if !a.settings.opts.noTools {
		p.Forms = engine.Forms
		for _, t := range a.tools {
			p.Tools = append(p.Tools, t.Spec)
		}
	}
	return p
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
func (a *agent) keepTrace(l *engine.Loop, id string) error {
	dir := a.settings.kept("audit")
	switch {
	case a.settings.opts.ephemeral:
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
	log := audit.NewLog(store, audit.Options{Session: id, Clock: a.settings.sys.Now, Redactor: a.settings.redactor})
	l.Recorder = noticed{log, a.out}
	return nil
}

// noticed says once that the thought trace has a gap. What must be recorded
// first is not done then, and says so itself.
type noticed struct {
	engine.Recorder
	out *printer
}

// Record implements engine.Recorder.
func (n noticed) Record(ctx context.Context, r engine.Record) error {
	err := n.Recorder.Record(ctx, r)
	if err != nil && !r.Durable && !n.out.noted["gap"] {
		n.out.noted["gap"] = true
		n.out.note("warning", err.Error()+"; the trace will have a gap")
	}
	return err
}

// forgetful is the thought trace of --ephemeral: the person asked that nothing be
// kept, so that nothing has to be kept before an action.
type forgetful struct{}

func (forgetful) Record(context.Context, engine.Record) error { return nil }

// close closes what a session writes.
func (a *agent) close() error {
	var errs []error
	if a.trace != nil {
		errs = append(errs, a.trace.Close())
	}
	if a.file != nil {
		errs = append(errs, a.file.Close())
	}
	return errors.Join(errs...)
}

// runner runs one signal, the last of a run, and says why when it was cancelled.
func (a *agent) runner(l *engine.Loop) func(context.Context, engine.Signal) engine.Outcome {
	return func(ctx context.Context, s engine.Signal) engine.Outcome {
		out := l.Run(ctx, s)
		if err := a.close(); err != nil && out.Err == nil {
			out.Err = err
		}
		if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
			out.Err = context.Cause(ctx)
		}
		return out
	}
}

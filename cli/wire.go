package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/cli/config"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/session"
	"pp/engine/view"
	"pp/gates"
	"pp/gates/secrets"
	"pp/gates/shell"
	"pp/sexp"
	"pp/sexp/lisp"
)

// machine is everything that one run of the loop is wired from.
type machine struct {
	around  surroundings
	tools   []tools.Tool
	table   engine.ToolTable
	stack   *gates.Stack
	session engine.SessionStore
	file    *session.File // the session's file; nil when it is in memory only
	flows   flows
	house   *household
	hands   *hands
	plans   *approval.Store       // nil where there is no place for them
	rules   *approval.Rules       // likewise
	resumed approval.Conversation // of the flight plan that is carried out; its Cascade is asked
	grants  approval.SessionGrants
	last    engine.Facts // those of the judgement made last
	judged  engine.Verdict
	trace   io.Closer // the thought trace's file; nil when none is kept
	answers []string
	refused map[string]bool // actions that the person denied in this turn
}

// load resolves the configuration from all layers, once.
func (a *app) load() (surroundings, error) {
	around, err := a.surroundings()
	if err != nil {
		return around, err
	}
	var flags config.Layer
	o := &a.opts
	if o.model != "" {
		flags.Set("model", o.model, "--model")
	}
	if o.maxTurns > 0 {
		flags.Set("limits.max_turns", fmt.Sprint(o.maxTurns), "--max-turns")
	}
	if o.maxCost != "" {
		flags.Set("limits.max_cost", o.maxCost, "--max-cost")
	}
	if o.maxTokens != "" {
		flags.Set("limits.max_tokens", o.maxTokens, "--max-tokens")
	}
	if o.timeout > 0 {
		flags.Set("limits.timeout", o.timeout.String(), "--timeout")
	}
	for _, p := range o.allow.Value() {
		flags.Permit(p, config.Allow, "--allow")
	}
	for _, h := range o.allowHosts.Value() {
		flags.AllowHost(h, "--allow-host")
	}
	a.cfg, err = config.Load(config.Input{Env: a.sys.Getenv, Home: around.home, Project: around.workspace.Root,
		Files: config.OSFiles{}, Flags: flags})
	if err != nil {
		return around, err
	}
	if err := a.checkPatterns(a.cfg.Permissions); err != nil {
		return around, err
	}
	if err := a.readPolicy(); err != nil {
		return around, err
	}
	a.redactor = secrets.NewRedactor(secrets.NewVault(a.stored()))
	a.progress = a.newProgress()
	for _, w := range a.cfg.Warnings {
		if !o.quiet {
			a.note("warning", w.String())
		}
	}
	if t := a.cfg.Limits.Timeout; t.Set {
		o.timeout = t.Value
	}
	if a.cfg.Origin("timeouts.stdin") != (config.Origin{}) {
		a.sys.StdinTimeout = a.cfg.Timeouts.Stdin
	}
	o.denyAll = o.denyAll || a.cfg.DenyAllApprovals
	if most := a.cfg.Limits.Timeout; most.Set && (o.timeout == 0 || most.Value < o.timeout) {
		o.timeout = most.Value
	}
	around.workspace.Added = a.addedTrees(around.home)
	settled := around
	around.env = sync.OnceValue(func() engine.Environment { return a.childEnvironment(settled) })
	return around, nil
}

// build wires the gates and tools over the loaded configuration.
func (a *app) build(around surroundings) (*machine, error) {
	m := &machine{around: around, hands: a.hands(around)}
	m.tools = tools.Builtin(tools.Options{Skip: secretFile})
	m.table = tools.Table(m.tools)
	if dir := a.approvalsDir(); dir != "" {
		o := approval.Options{Clock: a.sys.Now, Random: a.sys.Random, Life: a.cfg.Approvals.SuspendedExpiry}
		m.plans, m.rules = approval.NewStore(dir, o), approval.NewRules(dir, o)
	}
	m.stack = gates.New(gates.Analyser{Shell: &shell.Analyst{Table: a.policy.programs}}, gates.Default(a.stored()), gates.DefaultWaivers(), a.sys.Now)
	return m, nil
}

// approvalsDir is where flight plans and learned rules are kept, "" when there
// is no place.
func (a *app) approvalsDir() string {
	if a.cfg.Paths.StateDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.Paths.StateDir, "approvals")
}

// stored are the secrets the person keeps with pp.
func (a *app) stored() []engine.Secret {
	var out []engine.Secret
	for _, s := range a.cfg.Secrets() {
		out = append(out, engine.NewSecret(s.Name, s.Value.Reveal()))
	}
	return out
}

// loop wires the whole of it for a conversation.
func (a *app) loop(m *machine, id string) (*engine.Loop, error) {
	house, err := a.householdOf(m.resumed, id)
	if err != nil {
		return nil, err
	}
	if a.report != nil {
		a.report.spent = house.ledger.Spent
	}
	if m.session == nil {
		m.session = session.NewMemory(0)
	}
	registry := &actuators.Registry{}
	registry.Register(engine.TargetCLI, actuators.NewCLI(func(text string) error {
		m.answers = append(m.answers, text)
		return nil
	}))
	registry.Register(engine.TargetSystem, actuators.NewSystem(func(text string) error {
		a.note("log", text)
		return nil
	}, lisp.Evaluator{}))
	registry.Register(engine.TargetTool, m.hands.guard(actuators.NewTools(m.tools)))
	registry.Register(engine.TargetShell, a.shell(m.hands, a.live))
	l := &engine.Loop{
		Judge: m.stack, Facts: func(action engine.Action) engine.Facts { return a.sessionFacts(m, action) },
		Approver: asker{a, m, engine.Meta{Source: engine.TargetCLI, Session: id}}, Actuators: registry, Session: m.session,
		Decoder:  engine.Decoder{Known: known(registry), Default: target(a.cfg.DefaultActuator), Plain: a.opts.noTools, Tests: m.tests},
		Prompter: a.prompter(m), Watch: func(e engine.Event) { a.watch(m, e) }, Clock: a.sys.Now, Nonce: a.sys.nonce(), DryRun: a.opts.dryRun,
		DefaultTarget: target(a.cfg.DefaultActuator), Silent: targets(a.cfg.SilentActuators),
		Limits: engine.Limits{Depth: a.cfg.Limits.MaxDepth, Turns: a.cfg.Limits.MaxTurns, Attempts: a.cfg.Limits.MaxAttempts},
	}
	if a.redactor != nil {
		l.Redactor = a.redactor
	}
	if a.progress != nil {
		l.Preview = a.progress.add
	}
	house.record = func(ctx context.Context, p engine.Prompt) { recordFitted(ctx, l, p) }
	if l.Provider, err = house.provider(house.consensus, func(reply string) (engine.Action, error) {
		return l.Decoder.Decode(reply, engine.TargetCLI)
	}); err != nil {
		return nil, err
	}
	m.house = house
	if err := a.keepTrace(m, l, id); err != nil {
		return nil, err
	}
	return l, nil
}

// sessionFacts are the facts of a conversation: those of the moment, and what
// was read in it so far.
func (a *app) sessionFacts(m *machine, action engine.Action) engine.Facts {
	var f engine.Facts
	if _, said := action.Op.(engine.Message); said && action.Target == engine.TargetCLI {
		f = a.answerFacts(m.around, m.table)
	} else {
		a.heed() // whatever is done comes after its judgement
		f = a.facts(m.around, m.table)
	}
	f.Flows = m.flows.list()
	f.Confinement = a.confinement(m.hands, action)
	f.Grants = m.waivers(f)
	m.last = f
	return f
}

// waivers are the session's grants, then the learned rules. Rules that cannot be
// read waive nothing.
func (m *machine) waivers(f engine.Facts) []engine.Grant {
	place := approval.PlaceOf(f.Workspace, f.Dir)
	out := m.grants.Grants(place, f.FS)
	if m.rules != nil {
		if learned, err := m.rules.Grants(place, f.FS); err == nil {
			out = append(out, learned...)
		}
	}
	return out
}

// tests is the command that runs the project's tests, for a run-tests call.
func (m *machine) tests(args sexp.Plist) (string, error) {
	return tools.RunTests(view.New(), m.around.dir, args)
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
	if len(names) == 0 {
		return nil
	}
	out := make([]engine.Target, 0, len(names))
	for _, n := range names {
		out = append(out, engine.ParseTarget(n))
	}
	return out
}

func (a *app) prompter(m *machine) engine.Prompter {
	p := engine.Prompter{Assistant: a.cfg.Assistant, System: a.opts.system}
	if !a.opts.noTools {
		p.Forms = engine.Forms
		for _, t := range m.tools {
			p.Tools = append(p.Tools, t.Spec)
		}
	}
	return p
}

// keepTrace gives a loop the session's thought trace, where there is a place
// for it. Nothing is created before the first record.
func (a *app) keepTrace(m *machine, l *engine.Loop, id string) error {
	switch {
	case a.opts.ephemeral:
		l.Recorder = forgetful{}
		return nil
	case a.cfg.Paths.StateDir == "":
		return nil
	}
	store, err := audit.NewFileStore(filepath.Join(a.cfg.Paths.StateDir, "audit"), id)
	if err != nil {
		return err
	}
	a.keepTraceLimits()
	m.trace = store
	l.Recorder = noticed{audit.NewLog(store, audit.Options{Session: id, Clock: a.sys.Now, Redactor: a.redactor}), a}
	return nil
}

// noticed says once that the thought trace has a gap. What must be recorded
// first is not done then, and says so itself.
type noticed struct {
	engine.Recorder
	app *app
}

// Record implements engine.Recorder.
func (n noticed) Record(ctx context.Context, r engine.Record) error {
	err := n.Recorder.Record(ctx, r)
	if err != nil && !r.Durable && !n.app.noted["gap"] {
		n.app.noted["gap"] = true
		n.app.note("warning", err.Error()+"; the trace will have a gap")
	}
	return err
}

// forgetful is the thought trace of --ephemeral: the person asked that nothing be
// kept, so that nothing has to be kept before an action.
type forgetful struct{}

func (forgetful) Record(context.Context, engine.Record) error { return nil }

// closers are the files that a session writes.
func (m *machine) closers() []io.Closer {
	var out []io.Closer
	if m.trace != nil {
		out = append(out, m.trace)
	}
	if m.file != nil {
		out = append(out, m.file)
	}
	return out
}

// close closes what a session writes.
func (m *machine) close() error {
	var errs []error
	for _, c := range m.closers() {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// runLoop runs one signal and classifies what it came to.
func (a *app) runLoop(ctx context.Context, m *machine, l *engine.Loop, s engine.Signal) engine.Outcome {
	out := l.Run(ctx, s)
	if err := m.close(); err != nil && out.Err == nil {
		out.Err = err
	}
	if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
		out.Err = context.Cause(ctx)
	}
	return out
}

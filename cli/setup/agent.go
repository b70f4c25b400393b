package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/memory/index"
	"pp/engine/session"
	"pp/gates"
	"pp/gates/shell"
	"pp/providers/wire"
	"pp/sexp/lisp"
)

// Agent holds the parts of one conversation: its gates, providers, executor and records.
type Agent struct {
	Settings *Settings
	Out      *output.Printer
	signals  *system.Signals
	progress *output.Progress // of waiting for a model; nil shows nothing
	Live     io.Writer        // gets a command's output as it comes; nil is nobody

	Servers  *Servers // of tools
	Elicit   Elicit   // puts their questions to the person; nil declines
	Skills   *Skills
	InForce  *InForce
	Judge    *Judge
	Machine  *Machine
	Executor *Executor
	Plans    *approval.Store // nil where there is no place for them
	Rules    *approval.Rules // likewise
	// Messengers bring messages to people in the place of those that are made from the configuration.
	Messengers map[engine.Target]Sender
	Attended   bool // a person is asked who is not at the terminal: in an editor, or in a chat

	Memory *Memory // nil where there is no place for it
	Notes  *Notes  // of it, as this conversation has them
	Recall Recall  // what of memory is shown

	Providers *ProviderSet // chosen with the loop
	before    *ProviderSet // whom the conversation asked that this one follows
	Records   *Records
	Answers   []string        // of this turn
	Refused   map[string]bool // actions that the person denied in this turn

	began time.Time       // when the conversation began or was continued
	told  bool            // pp told the person which variables commands do not get
	newer map[string]bool // new programs on PATH that pp told the person about
}

// NewAgent wires the gates and tools over settings.
func NewAgent(s *Settings, out *output.Printer, signals *system.Signals) *Agent {
	read := &flows{}
	a := &Agent{Settings: s, Out: out, signals: signals, progress: output.NewProgress(s.System, out),
		Recall: Recall{On: s.Options.Context, Focus: s.Options.Focus}, Executor: NewExecutor(s),
		Records: &Records{settings: s, out: out, flows: read}}
	a.began, a.newer = s.System.Now(), map[string]bool{}
	o := a.toolOptions()
	a.Servers = openServers(s, a.serverOptions(), out.Warn)
	a.InForce = &InForce{Tools: append(tools.Builtin(o), a.Servers.tools()...), settings: s}
	a.InForce.table = tools.Table(a.InForce.Tools)
	for _, spec := range s.messengerTools() {
		a.InForce.table[spec.Name] = spec
	}
	if dir := s.Kept("approvals"); dir != "" {
		o := approval.Options{Clock: s.System.Now, Random: s.System.Random, Life: s.Config.Approvals.SuspendedExpiry}
		a.Plans, a.Rules = approval.NewStore(dir, o), approval.NewRules(dir, o)
	}
	analyst := &shell.Analyst{Table: s.Policy.programs}
	analyser := gates.Analyser{Shell: analyst}
	a.Machine = &Machine{settings: s, analyst: analyst, Confined: func() bool {
		return a.Executor.Box().Probe().Files == engine.FilesMounts
	}}
	a.Records.machine, a.Executor.machine = a.Machine, a.Machine
	a.InForce.stack = gates.New(analyser, gates.Default(s.Config.Secrets()), gates.DefaultWaivers(), s.System.Now)
	a.Skills = &Skills{settings: s, chosen: s.Config.Skills, tools: a.InForce.taken,
		analyse: a.InForce.example(analyser), say: sayOfSkills(out), mandates: mandates{settings: s}}
	a.InForce.skills = a.Skills
	a.Judge = &Judge{AcceptEdits: s.Options.AcceptEdits, settings: s, machine: a.Machine, inForce: a.InForce,
		signals: signals, executor: a.Executor, rules: a.Rules, flows: read}
	return a
}

// toolOptions are those of the tools that are built in, with memory, where there is a place for it.
func (a *Agent) toolOptions() tools.Options {
	s := a.Settings
	o := tools.Options{Skip: secretFile, Linked: s.linked(), Private: s.Private,
		Editor: s.Editor, Fetch: tools.Fetch{Private: s.Config.HostNames()}}
	m, err := OpenMemory(s, func(text string) { a.Out.Warn([]string{text}) })
	if err != nil {
		return o
	}
	m.Embedder = func() (index.Embedder, error) { return a.Providers.Embedder() }
	a.Memory, a.Notes = m, &Notes{memory: m}
	o.Memory = memoryTools{a.Notes}
	if s.Config.MemexDir != "" || slices.Contains(s.Options.Allow, "org-modify-file") { // else their words are for nothing
		o.Headlines = memoryTools{a.Notes}
	}
	return o
}

// Anew returns an agent for a new conversation with the same providers, without grants and flows.
func (a *Agent) Anew() *Agent {
	s := *a.Settings
	s.Options.GoOn, s.Options.Resume = false, ""
	fresh := NewAgent(&s, a.Out, a.signals)
	fresh.Records.unkept, fresh.Recall.On, fresh.Elicit = a.Records.unkept, a.Recall.On, a.Elicit
	fresh.Judge.AcceptEdits, fresh.before = a.Judge.AcceptEdits, a.Providers
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
		if a.before != nil {
			a.Providers.Order, a.Providers.Models = a.before.Order, a.before.Models
		}
	}
	if a.Out.Report != nil {
		a.Out.Report.Spent = a.Providers.ledger.Spent
	}
	if a.Records.Session == nil {
		a.Records.Session = session.NewMemory(0)
	}
	if _, err := session.ParseID(id); err == nil {
		a.Machine.begins(id, a.Records.file != nil)
	}
	registry := a.actuators()
	limits, target := s.Config.Limits, engine.ParseTarget(s.Config.DefaultActuator)
	l := &engine.Loop{
		Judge: a.Judge, Reviewer: gates.Reviewer{Waivers: gates.DefaultWaivers()}, Facts: a.Judge.facts, Approver: approver,
		Actuators: registry, Session: a.Records.Session,
		Decoder: engine.Decoder{Known: known(registry), Default: target, Plain: s.Options.NoTools,
			Tests: a.Machine.tests, Dir: a.Machine.Dir},
		Left: a.Machine.told, Prompter: a.prompter(), Clock: s.System.Now, Nonce: s.System.Nonce(), DryRun: s.Options.DryRun,
		Tries: s.Options.DryRun, DefaultTarget: target, Silent: targets(s.Config.SilentActuators), Redactor: s.Redactor,
		Shortener: a.InForce.compactor(), Tokens: wire.Estimate,
		Limits: engine.Limits{Depth: limits.MaxDepth, Turns: limits.MaxTurns, Attempts: limits.Attempts},
	}
	a.remembers(l, id)
	skilled(l, a.Skills)
	a.InForce.Refit(l)
	a.shows(l)
	a.Providers.record = func(ctx context.Context, p engine.Prompt) { recordFitted(ctx, l, p) }
	l.Planned = a.Providers.Planner
	if err := a.provide(l); err != nil {
		return nil, err
	}
	a.Out.Onward = a.Records.onward
	return l, a.Records.keepTrace(l, id)
}

// shows has what happens in a loop shown while it does.
func (a *Agent) shows(l *engine.Loop) {
	if a.progress != nil {
		l.Preview = a.progress.Add
	}
	stream := a.Out.NewStream(a.Settings.Redactor, a.Judge.sayable, a.progress)
	if stream != nil {
		l.Stream = stream.Add
	}
	w := watcher{out: a.Out, stream: stream, judge: a.Judge, records: a.Records, answers: &a.Answers}
	l.Watch = w.watch
}

// provide gives a loop the agent's current providers. After an error the loop keeps its own.
func (a *Agent) provide(l *engine.Loop) error {
	p, err := a.Providers.provider(a.Providers.consensus, func(reply engine.Reply) ([]string, error) {
		return essences(l.Decoder, reply)
	})
	if err == nil {
		l.Provider = p
	}
	return err
}

// essences are what a reply proposes to do; none of a message.
func essences(d engine.Decoder, reply engine.Reply) ([]string, error) {
	if len(reply.Calls) == 0 {
		said, err := d.Said(reply, engine.TargetCLI)
		switch {
		case err != nil || len(said.Calls) == 0 && said.Action.Says():
			return nil, err
		case len(said.Calls) == 0:
			return []string{said.Action.Essence()}, nil
		}
		reply.Calls, reply.Text = said.Calls, said.Remark
	}
	var out []string
	for _, c := range reply.Calls {
		action, err := d.Call(c, reply.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, action.Essence())
	}
	return out, nil
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
	registry.Register(engine.TargetTool, sharing{a.Machine,
		a.Executor.guard(masked{a.Executor.values, actuators.NewTools(a.InForce.Tools)})})
	registry.Register(engine.TargetShell, a.progress.Acting(func(live io.Writer) engine.Actuator {
		return noticing{a, sharing{a.Machine, a.Executor.shell(a.Settings, live)}}
	}, a.Live))
	a.registerMessengers(registry)
	return registry
}

// ActiveRules are the rules of a list that are in force.
func ActiveRules(list []approval.Rule) []approval.Rule {
	return slices.DeleteFunc(slices.Clone(list), func(r approval.Rule) bool { return !r.Active() })
}

// known reports the targets a model may name: those that have an actuator.
func known(r *actuators.Registry) func(engine.Target) bool {
	return func(t engine.Target) bool {
		_, ok := r.Find(t)
		return ok || t == engine.TargetSystemMessage
	}
}

func targets(names []string) []engine.Target {
	var out []engine.Target
	for _, n := range names {
		out = append(out, engine.ParseTarget(n))
	}
	return out
}

// Close closes what a session writes.
func (a *Agent) Close() error {
	for _, r := range a.Executor.Close() {
		a.Out.Note("ended", "what this command had left running: "+r.Command)
	}
	errs := []error{a.Records.Close(), a.Machine.Close()}
	if a.Memory != nil {
		errs = append(errs, a.Memory.Close())
	}
	return errors.Join(append(errs, a.Servers.Close())...)
}

// Request is the signal of an action that somebody asks for, and no model.
func Request(meta engine.Meta, action engine.Action) engine.Signal {
	return engine.Signal{Meta: meta, Payload: engine.Request{Action: action}}
}

// Runner runs one signal, the last of a run, and says why when it was cancelled.
func (a *Agent) Runner(l *engine.Loop) func(context.Context, engine.Signal) engine.Outcome {
	return func(ctx context.Context, s engine.Signal) engine.Outcome {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		a.Out.Unheard = cancel
		return a.End(ctx, l.Run(ctx, s))
	}
}

// End closes what a session writes once its last signal came to out.
func (a *Agent) End(ctx context.Context, out engine.Outcome) engine.Outcome {
	if out.Err != nil {
		a.Out.Cut()
	}
	if err := a.Close(); err != nil && out.Err == nil {
		out.Err = err
	}
	if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
		out.Err = context.Cause(ctx)
	}
	return out
}

// watcher shows the events of a loop on standard error: those that the flags ask for, and those that a person must
// know. It records finished actions for the conversation.
type watcher struct {
	out     *output.Printer
	stream  *output.Stream // of answers while they come; nil shows none
	judge   *Judge
	records *Records
	answers *[]string // of this turn
}

// watch is told of everything.
func (w *watcher) watch(e engine.Event) {
	switch ev := e.(type) {
	case engine.Thinking:
		w.out.Broken() // what came before was no answer
	case engine.Answered:
		w.out.AnsweredBy(ev.Reply)
		w.out.Event("usage", map[string]any{"provider": ev.Reply.Provider, "model": ev.Reply.Model,
			"usage": output.UsageOf(ev.Reply.Usage)})
	case engine.Remarked:
		if !w.stream.Remarked() {
			w.out.Remark(ev.Text)
		}
	case engine.Judged:
		if !ev.Final && !ev.Verdict.Action.Says() {
			w.out.Event("call", map[string]any{"tool": ev.Verdict.Action.Tool(), "action": ev.Verdict.Action.Canonical()})
		}
		if ev.Final || ev.Verdict.Decision == engine.Deny { // else it is judged once more
			w.out.Judged(ev.Verdict)
			w.warnOf(ev.Verdict)
			w.out.Event("verdict", map[string]any{"decision": ev.Verdict.Decision.String(),
				"action": ev.Verdict.Action.Canonical(),
				"trace":  output.StepsOf(ev.Verdict)})
		}
	case engine.Noted:
		w.out.NoteOnce(ev.Text)
	case engine.Shortened:
		w.noteShortened(ev)
	case engine.Unremembered:
		w.out.NoteOnce("what memory has for this is left out: with it the prompt does not fit the model's window; " +
			"set context.budget lower")
	case engine.Tried:
		w.out.Note("would do", "this, in a layer that is dropped:\n"+strings.TrimSuffix(w.out.TriedText(ev), "\n"))
	case engine.Rejected:
		w.out.Rejected(ev)
	case engine.Acted:
		if err := w.judge.machine.note(ev.Result); err != nil {
			w.out.Warn([]string{"what the command left to the next one could not be kept: " + err.Error()})
		}
		w.judge.executor.mirror(ev.Result)
		w.judge.made.note(ev.Result)
		w.judge.evaluated.note(ev)
		w.records.Read(readBy(ev.Cleared, ev.Result, len(*w.answers))...)
		w.out.Acted(ev)
	}
}

// noteShortened says what is left out of the prompts from now on.
func (w *watcher) noteShortened(ev engine.Shortened) {
	w.out.Event("shortened", map[string]any{"summed": ev.Cut.Summed, "lined": ev.Cut.Lined, "tokens_before": ev.Before,
		"tokens_after": ev.After, "summary": ev.Asked})
	if !w.out.Options.Verbose {
		return
	}
	what := "the oldest results are a line each now"
	if ev.Cut.Summed > 0 {
		by := "an extract"
		if ev.Asked {
			by = "the model's summary"
		}
		what = fmt.Sprintf("%s stands for the oldest %d turns", by, ev.Cut.Summed)
	}
	w.out.Note("note", fmt.Sprintf("the conversation does not fit the window whole: %s (about %d tokens of it are sent, "+
		"it was %d); all of it is kept", what, ev.After, ev.Before))
}

// warnOf says what the gates warn of, and allow.
func (w *watcher) warnOf(v engine.Verdict) {
	for _, s := range v.Trace {
		for _, f := range s.Findings {
			if f.Rule == "repl-verified" && f.Decision == engine.Allow {
				w.out.Warn([]string{f.Rule + ": " + f.Reason})
			}
		}
	}
}

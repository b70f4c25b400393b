package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/jobs"
	"pp/engine/session"
)

// Jobs lists what runs in the background, runs one now, and shows what one said.
func Jobs(a App) *cli.Command {
	last := 1000
	return &cli.Command{Name: "jobs", Usage: "list what runs in the background, run a job now, show what it said",
		UsageText: "[list | run JOB | log JOB [--last=N]]",
		Flags: []cli.Flag{a.jsonFlag(),
			&cli.IntFlag{Name: "last", Value: last, Usage: "of the log only the last `N` runs", Destination: &last}},
		Description: "Jobs of your own are [[jobs]] tables of the configuration (pp config edit):\n" +
			"   [[jobs]]\n" +
			"   name = \"standup\"\n" +
			"   schedule = \"0 9 * * 1-5\"   # five fields as cron has them, @daily and the like, or \"every 90m\"\n" +
			"   prompt = \"read NOTES.md and list what is open\"   # or action = '(:TYPE :REQUEST …)', carried out if the\n" +
			"                              # gates allow it\n" +
			"   tier = \"reflex\"            # without a model; cognition takes the small one, reasoning the large one\n" +
			"   dir = \"~/notes\"            # else where the heartbeat runs\n" +
			"   max_cost = 0.05            # dollars of one run\n" +
			"   timeout = \"10m\"            # 1h unless it is said\n" +
			"   suspend = true             # what needs a person waits (pp approvals); else it is denied\n" +
			"They run when they are due: by pp heartbeat, and while a conversation waits for a line.\n" +
			"exit codes: 0 done; of run those of a prompt: 3 denied, 4 it waits for approval, 5 a limit, 1 failed;\n" +
			"75 another pp runs it; 2 usage, 78 configuration",
		Action: verbs[*jobsRun]{
			{"list", nil, true, (*jobsRun).list},
			{"run", nil, true, (*jobsRun).now},
			{"log", []string{"last"}, true, func(r *jobsRun) error { return r.log(last) }},
		}.action(a, func(r run) (*jobsRun, error) {
			b, err := newBackground(a)
			if err != nil {
				return nil, err
			}
			out := &jobsRun{background: b, ctx: r.ctx}
			if len(r.words) > 0 {
				out.job, err = b.named(r.words[0])
			}
			return out, err
		})}
}

// jobsRun is one run of `pp jobs`.
type jobsRun struct {
	*background
	ctx context.Context
	job job // that the words name, if they do
}

// named is the job of a name; the error names the nearest one.
func (b *background) named(name string) (job, error) {
	var names []string
	for _, j := range jobsOf(b.settings) {
		if j.name == strings.ToLower(name) {
			return j, nil
		}
		names = append(names, j.name)
	}
	return job{}, exit.Unknown("job", name, names, "`pp jobs` lists them")
}

// ended is the exit code of a run that came to its end.
func ended(r jobs.Record) *int {
	switch r.Outcome {
	case jobs.Never, jobs.Running, jobs.Killed:
		return nil
	}
	return &r.Exit
}

// given is where a time is, nil of the zero time.
func given(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// list prints the jobs, with when each is due and what became of the last run.
func (b *jobsRun) list() error {
	return showList(b.App, jobsOf(b.settings), "", func(j job) (any, string) {
		r, err := b.store.Read(j.name)
		if err != nil {
			r.Outcome, r.Note = jobs.Failed, err.Error()
		}
		next := b.next(j, r)
		return row{{"name", j.name}, {"schedule", j.schedule}, {"off", j.off}, {"own", j.own}, {"tier", j.tier},
				{"dir", j.dir}, {"suspend", j.suspend}, {"next", given(next)}, {"began", given(r.Began)},
				{"ended", given(r.Ended)}, {"outcome", string(r.Outcome)}, {"exit_code", ended(r)}, {"note", r.Note}},
			b.text(j, r, next)
	})
}

// text is a job for a person.
func (b *background) text(j job, r jobs.Record, next time.Time) string {
	due := "never"
	switch {
	case j.off:
		due = "off"
	case r.Outcome == jobs.Running:
		due = "when it ended"
	case !next.IsZero() && !next.After(b.System.Now()):
		due = "now"
	case !next.IsZero():
		due = output.When(next)
	}
	last := string(r.Outcome)
	if r.Outcome == jobs.Never {
		last = "never ran"
	} else if !r.Began.IsZero() {
		last += " " + output.When(r.Began)
	}
	if j.off {
		last += "; pp jobs run " + j.name
	}
	text := fmt.Sprintf("%-14s %-18s next %-18s %s\n", j.name, j.schedule, due, last)
	if r.Note != "" {
		text += "    " + output.OneLine(r.Note, 200) + "\n"
	}
	if r.Began.After(b.System.Now().Add(time.Minute)) {
		text += "    it ran at a time that is yet to come, and is due after that; pp jobs run " + j.name + " begins anew\n"
	}
	return text
}

// log prints what a job said, the newest run last.
func (b *jobsRun) log(last int) error {
	if last < 1 {
		return exit.UsageError("write `pp jobs log JOB --last 1`", "--last takes a number from 1 on")
	}
	said, err := b.store.Said(b.job.name)
	if err != nil {
		return err
	}
	said = said[max(0, len(said)-last):]
	if n := len(said); n > 0 && said[n-1].End == "" {
		if known, _ := b.store.Read(b.job.name); known.Outcome == jobs.Running {
			said[n-1].End = string(jobs.Running)
		}
	}
	return showList(b.App, said, "no output yet\n", func(s jobs.Said) (any, string) {
		s.End = cmp.Or(s.End, string(jobs.Killed))
		text := output.When(s.Began) + " began, " + s.How + "\n"
		for line := range strings.Lines(s.Text) { // what it said is told from what became of it
			text += "  " + line
		}
		return row{{"began", s.Began}, {"how", s.How}, {"ended", given(s.Ended)}, {"end", s.End}, {"text", s.Text}},
			text + s.End + "\n\n"
	})
}

// ranRow is a run as --json prints it. "data" is what the job gives as data, null where it gives none.
func (b *background) ranRow(r ran) row {
	return row{{"name", r.job.name}, {"outcome", string(r.record.Outcome)}, {"exit_code", ended(r.record)},
		{"note", b.Out.Redact(r.record.Note)}, {"began", given(r.record.Began)}, {"ended", given(r.record.Ended)},
		{"data", r.data}}
}

// now runs a job by its name, whether it is due or not, and shows what it says.
func (b *jobsRun) now() error {
	j := b.job
	l, err := b.store.Lease(j.name)
	if errors.Is(err, jobs.ErrBusy) {
		return exit.New(exit.TryLater, "`pp jobs` lists what runs", fmt.Errorf("the job %s was not begun: %w", j.name, err))
	}
	if err != nil {
		return err
	}
	l.Record.Name, l.Record.Tries = j.name, 0
	if !slices.Contains([]string{"", j.schedule}, l.Record.Schedule) {
		l.Record.Schedule, l.Record.Seen = j.schedule, b.System.Now()
	}
	b.byName = true
	r := b.run(b.ctx, j, l)
	if b.Options.JSON {
		return b.Out.Worse(b.Out.PrintMasked(b.ranRow(r)), worst([]ran{r}))
	}
	if r.idle {
		err = b.Out.Print("there was nothing to do\n")
	}
	if f := exit.Classify(r.err); r.err != nil && f.Quiet && f.Code == exit.Failed { // else it was said
		b.Out.Note("failed", r.record.Note)
	}
	return b.Out.Worse(err, worst([]ran{r}))
}

// errIdle is a built-in job's word that there was nothing to do: its log says nothing of the run.
var errIdle = errors.New("there was nothing to do")

// Running is one run of a job. What it prints through Out goes to the job's log, and when it was run by name
// to the person too; nobody is asked. It is for one goroutine at a time.
type Running struct {
	App // with streams, flags and a printer of this run's own; System.Stdin is nil
	// Settings are those of the place that the job runs in.
	Settings *setup.Settings
	Record   *jobs.Record // Mark belongs to the job; pp saves it if the run succeeds
	ByName   bool         // a person started this run
	// Data is what --json prints of the run as "data"; nil is null.
	Data any

	signals engine.Outcome // of all that was carried through the loop
	agent   *setup.Agent
	loop    *engine.Loop
	meta    engine.Meta
}

// Agent is what the run's signals are carried through, made with the first call: a conversation of its own, an
// approver that suspends what asks where the job may suspend and denies it else, and the model of its tier.
func (r *Running) Agent() (*setup.Agent, *engine.Loop, error) {
	if r.agent != nil {
		return r.agent, r.loop, nil
	}
	m := setup.NewAgent(r.Settings, r.Out, r.Signals)
	id, err := r.conversation(m)
	if err != nil {
		return nil, nil, err
	}
	r.meta = engine.Meta{Source: engine.TargetCLI, Session: id, Background: true}
	l, err := m.Loop(id, ask.Asker{Agent: m, Meta: r.meta})
	if err != nil {
		return nil, nil, err
	}
	r.agent, r.loop = m, l
	return m, l, nil
}

// conversation is the ID of the run's own; of ticks there is one a day, which is nowhere but in the thought trace.
func (r *Running) conversation(m *setup.Agent) (string, error) {
	if r.Record.Name != tick {
		return m.Records.Converse()
	}
	id, err := session.NewID(strings.NewReader(strings.Repeat(tick, 4)), r.System.Now().UTC().Truncate(24*time.Hour))
	return string(id), err
}

// Do carries one signal through the loop, prints what it answers, and adds what it came to to the run's outcome:
// what failed, was denied or waits is that of the job. The error is of what never began.
func (r *Running) Do(ctx context.Context, p engine.Payload) (engine.Outcome, error) {
	out, err := r.carry(ctx, p)
	if err != nil {
		return out, err
	}
	for _, answer := range r.agent.Answers {
		if err := r.Out.Answer(answer); err != nil {
			return out, err
		}
	}
	r.Out.SayUndone(out)
	return out, nil
}

// carry is Do that prints nothing. The answers are the agent's.
func (r *Running) carry(ctx context.Context, p engine.Payload) (engine.Outcome, error) {
	m, l, err := r.Agent()
	if err != nil {
		return engine.Outcome{}, err
	}
	m.Answers, m.Refused = nil, nil
	out := l.Run(ctx, engine.Signal{Meta: r.meta, Payload: p})
	if errors.Is(out.Err, context.Canceled) && ctx.Err() != nil {
		out.Err = context.Cause(ctx)
	}
	r.signals.Actions = append(r.signals.Actions, out.Actions...)
	r.signals.Denials = append(r.signals.Denials, out.Denials...)
	r.signals.Pending = append(r.signals.Pending, out.Pending...)
	if r.signals.Err == nil {
		r.signals.Err = out.Err
	}
	return out, nil
}

// end closes what the run opened, and gives what it came to as an error with an exit code; nil is done.
func (r *Running) end(err error) error {
	if r.agent != nil {
		err = errors.Join(err, r.agent.Close())
	}
	if err != nil && !errors.Is(err, errIdle) {
		return err
	}
	switch code := exit.Of(r.signals, false); {
	case r.signals.Err != nil:
		return r.signals.Err
	case code == exit.OK:
		return err
	default:
		return &exit.Error{Code: code, Quiet: true, Err: errors.New(came(r.signals, code))}
	}
}

// came says what became of a run that is not done.
func came(out engine.Outcome, code int) string {
	switch failed, ok := out.Unmended(); {
	case code == exit.Suspended:
		waits := "waits"
		if len(out.Pending) > 1 {
			waits = "wait"
		}
		return counted(len(out.Pending), "action") + " " + waits + " for approval: pp approvals"
	case code == exit.Denied && len(out.Denied()) > 0:
		last := out.Denied()[len(out.Denied())-1]
		return engine.RuleName(last.Gate, last.Rule) + ": " + last.Reason
	case ok:
		return failed.Ending()
	}
	return "it did not do what it was for"
}

// backgroundOptions are the flags of a run that nobody watches. The tier is any where it is not said.
func backgroundOptions(tier string, suspend bool, cost *float64) *setup.Options {
	o := &setup.Options{Background: true, NoStdin: true, DenyAll: !suspend,
		Tier: map[string]engine.Tier{"reflex": engine.TierReflex, "cognition": engine.TierCognition,
			"reasoning": engine.TierReasoning}[tier]}
	o.Format, o.Color = "text", "never"
	if tier == "reflex" {
		o.Provider = "offline"
	}
	if cost != nil {
		o.MaxCost = strconv.FormatFloat(*cost, 'f', -1, 64)
	}
	return o
}

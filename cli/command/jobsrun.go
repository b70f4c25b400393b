package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/jobs"
	"pp/sexp"
)

// job is what may run in the background: one that comes with pp, or a [[jobs]] table.
type job struct {
	name     string
	schedule string
	when     jobs.Schedule
	own      bool   // it is a person's
	off      bool   // it runs by name alone
	dir      string // that it runs in; "" is where the heartbeat does
	tier     string // of the models that it asks, as of a [[jobs]] table; "" is the person's choice
	suspend  bool   // what asks becomes a flight plan; else it is denied
	cost     *float64
	timeout  time.Duration
	run      func(ctx context.Context, r *Running) error
}

// tick is the name of the signal that each heartbeat begins with, as a job.
const tick = "heartbeat"

// jobsOf are the jobs of a configuration, in the order in which they run.
func jobsOf(s *setup.Settings) []job {
	out := append([]job{{name: tick, schedule: every(s.Config.Heartbeat), tier: "reflex", run: beat}}, builtins(s)...)
	for _, c := range s.Config.Jobs {
		out = append(out, job{name: c.Name, schedule: c.Schedule, own: true, dir: c.Dir, tier: c.Tier, suspend: c.Suspend,
			cost: c.MaxCost, timeout: c.Timeout, run: ownJob(c)})
	}
	for i := range out {
		out[i].when, _ = jobs.Parse(out[i].schedule) // Load has checked the schedule
		out[i].timeout = cmp.Or(out[i].timeout, time.Hour)
	}
	return out
}

// beat carries the signal of a tick through the loop, where a skill answers it.
func beat(ctx context.Context, r *Running) error {
	m, _, err := r.Agent()
	if err != nil {
		return err
	}
	if _, answered := m.Skills.Current().Handler(engine.SensorHeartbeat); answered {
		_, err = r.Do(ctx, engine.Heartbeat{})
	}
	return cmp.Or(err, errIdle)
}

// every is a schedule by time that has passed.
func every(d time.Duration) string {
	text := d.String()
	for _, zeros := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-2]
		}
	}
	return "every " + text
}

// ownJob carries a person's job through the loop.
func ownJob(c config.Job) func(context.Context, *Running) error {
	return func(ctx context.Context, r *Running) error {
		if c.Prompt != "" {
			_, err := r.Do(ctx, engine.Input{Text: c.Prompt, Origin: engine.OriginPerson})
			return err
		}
		_, l, err := r.Agent()
		if err != nil {
			return err
		}
		forms, err := sexp.ReadAll(c.Action, sexp.Limits{})
		if err != nil {
			return err
		}
		action, err := l.Decoder.Action(forms[0], engine.TargetCLI)
		if err != nil {
			return exit.ConfigError("`pp help tools` and `pp tools` say what a request may be; "+c.Origin.String()+" says this",
				"the action of the job %s: %w", c.Name, err)
		}
		_, err = r.Do(ctx, engine.Request{Action: action})
		return err
	}
}

// ran is what became of a job's run.
type ran struct {
	job    job
	record jobs.Record
	err    error // with its exit code; nil where it is done
	idle   bool  // there was nothing to do
	data   any
}

// mostTries is how often a job is begun again that does not come to its end: one that kills pp would else do so for
// ever.
const mostTries = 3

// background is where jobs run from.
type background struct {
	App
	settings *setup.Settings
	store    *jobs.Store
	zone     *time.Location
	byName   bool // a person runs one now, and sees what it says
}

// newBackground resolves the settings of the working directory and the place of jobs.
func newBackground(a App) (*background, error) {
	s, err := a.load()
	if err != nil {
		return nil, err
	}
	dir := s.Kept("jobs")
	if dir == "" {
		return nil, exit.NoPlace("jobs")
	}
	b := &background{App: a, settings: s, store: jobs.NewStore(dir)}
	b.zone, err = zoneOf(a.System.Env("TZ"))
	if err != nil {
		a.Out.Warn([]string{err.Error()})
	}
	return b, nil
}

// run runs a job under its lease, with its log, and gives the lease up.
func (b *background) run(ctx context.Context, j job, l *jobs.Lease) ran {
	defer l.Close()
	r := &l.Record
	how := "when it was due"
	if r.Tries > 0 {
		how = "again, since it did not come to its end"
	}
	if b.byName {
		how = "by name"
	}
	if r.Seen.IsZero() {
		r.Seen, r.Schedule = b.System.Now(), j.schedule
	}
	r.Began, r.Ended, r.Outcome, r.Exit, r.Note = b.System.Now(), time.Time{}, jobs.Running, 0, ""
	r.Again, r.Tries = false, r.Tries+1
	log := l.Log(how)
	err := l.Keep(j.own)
	if err == nil && j.own {
		_, err = log.Write(nil)
	}
	if err != nil {
		return b.unlogged(ran{job: j}, *r, fmt.Errorf("the job %s was not begun: %w", j.name, err))
	}
	out := b.carryOut(ctx, j, r, log)
	r.Ended = b.System.Now()
	b.conclude(r, &out)
	end := string(r.Outcome)
	if r.Note != "" {
		end += ": " + r.Note
	}
	kept := errors.Join(log.End(r.Ended, end, !out.idle), l.Keep(j.own))
	if out.err == nil && kept != nil {
		return b.unlogged(out, *r, fmt.Errorf("what became of the job %s cannot be kept: %w", j.name, kept))
	}
	out.record = *r
	return out
}

// unlogged ends a run with an error that its log does not have, and tells a person who runs it by name.
func (b *background) unlogged(out ran, r jobs.Record, err error) ran {
	out.err, out.idle = err, false
	b.conclude(&r, &out)
	if out.record = r; b.byName && !b.Options.JSON {
		b.Out.Say(exit.Classify(err))
	}
	return out
}

// carryOut does the work of a job.
func (b *background) carryOut(ctx context.Context, j job, record *jobs.Record, log io.Writer) (out ran) {
	out.job = j
	ctx, cancel := context.WithTimeoutCause(ctx, j.timeout, exit.New(exit.Timeout,
		"timeout = \"2h\" in its [[jobs]] table gives it longer", fmt.Errorf("it took longer than %v", j.timeout)))
	defer cancel()
	mark := record.Mark
	a := b.streams(log, backgroundOptions(j.tier, j.suspend, j.cost))
	r := &Running{App: a, Record: record, ByName: b.byName}
	defer func() {
		if p := recover(); p != nil {
			out.err = exit.New(exit.Failed, "this is a defect in pp", errors.New("unexpected failure"))
		}
		a.Out.Flush()
		if out.err != nil {
			record.Mark = mark
		}
	}()
	at, err := b.placeOf(j)
	if err == nil {
		r.Settings, err = setup.Load(a.System, a.Options, at)
	}
	if err == nil {
		a.Out.Redactor = r.Settings.Redactor
		err = j.run(ctx, r)
	}
	err = r.end(err)
	if ctx.Err() != nil && err != nil && !errors.Is(err, errIdle) {
		err = context.Cause(ctx)
	}
	out.idle = errors.Is(err, errIdle)
	if !out.idle {
		out.err, out.data = err, r.Data
	}
	if out.err != nil {
		a.Out.Say(exit.Classify(out.err))
	}
	return out
}

// streams is the app of a run: what it prints goes to its log, and to whom it is shown.
func (b *background) streams(log io.Writer, o *setup.Options) App {
	sys := b.System
	sys.Stdin, sys.Stdout, sys.Stderr = nil, log, log
	if b.byName && !b.Options.JSON {
		sys.Stdout, sys.Stderr = io.MultiWriter(b.Out.Stdout, log), io.MultiWriter(b.Out.Stderr, log)
	}
	return App{System: sys, Options: o, Out: output.New(sys, &o.Options), Signals: b.Signals}
}

// placeOf is where a job runs.
func (b *background) placeOf(j job) (setup.Location, error) {
	if j.dir == "" {
		return setup.Here(b.System, b.Options)
	}
	at, err := setup.Here(b.System, &setup.Options{Dir: j.dir})
	if err != nil {
		err = exit.ConfigError("make the directory, or correct dir in the configuration", "the job %s: %w", j.name, err)
	}
	return at, err
}

// conclude notes in a record what a run came to.
func (b *background) conclude(r *jobs.Record, out *ran) {
	if out.err == nil {
		r.Outcome, r.Tries = jobs.Done, 0
		return
	}
	f := exit.Classify(out.err)
	r.Exit, r.Note = f.Code, jobs.OneLine(b.Out.Redact(f.Message()))
	r.Outcome = cmp.Or(map[int]jobs.Outcome{exit.Denied: jobs.Denied, exit.Suspended: jobs.Suspended,
		exit.Limit: jobs.Limit, exit.Interrupted: jobs.Interrupted, exit.Terminated: jobs.Interrupted}[f.Code],
		jobs.Failed)
	if r.Again = f.Code == exit.Terminated; !r.Again {
		r.Tries = 0
	}
}

// due reports whether a job is to run now.
func (b *background) due(j job, r jobs.Record) bool {
	if (r.Again || r.Outcome == jobs.Killed) && r.Tries < mostTries {
		return true
	}
	return jobs.Job{Schedule: j.when, Seen: r.Seen, Last: r.Began}.Due(b.System.Now(), b.zone)
}

// next is when a job is due; the zero time where that is never.
func (b *background) next(j job, r jobs.Record) time.Time {
	switch {
	case j.off:
		return time.Time{}
	case r.Seen.IsZero() || r.Schedule != j.schedule:
		r.Seen = b.System.Now()
	}
	return jobs.Job{Schedule: j.when, Seen: r.Seen, Last: r.Began}.Next(b.zone)
}

package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/jobs"
)

// Heartbeat runs what is due.
func Heartbeat(a App) *cli.Command {
	var watch bool
	return &cli.Command{Name: "heartbeat", Usage: "run the jobs that are due, once or with --watch until it is stopped",
		UsageText: "[unit systemd | unit cron]",
		Flags:     []cli.Flag{a.jsonFlag(), Bool("watch", "go on, and look again every heartbeat_interval", &watch)},
		Description: "Each job runs once, of however many processes; one that was missed runs once; `pp jobs` lists them.\n" +
			"A conversation that waits for a line does the same by itself. unit prints what a service manager needs to do\n" +
			"it, and installs nothing.\n" +
			"exit codes: 0 what was due is done, or nothing was; else that of the job that ended worst, as of a prompt:\n" +
			"3 denied, 4 it waits for approval, 5 a limit, 1 failed; 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return unit(a, c.Args().Get(1))
			}
			b, err := newBackground(a)
			if err != nil {
				return err
			}
			if watch {
				return b.watch(c.Context)
			}
			return b.once(c.Context)
		}}
}

// once is one tick, with what it did.
func (b *background) once(ctx context.Context) error {
	list := b.tick(ctx, 0)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if b.Options.JSON {
		out := []row{}
		for _, r := range list {
			out = append(out, b.ranRow(r))
		}
		return b.Out.Worse(b.Out.PrintMasked(out), worst(list))
	}
	err := b.say(list)
	if len(list) == 0 && !b.Options.Quiet {
		err = b.Out.Print("nothing was due" + b.soonest() + "\n")
	}
	return b.Out.Worse(err, worst(list))
}

// say prints a line for each run; with --quiet only for those that are not done.
func (b *background) say(list []ran) error {
	var text strings.Builder
	for _, r := range list {
		if r.err != nil || !b.Options.Quiet {
			text.WriteString(b.Out.Redact(r.line()) + "\n")
		}
	}
	return b.Out.Print(text.String())
}

// line says what became of a run.
func (r ran) line() string {
	line := r.job.name + ": " + string(r.record.Outcome)
	if r.record.Note != "" {
		line += ": " + r.record.Note
	}
	if r.err != nil {
		line += " (pp jobs log " + r.job.name + ")"
	}
	return line
}

// worst is the exit code of several runs, as an error.
func worst(list []ran) error {
	code, rank := exit.OK, exit.Rank(exit.OK)+1
	for _, r := range list {
		if f := exit.Classify(r.err); r.err != nil && exit.Rank(f.Code) < rank {
			code, rank = f.Code, exit.Rank(f.Code)
		}
	}
	return exit.Silent(code)
}

// tick runs what is due, one after the other, and gives what ran and had something to do. The signal of the
// heartbeat comes first, unless another process sent it less than so long ago.
func (b *background) tick(ctx context.Context, apart time.Duration) []ran {
	var list []ran
	for _, j := range jobsOf(b.settings) {
		if ctx.Err() != nil {
			break
		}
		if r, began := b.try(ctx, j, apart); began && !r.idle {
			list = append(list, r)
		}
	}
	return list
}

// try runs a job if it is due and nobody else runs it.
func (b *background) try(ctx context.Context, j job, apart time.Duration) (ran, bool) {
	if j.off {
		return ran{}, false
	}
	failed := func(r jobs.Record, err error) (ran, bool) {
		return b.unlogged(ran{job: j}, r, err), true
	}
	known, err := b.store.Read(j.name)
	if err != nil {
		return failed(known, err)
	}
	if b.seen(j, known) && !b.wants(j, known, apart) {
		return ran{}, false
	}
	l, err := b.store.Lease(j.name)
	switch {
	case errors.Is(err, jobs.ErrBusy):
		return ran{}, false
	case err != nil:
		return failed(known, err)
	}
	if !b.seen(j, l.Record) {
		l.Record.Name, l.Record.Schedule, l.Record.Seen = j.name, j.schedule, b.System.Now()
		if err := l.Keep(false); err != nil {
			return failed(l.Record, errors.Join(err, l.Close()))
		}
	}
	if !b.wants(j, l.Record, apart) {
		if err := l.Close(); err != nil {
			return failed(l.Record, err)
		}
		return ran{}, false
	}
	return b.run(ctx, j, l), true
}

// seen reports whether a job was seen with its schedule.
func (b *background) seen(j job, r jobs.Record) bool {
	return !r.Seen.IsZero() && r.Schedule == j.schedule
}

// wants reports whether a job is to run; the signal of the heartbeat is, unless there was one just now.
func (b *background) wants(j job, r jobs.Record, apart time.Duration) bool {
	if j.name == tick {
		return b.System.Now().Sub(r.Began).Abs() >= apart
	}
	return b.due(j, r)
}

// soonest says which job is due next.
func (b *background) soonest() string {
	var first job
	var at time.Time
	for _, j := range jobsOf(b.settings) {
		r, err := b.store.Read(j.name)
		if err != nil || !j.own && len(b.settings.Config.Jobs) > 0 || j.name == tick {
			continue
		}
		if next := b.next(j, r); r.Outcome != jobs.Running && !next.IsZero() && (at.IsZero() || next.Before(at)) {
			first, at = j, next
		}
	}
	if at.IsZero() {
		return ""
	}
	return "; next is " + first.name + ", " + output.When(at)
}

// watch ticks until it is stopped. A job that takes long keeps no other from its time.
func (b *background) watch(ctx context.Context) error {
	if b.Options.JSON {
		return exit.UsageError("leave it out", "--watch takes no --json")
	}
	every := b.settings.Config.Heartbeat
	if !b.Options.Quiet {
		b.Out.Note("heartbeat", fmt.Sprintf("every %v; Ctrl-C ends it", every))
	}
	for list := range b.ticks(ctx, 0, every, nil) {
		if err := b.say(list); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// mostTicks is how many ticks may run at once: all but one wait for a job that takes long.
const mostTicks = 4

// ticks ticks from time to time until ctx ends, the first time after a while, each in its own goroutine, and gives
// what they did. idle tells whether it may now; nil is always. The channel is closed once all have ended.
func (b *background) ticks(ctx context.Context, first, every time.Duration, idle func() bool) <-chan []ran {
	out := make(chan []ran)
	free := make(chan struct{}, mostTicks)
	once := func() {
		defer func() { <-free }()
		if list := b.fresh().tick(ctx, every/2); len(list) > 0 {
			out <- list
		}
	}
	go func() {
		defer close(out)
		clock := time.NewTimer(first)
		defer clock.Stop()
		for {
			select {
			case <-ctx.Done():
				for range mostTicks { // those that run end with ctx
					free <- struct{}{}
				}
				return
			case <-clock.C:
			}
			clock.Reset(every)
			if idle != nil && !idle() {
				continue
			}
			select {
			case free <- struct{}{}:
				go once()
			default:
			}
		}
	}()
	return out
}

// Background ticks every heartbeat_interval while idle, until ctx ends, and gives a line for each tick of which a
// person should know: what became of their own jobs, and of any that is not done. It writes nothing but the jobs'
// logs. There is none where jobs have no place.
func Background(a App, ctx context.Context, s *setup.Settings, idle func() bool) <-chan string {
	out := make(chan string)
	dir, every := s.Kept("jobs"), s.Config.Heartbeat
	go func() {
		defer close(out)
		if dir == "" {
			return
		}
		a.Options = &setup.Options{Dir: a.Options.Dir}
		b := &background{App: a, settings: s, store: jobs.NewStore(dir)}
		b.zone, _ = zoneOf(a.System.Env("TZ"))
		known := map[string]string{}
		for list := range b.ticks(ctx, every, every, idle) {
			if text := tidings(list, known); text != "" {
				out <- s.Redactor.Redact(text)
			}
		}
	}()
	return out
}

// tidings are the runs of which a person should know, in one line. What a job that comes with pp fails of is said
// once; known has it.
func tidings(list []ran, known map[string]string) string {
	var parts []string
	more := ""
	for _, r := range list {
		name := r.job.name
		was := known[name]
		if known[name] = r.record.Note; !r.job.own && (r.err == nil || was == r.record.Note) {
			continue
		}
		parts = append(parts, name+" "+string(r.record.Outcome))
		if r.err != nil {
			more = " (pp jobs log " + name + ")"
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return output.OneLine(strings.Join(parts, ", "), 100) + more
}

// fresh has what the configuration says now; as it was where that cannot be read.
func (b *background) fresh() *background {
	next := *b
	quiet := *b.Options
	next.App = b.streams(io.Discard, &quiet)
	if at, err := setup.Here(b.System, b.Options); err == nil {
		if s, err := setup.Load(b.System, b.Options, at); err == nil {
			next.settings = s
			next.Out.Redactor = s.Redactor
		}
	}
	return &next
}

// zoneOf is the time zone of schedules: what TZ says, else the system's. The error says that the system does
// not know it.
func zoneOf(name string) (*time.Location, error) {
	name = strings.TrimPrefix(name, ":")
	if name == "" {
		return time.Local, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil && filepath.IsAbs(name) {
		return time.Local, nil // which the system has read
	}
	if err != nil {
		return time.UTC, fmt.Errorf("the time zone %q (TZ) is not known on this machine, and schedules go by UTC; install "+
			"tzdata, or unset TZ", name)
	}
	return zone, nil
}

// unit prints what a service manager needs for one tick after the other.
func unit(a App, manager string) error {
	s, err := a.load()
	if err != nil {
		return err
	}
	at, err := setup.Here(a.System, a.Options)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if s.Kept("jobs") == "" {
		return exit.NoPlace("jobs")
	}
	if err := UnitNames(program, at.Dir); err != nil {
		return err
	}
	if manager == "cron" {
		return a.Out.Print(cronLine(a, program, at.Dir, s.Config.Heartbeat))
	}
	return a.Out.Print(systemdUnits(a, program, at.Dir, s.Config.Heartbeat))
}

// UnitNames is an error for names that would be read as something else in what a service manager reads.
func UnitNames(program, dir string) error {
	if strings.ContainsAny(program+dir, "\n\r\"'\\") || strings.TrimSpace(dir) != dir {
		return exit.New(exit.Failed, "rename it or move it", errors.New("the path of pp or this directory contains quotes, "+
			"backslashes or newlines, or ends in white space"))
	}
	return nil
}

// kept formats the variables of this process that set pp's directories and the time zone.
func kept(a App, form string) string {
	var b strings.Builder
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TZ"} {
		if v := a.System.Env(name); v != "" && !strings.ContainsAny(v, "\n\r\"'\\") {
			fmt.Fprintf(&b, form, name, v)
		}
	}
	return b.String()
}

// cronLine is a line for crontab -e.
func cronLine(a App, program, dir string, every time.Duration) string {
	when := "* * * * *"
	if n := int(every / time.Minute); n >= 60 {
		when = "0 * * * *"
	} else if n > 1 {
		when = fmt.Sprintf("*/%d * * * *", n)
	}
	line := fmt.Sprintf("%s'%s' heartbeat --quiet -C '%s'", kept(a, "%s='%s' "), program, dir)
	return "# Add this line by: crontab -e   (pp installs nothing). Keys that are kept by `pp config key` are found.\n" +
		when + " " + strings.ReplaceAll(line, "%", `\%`) + "\n"
}

// systemdUnits are a service and its timer, as systemctl cat shows them.
func systemdUnits(a App, program, dir string, every time.Duration) string {
	escaped := func(text string) string { return strings.ReplaceAll(text, "%", "%%") }
	return fmt.Sprintf(`# Make these two files (pp installs nothing), then:
#   systemctl --user daemon-reload && systemctl --user enable --now pp-heartbeat.timer
# Keys that are kept by "pp config key" are found; those of your shell are not.

# ~/.config/systemd/user/pp-heartbeat.service
[Unit]
Description=Jobs of pp that are due

[Service]
Type=oneshot
ExecStart="%s" heartbeat --quiet
WorkingDirectory=%s
%s
# ~/.config/systemd/user/pp-heartbeat.timer
[Unit]
Description=Heartbeat of pp

[Timer]
OnActiveSec=0
OnUnitActiveSec=%ds
AccuracySec=1s

[Install]
WantedBy=timers.target
`, escaped(program), escaped(dir), escaped(kept(a, "Environment=\"%s=%s\"\n")), max(1, int(every/time.Second)))
}

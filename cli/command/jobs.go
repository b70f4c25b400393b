package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine/heartbeat/runs"
)

// Jobs lists what runs in the background, runs one now, and shows what one said.
func Jobs(a App) *cli.Command {
	last := 1000
	return &cli.Command{Name: "jobs", Usage: "list what runs in the background, run a job now, show what it said",
		UsageText: "[list | run NAME | log NAME [--last=N]]",
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

type jobJSON struct {
	Name     string     `json:"name"`
	Schedule string     `json:"schedule"`
	Off      bool       `json:"off"` // it runs by name alone
	Own      bool       `json:"own"` // it is of the configuration
	Tier     string     `json:"tier"`
	Dir      string     `json:"dir"` // "" is where the heartbeat runs
	Suspend  bool       `json:"suspend"`
	Next     *time.Time `json:"next"` // null: never
	Began    *time.Time `json:"began"`
	Ended    *time.Time `json:"ended"`
	Outcome  string     `json:"outcome"`   // never, running, done, failed, denied, suspended, limit, interrupted, killed
	Exit     *int       `json:"exit_code"` // null of what did not come to its end
	Note     string     `json:"note"`
}

// ended is the exit code of a run that came to its end.
func ended(r runs.Record) *int {
	switch r.Outcome {
	case runs.Never, runs.Running, runs.Killed:
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
	list := jobsOf(b.settings)
	return showList(b.App, len(list), "", func(i int) (any, string) {
		j := list[i]
		r, err := b.store.Read(j.name)
		if err != nil {
			r.Outcome, r.Note = runs.Failed, err.Error()
		}
		next := b.next(j, r)
		return jobJSON{j.name, j.schedule, j.off, j.own, j.tier, j.dir, j.suspend, given(next), given(r.Began),
			given(r.Ended), string(r.Outcome), ended(r), r.Note}, b.row(j, r, next)
	})
}

// row is a job for a person.
func (b *background) row(j job, r runs.Record, next time.Time) string {
	due := "never"
	switch {
	case j.off:
		due = "off"
	case r.Outcome == runs.Running:
		due = "when it ended"
	case !next.IsZero() && !next.After(b.System.Now()):
		due = "now"
	case !next.IsZero():
		due = output.When(next)
	}
	last := string(r.Outcome)
	if r.Outcome == runs.Never {
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

type saidJSON struct {
	Began time.Time  `json:"began"`
	How   string     `json:"how"`
	Ended *time.Time `json:"ended"`
	End   string     `json:"end"`
	Text  string     `json:"text"`
}

// log prints what a job said, the newest run last.
func (b *jobsRun) log(last int) error {
	if last < 1 {
		return exit.UsageError("write `pp jobs log NAME --last 1`", "--last takes a number from 1 on")
	}
	said, err := b.store.Said(b.job.name)
	if err != nil {
		return err
	}
	said = said[max(0, len(said)-last):]
	if n := len(said); n > 0 && said[n-1].End == "" {
		if known, _ := b.store.Read(b.job.name); known.Outcome == runs.Running {
			said[n-1].End = string(runs.Running)
		}
	}
	return showList(b.App, len(said), "it has said nothing yet\n", func(i int) (any, string) {
		s := said[i]
		s.End = cmp.Or(s.End, string(runs.Killed))
		text := output.When(s.Began) + " began, " + s.How + "\n"
		for line := range strings.Lines(s.Text) { // what it said is told from what became of it
			text += "  " + line
		}
		return saidJSON{s.Began, s.How, given(s.Ended), s.End, s.Text}, text + s.End + "\n\n"
	})
}

type ranJSON struct {
	Name    string     `json:"name"`
	Outcome string     `json:"outcome"`
	Exit    *int       `json:"exit_code"`
	Note    string     `json:"note"`
	Began   *time.Time `json:"began"`
	Ended   *time.Time `json:"ended"`
	Data    any        `json:"data"` // what the job gives as data, null where it gives none
}

func (b *background) ranOf(r ran) ranJSON {
	return ranJSON{r.job.name, string(r.record.Outcome), ended(r.record), b.Out.Redact(r.record.Note),
		given(r.record.Began), given(r.record.Ended), r.data}
}

// now runs a job by its name, whether it is due or not, and shows what it says.
func (b *jobsRun) now() error {
	j := b.job
	l, err := b.store.Lease(j.name)
	if errors.Is(err, runs.ErrBusy) {
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
		return b.Out.Worse(b.Out.PrintMasked(b.ranOf(r)), worst([]ran{r}))
	}
	if r.idle {
		err = b.Out.Print("there was nothing to do\n")
	}
	if f := exit.Classify(r.err); r.err != nil && f.Quiet && f.Code == exit.Failed { // else it was said
		b.Out.Note("failed", r.record.Note)
	}
	return b.Out.Worse(err, worst([]ran{r}))
}
